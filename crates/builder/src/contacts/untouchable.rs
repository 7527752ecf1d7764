//! Obstacles that nothing can touch, and parts that hang on nothing and touch nothing where others do.

use crate::contacts::phase::ContactPhase;
use crate::limits;
use crate::options::Domain;
use mainspring_definition::{Diagnostic, Span};
use mainspring_model::{BodyId, BodyKind, Shape, Touched};
use std::collections::BTreeSet;

/// Names in one note.
const NAMED: usize = 3;

impl ContactPhase<'_, '_> {
    /// One note about all of them.
    pub fn note_untouchable(&mut self) {
        // what is broken has no pairs: that is a consequence, and no cause
        if self.ev.cx.leaves_out(Domain::Contacts) || self.ev.cx.findings.failed() {
            return;
        }
        let parts = &self.ev.known.parts;
        let of_pairs: BTreeSet<usize> = self.pairs.index.keys().filter(|key| key.1).map(|key| key.2).collect();
        let obstacles = parts.obstacles.iter().enumerate().filter(|(o, _)| !of_pairs.contains(o));
        let mut found: Vec<(String, Span)> = obstacles.map(|(_, o)| (o.path.clone(), o.span)).collect();
        if !self.pairs.list.is_empty() {
            let joints = &self.ev.known.joints.list;
            let jointed: BTreeSet<BodyId> = joints.iter().flat_map(|j| [j.a.body, j.b.body]).flatten().collect();
            let free = (0..parts.bodies.len()).filter(|b| !jointed.contains(b) && self.passes_all(*b));
            found.extend(free.map(|b| (parts.bodies[b].path.clone(), parts.bodies[b].span)));
        }
        let Some(&(_, span)) = found.first() else { return };
        let mut names: Vec<String> = found.iter().take(NAMED).map(|(path, _)| format!("`{path}`")).collect();
        if found.len() > NAMED {
            names.push(format!("{} more", found.len() - NAMED));
        }
        let message = format!("nothing can touch {}: no `contact` or `contacts` line names it", names.join(", "));
        self.ev.cx.findings.report(Diagnostic::note("N0618", span, message).help(
            "write `contacts all`, or `contact a, b` for two that may touch; `contacts none` says that it is meant so",
        ));
    }

    /// Reports an outline of more edges than may touch.
    pub fn limit_edges(&mut self) {
        let (parts, pairs) = (&self.ev.known.parts, &self.pairs);
        let count = |shape: &Shape| match shape {
            Shape::Region(region) => region.loops().iter().map(Vec::len).sum::<usize>(),
            _ => 0,
        };
        let of_pairs: BTreeSet<usize> = self.pairs.index.keys().filter(|key| key.1).map(|key| key.2).collect();
        let bodies = parts.bodies.iter().enumerate().filter(|(b, _)| pairs.may_be_touched(*b));
        let of_bodies = bodies.filter_map(|(_, b)| b.shape.as_ref().map(|shape| (&b.path, b.span, count(shape))));
        let obstacles = parts.obstacles.iter().enumerate().filter(|(o, _)| of_pairs.contains(o));
        let of_obstacles = obstacles.map(|(_, o)| (&o.path, o.span, count(&o.shape)));
        let most = limits::TOUCHED_EDGES;
        let many = of_bodies.chain(of_obstacles).find(|(_, _, edges)| *edges > most);
        let Some((path, span, edges)) = many else { return };
        let message = format!("`{path}` may touch and has {edges} edges; {most} is the limit");
        self.ev.cx.findings.report(
            Diagnostic::error("E0209", span, message)
                .help("write what is round as arcs (`disc`, `capsule`, `sector`), leave points out, or leave the part out of `contacts`"),
        );
    }

    /// Whether a part has a shape and can move, and nothing can touch it.
    fn passes_all(&self, body: BodyId) -> bool {
        let parts = &self.ev.known.parts;
        parts.bodies[body].kind == BodyKind::Rigid
            && parts.has_shape(Touched::Body(body))
            && !self.pairs.may_be_touched(body)
    }
}

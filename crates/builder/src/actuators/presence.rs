//! Parts that arrive and leave: `arriving 10 s`, `leaving when …`, into a bin, over the edge of the surface.

use crate::actuators::phase::TablePhase;
use crate::context::value::Scalar;
use crate::results::drafts::Coming;
use mainspring_definition::{Diagnostic, Dimension, Span};
use mainspring_model::ContactMethod;
use mainspring_model::Probe;
use mainspring_model::UnaryFn;
use mainspring_model::{BodyId, BodyKind, SpringKind};
use mainspring_model::{Leaving, Switch, SwitchTarget, Trigger};
use std::collections::BTreeMap;

impl TablePhase<'_, '_> {
    /// Works out who arrives and leaves, and when.
    pub fn collect_presence(&mut self) {
        let held = self.held_bodies();
        for Coming { entity, path, placement, scope } in self.ev.known.table.comings.clone() {
            let bodies = self.ev.cx.names.bodies_of(entity);
            let span = [&placement.arriving, &placement.leaving].into_iter().flatten().map(|e| e.span).next();
            let span = span.unwrap_or(Span::NOWHERE);
            if let Some(&body) = bodies.iter().find(|b| self.ev.known.parts.bodies[**b].kind == BodyKind::Fixed) {
                let path = self.ev.known.parts.bodies[body].path.clone();
                self.ev.cx.findings.report(
                    Diagnostic::error("E0527", span, format!("`{path}` is fixed, so it neither arrives nor leaves"))
                        .help("leave `fix` or this clause out"),
                );
                continue;
            }
            if matches!(self.method, ContactMethod::Penalty(_)) {
                self.ev.cx.findings.report(
                    Diagnostic::error("E0527", span, "under `method penalty` no part arrives or leaves")
                        .help("use `method event`, which is also what is taken where nothing is said"),
                );
                continue;
            }
            if let Some((&body, by)) = bodies.iter().find_map(|b| Some((b, held.get(b)?))) {
                let path = self.ev.known.parts.bodies[body].path.clone();
                self.ev.cx.findings.report(
                    Diagnostic::error(
                        "E0527",
                        span,
                        format!("`{path}` is held by `{by}`; what arrives or leaves is free"),
                    )
                    .help("only parts without joints and springs arrive and leave during a run"),
                );
                continue;
            }
            let targets = |into| bodies.iter().map(|&body| SwitchTarget::Part { body, into }).collect();
            if let Some(said) = &placement.arriving {
                let expr = self.ev.cx.overrides.overriding(&format!("{path}.arriving"), said);
                let value = self.ev.eval(expr, scope);
                let what = "the time at which a part arrives";
                match self.ev.cx.not_negative(&value, Dimension::TIME, expr.span, what, "E0527") {
                    Some(time) if time > 0.0 => {
                        self.absent.extend(&bodies);
                        let (targets, trigger) = (targets(Leaving::Said), Trigger::At(time));
                        self.switches.push(Switch { span: expr.span, attach: true, targets, trigger });
                    }
                    _ => {}
                }
            }
            if let Some(expr) = &placement.leaving
                && let Some(margin) = self.ev.margin(expr, scope)
            {
                // each on its own event: one that has left stays away
                let trigger = Trigger::When(self.ev.cx.node(margin));
                let targets = targets(Leaving::Said);
                self.switches.push(Switch { span: expr.span, attach: false, targets, trigger });
            }
        }
        self.leave_into_bins(&held);
    }

    /// Free parts leave into bins and over the edge.
    fn leave_into_bins(&mut self, held: &BTreeMap<BodyId, String>) {
        let mut exits: Vec<(Option<usize>, Leaving, Span)> =
            (self.fields.bins.iter().enumerate()).map(|(i, bin)| (Some(i), Leaving::Bin(i), bin.span)).collect();
        let edge = self.fields.surface.as_ref().filter(|s| s.region.is_some()).map(|s| s.span);
        exits.extend(edge.map(|span| (None, Leaving::Edge, span)));
        if matches!(self.method, ContactMethod::Penalty(_)) {
            for (bin, _, span) in exits {
                let way = bin.map_or("over the edge of the surface", |_| "into a bin");
                self.ev.cx.findings.report(
                    Diagnostic::error("E0527", span, format!("under `method penalty` no part leaves {way}"))
                        .help("use `method event`, which is also what is taken where nothing is said"),
                );
            }
            return;
        }
        for (bin, into, span) in exits {
            for body in 0..self.ev.known.parts.bodies.len() {
                if self.ev.known.parts.bodies[body].kind == BodyKind::Fixed || held.contains_key(&body) {
                    continue;
                }
                let mut margin = Scalar::Node(self.ev.cx.probe(Probe::Inside { body, bin }));
                if bin.is_none() {
                    margin = self.ev.cx.unary(UnaryFn::Neg, margin);
                }
                let trigger = Trigger::When(self.ev.cx.node(margin));
                let targets = vec![SwitchTarget::Part { body, into }];
                self.switches.push(Switch { span, attach: false, targets, trigger });
                if self.ev.cx.findings.stopped {
                    return;
                }
            }
        }
    }

    /// Parts with a joint or spring on them, each with the path of one.
    fn held_bodies(&self) -> BTreeMap<BodyId, String> {
        let mut held = BTreeMap::new();
        let mut hold = |ends: [Option<BodyId>; 2], path: &str| {
            for body in ends.into_iter().flatten() {
                held.entry(body).or_insert_with(|| path.to_owned());
            }
        };
        for joint in &self.ev.known.joints.list {
            hold([joint.a.body, joint.b.body], &joint.path);
        }
        for spring in &self.ev.known.springs.list {
            match spring.kind {
                SpringKind::Linear { a, b } | SpringKind::Angle { a, b } => hold([a.body, b.body], &spring.path),
                SpringKind::Coordinate(_) => {}
            }
        }
        held
    }
}

//! Where parts stand before loops are closed: `at` first, then joints in the order written, which also move what
//! `at` has placed elsewhere (see `moved`).

use crate::context::value::PlaceId;
use crate::placing::phase::Placing;
use mainspring_definition::{Diagnostic, SpaceKind};
use mainspring_model::rigid::sub;
use mainspring_model::{JointId, Pose};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

impl Placing<'_> {
    /// Places everything; reports parts that nothing places.
    pub fn place_all(&mut self) {
        let links = self.links();
        let mut at_body: Vec<Vec<JointId>> = vec![Vec::new(); self.parts.bodies.len()];
        let mut ready: BinaryHeap<Reverse<JointId>> = BinaryHeap::new();
        for (j, joint) in self.joints.iter().enumerate() {
            for side in [joint.a.body, joint.b.body] {
                match side {
                    Some(b) => at_body[b].push(j),
                    None => ready.push(Reverse(j)),
                }
            }
        }
        let mut fresh: Vec<PlaceId> = Vec::new();
        for p in 0..self.parts.places.len() {
            if self.parts.places[p].parent.is_none()
                && let Some(local) = self.parts.places[p].local
            {
                self.frames[p] = Some(local);
                fresh.push(p);
            }
        }
        loop {
            // frames that follow from frames
            while let Some(p) = fresh.pop() {
                let Some(frame) = self.frames[p] else { continue };
                if let Some(b) = self.parts.places[p].body {
                    ready.extend(at_body[b].iter().map(|j| Reverse(*j)));
                }
                for (other, step) in &links[p] {
                    if self.frames[*other].is_none() {
                        self.frames[*other] = Some(frame.then(self.space, step));
                        fresh.push(*other);
                    }
                }
            }
            // then the first joint written that has one side standing
            let Some(Reverse(j)) = ready.pop() else { break };
            if let Some(p) = self.place_by_joint(j) {
                fresh.push(p);
            }
        }
        self.report_unplaced(&at_body, &links);
    }

    /// Rigid steps between frames: a composite and what is `at` a place in it, a composite and its base.
    pub fn links(&self) -> Vec<Vec<(PlaceId, Pose)>> {
        let mut links = vec![Vec::new(); self.parts.places.len()];
        for (p, place) in self.parts.places.iter().enumerate() {
            if let (Some(parent), Some(local)) = (place.parent, place.local) {
                links[parent].push((p, local));
                links[p].push((parent, local.inverse(self.space)));
            }
            if let Some(base) = place.base
                && (self.parts.places[base].local.is_none() || self.parts.places[base].parent != Some(p))
            {
                links[p].push((base, Pose::IDENTITY));
                links[base].push((p, Pose::IDENTITY));
            }
        }
        links
    }

    fn place_by_joint(&mut self, j: JointId) -> Option<PlaceId> {
        let joint = &self.joints[j];
        let value = |index: usize| self.starts.get(&(j, index)).copied().unwrap_or(0.0);
        let step = joint.kind.relative(self.space, value(0), value(1))?;
        let (a, b) = (self.marker_pose(&joint.a), self.marker_pose(&joint.b));
        let (body, marker, target) = match (a, b) {
            (Some(a), None) => (joint.b.body?, joint.b, a.then(self.space, &step)),
            (None, Some(b)) => (joint.a.body?, joint.a, b.then(self.space, &step.inverse(self.space))),
            _ => return None,
        };
        let inverse = marker.frame.pose(self.space).inverse(self.space);
        let mut pose = target.then(self.space, &inverse);
        if self.parts.is_point_mass(body) {
            pose = Pose { position: target.position, ..Pose::IDENTITY };
        }
        // from the body's frame back to the shape's
        let back = pose.rotate(self.space, self.parts.bodies[body].center);
        let place = self.parts.info[body].place;
        self.frames[place] = Some(Pose { position: sub(pose.position, back), ..pose });
        Some(place)
    }

    fn report_unplaced(&mut self, at_body: &[Vec<JointId>], links: &[Vec<(PlaceId, Pose)>]) {
        if self.broken || self.findings.stopped {
            // a joint in error, or one never reached, may be the one that places it
            return;
        }
        let mut seen = vec![false; self.parts.places.len()];
        for b in 0..self.parts.bodies.len() {
            let place = self.parts.info[b].place;
            if self.frames[place].is_some() || seen[place] {
                continue;
            }
            // one error for everything that hangs together
            let mut open = vec![place];
            let mut clashed = false;
            while let Some(p) = open.pop() {
                if std::mem::replace(&mut seen[p], true) {
                    continue;
                }
                clashed |= self.parts.clashed.contains(&p);
                open.extend(links[p].iter().map(|(o, _)| *o));
                if let Some(body) = self.parts.places[p].body {
                    for &j in &at_body[body] {
                        let ends = [self.joints[j].a.body, self.joints[j].b.body];
                        open.extend(ends.into_iter().flatten().map(|b| self.parts.info[b].place));
                    }
                }
            }
            if clashed {
                // its name leads elsewhere, which has been reported
                continue;
            }
            let (path, span) = (self.parts.places[place].path.clone(), self.parts.places[place].span);
            let at = if self.space == SpaceKind::Planar { "at (0, 0)" } else { "at (0, 0, 0)" };
            self.findings.report(
                Diagnostic::error("E0505", span, format!("nothing places `{path}`"))
                    .help(format!("add `{at}`, or a joint to the ground or to a part that is placed")),
            );
        }
    }
}

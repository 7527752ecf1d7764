//! Where parts stand before loops are closed: `at` first, then joints in the order written, which also move what
//! `at` has placed elsewhere (see `moved`).

use crate::build::Builder;
use crate::elaborate::value::ScopeId;
use crate::model::{BodyId, JointId, JointKind, Marker, Pose};
use crate::rigid::{add, cross, quat_about, quat_multiply, sub};
use mainspring_definition::{Diagnostic, Dimension, Placement, SpaceKind, Span};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// Index of a frame that can be placed.
pub type PlaceId = usize;

/// A frame that `at` and joints place: a part's shape frame or a composite's own.
#[derive(Debug)]
pub struct Place {
    /// the composite round it
    pub parent: Option<PlaceId>,
    /// a composite's base, whose frame is its own
    pub base: Option<PlaceId>,
    /// as `at` says, relative to the parent
    pub local: Option<Pose>,
    pub moving: Option<[f64; 3]>,
    pub spinning: Option<[f64; 3]>,
    pub body: Option<BodyId>,
    pub obstacle: Option<usize>,
    pub path: String,
    pub span: Span,
    /// where it stands in the world, once known
    pub frame: Option<Pose>,
}

impl<'a> Builder<'a> {
    /// A new frame for a part, with what its declaration says about place and motion.
    pub fn place_part(&mut self, placement: &'a Placement, scope: ScopeId, path: &str, span: Span) -> PlaceId {
        let parent = self.scopes[self.scopes[scope].members].place;
        let local = self.local_pose(placement, scope, path);
        let moving = placement.moving.as_ref().and_then(|e| {
            let value = self.eval(e, scope);
            self.known_vector(&value, Some(Dimension::SPEED), e.span, "the velocity")
        });
        let spinning = placement.spinning.as_ref().and_then(|e| {
            let value = self.eval(e, scope);
            match self.space {
                SpaceKind::Planar => {
                    self.constant(&value, Dimension::RATE, e.span, "the angular velocity").map(|w| [0.0, 0.0, w])
                }
                SpaceKind::Spatial => self.known_vector(&value, Some(Dimension::RATE), e.span, "the angular velocity"),
            }
        });
        let id = self.places.len();
        self.places.push(Place {
            parent,
            base: None,
            local,
            moving,
            spinning,
            body: None,
            obstacle: None,
            path: path.to_owned(),
            span,
            frame: None,
        });
        if let Some(p) = parent
            && self.places[p].base.is_none()
        {
            self.places[p].base = Some(id);
        }
        id
    }

    fn local_pose(&mut self, placement: &'a Placement, scope: ScopeId, path: &str) -> Option<Pose> {
        let mut pose = Pose::IDENTITY;
        let at = match (&placement.at, self.override_of(&format!("{path}.at"))) {
            (_, Some(expr)) => Some(expr),
            (Some(expr), None) => Some(expr),
            (None, None) => None,
        };
        let Some(at) = at else {
            if let Some(t) = placement.turned.as_ref().or(placement.about.as_ref()) {
                self.report(
                    Diagnostic::error("E0514", t.span, "`turned` needs `at`: it turns a part where `at` puts it")
                        .help("add `at (…)`; a joint's angle is set with `start joint = …` or `guess joint = …`"),
                );
                return Some(pose);
            }
            return None;
        };
        let value = self.eval(at, scope);
        let position = self.known_vector(&value, Some(Dimension::LENGTH), at.span, "the place");
        // a place in error still places, so that nothing else is called unplaced
        pose.position = position.unwrap_or([0.0; 3]);
        if let Some(turned) = &placement.turned {
            let expr = self.overriding(&format!("{path}.turned"), turned);
            let value = self.eval(expr, scope);
            match self.constant(&value, Dimension::NONE, expr.span, "the angle") {
                Some(angle) if self.space == SpaceKind::Planar => pose.angle = angle,
                Some(angle) => {
                    let axis = match &placement.about {
                        Some(about) => self.axes(Some(about), None, scope).map(|axes| axes[2]),
                        None => Some([0.0, 0.0, 1.0]),
                    };
                    if let Some(axis) = axis {
                        pose.orientation = quat_about(axis, angle);
                    }
                }
                None => {}
            }
        }
        if let (Some(about), SpaceKind::Planar) = (&placement.about, self.space) {
            self.report(
                Diagnostic::error("E0508", about.span, "in the plane everything turns about z")
                    .help("leave `about` out"),
            );
        }
        Some(pose)
    }

    /// Places everything; reports parts that nothing places.
    pub fn place_all(&mut self) {
        let links = self.links();
        let mut at_body: Vec<Vec<JointId>> = vec![Vec::new(); self.bodies.len()];
        let mut ready: BinaryHeap<Reverse<JointId>> = BinaryHeap::new();
        for (j, joint) in self.joints.iter().enumerate() {
            for side in [joint.a.body, joint.b.body] {
                match side {
                    Some(b) => at_body[b].push(j),
                    None => ready.push(Reverse(j)),
                }
            }
        }
        let starts = self.start_values();
        let mut fresh: Vec<PlaceId> = Vec::new();
        for p in 0..self.places.len() {
            if self.places[p].parent.is_none()
                && let Some(local) = self.places[p].local
            {
                self.places[p].frame = Some(local);
                fresh.push(p);
            }
        }
        loop {
            // frames that follow from frames
            while let Some(p) = fresh.pop() {
                let Some(frame) = self.places[p].frame else { continue };
                if let Some(b) = self.places[p].body {
                    ready.extend(at_body[b].iter().map(|j| Reverse(*j)));
                }
                for (other, step) in &links[p] {
                    if self.places[*other].frame.is_none() {
                        self.places[*other].frame = Some(frame.then(self.space, step));
                        fresh.push(*other);
                    }
                }
            }
            // then the first joint written that has one side standing
            let Some(Reverse(j)) = ready.pop() else { break };
            if let Some(p) = self.place_by_joint(j, &starts) {
                fresh.push(p);
            }
        }
        self.report_unplaced(&at_body, &links);
    }

    /// Hands the places over to the bodies, once joints have moved what they move.
    pub fn settle_places(&mut self) {
        self.settle_poses();
        self.settle_distances();
    }

    /// Rigid steps between frames: a composite and what is `at` a place in it, a composite and its base.
    pub fn links(&self) -> Vec<Vec<(PlaceId, Pose)>> {
        let mut links = vec![Vec::new(); self.places.len()];
        for (p, place) in self.places.iter().enumerate() {
            if let (Some(parent), Some(local)) = (place.parent, place.local) {
                links[parent].push((p, local));
                links[p].push((parent, local.inverse(self.space)));
            }
            if let Some(base) = place.base
                && (self.places[base].local.is_none() || self.places[base].parent != Some(p))
            {
                links[p].push((base, Pose::IDENTITY));
                links[base].push((p, Pose::IDENTITY));
            }
        }
        links
    }

    /// Coordinates that `start` or, failing that, `guess` gives.
    pub fn start_values(&self) -> BTreeMap<(JointId, usize), f64> {
        let mut values = BTreeMap::new();
        for start in &self.starts {
            if let Some(v) = start.value {
                let key = (start.coordinate.joint, start.coordinate.index);
                if start.exact {
                    values.insert(key, v);
                } else {
                    values.entry(key).or_insert(v);
                }
            }
        }
        values
    }

    /// World pose of a marker; None while its body is not placed.
    pub fn marker_pose(&self, marker: &Marker) -> Option<Pose> {
        let frame = marker.frame.pose(self.space);
        match marker.body {
            None => Some(frame),
            Some(b) => Some(self.body_pose(b)?.then(self.space, &frame)),
        }
    }

    /// World pose of a body frame: the shape's frame moved to the centre of mass.
    fn body_pose(&self, body: BodyId) -> Option<Pose> {
        let frame = self.places[self.parts[body].place].frame?;
        Some(Pose { position: frame.apply(self.space, self.bodies[body].center), ..frame })
    }

    fn place_by_joint(&mut self, j: JointId, starts: &BTreeMap<(JointId, usize), f64>) -> Option<PlaceId> {
        let joint = &self.joints[j];
        let value = |index: usize| starts.get(&(j, index)).copied().unwrap_or(0.0);
        let step = relative(&joint.kind, self.space, value(0), value(1))?;
        let (a, b) = (self.marker_pose(&joint.a), self.marker_pose(&joint.b));
        let (body, marker, target) = match (a, b) {
            (Some(a), None) => (joint.b.body?, joint.b, a.then(self.space, &step)),
            (None, Some(b)) => (joint.a.body?, joint.a, b.then(self.space, &step.inverse(self.space))),
            _ => return None,
        };
        let inverse = marker.frame.pose(self.space).inverse(self.space);
        let mut pose = target.then(self.space, &inverse);
        if self.is_point_mass(body) {
            pose = Pose { position: target.position, ..Pose::IDENTITY };
        }
        // from the body's frame back to the shape's
        let back = pose.rotate(self.space, self.bodies[body].center);
        let place = self.parts[body].place;
        self.places[place].frame = Some(Pose { position: sub(pose.position, back), ..pose });
        Some(place)
    }

    fn settle_poses(&mut self) {
        for b in 0..self.bodies.len() {
            let Some(pose) = self.body_pose(b) else { continue };
            self.bodies[b].pose = pose;
            // its own motion, or that of the composites round it as one rigid whole
            let mut at = Some(self.parts[b].place);
            while let Some(p) = at {
                let place = &self.places[p];
                if place.moving.is_some() || place.spinning.is_some() {
                    let spin = place.spinning.unwrap_or([0.0; 3]);
                    let mut velocity = place.moving.unwrap_or([0.0; 3]);
                    if place.body.is_none() {
                        let origin = place.frame.map_or(pose.position, |f| f.position);
                        velocity = add(velocity, cross(spin, sub(pose.position, origin)));
                    }
                    self.bodies[b].velocity = velocity;
                    self.bodies[b].spin = if self.is_point_mass(b) { [0.0; 3] } else { spin };
                    break;
                }
                at = place.parent;
            }
        }
        for p in 0..self.places.len() {
            if let (Some(o), Some(frame)) = (self.places[p].obstacle, self.places[p].frame) {
                self.obstacles[o].pose = frame;
            }
        }
    }

    /// A distance joint without a length keeps the distance as placed.
    fn settle_distances(&mut self) {
        for j in 0..self.joints.len() {
            let JointKind::Distance { length } = self.joints[j].kind else { continue };
            if !length.is_nan() {
                continue;
            }
            let (a, b) = (self.marker_pose(&self.joints[j].a), self.marker_pose(&self.joints[j].b));
            let length = match (a, b) {
                (Some(a), Some(b)) => crate::rigid::norm(sub(b.position, a.position)),
                _ => 0.0,
            };
            if length > 0.0 {
                self.joints[j].kind = JointKind::Distance { length };
                continue;
            }
            let joint = &self.joints[j];
            let why = if a.is_some() && b.is_some() {
                format!("the points of `{}` coincide as placed, so their distance is zero", joint.path)
            } else {
                format!("the length of `{}` is not known: nothing else places one of its parts", joint.path)
            };
            let span = joint.span;
            self.report(Diagnostic::error("E0506", span, why).help("give it a length: `{ length = 10 cm }`"));
        }
    }

    fn report_unplaced(&mut self, at_body: &[Vec<JointId>], links: &[Vec<(PlaceId, Pose)>]) {
        if self.broken_joints || self.stopped {
            // a joint in error, or one never reached, may be the one that places it
            return;
        }
        let mut seen = vec![false; self.places.len()];
        for b in 0..self.bodies.len() {
            let place = self.parts[b].place;
            if self.places[place].frame.is_some() || seen[place] {
                continue;
            }
            // one error for everything that hangs together
            let mut open = vec![place];
            let mut clashed = false;
            while let Some(p) = open.pop() {
                if std::mem::replace(&mut seen[p], true) {
                    continue;
                }
                clashed |= self.clashed.contains(&p);
                open.extend(links[p].iter().map(|(o, _)| *o));
                if let Some(body) = self.places[p].body {
                    for &j in &at_body[body] {
                        let ends = [self.joints[j].a.body, self.joints[j].b.body];
                        open.extend(ends.into_iter().flatten().map(|b| self.parts[b].place));
                    }
                }
            }
            if clashed {
                // its name leads elsewhere, which has been reported
                continue;
            }
            let (path, span) = (self.places[place].path.clone(), self.places[place].span);
            let at = if self.space == SpaceKind::Planar { "at (0, 0)" } else { "at (0, 0, 0)" };
            self.report(
                Diagnostic::error("E0505", span, format!("nothing places `{path}`"))
                    .help(format!("add `{at}`, or a joint to the ground or to a part that is placed")),
            );
        }
    }
}

/// b's marker in a's, for given coordinates; None if the joint places nothing.
pub fn relative(kind: &JointKind, space: SpaceKind, first: f64, second: f64) -> Option<Pose> {
    let moved = |position: [f64; 3]| Pose { position, ..Pose::IDENTITY };
    let planar = space == SpaceKind::Planar;
    let about = |axis: [f64; 3], angle: f64| quat_about(axis, angle);
    const X: [f64; 3] = [1.0, 0.0, 0.0];
    const Z: [f64; 3] = [0.0, 0.0, 1.0];
    Some(match *kind {
        JointKind::Revolute if planar => Pose { angle: first, ..Pose::IDENTITY },
        JointKind::Revolute => Pose { orientation: about(Z, first), ..Pose::IDENTITY },
        JointKind::Prismatic if planar => moved([first, 0.0, 0.0]),
        JointKind::Prismatic => moved([0.0, 0.0, first]),
        JointKind::Weld | JointKind::Spherical | JointKind::Planar => Pose::IDENTITY,
        JointKind::Distance { length } if length.is_nan() => return None,
        JointKind::Distance { length } => moved([length, 0.0, 0.0]),
        JointKind::Slot => Pose { position: [first, 0.0, 0.0], angle: second, ..Pose::IDENTITY },
        JointKind::Arc { radius } => moved([radius, 0.0, 0.0]),
        JointKind::RollingOnLine { radius } => Pose { position: [first, radius, 0.0], angle: second, ..Pose::IDENTITY },
        JointKind::RollingOnDisc { radius, base } => moved([base + radius, 0.0, 0.0]),
        JointKind::Cylindrical => Pose { position: [0.0, 0.0, first], orientation: about(Z, second), ..Pose::IDENTITY },
        JointKind::Universal => {
            Pose { orientation: quat_multiply(about(Z, first), about(X, second)), ..Pose::IDENTITY }
        }
        JointKind::RollingSphere { radius } => moved([0.0, 0.0, radius]),
        // upright, its axis along a's y: turning forwards rolls it towards +x
        JointKind::RollingDisc { radius } => {
            Pose { position: [0.0, 0.0, radius], orientation: about(X, -std::f64::consts::FRAC_PI_2), ..Pose::IDENTITY }
        }
        JointKind::Gear { .. } => return None,
    })
}

//! Which motions make up a tree: one link after the other from the ground, parents first.
//!
//! A joint of several freedoms is a row of simple motions with massless links between them (a cardan joint is two turns, a
//! cylindrical one a slide and a turn), so that the recursions know five motions only. Whatever does not fit is named by
//! [`Obstacle`] and stays in maximal coordinates.

use crate::multibody::multibody::Multibody;
use mainspring_definition::Span;
use mainspring_joints::{Freedom, TreeMotion};
use mainspring_model::{BodyId, BodyKind, ContactMethod, Coordinate, DriveKind, Frame, Marker, Model, SwitchTarget};

/// How a link moves on its parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    /// about the axis through the joint's point
    Turn,
    /// along the axis
    Slide,
    /// not at all
    Held,
    /// about the joint's point, any way; its orientation and spin are the body's own
    Ball,
    /// a rigid body on its own
    Free,
    /// a point mass on its own
    FreePoint,
}

impl Motion {
    /// As a joint's kind describes it.
    fn of(freedom: Freedom) -> Self {
        match freedom {
            Freedom::Turn => Self::Turn,
            Freedom::Slide => Self::Slide,
            Freedom::Held => Self::Held,
            Freedom::Ball => Self::Ball,
        }
    }
}

/// One motion of the tree.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    pub motion: Motion,
    /// marker axis of the motion: 0 x, 1 y, 2 z; in the plane slides go along 0
    pub axis: usize,
    /// link it moves on; None: the ground or a fixed body
    pub parent: Option<usize>,
    /// body it carries; None between two motions of one joint
    pub body: Option<BodyId>,
    pub joint: Option<usize>,
    /// coordinate of that joint which it is
    pub index: Option<usize>,
    /// +1 if the joint's first side is the parent's, −1 if the other way round
    pub sign: f64,
    /// the joint's first side is the one it carries
    pub reversed: bool,
    /// marker on the parent (None: the motion before it in the same joint ends there)
    pub from: Option<Marker>,
    /// marker on the body it carries
    pub to: Frame,
    /// prescribed motion, index into `Model::drives`
    pub drive: Option<usize>,
}

/// Why a mechanism is not solved in joint coordinates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obstacle {
    pub reason: String,
    /// what stands in the way
    pub span: Span,
}

pub fn obstacle<T>(span: Span, reason: String) -> Result<T, Obstacle> {
    Err(Obstacle { reason, span })
}

/// All motions, or the reason why joint coordinates do not fit.
pub fn plan(bodies: &Multibody) -> Result<Vec<Step>, Obstacle> {
    let model = &*bodies.model;
    allowed(bodies)?;
    let still = |m: &Marker| m.body.is_none_or(|b| model.bodies[b].kind == BodyKind::Fixed);
    let moving = |m: &Marker| m.body.filter(|_| !still(m));
    let tree: Vec<usize> = (0..model.joints.len()).filter(|&j| model.joints[j].compliant.is_none()).collect();

    let mut link_of: Vec<Option<usize>> = vec![None; model.bodies.len()];
    let mut used = vec![false; model.joints.len()];
    let mut steps: Vec<Step> = Vec::new();
    // what hangs on the ground first, then each body that is left as a root of its own
    let mut root = 0;
    loop {
        let mut grew = true;
        while grew {
            grew = false;
            for &j in &tree {
                let joint = &model.joints[j];
                if used[j] {
                    continue;
                }
                let known = |m: &Marker| still(m) || moving(m).is_some_and(|b| link_of[b].is_some());
                let (a, b) = (known(&joint.a), known(&joint.b));
                if a && b {
                    return obstacle(joint.span, format!("`{}` closes a loop", joint.path));
                }
                if a || b {
                    used[j] = true;
                    grew = true;
                    let (from, to, sign) = if a { (joint.a, joint.b, 1.0) } else { (joint.b, joint.a, -1.0) };
                    let parent = moving(&from).and_then(|b| link_of[b]);
                    hang(model, j, (parent, from, to, sign), &mut steps)?;
                    if let Some(body) = to.body {
                        link_of[body] = Some(steps.len() - 1);
                    }
                }
            }
        }
        while root < model.bodies.len() && (link_of[root].is_some() || model.bodies[root].kind == BodyKind::Fixed) {
            root += 1;
        }
        if root == model.bodies.len() {
            return Ok(steps);
        }
        let point = model.bodies[root].kind == BodyKind::Point;
        link_of[root] = Some(steps.len());
        steps.push(Step {
            motion: if point { Motion::FreePoint } else { Motion::Free },
            axis: 2,
            parent: None,
            body: Some(root),
            joint: None,
            index: None,
            sign: 1.0,
            reversed: false,
            from: None,
            to: Frame::at([0.0; 3]),
            drive: None,
        });
    }
}

/// What no tree of joints can hold.
pub fn allowed(bodies: &Multibody) -> Result<(), Obstacle> {
    let model = &*bodies.model;
    if let Some(pair) = model.contacts.pairs.first() {
        let [a, b] = model.contact_names(0);
        return obstacle(pair.span, format!("`{a}` and `{b}` can touch, which takes rows that come and go"));
    }
    if let Some(joint) = model.joints.iter().find(|j| j.stop.is_some() && j.limits.is_some()) {
        return obstacle(joint.span, format!("`{}` has stops, which take rows that come and go", joint.path));
    }
    if let Some(c) = model.constraints.first() {
        return obstacle(c.span, format!("`{}` is an equation of its own", c.path));
    }
    for switch in &model.switches {
        for target in &switch.targets {
            if let SwitchTarget::Joint(j) = *target {
                return obstacle(
                    switch.span,
                    format!("`{}` is attached or released during the run", model.joints[j].path),
                );
            }
        }
    }
    if let Some(r) = (0..bodies.rows.len()).find(|&r| bodies.state.dropped[r]) {
        return obstacle(Span::NOWHERE, format!("`{}` asks for what other joints do already", bodies.row_path(r)));
    }
    if model.run.integrator == "symplectic" {
        return obstacle(
            Span::NOWHERE,
            "the integrator `symplectic` keeps the structure of maximal coordinates".to_owned(),
        );
    }
    if let Some(joint) = model.joints.iter().find(|j| j.friction.is_some()) {
        return obstacle(joint.span, format!("`{}` has friction, which takes rows that come and go", joint.path));
    }
    if let Some(drive) = model.drives.iter().find(|d| d.limit.is_some()) {
        return obstacle(
            drive.span,
            format!("the drive of `{}` may give way, which takes rows that come and go", drive.path),
        );
    }
    if model.contacts.method != ContactMethod::Event {
        return obstacle(Span::NOWHERE, "parts that touch push each other about, not joints".to_owned());
    }
    if let Some(joint) = model.joints.iter().find(|j| j.compliant.is_some_and(|c| c.adapt)) {
        return obstacle(joint.span, format!("fixed steps adapt to the stiffness of `{}`", joint.path));
    }
    if let Some(joint) = model.joints.iter().find(|j| !j.attached) {
        return obstacle(joint.span, format!("`{}` does not hold at the start", joint.path));
    }
    for drive in model.drives.iter().filter(|d| d.kind != DriveKind::Effort) {
        let joint = &model.joints[drive.coordinate.joint];
        if joint.compliant.is_some() {
            return obstacle(joint.span, format!("`{}` is compliant and its motion is prescribed", joint.path));
        }
    }
    Ok(())
}

pub type Ends = (Option<usize>, Marker, Marker, f64);

/// The motions of one joint, from the side that is known already.
pub fn hang(model: &Model, j: usize, (parent, from, to, sign): Ends, steps: &mut Vec<Step>) -> Result<(), Obstacle> {
    let joint = &model.joints[j];
    let point = |m: &Marker| m.body.is_some_and(|b| model.bodies[b].kind == BodyKind::Point);
    let Some(tree) = joint.kind.tree(model.space) else {
        return obstacle(joint.span, format!("`{}` is of a kind that has no joint coordinates", joint.path));
    };
    // (motion, axis, coordinate), from a to b
    let step = |m: &TreeMotion| (Motion::of(m.freedom), m.axis, m.coordinate);
    let mut motions: Vec<(Motion, usize, Option<usize>)> = tree.motions.iter().map(step).collect();
    let own = tree.from_parent;
    if sign < 0.0 && !own {
        motions.reverse();
    }
    if point(&from) && from.body.is_some_and(|b| b_hangs(b, steps)) {
        return obstacle(joint.span, format!("`{}` hangs on a point mass that hangs on another part", joint.path));
    }
    if point(&to) {
        // it has no axes of its own: pinned, it only rides along
        let pinned = joint.kind.oriented_sides(model.space) == [false, false];
        if !pinned || model.drives.iter().any(|d| d.coordinate.joint == j && d.kind != DriveKind::Effort) {
            return obstacle(joint.span, format!("`{}` holds a point mass by more than its point", joint.path));
        }
        motions = vec![(Motion::Held, 2, None)];
    }
    let last = motions.len() - 1;
    for (k, &(motion, axis, index)) in motions.iter().enumerate() {
        let here = index.map(|index| Coordinate { joint: j, index });
        let drive = model.drives.iter().position(|d| d.kind != DriveKind::Effort && Some(d.coordinate) == here);
        steps.push(Step {
            motion,
            axis,
            parent: if k == 0 { parent } else { Some(steps.len() - 1) },
            body: if k == last { to.body } else { None },
            joint: Some(j),
            index,
            sign: if own { 1.0 } else { sign },
            reversed: sign < 0.0,
            from: (k == 0).then_some(from),
            to: to.frame,
            drive,
        });
    }
    Ok(())
}

pub fn b_hangs(body: BodyId, steps: &[Step]) -> bool {
    steps.iter().any(|s| s.body == Some(body) && s.motion == Motion::Held)
}

//! Hands: a spring and a damper from a point of a part to a place that is moved from outside.
//!
//! ```text
//! F = k (X(t) − p) + c (V − ṗ)      X(t) = X₀ + V (t − t₀)
//! ```
//!
//! Stiffness, damping, X₀, V and t₀ are inputs of the model, so that to move a hand changes no equation. One that has let go stays as
//! a force of nothing: its entry of the ledger keeps the work it did.

use crate::live_error::LiveError;
use mainspring_definition::{Dimension, Span, did_you_mean};
use mainspring_model::{BinaryFn, BodyId, BodyKind, Channel, Force, Model, Node, NodeId, Probe};

/// Which hand; numbered from 1 in the order they took hold.
pub type HandId = u32;

/// A part is taken hold of.
#[derive(Clone, Debug, PartialEq)]
pub struct Grab {
    /// path of the part
    pub body: String,
    /// where, at that moment, m, world axes
    pub point: [f64; 3],
    /// N/m; None: as stiff as lets the part swing four times a second on the hand
    pub stiffness: Option<f64>,
    /// N·s/m; None: as much as lets it come to rest soonest
    pub damping: Option<f64>,
}

/// A swing of the part on the hand where no stiffness is given, rad/s: four a second.
const USUAL_SWING: f64 = 25.0;

/// Inputs a hand has: stiffness, damping, t₀, X₀, V.
pub(crate) const SLOTS: usize = 9;

/// A hand as the model knows it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Hand {
    pub id: HandId,
    pub body: String,
    /// body frame, m
    pub point: [f64; 3],
    pub stiffness: f64,
    pub damping: f64,
    /// 2 in the plane, 3 in space
    pub axes: usize,
    /// it has let go
    pub open: bool,
}

impl Hand {
    /// Of a part with this mass, in a mechanism of so many axes.
    pub(crate) fn new(id: HandId, grab: &Grab, point: [f64; 3], mass: f64, axes: usize) -> Result<Self, LiveError> {
        let stiffness = grab.stiffness.unwrap_or(mass * USUAL_SWING * USUAL_SWING);
        let damping = grab.damping.unwrap_or(2.0 * (stiffness * mass).sqrt());
        for (what, value) in [("stiffness", stiffness), ("damping", damping)] {
            if !(value.is_finite() && value >= 0.0) {
                return Err(LiveError::Number { what, value, positive: true });
            }
        }
        Ok(Self { id, body: grab.body.clone(), point, stiffness, damping, axes, open: false })
    }
}

/// First input of the hand in place `index`.
pub(crate) const fn first_slot(index: usize) -> usize {
    SLOTS * index
}

/// Inputs of a hand at `target`, m, that moves at `velocity`, m/s, from time t on.
pub(crate) fn inputs(index: usize, hand: &Hand, t: f64, target: [f64; 3], velocity: [f64; 3]) -> Vec<(usize, f64)> {
    let grip = if hand.open { 0.0 } else { 1.0 };
    let first = first_slot(index);
    let mut numbers = vec![(first, grip * hand.stiffness), (first + 1, grip * hand.damping), (first + 2, t)];
    for axis in 0..hand.axes {
        numbers.extend([(first + 3 + axis, target[axis]), (first + 6 + axis, velocity[axis])]);
    }
    numbers
}

/// The body of a part that can be taken hold of.
pub(crate) fn body_of(model: &Model, name: &str) -> Result<BodyId, LiveError> {
    let holds = |b: &usize| model.bodies[*b].kind != BodyKind::Fixed;
    let all = || (0..model.bodies.len()).filter(holds);
    all().find(|&b| model.bodies[b].path == name).ok_or_else(|| {
        let names = all().map(|b| model.bodies[b].path.as_str());
        let near = did_you_mean(name, names).map(str::to_owned);
        LiveError::NoPart { name: name.to_owned(), near }
    })
}

/// What the force of a hand is called among the values of a frame.
pub(crate) fn force_name(id: HandId) -> String {
    format!("hand[{id}].force")
}

/// Gives the model the force of a hand, which is recorded too.
pub(crate) fn push_force(model: &mut Model, index: usize, hand: &Hand) -> Result<(), LiveError> {
    let body = body_of(model, &hand.body)?;
    let axes = hand.axes;
    let first = first_slot(index);
    let programs = &mut model.programs;
    let input = |programs: &mut mainspring_model::Programs, k: usize| programs.probe(Probe::Input { slot: first + k });
    let [stiffness, damping, since] = [0, 1, 2].map(|k| input(programs, k));
    let time = programs.push(Node::Time);
    let gone = programs.push(Node::Binary(BinaryFn::Sub, time, since));
    let nothing = programs.constant(0.0);
    let mut value: [NodeId; 3] = [nothing; 3];
    for (axis, value) in value.iter_mut().enumerate().take(axes) {
        let (x, v) = (input(programs, 3 + axis), input(programs, 6 + axis));
        let [place, speed] = [0, 1]
            .map(|order| programs.probe(Probe::Point { body: Some(body), point: hand.point, order, axis: axis as u8 }));
        let way = programs.push(Node::Binary(BinaryFn::Mul, v, gone));
        let target = programs.push(Node::Binary(BinaryFn::Add, x, way));
        let apart = programs.push(Node::Binary(BinaryFn::Sub, target, place));
        let slower = programs.push(Node::Binary(BinaryFn::Sub, v, speed));
        let pull = programs.push(Node::Binary(BinaryFn::Mul, stiffness, apart));
        let drag = programs.push(Node::Binary(BinaryFn::Mul, damping, slower));
        *value = programs.push(Node::Binary(BinaryFn::Add, pull, drag));
    }
    let path = format!("hand[{}]", hand.id);
    model.channels.push(Channel {
        name: force_name(hand.id),
        dimension: Dimension::FORCE,
        angle: false,
        nodes: value[..axes].to_vec(),
    });
    model.forces.push(Force { path, span: Span::NOWHERE, body, point: hand.point, value, torque: false, along: None });
    Ok(())
}

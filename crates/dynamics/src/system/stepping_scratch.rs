//! What steps that take all contacts together need between and during steps.

use crate::laws::touch::contact::Contact;
use crate::laws::touch::resistance::RollingResistance;
use crate::laws::touch::state::{Site, Touching};
use crate::system::failure::Failure;
use mainspring_contact::Crowd;
use mainspring_geometry::touch::{BroadPhase, FeaturePair};

/// A place that touches, or may before the step ends.
#[derive(Clone, Copy, Debug)]
pub struct Near {
    pub site: Site,
    pub contact: Contact,
}

/// A pair when it was looked at as a whole.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    pub pair: usize,
    /// signed distance, m
    pub distance: f64,
    /// coordinates of its two bodies
    pub places: [[f64; 7]; 2],
}

/// What was near of a pair at the start of a step.
#[derive(Clone, Copy, Debug)]
pub struct Kept {
    pub pair: usize,
    /// position and axes of its two
    pub places: [([f64; 3], [[f64; 3]; 3]); 2],
    /// how far features were looked for, m
    pub within: f64,
    /// its places of contact in `kept_near`: the first, and the one after the last
    pub near: [usize; 2],
}

/// Whether what was near of pairs at the start of a step is kept, or used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recall {
    /// looked for and kept
    Keep,
    /// used where both of a pair have hardly moved since; velocities are not asked for
    Use,
    /// looked for anew
    Anew,
}

/// What is known of the state that things are pushed apart at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    Nothing,
    /// what is near was found there, with any velocities, and is in `seen`
    Near,
}

/// Friction in a joint, or a drive with a limit, in a step.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// place among the joints with friction
    pub place: usize,
    /// number of its law in the crowd
    pub law: usize,
    /// rate that it holds, m/s or rad/s
    pub target: f64,
    /// of a drive: how hard it brakes on its way back, m/s² or rad/s²
    pub deceleration: f64,
    /// level, or coefficient
    pub level: f64,
    /// rate at the start of the step
    pub start: f64,
}

/// What an effort exerted in a step.
#[derive(Clone, Copy, Debug)]
pub struct Exerted {
    pub effort: Effort,
    /// N·s or N·m·s
    pub impulse: f64,
    /// at most
    pub bound: f64,
}

/// Scratch of stepping; empty in runs by event.
#[derive(Debug, Default)]
pub struct SteppingScratch {
    /// joints, gears and constraints that hold a body, as a number of the bodies that hang together; none: it is free
    pub held: Vec<Option<usize>>,
    /// bodies of each such number
    pub together: Vec<Vec<usize>>,
    /// some of them take part, so that there are joints to close
    pub closes: bool,
    /// body of each surface that moves
    pub surface_body: Vec<Option<usize>>,
    /// size of the smallest part that may touch, m
    pub smallest: f64,
    /// pairs that were near when last looked at as a whole, in order
    pub looked_at: Vec<Look>,
    pub broad: Option<BroadPhase>,
    pub boxes: Vec<([f64; 3], [f64; 3])>,
    pub overlapping: Vec<usize>,
    pub features: Vec<FeaturePair>,
    pub near: Vec<Near>,
    /// what is near at the end of a step
    pub seen: Vec<Near>,
    /// pairs at the start of the step, in order
    pub kept: Vec<Kept>,
    pub kept_near: Vec<Near>,
    /// how far each of `near` lies beside its features, while they are looked for
    pub beside: Vec<f64>,
    pub crowd: Crowd,
    /// friction in joints and drives with a limit
    pub efforts: Vec<Effort>,
    /// resistances to rolling and spinning, each with the number of its law in the crowd
    pub resistances: Vec<(RollingResistance, usize)>,
    /// mean of the solutions along the smooth motion: accelerations, then reactions
    pub reaction: Vec<f64>,
    /// work of every load along the smooth motion, J
    pub smooth_work: Vec<f64>,
    /// power of every load half way along the smooth motion, W
    pub smooth_power: Vec<f64>,
    /// M⁻¹ of free bodies
    pub inverse: Vec<[[f64; 6]; 6]>,
    /// mass blocks, all bodies one after the other
    pub masses: Vec<f64>,
    pub places: Vec<usize>,
    /// bodies that impulses act on all through the step, and nothing else does
    pub lasting: Vec<bool>,
    /// scratch: a vector of the unknowns
    pub unit: Vec<f64>,
    /// contacts with force at the end of the last attempt, for when it is accepted
    pub found: Option<Vec<Touching>>,
    /// pairs that had to be pushed apart as wholes
    pub whole: Vec<Near>,
    /// places that bear a load and are to be closed, while events are about to take over
    pub bearing: Vec<Site>,
    /// something had to be pushed apart in the last attempt
    pub pushed: bool,
    /// energy that contacts took in the last attempt, J
    pub lost: f64,
    /// energy that changed hands there, J
    pub exchanged: f64,
    /// why the last attempt failed
    pub failure: Option<Failure>,
    /// forces of contacts are read, not only motion
    pub reading: bool,
    /// repetitions and halvings so far
    pub again: u64,
}

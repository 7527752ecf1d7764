//! What steps that take all contacts together need between and during steps.

use crate::laws::touch::contact::Contact;
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

/// Scratch of stepping; empty in runs by event.
#[derive(Debug, Default)]
pub struct SteppingScratch {
    /// joints, gears and constraints that hold a body, as a number of the bodies that hang together; none: it is free
    pub held: Vec<Option<usize>>,
    /// bodies of each such number
    pub together: Vec<Vec<usize>>,
    /// body of each surface that moves
    pub surface_body: Vec<Option<usize>>,
    /// size of the smallest part that may touch, m
    pub smallest: f64,
    /// place in the ledger of the heat of the first pair
    pub first_heat: Option<usize>,
    /// of each pair when it was last looked at as a whole: distance, and where its two bodies were
    pub looked_at: Vec<Option<(f64, [[f64; 3]; 2])>>,
    pub broad: Option<BroadPhase>,
    pub boxes: Vec<([f64; 3], [f64; 3])>,
    pub overlapping: Vec<usize>,
    pub features: Vec<FeaturePair>,
    pub near: Vec<Near>,
    pub crowd: Crowd,
    /// M⁻¹ of free bodies
    pub inverse: Vec<[[f64; 6]; 6]>,
    /// mass blocks, all bodies one after the other
    pub masses: Vec<f64>,
    pub places: Vec<usize>,
    /// scratch: a vector of the unknowns
    pub unit: Vec<f64>,
    /// contacts with force at the end of the last attempt, for when it is accepted
    pub found: Option<Vec<Touching>>,
    /// something had to be pushed apart in the last attempt
    pub pushed: bool,
    /// energy that contacts took in the last attempt, J
    pub lost: f64,
    /// why the last attempt failed
    pub failure: Option<Failure>,
    /// forces of contacts are read, not only motion
    pub reading: bool,
    /// repetitions and halvings so far
    pub again: u64,
}

//! Points where parts touch, for the recording.

use mainspring_record::FeatureName;

/// One point where two parts touch, for the recording. SI units, world axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactPoint {
    /// index into the model's contact pairs
    pub pair: usize,
    /// where, m
    pub point: [f64; 3],
    /// unit, from the first part to the second
    pub normal: [f64; 3],
    /// on the second part, friction included, N
    pub force: [f64; 3],
    /// distance of the surfaces, m; negative where they overlap
    pub gap: f64,
    /// speed of one surface along the other, m/s
    pub slip: f64,
    /// what the point does
    pub state: ContactState,
    /// the piece of the first and of the second part's surface
    pub features: [FeatureName; 2],
}

/// What a touching point does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContactState {
    /// one surface rests on the other
    Stick,
    /// one surface slides along the other
    Slip,
    /// no slip, and the point moves along both surfaces
    Roll,
}

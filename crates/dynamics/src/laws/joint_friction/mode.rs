//! What a joint with friction does, and what of it lasts between steps.

use crate::multibody::drive_return::DriveReturn;

/// What a joint with friction does.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum FrictionMode {
    /// held by a row of its own
    Stick,
    /// slides up (1) or down (−1) its coordinate
    Slip(i8),
    /// rests because others hold it, at its limit against this direction (±1)
    Held(i8),
    /// rests because others hold it, with this effort: its share of a load that rigid parts leave open
    Share(f64),
}

impl FrictionMode {
    /// Nothing holds it and it holds nothing.
    pub const NONE: Self = Self::Share(0.0);

    /// Whether its coordinate is at rest.
    #[must_use]
    pub const fn rests(self) -> bool {
        !matches!(self, Self::Slip(_))
    }
}

/// What joints with friction remember between steps.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct FrictionState {
    /// what each does; [friction joints]
    pub modes: Vec<FrictionMode>,
    /// drives with a limit that are off their motion; [friction joints]
    pub returns: Vec<Option<DriveReturn>>,
    /// what happened to joints at one moment, as long as time stands still
    pub fired: FiredJoints,
}

/// Joints whose guards fired at one moment.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct FiredJoints {
    /// that moment, s
    pub time: Option<f64>,
    /// joints that slid and came to rest, and drives that have caught up with their motion
    pub slowed: Vec<usize>,
    /// joints at rest that came to their limits, and the direction in which they would be moved
    pub strained: Vec<(usize, i8)>,
}

//! The penalty method: a spring and damper wherever parts overlap (stanley-colgate-1992), in place of rigid contact.
//!
//! * [`law`]: the forces as functions of depth and slip.
//! * `force`: what presses at a state: forces, stored energy, heat, slopes.
//! * `overlaps`: which features overlap; guards that end steps where that changes, so that within a step every force is
//!   smooth and integrators keep their order.
//! * `softness`: stiffness that follows the step's error.
//! * `quantities`: what contacts are measured by.
//!
//! Stiffness counts per point of contact: a box lying on an edge of two corners stands on two springs.

pub mod force;
pub mod law;
pub mod overlaps;
pub mod quantities;
pub mod softness;

pub use overlaps::check;
pub use quantities::SoftMark;

/// What two overlapping features do to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Squeeze {
    /// push each other apart
    Presses,
    /// part faster than the spring can follow: no force, its energy turns into heat
    Loose,
    /// overlap only because others do: no contact of their own
    Shadow,
}

impl Squeeze {
    /// Whether there is a spring between them.
    #[must_use]
    pub const fn acts(self) -> bool {
        !matches!(self, Self::Shadow)
    }
}

/// Two features that overlap, under the penalty method.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Squeezed {
    /// index into the pairs that may touch
    pub pair: u32,
    /// feature of the first
    pub a: u32,
    /// feature of the second
    pub b: u32,
    /// what they do
    pub state: Squeeze,
    /// approach that restitution refers to, m/s
    pub speed: f64,
}

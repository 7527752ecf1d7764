//! Orienting parts without sensors: what a squeeze field does to a part, and scripts of squeezes that bring it to one
//! orientation from any other.
//!
//! A *squeeze field* pushes with a force density of constant size f towards a line. A part in it moves until the line
//! halves its area, and turns until the centres of both halves face each other across the line. How it turns depends on its
//! orientation relative to the line alone, modulo half a turn since the field does not tell a line from the same line
//! run backwards. The theory is that of Böhringer, Donald and MacDonald ("Programmable force fields for distributed
//! manipulation", IEEE Trans. Robotics Autom. 15, 1999; Böhringer, Bhatt, Donald, Goldberg, "Algorithms for sensorless
//! manipulation using a vibrating surface", Algorithmica 26, 2000); plans are found as Goldberg does for grippers
//! ("Orienting polygonal parts without sensors", Algorithmica 10, 1993).
//!
//! **Conventions.** Orientations are angles (rad, counter-clockwise) by which the part is turned from how its region is
//! drawn, relative to the direction of the squeeze line. Moments, slopes and potentials are per unit of the field's
//! density (m³ for N·m per N/m²).
//!
//! ```
//! use mainspring_fields::strategy::Squeeze;
//! use mainspring_geometry::Region;
//!
//! let (part, _) = Region::polygon(&[[0.0, 0.0], [3.0, 0.0], [2.0, 2.0], [0.5, 2.2]])?;
//! let plan = Squeeze::of(&part)?.plan(0.0)?;
//! assert!(!plan.angles.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Assumptions of turn functions and plans** (also [`ASSUMPTIONS`], for printing): motion is overdamped, the part stays
//! in translational equilibrium while it turns, nothing but the field acts (no static friction, no contact), every squeeze
//! lasts until the part has settled, and no start lies exactly on an unstable equilibrium. What static friction changes is
//! reported by [`Squeeze::rest_on`] and [`Squeeze::rest_intervals`].
//!
//! **Files.** `bisector` halves the part's area; `equilibria` are zeros of the moment, isolated by bounds on its
//! slope; `turning` is the turn function; `planner` works backwards over runs of basins for the fewest squeezes, then
//! the largest margin; `rest` is what friction holds; `radial` is the field towards a centre. The crate `orient`
//! gives plans time and writes a scene that tries them.

mod bisector;
mod contour;
mod distance;
mod equilibria;
mod planner;
mod radial;
mod rest;
mod roots;
mod squeeze;
mod turning;

pub use distance::Distances;
pub use equilibria::{Equilibrium, Stability};
pub use planner::{Plan, Stage};
pub use radial::{RadialField, RadialRest};
pub use rest::Rest;
pub use squeeze::{Bisector, Squeeze};
pub use turning::{Basin, TurnFunction};

/// What turn functions and plans take for granted, one sentence each.
pub const ASSUMPTIONS: [&str; 5] = [
    "the motion is overdamped: the part comes to rest without swinging past",
    "the part stays in translational equilibrium on the squeeze line while it turns",
    "only the field acts: no static friction, no contact with other parts",
    "every squeeze lasts until the part has settled",
    "no start lies exactly on an unstable equilibrium",
];

/// Why a part has no answer.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum StrategyError {
    /// the outline has no sensible size
    #[error("the part's radius must be a positive finite number, found {radius} m; draw it at a sensible size")]
    Size {
        /// as found (m)
        radius: f64,
    },
    /// area lost in rounding
    #[error(
        "the part is so thin beside its radius of {radius} m that rounding hides where its area is halved; make it wider"
    )]
    Thin {
        /// largest distance from the centre (m)
        radius: f64,
    },
    /// a disc, a ring …
    #[error(
        "the squeeze field does not turn the part over {} of the {} degrees of a half turn, so nothing can orient it; \
         give it a shape that is not round there",
        .width.to_degrees(), 180.0
    )]
    Neutral {
        /// how much of the half turn is neutral (rad)
        width: f64,
    },
    /// moments too small to tell their zeros apart within bounded work
    #[error(
        "the part is too nearly round: its equilibria in a squeeze field cannot be told apart; \
         describe round edges as arcs, or give it a shape further from a disc"
    )]
    TooRound,
    /// more stable orientations than planned for
    #[error(
        "the part has {found} stable orientations; plans are made for at most {most}; use an outline with fewer bumps"
    )]
    TooMany {
        /// how many
        found: usize,
        /// how many are allowed
        most: usize,
    },
    /// the margin asked for cannot be had
    #[error(
        "no script of squeezes orients the part with a margin of {} degrees; the best has {} degrees: ask for less",
        .wanted.to_degrees(), .best.to_degrees()
    )]
    Margin {
        /// as asked for (rad)
        wanted: f64,
        /// the best there is (rad)
        best: f64,
    },
    /// an argument that is no number or has the wrong sign
    #[error("the {what} must be {must}, found {value}")]
    Argument {
        /// which
        what: &'static str,
        /// what it must be
        must: &'static str,
        /// as given
        value: f64,
    },
    /// the surface under the part
    #[error(transparent)]
    Ground(#[from] crate::GroundError),
    /// median and centre coincide, so the constant field turns nothing
    #[error(
        "a radial field with a constant one does not turn this part: the point its distances are measured best from is its \
         centre; use a part without rotational symmetry"
    )]
    NoLever,
}

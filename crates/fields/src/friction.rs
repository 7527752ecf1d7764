//! Friction of a part, or of a piece of it, on the surface it lies on.
//!
//! Under uniform pressure p a point at velocity v is held by a density of force against v:
//!   `coulomb` μp;   `viscous` k|v|;   `pointwise` the larger of both at every point;
//!   `hybrid` (cilia-1997 §3.3): force and torque of the whole part each the larger of the dry and the viscous one, which
//!   comes in along its own direction as it outgrows the dry one.
//! Viscous friction is linear in the twist: with S = ∫r dA, −k (A v + ω⊥S) and −k (S × v + ω ∫r² dA).
//! Pointwise is the viscous one plus (μp − k|v|) v/|v| over the part of the piece slower than μp/k, a disc about the
//! centre of rotation. The dry part may have a grain: dissipation μp √(v₁² + κ²v₂²) with v₁ along and v₂ across it. In
//! axes of the grain this is isotropic friction of the piece stretched to (κx, y), at the twist (v₁, κv₂, ω):
//!   N = μp/κ Ñ,   F₁ = μp/κ J̃₁,   F₂ = μp J̃₂,   T = μp/κ T̃.
//! Arcs become arcs of ellipses, which are summed as such.

use crate::boundary::{BoundaryCurve, Sums};
use crate::dry_friction::{DryFriction, carried, congruent, is_distant, turned_back};
use crate::friction_footprint::{FrictionFootprint, wrench_of};
use crate::piece_friction::over_piece;
use crate::wrench::Wrench;
use crate::{rotation_integrals, spoke_integrals};
use mainspring_numerics::vec2::{cross, dot};

/// How dry and viscous friction make up the friction of a part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Law {
    /// force and torque each the larger of both
    #[default]
    Hybrid,
    /// at every point the larger of both
    Pointwise,
    /// dry alone
    Coulomb,
    /// viscous alone: nothing ever sticks
    Viscous,
}

/// Dry friction that differs by direction: coefficients given hold along the grain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grain {
    /// direction of the grain from the world's x axis (rad)
    pub angle: f64,
    /// coefficients across it over those along it, > 0
    pub across: f64,
}

/// What a part lies on and how hard it presses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ground {
    /// uniform, ≥ 0 (N/m²)
    pub pressure: f64,
    /// coefficient at rest, ≥ `sliding`
    pub at_rest: f64,
    /// coefficient while sliding, ≥ 0
    pub sliding: f64,
    /// viscous friction per area, ≥ 0 (N·s/m³)
    pub viscous: f64,
    /// how both are put together
    pub law: Law,
    /// of the dry friction; not with [`Law::Pointwise`]
    pub grain: Option<Grain>,
}

/// What is wrong with a ground.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum GroundError {
    /// negative, infinite or not a number
    #[error("the {what} of the surface must be a number not below 0, found {value}")]
    Negative {
        /// which
        what: &'static str,
        /// as given
        value: f64,
    },
    /// more friction sliding than at rest
    #[error("friction at rest ({at_rest}) must not be below friction while sliding ({sliding})")]
    RestBelowSliding {
        /// as given
        at_rest: f64,
        /// as given
        sliding: f64,
    },
    /// the ratio of the grain
    #[error("friction across the grain must be a positive multiple of that along it, found {value}")]
    Grain {
        /// as given
        value: f64,
    },
    /// which of two directions should the larger one at a point act in?
    #[error("a grain and the pointwise law do not go together; use hybrid or coulomb")]
    PointwiseGrain,
}

impl Ground {
    /// Whether friction can be found with these numbers.
    ///
    /// # Errors
    /// Numbers out of range, a grain with the pointwise law.
    pub fn check(&self) -> Result<(), GroundError> {
        let numbers = [
            ("pressure", self.pressure),
            ("friction at rest", self.at_rest),
            ("friction while sliding", self.sliding),
            ("viscous friction", self.viscous),
        ];
        if let Some(&(what, value)) = numbers.iter().find(|(_, v)| !(v.is_finite() && *v >= 0.0)) {
            return Err(GroundError::Negative { what, value });
        }
        if self.at_rest < self.sliding {
            return Err(GroundError::RestBelowSliding { at_rest: self.at_rest, sliding: self.sliding });
        }
        let Some(grain) = self.grain else { return Ok(()) };
        if !(grain.across.is_finite() && grain.across > 0.0 && grain.angle.is_finite()) {
            return Err(GroundError::Grain { value: grain.across });
        }
        if self.law == Law::Pointwise { Err(GroundError::PointwiseGrain) } else { Ok(()) }
    }
}

/// What rubs on the surface: a part or a piece of one.
#[derive(Clone, Copy, Debug)]
pub enum Under<'a> {
    /// all of a part turned by an angle of this cosine and sine
    Whole {
        /// of the part
        footprint: &'a FrictionFootprint,
        /// cosine and sine of the part's angle
        heading: [f64; 2],
    },
    /// what lies in a window, in world axes about the part's origin
    Piece(&'a BoundaryCurve),
}

impl Under<'_> {
    /// Dry friction at unit pressure and coefficient, all in world axes.
    pub(crate) fn rub<const SLOPES: bool>(&self, grain: Option<Grain>, twist: [f64; 3]) -> DryFriction {
        match (self, grain) {
            (Self::Whole { footprint: sole, heading }, None) => {
                sole.rub::<SLOPES>(turned_back(twist, *heading)).turned::<SLOPES>(*heading)
            }
            (Self::Piece(rim), None) => over_piece::<SLOPES>(rim, twist),
            (_, Some(grain)) => self.rub_grained::<SLOPES>(grain, twist),
        }
    }

    fn rub_grained<const SLOPES: bool>(&self, grain: Grain, twist: [f64; 3]) -> DryFriction {
        let (s, c) = libm::sincos(grain.angle);
        let k = grain.across;
        let mut rim = BoundaryCurve::default();
        match self {
            Self::Whole { footprint: sole, heading } => {
                // body axes into those of the grain, then stretched
                let [x, y] = [heading[0] * c + heading[1] * s, heading[1] * c - heading[0] * s];
                rim.trace_mapped(&sole.edges, [[k * x, -k * y], [y, x]]);
            }
            Self::Piece(piece) => rim.stretch(piece, [[k * c, k * s], [-s, c]]),
        }
        let [along, across, spin] = turned_back(twist, [c, s]);
        let rub = over_piece::<SLOPES>(&rim, [along, k * across, spin]);
        let [x, y, torque] = rub.wrench;
        let slopes = if SLOPES {
            let stretch = [[1.0, 0.0, 0.0], [0.0, k, 0.0], [0.0, 0.0, 1.0]];
            congruent(&rub.slopes, &stretch).map(|row| row.map(|h| h / k))
        } else {
            rub.slopes
        };
        DryFriction { wrench: [x / k, y, torque / k], power: rub.power / k, slopes }.turned::<SLOPES>([c, s])
    }

    /// ∫dA, ∫r dA, ∫r² dA in world axes.
    pub(crate) fn sums(&self) -> Sums {
        match self {
            Self::Whole { footprint: sole, heading: [c, s] } => {
                let [x, y] = sole.sums.first;
                Sums { first: [c * x - s * y, s * x + c * y], ..sole.sums }
            }
            Self::Piece(rim) => rim.moments(),
        }
    }

    /// No point of it is faster (m/s).
    fn fastest(&self, twist: [f64; 3]) -> f64 {
        let (rim, twist) = match self {
            Self::Whole { footprint: sole, heading } => (&sole.rim, turned_back(twist, *heading)),
            Self::Piece(rim) => (*rim, twist),
        };
        let here = carried(twist, rim.middle);
        libm::hypot(here[0], here[1]) + here[2].abs() * rim.radius
    }

    /// The larger of dry and viscous at every point, less the viscous everywhere; sign of the motion.
    fn pointwise_excess(&self, limit: f64, twist: [f64; 3]) -> [f64; 3] {
        match self {
            Self::Whole { footprint: sole, heading } => {
                let [x, y, torque] = excess(&sole.rim, limit, turned_back(twist, *heading));
                let [c, s] = *heading;
                [c * x - s * y, s * x + c * y, torque]
            }
            Self::Piece(rim) => excess(rim, limit, twist),
        }
    }
}

/// ∫ (1 − |v|/limit) v/|v| dA and its torque about the origin, over where |v| is below the limit.
fn excess(rim: &BoundaryCurve, limit: f64, twist: [f64; 3]) -> [f64; 3] {
    let here = carried(twist, rim.middle);
    let speed = libm::hypot(here[0], here[1]);
    let spread = here[2].abs() * rim.radius;
    let [x, y, torque] = if (speed == 0.0 && here[2] == 0.0) || speed - spread >= limit {
        [0.0; 3]
    } else if is_distant(here, speed, rim.radius) {
        spoke_integrals::slower(rim, here, limit)
    } else {
        let (sign, c) = (here[2].signum(), [-here[1] / here[2], here[0] / here[2]]);
        let (u, w) = rotation_integrals::within(rim, c, limit / here[2].abs());
        [-sign * u[1], sign * u[0], sign * (w + dot(c, u))]
    };
    [x, y, torque + rim.middle[0] * y - rim.middle[1] * x]
}

/// Which of the two acts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Acts {
    /// from the weight
    #[default]
    Dry,
    /// from the speed
    Viscous,
}

/// Which of the two acts on force and torque under [`Law::Hybrid`]; other laws do not ask.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Branch {
    /// on the force
    pub force: Acts,
    /// on the torque about the part's origin
    pub torque: Acts,
}

/// Dry and viscous friction on a part, before a law puts them together.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pair {
    /// against the motion, from the weight
    pub dry: Wrench,
    /// against the motion, from the speed
    pub viscous: Wrench,
}

impl Pair {
    /// Of a part or piece at the twist of the part's origin against the surface.
    #[must_use]
    pub fn of(ground: &Ground, under: Under, twist: [f64; 3]) -> Self {
        let rub = under.rub::<false>(ground.grain, twist);
        let dry = wrench_of(rub.wrench).times(-ground.sliding * ground.pressure);
        Self { dry, viscous: viscous(ground, under, twist) }
    }

    /// Of two pieces of one part together.
    #[inline]
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        Self { dry: self.dry.plus(&other.dry), viscous: self.viscous.plus(&other.viscous) }
    }

    /// By how much the viscous exceeds the dry: force (N) and torque (N·m). A change of sign is a change of branch.
    #[must_use]
    pub fn margins(&self) -> [f64; 2] {
        let size = |w: &Wrench| libm::hypot(w.force[0], w.force[1]);
        [size(&self.viscous) - size(&self.dry), self.viscous.torque.abs() - self.dry.torque.abs()]
    }

    /// The branch of the larger ones; dry where equal.
    #[must_use]
    pub fn branch(&self) -> Branch {
        let [force, torque] = self.margins().map(|m| if m > 0.0 { Acts::Viscous } else { Acts::Dry });
        Branch { force, torque }
    }

    /// What acts on a branch: the dry one, or besides it what the viscous one exceeds it by, along the viscous one. Where both
    /// point the same way, as in any motion without turning, that is the viscous one itself; elsewhere the two would pull a
    /// part to and fro where they are equal in size.
    #[must_use]
    pub fn on(&self, branch: Branch) -> Wrench {
        let [force, torque] = self.margins();
        let mut out = self.dry;
        let size = libm::hypot(self.viscous.force[0], self.viscous.force[1]);
        if branch.force == Acts::Viscous && size > 0.0 {
            out.force = [0, 1].map(|i| out.force[i] + force * self.viscous.force[i] / size);
        }
        if branch.torque == Acts::Viscous && self.viscous.torque != 0.0 {
            out.torque += torque * self.viscous.torque.signum();
        }
        out
    }
}

fn viscous(ground: &Ground, under: Under, twist: [f64; 3]) -> Wrench {
    let Sums { area, first: [x, y], polar } = under.sums();
    let [vx, vy, spin] = twist;
    Wrench {
        force: [-ground.viscous * (area * vx - spin * y), -ground.viscous * (area * vy + spin * x)],
        torque: -ground.viscous * (cross([x, y], [vx, vy]) + spin * polar),
    }
}

/// Friction on a part (N, N·m about its origin) at the twist (vx, vy, ω) of its origin against the surface, under
/// hybrid friction on the given branch; no dry friction at rest, where the limit surface decides.
#[must_use]
pub fn friction(ground: &Ground, under: Under, twist: [f64; 3], branch: Branch) -> Wrench {
    let limit = ground.sliding * ground.pressure / ground.viscous;
    match ground.law {
        Law::Viscous => viscous(ground, under, twist),
        Law::Hybrid => Pair::of(ground, under, twist).on(branch),
        // nowhere faster than where both are equal: dry alone
        Law::Pointwise if limit.is_finite() && limit > 0.0 && under.fastest(twist) > limit => {
            let dry = wrench_of(under.pointwise_excess(limit, twist)).times(-ground.sliding * ground.pressure);
            viscous(ground, under, twist).plus(&dry)
        }
        // without viscous friction the larger one is the dry; without dry friction the viscous
        Law::Pointwise if ground.viscous > 0.0 && limit == 0.0 => viscous(ground, under, twist),
        Law::Coulomb | Law::Pointwise => {
            let rub = under.rub::<false>(ground.grain, twist);
            wrench_of(rub.wrench).times(-ground.sliding * ground.pressure)
        }
    }
}

/// Derivatives of [`friction`] by vx, vy and ω (rows: force, torque); None under [`Law::Pointwise`], which has no closed form.
/// Where viscous friction outgrew a dry one of another direction the viscous one alone is taken.
#[must_use]
pub fn friction_slopes(ground: &Ground, under: Under, twist: [f64; 3], branch: Branch) -> Option<[[f64; 3]; 3]> {
    let dry = || {
        let factor = -ground.sliding * ground.pressure;
        under.rub::<true>(ground.grain, twist).slopes.map(|row| row.map(|s| s * factor))
    };
    let viscous = || {
        let Sums { area, first: [x, y], polar } = under.sums();
        let k = -ground.viscous;
        [[k * area, 0.0, -k * y], [0.0, k * area, k * x], [-k * y, k * x, k * polar]]
    };
    match ground.law {
        Law::Coulomb => Some(dry()),
        Law::Viscous => Some(viscous()),
        Law::Hybrid => {
            let (dry, viscous) = (dry(), viscous());
            let pick = |acts: Acts, row: usize| if acts == Acts::Dry { dry[row] } else { viscous[row] };
            Some([pick(branch.force, 0), pick(branch.force, 1), pick(branch.torque, 2)])
        }
        Law::Pointwise => None,
    }
}

/// As [`friction`] for a part in pieces, each on a surface that moves with its own velocity (m/s).
#[must_use]
pub fn friction_over(ground: &Ground, pieces: &[(BoundaryCurve, [f64; 2])], twist: [f64; 3], branch: Branch) -> Wrench {
    let against = |u: [f64; 2]| [twist[0] - u[0], twist[1] - u[1], twist[2]];
    if ground.law == Law::Hybrid {
        return pair_over(ground, pieces, twist).on(branch);
    }
    pieces
        .iter()
        .fold(Wrench::default(), |sum, (rim, u)| sum.plus(&friction(ground, Under::Piece(rim), against(*u), branch)))
}

/// Dry and viscous friction of a part in pieces, each on a surface that moves with its own velocity (m/s).
#[must_use]
pub fn pair_over(ground: &Ground, pieces: &[(BoundaryCurve, [f64; 2])], twist: [f64; 3]) -> Pair {
    pieces.iter().fold(Pair::default(), |sum, (rim, u)| {
        sum.plus(&Pair::of(ground, Under::Piece(rim), [twist[0] - u[0], twist[1] - u[1], twist[2]]))
    })
}

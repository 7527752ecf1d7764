//! A radial field with a small constant field: where a part comes to rest in it.
//!
//! Every point of the part is pulled with unit density towards a centre O, and with density ε < 1 along a fixed direction e.
//! In the part's axes, q the place of O seen from the centre of area and β the direction of e, the potential is
//!   U(q, β) = D(q) + ε A e(β)·q,   D(q) = ∫|r − q| dA,
//! convex in q: for each β there is one q(β), with ∇D = −ε A e. What is left is V(β) = min U with
//!   V' = ε A e'(β)·q,   V'' = ε A (−e·q + e'·q'),   q' = −ε A (∇∇D)⁻¹ e'.
//! The part rests where V' = 0, stably where V has a minimum. For small ε and a part whose median m is not its centre,
//! V ≈ D(m) + ε A e·m has one minimum (cf. Böhringer, Donald, Kavraki, Lamiraux, "Part orientation with one or two
//! stable equilibria using programmable vector fields", IEEE Trans. Robotics Autom. 16, 2000).

use super::StrategyError;
use super::distance::Distances;
use crate::tolerances::{ANGLE_ROUNDING, NO_LEVER};
use mainspring_geometry::Region;
use std::f64::consts::TAU;

/// Steps of the first look round.
const STEPS: usize = 360;
/// Halvings where the moment comes near zero and turns back.
const DEEPEST: usize = 20;

/// A unit radial field towards a point with a constant field on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RadialField {
    /// density of the constant field over that of the radial one, 0 < ratio < 1
    pub ratio: f64,
    /// direction of the constant field in the world (rad)
    pub direction: f64,
}

/// A pose at which the part is in equilibrium.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RadialRest {
    /// how far the part is turned from how its region is drawn (rad, 0 ≤ angle < 2π)
    pub angle: f64,
    /// its centre of area, seen from the centre of the radial field, world axes (m)
    pub position: [f64; 2],
    /// whether it returns after a push
    pub stable: bool,
    /// second derivative of the potential with respect to the angle, position following (m³ per unit of radial density)
    pub stiffness: f64,
}

impl RadialField {
    /// All equilibria of a part, in order of their angle: a part that is oriented has one that is stable.
    ///
    /// # Errors
    /// A ratio outside 0..1, a part that the field turns nowhere.
    pub fn rests(&self, region: &Region) -> Result<Vec<RadialRest>, StrategyError> {
        if !(self.ratio > 0.0 && self.ratio < 1.0) {
            let what = "ratio of the constant field to the radial one";
            return Err(StrategyError::Argument { what, must: "between 0 and 1", value: self.ratio });
        }
        if !self.direction.is_finite() {
            let what = "direction of the constant field";
            return Err(StrategyError::Argument { what, must: "a finite angle", value: self.direction });
        }
        let lift = Lift { distances: &Distances::of(region)?, pull: 0.0 };
        let lift = Lift { pull: self.ratio * lift.distances.area(), ..lift };
        let mut looks: Vec<Look> = Vec::with_capacity(STEPS + 1);
        for i in 0..=STEPS {
            let from = looks.last().map_or([0.0; 2], |l: &Look| l.place);
            looks.push(lift.look(TAU * (i as f64 + 0.37) / STEPS as f64, from));
        }
        if looks.iter().all(|l| l.lever.abs() <= NO_LEVER * lift.distances.size()) {
            return Err(StrategyError::NoLever);
        }
        let mut found = Vec::new();
        for pair in looks.windows(2) {
            lift.between(&pair[0], &pair[1], DEEPEST, &mut found);
        }
        let mut rests: Vec<RadialRest> = found.iter().map(|look| self.rest(look, lift.pull)).collect();
        rests.sort_by(|a, b| a.angle.total_cmp(&b.angle));
        Ok(rests)
    }

    fn rest(&self, look: &Look, pull: f64) -> RadialRest {
        let angle = self.direction - look.angle;
        let angle = angle - TAU * libm::floor(angle / TAU);
        let (s, c) = libm::sincos(angle);
        let [x, y] = look.place;
        RadialRest {
            angle: if angle >= TAU { 0.0 } else { angle },
            position: [s * y - c * x, -s * x - c * y],
            stable: look.slope > 0.0,
            stiffness: pull * look.slope,
        }
    }
}

struct Lift<'a> {
    distances: &'a Distances,
    /// ε A
    pull: f64,
}

/// The part at one direction of the constant field, in translational equilibrium.
#[derive(Clone, Copy)]
struct Look {
    /// β
    angle: f64,
    /// q
    place: [f64; 2],
    /// e'·q: V' but for a factor
    lever: f64,
    /// its derivative
    slope: f64,
}

impl Lift<'_> {
    fn look(&self, angle: f64, from: [f64; 2]) -> Look {
        let (s, c) = libm::sincos(angle);
        let (place, slopes) = self.distances.lowest([self.pull * c, self.pull * s], from);
        let [[a, b], [_, d]] = slopes.hessian;
        // (∇∇D)⁻¹ e', e' = (−s, c)
        let determinant = a * d - b * b;
        let away = [(-d * s - b * c) / determinant, (b * s + a * c) / determinant];
        let slope = -(c * place[0] + s * place[1]) - self.pull * (c * away[1] - s * away[0]);
        Look { angle, place, lever: c * place[1] - s * place[0], slope }
    }

    /// Zeros between two looks: one where the sign changes; more where the lever dips towards zero and turns back.
    fn between(&self, from: &Look, to: &Look, depth: usize, found: &mut Vec<Look>) {
        if from.lever == 0.0 || from.lever * to.lever < 0.0 {
            found.push(self.refine(*from, *to));
            return;
        }
        let dips = from.lever * from.slope < 0.0 && to.lever * to.slope > 0.0;
        if dips && depth > 0 {
            let middle = self.look(0.5 * (from.angle + to.angle), from.place);
            self.between(from, &middle, depth - 1, found);
            self.between(&middle, to, depth - 1, found);
        }
    }

    fn refine(&self, from: Look, to: Look) -> Look {
        let (mut low, mut high, falls) = (from.angle, to.angle, from.lever > 0.0);
        let mut look = from;
        for _ in 0..80 {
            if look.lever == 0.0 {
                break;
            }
            let newton = look.angle - look.lever / look.slope;
            let next = if newton > low && newton < high { newton } else { 0.5 * (low + high) };
            if (next - look.angle).abs() <= ANGLE_ROUNDING * (1.0 + next.abs()) {
                break;
            }
            look = self.look(next, look.place);
            if (look.lever > 0.0) == falls {
                low = look.angle;
            } else {
                high = look.angle;
            }
        }
        look
    }
}

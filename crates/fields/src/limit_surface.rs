//! The limit surface: which wrench a part at rest withstands, and how it starts when it does not.
//!
//! Dry friction at a twist ξ dissipates N(ξ) = μp ∫|v_ξ| dA, convex and of degree one. The wrenches it can hold are
//!   {w : w·ξ ≤ N(ξ) for every ξ},
//! a convex body whose boundary is the wrenches ∇N(ξ) of sliding. How much of it a wrench uses up is its gauge
//! max w·ξ/N(ξ), found as the minimum of ½N² − w·ξ (value −½ gauge², where N∇N = w). A part that cannot be held starts
//! with the acceleration that minimises ½ξᵀMξ − w·ξ + N(ξ), N with the coefficient of sliding (principle of least
//! constraint); the minimiser is zero exactly where the gauge with that coefficient is at most one.
//! Both are found by Newton's method with exact slopes in variables about the centre of area, angles in radii of
//! gyration, forces in μpA, so that N is near the length of ξ whatever the part; a step is halved until it descends.
//!
//! A part on a window that moves is at rest against it when it has its velocity: the same with [`Under::Piece`]. What
//! other pieces of it rub elsewhere is a known wrench, to be added to the load.

use crate::dry_friction::{DryFriction, congruent};
use crate::friction::{Ground, Law, Under};
use crate::tolerances::{GRADIENT_SETTLED, SUFFICIENT_DESCENT, VALUE_ROUNDING};
use crate::wrench::Wrench;
use mainspring_numerics::cholesky::solve3;
use mainspring_numerics::matrix3::{Mat3, rotate};
use mainspring_numerics::vec3::{Vec3, dot, norm};

/// Newton's steps; more than twenty were never seen.
const STEPS: usize = 80;
/// The gauge of the static limit surface at a wrench on a part at rest (N, N·m about its origin): it stays put iff this
/// is at most 1; and the twist the surface is tightest for, of which only the direction matters. Zero for no wrench,
/// infinite where there is no dry friction.
#[inline]
#[must_use]
pub fn limit_surface_load(ground: &Ground, under: Under, wrench: Wrench) -> (f64, [f64; 3]) {
    gauge(ground, ground.at_rest, under, wrench)
}

/// The acceleration (m/s², m/s², rad/s²) with which a part of mass (m, m, J) about its origin (kg, kg, kg·m²) starts
/// from rest under a wrench (N, N·m); zero if sliding friction holds it.
#[must_use]
pub fn breakaway_acceleration(ground: &Ground, under: Under, wrench: Wrench, mass: [f64; 3]) -> [f64; 3] {
    let free = [wrench.force[0] / mass[0], wrench.force[1] / mass[1], wrench.torque / mass[2]];
    let Some(unit) = Units::of(ground, ground.sliding, under) else { return free };
    let (share, way) = gauge(ground, ground.sliding, under, wrench);
    if share <= 1.0 {
        return [0.0; 3];
    }
    let w = unit.wrench_in(wrench);
    let m = unit.mass_in(mass);
    // the best point on the ray of the tightest twist is already below zero, and descent never comes back to it
    let way = unit.twist_in(way);
    let rub = unit.rub(ground, under, way);
    let along = dot(w, way) - rub.power;
    let size = dot(way, rotate(&m, way));
    let start = way.map(|x| x * along / size);
    let found = descend(start, 1.0 + norm(w), |at| {
        let rub = unit.rub(ground, under, *at);
        let push = rotate(&m, *at);
        let value = [0.5 * dot(*at, push) - dot(w, *at) + rub.power, rub.power];
        let gradient = [0, 1, 2].map(|i| push[i] - w[i] + rub.wrench[i]);
        (value, gradient, [0, 1, 2].map(|i| [0, 1, 2].map(|j| m[i][j] + rub.slopes[i][j])))
    });
    unit.twist_out(found)
}

fn gauge(ground: &Ground, coefficient: f64, under: Under, wrench: Wrench) -> (f64, Vec3) {
    if wrench == Wrench::default() {
        return (0.0, [0.0; 3]);
    }
    let Some(unit) = Units::of(ground, coefficient, under) else {
        return (f64::INFINITY, [wrench.force[0], wrench.force[1], wrench.torque]);
    };
    let w = unit.wrench_in(wrench);
    // the gauge is of degree one: sought at a wrench of length one
    let size = norm(w);
    let w = w.map(|x| x / size);
    let found = descend(w, 1.0, |at| {
        let DryFriction { wrench: g, power: n, slopes } = unit.rub(ground, under, *at);
        let gradient = [0, 1, 2].map(|i| n * g[i] - w[i]);
        (
            [0.5 * n * n - dot(w, *at), n * n],
            gradient,
            [0, 1, 2].map(|i| [0, 1, 2].map(|j| g[i] * g[j] + n * slopes[i][j])),
        )
    });
    let power = unit.rub(ground, under, found).power;
    (size * dot(w, found) / power, unit.twist_out(found))
}

/// Variables in which the part is about one in size: about the centre of area, ω in speeds at the radius of gyration,
/// forces in μpA.
struct Units {
    center: [f64; 2],
    gyration: f64,
    area: f64,
    force: f64,
}

impl Units {
    /// None where nothing is dry.
    fn of(ground: &Ground, coefficient: f64, under: Under) -> Option<Self> {
        let sums = under.sums();
        let force = coefficient * ground.pressure * sums.area;
        let center = [sums.first[0] / sums.area, sums.first[1] / sums.area];
        let gyration = (sums.polar / sums.area - center[0] * center[0] - center[1] * center[1]).sqrt();
        let dry = ground.law != Law::Viscous && force > 0.0 && gyration > 0.0;
        dry.then_some(Self { center, gyration, area: sums.area, force })
    }

    fn twist_out(&self, twist: Vec3) -> Vec3 {
        let ([x, y], spin) = (self.center, twist[2] / self.gyration);
        [twist[0] + spin * y, twist[1] - spin * x, spin]
    }

    fn twist_in(&self, twist: Vec3) -> Vec3 {
        let [x, y] = self.center;
        [twist[0] - twist[2] * y, twist[1] + twist[2] * x, twist[2] * self.gyration]
    }

    fn wrench_in(&self, wrench: Wrench) -> Vec3 {
        let ([x, y], [fx, fy]) = (self.center, wrench.force);
        [fx, fy, (wrench.torque - x * fy + y * fx) / self.gyration].map(|f| f / self.force)
    }

    /// Columns: the twist of the part's origin for each variable.
    fn matrix(&self) -> Mat3 {
        let ([x, y], g) = (self.center, self.gyration);
        [[1.0, 0.0, y / g], [0.0, 1.0, -x / g], [0.0, 0.0, 1.0 / g]]
    }

    fn mass_in(&self, [a, b, c]: Vec3) -> Mat3 {
        let mass = congruent(&[[a, 0.0, 0.0], [0.0, b, 0.0], [0.0, 0.0, c]], &self.matrix());
        mass.map(|row| row.map(|m| m / self.force))
    }

    fn rub(&self, ground: &Ground, under: Under, twist: Vec3) -> DryFriction {
        let rub = under.rub::<true>(ground.grain, self.twist_out(twist));
        let ([x, y], g, [fx, fy, torque]) = (self.center, self.gyration, rub.wrench);
        DryFriction {
            wrench: [fx, fy, (torque - x * fy + y * fx) / g].map(|f| f / self.area),
            power: rub.power / self.area,
            slopes: congruent(&rub.slopes, &self.matrix()).map(|row| row.map(|h| h / self.area)),
        }
    }
}

/// Newton's method on a convex function that tells its value and the size of its terms, its gradient and slopes;
/// gradients are of order `size`.
fn descend(start: Vec3, size: f64, f: impl Fn(&Vec3) -> ([f64; 2], Vec3, Mat3)) -> Vec3 {
    let mut at = start;
    let (mut value, mut gradient, mut slopes) = f(&at);
    for _ in 0..STEPS {
        let steep = norm(gradient);
        if steep.is_nan() || steep <= GRADIENT_SETTLED * size {
            break;
        }
        let step = solve3(&slopes, &gradient).unwrap_or(gradient);
        let gain = dot(step, gradient);
        let mut share = 1.0;
        let mut moved = None;
        for _ in 0..60 {
            let next = [0, 1, 2].map(|i| at[i] - share * step[i]);
            let found = f(&next);
            let slope = norm(found.1);
            // near the end values are rounding and only the gradient still tells
            let drop = value[0] - found.0[0];
            let better = drop > 0.0 && drop >= SUFFICIENT_DESCENT * share * gain;
            let closer = drop.abs() <= VALUE_ROUNDING * value[1] && slope < steep;
            if better || closer {
                moved = Some((next, found));
                break;
            }
            share *= 0.5;
        }
        let Some((next, found)) = moved else { break };
        at = next;
        (value, gradient, slopes) = found;
    }
    at
}

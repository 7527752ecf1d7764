//! The integral of the distance from a point over a part, its slopes and its smallest value.
//!
//! D(c) = ∫|r − c| dA is convex; with ρ = |r − c|, u = (r − c)/ρ and the outward normal n along the outline, Gauss'
//! theorem gives
//!   D = ⅓ ∮ ρ (r − c)·n ds,   ∇D = −∫ u dA = −∮ ρ n ds,   ∇∇D = ∮ u nᵀ ds.
//! Along a straight edge with tangent t, h = (r − c)·n constant and s = (r − c)·t:
//!   ∫ρ ds = ½ [s ρ + h² asinh(s/|h|)],   ∫u ds = t [ρ] + n h [asinh(s/|h|)].
//! Arcs are integrated by Gauss' rule on pieces that are halved until both halves agree with the whole.
//!
//! Its minimiser is the part's median. It is where a radial field of constant size holds the part, and by the static limit
//! surface a pure moment M is held by dry friction of traction τ (uniform, alike in all directions) exactly as long as
//! |M| ≤ τ min D: the twist that costs friction least for its rotation turns about the median.

use super::StrategyError;
use crate::tolerances::{ARC_ROUNDING, SHORTEST_SHARE, STEP_ROUNDING, SUFFICIENT_DESCENT, TRUSTED_STEP};
use mainspring_geometry::{Region, Segment};
use mainspring_numerics::quadrature::GAUSS_8_HALF;

/// Halvings of an arc.
const DEEPEST: usize = 40;

/// Distances over a part from any point; points and lengths in the frame of the part's region (m).
#[derive(Clone, Debug)]
pub struct Distances {
    edges: Vec<Segment>,
    start: [f64; 2],
    size: f64,
    area: f64,
}

/// D and its slopes at a point.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Slopes {
    pub value: f64,
    pub gradient: [f64; 2],
    pub hessian: [[f64; 2]; 2],
}

impl Distances {
    /// Of a part with this outline.
    ///
    /// # Errors
    /// A part without sensible size.
    pub fn of(region: &Region) -> Result<Self, StrategyError> {
        let (start, moments) = region.central_moments();
        let (low, high) = region.bounds();
        let size = libm::hypot(high[0] - low[0], high[1] - low[1]);
        if !(size.is_finite() && size > 0.0 && moments.area > 0.0) {
            return Err(StrategyError::Size { radius: size });
        }
        // about the centre, so that a part far from the origin loses nothing
        let at = |p: [f64; 2]| [p[0] - start[0], p[1] - start[1]];
        let edges = region.loops().iter().flatten().map(|segment| match *segment {
            Segment::Line { from, to } => Segment::Line { from: at(from), to: at(to) },
            Segment::Arc { from, to, center, sweep } => {
                Segment::Arc { from: at(from), to: at(to), center: at(center), sweep }
            }
        });
        Ok(Self { edges: edges.collect(), start, size, area: moments.area })
    }

    /// ∫|r − point| dA (m³).
    #[must_use]
    pub fn integral(&self, point: [f64; 2]) -> f64 {
        self.slopes([point[0] - self.start[0], point[1] - self.start[1]]).value
    }

    /// ∫(r − point)/|r − point| dA (m²): minus the force of a unit radial field towards `point`.
    #[must_use]
    pub fn pull(&self, point: [f64; 2]) -> [f64; 2] {
        self.slopes([point[0] - self.start[0], point[1] - self.start[1]]).gradient.map(|x| -x)
    }

    /// The point from which the integral is smallest, and that integral (m, m³).
    #[must_use]
    pub fn median(&self) -> ([f64; 2], f64) {
        let (at, slopes) = self.lowest([0.0; 2], [0.0; 2]);
        ([at[0] + self.start[0], at[1] + self.start[1]], slopes.value)
    }

    pub(super) fn area(&self) -> f64 {
        self.area
    }

    pub(super) fn size(&self) -> f64 {
        self.size
    }

    /// Where D(q) + slope·q is smallest, |slope| < area, from the centre; by Newton's method on a convex function, steps
    /// shortened until it falls.
    pub(super) fn lowest(&self, slope: [f64; 2], from: [f64; 2]) -> ([f64; 2], Slopes) {
        let value = |q: [f64; 2], s: &Slopes| s.value + slope[0] * q[0] + slope[1] * q[1];
        let mut q = from;
        let mut here = self.slopes(q);
        for _ in 0..100 {
            let force = [here.gradient[0] + slope[0], here.gradient[1] + slope[1]];
            let [[a, b], [_, d]] = here.hessian;
            let determinant = a * d - b * b;
            let step = [(b * force[1] - d * force[0]) / determinant, (b * force[0] - a * force[1]) / determinant];
            let long = libm::hypot(step[0], step[1]);
            let mut share = (0.5 * self.size / long).min(1.0);
            let falls = step[0] * force[0] + step[1] * force[1];
            if !(long > STEP_ROUNDING * self.size && falls < 0.0) {
                break;
            }
            // near the bottom values no longer tell: there the full step is right
            let trusted = long < TRUSTED_STEP * self.size;
            let (at, there) = loop {
                let at = [q[0] + share * step[0], q[1] + share * step[1]];
                let there = self.slopes(at);
                if trusted
                    || share < SHORTEST_SHARE
                    || value(at, &there) <= value(q, &here) + SUFFICIENT_DESCENT * share * falls
                {
                    break (at, there);
                }
                share *= 0.5;
            };
            (q, here) = (at, there);
        }
        (q, here)
    }

    /// D and its slopes, `point` from the centre of area.
    pub(super) fn slopes(&self, point: [f64; 2]) -> Slopes {
        let mut sum = Slopes::default();
        for edge in &self.edges {
            match *edge {
                Segment::Line { from, to } => add_line(from, to, point, &mut sum),
                Segment::Arc { from, center, sweep, .. } => {
                    let spoke = [from[0] - center[0], from[1] - center[1]];
                    let arc = Arc { center, spoke, point };
                    let whole = arc.rule(0.0, sweep);
                    let total = arc.halved([0.0, sweep], &whole, ARC_ROUNDING * self.size * self.size, DEEPEST);
                    sum.value += total[0];
                    sum.gradient[0] += total[1];
                    sum.gradient[1] += total[2];
                    sum.hessian[0][0] += total[3];
                    sum.hessian[0][1] += total[4];
                    sum.hessian[1][0] += total[5];
                    sum.hessian[1][1] += total[6];
                }
            }
        }
        let mixed = 0.5 * (sum.hessian[0][1] + sum.hessian[1][0]);
        (sum.hessian[0][1], sum.hessian[1][0]) = (mixed, mixed);
        sum
    }
}

fn add_line(from: [f64; 2], to: [f64; 2], point: [f64; 2], sum: &mut Slopes) {
    let along = [to[0] - from[0], to[1] - from[1]];
    let long = libm::hypot(along[0], along[1]);
    let t = [along[0] / long, along[1] / long];
    let n = [t[1], -t[0]];
    let a = [from[0] - point[0], from[1] - point[1]];
    let b = [to[0] - point[0], to[1] - point[1]];
    let h = a[0] * n[0] + a[1] * n[1];
    let (s1, s2) = (a[0] * t[0] + a[1] * t[1], b[0] * t[0] + b[1] * t[1]);
    let (r1, r2) = (libm::hypot(a[0], a[1]), libm::hypot(b[0], b[1]));
    let turns = if h == 0.0 { 0.0 } else { libm::asinh(s2 / h.abs()) - libm::asinh(s1 / h.abs()) };
    let lengths = 0.5 * (s2 * r2 - s1 * r1 + h * h * turns);
    sum.value += h * lengths / 3.0;
    for i in 0..2 {
        sum.gradient[i] -= n[i] * lengths;
        for j in 0..2 {
            sum.hessian[i][j] += (t[i] * (r2 - r1) + n[i] * h * turns) * n[j];
        }
    }
}

/// An arc seen from a point: what it adds to D, its gradient and its second derivatives.
struct Arc {
    center: [f64; 2],
    spoke: [f64; 2],
    point: [f64; 2],
}

impl Arc {
    fn integrand(&self, swept: f64, sign: f64) -> [f64; 7] {
        let (s, c) = libm::sincos(swept);
        let spoke = [c * self.spoke[0] - s * self.spoke[1], s * self.spoke[0] + c * self.spoke[1]];
        let r = [self.center[0] + spoke[0] - self.point[0], self.center[1] + spoke[1] - self.point[1]];
        let long = libm::hypot(r[0], r[1]);
        // n ds per swept angle: outward for arcs run counter-clockwise
        let n = [sign * spoke[0], sign * spoke[1]];
        let u = if long > 0.0 { [r[0] / long, r[1] / long] } else { [0.0; 2] };
        let flux = long * (r[0] * n[0] + r[1] * n[1]) / 3.0;
        [flux, -long * n[0], -long * n[1], u[0] * n[0], u[0] * n[1], u[1] * n[0], u[1] * n[1]]
    }

    fn rule(&self, from: f64, to: f64) -> [f64; 7] {
        let (middle, half) = (0.5 * (from + to), 0.5 * (to - from));
        // the swept angle runs with the arc: its sign is in the normal, its size in the step
        let sign = half.signum();
        let mut sum = [0.0; 7];
        for (x, weight) in GAUSS_8_HALF {
            for side in [-1.0, 1.0] {
                let value = self.integrand(middle + side * x * half, sign);
                for (total, v) in sum.iter_mut().zip(value) {
                    *total += weight * half.abs() * v;
                }
            }
        }
        sum
    }

    fn halved(&self, ends: [f64; 2], whole: &[f64; 7], tolerance: f64, depth: usize) -> [f64; 7] {
        let middle = 0.5 * (ends[0] + ends[1]);
        let (left, right) = (self.rule(ends[0], middle), self.rule(middle, ends[1]));
        let sum: [f64; 7] = std::array::from_fn(|i| left[i] + right[i]);
        let radius = libm::hypot(self.spoke[0], self.spoke[1]);
        // second derivatives are lengths, D a volume: all compared as areas
        let scale = [1.0 / radius, 1.0, 1.0, radius, radius, radius, radius];
        let off = (0..7).map(|i| (sum[i] - whole[i]).abs() * scale[i]).fold(0.0, f64::max);
        if off <= tolerance || depth == 0 {
            return sum;
        }
        let left = self.halved([ends[0], middle], &left, tolerance, depth - 1);
        let right = self.halved([middle, ends[1]], &right, tolerance, depth - 1);
        std::array::from_fn(|i| left[i] + right[i])
    }
}

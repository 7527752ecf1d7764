//! The integral of a density over a part cut into trapezoids, with a stated error.
//!
//! Integration runs over the unit square, x = x(s), y = lower(x) + t (upper(x) − lower(x)). Where a side is an arc, which may
//! begin upright as a square root, x(s) = a + (b − a)(3s² − 2s³) makes it smooth again. Each square is done by the
//! tensor product of the 15-point Kronrod rule, which holds the 7-point Gauss rule in it: the difference of both, along s
//! and along t, is the stated error, and the square is halved across the worse of the two until that is small enough.
//!
//! Two rules that agree say nothing of a jump between their nodes. So a density says of a box how far it may jump in it
//! ([`Density::jump`]): such a square is off by up to that times its area, whatever the rules say, and is halved as well.
//!
//! Errors are measured by ∫|f| dA, of all trapezoids together, which a pole hardly changes, unlike the largest density met.
//! Where only a sliver of a part is pushed that is nothing, and rounding decides on which side of an edge a node lies:
//! then by `SLIVER` of the densest trapezoid spread over the whole part.

use crate::tolerances::{BOUNDLESS, SLIVER};
use crate::trapezoid::Trapezoid;
use crate::wrench::Wrench;
use mainspring_numerics::quadrature::{KRONROD_GAUSS_WEIGHTS, KRONROD_NODES, KRONROD_WEIGHTS};

/// A force per area (N/m²) that depends on the place in the world (m).
pub trait Density {
    /// The density at a place.
    fn at(&mut self, place: [f64; 2]) -> [f64; 2];

    /// How far either component may jump or bend off (N/m²) in the box from `low` to `high` (m); nothing where it is smooth.
    fn jump(&mut self, _low: [f64; 2], _high: [f64; 2]) -> f64 {
        0.0
    }
}

impl<F: FnMut([f64; 2]) -> [f64; 2]> Density for F {
    fn at(&mut self, place: [f64; 2]) -> [f64; 2] {
        self(place)
    }
}

/// The integral of a field: the wrench, and how far it may be off.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Integral {
    /// force (N) and torque about the part's origin (N·m)
    pub wrench: Wrench,
    /// estimated error of the force, and of the torque over the largest arm (N); infinite where the field is no number
    pub error: f64,
    /// ∫ of the larger component's size (N), see above: what the error is measured by
    pub scale: f64,
}

impl Integral {
    /// Both together.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        Self {
            wrench: self.wrench.plus(&other.wrench),
            error: self.error + other.error,
            scale: self.scale + other.scale,
        }
    }
}

/// Most squares the integral over a part is cut into beyond one a trapezoid.
const MOST_SQUARES: usize = 400;
/// Most halvings of a square.
const DEEPEST: u8 = 60;
/// A rectangle of the unit square of a trapezoid that is still to be done.
#[derive(Clone, Copy)]
struct Square {
    low: [f64; 2],
    size: [f64; 2],
    depth: u8,
}

impl Square {
    const WHOLE: Self = Self { low: [0.0; 2], size: [1.0; 2], depth: 0 };
}

/// What the rules give for a square.
struct Found {
    value: Integral,
    /// errors along s and along t
    along: [f64; 2],
    area: f64,
}

/// An integral over trapezoids, one after the other; buffers are kept from one to the next.
#[derive(Clone, Debug, Default)]
pub struct Quadrature {
    /// of those that are done
    sum: Integral,
    /// those that need halving, and what was found of them at first
    rough: Vec<(Trapezoid, Integral)>,
    /// area of the whole part (m²), and the largest mean density over a trapezoid (N/m²)
    area: f64,
    densest: f64,
    tolerance: f64,
}

impl Quadrature {
    /// Starts one over pieces of a part of `area` (m²), to `tolerance` of its scale.
    pub fn start(&mut self, area: f64, tolerance: f64) {
        self.rough.clear();
        (self.sum, self.area, self.densest, self.tolerance) = (Integral::default(), area, 0.0, tolerance);
    }

    /// Adds a trapezoid.
    pub fn add(&mut self, piece: &Trapezoid, density: &mut impl Density) {
        let found = piece.square(&Square::WHOLE, density);
        let jump = piece.jump(&Square::WHOLE, density);
        let value = Integral { error: found.value.error + jump * found.area, ..found.value };
        if found.area > 0.0 {
            self.densest = self.densest.max(value.scale / found.area);
        }
        // NaN ends it: it is reported as an infinite error
        if value.error <= self.tolerance * value.scale || !found.value.error.is_finite() {
            self.sum = self.sum.plus(&value);
        } else {
            self.rough.push((*piece, value));
        }
    }

    /// The integral, until its error is below the tolerance or the work would be out of measure: the answer says which.
    pub fn finish(&mut self, density: &mut impl Density) -> Integral {
        let mut total = self.rough.iter().map(|(_, value)| value.scale).sum::<f64>() + self.sum.scale;
        let mut left = MOST_SQUARES;
        for k in 0..self.rough.len() {
            if !self.sum.error.is_finite() {
                break;
            }
            let (piece, value) = self.rough[k];
            let good = |total: f64| self.tolerance * total.max(SLIVER * self.densest * self.area);
            // what one square may be off by: all that there may be together stay below the tolerance
            let share = |part: f64| part.max(1.0 / MOST_SQUARES as f64);
            if value.error <= good(total) * share(0.0) {
                self.sum = self.sum.plus(&value);
                continue;
            }
            total -= value.scale;
            let done = piece.refine(density, &mut left, &mut total, |total, part| good(total) * share(part));
            self.sum = self.sum.plus(&done);
        }
        let least = SLIVER * self.densest * self.area;
        Integral { scale: self.sum.scale.max(least), ..self.sum }
    }
}

impl Trapezoid {
    /// ∫f dA and ∫r×f dA of a density over this alone, until the estimated error is below `tolerance` of ∫|f| dA, or the
    /// work would be out of measure: the answer says which.
    #[must_use]
    pub fn integrate(&self, mut density: impl Density, tolerance: f64) -> Integral {
        let mut quadrature = Quadrature::default();
        quadrature.start(self.moments().area.abs(), tolerance);
        quadrature.add(self, &mut density);
        quadrature.finish(&mut density)
    }

    /// Halves until each square is off by at most `good(∫|f| of everything, share of this)`, or none are left; keeps `total`,
    /// that integral.
    fn refine(
        &self,
        density: &mut impl Density,
        squares: &mut usize,
        total: &mut f64,
        good: impl Fn(f64, f64) -> f64,
    ) -> Integral {
        let mut sum = Integral::default();
        let mut todo = [Square::WHOLE; DEEPEST as usize + 2];
        let mut left = 1;
        while left > 0 {
            left -= 1;
            let square = todo[left];
            let last = square.depth >= DEEPEST || *squares == 0;
            *squares = squares.saturating_sub(1);
            let allowed = good(*total, square.size[0] * square.size[1]);
            let jump = self.jump(&square, density);
            // too large for its jump: halved without a look at the rest
            let axis = if !last && jump * self.area_of(&square) > allowed {
                usize::from(self.taller(&square))
            } else {
                let found = self.square(&square, density);
                let error = found.value.error + jump * found.area;
                if !found.value.error.is_finite() || last || error <= allowed {
                    sum = sum.plus(&Integral { error, ..found.value });
                    *total += found.value.scale;
                    if !found.value.error.is_finite() {
                        return sum;
                    }
                    continue;
                }
                if jump > 0.0 {
                    usize::from(self.taller(&square))
                } else {
                    usize::from(found.along[1] > found.along[0])
                }
            };
            for half in 0..2 {
                let mut part = Square { depth: square.depth + 1, ..square };
                part.size[axis] *= 0.5;
                part.low[axis] += f64::from(half) * part.size[axis];
                todo[left] = part;
                left += 1;
            }
        }
        sum
    }

    fn curved(&self) -> bool {
        self.lower.bend.is_some() || self.upper.bend.is_some()
    }

    /// x(s), relative to the part's origin, and its derivative.
    fn across(&self, s: f64) -> (f64, f64) {
        let wide = self.x[1] - self.x[0];
        match self.curved() {
            true => (self.x[0] + wide * s * s * (3.0 - 2.0 * s), wide * 6.0 * s * (1.0 - s)),
            false => (self.x[0] + wide * s, wide),
        }
    }

    /// The box round a square, relative to the part's origin: edges rise or fall, so their ends bound them.
    fn around(&self, square: &Square) -> ([f64; 2], [f64; 2]) {
        let [left, right] = [0.0, 1.0].map(|end| self.across(square.low[0] + end * square.size[0]).0);
        let range = |piece: &crate::footprint::Piece| {
            let (a, b) = (piece.height(left), piece.height(right));
            [a.min(b), a.max(b)]
        };
        let (lower, upper) = (range(&self.lower), range(&self.upper));
        let at = |k: usize, t: f64| lower[k] + t * (upper[k] - lower[k]);
        let [t, u] = [square.low[1], square.low[1] + square.size[1]];
        ([left, at(0, t).min(at(0, u))], [right, at(1, t).max(at(1, u))])
    }

    fn jump(&self, square: &Square, density: &mut impl Density) -> f64 {
        let (low, high) = self.around(square);
        let place = |p: [f64; 2]| [self.position[0] + p[0], self.position[1] + p[1]];
        let jump = density.jump(place(low), place(high));
        if jump < BOUNDLESS { jump } else { BOUNDLESS }
    }

    fn taller(&self, square: &Square) -> bool {
        let (low, high) = self.around(square);
        high[1] - low[1] > high[0] - low[0]
    }

    /// Area of a square, by its middle line.
    fn area_of(&self, square: &Square) -> f64 {
        let [left, right] = [0.0, 1.0].map(|end| self.across(square.low[0] + end * square.size[0]).0);
        let middle = 0.5 * (left + right);
        (right - left) * (self.upper.height(middle) - self.lower.height(middle)).abs() * square.size[1]
    }

    /// Kronrod's value over a square, and how far Gauss along s and along t is from it.
    fn square(&self, square: &Square, density: &mut impl Density) -> Found {
        let ends = [self.x[0], self.x[1]].map(|x| [self.lower.height(x), self.upper.height(x)]);
        let far = |x: f64, y: [f64; 2]| x.abs() + y[0].abs().max(y[1].abs());
        let arm = far(self.x[0], ends[0]).max(far(self.x[1], ends[1])).max(f64::MIN_POSITIVE);
        let (mut value, mut across, mut up) = ([0.0; 3], [0.0; 3], [0.0; 3]);
        let (mut scale, mut area) = (0.0, 0.0);
        for (point, kronrod, gauss) in RULE {
            let (x, dx) = self.across(square.low[0] + square.size[0] * 0.5 * (1.0 + point));
            let (low, high) = (self.lower.height(x), self.upper.height(x));
            let stretch = dx * (high - low) * square.size[0] * square.size[1] * 0.25;
            let (mut full, mut coarse, mut larger) = ([0.0; 3], [0.0; 3], 0.0);
            for (point, kronrod, gauss) in RULE {
                let t = square.low[1] + square.size[1] * 0.5 * (1.0 + point);
                let y = low + t * (high - low);
                let [fx, fy] = density.at([self.position[0] + x, self.position[1] + y]);
                let here = [fx, fy, x * fy - y * fx];
                larger += kronrod * fx.abs().max(fy.abs());
                for k in 0..3 {
                    full[k] += kronrod * here[k];
                    coarse[k] += gauss * here[k];
                }
            }
            scale += stretch * kronrod * larger;
            area += 2.0 * stretch * kronrod;
            for k in 0..3 {
                value[k] += stretch * kronrod * full[k];
                across[k] += stretch * (kronrod - gauss) * full[k];
                up[k] += stretch * kronrod * (full[k] - coarse[k]);
            }
        }
        let size = |v: &[f64; 3]| v[0].abs().max(v[1].abs()).max(v[2].abs() / arm);
        let along = [size(&across), size(&up)];
        let error = if value.iter().chain(&along).all(|v| v.is_finite()) { along[0] + along[1] } else { f64::INFINITY };
        let wrench = Wrench { force: [value[0], value[1]], torque: value[2] };
        Found { value: Integral { wrench, error, scale: scale.abs() }, along, area: area.abs() }
    }
}

/// Point and weights of Kronrod's and Gauss's rule on −1..1, from left to right.
const RULE: [(f64, f64, f64); 15] = rule();

const fn rule() -> [(f64, f64, f64); 15] {
    // two weights a last place above the nearest float: results rest on their bits
    let mut weights = KRONROD_WEIGHTS;
    weights[1] = 0.063_092_092_629_978_56;
    weights[2] = 0.104_790_010_322_250_19;
    let mut rule = [(0.0, 0.0, 0.0); 15];
    let mut i = 0;
    while i < 15 {
        let k = if i < 7 { i } else { 14 - i };
        let gauss = if k % 2 == 1 { KRONROD_GAUSS_WEIGHTS[k / 2] } else { 0.0 };
        rule[i] = (if i < 7 { -KRONROD_NODES[k] } else { KRONROD_NODES[k] }, weights[k], gauss);
        i += 1;
    }
    rule
}

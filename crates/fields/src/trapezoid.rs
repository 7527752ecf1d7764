//! A stretch of a slab between two edges: its moments, its outline, and the integral of any field over it.
//!
//! Integration runs over the unit square, x = x(s), y = lower(x) + t (upper(x) − lower(x)). Where a side is an arc, which may
//! begin upright as a square root, x(s) = a + (b − a)(3s² − 2s³) makes it smooth again. Each square is done by the
//! tensor product of the 15-point Kronrod rule, which holds the 7-point Gauss rule in it: the difference of both, along s
//! and along t, is the stated error, and the square is halved across the worse of the two until that is small enough.

use crate::footprint::{Piece, Wrench};
use crate::overlap::add_under;
use mainspring_geometry::{PlaneMoments, Segment};

/// The integral of a field: the wrench, and how far it may be off.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Integral {
    /// force (N) and torque about the part's origin (N·m)
    pub wrench: Wrench,
    /// estimated error of the force, and of the torque over the largest arm (N); infinite where the field is no number
    pub error: f64,
    /// largest density met times area (N): what the error is measured by
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

/// What lies between two edges over a stretch of x, relative to the part's origin (m).
#[derive(Clone, Copy, Debug)]
pub struct Trapezoid {
    position: [f64; 2],
    x: [f64; 2],
    lower: Piece,
    upper: Piece,
}

/// Most squares an integral is cut into.
const MOST_SQUARES: usize = 400;
/// Most halvings of a square.
const DEEPEST: u8 = 40;

/// Kronrod's 15 points on [−1, 1] from the middle outwards, their weights, and Gauss's at every other one.
const POINTS: [f64; 8] = [
    0.0,
    0.207_784_955_007_898_47,
    0.405_845_151_377_397_2,
    0.586_087_235_467_691_1,
    0.741_531_185_599_394_4,
    0.864_864_423_359_769_1,
    0.949_107_912_342_758_5,
    0.991_455_371_120_812_6,
];
const KRONROD: [f64; 8] = [
    0.209_482_141_084_727_82,
    0.204_432_940_075_298_9,
    0.190_350_578_064_785_4,
    0.169_004_726_639_267_9,
    0.140_653_259_715_525_92,
    0.104_790_010_322_250_19,
    0.063_092_092_629_978_56,
    0.022_935_322_010_529_224,
];
const GAUSS: [f64; 8] = [
    0.417_959_183_673_469_4,
    0.0,
    0.381_830_050_505_118_9,
    0.0,
    0.279_705_391_489_276_64,
    0.0,
    0.129_484_966_168_869_7,
    0.0,
];

/// A rectangle of the unit square that is still to be done.
#[derive(Clone, Copy)]
struct Square {
    low: [f64; 2],
    size: [f64; 2],
    depth: u8,
}

impl Trapezoid {
    pub(crate) fn new(position: [f64; 2], x: [f64; 2], lower: Piece, upper: Piece) -> Self {
        Self { position, x, lower, upper }
    }

    /// Left and right end (m), relative to the part's origin.
    #[must_use]
    pub fn x(&self) -> [f64; 2] {
        self.x
    }

    /// A point inside, relative to the part's origin (m).
    #[must_use]
    pub fn middle(&self) -> [f64; 2] {
        let x = 0.5 * (self.x[0] + self.x[1]);
        [x, 0.5 * (self.lower.height(x) + self.upper.height(x))]
    }

    /// Area, first and second moments about the part's origin, in world axes (m², m³, m⁴).
    #[must_use]
    pub fn moments(&self) -> PlaneMoments {
        let [l, r] = self.x;
        let (a, b) = (self.lower.height(l), self.lower.height(r));
        let (c, d) = (self.upper.height(l), self.upper.height(r));
        let base = a.min(b);
        let mut sum = PlaneMoments::default();
        add_under(&mut sum, &self.upper, [l, c], [r, d], base, 1.0);
        add_under(&mut sum, &self.lower, [l, a], [r, b], base, -1.0);
        sum.moved([0.0, base])
    }

    /// Its outline counter-clockwise, edges without length left out, relative to the part's origin (m).
    pub fn edges(&self, mut visit: impl FnMut(&Segment)) {
        let [l, r] = self.x;
        let corners = [
            [l, self.lower.height(l)],
            [r, self.lower.height(r)],
            [r, self.upper.height(r)],
            [l, self.upper.height(l)],
        ];
        visit(&stretch(&self.lower, corners[0], corners[1]));
        if corners[1] != corners[2] {
            visit(&Segment::Line { from: corners[1], to: corners[2] });
        }
        visit(&stretch(&self.upper, corners[2], corners[3]));
        if corners[3] != corners[0] {
            visit(&Segment::Line { from: corners[3], to: corners[0] });
        }
    }

    /// ∫f dA and ∫r×f dA of a density `f` (N/m²) of the place in the world (m), until the estimated error is below
    /// `tolerance` times the largest |f| met times the area, or the work would be out of measure: the answer says which.
    #[must_use]
    pub fn integrate(&self, mut f: impl FnMut([f64; 2]) -> [f64; 2], tolerance: f64) -> Integral {
        let area = self.moments().area.abs();
        let curved = self.lower.bend.is_some() || self.upper.bend.is_some();
        let ends = [self.x[0], self.x[1]].map(|x| [self.lower.height(x), self.upper.height(x)]);
        let far = |x: f64, y: [f64; 2]| x.abs() + y[0].abs().max(y[1].abs());
        let arm = far(self.x[0], ends[0]).max(far(self.x[1], ends[1])).max(f64::MIN_POSITIVE);
        let (mut sum, mut largest) = (Integral::default(), 0.0);
        let mut todo = [Square { low: [0.0; 2], size: [1.0; 2], depth: 0 }; DEEPEST as usize + 2];
        let (mut left, mut done) = (1, 0);
        while left > 0 {
            left -= 1;
            let square = todo[left];
            done += 1;
            let (value, across, up) = self.square(&square, curved, &mut f, &mut largest);
            let size = |v: &[f64; 3]| v[0].abs().max(v[1].abs()).max(v[2].abs() / arm);
            let (across, up) = (size(&across), size(&up));
            let error = across + up;
            let share = square.size[0] * square.size[1];
            if !value.iter().chain([&error]).all(|v| v.is_finite()) {
                sum.error = f64::INFINITY;
                return sum;
            }
            let good = error <= tolerance * largest * area * share;
            if good || square.depth >= DEEPEST || done + left >= MOST_SQUARES {
                sum.wrench = sum.wrench.plus(&Wrench { force: [value[0], value[1]], torque: value[2] });
                sum.error += error;
                continue;
            }
            let axis = usize::from(up > across);
            for half in 0..2 {
                let mut part = Square { depth: square.depth + 1, ..square };
                part.size[axis] *= 0.5;
                part.low[axis] += f64::from(half) * part.size[axis];
                todo[left] = part;
                left += 1;
            }
        }
        sum.scale = largest * area;
        sum
    }

    /// Kronrod's value over a square, and how far Gauss along s and along t is from it.
    fn square(
        &self,
        square: &Square,
        curved: bool,
        f: &mut impl FnMut([f64; 2]) -> [f64; 2],
        largest: &mut f64,
    ) -> ([f64; 3], [f64; 3], [f64; 3]) {
        let (mut value, mut across, mut up) = ([0.0; 3], [0.0; 3], [0.0; 3]);
        let wide = self.x[1] - self.x[0];
        for i in 0..15 {
            let (point, kronrod, gauss) = node(i);
            let s = square.low[0] + square.size[0] * 0.5 * (1.0 + point);
            let (x, dx) = match curved {
                true => (self.x[0] + wide * s * s * (3.0 - 2.0 * s), wide * 6.0 * s * (1.0 - s)),
                false => (self.x[0] + wide * s, wide),
            };
            let (low, high) = (self.lower.height(x), self.upper.height(x));
            let stretch = dx * (high - low) * square.size[0] * square.size[1] * 0.25;
            let (mut full, mut coarse) = ([0.0; 3], [0.0; 3]);
            for j in 0..15 {
                let (point, kronrod, gauss) = node(j);
                let t = square.low[1] + square.size[1] * 0.5 * (1.0 + point);
                let y = low + t * (high - low);
                let [fx, fy] = f([self.position[0] + x, self.position[1] + y]);
                *largest = largest.max(fx.abs()).max(fy.abs());
                let here = [fx, fy, x * fy - y * fx];
                for k in 0..3 {
                    full[k] += kronrod * here[k];
                    coarse[k] += gauss * here[k];
                }
            }
            for k in 0..3 {
                value[k] += stretch * kronrod * full[k];
                across[k] += stretch * (kronrod - gauss) * full[k];
                up[k] += stretch * kronrod * (full[k] - coarse[k]);
            }
        }
        (value, across, up)
    }
}

/// Point and weights of the rules, in order from left to right.
fn node(i: usize) -> (f64, f64, f64) {
    let k = i.abs_diff(7);
    (if i < 7 { -POINTS[k] } else { POINTS[k] }, KRONROD[k], GAUSS[k])
}

/// A piece between two of its points, as an edge run from `from` to `to`.
fn stretch(piece: &Piece, from: [f64; 2], to: [f64; 2]) -> Segment {
    let Some(bend) = &piece.bend else { return Segment::Line { from, to } };
    let [u, v] = [from, to].map(|p| [p[0] - bend.center[0], p[1] - bend.center[1]]);
    let sweep = libm::atan2(u[0] * v[1] - u[1] * v[0], u[0] * v[0] + u[1] * v[1]);
    Segment::Arc { from, to, center: bend.center, sweep }
}

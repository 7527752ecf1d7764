//! Area, first and second moments of regions, in closed form.
//!
//! By Green's theorem each is a sum over the outline. A line from p to q adds, with k = p × q,
//!   A += k/2,  S += k (p + q)/6,  S_xx += k (px² + px qx + qx²)/12,  S_xy += k (2 px py + px qy + qx py + 2 qx qy)/24.
//! An arc adds its chord's line and its cap: with half angle α, u towards the middle of the arc, from the centre,
//!   A = r² δ,  S_u = ⅔ r³ sin³α,  S_uu = r⁴/4 (δ + 2 sin³α cos α),  S_vv = r⁴/12 (3 δ − 2 sin³α cos α),  δ = α − sin α cos α.

use crate::segment::{Cap, Segment};
use mainspring_numerics::vec2::{cross, rotate_by, sub};

/// Area, ∫r dA and ∫r rᵀ dA of a planar region, about some reference point.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PlaneMoments {
    /// ∫dA
    pub area: f64,
    /// ∫x dA, ∫y dA
    pub first: [f64; 2],
    /// ∫x² dA, ∫xy dA, ∫y² dA
    pub second: [f64; 3],
}

impl PlaneMoments {
    /// The centre of area, relative to the reference point.
    #[inline]
    #[must_use]
    pub fn center(&self) -> [f64; 2] {
        [self.first[0] / self.area, self.first[1] / self.area]
    }

    /// ∫r² dA: the polar second moment about the reference point.
    #[inline]
    #[must_use]
    pub fn polar(&self) -> f64 {
        self.second[0] + self.second[2]
    }

    /// Of the same region moved by `by`.
    #[must_use]
    pub fn moved(&self, by: [f64; 2]) -> Self {
        let ([sx, sy], a) = (self.first, self.area);
        let [x, y] = by;
        Self {
            area: a,
            first: [sx + a * x, sy + a * y],
            second: [
                self.second[0] + 2.0 * x * sx + a * x * x,
                self.second[1] + x * sy + y * sx + a * x * y,
                self.second[2] + 2.0 * y * sy + a * y * y,
            ],
        }
    }

    /// Of the same region turned counter-clockwise about the reference point (rad).
    #[must_use]
    pub fn turned(&self, angle: f64) -> Self {
        let [c, s] = rotate_by([1.0, 0.0], angle);
        let [xx, xy, yy] = self.second;
        Self {
            area: self.area,
            first: rotate_by(self.first, angle),
            second: [
                c * c * xx - 2.0 * c * s * xy + s * s * yy,
                c * s * (xx - yy) + (c * c - s * s) * xy,
                s * s * xx + 2.0 * c * s * xy + c * c * yy,
            ],
        }
    }

    /// Of two regions that do not overlap, about the same reference point.
    #[inline]
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        self.with(other, 1.0)
    }

    /// Of a region with `other`, a part of it, taken away.
    #[inline]
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        self.with(other, -1.0)
    }

    fn with(&self, other: &Self, sign: f64) -> Self {
        Self {
            area: self.area + sign * other.area,
            first: [0, 1].map(|i| self.first[i] + sign * other.first[i]),
            second: [0, 1, 2].map(|i| self.second[i] + sign * other.second[i]),
        }
    }

    /// What one edge of an outline contributes, about the origin: over closed loops this sums up to their moments.
    #[inline]
    #[must_use]
    pub fn of_edge(edge: &Segment) -> Self {
        Self::of_segment(edge, [0.0; 2])
    }

    /// What one piece of an outline contributes, about `reference`.
    pub(crate) fn of_segment(segment: &Segment, reference: [f64; 2]) -> Self {
        let line = Self::of_line(sub(segment.from(), reference), sub(segment.to(), reference));
        match segment.cap() {
            Some(cap) => line.with(&Self::of_cap(&cap, reference), cap.sign),
            None => line,
        }
    }

    fn of_line(p: [f64; 2], q: [f64; 2]) -> Self {
        let k = cross(p, q);
        let square = |i: usize| k / 12.0 * (p[i] * p[i] + p[i] * q[i] + q[i] * q[i]);
        Self {
            area: k / 2.0,
            first: [0, 1].map(|i| k / 6.0 * (p[i] + q[i])),
            second: [
                square(0),
                k / 24.0 * (2.0 * p[0] * p[1] + p[0] * q[1] + q[0] * p[1] + 2.0 * q[0] * q[1]),
                square(1),
            ],
        }
    }

    fn of_cap(cap: &Cap, reference: [f64; 2]) -> Self {
        Self::cap(sub(cap.center, reference), cap.radius, cap.middle, cap.half)
    }

    /// Of the cap between an arc and its chord: `center` and `radius` of the circle, unit vector `middle` from the
    /// centre to the middle of the arc, half the swept angle `half` (rad, 0..=π); about the point `center` counts from.
    #[must_use]
    pub fn cap(center: [f64; 2], radius: f64, middle: [f64; 2], half: f64) -> Self {
        let (s, c) = libm::sincos(half);
        let r = radius;
        let r2 = r * r;
        let delta = 0.5 * angle_less_sine(2.0 * half);
        let s3 = s * s * s;
        let uu = r2 * r2 / 4.0 * (delta + 2.0 * s3 * c);
        let vv = r2 * r2 / 12.0 * (3.0 * delta - 2.0 * s3 * c);
        let u = 2.0 / 3.0 * r2 * r * s3;
        let [mx, my] = middle;
        Self {
            area: r2 * delta,
            first: [u * mx, u * my],
            second: [uu * mx * mx + vv * my * my, (uu - vv) * mx * my, uu * my * my + vv * mx * mx],
        }
        .moved(center)
    }
}

/// x − sin x for x ≥ 0 without cancellation.
fn angle_less_sine(x: f64) -> f64 {
    if x > 1.0 {
        return x - libm::sin(x);
    }
    // x³/3! − x⁵/5! + …; ten terms reach the last bit at x = 1
    let mut term = x * x * x / 6.0;
    let mut sum = term;
    for k in 2..12 {
        let n = f64::from(2 * k);
        term *= -x * x / (n * (n + 1.0));
        sum += term;
    }
    sum
}

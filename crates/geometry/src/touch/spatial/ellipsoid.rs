//! The distance of a place from an ellipsoid.
//!
//! The nearest point x of an ellipsoid with semi-axes aᵢ to a place y, both along its axes, has y − x along the normal:
//!
//! ```text
//! xᵢ = aᵢ² yᵢ / (aᵢ² + λ)      F(λ) = Σ aᵢ² yᵢ² / (aᵢ² + λ)² − 1 = 0      λ > −min aᵢ²
//! φ  = λ |m|,  mᵢ = yᵢ / (aᵢ² + λ)      n = m / |m|
//! ```
//!
//! φ is signed, and smooth through the surface. F falls and is convex there, and is at least 0 at λ = max (aᵢ|yᵢ| − aᵢ²), so
//! Newton's steps from that place come from one side and cannot pass the root (Eberly, *Distance from a point to an ellipse, an
//! ellipsoid, or a hyperellipsoid*, 2013, has the same equation). Where no such root is, deep inside on the flat middle, there
//! are two nearest points, and one of them is taken.

use crate::tolerances::{ELLIPSOID_SETTLED, FLAT_MIDDLE};
use crate::touch::jet::{Jet, VecJet};
use crate::touch::motion::Motion;
use mainspring_numerics::vec3::{cross, dot, norm, sub};

/// λ; `None` on the flat middle.
fn multiplier(half: [f64; 3], y: [f64; 3]) -> Option<f64> {
    let squares = half.map(|a| a * a);
    let least = squares.into_iter().fold(f64::INFINITY, f64::min);
    let mut at = (0..3).map(|i| half[i] * y[i].abs() - squares[i]).fold(f64::NEG_INFINITY, f64::max);
    if at + least <= FLAT_MIDDLE * least {
        // the first step cannot be taken: the place has no part along the least axis
        at = least * (FLAT_MIDDLE - 1.0);
    }
    let value = |l: f64| -> (f64, f64) {
        let (mut f, mut slope) = (-1.0, 0.0);
        for i in 0..3 {
            let d = squares[i] + l;
            let term = (half[i] * y[i] / d) * (half[i] * y[i] / d);
            f += term;
            slope -= 2.0 * term / d;
        }
        (f, slope)
    };
    if value(at).0 < -ELLIPSOID_SETTLED {
        return None;
    }
    for _ in 0..100 {
        let (f, slope) = value(at);
        let step = -f / slope;
        at += step;
        if step.is_nan() || step.abs() <= f64::EPSILON * (least + at.abs()) {
            break;
        }
    }
    at.is_finite().then_some(at)
}

/// Signed distance of a place from an ellipsoid about the origin, and the outward unit normal where it is nearest.
pub(super) fn from_ellipsoid(half: [f64; 3], y: [f64; 3]) -> (f64, [f64; 3]) {
    if let Some(l) = multiplier(half, y) {
        let m = [0, 1, 2].map(|i| y[i] / (half[i] * half[i] + l));
        let size = norm(m);
        if size > 0.0 {
            return (l * size, m.map(|x| x / size));
        }
    }
    let flat = (1..3).fold(0, |k, i| if half[i] < half[k] { i } else { k });
    let mut x = [0.0; 3];
    let mut rest: f64 = 1.0;
    for i in (0..3).filter(|&i| i != flat) {
        let wider = (half[i] - half[flat]) * (half[i] + half[flat]);
        if wider > FLAT_MIDDLE * half[i] * half[i] {
            x[i] = half[i] * half[i] * y[i] / wider;
            rest -= (x[i] / half[i]) * (x[i] / half[i]);
        }
    }
    x[flat] = (half[flat] * rest.max(0.0).sqrt()).copysign(y[flat]);
    let m = [0, 1, 2].map(|i| x[i] / (half[i] * half[i]));
    let size = norm(m);
    (-norm(sub(y, x)), m.map(|c| c / size))
}

/// An ellipsoid in the world, with how it moves.
#[derive(Clone, Copy)]
pub(super) struct EllipsoidJet {
    pub center: VecJet,
    pub axes: [VecJet; 3],
    pub half: [f64; 3],
}

impl EllipsoidJet {
    pub fn new(at: [f64; 3], [x, y]: [[f64; 3]; 2], half: [f64; 3], motion: &Motion) -> Self {
        let axes = [x, y, cross(x, y)].map(|v| motion.direction_jet(v));
        Self { center: motion.point_jet(at), axes, half }
    }

    /// At rest where it is.
    pub fn frozen(&self) -> Self {
        Self { center: VecJet::constant(self.center.x), axes: self.axes.map(|a| VecJet::constant(a.x)), ..*self }
    }

    /// The point that reaches furthest along `n`.
    pub fn furthest(&self, n: VecJet) -> VecJet {
        let mut sum = VecJet::default();
        for i in 0..3 {
            let along = self.axes[i].dot(n).scaled(self.half[i] * self.half[i]);
            sum = sum.plus(self.axes[i].times(along));
        }
        self.center.plus(sum.times(sum.dot(n).sqrt().inverse()))
    }

    /// Signed distance of a place, and the outward normal where it is nearest; `None` on the flat middle.
    pub fn field(&self, place: VecJet) -> Option<(Jet, VecJet)> {
        let d = place.minus(self.center);
        let y = self.axes.map(|a| a.dot(d));
        let value = multiplier(self.half, y.map(|c| c.x))?;
        let squares = self.half.map(|a| a * a);
        let slope: f64 = (0..3)
            .map(|i| {
                let wide = squares[i] + value;
                -2.0 * squares[i] * y[i].x * y[i].x / (wide * wide * wide)
            })
            .sum();
        let mut l = Jet::constant(value);
        let parts = |l: Jet| [0, 1, 2].map(|i| y[i].times(l.plus(Jet::constant(squares[i])).inverse()));
        for _ in 0..3 {
            let m = parts(l);
            let f = (0..3).fold(Jet::constant(-1.0), |f, i| f.plus(m[i].times(m[i]).scaled(squares[i])));
            l = l.plus(f.scaled(-1.0 / slope));
        }
        let m = parts(l);
        let size = (0..3).fold(Jet::default(), |s, i| s.plus(m[i].times(m[i]))).sqrt();
        if size.x.is_nan() || size.x == 0.0 {
            return None;
        }
        let n = (0..3).fold(VecJet::default(), |n, i| n.plus(self.axes[i].times(m[i])));
        Some((l.times(size), n.times(size.inverse())))
    }

    /// How far it reaches along `n` from its centre.
    pub fn reach(&self, n: [f64; 3]) -> f64 {
        let w = [0, 1, 2].map(|i| self.half[i] * dot(self.axes[i].x, n));
        norm(w)
    }
}

//! The side of a cone without an end: its distance field, its normals, its straight lines.

use crate::touch::jet::{Jet, VecJet};
use crate::touch::motion::Motion;
use mainspring_numerics::vec3::{add_scaled, cross, dot, norm, sub};

/// A cone's side in the world, with how it moves.
#[derive(Clone, Copy)]
pub(super) struct ConeJet {
    pub apex: VecJet,
    /// from the apex into the material
    pub axis: VecJet,
    /// across the axis
    spokes: [VecJet; 2],
    /// of half the opening angle
    pub sine: f64,
    pub cosine: f64,
}

/// Place of a point beside a cone: its distance from the axis, how far below the apex it is, and the direction off the axis
/// (none on it).
pub(super) fn beside(at: [f64; 3], axis: [f64; 3], point: [f64; 3]) -> (f64, f64, [f64; 3]) {
    let d = sub(point, at);
    let below = dot(d, axis);
    let off = add_scaled(d, -below, axis);
    let size = norm(off);
    (size, below, if size > 0.0 { off.map(|x| x / size) } else { [0.0; 3] })
}

impl ConeJet {
    pub fn new(at: [f64; 3], axis: [f64; 3], [sine, cosine]: [f64; 2], motion: &Motion) -> Self {
        let least = (1..3).fold(0, |k, i| if axis[i].abs() < axis[k].abs() { i } else { k });
        let mut aside = [0.0; 3];
        aside[least] = 1.0;
        let x = cross(axis, aside);
        let size = norm(x);
        let x = x.map(|c| c / size);
        let spokes = [x, cross(axis, x)].map(|v| motion.direction_jet(v));
        Self { apex: motion.point_jet(at), axis: motion.direction_jet(axis), spokes, sine, cosine }
    }

    /// At rest where it is.
    pub fn frozen(&self) -> Self {
        Self {
            apex: VecJet::constant(self.apex.x),
            axis: VecJet::constant(self.axis.x),
            spokes: self.spokes.map(|s| VecJet::constant(s.x)),
            ..*self
        }
    }

    /// Signed distance of a place from the side, and the outward normal; `None` on the axis.
    pub fn field(&self, place: VecJet) -> Option<(Jet, VecJet)> {
        let d = place.minus(self.apex);
        let below = d.dot(self.axis);
        let off = d.minus(self.axis.times(below));
        let size = off.norm();
        if size.x.is_nan() || size.x == 0.0 {
            return None;
        }
        let n = off.times(size.inverse()).combined(self.cosine, self.axis, -self.sine);
        Some((size.scaled(self.cosine).plus(below.scaled(-self.sine)), n))
    }

    /// The outward normal at an angle around the axis.
    pub fn normal(&self, angle: Jet) -> VecJet {
        let (sine, cosine) = angle.sine_cosine();
        let radial = self.spokes[0].times(cosine).plus(self.spokes[1].times(sine));
        radial.combined(self.cosine, self.axis, -self.sine)
    }

    /// Its derivative by the angle.
    pub fn normal_slope(&self, angle: Jet) -> VecJet {
        let (sine, cosine) = angle.sine_cosine();
        self.spokes[1].times(cosine).minus(self.spokes[0].times(sine)).scaled(self.cosine)
    }

    /// The straight line of the side whose outward normal is `n`, away from the apex.
    pub fn generator(&self, n: VecJet) -> VecJet {
        self.axis.combined(1.0 / self.cosine, n, self.sine / self.cosine)
    }

    /// Where a straight line (point, unit direction) comes nearest: with u² = m² + w² across and along the axis, and ρ₀ its least
    /// distance from the axis, ρ² = ρ₀² + m²s² and dρ/ds = w tan α there. None if it is less steep than the side.
    pub fn nearest_on_line(&self, at: [f64; 3], along: [f64; 3]) -> Option<f64> {
        let (axis, d) = (self.axis.x, sub(at, self.apex.x));
        let across = |v: [f64; 3]| add_scaled(v, -dot(v, axis), axis);
        let (u, off, w) = (across(along), across(d), dot(along, axis));
        let square = dot(u, u);
        let lean = w * self.sine / self.cosine;
        let steep = square - lean * lean;
        if steep <= 0.0 {
            return None;
        }
        let foot = -dot(off, u) / square;
        let least = norm(add_scaled(off, foot, u));
        Some(foot + least * lean / (square * steep).sqrt())
    }
}

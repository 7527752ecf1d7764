//! Numbers and vectors with their first two derivatives along a motion whose accelerations are zero.
//!
//! A point r of a body that moves with velocity v and spin ω has the jet (p, v + ω×r, ω×(ω×r)); everything that is made of
//! such points by sums and products follows by the rules of Leibniz.

use mainspring_numerics::vec3::{combine, cross, dot};

/// x, ẋ, ẍ.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Jet {
    pub x: f64,
    pub d: f64,
    pub dd: f64,
}

/// A vector, its rate, its second derivative.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct VecJet {
    pub x: [f64; 3],
    pub d: [f64; 3],
    pub dd: [f64; 3],
}

impl Jet {
    #[inline]
    pub fn constant(x: f64) -> Self {
        Self { x, d: 0.0, dd: 0.0 }
    }

    #[inline]
    pub fn plus(self, o: Self) -> Self {
        Self { x: self.x + o.x, d: self.d + o.d, dd: self.dd + o.dd }
    }

    #[inline]
    pub fn scaled(self, k: f64) -> Self {
        Self { x: k * self.x, d: k * self.d, dd: k * self.dd }
    }

    #[inline]
    pub fn times(self, o: Self) -> Self {
        Self { x: self.x * o.x, d: self.x * o.d + self.d * o.x, dd: self.x * o.dd + 2.0 * self.d * o.d + self.dd * o.x }
    }

    #[inline]
    pub fn sqrt(self) -> Self {
        let x = self.x.sqrt();
        let d = 0.5 * self.d / x;
        Self { x, d, dd: (0.5 * self.dd - d * d) / x }
    }

    /// sin x, cos x
    #[inline]
    pub fn sine_cosine(self) -> (Self, Self) {
        let (s, c) = libm::sincos(self.x);
        let square = self.d * self.d;
        let sine = Self { x: s, d: c * self.d, dd: c * self.dd - s * square };
        (sine, Self { x: c, d: -s * self.d, dd: -s * self.dd - c * square })
    }

    /// 1/x
    #[inline]
    pub fn inverse(self) -> Self {
        let x = 1.0 / self.x;
        let d = -self.d * x * x;
        Self { x, d, dd: -self.dd * x * x - 2.0 * self.d * d * x }
    }
}

impl VecJet {
    #[inline]
    pub fn constant(x: [f64; 3]) -> Self {
        Self { x, d: [0.0; 3], dd: [0.0; 3] }
    }

    #[inline]
    pub fn plus(self, o: Self) -> Self {
        self.combined(1.0, o, 1.0)
    }

    #[inline]
    pub fn minus(self, o: Self) -> Self {
        self.combined(1.0, o, -1.0)
    }

    /// p·self + q·o
    #[inline]
    pub fn combined(self, p: f64, o: Self, q: f64) -> Self {
        Self { x: combine(p, self.x, q, o.x), d: combine(p, self.d, q, o.d), dd: combine(p, self.dd, q, o.dd) }
    }

    #[inline]
    pub fn scaled(self, k: f64) -> Self {
        self.combined(k, self, 0.0)
    }

    #[inline]
    pub fn times(self, k: Jet) -> Self {
        let rate = combine(k.x, self.d, k.d, self.x);
        let bend = combine(k.x, self.dd, 2.0 * k.d, self.d);
        Self { x: self.scaled(k.x).x, d: rate, dd: combine(1.0, bend, k.dd, self.x) }
    }

    #[inline]
    pub fn dot(self, o: Self) -> Jet {
        Jet {
            x: dot(self.x, o.x),
            d: dot(self.x, o.d) + dot(self.d, o.x),
            dd: dot(self.x, o.dd) + 2.0 * dot(self.d, o.d) + dot(self.dd, o.x),
        }
    }

    #[inline]
    pub fn cross(self, o: Self) -> Self {
        let bend = combine(1.0, cross(self.x, o.dd), 2.0, cross(self.d, o.d));
        Self {
            x: cross(self.x, o.x),
            d: combine(1.0, cross(self.x, o.d), 1.0, cross(self.d, o.x)),
            dd: combine(1.0, bend, 1.0, cross(self.dd, o.x)),
        }
    }

    #[inline]
    pub fn norm(self) -> Jet {
        self.dot(self).sqrt()
    }
}

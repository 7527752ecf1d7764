//! Numbers and vectors with their first two derivatives along a motion whose accelerations are zero.
//!
//! A point r of a body that moves with velocity v and spin ω has the jet (p, v + ω×r, ω×(ω×r)); everything that is made of
//! such points by sums and products follows by the rules of Leibniz.

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

pub(crate) fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(crate) fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn combine(a: [f64; 3], p: f64, b: [f64; 3], q: f64) -> [f64; 3] {
    [0, 1, 2].map(|i| p * a[i] + q * b[i])
}

impl Jet {
    pub fn constant(x: f64) -> Self {
        Self { x, d: 0.0, dd: 0.0 }
    }

    pub fn plus(self, o: Self) -> Self {
        Self { x: self.x + o.x, d: self.d + o.d, dd: self.dd + o.dd }
    }

    pub fn scaled(self, k: f64) -> Self {
        Self { x: k * self.x, d: k * self.d, dd: k * self.dd }
    }

    pub fn sqrt(self) -> Self {
        let x = self.x.sqrt();
        let d = 0.5 * self.d / x;
        Self { x, d, dd: (0.5 * self.dd - d * d) / x }
    }

    /// sin x, cos x
    pub fn sine_cosine(self) -> (Self, Self) {
        let (s, c) = libm::sincos(self.x);
        let square = self.d * self.d;
        let sine = Self { x: s, d: c * self.d, dd: c * self.dd - s * square };
        (sine, Self { x: c, d: -s * self.d, dd: -s * self.dd - c * square })
    }

    /// 1/x
    pub fn inverse(self) -> Self {
        let x = 1.0 / self.x;
        let d = -self.d * x * x;
        Self { x, d, dd: -self.dd * x * x - 2.0 * self.d * d * x }
    }
}

impl VecJet {
    pub fn plus(self, o: Self) -> Self {
        self.combined(1.0, o, 1.0)
    }

    pub fn minus(self, o: Self) -> Self {
        self.combined(1.0, o, -1.0)
    }

    /// p·self + q·o
    pub fn combined(self, p: f64, o: Self, q: f64) -> Self {
        Self { x: combine(self.x, p, o.x, q), d: combine(self.d, p, o.d, q), dd: combine(self.dd, p, o.dd, q) }
    }

    pub fn scaled(self, k: f64) -> Self {
        self.combined(k, self, 0.0)
    }

    pub fn times(self, k: Jet) -> Self {
        let rate = combine(self.d, k.x, self.x, k.d);
        let bend = combine(self.dd, k.x, self.d, 2.0 * k.d);
        Self { x: self.scaled(k.x).x, d: rate, dd: combine(bend, 1.0, self.x, k.dd) }
    }

    pub fn dot(self, o: Self) -> Jet {
        Jet {
            x: dot(self.x, o.x),
            d: dot(self.x, o.d) + dot(self.d, o.x),
            dd: dot(self.x, o.dd) + 2.0 * dot(self.d, o.d) + dot(self.dd, o.x),
        }
    }

    pub fn cross(self, o: Self) -> Self {
        let bend = combine(cross(self.x, o.dd), 1.0, cross(self.d, o.d), 2.0);
        Self {
            x: cross(self.x, o.x),
            d: combine(cross(self.x, o.d), 1.0, cross(self.d, o.x), 1.0),
            dd: combine(bend, 1.0, cross(self.dd, o.x), 1.0),
        }
    }

    pub fn norm(self) -> Jet {
        self.dot(self).sqrt()
    }
}

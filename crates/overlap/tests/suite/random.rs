//! Random numbers that are the same on every machine, and poses made of them.

use mainspring_overlap::Place;
use std::f64::consts::TAU;

pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        let mut random = Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        (0..8).for_each(|_| {
            random.bits();
        });
        random
    }

    fn bits(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    pub fn count(&mut self, below: usize) -> usize {
        (self.bits() >> 16) as usize % below
    }

    pub fn planar(&mut self) -> Place {
        let (x, y) = (self.between(-3.0, 3.0), self.between(-3.0, 3.0));
        Place::planar([x, y], self.between(0.0, TAU))
    }

    pub fn direction(&mut self) -> [f64; 3] {
        loop {
            let v = [0; 3].map(|_| self.between(-1.0, 1.0));
            let long = (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).sqrt();
            if long > 0.1 && long < 1.0 {
                return v.map(|x| x / long);
            }
        }
    }

    pub fn rotation(&mut self) -> [[f64; 3]; 3] {
        let (x, help) = (self.direction(), self.direction());
        frame(x, help)
    }

    pub fn place(&mut self) -> Place {
        Place { position: [0; 3].map(|_| self.between(-3.0, 3.0)), rotation: self.rotation() }
    }
}

pub fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub fn unit(a: [f64; 3]) -> [f64; 3] {
    a.map(|x| x / dot(a, a).sqrt())
}

/// A rotation whose first column is `x`, its second in the plane of `x` and `help`.
pub fn frame(x: [f64; 3], help: [f64; 3]) -> [[f64; 3]; 3] {
    let z = unit(cross(x, help));
    let y = cross(z, x);
    [0, 1, 2].map(|i| [x[i], y[i], z[i]])
}

pub fn turned(r: &[[f64; 3]; 3], v: [f64; 3]) -> [f64; 3] {
    r.map(|row| dot(row, v))
}

pub fn turned_back(r: &[[f64; 3]; 3], v: [f64; 3]) -> [f64; 3] {
    [0, 1, 2].map(|j| r[0][j] * v[0] + r[1][j] * v[1] + r[2][j] * v[2])
}

/// A place given in the frame of another.
pub fn then(outer: &Place, inner: &Place) -> Place {
    let columns = [0, 1, 2].map(|j| turned(&outer.rotation, [0, 1, 2].map(|i| inner.rotation[i][j])));
    let moved = turned(&outer.rotation, inner.position);
    Place {
        position: [0, 1, 2].map(|i| outer.position[i] + moved[i]),
        rotation: [0, 1, 2].map(|i| [0, 1, 2].map(|j| columns[j][i])),
    }
}

//! The motion of a step as polynomials, and what was found along it.

use crate::laws::touch::state::Site;
use mainspring_geometry::touch::{FeaturePair, Motion, Speeds};
use mainspring_numerics::quaternion;

/// Values that fix a series: the degree of the highest dense output is seven.
pub const TERMS: usize = 8;

/// One entry of q over a step: series of p, p′, p″, p‴ in 2θ − 1, and bounds of the last three.
#[derive(Clone, Copy, Debug, Default)]
pub struct Series {
    pub terms: [[f64; TERMS]; 4],
    pub bound: [f64; 4],
}

impl Series {
    /// From values at the Chebyshev points.
    pub fn through(values: &[f64; TERMS], cosines: &[[f64; TERMS]; TERMS]) -> Self {
        let mut s = Self::default();
        for k in 0..TERMS {
            let sum: f64 = (0..TERMS).map(|j| values[j] * cosines[k][j]).sum();
            s.terms[0][k] = sum * if k == 0 { 1.0 } else { 2.0 } / TERMS as f64;
        }
        for d in 1..4 {
            // d/dθ is twice d/dx
            let mut derived = [0.0; TERMS + 1];
            for k in (1..TERMS).rev() {
                let above = if k + 1 < TERMS { derived[k + 1] } else { 0.0 };
                derived[k - 1] = above + 2.0 * k as f64 * s.terms[d - 1][k];
            }
            derived[0] *= 0.5;
            for k in 0..TERMS {
                s.terms[d][k] = 2.0 * derived[k];
            }
        }
        for d in 0..4 {
            s.bound[d] = s.terms[d].iter().map(|c| c.abs()).sum();
        }
        s
    }

    /// Derivative `d` at θ.
    pub fn at(&self, d: usize, theta: f64) -> f64 {
        let x = 2.0 * theta - 1.0;
        let (mut b1, mut b2) = (0.0, 0.0);
        for k in (1..TERMS).rev() {
            let b = 2.0 * x * b1 - b2 + self.terms[d][k];
            (b2, b1) = (b1, b);
        }
        x * b1 - b2 + self.terms[d][0]
    }

    /// Bound of |derivative `d`| within `half` of θ.
    pub fn within(&self, d: usize, theta: f64, half: f64) -> f64 {
        (self.at(d, theta).abs() + half * self.bound[d + 1]).min(self.bound[d])
    }
}

/// How one body moves over a step.
#[derive(Clone, Debug)]
pub struct Track {
    pub entries: [Series; 7],
    /// entries in use: 2 or 3 in the plane, 3 or 7 in space
    pub count: usize,
    pub spatial: bool,
}

impl Track {
    fn place(&self) -> usize {
        if self.spatial { 3 } else { 2 }
    }

    pub fn at(&self, theta: f64) -> Motion {
        let p = |i: usize, d: usize| if i < self.count { self.entries[i].at(d, theta) } else { 0.0 };
        let mut m = Motion::REST;
        for i in 0..self.place() {
            (m.position[i], m.velocity[i]) = (p(i, 0), p(i, 1));
        }
        if self.spatial && self.count == 7 {
            let (q, dq) = ([3, 4, 5, 6].map(|i| p(i, 0)), [3, 4, 5, 6].map(|i| p(i, 1)));
            let square: f64 = q.iter().map(|x| x * x).sum();
            let size = square.sqrt();
            m.rotation = quaternion::to_matrix(q.map(|x| x / size));
            // 2 u̇ u*, vector part
            let (w, x, y, z) = (q[0], -q[1], -q[2], -q[3]);
            m.spin = [
                dq[0] * x + dq[1] * w + dq[2] * z - dq[3] * y,
                dq[0] * y - dq[1] * z + dq[2] * w + dq[3] * x,
                dq[0] * z + dq[1] * y - dq[2] * x + dq[3] * w,
            ]
            .map(|s| 2.0 * s / square);
        } else if !self.spatial && self.count == 3 {
            let (s, c) = libm::sincos(p(2, 0));
            m.rotation = [[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]];
            m.spin = [0.0, 0.0, p(2, 1)];
        }
        m
    }

    pub fn speeds(&self, from: f64, to: f64) -> Speeds {
        let (middle, half) = (0.5 * (from + to), 0.5 * (to - from));
        let size = |range: std::ops::Range<usize>, d: usize| {
            let squares = range.filter(|&i| i < self.count).map(|i| self.entries[i].within(d, middle, half));
            squares.map(|b| b * b).sum::<f64>().sqrt()
        };
        let place = self.place();
        let (linear, linear_rate) = (size(0..place, 1), size(0..place, 2));
        if !self.spatial {
            return Speeds { linear, linear_rate, angular: size(2..3, 1), angular_rate: size(2..3, 2) };
        }
        if self.count < 7 {
            return Speeds { linear, linear_rate, ..Speeds::default() };
        }
        let (first, second) = (size(3..7, 1), size(3..7, 2));
        let here: f64 = (3..7).map(|i| self.entries[i].at(0, middle)).map(|x| x * x).sum::<f64>().sqrt();
        // a step whose quaternion loses its length is no step; the bound must stay finite all the same
        let least = (here - half * first).max(0.5);
        let angular = 2.0 * first / least;
        Speeds { linear, linear_rate, angular, angular_rate: 2.0 * second / least + 0.5 * angular * angular }
    }

    /// Box round everything the body can sweep if it reaches `radius` from its origin.
    pub fn swept(&self, radius: f64) -> ([f64; 3], [f64; 3]) {
        let (mut low, mut high) = ([0.0; 3], [0.0; 3]);
        for i in 0..self.place() {
            let middle = self.entries[i].terms[0][0];
            let spread = self.entries[i].bound[0] - middle.abs();
            (low[i], high[i]) = (middle - spread - radius, middle + spread + radius);
        }
        (low, high)
    }
}

/// Motions of all bodies over a step, and what was found on them.
#[derive(Debug, Default)]
pub struct Paths {
    pub tracks: Vec<Option<Track>>,
    pub cosines: [[f64; TERMS]; TERMS],
    pub values: Vec<[f64; TERMS]>,
    pub boxes: Vec<([f64; 3], [f64; 3])>,
    pub allowed: Vec<(usize, usize)>,
    pub candidates: Vec<usize>,
    pub known: Vec<FeaturePair>,
    pub near: Vec<FeaturePair>,
    /// sites that close at the moment last found
    pub hits: Vec<Site>,
}

#[cfg(test)]
mod tests {
    use super::{Series, TERMS};

    #[test]
    fn a_series_is_its_polynomial_and_bounds_it() {
        let mut cosines = [[0.0; TERMS]; TERMS];
        for (k, row) in cosines.iter_mut().enumerate() {
            for (j, c) in row.iter_mut().enumerate() {
                *c = libm::cos(std::f64::consts::PI * k as f64 * (j as f64 + 0.5) / TERMS as f64);
            }
        }
        let power = |x: f64, n: i32| (0..n).fold(1.0, |y, _| y * x);
        let p = |x: f64| 3.0 - 2.0 * x + 0.5 * x * x * x - 4.0 * power(x, 7);
        let dp = |x: f64| -2.0 + 1.5 * x * x - 28.0 * power(x, 6);
        let ddp = |x: f64| 3.0 * x - 168.0 * power(x, 5);
        let values = std::array::from_fn(|j| p(0.5 + 0.5 * cosines[1][j]));
        let s = Series::through(&values, &cosines);
        for i in 0..=100 {
            let x = f64::from(i) / 100.0;
            assert!((s.at(0, x) - p(x)).abs() < 1e-13);
            assert!((s.at(1, x) - dp(x)).abs() < 1e-11);
            assert!((s.at(2, x) - ddp(x)).abs() < 1e-9);
            let bound = s.within(1, 0.5, 0.1);
            assert!((x - 0.5).abs() > 0.1 || dp(x).abs() <= bound + 1e-12);
            assert!(dp(x).abs() <= s.bound[1] + 1e-12 && ddp(x).abs() <= s.bound[2] + 1e-9);
        }
    }
}

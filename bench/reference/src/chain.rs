//! Fifty rods in absolute angles, solved in O(n): from the tip inwards the force a link needs at its pin is F = A a + b, where a
//! is the pin's acceleration; then outwards from the fixed pin.
//!
//! Link with pin at 0, centre at r, far pin at d = 2r, p = k × r, q = k × d, and the next link's A', b':
//! ```text
//! D = I + m p·p + q·A'q      u = m p + A'q      w = −m p·g + q·(b' − ω² A'd)      α = −(u·a + w)/D
//! A = m 1 + A' − u uᵀ/D      b = b' − ω² A'd − m ω² r − m g − u w/D
//! ```

use crate::order8::Equations;
use crate::{G, Measured};

const N: usize = 50;
const L: f64 = 0.04;
const M: f64 = 7800.0 * 0.005 * L * 0.005;
const I: f64 = M * (L * L + 0.005 * 0.005) / 12.0;

pub struct Chain {
    /// per link: r, u/D, w/D
    links: [[f64; 5]; N],
}

impl Chain {
    pub fn new() -> Self {
        Self { links: [[0.0; 5]; N] }
    }
}

impl Equations for Chain {
    fn derivative(&mut self, y: &[f64], dy: &mut [f64]) {
        let (mut a11, mut a12, mut a22, mut b1, mut b2) = (0.0, 0.0, 0.0, 0.0, 0.0);
        for i in (0..N).rev() {
            let (sin, cos) = y[i].sin_cos();
            let (rx, ry, w2) = (0.5 * L * cos, 0.5 * L * sin, y[N + i] * y[N + i]);
            let (px, py) = (-ry, rx);
            let (aqx, aqy) = (2.0 * (a11 * px + a12 * py), 2.0 * (a12 * px + a22 * py));
            let (ux, uy) = (M * px + aqx, M * py + aqy);
            // b' − ω² A'd
            let ex = b1 - 2.0 * w2 * (a11 * rx + a12 * ry);
            let ey = b2 - 2.0 * w2 * (a12 * rx + a22 * ry);
            let inverse = 1.0 / (I + 0.25 * M * L * L + 2.0 * (px * aqx + py * aqy));
            let w = M * G * py + 2.0 * (px * ex + py * ey);
            self.links[i] = [rx, ry, ux * inverse, uy * inverse, w * inverse];
            a11 += M - ux * ux * inverse;
            a12 -= ux * uy * inverse;
            a22 += M - uy * uy * inverse;
            b1 = ex - M * w2 * rx - ux * w * inverse;
            b2 = ey - M * w2 * ry + M * G - uy * w * inverse;
        }
        let (mut ax, mut ay) = (0.0, 0.0);
        for i in 0..N {
            let [rx, ry, ux, uy, w] = self.links[i];
            let (rate, alpha) = (y[N + i], -(ux * ax + uy * ay + w));
            (dy[i], dy[N + i]) = (rate, alpha);
            ax += 2.0 * (-alpha * ry - rate * rate * rx);
            ay += 2.0 * (alpha * rx - rate * rate * ry);
        }
    }
}

impl Measured for Chain {
    fn start(&self) -> Vec<f64> {
        vec![0.0; 2 * N]
    }

    fn energy(&self, y: &[f64]) -> [f64; 2] {
        let (mut vx, mut vy, mut height, mut kinetic, mut total) = (0.0, 0.0, 0.0, 0.0, 0.0);
        for i in 0..N {
            let ((sin, cos), w) = (y[i].sin_cos(), y[N + i]);
            let (hx, hy) = (-0.5 * L * sin * w, 0.5 * L * cos * w);
            let (cx, cy) = (vx + hx, vy + hy);
            kinetic += 0.5 * (M * (cx * cx + cy * cy) + I * w * w);
            total += M * G * (height + 0.5 * L * sin);
            (vx, vy, height) = (vx + 2.0 * hx, vy + 2.0 * hy, height + L * sin);
        }
        [kinetic, kinetic + total]
    }

    fn centres(&self, y: &[f64]) -> Vec<[f64; 2]> {
        let mut pin = [0.0, 0.0];
        let mut next = |angle: &f64| {
            let (sin, cos) = angle.sin_cos();
            let centre = [pin[0] + 0.5 * L * cos, pin[1] + 0.5 * L * sin];
            pin = [pin[0] + L * cos, pin[1] + L * sin];
            centre
        };
        y[..N].iter().map(&mut next).collect()
    }
}

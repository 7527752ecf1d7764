//! Two uniform rods in absolute angles: a mass matrix of two by two, solved by Cramer's rule.

use crate::order8::Equations;
use crate::{G, Measured};

const L: f64 = 0.5;
const M: f64 = 7800.0 * 0.005 * L * 0.02;
const I: f64 = M * (L * L + 0.02 * 0.02) / 12.0;

pub struct DoublePendulum;

impl DoublePendulum {
    pub fn new() -> Self {
        Self
    }
}

impl Equations for DoublePendulum {
    fn derivative(&mut self, y: &[f64], dy: &mut [f64]) {
        let [a, b, u, v] = [y[0], y[1], y[2], y[3]];
        let ((sin_a, cos_a), (sin_b, cos_b)) = (a.sin_cos(), b.sin_cos());
        let (sin, cos) = (sin_a * cos_b - cos_a * sin_b, cos_a * cos_b + sin_a * sin_b);
        let c = 0.5 * M * L * L;
        let (m11, m12, m22) = (I + 1.25 * M * L * L, c * cos, I + 0.25 * M * L * L);
        let f1 = -c * sin * v * v - 1.5 * M * L * G * cos_a;
        let f2 = c * sin * u * u - 0.5 * M * L * G * cos_b;
        let det = 1.0 / (m11 * m22 - m12 * m12);
        (dy[0], dy[1]) = (u, v);
        (dy[2], dy[3]) = ((m22 * f1 - m12 * f2) * det, (m11 * f2 - m12 * f1) * det);
    }
}

impl Measured for DoublePendulum {
    fn start(&self) -> Vec<f64> {
        vec![0.0; 4]
    }

    fn energy(&self, y: &[f64]) -> [f64; 2] {
        let c = 0.5 * M * L * L;
        let (m11, m22) = (I + 1.25 * M * L * L, I + 0.25 * M * L * L);
        let kinetic = 0.5 * (m11 * y[2] * y[2] + m22 * y[3] * y[3]) + c * (y[0] - y[1]).cos() * y[2] * y[3];
        [kinetic, kinetic + M * G * (1.5 * L * y[0].sin() + 0.5 * L * y[1].sin())]
    }

    fn centres(&self, y: &[f64]) -> Vec<[f64; 2]> {
        let ((s, c), (t, d)) = (y[0].sin_cos(), y[1].sin_cos());
        vec![[0.5 * L * c, 0.5 * L * s], [L * c + 0.5 * L * d, L * s + 0.5 * L * t]]
    }
}

//! The free four-bar in its crank angle alone: the rod's far pin is where two circles meet, so the loop is always closed.
//!
//! With primes for derivatives by the angle, K = ½ μ(θ) θ̇², μ = Σ m G'·G' + I φ'², and θ̈ = (−g Σ m G'_y − ½ μ' θ̇²)/μ.

use crate::order8::Equations;
use crate::{G, Measured};

const L1: f64 = 0.1;
const L2: f64 = 0.3;
const L3: f64 = 0.25;
const PIN: [f64; 2] = [0.3, 0.05];
const AREA: f64 = 7800.0 * 0.005 * 0.01;
const LENGTHS: [f64; 3] = [L1, L2, L3];

pub struct FourBar;

/// Crank's end B and rod's end C, with first and second derivatives by the angle.
struct Pose {
    b: [[f64; 2]; 3],
    c: [[f64; 2]; 3],
}

impl FourBar {
    pub fn new() -> Self {
        Self
    }

    fn pose(angle: f64) -> Pose {
        let (sin, cos) = angle.sin_cos();
        let b = [[L1 * cos, L1 * sin], [-L1 * sin, L1 * cos], [-L1 * cos, -L1 * sin]];
        let d = [PIN[0] - b[0][0], PIN[1] - b[0][1]];
        let square = d[0] * d[0] + d[1] * d[1];
        let along = 0.5 * (square + L2 * L2 - L3 * L3) / square;
        let across = (L2 * L2 / square - along * along).sqrt();
        let c0 = [b[0][0] + along * d[0] - across * d[1], b[0][1] + along * d[1] + across * d[0]];
        // the rod's and the rocker's direction; C' and C'' have given components along both
        let (e, f) = (minus(c0, b[0]), minus(c0, PIN));
        let inverse = 1.0 / cross(e, f);
        let solve = |s: f64, t: f64| [(s * f[1] - t * e[1]) * inverse, (t * e[0] - s * f[0]) * inverse];
        let c1 = solve(dot(e, b[1]), 0.0);
        let relative = minus(c1, b[1]);
        let c2 = solve(dot(e, b[2]) - dot(relative, relative), -dot(c1, c1));
        Pose { b, c: [c0, c1, c2] }
    }

    /// Centre of a bar and its turning, by order of derivative.
    fn bar(p: &Pose, i: usize, order: usize) -> ([f64; 2], f64) {
        let fixed = if order == 0 { PIN } else { [0.0; 2] };
        let (from, to) = [([0.0; 2], p.b[order]), (p.b[order], p.c[order]), (fixed, p.c[order])][i];
        let direction = [p.b[0], minus(p.c[0], p.b[0]), minus(p.c[0], PIN)][i];
        let turning = cross(direction, minus(to, from)) / (LENGTHS[i] * LENGTHS[i]);
        ([0.5 * (from[0] + to[0]), 0.5 * (from[1] + to[1])], turning)
    }
}

fn mass(i: usize) -> [f64; 2] {
    let m = AREA * LENGTHS[i];
    [m, m * (LENGTHS[i] * LENGTHS[i] + 1e-4) / 12.0]
}

fn minus(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0] - b[0], a[1] - b[1]]
}

fn dot(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

fn cross(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

impl Equations for FourBar {
    fn derivative(&mut self, y: &[f64], dy: &mut [f64]) {
        let pose = Self::pose(y[0]);
        let (mut inertia, mut half_slope, mut weight) = (0.0, 0.0, 0.0);
        for i in 0..3 {
            let ([m, moment], (v, w), (a, z)) = (mass(i), Self::bar(&pose, i, 1), Self::bar(&pose, i, 2));
            inertia += m * dot(v, v) + moment * w * w;
            half_slope += m * dot(v, a) + moment * w * z;
            weight += m * v[1];
        }
        (dy[0], dy[1]) = (y[1], (-G * weight - half_slope * y[1] * y[1]) / inertia);
    }
}

impl Measured for FourBar {
    fn start(&self) -> Vec<f64> {
        vec![std::f64::consts::FRAC_PI_3, 2.0 * std::f64::consts::PI]
    }

    fn energy(&self, y: &[f64]) -> [f64; 2] {
        let pose = Self::pose(y[0]);
        let (mut kinetic, mut potential) = (0.0, 0.0);
        for i in 0..3 {
            let ([m, moment], (g, _), (v, w)) = (mass(i), Self::bar(&pose, i, 0), Self::bar(&pose, i, 1));
            kinetic += 0.5 * (m * dot(v, v) + moment * w * w) * y[1] * y[1];
            potential += m * G * g[1];
        }
        [kinetic, kinetic + potential]
    }

    fn centres(&self, y: &[f64]) -> Vec<[f64; 2]> {
        let pose = Self::pose(y[0]);
        (0..3).map(|i| Self::bar(&pose, i, 0).0).collect()
    }
}

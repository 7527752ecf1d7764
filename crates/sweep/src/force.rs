//! Angle and forces on one arc, by the closed forms (unit normals, metres).
//!
//! With r from hinge to contact and unit normal N into the pawl: r = −hN − ℓT, T = JN. Vertex on edge: h is linear in
//! time and ℓ = ±√(ρ² − h²). Edge on vertex: h = d stays and ℓ = ±√(|r|² − d²). The spring's torque κθ balances
//! λ (N + μσεT) with λ = κ|θ| / (|ℓ| − μεh), ε the sign of v · r.

use crate::trajectory::State;

/// A contact in numbers.
#[derive(Clone, Debug)]
pub(crate) struct Law {
    pub touch: Touch,
    /// Hinge at t = 0 and velocity of the root.
    pub hinge: [f64; 2],
    pub velocity: [f64; 2],
    pub stiffness: f64,
    pub friction: f64,
    /// Sign of the lever.
    pub sigma: f64,
}

#[derive(Clone, Debug)]
pub(crate) enum Touch {
    /// Vertex q of the pawl on the edge through w with outward unit normal n.
    Vertex { q: [f64; 2], w: [f64; 2], n: [f64; 2] },
    /// Edge of the pawl with outward unit normal n at distance d, on vertex w.
    Edge { n: [f64; 2], d: f64, w: [f64; 2] },
}

fn dot(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

fn cross(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

/// −1, 0 or 1.
fn sign(x: f64) -> f64 {
    if x == 0.0 { 0.0 } else { x.signum() }
}

impl Law {
    /// Contact vector r, normal N, lever ℓ and height h at a time.
    pub fn geometry(&self, time: f64) -> ([f64; 2], [f64; 2], f64, f64) {
        let p = [self.hinge[0] + self.velocity[0] * time, self.hinge[1] + self.velocity[1] * time];
        match self.touch {
            Touch::Vertex { q, w, n } => {
                let h = dot([p[0] - w[0], p[1] - w[1]], n);
                let rho = dot(q, q).sqrt();
                let l = self.sigma * ((rho - h) * (rho + h)).max(0.0).sqrt();
                let turned = [-n[1], n[0]];
                ([-h * n[0] - l * turned[0], -h * n[1] - l * turned[1]], n, l, h)
            }
            Touch::Edge { d, w, .. } => {
                let r = [w[0] - p[0], w[1] - p[1]];
                let far = dot(r, r).sqrt();
                let l = self.sigma * ((far - d.abs()) * (far + d.abs())).max(0.0).sqrt();
                // r = −dN − ℓJN, so N = (−d r + ℓ J r) / |r|²
                if far == 0.0 {
                    // the vertex has come to the hinge itself, along the motion
                    let speed = dot(self.velocity, self.velocity).sqrt() * self.sigma;
                    return (r, [-self.velocity[1] / speed, self.velocity[0] / speed], l, d);
                }
                let square = far * far;
                let n = [(-d * r[0] - l * r[1]) / square, (-d * r[1] + l * r[0]) / square];
                (r, n, l, d)
            }
        }
    }

    /// Times at which v · r = 0: sliding turns back and friction changes sides.
    pub fn turns(&self) -> Vec<f64> {
        let v = self.velocity;
        match self.touch {
            Touch::Edge { w, .. } => {
                let r = [w[0] - self.hinge[0], w[1] - self.hinge[1]];
                vec![dot(v, r) / dot(v, v)]
            }
            Touch::Vertex { q, w, n } => {
                // R q square to v: h = −R q · N with R q = ±ρ J v / |v|
                let rate = dot(v, n);
                let start = dot([self.hinge[0] - w[0], self.hinge[1] - w[1]], n);
                let reach = dot(q, q).sqrt() * cross(v, n) / dot(v, v).sqrt();
                if rate == 0.0 { Vec::new() } else { vec![(reach - start) / rate, (-reach - start) / rate] }
            }
        }
    }

    /// Whether the force grows without bound towards a time, by friction at a lever that does not vanish.
    pub fn locks(&self, time: f64, theta: f64) -> bool {
        let (r, _, l, h) = self.geometry(time);
        let leading = dot(self.velocity, r);
        let size = dot(r, r).sqrt();
        let left = l.abs() - self.friction * leading.signum() * h;
        theta != 0.0 && self.friction > 0.0 && leading.abs() > 1e-9 * size && left.abs() < 1e-9 * size
    }

    /// State at a time; the angle is taken on the turn between those given.
    pub fn at(&self, time: f64, from: f64, to: f64) -> State {
        let (r, n, l, h) = self.geometry(time);
        let (c, s) = match self.touch {
            Touch::Vertex { q, .. } => (dot(q, r), cross(q, r)),
            Touch::Edge { n: drawn, .. } => {
                let turned = [-n[0], -n[1]];
                (dot(drawn, turned), cross(drawn, turned))
            }
        };
        let base = libm::atan2(s, c);
        let turns = libm::rint((0.5 * (from + to) - base) / std::f64::consts::TAU);
        let theta = (base + turns * std::f64::consts::TAU).clamp(from.min(to), from.max(to));
        let speed = dot(self.velocity, self.velocity).sqrt();
        let leading = dot(self.velocity, r);
        // where sliding turns back just now, it is what it will be
        let turning = |t: f64| dot(self.velocity, self.geometry(t).0);
        let epsilon = match leading {
            0.0 if speed > 0.0 => sign(turning(time + 1e-9 * dot(r, r).sqrt() / speed)),
            leading => sign(leading),
        };
        let below = l.abs() - self.friction * epsilon * h;
        let normal = if theta == 0.0 { 0.0 } else { self.stiffness * theta.abs() / below };
        let part = self.friction * self.sigma * epsilon;
        let turned = [-n[1], n[0]];
        let force = [normal * (n[0] + part * turned[0]), normal * (n[1] + part * turned[1])];
        let p = [self.hinge[0] + self.velocity[0] * time, self.hinge[1] + self.velocity[1] * time];
        State {
            theta,
            rate: -dot(self.velocity, n) / l,
            normal,
            direction: n,
            force,
            insertion: -dot(force, self.velocity) / speed,
            slip: -leading / l,
            point: Some([p[0] + r[0], p[1] + r[1]]),
        }
    }
}

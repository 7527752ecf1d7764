//! A contact in numbers of the drawing (unit normals, metres), and the features it is between.
//!
//! With r from hinge to contact and unit normal N into the pawl: r = −hN − ℓT, T = JN. Vertex on edge: h is linear in
//! time and ℓ = ±√(ρ² − h²). Edge on vertex: h = d stays and ℓ = ±√(|r|² − d²). The spring's torque κθ balances
//! λ (N + μσεT) with λ = κ|θ| / (|ℓ| − μεh), ε the sign of v · r.

use crate::contact::Contact;
use crate::curve::{Curve, Kind};
use crate::numbers::{Rational, rational, to_f64};
use crate::outline::World;
use crate::tolerances::FOOT_NEAR;
use mainspring_numerics::vec2::{cross, dot, norm};

/// A contact in numbers.
#[derive(Clone, Debug)]
pub(crate) struct Law {
    pub touch: Touch,
    /// From the hinge at t = 0 to the obstacle's vertex, or to the first end of its edge, and the velocity of the root, both
    /// multiplied by a scale that makes them whole wherever there is one.
    pub from: [f64; 2],
    pub way: [f64; 2],
    pub scale: f64,
    /// What floats did not hold of both.
    pub rest: [[f64; 2]; 2],
    /// Hinge at t = 0 and velocity of the root.
    pub hinge: [f64; 2],
    pub velocity: [f64; 2],
    pub stiffness: f64,
    pub friction: f64,
    /// Sign of the lever.
    pub sigma: f64,
    /// Whether the angle stays as it is: what touches lies along the motion.
    pub flat: bool,
}

#[derive(Clone, Debug)]
pub(crate) enum Touch {
    /// Vertex q of the pawl on an edge with outward unit normal n.
    Vertex { q: [f64; 2], n: [f64; 2] },
    /// Edge of the pawl with outward unit normal n at distance d from the hinge, on a vertex.
    Edge { n: [f64; 2], d: f64 },
}

impl Law {
    /// Contact vector r, normal N, lever ℓ and height h at a time: good to what time itself is good to.
    pub fn geometry(&self, time: f64) -> ([f64; 2], [f64; 2], f64, f64) {
        self.geometry_of(self.ahead(time, 0.0))
    }

    /// From the hinge to the obstacle's vertex at a time and what is left of it beyond its last place: after long ways, too,
    /// without loss.
    pub fn ahead(&self, time: f64, late: f64) -> [f64; 2] {
        [0, 1].map(|k| {
            let gone = self.way[k] * time;
            let small = libm::fma(self.way[k], time, -gone) + (self.way[k] * late + self.rest[1][k] * time);
            ((self.from[k] - gone) - (small - self.rest[0][k])) / self.scale
        })
    }

    /// Contact vector r, normal N, lever ℓ and height h with the obstacle's vertex at a place from the hinge.
    pub fn geometry_of(&self, ahead: [f64; 2]) -> ([f64; 2], [f64; 2], f64, f64) {
        match self.touch {
            Touch::Vertex { q, n } => {
                let h = -dot(ahead, n);
                let rho = norm(q);
                let l = self.sigma * ((rho - h) * (rho + h)).max(0.0).sqrt();
                let turned = [-n[1], n[0]];
                ([-h * n[0] - l * turned[0], -h * n[1] - l * turned[1]], n, l, h)
            }
            Touch::Edge { d, .. } => {
                let far = norm(ahead);
                let l = self.sigma * ((far - d.abs()) * (far + d.abs())).max(0.0).sqrt();
                (ahead, self.normal_of_edge(ahead, l, d), l, d)
            }
        }
    }

    /// N of an edge of the pawl on a vertex: r = −dN − ℓJN, so N = (−d r + ℓ J r) / |r|².
    pub fn normal_of_edge(&self, r: [f64; 2], l: f64, d: f64) -> [f64; 2] {
        let square = d * d + l * l;
        if square == 0.0 {
            // the vertex has come to the hinge itself, along the motion
            let speed = self.speed() * self.sigma;
            return [-self.velocity[1] / speed, self.velocity[0] / speed];
        }
        [(-d * r[0] - l * r[1]) / square, (-d * r[1] + l * r[0]) / square]
    }

    /// |v|.
    pub fn speed(&self) -> f64 {
        norm(self.velocity)
    }

    /// How the pawl is turned from where it is drawn, on some turn.
    pub fn angle(&self, r: [f64; 2], n: [f64; 2]) -> f64 {
        let (from, to) = match self.touch {
            Touch::Vertex { q, .. } => (q, r),
            Touch::Edge { n: drawn, .. } => (drawn, [-n[0], -n[1]]),
        };
        libm::atan2(cross(from, to), dot(from, to))
    }
}

impl World {
    /// What touches on a curve, by places in the polygons as given.
    pub fn contact(&self, curve: Curve) -> Contact {
        let (obstacle, ring, vertex) = self.land.from[curve.j as usize];
        match curve.kind {
            Kind::A => Contact::Edge { edge: self.pawl.from_edge[curve.i as usize], obstacle, ring, vertex },
            Kind::B => Contact::Vertex {
                vertex: self.pawl.from[curve.i as usize].2,
                obstacle,
                ring,
                edge: self.land.from_edge[curve.j as usize],
            },
        }
    }

    /// The contact of a curve in numbers of the drawing. Differences of places are taken exactly: far from the origin they
    /// keep their digits.
    pub fn law(&self, curve: Curve, sigma: i8, flat: bool, stiffness: f64) -> Law {
        let q = self.pawl.drawn(curve.i, &self.scale);
        let touch = match curve.kind {
            Kind::B => Touch::Vertex { q, n: self.land.unit_outward(curve.j) },
            Kind::A => {
                let n = self.pawl.unit_outward(curve.i);
                let d = dot(n, q);
                // an edge that all but passes through the hinge
                let d = if d.abs() > FOOT_NEAR * norm(q) { d } else { self.foot(curve.i) };
                Touch::Edge { n, d }
            }
        };
        let ([from, way], rest, scale) = self.way_to(curve.j);
        Law {
            touch,
            from,
            way,
            scale,
            rest,
            hinge: self.drawn.hinge,
            velocity: self.drawn.velocity,
            stiffness,
            friction: self.drawn.friction,
            sigma: f64::from(sigma),
            flat,
        }
    }

    /// From the hinge at t = 0 to a corner of the obstacles and the velocity, what floats do not hold of them, and what all are
    /// multiplied by: where floats hold the multiples without loss those, else the numbers as drawn.
    fn way_to(&self, corner: u32) -> ([[f64; 2]; 2], [[f64; 2]; 2], f64) {
        let v = &self.velocity_near;
        let whole = || self.land.near_from(corner, &self.hinge_near);
        if let (Some(scale), true, Some(from)) = (self.scale.float, v.iter().all(|x| x.is_point()), whole()) {
            return ([from, [v[0].lo, v[1].lo]], [[0.0; 2]; 2], scale);
        }
        let w = self.land.exact(corner);
        let scale = &self.scale.exact;
        let exact = [[0, 1].map(|k| (&w[k] - &self.hinge[k]) / scale), [0, 1].map(|k| &self.velocity[k] / scale)];
        let near = exact.each_ref().map(|pair| pair.each_ref().map(to_f64));
        let rest = [0, 1].map(|n| [0, 1].map(|k| to_f64(&(&exact[n][k] - rational(near[n][k])))));
        (near, rest, 1.0)
    }

    /// The distance of an edge of the pawl from the hinge, signed as its outward normal, without loss.
    fn foot(&self, edge: u32) -> f64 {
        let (a, b) = (self.pawl.exact(edge), self.pawl.exact(self.pawl.next(edge)));
        let twice: Rational = &a[0] * &b[1] - &a[1] * &b[0];
        let along = [to_f64(&(&b[0] - &a[0])), to_f64(&(&b[1] - &a[1]))];
        to_f64(&(twice / &self.scale.exact)) / libm::hypot(along[0], along[1])
    }
}

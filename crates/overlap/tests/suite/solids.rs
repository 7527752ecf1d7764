//! Solids for tests, and their places that reach furthest, by formulas of their own.

use crate::random::{Random, dot, turned, turned_back};
use mainspring_geometry::{Region, Segment, Solid, SolidKind};
use mainspring_overlap::Place;
use std::f64::consts::TAU;

/// One of every convex kind.
pub fn convex(random: &mut Random, kind: usize) -> Solid {
    let mut size = || random.between(0.3, 1.0);
    match kind % CONVEX {
        0 => Solid::block(size(), size(), size()),
        1 => Solid::sphere(size()),
        2 => Solid::cylinder(size(), 2.0 * size()),
        3 => Solid::capsule(0.5 * size(), size()),
        4 => Solid::cone(size(), size()),
        5 => {
            let points: Vec<[f64; 3]> = (0..14).map(|_| random.direction().map(|x| 0.7 * x)).collect();
            Solid::polyhedron(&points)
        }
        6 => {
            let (w, h) = (size(), size());
            Solid::extruded(Region::polygon(&[[0.0, 0.0], [w, 0.0], [0.3 * w, h]]).unwrap().0, size())
        }
        7 => Solid::ellipsoid(size(), 0.6 * size(), size()),
        _ => Solid::extruded(Region::capsule([-0.3, 0.0], [0.3, 0.0], 0.5 * size()).unwrap(), size()),
    }
    .unwrap()
}

pub const CONVEX: usize = 9;

/// How far a solid at a place reaches along a direction.
pub fn reach(solid: &Solid, at: &Place, n: [f64; 3]) -> f64 {
    dot(n, at.position) + solid.extent(turned_back(&at.rotation, n))
}

/// Overlap along a direction, from the first to the second.
pub fn overlap(a: &Solid, at_a: &Place, b: &Solid, at_b: &Place, n: [f64; 3]) -> f64 {
    reach(a, at_a, n) + reach(b, at_b, n.map(|x| -x))
}

/// A place of a solid, turned, that reaches furthest along a direction.
pub fn furthest(solid: &Solid, rotation: &[[f64; 3]; 3], n: [f64; 3]) -> [f64; 3] {
    let v = turned_back(rotation, n);
    let sign = |x: f64| if x < 0.0 { -1.0 } else { 1.0 };
    let across = libm::hypot(v[0], v[1]).max(1e-300);
    let rim = |r: f64, z: f64| [r * v[0] / across, r * v[1] / across, z];
    let local = match solid.kind() {
        SolidKind::Block { size } => [0, 1, 2].map(|i| sign(v[i]) * size[i] / 2.0),
        SolidKind::Sphere { radius } => v.map(|x| x * radius),
        SolidKind::Ellipsoid { half } => {
            let w = [0, 1, 2].map(|i| half[i] * v[i]);
            let long = dot(w, w).sqrt().max(1e-300);
            [0, 1, 2].map(|i| half[i] * w[i] / long)
        }
        SolidKind::Cylinder { radius, height } => rim(*radius, sign(v[2]) * height / 2.0),
        SolidKind::Capsule { radius, height } => {
            [v[0] * radius, v[1] * radius, v[2] * radius + sign(v[2]) * height / 2.0]
        }
        SolidKind::Cone { radius, height } => {
            let (apex, base) = ([0.0, 0.0, height / 2.0], rim(*radius, -height / 2.0));
            if dot(apex, v) > dot(base, v) { apex } else { base }
        }
        SolidKind::Polyhedron { vertices, .. } => {
            vertices.iter().copied().max_by(|p, q| dot(*p, v).total_cmp(&dot(*q, v))).unwrap()
        }
        SolidKind::Extruded { region, height } => {
            let far = |p: &[f64; 2]| p[0] * v[0] + p[1] * v[1];
            let mut places = Vec::new();
            for segment in region.loops().iter().flatten() {
                places.push(segment.from());
                if let Segment::Arc { from, center, sweep, .. } = *segment {
                    let spoke = [from[0] - center[0], from[1] - center[1]];
                    let (sine, cosine) = (spoke[0] * v[1] - spoke[1] * v[0], spoke[0] * v[0] + spoke[1] * v[1]);
                    if libm::atan2(sine * sweep.signum(), cosine).rem_euclid(TAU) <= sweep.abs() {
                        let out = libm::hypot(spoke[0], spoke[1]) / across;
                        places.push([center[0] + out * v[0], center[1] + out * v[1]]);
                    }
                }
            }
            let [x, y] = places.into_iter().max_by(|p, q| far(p).total_cmp(&far(q))).unwrap();
            [x, y, sign(v[2]) * height / 2.0]
        }
        SolidKind::Compound(_) => [0.0; 3],
    };
    turned(rotation, local)
}

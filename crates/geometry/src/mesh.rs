//! Surfaces of solids as triangles, for drawing.

use crate::solid::{PlacedSolid, Solid, SolidKind};
use crate::tolerances::{AT_POLE, SMOOTH_SHADING};
use mainspring_numerics::vec3::{cross, dot, sub};
use std::collections::BTreeMap;
use std::f64::consts::{PI, TAU};

/// Pieces a full turn may be cut into.
const PIECES: std::ops::RangeInclusive<usize> = 12..=96;

/// A surface of triangles, counter-clockwise seen from outside.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// corners
    pub vertices: Vec<[f64; 3]>,
    /// three corners each
    pub triangles: Vec<[u32; 3]>,
    /// sharp edges, two corners each
    pub edges: Vec<[u32; 2]>,
}

impl Mesh {
    fn corner(&mut self, p: [f64; 3]) -> u32 {
        self.vertices.push(p);
        (self.vertices.len() - 1) as u32
    }

    fn append(&mut self, other: &Self, moved: impl Fn([f64; 3]) -> [f64; 3]) {
        let first = self.vertices.len() as u32;
        self.vertices.extend(other.vertices.iter().map(|v| moved(*v)));
        self.triangles.extend(other.triangles.iter().map(|t| t.map(|i| i + first)));
        self.edges.extend(other.edges.iter().map(|e| e.map(|i| i + first)));
    }

    /// Edges at which two faces meet sharply, found from the triangles.
    fn with_sharp_edges(mut self) -> Self {
        let mut sides: BTreeMap<[u32; 2], Vec<[f64; 3]>> = BTreeMap::new();
        for t in &self.triangles {
            let [a, b, c] = t.map(|i| self.vertices[i as usize]);
            let normal = cross(sub(b, a), sub(c, a));
            for (i, j) in [(0, 1), (1, 2), (2, 0)] {
                sides.entry([t[i].min(t[j]), t[i].max(t[j])]).or_default().push(normal);
            }
        }
        let sharp = |normals: &Vec<[f64; 3]>| match normals.as_slice() {
            [a, b] => dot(*a, *b) < libm::cos(SMOOTH_SHADING) * libm::sqrt(dot(*a, *a) * dot(*b, *b)),
            _ => true,
        };
        self.edges = sides.into_iter().filter(|(_, normals)| sharp(normals)).map(|(edge, _)| edge).collect();
        self
    }
}

impl Solid {
    /// Its surface, nowhere further than about `tolerance` from the true one.
    #[must_use]
    pub fn mesh(&self, tolerance: f64) -> Mesh {
        match self.kind() {
            SolidKind::Block { size } => block(*size),
            SolidKind::Sphere { radius } => {
                let n = pieces(*radius, tolerance);
                turned(&(0..=n / 2).map(|i| polar(*radius, PI * i as f64 / (n / 2) as f64, 0.0)).collect::<Vec<_>>(), n)
            }
            SolidKind::Ellipsoid { half } => {
                // a ball drawn out: chords stay as near as those of one as large as its widest axis
                let widest = half[0].max(half[1]).max(half[2]);
                let n = pieces(widest, tolerance);
                let ring = (0..=n / 2).map(|i| polar(1.0, PI * i as f64 / (n / 2) as f64, 0.0)).collect::<Vec<_>>();
                let mut mesh = turned(&ring, n);
                mesh.vertices.iter_mut().for_each(|v| *v = [0, 1, 2].map(|i| half[i] * v[i]));
                mesh
            }
            SolidKind::Cylinder { radius, height } => {
                let h = height / 2.0;
                turned(&[[0.0, -h], [*radius, -h], [*radius, h], [0.0, h]], pieces(*radius, tolerance))
            }
            SolidKind::Cone { radius, height } => {
                let h = height / 2.0;
                turned(&[[0.0, -h], [*radius, -h], [0.0, h]], pieces(*radius, tolerance))
            }
            SolidKind::Capsule { radius, height } => {
                let n = pieces(*radius, tolerance);
                let quarter = n.div_ceil(4);
                let cap = |i: usize| PI / 2.0 * i as f64 / quarter as f64;
                let lower = (0..=quarter).map(|i| polar(*radius, cap(i), -height / 2.0));
                let upper = (0..=quarter).map(|i| polar(*radius, PI / 2.0 + cap(i), height / 2.0));
                turned(&lower.chain(upper).collect::<Vec<_>>(), n)
            }
            SolidKind::Polyhedron { vertices, triangles } => Mesh {
                vertices: vertices.clone(),
                triangles: triangles.iter().map(|t| t.map(|i| i as u32)).collect(),
                edges: Vec::new(),
            }
            .with_sharp_edges(),
            SolidKind::Extruded { region, height } => extruded(&region.outline(tolerance), *height),
            SolidKind::Compound(pieces) => {
                let mut mesh = Mesh::default();
                for PlacedSolid { position, rotation, solid } in pieces {
                    mesh.append(&solid.mesh(tolerance), |v| [0, 1, 2].map(|i| position[i] + dot(rotation[i], v)));
                }
                mesh
            }
        }
    }
}

/// Pieces of a full turn such that chords stay within `tolerance` of a circle; a multiple of 4.
fn pieces(radius: f64, tolerance: f64) -> usize {
    let half = libm::acos((1.0 - tolerance / radius).clamp(-1.0, 1.0));
    let wanted = if half > 0.0 { libm::ceil(PI / half) as usize } else { usize::MAX };
    wanted.clamp(*PIECES.start(), *PIECES.end()).next_multiple_of(4)
}

/// A point of a circle about (0, z), the angle from straight down.
fn polar(radius: f64, angle: f64, z: f64) -> [f64; 2] {
    // at the poles exactly on the axis
    let out = if angle == 0.0 || (angle - PI).abs() < AT_POLE { 0.0 } else { radius * libm::sin(angle) };
    [out, z - radius * libm::cos(angle)]
}

fn block(size: [f64; 3]) -> Mesh {
    let h = size.map(|s| s / 2.0);
    let corner = |i: usize| [0, 1, 2].map(|axis| if i >> axis & 1 == 0 { -h[axis] } else { h[axis] });
    // four corners of each face, counter-clockwise from outside
    let faces: [[u32; 4]; 6] = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    Mesh {
        vertices: (0..8).map(corner).collect(),
        triangles: faces.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect(),
        edges: Vec::new(),
    }
    .with_sharp_edges()
}

/// The surface swept by a profile of (distance from the axis, z), from the lower end of the axis to the upper.
fn turned(profile: &[[f64; 2]], n: usize) -> Mesh {
    let mut mesh = Mesh::default();
    let circle: Vec<[f64; 2]> = (0..n)
        .map(|i| {
            let angle = TAU * i as f64 / n as f64;
            [libm::cos(angle), libm::sin(angle)]
        })
        .collect();
    let ring = |mesh: &mut Mesh, [out, z]: [f64; 2]| -> Vec<u32> {
        match out == 0.0 {
            true => vec![mesh.corner([0.0, 0.0, z])],
            false => circle.iter().map(|c| mesh.corner([out * c[0], out * c[1], z])).collect(),
        }
    };
    let rings: Vec<Vec<u32>> = profile.iter().map(|p| ring(&mut mesh, *p)).collect();
    for pair in rings.windows(2) {
        let (low, high) = (&pair[0], &pair[1]);
        for i in 0..n {
            let j = (i + 1) % n;
            let at = |ring: &Vec<u32>, i: usize| ring[i % ring.len()];
            if low.len() > 1 {
                mesh.triangles.push([at(low, i), at(low, j), at(high, j)]);
            }
            if high.len() > 1 {
                mesh.triangles.push([at(low, i), at(high, j), at(high, i)]);
            }
        }
    }
    mesh.with_sharp_edges()
}

/// Outlines drawn out along z: outer ones counter-clockwise, holes clockwise.
fn extruded(outlines: &[Vec<[f64; 2]>], height: f64) -> Mesh {
    let mut mesh = Mesh::default();
    let h = height / 2.0;
    let area = |l: &[[f64; 2]]| -> f64 {
        (0..l.len()).map(|i| (l[i], l[(i + 1) % l.len()])).map(|(p, q)| p[0] * q[1] - p[1] * q[0]).sum()
    };
    let inside = |l: &[[f64; 2]], p: [f64; 2]| {
        let crossed = |i: usize| {
            let (a, b) = (l[i], l[(i + 1) % l.len()]);
            (a[1] > p[1]) != (b[1] > p[1]) && p[0] < a[0] + (p[1] - a[1]) / (b[1] - a[1]) * (b[0] - a[0])
        };
        (0..l.len()).filter(|&i| crossed(i)).count() % 2 == 1
    };
    let (outer, holes): (Vec<_>, Vec<_>) = outlines.iter().filter(|l| l.len() > 2).partition(|l| area(l) > 0.0);
    for around in &outer {
        let own = holes.iter().filter(|hole| inside(around, hole[0]));
        // of nested outer outlines the innermost has the hole
        let own = own.filter(|hole| {
            !outer.iter().any(|o| !std::ptr::eq(*o, *around) && inside(around, o[0]) && inside(o, hole[0]))
        });
        let mut starts = Vec::new();
        let mut flat: Vec<[f64; 2]> = (*around).clone();
        for hole in own {
            starts.push(flat.len() as u32);
            flat.extend(hole.iter());
        }
        let mut triangles: Vec<u32> = Vec::new();
        earcut::Earcut::new().earcut(flat.iter().copied(), &starts, &mut triangles);
        let below: Vec<u32> = flat.iter().map(|p| mesh.corner([p[0], p[1], -h])).collect();
        let above: Vec<u32> = flat.iter().map(|p| mesh.corner([p[0], p[1], h])).collect();
        for t in triangles.chunks_exact(3).map(|t| [t[0] as usize, t[1] as usize, t[2] as usize]) {
            let [p, q, r] = t.map(|i| flat[i]);
            let left = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]) > 0.0;
            let t = if left { t } else { [t[0], t[2], t[1]] };
            mesh.triangles.push(t.map(|i| above[i]));
            mesh.triangles.push([t[0], t[2], t[1]].map(|i| below[i]));
        }
        starts.insert(0, 0);
        for (k, &start) in starts.iter().enumerate() {
            let end = starts.get(k + 1).map_or(flat.len(), |&e| e as usize);
            let start = start as usize;
            for i in start..end {
                let j = if i + 1 == end { start } else { i + 1 };
                mesh.triangles.push([below[i], below[j], above[j]]);
                mesh.triangles.push([below[i], above[j], above[i]]);
            }
        }
    }
    mesh.with_sharp_edges()
}

//! Features of blocks and convex polyhedra: flat faces, edges, corners.

use super::builder::Builder;
use super::containment::Containment;
use mainspring_numerics::vec3::{add_scaled, cross, dot, norm, sub};

use crate::tolerances::IN_PLANE;
use std::collections::BTreeMap;

/// Corners, and faces as rings of corner indices, counter-clockwise seen from outside.
pub(crate) struct Rings {
    pub corners: Vec<[f64; 3]>,
    pub faces: Vec<Vec<usize>>,
}

impl Rings {
    /// A box about the origin.
    pub fn block(size: [f64; 3]) -> Self {
        let sign = |bit: usize| if bit == 0 { -0.5 } else { 0.5 };
        let corners = (0..8).map(|i| [sign(i & 1) * size[0], sign(i & 2) * size[1], sign(i & 4) * size[2]]).collect();
        let faces = vec![
            vec![1, 3, 7, 5],
            vec![0, 4, 6, 2],
            vec![2, 6, 7, 3],
            vec![0, 1, 5, 4],
            vec![4, 5, 7, 6],
            vec![0, 2, 3, 1],
        ];
        Self { corners, faces }
    }

    /// Triangles of a hull, those in one plane joined.
    pub fn polyhedron(corners: &[[f64; 3]], triangles: &[[usize; 3]]) -> Self {
        let size = corners.iter().map(|c| norm(sub(*c, corners[0]))).fold(0.0, f64::max);
        let area = |t: &[usize; 3]| cross(sub(corners[t[1]], corners[t[0]]), sub(corners[t[2]], corners[t[0]]));
        let mut owner: BTreeMap<[usize; 2], usize> = BTreeMap::new();
        for (i, t) in triangles.iter().enumerate() {
            (0..3).for_each(|k| {
                owner.insert([t[k], t[(k + 1) % 3]], i);
            });
        }
        // the larger triangle's plane is the surer one, so faces grow from the largest
        let mut order: Vec<usize> = (0..triangles.len()).collect();
        order.sort_by(|&i, &j| {
            let (a, b) = (norm(area(&triangles[i])), norm(area(&triangles[j])));
            b.total_cmp(&a).then(i.cmp(&j))
        });
        let mut face_of = vec![usize::MAX; triangles.len()];
        let mut faces = Vec::new();
        for seed in order {
            if face_of[seed] != usize::MAX {
                continue;
            }
            let across = area(&triangles[seed]);
            let normal = across.map(|x| x / norm(across));
            let base = corners[triangles[seed][0]];
            let in_plane = |t: &[usize; 3]| {
                let near = |i: &usize| dot(sub(corners[*i], base), normal).abs() <= IN_PLANE * size;
                t.iter().all(near) && dot(area(t), normal) >= 0.0
            };
            face_of[seed] = faces.len();
            let mut waiting = vec![seed];
            while let Some(i) = waiting.pop() {
                let t = triangles[i];
                for k in 0..3 {
                    let next = owner.get(&[t[(k + 1) % 3], t[k]]).copied();
                    if let Some(j) = next.filter(|&j| face_of[j] == usize::MAX && in_plane(&triangles[j])) {
                        face_of[j] = faces.len();
                        waiting.push(j);
                    }
                }
            }
            faces.push(seed);
        }
        let rings = (0..faces.len()).map(|face| ring(triangles, &owner, &face_of, face));
        Self { corners: corners.to_vec(), faces: rings.filter(|r| r.len() >= 3).collect() }
    }
}

/// The boundary of a face: its triangles' edges whose twin belongs to another.
fn ring(triangles: &[[usize; 3]], owner: &BTreeMap<[usize; 2], usize>, face_of: &[usize], face: usize) -> Vec<usize> {
    let mut after: BTreeMap<usize, usize> = BTreeMap::new();
    for (i, t) in triangles.iter().enumerate().filter(|(i, _)| face_of[*i] == face) {
        for k in 0..3 {
            let twin = owner.get(&[t[(k + 1) % 3], t[k]]);
            if twin.is_none_or(|&j| face_of[j] != face_of[i]) {
                after.insert(t[k], t[(k + 1) % 3]);
            }
        }
    }
    let Some((&start, _)) = after.iter().next() else { return Vec::new() };
    let mut ring = vec![start];
    while let Some(&next) = ring.last().and_then(|last| after.get(last)) {
        if next == start || ring.len() > after.len() {
            break;
        }
        ring.push(next);
    }
    ring
}

/// Adds the faces, edges and corners of a convex solid.
pub(crate) fn add(builder: &mut Builder, rings: &Rings) {
    let corner = |i: usize| rings.corners[i];
    let mut edges: BTreeMap<[usize; 2], [f64; 3]> = BTreeMap::new();
    let mut planes = Vec::new();
    for face in &rings.faces {
        // Newell: sound for long thin rings too
        let n = face.len();
        let first = corner(face[0]);
        let sum = (0..n).fold([0.0; 3], |sum, i| {
            let (a, b) = (sub(corner(face[i]), first), sub(corner(face[(i + 1) % n]), first));
            add_scaled(sum, 1.0, cross(a, b))
        });
        let normal = sum.map(|x| x / norm(sum));
        let ring: Vec<[f64; 3]> = face.iter().map(|&i| corner(i)).collect();
        builder.flat(&ring, normal);
        let level = ring.iter().map(|p| dot(*p, normal)).fold(f64::NEG_INFINITY, f64::max);
        planes.push((normal, level));
        (0..n).for_each(|i| {
            edges.insert([face[i], face[(i + 1) % n]], normal);
        });
    }
    let mut leaving: BTreeMap<usize, Vec<[f64; 3]>> = BTreeMap::new();
    for (&[i, j], &one) in &edges {
        if i > j {
            continue;
        }
        let Some(&two) = edges.get(&[j, i]) else { continue };
        let d = sub(corner(j), corner(i));
        let along = d.map(|x| x / norm(d));
        let back = along.map(|x| -x);
        builder.edge(corner(i), corner(j), [cross(one, along), cross(two, back)], add_scaled(one, 1.0, two));
        leaving.entry(i).or_default().push(along);
        leaving.entry(j).or_default().push(back);
    }
    for (i, directions) in leaving {
        builder.corner(corner(i), &directions);
    }
    let place = builder.place;
    builder.inside.push(Containment::planes(place, planes, &rings.corners));
}

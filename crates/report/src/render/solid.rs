//! Shaded faces and lines in pixels with their depth: what a spatial picture hands to its back-ends.

use super::colour::Colour;
use crate::tolerances::{CREASE, NO_LENGTH};

/// Faces, lines and the shadow below them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Solids {
    /// triangles that face the viewer
    pub faces: Vec<Face>,
    /// lines in space
    pub lines: Vec<Line>,
    /// triangles of the shadow on the ground, px; they overlap
    pub shadow: Vec<[[f64; 2]; 3]>,
    /// of the shadow
    pub shade: Option<Colour>,
    /// how soft the shadow's edge is, px
    pub softness: f64,
}

/// A triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Face {
    /// px, px, and one over the distance from the viewer, 1/m
    pub corners: [[f64; 3]; 3],
    /// of each corner
    pub colours: [Colour; 3],
}

/// A line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// px, px, and one over the distance from the viewer, 1/m
    pub ends: [[f64; 3]; 2],
    /// px
    pub width: f64,
    /// opaque
    pub colour: Colour,
}

impl Line {
    /// The line as two triangles as wide as it is, with half its width beyond each end.
    #[must_use]
    pub fn quads(&self) -> [[[f64; 3]; 3]; 2] {
        let [a, b] = self.ends;
        let d = [b[0] - a[0], b[1] - a[1]];
        let length = libm::hypot(d[0], d[1]);
        let half = 0.5 * self.width;
        let along = if length > NO_LENGTH { [half * d[0] / length, half * d[1] / length] } else { [half, 0.0] };
        let corner = |p: [f64; 3], ahead: f64, aside: f64| {
            [p[0] + ahead * along[0] - aside * along[1], p[1] + ahead * along[1] + aside * along[0], p[2]]
        };
        let (a1, a2) = (corner(a, -0.6, 1.0), corner(a, -0.6, -1.0));
        let (b1, b2) = (corner(b, 0.6, 1.0), corner(b, 0.6, -1.0));
        [[a1, b1, b2], [a1, b2, a2]]
    }
}

/// Normals at the corners of every triangle: those of neighbours that meet smoothly are averaged. All vectors have
/// length one; triangles without area, or with corners that are not there, have zeros.
pub(crate) fn normals(vertices: &[[f64; 3]], triangles: &[[u32; 3]]) -> Vec<[[f64; 3]; 3]> {
    use super::view::{cross, dot, unit};
    let corners = |t: &[u32; 3]| -> Option<[[f64; 3]; 3]> {
        let [a, b, c] = t.map(|i| vertices.get(i as usize).copied());
        Some([a?, b?, c?])
    };
    let areas: Vec<[f64; 3]> = triangles
        .iter()
        .map(|t| {
            let Some([a, b, c]) = corners(t) else { return [0.0; 3] };
            let (u, v) = ([0, 1, 2].map(|i| b[i] - a[i]), [0, 1, 2].map(|i| c[i] - a[i]));
            cross(u, v)
        })
        .collect();
    let units: Vec<Option<[f64; 3]>> = areas.iter().map(|a| unit(*a)).collect();
    // corners at the same place, whatever their index
    let mut order: Vec<(usize, usize)> = (0..triangles.len()).flat_map(|t| [(t, 0), (t, 1), (t, 2)]).collect();
    order.retain(|(t, _)| units[*t].is_some());
    let place = |(t, k): &(usize, usize)| vertices[triangles[*t][*k] as usize];
    order.sort_by(|a, b| {
        let (p, q) = (place(a), place(b));
        p[0].total_cmp(&q[0]).then(p[1].total_cmp(&q[1])).then(p[2].total_cmp(&q[2])).then(a.cmp(b))
    });
    let mut normals = vec![[[0.0; 3]; 3]; triangles.len()];
    for group in order.chunk_by(|a, b| place(a) == place(b)) {
        // a fan of thousands of faces in one point would take for ever, and is smooth or a spike anyway
        let looked_at = &group[..group.len().min(64)];
        for &(t, k) in group {
            let Some(own) = units[t] else { continue };
            let mut sum = [0.0; 3];
            for &(other, _) in looked_at {
                if units[other].is_some_and(|n| dot(n, own) > CREASE) {
                    sum = [0, 1, 2].map(|i| sum[i] + areas[other][i]);
                }
            }
            normals[t][k] = unit(sum).unwrap_or(own);
        }
    }
    normals
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::view::dot;

    #[test]
    fn a_cube_is_flat_and_a_ball_is_smooth() {
        let cube = crate::render::solid_primitives::brick([0.0; 3], [1.0, 2.0, 3.0]);
        let flat = normals(&cube.vertices, &cube.triangles);
        assert!(flat.iter().flatten().all(|n| n.iter().filter(|c| c.abs() > 1e-12).count() == 1));
        let ball = crate::render::solid_primitives::ball([1.0, 0.0, 0.0], 2.0);
        let smooth = normals(&ball.vertices, &ball.triangles);
        for (t, corners) in ball.triangles.iter().zip(&smooth) {
            for (i, n) in t.iter().zip(corners) {
                let p = ball.vertices[*i as usize];
                let outward = [(p[0] - 1.0) / 2.0, p[1] / 2.0, p[2] / 2.0];
                assert!(dot(outward, *n) > 0.98, "{p:?} {n:?}");
            }
        }
    }

    #[test]
    fn broken_meshes_have_no_normals() {
        let vertices = [[0.0; 3], [1.0, 0.0, 0.0], [f64::NAN, 0.0, 0.0]];
        let triangles = [[0, 1, 9], [0, 0, 0], [0, 1, 2], [0, 1, u32::MAX]];
        assert!(normals(&vertices, &triangles).iter().flatten().flatten().all(|c| *c == 0.0));
    }
}

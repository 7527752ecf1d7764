//! The convex hull of points in space, by adding one point after the other.
//!
//! Every decision is the exact sign of a determinant, so the hull is sound for any input: a point in the plane of a
//! face counts as not seeing it, and new faces beside it are merely further triangles in the same plane.

use crate::space_moments::SpaceMoments;
use mainspring_numerics::vec3::{cross, dot, sub};
use robust::{Coord3D, orient3d};
use std::collections::HashSet;

/// A hull: the points that are its corners, and its triangles, counter-clockwise seen from outside.
#[derive(Clone, Debug, PartialEq)]
pub struct Hull {
    pub vertices: Vec<[f64; 3]>,
    pub triangles: Vec<[usize; 3]>,
}

/// The hull of `points`; None if they all lie in one plane.
pub fn convex_hull(points: &[[f64; 3]]) -> Option<Hull> {
    let coord = |p: [f64; 3]| Coord3D { x: p[0], y: p[1], z: p[2] };
    // positive if d sees the triangle a b c counter-clockwise, from outside
    let above = |t: [usize; 3], d: usize| {
        -orient3d(coord(points[t[0]]), coord(points[t[1]]), coord(points[t[2]]), coord(points[d]))
    };

    let mut faces = first_tetrahedron(points, &above)?;
    for i in 0..points.len() {
        let (seen, kept): (Vec<_>, Vec<_>) = faces.iter().partition(|f| above(**f, i) > 0.0);
        if seen.is_empty() {
            continue;
        }
        // an edge of a seen face whose twin belongs to an unseen one is on the horizon
        let edges = |f: &[usize; 3]| [[f[0], f[1]], [f[1], f[2]], [f[2], f[0]]];
        let all: HashSet<[usize; 2]> = seen.iter().flat_map(edges).collect();
        let horizon = seen.iter().flat_map(edges).filter(|e| !all.contains(&[e[1], e[0]]));
        faces = kept.into_iter().chain(horizon.map(|[a, b]| [a, b, i])).collect();
    }

    let mut used: Vec<usize> = faces.iter().flatten().copied().collect();
    used.sort_unstable();
    used.dedup();
    let place = |i: usize| used.partition_point(|&u| u < i);
    let triangles = faces.iter().map(|f| f.map(place)).collect();
    Some(Hull { vertices: used.iter().map(|&i| points[i]).collect(), triangles })
}

/// Four points not in one plane, chosen far apart, as four outward triangles.
fn first_tetrahedron(points: &[[f64; 3]], above: &dyn Fn([usize; 3], usize) -> f64) -> Option<Vec<[usize; 3]>> {
    let farthest = |measure: &dyn Fn([f64; 3]) -> f64| {
        (0..points.len()).max_by(|&i, &j| measure(points[i]).total_cmp(&measure(points[j])).then(j.cmp(&i)))
    };
    let a = 0;
    let origin = *points.first()?;
    let b = farthest(&|p| dot(sub(p, origin), sub(p, origin)))?;
    let along = sub(points[b], origin);
    let c = farthest(&|p| dot(cross(along, sub(p, origin)), cross(along, sub(p, origin))))?;
    let base = [a, b, c];
    let d = (0..points.len()).max_by(|&i, &j| above(base, i).abs().total_cmp(&above(base, j).abs()).then(j.cmp(&i)))?;
    match above(base, d) {
        0.0 => None,
        s if s > 0.0 => Some(vec![[a, c, b], [a, b, d], [b, c, d], [c, a, d]]),
        _ => Some(vec![[a, b, c], [b, a, d], [c, b, d], [a, c, d]]),
    }
}

impl Hull {
    /// Moments about the mean of the corners, and that point.
    fn moments_inside(&self) -> ([f64; 3], SpaceMoments) {
        let n = self.vertices.len() as f64;
        let mean = [0, 1, 2].map(|i| self.vertices.iter().map(|v| v[i] / n).sum::<f64>());
        let at = |t: &[usize; 3]| SpaceMoments::of_tetrahedron(t.map(|i| sub(self.vertices[i], mean)));
        (mean, self.triangles.iter().fold(SpaceMoments::default(), |sum, t| sum.plus(&at(t))))
    }

    /// Moments about the origin.
    pub fn moments(&self) -> SpaceMoments {
        let (mean, moments) = self.moments_inside();
        moments.moved(mean)
    }

    /// The centre of volume and the moments about it.
    pub fn central_moments(&self) -> ([f64; 3], SpaceMoments) {
        let (mean, moments) = self.moments_inside();
        let offset = moments.center();
        ([0, 1, 2].map(|i| mean[i] + offset[i]), moments.about_center())
    }

    /// Edge of the smallest cube that holds it.
    pub fn size(&self) -> f64 {
        let range = |i: usize| {
            let (low, high) =
                (self.vertices.iter().map(|v| v[i])).fold((f64::MAX, f64::MIN), |(l, h), x| (l.min(x), h.max(x)));
            high - low
        };
        range(0).max(range(1)).max(range(2))
    }
}

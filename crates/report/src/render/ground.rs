//! Ground without end, cut off where the picture ends: a hatched line in the plane, a plate in space.

use super::colour::Theme;
use super::list::{Layer, Picture};
use super::marks;
use super::view::{Plane, Space, cross, dot, unit};
use crate::tolerances::{LEVEL, PARALLEL};
use mainspring_record::DrawnShape;

/// Corners, triangles and sharp edges of a plate.
pub(crate) type Plate = (Vec<[f64; 3]>, Vec<[u32; 3]>, Vec<[u32; 2]>);

/// The surface of a half-plane from one side of the picture to the other, with the material hatched.
pub(crate) fn half_plane(
    picture: &mut Picture,
    theme: &Theme,
    view: &Plane,
    point: [f64; 3],
    normal: [f64; 3],
    u: f64,
) {
    let Some(n) = unit([normal[0], normal[1], 0.0]) else { return };
    // in pixels y points down
    let (at, free) = (view.at(point), [n[0], -n[1]]);
    let Some([from, to]) = across(at, [-free[1], free[0]], picture.size.map(f64::from)) else { return };
    let deep = |p: [f64; 2]| [0, 1].map(|i| p[i] - 6.0 * u * free[i]);
    picture.fill(Layer::Ground, vec![vec![from, to, deep(to), deep(from)]], theme.ground.towards(theme.paper, 0.86));
    marks::hatched_line(picture, theme, from, to, free, u);
}

/// Where a straight line enters and leaves the picture, px; none if it does not come in.
fn across(at: [f64; 2], along: [f64; 2], size: [f64; 2]) -> Option<[[f64; 2]; 2]> {
    let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
    for i in 0..2 {
        if along[i].abs() < PARALLEL {
            if !(0.0..=size[i]).contains(&at[i]) {
                return None;
            }
            continue;
        }
        let (a, b) = (-at[i] / along[i], (size[i] - at[i]) / along[i]);
        (low, high) = (low.max(a.min(b)), high.min(a.max(b)));
    }
    let place = |s: f64| [at[0] + s * along[0], at[1] + s * along[1]];
    (low < high && low.is_finite() && high.is_finite()).then(|| [place(low), place(high)])
}

/// A thin square plate under the mechanism, its upper side in the surface of a half-space.
pub(crate) fn plate(view: &Space, point: [f64; 3], normal: [f64; 3]) -> Option<Plate> {
    let n = unit(normal)?;
    let u = unit(cross(n, view.sky)).filter(|_| dot(n, view.sky).abs() < 0.999).or_else(|| level(n))?;
    let v = cross(n, u);
    let over = dot([0, 1, 2].map(|i| view.footprint[i] - point[i]), n);
    let middle = [0, 1, 2].map(|i| view.footprint[i] - over * n[i]);
    let (half, thick) = (0.62 * view.extent, 0.02 * view.extent);
    let corner = |[a, b]: [f64; 2]| [0, 1, 2].map(|i| middle[i] + half * (a * u[i] + b * v[i]));
    // it ends where the grid begins
    let top = above(&[[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(corner), view.sky, view.ground);
    let count = top.len() as u32;
    let mut vertices = top.clone();
    vertices.extend(top.iter().map(|p| [0, 1, 2].map(|i| p[i] - thick * n[i])));
    let mut triangles = Vec::new();
    let mut edges = Vec::new();
    for k in 1..count.max(2) - 1 {
        triangles.extend([[0, k, k + 1], [count, count + k + 1, count + k]]);
    }
    for k in 0..count {
        let next = (k + 1) % count;
        triangles.extend([[k, k + count, next + count], [k, next + count, next]]);
        edges.extend([[k, next], [k + count, next + count], [k, k + count]]);
    }
    (count > 2).then_some((vertices, triangles, edges))
}

/// What of a polygon lies above a height along `sky`.
fn above(polygon: &[[f64; 3]], sky: [f64; 3], height: f64) -> Vec<[f64; 3]> {
    let mut kept = Vec::new();
    for (k, p) in polygon.iter().enumerate() {
        let q = polygon[(k + 1) % polygon.len()];
        let (a, b) = (dot(*p, sky) - height, dot(q, sky) - height);
        if a >= 0.0 {
            kept.push(*p);
        }
        if (a < 0.0) != (b < 0.0) {
            let part = a / (a - b);
            kept.push([0, 1, 2].map(|i| p[i] + part * (q[i] - p[i])));
        }
    }
    kept
}

/// How high level ground without end is, m along `sky`; none for anything else.
pub(crate) fn level_of(shape: &DrawnShape, sky: [f64; 3]) -> Option<f64> {
    let DrawnShape::HalfSpace { point, normal } = shape else { return None };
    (dot(*normal, sky) > 1.0 - LEVEL).then(|| dot(*point, sky))
}

/// A direction square to `n`, along a world axis where that can be.
fn level(n: [f64; 3]) -> Option<[f64; 3]> {
    let least = (0..3).min_by(|a, b| n[*a].abs().total_cmp(&n[*b].abs()))?;
    let axis = [0, 1, 2].map(|i| if i == least { 1.0 } else { 0.0 });
    let lean = dot(axis, n);
    unit([0, 1, 2].map(|i| axis[i] - lean * n[i]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plate_ends_at_the_ground() {
        let square = [[-1.0, 0.0, -1.0], [1.0, 0.0, -1.0], [1.0, 0.0, 3.0], [-1.0, 0.0, 3.0]];
        let kept = above(&square, [0.0, 0.0, 1.0], 0.0);
        assert_eq!(kept, [[1.0, 0.0, 0.0], [1.0, 0.0, 3.0], [-1.0, 0.0, 3.0], [-1.0, 0.0, 0.0]]);
        assert!(above(&square, [0.0, 0.0, 1.0], 4.0).is_empty());
        assert_eq!(above(&square, [0.0, 0.0, 1.0], -4.0), square);
    }

    #[test]
    fn a_line_is_cut_at_the_sides_of_the_picture() {
        let cut = |at, along| across(at, along, [100.0, 50.0]);
        assert_eq!(cut([30.0, 20.0], [1.0, 0.0]), Some([[0.0, 20.0], [100.0, 20.0]]));
        assert_eq!(cut([30.0, 80.0], [1.0, 0.0]), None);
        let Some([a, b]) = cut([50.0, 25.0], [0.6, 0.8]) else { panic!("it goes through the middle") };
        assert!((a[1]).abs() < 1e-9 && (b[1] - 50.0).abs() < 1e-9 && (b[0] - a[0] - 37.5).abs() < 1e-9);
    }
}

//! Shapes of straight edges where they lie, as floats: whether two overlap or touch.
//!
//! An edge is cut where it meets the other outline; if the middle of a stretch lies inside the other, they overlap. If none
//! does, they can only be apart or the same outline, which one point inside tells.

use crate::tolerances::EDGE_END;

/// A polygon where it lies, with the box round it; rings after the first are holes or further pieces.
#[derive(Clone, Default)]
pub struct PlacedPolygon {
    rings: Vec<Vec<[f64; 2]>>,
    low: [f64; 2],
    high: [f64; 2],
}

impl PlacedPolygon {
    /// Rings as they are.
    pub fn new(rings: Vec<Vec<[f64; 2]>>) -> Self {
        let (low, high) = bounds(rings.iter().flatten());
        Self { rings, low, high }
    }

    /// One ring, turned by an angle (rad) about the origin and then moved.
    pub fn place(&mut self, points: &[[f64; 2]], to: [f64; 2], angle: f64) {
        let (s, c) = libm::sincos(angle);
        self.rings.truncate(1);
        if self.rings.is_empty() {
            self.rings.push(Vec::new());
        }
        let ring = &mut self.rings[0];
        ring.clear();
        ring.extend(points.iter().map(|p| [to[0] + c * p[0] - s * p[1], to[1] + s * p[0] + c * p[1]]));
        (self.low, self.high) = bounds(self.rings.iter().flatten());
    }

    /// All corners.
    pub fn corners(&self) -> impl Iterator<Item = [f64; 2]> {
        self.rings.iter().flatten().copied()
    }

    fn edges(&self) -> impl Iterator<Item = [[f64; 2]; 2]> {
        self.rings.iter().flat_map(|ring| ring.iter().zip(ring.iter().cycle().skip(1)).map(|(a, b)| [*a, *b]))
    }

    /// How far a point is from the nearest edge.
    pub fn distance(&self, p: [f64; 2]) -> f64 {
        self.edges().map(|edge| distance_to_edge(edge, p)).fold(f64::INFINITY, f64::min)
    }

    /// Whether the edges of two come as near as `within` somewhere.
    pub fn touches(&self, other: &Self, within: f64) -> bool {
        if (0..2).any(|k| self.low[k] - within > other.high[k] || other.low[k] - within > self.high[k]) {
            return false;
        }
        let near = |edge: [[f64; 2]; 2]| {
            // edges that do not cross are nearest at an end
            other.edges().any(|with| {
                let ends = [(edge, with[0]), (edge, with[1]), (with, edge[0]), (with, edge[1])];
                ends.iter().any(|(edge, p)| distance_to_edge(*edge, *p) <= within)
            })
        };
        self.edges().any(near)
    }

    fn meets(&self, edge: &[[f64; 2]; 2]) -> bool {
        let (low, high) = bounds(edge.iter());
        (0..2).all(|k| low[k] <= self.high[k] && self.low[k] <= high[k])
    }

    /// Whether a point lies inside, deeper than `least`.
    pub fn contains(&self, p: [f64; 2], least: f64) -> bool {
        let mut within = false;
        for [a, b] in self.edges() {
            if distance_to_edge([a, b], p) <= least {
                return false;
            }
            let (u, v) = (minus(b, a), minus(p, a));
            if (a[1] <= p[1]) != (b[1] <= p[1]) {
                within ^= (cross(u, v) > 0.0) == (b[1] > a[1]);
            }
        }
        within
    }

    /// A point inside: of the lines half-way between two corners, the middle of the widest stretch inside.
    fn interior_point(&self) -> Option<[f64; 2]> {
        let mut heights: Vec<f64> = self.rings.iter().flatten().map(|p| p[1]).collect();
        heights.sort_by(f64::total_cmp);
        let level = heights.windows(2).max_by(|a, b| (a[1] - a[0]).total_cmp(&(b[1] - b[0])))?;
        let y = 0.5 * (level[0] + level[1]);
        let crossed = self.edges().filter(|[a, b]| (a[1] <= y) != (b[1] <= y));
        let mut xs: Vec<f64> = crossed.map(|[a, b]| a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0])).collect();
        xs.sort_by(f64::total_cmp);
        let widest = xs.chunks_exact(2).max_by(|a, b| (a[1] - a[0]).total_cmp(&(b[1] - b[0])))?;
        Some([0.5 * (widest[0] + widest[1]), y])
    }
}

/// How far a point is from an edge.
fn distance_to_edge([a, b]: [[f64; 2]; 2], p: [f64; 2]) -> f64 {
    let (u, v) = (minus(b, a), minus(p, a));
    let along = (dot(u, v) / dot(u, u)).clamp(0.0, 1.0);
    libm::hypot(v[0] - along * u[0], v[1] - along * u[1])
}

fn bounds<'p>(points: impl Iterator<Item = &'p [f64; 2]>) -> ([f64; 2], [f64; 2]) {
    points.fold(([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]), |(low, high), p| {
        ([low[0].min(p[0]), low[1].min(p[1])], [high[0].max(p[0]), high[1].max(p[1])])
    })
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

/// Whether two shapes have more in common than what is `least` deep.
pub fn overlap(a: &PlacedPolygon, b: &PlacedPolygon, least: f64) -> bool {
    if (0..2).any(|k| a.low[k] > b.high[k] || b.low[k] > a.high[k]) {
        return false;
    }
    enters(a, b, least) || enters(b, a, least) || a.interior_point().is_some_and(|p| b.contains(p, least))
}

/// Whether some stretch of the first outline lies inside the second.
fn enters(a: &PlacedPolygon, b: &PlacedPolygon, least: f64) -> bool {
    let mut cuts: Vec<f64> = Vec::new();
    for edge in a.edges().filter(|edge| b.meets(edge)) {
        let [p, q] = edge;
        let u = minus(q, p);
        cuts.clear();
        cuts.extend([0.0, 1.0]);
        for [c, d] in b.edges() {
            let (v, w) = (minus(d, c), minus(c, p));
            let turn = cross(u, v);
            if turn != 0.0 {
                let (on, other) = (cross(w, v) / turn, cross(w, u) / turn);
                if (0.0..=1.0).contains(&on) && (-EDGE_END..=1.0 + EDGE_END).contains(&other) {
                    cuts.push(on);
                }
            }
            // ends of edges along this one
            let along = dot(u, w) / dot(u, u);
            if (0.0..=1.0).contains(&along) {
                cuts.push(along);
            }
        }
        cuts.sort_by(f64::total_cmp);
        let inside = |s: f64| b.contains([p[0] + s * u[0], p[1] + s * u[1]], least);
        if cuts.windows(2).any(|s| s[1] > s[0] && inside(0.5 * (s[0] + s[1]))) {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placed(points: &[[f64; 2]]) -> PlacedPolygon {
        PlacedPolygon::new(vec![points.to_vec()])
    }

    #[test]
    fn outlines_overlap_or_touch() {
        let square = |x: f64, y: f64, half: f64| {
            placed(&[[x - half, y - half], [x + half, y - half], [x + half, y + half], [x - half, y + half]])
        };
        let one = square(0.0, 0.0, 1.0);
        let l = placed(&[[1.0, -1.0], [3.0, -1.0], [3.0, 3.0], [-1.0, 3.0], [-1.0, 1.0], [1.0, 1.0]]);
        for (other, meets) in [
            // crossing, apart, side by side, corner on corner
            (square(1.5, 0.5, 1.0), true),
            (square(3.0, 0.0, 0.9), false),
            (square(2.0, 0.3, 1.0), false),
            (square(2.0, 2.0, 1.0), false),
            // the same, one in the other, a cross, flush on three sides
            (square(0.0, 0.0, 1.0), true),
            (square(0.2, 0.1, 0.3), true),
            (placed(&[[-2.0, -0.5], [2.0, -0.5], [2.0, 0.5], [-2.0, 0.5]]), true),
            (placed(&[[-1.0, -1.0], [1.0, -1.0], [1.0, 0.0], [-1.0, 0.0]]), true),
            // an L that it fills, and one it sticks into
            (l.clone(), false),
            (square(2.0, 0.0, 0.5), false),
            // by less than what counts, by more
            (square(2.0 - 1e-12, 0.0, 1.0), false),
            (square(2.0 - 1e-6, 0.0, 1.0), true),
        ] {
            assert_eq!(overlap(&one, &other, 1e-9), meets, "{:?}", other.rings);
            assert_eq!(overlap(&other, &one, 1e-9), meets, "{:?}", other.rings);
        }
        assert!(overlap(&l, &square(0.5, 0.5, 1.0), 1e-9));
        // in a hole nothing is in the way, but its edge is
        let mut frame = square(0.0, 0.0, 3.0).rings;
        frame.extend(square(0.0, 0.0, 1.0).rings);
        let frame = PlacedPolygon::new(frame);
        assert!(!overlap(&frame, &one, 1e-9) && !overlap(&frame, &square(0.0, 0.0, 0.5), 1e-9));
        assert!(overlap(&frame, &square(0.6, 0.0, 0.5), 1e-9));
        assert!(frame.touches(&one, 1e-9) && !frame.touches(&square(0.0, 0.0, 0.5), 0.4));
        assert!((frame.distance([0.75, 0.0]) - 0.25).abs() < 1e-15);
    }

    #[test]
    fn areas_agree_on_random_triangles() {
        // two convex outlines overlap unless an edge of one separates them
        let mut seed = 11u64;
        let mut next = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            f64::from(u32::try_from(seed >> 33).unwrap() % 9)
        };
        let mut met = [0; 2];
        for _ in 0..4000 {
            let mut triangle = || loop {
                let t = [[next(), next()], [next(), next()], [next(), next()]];
                let area = cross(minus(t[1], t[0]), minus(t[2], t[0]));
                if area > 0.0 {
                    return t;
                }
            };
            let (a, b) = (triangle(), triangle());
            let separates = |p: &[[f64; 2]; 3], q: &[[f64; 2]; 3]| {
                (0..3).any(|k| q.iter().all(|c| cross(minus(p[(k + 1) % 3], p[k]), minus(*c, p[k])) <= 0.0))
            };
            let wanted = !separates(&a, &b) && !separates(&b, &a);
            assert_eq!(overlap(&placed(&a), &placed(&b), 1e-9), wanted, "{a:?} {b:?}");
            met[usize::from(wanted)] += 1;
        }
        assert!(met.iter().all(|n| *n > 300), "{met:?}");
    }
}

//! Pawls that overlap one another, which a sweep lets pass: each is traced as if it were alone.
//!
//! All hinges are on the root, so how far two are apart never changes: pairs whose reaches do not meet are never looked at.
//! The others are laid over each other at every frame and on both sides of every event, until they overlap for the first
//! time. An edge is cut where it meets the other outline; if the middle of a stretch lies inside the other, they overlap. If
//! none does, they can only be apart or the same outline, which one point inside tells.

use super::Traced;
use super::moments::{moments, state};
use mainspring_definition::Diagnostic;
use mainspring_model::SweepModel;
use serde::Serialize;

/// Depths below this part of the larger reach are touching, not overlapping.
const TOUCHING: f64 = 1e-9;

/// Two pawls that pass through each other.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Crossing {
    /// their names
    pub pawls: [String; 2],
    /// of the first frame or event at which they overlap, s
    pub time: f64,
    /// way of the root until then, m
    pub travel: f64,
    #[serde(skip)]
    at: [usize; 2],
}

impl Crossing {
    /// In one sentence.
    #[must_use]
    pub fn sentence(&self) -> String {
        let [a, b] = &self.pawls;
        let time = format!("{:.5e}", self.time).parse().unwrap_or(self.time);
        format!(
            "`{a}` and `{b}` first overlap at {time} s, of all frames and events: they pass through each other here, \
             `method event` knows contact between them"
        )
    }

    /// As a finding, where the pawls are declared.
    pub fn warning(&self, sweep: &SweepModel) -> Diagnostic {
        let [a, b] = self.at.map(|n| sweep.pawls[n].span);
        Diagnostic::warning("W0545", b, self.sentence())
            .also(a, "the other pawl")
            .help("keep them apart, or move them as parts under `method event`; in different planes they do pass")
    }
}

/// All pairs that overlap at a frame or an event, each with the first time; frames every `every` s.
pub fn crossings(sweep: &SweepModel, traced: &Traced, every: f64) -> Vec<Crossing> {
    let shapes: Vec<Shape> = sweep.pawls.iter().map(Shape::of).collect();
    let mut open: Vec<[usize; 2]> = Vec::new();
    for b in 0..shapes.len() {
        open.extend((0..b).map(|a| [a, b]).filter(|&[a, b]| shapes[a].reaches(&shapes[b])));
    }
    let speed = libm::hypot(sweep.velocity[0].to_f64().value(), sweep.velocity[1].to_f64().value());
    let mut found: Vec<Crossing> = Vec::new();
    if open.is_empty() {
        return found;
    }
    let mut laid: Vec<Laid> = vec![Laid::default(); shapes.len()];
    let looked_at = |open: &[[usize; 2]]| {
        let mut wanted: Vec<usize> = open.iter().flatten().copied().collect();
        wanted.sort_unstable();
        wanted.dedup();
        wanted
    };
    let mut wanted = looked_at(&open);
    for moment in moments(&traced.motion, every, &[]) {
        for &n in &wanted {
            let shape = &shapes[n];
            let state = state(&traced.motion.pawls[n], moment.time, moment.side);
            laid[n].lay(shape, state.theta + sweep.pawls[n].rest.radians);
        }
        let before = open.len();
        open.retain(|&[a, b]| {
            let least = TOUCHING * shapes[a].reach.max(shapes[b].reach);
            let apart = !overlap(&laid[a], &laid[b], least);
            if !apart {
                found.push(Crossing {
                    pawls: [a, b].map(|n| sweep.pawls[n].name.clone()),
                    time: moment.time,
                    travel: speed * moment.time,
                    at: [a, b],
                });
            }
            apart
        });
        if open.is_empty() {
            break;
        }
        if open.len() < before {
            wanted = looked_at(&open);
        }
    }
    found
}

/// A pawl as drawn, about its hinge; in the root's frame, m.
struct Shape {
    hinge: [f64; 2],
    points: Vec<[f64; 2]>,
    /// the farthest corner from the hinge
    reach: f64,
}

impl Shape {
    fn of(pawl: &mainspring_model::SweepPawl) -> Self {
        let float = |p: &[mainspring_model::Exact; 2]| [p[0].to_f64().value(), p[1].to_f64().value()];
        let points: Vec<[f64; 2]> = pawl.outline.points.iter().map(float).collect();
        let reach = points.iter().map(|p| libm::hypot(p[0], p[1])).fold(0.0, f64::max);
        Self { hinge: float(&pawl.hinge), points, reach }
    }

    fn reaches(&self, other: &Self) -> bool {
        let apart = libm::hypot(self.hinge[0] - other.hinge[0], self.hinge[1] - other.hinge[1]);
        apart < self.reach + other.reach
    }
}

/// A pawl at an angle, with the box round it.
#[derive(Clone, Default)]
struct Laid {
    points: Vec<[f64; 2]>,
    low: [f64; 2],
    high: [f64; 2],
}

impl Laid {
    fn lay(&mut self, shape: &Shape, angle: f64) {
        let (s, c) = libm::sincos(angle);
        let [x, y] = shape.hinge;
        self.points.clear();
        self.points.extend(shape.points.iter().map(|p| [x + c * p[0] - s * p[1], y + s * p[0] + c * p[1]]));
        (self.low, self.high) = bounds(&self.points);
    }

    fn edges(&self) -> impl Iterator<Item = [[f64; 2]; 2]> {
        let next = self.points.iter().cycle().skip(1);
        self.points.iter().zip(next).map(|(a, b)| [*a, *b])
    }

    fn meets(&self, edge: &[[f64; 2]; 2]) -> bool {
        let (low, high) = bounds(edge);
        (0..2).all(|k| low[k] <= self.high[k] && self.low[k] <= high[k])
    }

    /// Whether a point lies inside, deeper than `least`.
    fn holds(&self, p: [f64; 2], least: f64) -> bool {
        let mut within = false;
        for [a, b] in self.edges() {
            let (u, v) = (minus(b, a), minus(p, a));
            let along = (dot(u, v) / dot(u, u)).clamp(0.0, 1.0);
            if libm::hypot(v[0] - along * u[0], v[1] - along * u[1]) <= least {
                return false;
            }
            if (a[1] <= p[1]) != (b[1] <= p[1]) {
                within ^= (cross(u, v) > 0.0) == (b[1] > a[1]);
            }
        }
        within
    }

    /// A point inside: of the lines half-way between two corners, the middle of the widest stretch inside.
    fn inner(&self) -> Option<[f64; 2]> {
        let mut heights: Vec<f64> = self.points.iter().map(|p| p[1]).collect();
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

fn bounds(points: &[[f64; 2]]) -> ([f64; 2], [f64; 2]) {
    points.iter().fold(([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]), |(low, high), p| {
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

/// Whether two outlines have more in common than what is `least` deep.
fn overlap(a: &Laid, b: &Laid, least: f64) -> bool {
    if (0..2).any(|k| a.low[k] > b.high[k] || b.low[k] > a.high[k]) {
        return false;
    }
    enters(a, b, least) || enters(b, a, least) || a.inner().is_some_and(|p| b.holds(p, least))
}

/// Whether some stretch of the first outline lies inside the second.
fn enters(a: &Laid, b: &Laid, least: f64) -> bool {
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
                if (0.0..=1.0).contains(&on) && (-1e-9..=1.0 + 1e-9).contains(&other) {
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
        let inside = |s: f64| b.holds([p[0] + s * u[0], p[1] + s * u[1]], least);
        if cuts.windows(2).any(|s| s[1] > s[0] && inside(0.5 * (s[0] + s[1]))) {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn laid(points: &[[f64; 2]]) -> Laid {
        let mut laid = Laid::default();
        laid.lay(&Shape { hinge: [0.0; 2], points: points.to_vec(), reach: 1.0 }, 0.0);
        laid
    }

    #[test]
    fn outlines_overlap_or_touch() {
        let square = |x: f64, y: f64, half: f64| {
            laid(&[[x - half, y - half], [x + half, y - half], [x + half, y + half], [x - half, y + half]])
        };
        let one = square(0.0, 0.0, 1.0);
        let l = laid(&[[1.0, -1.0], [3.0, -1.0], [3.0, 3.0], [-1.0, 3.0], [-1.0, 1.0], [1.0, 1.0]]);
        for (other, meets) in [
            // crossing, apart, side by side, corner on corner
            (square(1.5, 0.5, 1.0), true),
            (square(3.0, 0.0, 0.9), false),
            (square(2.0, 0.3, 1.0), false),
            (square(2.0, 2.0, 1.0), false),
            // the same, one in the other, a cross, flush on three sides
            (square(0.0, 0.0, 1.0), true),
            (square(0.2, 0.1, 0.3), true),
            (laid(&[[-2.0, -0.5], [2.0, -0.5], [2.0, 0.5], [-2.0, 0.5]]), true),
            (laid(&[[-1.0, -1.0], [1.0, -1.0], [1.0, 0.0], [-1.0, 0.0]]), true),
            // an L that it fills, and one it sticks into
            (l.clone(), false),
            (square(2.0, 0.0, 0.5), false),
            // by less than what counts, by more
            (square(2.0 - 1e-12, 0.0, 1.0), false),
            (square(2.0 - 1e-6, 0.0, 1.0), true),
        ] {
            assert_eq!(overlap(&one, &other, 1e-9), meets, "{:?}", other.points);
            assert_eq!(overlap(&other, &one, 1e-9), meets, "{:?}", other.points);
        }
        assert!(overlap(&l, &square(0.5, 0.5, 1.0), 1e-9));
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
            assert_eq!(overlap(&laid(&a), &laid(&b), 1e-9), wanted, "{a:?} {b:?}");
            met[usize::from(wanted)] += 1;
        }
        assert!(met.iter().all(|n| *n > 300), "{met:?}");
    }
}

//! A part's outline cut by lines: area and first moment of what lies above a line, and the chord the line has in the part.
//!
//! Everything happens in the axes of the line, x along it and y across, about the part's centre of area and in units of
//! the part's radius, so that tolerances need no scale. With the line at y = 0, Green's theorem in the form
//!   A = −∮ y dx,  S_x = −∮ x y dx,  S_y = −∮ ½ y² dx
//! gets nothing from the line itself: the edges clipped to y > 0 are all there is to sum, whatever the number of
//! pieces the part falls into. A clipped arc is its chord and its cap (area between chord and arc).

use super::StrategyError;
use crate::tolerances::{AREA_ROUNDING, THIN};
use mainspring_geometry::{Region, Segment};
use std::f64::consts::{PI, TAU};

/// One edge, about the centre, in units of the part's radius.
#[derive(Clone, Copy, Debug)]
enum Edge {
    Line { from: [f64; 2], to: [f64; 2] },
    Arc { from: [f64; 2], to: [f64; 2], center: [f64; 2], radius: f64, start: f64, sweep: f64 },
}

/// The outline of a part about its centre of area, in units of its radius.
#[derive(Clone, Debug)]
pub(super) struct Contour {
    edges: Vec<Edge>,
    /// centre of area in the region's frame (m)
    pub center: [f64; 2],
    /// largest distance of an end of an edge from the centre, or of an arc's box (m): the unit of length
    pub radius: f64,
    /// in units of radius²
    pub area: f64,
    /// what rounding may do to sums over the outline, in units of radius³
    pub noise: f64,
}

/// A direction: x axis along it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axes {
    cos: f64,
    sin: f64,
    angle: f64,
}

impl Axes {
    pub fn along(angle: f64) -> Self {
        let (sin, cos) = libm::sincos(angle);
        Self { cos, sin, angle }
    }

    fn of(&self, p: [f64; 2]) -> [f64; 2] {
        [self.cos * p[0] + self.sin * p[1], self.cos * p[1] - self.sin * p[0]]
    }

    /// A point given in these axes, in those of the contour.
    pub fn back(&self, p: [f64; 2]) -> [f64; 2] {
        [self.cos * p[0] - self.sin * p[1], self.sin * p[0] + self.cos * p[1]]
    }
}

/// Area and first moment of the part above a line, y from the centre, not from the line; and the length of the chord, by
/// which the area falls as the line rises.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Above {
    pub area: f64,
    pub first: [f64; 2],
    pub length: f64,
}

/// A piece of a line.
pub(super) type Span = [f64; 2];

impl Contour {
    pub fn of(region: &Region) -> Result<Self, StrategyError> {
        let (center, _) = region.central_moments();
        let (low, high) = region.bounds();
        let reach = |i: usize| (high[i] - center[i]).max(center[i] - low[i]);
        let radius = libm::hypot(reach(0), reach(1));
        if !(radius.is_finite() && radius > 0.0) {
            return Err(StrategyError::Size { radius });
        }
        let unit = |p: [f64; 2]| [(p[0] - center[0]) / radius, (p[1] - center[1]) / radius];
        let edges: Vec<Edge> = region.loops().iter().flatten().map(|segment| edge_of(segment, unit)).collect();
        let round = edges.iter().map(Edge::length).sum::<f64>();
        let mut contour = Self { edges, center, radius, area: 0.0, noise: AREA_ROUNDING * round };
        let mut view = View::default();
        view.turn(&contour, &Axes::along(0.3));
        contour.area = view.above(-2.0).area;
        if contour.area.is_nan() || contour.area <= THIN * contour.noise {
            return Err(StrategyError::Thin { radius });
        }
        Ok(contour)
    }

    pub fn edges(&self) -> usize {
        self.edges.len()
    }
}

/// The outline in the axes of a line's direction; buffers are kept from one direction to the next.
#[derive(Default)]
pub(super) struct View {
    edges: Vec<Seen>,
    crossings: Vec<f64>,
}

impl View {
    /// Turns to another direction.
    pub fn turn(&mut self, contour: &Contour, axes: &Axes) {
        self.edges.clear();
        self.edges.extend(contour.edges.iter().map(|edge| edge.seen(axes)));
    }

    /// The part where y > `offset`.
    pub fn above(&self, offset: f64) -> Above {
        let mut sum = Above::default();
        for edge in &self.edges {
            edge.add_above(offset, &mut sum);
        }
        sum.first[1] += offset * sum.area;
        sum
    }

    /// The pieces of the line y = `offset` inside the part, in order.
    pub fn chord(&mut self, offset: f64, into: &mut Vec<Span>) {
        self.crossings.clear();
        for edge in &self.edges {
            edge.crossings(offset, &mut self.crossings);
        }
        self.crossings.sort_by(f64::total_cmp);
        into.clear();
        into.extend(self.crossings.chunks_exact(2).map(|pair| [pair[0], pair[1]]));
    }

    /// Where along x the outline comes within `reach` of the line y = `offset`: elsewhere all lines of that strip are
    /// inside together, or outside. Ordered and disjoint.
    pub fn unsure(&self, offset: f64, reach: f64, into: &mut Vec<Span>) {
        into.clear();
        for edge in &self.edges {
            edge.near(offset, reach, into);
        }
        join(into);
    }
}

/// Orders spans and joins those that overlap.
pub(super) fn join(spans: &mut Vec<Span>) {
    spans.sort_by(|a, b| a[0].total_cmp(&b[0]));
    let mut kept = 0;
    for i in 0..spans.len() {
        let span = spans[i];
        if kept > 0 && span[0] <= spans[kept - 1][1] {
            spans[kept - 1][1] = spans[kept - 1][1].max(span[1]);
        } else {
            spans[kept] = span;
            kept += 1;
        }
    }
    spans.truncate(kept);
}

/// Second moment of a set of spans about their common middle, with their length and that middle.
pub(super) fn spread(spans: &[Span]) -> (f64, f64, f64) {
    let length: f64 = spans.iter().map(|s| s[1] - s[0]).sum();
    if length <= 0.0 {
        return (0.0, 0.0, spans.first().map_or(0.0, |s| s[0]));
    }
    let middle = spans.iter().map(|s| (s[1] - s[0]) * 0.5 * (s[0] + s[1])).sum::<f64>() / length;
    let second = spans.iter().map(|s| {
        let (long, off) = (s[1] - s[0], 0.5 * (s[0] + s[1]) - middle);
        long * (off * off + long * long / 12.0)
    });
    (second.sum(), length, middle)
}

fn edge_of(segment: &Segment, unit: impl Fn([f64; 2]) -> [f64; 2]) -> Edge {
    match *segment {
        Segment::Line { from, to } => Edge::Line { from: unit(from), to: unit(to) },
        Segment::Arc { from, to, center, sweep } => {
            let (from, to, center) = (unit(from), unit(to), unit(center));
            let spoke = [from[0] - center[0], from[1] - center[1]];
            let (radius, start) = (libm::hypot(spoke[0], spoke[1]), libm::atan2(spoke[1], spoke[0]));
            Edge::Arc { from, to, center, radius, start, sweep }
        }
    }
}

/// How far along an arc from `start` through `sweep` the direction `angle` comes, if it does.
fn swept_to(start: f64, sweep: f64, angle: f64) -> Option<f64> {
    let ahead = (angle - start) * sweep.signum();
    let ahead = ahead - TAU * libm::floor(ahead / TAU);
    (ahead > 0.0 && ahead < sweep.abs()).then_some(ahead * sweep.signum())
}

/// An edge in the axes of a line.
enum Seen {
    Line([[f64; 2]; 2]),
    Arc(Bow),
}

/// An arc in the axes of a line.
#[derive(Clone, Copy)]
struct Bow {
    center: [f64; 2],
    radius: f64,
    start: f64,
    sweep: f64,
    ends: [[f64; 2]; 2],
}

impl Bow {
    fn at(&self, swept: f64) -> [f64; 2] {
        let (s, c) = libm::sincos(self.start + swept);
        [self.center[0] + self.radius * c, self.center[1] + self.radius * s]
    }

    /// With y from a line at `offset`.
    fn above(&self, offset: f64) -> Self {
        let down = |p: [f64; 2]| [p[0], p[1] - offset];
        Self { center: down(self.center), ends: self.ends.map(down), ..*self }
    }

    /// Where it crosses y = `level`, in order: as many times as the sides of its ends demand.
    fn meets(&self, level: f64) -> ([f64; 2], usize) {
        let sine = (level - self.center[1]) / self.radius;
        let mut found = [0.0; 2];
        let mut count = 0;
        if sine.abs() < 1.0 {
            let first = libm::asin(sine);
            for angle in [first, PI - first] {
                if let Some(swept) = swept_to(self.start, self.sweep, angle) {
                    found[count] = swept;
                    count += 1;
                }
            }
        }
        let [from, to] = [self.ends[0][1] > level, self.ends[1][1] > level];
        let near = |swept: f64| swept.abs().min((self.sweep - swept).abs());
        // rounding near an end: what the sides of the ends say counts, neighbours see the same ends
        match (count, from == to) {
            (0, false) => {
                let start_is_nearer = (self.ends[0][1] - level).abs() < (self.ends[1][1] - level).abs();
                found[0] = if start_is_nearer { 0.0 } else { self.sweep };
                count = 1;
            }
            (1, true) => {
                // either this one is rounding, or the one at an end was missed: the middles of both parts tell
                let only = found[0];
                let side = |swept: f64| self.at(swept)[1] > level;
                if side(0.5 * only) != from {
                    found = [0.0, only];
                    count = 2;
                } else if side(0.5 * (only + self.sweep)) != to {
                    found[1] = self.sweep;
                    count = 2;
                } else {
                    count = 0;
                }
            }
            (2, false) => {
                if near(found[0]) < near(found[1]) {
                    found[0] = found[1];
                }
                count = 1;
            }
            (2, true) if found[0].abs() > found[1].abs() => found.swap(0, 1),
            _ => {}
        }
        (found, count)
    }

    fn add_above(&self, sum: &mut Above) {
        let (found, count) = self.meets(0.0);
        let [p, q] = self.ends;
        // sides are decided in the middle of each stretch: an end may lie on the line but for rounding
        let mut add = |before: f64, after: f64, from: [f64; 2], to: [f64; 2]| {
            if self.at(0.5 * (before + after))[1] > 0.0 {
                add_bow(self, before, after, from, to, sum);
                // the line is met from above or below where a stretch ends or begins on it
                sum.length += if before == 0.0 { 0.0 } else { from[0] };
                sum.length -= if after == self.sweep { 0.0 } else { to[0] };
            }
        };
        let (mut before, mut from) = (0.0, p);
        for swept in found[..count].iter().copied() {
            let at = [self.at(swept)[0], 0.0];
            add(before, swept, from, at);
            (before, from) = (swept, at);
        }
        add(before, self.sweep, from, q);
    }

    /// The x it covers where |y| ≤ `reach`.
    fn near(&self, reach: f64, into: &mut Vec<Span>) {
        // between these marks the arc neither turns in x nor leaves or enters the strip
        let mut marks = [0.0; 8];
        let mut count = 1;
        let mut mark = |angle: f64| {
            if let Some(swept) = swept_to(self.start, self.sweep, angle) {
                marks[count] = swept;
                count += 1;
            }
        };
        for level in [reach, -reach] {
            let first = libm::asin(((level - self.center[1]) / self.radius).clamp(-1.0, 1.0));
            mark(first);
            mark(PI - first);
        }
        mark(0.0);
        mark(PI);
        marks[count] = self.sweep;
        let marks = &mut marks[..=count];
        marks.sort_by(|a, b| a.abs().total_cmp(&b.abs()));
        for pair in marks.windows(2) {
            if self.at(0.5 * (pair[0] + pair[1]))[1].abs() <= reach {
                let (a, b) = (self.at(pair[0])[0], self.at(pair[1])[0]);
                into.push([a.min(b), a.max(b)]);
            }
        }
    }
}

impl Edge {
    fn length(&self) -> f64 {
        match *self {
            Self::Line { from, to } => libm::hypot(to[0] - from[0], to[1] - from[1]),
            Self::Arc { radius, sweep, .. } => radius * sweep.abs(),
        }
    }

    fn seen(&self, axes: &Axes) -> Seen {
        match *self {
            Self::Line { from, to } => Seen::Line([axes.of(from), axes.of(to)]),
            Self::Arc { from, to, center, radius, start, sweep } => {
                let ends = [axes.of(from), axes.of(to)];
                Seen::Arc(Bow { center: axes.of(center), radius, start: start - axes.angle, sweep, ends })
            }
        }
    }
}

impl Seen {
    fn add_above(&self, offset: f64, sum: &mut Above) {
        match self {
            Self::Line(ends) => {
                let [p, q] = ends.map(|p| [p[0], p[1] - offset]);
                match (p[1] > 0.0, q[1] > 0.0) {
                    (true, true) => add_line(p, q, sum),
                    (true, false) => {
                        let x = level_of(p, q);
                        sum.length -= x;
                        add_line(p, [x, 0.0], sum);
                    }
                    (false, true) => {
                        let x = level_of(p, q);
                        sum.length += x;
                        add_line([x, 0.0], q, sum);
                    }
                    (false, false) => {}
                }
            }
            Self::Arc(bow) => bow.above(offset).add_above(sum),
        }
    }

    fn crossings(&self, offset: f64, into: &mut Vec<f64>) {
        match self {
            Self::Line(ends) => {
                let [p, q] = ends.map(|p| [p[0], p[1] - offset]);
                if (p[1] > 0.0) != (q[1] > 0.0) {
                    into.push(level_of(p, q));
                }
            }
            Self::Arc(bow) => {
                let bow = bow.above(offset);
                let (found, count) = bow.meets(0.0);
                into.extend(found[..count].iter().map(|swept| bow.at(*swept)[0]));
            }
        }
    }

    /// The x it covers where |y| ≤ `reach`.
    fn near(&self, offset: f64, reach: f64, into: &mut Vec<Span>) {
        match self {
            Self::Line(ends) => {
                let [p, q] = ends.map(|p| [p[0], p[1] - offset]);
                if p[1].min(q[1]) > reach || p[1].max(q[1]) < -reach {
                    return;
                }
                // the line's share within the strip, ends clipped
                let at = |a: [f64; 2], b: [f64; 2]| {
                    if a[1].abs() <= reach {
                        return a[0];
                    }
                    let level = reach * a[1].signum();
                    a[0] + (b[0] - a[0]) * ((a[1] - level) / (a[1] - b[1]))
                };
                let (a, b) = (at(p, q), at(q, p));
                into.push([a.min(b), a.max(b)]);
            }
            Self::Arc(bow) => bow.above(offset).near(reach, into),
        }
    }
}

/// Where the line from p to q, whose ends lie on both sides, has y = 0; told from the end that is nearer.
fn level_of(p: [f64; 2], q: [f64; 2]) -> f64 {
    if p[1].abs() < q[1].abs() {
        p[0] + (q[0] - p[0]) * (p[1] / (p[1] - q[1]))
    } else {
        q[0] + (p[0] - q[0]) * (q[1] / (q[1] - p[1]))
    }
}

fn add_line(p: [f64; 2], q: [f64; 2], sum: &mut Above) {
    let run = p[0] - q[0];
    sum.area += run * 0.5 * (p[1] + q[1]);
    sum.first[0] += run * (2.0 * (p[0] * p[1] + q[0] * q[1]) + p[0] * q[1] + q[0] * p[1]) / 6.0;
    sum.first[1] += run * (p[1] * p[1] + p[1] * q[1] + q[1] * q[1]) / 6.0;
}

/// The arc from `before` to `after` (angles swept), with its ends as already known.
fn add_bow(bow: &Bow, before: f64, after: f64, from: [f64; 2], to: [f64; 2], sum: &mut Above) {
    add_line(from, to, sum);
    let swept = after - before;
    let square = bow.radius * bow.radius;
    let area = 0.5 * square * angle_less_sine(swept);
    let half = libm::sin(0.5 * swept);
    let out = 2.0 / 3.0 * square * bow.radius * half * half * half;
    let (s, c) = libm::sincos(bow.start + 0.5 * (before + after));
    sum.area += area;
    sum.first[0] += area * bow.center[0] + out * c;
    sum.first[1] += area * bow.center[1] + out * s;
}

/// x − sin x without cancellation.
fn angle_less_sine(x: f64) -> f64 {
    if x.abs() > 1.0 {
        return x - libm::sin(x);
    }
    // x³/3! − x⁵/5! + …: twelve terms reach the last bit at x = 1
    let mut term = x * x * x / 6.0;
    let mut sum = term;
    for k in 2..13 {
        let n = f64::from(2 * k);
        term *= -x * x / (n * (n + 1.0));
        sum += term;
    }
    sum
}

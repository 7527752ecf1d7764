//! A region cut into convex pieces by lines along x through all its corners.
//!
//! Between two such lines the region is a row of pieces, each between an edge that goes down (material on its right in x)
//! and the next edge that goes up. Bulging arcs are kept. A hollow arc has no convex neighbour: tangents stand for it, which
//! take a little of the material away and add none.

use crate::planar::{Arc, Curve, Edge, Outline};
use crate::tolerances::{SAME_HEIGHT, TANGENT};
use mainspring_numerics::vec2::{Vec2, cross, dot, rotate_by, scale, sub};
use std::f64::consts::{FRAC_PI_2, PI};

/// An edge, or a piece of one, that goes up or down all the way.
struct Side {
    low: Vec2,
    high: Vec2,
    up: bool,
    /// centre and radius of a bulging arc
    round: Option<(Vec2, f64)>,
}

impl Side {
    fn new(from: Vec2, to: Vec2, round: Option<(Vec2, f64)>) -> Self {
        let up = to[1] > from[1];
        let (low, high) = if up { (from, to) } else { (to, from) };
        Self { low, high, up, round }
    }

    /// Its place at a height.
    fn at(&self, y: f64) -> Vec2 {
        if y <= self.low[1] {
            return self.low;
        }
        if y >= self.high[1] {
            return self.high;
        }
        if let Some((center, radius)) = self.round {
            let dy = y - center[1];
            let dx = (radius * radius - dy * dy).max(0.0).sqrt();
            return [center[0] + if self.up { dx } else { -dx }, y];
        }
        let share = (y - self.low[1]) / (self.high[1] - self.low[1]);
        [self.low[0] + share * (self.high[0] - self.low[0]), y]
    }

    /// The piece of it between two of its places.
    fn edge(&self, from: Vec2, to: Vec2) -> Option<Edge> {
        let Some((center, _)) = self.round else { return Edge::line(from, to) };
        let (one, two) = (sub(from, center), sub(to, center));
        let sweep = libm::atan2(cross(one, two), dot(one, two));
        if sweep > 0.0 { Edge::arc(from, to, center, sweep) } else { Edge::line(from, to) }
    }
}

/// Convex pieces that make up an outline's region, each with the middle of its box.
pub(crate) fn convex_slabs(outline: &Outline) -> Vec<(Vec2, Outline)> {
    let least = SAME_HEIGHT * outline.size;
    let mut sides = Vec::new();
    outline.edges.iter().for_each(|e| add_sides(e, &mut sides));
    sides.retain(|s| s.high[1] - s.low[1] > least);
    sides.sort_by(|a, b| a.low[1].total_cmp(&b.low[1]));
    let mut levels: Vec<f64> = sides.iter().flat_map(|s| [s.low[1], s.high[1]]).collect();
    levels.sort_by(f64::total_cmp);
    levels.dedup_by(|next, last| *next - *last <= least);
    let mut pieces = Vec::new();
    let (mut active, mut next): (Vec<usize>, usize) = (Vec::new(), 0);
    for pair in levels.windows(2) {
        let (low, high) = (pair[0], pair[1]);
        let middle = 0.5 * (low + high);
        active.retain(|i| sides[*i].high[1] > middle);
        while next < sides.len() && sides[next].low[1] < middle {
            active.push(next);
            next += 1;
        }
        active.sort_by(|i, j| sides[*i].at(middle)[0].total_cmp(&sides[*j].at(middle)[0]).then(i.cmp(j)));
        for two in active.windows(2) {
            let (left, right) = (&sides[two[0]], &sides[two[1]]);
            if !left.up && right.up {
                pieces.extend(piece(left, right, low, high));
            }
        }
    }
    pieces
}

fn piece(left: &Side, right: &Side, low: f64, high: f64) -> Option<(Vec2, Outline)> {
    let [bottom_left, bottom_right] = [left.at(low), right.at(low)];
    let [top_left, top_right] = [left.at(high), right.at(high)];
    // where rounding lets walls cross, nothing is left between
    if bottom_left[0] > bottom_right[0] || top_left[0] > top_right[0] {
        return None;
    }
    let edges = [
        Edge::line(bottom_left, bottom_right),
        right.edge(bottom_right, top_right),
        Edge::line(top_right, top_left),
        left.edge(top_left, bottom_left),
    ];
    let edges: Vec<Edge> = edges.into_iter().flatten().collect();
    if edges.len() < 2 {
        return None;
    }
    let [a, b] = Outline::of_edges(std::slice::from_ref(&edges)).bounds();
    let middle = [0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1])];
    let home = crate::planar::Motion { turn: [1.0, 0.0], by: scale(middle, -1.0) };
    let centered: Vec<Edge> = edges.iter().map(|e| e.moved(&home)).collect();
    Some((middle, Outline::of_edges(&[centered])))
}

fn add_sides(edge: &Edge, sides: &mut Vec<Side>) {
    match &edge.curve {
        Curve::Line { .. } => sides.push(Side::new(edge.from, edge.to, None)),
        Curve::Arc(arc) if arc.way > 0.0 => add_bulging(edge, arc, sides),
        Curve::Arc(arc) => add_hollow(edge, arc, sides),
    }
}

/// A bulging arc, cut at its top and bottom.
fn add_bulging(edge: &Edge, arc: &Arc, sides: &mut Vec<Side>) {
    let start = libm::atan2(arc.start[1], arc.start[0]);
    // tops and bottoms are at odd quarters
    let mut quarter = libm::ceil((start - FRAC_PI_2) / PI) * PI + FRAC_PI_2;
    let mut from = edge.from;
    while quarter < start + arc.angle {
        let top = libm::sin(quarter) > 0.0;
        let to = [arc.center[0], arc.center[1] + if top { arc.radius } else { -arc.radius }];
        sides.push(Side::new(from, to, Some((arc.center, arc.radius))));
        from = to;
        quarter += PI;
    }
    sides.push(Side::new(from, edge.to, Some((arc.center, arc.radius))));
}

fn add_hollow(edge: &Edge, arc: &Arc, sides: &mut Vec<Side>) {
    let count = libm::ceil(arc.angle / TANGENT).max(2.0);
    let step = arc.angle / count;
    let out = 1.0 / libm::cos(0.5 * step);
    let mut from = edge.from;
    for i in 0..count as usize {
        let spoke = scale(rotate_by(arc.start, arc.way * step * (i as f64 + 0.5)), out);
        let to = [arc.center[0] + spoke[0], arc.center[1] + spoke[1]];
        sides.push(Side::new(from, to, None));
        from = to;
    }
    sides.push(Side::new(from, edge.to, None));
}

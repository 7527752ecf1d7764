//! How deep two outlines are inside each other.

use super::crossings::split;
use super::edge::{Curve, Edge};
use super::memory::OutlineMemory;
use super::motion::Motion;
use super::outline::Outline;
use crate::tolerances::{BESIDE, TOUCHING};
use mainspring_numerics::vec2::{Vec2, perp, sub};

/// Depth of two outlines, m; at most 0 if they are apart. `to_a` brings places of `b` into the frame of `a`.
pub(crate) fn depth_of_outlines(a: &Outline, b: &Outline, to_a: &Motion, memory: &mut OutlineMemory) -> f64 {
    let to_b = to_a.inverse();
    // boxes first, each in its own axes: what overlaps along an axis bounds the depth
    let in_a = to_a.bounds(b.bounds());
    let in_b = to_b.bounds(a.bounds());
    let least = overlap_of_boxes(&in_a, &a.bounds()).min(overlap_of_boxes(&in_b, &b.bounds()));
    let floor = TOUCHING * a.size.min(b.size);
    if least <= floor {
        return least;
    }
    memory.move_to(a, b, to_a);
    let OutlineMemory { travel, clear: [of_a, of_b], splits, .. } = memory;
    let mut search = Search { deepest: floor, travel: *travel, splits };
    search.look_at_places_of(b, to_a, a, &in_b, of_b);
    search.look_at_places_of(a, &to_b, b, &in_a, of_a);
    if search.deepest > floor { search.deepest } else { 0.0 }
}

/// Depth of an outline behind a line, `level` along its unit normal, m.
pub(crate) fn depth_behind(outline: &Outline, normal: Vec2, level: f64) -> f64 {
    level + outline.extent([-normal[0], -normal[1]])
}

/// How far one box has to move along an axis to be clear of the other; no place of both is deeper.
fn overlap_of_boxes(a: &[Vec2; 2], b: &[Vec2; 2]) -> f64 {
    let out = |i: usize| (a[1][i] - b[0][i]).min(b[1][i] - a[0][i]);
    out(0).min(out(1))
}

struct Search<'a> {
    deepest: f64,
    /// of the pair, as its memory counts it, m
    travel: f64,
    splits: &'a mut Vec<f64>,
}

impl Search<'_> {
    /// Looks how deep places of `of` are inside `into`; `reach` is the box around the latter in the frame of the former,
    /// `clear` the travel up to which each edge is known to be outside.
    fn look_at_places_of(
        &mut self,
        of: &Outline,
        motion: &Motion,
        into: &Outline,
        reach: &[Vec2; 2],
        clear: &mut [f64],
    ) {
        let beside = BESIDE * into.size.min(of.size);
        of.tree.within(reach, |i| {
            if self.travel < clear[i] {
                return;
            }
            let (middle, half) = of.middles[i];
            let outside = -self.look(motion.point(middle), into);
            // no place of the edge is further from its middle than `half`; a distance that is not more than the deepest
            // place found need not be the least
            let away = outside - half - beside;
            if outside > self.deepest && away > 0.0 {
                clear[i] = self.travel + away;
                return;
            }
            let edge = of.edges[i].moved(motion);
            self.look(edge.from, into);
            self.splits.clear();
            let [low, high] = edge.bounds();
            let around = [low.map(|x| x - beside), high.map(|x| x + beside)];
            into.tree.within(&around, |j| {
                let other = &into.edges[j];
                if let Some(place) = deepest_of_arc(&edge, other) {
                    self.look(place, into);
                }
                split(&edge, other, beside, self.splits);
            });
            if self.splits.is_empty() {
                return;
            }
            self.splits.sort_unstable_by(f64::total_cmp);
            self.splits.push(1.0);
            let mut last = 0.0;
            for k in 0..self.splits.len() {
                let next = self.splits[k];
                self.look(edge.at(0.5 * (last + next)), into);
                last = next;
            }
        });
        for heart in &of.hearts {
            self.look(motion.point(*heart), into);
        }
    }

    /// How deep a place is; where that is at most the deepest found, at least that (outside, minus a distance not larger
    /// than its own).
    #[inline]
    fn look(&mut self, place: Vec2, into: &Outline) -> f64 {
        let [low, high] = into.bounds();
        let inside_box = (0..2).map(|i| (place[i] - low[i]).min(high[i] - place[i])).fold(f64::INFINITY, f64::min);
        if inside_box <= self.deepest {
            return inside_box;
        }
        let depth = into.depth_of(place, self.deepest);
        self.deepest = self.deepest.max(depth);
        depth
    }
}

/// The place of an arc that goes deepest over another edge.
#[inline]
fn deepest_of_arc(edge: &Edge, other: &Edge) -> Option<Vec2> {
    let Curve::Arc(arc) = &edge.curve else { return None };
    if arc.way < 0.0 {
        // a hollow arc is entered by the other's corners and arcs
        return None;
    }
    match &other.curve {
        Curve::Line { along, .. } => arc.toward(perp(*along)),
        Curve::Arc(round) if round.way > 0.0 => arc.toward(sub(round.center, arc.center)),
        Curve::Arc(round) => arc.toward(sub(arc.center, round.center)),
    }
}

//! How deep two bodies made of solids are inside each other: the deepest of their parts.

use super::column::depth_of_columns;
use super::convex_pair::{Direction, Pair};
use super::part::Part;
use super::probe::depth_of_probes;
use crate::place::Place;
use crate::planar::OutlineMemory;
use crate::tolerances::MOST_REMEMBERED;
use mainspring_numerics::vec3::{Vec3, dot, norm, sub};

/// What is remembered of a pair of bodies.
#[derive(Clone, Debug, Default)]
pub(crate) struct SolidMemory {
    /// of each pair of convex pieces, those of the second body running fastest
    last: Vec<Direction>,
    outlines: OutlineMemory,
}

fn pieces(parts: &[Part]) -> usize {
    parts.last().map_or(0, |p| p.first + p.pieces().len())
}

/// Depth of two bodies, m; at most 0 when they are apart.
pub(crate) fn depth_of_solids(a: &[Part], at_a: &Place, b: &[Part], at_b: &Place, memory: &mut SolidMemory) -> f64 {
    // axes of the world, the origin on the first body: sums stay as small as the bodies are near
    let at_b = Place { position: sub(at_b.position, at_a.position), rotation: at_b.rotation };
    let at_a = Place { position: [0.0; 3], rotation: at_a.rotation };
    let (count, width) = (pieces(a) * pieces(b), pieces(b));
    let remembered = count <= MOST_REMEMBERED;
    if remembered && memory.last.len() != count {
        memory.last.clear();
        memory.last.resize(count, Direction::default());
    }
    let mut deepest = f64::NEG_INFINITY;
    for one in a {
        let here = at_a.then(&one.whole.place);
        for two in b {
            let there = at_b.then(&two.whole.place);
            let clear = one.whole.radius + two.whole.radius - norm(sub(there.position, here.position));
            if clear <= deepest.max(0.0) {
                deepest = deepest.max(clear);
                continue;
            }
            let always = !(one.convex() && two.convex());
            let outlines = &mut memory.outlines;
            if let Some(depth) = depth_of_columns(&one.columns, &here, &two.columns, &there, always, outlines) {
                deepest = deepest.max(depth);
                continue;
            }
            let at_p = |i: usize| if one.convex() { here } else { at_a.then(&one.pieces()[i].place) };
            let at_q = |j: usize| if two.convex() { there } else { at_b.then(&two.pieces()[j].place) };
            for (i, p) in one.pieces().iter().enumerate() {
                let at_p = at_p(i);
                if norm(sub(there.position, at_p.position)) >= p.radius + two.whole.radius {
                    continue;
                }
                for (j, q) in two.pieces().iter().enumerate() {
                    let at_q = at_q(j);
                    if norm(sub(at_q.position, at_p.position)) >= p.radius + q.radius {
                        continue;
                    }
                    let mut fresh = Direction::default();
                    let last = match remembered {
                        true => &mut memory.last[(one.first + i) * width + two.first + j],
                        false => &mut fresh,
                    };
                    deepest = deepest.max(Pair::new(p, at_p, q, at_q).depth(last));
                }
                if two.hollow {
                    deepest = deepest.max(depth_of_probes(&two.whole, &there, p, &at_p));
                }
            }
            for (j, q) in two.pieces().iter().enumerate().filter(|_| one.hollow) {
                let at_q = at_q(j);
                if norm(sub(at_q.position, here.position)) < q.radius + one.whole.radius {
                    deepest = deepest.max(depth_of_probes(&one.whole, &here, q, &at_q));
                }
            }
        }
    }
    if deepest.is_finite() { deepest } else { 0.0 }
}

/// Depth of a body behind a plane through `point` with the unit normal `normal`, m.
pub(crate) fn depth_behind(parts: &[Part], at: &Place, point: Vec3, normal: Vec3) -> f64 {
    let down = normal.map(|x| -x);
    let level = dot(normal, sub(at.position, point));
    let along = at.turned_back(down);
    let depth = |part: &Part| {
        let whole = &part.whole;
        whole.form.reach(whole.place.turned_back(along)) + dot(along, whole.place.position) - level
    };
    parts.iter().map(depth).fold(f64::NEG_INFINITY, f64::max)
}

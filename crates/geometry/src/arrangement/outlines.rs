//! The outlines of a combination: pieces with what belongs to it on one side only, strung together.

use super::pieces::{Arrangement, Piece};
use super::sides::{Belongs, Sides};
use super::spokes::{Spoke, sort_round};
use crate::plane_moments::PlaneMoments;
use crate::segment::Segment;
use mainspring_numerics::vec2::{cross, dot, hypot, sub};
use std::f64::consts::TAU;

/// A piece run so that what belongs to the combination lies left of it.
struct Step {
    from: usize,
    to: usize,
    curve: Segment,
}

/// Outlines with the combination on their left, each simple; an Err is a place they do not lead away from.
pub fn between(
    arrangement: &Arrangement,
    sides: &[Sides],
    belongs: Belongs,
    tolerance: f64,
) -> Result<Vec<Vec<Segment>>, [f64; 2]> {
    let steps: Vec<Step> =
        arrangement.pieces.iter().zip(sides).filter_map(|(piece, sides)| step(piece, sides, belongs)).collect();
    let next = successors(&steps, &arrangement.points, tolerance)?;
    let loops = simple_loops(&steps, &next, arrangement.points.len());
    let outlines = loops.into_iter().map(|l| joined(l.into_iter().map(|i| steps[i].curve).collect(), tolerance));
    Ok(outlines.filter(|outline| !is_sliver(outline, tolerance)).collect())
}

fn step(piece: &Piece, sides: &Sides, belongs: Belongs) -> Option<Step> {
    let [left, right] = [sides.left, sides.right].map(|[a, b]| belongs(a, b));
    match (left, right) {
        (true, false) => Some(Step { from: piece.from, to: piece.to, curve: piece.curve }),
        (false, true) => Some(Step { from: piece.to, to: piece.from, curve: piece.curve.reversed() }),
        _ => None,
    }
}

/// The step after each: where several leave a vertex, the one that bounds the same corner of the combination.
fn successors(steps: &[Step], points: &[[f64; 2]], tolerance: f64) -> Result<Vec<usize>, [f64; 2]> {
    let mut leaving: Vec<Vec<usize>> = vec![Vec::new(); points.len()];
    let mut arriving: Vec<Vec<usize>> = vec![Vec::new(); points.len()];
    for (i, step) in steps.iter().enumerate() {
        leaving[step.from].push(i);
        arriving[step.to].push(i);
    }
    let mut next = vec![0; steps.len()];
    for vertex in 0..points.len() {
        match (&arriving[vertex][..], &leaving[vertex][..]) {
            ([], []) => {}
            ([before], [after]) => next[*before] = *after,
            (before, after) if before.len() == after.len() => {
                corners(steps, before, after, tolerance, &mut next).ok_or(points[vertex])?;
            }
            _ => return Err(points[vertex]),
        }
    }
    Ok(next)
}

/// Joins what arrives at a vertex with what leaves it across the corners of the combination there.
fn corners(steps: &[Step], before: &[usize], after: &[usize], tolerance: f64, next: &mut [usize]) -> Option<()> {
    let spoke = |leaves: bool| {
        move |&step: &usize| {
            Spoke::new(if leaves { steps[step].curve } else { steps[step].curve.reversed() }, leaves, step)
        }
    };
    let mut round: Vec<Spoke> = before.iter().map(spoke(false)).chain(after.iter().map(spoke(true))).collect();
    sort_round(&mut round, tolerance);
    // clockwise of what arrives the combination begins, and it ends with something that leaves
    for (k, spoke) in round.iter().enumerate() {
        let other = &round[(k + round.len() - 1) % round.len()];
        if spoke.leaves == other.leaves {
            return None;
        }
        if !spoke.leaves {
            next[spoke.step] = other.step;
        }
    }
    Some(())
}

/// Closed walks that pass no vertex twice.
fn simple_loops(steps: &[Step], next: &[usize], vertices: usize) -> Vec<Vec<usize>> {
    let mut used = vec![false; steps.len()];
    let mut loops = Vec::new();
    // where on the path a vertex was left
    let mut place: Vec<Option<usize>> = vec![None; vertices];
    for first in 0..steps.len() {
        let (mut path, mut step): (Vec<usize>, usize) = (Vec::new(), first);
        while !used[step] {
            used[step] = true;
            place[steps[step].from].get_or_insert(path.len());
            path.push(step);
            if let Some(start) = place[steps[step].to] {
                let closed = path.split_off(start);
                closed.iter().for_each(|&i| place[steps[i].from] = None);
                loops.push(closed);
            }
            step = next[step];
        }
    }
    loops
}

/// An outline whose pieces of one line or circle are one piece again.
fn joined(mut outline: Vec<Segment>, tolerance: f64) -> Vec<Segment> {
    // begin at a corner, if there is one
    let count = outline.len();
    let corner = (0..count).find(|&i| as_one(&outline[(i + count - 1) % count], &outline[i], tolerance).is_none());
    outline.rotate_left(corner.unwrap_or(0));
    let mut joined: Vec<Segment> = Vec::with_capacity(count);
    for segment in outline {
        match joined.last().and_then(|last| as_one(last, &segment, tolerance)) {
            Some(both) => {
                joined.pop();
                joined.push(both);
            }
            None => joined.push(segment),
        }
    }
    joined
}

fn as_one(a: &Segment, b: &Segment, tolerance: f64) -> Option<Segment> {
    match (*a, *b) {
        (Segment::Line { from, to: middle }, Segment::Line { to, .. }) => {
            let whole = sub(to, from);
            let off = cross(whole, sub(middle, from)).abs();
            (off <= tolerance * hypot(whole) && dot(sub(middle, from), sub(to, middle)) > 0.0)
                .then_some(Segment::Line { from, to })
        }
        (Segment::Arc { from, center, sweep, .. }, Segment::Arc { from: middle, to, center: other, sweep: on }) => {
            let round = sweep + on;
            let fits = sweep * on > 0.0 && hypot(sub(center, other)) <= tolerance && a != b;
            let radii = hypot(sub(from, center)) - hypot(sub(middle, other));
            let closed = from == to;
            let sweep = if closed { TAU.copysign(round) } else { round };
            (fits && radii.abs() <= tolerance && (closed || round.abs() < TAU)).then_some(Segment::Arc {
                from,
                to,
                center,
                sweep,
            })
        }
        _ => None,
    }
}

/// Whether an outline encloses nothing but what tolerances leave between its pieces.
fn is_sliver(outline: &[Segment], tolerance: f64) -> bool {
    let reference = outline[0].from();
    let area: f64 = outline.iter().map(|s| PlaneMoments::of_segment(s, reference).area).sum();
    let length = |s: &Segment| match *s {
        Segment::Line { from, to } => hypot(sub(to, from)),
        Segment::Arc { from, center, sweep, .. } => hypot(sub(from, center)) * sweep.abs(),
    };
    area.abs() <= 4.0 * tolerance * outline.iter().map(length).sum::<f64>()
}

//! Bounds of the insertion force all over a box, by the closed forms of [`crate::force`] in intervals.
//!
//! Time is cut into cells. In a cell every contact that some problem of the box may have then gives a range of forces, and the
//! force of the problem is in one of them; the cell with the largest upper bound is halved until that no longer pays.

use super::cell::{PawlProof, Proof};
use crate::boxed::{Span, Touching, touching, unit};
use crate::lin::dot;
use crate::numbers::{Interval, Sign};
use crate::tolerances::{ANGLE_SLACK, BOUND_EXCESS};
use crate::world_number::Number;

/// The angle of a vector near a given one, rad; the whole line where it may point anywhere.
fn direction(c: Interval, s: Interval, near: f64) -> Interval {
    let (x, y) = (c.mid(), s.mid());
    let along = c.scale(x) + s.scale(y);
    let across = s.scale(x) - c.scale(y);
    if along.lo <= 0.0 {
        return Interval::ENTIRE;
    }
    let tangent = across.div(along);
    let base = libm::atan2(y, x);
    let turns = libm::rint((near - base) / std::f64::consts::TAU) * std::f64::consts::TAU;
    // atan and atan2 are good to a unit in the last place; this is many
    let slack = ANGLE_SLACK * (1.0 + turns.abs());
    Interval::new(base + turns + libm::atan(tangent.lo) - slack, base + turns + libm::atan(tangent.hi) + slack)
}

/// All insertion forces of one contact at times of a range.
fn force(pawl: &PawlProof, span: &Span, t: Interval) -> Interval {
    let Some((curve, sigma)) = span.on else { return Interval::ZERO };
    let world = &pawl.world;
    let Touching { r, n, l, h, c, s, .. } = touching(world, curve, sigma, t);
    let theta = direction(c, s, span.near);
    let v = Interval::velocity(world);
    let way = unit(v);
    let mu = Interval::friction(world);
    let senses: &[f64] = match dot(v, &r).sign() {
        Some(Sign::Plus) => &[1.0],
        Some(Sign::Minus) => &[-1.0],
        _ => &[-1.0, 1.0],
    };
    let mut all: Option<Interval> = None;
    for epsilon in senses {
        let below = l.abs() - mu.scale(*epsilon) * h;
        let part = mu.scale(epsilon * f64::from(sigma));
        let along = -(dot(&n, &way) + part * dot(&[-n[1], n[0]], &way));
        let found = if below.lo > 0.0 { (pawl.stiffness * theta.abs()).div(below) * along } else { Interval::ENTIRE };
        all = Some(all.map_or(found, |held| held.hull(found)));
    }
    all.unwrap_or(Interval::ENTIRE)
}

/// All insertion forces at times of a range, all pawls together.
fn total(proof: &Proof, t: Interval) -> Interval {
    let mut sum = Interval::ZERO;
    for pawl in &proof.pawls {
        let mut one: Option<Interval> = None;
        for span in &pawl.spans {
            let Some(when) = t.intersect(Interval::new(span.start.lo.max(0.0), span.end.hi)) else { continue };
            let found = force(pawl, span, when);
            one = Some(one.map_or(found, |held| held.hull(found)));
        }
        sum = sum + one.unwrap_or(Interval::ZERO);
    }
    sum
}

/// Cells of time, at most.
const CELLS: usize = 1024;

/// A force that no insertion of the box exceeds, N; infinite where none is found.
pub(crate) fn peak_bound(proof: &Proof) -> f64 {
    let mut ends: Vec<f64> =
        proof.pawls.iter().flat_map(|p| p.spans.iter()).flat_map(|s| [s.start.lo, s.end.hi]).collect();
    ends.extend([0.0, proof.end.hi]);
    ends.retain(|t| *t >= 0.0 && *t <= proof.end.hi);
    ends.sort_by(f64::total_cmp);
    ends.dedup();
    let upper = |a: f64, b: f64| total(proof, Interval::new(a, b)).hi;
    let mut cells: Vec<(f64, f64, f64)> = ends.windows(2).map(|w| (upper(w[0], w[1]), w[0], w[1])).collect();
    // what any cell must have at least: the upper end at one of its times
    let mut floor = ends.iter().map(|&t| upper(t, t)).fold(0.0, f64::max);
    while cells.len() < CELLS {
        let worst = (0..cells.len()).fold(0, |best, k| if cells[k].0 > cells[best].0 { k } else { best });
        let Some(&(bound, a, b)) = cells.get(worst) else { break };
        let mid = 0.5 * (a + b);
        if bound <= floor * (1.0 + BOUND_EXCESS) || !(a < mid && mid < b) {
            break;
        }
        floor = floor.max(upper(mid, mid));
        cells[worst] = (upper(a, mid), a, mid);
        cells.push((upper(mid, b), mid, b));
    }
    cells.iter().map(|c| c.0).fold(0.0, f64::max)
}

//! The contacts between two surfaces in their places, each once.
//!
//! Several feature pairs can stand at one place. Those with the same normal are one contact. Where a convex corner meets a convex
//! corner the material keeps clear as long as *one* of the pairs there is open, so the gap is the largest of theirs and only
//! the pair that opens fastest counts; equally fast, the one whose corner's sides lie best; else the first.

use super::feature::{Feature, FeatureKind, FeaturePair};
use super::meeting::Meeting;
use super::motion::Motion;
use super::pairs::{near, standing};
use super::surface::Surface;
use crate::tolerances::{EQUAL_RATE, SAME_NORMAL};
use mainspring_numerics::vec3::{cross, dot, norm, sub};

struct Candidate {
    pair: FeaturePair,
    meeting: Meeting,
    rise: f64,
    kept: bool,
}

/// All pairs that stand (see [`super::stands`]), one at a place and normal, sorted, appended to `out`. A place that has just left
/// one is on its very end: those in `left` stand no more, and do not keep others at that place from standing.
pub fn touching(
    a: &Surface,
    of_a: &Motion,
    b: &Surface,
    of_b: &Motion,
    slack: f64,
    left: &[FeaturePair],
    out: &mut Vec<FeaturePair>,
) {
    if let Some((x, y)) = Surface::in_space(a, b) {
        return super::spatial::touching(x, of_a, y, of_b, slack, left, out);
    }
    let start = out.len();
    near(a, of_a, b, of_b, slack, out);
    let mut found: Vec<Candidate> = Vec::new();
    for &pair in out[start..].iter().filter(|p| !left.contains(p)) {
        if let Some((meeting, rise)) = standing(a, of_a, b, of_b, pair, slack) {
            found.push(Candidate { pair, meeting, rise, kept: true });
        }
    }
    out.truncate(start);
    for i in 0..found.len() {
        for j in 0..i {
            if !(found[i].kept && found[j].kept && rivals(a, of_a, b, of_b, &found[i], &found[j], slack)) {
                continue;
            }
            let place = found[i].meeting.point;
            let speed = speed_at(of_a, place) + speed_at(of_b, place);
            let worse = if better(&found[i], &found[j], speed) { j } else { i };
            found[worse].kept = false;
        }
    }
    out.extend(found.iter().filter(|c| c.kept).map(|c| c.pair));
}

/// Whether two candidates are the same contact.
fn rivals(a: &Surface, of_a: &Motion, b: &Surface, of_b: &Motion, p: &Candidate, q: &Candidate, slack: f64) -> bool {
    let wide = 4.0 * slack;
    let off = sub(p.meeting.point, q.meeting.point);
    if dot(off, off) > wide * wide {
        return false;
    }
    dot(p.meeting.normal, q.meeting.normal) >= SAME_NORMAL
        || (at_corner(a, of_a, p.meeting.point, wide) && at_corner(b, of_b, p.meeting.point, wide))
}

fn at_corner(surface: &Surface, motion: &Motion, place: [f64; 3], within: f64) -> bool {
    let local = motion.local(place);
    let sharp = |f: &&Feature| matches!(f.kind, FeatureKind::Corner | FeatureKind::Whole);
    surface.features().iter().filter(sharp).any(|f| {
        let super::Primitive::Point { at, .. } = f.primitive else { return false };
        let d = sub(at, local);
        dot(d, d) <= within * within
    })
}

/// Whether `p` is to be kept rather than `q`, which comes before it; bodies that touch move at about `speed`.
fn better(p: &Candidate, q: &Candidate, speed: f64) -> bool {
    let faster = p.meeting.rate - q.meeting.rate;
    if faster.abs() > EQUAL_RATE * speed && dot(p.meeting.normal, q.meeting.normal) < SAME_NORMAL {
        return faster > 0.0;
    }
    p.rise > q.rise + EQUAL_RATE
}

/// How fast a point at `place` moves with the body.
fn speed_at(motion: &Motion, place: [f64; 3]) -> f64 {
    let arm = sub(place, motion.position);
    let turning = cross(motion.spin, arm);
    let v = [0, 1, 2].map(|i| motion.velocity[i] + turning[i]);
    norm(v)
}

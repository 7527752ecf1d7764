//! Half way between the nearest points of two planar shapes.
//!
//! The nearest points of two pieces of outline are ends and their feet on the other piece, or lie on a line through the
//! centre of an arc. Where whole stretches are equally near (parallel edges) the middle of all such places is taken, if it is
//! half way too.

use super::extent::PlanarExtent;
use super::surface::{PlanarSurface, Pose};
use crate::region::Region;
use crate::segment::Segment;
use crate::tolerances::EQUALLY_NEAR;
use mainspring_numerics::vec2::{dot, hypot, sub};

/// In the frame of the world.
pub(crate) fn midway(a: &PlanarSurface, pa: Pose, b: &PlanarSurface, pb: Pose) -> Option<[f64; 2]> {
    let seen = pa.seeing(&pb);
    let mine = outline_of(a, |p| p);
    let theirs = outline_of(b, |p| seen.point(p));
    let mut found = Candidates { slack: EQUALLY_NEAR * a.size.min(b.size), ..Candidates::default() };
    for x in &mine {
        for y in &theirs {
            pieces(x, y, &mut found);
        }
    }
    let apart = |p: [f64; 2], outline: &[Segment]| {
        outline.iter().map(|s| hypot(sub(s.foot(p), p))).fold(f64::INFINITY, f64::min)
    };
    found.middle(|p| apart(p, &mine).max(apart(p, &theirs))).map(|p| pa.point(p))
}

/// Over a half-space's face; `o` and `n` in the frame of the flat one, the answer in the world.
pub(crate) fn midway_above(flat: &PlanarSurface, pose: Pose, o: [f64; 2], n: [f64; 2]) -> Option<[f64; 2]> {
    let mut found = Candidates { slack: EQUALLY_NEAR * flat.size, ..Candidates::default() };
    for part in &flat.parts {
        let Some((c, r)) = part.round().filter(|(_, r)| *r >= 0.0) else { continue };
        if part.inside_arc([-n[0], -n[1]]) < 0.0 {
            continue;
        }
        let low = [0, 1].map(|i| c[i] - r * n[i]);
        let height = dot(n, sub(low, o));
        found.note(low, [0, 1].map(|i| low[i] - height * n[i]));
    }
    let outline = outline_of(flat, |p| p);
    let far = |p: [f64; 2]| {
        let near = outline.iter().map(|s| hypot(sub(s.foot(p), p))).fold(f64::INFINITY, f64::min);
        near.max(dot(n, sub(p, o)).abs())
    };
    found.middle(far).map(|p| pose.point(p))
}

/// All pieces; a point is one of no length.
fn outline_of(flat: &PlanarSurface, place: impl Fn([f64; 2]) -> [f64; 2] + Copy) -> Vec<Segment> {
    let all = |r: &Region| r.segments().map(|s| s.map(1.0, place)).collect();
    flat.region.as_ref().map_or_else(
        || {
            let at = flat.parts.first().and_then(PlanarExtent::round).map_or([0.0; 2], |(at, _)| at);
            vec![Segment::Line { from: place(at), to: place(at) }]
        },
        all,
    )
}

#[derive(Default)]
struct Candidates {
    /// distance, and half way
    list: Vec<(f64, [f64; 2])>,
    least: f64,
    slack: f64,
}

impl Candidates {
    fn note(&mut self, p: [f64; 2], q: [f64; 2]) {
        let apart = hypot(sub(q, p));
        if self.list.is_empty() || apart <= self.least + self.slack {
            self.least = if self.list.is_empty() { apart } else { self.least.min(apart) };
            let place = [0, 1].map(|i| 0.5 * (p[i] + q[i]));
            // each place once, however many pieces end there
            if !self.list.iter().any(|(d, p)| *d <= self.least + self.slack && hypot(sub(*p, place)) <= self.slack) {
                self.list.push((apart, place));
            }
        }
    }

    /// The middle of all that are nearest where it is as near to both (`far` tells), else the first of them.
    fn middle(mut self, far: impl Fn([f64; 2]) -> f64) -> Option<[f64; 2]> {
        let most = self.least + self.slack;
        self.list.retain(|(d, _)| *d <= most);
        let first = self.list.first()?.1;
        let count = self.list.len() as f64;
        let mean = [0, 1].map(|i| self.list.iter().map(|(_, p)| p[i]).sum::<f64>() / count);
        Some(if far(mean) <= 0.5 * self.least + self.slack { mean } else { first })
    }
}

fn pieces(x: &Segment, y: &Segment, found: &mut Candidates) {
    for p in [x.from(), x.to()] {
        found.note(p, y.foot(p));
    }
    for q in [y.from(), y.to()] {
        found.note(x.foot(q), q);
    }
    let (cx, cy) = (x.cap(), y.cap());
    if let Some(cap) = &cx {
        let q = y.foot(cap.center);
        found.note(x.foot(q), q);
    }
    if let Some(cap) = &cy {
        let p = x.foot(cap.center);
        found.note(p, y.foot(p));
    }
    // one round piece inside another: nearest on the far sides of the centres
    if let (Some(p), Some(q)) = (cx, cy) {
        let d = sub(q.center, p.center);
        let size = hypot(d);
        for sign in [1.0, -1.0].into_iter().filter(|_| size > 0.0) {
            let out = [0, 1].map(|i| q.center[i] + sign * q.radius * d[i] / size);
            if y.from() == y.to() || q.spans([sign * d[0], sign * d[1]]) {
                found.note(x.foot(out), out);
            }
        }
    }
}

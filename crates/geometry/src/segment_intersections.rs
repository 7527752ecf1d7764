//! Whether two pieces of outlines have a point in common.
//!
//! Lines are decided exactly (adaptive orientation predicates). With an arc, points nearer than about 1e-12 of the
//! size count as meeting: the callers then refuse or fall back, so a wrong "yes" costs a message, never a wrong shape.

use crate::segment::{Cap, Segment};
use crate::tolerances::NEARLY;
use mainspring_numerics::vec2::{cross, dot, hypot, rotate_by, sub};
use robust::{Coord, orient2d};

/// Points the two have in common, none if they do not meet; of a shared stretch, some of its ends.
pub fn meetings(a: &Segment, b: &Segment) -> Vec<[f64; 2]> {
    if !boxes_meet(a.bounds(), b.bounds()) {
        return Vec::new();
    }
    match (a.cap(), b.cap()) {
        (None, None) => meet_line_line(a, b),
        (None, Some(cap)) => meet_line_arc(a, &cap),
        (Some(cap), None) => meet_line_arc(b, &cap),
        (Some(p), Some(q)) => meet_arc_arc(&p, &q),
    }
}

/// > 0 if `c` lies left of the line from `a` to `b`, exactly signed.
pub fn orientation(a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> f64 {
    let p = |v: [f64; 2]| Coord { x: v[0], y: v[1] };
    orient2d(p(a), p(b), p(c))
}

/// Whether boxes, by their lower left and upper right corners, meet or are as good as next to each other.
pub fn boxes_meet((low_a, high_a): ([f64; 2], [f64; 2]), (low_b, high_b): ([f64; 2], [f64; 2])) -> bool {
    (0..2).all(|i| {
        let slack = NEARLY * (high_a[i].abs() + high_b[i].abs());
        high_a[i] + slack >= low_b[i] && high_b[i] + slack >= low_a[i]
    })
}

fn meet_line_line(a: &Segment, b: &Segment) -> Vec<[f64; 2]> {
    let (p, q, r, s) = (a.from(), a.to(), b.from(), b.to());
    let (d1, d2) = (orientation(p, q, r), orientation(p, q, s));
    let (d3, d4) = (orientation(r, s, p), orientation(r, s, q));
    if d1 == 0.0 && d2 == 0.0 {
        // on one line: ends that lie within the other
        let within = |x: [f64; 2], u: [f64; 2], v: [f64; 2]| {
            [0, 1].into_iter().all(|i| u[i].min(v[i]) <= x[i] && x[i] <= u[i].max(v[i]))
        };
        let ends = [(r, p, q), (s, p, q), (p, r, s), (q, r, s)];
        return ends.into_iter().filter(|&(x, u, v)| within(x, u, v)).map(|(x, ..)| x).collect();
    }
    let apart = |u: f64, v: f64| (u > 0.0 && v > 0.0) || (u < 0.0 && v < 0.0);
    if apart(d1, d2) || apart(d3, d4) {
        return Vec::new();
    }
    // an end on the other line is the meeting point itself, unrounded
    let end = [(d1, r), (d2, s), (d3, p), (d4, q)].into_iter().find(|(d, _)| *d == 0.0).map(|(_, x)| x);
    let t = d3 / (d3 - d4);
    vec![end.unwrap_or_else(|| [0, 1].map(|i| p[i] + t * (q[i] - p[i])))]
}

fn meet_line_arc(line: &Segment, cap: &Cap) -> Vec<[f64; 2]> {
    let (p, d) = (sub(line.from(), cap.center), sub(line.to(), line.from()));
    let long = hypot(d);
    let along = [d[0] / long, d[1] / long];
    // nearest point of the whole line to the centre, and half the chord it cuts
    let (foot, off) = (-dot(p, along), cross(along, p));
    let near = NEARLY * (cap.radius + hypot(p) + long);
    if off.abs() > cap.radius + near {
        return Vec::new();
    }
    let half = ((cap.radius - off) * (cap.radius + off)).max(0.0).sqrt();
    // a graze spreads along the line as the square root of the distance
    let reach = if half * half <= 2.0 * near * cap.radius { half + (2.0 * near * cap.radius).sqrt() } else { near };
    let hit = |t: f64| {
        let at = [0, 1].map(|i| p[i] + t * along[i]);
        let hit = t >= -reach && t <= long + reach && spans_nearly(cap, at, reach);
        hit.then(|| [0, 1].map(|i| cap.center[i] + at[i]))
    };
    [foot - half, foot + half].into_iter().filter_map(hit).collect()
}

fn meet_arc_arc(a: &Cap, b: &Cap) -> Vec<[f64; 2]> {
    let between = sub(b.center, a.center);
    let distance = hypot(between);
    let near = NEARLY * (a.radius + b.radius + distance);
    if distance > a.radius + b.radius + near || distance < (a.radius - b.radius).abs() - near {
        return Vec::new();
    }
    if distance <= near {
        // the same circle: ends and middles of one that lie on the other
        let tips = |c: &Cap| [-c.half, 0.0, c.half].map(|angle| rotate_by(c.middle, angle));
        let of_a = tips(a).into_iter().filter(|v| spans_nearly(b, *v, NEARLY));
        let shared = of_a.chain(tips(b).into_iter().filter(|v| spans_nearly(a, *v, NEARLY)));
        return shared.map(|v| [0, 1].map(|i| a.center[i] + a.radius * v[i])).collect();
    }
    let along = [between[0] / distance, between[1] / distance];
    let foot = (distance * distance + (a.radius - b.radius) * (a.radius + b.radius)) / (2.0 * distance);
    let half = ((a.radius - foot) * (a.radius + foot)).max(0.0).sqrt();
    let reach = if half * half <= 2.0 * near * a.radius { half + (2.0 * near * a.radius).sqrt() } else { near };
    let hit = |h: f64| {
        let at = [foot * along[0] - h * along[1], foot * along[1] + h * along[0]];
        let hit = spans_nearly(a, at, reach) && spans_nearly(b, sub(at, between), reach);
        hit.then(|| [0, 1].map(|i| a.center[i] + at[i]))
    };
    [half, -half].into_iter().filter_map(hit).collect()
}

/// Whether `direction` points at the arc or passes its ends by no more than `reach`.
fn spans_nearly(cap: &Cap, direction: [f64; 2], reach: f64) -> bool {
    let angle = libm::atan2(cross(cap.middle, direction), dot(cap.middle, direction));
    angle.abs() <= cap.half + reach / hypot(direction).max(f64::MIN_POSITIVE)
}

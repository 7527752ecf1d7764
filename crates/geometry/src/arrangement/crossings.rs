//! Places where two pieces of outlines may cross or touch.
//!
//! Each place lies on both, to rounding, also where they meet at so small an angle that its position along them is
//! uncertain: it is made on one curve, and at such angles the other is as near as rounding all the way. Places
//! beyond the ends are left out by their distance. Curves that run along each other are no business of this file: they
//! share ends, which are cut out in `pieces`.

use crate::depth::distance;
use crate::segment::{Cap, Segment};
use mainspring_numerics::vec2::{cross, dot, hypot, sub};

/// Places within `tolerance` of both.
pub fn crossings(a: &Segment, b: &Segment, tolerance: f64) -> Vec<[f64; 2]> {
    let mut found = match (a.cap(), b.cap()) {
        (None, None) => lines(a, b),
        (None, Some(cap)) => line_and_circle(a, &cap, tolerance),
        (Some(cap), None) => line_and_circle(b, &cap, tolerance),
        (Some(p), Some(q)) => circles(&p, &q, tolerance),
    };
    found.retain(|&p| distance(a, p) <= tolerance && distance(b, p) <= tolerance);
    found
}

fn lines(a: &Segment, b: &Segment) -> Vec<[f64; 2]> {
    let (along, other) = (sub(a.to(), a.from()), sub(b.to(), b.from()));
    let (off_start, off_end) = (cross(other, sub(a.from(), b.from())), cross(other, sub(a.to(), b.from())));
    if off_start == off_end {
        return Vec::new();
    }
    let share = off_start / (off_start - off_end);
    vec![[0, 1].map(|i| a.from()[i] + share * along[i])]
}

fn line_and_circle(line: &Segment, circle: &Cap, tolerance: f64) -> Vec<[f64; 2]> {
    let (start, way) = (sub(line.from(), circle.center), sub(line.to(), line.from()));
    let long = hypot(way);
    let along = [way[0] / long, way[1] / long];
    let (foot, off) = (-dot(start, along), cross(along, start));
    let half = half_chord(circle.radius, off, tolerance);
    half.into_iter().map(|half| [0, 1].map(|i| line.from()[i] + (foot + half) * along[i])).collect()
}

fn circles(a: &Cap, b: &Cap, tolerance: f64) -> Vec<[f64; 2]> {
    let between = sub(b.center, a.center);
    let apart = hypot(between);
    if apart == 0.0 {
        return Vec::new();
    }
    let along = [between[0] / apart, between[1] / apart];
    let foot = 0.5 * (apart + (a.radius - b.radius) * (a.radius + b.radius) / apart);
    let at = |foot: f64, half: f64| {
        [a.center[0] + foot * along[0] - half * along[1], a.center[1] + foot * along[1] + half * along[0]]
    };
    // where circles touch, the foot may miss the circle by more than the circles miss each other
    let gap = (apart - a.radius - b.radius).max((a.radius - b.radius).abs() - apart);
    match half_chord(a.radius, foot, 0.0) {
        halves if !halves.is_empty() => halves.into_iter().map(|half| at(foot, half)).collect(),
        _ if gap <= tolerance => vec![at(a.radius.copysign(foot), 0.0)],
        _ => Vec::new(),
    }
}

/// Both halves of the chord that a line at distance `off` cuts off a circle; where it only just misses, the foot.
fn half_chord(radius: f64, off: f64, tolerance: f64) -> Vec<f64> {
    let square = (radius - off) * (radius + off);
    match square {
        s if s > 0.0 => vec![-s.sqrt(), s.sqrt()],
        _ if off.abs() <= radius + tolerance => vec![0.0],
        _ => Vec::new(),
    }
}

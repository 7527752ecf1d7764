//! Area and first moments of combinations of outlines, found another way than by cutting them at their crossings.
//!
//! The plane is cut into upright slabs at every end of an edge, every leftmost and rightmost point of a circle and every
//! crossing of the whole lines and circles that edges lie on, be it on the edges or not. Across a slab edges keep their
//! order, read off within it; what lies between two of them belongs to the combination or not as a whole, and its
//! area and moments are integrals of lines and circles over the slab, in closed form.

use mainspring_geometry::{Region, Segment};

/// Area, ∫x dA and ∫y dA.
pub type Moments = [f64; 3];

/// What an edge lies on.
#[derive(Clone, Copy)]
enum Curve {
    /// a point and a slope
    Line { x: f64, y: f64, slope: f64 },
    /// the upper (+1) or lower (−1) half of a circle
    Half { x: f64, y: f64, radius: f64, side: f64 },
}

struct Edge {
    from: [f64; 2],
    to: [f64; 2],
    /// centre, radius, angle of the start and sweep
    arc: Option<([f64; 2], f64, f64, f64)>,
}

fn edges(region: &Region) -> Vec<Edge> {
    let edge = |s: &Segment| {
        let arc = match *s {
            Segment::Line { .. } => None,
            Segment::Arc { from, center, sweep, .. } => {
                let (dx, dy) = (from[0] - center[0], from[1] - center[1]);
                Some((center, libm::hypot(dx, dy), libm::atan2(dy, dx), sweep))
            }
        };
        Edge { from: s.from(), to: s.to(), arc }
    };
    region.loops().iter().flatten().map(edge).collect()
}

/// Of each of several combinations: `belongs(in a, in b)`.
pub fn moments<const N: usize>(a: &Region, b: &Region, belongs: [fn(bool, bool) -> bool; N]) -> [Moments; N] {
    let sets = [edges(a), edges(b)];
    let mut stops = Vec::new();
    for edge in sets.iter().flatten() {
        stops.extend([edge.from[0], edge.to[0]]);
        if let Some((center, radius, ..)) = edge.arc {
            stops.extend([center[0] - radius, center[0] + radius]);
        }
    }
    let (low, high) = stops.iter().fold((f64::MAX, f64::MIN), |(l, h), &x| (l.min(x), h.max(x)));
    for e in &sets[0] {
        for f in &sets[1] {
            crossings(e, f, &mut stops);
        }
    }
    stops.retain(|x| *x >= low && *x <= high);
    stops.sort_by(f64::total_cmp);
    let mut sums = [[0.0; 3]; N];
    for slab in stops.windows(2).filter(|w| w[1] > w[0]) {
        // not in the middle, where figures with an axis touch themselves
        let within = slab[0] + 0.427 * (slab[1] - slab[0]);
        let mut there: Vec<(f64, usize, i32, Curve)> = Vec::new();
        for (region, edges) in sets.iter().enumerate() {
            edges.iter().for_each(|e| across(e, within, |y, way, curve| there.push((y, region, way, curve))));
        }
        there.sort_by(|p, q| p.0.total_cmp(&q.0));
        let mut turns = [0, 0];
        let mut inside = [false; N];
        for (_, region, way, curve) in there {
            turns[region] += way;
            let under = under(curve, slab[0], slab[1]);
            for (n, rule) in belongs.iter().enumerate() {
                let now = rule(turns[0] > 0, turns[1] > 0);
                let sign = f64::from(i8::from(inside[n]) - i8::from(now));
                (0..3).for_each(|i| sums[n][i] += sign * under[i]);
                inside[n] = now;
            }
        }
    }
    sums
}

/// Where whole lines and circles cross.
fn crossings(e: &Edge, f: &Edge, into: &mut Vec<f64>) {
    match (e.arc, f.arc) {
        (None, None) => {
            let (d, g) = ([e.to[0] - e.from[0], e.to[1] - e.from[1]], [f.to[0] - f.from[0], f.to[1] - f.from[1]]);
            let k = d[0] * g[1] - d[1] * g[0];
            let s = ((f.from[0] - e.from[0]) * g[1] - (f.from[1] - e.from[1]) * g[0]) / k;
            into.extend(Some(e.from[0] + s * d[0]).filter(|x| x.is_finite()));
        }
        (None, Some((c, r, ..))) => line_and_circle(e, c, r, into),
        (Some((c, r, ..)), None) => line_and_circle(f, c, r, into),
        (Some((c, r, ..)), Some((d, q, ..))) => {
            let (x, y) = (d[0] - c[0], d[1] - c[1]);
            let apart = libm::hypot(x, y);
            let foot = (apart * apart + (r - q) * (r + q)) / (2.0 * apart);
            let half = ((r - foot) * (r + foot)).max(0.0).sqrt();
            into.extend([-half, half].map(|h| c[0] + (foot * x - h * y) / apart).into_iter().filter(|x| x.is_finite()));
        }
    }
}

fn line_and_circle(line: &Edge, c: [f64; 2], r: f64, into: &mut Vec<f64>) {
    let d = [line.to[0] - line.from[0], line.to[1] - line.from[1]];
    let long = libm::hypot(d[0], d[1]);
    let p = [line.from[0] - c[0], line.from[1] - c[1]];
    let (foot, off) = (-(p[0] * d[0] + p[1] * d[1]) / long, (d[0] * p[1] - d[1] * p[0]) / long);
    let half = ((r - off) * (r + off)).max(0.0).sqrt();
    into.extend([-half, half].map(|h| line.from[0] + (foot + h) * d[0] / long));
}

/// Where an edge is at `x`, whether the region begins (+1) or ends (−1) above it there, and its curve.
fn across(edge: &Edge, x: f64, mut tell: impl FnMut(f64, i32, Curve)) {
    let Some((center, radius, start, sweep)) = edge.arc else {
        let (p, q) = (edge.from, edge.to);
        if x > p[0].min(q[0]) && x < p[0].max(q[0]) {
            let slope = (q[1] - p[1]) / (q[0] - p[0]);
            // the nearer end, against rounding of steep lines
            let near = if (x - p[0]).abs() < (x - q[0]).abs() { p } else { q };
            let curve = Curve::Line { x: near[0], y: near[1], slope };
            tell(near[1] + slope * (x - near[0]), if q[0] > p[0] { 1 } else { -1 }, curve);
        }
        return;
    };
    let u = x - center[0];
    let square = (radius - u) * (radius + u);
    if square <= 0.0 {
        return;
    }
    for side in [-1.0, 1.0] {
        let v = side * square.sqrt();
        let turned = (libm::atan2(v, u) - start) * sweep.signum();
        let turned = turned - std::f64::consts::TAU * libm::floor(turned / std::f64::consts::TAU);
        if turned < sweep.abs() {
            // counter-clockwise the lower half runs right, with the region above it
            let way = if side * sweep < 0.0 { 1 } else { -1 };
            tell(center[1] + v, way, Curve::Half { x: center[0], y: center[1], radius, side });
        }
    }
}

/// Area and moments between a curve and the x axis over a slab.
fn under(curve: Curve, a: f64, b: f64) -> Moments {
    let wide = b - a;
    match curve {
        Curve::Line { x, y, slope } => {
            let (p, q) = (y + slope * (a - x), y + slope * (b - x));
            let area = 0.5 * wide * (p + q);
            let first = wide / 6.0 * (a * (2.0 * p + q) + b * (p + 2.0 * q));
            [area, first, wide / 6.0 * (p * p + p * q + q * q)]
        }
        Curve::Half { x, y, radius, side } => {
            let ends = [a - x, b - x].map(|u| u.clamp(-radius, radius));
            let root = |u: f64| ((radius - u) * (radius + u)).sqrt();
            let sum = |f: &dyn Fn(f64) -> f64| f(ends[1]) - f(ends[0]);
            // the angle by its tangent: near the ends its sine tells nothing
            let half = sum(&|u| 0.5 * (u * root(u) + radius * radius * libm::atan2(u, root(u))));
            let turn = sum(&|u| -root(u) * root(u) * root(u) / 3.0);
            let cube = sum(&|u| radius * radius * u - u * u * u / 3.0);
            let square = sum(&|u| 0.5 * u * u);
            let area = y * wide + side * half;
            [area, x * area + y * square + side * turn, 0.5 * (y * y * wide + 2.0 * y * side * half + cube)]
        }
    }
}

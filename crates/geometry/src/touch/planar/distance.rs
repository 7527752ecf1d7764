//! Signed distance of two planar regions: exact for lines and arcs.
//!
//! Apart, it is the smallest distance of two pieces of outline; each such distance is taken at the critical points of two
//! lines, a line and a circle, or two circles, and at ends. A region in the hole of another is apart from it.
//!
//! Overlapping, it is minus the depth: how far a point of one outline lies inside the other's material. Every outline is cut
//! where it crosses the other one, and its stretches are looked at in their middle, at their quarters and at corners: for a
//! shallow overlap (a corner or a bulge through an edge, one bar across another) the deepest point is among these. Where outlines
//! run along each other (two equal parts in one place) points of them tell nothing, and places beside them are looked at.

use super::surface::{PlanarSurface, Pose};
use crate::region::Region;
use crate::segment::{Cap, Segment};
use crate::segment_intersections::meetings;
use crate::tolerances::{ALONG, BEFORE_START, BESIDE, OUTLINES_CLEAR};
use mainspring_numerics::vec2::{cross, dot, hypot, rotate_by, sub};

/// > 0 apart, < 0 minus the depth of overlap.
pub(crate) fn distance(a: &PlanarSurface, pa: Pose, b: &PlanarSurface, pb: Pose) -> f64 {
    let seen = pa.seeing(&pb);
    if let (Some((ca, ra)), Some((cb, rb))) = (a.disc, b.disc) {
        let apart = hypot(sub(seen.point(cb), ca)) - ra - rb;
        // deeper than this, one's centre comes near to where the other's deepest point is
        if apart >= -0.5 * ra.min(rb) {
            return apart;
        }
    }
    let (region, other) = match (&a.region, &b.region) {
        (Some(region), Some(other)) => (region, other),
        (Some(region), None) => return from_point(region, seen.at),
        (None, Some(other)) => return from_point(other, pb.seeing(&pa).at),
        (None, None) => return hypot(seen.at),
    };
    let theirs: Vec<Vec<Segment>> =
        other.loops().iter().map(|l| l.iter().map(|s| s.map(1.0, |p| seen.point(p))).collect()).collect();
    let near = boundary_distance(region, &theirs);
    // outlines that keep clear of each other need one look a loop
    let eps = OUTLINES_CLEAR * (a.size + b.size);
    let cut = near <= eps;
    let mine = region.loops();
    let back = |p: [f64; 2]| seen.back(sub(p, seen.at));
    let in_b = |p: [f64; 2]| depth(p, other.contains(back(p)), &theirs);
    let in_a = |p: [f64; 2]| depth(p, region.contains(p), mine);
    let mut deep = deepest(mine, &theirs, cut, in_b).max(deepest(&theirs, mine, cut, in_a));
    let size = a.size.min(b.size);
    if cut && deep <= ALONG * size {
        deep = deep.max(common(mine, size, |p| in_a(p).min(in_b(p))));
    }
    if deep > 0.0 { -deep } else { near }
}

/// Height of the lowest point over a half-space's face; `o` and `n` in the region's frame.
#[inline]
pub(crate) fn height_above(flat: &PlanarSurface, o: [f64; 2], n: [f64; 2]) -> f64 {
    let down = flat.region.as_ref().map_or(0.0, |r| r.extent([-n[0], -n[1]]));
    -down - dot(n, o)
}

/// Of a point from a region, both in the region's frame.
fn from_point(region: &Region, point: [f64; 2]) -> f64 {
    let near = region.segments().map(|s| to_point(s, point)).fold(f64::INFINITY, f64::min);
    if region.contains(point) { -near } else { near }
}

fn boundary_distance(region: &Region, theirs: &[Vec<Segment>]) -> f64 {
    let round = |s: &Segment| {
        let (c, r) = match s.cap() {
            Some(cap) => (cap.center, cap.radius),
            None => ([0, 1].map(|i| 0.5 * (s.from()[i] + s.to()[i])), 0.5 * hypot(sub(s.to(), s.from()))),
        };
        (*s, c, r)
    };
    let others: Vec<_> = theirs.iter().flatten().map(round).collect();
    let mut best = f64::INFINITY;
    for (x, cx, rx) in region.segments().map(round) {
        for (y, cy, ry) in &others {
            let off = hypot(sub(*cy, cx));
            // circles around both are apart by this much; inside a large arc's circle nothing is known
            if off - rx - ry < best {
                best = best.min(between(&x, y));
            }
        }
    }
    best
}

/// Distance of two pieces.
fn between(a: &Segment, b: &Segment) -> f64 {
    let mut best = to_point(a, b.from()).min(to_point(a, b.to())).min(to_point(b, a.from())).min(to_point(b, a.to()));
    match (a.cap(), b.cap()) {
        (None, None) => {
            if !meetings(a, b).is_empty() {
                best = 0.0;
            }
        }
        (None, Some(cap)) => best = best.min(line_arc(a, &cap)),
        (Some(cap), None) => best = best.min(line_arc(b, &cap)),
        (Some(p), Some(q)) => best = best.min(arc_arc(&p, &q)),
    }
    best
}

fn to_point(piece: &Segment, point: [f64; 2]) -> f64 {
    let ends = hypot(sub(point, piece.from())).min(hypot(sub(point, piece.to())));
    match piece.cap() {
        None => {
            let (d, p) = (sub(piece.to(), piece.from()), sub(point, piece.from()));
            let (along, square) = (dot(p, d), dot(d, d));
            if along > 0.0 && along < square { (cross(d, p) / square.sqrt()).abs().min(ends) } else { ends }
        }
        Some(cap) => {
            let d = sub(point, cap.center);
            if piece.from() == piece.to() || cap.spans(d) { (hypot(d) - cap.radius).abs() } else { ends }
        }
    }
}

/// Distance at the foot of the centre, 0 where they cross, infinite if neither lies within both.
fn line_arc(line: &Segment, cap: &Cap) -> f64 {
    let (p, d) = (sub(line.from(), cap.center), sub(line.to(), line.from()));
    let long = hypot(d);
    let along = [d[0] / long, d[1] / long];
    let (foot, off) = (-dot(p, along), cross(along, p));
    let within = |t: f64| t >= 0.0 && t <= long;
    let at = |t: f64| [p[0] + t * along[0], p[1] + t * along[1]];
    let side = if off > 0.0 { [-along[1], along[0]] } else { [along[1], -along[0]] };
    let mut best = f64::INFINITY;
    for (sign, gap) in [(1.0, (off.abs() - cap.radius).abs()), (-1.0, off.abs() + cap.radius)] {
        if within(foot) && spans(cap, [sign * side[0], sign * side[1]]) {
            best = best.min(gap);
        }
    }
    if off.abs() <= cap.radius {
        let half = ((cap.radius - off) * (cap.radius + off)).max(0.0).sqrt();
        if [foot - half, foot + half].into_iter().any(|t| within(t) && spans(cap, at(t))) {
            best = 0.0;
        }
    }
    best
}

fn arc_arc(a: &Cap, b: &Cap) -> f64 {
    let d = sub(b.center, a.center);
    let far = hypot(d);
    let mut best = f64::INFINITY;
    if far == 0.0 {
        // concentric: any common direction
        let meet = [-1.0, 0.0, 1.0]
            .into_iter()
            .any(|k| spans(b, rotate_by(a.middle, k * a.half)) || spans(a, rotate_by(b.middle, k * b.half)));
        return if meet { (a.radius - b.radius).abs() } else { best };
    }
    for (sa, sb) in [(1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0)] {
        if spans(a, [sa * d[0], sa * d[1]]) && spans(b, [sb * d[0], sb * d[1]]) {
            best = best.min((far + sb * b.radius - sa * a.radius).abs());
        }
    }
    if far <= a.radius + b.radius && far >= (a.radius - b.radius).abs() {
        let foot = (far * far + (a.radius - b.radius) * (a.radius + b.radius)) / (2.0 * far);
        let half = ((a.radius - foot) * (a.radius + foot)).max(0.0).sqrt();
        let along = [d[0] / far, d[1] / far];
        for h in [half, -half] {
            let at = [foot * along[0] - h * along[1], foot * along[1] + h * along[0]];
            if spans(a, at) && spans(b, sub(at, d)) {
                best = 0.0;
            }
        }
    }
    best
}

/// As `Cap::spans`, a full circle spanning everything.
fn spans(cap: &Cap, direction: [f64; 2]) -> bool {
    cap.half >= std::f64::consts::PI || cap.spans(direction)
}

/// How deep `point` lies if it is inside.
fn depth(point: [f64; 2], inside: bool, outline: &[Vec<Segment>]) -> f64 {
    if !inside {
        return 0.0;
    }
    outline.iter().flatten().map(|s| to_point(s, point)).fold(f64::INFINITY, f64::min)
}

/// The largest depth of the looked-at points of `outline`.
fn deepest(outline: &[Vec<Segment>], other: &[Vec<Segment>], cut: bool, depth: impl Fn([f64; 2]) -> f64) -> f64 {
    let mut deep: f64 = 0.0;
    let mut cuts: Vec<f64> = Vec::new();
    for pieces in outline {
        if !cut && pieces.first().is_some_and(|s| depth(s.from()) == 0.0) {
            continue;
        }
        for piece in pieces {
            deep = deep.max(depth(piece.from()));
            cuts.clear();
            if cut {
                let crossed = other.iter().flatten().flat_map(|o| meetings(piece, o));
                cuts.extend(crossed.map(|p| parameter(piece, p)));
                cuts.sort_by(f64::total_cmp);
                for o in other.iter().flatten() {
                    bulges(piece, o).into_iter().flatten().for_each(|p| deep = deep.max(depth(p)));
                }
            }
            cuts.insert(0, 0.0);
            cuts.push(1.0);
            for pair in cuts.windows(2) {
                for share in [0.25, 0.5, 0.75] {
                    deep = deep.max(depth(place(piece, pair[0] + share * (pair[1] - pair[0]))));
                }
            }
        }
    }
    deep
}

/// The largest depth, in both, of places beside the middles of an outline's pieces.
fn common(outline: &[Vec<Segment>], size: f64, depth: impl Fn([f64; 2]) -> f64) -> f64 {
    let mut deep: f64 = 0.0;
    for piece in outline.iter().flatten() {
        let (before, at, after) = (place(piece, 0.49), place(piece, 0.5), place(piece, 0.51));
        let way = sub(after, before);
        let long = hypot(way);
        for far in BESIDE.iter().flat_map(|b| [b * size, -b * size]).filter(|_| long > 0.0) {
            deep = deep.max(depth([at[0] - far * way[1] / long, at[1] + far * way[0] / long]));
        }
    }
    deep
}

/// Points of an arc that lie nearest to or farthest from another piece.
fn bulges(piece: &Segment, other: &Segment) -> [Option<[f64; 2]>; 2] {
    let Some(cap) = piece.cap() else { return [None; 2] };
    let way = match other.cap() {
        Some(o) => sub(o.center, cap.center),
        None => rotate_by(sub(other.to(), other.from()), std::f64::consts::FRAC_PI_2),
    };
    let size = hypot(way);
    [1.0, -1.0].map(|sign| {
        let u = way.map(|x| sign * x / size);
        (size > 0.0 && spans(&cap, u)).then(|| [0, 1].map(|i| cap.center[i] + cap.radius * u[i]))
    })
}

/// Where on a piece a point of it lies, 0 to 1.
fn parameter(piece: &Segment, point: [f64; 2]) -> f64 {
    let t = match *piece {
        Segment::Line { from, to } => {
            let d = sub(to, from);
            dot(sub(point, from), d) / dot(d, d)
        }
        Segment::Arc { from, center, sweep, .. } => {
            let (u, v) = (sub(from, center), sub(point, center));
            let angle = libm::atan2(cross(u, v), dot(u, v)) * sweep.signum();
            let angle = if angle < -BEFORE_START { angle + std::f64::consts::TAU } else { angle };
            angle / sweep.abs()
        }
    };
    t.clamp(0.0, 1.0)
}

fn place(piece: &Segment, t: f64) -> [f64; 2] {
    match *piece {
        Segment::Line { from, to } => [0, 1].map(|i| from[i] + t * (to[i] - from[i])),
        Segment::Arc { from, center, sweep, .. } => {
            let v = rotate_by(sub(from, center), t * sweep);
            [center[0] + v[0], center[1] + v[1]]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn discs_are_as_far_apart_as_the_same_shapes_of_two_arcs() {
        let halves = |center: [f64; 2], radius: f64| {
            let at = |sign: f64| [center[0] + sign * radius, center[1]];
            let half = |sign: f64| Segment::Arc { from: at(sign), to: at(-sign), center, sweep: std::f64::consts::PI };
            Region::closed(vec![half(1.0), half(-1.0)]).unwrap().0
        };
        let surfaces = |center: [f64; 2], radius: f64| {
            let region = Region::disc(center, radius).unwrap();
            [region, halves(center, radius)].map(|region| PlanarSurface::new(&region, [0.0; 3]))
        };
        let (one, other) = (surfaces([0.1, -0.2], 1.0), surfaces([0.0, 0.3], 0.4));
        assert!(one[0].disc.is_some() && one[1].disc.is_none());
        for far in [3.0, 1.45, 1.4, 1.399, 1.3, 1.1, 0.7, 0.2] {
            let pose = |at: [f64; 2], c: f64, s: f64| Pose { at, c, s };
            let (pa, pb) = (pose([0.5, 0.5], 0.6, 0.8), pose([0.5 + far, 0.9], 0.8, -0.6));
            let [found, known] = [0, 1].map(|i| distance(&one[i], pa, &other[i], pb));
            assert!((found - known).abs() < 1e-12, "{far}: {found} is not {known}");
        }
    }
}

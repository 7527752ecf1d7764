//! How far two surfaces are apart, or how deep in each other.
//!
//! Apart, the nearest points of two solids are on a pair of pieces that can touch (with edges taken to their ends), so the
//! distance is the least over those pairs. Overlap shows in one of these, and each gives a depth:
//!
//! * a corner, a ball's centre or any point of a part of one lies in the other;
//! * an edge, or one line of a round side, pierces the other's surface and runs inside it between two such places;
//! * a rim runs inside the other somewhere;
//! * two round sides, or a round side and an edge, cross nearer than their radii, with material of both between;
//! * an ellipsoid, or the side of a cone, has a gap below zero at a place on both pieces.

use super::can_touch::can_touch;
use super::extent::{Extent, least_on_rim, rim_place};
use super::piercing;
use super::solid_surface::SolidSurface;
use crate::tolerances::{HANDED_OVER, ON_PIECE, PARALLEL_SQUARED, STILL_TOUCHING};
use crate::touch::meet::meet;
use crate::touch::motion::Motion;
use crate::touch::primitive::Primitive;
use mainspring_numerics::golden_section::least_value;
use mainspring_numerics::vec3::{add_scaled, combine, cross, dot, norm, sub};

/// A straight piece in the world.
#[derive(Clone, Copy)]
struct Bar {
    at: [f64; 3],
    along: [f64; 3],
    length: f64,
    radius: f64,
}

fn bar(shell: &SolidSurface, i: usize, motion: &Motion) -> Option<Bar> {
    let Primitive::Line { at, along, radius, .. } = shell.features[i].primitive else { return None };
    let (Extent::Edge { length, .. } | Extent::Side { length, .. }) = shell.pieces[i].extent else { return None };
    Some(Bar { at: motion.point(at), along: motion.direction(along), length, radius })
}

/// Distance between two segments.
fn between(a: &Bar, b: &Bar) -> f64 {
    let (p, q) = nearest(a, b);
    norm(sub(q, p))
}

/// The nearest places of two straight pieces of two bodies, as far as they reach, without their thickness.
pub(super) fn clamped(
    (a, ma, i): (&SolidSurface, &Motion, usize),
    (b, mb, j): (&SolidSurface, &Motion, usize),
) -> Option<([f64; 3], [f64; 3])> {
    Some(nearest(&bar(a, i, ma)?, &bar(b, j, mb)?))
}

/// The nearest places of two segments.
fn nearest(a: &Bar, b: &Bar) -> ([f64; 3], [f64; 3]) {
    let d = sub(b.at, a.at);
    let (e, f, g) = (dot(a.along, b.along), dot(a.along, d), dot(b.along, d));
    let c = cross(a.along, b.along);
    let square = dot(c, c);
    // nearest on the lines, then clamped one after the other; parallel ones start anywhere
    let free = if square > PARALLEL_SQUARED { dot(cross(d, b.along), c) / square } else { f };
    let t = (e * free.clamp(0.0, a.length) - g).clamp(0.0, b.length);
    let s = (e * t + f).clamp(0.0, a.length);
    let t = (e * s - g).clamp(0.0, b.length);
    (add_scaled(a.at, s, a.along), add_scaled(b.at, t, b.along))
}

/// A lower bound of the distance between two pieces.
pub(super) fn bound(a: &SolidSurface, ma: &Motion, i: usize, b: &SolidSurface, mb: &Motion, j: usize) -> f64 {
    let (p, q) = (&a.pieces[i], &b.pieces[j]);
    let balls = norm(sub(ma.point(p.center), mb.point(q.center))) - p.reach - q.reach;
    if let (Some(x), Some(y)) = (bar(a, i, ma), bar(b, j, mb)) {
        return balls.max(between(&x, &y) - x.radius.max(0.0) - y.radius.max(0.0));
    }
    // a piece within r of a point is at least the point's distance less r away
    let from = |s: &SolidSurface, m: &Motion, k: usize, center: [f64; 3], reach: f64| {
        s.pieces[k].to_point(&s.features[k], m.local(center)) - reach
    };
    let one = if p.reach.is_finite() { from(b, mb, j, ma.point(p.center), p.reach) } else { balls };
    let two = if q.reach.is_finite() { from(a, ma, i, mb.point(q.center), q.reach) } else { balls };
    let bounds = |x: f64| if x.is_finite() { x } else { f64::NEG_INFINITY };
    bounds(one).max(bounds(two)).max(bounds(balls))
}

/// Distance between two pieces that can touch; infinite where another pair is nearer for certain.
pub(super) fn separation(a: &SolidSurface, ma: &Motion, i: usize, b: &SolidSurface, mb: &Motion, j: usize) -> f64 {
    let (f, g) = (&a.features[i], &b.features[j]);
    match (f.primitive, g.primitive) {
        (Primitive::Point { at, radius }, _) => b.pieces[j].to_point(g, mb.local(ma.point(at))) - radius,
        (_, Primitive::Point { .. } | Primitive::Circle { .. }) if !matches!(f.primitive, Primitive::Circle { .. }) => {
            separation(b, mb, j, a, ma, i)
        }
        (Primitive::Circle { at, axis, radius, .. }, other) => {
            let Extent::Rim { half, .. } = a.pieces[i].extent else { return f64::INFINITY };
            if let Primitive::Plane { at: on, normal } = other {
                // the lowest place, where it is over the face
                let (n, c) = (mb.direction(normal), ma.point(at));
                let k = ma.direction(axis);
                let across = add_scaled(n, -dot(n, k), k);
                // where the rim lies flat next to nothing is left, and of that most is rounding: once more, to stay in its plane
                let across = add_scaled(across, -dot(across, k), k);
                let sine = norm(across);
                let low = if sine > 0.0 { add_scaled(c, -radius.abs() / sine, across) } else { c };
                let height = dot(n, sub(low, mb.point(on)));
                let piece = &b.pieces[j];
                let whole = matches!(piece.extent, Extent::Whole);
                let over = sine > 0.0 && piece.inside(g, mb.local(low)) >= 0.0;
                if half >= std::f64::consts::PI && (whole || (over && height >= 0.0)) {
                    return height;
                }
            }
            let place = |angle: f64| mb.local(ma.point(rim_place(&f.primitive, angle)));
            least_on_rim(half, |angle| b.pieces[j].to_point(g, place(angle)))
        }
        (Primitive::Line { .. }, Primitive::Line { .. }) => bars(a, ma, i, b, mb, j),
        (Primitive::Ellipsoid { .. }, _) => from_round((a, ma, i), (b, mb, j)),
        (_, Primitive::Ellipsoid { .. }) => from_round((b, mb, j), (a, ma, i)),
        (Primitive::Cone { .. }, _) | (_, Primitive::Cone { .. }) => settled((a, ma, i), (b, mb, j)),
        _ => f64::INFINITY,
    }
}

type Party<'a> = (&'a SolidSurface, &'a Motion, usize);

/// Distance of an ellipsoid from a face, a straight piece, another ellipsoid or the side of a cone.
fn from_round(one: Party, two: Party) -> f64 {
    let ((a, ma, i), (b, mb, j)) = (one, two);
    let (f, g) = (&a.features[i], &b.features[j]);
    let Primitive::Ellipsoid { at, half, .. } = f.primitive else { return f64::INFINITY };
    match (g.primitive, &b.pieces[j].extent) {
        (Primitive::Plane { at: on, normal }, extent) => {
            let height = dot(mb.direction(normal), sub(ma.point(at), mb.point(on)));
            let Some(m) = meet(&f.primitive, ma, &g.primitive, mb) else { return f64::INFINITY };
            let whole = matches!(extent, Extent::Whole);
            // what has its middle behind a face came through another one
            let over = || height >= 0.0 && b.pieces[j].inside(g, mb.local(m.point)) >= -HANDED_OVER * a.scale(b);
            if whole || over() { m.gap } else { f64::INFINITY }
        }
        (Primitive::Line { .. }, Extent::Edge { .. }) => {
            let Some(line) = bar(b, j, mb) else { return f64::INFINITY };
            let along = |s: f64| a.pieces[i].to_point(f, ma.local(add_scaled(line.at, s, line.along)));
            least_value(0.0, line.length, 60, along).min(along(0.0)).min(along(line.length))
        }
        (Primitive::Ellipsoid { at: other, half: wide, .. }, _) => {
            if let Some(m) = meet(&f.primitive, ma, &g.primitive, mb) {
                return m.gap;
            }
            // deep in each other
            let apart = norm(sub(mb.point(other), ma.point(at)));
            let narrow = |h: [f64; 3]| h.into_iter().fold(f64::INFINITY, f64::min);
            apart - narrow(half) - narrow(wide)
        }
        _ => settled(one, two),
    }
}

/// The gap of two pieces where its place is on both of them; infinite where another pair is nearer for certain.
fn settled(one: Party, two: Party) -> f64 {
    let ((a, ma, i), (b, mb, j)) = (one, two);
    let (f, g) = (&a.features[i], &b.features[j]);
    let Some(m) = meet(&f.primitive, ma, &g.primitive, mb) else { return f64::INFINITY };
    let slack = HANDED_OVER * a.scale(b);
    let on = |(s, motion, k): Party| s.pieces[k].inside(&s.features[k], motion.local(m.point)) >= -slack;
    if !on(one) || !on(two) {
        return f64::INFINITY;
    }
    let shared = || a.outside(ma.local(m.point)) < 0.0 && b.outside(mb.local(m.point)) < 0.0;
    if m.gap >= -STILL_TOUCHING * a.scale(b) || shared() { m.gap } else { f64::INFINITY }
}

fn bars(a: &SolidSurface, ma: &Motion, i: usize, b: &SolidSurface, mb: &Motion, j: usize) -> f64 {
    let (Some(x), Some(y)) = (bar(a, i, ma), bar(b, j, mb)) else { return f64::INFINITY };
    if x.radius == 0.0 && y.radius == 0.0 {
        return between(&x, &y);
    }
    let c = cross(x.along, y.along);
    let square = dot(c, c);
    if square < PARALLEL_SQUARED {
        return f64::INFINITY;
    }
    let d = sub(y.at, x.at);
    let (s, t) = (dot(cross(d, y.along), c) / square, dot(cross(d, x.along), c) / square);
    let within = |s: f64, bar: &Bar| (-ON_PIECE * bar.length..=bar.length * (1.0 + ON_PIECE)).contains(&s);
    if !within(s, &x) || !within(t, &y) {
        return f64::INFINITY;
    }
    let (p, q) = (add_scaled(x.at, s, x.along), add_scaled(y.at, t, y.along));
    let apart = sub(q, p);
    let distance = norm(apart);
    let gap = distance - x.radius - y.radius;
    // a rounding below nothing is touching still
    if gap >= -STILL_TOUCHING * a.scale(b) {
        // only where the nearest place belongs to the sides' parts
        let n = apart.map(|v| v / distance);
        let on = |shell: &SolidSurface, m: &Motion, k: usize, at: [f64; 3]| {
            shell.pieces[k].inside(&shell.features[k], m.local(at)) >= -ON_PIECE * shell.size
        };
        let ours = on(a, ma, i, add_scaled(p, x.radius, n)) && on(b, mb, j, add_scaled(q, -y.radius, n));
        return if ours { gap } else { f64::INFINITY };
    }
    let n = if distance > 0.0 { apart.map(|v| v / distance) } else { c.map(|v| v / square.sqrt()) };
    let middle = add_scaled(p, 0.5 * (distance - y.radius + x.radius), n);
    let shared = a.outside(ma.local(middle)) < 0.0 && b.outside(mb.local(middle)) < 0.0;
    if shared { gap } else { f64::INFINITY }
}

/// How deep parts of `a` are in `b`: negative, or infinite where none is seen inside.
fn depth(a: &SolidSurface, ma: &Motion, b: &SolidSurface, mb: &Motion) -> f64 {
    let mut least = f64::INFINITY;
    let mut note = |value: f64| {
        if value < 0.0 {
            least = least.min(value);
        }
    };
    let outside = |local: [f64; 3]| b.outside(mb.local(ma.point(local)));
    for anchor in a.inside.iter().flat_map(|part| &part.anchors) {
        note(outside(*anchor));
    }
    for (i, (feature, piece)) in a.features.iter().zip(&a.pieces).enumerate() {
        let far = norm(sub(ma.point(piece.center), mb.position)) - piece.reach;
        if far > b.radius {
            continue;
        }
        match (feature.primitive, &piece.extent) {
            (Primitive::Point { at, radius }, _) => {
                let value = outside(at);
                note(if value < 0.0 { value - radius } else { value });
            }
            (Primitive::Circle { second: false, .. }, Extent::Rim { half, .. })
                if outside(piece.center) <= piece.reach =>
            {
                note(least_on_rim(*half, |angle| outside(rim_place(&feature.primitive, angle))));
            }
            (Primitive::Line { along, at, radius, .. }, Extent::Side { length, middle, .. }) => {
                let at = ma.point(add_scaled(at, radius.abs(), *middle));
                let line = Bar { at, along: ma.direction(along), length: *length, radius: 0.0 };
                note(deepest_between_piercings(&line, b, mb));
            }
            (Primitive::Cone { at, axis, slope }, Extent::Slant { length }) => {
                // one of its straight lines stands for all
                let aside = unit_across(axis);
                let along = combine(slope[1], axis, slope[0], aside);
                let line = Bar { at: ma.point(at), along: ma.direction(along), length: *length, radius: 0.0 };
                note(deepest_between_piercings(&line, b, mb));
            }
            (Primitive::Line { .. }, _) => {
                if let Some(line) = bar(a, i, ma) {
                    note(deepest_between_piercings(&line, b, mb));
                }
            }
            _ => {}
        }
    }
    least
}

/// The least `outside` in the middles between the places where a line passes through the surface.
fn deepest_between_piercings(line: &Bar, b: &SolidSurface, mb: &Motion) -> f64 {
    let mut places = vec![0.0, line.length];
    for (feature, piece) in b.features.iter().zip(&b.pieces) {
        match feature.primitive {
            Primitive::Plane { at, normal } => {
                let n = mb.direction(normal);
                let (height, slope) = (dot(n, sub(line.at, mb.point(at))), dot(n, line.along));
                let s = -height / slope;
                let on =
                    |s: f64| piece.inside(feature, mb.local(add_scaled(line.at, s, line.along))) >= -ON_PIECE * b.size;
                if s > 0.0 && s < line.length && (matches!(piece.extent, Extent::Whole) || on(s)) {
                    places.push(s);
                }
            }
            Primitive::Line { at, along, radius, .. } if radius != 0.0 => {
                places.extend(piercing::through_cylinder(
                    (line.at, line.along),
                    (mb.point(at), mb.direction(along)),
                    radius.abs(),
                ));
            }
            Primitive::Ellipsoid { at, along: axes, half } => {
                let axes = [axes[0], axes[1], cross(axes[0], axes[1])].map(|v| mb.direction(v));
                places.extend(piercing::through_ellipsoid((line.at, line.along), mb.point(at), axes, half));
            }
            Primitive::Cone { at, axis, slope } => {
                let cone = (mb.point(at), mb.direction(axis), slope);
                places.extend(piercing::through_cone((line.at, line.along), cone));
            }
            Primitive::Point { at, radius } if radius > 0.0 => {
                places.extend(piercing::through_ball((line.at, line.along), mb.point(at), radius));
            }
            _ => {}
        }
    }
    places.retain(|s| (0.0..=line.length).contains(s));
    places.sort_by(f64::total_cmp);
    let middles = places.windows(2).map(|w| add_scaled(line.at, 0.5 * (w[0] + w[1]), line.along));
    middles.map(|p| b.outside(mb.local(p))).fold(f64::INFINITY, f64::min)
}

/// Distance between two surfaces (m); negative where they overlap, then a depth of it.
#[must_use]
pub fn distance(a: &SolidSurface, ma: &Motion, b: &SolidSurface, mb: &Motion) -> f64 {
    let far = norm(sub(ma.position, mb.position)) - a.radius - b.radius;
    let mut least = f64::INFINITY;
    // the nearest first: most others cannot be nearer then
    let mut bounds = Vec::new();
    for i in (0..a.features.len()).filter(|&i| !is_second(a, i)) {
        for j in (0..b.features.len()).filter(|&j| can_touch(a, i, b, j) && !is_second(b, j)) {
            bounds.push((bound(a, ma, i, b, mb, j), i, j));
        }
    }
    bounds.sort_unstable_by(|x, y| x.0.total_cmp(&y.0).then((x.1, x.2).cmp(&(y.1, y.2))));
    for (at_least, i, j) in bounds {
        if at_least >= least {
            break;
        }
        least = least.min(separation(a, ma, i, b, mb, j));
    }
    if far > 0.0 {
        return least;
    }
    let inside = depth(a, ma, b, mb).min(depth(b, mb, a, ma));
    least.min(inside)
}

/// A unit vector at right angles to another.
fn unit_across(n: [f64; 3]) -> [f64; 3] {
    let k = (1..3).fold(0, |k, i| if n[i].abs() < n[k].abs() { i } else { k });
    let mut axis = [0.0; 3];
    axis[k] = 1.0;
    let x = cross(n, axis);
    let size = norm(x);
    x.map(|c| c / size)
}

pub(super) fn is_second(shell: &SolidSurface, i: usize) -> bool {
    matches!(shell.features[i].primitive, Primitive::Circle { second: true, .. })
}

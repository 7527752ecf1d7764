//! The direction between nearest places of two convex sets that are apart (Gilbert, Johnson, Keerthi 1988): the point of
//! A − B nearest to the origin, as the nearest point of ever better simplices of its places.

use super::triangle::normal;
use crate::tolerances::{MOST_ROUNDS, NEAREST, ONE_PLACE};
use mainspring_numerics::vec3::{Vec3, add_scaled, cross, dot, norm, scale, sub, triple, unit};

/// Unit direction from A to B along which they are furthest apart, and a distance that they are not further apart than;
/// none where they meet. `furthest` gives places of A − B; `extent` is the size of it all.
pub(crate) fn nearest(extent: f64, start: Option<Vec3>, furthest: impl Fn(Vec3) -> Vec3) -> Option<(Vec3, f64)> {
    let mut simplex = vec![furthest(start.unwrap_or([0.0, 0.0, 1.0]))];
    let mut point = simplex[0];
    let meeting = ONE_PLACE * extent;
    for _ in 0..MOST_ROUNDS {
        let square = dot(point, point);
        if square <= meeting * meeting {
            return None;
        }
        let next = furthest(scale(point, -1.0));
        if square - dot(point, next) <= NEAREST * square || simplex.contains(&next) {
            break;
        }
        simplex.push(next);
        let (closer, kept) = nearest_of(&simplex)?;
        if dot(closer, closer) >= square {
            break;
        }
        point = closer;
        simplex = kept;
    }
    let distance = norm(point);
    (distance > meeting).then(|| unit(scale(point, -1.0))).flatten().map(|n| (n, distance))
}

/// The point of a simplex nearest to the origin and the corners it is made of; none where the origin is inside.
fn nearest_of(simplex: &[Vec3]) -> Option<(Vec3, Vec<Vec3>)> {
    let mut best: Option<(f64, Vec3, u32)> = None;
    for subset in 1_u32..1 << simplex.len() {
        let chosen: Vec<Vec3> = (0..simplex.len()).filter(|i| subset & (1 << i) != 0).map(|i| simplex[i]).collect();
        let Some(point) = foot(&chosen) else { continue };
        if chosen.len() == 4 {
            return None;
        }
        let square = dot(point, point);
        if best.is_none_or(|(least, ..)| square < least) {
            best = Some((square, point, subset));
        }
    }
    let (_, point, subset) = best?;
    Some((point, (0..simplex.len()).filter(|i| subset & (1 << i) != 0).map(|i| simplex[i]).collect()))
}

/// The foot of the origin on the corners' plane, line …, where it is between them.
fn foot(corners: &[Vec3]) -> Option<Vec3> {
    let a = corners[0];
    match *corners {
        [_] => Some(a),
        [_, b] => {
            let u = sub(b, a);
            let share = -dot(a, u) / dot(u, u);
            (share > 0.0 && share < 1.0).then(|| add_scaled(a, share, u))
        }
        [_, b, c] => {
            let (u, v) = (sub(b, a), sub(c, a));
            // along the normal: products of lengths would lose the direction of a narrow triangle
            let n = normal([a, b, c])?;
            let whole = dot(cross(u, v), n);
            let (s, t) = (dot(cross(v, a), n) / whole, dot(cross(a, u), n) / whole);
            (whole > 0.0 && s > 0.0 && t > 0.0 && s + t < 1.0).then(|| scale(n, dot(n, a)))
        }
        [_, b, c, d] => {
            let whole = triple(sub(b, a), sub(c, a), sub(d, a));
            let share = |p: Vec3, q: Vec3, r: Vec3| triple(p, q, r) / whole;
            let inside = share(b, c, d) >= 0.0 && -share(a, c, d) >= 0.0 && share(a, b, d) >= 0.0;
            (whole != 0.0 && inside && -share(a, b, c) >= 0.0).then_some([0.0; 3])
        }
        _ => None,
    }
}

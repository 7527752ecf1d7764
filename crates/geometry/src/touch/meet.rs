//! The gap between two primitives, how it changes, and where it closes.
//!
//! n points from a's material to b's, so that a force λn on b pushes the two apart and ġ = n·(v_b − v_a) at the contact.
//!
//! ```text
//! plane a, point b     g = n·(c_b − o_a) − r_b            n: a's normal
//! point a, point b     g = |d| − r_a − r_b, d = c_b − c_a  n = d/|d|
//!   b hollow           g = |r_b| − r_a − |d|               n = −d/|d|
//! plane a, circle b    g = n·(c_b − o_a) − R √(1 − (n·k_b)²)  n: a's normal, k: the circle's axis
//! ```
//!
//! Points, lines and circles among each other: [`super::spatial::curves`]. Ellipsoids and the sides of cones:
//! [`super::spatial::smooth`].

use super::jet::Jet;
use super::meeting::{Meeting, meeting, turned};
use super::motion::Motion;
use super::primitive::Primitive;
use super::spatial::curves::meet_curves;
use super::spatial::smooth::meet_smooth;
use crate::tolerances::PARALLEL;

/// How two primitives stand to each other; `None` for pairs that cannot touch (two planes, two hollows).
#[inline]
#[must_use]
pub fn meet(a: &Primitive, of_a: &Motion, b: &Primitive, of_b: &Motion) -> Option<Meeting> {
    if a.is_smooth() || b.is_smooth() {
        return meet_smooth(a, of_a, b, of_b);
    }
    match (a, b) {
        (Primitive::Plane { at, normal }, Primitive::Point { at: center, radius }) => {
            let (o, n) = (of_a.point_jet(*at), of_a.direction_jet(*normal));
            let c = of_b.point_jet(*center);
            let g = n.dot(c.minus(o)).plus(Jet::constant(-radius));
            Some(meeting(g, n, c.minus(n.scaled(*radius)).minus(n.times(g).scaled(0.5))))
        }
        (Primitive::Point { at: ca, radius: ra }, Primitive::Point { at: cb, radius: rb }) => {
            let (pa, pb) = (of_a.point_jet(*ca), of_b.point_jet(*cb));
            let d = pb.minus(pa);
            let size = d.norm();
            // a hollow's centre lies on the far side of the other's
            let side = match (*ra < 0.0, *rb < 0.0) {
                (false, false) => 1.0,
                (true, true) => return None,
                _ => -1.0,
            };
            if size.x == 0.0 {
                return None;
            }
            let n = d.times(size.inverse()).scaled(side);
            let g = size.scaled(side).plus(Jet::constant(-ra - rb));
            let on_a = pa.plus(n.scaled(*ra));
            Some(meeting(g, n, on_a.plus(n.times(g).scaled(0.5))))
        }
        (Primitive::Plane { at, normal }, Primitive::Circle { at: center, axis, radius, second: false, .. })
            if *radius > 0.0 =>
        {
            let (o, n) = (of_a.point_jet(*at), of_a.direction_jet(*normal));
            let (c, k) = (of_b.point_jet(*center), of_b.direction_jet(*axis));
            // n less its part along the axis; its length is the sine between the two, sound for small angles too
            let across = n.minus(k.times(n.dot(k)));
            let sine = across.norm();
            if sine.x < PARALLEL {
                return None;
            }
            let lowest = c.minus(across.times(sine.inverse()).scaled(*radius));
            let g = n.dot(c.minus(o)).plus(sine.scaled(-radius));
            Some(meeting(g, n, lowest.minus(n.times(g).scaled(0.5))))
        }
        (Primitive::Plane { .. }, _) => None,
        (_, Primitive::Plane { .. }) => meet(b, of_b, a, of_a).map(turned),
        _ => meet_curves(a, of_a, b, of_b).map(|m| m.meeting),
    }
}

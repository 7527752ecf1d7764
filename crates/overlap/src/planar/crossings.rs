//! Where one edge crosses another.

use super::edge::{Arc, Curve, Edge};
use crate::tolerances::{AT_END, PARALLEL};
use mainspring_numerics::vec2::{Vec2, add_scaled, cross, dot, norm, perp, scale, sub};

/// Whether a place on the whole line or circle of an edge is on the edge.
fn has(edge: &Edge, place: Vec2) -> bool {
    match &edge.curve {
        Curve::Line { .. } => (-AT_END..=1.0 + AT_END).contains(&edge.share(place)),
        Curve::Arc(arc) => arc.spans(sub(place, arc.center)),
    }
}

/// Adds the shares of `edge` where `other` crosses it, or has its start within `beside` of it.
#[inline]
pub(crate) fn split(edge: &Edge, other: &Edge, beside: f64, into: &mut Vec<f64>) {
    let mut add = |place: Vec2| {
        let share = edge.share(place);
        if share > AT_END && share < 1.0 - AT_END {
            into.push(share);
        }
    };
    if edge.height(other.from).is_some_and(|h| h.abs() <= beside) {
        add(other.from);
    }
    let mut try_at = |place: Vec2| {
        if has(edge, place) && has(other, place) {
            add(place);
        }
    };
    match (&edge.curve, &other.curve) {
        (Curve::Line { along, .. }, Curve::Line { along: way, .. }) => {
            let sine = cross(*along, *way);
            if sine.abs() > PARALLEL {
                let s = cross(sub(other.from, edge.from), *way) / sine;
                try_at(add_scaled(edge.from, s, *along));
            }
        }
        (Curve::Line { along, .. }, Curve::Arc(arc)) => line_circle(edge.from, *along, arc, &mut try_at),
        (Curve::Arc(arc), Curve::Line { along, .. }) => line_circle(other.from, *along, arc, &mut try_at),
        (Curve::Arc(one), Curve::Arc(two)) => circles(one, two, &mut try_at),
    }
}

fn line_circle(from: Vec2, along: Vec2, arc: &Arc, found: &mut impl FnMut(Vec2)) {
    let v = sub(arc.center, from);
    let (foot, off) = (dot(v, along), cross(along, v));
    let square = arc.radius * arc.radius - off * off;
    if square > 0.0 {
        let half = square.sqrt();
        found(add_scaled(from, foot - half, along));
        found(add_scaled(from, foot + half, along));
    }
}

fn circles(one: &Arc, two: &Arc, found: &mut impl FnMut(Vec2)) {
    let v = sub(two.center, one.center);
    let distance = norm(v);
    if distance <= PARALLEL * (one.radius + two.radius) {
        return;
    }
    let along = scale(v, 1.0 / distance);
    let foot = 0.5 * (distance + (one.radius - two.radius) * (one.radius + two.radius) / distance);
    let square = one.radius * one.radius - foot * foot;
    if square > 0.0 {
        let half = square.sqrt();
        let middle = add_scaled(one.center, foot, along);
        found(add_scaled(middle, half, perp(along)));
        found(add_scaled(middle, -half, perp(along)));
    }
}

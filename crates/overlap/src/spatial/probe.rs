//! Exact places where hollow round sides are touched: what stands out of a convex piece in a bore, and the mouths of the
//! bore in the piece.
//!
//! A place of one that is inside the other proves a depth, so nothing found here is ever too deep.

use super::form::Form;
use super::piece::Piece;
use crate::place::Place;
use crate::planar::{Arc, Curve, Outline};
use crate::tolerances::{AROUND, HALVINGS};
use mainspring_numerics::vec2;
use mainspring_numerics::vec3::{Vec3, add, sub};
use std::f64::consts::TAU;

/// Largest depth of places of a prism with hollow sides and of a convex piece inside each other; negative if none is.
pub(crate) fn depth_of_probes(prism: &Piece, at_prism: &Place, piece: &Piece, at_piece: &Place) -> f64 {
    let Form::Prism { outline, half } = &prism.form else { return f64::NEG_INFINITY };
    let apart = sub(at_piece.position, at_prism.position);
    let to_prism = |p: Vec3| at_prism.turned_back(add(at_piece.turned(p), apart));
    let to_piece = |p: Vec3| at_piece.turned_back(sub(at_prism.turned(p), apart));
    let in_prism = |p: Vec3| prism.form.depth_of(to_prism(p));
    let in_piece = |p: Vec3| piece.form.depth_of(to_piece(p));
    let mut deepest = places_of(&piece.form, &in_prism);
    for arc in hollow_arcs(outline) {
        for z in [-half, *half] {
            deepest = deepest.max(deepest_on(arc, z, &in_piece));
        }
        for ball in balls(&piece.form) {
            let center = to_prism(ball);
            let [x, y] = vec2::sub([center[0], center[1]], arc.center);
            let off = vec2::norm([x, y]);
            if off > 0.0 && arc.spans([x, y]) {
                let out = piece.form.thickness() / off;
                let place = [center[0] + out * x, center[1] + out * y, center[2]];
                deepest = deepest.max(prism.form.depth_of(place));
            }
        }
    }
    deepest
}

fn hollow_arcs(outline: &Outline) -> impl Iterator<Item = &Arc> {
    outline.edges.iter().filter_map(|e| match &e.curve {
        Curve::Arc(arc) if arc.way < 0.0 => Some(arc),
        _ => None,
    })
}

fn balls(form: &Form) -> Vec<Vec3> {
    match form {
        Form::Ball(_) => vec![[0.0; 3]],
        Form::Capsule { half, .. } => vec![[0.0, 0.0, -half], [0.0, 0.0, *half]],
        _ => Vec::new(),
    }
}

/// Largest depth of corners and rims of a form.
fn places_of(form: &Form, depth: &impl Fn(Vec3) -> f64) -> f64 {
    let rim = |radius: f64, z: f64| {
        let circle = Arc {
            center: [0.0; 2],
            radius,
            way: 1.0,
            start: [radius, 0.0],
            end: [radius, 0.0],
            middle: [-1.0, 0.0],
            angle: TAU,
        };
        deepest_on(&circle, z, depth)
    };
    let most = |places: &mut dyn Iterator<Item = Vec3>| places.map(depth).fold(f64::NEG_INFINITY, f64::max);
    match form {
        Form::Block(h) => {
            let sign = |i: usize, bit: usize| if i & bit == 0 { -1.0 } else { 1.0 };
            most(&mut (0..8).map(|i| [sign(i, 1) * h[0], sign(i, 2) * h[1], sign(i, 4) * h[2]]))
        }
        Form::Ball(_) | Form::Ellipsoid(_) | Form::Capsule { .. } => f64::NEG_INFINITY,
        Form::Cylinder { radius, half } => rim(*radius, -half).max(rim(*radius, *half)),
        Form::Cone { radius, half } => rim(*radius, -half).max(depth([0.0, 0.0, *half])),
        Form::Polyhedron { corners, .. } => most(&mut corners.iter().copied()),
        Form::Prism { outline, half } => {
            let mut deepest = f64::NEG_INFINITY;
            for edge in &outline.edges {
                for z in [-half, *half] {
                    deepest = deepest.max(depth([edge.from[0], edge.from[1], z]));
                    if let Curve::Arc(arc) = &edge.curve {
                        deepest = deepest.max(deepest_on(arc, z, depth));
                    }
                }
            }
            deepest
        }
    }
}

/// Largest depth of places of an arc at height z: the deepest of some, refined by golden sections.
fn deepest_on(arc: &Arc, z: f64, depth: &impl Fn(Vec3) -> f64) -> f64 {
    let at = |share: f64| {
        let spoke = vec2::rotate_by(arc.start, arc.way * arc.angle * share);
        depth([arc.center[0] + spoke[0], arc.center[1] + spoke[1], z])
    };
    let step = 1.0 / AROUND as f64;
    let closed = arc.angle >= TAU;
    let mut deepest = f64::NEG_INFINITY;
    let (mut before, mut here) = (f64::NEG_INFINITY, at(0.0));
    for i in 0..=AROUND {
        let after = if i < AROUND { at((i + 1) as f64 * step) } else { f64::NEG_INFINITY };
        deepest = deepest.max(here);
        if here >= before && here >= after {
            let (low, high) = ((i as f64 - 1.0) * step, (i as f64 + 1.0) * step);
            let (low, high) = if closed { (low, high) } else { (low.max(0.0), high.min(1.0)) };
            deepest = deepest.max(refined(low, high, &at));
        }
        (before, here) = (here, after);
    }
    deepest
}

fn refined(mut low: f64, mut high: f64, value: &impl Fn(f64) -> f64) -> f64 {
    let golden = 0.5 * (5.0_f64.sqrt() - 1.0);
    let (mut left, mut right) = (high - golden * (high - low), low + golden * (high - low));
    let (mut at_left, mut at_right) = (value(left), value(right));
    for _ in 0..HALVINGS {
        if at_left > at_right {
            (high, right, at_right) = (right, left, at_left);
            left = high - golden * (high - low);
            at_left = value(left);
        } else {
            (low, left, at_left) = (left, right, at_right);
            right = low + golden * (high - low);
            at_right = value(right);
        }
    }
    at_left.max(at_right)
}

//! Features of a region drawn out along z: flat ends, flat and round sides, edges, rims, corners.
//!
//! With the material on the left of every outline, a piece of it with direction t has the normal (t_y, −t_x) out. Only
//! what stands out can be touched by itself: edges and corners where the outline turns left. Where it goes on smoothly
//! there is no edge along z, but the flat end still needs a place to lie on.

use super::builder::Builder;
use super::containment::Containment;
use super::patch::Patch;
use crate::region::Region;
use crate::segment::Segment;
use crate::solid::Solid;
use crate::tolerances::{SMOOTH_SIDE, WHOLE_SIXTHS};
use mainspring_numerics::vec2::{cross, dot, rotate_by, sub};
use std::f64::consts::{FRAC_PI_3, PI};

/// Adds a solid that is a region drawn out.
pub(crate) fn add(builder: &mut Builder, region: &Region, height: f64, solid: &Solid) {
    let half = height / 2.0;
    for (z, up) in [(half, 1.0), (-half, -1.0)] {
        let patch = Patch { origin: [0.0, 0.0, z], x: [1.0, 0.0, 0.0], y: [0.0, 1.0, 0.0], region: region.clone() };
        builder.face(patch, [0.0, 0.0, z], [0.0, 0.0, up]);
    }
    for outline in region.loops() {
        for (i, piece) in outline.iter().enumerate() {
            side(builder, piece, half);
            let next = &outline[(i + 1) % outline.len()];
            // a full circle goes on as itself, without a seam
            if outline.len() != 1 || piece.is_straight() {
                joint(builder, piece, next, half);
            }
        }
    }
    let place = builder.place;
    builder.inside.extend(Containment::of(solid, place));
}

/// Unit direction at the start (0) or end (1) of a piece.
fn direction(piece: &Segment, end: usize) -> [f64; 2] {
    let d = match *piece {
        Segment::Line { from, to } => sub(to, from),
        Segment::Arc { from, to, center, sweep } => {
            let spoke = sub(if end == 0 { from } else { to }, center);
            if sweep > 0.0 { [-spoke[1], spoke[0]] } else { [spoke[1], -spoke[0]] }
        }
    };
    let size = libm::hypot(d[0], d[1]);
    [d[0] / size, d[1] / size]
}

fn flat(v: [f64; 2]) -> [f64; 3] {
    [v[0], v[1], 0.0]
}

fn side(builder: &mut Builder, piece: &Segment, half: f64) {
    let (from, to) = (piece.from(), piece.to());
    match piece.cap() {
        None => {
            let t = direction(piece, 0);
            let out = [t[1], -t[0], 0.0];
            let at = |p: [f64; 2], z: f64| [p[0], p[1], z];
            builder.flat(&[at(from, -half), at(to, -half), at(to, half), at(from, half)], out);
            for (z, up) in [(half, 1.0), (-half, -1.0)] {
                let into = [[0.0, 0.0, -up], [-out[0], -out[1], 0.0]];
                builder.edge(at(from, z), at(to, z), into, [out[0], out[1], up]);
            }
        }
        Some(cap) => {
            let radius = cap.radius * cap.sign;
            let (center, middle) = (cap.center, flat(cap.middle));
            builder.side([center[0], center[1], -half], [0.0, 0.0, 1.0], radius, 2.0 * half, middle, cap.half);
            for (z, up) in [(half, 1.0), (-half, -1.0)] {
                let at = [center[0], center[1], z];
                let number = builder.rim(at, [0.0, 0.0, up], radius, middle, cap.half, None);
                if cap.half > PI / 2.0 {
                    builder.rim(at, [0.0, 0.0, up], radius, middle, cap.half, Some(number));
                }
                if radius > 0.0 || cap.half >= PI {
                    rim_spots(builder, at, up, &cap.middle, cap.half, radius);
                }
            }
        }
    }
}

/// Six places on a full rim or mouth, as many on a part of one that none is further than a sixth of a turn from the next.
fn rim_spots(builder: &mut Builder, at: [f64; 3], up: f64, middle: &[f64; 2], half: f64, radius: f64) {
    let full = half >= PI;
    let steps = libm::ceil(2.0 * half / FRAC_PI_3 - WHOLE_SIXTHS).max(1.0);
    let inner = if full { 0..6 } else { 1..steps as usize };
    for i in inner {
        let angle = if full { i as f64 * FRAC_PI_3 } else { -half + 2.0 * half * i as f64 / steps };
        let radial = rotate_by(*middle, angle);
        let t = [-radial[1], radial[0], 0.0];
        let place = [at[0] + radius.abs() * radial[0], at[1] + radius.abs() * radial[1], at[2]];
        let inward = -radius.signum();
        let leaving = [[inward * radial[0], inward * radial[1], 0.0], [0.0, 0.0, -up], t, t.map(|x| -x)];
        builder.rim_spot(place, [0.0, 0.0, up], radius, &leaving);
    }
}

/// What stands where one piece of an outline ends and the next begins.
fn joint(builder: &mut Builder, piece: &Segment, next: &Segment, half: f64) {
    let (before, after) = (direction(piece, 1), direction(next, 0));
    let [x, y] = piece.to();
    let (turning, onward) = (cross(before, after), dot(before, after));
    let back = [-before[0], -before[1], 0.0];
    if turning > SMOOTH_SIDE || (onward < 0.0 && turning.abs() <= SMOOTH_SIDE) {
        let outward = flat(sub(before, after));
        builder.edge([x, y, -half], [x, y, half], [back, flat(after)], outward);
        for (z, up) in [(half, 1.0), (-half, -1.0)] {
            builder.corner([x, y, z], &[back, flat(after), [0.0, 0.0, -up]]);
        }
    } else if turning.abs() <= SMOOTH_SIDE {
        let bulges = |s: &Segment| s.cap().is_none_or(|cap| cap.sign > 0.0);
        if bulges(piece) || bulges(next) {
            let radius = [piece, next].iter().filter_map(|s| s.cap()).map(|c| c.radius).fold(0.0, f64::max);
            for (z, up) in [(half, 1.0), (-half, -1.0)] {
                let inward = [-after[1], after[0], 0.0];
                builder.rim_spot([x, y, z], [0.0, 0.0, up], radius, &[inward, back, flat(after), [0.0, 0.0, -up]]);
            }
        }
    }
}

//! Places handed over: poses of bodies and obstacles, lengths of distance joints.

use crate::context::findings::Findings;
use crate::placing::poses::{body_pose, marker_pose};
use crate::results::parts::Parts;
use mainspring_definition::{Diagnostic, SpaceKind};
use mainspring_model::rigid::{add, cross, norm, sub};
use mainspring_model::{Joint, Pose, Shape};

/// Hands the places over to bodies and obstacles, once joints have moved what they move.
pub fn settle_poses(space: SpaceKind, parts: &mut Parts, frames: &[Option<Pose>]) {
    for b in 0..parts.bodies.len() {
        let Some(pose) = body_pose(space, parts, frames, b) else { continue };
        parts.bodies[b].pose = pose;
        // its own motion, or that of the composites round it as one rigid whole
        let mut at = Some(parts.info[b].place);
        while let Some(p) = at {
            let place = &parts.places[p];
            if place.moving.is_some() || place.spinning.is_some() {
                let spin = place.spinning.unwrap_or([0.0; 3]);
                let mut velocity = place.moving.unwrap_or([0.0; 3]);
                if place.body.is_none() {
                    let origin = frames[p].map_or(pose.position, |f| f.position);
                    velocity = add(velocity, cross(spin, sub(pose.position, origin)));
                }
                parts.bodies[b].velocity = velocity;
                parts.bodies[b].spin = if parts.is_point_mass(b) { [0.0; 3] } else { spin };
                break;
            }
            at = place.parent;
        }
    }
    for p in 0..parts.places.len() {
        if let (Some(o), Some(frame)) = (parts.places[p].obstacle, frames[p]) {
            parts.obstacles[o].pose = frame;
        }
    }
}

/// Gives points the scale they are measured by where what they touch has no size: how far the scene's parts are spread,
/// and how far they are from planes without end; 1 m if all is at one place.
pub fn settle_scales(space: SpaceKind, parts: &mut Parts) {
    let places: Vec<[f64; 3]> = parts.bodies.iter().map(|b| b.pose.position).collect();
    let mut extent = (0..3)
        .map(|i| places.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), p| (l.min(p[i]), h.max(p[i]))))
        .map(|(low, high)| high - low)
        .fold(0.0, f64::max);
    for obstacle in &parts.obstacles {
        let Shape::HalfSpace { point, normal } = &obstacle.shape else { continue };
        let stands = Pose { position: *point, ..Pose::IDENTITY };
        let on = obstacle.pose.then(space, &stands).position;
        let tip = Pose { position: add(*point, *normal), ..Pose::IDENTITY };
        let out = sub(obstacle.pose.then(space, &tip).position, on);
        let height = |p: &[f64; 3]| (0..3).map(|i| out[i] * (p[i] - on[i])).sum::<f64>().abs();
        extent = places.iter().map(height).fold(extent, f64::max);
    }
    let found = if extent > 0.0 && extent.is_finite() { extent } else { 1.0 };
    for body in &mut parts.bodies {
        if let Some(Shape::Point { scale }) = &mut body.shape {
            *scale = found;
        }
    }
}

/// A joint whose length is not given keeps the distance as placed.
pub fn settle_distances(
    findings: &mut Findings,
    space: SpaceKind,
    parts: &Parts,
    joints: &mut [Joint],
    frames: &[Option<Pose>],
) {
    for j in 0..joints.len() {
        if !joints[j].kind.is_open() {
            continue;
        }
        let (a, b) = (marker_pose(space, parts, frames, &joints[j].a), marker_pose(space, parts, frames, &joints[j].b));
        let length = match (a, b) {
            (Some(a), Some(b)) => norm(sub(b.position, a.position)),
            _ => 0.0,
        };
        if length > 0.0 {
            joints[j].kind = joints[j].kind.with_length(length);
            continue;
        }
        let joint = &joints[j];
        let why = if a.is_some() && b.is_some() {
            format!("the points of `{}` coincide as placed, so their distance is zero", joint.path)
        } else {
            format!("the length of `{}` is not known: nothing else places one of its parts", joint.path)
        };
        let span = joint.span;
        findings.report(Diagnostic::error("E0506", span, why).help("give it a length: `{ length = 10 cm }`"));
    }
}

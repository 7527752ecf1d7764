//! The depth of any two shapes.

use crate::place::Place;
use crate::planar::{Motion, Outline, OutlineMemory, depth_behind as outline_behind, depth_of_outlines};
use crate::shape::{Kind, Shape};
use crate::spatial::{SolidMemory, depth_behind, depth_of_solids};
use mainspring_numerics::vec3::{Vec3, dot, norm, sub};

/// What a pair of shapes keeps between calls so that the usual one is cheap; it changes no verdict.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    solids: SolidMemory,
    outlines: OutlineMemory,
}

/// Whether the depth of two shapes can be told: a planar region and a solid have none, nor have two half-spaces
/// or two points.
#[must_use]
pub fn measurable(a: &Shape, b: &Shape) -> bool {
    match (&a.kind, &b.kind) {
        (Kind::Region(_), Kind::Region(_)) | (Kind::Solid(_), Kind::Solid(_)) => true,
        (Kind::Region(_), Kind::HalfSpace { .. }) | (Kind::HalfSpace { .. }, Kind::Region(_)) => true,
        (Kind::Solid(_), Kind::HalfSpace { planar, .. }) | (Kind::HalfSpace { planar, .. }, Kind::Solid(_)) => !planar,
        (Kind::Point, Kind::Point) => false,
        (Kind::Point, _) | (_, Kind::Point) => true,
        (Kind::Region(_), Kind::Solid(_)) | (Kind::Solid(_), Kind::Region(_)) => false,
        (Kind::HalfSpace { .. }, Kind::HalfSpace { .. }) => false,
    }
}

/// How deep `a` and `b` are inside each other, m: at most 0 (then any such number) when they are apart or just touch, and
/// where [`measurable`] says no.
#[must_use]
pub fn depth(a: &Shape, at_a: &Place, b: &Shape, at_b: &Place, memory: &mut Memory) -> f64 {
    if !measurable(a, b) {
        return 0.0;
    }
    let clear = a.radius() + b.radius() - norm(sub(at_b.position, at_a.position));
    if clear <= 0.0 {
        return clear;
    }
    let found = match (&a.kind, &b.kind) {
        (Kind::Region(one), Kind::Region(two)) => {
            depth_of_outlines(one, two, &motion(at_a, at_b), &mut memory.outlines)
        }
        (Kind::Point, other) => depth_of_point(at_a.position, other, at_b),
        (other, Kind::Point) => depth_of_point(at_b.position, other, at_a),
        (Kind::Solid(one), Kind::Solid(two)) => depth_of_solids(one, at_a, two, at_b, &mut memory.solids),
        (Kind::HalfSpace { point, normal, .. }, other) => behind(*point, *normal, at_a, other, at_b),
        (other, Kind::HalfSpace { point, normal, .. }) => behind(*point, *normal, at_b, other, at_a),
        _ => 0.0,
    };
    if found.is_nan() { 0.0 } else { found }
}

/// From the frame of `b` to that of `a`, in the plane.
fn motion(at_a: &Place, at_b: &Place) -> Motion {
    let apart = at_a.turned_back(sub(at_b.position, at_a.position));
    let turn = at_a.turned_back([at_b.rotation[0][0], at_b.rotation[1][0], 0.0]);
    Motion { turn: [turn[0], turn[1]], by: [apart[0], apart[1]] }
}

/// Depth of a shape behind the plane of a half-space.
fn behind(point: Vec3, normal: Vec3, at_plane: &Place, other: &Kind, at: &Place) -> f64 {
    let (point, normal) = (at_plane.point(point), at_plane.turned(normal));
    match other {
        Kind::Region(outline) => behind_line(outline, at, point, normal),
        Kind::Solid(parts) => depth_behind(parts, at, point, normal),
        Kind::HalfSpace { .. } | Kind::Point => 0.0,
    }
}

/// Depth of a point of the world in a shape.
fn depth_of_point(place: Vec3, shape: &Kind, at: &Place) -> f64 {
    let local = at.turned_back(sub(place, at.position));
    match shape {
        Kind::Region(outline) => outline.depth_of([local[0], local[1]], 0.0),
        Kind::Solid(parts) => parts.iter().map(|part| part.depth_of(local)).fold(0.0, f64::max),
        Kind::HalfSpace { point, normal, .. } => dot(*normal, sub(*point, local)),
        Kind::Point => 0.0,
    }
}

fn behind_line(outline: &Outline, at: &Place, point: Vec3, normal: Vec3) -> f64 {
    let along = at.turned_back(normal);
    let level = dot(normal, sub(point, at.position));
    outline_behind(outline, [along[0], along[1]], level)
}

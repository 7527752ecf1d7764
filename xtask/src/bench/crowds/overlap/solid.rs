//! Boxes, balls and capsules: each is a core (a box, a point, a segment) with all that is within a radius of it.

use crate::bench::crowds::pose::Pose;
use crate::bench::crowds::shape::Shape;
use crate::bench::crowds::vector::{Vector, add, cross, dot, length, minus};

/// A solid where it is.
pub struct Solid {
    core: Core,
    radius: f64,
}

enum Core {
    /// from, to; the same for a ball
    Segment(Vector, Vector),
    /// with half its sides
    Box(Pose, Vector),
}

/// Directions shorter than this part of the vectors they are the product of are none: edges are parallel.
const PARALLEL: f64 = 1e-9;
/// Halvings of a segment on the way to its nearest point: as many as numbers have digits.
const HALVINGS: usize = 60;

impl Solid {
    /// A planar shape has no place in space: nothing meets it.
    pub fn of(shape: &Shape, pose: &Pose) -> Self {
        let ball = |radius: f64| Self { core: Core::Segment(pose.position, pose.position), radius };
        match shape {
            Shape::Sphere(radius) => ball(*radius),
            Shape::Capsule(radius, straight) => {
                let end = |side: f64| pose.place([0.0, 0.0, 0.5 * side * straight]);
                Self { core: Core::Segment(end(-1.0), end(1.0)), radius: *radius }
            }
            Shape::Box(sides) => Self { core: Core::Box(pose.clone(), sides.map(|s| 0.5 * s)), radius: 0.0 },
            Shape::Disc(_) | Shape::Polygon(_) => ball(f64::NEG_INFINITY),
        }
    }
}

/// How deep one is in the other, m.
pub fn depth(a: &Solid, b: &Solid) -> f64 {
    let apart = match (&a.core, &b.core) {
        (Core::Segment(p, q), Core::Segment(r, s)) => between_segments([*p, *q], [*r, *s]),
        (Core::Box(pose, half), Core::Segment(p, q)) | (Core::Segment(p, q), Core::Box(pose, half)) => {
            from_box(*half, pose.local(*p), pose.local(*q))
        }
        (Core::Box(pose, half), Core::Box(other, others)) => between_boxes((pose, *half), (other, *others)),
    };
    a.radius + b.radius - apart
}

/// How deep the solid reaches behind the plane through a point, m.
pub fn below(solid: &Solid, point: Vector, normal: Vector) -> f64 {
    let high = |p: Vector| dot(normal, minus(p, point));
    let lowest = match &solid.core {
        Core::Segment(p, q) => high(*p).min(high(*q)),
        Core::Box(pose, half) => high(pose.position) - extent(pose, *half, normal),
    };
    solid.radius - lowest
}

/// Half of a box's shadow on a direction.
fn extent(pose: &Pose, half: Vector, direction: Vector) -> f64 {
    (0..3).map(|k| half[k] * dot(pose.axes[k], direction).abs()).sum()
}

/// By the theorem of separating axes: normals of faces, and products of edges. Apart it is a bound from below.
fn between_boxes((a, half): (&Pose, Vector), (b, others): (&Pose, Vector)) -> f64 {
    let mut axes: Vec<Vector> = [a.axes, b.axes].concat();
    axes.extend(a.axes.iter().flat_map(|x| b.axes.map(|y| cross(*x, y))));
    let between = minus(b.position, a.position);
    let separation = axes.into_iter().filter_map(|axis| {
        let long = length(axis);
        let gap = dot(axis, between).abs() - extent(a, half, axis) - extent(b, others, axis);
        (long > PARALLEL).then_some(gap / long)
    });
    separation.fold(f64::NEG_INFINITY, f64::max)
}

/// Distance of a segment from a box about the origin, or how deep it is in it, negative.
fn from_box(half: Vector, from: Vector, to: Vector) -> f64 {
    let along = minus(to, from);
    let mut axes = vec![[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    axes.extend([0, 1, 2].map(|k| cross(along, axes[k])));
    let separation = axes.into_iter().filter_map(|axis: Vector| {
        let (near, far) = (dot(axis, from), dot(axis, to));
        let reach: f64 = (0..3).map(|k| half[k] * axis[k].abs()).sum();
        // beyond one side of the box, or beyond the other
        let gap = (near.min(far) - reach).max(-near.max(far) - reach);
        (length(axis) > PARALLEL * length(along).max(1.0)).then_some(gap / length(axis))
    });
    let separation = separation.fold(f64::NEG_INFINITY, f64::max);
    if separation <= 0.0 {
        return separation;
    }
    // the squared distance is convex along the segment: where its slope changes sign it is least
    let off = |t: f64| {
        let p = add(from, t, along);
        [0, 1, 2].map(|k| p[k] - p[k].clamp(-half[k], half[k]))
    };
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..HALVINGS {
        let t = 0.5 * (low + high);
        (low, high) = if dot(off(t), along) > 0.0 { (low, t) } else { (t, high) };
    }
    length(off(0.5 * (low + high))).min(length(off(0.0))).min(length(off(1.0)))
}

/// Distance of two segments, either of which may be a point: the least of those between an end and the other segment, and
/// of that between the lines where both nearest points lie within.
fn between_segments([p, q]: [Vector; 2], [r, s]: [Vector; 2]) -> f64 {
    let ends =
        from_segment(p, [r, s]).min(from_segment(q, [r, s])).min(from_segment(r, [p, q])).min(from_segment(s, [p, q]));
    let (u, v, w) = (minus(q, p), minus(s, r), minus(r, p));
    let across = cross(u, v);
    let square = dot(across, across);
    if square <= PARALLEL * PARALLEL * dot(u, u) * dot(v, v) {
        return ends;
    }
    let (at, other) = (dot(cross(w, v), across) / square, dot(cross(w, u), across) / square);
    let within = |t: f64| (0.0..=1.0).contains(&t);
    if within(at) && within(other) { dot(w, across).abs() / square.sqrt() } else { ends }
}

fn from_segment(point: Vector, [from, to]: [Vector; 2]) -> f64 {
    let along = minus(to, from);
    let square = dot(along, along);
    let t = if square > 0.0 { (dot(minus(point, from), along) / square).clamp(0.0, 1.0) } else { 0.0 };
    length(minus(point, add(from, t, along)))
}

#[cfg(test)]
mod tests {
    use super::super::super::scene::Body;
    use super::*;
    use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, SQRT_2};

    fn placed(shape: Shape, position: Vector, axis: Vector, angle: f64) -> Solid {
        let body = Body { shape, mass: 1.0, position, axis, angle };
        Solid::of(&body.shape, &Pose::at_start(&body))
    }

    fn upright(shape: Shape, position: Vector) -> Solid {
        placed(shape, position, [0.0, 0.0, 1.0], 0.0)
    }

    fn near(a: &Solid, b: &Solid, wanted: f64) {
        assert!((depth(a, b) - wanted).abs() < 1e-14, "{} and not {wanted}", depth(a, b));
        assert!((depth(b, a) - wanted).abs() < 1e-14, "the other way round");
    }

    fn cube() -> Shape {
        Shape::Box([2.0, 2.0, 2.0])
    }

    #[test]
    fn balls_and_capsules() {
        let ball = |r: f64, at: Vector| upright(Shape::Sphere(r), at);
        let rod = |at: Vector| upright(Shape::Capsule(0.5, 2.0), at);
        near(&ball(1.0, [0.0; 3]), &ball(1.5, [2.0, 0.0, 0.0]), 0.5);
        // beside the straight part, and over the end
        near(&rod([0.0; 3]), &ball(1.0, [1.25, 0.0, 0.75]), 0.25);
        near(&rod([0.0; 3]), &ball(1.0, [0.6, 0.0, 1.8]), 0.5);
        near(&rod([0.0; 3]), &rod([0.6, 0.8, 0.3]), 0.0);
        // crossed: the axes 0.75 from one another, between their ends
        let lying = placed(Shape::Capsule(0.5, 2.0), [0.0, 0.75, 0.2], [0.0, 1.0, 0.0], FRAC_PI_2);
        near(&rod([0.0; 3]), &lying, 0.25);
        // end to end
        near(&rod([0.0; 3]), &rod([0.0, 0.0, 2.9]), 0.1);
    }

    #[test]
    fn boxes_by_faces_and_by_edges() {
        near(&upright(cube(), [0.0; 3]), &upright(cube(), [1.8, 0.5, 0.3]), 0.2);
        near(&upright(cube(), [0.0; 3]), &upright(cube(), [0.0, 2.0, 0.0]), 0.0);
        assert!(depth(&upright(cube(), [0.0; 3]), &upright(cube(), [0.0, 2.1, 0.0])) < 0.0);
        // an edge 0.1 in a face
        let on_edge = placed(cube(), [0.0, 0.0, 0.9 + SQRT_2], [1.0, 0.0, 0.0], FRAC_PI_4);
        near(&upright(cube(), [0.0; 3]), &on_edge, 0.1);
        // two edges that cross, 0.1 deep: only the product of edges sees it
        let below = placed(cube(), [0.0, 0.0, 0.1 - SQRT_2], [0.0, 1.0, 0.0], FRAC_PI_4);
        let above = placed(cube(), [0.0, 0.0, SQRT_2], [1.0, 0.0, 0.0], FRAC_PI_4);
        near(&below, &above, 0.1);
    }

    #[test]
    fn balls_and_capsules_on_boxes() {
        let floor = upright(cube(), [0.0; 3]);
        let ball = |at: Vector| upright(Shape::Sphere(0.5), at);
        near(&floor, &ball([0.3, -0.2, 1.4]), 0.1);
        // 0.45 beyond a corner: (1, 2, 2)/3
        near(&floor, &ball([1.15, 1.3, 1.3]), 0.05);
        near(&floor, &ball([0.0, 0.0, 0.75]), 0.75);
        let rod = |at: Vector, angle: f64| placed(Shape::Capsule(0.5, 4.0), at, [0.0, 1.0, 0.0], angle);
        // lying on it, over its edges; standing on it; beyond its edge, crossing it at 45 degrees
        near(&floor, &rod([0.0, 0.0, 1.4], FRAC_PI_2), 0.1);
        near(&floor, &rod([0.0, 0.0, 3.4], 0.0), 0.1);
        let out = 1.0 + 0.4 / SQRT_2;
        near(&floor, &rod([out, 0.0, out], -FRAC_PI_4), 0.1);
        // through it
        near(&floor, &rod([0.0, 0.0, 0.0], FRAC_PI_2), 1.5);
    }

    #[test]
    fn planes() {
        let (point, up) = ([0.0, 0.0, 1.0], [0.0, 0.0, 1.0]);
        let near = |solid: &Solid, wanted: f64| assert!((below(solid, point, up) - wanted).abs() < 1e-14);
        near(&upright(Shape::Sphere(0.5), [3.0, 0.0, 1.25]), 0.25);
        near(&upright(cube(), [3.0, 0.0, 2.25]), -0.25);
        near(&placed(cube(), [0.0, 0.0, 2.0], [1.0, 0.0, 0.0], FRAC_PI_4), SQRT_2 - 1.0);
        near(&upright(Shape::Capsule(0.5, 2.0), [0.0, 0.0, 2.25]), 0.25);
    }
}

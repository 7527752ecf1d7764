//! How deep parts are in one another, from their places alone: the same rule for every engine.
//!
//! The depth of two parts is how far one must be moved, in the best direction, until they only touch. What lies apart has a
//! negative depth that is no more than a bound.

mod flat;
mod solid;

use super::pose::Pose;
use super::scene::{Fixed, Scene};
use super::shape::Shape;
use super::vector::{length, minus};
use flat::Flat;
use solid::Solid;

/// The deepest overlap of any two parts, or of a part and what is fixed, m; negative where nothing touches.
pub fn worst(scene: &Scene, poses: &[Pose]) -> f64 {
    if scene.plane {
        let placed: Vec<Flat> = scene.bodies.iter().zip(poses).map(|(b, pose)| Flat::of(&b.shape, pose)).collect();
        let fixed: Vec<Flat> = scene.fixed.iter().map(Flat::fixed).collect();
        deepest(scene, poses, |i, j| flat::depth(&placed[i], &placed[j]), |i, k| flat::depth(&placed[i], &fixed[k]))
    } else {
        let placed: Vec<Solid> = scene.bodies.iter().zip(poses).map(|(b, pose)| Solid::of(&b.shape, pose)).collect();
        let against = |i: usize, k: usize| match &scene.fixed[k] {
            Fixed::Half { point, normal } => solid::below(&placed[i], *point, *normal),
            Fixed::Polygon(_) => f64::NEG_INFINITY,
        };
        deepest(scene, poses, |i, j| solid::depth(&placed[i], &placed[j]), against)
    }
}

/// Over all pairs whose surrounding balls meet, and over all that is fixed.
fn deepest(
    scene: &Scene,
    poses: &[Pose],
    pair: impl Fn(usize, usize) -> f64,
    fixed: impl Fn(usize, usize) -> f64,
) -> f64 {
    let reach: Vec<f64> = scene.bodies.iter().map(|b| reach(&b.shape)).collect();
    let mut worst = f64::NEG_INFINITY;
    for i in 0..poses.len() {
        for k in 0..scene.fixed.len() {
            worst = worst.max(fixed(i, k));
        }
        for j in 0..i {
            if length(minus(poses[i].position, poses[j].position)) <= reach[i] + reach[j] {
                worst = worst.max(pair(i, j));
            }
        }
    }
    worst
}

/// Radius of the ball about the centre that holds a shape.
fn reach(shape: &Shape) -> f64 {
    match shape {
        Shape::Disc(radius) | Shape::Sphere(radius) => *radius,
        Shape::Polygon(corners) => corners.iter().map(|[x, y]| length([*x, *y, 0.0])).fold(0.0, f64::max),
        Shape::Box(sides) => 0.5 * length(*sides),
        Shape::Capsule(radius, straight) => radius + 0.5 * straight,
    }
}

#[cfg(test)]
mod tests {
    use super::super::scenes;
    use super::*;

    #[test]
    fn a_box_of_the_stack_that_sinks_is_as_deep_as_it_sank() {
        let scene = scenes::all().remove(0);
        let mut poses: Vec<Pose> = scene.bodies.iter().map(Pose::at_start).collect();
        poses[49].position[1] -= 0.003;
        assert!((worst(&scene, &poses) - 0.003).abs() < 1e-14);
        // all of them: only the lowest is in something
        poses.iter_mut().for_each(|pose| pose.position[1] -= 0.01);
        assert!((worst(&scene, &poses) - 0.01).abs() < 1e-14);
    }

    #[test]
    fn what_leaves_the_box_is_seen() {
        let scene = scenes::all().into_iter().find(|scene| scene.name == "solids_20").unwrap();
        let mut poses: Vec<Pose> = scene.bodies.iter().map(Pose::at_start).collect();
        let ball = scene.bodies.iter().position(|b| b.shape == Shape::Sphere(0.1)).unwrap();
        poses[ball].position = [0.9, 0.0, 5.0];
        assert!((worst(&scene, &poses) - 0.5).abs() < 1e-14);
    }
}

//! The contact scenes as plain numbers, from which every peer builds its own; ours are the same in `bench/contact/*.mech`.
//!
//! All is planar, SI, in world axes. One friction and one restitution hold for every pair of a scene. In engines that only
//! know space a disc is a ball with the disc's moment of inertia and a box has its width as depth.

use super::measures;
use super::scene::{BOUNCE, Body, HEIGHT, HOLD, RADIUS, ROLL, SIDE, Scene, Shape};

/// How far the incline's slope is from the threshold, as a part of it.
const OFF: f64 = 1e-3;
/// A game's frame, and a careful step: two curves of cost against the number of parts, s.
const RESTING_STEPS: &[f64] = &[1.0 / 60.0, 1e-3];
/// How many boxes touch.
const COUNTS: [usize; 5] = [2, 5, 10, 20, 50];

/// Every scene, in the order of the tables.
pub fn all() -> Vec<Scene> {
    let mut scenes = vec![bounce(), elastic(), cradle(), incline(1.0 + OFF), incline(1.0 - OFF), roll()];
    for (kind, says) in [("stack", "on top of one another"), ("row", "side by side on the floor")] {
        scenes.extend(COUNTS.iter().map(|n| resting(kind, says, *n)));
    }
    scenes
}

const FLIGHTS: &[(&str, &str)] = &[("time", "error of impact times, s"), ("energy", "error of energy / first energy")];

fn bounce() -> Scene {
    Scene {
        until: 6.0,
        every: 1e-3,
        restitution: BOUNCE,
        bodies: vec![Body::disc([0.0, HEIGHT + RADIUS], [0.0; 2])],
        measures: FLIGHTS,
        ..Scene::new("bounce", "a ball dropped from 1 m, e = 0.9: its first ten impacts", "bounce", measures::bounce)
    }
}

fn elastic() -> Scene {
    Scene {
        until: 10.0,
        every: 1e-3,
        restitution: 1.0,
        bodies: vec![Body::disc([0.0, HEIGHT + RADIUS], [0.0; 2])],
        set: vec!["e=1".to_owned()],
        measures: FLIGHTS,
        ..Scene::new("elastic", "a ball dropped from 1 m, e = 1, for 10 s: ten impacts", "bounce", measures::elastic)
    }
}

fn cradle() -> Scene {
    let disc = |i: u8| {
        let x = 2.0 * RADIUS * f64::from(i);
        Body::disc([if i == 0 { x - 0.05 } else { x }, 0.0], [if i == 0 { 1.0 } else { 0.0 }, 0.0])
    };
    Scene {
        restitution: 1.0,
        gravity: [0.0; 2],
        floor: None,
        bodies: (0..5).map(disc).collect(),
        measures: &[("velocity", "error of final velocities / first velocity"), ("energy", "error of kinetic energy")],
        ..Scene::new(
            "cradle",
            "one disc runs into four that touch, e = 1: only the last leaves",
            "cradle",
            measures::cradle,
        )
    }
}

fn incline(part: f64) -> Scene {
    let slope = HOLD * part;
    let cos = 1.0 / (1.0 + slope * slope).sqrt();
    let sin = slope * cos;
    let (name, says) = if part > 1.0 {
        ("incline_above", "a block on an incline 0.1% steeper than friction holds: slides, at the known acceleration")
    } else {
        ("incline_below", "a block on an incline 0.1% less steep than friction lets go: stays")
    };
    let block = Body {
        shape: Shape::Rect(0.2, 0.1),
        mass: 1.0,
        position: [-0.05 * sin, 0.05 * cos],
        angle: libm::atan(slope),
        velocity: [0.0; 2],
    };
    Scene {
        friction: HOLD,
        floor: Some(([0.0, 0.0], [-sin, cos])),
        bodies: vec![block],
        set: vec![format!("slope={slope:?}")],
        measures: if part > 1.0 {
            &[("acceleration", "error of acceleration / acceleration"), ("sinking", "lift or sinking / height")]
        } else {
            &[("creep", "way crept in 1 s / length"), ("sinking", "lift or sinking / height")]
        },
        ..Scene::new(name, says, "incline", if part > 1.0 { measures::slides } else { measures::holds })
    }
}

fn roll() -> Scene {
    Scene {
        friction: ROLL,
        bodies: vec![Body::disc([0.0, RADIUS], [1.0, 0.0])],
        measures: &[("place", "error of final place / way"), ("speed", "error of final speed / first speed")],
        ..Scene::new("roll", "a disc set sliding begins to roll: 2/3 of its speed stays", "roll", measures::roll)
    }
}

fn resting(kind: &'static str, says: &str, n: usize) -> Scene {
    let square = |i: usize| {
        let along = SIDE * f64::from(u32::try_from(i).unwrap_or(u32::MAX));
        Body::square(if kind == "stack" { [0.0, along + 0.5 * SIDE] } else { [along, 0.5 * SIDE] })
    };
    Scene {
        every: 0.05,
        friction: 0.5,
        bodies: (0..n).map(square).collect(),
        set: vec![format!("n={n}")],
        steps: RESTING_STEPS,
        measures: &[("moved", "way the worst box moved / side")],
        growth: Some(kind),
        ..Scene::new(&format!("{kind}_{n}"), &format!("{n} boxes {says}, at rest for 1 s"), kind, measures::rests)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_touch_the_floor_and_one_another_and_do_not_overlap() {
        for scene in all() {
            let gaps = |i: usize| {
                let a = &scene.bodies[i];
                let floor = scene.floor.map(|(point, normal)| {
                    let high = (a.position[0] - point[0]) * normal[0] + (a.position[1] - point[1]) * normal[1];
                    high - match a.shape {
                        Shape::Disc(radius) => radius,
                        Shape::Rect(_, height) => 0.5 * height,
                    }
                });
                let before = i.checked_sub(1).map(|j| {
                    let b = &scene.bodies[j];
                    let size = match a.shape {
                        Shape::Disc(radius) => 2.0 * radius,
                        Shape::Rect(width, _) => width,
                    };
                    let [x, y] = [a.position[0] - b.position[0], a.position[1] - b.position[1]];
                    (x * x + y * y).sqrt() - size
                });
                floor.into_iter().chain(before)
            };
            for i in 0..scene.bodies.len() {
                assert!(gaps(i).all(|gap| gap > -1e-14), "{} {i}", scene.name);
                let falls = scene.name == "bounce" || scene.name == "elastic";
                assert!(falls || scene.name == "cradle" || gaps(i).any(|gap| gap < 1e-14), "{} {i}", scene.name);
            }
        }
    }
}

//! Spinning tops with a round or a pointed tip on a floor.

use super::dice::{Dice, rounded};
use super::pieces::{Scene, rubs};
use super::plane::ahead;

/// One scene.
pub fn scene(dice: &mut Dice) -> String {
    let mut scene = Scene::spatial();
    scene.falls();
    scene.add("obstacle floor = halfspace((0, 0, 0) m, (0, 0, 1))");
    let size = dice.length(0.01, 0.05);
    let mass = rounded(size * size * size * dice.between(1000.0, 5000.0), 6);
    let above = dice.gap(0.5, 0.0002, 0.01);
    let Top { shape, foot, rim, more } = top(dice, size, mass);
    let (tilt, way) = (dice.degrees(0.0, 25.0), dice.degrees(-180.0, 180.0));
    // its rim must not be in the floor
    let tilt = rounded(tilt.min(0.8 * libm::atan2(foot + rim, size).to_degrees()), 1);
    // leaning about a level axis, spinning about its own
    let [x, y] = ahead([0.0, 0.0], way, 1.0).map(|c| rounded(c, 6));
    let spin = dice.between(30.0, 250.0);
    let spin = dice.signed(spin);
    let (s, c) = (libm::sin(tilt.to_radians()), libm::cos(tilt.to_radians()));
    let spinning = [spin * s * y, -spin * s * x, spin * c].map(|w| rounded(w, 4));
    let moving = if dice.chance(0.6) {
        String::new()
    } else {
        format!(" moving ({}, {}, 0) m/s", dice.between(-0.3, 0.3), dice.between(-0.3, 0.3))
    };
    let placed = format!(
        "at (0, 0, {}) m turned {tilt} deg about ({x}, {y}, 0){moving} spinning ({}, {}, {}) rad/s",
        rounded(foot + above, 6),
        spinning[0],
        spinning[1],
        spinning[2]
    );
    scene.part("top", &shape, mass, &more, &placed);
    scene.add(&format!("contact top, floor{}", rubs(dice, 0.9)));
    scene.run_for(dice.pick(&[0.5, 1.0]))
}

struct Top {
    shape: String,
    /// how high its origin is when its tip is on the floor, however it leans
    foot: f64,
    /// how high the lower rim of its disc is above the origin
    rim: f64,
    /// what else is said of it
    more: String,
}

fn top(dice: &mut Dice, size: f64, mass: f64) -> Top {
    let tip = rounded(size * dice.between(0.05, 0.3), 5);
    match dice.index(4) {
        // a disc on a stem with round ends, whose lower end is at the origin
        0 => {
            let stem = rounded(size * dice.between(0.3, 0.8), 5);
            let thick = rounded(0.3 * size, 5);
            let rim = stem + tip;
            let middle = rounded(rim + 0.5 * thick, 6);
            let stem = format!("move(capsule({tip} m, {stem} m), (0, 0, {} m))", rounded(0.5 * stem, 6));
            let shape = format!("{stem} + move(cylinder({size} m, {thick} m), (0, 0, {middle} m))");
            Top { shape, foot: tip, rim, more: String::new() }
        }
        // a ball with its weight below its middle
        1 => {
            let low = rounded(size * dice.between(0.0, 0.4), 6);
            let inertia = rounded(0.4 * mass * size * size, 12);
            let more = format!("center = (0, 0, {}) m; inertia = ({inertia}, {inertia}, {inertia}) kg*m^2", -low);
            Top { shape: format!("sphere({size} m)"), foot: size, rim: 0.0, more }
        }
        // a ball for a tip and a disc above it
        2 => {
            let up = rounded(tip + 0.4 * size, 6);
            let disc = format!("move(cylinder({size} m, {} m), (0, 0, {up} m))", rounded(0.4 * size, 5));
            Top { shape: format!("sphere({tip} m) + {disc}"), foot: tip, rim: up - 0.2 * size, more: String::new() }
        }
        // pointed, its tip at the origin
        _ => {
            let (n, up) = (dice.count(3, 12), rounded(size * dice.between(0.6, 1.2), 6));
            let ring = |z: f64| {
                (0..n).map(move |i| {
                    let [x, y] = ahead([0.0, 0.0], 360.0 / n as f64 * i as f64, size).map(|c| rounded(c, 6));
                    format!("({x}, {y}, {z})")
                })
            };
            let points: Vec<String> = ring(up).chain(ring(rounded(up + 0.2 * size, 6))).collect();
            let shape = format!("polyhedron((0, 0, 0), {}) m", points.join(", "));
            Top { shape, foot: 0.0, rim: up, more: String::new() }
        }
    }
}

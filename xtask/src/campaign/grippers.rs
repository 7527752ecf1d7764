//! Fingers close on a thing that stands on the floor, with a force each, and an arm lifts them.

use super::dice::{Dice, rounded};
use super::pieces::{Scene, rubs};
use super::plane::direction;

/// One scene.
pub fn scene(dice: &mut Dice) -> String {
    let mut scene = Scene::spatial();
    scene.falls();
    scene.add("obstacle floor = halfspace((0, 0, 0) m, (0, 0, 1))");
    let size = dice.length(0.01, 0.05);
    let height = rounded(size * dice.between(1.0, 2.0), 4);
    let fingers = dice.count(2, 4);
    // what no finger is nearer to than its gap
    let (shape, middle) = match dice.index(3) {
        0 if fingers != 3 => (format!("box({0} m, {0} m, {height} m)", 2.0 * size), 0.5 * height),
        1 => (format!("sphere({size} m)"), size),
        _ => (format!("cylinder({size} m, {height} m)"), 0.5 * height),
    };
    let mass = rounded(size * size * height * dice.between(1000.0, 8000.0), 6);
    scene.part("thing", &shape, mass, "", &format!("at (0, 0, {}) m", rounded(middle, 6)));
    scene.add(&format!("contact thing, floor{}", rubs(dice, 0.9)));

    let (finger, long) = finger(dice, size);
    let gap = dice.length(0.0005, 0.005);
    let out = rounded(size + gap + long, 6);
    let around = |i: usize| direction(360.0 / fingers as f64 * i as f64).map(|c| rounded(c, 12));
    let socket = |i: usize| {
        let [c, s] = around(i);
        let at = [out * c, out * s].map(|x| rounded(x, 9));
        // it looks towards the middle, upright
        format!("point s{i} = ({}, {}, 0) m axis ({}, {}, 0) zero (0, 0, 1)", at[0], at[1], 0.0 - c, 0.0 - s)
    };
    let sockets: Vec<String> = (0..fingers).map(socket).collect();
    scene.part(
        "palm",
        &format!(
            "move(box({0} m, {0} m, {1} m), (0, 0, {2} m))",
            rounded(2.0 * size, 5),
            rounded(0.2 * size, 6),
            rounded(3.0 * size, 5)
        ),
        rounded(3.0 * mass, 6),
        &sockets.join("; "),
        "",
    );
    let grip = rounded(middle * dice.between(0.9, 1.2), 5);
    scene.add(&format!("joint arm = prismatic(ground((0, 0, {grip}) m), palm.origin)"));
    let up = dice.length(0.01, 0.05);
    scene.add(&format!("drive arm travel = {up} m * smoothstep(t, 0.3 s, {} s)", dice.between(0.5, 0.8)));
    // some hold it well, some let it slip
    let force = mass * 9.81 * dice.between(0.5, 8.0);
    let damping = rounded(force / dice.between(0.02, 0.2), 4);
    let touch = rubs(dice, 0.9);
    for i in 0..fingers {
        let name = format!("f{i}");
        scene.part(&name, &finger, rounded(0.3 * mass, 7), "", "");
        scene.add(&format!("joint j{i} = prismatic(palm.s{i}, {name}.origin) {{ damping = {damping} N*s/m }}"));
        scene.add(&format!("drive j{i} force = {} N", rounded(force, 5)));
        scene.add(&format!("start j{i} = 0 m rate 0 m/s"));
        scene.add(&format!("contact thing, {name}{touch}"));
    }
    scene.run_for(1.0)
}

/// Its shape, which looks along z, and how far it reaches that way.
fn finger(dice: &mut Dice, size: f64) -> (String, f64) {
    let r = rounded(size * dice.between(0.2, 0.4), 5);
    match dice.index(3) {
        0 => (format!("sphere({r} m)"), r),
        1 => (format!("capsule({r} m, {size} m)"), r + 0.5 * size),
        _ => (format!("box({size} m, {r} m, {r} m)"), 0.5 * r),
    }
}

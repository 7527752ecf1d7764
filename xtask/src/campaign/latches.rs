//! A drawer with a wedge runs under a sprung catch, a hook or a bolt, which gives way and snaps in behind it.

use super::dice::{Dice, rounded};
use super::outline::Outline;
use super::pieces::{Scene, rubs};

/// One scene.
pub fn scene(dice: &mut Dice) -> String {
    let mut scene = Scene::new();
    if dice.chance(0.7) {
        scene.falls();
    }
    // over the drawing, which is of some centimetres
    let scale = dice.between(0.3, 2.0);
    let mass = rounded(scale * scale * dice.between(0.2, 1.0), 4);
    let steep = dice.chance(0.5);
    if dice.chance(0.5) {
        hook(dice, &mut scene, scale)
    } else {
        bolt(dice, &mut scene, scale, mass)
    }
    let drawer = drawer(scale, if steep { 0.5 } else { 1.0 });
    scene.part("drawer", &drawer.written(), mass, "", "");
    let touch = rubs(dice, 0.5);
    scene.add(&format!("contact catch, drawer{touch}"));
    // the catch lies right of x = −9 cm of the drawing
    let from = rounded(scale * dice.between(-0.14, -0.1), 5);
    pushed(dice, &mut scene, from, mass, scale);
    scene.run_for(dice.pick(&[0.6, 1.0, 1.5]))
}

/// Its post, at its right end, is 8 mm high; in front of it is a slope.
fn drawer(scale: f64, slope: f64) -> Outline {
    let front = rounded(0.008 * slope, 5);
    Outline::polygon(&[
        [-0.08, -0.014],
        [front, -0.014],
        [front, 0.0],
        [0.0, 0.008],
        [-0.01, 0.008],
        [-0.01, 0.0],
        [-0.08, 0.0],
    ])
    .scaled(scale)
}

/// It turns about its right end.
fn hook(dice: &mut Dice, scene: &mut Scene, scale: f64) {
    let tip = [-0.09 + 0.001 * dice.between(-3.0, 3.0), 0.012];
    let low = 0.001 * dice.between(1.0, 3.0);
    let corners = [
        tip,
        [-0.07, low],
        [-0.07, 0.012],
        [-0.008, 0.012],
        [-0.008, -0.004],
        [0.008, -0.004],
        [0.008, 0.02],
        [-0.086, 0.02],
    ];
    let outline = Outline::polygon(&corners).scaled(scale);
    scene.part("catch", &outline.written(), rounded(0.06 * scale * scale * dice.between(0.5, 2.0), 5), "", "");
    let stiffness = rounded(scale * scale * dice.between(0.05, 0.4), 6);
    let rebound = if dice.chance(0.5) { String::new() } else { format!("; restitution = {}", dice.between(0.05, 0.6)) };
    scene.add(&format!(
        "joint pin = revolute(ground (0, 0) m, catch.origin) {{ limits = (-40, 0) deg; stiffness = {stiffness} N*m/rad; rest = {} deg{rebound} }}",
        dice.degrees(10.0, 60.0)
    ));
    scene.add("start pin = 0 deg rate 0 rad/s");
}

/// It slides up; drawn along x, its tip at the origin.
fn bolt(dice: &mut Dice, scene: &mut Scene, scale: f64, mass: f64) {
    let half = 0.001 * dice.between(3.0, 6.0);
    let outline = match dice.index(3) {
        0 => Outline::bar([half, 0.0], [0.04, 0.0], half),
        1 => Outline::polygon(&[[0.0, 0.0], [half, -half], [0.04, -half], [0.04, half], [half, half]]),
        // slanted towards the drawer, upright behind
        _ => Outline::polygon(&[[0.0, -half], [0.04, -half], [0.04, half], [2.0 * half, half]]),
    }
    .scaled(scale);
    scene.part("catch", &outline.written(), rounded(mass * dice.between(0.05, 0.5), 5), "", "");
    let height = rounded(scale * 0.001 * dice.between(1.0, 5.0), 6);
    let preload = scale * dice.between(0.01, 0.05);
    let force = mass * dice.between(2.0, 30.0);
    let rebound = if dice.chance(0.5) { String::new() } else { format!("; restitution = {}", dice.between(0.05, 0.6)) };
    scene.add(&format!(
        "joint pin = prismatic(ground(({} m, {height} m), angle = 90 deg), catch.origin) {{ limits = (0, {}) m; stiffness = {} N/m; rest = {} m{rebound} }}",
        rounded(-0.06 * scale, 5),
        rounded(0.03 * scale, 5),
        rounded(force / preload, 3),
        -rounded(preload, 5)
    ));
    scene.add("start pin = 0 m rate 0 m/s");
}

/// Thrown, pushed by a force, pushed and pulled, or driven as far as a force allows; a spring may send it back.
fn pushed(dice: &mut Dice, scene: &mut Scene, from: f64, mass: f64, scale: f64) {
    let spring = if dice.chance(0.5) {
        format!(
            " {{ stiffness = {} N/m; damping = {} N*s/m }}",
            rounded(mass * dice.between(20.0, 500.0), 3),
            dice.between(0.1, 3.0)
        )
    } else {
        String::new()
    };
    scene.add(&format!("joint rail = prismatic(ground ({from}, 0) m, drawer.origin){spring}"));
    let force = rounded(mass * dice.between(5.0, 40.0), 3);
    match dice.index(4) {
        0 => scene.add(&format!("start rail = 0 m rate {} m/s", dice.between(0.5, 2.5))),
        1 => {
            scene.add("start rail = 0 m rate 0 m/s");
            scene.add(&format!("force push on drawer = ({force}, 0) N"));
        }
        2 => {
            scene.add("start rail = 0 m rate 0 m/s");
            scene.add(&format!("force push on drawer = ({force} N * sin({} rad/s * t), 0 N)", dice.between(3.0, 12.0)));
        }
        _ => scene.add(&format!(
            "drive rail travel = {} m * smoothstep(t, 0 s, {} s) {{ limit = {force} N }}",
            rounded(scale * dice.between(0.08, 0.15), 4),
            dice.between(0.2, 0.6)
        )),
    }
}

//! A peg, tilted and beside its hole, is pushed in by a weight, a force or a spring: free, or held by a carriage that gives
//! way.

use super::dice::{Dice, rounded};
use super::outline::{Outline, closest};
use super::pieces::{Scene, rubs};
use super::plane::written;

/// One scene.
pub fn scene(dice: &mut Dice) -> String {
    let mut scene = Scene::new();
    let width = dice.length(0.005, 0.04);
    let play = rounded(width * dice.between(0.005, 0.1), 6);
    let chamfer = rounded(width * dice.between(0.05, 0.25), 6);
    let deep = rounded(width * dice.between(1.0, 3.0), 5);
    let hole = rounded(0.5 * (width + play), 6);
    let (out, slope) = (rounded(hole + 2.0 * width, 6), dice.between(0.5, 2.0));
    let right =
        Outline::polygon(&[[hole, -deep], [out, -deep], [out, 0.0], [hole + chamfer, 0.0], [hole, -chamfer * slope]]);
    let left = Outline::polygon(&[
        [-hole, -deep],
        [-hole, -chamfer * slope],
        [-hole - chamfer, 0.0],
        [-out, 0.0],
        [-out, -deep],
    ]);
    scene.add(&format!("obstacle right = {}", right.written()));
    scene.add(&format!("obstacle left = {}", left.written()));
    let touch = rubs(dice, 0.9);
    let mut met = vec!["left", "right"];
    if dice.chance(0.6) {
        scene.add(&format!("obstacle bottom = rect(({}, {}) m, ({out}, {}) m)", -out, -deep - 0.01, -deep));
        met.push("bottom");
    }
    met.iter().for_each(|name| scene.add(&format!("contact peg, {name}{touch}")));

    let long = rounded(width * dice.between(1.5, 5.0), 5);
    let peg = peg(dice, 0.5 * width, long);
    let tilt = if dice.chance(0.2) { 0.0 } else { dice.degrees(-12.0, 12.0) };
    let beside = if dice.chance(0.2) { 0.0 } else { dice.between(-1.0, 1.0) * (chamfer + 0.5 * play) };
    let beside = rounded(beside, 5);
    let walls = right.and(&left);
    let least = 5e-5 + dice.gap(0.4, 0.0, 0.01);
    // at most a little way in: what fits would go through to the bottom
    let high = 3.0 * width + 0.02;
    let steps = ((high + 0.3 * deep) / 1e-4) as usize;
    let up = closest(high, -1e-4, steps, least, |y| walls.gap(&peg.placed([beside, y], tilt)));
    let mass = rounded(width * width * 1000.0 * dice.between(0.1, 1.0), 5);
    let top = format!("point top = (0, {long}) m");
    if dice.chance(0.7) {
        let moving =
            if dice.chance(0.4) { format!(" moving (0, {}) m/s", -dice.between(0.05, 1.0)) } else { String::new() };
        scene.part("peg", &peg.written(), mass, &top, &format!("at ({beside}, {up}) m turned {tilt} deg{moving}"));
        push(dice, &mut scene, mass, [beside, up + 2.0 * long]);
    } else {
        carriage(dice, &mut scene, &peg, mass, [beside, up], tilt, long);
    }
    scene.run_for(dice.pick(&[0.5, 1.0]))
}

/// Its foot at the origin.
fn peg(dice: &mut Dice, half: f64, long: f64) -> Outline {
    match dice.index(3) {
        0 => Outline::rect([-half, 0.0], [half, long]),
        1 => {
            let c = half * dice.between(0.05, 0.5);
            Outline::polygon(&[[-half, c], [c - half, 0.0], [half - c, 0.0], [half, c], [half, long], [-half, long]])
        }
        _ => Outline::bar([0.0, half], [0.0, long], half),
    }
}

/// A weight, and often more.
fn push(dice: &mut Dice, scene: &mut Scene, mass: f64, above: [f64; 2]) {
    let way = dice.index(3);
    if way == 0 || dice.chance(0.5) {
        scene.falls();
    }
    let force = mass * dice.between(2.0, 60.0);
    match way {
        0 => {}
        1 => scene.add(&format!("force push on peg.top = (0, {}) N", -rounded(force, 4))),
        _ => {
            let squeezed = above[1] * dice.between(0.5, 1.5);
            scene.add(&format!(
                "spring push = linear(ground {}, peg.top) {{ stiffness = {} N/m; rest = {} m }}",
                written([above[0], rounded(above[1], 5)]),
                rounded(force / squeezed, 4),
                rounded(above[1] + squeezed, 4)
            ));
        }
    }
}

/// It comes down on a guide; the peg turns against a spring where it holds it.
fn carriage(dice: &mut Dice, scene: &mut Scene, peg: &Outline, mass: f64, at: [f64; 2], tilt: f64, long: f64) {
    let place = format!("at ({}, {}) m turned {tilt} deg", at[0], at[1]);
    scene.part("peg", &peg.written(), mass, &format!("point top = (0, {long}) m"), &place);
    let [c, s] = super::plane::direction(tilt);
    let hinge = [at[0] - s * long, at[1] + c * long].map(|x| rounded(x, 9));
    scene.part("carriage", &format!("rect({long} m, {} m)", rounded(0.2 * long, 5)), mass, "", "");
    // along the guide, which is upright, the carriage's own x points up
    scene.add(&format!(
        "joint guide = prismatic(ground({}, angle = 90 deg), carriage.origin) {{ damping = {} N*s/m }}",
        written(hinge),
        rounded(mass * dice.between(5.0, 50.0), 4)
    ));
    let force = mass * dice.between(5.0, 60.0);
    let stiff = force * long * dice.between(0.5, 5.0);
    let rest = rounded(tilt - 90.0, 1);
    scene.add(&format!("joint wrist = revolute(carriage.origin, peg.top) {{ stiffness = {} N*m/rad; damping = {} N*m*s/rad; rest = {rest} deg }}", rounded(stiff, 6), rounded(stiff * dice.between(0.001, 0.02), 7)));
    scene.add("start guide = 0 m rate 0 m/s");
    scene.add(&format!("start wrist = {rest} deg rate 0 rad/s"));
    scene.add(&format!("force push on carriage = (0, {}) N", -rounded(force, 4)));
}

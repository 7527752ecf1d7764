//! A sprung pawl on a carriage that goes over a row of teeth and back, its tip sharp or round.

use super::dice::{Dice, rounded};
use super::outline::Outline;
use super::pieces::{Scene, rubs};
use super::plane::{Point, direction};

/// One scene.
pub fn scene(dice: &mut Dice) -> String {
    let mut scene = Scene::new();
    let height = dice.length(0.002, 0.01);
    let long = rounded(height * dice.between(3.0, 7.0), 5);
    let thick = rounded(height * dice.between(0.1, 0.3), 5);
    // it trails behind its hinge
    let down = dice.degrees(-165.0, -120.0);
    let pawl = pawl(dice, long, thick);
    scene.part("pawl", &pawl.written(), dice.between(0.001, 0.02), "", "");
    scene.part("carriage", &format!("rect({height} m, {height} m)"), dice.between(0.05, 0.5), "", "");

    let low = height * dice.between(0.1, 0.7);
    let up = rounded(low - pawl.placed([0.0, 0.0], down).lowest(), 5);
    let teeth = dice.count(1, 4);
    let pitch = rounded(height * dice.between(2.5, 4.0), 5);
    let mut end = 0.0;
    for i in 0..teeth {
        let tooth = tooth(dice, height).placed([pitch * i as f64, 0.0], 0.0);
        end = pitch * (i + 1) as f64;
        scene.add(&format!("obstacle tooth{i} = {}", tooth.written()));
        let touch = rubs(dice, 0.6);
        scene.add(&format!("contact pawl, tooth{i}{touch}"));
    }
    // all of the pawl is left of the first tooth
    let right = reach_right(&pawl, down);
    let from = rounded(-right - dice.length(0.0003, 0.004), 5);
    let way = rounded(end - from + long, 4);

    let give = rounded(dice.between(0.005, 0.1) * (long / 0.03) * (long / 0.03), 7);
    let rest = rounded(down + if dice.chance(0.6) { 0.0 } else { dice.degrees(0.0, 20.0) }, 1);
    scene.add(&format!(
        "joint pin = revolute(carriage.origin, pawl.origin) {{ stiffness = {give} N*m/rad; damping = {} N*m*s/rad; rest = {rest} deg }}",
        rounded(give * dice.between(0.0005, 0.01), 9)
    ));
    scene.add(&format!("start pin = {down} deg rate 0 rad/s"));
    scene.add(&format!("joint rail = prismatic(ground ({from}, {up}) m, carriage.origin)"));
    let seconds = dice.pick(&[1.0, 1.5, 2.0]);
    drive(dice, &mut scene, way, seconds, give / long);
    scene.run_for(seconds)
}

/// Drawn along x, its hinge at the origin.
fn pawl(dice: &mut Dice, long: f64, thick: f64) -> Outline {
    match dice.index(3) {
        0 => Outline::bar([0.0, 0.0], [long, 0.0], thick),
        1 => Outline::polygon(&[[0.0, -thick], [long, 0.0], [0.0, thick]]),
        _ => Outline::polygon(&[[0.0, -thick], [long, -thick], [long, thick], [0.0, thick]]),
    }
}

/// A slope first, upright or sloped behind.
fn tooth(dice: &mut Dice, height: f64) -> Outline {
    let rise = height * dice.between(0.5, 1.2);
    let flat = if dice.chance(0.4) { 0.0 } else { height * dice.between(0.1, 0.5) };
    let fall = if dice.chance(0.4) { 0.0 } else { height * dice.between(-0.1, 0.5) };
    let mut corners: Vec<Point> = vec![[0.0, 0.0], [rise + flat + fall, 0.0], [rise + flat, height]];
    if flat > 0.0 {
        corners.push([rise, height]);
    }
    Outline::polygon(&corners)
}

/// How far it reaches to the right of its hinge.
fn reach_right(pawl: &Outline, down: f64) -> f64 {
    // what is lowest after another quarter turn back was farthest right before
    -pawl.placed([0.0, 0.0], down - 90.0).lowest()
}

/// On at an even speed, to and fro, or by a force; what must come back against the teeth may give way.
fn drive(dice: &mut Dice, scene: &mut Scene, way: f64, seconds: f64, force: f64) {
    let limit = rounded(force * dice.between(2.0, 30.0), 4);
    let rate = rounded(std::f64::consts::TAU / seconds, 4);
    match dice.index(4) {
        0 => scene.add(&format!("drive rail speed = {} m/s", rounded(way / seconds, 5))),
        1 => scene.add(&format!(
            "drive rail travel = {} m * (1 - cos({rate} rad/s * t)) {{ limit = {limit} N }}",
            rounded(way / 2.0, 5)
        )),
        2 => {
            let [push, _] = direction(0.0).map(|c| c * limit);
            scene.add(&format!("force push on carriage = ({push} N * sin({rate} rad/s * t), 0 N)"));
            scene.add("start rail = 0 m rate 0 m/s");
        }
        _ => scene.add(&format!("start rail = 0 m rate {} m/s", rounded(2.0 * way / seconds, 5))),
    }
}

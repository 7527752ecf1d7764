//! A round shaft in a round hole with play: under a load that goes round, out of balance, or with a ring that hangs on a
//! turning pin.

use super::dice::{Dice, rounded};
use super::pieces::{Scene, rubs};
use super::plane::{ahead, written};

/// One scene.
pub fn scene(dice: &mut Dice) -> String {
    let mut scene = Scene::new();
    let radius = dice.length(0.003, 0.04);
    let play = rounded(radius * dice.between(0.005, 0.2), 6).max(2e-5);
    let hole = rounded(radius + play, 6);
    if dice.chance(0.6) {
        scene.falls();
    }
    // somewhere in the play
    let off = rounded(play * dice.between(0.0, 0.9), 7);
    let at = ahead([0.0, 0.0], dice.degrees(-180.0, 180.0), off).map(|c| rounded(c, 8));
    let touch = rubs(dice, 0.9);
    if dice.chance(0.7) {
        let side = rounded(3.0 * hole, 5);
        scene.add(&format!("obstacle bush = rect({side} m, {side} m) - disc({hole} m)"));
        shaft(dice, &mut scene, radius, at);
        scene.add(&format!("contact shaft, bush{touch}"));
    } else {
        ring(dice, &mut scene, radius, hole, at);
        scene.add(&format!("contact pin, ring{touch}"));
    }
    scene.run_for(dice.pick(&[0.5, 1.0, 1.5]))
}

/// It turns in a fixed hole.
fn shaft(dice: &mut Dice, scene: &mut Scene, radius: f64, at: [f64; 2]) {
    let mass = rounded(5000.0 * radius * radius * dice.between(0.3, 3.0), 5);
    let center = if dice.chance(0.4) {
        format!("center = ({}, 0) m", rounded(radius * dice.between(0.05, 0.5), 6))
    } else {
        String::new()
    };
    let spin = if dice.chance(0.4) { 0.0 } else { dice.between(-60.0, 60.0) };
    scene.part(
        "shaft",
        &format!("disc({radius} m)"),
        mass,
        &center,
        &format!("at {} spinning {spin} rad/s", written(at)),
    );
    if dice.chance(0.8) {
        let (force, rate) = (rounded(mass * dice.between(2.0, 60.0), 4), dice.between(2.0, 40.0));
        let rate = dice.signed(rate);
        scene.add(&format!(
            "force load on shaft = ({force} N * cos({rate} rad/s * t), {force} N * sin({rate} rad/s * t))"
        ));
    }
    if dice.chance(0.4) {
        let torque = rounded(mass * radius * dice.between(0.5, 5.0), 7);
        scene.add(&format!("torque turn on shaft = {} N*m", dice.signed(torque)));
    }
}

/// It hangs on a pin that a crank turns.
fn ring(dice: &mut Dice, scene: &mut Scene, radius: f64, hole: f64, at: [f64; 2]) {
    let crank = if dice.chance(0.4) { 0.0 } else { rounded(radius * dice.between(0.3, 2.0), 5) };
    let outer = rounded(hole * dice.between(1.2, 2.0), 5);
    let mass = rounded(5000.0 * outer * outer * dice.between(0.2, 1.0), 5);
    let place = written([rounded(crank + at[0], 8), at[1]]);
    scene.part("ring", &format!("ring({outer} m, {hole} m)"), mass, "", &format!("at {place}"));
    scene.part("pin", &format!("disc(({crank}, 0) m, {radius} m)"), mass, "", "");
    scene.add("joint o = revolute(ground (0, 0) m, pin.origin)");
    let rate = dice.between(2.0, 30.0);
    scene.add(&format!("drive o speed = {} rad/s", dice.signed(rate)));
    scene.add("start o = 0 deg");
}

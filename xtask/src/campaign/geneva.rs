//! Geneva drives: a pin on a crank enters the slots of a wheel and turns it on by one slot each time round.

use super::dice::{Dice, rounded};
use super::outline::Outline;
use super::pieces::{Scene, block, load, rubs};
use super::plane::{ahead, distance, written};
use std::f64::consts::PI;

/// One scene.
pub fn scene(dice: &mut Dice) -> String {
    let mut scene = Scene::new();
    let slots = dice.count(4, 8);
    let part = 180.0 / slots as f64;
    let crank = dice.length(0.015, 0.06);
    let pin = rounded(crank * dice.between(0.08, 0.14), 5);
    let play = rounded(pin * dice.between(0.02, 0.3), 5);
    // the pin enters along the slot: crank and slot are at right angles there
    let apart = rounded(crank / libm::sin(PI / slots as f64), 5);
    let radius = rounded(apart * libm::cos(part.to_radians()) * dice.between(0.95, 1.0), 5);
    let floor = rounded(apart - crank - pin - dice.between(0.1, 0.5) * pin, 5);
    let half = rounded(pin + play, 5);
    let wheel = wheel(slots, radius, floor, half);
    scene.part("wheel", &wheel.written(), dice.between(0.05, 0.5), "", "");
    scene.part("crank", &format!("disc(({crank}, 0) m, {pin} m)"), dice.between(0.05, 0.5), "", "");

    // where the pin is just clear of the wheel, before it enters or on its way from it
    let backward = dice.chance(0.5);
    let sign = if backward { 1.0 } else { -1.0 };
    let entry = 90.0 - part;
    let center = [apart, 0.0];
    let clear = radius + pin + dice.length(0.0002, 0.004);
    let tried = (0..900).map(|i| rounded(entry + 0.1 * f64::from(i), 1));
    let begins =
        sign * tried.take_while(|a| distance(ahead([0.0, 0.0], *a, crank), center) < clear).last().unwrap_or(entry);
    let begins = rounded(begins + sign * 0.1, 1);
    let speed = dice.between(3.0, 12.0) * -sign;
    let prescribed = dice.chance(0.4);
    let swing = if dice.chance(0.3) { format!(" * cos({} rad/s * t)", dice.between(1.0, 4.0)) } else { String::new() };
    let limit = if prescribed { String::new() } else { format!(" {{ limit = {} N*m }}", dice.between(0.05, 2.0)) };
    scene.add("joint o = revolute(ground (0, 0) m, crank.origin)");
    scene.add(&format!("start o = {begins} deg"));
    scene.add(&format!("drive o speed = {speed} rad/s{swing}{limit}"));

    // friction holds the wheel for the next time round
    let mut options = vec![format!("friction = {} N*m", dice.between(0.01, 0.08))];
    if dice.chance(0.4) {
        options.push(format!("damping = {} N*m*s/rad", dice.between(0.0005, 0.01)));
    }
    // a wheel that stands askew may be struck on its rim, which only a crank that gives way outlives
    let askew = if prescribed || dice.chance(0.6) { 0.0 } else { dice.degrees(-0.6, 0.6) * part };
    let ready = rounded(180.0 - sign * part + askew, 6);
    scene.add(&format!("joint axle = revolute(ground {}, wheel.origin){}", written(center), block(&options)));
    scene.add(&format!("start axle = {ready} deg rate 0 rad/s"));
    if !prescribed && dice.chance(0.3) {
        scene.add(&format!("torque weight on wheel = {}", load(dice, "N*m", 0.1)));
    }
    let touch = rubs(dice, if prescribed { 0.3 } else { 0.9 });
    scene.add(&format!("contact crank, wheel{touch}"));
    scene.run_for(dice.pick(&[1.0, 1.5, 2.0]))
}

/// Of a radius, with slots that end at `floor` from its middle, the first of them along x.
fn wheel(slots: usize, radius: f64, floor: f64, half: f64) -> Outline {
    let mouth = libm::asin(half / radius).to_degrees();
    let pitch = 360.0 / slots as f64;
    let foot = [libm::hypot(floor, half), libm::atan2(half, floor).to_degrees()];
    let sector = |i: usize| {
        let at = move |angle: f64, r: f64| ahead([0.0, 0.0], pitch * i as f64 + angle, r);
        let walls = [at(-mouth, radius), at(-foot[1], foot[0]), at(foot[1], foot[0]), at(mouth, radius)];
        // the rim between two slots, with a corner every few degrees
        let rim = (1..6).map(move |k| at(mouth + (pitch - 2.0 * mouth) * f64::from(k) / 6.0, radius));
        walls.into_iter().chain(rim)
    };
    Outline::polygon(&(0..slots).flat_map(sector).collect::<Vec<_>>())
}

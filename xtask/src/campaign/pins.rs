//! A pin on a crank in the slot of a yoke, of a lever, or of a bar that turns about the end of the crank.

use super::dice::{Dice, rounded};
use super::pieces::{Scene, block, hinge_friction, load, rail_friction, rubs};
use super::spun::{Spun, turned};

/// A slot with round ends, or a square one, about the origin along x.
struct Slot {
    half_length: f64,
    half_width: f64,
    round: bool,
}

impl Slot {
    /// A plate with this slot, which begins and ends at the origin plus or minus its half length.
    fn plate(&self, from: f64) -> String {
        let [w, l] = [self.half_width, self.half_length];
        let middle = from + l;
        let [low, high] = [rounded(from - 3.0 * w, 6), rounded(from + 2.0 * l + 3.0 * w, 6)];
        let outside = format!("rect(({low}, {}) m, ({high}, {}) m)", rounded(-3.0 * w, 6), rounded(3.0 * w, 6));
        let [a, b] = [middle - l + w, middle + l - w].map(|x| rounded(x, 6));
        let slot = if self.round {
            format!("capsule(({a}, 0) m, ({b}, 0) m, {w} m)")
        } else {
            format!("rect(({}, {}) m, ({}, {w}) m)", rounded(a - w, 6), -w, rounded(b + w, 6))
        };
        format!("{outside} - {slot}")
    }
}

/// One scene.
pub fn scene(dice: &mut Dice) -> String {
    let mut scene = Scene::new();
    let crank = dice.length(0.01, 0.06);
    let pin = rounded(crank * dice.between(0.06, 0.2), 5);
    let play = rounded(pin * dice.between(0.01, 0.3), 6).max(1e-5);
    let half_width = rounded(pin + play, 6);
    let room = half_width + crank * dice.between(0.05, 0.3);
    let round = dice.chance(0.5);
    if dice.chance(0.5) {
        scene.falls();
    }
    scene.part("crank", &format!("disc(({crank}, 0) m, {pin} m)"), dice.between(0.05, 0.5), "", "");
    scene.add("joint o = revolute(ground (0, 0) m, crank.origin)");
    let how = dice.pick(&[Spun::Prescribed, Spun::Limited, Spun::Free, Spun::Loaded]);
    let begins = dice.degrees(-180.0, 180.0);
    turned(dice, &mut scene, "o", begins, how, 15.0 * crank);
    let [x, y] = super::plane::ahead([0.0, 0.0], begins, crank);
    let mass = dice.between(0.05, 1.0);
    if dice.chance(0.5) {
        // the yoke slides along x, its slot is upright: drawn along x and turned by a quarter
        let slot = Slot { half_length: rounded(crank + room, 5), half_width, round };
        scene.part("slotted", &format!("turn({}, 90 deg)", slot.plate(-slot.half_length)), mass, "", "");
        let mut options = rail_friction(dice);
        if dice.chance(0.3) {
            options.push(format!("stiffness = {} N/m", dice.between(5.0, 200.0)));
        }
        scene.add(&format!("joint guide = prismatic(ground (0, 0) m, slotted.origin){}", block(&options)));
        scene.add(&format!("start guide = {} m", rounded(x, 7)));
    } else {
        // the lever turns about a point that the crank goes round, or that it leaves aside
        let away = rounded(crank * dice.pick(&[1.4, 1.8, 2.5, 3.0]), 5);
        let from = rounded(away - crank - room, 5);
        let slot = Slot { half_length: rounded(0.5 * (away + crank + room - from), 5), half_width, round };
        scene.part("slotted", &slot.plate(from), mass, "", "");
        let options = hinge_friction(dice, 0.05 * mass * crank);
        scene.add(&format!("joint lever = revolute(ground (0, {}) m, slotted.origin){}", -away, block(&options)));
        let angle = libm::atan2(y + away, x).to_degrees();
        scene.add(&format!("start lever = {} deg", rounded(angle, 7)));
    }
    if dice.chance(0.4) {
        scene.add(&format!("force load on slotted = ({}, 0 N)", load(dice, "N", 10.0 * mass)));
    }
    scene.add(&format!("contact crank, slotted{}", rubs(dice, if how == Spun::Prescribed { 0.5 } else { 0.9 })));
    scene.run_for(dice.pick(&[0.5, 1.0, 1.5]))
}

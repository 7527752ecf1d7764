//! Four-bar linkages with friction in their joints, driven by a torque or struck by a block.

use super::dice::{Dice, rounded};
use super::pieces::{Scene, block, hinge_friction, hinge_spring, load, rail_friction, stops};
use super::plane::{Point, ahead, distance, written};
use super::rail::Block;

/// Lengths and how it starts.
struct Linkage {
    /// crank, rod, rocker, and between the pins on the ground
    bars: [f64; 4],
    /// angle of the crank, degrees
    crank: f64,
    /// the pin between rod and rocker
    knee: Point,
}

impl Linkage {
    /// One that can be put together, and has no position in which all bars lie in one line.
    fn random(dice: &mut Dice) -> Self {
        loop {
            let bars = [(); 4].map(|()| dice.length(0.06, 0.4));
            let crank = dice.degrees(-180.0, 180.0);
            let mut sorted = bars;
            sorted.sort_by(f64::total_cmp);
            let change = sorted[0] + sorted[3] - sorted[1] - sorted[2];
            let above = if dice.chance(0.5) { 1.0 } else { -1.0 };
            if let Some(knee) = close(bars, crank, above).filter(|_| change.abs() > 0.02) {
                return Self { bars, crank, knee };
            }
        }
    }

    fn elbow(&self) -> Point {
        ahead([0.0, 0.0], self.crank, self.bars[0])
    }
}

/// Where rod and rocker meet, if they reach each other with some to spare.
fn close(bars: [f64; 4], crank: f64, above: f64) -> Option<Point> {
    let [_, rod, rocker, ground] = bars;
    let (elbow, pin) = (ahead([0.0, 0.0], crank, bars[0]), [ground, 0.0]);
    let d = distance(elbow, pin);
    if d < (rod - rocker).abs() + 0.01 || d > rod + rocker - 0.01 || d < 0.02 {
        return None;
    }
    let along = (rod * rod - rocker * rocker + d * d) / (2.0 * d);
    let across = above * (rod * rod - along * along).max(0.0).sqrt();
    let u = [(pin[0] - elbow[0]) / d, (pin[1] - elbow[1]) / d];
    Some([elbow[0] + along * u[0] - across * u[1], elbow[1] + along * u[1] + across * u[0]])
}

/// The direction from one point to another, degrees.
fn towards(p: Point, q: Point) -> f64 {
    libm::atan2(q[1] - p[1], q[0] - p[0]).to_degrees()
}

/// One scene.
pub fn scene(dice: &mut Dice) -> String {
    let mut scene = Scene::new();
    scene.gravity(dice, 0.3, 0.7);
    let linkage = Linkage::random(dice);
    let radius = dice.length(0.004, 0.012);
    for (name, length) in ["crank", "rod", "rocker"].into_iter().zip(linkage.bars) {
        scene.arm(dice, name, length, radius);
    }
    let (elbow, pin) = (linkage.elbow(), [linkage.bars[3], 0.0]);
    let (rod, rocker) = (towards(elbow, linkage.knee), towards(linkage.knee, pin));
    let ends = [
        ("o", "ground (0 m, 0 m)".to_owned(), "crank.a", linkage.crank),
        ("p", "crank.b".to_owned(), "rod.a", rod - linkage.crank),
        ("q", "rod.b".to_owned(), "rocker.a", rocker - rod),
        ("r", format!("ground {}", written(pin)), "rocker.b", rocker),
    ];
    let stopped = dice.pick(&["o", "o", "r", "", "", "", ""]);
    for (name, from, to, at) in &ends {
        let at = rounded(*at, 6);
        let mut options = hinge_friction(dice, 0.3);
        if *name == stopped {
            let [low, high] = [dice.degrees(2.0, 90.0), dice.degrees(2.0, 90.0)];
            let zero = dice.chance(0.3) && *name == "o";
            options.extend(if zero {
                stops(dice, at, [low, high], "deg")
            } else {
                vec![format!("limits = ({}, {}) deg", rounded(at - low, 4), rounded(at + high, 4))]
            });
        }
        if dice.chance(0.1) {
            options.extend(hinge_spring(dice, at, 1.0));
        }
        scene.add(&format!("joint {name} = revolute({from}, {to}){}", block(&options)));
    }
    let rate = if dice.chance(0.6) { 0.0 } else { dice.between(-8.0, 8.0) };
    scene.add(&format!("start o = {} deg rate {rate} rad/s", linkage.crank));
    for (name, _, _, at) in &ends[1..] {
        scene.add(&format!("guess {name} = {} deg", rounded(*at, 6)));
    }
    match dice.index(4) {
        0 => scene.add(&format!("drive o torque = {}", load(dice, "N*m", 1.0))),
        1 => scene.add(&format!("torque push on rocker = {}", load(dice, "N*m", 1.0))),
        2 => {
            scene.add(&format!("drive o torque = {}", load(dice, "N*m", 0.5)));
            struck(dice, &mut scene, &linkage, radius);
        }
        _ => struck(dice, &mut scene, &linkage, radius),
    }
    scene.run(dice)
}

/// A block comes along a level rail from beyond the rocker's reach, or from beyond the crank's, and is pushed on.
fn struck(dice: &mut Dice, scene: &mut Scene, linkage: &Linkage, radius: f64) {
    let [crank, rod, rocker, ground] = linkage.bars;
    let b = Block::random(dice);
    let right = dice.chance(0.5);
    // all pins stay within this
    let reach =
        if right { crank.max(ground).max((ground + rocker).min(crank + rod)) } else { crank.max(rocker - ground) };
    let x = reach + radius + 0.5 * b.width + dice.length(0.002, 0.03);
    let x = rounded(if right { x } else { -x }, 4);
    let y = dice.length(-0.6, 0.6) * if right { rocker } else { crank };
    let inwards = if right { -1.0 } else { 1.0 };
    let place = written([x, rounded(y, 4)]);
    scene.part("slide", &format!("rect({} m, {} m)", b.width, b.height), b.mass, "", &format!("at {place}"));
    let options = rail_friction(dice);
    scene.add(&format!("joint rail = prismatic(ground {place}, slide.center){}", block(&options)));
    let rate = if dice.chance(0.3) { 0.0 } else { rounded(inwards * dice.between(0.2, 3.0), 4) };
    scene.add(&format!("start rail = 0 m rate {rate} m/s"));
    let size = dice.between(1.0, 20.0);
    scene.add(&format!("force push on slide = ({} N, 0 N)", rounded(inwards * size, 4)));
    for part in ["crank", "rod", "rocker"] {
        scene.contact(dice, "slide", part);
    }
}

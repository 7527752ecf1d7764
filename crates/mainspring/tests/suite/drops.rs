//! Solids dropped at random on a floor and on a block: nothing may go through. The auditor measures overlap by geometry of its
//! own, so a run that ends without a doubt kept apart.

use mainspring::prelude::*;
use mainspring::simulate;

/// SplitMix64: the same drops everywhere.
struct Dice(u64);

impl Dice {
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    fn vector(&mut self, size: f64) -> String {
        let [x, y, z] = [(); 3].map(|()| self.between(-size, size));
        format!("({x:.4}, {y:.4}, {z:.4})")
    }
}

fn drop_of(kind: &str, on_block: bool, seed: u64) -> String {
    let mut dice = Dice(seed);
    let (bounces, rubs) = (dice.between(0.0, 0.6), dice.between(0.0, 0.8));
    let [a, b, c] = [(); 3].map(|()| dice.between(5.0, 25.0));
    // a cylinder that wobbles with friction takes very many steps where its slip is slow
    let (shape, rubs) = match kind {
        "cylinder" => (format!("cylinder({a:.3} mm, {:.3} mm)", 2.0 * b), 0.0),
        "capsule" => (format!("capsule({:.3} mm, {:.3} mm)", 0.6 * a, 1.6 * b), rubs),
        "cone" => (format!("cone({a:.3} mm, {:.3} mm)", 2.0 * b), rubs),
        "ellipsoid" => (format!("ellipsoid({a:.3} mm, {b:.3} mm, {c:.3} mm)"), rubs),
        "box" => (format!("box({:.3} mm, {:.3} mm, {:.3} mm)", 2.0 * a, 2.0 * b, 2.0 * c), rubs),
        _ => (format!("sphere({a:.3} mm)"), rubs),
    };
    let tilt = dice.between(0.0, 30.0);
    let under = if on_block {
        format!("box(90 mm, 80 mm, 40 mm) at (0, 0, -60) mm turned {tilt:.4} deg about {}", dice.vector(1.0))
    } else {
        "halfspace((0, 0, 0) mm, (0, 0, 1))".to_owned()
    };
    let turn = if dice.unit() < 0.6 { dice.between(0.0, 180.0) } else { dice.between(0.0, 2.0) };
    let height = dice.between(45.0, 80.0);
    let (axis, moving, spinning) = (dice.vector(1.0), dice.vector(0.3), dice.vector(15.0));
    format!(
        "space spatial
gravity (0, 0, -9.81) m/s^2
material st {{ density = 1000 kg/m^3; friction = {rubs:.4}; restitution = {bounces:.4} }}
obstacle floor = {under} {{ material = st }}
primitive k {{ shape = {shape}; material = st }}
part p = k() at (0, 0, {height:.3}) mm turned {turn:.4} deg about {axis} moving {moving} m/s spinning {spinning} rad/s
contacts all
run 0.4 s
"
    )
}

fn stay_apart(kind: &str, on_block: bool, seeds: &[u64]) {
    for &seed in seeds {
        let text = drop_of(kind, on_block, seed);
        let settings = Settings { max_steps: Some(20_000), ..Settings::default() };
        let run = simulate(Scene::text("drop", &text), &settings)
            .unwrap_or_else(|e| panic!("{kind} {on_block} {seed}: {e}\n{text}"));
        assert!(run.outcome.doubts.is_empty(), "{kind} {on_block} {seed}: {:?}\n{text}", run.outcome.doubts);
    }
}

#[test]
fn spheres_and_boxes_stay_apart() {
    for on_block in [false, true] {
        stay_apart("sphere", on_block, &[0, 1]);
        stay_apart("box", on_block, &[0, 1]);
    }
}

/// On the block those that went in while their rim came flat, or left its face, on the way.
#[test]
fn cylinders_stay_apart() {
    stay_apart("cylinder", false, &[0, 1, 2]);
    stay_apart("cylinder", true, &[25, 77, 104, 177, 231, 239, 382]);
}

/// 212 rolls over an edge from its round end onto its side.
#[test]
fn capsules_stay_apart() {
    stay_apart("capsule", false, &[0, 1, 2]);
    stay_apart("capsule", true, &[0, 1, 212]);
}

#[test]
fn cones_stay_apart() {
    stay_apart("cone", false, &[0, 1, 2]);
    stay_apart("cone", true, &[0, 1, 2]);
}

#[test]
fn ellipsoids_stay_apart() {
    stay_apart("ellipsoid", false, &[0, 1, 2]);
    stay_apart("ellipsoid", true, &[0, 1, 2]);
}

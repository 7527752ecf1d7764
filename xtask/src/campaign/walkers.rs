//! Walkers: bodies on legs that drives swing, and passive ones that go down a slope; some have knees.

use super::dice::{Dice, rounded};
use super::pieces::Scene;
use super::plane::direction;

/// Lengths of a leg.
struct Leg {
    thigh: f64,
    shank: f64,
    /// half of its width, and radius of its foot
    thick: f64,
    knee: bool,
}

impl Leg {
    fn new(dice: &mut Dice) -> Self {
        let (thigh, shank) = (dice.length(0.05, 0.4), dice.between(0.8, 1.2));
        let shank = rounded(thigh * shank, 4);
        Self { thigh, shank, thick: rounded(thigh * dice.between(0.05, 0.12), 4), knee: dice.chance(0.5) }
    }

    /// From the hip to the floor when it is straight.
    fn height(&self) -> f64 {
        self.thigh + self.shank + self.thick
    }

    /// Its parts, hanging down from a point; what holds its knee, if it has one; what the floor meets.
    fn written(&self, dice: &mut Dice, scene: &mut Scene, name: &str, knee: &str) -> Vec<String> {
        let Self { thigh, shank, thick, .. } = self;
        let mass = rounded(thigh * thigh * dice.between(5.0, 30.0), 5);
        if !self.knee {
            let long = rounded(thigh + shank, 4);
            scene.part(name, &format!("capsule((0, 0) m, (0, {}) m, {thick} m)", -long), mass, "", "");
            return vec![name.to_owned()];
        }
        let low = format!("point low = (0, {}) m", -thigh);
        scene.part(name, &format!("rect(({}, {}) m, ({thick}, 0) m)", -thick, -thigh), mass, &low, "");
        let foot = format!("{name}_shank");
        scene.part(&foot, &format!("capsule((0, 0) m, (0, {}) m, {thick} m)", -shank), rounded(0.7 * mass, 5), "", "");
        scene.add(&format!("joint {name}_knee = revolute({name}.low, {foot}.origin) {knee}"));
        vec![name.to_owned(), foot]
    }
}

/// One scene.
pub fn scene(dice: &mut Dice) -> String {
    let mut scene = Scene::new();
    let leg = Leg::new(dice);
    scene.add("obstacle floor = halfplane((0, 0) m, (0, 1))");
    let friction = dice.between(0.1, 0.9);
    let restitution = if dice.chance(0.6) { 0.0 } else { dice.between(0.05, 0.5) };
    let feet = if dice.chance(0.5) { driven(dice, &mut scene, &leg) } else { passive(dice, &mut scene, &leg) };
    for foot in feet {
        scene.add(&format!("contact {foot}, floor {{ friction = {friction}; restitution = {restitution} }}"));
    }
    scene.run_for(dice.pick(&[1.0, 1.5]))
}

/// A body whose hips are turned to and fro.
fn driven(dice: &mut Dice, scene: &mut Scene, leg: &Leg) -> Vec<String> {
    scene.falls();
    let (wide, high) =
        (rounded(leg.height() * dice.between(0.6, 1.4), 4), rounded(leg.thigh * dice.between(0.2, 0.6), 4));
    let legs = dice.count(2, 4);
    let hip = |i: usize| rounded(wide * (0.8 * i as f64 / (legs - 1) as f64 - 0.4), 4);
    let points: Vec<String> = (0..legs).map(|i| format!("point h{i} = ({}, {}) m", hip(i), -0.5 * high)).collect();
    let up = rounded(leg.height() + 0.5 * high + dice.gap(0.5, 0.0005, 0.01), 6);
    let mass = rounded(wide * wide * dice.between(5.0, 30.0), 4);
    scene.part("torso", &format!("rect({wide} m, {high} m)"), mass, &points.join("; "), &format!("at (0, {up}) m"));
    let stiff = mass * leg.height() * dice.between(2.0, 30.0);
    let knee = format!(
        "{{ stiffness = {} N*m/rad; damping = {} N*m*s/rad }}",
        rounded(stiff, 4),
        rounded(stiff * dice.between(0.003, 0.03), 5)
    );
    let (swing, rate) = (dice.degrees(8.0, 35.0), dice.between(3.0, 12.0));
    let limit = if dice.chance(0.4) {
        format!(" {{ limit = {} N*m }}", rounded(mass * leg.height() * dice.between(3.0, 20.0), 4))
    } else {
        String::new()
    };
    let mut feet = vec!["torso".to_owned()];
    for i in 0..legs {
        let name = format!("leg{i}");
        feet.extend(leg.written(dice, scene, &name, &knee));
        scene.add(&format!("joint hip{i} = revolute(torso.h{i}, {name}.origin)"));
        let phase = rounded(180.0 * i as f64, 1);
        scene.add(&format!(
            "drive hip{i} angle = {swing} deg * sin({rate} rad/s * t + {phase} deg) * smoothstep(t, 0 s, 0.3 s){limit}"
        ));
    }
    feet
}

/// Two legs on one hip, one before and one behind, on a slope that gravity makes.
fn passive(dice: &mut Dice, scene: &mut Scene, leg: &Leg) -> Vec<String> {
    let [x, y] = direction(dice.degrees(-90.0, -82.0)).map(|c| rounded(9.81 * c, 6));
    scene.add(&format!("gravity ({x}, {y}) m/s^2"));
    let apart = dice.degrees(5.0, 25.0);
    let mass = rounded(leg.thigh * leg.thigh * dice.between(20.0, 100.0), 4);
    let straight = leg.thigh + leg.shank;
    let up = straight * libm::cos(apart.to_radians()) + leg.thick + dice.gap(0.3, 0.0, 0.003) + 1e-4;
    let speed = rounded(libm::sqrt(9.81 * straight) * dice.between(0.0, 0.4), 4);
    let place = format!("at (0, {}) m moving ({speed}, 0) m/s", rounded(up, 6));
    scene.part("hip", &format!("disc({} m)", rounded(0.3 * leg.thigh, 4)), mass, "", &place);
    // it bends back only
    let knee = format!(
        "{{ limits = (-120, 0) deg; damping = {} N*m*s/rad }}",
        rounded(mass * straight * dice.between(0.001, 0.05), 6)
    );
    let mut feet = vec!["hip".to_owned()];
    for (name, angle) in [("before", apart), ("behind", -apart)] {
        feet.extend(leg.written(dice, scene, name, &knee));
        scene.add(&format!("joint at_{name} = revolute(hip.origin, {name}.origin)"));
        scene.add(&format!("start at_{name} = {angle} deg"));
        if leg.knee {
            scene.add(&format!("start {name}_knee = 0 deg"));
        }
    }
    feet
}

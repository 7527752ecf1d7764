//! Anchor escapements: a wheel under a torque pushes two pallets aside in turn; a pendulum or a bar with weights beats.

use super::dice::{Dice, rounded};
use super::outline::Outline;
use super::pieces::Scene;
use super::plane::{Point, ahead, written};

/// One scene.
pub fn scene(dice: &mut Dice) -> String {
    let mut scene = Scene::new();
    let radius = dice.length(0.015, 0.08);
    let (teeth, spanned) = dice.pick(&[(12, 2.5), (12, 2.5), (12, 1.5), (10, 2.5), (15, 3.5), (15, 2.5)]);
    let half_span = 180.0 / f64::from(teeth) * spanned;
    let [sin, cos] = [libm::sin(half_span.to_radians()), libm::cos(half_span.to_radians())];
    // the arms are tangents of the wheel
    let arm = sin / cos;
    let pivot = [0.0, rounded(radius / cos, 6)];
    let wheel = wheel(dice, teeth).scaled(radius);
    let anchor = anchor(dice, teeth, arm, half_span).scaled(radius);
    let size = (radius / 0.05) * (radius / 0.05);
    scene.part("wheel", &wheel.written(), rounded(size * dice.between(0.03, 0.12), 5), "", "");
    scene.part("anchor", &anchor.written(), rounded(size * dice.between(0.02, 0.06), 5), "", "");

    let (turned, leaning) = clear(dice, &wheel, &anchor, pivot, teeth);
    let torque = size * radius / 0.05 * dice.between(0.003, 0.02);
    scene.add("joint axle = revolute(ground (0, 0) m, wheel.origin)");
    scene.add(&format!("start axle = {turned} deg rate 0 rad/s"));
    scene.add(&format!("torque weight on wheel = {} N*m", -rounded(torque, 7)));
    let damping = format!(" {{ damping = {} N*m*s/rad }}", rounded(torque * dice.between(0.02, 0.9), 8));
    scene.add(&format!("joint pivot = revolute(ground {}, anchor.origin){damping}", written(pivot)));
    scene.add(&format!("start pivot = {leaning} deg rate 0 rad/s"));
    if dice.chance(0.5) {
        scene.falls();
        let long = radius * dice.between(3.0, 6.0);
        let bob = Outline::disc([0.0, -long], 0.4 * radius);
        scene.part("bob", &bob.written(), rounded(size * dice.between(0.2, 2.0), 4), "", "");
    } else {
        let bar = Outline::rect([-1.4 * radius, -0.05 * radius], [1.4 * radius, 0.05 * radius]);
        scene.part("bob", &bar.written(), rounded(size * dice.between(0.05, 0.4), 4), "", "");
    }
    scene.add("joint crutch = weld(anchor.origin, bob.origin)");
    let restitution = if dice.chance(0.5) { 0.0 } else { dice.between(0.05, 0.5) };
    let friction = if dice.chance(0.2) { 0.0 } else { dice.between(0.0, 0.25) };
    scene.add(&format!("contact wheel, anchor {{ friction = {friction}; restitution = {restitution} }}"));
    scene.run_for(dice.pick(&[1.0, 1.5, 2.0]))
}

/// Of radius 1.
fn wheel(dice: &mut Dice, teeth: i32) -> Outline {
    let pitch = 12.0 / f64::from(teeth);
    let rim: Vec<Point> = (0..8).map(|i| ahead([0.0, 0.0], 45.0 * f64::from(i), 0.68)).collect();
    let lean = dice.between(-0.09, -0.03);
    let tooth = Outline::polygon(&[[0.58, lean * pitch], [1.0, 0.0], [1.0, 0.02 * pitch], [0.58, 0.2 * pitch]]);
    let at = |i: i32| tooth.placed([0.0, 0.0], 360.0 / f64::from(teeth) * f64::from(i));
    (0..teeth).fold(Outline::polygon(&rim), |all, i| all.and(&at(i)))
}

/// Two pallets where its arms end, for a wheel of radius 1.
fn anchor(dice: &mut Dice, teeth: i32, arm: f64, half_span: f64) -> Outline {
    let pitch = 12.0 / f64::from(teeth);
    let deep = 0.07 * pitch * dice.between(0.8, 1.3);
    let pallet = [[0.1, -deep], [0.15, 0.1], [0.0, 0.3], [-0.24, 0.3], [-0.32, 0.224]].map(|[x, y]| [x * pitch, y]);
    let side = |out: f64, degrees: f64| {
        let moved = pallet.map(|[x, y]| [x + out, y]);
        Outline::polygon(&moved).placed([0.0, 0.0], degrees)
    };
    let beam = |corners: [Point; 4], degrees: f64| Outline::polygon(&corners).placed([0.0, 0.0], degrees);
    side(-arm, half_span)
        .and(&side(arm, -half_span))
        .and(&beam([[-arm - 0.16, 0.2], [0.0, -0.06], [0.04, 0.08], [-arm - 0.1, 0.3]], half_span))
        .and(&beam([[arm - 0.16, 0.2], [arm - 0.12, 0.3], [-0.04, 0.08], [0.0, -0.06]], -half_span))
}

/// Angles of wheel and anchor, in degrees, at which they do not touch: the anchor leans so far that one of its pallets is
/// out of the wheel, and a little more.
fn clear(dice: &mut Dice, wheel: &Outline, anchor: &Outline, pivot: Point, teeth: i32) -> (f64, f64) {
    let side = dice.signed(1.0);
    let away = |turned: f64, leaning: f64| wheel.placed([0.0, 0.0], turned).gap(&anchor.placed(pivot, leaning));
    let least = 1e-4;
    for _ in 0..200 {
        let turned = dice.degrees(0.0, 360.0 / f64::from(teeth));
        let leaning = side * dice.degrees(2.0, 12.0);
        if away(turned, leaning) > least {
            return (turned, leaning);
        }
    }
    // a quarter turn and more takes the anchor out of reach
    (0.0, 120.0)
}

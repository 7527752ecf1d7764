//! Cams of any outline that turn under a follower with a flat, sharp or round tip, on a slide or a lever, pressed on by a
//! spring or by its weight.

use super::dice::{Dice, rounded};
use super::outline::{Outline, closest};
use super::pieces::{Scene, block, hinge_friction, load, rail_friction, rubs};
use super::plane::{ahead, direction, written};
use super::spun::{Spun, turned};

/// What touches the cam.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tip {
    Flat,
    Knife,
    Round,
}

/// What presses the follower on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pressed {
    Spring,
    Weight,
}

/// A cam and how much it pushes sideways.
struct Cam {
    outline: Outline,
    smooth: bool,
}

/// One scene.
pub fn scene(dice: &mut Dice) -> String {
    let mut scene = Scene::new();
    let size = dice.length(0.01, 0.05);
    let cam = cam(dice, size);
    scene.part("cam", &cam.outline.written(), dice.between(0.1, 1.0), "", "");
    let pressed = dice.pick(&[Pressed::Spring, Pressed::Spring, Pressed::Weight]);
    if pressed == Pressed::Weight {
        scene.falls();
    }
    let tip = dice.pick(&[Tip::Flat, Tip::Knife, Tip::Round]);
    let begins = dice.degrees(-180.0, 180.0);
    // a motion that nothing can hold up is only for followers that can always give way
    let held = !cam.smooth && tip != Tip::Flat;
    let how = dice.pick(&[Spun::Prescribed, Spun::Limited, Spun::Free, Spun::Loaded]);
    let how = if held && how == Spun::Prescribed { Spun::Limited } else { how };
    let touch = rubs(dice, if how == Spun::Prescribed { 0.35 } else { 0.9 });
    let options = if how == Spun::Prescribed { Vec::new() } else { hinge_friction(dice, 0.02) };
    scene.add(&format!("joint shaft = revolute(ground (0, 0) m, cam.origin){}", block(&options)));
    turned(dice, &mut scene, "shaft", begins, how, 20.0 * size);
    let placed = cam.outline.placed([0.0, 0.0], begins);
    if dice.chance(0.6) {
        slide(dice, &mut scene, &placed, size, tip, pressed, how);
    } else {
        lever(dice, &mut scene, &placed, tip, pressed);
    }
    scene.add(&format!("contact cam, follower{touch}"));
    scene.run_for(dice.pick(&[0.5, 1.0, 1.5]))
}

fn cam(dice: &mut Dice, size: f64) -> Cam {
    match dice.index(4) {
        0 => {
            // corners on a circle: convex
            let (n, off) = (dice.count(3, 8), dice.between(0.0, 0.2) * size);
            let angle = |dice: &mut Dice, i: usize| 360.0 / n as f64 * (i as f64 + dice.between(-0.1, 0.1));
            let corners: Vec<_> = (0..n).map(|i| ahead([off, 0.0], angle(dice, i), size)).collect();
            Cam { outline: Outline::polygon(&corners), smooth: n > 5 }
        }
        1 => Cam { outline: Outline::disc([dice.between(0.1, 0.5) * size, 0.0], size), smooth: true },
        2 => egg(dice, size),
        _ => {
            let long = dice.between(0.3, 1.5);
            let [from, to] = [-dice.between(0.0, 0.5), long].map(|x| x * size);
            Cam { outline: Outline::bar([from, 0.0], [to, 0.0], rounded(0.8 * size, 4)), smooth: long < 0.8 }
        }
    }
}

/// Two discs and the tangents of both, with many corners.
fn egg(dice: &mut Dice, size: f64) -> Cam {
    let small = size * dice.between(0.3, 0.7);
    let away = size * dice.between(0.8, 1.1);
    let tangent = libm::acos((size - small) / away).to_degrees();
    let fine = dice.count(4, 20);
    let arc = |center: f64, radius: f64, from: f64, to: f64| {
        (0..=fine).map(move |i| ahead([center, 0.0], from + (to - from) * i as f64 / fine as f64, radius))
    };
    let corners: Vec<_> = arc(away, small, -tangent, tangent).chain(arc(0.0, size, tangent, 360.0 - tangent)).collect();
    Cam { outline: Outline::polygon(&corners), smooth: true }
}

/// A follower that moves away from the shaft on a straight line; drawn along x, its tip at the origin.
fn slide(dice: &mut Dice, scene: &mut Scene, cam: &Outline, size: f64, tip: Tip, pressed: Pressed, how: Spun) {
    let half = match tip {
        Tip::Flat => rounded(2.5 * size, 4),
        _ => rounded(size * dice.between(0.1, 0.3), 4),
    };
    let outline = match tip {
        Tip::Flat => Outline::rect([0.0, -half], [rounded(0.4 * size, 4), half]),
        Tip::Knife => Outline::polygon(&[
            [0.0, 0.0],
            [2.0 * half, -half],
            [6.0 * half, -half],
            [6.0 * half, half],
            [2.0 * half, half],
        ]),
        Tip::Round => Outline::bar([half, 0.0], [6.0 * half, 0.0], half),
    };
    let mass = dice.between(0.05, 1.0);
    scene.part("follower", &outline.written(), mass, "", "");
    let way = if pressed == Pressed::Weight { 90.0 } else { dice.degrees(-180.0, 180.0) };
    let aside = if how == Spun::Prescribed || dice.chance(0.5) { 0.0 } else { dice.between(-0.3, 0.3) * size };
    let foot = ahead([0.0, 0.0], way + 90.0, aside);
    let least = 1e-4 + dice.gap(0.5, 0.0, 0.005);
    let at = |travel: f64| {
        let [x, y] = direction(way);
        cam.gap(&outline.placed([foot[0] + travel * x, foot[1] + travel * y], way))
    };
    let travel = closest(4.0 * size + 0.01, -1e-4, 4000, least, at);
    let mut options = if how == Spun::Prescribed { Vec::new() } else { rail_friction(dice) };
    if pressed == Pressed::Spring {
        let preload = rounded(size * dice.between(0.5, 3.0), 4);
        options.push(format!("stiffness = {} N/m", rounded(mass * dice.between(10.0, 100.0) / preload, 2)));
        options.push(format!("rest = {} m", rounded(travel - preload, 4)));
        if dice.chance(0.5) {
            options.push(format!("damping = {} N*s/m", dice.between(0.1, 3.0)));
        }
    }
    let ground = format!("ground({}, angle = {way} deg)", written(foot));
    scene.add(&format!("joint guide = prismatic({ground}, follower.origin){}", block(&options)));
    scene.add(&format!("start guide = {travel} m rate 0 m/s"));
    if pressed == Pressed::Spring && dice.chance(0.2) {
        let [x, y] = direction(way).map(|c| rounded(c, 6));
        let law = load(dice, "N", 3.0 * mass);
        scene.add(&format!("force push on follower = (({law})*{x}, ({law})*{y})"));
    }
}

/// A follower that turns about a pin beside the cam and lies on it; drawn along x, its tip below.
fn lever(dice: &mut Dice, scene: &mut Scene, cam: &Outline, tip: Tip, pressed: Pressed) {
    let reach = cam.reach();
    let thin = rounded(reach * dice.between(0.08, 0.15), 4);
    let away = rounded(reach * dice.between(1.3, 1.9), 4);
    let arm = Outline::rect([0.0, -thin], [rounded(away + 1.2 * reach, 4), thin]);
    let drop = rounded(reach * dice.between(0.2, 0.5), 4);
    let outline = match tip {
        Tip::Flat => arm,
        Tip::Knife => arm.and(&Outline::polygon(&[[away - thin, 0.0], [away, -drop - thin], [away + thin, 0.0]])),
        Tip::Round => {
            // a roller just below the arm: outlines with curves must not meet
            arm.and(&Outline::disc([away, -thin - 0.5 * drop - 2e-4], 0.5 * drop))
        }
    };
    let mass = dice.between(0.05, 0.6);
    scene.part("follower", &outline.written(), mass, "", "");
    let pin = [-away, rounded(reach * dice.between(0.0, 0.6), 4)];
    let least = 1e-4 + dice.gap(0.5, 0.0, 0.003);
    let angle = closest(88.0, -0.1, 1400, least, |angle| cam.gap(&outline.placed(pin, angle)));
    let mut options = hinge_friction(dice, 0.02 * mass * reach);
    options.push("limits = (-80, 89) deg".to_owned());
    if pressed == Pressed::Spring {
        let preload = dice.degrees(10.0, 90.0);
        let torque = mass * dice.between(10.0, 80.0) * reach;
        options.push(format!("stiffness = {} N*m/rad", rounded(torque / preload.to_radians(), 6)));
        options.push(format!("rest = {} deg", rounded(angle - preload, 1)));
    }
    scene.add(&format!("joint pin = revolute(ground {}, follower.origin){}", written(pin), block(&options)));
    scene.add(&format!("start pin = {angle} deg rate 0 rad/s"));
}

//! Hands: what they pull moves as mechanics says, and their work is in the ledger.

use crate::{on, open};
use mainspring_live::{Grab, Live, LiveError, LiveOptions};
use mainspring_workbench::{Scene, Settings};

fn grab(body: &str, point: [f64; 3], stiffness: f64, damping: f64) -> Grab {
    Grab { body: body.to_owned(), point, stiffness: Some(stiffness), damping: Some(damping) }
}

#[test]
fn a_mass_on_a_hand_swings_as_a_spring_and_a_mass_do() {
    let mut live = open("space planar\nmass m = 2 kg at (0, 0) m");
    let hand = live.grab(grab("m", [0.0; 3], 50.0, 0.0)).unwrap();
    live.drag(hand, [0.1, 0.0, 0.0], [0.0; 3]).unwrap();
    let omega = 5.0_f64;
    for k in 1..=60 {
        let t = f64::from(k) / 60.0;
        live.steer(t, &mut on()).unwrap();
        let x = 0.1 * (1.0 - libm::cos(omega * t));
        let read = live.read("m.position.x").unwrap();
        assert!((read.values[0] - x).abs() < 1e-9, "{t}: {} for {x}", read.values[0]);
        let force = live.grab_force(hand).unwrap();
        assert!((force[0] - 50.0 * (0.1 - x)).abs() < 1e-6, "{t}: {force:?}");
        let speed = 0.1 * omega * libm::sin(omega * t);
        let work = live.read("energy.work").unwrap().values[0];
        assert!((work - speed * speed).abs() < 1e-8, "{t}: {work}");
    }
    assert!(live.ledger().relative < 1e-7, "{:?}", live.ledger());
}

#[test]
fn a_hand_that_moves_on_leads_its_part() {
    // a damped hand at constant speed: the part comes to that speed, k (X − x) to nothing
    let mut live = open("space planar\nmass m = 1 kg at (0, 0) m");
    let hand = live.grab(grab("m", [0.0; 3], 400.0, 40.0)).unwrap();
    live.drag(hand, [0.0; 3], [0.3, -0.2, 0.0]).unwrap();
    live.play(1.0, &mut on()).unwrap();
    let v = live.read("m.velocity").unwrap().values;
    assert!((v[0] - 0.3).abs() < 1e-7 && (v[1] + 0.2).abs() < 1e-7, "{v:?}");
    let force = live.grab_force(hand).unwrap();
    assert!(force[0].abs() < 1e-4 && force[1].abs() < 1e-4, "{force:?}");
    // let go, it keeps what it has
    live.release(hand).unwrap();
    live.play(2.0, &mut on()).unwrap();
    let v = live.read("m.velocity").unwrap().values;
    assert!((v[0] - 0.3).abs() < 1e-7 && (v[1] + 0.2).abs() < 1e-7, "{v:?}");
    assert!(live.ledger().relative < 1e-7);
}

const BLOCK: &str = "space planar
gravity (0, -10) m/s^2
material wood { density = 500 kg/m^3; thickness = 10 cm; friction = 0.5; restitution = 0 }
obstacle floor = halfplane((0, 0) m, (0, 1)) { material = wood }
primitive block { shape = rect(20 cm, 10 cm); material = wood }
part b = block() at (0, 5) cm
contacts all";

#[test]
fn a_block_held_by_friction_and_pulled_past_its_limit_moves() {
    // 1 kg: friction holds 5 N
    let mut live = open(BLOCK);
    let weight = 10.0;
    live.steer(0.1, &mut on()).unwrap();
    let hand = live.grab(grab("b", [0.0, 0.05, 0.0], 100.0, 0.0)).unwrap();
    for (pull, moves) in [(0.3, false), (0.45, false), (0.9, true)] {
        let now = live.time();
        live.drag(hand, [pull * weight / 100.0, 0.05, 0.0], [0.0; 3]).unwrap();
        live.steer(now + 0.05, &mut on()).unwrap();
        let x = live.read("b.position.x").unwrap().values[0];
        if moves {
            // a = 0.4 g at first, a twentieth of a second long, with ω = 10/s
            let (a, w) = (0.4 * weight, 10.0_f64);
            let exact = a / 100.0 * (1.0 - libm::cos(w * 0.05));
            assert!((x - exact).abs() < 1e-8, "{x} for {exact}");
        } else {
            assert!(x.abs() < 1e-12, "{x}");
        }
    }
    assert!(live.ledger().relative < 1e-6, "{:?}", live.ledger());
}

#[test]
fn what_is_stepped_is_pulled_too() {
    let mut live = open(&BLOCK.replacen("space planar", "space planar\nmethod stepping", 1));
    let hand = live.grab(grab("b", [0.0, 0.05, 0.0], 100.0, 0.0)).unwrap();
    live.drag(hand, [0.03, 0.05, 0.0], [0.0; 3]).unwrap();
    live.steer(0.2, &mut on()).unwrap();
    assert!(live.read("b.position.x").unwrap().values[0].abs() < 1e-9);
    live.drag(hand, [0.2, 0.05, 0.0], [0.0; 3]).unwrap();
    live.steer(0.4, &mut on()).unwrap();
    assert!(live.read("b.position.x").unwrap().values[0] > 0.05);
}

#[test]
fn a_part_of_a_linkage_and_one_in_space_can_be_taken_hold_of() {
    for (name, body, point) in [("four_bar", "coupler", [0.0; 3]), ("spinning_top", "top", [0.0, 0.0, 0.05])] {
        let mut live = Live::open(&crate::gallery_scene(name), &Settings::default(), LiveOptions::default()).unwrap();
        let body = live
            .model()
            .bodies
            .iter()
            .find(|b| b.path.ends_with(body))
            .or_else(|| live.model().bodies.iter().find(|b| b.kind == mainspring_workbench::model::BodyKind::Rigid))
            .unwrap()
            .path
            .clone();
        live.steer(0.05, &mut on()).unwrap();
        let hand = live.grab(Grab { body: body.clone(), point, stiffness: None, damping: None }).unwrap();
        for k in 1..=12 {
            let t = 0.05 + f64::from(k) / 60.0;
            live.drag(hand, [point[0] + 0.001 * f64::from(k), point[1], point[2]], [0.06, 0.0, 0.0]).unwrap();
            live.steer(t, &mut on()).unwrap();
        }
        let force = live.grab_force(hand).unwrap();
        assert!(force.iter().all(|x| x.is_finite()) && force != [0.0; 3], "{name}: {force:?}");
        assert!(live.ledger().relative < 1e-6, "{name}: {:?}", live.ledger());
        let scene = crate::gallery_scene(name);
        let mut again = Live::replay(&scene, &Settings::default(), LiveOptions::default(), live.log()).unwrap();
        assert_eq!(again.hash(), live.hash(), "{name}");
    }
}

#[test]
fn mistakes_are_told_and_change_nothing() {
    let mut live = open("space planar\nmass bob = 1 kg at (0, 0) m");
    let wrong = live.grab(grab("bop", [0.0; 3], 1.0, 0.0)).unwrap_err();
    assert_eq!(wrong.to_string(), "no part `bop` can be taken hold of; did you mean `bob`?");
    assert!(matches!(live.grab(grab("bob", [f64::NAN, 0.0, 0.0], 1.0, 0.0)), Err(LiveError::Number { .. })));
    let wrong = live.grab(grab("bob", [0.0; 3], -1.0, 0.0)).unwrap_err();
    assert_eq!(wrong.to_string(), "stiffness is -1: a finite number, not below 0, is needed");
    assert!(matches!(live.drag(1, [0.0; 3], [0.0; 3]), Err(LiveError::NoHand(1))));
    let hand = live.grab(grab("bob", [0.0; 3], 1.0, 0.0)).unwrap();
    live.release(hand).unwrap();
    assert!(matches!(live.release(hand), Err(LiveError::NoHand(_))));
    assert!(matches!(live.play(f64::NAN, &mut on()), Err(LiveError::Number { .. })));
    assert!(live.read("bob.positon.x").is_err() && live.read("1 +").is_err());
    assert!(matches!(live.seek(5.0), Err(LiveError::Outside { .. })));
    let sweep = Scene::from("space planar\nmethod sweep");
    assert!(Live::open(&sweep, &Settings::default(), LiveOptions::default()).is_err());
    assert_eq!(live.log().len(), 2);
}

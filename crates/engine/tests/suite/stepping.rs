//! Contacts of a whole step taken together: against closed forms and contact by event, with the orders to be expected.

use crate::support;

use mainspring_dynamics::assemble;
use mainspring_engine::{Engine, Options, RunError};
use mainspring_record::Memory;
use mainspring_trust::{Against::OtherWay, case, largest};
use std::sync::Arc;
use support::{column, last, model_of, run_solids, written_out};

/// Steps, s: each half the one before.
const STEPS: [f64; 3] = [2e-3, 1e-3, 0.5e-3];

const FLOOR: &str = "space planar\ngravity (0, -9.81) m/s^2\nobstacle floor = halfplane((0, 0) m, (0, 1))\n";

/// Errors of a column at the end, one a step.
fn errors(scene: &str, name: &str, answer: f64) -> [f64; 3] {
    STEPS.map(|h| {
        let text = format!("{scene}\nmethod stepping {{ step = {h} s }}\nrecord {name}\n");
        (last(&run_solids(&text).1, name) - answer).abs()
    })
}

#[test]
fn what_touches_nothing_flies_exactly() {
    let scene = format!("{FLOOR}solid ball = disc(5 cm); 1 kg at (0, 2 m) moving (1, 3) m/s\ncontacts all\nrun 0.6 s");
    let height = 2.0 + 3.0 * 0.6 - 0.5 * 9.81 * 0.36;
    for error in errors(&scene, "ball.position.y", height) {
        assert!(error < 1e-12, "{error}");
    }
}

#[test]
fn a_block_stops_where_friction_stops_it_and_stays() {
    let scene = format!(
        "{FLOOR}solid block = rect(10 cm, 10 cm); 1 kg at (0, 5 cm) moving (1, 0) m/s
contact block, floor {{ friction = 0.5 }}
run 1 s every 0.1 s
method stepping {{ step = 1 ms }}
record block.position.x, block.velocity.x, contact(block, floor).normal_force, contact(block, floor).mode"
    );
    let memory = run_solids(&scene).1;
    let stop = 1.0 / (2.0 * 0.5 * 9.81);
    assert!((last(&memory, "block.position.x") - stop).abs() < 1e-3);
    assert!(last(&memory, "block.velocity.x").abs() < 1e-9);
    assert!((last(&memory, "contact(block, floor).normal_force") - 9.81).abs() < 1e-6);
    assert!(last(&memory, "contact(block, floor).mode") == 1.0);
    let held: Vec<f64> = column(&memory, "block.position.x").into_iter().rev().take(4).collect();
    assert!(held.iter().all(|x| (x - held[0]).abs() < 1e-9), "{held:?}");
}

#[test]
fn a_ball_bounces_as_high_as_restitution_says() {
    let scene = format!(
        "{FLOOR}solid ball = disc(5 cm); 1 kg at (0, 105 cm)
contact ball, floor {{ restitution = 0.8 }}
run 0.8 s"
    );
    // falls 1 m, rises with 0.8 of its speed
    let (speed, fall) = ((2.0 * 9.81_f64).sqrt(), (2.0 / 9.81_f64).sqrt());
    let after = 0.8 - fall;
    let answer = 0.05 + 0.8 * speed * after - 0.5 * 9.81 * after * after;
    for (error, h) in errors(&scene, "ball.position.y", answer).iter().zip(STEPS) {
        assert!(*error < 2.0 * speed * h, "{error} with steps of {h} s");
    }
}

#[test]
fn a_box_that_tips_over_goes_where_events_take_it_with_order_one() {
    let scene = format!(
        "{FLOOR}solid box = rect(10 cm, 20 cm); 1 kg at (0, 13 cm) turned 50 deg
contact box, floor {{ friction = 0.9 }}
run 0.2 s"
    );
    let by_event = last(&run_solids(&format!("{scene}\nrecord box.angle\n")).1, "box.angle");
    let e = errors(&scene, "box.angle", by_event);
    let off = largest([e[0] / e[1], e[1] / e[2]].map(|ratio| libm::log2(ratio) - 1.0));
    case!(
        "contact in steps",
        "order of convergence of a box that strikes and tips",
        OtherWay,
        "the same scene by event"
    )
    .answer(1.0, "1")
    .off(off, 0.1);
    assert!(e[2] < 1e-3, "{e:?}");
}

#[test]
fn a_stack_neither_creeps_nor_sinks() {
    let boxes: String = (0..20).map(|i| format!("part b{i} = brick() at (0, {} cm)\n", 5 + 10 * i)).collect();
    let scene = format!(
        "{FLOOR}primitive brick {{ shape = rect(10 cm, 10 cm); mass = 1 kg; friction = 0.5 }}
{boxes}contacts all\nrun 1 s every 0.1 s\nmethod stepping
record b19.position.y, b19.velocity.y, b0.velocity.y, contact(b0, floor).normal_force, contact(b9, b10).gap"
    );
    let (outcome, memory) = run_solids(&scene);
    assert!(outcome.doubts.is_empty(), "{:?}", outcome.doubts);
    assert!((last(&memory, "b19.position.y") - 1.95).abs() < 1e-7);
    for name in ["b19.velocity.y", "b0.velocity.y"] {
        assert!(last(&memory, name).abs() < 1e-9, "{name} {}", last(&memory, name));
    }
    assert!((last(&memory, "contact(b0, floor).normal_force") - 20.0 * 9.81).abs() < 1e-4);
    assert!(last(&memory, "contact(b9, b10).gap") > -1e-7);
    assert!(outcome.ledger.lost > -1e-9);
}

#[test]
fn a_chain_falls_over_a_peg_on_its_joints() {
    let scene = format!(
        "{FLOOR}obstacle peg = disc(3 cm) at (3, 10) cm
primitive link {{ shape = rect(4 cm, 1 cm); mass = 100 g; point a = (-2, 0) cm; point b = (2, 0) cm }}
for i in 0..8 {{ part k[i] = link() at (4*i - 10, 20) cm }}
for i in 1..8 {{ joint j[i] = revolute(k[i - 1].b, k[i].a) }}
contacts all
run 0.6 s every 0.1 s
method stepping"
    );
    let (outcome, _) = run_solids(&scene);
    assert!(outcome.doubts.is_empty(), "{:?}", outcome.doubts);
    assert!(outcome.drift_at_steps.position < 1e-9 && outcome.ledger.lost > 0.0);
    assert!(outcome.ledger.residual.abs() < 1e-3 * outcome.ledger.scale, "{:?}", outcome.ledger);
}

#[test]
fn what_is_not_stepped_is_refused_by_name() {
    let refused = |rest: &str, run: &str| {
        let text =
            format!("space planar\nsolid a = disc(5 cm); 1 kg at (0, 1 m)\n{rest}\nmethod stepping\nrun 0.1 s{run}\n");
        let assembled = assemble(&Arc::new(model_of(&written_out(&text)))).expect("it assembles");
        match Engine::new(assembled, Options::default()) {
            Err(RunError::NotStepped { path, .. }) => path,
            Err(error) => panic!("{error}"),
            Ok(_) => "nothing".to_owned(),
        }
    };
    assert_eq!(refused("", ""), "nothing");
    assert_eq!(refused("joint j = revolute(ground (0, 1) m, a.center) { friction = 1 N*m }", ""), "nothing");
    assert_eq!(refused("surface { viscous = 2 N*s/m^3; law = viscous }", ""), "surface");
    assert_eq!(refused("", " { integrator = dop853 }"), "run");
}

#[test]
fn a_run_taken_up_again_is_the_run_that_never_stopped() {
    let scene = format!(
        "{FLOOR}solid a = rect(10 cm, 6 cm); 1 kg at (0, 20 cm) turned 20 deg
solid b = disc(5 cm); 1 kg at (2 cm, 40 cm)
contacts all
run 0.5 s every 0.1 s
method stepping
record a.position.x"
    );
    let model = Arc::new(model_of(&written_out(&scene)));
    let fresh = || assemble(&model).expect("it assembles");
    let whole = Engine::new(fresh(), Options::default()).expect("it starts");
    let whole = whole.run(&mut Memory::default(), |_| {}).map_err(|e| e.0).expect("it runs");
    for steps in [40, 120, 200] {
        let mut sink = Memory::default();
        let mut first = Engine::new(fresh(), Options::default()).expect("it starts");
        for _ in 0..steps {
            first.advance(&mut sink).expect("it goes on");
        }
        let second = Engine::resume(fresh(), Options::default(), &first.checkpoint()).expect("the same scene");
        let parts = second.run(&mut sink, |_| {}).map_err(|e| e.0).expect("it runs");
        assert_eq!((whole.hash, whole.ledger), (parts.hash, parts.ledger), "{steps}");
    }
}

#[test]
fn a_drive_does_the_work_that_friction_takes() {
    let scene = format!(
        "{FLOOR}solid pusher = rect(10 cm, 10 cm); 1 kg at (0, 15 cm)
solid block = rect(10 cm, 20 cm); 2 kg at (12 cm, 10 cm)
joint rail = prismatic(ground (0, 15) cm, pusher.center, axis = (1, 0))
drive rail speed = 0.2 m/s
contact pusher, block
contact block, floor {{ friction = 0.3 }}
run 1 s every 0.1 s
method stepping
record block.velocity.x"
    );
    let (outcome, memory) = run_solids(&scene);
    assert!(outcome.doubts.is_empty(), "{:?}", outcome.doubts);
    assert!((last(&memory, "block.velocity.x") - 0.2).abs() < 1e-9);
    // the block begins to move after 2 cm, a tenth of a second; the blow costs as much again as it then has
    let (heat, moves) = (0.3 * 2.0 * 9.81 * 0.2 * 0.9, 0.5 * 2.0 * 0.04);
    let ledger = outcome.ledger;
    assert!((ledger.dissipated - heat).abs() < 0.01 * heat, "{ledger:?}");
    assert!((ledger.work - heat - 2.0 * moves).abs() < 0.01 * heat, "{ledger:?}");
    assert!((ledger.lost - moves).abs() < 0.01 * heat, "{ledger:?}");
}

//! Contacts of a whole step taken together: against closed forms and contact by event, with the orders to be expected.

use crate::support;

use mainspring_engine::RunError;
use mainspring_trust::{
    Against::{ClosedForm, OtherWay},
    case, largest,
};
use support::{column, fail, last, model_of, run_solids, written_out};

/// Steps, s: each half the one before.
const STEPS: [f64; 3] = [4e-3, 2e-3, 1e-3];

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
fn a_block_slides_with_order_one() {
    let scene = format!(
        "{FLOOR}solid block = rect(10 cm, 10 cm); 1 kg at (0, 5 cm) moving (3, 0) m/s
contact block, floor {{ friction = 0.4 }}
run 0.5 s"
    );
    let answer = 3.0 * 0.5 - 0.5 * 0.4 * 9.81 * 0.25;
    let e = errors(&scene, "block.position.x", answer);
    let off = largest([e[0] / e[1], e[1] / e[2]].map(|ratio| libm::log2(ratio) - 1.0));
    case!("contact in steps", "order of convergence of a slide", ClosedForm, "v t − μ g t²/2")
        .answer(1.0, "1")
        .off(off, 0.05);
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
fn a_box_that_tips_over_ends_where_events_take_it() {
    let scene = format!(
        "{FLOOR}solid box = rect(10 cm, 20 cm); 1 kg at (0, 10 cm) spinning -4.6 rad/s
contact box, floor {{ friction = 0.9 }}
run 0.45 s"
    );
    let by_event = last(&run_solids(&format!("{scene}\nrecord box.angle\n")).1, "box.angle");
    let e = errors(&scene, "box.angle", by_event);
    case!("contact in steps", "angle of a box that tips, steps of 1 ms", OtherWay, "the same scene by event")
        .answer(by_event, "rad")
        .off(e[2], 0.02);
    assert!(e[2] < e[0], "{e:?}");
}

#[test]
fn a_stack_neither_creeps_nor_sinks() {
    let boxes: String = (0..20)
        .map(|i| format!("solid b{i} = rect(10 cm, 10 cm); 1 kg at (0, {} cm)\n", 5 + 10 * i))
        .collect();
    let scene = format!(
        "{FLOOR}{boxes}contacts all\nmaterial m {{ friction = 0.5 }}\nrun 1 s every 0.1 s\nmethod stepping
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
    let links: String = (0..8)
        .map(|i| format!("solid k{i} = rect(4 cm, 1 cm); 0.1 kg at ({}, 20) cm\n", 4 * i - 10))
        .collect();
    let joints: String =
        (0..7).map(|i| format!("joint j{i} = revolute(k{i} (2 cm, 0 cm), k{} (-2 cm, 0 cm))\n", i + 1)).collect();
    let scene = format!(
        "{FLOOR}obstacle peg = disc(3 cm) at (3, 10) cm\n{links}{joints}contacts all\nrun 0.6 s every 0.1 s\nmethod stepping"
    );
    let (outcome, _) = run_solids(&scene);
    assert!(outcome.doubts.is_empty(), "{:?}", outcome.doubts);
    assert!(outcome.drift_at_steps.position < 1e-9 && outcome.ledger.lost > 0.0);
    assert!(outcome.ledger.residual.abs() < 1e-3 * outcome.ledger.scale, "{:?}", outcome.ledger);
}

#[test]
fn what_is_not_stepped_is_refused_by_name() {
    let refused = |rest: &str, space: &str| {
        let text = format!("space {space}\nsolid a = disc(5 cm); 1 kg at (0, 1 m)\n{rest}\nmethod stepping\nrun 0.1 s\n");
        match fail(&model_of(&written_out(&text))).0 {
            RunError::NotStepped { path, .. } => path,
            error => panic!("{error}"),
        }
    };
    assert_eq!(refused("joint j = revolute(ground (0, 1) m, a) { friction = 1 N*m }", "planar"), "j");
}

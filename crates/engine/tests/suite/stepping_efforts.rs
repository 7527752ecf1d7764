//! Steps that take contacts together with friction in joints, limited drives, resistance to rolling and stiff loads; and in
//! space.

use crate::support;

use mainspring_trust::{
    Against::{ClosedForm, OtherWay},
    case, largest,
};
use support::{last, run_solids};

const FLOOR: &str = "space planar\ngravity (0, -9.81) m/s^2\nobstacle floor = halfplane((0, 0) m, (0, 1))\n";

#[test]
fn friction_in_a_rail_brakes_and_holds() {
    // 2 N on 1 kg from 1 m/s: at rest after 0.5 s and 0.25 m
    let scene = "space planar
solid block = rect(10 cm, 10 cm); 1 kg at (0, 0) m
joint rail = prismatic(ground (0, 0) m, block.center, axis = (1, 0)) { friction = 2 N }
start rail = 0 m rate 1 m/s
run 1 s every 0.1 s
method stepping { step = 2 ms }
record block.position.x, block.velocity.x, rail.friction";
    let (outcome, memory) = run_solids(scene);
    assert!(outcome.doubts.is_empty(), "{:?}", outcome.doubts);
    let off = (last(&memory, "block.position.x") - 0.25).abs();
    case!("contact in steps", "way of a slider that friction in its rail stops", ClosedForm, "v²/2a")
        .answer(0.25, "m")
        .off(off, 1e-5);
    assert!(last(&memory, "block.velocity.x").abs() < 1e-9);
    assert!((outcome.ledger.dissipated - 0.5).abs() < 1e-3, "{:?}", outcome.ledger);
}

#[test]
fn friction_in_a_pin_goes_with_its_reaction() {
    let scene = "space planar
gravity (0, -9.81) m/s^2
primitive bar { shape = rect(4 cm, 1 m); mass = 1 kg; point top = (0, 50) cm }
part rod = bar()
joint pin = revolute(ground (0, 0) m, rod.top) { friction = 0.3; pin_radius = 5 cm }
start pin = 70 deg
run 1.5 s
record pin.angle";
    let by_event = last(&run_solids(scene).1, "pin.angle");
    let errors = [4e-3, 2e-3, 1e-3].map(|h| {
        let text = format!("{scene}\nmethod stepping {{ step = {h} s }}");
        (last(&run_solids(&text).1, "pin.angle") - by_event).abs()
    });
    assert!(errors[2] < 2e-3 && errors[2] < 0.6 * errors[1] && errors[1] < 0.6 * errors[0], "{errors:?}");
    case!("contact in steps", "swing of a rod with friction in its pin", OtherWay, "by event")
        .answer(by_event, "rad")
        .off(errors[2], 2e-3);
}

#[test]
fn a_drive_pushes_as_hard_as_its_limit_and_no_harder() {
    // 2 kg with a coefficient of 0.5 need 9.81 N
    let moved = |limit: f64| {
        let scene = format!(
            "{FLOOR}solid pusher = rect(10 cm, 10 cm); 1 kg at (0, 5 cm)
solid block = rect(30 cm, 10 cm); 2 kg at (20 cm, 5 cm)
joint rail = prismatic(ground (0, 5) cm, pusher.center, axis = (1, 0))
drive rail travel = 0.1 m/s * t {{ limit = {limit} N }}
contact pusher, block
contact block, floor {{ friction = 0.5 }}
run 1 s every 0.1 s
method stepping {{ step = 1 ms }}
record block.position.x"
        );
        let (outcome, memory) = run_solids(&scene);
        assert!(outcome.doubts.is_empty(), "{:?}", outcome.doubts);
        last(&memory, "block.position.x") - 0.2
    };
    assert!((moved(50.0) - 0.1).abs() < 1e-3, "{}", moved(50.0));
    // the pusher comes at 0.1 m/s; together they go on at a third of it, braked by what the drive lacks
    let way = 0.1 * 0.1 / 9.0 / (2.0 * (0.5 * 2.0 * 9.81 - 9.0) / 3.0);
    assert!((moved(9.0) - way).abs() < 0.02 * way, "{} {way}", moved(9.0));
}

#[test]
fn a_disc_that_resists_rolling_slows_down() {
    // m (1 + 1/2) a = m g arm / R
    let scene = format!(
        "{FLOOR}solid wheel = disc(10 cm); 1 kg at (0, 10 cm) moving (1, 0) m/s spinning -10 rad/s
contact wheel, floor {{ friction = 0.5; rolling = 3 mm }}
run 1 s
method stepping {{ step = 1 ms }}
record wheel.position.x"
    );
    let (outcome, memory) = run_solids(&scene);
    let answer = 1.0 - 0.5 * 9.81 * 0.03 / 1.5;
    case!("contact in steps", "way of a disc that resists rolling", ClosedForm, "a = g ρ/R / 1.5")
        .answer(answer, "m")
        .off((last(&memory, "wheel.position.x") - answer).abs(), 1e-3);
    assert!(outcome.ledger.dissipated > 0.0 && outcome.doubts.is_empty(), "{outcome:?}");
}

#[test]
fn what_is_pressed_and_does_not_move_takes_no_work() {
    let scene = format!(
        "{FLOOR}solid block = rect(2 cm, 1 cm); 2 g at (0, 5 mm)
contact block, floor {{ friction = 0.1 }}
force push on block = (0, -1 N)
run 1 s
method stepping
record block.position.y"
    );
    let (outcome, _) = run_solids(&scene);
    assert!(outcome.ledger.work.abs() < 1e-6 && outcome.ledger.lost.abs() < 1e-6, "{:?}", outcome.ledger);
}

#[test]
fn steps_are_shorter_where_a_damper_is_stiff() {
    let scene = format!(
        "{FLOOR}primitive bar {{ shape = rect(20 cm, 2 cm); mass = 50 g; point end = (-10, 0) cm }}
part arm = bar()
joint o = revolute(ground (0, 50) cm, arm.end) {{ damping = 0.2 N*m*s/rad }}
contacts all
run 1 s
record o.angle"
    );
    let by_event = last(&run_solids(&scene).1, "o.angle");
    let (outcome, memory) = run_solids(&format!("{scene}\nmethod stepping {{ step = 10 ms }}"));
    assert!((last(&memory, "o.angle") - by_event).abs() < 1e-5, "{by_event}");
    assert!(outcome.ledger.residual.abs() < 1e-6 * outcome.ledger.scale, "{:?}", outcome.ledger);
}

const GROUND: &str = "space spatial
gravity (0, 0, -9.81) m/s^2
obstacle ground_plane = halfspace((0, 0, 0) m, (0, 0, 1))
primitive crate { shape = box(10 cm, 10 cm, 10 cm); mass = 1 kg; friction = 0.4; restitution = 0 }
";

#[test]
fn in_space_a_box_slides_where_it_should() {
    let (speed, away) = (3.0, 3.0 * 0.5 - 0.5 * 0.4 * 9.81 * 0.25);
    let errors = [2e-3, 1e-3, 0.5e-3].map(|h| {
        let scene = format!(
            "{GROUND}part b = crate() at (0, 0, 5 cm) moving ({}, {}, 0) m/s
contacts all
run 0.5 s
method stepping {{ step = {h} s }}
record b.position.x, b.position.y",
            0.6 * speed,
            0.8 * speed
        );
        let memory = run_solids(&scene).1;
        libm::hypot(last(&memory, "b.position.x") - 0.6 * away, last(&memory, "b.position.y") - 0.8 * away)
    });
    case!("contact in steps", "place of a box that slides in space", ClosedForm, "v t − μ g t²/2")
        .unit("m")
        .off(largest(errors), 1e-8);
}

#[test]
fn in_space_a_stack_stands_and_a_cylinder_lies_flat() {
    let scene = format!(
        "{GROUND}primitive can {{ shape = cylinder(4 cm, 6 cm); mass = 0.5 kg; friction = 0.4 }}
for i in 0..4 {{ part b[i] = crate() at (0.3*i, 0.2*i, 5 + 10*i) cm turned 10*i deg }}
part c = can() at (30, 0, 3) cm
contacts all
run 0.3 s
method stepping
record b[3].velocity.x, b[3].velocity.z, c.velocity.x, c.velocity.z, b[3].position.z, c.position.z, contact(c, ground_plane).normal_force"
    );
    let (outcome, memory) = run_solids(&scene);
    assert!(outcome.doubts.is_empty(), "{:?}", outcome.doubts);
    for name in ["b[3].velocity.x", "b[3].velocity.z", "c.velocity.x", "c.velocity.z"] {
        assert!(last(&memory, name).abs() < 1e-9, "{name} {}", last(&memory, name));
    }
    assert!(
        (last(&memory, "b[3].position.z") - 0.35).abs() < 1e-7 && (last(&memory, "c.position.z") - 0.03).abs() < 1e-7
    );
    assert!((last(&memory, "contact(c, ground_plane).normal_force") - 0.5 * 9.81).abs() < 1e-6);
}

#[test]
fn what_a_prescribed_motion_strikes_leaves_with_its_restitution() {
    // a bat of 2 m/s takes a ball along; the ball gains energy, all of it work of the bat
    let scene = "space planar
solid ball = disc(5 cm); 1 kg at (20 cm, 0)
solid bat = rect(10 cm, 10 cm); 1 kg at (0, 0) m
joint rail = prismatic(ground (0, 0) m, bat.center, axis = (1, 0))
drive rail speed = 2 m/s
contact bat, ball { restitution = 0.5 }
run 0.3 s
method stepping { step = 1 ms }
record ball.velocity.x";
    let (outcome, memory) = run_solids(scene);
    assert!(outcome.doubts.is_empty(), "{:?}", outcome.doubts);
    case!("contact in steps", "speed of a ball that a bat has struck", ClosedForm, "(1 + e) V")
        .answer(3.0, "m/s")
        .off(last(&memory, "ball.velocity.x") - 3.0, 1e-9);
    let ledger = &outcome.ledger;
    assert!((ledger.work - 6.0).abs() < 1e-6 && (ledger.lost - 1.5).abs() < 1e-6, "{ledger:?}");
}

#[test]
fn a_drive_within_its_limit_has_the_rate_it_prescribes() {
    // a cam with corners under a lever, steps of milliseconds: rows turn within each, and corners are pushed apart
    let scene = "space planar
primitive cam_kind {
  shape = polygon((26, 1.5), (18.2, 17), (-0.1, 22), (-17.1, 7.9), (-16.1, -10.2), (0.8, -22.1), (16.8, -18.1)) mm
  mass = 0.236 kg
}
part cam = cam_kind()
joint shaft = revolute(ground (0, 0) m, cam.origin)
drive shaft speed = 17.2 rad/s { limit = 0.2 N*m }
start shaft = 135.8 deg
primitive lever_kind { shape = rect((0, -3) mm, (74, 3) mm); mass = 0.12 kg }
part lever = lever_kind()
joint pin = revolute(ground (-42.7, 14) mm, lever.origin) { stiffness = 0.114 N*m/rad; rest = 1.7 deg }
start pin = 35 deg rate 0 rad/s
contact cam, lever { friction = 0.1; restitution = 0 }
run 0.5 s every 5 ms
method stepping";
    let (outcome, _) = run_solids(scene);
    assert!(outcome.doubts.is_empty(), "{:?}", outcome.doubts);
}

//! Joints with friction that stand at their stops, and joints that nothing presses: found by random scenes.

use mainspring::prelude::*;
use mainspring::simulate;

/// Runs a scene to its end with nothing in doubt, and what was read at a moment.
fn read(scene: &str, at: f64, probes: &[&str]) -> (Vec<f64>, Vec<(f64, String)>) {
    let mut settings = Settings { at: vec![at], max_steps: Some(20_000), ..Settings::default() };
    for probe in probes {
        settings = settings.probe(probe);
    }
    let run = simulate(Scene::text("stopped", scene), &settings).unwrap_or_else(|e| panic!("{e}\n{scene}"));
    assert!(run.outcome.doubts.is_empty(), "{:?}\n{scene}", run.outcome.doubts);
    let value = |probe: &&str| run.values.iter().find(|m| m.name == **probe).expect("it is measured").values[0][0];
    let events = run.outcome.events.iter().map(|e| (e.time, e.kind.clone())).collect();
    (probes.iter().map(value).collect(), events)
}

#[test]
fn a_block_that_falls_on_its_stop_is_carried_by_stop_and_friction_together() {
    // whatever its mass: rounding of the row that both hold must not decide
    for mass in [0.1, 0.7, 1.3, 3.964, 4.0, 7.77, 123.4] {
        let scene = format!(
            "space planar
gravity (0, -9.81) m/s^2
primitive block {{ shape = rect(10 cm, 4 cm); mass = {mass} kg }}
part b = block()
joint j = prismatic(ground((0, 40 cm), angle = 90 deg), b.center) {{ friction = 0.5 N; limits = (-10, 10) cm }}
run 1 s every 0.1 s"
        );
        let (values, _) = read(&scene, 0.9, &["j.travel", "j.limit_force", "j.friction"]);
        assert!((values[0] + 0.1).abs() < 1e-12, "{mass}: {values:?}");
        assert!((values[1] + values[2] - mass * 9.81).abs() < 1e-9 * mass, "{mass}: {values:?}");
        assert!(values[2].abs() <= 0.5 * (1.0 + 1e-9), "{mass}: {values:?}");
    }
}

#[test]
fn a_block_stuck_at_its_stop_leaves_it_when_the_pull_exceeds_its_friction() {
    let scene = "space planar
primitive b { shape = rect(10 cm, 4 cm); mass = 5 kg }
part p = b()
joint j = prismatic(ground (0, 0), p.center) { friction = 5 N; limits = (-10, 0) cm }
force f on p = (-11 N/s * t, -0.11 N/s * t)
run 0.8 s every 0.1 s";
    let (values, events) = read(scene, 0.8, &["j.travel", "j.speed"]);
    let slips = 5.0 / 11.0;
    assert!(events.iter().any(|(t, kind)| kind == "slip" && (t - slips).abs() < 1e-9), "{events:?}");
    let t: f64 = 0.8 - slips;
    assert!((values[0] + 11.0 / 30.0 * t * t * t).abs() < 1e-9, "{values:?}");
    assert!((values[1] + 1.1 * t * t).abs() < 1e-9, "{values:?}");
}

#[test]
fn an_arm_between_a_stop_and_a_block_stands() {
    for friction in ["", "friction = 0.1 N*m; ", "friction = 0.3; pin_radius = 5 mm; "] {
        let scene = format!(
            "space planar
gravity (0, -9.81) m/s^2
primitive arm {{ shape = rect((10, -1) cm, (40, 1) cm); mass = 2 kg; point a = (0, 0) }}
obstacle block = rect(10 cm, 10 cm) at (30, -6) cm
part p = arm()
joint j = revolute(ground (0, 0), p.a) {{ {friction}limits = (-90, 0) deg }}
contact p, block
run 1 s every 0.1 s"
        );
        let (values, _) = read(&scene, 0.9, &["j.angle", "j.rate"]);
        assert!(values[0].abs() < 1e-12 && values[1].abs() < 1e-12, "{friction}: {values:?}");
    }
}

#[test]
fn an_arm_that_hangs_at_its_stop_stands() {
    let scene = "space planar
gravity (0, -10) m/s^2
primitive bar { shape = rect((0, -1) cm, (42, 1) cm); mass = 2.2 kg; point a = (0, 0) }
part arm = bar()
joint o = revolute(ground (0, 0), arm.a) { friction = 0.1 N*m; limits = (-90, 28) deg }
start o = -90 deg
run 1 s every 0.1 s";
    let (values, events) = read(scene, 0.9, &["o.rate", "o.friction", "o.limit_force"]);
    assert!(values.iter().all(|x| x.abs() < 1e-12) && events.is_empty(), "{values:?} {events:?}");
}

#[test]
fn a_wheel_that_nothing_presses_on_its_pin_turns_under_any_torque() {
    // friction by a coefficient is nothing here: τ = 0.3 t, I = ½ m r²
    let scene = "space planar
primitive wheel { shape = disc(3 cm); mass = 2 kg; point a = (0, 0) }
part p = wheel()
joint j = revolute(ground (0, 0), p.a) { friction = 0.4; pin_radius = 1 cm; torque = 0.3 N*m/s * t }
run 1 s every 0.1 s";
    let (values, _) = read(scene, 1.0, &["j.angle", "j.rate"]);
    let inertia = 0.5 * 2.0 * 0.03 * 0.03;
    assert!((values[0] - 0.05 / inertia).abs() < 1e-6, "{values:?}");
    assert!((values[1] - 0.15 / inertia).abs() < 1e-6, "{values:?}");
}

#[test]
fn two_wheels_in_mesh_break_away_together() {
    // 0.3 N·m of friction each, a torque that grows by 1 N·m/s on the first: both move once it exceeds both
    let scene = "space planar
primitive wheel { shape = disc(5 cm); mass = 2 kg; point a = (0, 0) }
part p = wheel()
part q = wheel()
joint a = revolute(ground (0, 0), p.a) { friction = 0.3 N*m }
joint b = revolute(ground (10 cm, 0), q.a) { friction = 0.3 N*m }
joint mesh = gear(a, b) { teeth = (20, 20); backlash = 2 deg }
torque t1 on p = 1 N*m/s * t
run 0.9 s every 0.1 s";
    let (values, events) = read(scene, 0.9, &["b.rate", "a.rate"]);
    let slips: Vec<f64> = events.iter().filter(|(_, kind)| kind == "slip").map(|(t, _)| *t).collect();
    // the first turns through its play from 0.3 s, strikes the second, which stops again, and takes it along from 0.6 s
    assert!(slips.iter().any(|t| (t - 0.3).abs() < 1e-9), "{events:?}");
    assert!((values[0] + values[1]).abs() < 1e-9 && values[1] > 0.0, "{values:?}");
}

#[test]
fn a_tooth_leaves_its_flank_where_the_drive_is_fastest() {
    // nothing loads the pin of the second wheel: it coasts from there on
    for limit in ["", " { limit = 0.6 N*m }"] {
        let scene = format!(
            "space planar
primitive small {{ shape = disc(15 mm); mass = 2.5 kg }}
primitive large {{ shape = disc(35 mm); mass = 2.4 kg }}
part a = small()
part b = large()
joint j = revolute(ground (0, 0), a.origin)
joint k = revolute(ground (50 mm, 0), b.origin) {{ friction = 0.3; pin_radius = 6 mm }}
joint mesh = gear(j, k) {{ teeth = (15, 35); backlash = 2.6 deg }}
drive j speed = 0.4 rad/s * sin(5 rad/s * t){limit}
start k = 0 deg rate 0 rad/s
run 0.5 s every 10 ms"
        );
        let (values, events) = read(&scene, 0.5, &["k.rate"]);
        assert!((values[0] + 0.4 * 15.0 / 35.0).abs() < 1e-9, "{limit}: {values:?}");
        let leaves = std::f64::consts::PI / 10.0;
        assert!((events.last().expect("it leaves").0 - leaves).abs() < 1e-9, "{limit}: {events:?}");
    }
}

#[test]
fn a_block_pressed_against_another_at_its_stop_stays_whatever_part_of_the_push_friction_takes() {
    // static above kinetic friction: what the joint bears is open, that nothing moves is not
    let scene = "space planar
primitive a { shape = rect(10 cm, 4 cm); mass = 2 kg }
primitive b { shape = rect(4 cm, 8 cm); mass = 1.7 kg }
part p = a() at (0, 0)
part q = b() at (14 cm, 0)
joint j = prismatic(ground (0, 0), p.center) { friction = 6 N; static_friction = 10 N }
joint k = prismatic(ground (0, 0), q.center) { friction = 2.5 N; limits = (-10, 20) cm }
start j = 0 m rate 1.2 m/s
start k = 14 cm rate 0 m/s
contact p, q
force f on p = (11 N - 8 N * cos(9 rad/s * t), 0 N)
run 3 s every 10 ms";
    let (values, _) = read(scene, 2.9, &["j.travel", "k.travel", "j.friction", "k.friction", "k.limit_force"]);
    assert!((values[0] - 0.13).abs() < 1e-9 && (values[1] - 0.2).abs() < 1e-9, "{values:?}");
    // both frictions and the stop bear the push
    let push = 11.0 - 8.0 * libm::cos(9.0 * 2.9);
    assert!((values[2] + values[3] + values[4] + push).abs() < 1e-9 * push, "{values:?}, {push}");
}

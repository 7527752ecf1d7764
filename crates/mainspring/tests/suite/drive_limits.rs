//! Drives with a largest effort: when they give way, how they come back, beside closed forms and small steps.

use mainspring::prelude::*;
use mainspring::{Run, simulate};

/// A flywheel of 0.5 kg m², driven.
fn flywheel(drive: &str, more: &str) -> String {
    format!(
        "space planar
primitive wheel {{ mass = 2 kg; inertia = 0.5 kg*m^2; point a = (0, 0) m }}
part x = wheel()
joint a = revolute(ground (0, 0) m, x.a) {more}
drive a {drive} {{ limit = 2 N*m }}
run 5 s every 10 ms
"
    )
}

/// A run to its end with nothing in doubt, and what was read at some moments, one row a moment.
fn ran(scene: &str, at: &[f64], probes: &[&str]) -> (Run, Vec<Vec<f64>>) {
    let mut settings = Settings { max_steps: Some(50_000), at: at.to_vec(), ..Settings::default() };
    for probe in probes {
        settings = settings.probe(probe);
    }
    let run = simulate(Scene::text("driven", scene), &settings).unwrap_or_else(|e| panic!("{e}\n{scene}"));
    assert!(run.outcome.doubts.is_empty(), "{:?}\n{scene}", run.outcome.doubts);
    let values = (0..at.len())
        .map(|moment| {
            let measured =
                probes.iter().map(|probe| run.values.iter().find(|m| m.name == *probe).expect("it is measured"));
            measured.map(|m| m.values[moment][0]).collect()
        })
        .collect();
    (run, values)
}

/// When a drive gave way, or caught up.
fn moments(run: &Run, kind: &str) -> Vec<f64> {
    run.outcome.events.iter().filter(|e| e.kind == kind).map(|e| e.time).collect()
}

fn near(is: f64, should: f64, within: f64, what: &str) {
    assert!((is - should).abs() <= within, "{what}: {is} is not {should}, off by {:e}", is - should);
}

#[test]
fn a_speed_that_jumps_is_reached_with_the_largest_effort() {
    let scene = flywheel("speed = if t < 1 s then 0 rad/s else 10 rad/s", "");
    let (run, values) = ran(&scene, &[2.0, 5.0], &["a.rate", "a.angle", "a.effort", "a.work"]);
    // 4 rad/s² from 1 s on
    assert_eq!(moments(&run, "limit").len(), 1, "{:?}", run.outcome.events);
    near(moments(&run, "limit")[0], 1.0, 1e-12, "gives way");
    near(moments(&run, "follow")[0], 3.5, 1e-9, "catches up");
    near(values[0][0], 4.0, 1e-9, "rate on the way");
    near(values[0][2], 2.0, 1e-12, "effort on the way");
    near(values[1][1], 27.5, 1e-8, "angle");
    near(values[1][2], 0.0, 1e-12, "effort at the end");
    near(values[1][3], 25.0, 1e-8, "work");
}

#[test]
fn a_position_that_jumps_is_reached_by_full_effort_and_half_of_it() {
    let scene = flywheel("angle = if t < 1 s then 0 rad else 0.6 rad", "");
    let peak = 1.0 + 0.1_f64.sqrt();
    let (run, values) = ran(&scene, &[peak, 5.0], &["a.rate", "a.angle", "a.work"]);
    // a third of the way at 4 rad/s², the rest at −2 rad/s²
    near(moments(&run, "limit")[0], 1.0, 1e-12, "gives way");
    near(moments(&run, "follow")[0], 1.0 + 3.0 * 0.1_f64.sqrt(), 1e-6, "catches up");
    near(values[0][0], 1.6_f64.sqrt(), 1e-8, "largest rate");
    near(values[1][1], 0.6, 1e-10, "angle");
    near(values[1][2], 0.0, 1e-8, "work");
    assert_eq!(run.outcome.events.len(), 2, "{:?}", run.outcome.events);
}

#[test]
fn a_swing_that_takes_too_much_ends_where_small_steps_end() {
    let scene = flywheel("angle = 1 rad * sin(3 rad/s * t)", "");
    let at: Vec<f64> = (1..=10).map(|i| 0.5 * f64::from(i)).collect();
    let (_, values) = ran(&scene, &at, &["a.angle", "a.effort"]);
    // the same law with its sign alone, by steps of 10 µs
    let (inertia, limit, h) = (0.5, 2.0, 1e-5);
    let brake = 0.5 * limit / inertia;
    let (mut s, mut v) = (0.0_f64, 3.0_f64);
    for (step, row) in (0..500_000).map(|i| (i, i / 50_000)) {
        let t = f64::from(step) * h;
        let (e, rate) = (s - libm::sin(3.0 * t), v - 3.0 * libm::cos(3.0 * t));
        let off = rate + (2.0 * brake * e.abs()).sqrt().copysign(e);
        v -= h * limit / inertia * off.signum();
        s += h * v;
        if step + 1 == 50_000 * (row + 1) {
            near(values[row as usize][0], s, 2e-3, &format!("angle at {} s", at[row as usize]));
            assert!(values[row as usize][1].abs() <= limit * (1.0 + 1e-9), "{values:?}");
        }
    }
}

/// Against a stop it pushes with its limit, and leaves so that position and rate are met together.
#[test]
fn at_a_stop_it_pushes_with_its_limit_and_comes_away() {
    let scene = "space planar
primitive block { shape = rect(4 cm, 4 cm); mass = 2 kg }
part b = block()
joint s = prismatic(ground (0, 0), b.center) { limits = (-20 cm, 5 cm) }
drive s travel = 10 cm * sin(2 rad/s * t) { limit = 5 N }
run 3 s every 10 ms
";
    let (run, values) = ran(scene, &[0.7, 3.0], &["s.travel", "s.effort"]);
    let meets = std::f64::consts::PI / 12.0;
    near(moments(&run, "impact")[0], meets, 1e-9, "meets the stop");
    near(moments(&run, "limit")[0], meets, 1e-9, "gives way");
    near(values[0][0], 0.05, 1e-10, "stands at the stop");
    near(values[0][1], 5.0, 1e-9, "pushes");
    // it leaves where the target, coming back, is met by braking at 1.25 m/s²
    let (place, speed) = (|t: f64| 0.1 * libm::sin(2.0 * t), |t: f64| 0.2 * libm::cos(2.0 * t));
    let (mut low, mut high) = (std::f64::consts::FRAC_PI_4, 5.0 * meets);
    for _ in 0..100 {
        let t = 0.5 * (low + high);
        if -speed(t) < (2.5 * (place(t) - 0.05)).sqrt() { low = t } else { high = t }
    }
    near(moments(&run, "follow")[0], low - speed(low) / 1.25, 1e-6, "catches up");
    near(values[1][0], place(3.0), 1e-10, "follows");
}

/// Friction in the driven joint takes its share of the effort.
#[test]
fn friction_in_the_same_joint_takes_its_share() {
    let scene = flywheel("speed = if t < 1 s then 0 rad/s else 10 rad/s", "{ friction = 0.5 N*m }");
    let (run, values) = ran(&scene, &[2.0, 5.0], &["a.rate", "a.effort", "a.friction", "a.dissipated", "a.work"]);
    near(values[0][0], 3.0, 1e-9, "rate at 3 rad/s²");
    near(moments(&run, "follow")[0], 1.0 + 10.0 / 3.0, 1e-9, "catches up");
    near(values[1][1], 0.5, 1e-9, "effort against friction alone");
    near(values[1][2], -0.5, 1e-12, "friction");
    near(values[1][4] - values[1][3], 25.0, 1e-8, "work less heat is in the wheel");
}

/// A block is pushed along the floor against a wall and left there, again and again; a blow throws the drive off its motion.
#[test]
fn pushing_another_part_against_a_wall_it_gives_way_and_follows_again() {
    let scene = "space planar
gravity (0, -9.81) m/s^2
primitive block { shape = rect(4 cm, 4 cm); mass = 2 kg; friction = 0.2; restitution = 0.3 }
part b = block()
part c = block() at (8, 0) cm
obstacle floor = halfplane((0, -2) cm, (0, 1))
obstacle wall = halfplane((14, 0) cm, (-1, 0))
joint s = prismatic(ground (0, 0), b.center) { friction = 1 N }
contact b, c
contact c, floor
contact c, wall
drive s travel = 10 cm * sin(2 rad/s * t) { limit = 15 N }
run 6 s every 10 ms
";
    let at: Vec<f64> = (1..=60).map(|i| 0.1 * f64::from(i)).collect();
    let (run, values) = ran(scene, &at, &["s.travel", "s.effort", "c.position.x"]);
    assert!(moments(&run, "limit").len() >= 2 && moments(&run, "follow").len() >= 2, "{:?}", run.outcome.events);
    for row in &values {
        assert!(row[1].abs() <= 15.0 * (1.0 + 1e-9), "{row:?}");
        assert!(row[0] <= row[2] - 0.04 + 1e-9 && row[2] <= 0.12 + 1e-9, "{row:?}");
    }
}

/// An arm too heavy for its motor sinks from the first moment.
#[test]
fn an_arm_too_heavy_sinks_at_once() {
    let scene = "space planar
gravity (0, -9.81) m/s^2
primitive arm { mass = 1 kg; inertia = 0.1 kg*m^2; point a = (-0.3, 0) m }
part x = arm()
joint a = revolute(ground (0, 0) m, x.a)
drive a angle = 90 deg * smoothstep(t, 0 s, 1 s) { limit = 2.5 N*m }
run 0.2 s every 10 ms
";
    let (run, values) = ran(scene, &[0.0, 0.2], &["a.acceleration", "a.angle"]);
    near(moments(&run, "limit")[0], 0.0, 0.0, "gives way");
    near(values[0][0], (2.5 - 9.81 * 0.3) / (0.1 + 0.09), 1e-9, "acceleration");
    assert!(values[1][1] < -0.01, "{values:?}");
}

#[test]
fn limits_that_make_no_sense_are_told() {
    for (drive, said) in [
        ("torque = 1 N*m", "only a position or a speed has an effort limit"),
        ("acceleration = 1 rad/s^2", "only a position or a speed has an effort limit"),
    ] {
        let error = simulate(Scene::text("driven", &flywheel(drive, "")), &Settings::default()).expect_err(drive);
        assert!(error.to_string().contains(said), "{error}");
    }
    for (limit, said) in [("2 N }", "`limit` is a torque"), ("0 N*m }", "`limit` must be positive")] {
        // what reads the work of a drive with a mistake in it adds no second error
        let wrong = flywheel("speed = 1 rad/s", "").replace("2 N*m }", limit) + "record a.work\n";
        let error = simulate(Scene::text("driven", &wrong), &Settings::default()).expect_err(limit).to_string();
        assert!(error.contains(said) && error.matches("error").count() == 1, "{error}");
    }
}

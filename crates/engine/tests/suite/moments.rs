//! Moments that must not be missed: short pulses of time, short visits of a condition.

use crate::support;

use mainspring_trust::{Against, case};
use support::run_text as run;

#[test]
fn pulses_of_time_are_all_felt() {
    let pi = std::f64::consts::PI;
    // share of a period in which sin exceeds a level
    let above = |level: f64| (pi - 2.0 * libm::asin(level)) / (2.0 * pi);
    // whole pulses of sin(w t) > level within T, each (pi - 2 asin(level)) / w long
    let pulses = |w: f64, level: f64, until: f64| {
        let width = 2.0 * pi * above(level) / w;
        let first = libm::asin(level) / w;
        let mut sum = 0.0;
        let mut start = first;
        while start < until {
            sum += width.min(until - start);
            start += 2.0 * pi / w;
        }
        sum
    };
    for (condition, until, want) in [
        ("mod(t, 0.1 s) < 0.01 s", 10.0, 1.0),
        ("mod(t, 0.1 s) < 1 ms", 10.0, 0.1),
        ("sin(50 rad/s*t) > 0.99", 2.0, pulses(50.0, 0.99, 2.0)),
        ("sin(50 rad/s*t) > 0.9999", 2.0, pulses(50.0, 0.9999, 2.0)),
        ("sin(1000 rad/s*t) > 0.5", 10.0, pulses(1000.0, 0.5, 10.0)),
        ("t > 1 s and t < 1.00001 s", 2.0, 1e-5),
        ("floor(t/(0.3 s)) == 2", 2.0, 0.3),
        ("abs(t - 1 s) < 2 ms", 3.0, 0.004),
    ] {
        let (out, _) = run(&format!(
            "space planar\nmass m = 1 kg at (0, 0)\nforce f on m = (if {condition} then 1 N else 0 N, 0 N)\nrun {until} s\nplot \"v\" m.velocity.x"
        ));
        let got = out.samples[0].values[0];
        let quantity = format!("speed after pulses while `{condition}`");
        case!("mass pushed by pulses", quantity, Against::ClosedForm, "length of all pulses × F/m")
            .answer(want, "m/s")
            .work(out.work.steps, out.work.evaluations)
            .off(got - want, 1e-9);
    }
}

#[test]
fn short_visits_of_a_condition_are_caught_where_they_begin() {
    // thrown up at 10 m/s: above 5.09 m for about 75 ms round the apex
    let apex = 10.0 / 9.81;
    let rise = apex - (2.0 * (10.0 * 10.0 / (2.0 * 9.81) - 5.09) / 9.81_f64).sqrt();
    // a spring of 4 N/m on 1 kg: x = cos 2t, above 0.9999 m again just before pi
    let back = std::f64::consts::PI - 0.5 * libm::acos(0.9999);
    // the first time after 1 s at which sin(200 t) exceeds 0.999
    let fast = {
        let (w, level) = (200.0, 0.999);
        let first = libm::asin(level) / w;
        let period = 2.0 * std::f64::consts::PI / w;
        first + period * libm::ceil((1.0 - first) / period)
    };
    for (scene, want) in [
        (
            "gravity (0, -9.81) m/s^2\nmass m = 1 kg at (0, 0) moving (0, 10) m/s\nspring s = linear(m, ground (0, 0)) { stiffness = 1 N/m }\nattach s when m.position.y > 5.09 m\nrun 2 s every 1 s".to_owned(),
            rise,
        ),
        (
            "mass m = 1 kg at (1, 0) m\nspring k = linear(m, ground (0, 0)) { stiffness = 4 N/m }\nforce f on m = (0, 0)\nspring s = linear(m, ground (0, 5 m)) { stiffness = 1 N/m }\nattach s when m.position.x > 0.9999 m and t > 1 s\nrun 4 s every 1 s".to_owned(),
            back,
        ),
        (
            "mass m = 1 kg at (0, 0) moving (1, 0) m/s\nspring s = linear(m, ground (0, 5 m)) { stiffness = 1 N/m }\nattach s when sin(200 rad/s*t) > 0.999 and t > 1 s\nrun 3 s every 1 s".to_owned(),
            fast,
        ),
    ] {
        let (out, _) = run(&format!("space planar\n{scene}\nplot \"x\" m.position.x"));
        let event = out.events.first().unwrap_or_else(|| panic!("never: {scene}"));
        let condition = scene.split(" when ").nth(1).and_then(|rest| rest.lines().next()).unwrap_or_default();
        case!("condition true for a moment", format!("when `{condition}`"), Against::ClosedForm, "first time it holds")
            .answer(want, "s")
            .work(out.work.steps, out.work.evaluations)
            .off(event.time - want, 1e-8);
    }
}

#[test]
fn before_is_the_value_just_before_an_event() {
    // a mass at 1 m/s is caught by another at rest: 1 before, a half after
    let (out, memory) = run("space planar
primitive block { shape = rect(1 m, 1 m); area_density = 1 kg/m^2; point right = (0.5, 0) m; point left = (-0.5, 0) m }
part a = block() at (0, 0) m moving (1, 0) m/s
part b = block() at (3, 0) m
joint hook = revolute(a.right, b.left)
attach hook at 2 s
run 3 s every 1 s
record a.velocity.x, before(a.velocity.x)");
    assert_eq!(out.events.len(), 1);
    let [now, before] = [0, 1].map(|c| memory.column(c).collect::<Vec<f64>>());
    // frames at 0, 1, 2 (the moment itself) and 3 s
    assert_eq!(before[..3], [1.0, 1.0, 1.0]);
    assert_eq!(now[..2], [1.0, 1.0]);
    assert!((now[2] - 0.5).abs() < 1e-12 && (now[3] - 0.5).abs() < 1e-12 && now[3] == before[3], "{now:?}");
}

#[test]
fn fixed_steps_end_at_what_is_scheduled() {
    // summed times of steps end a rounding short of, or beyond, most of these
    for at in [0.5, 1.5, 2.0, 2.5, 3.0, 3.1, 3.3] {
        let scene = |integrator: &str| {
            format!(
                "space planar\ngravity (0, -9.81) m/s^2\nmass m = 1 kg at (0, 0) m\n\
                 spring s = linear(ground (0, 1 m), m.center) {{ stiffness = 30 N/m; rest = 0.5 m }}\n\
                 release s at {at} s\nrun 4 s every 100 ms {{ integrator = {integrator} }}\nrecord m.position.y\n"
            )
        };
        let (best, _) = run(&scene("dop853"));
        for integrator in ["rk4", "symplectic"] {
            let (out, _) = run(&scene(integrator));
            assert_eq!(out.work.steps, 4000, "{integrator}, {at} s: no sliver of a step");
            let released = out.events.iter().find(|e| e.kind == "release").map(|e| e.time);
            assert_eq!(released, Some(at), "{integrator}");
            let off = out.state.iter().zip(&best.state).take(4).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            assert!(off < 1e-6, "{integrator}, {at} s: {off:e}");
        }
    }
}

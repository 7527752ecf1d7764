//! The sixteen reference cases: events in order, times, angles, forces and cause, to 1e-9.

use std::path::Path;

use mainspring_sweep::{Angle, Kind, Method, Obstacle, Pawl, Place, Problem, Rational, rational, solve};
use mainspring_trust::{Against, case};
use serde_json::Value;

fn number(value: &Value) -> Rational {
    rational(value.as_f64().expect("a number"))
}

fn place(value: &Value) -> Place {
    [number(&value[0]), number(&value[1])]
}

fn ring(value: &Value) -> Vec<Place> {
    value.as_array().expect("a ring").iter().map(place).collect()
}

fn problem(case: &Value) -> Problem {
    let p = &case["problem"];
    let obstacles = p["obstacles"].as_array().expect("obstacles");
    Problem {
        velocity: place(&p["root_velocity"]),
        obstacles: obstacles
            .iter()
            .enumerate()
            .map(|(n, o)| Obstacle { name: format!("o{n}"), rings: vec![ring(o)] })
            .collect(),
        pawls: vec![Pawl {
            name: "pawl".to_owned(),
            hinge: place(&p["hinge"]),
            outline: ring(&p["pawl"]),
            stiffness: p["kappa"].as_f64().expect("stiffness"),
            friction: number(&p["mu"]),
            start: Angle::radians(p["theta0"].as_f64().expect("start")),
        }],
        root: None,
        end: number(&p["t_end"]),
    }
}

/// Compares one case, and gives the largest difference.
fn compare(case: &Value) -> f64 {
    let name = case["name"].as_str().expect("a name");
    let motion = solve(&problem(case), Method::Lazy).unwrap_or_else(|fault| panic!("{name}: {fault}"));
    let found = &motion.pawls[0];
    let expected = &case["expected"];
    let mut worst = 0.0f64;
    let mut near = |a: f64, b: f64, what: &str| {
        assert!((a - b).abs() < 1e-9 * (1.0 + b.abs()), "{name}: {what}: {a} against {b}");
        worst = worst.max((a - b).abs() / (1.0 + b.abs()));
    };
    let list = |events: &mut dyn Iterator<Item = String>| events.collect::<Vec<_>>().join(" ");
    let kinds = list(&mut found.events.iter().map(|e| e.kind.name().to_owned()));
    let wanted = expected["events"].as_array().expect("events");
    let kinds_wanted = list(&mut wanted.iter().map(|e| e["kind"].as_str().expect("a kind").to_owned()));
    assert_eq!(kinds, kinds_wanted, "{name}");
    for (event, wanted) in found.events.iter().zip(wanted) {
        let what = event.kind.name();
        near(event.time, wanted["t"].as_f64().expect("a time"), what);
        near(event.theta, wanted["theta"].as_f64().expect("an angle"), what);
        if let Some(after) = wanted["theta_after"].as_f64() {
            near(event.theta_after.expect("an angle after"), after, what);
        }
        // what a snap leaves is not unique, nor does the end have a contact to tell
        if !matches!(event.kind, Kind::SnapVertex | Kind::SnapTangent | Kind::End) {
            let label = |contact: Option<mainspring_sweep::Contact>| contact.map(|c| c.to_string());
            if let Some(to) = wanted["to"].as_str() {
                assert_eq!(label(event.to).as_deref(), Some(to), "{name}: {what}");
            }
            if let Some(from) = wanted["from"].as_str() {
                assert_eq!(label(event.from).as_deref(), Some(from), "{name}: {what}");
            }
        }
    }
    assert_eq!(motion.cause.name(), expected["termination"]["cause"].as_str().expect("a cause"), "{name}");
    for sample in expected["samples"].as_array().expect("samples") {
        let time = sample[0].as_f64().expect("a time");
        let state = found.at(time);
        near(state.theta, sample[1].as_f64().expect("an angle"), &format!("angle at {time}"));
        if let Some(force) = sample[2].as_f64() {
            near(state.insertion, force, &format!("force at {time}"));
        }
    }
    worst
}

#[test]
fn the_reference_cases() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut paths: Vec<_> = std::fs::read_dir(folder).expect("cases").map(|f| f.expect("a case").path()).collect();
    paths.sort();
    assert_eq!(paths.len(), 16);
    let mut failed = Vec::new();
    let mut worst = 0.0f64;
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("a case");
        let case: Value = serde_json::from_str(&text).expect("JSON");
        let name = case["name"].as_str().expect("a name").to_owned();
        match std::panic::catch_unwind(|| compare(&case)) {
            Ok(off) => worst = worst.max(off),
            Err(_) => failed.push(name),
        }
    }
    assert!(failed.is_empty(), "{failed:?}");
    case!("snap fasteners, exactly", "sixteen cases, times, angles, forces", Against::Independent, "reference tracer")
        .answer(0.0, "")
        .off(worst, 1e-9);
}

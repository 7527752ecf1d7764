//! The exact sweep against the event engine: the same mechanisms with a slow root and light, damped pawls.
//!
//! Contact is rigid in both, so while a pawl is held up its angle is the same to rounding; only after it has let go does
//! the real one need time to fall. Where the sweep says that nothing can slide or that there is no room left, the engine must not get further.

use mainspring::{Failure, Settings, simulate};
use mainspring_sweep::{Angle, Kind, Method, Obstacle, Pawl, Place, Problem, Rational, Trajectory, rational, solve};
use mainspring_trust::{Against, case};
use serde_json::Value;
use std::fmt::Write as _;
use std::path::Path;

/// How much slower than in the reference case the root moves.
const SLOW: f64 = 0.1;

fn read(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../sweep/tests/cases").join(format!("{name}.json"));
    serde_json::from_str(&std::fs::read_to_string(path).expect("as the cases are")).expect("as the cases are")
}

fn pairs(ring: &Value) -> Vec<[f64; 2]> {
    ring.as_array()
        .expect("as the cases are")
        .iter()
        .map(|p| [p[0].as_f64().expect("as the cases are"), p[1].as_f64().expect("as the cases are")])
        .collect()
}

fn swept(case: &Value) -> Trajectory {
    let p = &case["problem"];
    let exact = |v: &Value| -> Place {
        [rational(v[0].as_f64().expect("as the cases are")), rational(v[1].as_f64().expect("as the cases are"))]
    };
    let ring = |v: &Value| -> Vec<Place> { v.as_array().expect("as the cases are").iter().map(exact).collect() };
    let number = |v: &Value| -> Rational { rational(v.as_f64().expect("as the cases are")) };
    let obstacles = p["obstacles"].as_array().expect("as the cases are");
    let problem = Problem {
        velocity: exact(&p["root_velocity"]),
        obstacles: obstacles.iter().map(|o| Obstacle { name: "o".to_owned(), rings: vec![ring(o)] }).collect(),
        pawls: vec![Pawl {
            name: "pawl".to_owned(),
            hinge: exact(&p["hinge"]),
            outline: ring(&p["pawl"]),
            stiffness: p["kappa"].as_f64().expect("as the cases are"),
            friction: number(&p["mu"]),
            start: Angle::zero(),
        }],
        root: None,
        end: number(&p["t_end"]),
    };
    solve(&problem, Method::Lazy).expect("as the cases are").pawls.remove(0)
}

/// The case as a mechanism with masses, for the event engine.
fn scene(case: &Value) -> String {
    let p = &case["problem"];
    let points =
        |ring: &Value| pairs(ring).iter().map(|q| format!("({:?}, {:?})", q[0], q[1])).collect::<Vec<_>>().join(", ");
    let pair = |v: &Value| [v[0].as_f64().expect("as the cases are"), v[1].as_f64().expect("as the cases are")];
    let (v, h) = (pair(&p["root_velocity"]), pair(&p["hinge"]));
    assert_eq!(v[1], 0.0, "the rail lies along x, so that angles of the pin are those of the pawl");
    let end = p["t_end"].as_f64().expect("as the cases are") / SLOW;
    let mut text = String::from("space planar\n");
    let obstacles = p["obstacles"].as_array().expect("as the cases are");
    for (n, o) in obstacles.iter().enumerate() {
        writeln!(text, "obstacle o{n} = polygon({}) m", points(o)).expect("as the cases are");
    }
    write!(
        text,
        "primitive carriage {{ shape = disc(1 mm); mass = 1 kg }}\n\
         primitive lever {{ shape = polygon({}) m; mass = 1 mg; point pivot = (0, 0) }}\n\
         part root = carriage() at ({x:?}, {y:?}) m\npart pawl = lever() at ({x:?}, {y:?}) m\n\
         joint rail = prismatic(ground ({x:?}, {y:?}) m, root.origin)\n\
         joint pin = revolute(root.origin, pawl.pivot) {{ stiffness = {:?} N*m/rad; damping = 1e-3 N*m*s/rad }}\n\
         drive rail travel = {:?} m/s * t\n",
        points(&p["pawl"]),
        p["kappa"].as_f64().expect("as the cases are"),
        v[0] * SLOW,
        x = h[0],
        y = h[1],
    )
    .expect("as the cases are");
    for n in 0..obstacles.len() {
        writeln!(text, "contact pawl, o{n} {{ friction = {:?} }}", p["mu"].as_f64().expect("as the cases are"))
            .expect("as the cases are");
    }
    writeln!(text, "run {end:?} s every {:?} s\nrecord pin.angle, rail.effort", end / 300.0).expect("as the cases are");
    text
}

/// Whether the sweep's pawl has just fallen at a time: the real one is still on its way.
fn falling(path: &Trajectory, time: f64) -> bool {
    path.events
        .iter()
        .any(|e| matches!(e.kind, Kind::SnapVertex | Kind::SnapTangent) && (e.time..e.time + 0.01).contains(&time))
}

#[test]
fn a_slow_root_with_light_damped_pawls_follows_the_sweep() {
    for name in [
        "02b_ramp_mu",
        "04_snap_onto_second",
        "10_ratchet_forward",
        "12_hook_release_mu0",
        "13_slide_collision",
        "14_snapfit_insert",
        "14b_snapfit_remove",
    ] {
        let case = read(name);
        let path = swept(&case);
        let run = simulate(scene(&case).as_str(), &Settings::default()).unwrap_or_else(|e| panic!("{name}: {e}"));
        let angle = run.recording.schema.columns.iter().position(|c| c.name == "pin.angle").expect("as the cases are");
        let (mut worst, mut compared) = (0.0f64, 0);
        let columns = run.recording.schema.columns.len();
        for (n, time) in run.recording.times.iter().map(|t| t * SLOW).enumerate() {
            if falling(&path, time) {
                continue;
            }
            worst = worst.max((run.recording.values[n * columns + angle] - path.at(time).theta).abs());
            compared += 1;
        }
        assert!(compared > 250, "{name}: only {compared} frames");
        case!(name, "angle of the pawl over the whole motion", Against::OtherWay, "the exact sweep")
            .unit("rad")
            .off(worst, 1e-6);
    }
}

#[test]
fn where_the_sweep_ends_the_engine_gets_no_further() {
    for (name, kind) in
        [("05_jam_pair", Kind::JamPair), ("06_jam_single_A", Kind::JamSingle), ("09_stick_after_sliding", Kind::Stick)]
    {
        let case = read(name);
        let path = swept(&case);
        assert_eq!(path.last().kind, kind, "{name}");
        let Err(Failure::Run(broken)) = simulate(scene(&case).as_str(), &Settings::default()) else {
            panic!("{name}: the engine went on")
        };
        let reached = broken.reached.expect("as the cases are");
        let memory = &reached.recording;
        let angle = memory.schema.columns.iter().position(|c| c.name == "pin.angle").expect("as the cases are");
        let last = path.last();
        let worst = memory
            .times
            .iter()
            .enumerate()
            .filter(|(_, t)| *t * SLOW < last.time)
            .map(|(n, t)| (memory.values[n * memory.schema.columns.len() + angle] - path.at(t * SLOW).theta).abs())
            .fold(0.0, f64::max);
        case!(name, "angle of the pawl until it can go no further", Against::OtherWay, "the exact sweep")
            .unit("rad")
            .off(worst, 1e-6);
        // one part in a hundred further, at most: an impact against a wedge takes a step or two
        assert!(reached.outcome.time * SLOW < 1.01 * last.time, "{name}: {} s", reached.outcome.time * SLOW);
    }
}

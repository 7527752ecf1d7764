//! Runs of `method sweep` from the text to the recording: the published cases, the energy ledger, faults, the plane.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

use mainspring::prelude::*;
use mainspring::record::{ContactMode, Event};
use mainspring::{Failure, prepare};
use mainspring_sweep::{Angle, Method, Obstacle, Pawl, Problem, rational, solve};
use mainspring_trust::{Against, case};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// A reference case, by its file.
fn cases() -> Vec<(String, Value)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../sweep/tests/cases");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|e| e == "json"));
    files.sort();
    let read = |file: &Path| serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
    files.iter().map(|file| (file.file_stem().unwrap().to_string_lossy().into_owned(), read(file))).collect()
}

fn pair(value: &Value) -> String {
    format!("({}, {})", value[0], value[1])
}

fn polygon(value: &Value) -> String {
    let corners: Vec<String> = value.as_array().unwrap().iter().map(pair).collect();
    format!("polygon({}) m", corners.join(", "))
}

/// The case as a person would write it.
fn scene(case: &Value) -> String {
    let problem = &case["problem"];
    let obstacles = problem["obstacles"].as_array().unwrap().iter().enumerate();
    let obstacles: String = obstacles.map(|(n, o)| format!("obstacle block[{n}] = {}\n", polygon(o))).collect();
    format!(
        "space planar\nmethod sweep\n{obstacles}root body moves {} m/s until {} s\n\
         pawl hook on body at {} m = {} {{ stiffness = {} N*m/rad; friction = {}; start = {} rad }}\n",
        pair(&problem["root_velocity"]),
        problem["t_end"],
        pair(&problem["hinge"]),
        polygon(&problem["pawl"]),
        problem["kappa"],
        problem["mu"],
        problem["theta0"],
    )
}

#[test]
fn published_cases_come_out_of_their_scenes() {
    let mut off = 0.0f64;
    let cases = cases();
    assert!(cases.len() >= 16);
    for (name, case) in cases {
        let expected = &case["expected"];
        let samples: Vec<[Option<f64>; 3]> = expected["samples"]
            .as_array()
            .unwrap()
            .iter()
            .map(|s| [s[0].as_f64(), s[1].as_f64(), s[2].as_f64()])
            .collect();
        let mut settings = Settings::default();
        for time in samples.iter().filter_map(|s| s[0]) {
            settings = settings.at(time.min(case["problem"]["t_end"].as_f64().unwrap()));
        }
        let run = simulate(scene(&case).as_str(), &settings).unwrap_or_else(|e| panic!("{name}: {e}"));
        // events by kind, time and angle
        let events = &run.sweep.as_ref().unwrap().events;
        let wanted = expected["events"].as_array().unwrap();
        assert_eq!(events.len(), wanted.len(), "{name}: {events:?}");
        for (event, wanted) in events.iter().zip(wanted) {
            assert_eq!(event.kind, wanted["kind"].as_str().unwrap(), "{name}");
            let (time, theta) = (wanted["t"].as_f64().unwrap(), wanted["theta"].as_f64().unwrap());
            assert!((event.time - time).abs() < 1e-9 && (event.angle - theta).abs() < 1e-9, "{name}: {event:?}");
        }
        // angle and force between events
        let values = |name: &str| &run.values.iter().find(|m| m.name == name).unwrap().values;
        for (k, time) in run.times.iter().enumerate() {
            let beside = |t: f64| (t - time).abs() < 1e-6;
            if events.iter().any(|e| beside(e.time)) || *time > run.outcome.time {
                continue;
            }
            let Some([_, theta, force]) = samples.iter().find(|s| s[0].is_some_and(|t| (t - time).abs() < 1e-12))
            else {
                panic!("{name}: nothing asked for at {time}");
            };
            let theta = theta.unwrap_or(0.0);
            off = off.max((values("hook.angle")[k][0] - theta).abs());
            if let Some(force) = force {
                let found = values("insertion_force")[k][0];
                assert!((found - force).abs() < 1e-9 * (1.0 + force.abs()), "{name} at {time}: {found} {force}");
            }
        }
        // the peak, where it is finite
        let peak = run.sweep.as_ref().unwrap().insertion.peak;
        if let Some(force) = expected["peak_insertion"]["force"].as_f64().filter(|f| *f > 0.0) {
            let peak = peak.unwrap_or_else(|| panic!("{name} has a peak"));
            assert!(
                (peak.force - force).abs() < 1e-9 * (1.0 + force) || peak.force.is_infinite(),
                "{name}: {peak:?} {force}"
            );
        }
        let ledger = &run.outcome.ledger;
        assert!(ledger.relative < 1e-12, "{name}: {ledger:?}");
        assert!(run.recording.values.iter().all(|v| !v.is_infinite()), "{name}");
        assert!(run.recording.times.windows(2).all(|w| w[0] <= w[1]), "{name}");
    }
    let source = "sixteen cases of a brute-force tracer";
    case!("pawls of an exact sweep, from their scenes", "angles between events", Against::Independent, source)
        .unit("rad")
        .off(off, 1e-9);
}

/// A box against a corner, its face 1 m from the hinge: smooth, it is stopped where the corner pushes straight at the hinge;
/// rough, it slides until it sticks.
fn box_against_corner(friction: &str, from: &str, corner: &str) -> String {
    format!(
        "space planar\nmethod sweep\nobstacle wedge = polygon({corner}) m\nroot body moves (1, 0) m/s from {from} m until 2 s\n\
         pawl box on body = polygon((-1, -1.2), (1, -1.2), (1, 1.2), (-1, 1.2)) m {{ stiffness = 1 N*m/rad; friction = {friction} }}\n"
    )
}

#[test]
fn work_balances_up_to_a_jam_and_has_no_bound_up_to_a_stick() {
    let here = ("(-0.5, 0)", "(1, 0.6), (3, 0.4), (3, 0.8)");
    let jam = simulate(box_against_corner("0", here.0, here.1).as_str(), &Settings::default()).unwrap();
    let told = jam.sweep.as_ref().unwrap();
    assert_eq!(told.cause, "jam_single");
    assert_eq!(told.insertion.peak.unwrap().force, f64::INFINITY);
    // all work is in the spring: ½ κ θ² with sin θ = 0.6
    let held = 0.5 * libm::asin(0.6) * libm::asin(0.6);
    assert!((told.insertion.work - held).abs() < 1e-13 && told.insertion.residual < 1e-13, "{:?}", told.insertion);
    let stick = simulate(box_against_corner("0.3", here.0, here.1).as_str(), &Settings::default()).unwrap();
    let told = stick.sweep.as_ref().unwrap();
    assert_eq!(told.cause, "stick");
    assert_eq!((told.insertion.work, told.insertion.dissipated), (f64::INFINITY, f64::INFINITY));
    assert!(told.insertion.residual < 1e-12 && told.insertion.stored.is_finite(), "{:?}", told.insertion);
    // the frames before have numbers, and the last of them say so too
    let balances: Vec<f64> =
        (0..stick.recording.times.len()).map(|k| stick.recording.frame_at(k).unwrap().balance[3]).collect();
    assert!(balances.last().unwrap().is_infinite() && balances.iter().filter(|w| w.is_infinite()).count() <= 2);
}

/// Ten kilometres away forces, angles and times are the same to their last digits but one or two.
#[test]
fn far_away_nothing_is_lost() {
    let near = box_against_corner("0.3", "(-0.5, 0)", "(1, 0.6), (3, 0.4), (3, 0.8)");
    let far = box_against_corner("0.3", "(9999.5, 20000)", "(10001, 20000.6), (10003, 20000.4), (10003, 20000.8)");
    let settings = Settings::default().at(0.55).at(0.64);
    let [a, b] = [near, far].map(|text| simulate(text.as_str(), &settings).unwrap());
    let [e, f] = [&a, &b].map(|run| &run.sweep.as_ref().unwrap().events);
    for (x, y) in e.iter().zip(f) {
        assert!((x.time - y.time).abs() < 1e-15 && (x.angle - y.angle).abs() < 1e-14, "{x:?} {y:?}");
    }
    for name in ["insertion_force", "box.angle", "box.rate", "box.force"] {
        let of = |run: &Run| run.values.iter().find(|m| m.name == name).unwrap().values.clone();
        for (x, y) in of(&a).iter().zip(&of(&b)) {
            assert!((x[0] - y[0]).abs() < 1e-13 * (1.0 + x[0].abs()), "{name}: {x:?} {y:?}");
        }
    }
}

/// Over a ramp that ends in a step; in millimetres, drawn at 30° from where its spring is relaxed.
const STEP: &str = "space planar
method sweep
obstacle ramp = polygon((0, 0), (20, 0), (20, 4)) mm
root body = rect((-3, 10) mm, (0, 14) mm) moves (10, 0) mm/s until 60 mm
pawl hook on body at (0, 12) mm = polygon((-15, -10), (1.5, -1), (0, 1.5)) mm { stiffness = 40 N*mm/rad; friction = 0.1 }
report events, contacts, insertion_force
";

#[test]
fn a_run_is_what_the_tracer_finds() {
    let run = simulate(STEP, &Settings::default()).unwrap();
    let mm = |x: i64| rational(1.0) * mainspring_sweep::Rational::from_parts(x.into(), 10_000u64.into());
    let place = |x: i64, y: i64| [mm(x), mm(y)];
    let problem = Problem {
        velocity: place(100, 0),
        obstacles: vec![Obstacle {
            name: "ramp".to_owned(),
            rings: vec![vec![place(0, 0), place(200, 0), place(200, 40)]],
        }],
        pawls: vec![Pawl {
            name: "hook".to_owned(),
            hinge: place(0, 120),
            outline: vec![place(-150, -100), place(15, -10), place(0, 15)],
            stiffness: 0.04,
            friction: mainspring_sweep::Rational::from_parts(1.into(), 10u64.into()),
            start: Angle::zero(),
        }],
        root: None,
        end: rational(6.0),
    };
    let motion = solve(&problem, Method::Lazy).unwrap();
    let memory = &run.recording;
    let column = |name: &str| memory.column(memory.find(name).unwrap()).collect::<Vec<_>>();
    let (angles, forces) = (column("hook.angle"), column("insertion_force"));
    let events: Vec<f64> = motion.pawls[0].events.iter().map(|e| e.time).collect();
    let mut compared = 0;
    for (k, time) in memory.times.iter().enumerate() {
        if events.iter().all(|e| (e - time).abs() > 1e-9) {
            let state = motion.pawls[0].at(*time);
            assert!((angles[k] - state.theta).abs() < 1e-14 && (forces[k] - state.insertion).abs() < 1e-13);
            compared += 1;
        }
    }
    assert!(compared > 490, "{compared}");
    // both sides of the snap: up to it deflected, after it relaxed
    let snap = motion.pawls[0].events.iter().find(|e| e.theta_after.is_some()).unwrap();
    let at = memory.times.iter().position(|t| *t == snap.time).unwrap();
    assert!((angles[at] - snap.theta).abs() < 1e-15 && angles[at + 1] == 0.0);
    // what it loses is all that its spring held
    let lost = 0.5 * 0.04 * snap.theta * snap.theta;
    assert!((run.outcome.ledger.lost - lost).abs() < 1e-12 * lost);
    assert!(run.outcome.ledger.dissipated > 0.0 && run.outcome.ledger.relative < 1e-12);
    // events have names, words and numbers
    let collision: &Event = memory.events.iter().find(|e| e.kind == "collision").unwrap();
    assert_eq!(collision.who, ["hook", "ramp"]);
    assert_eq!(collision.text, "corner 1 of `hook` meets edge 3 of `ramp`");
    assert!(memory.events.iter().any(|e| e.kind == "snap_vertex" && e.text.contains("snaps off edge 3 of `ramp`")));
    // frames are drawn: root and pawl move, the contact slides
    let frame = memory.frame_at(at).unwrap();
    assert!((frame.poses[0] - 0.01 * snap.time).abs() < 1e-15 && frame.poses[5] == angles[at]);
    assert_eq!((frame.contacts.len(), frame.contacts[0].mode), (1, ContactMode::Slip));
    let mark = frame.contacts[0];
    assert!((mark.normal_force() * 0.1 - mark.friction_force()).abs() < 1e-15);
    assert_eq!(memory.schema.contact_pairs, [["ramp", "hook"]]);
    // the plane: the path lies in the free part
    let plane = &memory.schema.drawing.planes[0];
    assert!(plane.floors.len() + plane.ceilings.len() >= 2 && !plane.free.is_empty());
}

#[test]
fn a_rest_angle_shifts_what_is_drawn_and_nothing_else() {
    // drawn turned by −atan(3/4)·2 and relaxed at +: corners come out rational, the same motion
    let turned = STEP.replace("friction = 0.1", "friction = 0.1; rest = 2*atan(1/2)").replace(
        "polygon((-15, -10), (1.5, -1), (0, 1.5)) mm",
        // R(−ρ) with cos ρ = 3/5, sin ρ = 4/5
        "polygon((-17, 6), (0.1, -1.8), (1.2, 0.9)) mm",
    );
    let (plain, turned) =
        (simulate(STEP, &Settings::default()).unwrap(), simulate(turned.as_str(), &Settings::default()).unwrap());
    let (a, b) = (plain.sweep.unwrap(), turned.sweep.unwrap());
    assert_eq!(a.events.len(), b.events.len());
    let rest = 2.0 * libm::atan(0.5);
    for (e, f) in a.events.iter().zip(&b.events) {
        assert_eq!((e.kind, e.time), (f.kind, f.time));
        assert!((e.angle + rest - f.angle).abs() < 1e-15);
    }
    let poses = |run: &Memory| run.poses.iter().skip(5).step_by(6).copied().collect::<Vec<_>>();
    for (x, y) in poses(&plain.recording).iter().zip(poses(&turned.recording)) {
        assert!((x + rest - y).abs() < 1e-14);
    }
}

#[test]
fn several_pawls_stop_with_the_first_that_cannot_go_on() {
    // `strut` leans on a wall that pushes straight at its hinge; `hook` is on the ramp by then
    let text = STEP.replace("root body = rect((-3, 10) mm, (0, 14) mm)", "root body").replace(
        "report",
        "obstacle wall = rect((60, 30) mm, (70, 40) mm)\n\
         pawl strut on body at (0, 35) mm = polygon((0, -1), (20, -1), (21, 0), (20, 1), (0, 1)) mm { stiffness = 40 N*mm/rad }\nreport",
    );
    let run = simulate(text.as_str(), &Settings::default()).unwrap();
    let told = run.sweep.as_ref().unwrap();
    // the tip reaches x = 60 mm when the root has gone 39 mm
    assert_eq!((told.cause, told.stopped_by.as_deref()), ("jam_single", Some("strut")));
    assert!((run.outcome.time - 3.9).abs() < 1e-12 && (told.travel - 0.039).abs() < 1e-14);
    let ends: Vec<&str> =
        run.recording.events.iter().filter(|e| e.time == run.outcome.time).map(|e| e.kind.as_str()).collect();
    assert_eq!(ends, ["collision", "jam_single"]);
    assert_eq!(run.recording.schema.drawing.bodies.len(), 3);
    assert!(run.recording.times.last().is_some_and(|t| (*t - 3.9).abs() < 1e-12));
}

fn refused(text: &str) -> String {
    match simulate(text, &Settings::default()) {
        Err(Failure::Scene(wrong)) => wrong.to_string(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_start_inside_is_told_by_polygon_and_corner() {
    let inside = refused(&STEP.replace("moves (10, 0) mm/s", "moves (10, 0) mm/s from (30, 0) mm"));
    assert!(inside.contains("E0541") && inside.contains("`hook` starts inside `ramp`"), "{inside}");
    assert!(inside.contains("scene:5:") || inside.contains(":5:"), "{inside}");
    let hinge = refused(&STEP.replace("moves (10, 0) mm/s", "moves (10, 0) mm/s from (18, -11) mm"));
    assert!(hinge.contains("E0541") && hinge.contains("the hinge of `hook` starts inside `ramp` by "), "{hinge}");
    // how deep: the end of the arm lies 1 mm behind the face of the wall
    let wall = "space planar\nmethod sweep\nobstacle wall = rect((12, -9) mm, (20, -1) mm)\nroot body = rect((-9, 5) mm, (-5, 7) mm) \
                moves (1, 0) mm/s until 9 mm\npawl arm on body = polygon((0, -1), (9, -3), (13, -3), (13, 0), (0, 1)) mm { \
                stiffness = 5 N*mm/rad }\n";
    let said = refused(wall);
    assert!(said.contains(", and corner 3 of `arm` is 1 mm inside `wall`"), "{said}");
    let root = refused(
        &wall
            .replace("rect((-9, 5) mm, (-5, 7) mm)", "rect((15, -3) mm, (18, 5) mm)")
            .replace("(13, -3), (13, 0)", "(11, -3), (11, 0)"),
    );
    assert!(root.contains("the root starts inside `wall`, and corner 1 of `body` is 2 mm inside `wall`"), "{root}");
}

#[test]
fn what_a_sweep_has_no_place_for_is_refused_with_the_method_that_has() {
    for line in ["part a = rect(1 mm, 1 mm)", "gravity (0, -9.81) m/s^2", "contact hook, ramp"] {
        let told = refused(&format!("{STEP}{line}\n"));
        assert!(told.contains("E0531") && told.contains("method event"), "{line}: {told}");
    }
}

#[test]
fn the_plane_is_drawn_for_its_window_only() {
    let scene = Scene::text("step", STEP);
    let prepared = prepare(&scene, &Settings::default()).unwrap();
    let whole = prepared.plane(None, [None, None]).unwrap();
    let part = prepared.plane(Some("hook"), [Some(2.6), Some(3.0)]).unwrap();
    assert!((part.x[0] - 0.026).abs() < 1e-15 && (part.x[1] - 0.03).abs() < 1e-15);
    assert!(part.plane.points() < whole.plane.points());
    let svg = whole.svg();
    assert!(
        svg.contains("data-name=\"hook.angle\"")
            && svg.contains("class=\"floor\"")
            && svg.contains("(°)") | svg.contains("(deg)")
    );
    assert!(prepared.plane(Some("nobody"), [None, None]).unwrap_err().to_string().contains("`hook`"));
    assert!(prepared.plane(None, [Some(7.0), None]).is_err());
    // the page has it beside the plots
    let run = simulate(STEP, &Settings::default()).unwrap();
    let page = mainspring::report::Page::default().html(&run.recording).unwrap();
    assert!(page.contains("hook over travel") && page.contains("Insertion force"));
}

#[test]
fn beyond_an_early_end_the_plane_goes_on_a_little() {
    // friction holds a box on a corner after 0.65 m of 2 m
    let text = "space planar\nmethod sweep\nobstacle wedge = polygon((1, 0.6), (3, 0.4), (3, 0.8)) m\n\
                root car moves (1, 0) m/s from (-0.5, 0) m until 2 s\n\
                pawl box on car = polygon((-1, -1.2), (1, -1.2), (1, 1.2), (-1, 1.2)) m \
                { stiffness = 1 N*m/rad; friction = 0.3 }\n";
    let prepared = prepare(&Scene::text("box", text), &Settings::default()).unwrap();
    let whole = prepared.plane(None, [None, None]).unwrap();
    let end = whole.end.unwrap();
    assert!(end > 0.6 && end < 0.7 && (whole.x[1] - 1.08 * end).abs() < 1e-12, "{end} {:?}", whole.x);
    // the floor that holds is hatched beyond the end, and the path is not there
    let after = |lines: &[Vec<[f32; 2]>]| lines.iter().flatten().filter(|p| f64::from(p[0]) > end + 1e-6).count();
    assert!(after(&whole.plane.sticks) > 0 && after(&whole.plane.floors) > 0);
    assert!(whole.path.iter().all(|p| p[0] <= end + 1e-12));
    // farther on request, but no farther than the way asked for
    let to = |to: f64| prepared.plane(None, [Some(0.1), Some(to)]).unwrap();
    assert_eq!((to(1.5).x[1], to(9.0).x[1], to(1.5).end), (1.5, 2.0, Some(end)));
    assert_eq!((to(0.5).x[1], to(0.5).end), (0.5, None));
    assert!(prepared.plane(None, [Some(0.7), Some(1.5)]).is_err());
    // the page keeps the same
    let run = simulate(text, &Settings::default()).unwrap();
    let kept = mainspring::report::PlanePicture::from_run(&run.recording.schema.drawing.planes[0], &run.recording);
    let kept = kept.unwrap();
    assert!((kept.x[1] - whole.x[1]).abs() < 1e-6 && (kept.end.unwrap() - end).abs() < 1e-9);
    // a motion that goes all its way ends where the picture does, also where its last time is no round number
    for until in ["60 mm", "30 mm/7", "100 mm/3"] {
        let step = STEP.replace("until 60 mm", &format!("until {until}"));
        let step = prepare(&Scene::text("step", &step), &Settings::default()).unwrap();
        assert_eq!(step.plane(None, [None, None]).unwrap().end, None);
    }
}

#[test]
fn a_pawl_that_falls_at_once_does_so_on_the_plane() {
    let text = STEP.replace("friction = 0.1", "friction = 0.1; start = 0.3 rad");
    let prepared = prepare(&Scene::text("fall", &text), &Settings::default()).unwrap();
    let picture = prepared.plane(None, [None, None]).unwrap();
    assert!(picture.path[0][0] == 0.0 && (picture.path[0][1] - 0.3).abs() < 1e-12, "{:?}", picture.path[0]);
    assert_eq!((picture.path[1][0], picture.path[1][1] < 0.01), (0.0, true), "{:?}", &picture.path[..3]);
}

#[test]
fn a_run_can_be_shortened_and_shown_more_often() {
    let mut settings = Settings::default().until(3.0);
    settings.every = Some(0.5);
    let run = simulate(STEP, &settings).unwrap();
    assert_eq!(run.outcome.time, 3.0);
    // seven frames, and both sides of the collision
    assert_eq!(run.recording.times.iter().filter(|t| (*t / 0.5).fract() == 0.0).count(), 7);
}

/// A scene of lines, all in m, with `body` for its root.
fn lines(lines: &str) -> String {
    format!("space planar\nmethod sweep\n{lines}\n")
}

fn cause(text: &str) -> &'static str {
    simulate(text, &Settings::default()).unwrap().sweep.unwrap().cause
}

/// A fall that begins at a wall which parts from it is stopped by the wall all the same.
#[test]
fn a_fall_does_not_pass_what_is_in_the_way_at_first() {
    let text = lines(
        "obstacle wall = polygon((-3, -3), (-2, -3), (-2, 1), (-3, 1)) m
obstacle floor = polygon((-2, -4), (0, -4), (0, -3), (-2, -3)) m
root body moves (0, -1) m/s until 2 s
pawl arm on body = polygon((0, -1), (3, -1), (3, 0), (0, 0)) m { stiffness = 1 N*m/rad; start = 270 deg }",
    );
    let told = simulate(text.as_str(), &Settings::default()).unwrap().sweep.unwrap();
    // corner (3, −1), √10 from the hinge, comes to x = −2
    let wanted = std::f64::consts::PI + libm::acos(2.0 / 10f64.sqrt()) + libm::atan(1.0 / 3.0);
    let after = told.events.iter().find_map(|e| e.angle_after).unwrap();
    assert!((after - wanted).abs() < 1e-12, "{after} {wanted}");
}

/// An edge comes to lie along the motion: nothing happens, nothing is lost, and the force stays finite though the contact's
/// does not.
#[test]
fn an_edge_that_comes_to_lie_along_the_motion() {
    let text = lines(
        "obstacle block = polygon((1, -10), (3, -10), (3, -8), (1, -8)) m
root body moves (0, -1) m/s until 14 s
pawl arm on body = polygon((-2, -1), (2, -1), (-1, 3), (-1, 2)) m { stiffness = 2 N*m/rad }",
    );
    for every in [0.1, 0.01] {
        let settings = Settings { every: Some(every), ..Settings::default() }.at(7.999_999).at(8.0);
        let run = simulate(text.as_str(), &settings).unwrap();
        let told = run.sweep.as_ref().unwrap();
        // θ = π/2 − 2 atan(8 − t) until it lies along the motion: κ θ²/2, at most κ π/2 · 2 N
        let held = std::f64::consts::FRAC_PI_2 * std::f64::consts::FRAC_PI_2;
        assert!((told.insertion.work - held).abs() < 1e-11 && told.insertion.residual < 1e-12, "{:?}", told.insertion);
        assert!((told.insertion.peak.unwrap().force - 2.0 * std::f64::consts::PI).abs() < 1e-9, "{:?}", told.insertion);
        assert!(told.insertion.pull.is_none());
        let contacts: Vec<_> = told.contacts.iter().map(|c| c.contact.as_str()).collect();
        assert!(contacts.windows(2).all(|pair| pair[0] != pair[1]), "{contacts:?}");
    }
}

/// An obstacle told twice jams as it does told once.
#[test]
fn an_obstacle_told_twice_is_one() {
    let one = "obstacle a = polygon((4, -1), (5, -1), (5, 1), (4, 1)) m";
    let rest = "root body moves (1, 0) m/s until 9 s
pawl arm on body = polygon((0, -1), (2, 0), (0, 1)) m { stiffness = 1 N*m/rad }";
    let twice = format!("{one}\n{}\n{rest}", one.replace(" a ", " b "));
    assert_eq!(cause(&lines(&format!("{one}\n{rest}"))), "jam_single");
    assert_eq!(cause(&lines(&twice)), "jam_single");
}

/// Turned by an angle that floats hold roughly, a start at a corner ends within rounding of where it begins.
#[test]
fn ends_within_rounding_of_the_start() {
    let text = lines(
        "obstacle o = polygon((1.1344239772144717, 0.8444419695401808), (6.081588844101104, 0.11948695035445367), (1.7143879925630534, 4.802173863049486)) m
root body moves (1.1344239772144717, 0.8444419695401808) m/s until 10 s
pawl arm on body = polygon((0, 0), (0.4349730115114363, 2.968298920131979), (-1.9788659467546525, 0.2899820076742909)) m { stiffness = 1 N*m/rad }",
    );
    assert_eq!(cause(&text), "jam_hinge");
}

/// What slides along an edge through the hinge up to the hinge has no lever left: friction grows without bound, and its work.
#[test]
fn work_has_no_bound_up_to_the_hinge() {
    let text = lines(
        "obstacle o = polygon((6, 2), (10, 0), (11, 4)) m
root body moves (1, 0) m/s until 14 s
pawl arm on body = polygon((5, 1), (-5, -1), (0, -3)) m { stiffness = 1 N*m/rad; friction = 0.5 }",
    );
    let told = simulate(text.as_str(), &Settings::default()).unwrap().sweep.unwrap();
    assert_eq!((told.cause, told.insertion.work), ("jam_hinge", f64::INFINITY));
}

/// The way out of a jam at the hinge is the way in, backwards; a hinge outside its pawl may have been carried anywhere.
#[test]
fn ways_out_of_where_hinges_got() {
    let corner = lines(
        "obstacle o = polygon((5, -1), (7, -1), (7, 0)) m
root body moves (1, 0) m/s until 10 s
pawl arm on body = polygon((0, 0), (2, 0), (2, 1)) m { stiffness = 1 N*m/rad }",
    );
    let inside = lines(
        "obstacle o = polygon((5, -1), (9, -1), (9, 1), (5, 1)) m
root body moves (1, 0) m/s until 7 s
pawl arm on body = polygon((-4, 3), (-3, 3), (-3, 4), (-4, 4)) m { stiffness = 1 N*m/rad }",
    );
    for text in [corner, inside] {
        let study =
            mainspring::assemble(&Scene::from(text.as_str()), &mainspring::AssemblySettings::default()).unwrap();
        let out = study.withdrawal.unwrap_or_else(|| panic!("{:?}", study.withdrawal_fault));
        assert_eq!(out.cause, "end");
    }
}

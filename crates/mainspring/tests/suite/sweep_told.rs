//! What a sweep tells of its contacts: corners and edges by the numbers the scene gives them, however it lists them.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

use mainspring::Failure;
use mainspring::prelude::*;
use serde_json::Value;
use std::fs;
use std::path::Path;

type Place = [f64; 2];

/// Reference cases: obstacles, then the pawl, as places; and a scene for such outlines.
fn cases() -> Vec<(String, Vec<Vec<Place>>, Value)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../sweep/tests/cases");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|e| e == "json"));
    files.sort();
    let ring = |v: &Value| -> Vec<Place> {
        v.as_array().unwrap().iter().map(|p| [p[0].as_f64().unwrap(), p[1].as_f64().unwrap()]).collect()
    };
    let read = |file: &std::path::PathBuf| {
        let case: Value = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
        let problem = case["problem"].clone();
        let mut rings: Vec<Vec<Place>> = problem["obstacles"].as_array().unwrap().iter().map(ring).collect();
        rings.push(ring(&problem["pawl"]));
        (file.file_stem().unwrap().to_string_lossy().into_owned(), rings, problem)
    };
    files.iter().map(read).collect()
}

fn scene(rings: &[Vec<Place>], problem: &Value) -> String {
    let polygon = |ring: &[Place]| {
        let corners: Vec<String> = ring.iter().map(|p| format!("({}, {})", p[0], p[1])).collect();
        format!("polygon({}) m", corners.join(", "))
    };
    let (pawl, obstacles) = rings.split_last().unwrap();
    let obstacles: String =
        obstacles.iter().enumerate().map(|(n, o)| format!("obstacle block[{n}] = {}\n", polygon(o))).collect();
    format!(
        "space planar\nmethod sweep\n{obstacles}root body moves ({}, {}) m/s until {} s\n\
         pawl hook on body at ({}, {}) m = {} {{ stiffness = {} N*m/rad; friction = {}; start = {} rad }}\n",
        problem["root_velocity"][0],
        problem["root_velocity"][1],
        problem["t_end"],
        problem["hinge"][0],
        problem["hinge"][1],
        polygon(pawl),
        problem["kappa"],
        problem["mu"],
        problem["theta0"],
    )
}

/// Clockwise from another corner, with corners doubled and halves of edges put in.
fn rewritten(ring: &[Place]) -> Vec<Place> {
    let n = ring.len();
    let turned: Vec<Place> = (0..n).map(|k| ring[(2 * n + 1 - k) % n]).collect();
    let mut all = Vec::new();
    for (k, p) in turned.iter().enumerate() {
        all.push(*p);
        if k % 2 == 0 {
            all.push(*p);
        }
        let next = turned[(k + 1) % n];
        let half = [0.5 * (p[0] + next[0]), 0.5 * (p[1] + next[1])];
        // only where it is exactly on the edge
        let exact = (0..2).all(|i| (half[i] * 64.0).fract() == 0.0);
        if k % 3 != 1 && exact {
            all.push(half);
        }
    }
    all.push(turned[0]);
    all
}

/// Where a feature is: one place for a corner, the two ends of an edge in any order. Fails on numbers that are not of a real
/// corner, or of an edge that does not begin at one.
fn place(feature: &str, ring: &[Place]) -> Vec<Place> {
    let (word, number) = feature.split_once(' ').unwrap();
    let n = ring.len();
    let at = number.parse::<usize>().unwrap() - 1;
    let distinct =
        |from: usize, step: usize| (1..n).map(|k| ring[(from + k * step) % n]).find(|p| *p != ring[from]).unwrap();
    let straight = |k: usize| {
        let ([a, c], b) = ([distinct(k, n - 1), distinct(k, 1)], ring[k]);
        ((b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])).abs() < 1e-12
    };
    assert!(!straight(at), "{feature} is on a straight line of {ring:?}");
    if word == "corner" {
        return vec![ring[at]];
    }
    assert_ne!(ring[at], ring[(at + 1) % n], "{feature} has no length in {ring:?}");
    let end = (1..=n).map(|k| (at + k) % n).find(|&k| ring[k] != ring[at] && !straight(k)).unwrap();
    let mut ends = vec![ring[at], ring[end]];
    ends.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    ends
}

/// "corner 3 on edge 2 of `block[0]`" as places of pawl and obstacle.
fn places(contact: &str, rings: &[Vec<Place>]) -> [Vec<Place>; 2] {
    let (ours, rest) = contact.split_once(" on ").unwrap();
    let (theirs, name) = rest.split_once(" of `block[").unwrap();
    let obstacle: usize = name.trim_end_matches("]`").parse().unwrap();
    [place(ours, rings.last().unwrap()), place(theirs, &rings[obstacle])]
}

#[test]
fn numbers_are_those_of_the_text_however_it_lists_the_corners() {
    let mut compared = 0;
    for (name, rings, problem) in cases() {
        let other: Vec<Vec<Place>> = rings.iter().map(|r| rewritten(r)).collect();
        assert!(other.iter().zip(&rings).all(|(o, r)| o.len() > r.len()));
        let told = |rings: &[Vec<Place>]| {
            let run = simulate(scene(rings, &problem).as_str(), &Settings::default()).unwrap();
            run.sweep.unwrap()
        };
        let (plain, turned) = (told(&rings), told(&other));
        assert_eq!(plain.contacts.len(), turned.contacts.len(), "{name}");
        for (a, b) in plain.contacts.iter().zip(&turned.contacts) {
            assert_eq!(places(&a.contact, &rings), places(&b.contact, &other), "{name}: {} {}", a.contact, b.contact);
            compared += 1;
        }
        for (a, b) in plain.events.iter().zip(&turned.events) {
            assert_eq!((a.time, a.kind), (b.time, b.kind), "{name}");
            if let (Some(a), Some(b)) = (&a.contact, &b.contact) {
                assert_eq!(places(a, &rings), places(b, &other), "{name}: {a} {b}");
            }
        }
    }
    assert!(compared > 30, "{compared}");
}

fn refused(text: &str) -> String {
    match simulate(text, &Settings::default()) {
        Err(Failure::Scene(wrong)) => wrong.to_string(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn faults_count_corners_as_written_in_every_piece() {
    // clockwise, the first corner doubled: the lower edge of the pawl begins at corner 5, the right one of the plate at 4
    let two = "group(rect((-90, 0) mm, (-80, 9) mm), rect((4, -9) mm, (6, 9) mm))";
    let text = |obstacle: &str| {
        format!(
            "space planar\nmethod sweep\nobstacle plate = {obstacle}\nroot body moves (1, 0) mm/s until 3 mm\n\
             pawl hook on body = polygon((0, 0), (0, 0), (0, 1), (9, 1), (9, 0)) mm {{ stiffness = 1 N*mm/rad }}\n"
        )
    };
    let said = refused(&text("polygon((4, -9), (4, -9), (4, 9), (6, 9), (6, -9)) mm"));
    assert!(
        said.contains("`hook` starts inside `plate`: its edge from corner 5 crosses the edge from corner 4"),
        "{said}"
    );
    // of the second of two pieces, counted through
    let said = refused(&text(two));
    assert!(said.contains("`hook` starts inside `plate`"), "{said}");
    assert!(["5", "6", "7", "8"].iter().any(|n| said.contains(&format!("crosses the edge from corner {n}"))), "{said}");
}

/// Two pawls over teeth, with more to record; `lines` at the end.
fn recorded(lines: &str) -> Run {
    let text = format!(
        "space planar\nmethod sweep\nlet twice = 2*hook[1].angle\n\
         for i in 0..3 {{ obstacle tooth[i] = polygon((0, 0), (6, 0), (6, 3)) mm at (10 + 6*i, 0) mm }}\n\
         root body moves (1, 0) mm/s until 30 mm\n\
         for i in 0..2 {{ pawl hook[i] on body at (-3*i, 6) mm = polygon((0, 1), (0, -1), (7, -5), (8, -5), (8, -4)) mm {{ \
         stiffness = (50 + 10*i) N*mm/rad; friction = 0.1; rest = 2 deg*i }} }}\n{lines}"
    );
    simulate(text.as_str(), &Settings::default().probe("hook[0].force - hook[1].force").at(5.0).at(12.0)).unwrap()
}

#[test]
fn expressions_are_recorded_plotted_and_probed() {
    let run = recorded(
        "quantity power = body.insertion_force*1 mm/s\nrecord twice, hook[1].rate, norm(hook[0].reaction)\n\
         record if hook[0].angle > 5 deg then t else 0 s\n\
         plot \"torque\" hook[1].deflection*60 N*mm/rad, hook[1].force against body.travel\n\
         plot \"pins\" hook[0].reaction against hook[0].angle\n",
    );
    let memory = &run.recording;
    let column =
        |name: &str| memory.column(memory.find(name).unwrap_or_else(|| panic!("{name}"))).collect::<Vec<f64>>();
    let same = |name: &str, wanted: &dyn Fn(usize) -> f64| {
        let found = column(name);
        assert!(found.len() > 500);
        for (k, found) in found.iter().enumerate() {
            let wanted = wanted(k);
            let near = (found - wanted).abs() <= 1e-12 * wanted.abs() || found.is_nan() && wanted.is_nan();
            assert!(near, "{name} of frame {k}: {found} {wanted}");
        }
    };
    let [push, angle, deflection, other] =
        ["insertion_force", "hook[1].angle", "hook[1].deflection", "hook[0].angle"].map(column);
    let [x, y] = ["hook[0].reaction.x", "hook[0].reaction.y"].map(column);
    assert!(angle.iter().any(|a| *a > 0.1) && other.iter().any(|a| *a > 0.1));
    same("power", &|k| push[k] * 1e-3);
    same("twice", &|k| 2.0 * angle[k]);
    same("norm(hook[0].reaction)", &|k| libm::hypot(x[k], y[k]));
    same("hook[1].deflection*60 N*mm/rad", &|k| deflection[k] * 0.06);
    let travel = column("travel");
    same("body.travel", &|k| travel[k]);
    same("if hook[0].angle > 5 deg then t else 0 s", &|k| {
        if other[k] > 5f64.to_radians() { memory.times[k] } else { 0.0 }
    });
    // a quantity that is there already is not there twice
    let names: Vec<&str> = memory.schema.columns.iter().map(|c| c.name.as_str()).collect();
    assert_eq!(names.iter().filter(|n| **n == "hook[1].rate").count(), 1, "{names:?}");
    let plots = &memory.schema.plots;
    let titles: Vec<&str> = plots.iter().map(|p| p.title.as_str()).collect();
    assert_eq!(titles, ["Insertion force", "Angles of pawls", "torque", "pins"]);
    let at = |name: &str| names.iter().position(|n| *n == name).unwrap();
    assert_eq!(plots[2].curves, [at("hook[1].deflection*60 N*mm/rad"), at("hook[1].force")]);
    assert_eq!(plots[2].against, Some(at("body.travel")));
    assert_eq!(plots[3].curves, [at("hook[0].reaction.x"), at("hook[0].reaction.y")]);
    assert_eq!(plots[3].against, Some(at("hook[0].angle")));
    // a probe is read at the times asked for and not recorded
    assert!(!names.iter().any(|n| n.contains(" - ")));
    let measured = |name: &str| run.values.iter().find(|m| m.name == name).unwrap();
    let (probe, one, two) =
        (measured("hook[0].force - hook[1].force"), measured("hook[0].force"), measured("hook[1].force"));
    assert_eq!((probe.unit.as_str(), run.times.as_slice()), ("N", &[5.0, 12.0][..]));
    for k in 0..2 {
        assert_eq!(probe.values[k][0], one.values[k][0] - two.values[k][0]);
        assert!(probe.values[k][0] != 0.0);
    }
    // and nothing of it changes the motion or what is recorded of it
    let plain = recorded("");
    assert_eq!(plain.outcome.hash, run.outcome.hash);
    let mine = &plain.recording;
    for (n, own) in mine.schema.columns.iter().enumerate() {
        assert_eq!(*own, memory.schema.columns[n]);
        let bits = |m: &mainspring::record::Memory| m.column(n).map(f64::to_bits).collect::<Vec<_>>();
        assert_eq!(bits(mine), bits(memory), "{}", own.name);
    }
}

#[test]
fn what_the_root_or_a_hinge_runs_into_is_named() {
    let scene = |root: &str, more: &str| {
        format!(
            "space planar\nmethod sweep\nobstacle floor = rect((-30, -9) mm, (60, -5) mm)\n\
             obstacle wall = rect((20, -5) mm, (30, 8) mm)\n{more}root body {root}moves (1, 0) mm/s until 50 mm\n\
             pawl hook on body at (0, 3) mm = polygon((0, 0), (-6, 1), (-6, -1)) mm {{ stiffness = 50 N*mm/rad }}\n"
        )
    };
    let last = |text: &str| {
        let run = simulate(text, &Settings::default()).unwrap();
        let event = run.outcome.events.last().unwrap().clone();
        let told = run.sweep.unwrap();
        (event, told.events.last().unwrap().contact.clone().unwrap())
    };
    // on the floor it slides all the way: only the wall is hit
    let (event, contact) = last(&scene("= rect((-4, -5) mm, (4, -1) mm) ", ""));
    assert_eq!((event.kind.as_str(), event.who.as_slice()), ("root_hit", &["body".to_owned(), "wall".to_owned()][..]));
    assert_eq!((event.text.as_str(), contact.as_str()), ("the outline of `body` hits `wall`", "`wall`"));
    // two at once
    let ledge = "obstacle ledge = rect((20, 8) mm, (40, 12) mm)\n";
    let (event, _) = last(&scene("= rect((-4, -5) mm, (4, 9) mm) ", ledge));
    assert_eq!(event.text, "the outline of `body` hits `wall` and `ledge`");
    // from inside of a frame
    let frame = "obstacle frame = pierced(rect((-80, -80) mm, (80, 80) mm), rect((-70, -70) mm, (18, 70) mm))\n";
    let (event, _) = last(&scene("= rect((-4, -5) mm, (4, -1) mm) ", frame).replace("obstacle floor", "obstacle sole"));
    assert_eq!(event.text, "the outline of `body` hits `frame`");
    let (event, contact) = last(&scene("", ""));
    assert_eq!((event.kind.as_str(), event.who.as_slice()), ("jam_hinge", &["hook".to_owned(), "wall".to_owned()][..]));
    assert_eq!((event.text.as_str(), contact.as_str()), ("the hinge of `hook` runs into `wall`", "`wall`"));
}

#[test]
fn a_pawl_that_could_turn_either_way_says_so() {
    // a corner of the arm meets the upper corner of the wall, or its face: with or without an edge that keeps it from going down
    let scene = |wall: &str, more: &str| {
        format!(
            "space planar\nmethod sweep\nobstacle wall = {wall}\n{more}root body moves (1, 0) mm/s until 30 mm\n\
             pawl arm on body = polygon((0, -1), (10, -3), (11, -1), (0, 1)) mm {{ stiffness = 5 N*mm/rad }}\n"
        )
    };
    let last = |text: &str| {
        let run = simulate(text, &Settings::default()).unwrap();
        let event = run.outcome.events.last().unwrap().clone();
        (event.kind, event.text)
    };
    let (kind, text) = last(&scene("rect((20, -10) mm, (24, -1) mm)", ""));
    assert_eq!(kind, "jam_pair");
    assert_eq!(text, "`arm` jams at edge 4 of `wall`: it could turn either way, and nothing says which");
    // a roof just above and a floor just below leave it no angle
    let tight = "obstacle roof = rect((-30, 1) mm, (40, 4) mm)\nobstacle floor = rect((-30, -9) mm, (19, -3) mm)\n";
    let (kind, text) = last(&scene("rect((20, -10) mm, (24, -1) mm)", tight));
    assert_eq!(kind, "jam_pair");
    assert!(!text.contains("either way"), "{text}");
}

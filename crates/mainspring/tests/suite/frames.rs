//! What frames carry for drawing: poses, forces, the ledger; and what the schema says of them.

use mainspring::prelude::*;
use mainspring::record::{ArrowKind, DrawnShape};

fn recorded(scene: &str) -> Memory {
    simulate(scene, &Settings::default()).expect("a sound scene").recording
}

/// Values of a column, by name.
fn column(run: &Memory, name: &str) -> Vec<f64> {
    run.column(run.find(name).unwrap_or_else(|| panic!("no column {name}"))).collect()
}

/// Component `axis` of an arrow over all frames.
fn arrow(run: &Memory, path: &str, kind: ArrowKind, axis: usize) -> Vec<f64> {
    let drawing = &run.schema.drawing;
    let index = drawing.arrows.iter().position(|a| a.path == path && a.kind == kind).expect("drawn");
    let width = run.schema.arrow_len();
    (0..run.times.len()).map(|i| run.frame_at(i).expect("whole").arrows[index * width + axis]).collect()
}

#[test]
fn poses_and_reactions_are_those_that_can_be_recorded() {
    for space in ["planar", "spatial"] {
        let spatial = space == "spatial";
        let v = |x: &str, y: &str| if spatial { format!("({x}, 0, {y})") } else { format!("({x}, {y})") };
        let scene = format!(
            "space {space}\ngravity {} m/s^2\nmass bob = 1 kg at {} m\nmass tip = 2 kg at {} m\n\
             joint rod = distance(ground {}, bob.center) {{ length = 1 m }}\n\
             joint arm = distance(bob.center, tip.center) {{ length = 1 m }}\n\
             record tip.position, bob.position, rod.force, arm.force, energy.kinetic\nrun 1 s every 50 ms",
            v("0", "-9.81"),
            v("1", "0"),
            v("2", "0"),
            v("0", "0"),
        );
        let run = recorded(&scene);
        let drawing = &run.schema.drawing;
        assert_eq!(drawing.spatial, spatial);
        assert_eq!(drawing.bodies.iter().map(|b| b.path.as_str()).collect::<Vec<_>>(), ["bob", "tip"]);
        let axes: &[&str] = if spatial { &["x", "y", "z"] } else { &["x", "y"] };
        for (body, name) in ["bob", "tip"].iter().enumerate() {
            for (i, axis) in axes.iter().enumerate() {
                let width = run.schema.pose_len();
                let posed: Vec<f64> =
                    (0..run.times.len()).map(|f| run.frame_at(f).expect("whole").poses[body * width + i]).collect();
                assert_eq!(posed, column(&run, &format!("{name}.position.{axis}")), "{space} {name} {axis}");
            }
        }
        for joint in ["rod", "arm"] {
            for (i, axis) in axes.iter().enumerate() {
                let drawn = arrow(&run, joint, ArrowKind::Reaction, i);
                assert_eq!(drawn, column(&run, &format!("{joint}.force.{axis}")), "{space} {joint}");
            }
        }
        let kinetic: Vec<f64> = run.balance.iter().map(|b| b[0]).collect();
        assert_eq!(kinetic, column(&run, "energy.kinetic"));
        assert!(kinetic[5] > 0.1);
    }
}

#[test]
fn springs_and_forces_are_drawn_as_they_act() {
    // hangs at rest: k (l − l₀) = m g, closed form
    let run = recorded(
        "space planar\ngravity (0, -10) m/s^2\n\
         primitive plate { shape = rect(20 cm, 10 cm); mass = 2 kg; point hook = (0, 5 cm) }\n\
         part p = plate() at (0, -60 cm) turned 180 deg\n\
         spring s = linear(ground (0, 0), p.center) { stiffness = 200 N/m; rest = 50 cm }\n\
         force pull on p.hook = (3, 4) N along p\nforce back on p.hook = (3, 4) N\n\
         torque twist on p = 0 N*m\nrun 10 ms every 10 ms",
    );
    let at_start = |path: &str, kind| [0, 1].map(|i| arrow(&run, path, kind, i)[0]);
    let near = |a: [f64; 2], b: [f64; 2]| (0..2).all(|i| (a[i] - b[i]).abs() < 1e-12);
    assert!(near(at_start("s", ArrowKind::Spring), [0.0, 20.0]));
    // turned by half a turn with the part
    assert!(near(at_start("pull", ArrowKind::Applied), [-3.0, -4.0]));
    assert!(near(at_start("back", ArrowKind::Applied), [3.0, 4.0]));
    // a torque has no arrow
    assert_eq!(run.schema.drawing.arrows.len(), 3);
    let pull = &run.schema.drawing.arrows[0];
    assert_eq!((pull.path.as_str(), pull.place.body, pull.place.point), ("pull", Some(0), [0.0, 0.05, 0.0]));
}

#[test]
fn shapes_stand_about_the_centre_of_mass_and_obstacles_in_the_world() {
    let run = recorded(
        "space planar\n\
         primitive off { shape = polygon((1, 1) m, (3, 1) m, (3, 2) m, (1, 2) m); mass = 1 kg; point corner = (1, 1) m }\n\
         part a = off() at (0, 0)\nobstacle wall = rect(2 m, 1 m) at (5 m, 0) turned 90 deg\nrun 10 ms every 10 ms",
    );
    let bounds = |shape: &DrawnShape| {
        let DrawnShape::Outline { loops } = shape else { panic!("an outline") };
        let of = |i: usize, f: fn(f64, f64) -> f64| loops[0].iter().map(|p| p[i]).reduce(f).expect("points");
        [of(0, f64::min), of(1, f64::min), of(0, f64::max), of(1, f64::max)]
    };
    let near = |a: [f64; 4], b: [f64; 4]| (0..4).all(|i| (a[i] - b[i]).abs() < 1e-12);
    let body = &run.schema.drawing.bodies[0];
    assert!(near(bounds(&body.shape), [-1.0, -0.5, 1.0, 0.5]));
    assert_eq!(body.points[0].0, "corner");
    assert!((body.points[0].1[0] + 1.0).abs() < 1e-12 && (body.points[0].1[1] + 0.5).abs() < 1e-12);
    assert!(near(bounds(&run.schema.drawing.obstacles[0].shape), [4.5, -1.0, 5.5, 1.0]));
}

#[test]
fn the_schema_names_plots_texts_and_the_end() {
    let text = "space planar\nmass m = 1 kg at (0, 0) m moving (1, 2) m/s\nrun 100 ms every 10 ms\n\
                plot \"where\" m.position\nplot \"path\" m.position.y against m.position.x";
    let run = recorded(text);
    let schema = &run.schema;
    let names = |list: &[usize]| list.iter().map(|&c| schema.columns[c].name.as_str()).collect::<Vec<_>>();
    assert_eq!(schema.plots[0].title, "where");
    assert_eq!(names(&schema.plots[0].curves), ["m.position.x", "m.position.y"]);
    assert_eq!(schema.plots[1].against.map(|c| names(&[c])), Some(vec!["m.position.x"]));
    assert_eq!(schema.origin.sources, [("scene".to_owned(), text.to_owned())]);
    let ending = run.ending.as_ref().expect("it ended");
    assert_eq!((ending.reason.as_str(), ending.time), ("finished", 0.1));
    assert!(ending.work.contains(&("frames".to_owned(), 11)) && ending.hash != 0);
}

/// A block that rattles to rest between two walls, with more blows than events are for.
const WEDGE: &str = "space planar
gravity (0, -9.81) m/s^2
obstacle left = halfplane((0, 0) m, (0.9998, 0.02))
obstacle right = halfplane((10.1, 0) cm, (-0.9998, 0.02))
primitive peg_ { shape = rect(10 cm, 20 cm); mass = 1 kg }
part peg = peg_() at (5.05, 20) cm turned 0.2 deg spinning 3 rad/s
contact peg, left { restitution = 0.98 }
contact peg, right { restitution = 0.98 }
run 1 s every 1 ms
record peg.position.y
";

#[test]
fn frames_say_which_bodies_were_stepped() {
    let run = simulate(WEDGE, &Settings::default()).expect("a sound scene");
    let changes: Vec<f64> = run.recording.events.iter().filter(|e| e.kind == "stepping").map(|e| e.time).collect();
    assert!(!changes.is_empty() && changes.len().is_multiple_of(2) && run.recording.schema.stepped, "{changes:?}");
    for (i, time) in run.recording.times.iter().enumerate() {
        let inside = changes.iter().filter(|change| *change <= time).count() % 2 == 1;
        let frame = run.recording.frame_at(i).expect("whole");
        assert_eq!((frame.stepped.len(), frame.stepped_bodies()), (1, u32::from(inside)), "at {time} s");
    }
    let stretches = run.recording.stepped_stretches();
    let ends: Vec<f64> = stretches.iter().flat_map(|s| [s.from, s.to]).collect();
    assert_eq!(ends, changes);
    // as the outcome counts it, step by step
    let sum: f64 = stretches.iter().map(|s| s.to - s.from).sum();
    assert!((run.outcome.stepped - sum).abs() < 1e-9, "{} and {sum}", run.outcome.stepped);
}

#[test]
fn all_that_moves_is_stepped_by_name_and_nothing_where_nothing_touches() {
    let text = WEDGE.replace("run 1 s every 1 ms", "method stepping\nrun 50 ms every 10 ms");
    let stepped = recorded(
        &text
            .replace("solid peg", "part rock = boulder() at (50, 0) cm\nsolid peg")
            .replace("obstacle left", "primitive boulder { shape = rect(1 cm, 1 cm); mass = 1 kg }\nobstacle left"),
    );
    let drawing = &stepped.schema.drawing;
    let moving: u64 = (0..drawing.bodies.len()).filter(|b| !drawing.bodies[*b].fixed).map(|b| 1 << b).sum();
    assert!(moving > 0 && stepped.stepped.iter().all(|word| *word == moving), "{:?}", stepped.stepped);
    let alone = recorded("space planar\nmass bob = 1 kg at (1, 0) m moving (1, 0) m/s\nrun 1 s every 100 ms");
    assert!(!alone.schema.stepped && alone.stepped.is_empty());
}

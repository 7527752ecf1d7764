//! Scenes of the exact sweep: `check`, `info` and `fmt` read them; what needs a mechanism in time steps refuses them.

use crate::support::Folder;

const LATCH: &str = "space planar
method sweep
obstacle plate = pierced(rect((0, 0) mm, (9, 9) mm), rect((1, 1) mm, (2, 2) mm))
root body moves (1, 0) mm/s from (-20, 12) mm until 40 mm
pawl hook on body at (0, 3) mm = polygon((0, 0), (6, -7), (6, 1)) mm { stiffness = 12 N*mm/rad; rest = 90 deg }
report events
";

#[test]
fn a_sweep_is_checked_and_told() {
    let folder = Folder::with("latch.mech", LATCH);
    folder.run(&["check", "latch.mech"]).exits(0).says("exact sweep, 1 pawl on `body`, 1 obstacle, 11 vertices");
    folder
        .run(&["info", "latch.mech"])
        .exits(0)
        .says("body: no outline")
        .says("from (-20, 12) mm with (1, 0) mm/s until 40 s")
        .says("hook: 3 vertices at (0, 3) mm, stiffness 0.012 N*m/rad, friction 0, rest 90 deg, start 90 deg")
        .says("plate: 8 vertices in 2 outlines");
    let told = folder.run(&["info", "latch.mech", "--json"]).exits(0).json();
    assert_eq!(told["pawls"][0]["hinge"][1], 0.003);
    assert_eq!(told["obstacles"][0]["outlines"][1].as_array().unwrap().len(), 4);
    assert_eq!((&told["vertices"], &told["root"]["until"]), (&11.into(), &40.0.into()));
    folder.run(&["fmt", "--check", "latch.mech"]).exits(0);
}

#[test]
fn what_is_wrong_with_a_sweep_is_told() {
    let folder = Folder::with("latch.mech", LATCH.replace("(1, 0) mm/s", "(0, 0) mm/s"));
    folder.run(&["check", "latch.mech"]).exits(1).says("E0533").says("latch.mech:4");
    folder.run(&["info", "latch.mech"]).exits(1).says("E0533");
    folder.run(&["explain", "E0531"]).exits(0).says("method event");
}

#[test]
fn a_scene_in_time_is_told_too() {
    let folder = Folder::with("a.mech", crate::support::PENDULUM);
    folder.run(&["info", "a.mech"]).exits(0).says("1 body, 1 joint").says("1 degree of freedom");
    assert_eq!(folder.run(&["info", "a.mech", "--json"]).exits(0).json()["bodies"][0], "bob");
}

#[test]
fn a_sweep_has_no_mechanism_to_assemble() {
    let folder = Folder::with("latch.mech", LATCH);
    folder.run(&["orient", "latch.mech"]).exits(1).says("E0920");
}

const RATCHET: &str = "space planar
method sweep
for i in 0..3 { obstacle tooth[i] = polygon((0, 0), (6, 0), (6, 3)) mm at (10 + 6*i, 0) mm }
root body moves (1, 0) mm/s until 30 mm
pawl hook on body at (0, 6) mm = polygon((0, 1), (0, -1), (7, -5), (8, -5), (8, -4)) mm { stiffness = 50 N*mm/rad; friction = 0.1 }
report events, contacts, insertion_force
";

#[test]
fn a_sweep_runs_records_exports_and_reports() {
    let folder = Folder::with("ratchet.mech", RATCHET);
    let said = folder.run(&["run", "ratchet.mech", "--out", "r.mcap"]).exits(0);
    said.says("all the way")
        .says("collision")
        .says("corner 4 on edge 3 of `tooth[0]`")
        .says("peak push")
        .says("lost in snaps");
    let told = folder.run(&["run", "ratchet.mech", "--no-record", "--json", "--at", "5,6"]).exits(0).json();
    assert_eq!(told["sweep"]["cause"], "end");
    assert!(told["energy"]["residual"].as_f64().unwrap() < 1e-9);
    assert_eq!(told["values"]["hook.angle"].as_array().unwrap().len(), 2);
    assert!(told.get("integrator").is_none());
    // what is recorded is what a table of it holds
    let recording = folder.recording("r.mcap").run;
    folder.run(&["export", "r.mcap", "--to", "csv", "-o", "r.csv"]).exits(0);
    let table = folder.read("r.csv");
    let column = table.lines().next().unwrap().split(',').position(|c| c == "insertion_force").unwrap();
    let written: Vec<f64> = table.lines().skip(1).map(|l| l.split(',').nth(column).unwrap().parse().unwrap()).collect();
    let kept: Vec<f64> = recording.column(recording.find("insertion_force").unwrap()).collect();
    assert_eq!(written, kept);
    assert!(table.lines().skip(1).all(|l| !l.contains("inf")));
    folder.run(&["diff", "r.mcap", "r.mcap"]).exits(0);
    folder.run(&["report", "r.mcap", "-o", "r.html"]).exits(0);
    assert!(folder.read("r.html").contains("hook over travel"));
    folder.run(&["render", "ratchet.mech", "--at", "6", "-o", "r.svg"]).exits(0);
    folder.run(&["plane", "ratchet.mech", "--from", "4", "--to", "12", "-o", "p.svg"]).exits(0);
    assert!(folder.read("p.svg").contains("free above"));
    folder.run(&["plane", "ratchet.mech", "-o", "p.txt"]).exits(2);
    folder.run(&["plane", "ratchet.mech", "--pawl", "x", "-o", "p.svg"]).exits(2).says("`hook`");
}

#[test]
fn a_jam_is_a_result() {
    // a lever of 4 mm at a distance of 8 mm: less than the coefficient
    let back = RATCHET
        .replace(
            "obstacle tooth[i] = polygon((0, 0), (6, 0), (6, 3)) mm",
            "obstacle tooth[i] = rect((0, -10) mm, (6, 20) mm)",
        )
        .replace("friction = 0.1", "friction = 0.6");
    let folder = Folder::with("back.mech", back);
    let told = folder.run(&["run", "back.mech", "--no-record", "--json"]).exits(0).json();
    assert_eq!((&told["sweep"]["cause"], &told["end"]["time"]), (&"stick".into(), &2.0.into()));
    assert_eq!(told["sweep"]["stopped_by"], "hook");
    folder.run(&["run", "back.mech", "--no-record"]).exits(0).says("of `hook`, of 30 s");
}

#[test]
fn a_sweep_that_cannot_begin_shows_where() {
    let folder = Folder::with("in.mech", RATCHET.replace("until 30 mm", "from (6, 0) mm until 30 mm"));
    for command in ["run", "check", "plane"] {
        folder.run(&[command, "in.mech"]).exits(1).says("E0541").says("in.mech:5").says("starts inside `tooth[0]`");
    }
    folder.run(&["explain", "E0541"]).exits(0).says("from");
}

#[test]
fn a_fit_is_pushed_in_and_pulled_out() {
    let fit = "space planar
method sweep
let height = 4 mm
let kappa = 40 N*mm/rad
obstacle edge = polygon((0 mm, 0 mm), (20 mm, 0 mm), (20 mm, height))
root body moves (10, 0) mm/s until 60 mm
pawl hook on body at (0, 12) mm = polygon((-15, -10), (1.5, -1), (0, 1.5)) mm { stiffness = kappa; friction = 0.2 }
";
    let folder = Folder::with("fit.mech", fit);
    folder
        .run(&["assemble", "fit.mech"])
        .exits(0)
        .says("assembles, and comes out again")
        .says("1 click")
        .says("margin");
    let told = folder.run(&["assemble", "fit.mech", "--json"]).exits(0).json();
    // the insertion is the run itself
    let run = folder.run(&["run", "fit.mech", "--no-record", "--json"]).exits(0).json();
    let near = |a: &serde_json::Value, b: &serde_json::Value| {
        let (a, b) = (a.as_f64().unwrap(), b.as_f64().unwrap());
        assert!((a - b).abs() <= 1e-9 * b.abs(), "{a} {b}");
    };
    near(&told["insertion"]["peak"]["force"], &run["sweep"]["insertion"]["peak"]["force"]);
    near(&told["insertion"]["work"]["total"], &run["energy"]["work"]);
    // forces are proportional to the stiffness
    let slopes = told["sensitivity"].as_array().unwrap();
    let kappa = slopes.iter().find(|s| s["dimension"] == "kappa").unwrap();
    assert!((kappa["relative"].as_f64().unwrap() - 1.0).abs() < 1e-6);
    // the same samples for the same seed; all of them go in
    let sampled =
        || folder.run(&["assemble", "fit.mech", "--spread", "height=3.9..4.1 mm", "--samples", "50", "--json"]);
    let (once, twice) = (sampled().exits(0).json(), sampled().exits(0).json());
    assert_eq!(once["tolerance"], twice["tolerance"]);
    assert_eq!(once["tolerance"]["assembles"][0], 1.0);
    folder.run(&["assemble", "fit.mech", "--spread", "x=1..2"]).exits(2).says("`height`");
    folder.run(&["assemble", "fit.mech", "--spread", "height=wide"]).exits(2).says("9.9..10.1");
}

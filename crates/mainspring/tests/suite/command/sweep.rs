//! Scenes of the exact sweep: `check`, `info` and `fmt` read them; what needs a mechanism in time steps refuses them.

use crate::command::support::Folder;

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
    let folder = Folder::with("a.mech", crate::command::support::PENDULUM);
    folder.run(&["info", "a.mech"]).exits(0).says("1 body, 1 joint").says("1 degree of freedom");
    assert_eq!(folder.run(&["info", "a.mech", "--json"]).exits(0).json()["bodies"][0], "bob");
}

#[test]
fn a_sweep_has_no_mechanism_to_assemble() {
    let folder = Folder::with("latch.mech", LATCH);
    folder.run(&["orient", "latch.mech"]).exits(1).says("E0920");
}

pub const RATCHET: &str = "space planar
method sweep
for i in 0..3 { obstacle tooth[i] = polygon((0, 0), (6, 0), (6, 3)) mm at (10 + 6*i, 0) mm }
root body moves (1, 0) mm/s until 30 mm
pawl hook on body at (0, 6) mm = polygon((0, 1), (0, -1), (7, -5), (8, -5), (8, -4)) mm { stiffness = 50 N*mm/rad; friction = 0.1 }
report events, contacts, insertion_force
";

#[test]
fn a_sweep_runs_records_exports_and_reports() {
    let folder = Folder::with("ratchet.mech", RATCHET);
    let said = folder.run(&["run", "ratchet.mech", "-o", "r.mcap"]).exits(0);
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
    // what is advised can be done
    let advice = folder.run(&["explain", "E0541"]).exits(0).out.split_whitespace().collect::<Vec<_>>().join(" ");
    let commands: Vec<&str> = advice.split('`').filter(|part| part.starts_with("mainspring ")).collect();
    assert_eq!(commands.len(), 2, "{advice}");
    let text = folder.read("in.mech");
    let folder = folder.and("a.mech", text);
    for command in commands {
        let mut words: Vec<&str> = Vec::new();
        for (k, part) in command.split('\'').enumerate() {
            if k % 2 == 1 { words.push(part) } else { words.extend(part.split_whitespace()) }
        }
        folder.run(&words[1..]).exits(0);
    }
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

/// A clip whose lead-in is steep: with ℓ/h = 17/49 at the end of the climb it sticks from that friction on.
const CLIP: &str = "space planar
method sweep

let overlap = 1.5 mm
let mu = 0.25
let modulus = 2000 N/mm^2
let inertia = 6 mm * (2 mm)^3/12
let top = overlap - 3 mm
let corners = [(22, -3) mm, (23, -3) mm]

obstacle lip = rect((30 mm, -12 mm), (34 mm, top))
root cover moves (10, 0) mm/s until 16 mm
pawl hook on cover = polygon((-2, -1) mm, (20, -1) mm, corners, (24, -1) mm, (24, 1) mm, (-2, 1) mm) {
  stiffness = 3*modulus*inertia/(22 mm)
  friction = mu
}
";

#[test]
fn the_worst_case_is_proved_and_closed_in_on() {
    let folder = Folder::with("clip.mech", CLIP);
    let spread = ["--spread", "overlap=1.45..1.55", "--spread", "modulus=1900..2100", "--samples", "40", "--worst"];
    let ask = |more: &[&str]| folder.run(&[&["assemble", "clip.mech"], &spread[..], more].concat()).exits(0);
    let told = ask(&["--json"]).json();
    let worst = &told["worst"];
    assert_eq!(
        worst["ranges"][0],
        serde_json::json!({"dimension": "overlap", "unit": "mm", "least": 1.45, "largest": 1.55})
    );
    let way = &worst["ways"][0];
    assert_eq!((&way["way"], &way["passes"], &way["undecided"]), (&"insertion".into(), &1.0.into(), &0.0.into()));
    // the most overlap and the stiffest piece need the most force, traced exactly as a scene of their own
    assert_eq!(way["found"]["values"], serde_json::json!([1.55, 2100.0]));
    let there =
        folder.run(&["assemble", "clip.mech", "--set", "overlap=1.55 mm", "--set", "modulus=2100 N/mm^2", "--json"]);
    let there = there.exits(0).json();
    let (force, exact) =
        (way["found"]["force"].as_f64().unwrap(), there["insertion"]["peak"]["force"].as_f64().unwrap());
    assert!((force - exact).abs() <= 1e-9 * exact, "{force} {exact}");
    let bound = way["bound"].as_f64().unwrap();
    assert!(bound >= force && bound <= 1.011 * force, "{bound} {force}");
    // no sample is above
    assert!(told["tolerance"]["peak"][3].as_f64().unwrap() <= bound);
    ask(&[])
        .says("case of overlap from 1.45 to 1.55 mm, modulus from 1900 to 2100 N/mm^2")
        .says("insertion assembles in every case")
        .says("removal   comes out in every case")
        .says("found for overlap = 1.55 mm, modulus = 2100 N/mm^2")
        .says("0 undecided");
}

#[test]
fn where_the_answer_changes_the_border_is_left() {
    let folder = Folder::with("clip.mech", CLIP);
    let ask = ["assemble", "clip.mech", "--spread", "mu=0.2..0.6", "--samples", "10", "--worst", "--boxes", "60"];
    let told = folder.run(&[&ask[..], &["--json"]].concat()).exits(0).json();
    let way = &told["worst"]["ways"][0];
    let share = |name: &str| way[name].as_f64().unwrap();
    // (17/49 − 0.2)/0.4 of the frictions go in
    let exact = (17.0 / 49.0 - 0.2) / 0.4;
    assert!(share("passes") <= exact && exact <= share("passes") + share("undecided"), "{way}");
    assert!(share("undecided") < 0.01 && (share("passes") + share("fails") + share("undecided") - 1.0).abs() < 1e-12);
    let open = &way["open"][0][0];
    assert!(open[0].as_f64().unwrap() <= 17.0 / 49.0 && 17.0 / 49.0 <= open[1].as_f64().unwrap(), "{way}");
    assert_eq!(way["failing"]["cause"], "stick");
    folder.run(&ask).exits(0).says("% undecided").says("undecided mu from 0.34").says("fails for mu = ").says("stick");
}

#[test]
fn directions_of_approach_are_proved() {
    let folder = Folder::with("clip.mech", CLIP);
    let told = folder.run(&["assemble", "clip.mech", "--approach", "1 deg", "--boxes", "60", "--json"]).exits(0).json();
    let approach = &told["approach"];
    assert!((approach["within"].as_f64().unwrap() - 1f64.to_radians()).abs() < 1e-15);
    let ranges = approach["proved"].as_array().unwrap();
    let sure: f64 = ranges.iter().map(|r| r[1].as_f64().unwrap() - r[0].as_f64().unwrap()).sum();
    // the lip is level, so that a sliver round the drawn direction is left
    assert!(sure > 1.9f64.to_radians() && sure < 2f64.to_radians(), "{approach}");
    // in the middle of each range it does assemble, as a scene of its own
    for range in ranges {
        let angle = 0.5 * (range[0].as_f64().unwrap() + range[1].as_f64().unwrap());
        let moves = format!("cover.moves=({}, {}) mm/s", 10.0 * libm::cos(angle), 10.0 * libm::sin(angle));
        let turned = folder.run(&["assemble", "clip.mech", "--set", &moves, "--json"]).exits(0).json();
        assert_eq!(turned["assembles"], true, "{angle}");
    }
    folder
        .run(&["assemble", "clip.mech", "--approach", "1 deg", "--boxes", "60"])
        .exits(0)
        .says("up to 1° to both sides of the direction drawn")
        .says("and as drawn");
    folder.run(&["assemble", "clip.mech", "--approach", "1"]).exits(2).says("`2 deg`");
    folder.run(&["assemble", "clip.mech", "--approach", "120 deg"]).exits(2).says("quarter");
}

#[test]
fn ranges_that_cannot_be_followed_are_refused_with_their_place() {
    let folder = Folder::with("clip.mech", CLIP.replace("overlap - 3 mm", "sqrt(overlap*1.5 mm) - 3 mm"));
    let ask = ["assemble", "clip.mech", "--spread", "overlap=1.45..1.55", "--samples", "5"];
    folder.run(&ask).exits(0);
    folder
        .run(&[&ask[..], &["--worst"]].concat())
        .exits(1)
        .says("E0543")
        .says("clip.mech:8:")
        .says("sqrt(overlap*1.5 mm)")
        .says("`overlap` has a range")
        .says("+ - * /");
    folder.run(&["assemble", "clip.mech", "--spread", "mu=0.25+-0.01", "--worst"]).exits(2).says("bell curve");
    folder.run(&["assemble", "clip.mech", "--worst"]).exits(2).says("--spread");
    folder.run(&["explain", "E0543"]).exits(0).says("--worst");
}

#[test]
fn lines_that_are_no_dimension_are_told() {
    let folder = Folder::with("clip.mech", CLIP.replace("let mu", "let idle = 3 kg\nlet mu"));
    let told = folder.run(&["assemble", "clip.mech", "--set", "mu=0.2", "--json"]).exits(0).json();
    // what is set is a dimension with another number
    let mu = told["sensitivity"].as_array().unwrap().iter().find(|s| s["dimension"] == "mu").unwrap();
    assert_eq!(mu["value"], 0.2);
    // a moment of area enters through the stiffness, and force is proportional to it
    let slopes = told["sensitivity"].as_array().unwrap();
    let inertia = slopes.iter().find(|s| s["dimension"] == "inertia").unwrap();
    assert_eq!(inertia["unit"], "m^4");
    assert!((inertia["relative"].as_f64().unwrap() - 1.0).abs() < 1e-6);
    assert_eq!(
        told["left_out"],
        serde_json::json!([
            {"name": "top", "why": "made of `overlap`"},
            {"name": "corners", "why": "no single number"},
            {"name": "idle", "why": "no peak force depends on it"},
        ])
    );
    let said =
        folder.run(&["assemble", "clip.mech", "--spread", "inertia=3.9e-12..4.1e-12", "--samples", "5"]).exits(0);
    said.says("left out  top: made of `overlap`").says("corners: no single number");
}

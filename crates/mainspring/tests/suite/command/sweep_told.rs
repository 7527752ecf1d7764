//! What the command says of sweeps at their edges: times after the end, starts in contact, pawls in each other's way.

use crate::command::support::{Folder, gallery};

/// Sticks at 2 s: a lever of 4 mm at a distance of 8 mm is less than the coefficient.
const STUCK: &str = "space planar
method sweep
obstacle wall = rect((10, -10) mm, (16, 20) mm)
root body moves (1, 0) mm/s until 30 mm
pawl hook on body at (0, 6) mm = polygon((0, 1), (0, -1), (7, -5), (8, -5), (8, -4)) mm { stiffness = 50 N*mm/rad; friction = 0.6 }
";

#[test]
fn times_after_the_end_are_told_and_not_read() {
    let folder = Folder::with("stuck.mech", STUCK);
    let ask =
        |times: &str, more: &[&str]| folder.run(&[&["run", "stuck.mech", "--no-record", "--at", times], more].concat());
    let said = ask("1,5,9.5", &[]).exits(2);
    assert!(!said.out.contains("NaN"), "{said:?}");
    said.says("W0544")
        .says("no values at t = 5 s, t = 9.5 s: the motion ends at 2 s, by stick of `hook`")
        .says("none at 5 s: the motion ended at 2 s, by stick of `hook`")
        .says("hook.angle at 1 s");
    let told = ask("1,5", &["--json"]).exits(2).json();
    let angles = told["values"]["hook.angle"].as_array().unwrap();
    assert!(angles[0].is_number() && angles[1].is_null(), "{angles:?}");
    assert!(told["notes"].to_string().contains("W0544"));
    // up to the end they are read, at the end too
    let said = ask("1,2", &[]).exits(0);
    assert!(!said.err.contains("W0544"), "{said:?}");
    // and what is beyond the run is refused before it begins, as for any run
    ask("31", &[]).exits(2).says("E0902");
    folder.run(&["explain", "W0544"]).exits(0).says("null");
}

#[test]
fn a_start_in_contact_presses_at_once() {
    let text = "space planar
method sweep
obstacle floor = rect((-30, -9) mm, (30, -5) mm)
root body moves (1, 0) mm/s until 5 mm
pawl hook on body = polygon((0, 1), (0, -1), (8, -5), (8, 0)) mm { stiffness = 50 N*mm/rad; rest = -10 deg; start = 0 deg }
";
    let folder = Folder::with("floor.mech", text);
    let told = folder.run(&["run", "floor.mech", "--no-record", "--at", "0,1", "--json"]).exits(0).json();
    let forces = told["values"]["hook.force"].as_array().unwrap();
    // κ·θ over a lever of 8 mm
    let exact = 0.05 * 10f64.to_radians() / 0.008;
    for force in forces {
        assert!((force.as_f64().unwrap() - exact).abs() < 1e-9 * exact, "{forces:?}");
    }
}

/// The upper pawl is pushed down onto the lower one.
const PAIR: &str = "space planar
method sweep
obstacle lid = polygon((12, 6), (30, -2), (30, 6)) mm
root body moves (1, 0) mm/s until 20 mm
pawl up on body at (0, 3) mm = polygon((0, -1), (9, -1), (9, 0), (0, 1)) mm { stiffness = 50 N*mm/rad; friction = 0.1 }
pawl down on body at (0, -1) mm = polygon((0, -1), (9, 0), (9, 1), (0, 1)) mm { stiffness = 50 N*mm/rad; friction = 0.1 }
";

#[test]
fn pawls_that_pass_through_each_other_are_told_once() {
    let folder = Folder::with("pair.mech", PAIR).and("apart.mech", PAIR.replace("at (0, -1) mm", "at (0, -3) mm"));
    let said = folder.run(&["run", "pair.mech", "--out", "r.mcap"]).exits(0);
    assert_eq!(said.err.matches("W0545").count(), 1, "{said:?}");
    assert_eq!(said.out.matches("`up` and `down` first overlap at ").count(), 1, "{said:?}");
    said.says("they pass through each other here, `method event` knows contact between them").says("pair.mech:6:6");
    let told = folder.run(&["run", "pair.mech", "--no-record", "--json"]).exits(0).json();
    let crossing = &told["sweep"]["crossings"][0];
    assert_eq!(crossing["pawls"], serde_json::json!(["up", "down"]));
    assert!(told["notes"].to_string().contains("W0545"));
    // at that frame, and not at the one before, a corner of the upper pawl is below the upper edge of the other
    let time = crossing["time"].as_f64().unwrap();
    let every = 0.04;
    let below = |time: f64| {
        let at = format!("{time}");
        let told = folder.run(&["run", "pair.mech", "--no-record", "--json", "--at", &at]).exits(0).json();
        let angle = told["values"]["up.angle"][0].as_f64().unwrap();
        let (s, c) = libm::sincos(angle);
        // height of the corner (9, -1) mm of the upper pawl over the upper edge of the other, which lies at 0
        3.0 + 9.0 * s - c < 0.0
    };
    assert!(below(time) && !below(time - every), "{time}");
    folder.run(&["report", "r.mcap", "-o", "r.html"]).exits(0);
    assert!(folder.read("r.html").contains("they pass through each other here"));
    folder.run(&["assemble", "pair.mech"]).exits(0).says("`up` and `down` first overlap at ");
    let said = folder.run(&["run", "apart.mech", "--no-record"]).exits(0);
    assert!(!said.err.contains("W0545") && !said.out.contains("overlap"), "{said:?}");
}

#[test]
fn pawls_that_share_a_hinge_overlap_from_the_start() {
    let third =
        "pawl third on body at (0, -1) mm = polygon((0, -1), (9, 0), (9, 1), (0, 1)) mm { stiffness = 50 N*mm/rad }\n";
    let folder = Folder::with("three.mech", format!("{PAIR}{third}"));
    let told = folder.run(&["run", "three.mech", "--no-record", "--json"]).exits(0).json();
    let found = told["sweep"]["crossings"].as_array().unwrap();
    let pairs: Vec<&serde_json::Value> = found.iter().map(|c| &c["pawls"]).collect();
    assert_eq!(
        pairs,
        [
            &serde_json::json!(["down", "third"]),
            &serde_json::json!(["up", "down"]),
            &serde_json::json!(["up", "third"])
        ]
    );
    assert_eq!(found[0]["time"], 0.0);
    // of many pairs the first are told one by one
    let many =
        PAIR.replace("pawl down on body at (0, -1) mm", "for i in 0..6 { pawl down[i] on body at (0, -1) mm") + "}\n";
    let folder = Folder::with("many.mech", many);
    let said = folder.run(&["run", "many.mech", "--out", "r.mcap"]).exits(0);
    assert_eq!(said.err.matches("W0545").count(), 10, "{said:?}");
    said.says("; and 11 more pairs, from 0 s on").says("`up` and `down[5]` first overlap");
    folder.run(&["info", "r.mcap"]).exits(0).says("pairs that overlap later: 20");
}

const TEETH: &str = "space planar
method sweep
let n = 3
let mu = 0.1
let stiff = 2
for i in 0..n { obstacle tooth[i] = polygon((0, 0), (6, 0), (6, 3)) mm at (10 + 6*i, 0) mm }
root body moves (1, 0) mm/s until 30 mm
pawl hook on body at (0, 6) mm = polygon((0, 1), (0, -1), (7, -5), (8, -5), (8, -4)) mm {
  stiffness = (stiff - mu + 0.1)*25 N*mm/rad
  friction = mu
}
";

#[test]
fn a_count_is_no_dimension_and_says_why() {
    let folder = Folder::with("teeth.mech", TEETH);
    let told = folder.run(&["assemble", "teeth.mech", "--json"]).exits(0).json();
    assert_eq!(
        told["left_out"],
        serde_json::json!([{"name": "n", "why": "a little more or less of it makes no drawing: a range takes whole numbers"}])
    );
    assert!(told["sensitivity"].as_array().unwrap().iter().all(|s| s["slope"].is_number() && s["dimension"] != "n"));
    let said = folder.run(&["assemble", "teeth.mech"]).exits(0).says("left out  n: a little more or less");
    assert!(!said.out.contains("none N") && !said.out.contains("neither"), "{said:?}");
}

#[test]
fn ranges_that_a_pawl_cannot_have_are_refused_by_name() {
    let folder = Folder::with("teeth.mech", TEETH);
    let ask = |spread: &[&str], more: &[&str]| {
        let spreads: Vec<&str> = spread.iter().flat_map(|s| ["--spread", s]).collect();
        folder.run(&[&["assemble", "teeth.mech", "--samples", "3"], &spreads[..], more].concat())
    };
    for more in [&[][..], &["--worst"]] {
        ask(&["mu=-0.1..0.2"], more)
            .exits(2)
            .says("the range of `mu` goes too far: for mu = -0.1 a coefficient of friction must not be negative");
        ask(&["stiff=-1..2"], more).exits(2).says("the range of `stiff`").says("must be above 0, found -0.025 N*m");
    }
    // either alone is fine, both together are not
    ask(&["mu=0.05..0.9"], &[]).exits(0);
    ask(&["stiff=0.5..2"], &[]).exits(0);
    ask(&["mu=0.05..0.9", "stiff=0.5..2"], &["--worst"])
        .exits(2)
        .says("for mu = 0.9, stiff = 0.5 the stiffness of `hook` would be -0.007");
    // and a number without a unit is asked for as one
    let said = ask(&["mu=x..0.2"], &[]).exits(2).says("(a triangle), without a unit");
    assert!(!said.err.contains(", in \n"), "{said:?}");
}

#[test]
fn a_way_out_that_cannot_be_asked_says_why_in_the_scenes_words() {
    let folder = Folder::with("at_once.mech", STUCK.replace("rect((10, -10)", "rect((8, -10)"));
    folder
        .run(&["assemble", "at_once.mech"])
        .exits(0)
        .says("removal   cannot be asked: the way in ends where it begins, so there is nothing to pull out");
    let jam = PAIR.lines().filter(|l| !l.starts_with("pawl down")).collect::<Vec<_>>().join("\n");
    let folder = Folder::with("jam.mech", jam.replace("obstacle lid", "let top = 6 mm\nobstacle lid"));
    // the jam itself has no room: the way out begins just before it
    let said = folder.run(&["assemble", "jam.mech"]).exits(0).says("removal   all the way, travel 16.3028 mm");
    assert!(!said.out.contains("cannot be asked"), "{said:?}");
    // between lid and hinge no angle is left
    folder
        .run(&["assemble", "jam.mech", "--spread", "top=5.9..6.1", "--worst", "--samples", "3", "--boxes", "20"])
        .exits(0)
        .says("fails for top = 6 mm: jam_pair");
}

#[test]
fn a_jam_between_two_is_proved_for_a_range() {
    let text = "space planar
method sweep
let lid = 0 mm
obstacle floor = polygon((14, -12), (50, -12), (50, -3), (38, -3), (20, -9), (14, -9)) mm
obstacle roof = rect((26 mm, lid), (50, 6) mm)
root carriage moves (10, 0) mm/s until 30 mm
pawl finger on carriage = polygon((-1.5, -1.5), (16, -7), (18, -6), (1, 2), (-1.5, 1.5)) mm { stiffness = 40 N*mm/rad; friction = 0.1 }
";
    let folder = Folder::with("jam.mech", text);
    let ask = ["assemble", "jam.mech", "--spread", "lid=-0.1..0.1", "--worst", "--samples", "3", "--boxes", "60"];
    let said = folder.run(&ask).exits(0);
    assert!(!said.out.contains("never proved"), "{said:?}");
    said.says("insertion does not assemble in any case").says("fails for lid = 0 mm: jam_pair").says("0 undecided");
}

#[test]
fn a_root_that_comes_to_rest_after_its_clicks_assembles() {
    let latch = std::fs::read(gallery().join("snap_latch/scene.mech")).unwrap();
    let folder = Folder::with("latch.mech", latch);
    folder
        .run(&["assemble", "latch.mech"])
        .exits(0)
        .says("verdict   assembles: `door` comes to rest on `seal` after 2 clicks, and its pawls hold it")
        .says("insertion to rest on `seal`, travel 33 mm, 2 clicks");
}

#[test]
fn work_beside_a_spike_and_peaks_of_nothing() {
    // a hair before it sticks the force has no size left, the work has
    let scene = std::fs::read_to_string(gallery().join("snap_fit/scene.mech")).expect("a scene");
    let text = scene.replace("friction = 0.25", "friction = mu").replace("method sweep", "method sweep\nlet mu = 0.25");
    let folder = Folder::with("clip.mech", text);
    let ask = |more: &[&str]| folder.run(&[&["assemble", "clip.mech"], more].concat()).exits(0);
    let limit = ask(&["--json"]).json()["insertion"]["friction_limit"].as_f64().expect("a limit");
    let near = format!("mu={}", limit * (1.0 - 1e-12));
    let told = ask(&["--set", &near, "--json"]).json();
    let (work, peak) = (&told["insertion"]["work"]["total"], &told["insertion"]["peak"]["force"]);
    assert!(peak.as_f64().expect("a force") > 1e9 * work.as_f64().expect("work"), "{told}");
    let said = ask(&["--set", &near]);
    let insertion = said.out.split("removal").next().expect("a way in");
    assert!(insertion.contains("work      ") && !insertion.contains("work      0 J"), "{said:?}");
    // friction from which on it sticks in every case
    let above = format!("mu={}..{}", 1.1 * limit, 1.2 * limit);
    ask(&["--spread", &above, "--samples", "20"]).says("peak push of none: no sample assembles");
}

#[test]
fn rounding_is_no_number_worth_telling() {
    // along a floor that is turned: no work, no force along the way, an angle that stays
    let text = "space planar
method sweep
obstacle floor = rect((-30, -9) mm, (30, -5) mm) turned 7 deg
root body moves (1, 0.122784560902905) mm/s until 5 mm
pawl hook on body = polygon((0, 1), (0, -1), (8, -5), (8, 0)) mm { stiffness = 50 N*mm/rad; rest = -10 deg; start = 7 deg }
";
    let folder = Folder::with("along.mech", text);
    let told = folder.run(&["run", "along.mech", "--no-record", "--at", "0,1", "--json"]).exits(0).json();
    let push = told["values"]["insertion_force"][1].as_f64().unwrap();
    assert!(push != 0.0 && push.abs() < 1e-12, "{push}");
    let said = folder.run(&["run", "along.mech", "--no-record", "--at", "0,1"]).exits(0);
    let small =
        |w: &&str| w.trim_matches(&['(', ')', ','][..]).parse::<f64>().is_ok_and(|x| x != 0.0 && x.abs() < 1e-12);
    let found: Vec<&str> = said.out.split_whitespace().filter(small).collect();
    assert!(found.is_empty(), "{found:?} in {}", said.out);
    said.says("peak push  none")
        .says("residual                0 of the largest")
        .says("hook.force at 1 s                        1.85441 N");
}

#[test]
fn a_sweep_is_taken_up_by_writing_it_again() {
    let folder = Folder::with("teeth.mech", TEETH).and("stuck.mech", STUCK);
    let resume = |more: &[&str]| folder.run(&[&["run", "teeth.mech", "--out", "r.mcap", "--resume"], more].concat());
    let whole = |more: &[&str]| {
        folder.run(&[&["run", "teeth.mech", "--out", "w.mcap"], more].concat()).exits(0);
        folder.recording("w.mcap").run.times.len()
    };
    resume(&["--until", "9"]).exits(0).says("there is no recording yet");
    resume(&["--until", "9"]).exits(0).says("is finished: it reaches t = 9 s");
    // longer, without being told how often: as if it had been run so at once
    resume(&["--until", "20"]).exits(0).says("traced as a whole").says("the run begins at t = 0");
    assert_eq!(folder.recording("r.mcap").run.times.len(), whole(&["--until", "20"]));
    folder.run(&["diff", "r.mcap", "w.mcap"]).exits(0);
    // shorter, of another scene or with other options: refused, and nothing is touched
    let before = folder.recording("r.mcap").run.times.len();
    resume(&["--until", "5"]).exits(2).says("E0905").says("it was made to last 20 s");
    resume(&["--until", "25", "--every", "1"]).exits(2).says("E0905").says("other options");
    resume(&["--until", "25", "--set", "mu=0.2"]).exits(2).says("E0905");
    assert_eq!(folder.recording("r.mcap").run.times.len(), before);
    // what sticks goes no farther
    folder.run(&["run", "stuck.mech", "--out", "s.mcap"]).exits(0);
    folder
        .run(&["run", "stuck.mech", "--out", "s.mcap", "--resume"])
        .exits(0)
        .says("is finished: the motion ends at t = 2 s, however long --until is");
}

#[test]
fn probes_of_a_sweep_are_shown_at_its_end_and_at_times() {
    let folder =
        Folder::with("teeth.mech", format!("{TEETH}plot \"torque\" hook.deflection*50 N*mm/rad against body.travel\n"));
    let said = folder.run(&["run", "teeth.mech", "--out", "r.mcap", "--probe", "2*body.travel"]).exits(0);
    assert!(!said.out.contains("hook.rate"), "{said:?}");
    said.says("2*body.travel                0.06 m");
    assert!(folder.read("r-torque.svg").contains("torque"));
    folder
        .run(&["run", "teeth.mech", "--no-record", "--probe", "2*body.travel", "--at", "5"])
        .exits(0)
        .says("2*body.travel at 5 s")
        .says("hook.rate at 5 s");
    folder.run(&["run", "teeth.mech", "--no-record", "--probe", "hook.angl"]).exits(2).says("did you mean `angle`?");
}

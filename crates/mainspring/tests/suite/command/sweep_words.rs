//! Words of the command about sweeps that somebody who sees them first would take for something else.

use crate::command::support::{Folder, PENDULUM};

/// Sticks at 2 s, at the very collision: a lever of 4 mm at a distance of 8 mm is less than the coefficient.
const STUCK: &str = "space planar
method sweep
obstacle wall = rect((10, -10) mm, (16, 20) mm)
root body moves (1, 0) mm/s until 30 mm
pawl hook on body at (0, 6) mm = polygon((0, 1), (0, -1), (7, -5), (8, -5), (8, -4)) mm { stiffness = 50 N*mm/rad; friction = 0.6 }
";

/// A hook over a lip, held behind it.
const CLIP: &str = "space planar
method sweep
let overlap = 1.5 mm
let mu = 0.25
let twice = 2*mu
obstacle lip = rect((30 mm, -12 mm), (34 mm, overlap - 3 mm))
root cover moves (10, 0) mm/s until 16 mm
pawl hook on cover = polygon((-2, -1), (20, -1), (22, -3), (23, -3), (27, -1), (27, 1), (-2, 1)) mm { stiffness = 500 N*mm/rad; friction = mu }
";

#[test]
fn what_ended_a_motion_is_told_of_its_recording() {
    let folder = Folder::with("stuck.mech", STUCK).and("clip.mech", CLIP);
    folder.run(&["run", "stuck.mech", "--out", "r.mcap"]).exits(0);
    folder.run(&["info", "r.mcap"]).exits(0).says("2 s of 30 s, stick of `hook`");
    let told = folder.run(&["info", "r.mcap", "--json"]).exits(0).json();
    assert_eq!((&told["end"]["reason"], &told["end"]["cause"]), (&"finished".into(), &"stick of `hook`".into()));
    let told = folder.run(&["run", "stuck.mech", "--no-record", "--json"]).exits(0).json();
    assert_eq!((&told["end"]["reason"], &told["end"]["cause"]), (&"finished".into(), &"stick".into()));
    folder.run(&["report", "r.mcap", "-o", "r.html"]).exits(0);
    assert!(folder.read("r.html").contains(r#""cause":"stick of `hook`""#));
    // all the way is finished, and nothing else
    folder.run(&["run", "clip.mech", "--output", "c.mcap"]).exits(0);
    let info = folder.run(&["info", "c.mcap"]).exits(0).says("1.6 s, finished");
    assert!(!info.out.contains("cause"), "{info:?}");
    assert!(folder.run(&["info", "c.mcap", "--json"]).exits(0).json()["end"]["cause"].is_null());
    // a sweep that gets further under a longer `--until` is the same sweep
    folder.run(&["run", "stuck.mech", "--out", "s.mcap", "--until", "1"]).exits(0);
    folder.run(&["run", "stuck.mech", "--out", "s.mcap", "--resume"]).exits(0);
    folder.run(&["info", "s.mcap"]).exits(0).says("stick of `hook`");
}

#[test]
fn no_push_before_a_stick_is_not_no_force() {
    let folder = Folder::with("stuck.mech", STUCK).and("clip.mech", CLIP);
    let said = "none before it sticks: no force moves it on";
    folder.run(&["run", "stuck.mech", "--no-record"]).exits(0).says(said);
    folder.run(&["assemble", "stuck.mech"]).exits(0).says(said);
    let clip = folder.run(&["run", "clip.mech", "--no-record"]).exits(0);
    assert!(!clip.out.contains("no force moves"), "{clip:?}");
}

#[test]
fn a_root_that_cannot_be_read_is_not_missed() {
    for root in ["root cover rotates 5 deg/s until 16 mm", "root cover moves (1, 0) mm/s wobbles 3 mm until 16 mm"] {
        let folder = Folder::with("turn.mech", CLIP.replace("root cover moves (10, 0) mm/s until 16 mm", root));
        let said = folder.run(&["check", "turn.mech"]).exits(1);
        assert!(!said.err.contains("has no root") && !said.out.contains("has no root"), "{said:?}");
    }
    let turns = CLIP.replace("until 16 mm", "turns 3 rad/s until 16 mm");
    let said = Folder::with("turn.mech", turns).run(&["check", "turn.mech"]).exits(1);
    said.says("the root of a sweep translates, it cannot turn").says("`method event`");
    let alone = CLIP.replace("moves (10, 0) mm/s until 16 mm", "rotates 5 deg/s until 16 mm");
    Folder::with("turn.mech", alone)
        .run(&["check", "turn.mech"])
        .exits(1)
        .says("it cannot turn")
        .says("`method event`");
}

#[test]
fn settings_of_steps_are_refused() {
    let folder = Folder::with("clip.mech", CLIP).and("p.mech", PENDULUM);
    let run = |more: [&str; 2]| folder.run(&["run", "clip.mech", "--no-record", more[0], more[1]]).exits(2);
    run(["--rtol", "1e-6"]).says("no steps");
    run(["--integrator", "dop853"]).says("no steps");
    run(["--max-steps", "5"]).says("`--max-steps` has no effect on an exact sweep");
    let many = folder.run(&["run", "p.mech", "--no-record", "--every", "1e-9"]).exits(2);
    many.says("this run would record 1e9 frames, one every 1e-9 s; 10000000 is the limit")
        .says("`every` of 1.001e-7 s");
}

#[test]
fn quantities_of_the_root_go_by_either_name() {
    let folder = Folder::with("clip.mech", CLIP);
    folder.run(&["plot", "clip.mech", "cover.travel"]).exits(0).says("travel");
    folder.run(&["plot", "clip.mech", "cover.insertion_force"]).exits(0).says("insertion_force");
    folder.run(&["run", "clip.mech", "--no-record", "--probe", "travel"]).exits(2).says("did you mean `cover.travel`?");
}

#[test]
fn a_recording_is_no_scene() {
    let folder = Folder::with("clip.mech", CLIP);
    folder.run(&["run", "clip.mech", "--out", "r.mcap"]).exits(0);
    std::fs::copy(folder.0.join("r.mcap"), folder.0.join("renamed")).unwrap();
    for (command, file) in [("plane", "r.mcap"), ("assemble", "r.mcap"), ("assemble", "renamed")] {
        folder.run(&[command, file]).exits(2).says("is a recording").says("`.mech`");
    }
}

#[test]
fn spreads_are_said_once() {
    let folder = Folder::with("clip.mech", CLIP);
    let ask = |more: &[&str]| folder.run(&[&["assemble", "clip.mech", "--samples", "3"], more].concat()).exits(2);
    for worst in [&[][..], &["--worst"]] {
        ask(&[&["--spread", "mu=0.1..0.2", "--spread", "mu=0.2..0.3"], worst].concat()).says("`mu` is spread twice");
    }
    ask(&["--spread", "twice=0.1..0.2"]).says("`twice` cannot be spread: it is made of `mu`");
}

#[test]
fn what_is_set_stays_a_dimension_in_the_unit_of_its_line() {
    let folder = Folder::with("clip.mech", CLIP).and("other.mech", CLIP.replace("= 1.5 mm", "= 1.4 mm"));
    let ask = |file: &str, more: &[&str]| {
        let words = ["assemble", file, "--spread", "overlap=1.35..1.45", "--samples", "20", "--worst", "--json"];
        folder.run(&[&words[..], more].concat()).exits(0).json()
    };
    let (mut set, mut written) = (ask("clip.mech", &["--set", "overlap=0.14 cm"]), ask("other.mech", &[]));
    for told in [&mut set, &mut written] {
        told.as_object_mut().unwrap().remove("scene");
    }
    assert_eq!(set, written);
    let slope = set["sensitivity"].as_array().unwrap().iter().find(|s| s["dimension"] == "overlap").unwrap();
    assert_eq!((&slope["value"], &slope["unit"]), (&1.4.into(), &"mm".into()));
    // an angle too, in its own unit or 0 in any
    let tilted = CLIP
        .replace("friction = mu", "friction = mu; rest = tilt; start = tilt")
        .replace("let mu", "let tilt = 2 deg\nlet mu");
    let folder = folder.and("tilted.mech", tilted);
    for (value, wanted) in [("1.5 deg", 1.5), ("0", 0.0), ("0 deg", 0.0)] {
        let told =
            folder.run(&["assemble", "tilted.mech", "--set", &format!("tilt={value}"), "--json"]).exits(0).json();
        let slope = told["sensitivity"].as_array().unwrap().iter().find(|s| s["dimension"] == "tilt").unwrap();
        assert_eq!((&slope["value"], &slope["unit"]), (&wanted.into(), &"deg".into()), "{value}");
    }
    // a line that is made of others is one of its own once it is set
    let told = folder.run(&["assemble", "clip.mech", "--set", "twice=0.6", "--json"]).exits(0).json();
    assert_eq!(told["left_out"], serde_json::json!([{"name": "twice", "why": "no peak force depends on it"}]));
}

#[test]
fn samples_that_are_no_drawing_are_left_out_and_told() {
    let folder = Folder::with("clip.mech", CLIP);
    let ask = |spread: &str, more: &[&str]| {
        folder.run(&[&["assemble", "clip.mech", "--spread", spread, "--samples", "60"], more].concat()).exits(0)
    };
    let told = ask("mu=0.05+-0.05", &["--json"]).json();
    let tolerance = &told["tolerance"];
    let unsound = tolerance["unsound"].as_u64().unwrap();
    assert!(unsound > 0 && tolerance["causes"]["end"] == 60 - unsound, "{tolerance}");
    assert_eq!(tolerance["assembles"][0], 1.0);
    assert!(tolerance["unsound_case"]["values"]["mu"].as_f64().unwrap() < 0.0);
    assert_eq!(tolerance["unsound_case"]["why"], "a coefficient of friction must not be negative");
    ask("mu=0.05+-0.05", &[])
        .says(&format!("samples   {} of 60 are sound drawings and count\n", 60 - unsound))
        .says(&format!("left out  {unsound}, such as mu = -"))
        .says(": a coefficient of friction must not be negative\n")
        .says("`--spread mu=lo..hi` keeps it within what can be drawn")
        .says("assemble  100 % (");
    // none at all
    let none = ask("mu=-5+-0.01", &["--json"]).json();
    assert!(none["tolerance"]["assembles"][0].is_null() && none["tolerance"]["unsound"] == 60);
    let said = ask("mu=-5+-0.01", &[]).says("0 of 60 are sound");
    assert!(!said.out.contains("assemble  ") && !said.out.contains("NaN"), "{said:?}");
    ask("mu=0.1..0.2", &[]).says("samples   60, all sound drawings\n");
}

#[test]
fn a_root_that_hits_before_any_click_does_not_assemble() {
    let text = CLIP.replace(
        "root cover moves",
        "obstacle wall = rect((40, 5) mm, (44, 9) mm)\nroot cover = rect((0, 6) mm, (30, 8) mm) moves",
    );
    let folder = Folder::with("hit.mech", text);
    folder
        .run(&["assemble", "hit.mech"])
        .exits(0)
        .says("does not assemble: `cover` meets `wall` before any pawl has clicked");
    let told = folder.run(&["assemble", "hit.mech", "--json"]).exits(0).json();
    assert_eq!((&told["root"], &told["insertion"]["hits"]), (&"cover".into(), &serde_json::json!(["wall"])));
}

#[test]
fn assembly_is_told_in_plain_words() {
    let folder = Folder::with("clip.mech", CLIP);
    let said = folder.run(&["assemble", "clip.mech"]).exits(0);
    for word in ["N/mm, ", "mu (removal)", "deflected to ", "at travel 6.85", " N at 6.85373 mm: `hook`"] {
        assert!(said.out.contains(word), "no {word}: {}", said.out);
    }
    assert!(!said.out.contains("withdrawal") && !said.out.contains("N/(mm)"), "{}", said.out);
    assert!(!said.out.contains(" m: ") && !said.out.contains(" m, "), "{}", said.out);
    let told = folder.run(&["assemble", "clip.mech", "--json"]).exits(0).json();
    assert!(told["withdrawal"].is_object());
    // programs read metres, and help says what they read
    assert!(told["insertion"]["margin"].as_str().unwrap().contains("at travel 0.00685373 m"), "{told}");
    let help = folder.run(&["assemble", "--help"]).exits(0).out;
    for name in told.as_object().unwrap().keys().filter(|k| !["scene", "root", "crossings"].contains(&k.as_str())) {
        assert!(help.contains(&format!("`{name}`")), "no {name} in {help}");
    }
    // one box decides little: more are offered
    let few =
        folder.run(&["assemble", "clip.mech", "--spread", "mu=0.05..2.5", "--samples", "1", "--worst", "--boxes", "2"]);
    few.exits(0).says("undecided").says("more `--boxes`");
}

#[test]
fn the_largest_force_found_is_not_below_that_of_samples() {
    let folder = Folder::with("clip.mech", CLIP);
    let ask = |more: &[&str]| {
        let words = ["assemble", "clip.mech", "--spread", "mu=0.1..3", "--worst", "--boxes", "1", "--samples", "200"];
        folder.run(&[&words, more].concat()).exits(0)
    };
    let told = ask(&["--json"]).json();
    let (found, largest) = (&told["worst"]["ways"][0]["found"], told["tolerance"]["peak"][3].as_f64().unwrap());
    assert_eq!(found["force"].as_f64().unwrap(), largest);
    // with the digits told the same force comes again
    let mu = found["values"][0].as_f64().unwrap();
    let said = ask(&[]).says(&format!("mu = {mu}"));
    let line = said.out.lines().find(|l| l.contains(" N found")).unwrap();
    let force = line.split(" N found").next().unwrap().rsplit(' ').next().unwrap();
    assert!(said.out.contains(&format!(" to {force} N\n")), "{}", said.out);
    let again = folder.run(&["assemble", "clip.mech", "--set", &format!("mu={mu}"), "--json"]).exits(0).json();
    let again = again["insertion"]["peak"]["force"].as_f64().unwrap();
    assert!((again - largest).abs() <= 1e-12 * largest, "{again} {largest}");
}

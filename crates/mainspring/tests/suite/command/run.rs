//! `run`: the summary, the files, the options.

use crate::command::support::{Folder, PENDULUM};
use std::process::Stdio;

#[test]
fn a_recording_is_not_called_a_table() {
    let folder = Folder::with("a.mech", PENDULUM);
    folder.run(&["run", "a.mech", "--out", "x/a.csv"]).exits(2).says("E0906").says("x/a.mcap");
    assert!(!folder.has("x/a.csv"));
    folder.run(&["run", "a.mech", "--out", "x/a.b"]).exits(0);
}

#[test]
fn a_run_prints_a_summary_and_writes_recording_and_plots() {
    let folder = Folder::with("swing.mech", PENDULUM);
    let ended = folder.run(&["run", "swing.mech"]).exits(0);
    for text in [
        "scene     swing: planar, 1 body, 1 joint, 1 degree of freedom",
        "1 s, finished",
        "kinetic",
        "J",
        "drift",
        "× real time",
    ] {
        assert!(ended.out.contains(text), "no {text:?} in {}", ended.out);
    }
    // no colours, no progress bar where nobody watches
    assert!(ended.err.is_empty() && !ended.out.contains('\u{1b}'), "{ended:#?}");
    let recorded = folder.recording("out/swing/recording.mcap");
    assert!(recorded.complete && recorded.damage.is_empty() && recorded.run.times.len() == 101);
    assert_eq!(recorded.run.schema.columns[0].name, "bob.position.y");
    assert_eq!(recorded.run.schema.origin.command, ["mainspring", "run", "swing.mech"]);
    assert_eq!(recorded.run.ending.unwrap().reason, "finished");
    // equal titles do not overwrite each other
    for file in ["out/swing/height-of-the-bob.svg", "out/swing/height-of-the-bob-2.svg"] {
        assert!(folder.read(file).starts_with("<svg"), "{file}");
        assert!(ended.out.contains(file));
    }
}

#[test]
fn out_names_the_recording_and_plots_stand_beside_it() {
    let folder = Folder::with("a.mech", PENDULUM);
    folder.run(&["run", "a.mech", "--out", "results/first.mcap"]).exits(0);
    assert!(folder.has("results/first.mcap") && folder.has("results/first-height-of-the-bob.svg"));
    assert!(!folder.has("out"));
    folder.run(&["run", "a.mech", "--no-record"]).exits(0);
    assert!(!folder.has("out"));
    folder.run(&["run", "a.mech", "--out", "results"]).exits(3).says("it is a folder").says("E0809");
    folder.run(&["run", "a.mech", "--out", "x.mcap", "--no-record"]).exits(2);
}

#[test]
fn the_recording_never_overwrites_the_scene() {
    let scene = format!("use \"lib.mech\"\n{PENDULUM}");
    let folder = Folder::with("a.mech", &scene).and("lib.mech", "let x = 1 m");
    for out in ["a.mech", "./a.mech", "lib.mech"] {
        folder.run(&["run", "a.mech", "--out", out]).exits(2).says("E0904").says("would overwrite");
    }
    let json = folder.run(&["run", "a.mech", "--out", "a.mech", "--json"]).exits(2).json();
    assert_eq!(json["errors"][0]["code"], "E0904");
    assert_eq!((folder.read("a.mech"), folder.read("lib.mech")), (scene, "let x = 1 m".to_owned()));
    // what cannot be written is a failure
    folder.run(&["run", "a.mech", "--out", "a.mech/x.mcap"]).exits(3).says("E0809");
}

#[test]
fn the_work_of_each_load_is_told() {
    let text = PENDULUM.replace("run 1 s", "force a on bob = (1, 0) N\nforce b on bob = (0, 2) N\nrun 1 s");
    let folder = Folder::with("a.mech", text);
    let json = folder.run(&["run", "a.mech", "--json", "--no-record"]).exits(0).json();
    let loads = json["energy"]["loads"].as_array().unwrap();
    let work = |path: &str| loads.iter().find(|l| l["path"] == path && l["kind"] == "work").unwrap()["value"].as_f64();
    let sum = work("a").unwrap() + work("b").unwrap();
    assert!((sum - json["energy"]["work"].as_f64().unwrap()).abs() < 1e-9 * sum.abs().max(1.0), "{json}");
    let ended = folder.run(&["run", "a.mech", "--no-record"]).exits(0).says("loads     a work");
    assert!(ended.out.contains("\n          b work"), "{}", ended.out);
    let one = Folder::with("a.mech", PENDULUM).run(&["run", "a.mech", "--no-record"]).exits(0);
    assert!(!one.out.contains("loads"), "{}", one.out);
}

#[test]
fn times_have_units_or_are_seconds() {
    let folder = Folder::with("a.mech", PENDULUM);
    for (until, end) in [("2", 2.0), ("500 ms", 0.5), ("0.01 min", 0.6)] {
        let ended = folder.run(&["run", "a.mech", "--no-record", "--json", "--until", until]).exits(0);
        assert_eq!(ended.json()["end"]["time"], end);
    }
    for wrong in ["5 kg", "soon", "-1", "0", "nan", "inf", ""] {
        folder.run(&["run", "a.mech", "--no-record", "--until", wrong]).exits(2).says("--until");
        if wrong != "0" {
            folder.run(&["run", "a.mech", "--no-record", "--at", wrong]).exits(2).says("--at");
        }
    }
    folder
        .run(&["run", "a.mech", "--no-record", "--at", "3"])
        .exits(2)
        .says("E0902")
        .says("the run goes from 0 to 1 s");
}

#[test]
fn values_at_times_are_told_with_their_times() {
    let folder = Folder::with("a.mech", PENDULUM);
    let ended = folder.run(&[
        "run",
        "a.mech",
        "--no-record",
        "--at",
        "100 ms",
        "--probe",
        "atan2(bob.position.y, bob.position.x)",
    ]);
    ended.exits(0).says("bob.position.y at 0.1 s").says(" rad = -2.8").says(" deg");
}

#[test]
fn settings_change_the_run() {
    let folder = Folder::with("a.mech", PENDULUM);
    let run = |more: &[&str]| {
        let all: Vec<&str> = ["run", "a.mech", "--no-record", "--json"].iter().chain(more).copied().collect();
        folder.run(&all).exits(0).json()
    };
    let plain = run(&[]);
    assert!(run(&["--rtol", "1e-6"])["work"]["steps"].as_u64() < plain["work"]["steps"].as_u64());
    assert_ne!(run(&["--integrator", "rk4"])["hash"], plain["hash"]);
    assert_eq!(run(&["--every", "100 ms"])["work"]["frames"], 11);
    assert_eq!(run(&["--without", "gravity"])["energy"]["kinetic"], 0.0);
    // the last of two counts, and may be negative
    let set = run(&["--until", "3 s", "--set", "run.duration=2 s", "--set", "gravity=(0, -1) m/s^2"]);
    assert_eq!(set["end"]["time"], 2.0);
    assert_eq!(run(&["--probe", "-bob.mass"])["values"]["-bob.mass"], -1.0);
    folder.run(&["run", "a.mech", "--integrator", "rk5"]).exits(2).says("rk4");
    folder.run(&["run", "a.mech", "--without", "magic"]).exits(2).says("gravity");
    for wrong in ["0", "-1", "1", "x", "NaN"] {
        folder.run(&["run", "a.mech", "--rtol", wrong]).exits(2).says("between 1e-14 and 0.1");
    }
}

#[test]
fn errors_in_options_point_into_the_option() {
    let folder = Folder::with("a.mech", PENDULUM);
    let run = |option: &str, value: &str| folder.run(&["run", "a.mech", "--no-record", option, value]).exits(2);
    run("--set", "length=2 mm +").says("--> --set:1:");
    run("--set", "lenght=2 m").says("did you mean `length`?").says("1 | lenght=2 m");
    run("--set", "length=2 kg").says("E0301").says("--> --set:1:8");
    run("--set", "length").says("E0901");
    run("--set", "=3").says("E0901");
    run("--probe", "bop.position.y").says("did you mean `bob`?").says("--> --probe:1:1");
    run("--probe", "1\nlet y = 2").says("E0903");
    run("--probe", "").says("--probe");
}

#[test]
fn a_scene_that_records_nothing_records_where_its_bodies_are() {
    let folder = Folder::with(
        "a.mech",
        "space planar
primitive bar(l: length) { shape = rect(l, 1 cm); area_density = 2 kg/m^2; point a = (-l/2, 0) }
part b[0..2] = bar(10 cm) at (0, 0)
mass m = 1 kg at (0, 1) m
run 0.1 s",
    );
    folder.run(&["run", "a.mech"]).exits(0).says("N0910");
    let ended = folder.run(&["run", "a.mech", "--no-record"]).exits(0);
    assert!(!ended.err.contains("N0910"), "nothing is recorded: {ended:#?}");
    let names: Vec<String> =
        folder.recording("out/a/recording.mcap").run.schema.columns.iter().map(|c| c.name.clone()).collect();
    let want = "b[0].position.x,b[0].position.y,b[0].angle,b[1].position.x,b[1].position.y,b[1].angle,m.position.x,m.position.y";
    assert_eq!(names.join(","), want);
}

#[test]
fn a_run_that_fails_keeps_what_it_recorded() {
    let text = PENDULUM.replace("run 1 s", "force away on bob = (0, 1) N / (0.5 - t/1 s)\nrun 1 s");
    let folder = Folder::with("a.mech", text);
    let ended = folder.run(&["run", "a.mech"]).exits(3);
    assert!(
        ended.err.contains("error[E080") && ended.err.contains("help:") && ended.out.contains("failed"),
        "{ended:#?}"
    );
    let kept = folder.recording("out/a/recording.mcap");
    assert!(kept.run.times.len() > 30 && kept.damage.is_empty());
    let ending = kept.run.ending.unwrap();
    assert!(ending.reason == "failed" && ending.error.is_some());
    assert!(folder.has("out/a/height-of-the-bob.svg"));
    let json = folder.run(&["run", "a.mech", "--json", "--at", "0.1,0.9"]).exits(3).json();
    assert_eq!(json["end"]["reason"], "failed");
    assert!(json["error"]["code"].as_str().unwrap().starts_with("E080"), "{json}");
    // reached, and not reached
    assert!(json["values"]["bob.position.y"][0].is_number() && json["values"]["bob.position.y"][1].is_null());
    let ended = folder.run(&["run", "a.mech", "--max-steps", "3", "--json"]).exits(3);
    assert_eq!(ended.json()["error"]["code"], "E0806");
}

#[test]
fn a_reader_that_leaves_early_is_no_reason_to_panic() {
    let folder = Folder::with("a.mech", PENDULUM);
    for arguments in
        [&["run", "a.mech", "--json"][..], &["explain"], &["completions", "bash"], &["gallery"], &["--help"]]
    {
        let mut child = folder.command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let ended = crate::command::support::Ended::from(child.wait_with_output().unwrap());
        assert!(ended.err.is_empty(), "{arguments:?} {ended:#?}");
    }
}

//! A run that is doubtful says so wherever a run is told of.

use crate::command::support::{Folder, PENDULUM};

/// Steps far too long for their integrator.
const COARSE: [&str; 5] = ["run", "a.mech", "--integrator", "semi_implicit", "--set=run.step=50 ms"];

#[test]
fn the_summary_and_the_exit_code_tell_it() {
    let folder = Folder::with("a.mech", PENDULUM);
    let ended = folder.run(&COARSE).exits(4);
    assert!(ended.out.contains("1 s, doubtful"), "{}", ended.out);
    let line = ended.out.lines().find(|l| l.starts_with("doubts")).expect("a line of doubts");
    assert!(line.contains("since") && line.contains("the energy balance is off by") && line.contains("J"), "{line}");
    folder.run(&["run", "a.mech"]).exits(0);
}

#[test]
fn programs_the_recording_and_the_page_tell_it() {
    let folder = Folder::with("a.mech", PENDULUM);
    let words: Vec<&str> = COARSE.into_iter().chain(["--json"]).collect();
    let json = folder.run(&words).exits(4).json();
    assert_eq!((json["verdict"].as_str(), json["end"]["reason"].as_str()), (Some("doubtful"), Some("finished")));
    let doubt = &json["doubts"][0];
    assert_eq!(doubt["measure"], "energy");
    assert!(doubt["worst"].as_f64() > doubt["allowed"].as_f64() && doubt["since"].is_number(), "{doubt}");
    let recorded = folder.recording("out/a/recording.mcap").run;
    let ending = recorded.ending.unwrap();
    assert_eq!((ending.verdict(), ending.doubts.len()), ("doubtful", json["doubts"].as_array().unwrap().len()));
    assert!(recorded.events.iter().any(|e| e.kind == "doubt" && e.text.contains("energy")));
    let told = folder.run(&["info", "out/a/recording.mcap"]).exits(0);
    assert!(told.out.contains("1 s, doubtful") && told.out.contains("the energy balance is off by"), "{}", told.out);
    let told = folder.run(&["info", "out/a/recording.mcap", "--json"]).exits(0).json();
    assert_eq!((&told["verdict"], &told["doubts"][0]["measure"]), (&"doubtful".into(), &"energy".into()));
    folder.run(&["report", "out/a/recording.mcap", "-o", "page.html"]).exits(0);
    assert!(folder.read("page.html").contains("the energy balance is off by"));
}

#[test]
fn a_limit_of_time_stops_a_run_that_can_go_on() {
    let folder = Folder::with("a.mech", PENDULUM);
    let long = ["run", "a.mech", "--until", "1e7", "--every", "1", "--time-limit", "2 s"];
    let ended = folder.run(&long).exits(3);
    assert!(ended.err.contains("stopped by --time-limit after 2 s") && ended.err.contains("--resume"), "{}", ended.err);
    let reached = folder.recording("out/a/recording.mcap").run.ending.unwrap();
    assert_eq!(reached.reason, "interrupted");
    let again: Vec<&str> = long.into_iter().chain(["--resume"]).collect();
    let ended = folder.run(&again).exits(3);
    assert!(ended.err.contains("resumed at"), "{}", ended.err);
    assert!(folder.recording("out/a/recording.mcap").run.ending.unwrap().time > reached.time);
}

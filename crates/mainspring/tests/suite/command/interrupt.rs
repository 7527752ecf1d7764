//! Ctrl-C.
#![cfg(unix)]

use crate::command::support::{Ended, Folder, PENDULUM};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

fn interrupt(child: &Child) {
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
}

/// A run that would take hours, once it has begun to record.
fn begun(folder: &Folder, more: &[&str]) -> Child {
    let all: Vec<&str> = ["run", "a.mech", "--until", "1e7", "--every", "1"].iter().chain(more).copied().collect();
    let mut child = folder.command(&all).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let began = Instant::now();
    while std::fs::metadata(folder.0.join("out/a/recording.mcap")).map_or(0, |m| m.len()) < 10_000 {
        assert!(began.elapsed() < Duration::from_secs(60), "nothing is recorded");
        assert!(child.try_wait().unwrap().is_none(), "ended too soon");
        std::thread::sleep(Duration::from_millis(20));
    }
    child
}

#[test]
fn the_first_stops_the_run_and_keeps_the_recording() {
    let folder = Folder::with("a.mech", PENDULUM);
    let child = begun(&folder, &["--json"]);
    interrupt(&child);
    let ended = Ended::from(child.wait_with_output().unwrap()).exits(130);
    let json = ended.json();
    assert_eq!(json["end"]["reason"], "interrupted");
    assert!(json["end"]["time"].as_f64().unwrap() > 0.0 && json["values"]["bob.position.y"].is_number());
    let kept = folder.recording("out/a/recording.mcap");
    assert!(kept.complete && kept.damage.is_empty() && kept.run.ending.unwrap().reason == "interrupted");
    assert!(folder.has("out/a/height-of-the-bob.svg"));
}

#[test]
fn the_summary_says_so() {
    let folder = Folder::with("a.mech", PENDULUM);
    let child = begun(&folder, &[]);
    interrupt(&child);
    let ended = Ended::from(child.wait_with_output().unwrap()).exits(130);
    assert!(ended.out.contains("interrupted") && ended.err.is_empty(), "{ended:#?}");
}

#[test]
fn a_killed_run_leaves_a_recording_that_opens() {
    let folder = Folder::with("a.mech", PENDULUM.replace("run 1 s", "release rod at 1 s\nrun 1 s"));
    let mut child = begun(&folder, &[]);
    child.kill().unwrap();
    child.wait().unwrap();
    let killed = folder.recording("out/a/recording.mcap");
    assert!(!killed.complete && killed.run.times.len() > 10 && killed.run.schema.columns[0].unit() == "m");
    assert_eq!(killed.run.events.first().map(|e| e.kind.as_str()), Some("release"));
}

#[test]
fn the_second_ends_the_program_at_once() {
    let folder = Folder::with("a.mech", PENDULUM);
    // a pipe that nobody reads: after the first Ctrl-C the program waits to write its long summary
    let probes: Vec<String> = (0..6000).map(|i| format!("--probe={i}*bob.position.x")).collect();
    let more: Vec<&str> = std::iter::once("--json").chain(probes.iter().map(String::as_str)).collect();
    let mut child = begun(&folder, &more);
    interrupt(&child);
    let began = Instant::now();
    while !folder.has("out/a/height-of-the-bob-2.svg") {
        assert!(began.elapsed() < Duration::from_secs(60), "the first is not heard");
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::sleep(Duration::from_millis(200));
    assert!(child.try_wait().unwrap().is_none(), "the summary fits into the pipe");
    interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

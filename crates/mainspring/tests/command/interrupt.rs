//! Ctrl-C.
#![cfg(unix)]

use crate::support::{Ended, Folder, PENDULUM};
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
    while std::fs::metadata(folder.0.join("out/a/recording.csv")).map_or(0, |m| m.len()) < 10_000 {
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
    assert!(folder.read("out/a/recording.csv").ends_with("# end\n"));
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

//! Ctrl-C, and the signals that end a program.
#![cfg(unix)]

use crate::command::support::{Ended, Folder, PENDULUM};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant, SystemTime};

pub fn send(signal: &str, child: &Child) {
    let id = child.id().to_string();
    assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
}

fn interrupt(child: &Child) {
    send("-INT", child);
}

/// A run that would take hours, once it has begun to record.
pub fn begun(folder: &Folder, more: &[&str]) -> Child {
    let all: Vec<&str> = ["run", "a.mech", "--until", "1e7", "--every", "1"].iter().chain(more).copied().collect();
    let now = SystemTime::now();
    recording(folder, now, folder.command(&all).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap())
}

fn recording(folder: &Folder, since: SystemTime, mut child: Child) -> Child {
    let began = Instant::now();
    let file = folder.0.join("out/a/recording.mcap");
    // clocks of file systems go in coarse ticks
    let since = since - Duration::from_millis(10);
    let ours = |m: std::fs::Metadata| if m.modified().unwrap() > since { m.len() } else { 0 };
    while std::fs::metadata(&file).map_or(0, ours) < 10_000 {
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
fn the_summary_says_so_whatever_stopped_it() {
    let folder = Folder::with("a.mech", PENDULUM);
    for signal in ["-INT", "-TERM", "-HUP"] {
        let child = begun(&folder, &[]);
        send(signal, &child);
        let ended = Ended::from(child.wait_with_output().unwrap()).exits(130);
        assert!(ended.out.contains("interrupted") && ended.err.is_empty(), "{signal}: {ended:#?}");
        let kept = folder.recording("out/a/recording.mcap");
        assert!(kept.damage.is_empty() && kept.run.ending.unwrap().reason == "interrupted", "{signal}");
        std::fs::remove_dir_all(folder.0.join("out")).unwrap();
    }
}

/// As under `nohup`.
#[cfg(target_os = "linux")]
#[test]
fn who_started_it_may_have_it_ignore_hang_ups() {
    let folder = Folder::with("a.mech", PENDULUM);
    let program = env!("CARGO_BIN_EXE_mainspring");
    let script = format!("trap '' HUP; exec '{program}' run a.mech --until 1e7 --every 1");
    let mut command = Command::new("sh");
    command.args(["-c", &script]).current_dir(&folder.0).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = recording(&folder, SystemTime::now(), command.spawn().unwrap());
    send("-HUP", &child);
    std::thread::sleep(Duration::from_millis(300));
    assert!(child.try_wait().unwrap().is_none(), "it goes on");
    send("-TERM", &child);
    Ended::from(child.wait_with_output().unwrap()).exits(130).says("interrupted");
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
    send("-TERM", &child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

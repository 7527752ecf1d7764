//! A run that has not finished leaves the last recording that has, and says where it is.
#![cfg(unix)]

use crate::command::interrupt::{begun, send};
use crate::command::support::{Ended, Folder, PENDULUM};
use std::fs;
use std::process::Stdio;
use std::time::{Duration, Instant};

const FILE: &str = "out/a/recording.mcap";
const PREVIOUS: &str = "out/a/recording.previous.mcap";
const SAID: &str = "out/a/recording.previous.mcap: the recording that was there before";

/// The clocks of file systems go in coarse ticks: so long, and a file is older than a run.
const TICKS: Duration = Duration::from_millis(30);

fn bytes(folder: &Folder, name: &str) -> Vec<u8> {
    fs::read(folder.0.join(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
}

/// A folder with a finished recording, and its bytes.
fn finished() -> (Folder, Vec<u8>) {
    let folder = Folder::with("a.mech", PENDULUM);
    folder.run(&["run", "a.mech"]).exits(0);
    let old = bytes(&folder, FILE);
    std::thread::sleep(TICKS);
    (folder, old)
}

#[test]
fn a_run_that_was_stopped_says_where_the_one_before_is() {
    let (folder, old) = finished();
    for (more, json) in [(&[][..], false), (&["--json"], true)] {
        let child = begun(&folder, more);
        send("-TERM", &child);
        let ended = Ended::from(child.wait_with_output().unwrap()).exits(130);
        match json {
            true => assert_eq!(ended.json()["previous"], PREVIOUS),
            false => assert!(ended.out.contains(&format!("previous  {SAID}\n")), "{ended:#?}"),
        }
        // the second time it is a stopped run that is in the place, which is not kept
        assert!(bytes(&folder, PREVIOUS) == old, "the one that finished");
    }
    folder.run(&["info", FILE]).exits(0).says(SAID);
    let child = begun(&folder, &["--resume"]);
    send("-TERM", &child);
    Ended::from(child.wait_with_output().unwrap()).exits(130).says(SAID);
    assert!(bytes(&folder, PREVIOUS) == old, "a run that goes on and is stopped again");
    let ended = folder.run(&["run", "a.mech"]).exits(0);
    assert!(!folder.has(PREVIOUS) && !ended.out.contains("previous"), "{ended:#?}");
    assert!(bytes(&folder, FILE) == old, "the same run");
}

#[test]
fn a_run_that_fails_says_where_the_one_before_is() {
    let (folder, old) = finished();
    let ended = folder.run(&["run", "a.mech", "--until", "100", "--max-steps", "200"]).exits(3);
    assert!(ended.out.contains(SAID), "{ended:#?}");
    assert!(bytes(&folder, PREVIOUS) == old);
    assert_eq!(folder.recording(FILE).run.ending.unwrap().reason, "failed");
}

#[test]
fn after_a_kill_both_are_there_and_info_says_so() {
    let (folder, old) = finished();
    let mut child = begun(&folder, &[]);
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(bytes(&folder, PREVIOUS) == old && !folder.recording(FILE).complete);
    let told = folder.run(&["info", FILE]);
    // killed in the middle of a block or between two
    assert!(matches!(told.code, Some(0 | 3)), "{told:?}");
    told.says(SAID);
    // as a kill between the two names leaves it
    fs::write(folder.0.join(FILE), "").unwrap();
    folder.run(&["info", FILE]).exits(3).says("the recording that was there before is `out/a/recording.previous.mcap`");
    fs::remove_file(folder.0.join(FILE)).unwrap();
    folder.run(&["plot", FILE]).exits(3).says("is `out/a/recording.previous.mcap`");
    // as a kill after the new one has finished leaves it: the newest that finished is kept
    folder.run(&["run", "a.mech", "--until", "2"]).exits(0);
    let new = bytes(&folder, FILE);
    fs::write(folder.0.join(PREVIOUS), &old).unwrap();
    std::thread::sleep(TICKS);
    let mut child = begun(&folder, &[]);
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(new != old && bytes(&folder, PREVIOUS) == new);
}

#[test]
fn a_finished_run_that_is_made_longer_stays_until_it_is() {
    let folder = Folder::with("a.mech", PENDULUM);
    // long enough for a checkpoint
    folder.run(&["run", "a.mech", "--until", "4000", "--every", "1"]).exits(0);
    let old = bytes(&folder, FILE);
    let mut child = folder.command(&["run", "a.mech", "--until", "1e7", "--every", "1", "--resume"]);
    let mut child = child.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let began = Instant::now();
    while !folder.has(PREVIOUS) || fs::metadata(folder.0.join(FILE)).map_or(0, |m| m.len()) <= old.len() as u64 {
        assert!(began.elapsed() < Duration::from_secs(60) && child.try_wait().unwrap().is_none());
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(bytes(&folder, PREVIOUS) == old, "the one that finished");
    assert!(folder.recording(FILE).run.times.len() > 10, "and what the longer one has");
}

#[test]
fn two_runs_do_not_write_one_file() {
    let folder = Folder::with("a.mech", PENDULUM);
    let child = begun(&folder, &[]);
    let ended = folder.run(&["run", "a.mech"]).exits(3);
    let said = "cannot write the recording: `out/a/recording.mcap`: another run is writing it\n  \
                = help: wait until it has ended, or give `--out` another name\n";
    assert!(ended.err.ends_with(said), "{ended:#?}");
    let json = folder.run(&["run", "a.mech", "--json"]).exits(3).json();
    assert_eq!(json["error"]["help"], "wait until it has ended, or give `--out` another name");
    send("-INT", &child);
    Ended::from(child.wait_with_output().unwrap()).exits(130);
    assert!(!folder.has(PREVIOUS));
}

#[test]
fn a_run_that_does_not_begin_leaves_no_empty_file() {
    let (folder, old) = finished();
    let folder = folder.and("b.mech", PENDULUM.replace("run 1 s", "method stepping\nrun 1 s"));
    for file in ["out/b/recording.mcap", FILE] {
        folder.run(&["run", "b.mech", "--integrator", "radau", "-o", file]).exits(3).says("E0811");
    }
    assert!(!folder.has("out/b/recording.mcap"), "nothing was there");
    assert!(bytes(&folder, FILE) == old && !folder.has(PREVIOUS), "what was there is untouched");
}

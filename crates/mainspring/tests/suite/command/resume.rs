//! Runs killed at any moment, taken up again, and compared with one that was never stopped.
#![cfg(unix)]

use crate::command::support::{Ended, Folder, PENDULUM};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Two pendulums and a joint let go on the way: chaotic, so that a single other bit shows.
const SCENE: &str = "space planar
gravity (0, -9.81) m/s^2
mass a = 1 kg at (1, 0) m
mass b = 1 kg at (2, 0.1) m
mass c = 1 kg at (-1, 0) m
joint first = distance(ground (0, 0), a.center)
joint second = distance(a.center, b.center)
joint third = distance(ground (0, 0), c.center)
release third at 20 s
run 150 s every 2 ms { rtol = 1e-12 }
plot \"height\" b.position.y
record a.position, first.force
";

const FILE: &str = "out/a/recording.mcap";

fn started(folder: &Folder, more: &[&str]) -> Child {
    let all: Vec<&str> = ["run", "a.mech"].iter().chain(more).copied().collect();
    folder.command(&all).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn size(path: &Path) -> u64 {
    std::fs::metadata(path).map_or(0, |m| m.len())
}

/// xorshift: the same moments on every machine.
fn random(state: &mut u64) -> f64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    (*state >> 11) as f64 / (1_u64 << 53) as f64
}

/// Kills the run once its file has grown to `bytes`, after a further wait of some microseconds; true if it was in time.
fn killed(folder: &Folder, more: &[&str], bytes: u64, wait: Duration) -> bool {
    let mut child = started(folder, more);
    let began = Instant::now();
    loop {
        if size(&folder.0.join(FILE)) >= bytes {
            std::thread::sleep(wait);
            let running = child.try_wait().unwrap().is_none();
            child.kill().unwrap();
            child.wait().unwrap();
            return running;
        }
        if child.try_wait().unwrap().is_some() {
            return false;
        }
        assert!(began.elapsed() < Duration::from_secs(120), "nothing is written");
        std::thread::sleep(Duration::from_micros(200));
    }
}

#[track_caller]
fn same_run(folder: &Folder, other: &Folder) {
    let (a, b) = (folder.recording(FILE), other.recording(FILE));
    assert!(a.complete && a.damage.is_empty() && b.damage.is_empty(), "{:?}", a.damage);
    let bits = |list: &[f64]| list.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
    for (x, y) in [
        (&a.run.times, &b.run.times),
        (&a.run.values, &b.run.values),
        (&a.run.poses, &b.run.poses),
        (&a.run.arrows, &b.run.arrows),
    ] {
        assert!(bits(x) == bits(y), "frames differ");
    }
    assert_eq!(bits(a.run.balance.as_flattened()), bits(b.run.balance.as_flattened()));
    assert_eq!((&a.run.events, &a.run.ending), (&b.run.events, &b.run.ending));
    assert_eq!(folder.read("out/a/height.svg"), other.read("out/a/height.svg"), "plots are of the whole run");
}

#[test]
fn killed_at_twenty_moments_it_ends_in_the_same_bits() {
    let whole = Folder::with("a.mech", SCENE);
    whole.run(&["run", "a.mech"]).exits(0);
    let length = size(&whole.0.join(FILE));
    let unbroken = whole.recording(FILE);
    assert!(length > 2_000_000, "{length}");
    let folder = Folder::with("a.mech", SCENE);
    let (mut seed, mut kills, mut resumed) = (1989, 0_u32, false);
    for _ in 0..60 {
        if kills == 20 {
            break;
        }
        // from here on to the end, so that runs which are taken up are killed too
        let held = if resumed { size(&folder.0.join(FILE)) } else { 0 };
        let bytes = held + ((length - held.min(length)) as f64 * random(&mut seed) * 0.6) as u64;
        let wait = Duration::from_micros((random(&mut seed) * 3000.0) as u64);
        let more: &[&str] = if resumed { &["--resume"] } else { &[] };
        if !resumed {
            // the size of an older file would say nothing of the new run
            let _none_there = std::fs::remove_file(folder.0.join(FILE));
        }
        if killed(&folder, more, bytes, wait) {
            kills += 1;
            // it opens, with all frames of closed blocks, which are those of the unbroken run
            match mainspring::recording::read(folder.0.join(FILE)) {
                Ok(kept) => {
                    // a run killed after it closed its file was not killed in time
                    kills -= u32::from(kept.complete);
                    let frames = kept.run.times.len();
                    assert_eq!(kept.run.times, unbroken.run.times[..frames]);
                    let same = kept.run.values == unbroken.run.values[..kept.run.values.len()];
                    assert!(same, "values of {frames} frames");
                    resumed = frames > 0;
                }
                // killed before it wrote anything
                Err(_) if size(&folder.0.join(FILE)) == 0 => {}
                Err(error) => assert!(error.to_string().contains("holds nothing"), "{error}"),
            }
            folder.run(&["info", FILE]);
        }
        // near the end, or on a coin: to the end, compare, and begin anew
        if resumed && (size(&folder.0.join(FILE)) > length * 3 / 4 || random(&mut seed) < 0.3) {
            folder.run(&["run", "a.mech", "--resume"]).exits(0);
            same_run(&folder, &whole);
            resumed = false;
        }
    }
    assert_eq!(kills, 20);
    folder.run(&["run", "a.mech", "--resume"]).exits(0);
    same_run(&folder, &whole);
    folder.run(&["diff", FILE, whole.0.join(FILE).to_str().unwrap()]).exits(0).says("the same, to the bit");
}

#[test]
fn stopped_by_hand_it_goes_on() {
    let whole = Folder::with("a.mech", SCENE);
    whole.run(&["run", "a.mech"]).exits(0);
    let folder = Folder::with("a.mech", SCENE);
    let child = started(&folder, &[]);
    while size(&folder.0.join(FILE)) < 300_000 {
        std::thread::sleep(Duration::from_millis(1));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let ended = Ended::from(child.wait_with_output().unwrap());
    if ended.code == Some(130) {
        let stopped = folder.recording(FILE);
        assert_eq!(stopped.run.ending.unwrap().reason, "interrupted");
        let ended = folder.run(&["run", "a.mech", "--resume"]).exits(0).says("resumed at t = ");
        // nothing is lost: it goes on where it was
        let frames: usize = ended.err.split("after ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
        assert_eq!(frames, stopped.run.times.len());
    }
    same_run(&folder, &whole);
}

#[test]
fn a_finished_run_is_left_alone_or_made_longer() {
    let folder = Folder::with("a.mech", SCENE);
    folder.run(&["run", "a.mech", "--until", "100"]).exits(0);
    let before = std::fs::read(folder.0.join(FILE)).unwrap();
    folder.run(&["run", "a.mech", "--until", "100", "--resume"]).exits(0).says("is finished");
    let json = folder.run(&["run", "a.mech", "--until", "100", "--resume", "--json"]).exits(0).json();
    assert_eq!(json["recording"], FILE);
    assert_eq!(std::fs::read(folder.0.join(FILE)).unwrap(), before);
    folder.run(&["run", "a.mech", "--resume"]).exits(0).says("resumed at t = ");
    let whole = Folder::with("a.mech", SCENE);
    whole.run(&["run", "a.mech"]).exits(0);
    same_run(&folder, &whole);
    assert_eq!(folder.recording(FILE).run.schema, whole.recording(FILE).run.schema);
}

#[test]
fn another_run_is_refused_and_nothing_touched() {
    let folder = Folder::with("a.mech", PENDULUM);
    folder.run(&["run", "a.mech", "--out", "x.mcap"]).exits(0);
    let before = std::fs::read(folder.0.join("x.mcap")).unwrap();
    for (more, why) in [
        (&["--rtol", "1e-6"][..], "rtol"),
        (&["--every", "1 ms"], "every"),
        (&["--set", "length=1.1 m", "--until", "2"], "E0905"),
        (&["--until", "0.5"], "made to last 1 s, this run only 0.5 s"),
    ] {
        let all: Vec<&str> = ["run", "a.mech", "--out", "x.mcap", "--resume"].iter().chain(more).copied().collect();
        let ended = folder.run(&all);
        assert!(ended.code == Some(2), "{more:?} {ended:#?}");
        ended.says(why);
    }
    let other = folder.and("b.mech", PENDULUM.replace("1 kg", "2 kg")).and("note.mcap", "not a recording at all");
    other.run(&["run", "b.mech", "--out", "x.mcap", "--resume"]).exits(2).says("another scene");
    other.run(&["run", "a.mech", "--out", "note.mcap", "--resume"]).exits(2).says("no recording");
    assert_eq!(std::fs::read(other.0.join("x.mcap")).unwrap(), before);
    other.run(&["run", "a.mech", "--out", "new.mcap", "--resume"]).exits(0).says("there is no recording yet");
    other.run(&["run", "a.mech", "--no-record", "--resume"]).exits(2);
}

#[test]
fn a_cut_index_is_no_hindrance() {
    let whole = Folder::with("a.mech", SCENE);
    whole.run(&["run", "a.mech"]).exits(0);
    let bytes = std::fs::read(whole.0.join(FILE)).unwrap();
    for cut in [1, 300] {
        let folder = Folder::with("a.mech", SCENE).and(FILE, &bytes[..bytes.len() - cut]);
        folder.run(&["run", "a.mech", "--resume"]).exits(0).says("resumed at t = ");
        same_run(&folder, &whole);
    }
}

#[test]
fn a_damaged_recording_names_the_way_out_which_works() {
    let whole = Folder::with("a.mech", SCENE);
    whole.run(&["run", "a.mech"]).exits(0);
    let mut bytes = std::fs::read(whole.0.join(FILE)).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle..middle + 4000].fill(0x5a);
    let folder = Folder::with("a.mech", SCENE).and(FILE, &bytes);
    let ended = folder.run(&["run", "a.mech", "--resume"]).exits(2).says("E0905");
    assert!(!ended.err.contains("resumed at"), "{}", ended.err);
    let said = ended.err.split_whitespace().collect::<Vec<_>>().join(" ");
    let copy = "out/a/recording.recovered.mcap";
    assert!(said.contains(&format!("mainspring recover {FILE} -o {copy}")), "{said}");
    assert!(said.contains(&format!("--out {copy} --resume")), "{said}");
    assert_eq!(std::fs::read(folder.0.join(FILE)).unwrap(), bytes);
    folder.run(&["recover", FILE, "-o", copy]).exits(0);
    let ended = folder.run(&["run", "a.mech", "--out", copy, "--resume"]).exits(0).says("resumed at t = ");
    // from before the gap, not from the beginning
    let frames: usize = ended.err.split("after ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
    assert!(frames > 10_000, "{frames}");
    folder.run(&["info", copy, "--verify"]).exits(0);
    folder.run(&["diff", copy, whole.0.join(FILE).to_str().unwrap()]).exits(0).says("the same, to the bit");
}

#[test]
fn nobody_is_told_of_going_on_before_the_file_is_open() {
    let folder = Folder::with("a.mech", SCENE);
    folder.run(&["run", "a.mech", "--until", "100"]).exits(0);
    let held = std::fs::File::open(folder.0.join(FILE)).unwrap();
    held.lock().unwrap();
    let ended = folder.run(&["run", "a.mech", "--resume"]).says("another run is writing it");
    assert!(ended.code != Some(0) && !ended.err.contains("resumed at"), "{ended:#?}");
}

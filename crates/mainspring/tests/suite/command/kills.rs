//! Commands that write are killed at random moments, and meet disks that fill up while they write. What was there before stays
//! whole under its name until what is new is whole: no file is lost, none is half written.
#![cfg(target_os = "linux")]

use crate::command::orient::TRAY;
use crate::command::support::Folder;
use crate::command::sweep::RATCHET;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

const SCENE: &str = "space planar
gravity (0, -9.81) m/s^2
mass bob = 1 kg at (1, 0) m
joint rod = distance(ground (0, 0), bob.center)
run 4 s every 1 ms
plot \"height\" bob.position.y
";

/// Every command that writes, and the files it writes.
const COMMANDS: [(&str, &[&str]); 18] = [
    ("fmt loose.mech", &["loose.mech"]),
    ("new fresh", &["fresh.mech"]),
    ("gallery four_bar --copy .", &["four_bar/scene.mech", "four_bar/README.md"]),
    ("report a.mcap -o a.html", &["a.html"]),
    ("plot a.mcap bob.position.y -o a.svg", &["a.svg"]),
    ("plot a.mcap bob.position.y -o a.png", &["a.png"]),
    ("render a.mcap -o still.png", &["still.png"]),
    ("render a.mcap -o still.svg", &["still.svg"]),
    ("render a.mcap -o film.gif --fps 4 --size 320x240", &["film.gif"]),
    ("export a.mcap --to csv -o a.csv", &["a.csv"]),
    ("export a.mcap --to json -o a.json", &["a.json"]),
    ("export a.mcap --to mcap --every 0.01 -o part.mcap", &["part.mcap"]),
    ("recover a.mcap -o whole.mcap", &["whole.mcap"]),
    ("plane ratchet.mech -o plane.svg", &["plane.svg"]),
    ("orient tray.mech --part bar --plot tray.svg --write plan.mech", &["tray.svg", "plan.mech"]),
    ("run a.mech -o a.mcap", &["a-height.svg"]),
    ("run a.mech --until 8 -o a.mcap --resume", &["a-height.svg"]),
    ("run ratchet.mech -o ratchet.mcap", &[]),
];

/// Whole files by name.
type Files = BTreeMap<String, Vec<u8>>;

/// Everything the commands need, and something old wherever they replace a file.
fn before() -> Folder {
    let loose = SCENE.replace("mass bob", "mass   bob") + &"// a line of a long scene\n".repeat(4000);
    let old = ["a.html", "a.svg", "a.png", "still.png", "still.svg", "film.gif", "a.csv", "a.json", "part.mcap"];
    let folder =
        Folder::with("a.mech", SCENE).and("loose.mech", loose).and("ratchet.mech", RATCHET).and("tray.mech", TRAY);
    let folder =
        old.iter().chain(&["plane.svg", "tray.svg"]).fold(folder, |f, name| f.and(name, format!("old {name}")));
    folder.run(&["run", "a.mech", "-o", "a.mcap"]).exits(0);
    folder.run(&["run", "ratchet.mech", "-o", "ratchet.mcap"]).exits(0);
    folder.and("a-height.svg", "an old plot")
}

fn files(folder: &Path, below: &str, into: &mut Files) {
    for entry in fs::read_dir(folder.join(below)).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let path = if below.is_empty() { name } else { format!("{below}/{name}") };
        match fs::metadata(folder.join(&path)).unwrap().is_dir() {
            true => files(folder, &path, into),
            false => _ = into.insert(path.clone(), fs::read(folder.join(&path)).unwrap()),
        }
    }
}

fn all(folder: &Folder) -> Files {
    let mut found = Files::new();
    files(&folder.0, "", &mut found);
    found
}

/// Names and sizes, at a glance.
fn looked(folder: &Folder) -> Vec<(OsString, u64)> {
    let entries = fs::read_dir(&folder.0).unwrap().filter_map(Result::ok);
    let mut list: Vec<_> = entries.map(|e| (e.file_name(), e.metadata().map_or(0, |m| m.len()))).collect();
    list.sort();
    list
}

/// The same folder again.
fn restored(before: &Files) -> Folder {
    before.iter().fold(Folder::new(), |folder, (name, bytes)| folder.and(name, bytes))
}

/// A name that a file has only while it is being written.
fn is_part(name: &str) -> bool {
    let file = name.rsplit('/').next().unwrap_or(name);
    file.ends_with(".part") || file.starts_with(".part-") || file.ends_with(".longer")
}

/// xorshift: the same moments on every machine, as far as its clock goes.
struct Random(u64);

impl Random {
    fn below(&mut self, most: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % most.max(1)
    }
}

/// Nothing is lost: every file is as before or, if the command writes it, as after.
fn nothing_is_lost(folder: &Folder, before: &Files, after: &Files, written: &[&str], what: &str) {
    let now = all(folder);
    for (name, bytes) in before.iter().filter(|(name, _)| !name.ends_with(".mcap") || name.as_str() == "part.mcap") {
        let kept = now.get(name).unwrap_or_else(|| panic!("{what}: `{name}` is lost"));
        // the plots of a run that fails are of what was recorded, and whole
        let plot = what.starts_with("run ") && kept.starts_with(b"<svg") && kept.trim_ascii_end().ends_with(b"</svg>");
        let new = written.contains(&name.as_str()) && (after.get(name) == Some(kept) || plot);
        assert!(kept == bytes || new, "{what}: `{name}` is neither the old one nor the new one");
    }
    for (name, bytes) in now.iter().filter(|(name, _)| !before.contains_key(*name) && !is_part(name)) {
        if name.ends_with(".previous.mcap") {
            continue;
        }
        let known = written.contains(&name.as_str()) || after.contains_key(name);
        assert!(known && after.get(name) == Some(bytes), "{what}: `{name}` is half written");
    }
    for name in ["a", "ratchet"] {
        // a finished recording is there, whole, under one of its two names
        let old = &before[&format!("{name}.mcap")];
        let names = [format!("{name}.mcap"), format!("{name}.previous.mcap")];
        let finished = |name: &String| {
            now.get(name) == Some(old)
                || now.contains_key(name)
                    && mainspring::recording::read(folder.0.join(name))
                        .is_ok_and(|r| r.damage.is_empty() && r.run.ending.is_some_and(|e| e.reason == "finished"))
        };
        assert!(names.iter().any(finished), "{what}: no finished recording under {names:?}");
        // and what is under its name opens, if anything is
        if let Err(error) = mainspring::recording::read(folder.0.join(&names[0])) {
            assert!(now.get(&names[0]).is_none_or(|b| b.len() < 50_000), "{what}: {error}");
        }
    }
}

/// The command, which ends by itself.
fn ended(folder: &Folder, line: &str) -> (ExitStatus, Duration) {
    let words: Vec<&str> = line.split(' ').collect();
    let began = Instant::now();
    let status = folder.command(&words).stdout(Stdio::null()).stderr(Stdio::null()).status().unwrap();
    (status, began.elapsed())
}

/// Kills the command `times` at random moments, every other time once it writes.
fn kills(times: usize, seed: u64) {
    let old = all(&before());
    let mut random = Random(seed);
    let mut in_time = 0;
    for (line, written) in COMMANDS {
        let whole = restored(&old);
        let (status, takes) = ended(&whole, line);
        assert_eq!(status.code(), Some(0), "{line}");
        let after = all(&whole);
        assert!(written.iter().all(|name| after.contains_key(*name) && after.get(*name) != old.get(*name)), "{line}");
        for time in 0..times {
            let folder = restored(&old);
            let words: Vec<&str> = line.split(' ').collect();
            let first = looked(&folder);
            let mut child = folder.command(&words).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
            let began = Instant::now();
            if time % 2 == 0 {
                // anything has changed: another name, another size
                let writes = || looked(&folder) != first;
                while !writes() && child.try_wait().unwrap().is_none() {
                    assert!(began.elapsed() < Duration::from_secs(60), "{line} hangs");
                }
                std::thread::sleep(Duration::from_micros(random.below(if time % 4 == 0 { 50 } else { 3000 })));
            } else {
                std::thread::sleep(Duration::from_micros(random.below(takes.as_micros() as u64)));
            }
            in_time += usize::from(child.try_wait().unwrap().is_none());
            child.kill().unwrap();
            child.wait().unwrap();
            nothing_is_lost(&folder, &old, &after, written, &format!("{line}, killed ({time})"));
            // what is left behind stands in nobody's way
            let again = ended(&folder, line).0.code();
            let refused = ["new ", "gallery ", "recover ", "orient "].iter().any(|c| line.starts_with(c));
            assert!(again == Some(0) || refused && again == Some(2), "{line} again: {again:?}");
        }
    }
    assert!(in_time * 3 > times * COMMANDS.len(), "only {in_time} were killed in time");
}

/// Lets files grow to a random size and no further: the command is told, or killed in the middle of writing.
fn full_disks(times: usize, seed: u64) {
    let old = all(&before());
    let program = env!("CARGO_BIN_EXE_mainspring");
    let mut random = Random(seed);
    let mut failed = 0;
    for (line, written) in COMMANDS {
        let whole = restored(&old);
        ended(&whole, line);
        let after = all(&whole);
        let sizes = after.iter().filter(|(name, bytes)| old.get(*name) != Some(bytes));
        let largest = sizes.map(|(_, bytes)| bytes.len() as u64).max().unwrap_or(0).max(2048);
        for time in 0..times {
            let folder = restored(&old);
            // in blocks of 512 bytes
            let most = random.below(largest / 512);
            let told = if time % 2 == 0 { "trap '' XFSZ; " } else { "" };
            let script = format!("{told}ulimit -c 0; ulimit -f {most}; exec '{program}' {line}");
            let mut command = Command::new("sh");
            command.args(["-c", &script]).current_dir(&folder.0).stdout(Stdio::null()).stderr(Stdio::piped());
            let output = command.output().unwrap();
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(!said.contains("panicked"), "{line}: {said}");
            if !output.status.success() {
                failed += 1;
                // a file that is too large is said to be so
                assert!(told.is_empty() != said.contains("File too large"), "{line}, {most} blocks: {said}");
            }
            nothing_is_lost(&folder, &old, &after, written, &format!("{line}, {most} blocks of disk"));
            if !told.is_empty() {
                let left: Vec<String> = all(&folder).into_keys().filter(|name| is_part(name)).collect();
                assert!(left.is_empty(), "{line} leaves {left:?}");
            }
        }
    }
    assert!(failed * 2 > times * COMMANDS.len(), "only {failed} failed");
}

#[test]
fn killed_at_any_moment_nothing_is_lost() {
    kills(2, 1989);
}

#[test]
fn on_a_full_disk_nothing_is_lost() {
    full_disks(2, 1991);
}

/// By hand: `cargo nextest run -p mainspring --run-ignored only -E 'test(kills::)'`.
#[test]
#[ignore = "takes minutes"]
fn killed_forty_times_each_nothing_is_lost() {
    kills(40, 2026);
}

/// By hand, as the one above.
#[test]
#[ignore = "takes a minute"]
fn on_twenty_full_disks_each_nothing_is_lost() {
    full_disks(20, 2027);
}

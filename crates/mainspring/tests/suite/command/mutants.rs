//! Scenes that nobody meant: scenes of the gallery with mistakes in their text, and scenes made to do harm. `check` and `run` end
//! in time, with a result or an error, in little memory, and never in a panic.
#![cfg(target_os = "linux")]

use crate::command::support::{Folder, gallery};
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

#[path = "hostile_scenes.rs"]
mod hostile_scenes;

use hostile_scenes::hostile_scenes;

/// Longer than this is a hang, s.
const HANG: u64 = 10;
/// Address space, KiB: more than 2 GB of memory cannot be had.
const MEMORY: u64 = 2 << 20;

/// xorshift: the same mutants on every machine.
struct Draw(u64);

impl Draw {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % most.max(1) as u64) as usize
    }

    fn of<'t>(&mut self, list: &[&'t str]) -> &'t str {
        list[self.below(list.len())]
    }
}

/// Numbers that are put in the place of others.
const NUMBERS: [&str; 12] =
    ["0", "-1", "1e9", "1e-9", "1e300", "1e-300", "1e999", "3", "0.5", "1000000", "99999999999", "nan"];
/// Words that are put in the place of others.
const WORDS: [&str; 18] = [
    "part", "joint", "mass", "run", "for", "if", "let", "at", "ground", "space", "revolute", "distance", "deg", "kg",
    "center", "plot", "contacts", "x",
];
/// Text that is put anywhere.
const BITS: [&str; 16] =
    ["(", ")", "{", "}", "[", "]", "\"", "//", "..", "-", "/ 0", "^ 1e9", "\u{0}", "é", " = ", "\n"];

/// The text with a mistake in it.
fn mutated(text: &str, other: &str, draw: &mut Draw) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let at = draw.below(lines.len());
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    match draw.below(9) {
        0 => _ = lines.remove(at),
        1 => lines.swap(at, draw.0 as usize % text.lines().count()),
        2 => lines.insert(at, lines[draw.below(lines.len())].clone()),
        // a line of another scene
        3 => lines[at] = other.lines().nth(draw.below(other.lines().count())).unwrap_or("").to_owned(),
        4 | 5 => {
            let line = lines[at].clone();
            let starts = line
                .char_indices()
                .filter(|(i, c)| c.is_ascii_digit() && !line[..*i].ends_with(|c: char| is_word(c) || c == '.'));
            let starts: Vec<usize> = starts.map(|(i, _)| i).collect();
            if let Some(&start) = starts.get(draw.below(starts.len())) {
                let rest = &line[start..];
                let length = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
                lines[at].replace_range(start..start + length, draw.of(&NUMBERS));
            }
        }
        6 => {
            let line = lines[at].clone();
            let words: Vec<&str> = line.split(|c| !is_word(c)).filter(|w| !w.is_empty()).collect();
            if !words.is_empty() {
                lines[at] = line.replacen(words[draw.below(words.len())], draw.of(&WORDS), 1);
            }
        }
        7 => {
            let places: Vec<usize> = lines[at].char_indices().map(|(i, _)| i).collect();
            let place = places.get(draw.below(places.len())).copied().unwrap_or(0);
            lines[at].insert_str(place, draw.of(&BITS));
        }
        // the file is cut off
        _ => {
            let whole = lines.join("\n");
            return whole[..whole.floor_char_boundary(draw.below(whole.len()))].to_owned();
        }
    }
    lines.join("\n")
}

/// Scenes of the gallery, with what they import, by name.
fn scenes() -> Vec<(String, String)> {
    let folders = fs::read_dir(gallery()).unwrap().map(|e| e.unwrap().path());
    let mut scenes: Vec<(String, String)> = folders
        .filter_map(|f| {
            let text = fs::read_to_string(f.join("scene.mech")).ok()?;
            Some((f.file_name()?.to_str()?.to_owned(), text))
        })
        // imports are not for texts in another folder
        .filter(|(_, text)| !text.contains("use \""))
        .collect();
    scenes.sort();
    assert!(scenes.len() > 40);
    scenes
}

/// What went wrong with a scene: nothing, or how.
fn tried(folder: &Folder, text: &str, most: u64) -> Option<String> {
    fs::write(folder.0.join("m.mech"), text).unwrap();
    let program = env!("CARGO_BIN_EXE_mainspring");
    for line in ["check m.mech", "run m.mech --no-record --time-limit 0.5 --max-steps 20000"] {
        let script = format!("ulimit -c 0; ulimit -v {MEMORY}; exec '{program}' {line}");
        let said = fs::File::create(folder.0.join("said")).unwrap();
        let mut command = Command::new("sh");
        let out = said.try_clone().unwrap();
        command.args(["-c", &script]).current_dir(&folder.0).stdin(Stdio::null()).stdout(out).stderr(said);
        let began = Instant::now();
        let mut child = command.spawn().unwrap();
        let status = loop {
            match child.try_wait().unwrap() {
                Some(status) => break Some(status),
                None if began.elapsed() > Duration::from_secs(most) => {
                    child.kill().unwrap();
                    child.wait().unwrap();
                    break None;
                }
                None => std::thread::sleep(Duration::from_millis(2)),
            }
        };
        let said = String::from_utf8_lossy(&fs::read(folder.0.join("said")).unwrap()).into_owned();
        let wrong = match status {
            None => Some(format!("is not done after {most} s")),
            Some(status) if status.signal().is_some() => Some(format!("ends by signal {:?}", status.signal())),
            Some(status) if !matches!(status.code(), Some(0..=4)) => Some(format!("exits with {:?}", status.code())),
            Some(_) if said.contains("panicked") => Some("panics".to_owned()),
            Some(status) if status.code() != Some(0) && said.is_empty() => Some("fails without a word".to_owned()),
            Some(_) if said.len() > 200_000 => Some(format!("says {} bytes", said.len())),
            Some(_) => None,
        };
        if let Some(wrong) = wrong {
            return Some(format!("`{line}` {wrong}: {}", said.chars().take(1000).collect::<String>()));
        }
    }
    None
}

/// Tries mutants with these numbers; returns what went wrong, with the scenes.
fn mutants(numbers: std::ops::Range<usize>) -> Vec<String> {
    let (scenes, folder) = (scenes(), Folder::new());
    let mut wrong = Vec::new();
    for number in numbers {
        let mut draw = Draw(0x9e37_79b9_7f4a_7c15 ^ (number as u64 + 1));
        (0..4).for_each(|_| _ = draw.below(2));
        let (name, text) = &scenes[number % scenes.len()];
        let other = &scenes[draw.below(scenes.len())].1;
        let mut text = text.clone();
        for _ in 0..=draw.below(3) {
            if text.trim().is_empty() {
                break;
            }
            text = mutated(&text, other, &mut draw);
        }
        if let Some(how) = tried(&folder, &text, HANG) {
            wrong.push(format!("mutant {number}, of {name}: {how}\n{text}\n"));
        }
    }
    wrong
}

fn hostile(every: usize) -> Vec<String> {
    let folder = Folder::new();
    let scenes = hostile_scenes();
    let tried = |(name, text): &(String, String)| tried(&folder, text, HANG).map(|how| format!("{name}: {how}\n"));
    scenes.iter().step_by(every).filter_map(tried).collect()
}

#[test]
fn mutants_of_the_gallery_end_in_time() {
    let wrong = mutants(0..100);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn hostile_scenes_end_in_time() {
    assert!(hostile_scenes().len() >= 100);
    let wrong = hostile(4);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// By hand: `cargo nextest run -p mainspring --run-ignored only -E 'test(mutants::)'`.
#[test]
#[ignore = "takes ten minutes"]
fn two_thousand_mutants_end_in_time() {
    let wrong = mutants(0..2000);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// By hand, as the one above.
#[test]
#[ignore = "takes a minute"]
fn all_hostile_scenes_end_in_time() {
    let wrong = hostile(1);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

//! Runs scenes, as many at once as there are cores.

use super::outcome::{Outcome, Verdict};
use super::overlap;
use super::wanted::Wanted;
use std::fs::{self, File};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Most steps of one run.
const MOST_STEPS: &str = "200000";

/// A run, within the seconds that follow these words.
const RUN: [&str; 5] = ["run", "--json", "--max-steps", MOST_STEPS, "--time-limit"];

/// A run of which the recorded quantities are wanted.
const TABLE: [&str; 5] = ["export", "--to", "json", "--out", "-"];

/// A program that has not answered so many seconds after its limit is ended.
const PATIENCE: u64 = 60;

/// For a run of a microsecond, or to read a recording, s.
const SHORT: u64 = 60;

/// A scene to be run.
pub struct Scene {
    pub family: &'static str,
    pub seed: u64,
    pub text: String,
    /// a mechanism, of which nothing may be stepped
    pub by_event: bool,
}

/// Runs them all; what came of each, in their order. Scenes that are not fine stay in `folder`.
pub fn all(program: &Path, folder: &Path, scenes: &[Scene], wanted: &Wanted) -> Result<Vec<Outcome>, String> {
    fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let work = |i: usize| {
        one(program, folder, &scenes[i], wanted)
            .unwrap_or_else(|why| Outcome::silent(Verdict::Failed, &format!("cannot be run: {why}"), 0.0))
    };
    side_by_side(scenes.len(), wanted.threads(), |i| format!("{} {}", scenes[i].family, scenes[i].seed), work)
}

/// Recorded quantities of every scene of each group as JSON, in their order; nothing where there are none.
pub fn tables(
    program: &Path,
    folder: &Path,
    groups: &[Vec<Scene>],
    threads: usize,
) -> Result<Vec<Vec<String>>, String> {
    fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let answer = |scene: &Scene| table(program, folder, scene).unwrap_or_default();
    let work = |i: usize| groups[i].iter().map(answer).collect();
    let name = |i: usize| groups[i].first().map(|s| format!("{} {}", s.family, s.seed)).unwrap_or_default();
    side_by_side(groups.len(), threads, name, work)
}

/// Recorded quantities of one scene as JSON.
pub fn table(program: &Path, folder: &Path, scene: &Scene) -> Option<String> {
    let file = file(folder, scene.family, scene.seed);
    let asked = fs::write(&file, &scene.text).and_then(|()| ask(program, &TABLE, &file, SHORT));
    let _what_is_left_does_no_harm = fs::remove_file(&file);
    asked.ok()?.0
}

/// What a run of one scene up to a time says, as JSON.
pub fn run_until(program: &Path, folder: &Path, scene: &Scene, until: f64) -> Option<String> {
    let file = file(folder, scene.family, scene.seed);
    let (limit, until) = (SHORT.to_string(), until.to_string());
    let words = [&RUN[..], &[&limit, "--no-record", "--until", &until]].concat();
    let asked = fs::write(&file, &scene.text).and_then(|()| ask(program, &words, &file, SHORT));
    let _what_is_left_does_no_harm = fs::remove_file(&file);
    asked.ok()?.0
}

/// Does so many pieces of work, as many at once as there are threads, and shows on a terminal how far it is.
pub fn side_by_side<T: Clone + Send>(
    count: usize,
    threads: usize,
    name: impl Fn(usize) -> String + Sync,
    work: impl Fn(usize) -> T + Sync,
) -> Result<Vec<T>, String> {
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let results: Mutex<Vec<Option<T>>> = Mutex::new(vec![None; count]);
    let watched = io::stdout().is_terminal();
    let take_turns = || {
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            if i >= count {
                return;
            }
            let result = work(i);
            if let Ok(mut results) = results.lock() {
                results[i] = Some(result);
            }
            let done = 1 + done.fetch_add(1, Ordering::Relaxed);
            if watched {
                print!("\r   {done} of {count} ({})\x1b[K", name(i));
                let _closed_output_is_no_reason_to_stop = io::stdout().flush();
            }
        }
    };
    std::thread::scope(|scope| (0..threads.max(1)).for_each(|_| drop(scope.spawn(take_turns))));
    if watched {
        print!("\r\x1b[K");
    }
    let results = results.into_inner().map_err(|_| "a thread broke down".to_owned())?;
    results.into_iter().collect::<Option<_>>().ok_or_else(|| "a scene was left out".to_owned())
}

/// Where a scene lies that was not fine.
pub fn file(folder: &Path, family: &str, seed: u64) -> PathBuf {
    folder.join(format!("{family}_{seed}.mech"))
}

fn one(program: &Path, folder: &Path, scene: &Scene, wanted: &Wanted) -> io::Result<Outcome> {
    let file = file(folder, scene.family, scene.seed);
    let recorded = if wanted.overlap { overlap::recorded(&scene.text) } else { None };
    let recording = file.with_extension("mcap");
    fs::write(&file, recorded.as_ref().unwrap_or(&scene.text))?;
    let limit = wanted.limit.to_string();
    let out = recording.to_string_lossy();
    let kept: &[&str] = if recorded.is_some() { &["--out", &out] } else { &["--no-record"] };
    let mut outcome = match ask(program, &[&RUN[..], &[&limit], kept].concat(), &file, wanted.limit)? {
        (Some(answer), seconds) => Outcome::read(&answer, seconds),
        (None, seconds) => Outcome::silent(Verdict::Stopped, "no answer long after its time limit", seconds),
    };
    outcome.by_event = scene.by_event;
    outcome.parts = scene.text.lines().filter(|line| line.starts_with("part ")).count();
    if recorded.is_some() && recording.exists() {
        let (table, _) = ask(program, &TABLE, &recording, SHORT)?;
        outcome.overlap = table.and_then(|table| overlap::deepest(&scene.text, &table));
        fs::remove_file(&recording)?;
    }
    if outcome.fine() {
        fs::remove_file(&file)?;
    }
    Ok(outcome)
}

/// What the program prints for a scene, and how many seconds it took; no answer where it did not stop long after `limit`.
fn ask(program: &Path, words: &[&str], file: &Path, limit: u64) -> io::Result<(Option<String>, f64)> {
    let answer = file.with_extension("json");
    let start = Instant::now();
    let mut child = Command::new(program)
        .args(words)
        .arg(file)
        .stdin(Stdio::null())
        // a file, as nobody reads a pipe while the program is waited for
        .stdout(File::create(&answer)?)
        .stderr(Stdio::null())
        .spawn()?;
    let text = loop {
        if child.try_wait()?.is_some() {
            break Some(fs::read_to_string(&answer)?);
        }
        if start.elapsed() > Duration::from_secs(limit + PATIENCE) {
            child.kill()?;
            child.wait()?;
            break None;
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    fs::remove_file(&answer)?;
    Ok((text, start.elapsed().as_secs_f64()))
}

//! Runs scenes, as many at once as there are cores.

use super::outcome::{Outcome, Verdict};
use std::fs::{self, File};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Most steps of one run.
const MOST_STEPS: &str = "200000";

/// Most seconds of one run.
const TIME_LIMIT: u32 = 60;

/// A program that has not answered after so many times the limit is ended.
const PATIENCE: u32 = 2;

/// A scene to be run.
pub struct Scene {
    pub family: &'static str,
    pub seed: u64,
    pub text: String,
}

/// Runs them all; what came of each, in their order. Scenes that are not fine stay in `folder`.
pub fn all(program: &Path, folder: &Path, scenes: &[Scene], threads: usize) -> Result<Vec<Outcome>, String> {
    fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let outcomes: Mutex<Vec<Option<Outcome>>> = Mutex::new(vec![None; scenes.len()]);
    let watched = io::stdout().is_terminal();
    let work = || {
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            let Some(scene) = scenes.get(i) else { return };
            let outcome = one(program, folder, scene)
                .unwrap_or_else(|why| Outcome::silent(Verdict::Failed, &format!("cannot be run: {why}"), 0.0));
            if let Ok(mut outcomes) = outcomes.lock() {
                outcomes[i] = Some(outcome);
            }
            let done = 1 + done.fetch_add(1, Ordering::Relaxed);
            if watched {
                print!("\r   {done} of {} ({} {})\x1b[K", scenes.len(), scene.family, scene.seed);
                let _closed_output_is_no_reason_to_stop = io::stdout().flush();
            }
        }
    };
    std::thread::scope(|scope| (0..threads.max(1)).for_each(|_| drop(scope.spawn(work))));
    if watched {
        print!("\r\x1b[K");
    }
    let outcomes = outcomes.into_inner().map_err(|_| "a thread broke down".to_owned())?;
    outcomes.into_iter().collect::<Option<_>>().ok_or_else(|| "a scene was left out".to_owned())
}

/// Where a scene lies that was not fine.
pub fn file(folder: &Path, family: &str, seed: u64) -> PathBuf {
    folder.join(format!("{family}_{seed}.mech"))
}

fn one(program: &Path, folder: &Path, scene: &Scene) -> io::Result<Outcome> {
    let file = file(folder, scene.family, scene.seed);
    let answer = file.with_extension("json");
    fs::write(&file, &scene.text)?;
    let start = Instant::now();
    let mut child = Command::new(program)
        .args(["run", "--json", "--no-record", "--max-steps", MOST_STEPS, "--time-limit"])
        .arg(TIME_LIMIT.to_string())
        .arg(&file)
        .stdin(Stdio::null())
        // a file, as nobody reads a pipe while the program is waited for
        .stdout(File::create(&answer)?)
        .stderr(Stdio::null())
        .spawn()?;
    let seconds = || start.elapsed().as_secs_f64();
    let outcome = loop {
        if child.try_wait()?.is_some() {
            break Outcome::read(&fs::read_to_string(&answer)?, seconds());
        }
        if start.elapsed() > Duration::from_secs(u64::from(TIME_LIMIT * PATIENCE)) {
            child.kill()?;
            child.wait()?;
            break Outcome::silent(Verdict::Stopped, "no answer long after its time limit", seconds());
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    fs::remove_file(&answer)?;
    if outcome.fine() {
        fs::remove_file(&file)?;
    }
    Ok(outcome)
}

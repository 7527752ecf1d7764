//! Steps with a name, a time and a result.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Builds the command in the development profile, unless the tests of this very run have just built it: they ask for
/// other features of the dependencies, and each would undo the other's work.
pub fn command_is_built(root: &Path) -> bool {
    BUILT.load(Ordering::Relaxed)
        || succeeds(cargo(&["build", "--quiet", "--package", "mainspring", "--features", "tables"]).current_dir(root))
}

/// Where builds go.
pub fn target_folder(root: &Path) -> Option<PathBuf> {
    let text = output(cargo(&["metadata", "--no-deps", "--format-version", "1"]).current_dir(root))?;
    let metadata: serde_json::Value = serde_json::from_str(&text).ok()?;
    Some(metadata["target_directory"].as_str()?.into())
}

/// The command, in the development profile.
pub fn program(target: &Path) -> PathBuf {
    target.join("debug").join(format!("mainspring{}", std::env::consts::EXE_SUFFIX))
}

/// Set for the README's commands: a test run within a test run would never end.
pub const WITHIN: &str = "MAINSPRING_TEST_RUNNING";

/// Tests, lints and the book use the command with everything it can have; a plain build leaves Parquet and Arrow out.
pub const FEATURES: [&str; 2] = ["--features", "mainspring/tables"];

/// The tests have built the command.
pub static BUILT: AtomicBool = AtomicBool::new(false);

/// Seconds from which a step is long.
const LONG_STEP: f64 = 10.0;

/// Seconds of processor time that ended children have used; none where the system does not tell.
fn processor_time() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    children_time(&text)
}

/// Seconds of processor time that a program has used so far; none where the system does not tell.
pub fn cpu_of(program: u32) -> Option<f64> {
    own_time(&std::fs::read_to_string(format!("/proc/{program}/stat")).ok()?)
}

/// From a line of `/proc/PID/stat`: user and system time of waited-for children, fields 16 and 17.
fn children_time(stat: &str) -> Option<f64> {
    two_times(stat, 16)
}

/// The same of the program itself, fields 14 and 15.
fn own_time(stat: &str) -> Option<f64> {
    two_times(stat, 14)
}

/// Two fields in a row, counted from 1 and in hundredths of a second, as seconds.
fn two_times(stat: &str, first: usize) -> Option<f64> {
    // the name, second and in parentheses, may hold anything
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(first - 3);
    let user: f64 = fields.next()?.parse().ok()?;
    let system: f64 = fields.next()?.parse().ok()?;
    Some((user + system) / 100.0)
}

/// How many things passed and failed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    pub passed: usize,
    pub failed: usize,
}

impl Count {
    /// One thing that passed or failed.
    pub fn one(ok: bool) -> Self {
        Self { passed: usize::from(ok), failed: usize::from(!ok) }
    }
}

/// Runs steps one after the other and adds up what came of them; a failed one does not stop the rest.
pub struct Steps {
    pub root: PathBuf,
    total: Count,
    failed: Vec<String>,
}

impl Steps {
    pub fn new(root: &Path) -> Self {
        Self { root: root.to_owned(), total: Count::default(), failed: Vec::new() }
    }

    /// A step whose work is `work`; what it finds wrong is printed, each finding on its line.
    pub fn check(&mut self, name: &str, work: impl FnOnce(&Path) -> Result<(), Vec<String>>) {
        self.step(name, |root| {
            let findings = work(root).err().unwrap_or_default();
            findings.iter().for_each(|finding| println!("   {finding}"));
            Count::one(findings.is_empty())
        });
    }

    /// A step that runs a command, its output passed through.
    pub fn command(&mut self, name: &str, command: &mut Command) {
        let command = command.current_dir(&self.root);
        self.step(name, |_| Count::one(succeeds(command)));
    }

    /// A step of any kind.
    pub fn step(&mut self, name: &str, work: impl FnOnce(&Path) -> Count) {
        println!("== {name}");
        let (start, spent) = (Instant::now(), processor_time());
        let count = work(&self.root);
        let verdict = if count.failed == 0 { "passed" } else { "FAILED" };
        // of a long step also what it cost: how long it took depends on what else the machine does
        let seconds = start.elapsed().as_secs_f64();
        let spent = spent.zip(processor_time()).filter(|_| seconds >= LONG_STEP);
        let cost = spent.map(|(a, b)| format!(", {:.0} s of processor time", b - a)).unwrap_or_default();
        println!("== {name}: {verdict} in {seconds:.1} s{cost}");
        self.total.passed += count.passed;
        self.total.failed += count.failed;
        if count.failed > 0 {
            self.failed.push(name.to_owned());
        }
    }

    /// The closing line and the exit code.
    pub fn close(self) -> ExitCode {
        if !self.failed.is_empty() {
            println!("failed: {}", self.failed.join(", "));
        }
        println!("{} passed, {} failed", self.total.passed, self.total.failed);
        if self.total.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}

/// The cargo that runs this, or the one on the path.
pub fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments);
    command
}

/// A cargo that lints whatever of ours it compiles, warnings being errors: one build for lints and tests instead of a check
/// of everything beside a build of everything. None where the lints are not installed.
///
/// This is how `cargo clippy` calls the driver, but for that it only checks.
pub fn linting_cargo(arguments: &[&str]) -> Option<Command> {
    const DRIVER: &str = "clippy-driver";
    output(Command::new(DRIVER).arg("--version"))?;
    let mut command = cargo(arguments);
    command.env("RUSTC_WORKSPACE_WRAPPER", DRIVER);
    command.env("CLIPPY_ARGS", "-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__");
    Some(command)
}

/// Whether the command ran and exited with 0; why it could not start is printed.
pub fn succeeds(command: &mut Command) -> bool {
    match command.status() {
        Ok(status) => status.success(),
        Err(e) => {
            println!("   cannot run {}: {e}", command.get_program().display());
            false
        }
    }
}

/// What the command prints, or None if it cannot run or fails.
pub fn output(command: &mut Command) -> Option<String> {
    let output = command.stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Runs the command, its output both passed through and handed back.
pub fn watched(command: &mut Command) -> (bool, String) {
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = match child {
        Ok(child) => child,
        Err(e) => {
            println!("   cannot run {}: {e}", command.get_program().display());
            return (false, String::new());
        }
    };
    let (out, err) = (child.stdout.take(), child.stderr.take());
    let text = std::thread::scope(|scope| {
        let errors = scope.spawn(|| err.map(pass_through).unwrap_or_default());
        let mut text = out.map(pass_through).unwrap_or_default();
        text.push_str(&errors.join().unwrap_or_default());
        text
    });
    (child.wait().is_ok_and(|status| status.success()), text)
}

fn pass_through(source: impl Read) -> String {
    let mut text = String::new();
    let mut reader = BufReader::new(source);
    let mut line = Vec::new();
    while reader.read_until(b'\n', &mut line).is_ok_and(|n| n > 0) {
        let line_text = String::from_utf8_lossy(&line);
        print!("{line_text}");
        let _closed_output_is_no_reason_to_stop = std::io::stdout().flush();
        text.push_str(&line_text);
        line.clear();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_children_is_read_whatever_the_program_is_called() {
        let stat = "7 (a) b) S 1 2 3 4 5 6 7 8 9 10 11 12 150 50 20 0 1 0";
        assert_eq!(children_time(stat), Some(2.0));
        assert_eq!(own_time(stat), Some(0.23));
        assert_eq!(children_time("7 (cut"), None);
    }
}

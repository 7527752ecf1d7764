//! The gallery's scenes, each run by the gallery's own test in a process of its own.

use super::knobs::{SAYS, VARIABLE};
use crate::step::cargo;
use serde_json::Value;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// How a scene takes a scaled tolerance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reaction {
    /// the same final state
    Same,
    /// another final state that is still within what is expected
    Hash,
    /// what is expected no longer comes out
    Verdict,
    /// the run takes ten times as long or more
    Endless,
    /// the constant was not scaled: something is wrong with the build
    NotScaled,
}

/// The gallery's program and what it can run.
pub struct Gallery {
    program: PathBuf,
    /// names with the longest time that a run may take
    pub scenes: Vec<(String, Duration)>,
}

impl Gallery {
    /// Builds the gallery's test in the copy of the tree.
    pub fn build(copy: &Path, target: &Path) -> Result<Self, String> {
        let (package, _) = test_package(copy).ok_or("no crate has a test `gallery`")?;
        let arguments = [
            "test",
            "--package",
            &package,
            "--no-default-features",
            "--test",
            "gallery",
            "--no-run",
            "--message-format",
        ];
        let mut build = cargo(&arguments);
        build.arg("json-render-diagnostics").current_dir(copy).env("CARGO_TARGET_DIR", target).env_remove(VARIABLE);
        let output = build.stderr(Stdio::inherit()).output().map_err(|e| format!("cargo: {e}"))?;
        let text = String::from_utf8_lossy(&output.stdout);
        let program = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()).find_map(|message| {
            let gallery = message["target"]["name"] == "gallery";
            message["executable"].as_str().filter(|_| gallery).map(PathBuf::from)
        });
        let program = program.filter(|_| output.status.success()).ok_or("the gallery's test does not compile")?;
        Ok(Self { program, scenes: Vec::new() })
    }

    /// Whether the program holds a symbol: a constant that nothing reads, or of a crate that the gallery does not need, is not
    /// in it.
    pub fn holds(&self, symbols: &[String]) -> Result<Vec<bool>, String> {
        let bytes = std::fs::read(&self.program).map_err(|e| format!("{}: {e}", self.program.display()))?;
        let names: std::collections::BTreeSet<&[u8]> =
            bytes.split(|b| *b == 0).filter(|name| name.starts_with(b"mainspring_tolerance_")).collect();
        Ok(symbols.iter().map(|symbol| names.contains(symbol.as_bytes())).collect())
    }

    /// Lists the scenes and runs them with every constant as it is: all must pass, and their times are the measure of others.
    pub fn measure(&mut self, copy: &Path, wanted: &[String], progress: &(impl Fn(&str) + Sync)) -> Result<(), String> {
        let listed = crate::step::output(Command::new(&self.program).arg("--list").current_dir(copy));
        let listed = listed.ok_or("the gallery's test does not list its scenes")?;
        let names = listed.lines().filter_map(|line| line.strip_suffix(": test"));
        let is_scene = |name: &&str| {
            let file = copy.join("scenes").join(name);
            file.join("scene.mech").is_file() || file.with_extension("mech").is_file()
        };
        let chosen = |name: &&str| wanted.is_empty() || wanted.iter().any(|w| w == name);
        let names: Vec<String> = names.filter(is_scene).filter(chosen).map(str::to_owned).collect();
        let unknown: Vec<&str> = wanted.iter().filter(|w| !names.contains(w)).map(String::as_str).collect();
        if !unknown.is_empty() || names.is_empty() {
            return Err(format!("there is no scene {}", unknown.join(", ")));
        }
        self.scenes = names.into_iter().map(|name| (name, Duration::from_secs(3600))).collect();
        let results = self.each(|i| {
            progress(&format!("as it is: {}", self.scenes[i].0));
            let start = Instant::now();
            let (passed, _, text) = self.run(i, None);
            (passed, text, start.elapsed())
        });
        let failed: Vec<String> = self
            .scenes
            .iter()
            .zip(&results)
            .filter(|(_, (passed, ..))| !passed)
            .map(|((name, _), (_, text, _))| format!("{name} fails with every tolerance as it is:\n{text}"))
            .collect();
        if !failed.is_empty() {
            return Err(failed.join("\n"));
        }
        for (scene, (_, _, time)) in self.scenes.iter_mut().zip(results) {
            scene.1 = 10 * time + Duration::from_secs(20);
        }
        Ok(())
    }

    /// What each scene makes of a constant (`contact::DEPENDENT`) that is scaled by `*3` or `/3`.
    pub fn reactions(&self, constant: &str, factor: &str, progress: &(impl Fn(&str) + Sync)) -> Vec<Reaction> {
        self.each(|i| {
            progress(&format!("{constant}{factor}: {}", self.scenes[i].0));
            let (passed, ended, text) = self.run(i, Some(&format!("{constant}{factor}")));
            reaction(passed, ended, &text, constant)
        })
    }

    /// One number for each scene, on all cores.
    fn each<T: Send>(&self, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
        let next = AtomicUsize::new(0);
        let found: Mutex<Vec<(usize, T)>> = Mutex::new(Vec::new());
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    loop {
                        let i = next.fetch_add(1, Ordering::Relaxed);
                        if i >= self.scenes.len() {
                            return;
                        }
                        let result = work(i);
                        found.lock().expect("no worker panics with the lock").push((i, result));
                    }
                });
            }
        });
        let mut found = found.into_inner().expect("workers have ended");
        found.sort_by_key(|(i, _)| *i);
        found.into_iter().map(|(_, result)| result).collect()
    }

    /// Whether a scene passed, whether it ended in time, and what the test said.
    fn run(&self, scene: usize, scaled: Option<&str>) -> (bool, bool, String) {
        let (name, limit) = &self.scenes[scene];
        let mut command = Command::new(&self.program);
        command.args(["--exact", name, "--test-threads", "1"]).stdout(Stdio::piped()).stderr(Stdio::piped());
        match scaled {
            Some(scaled) => command.env(VARIABLE, scaled),
            None => command.env_remove(VARIABLE),
        };
        let mut child = match command.spawn() {
            Ok(child) => child,
            Err(e) => return (false, true, e.to_string()),
        };
        let (out, err) = (child.stdout.take(), child.stderr.take());
        let start = Instant::now();
        std::thread::scope(|scope| {
            let err = scope.spawn(|| read(err));
            let out = scope.spawn(|| read(out));
            let status = loop {
                match child.try_wait() {
                    Ok(Some(status)) => break Some(status),
                    Ok(None) if start.elapsed() < *limit => std::thread::sleep(Duration::from_millis(5)),
                    _ => {
                        let _it_may_have_ended_just_now = child.kill();
                        let _nothing_more_is_known_of_it = child.wait();
                        break None;
                    }
                }
            };
            let text = [err.join().unwrap_or_default(), out.join().unwrap_or_default()].concat();
            (status.is_some_and(|s| s.success()), status.is_some(), text)
        })
    }
}

fn read(source: Option<impl Read>) -> String {
    let mut bytes = Vec::new();
    let _what_was_read_counts = source.map(|mut source| source.read_to_end(&mut bytes));
    String::from_utf8_lossy(&bytes).into_owned()
}

/// From what the test said.
fn reaction(passed: bool, ended: bool, text: &str, constant: &str) -> Reaction {
    if !text.lines().any(|line| line == format!("{SAYS} {constant}")) {
        return Reaction::NotScaled;
    }
    if !ended {
        return Reaction::Endless;
    }
    if passed {
        return Reaction::Same;
    }
    // the message of a failed test stands below `---- name ----`, a line each finding
    let message =
        text.lines().skip_while(|line| !line.starts_with("---- ")).skip(1).take_while(|line| !line.is_empty());
    let findings: Vec<&str> = message.collect();
    let only_hash = findings.len() == 1 && findings[0].contains("\"hash\": \"0x");
    if only_hash { Reaction::Hash } else { Reaction::Verdict }
}

/// The package with the test `gallery`, and its folder.
fn test_package(root: &Path) -> Option<(String, PathBuf)> {
    let folders = std::fs::read_dir(root.join("crates")).ok()?.flatten().map(|e| e.path());
    let folder = folders.into_iter().find(|f| f.join("tests/gallery.rs").is_file())?;
    let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).ok()?;
    let name = manifest.lines().find_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'))?;
    Some((name.to_owned(), folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reactions_are_read_from_what_the_test_says() {
        let said = "scaled tolerance a::B\n";
        let hash = "---- tray ----\nthe final state's hash is 0x1 in expect.json, found \"hash\": \"0x2\"\n\n";
        let of = |passed, ended, text: &str| reaction(passed, ended, text, "a::B");
        assert_eq!(of(true, true, said), Reaction::Same);
        assert_eq!(of(true, true, ""), Reaction::NotScaled);
        assert_eq!(of(true, true, "scaled tolerance a::BC\n"), Reaction::NotScaled);
        assert_eq!(of(false, false, said), Reaction::Endless);
        assert_eq!(of(false, true, &format!("{said}{hash}")), Reaction::Hash);
        let worse = hash.replace("----\n", "----\nx at 1 s: 2 is 1 off\n");
        assert_eq!(of(false, true, &format!("{said}{worse}")), Reaction::Verdict);
        assert_eq!(of(false, true, said), Reaction::Verdict, "a crash says nothing");
    }
}

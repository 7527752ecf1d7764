//! One chapter: its blocks executed in order, its pictures made by them.
//!
//! | block | what is done with it |
//! |---|---|
//! | `mech` | a scene, written to `scene.mech` or the `file=` it names, laid out canonically, checked, run for a moment |
//! | `mech,fragment` | more lines of the scene before it; with `file=`, of a copy of it |
//! | `mech,wrong` | a scene with a mistake: checking it must fail |
//! | `mech,library` | a file for `use`: written only |
//! | `sh`, `sh,exit=1` | commands, run by bash; the exit code is 0 or as said |
//! | `sh,no-run` | for reading: what installs things or runs the tests |
//! | `python` | a program, run where the tests' packages are installed |
//! | `text` | what the commands or the program before it printed, errors too |
//! | `rust` | a documentation example of the façade (`crates/mainspring/src/book.rs`) |

use super::mode::Mode;
use super::shown;
use crate::markdown::{Block, blocks};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Bytes of one picture.
const LARGEST: u64 = 200_000;
/// Simulated seconds for which a scene is run.
const MOMENT: &str = "0.02";

/// The folder in which the book is followed.
pub struct Scratch {
    folder: PathBuf,
    /// the folder of the command, then those of the caller
    path: std::ffi::OsString,
    python: Option<PathBuf>,
    /// file and text of the last scene
    scene: (String, String),
}

/// A chapter after it was executed.
pub struct Done {
    /// with outputs as they are now, when they are to be written
    pub text: String,
    pub findings: Vec<String>,
}

/// What the last commands or program printed.
enum Printed {
    Nothing,
    Text(String),
    /// there was nothing to run it with
    Skipped,
}

impl Scratch {
    /// An empty folder, and `program` first on the path.
    pub fn new(folder: &Path, program: &Path, python: Option<PathBuf>) -> std::io::Result<Self> {
        if folder.exists() {
            fs::remove_dir_all(folder)?;
        }
        fs::create_dir_all(folder)?;
        let before = std::env::var_os("PATH").unwrap_or_default();
        let own = program.parent().map(Path::to_owned);
        let path = std::env::join_paths(own.into_iter().chain(std::env::split_paths(&before)))
            .map_err(|e| std::io::Error::other(e.to_string()))?;
        Ok(Self { folder: folder.to_owned(), path, python, scene: (String::new(), String::new()) })
    }

    /// Executes the blocks of a chapter.
    pub fn execute(&mut self, file: &str, text: &str, mode: Mode) -> Done {
        let mut findings = Vec::new();
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let mut printed = Printed::Nothing;
        // later blocks first, so that lines stay where they were found
        let mut changes: Vec<(usize, usize, String)> = Vec::new();
        for block in blocks(text) {
            let place = format!("{file}:{}", block.line);
            let result = match block.language() {
                "mech" => self.scene(&block),
                "sh" if block.says("no-run") => Ok(()),
                "sh" => {
                    let (code, output) = self.commands(&block.text);
                    let wanted = block.value("exit").unwrap_or("0");
                    let result = (code == wanted).then_some(());
                    let result = result.ok_or_else(|| format!("exit code {code}, not {wanted}:\n{output}"));
                    printed = Printed::Text(output);
                    result
                }
                "python" => self.program(&block.text).map(|p| printed = p),
                "text" => match std::mem::replace(&mut printed, Printed::Nothing) {
                    Printed::Nothing => Err("shows an output, but nothing before it prints one".to_owned()),
                    Printed::Skipped => Ok(()),
                    Printed::Text(real) if shown::matches(&block.text, &real) => Ok(()),
                    Printed::Text(real) => match (mode, shown::renewed(&block.text, &real)) {
                        (Mode::Update, Some(new)) => {
                            changes.push((block.line, block.height(), new));
                            Ok(())
                        }
                        _ => Err(format!("shows what does not come out (`cargo xtask book` writes it anew):\n{real}")),
                    },
                },
                "rust" => documented(file),
                other => Err(format!("a block of `{other}` cannot be executed")),
            };
            findings.extend(result.err().map(|wrong| format!("{place}: {wrong}")));
        }
        for (line, height, new) in changes.into_iter().rev() {
            lines.splice(line - 1..line - 1 + height, new.lines().map(str::to_owned));
        }
        let text = if lines.is_empty() { String::new() } else { lines.join("\n") + "\n" };
        Done { text, findings }
    }

    fn scene(&mut self, block: &Block) -> Result<(), String> {
        let named = block.value("file").map(str::to_owned);
        let scene = if block.says("fragment") {
            let (before, text) = &self.scene;
            (named.clone().unwrap_or_else(|| before.clone()), format!("{}\n{}", text.trim_end(), block.text))
        } else {
            (named.clone().unwrap_or_else(|| "scene.mech".to_owned()), block.text.clone())
        };
        let (name, text) = &scene;
        if name.is_empty() || name.contains(['/', '\\']) {
            return Err("a fragment of nothing, or a file outside the folder".to_owned());
        }
        fs::write(self.folder.join(name), text).map_err(|e| e.to_string())?;
        let name = name.clone();
        if !(block.says("fragment") && named.is_some()) {
            self.scene = scene;
        }
        if block.says("library") {
            return Ok(());
        }
        let run = |commands: String| self.commands(&commands);
        let (code, output) = run(format!("mainspring check {name}"));
        if block.says("wrong") {
            return if code == "1" { Ok(()) } else { Err("should be wrong, and is not".to_owned()) };
        }
        let (ran, told) = match code.as_str() {
            "0" => run(format!("mainspring run {name} --until {MOMENT} --no-record")),
            _ => (code, output),
        };
        if ran != "0" {
            return Err(format!("the scene fails:\n{told}"));
        }
        if block.says("fragment") {
            return Ok(());
        }
        let canonical = format!("mainspring fmt --check {name} || (mainspring fmt {name} && cat {name} && false)");
        let (formatted, told) = run(canonical);
        if formatted == "0" { Ok(()) } else { Err(format!("is not in canonical form, which is:\n{told}")) }
    }

    /// Exit code, and everything printed in the order it was.
    fn commands(&self, commands: &str) -> (String, String) {
        let mut shell = Command::new("bash");
        shell.args(["-euo", "pipefail", "-c", &format!("exec 2>&1\n{commands}")]);
        self.outcome(&mut shell)
    }

    fn program(&self, text: &str) -> Result<Printed, String> {
        let Some(python) = &self.python else {
            println!("   python is not there: a program of this chapter is not run");
            return Ok(Printed::Skipped);
        };
        let (code, output) = self.outcome(Command::new(python).args(["-c", text]));
        if code == "0" { Ok(Printed::Text(output)) } else { Err(format!("the program fails:\n{output}")) }
    }

    fn outcome(&self, command: &mut Command) -> (String, String) {
        command.current_dir(&self.folder).env("PATH", &self.path).stdin(Stdio::null());
        // charts and help as wide as on a plain terminal, whoever runs this
        match command.env("NO_COLOR", "1").env_remove("COLUMNS").output() {
            Ok(out) => {
                let code = out.status.code().map_or_else(|| "none".to_owned(), |code| code.to_string());
                let text = [out.stdout, out.stderr].concat();
                (code, String::from_utf8_lossy(&text).into_owned())
            }
            Err(e) => ("none".to_owned(), e.to_string()),
        }
    }

    /// Pictures shown by the chapter are those its commands made, byte for byte.
    pub fn pictures(&self, file: &str, text: &str, source: &Path, mode: Mode, all: &mut Vec<PathBuf>) -> Vec<String> {
        let mut findings = Vec::new();
        let above = source.join(file).parent().map(Path::to_owned).unwrap_or_default();
        // `vec![` in a block of Rust begins no picture
        let targets = text.split("![").skip(1).filter_map(|rest| {
            let (alt, target) = rest.split_once("](")?;
            if alt.contains('\n') { None } else { target.split(')').next() }
        });
        for target in targets {
            let (there, name) = (above.join(target), target.rsplit('/').next().unwrap_or(target));
            all.push(PathBuf::from(name));
            let Ok(made) = fs::read(self.folder.join(name)) else {
                findings.push(format!("{file}: no command of the book has made `{name}`"));
                continue;
            };
            if made.len() as u64 > LARGEST {
                findings.push(format!("{file}: `{name}` has {} bytes, more than {LARGEST}", made.len()));
            }
            if fs::read(&there).is_ok_and(|old| old == made) {
                continue;
            }
            let written = match mode {
                Mode::Check => Err("is not what its command makes now: run `cargo xtask book`".to_owned()),
                Mode::Update => {
                    let folder = there.parent().map_or(Ok(()), fs::create_dir_all);
                    folder.and_then(|()| fs::write(&there, made)).map_err(|e| e.to_string())
                }
            };
            findings.extend(written.err().map(|wrong| format!("{file}: `{target}` {wrong}")));
        }
        findings
    }
}

/// Whether the chapter's Rust is among the documentation examples.
fn documented(file: &str) -> Result<(), String> {
    let list = include_str!("../../../crates/mainspring/src/book.rs");
    let wanted = format!("book/src/{file}\"");
    if list.contains(&wanted) { Ok(()) } else { Err("add the chapter to crates/mainspring/src/book.rs".to_owned()) }
}

/// Finds pictures that no chapter shows.
pub fn unused_pictures(source: &Path, shown: &[PathBuf]) -> Result<(), Vec<String>> {
    let there = fs::read_dir(source.join("pictures")).into_iter().flatten().flatten();
    let names = there.map(|e| PathBuf::from(e.file_name()));
    let unused: Vec<String> = names
        .filter(|name| !shown.contains(name))
        .map(|name| format!("book/src/pictures/{} is shown in no chapter", name.display()))
        .collect();
    if unused.is_empty() { Ok(()) } else { Err(unused) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scratch(name: &str) -> Scratch {
        let folder = std::env::temp_dir().join(format!("mainspring-book-{name}-{}", std::process::id()));
        Scratch::new(&folder, Path::new("nowhere/mainspring"), None).unwrap()
    }

    #[test]
    fn blocks_are_executed_in_order_and_outputs_must_be_real() {
        let mut scratch = scratch("order");
        let good = "```sh\necho one > a\n```\n\n```sh\ncat a\n```\n\n```text\none\n```\n\n```sh,exit=3\nexit 3\n```\n";
        let done = scratch.execute("a.md", good, Mode::Check);
        assert_eq!((done.findings, done.text.as_str()), (Vec::new(), good));
        for (wrong, line) in [
            ("```sh\necho two\n```\n```text\none\n```\n", "a.md:5"),
            ("```sh\nfalse\n```\n", "a.md:2"),
            ("```sh,exit=1\ntrue\n```\n", "a.md:2"),
            ("```text\nout of nothing\n```\n", "a.md:2"),
            ("```cobol\nSTOP RUN.\n```\n", "a.md:2"),
            ("```rust\nfn f() {}\n```\n", "a.md:2"),
            ("```mech,fragment\nrun 1 s\n```\n", "a.md:2"),
        ] {
            let found = scratch.execute("a.md", wrong, Mode::Check).findings;
            assert!(found.len() == 1 && found[0].starts_with(line), "{wrong}: {found:?}");
        }
        fs::remove_dir_all(&scratch.folder).unwrap();
    }

    #[test]
    fn outputs_are_written_anew_only_when_asked() {
        let mut scratch = scratch("anew");
        let old = "```sh\nprintf 'a\\nb\\n'\n```\n```text\n…\n```\n```sh\necho c\n```\n```text\nd\n```\nend\n";
        let done = scratch.execute("a.md", old, Mode::Update);
        let new = "```sh\nprintf 'a\\nb\\n'\n```\n```text\na\nb\n```\n```sh\necho c\n```\n```text\nc\n```\nend\n";
        assert_eq!((done.findings, done.text.as_str()), (Vec::new(), new));
        assert_eq!(scratch.execute("a.md", old, Mode::Check).text, old);
        fs::remove_dir_all(&scratch.folder).unwrap();
    }

    #[test]
    fn a_picture_is_what_its_command_makes() {
        let scratch = scratch("pictures");
        let source = scratch.folder.join("src");
        fs::create_dir_all(source.join("pictures")).unwrap();
        fs::write(scratch.folder.join("p.svg"), "new").unwrap();
        let text = "vec![0.0]\n[no picture](r.patch) ![a picture](pictures/p.svg) ![none](pictures/q.svg)";
        let mut all = Vec::new();
        assert_eq!(scratch.pictures("a.md", text, &source, Mode::Check, &mut all).len(), 2);
        assert_eq!(scratch.pictures("a.md", text, &source, Mode::Update, &mut all).len(), 1, "nobody makes q.svg");
        assert_eq!(scratch.pictures("a.md", text, &source, Mode::Check, &mut all).len(), 1);
        assert_eq!(unused_pictures(&source, &all), Ok(()));
        assert!(unused_pictures(&source, &[]).is_err());
        fs::remove_dir_all(&scratch.folder).unwrap();
    }
}

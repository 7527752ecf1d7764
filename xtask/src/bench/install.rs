//! Where peers are put: a Python environment and Rust programs of their own, all under `target/bench/`.

use crate::step::{cargo, output, succeeds};
use std::path::{Path, PathBuf};
use std::process::Command;

pub struct Shed {
    root: PathBuf,
    folder: PathBuf,
    python: PathBuf,
}

impl Shed {
    pub fn new(root: &Path, folder: &Path) -> Self {
        let python = folder.join("venv").join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
        Self { root: root.to_owned(), folder: folder.to_owned(), python }
    }

    /// Installs a Python package unless it is there; whether it is there then.
    pub fn package(&self, package: &str) -> bool {
        let venv = self.folder.join("venv");
        if !self.python.exists() && !succeeds(Command::new("python3").args(["-m", "venv"]).arg(&venv)) {
            return false;
        }
        let (name, version) = package.split_once("==").unwrap_or((package, ""));
        let shown = output(Command::new(&self.python).args(["-m", "pip", "show", name]));
        if shown.is_some_and(|text| text.contains(&format!("Version: {version}"))) {
            return true;
        }
        println!("bench: installing {package}");
        succeeds(Command::new(&self.python).args(["-m", "pip", "install", "--quiet", package]))
    }

    /// Builds a Rust program that is a workspace of its own under `bench/`.
    pub fn build(&self, name: &str, program: &str) -> Option<PathBuf> {
        self.build_by(&["build", "--release", "--quiet", "--locked"], name, program)
    }

    /// The same for a program that holds our own crates: its lock file follows what these need.
    pub fn build_with_ours(&self, name: &str, program: &str) -> Option<PathBuf> {
        self.build_by(&["build", "--release", "--quiet"], name, program)
    }

    fn build_by(&self, words: &[&str], name: &str, program: &str) -> Option<PathBuf> {
        let target = self.folder.join(name);
        let mut command = cargo(words);
        command.current_dir(self.root.join("bench").join(name)).env("CARGO_TARGET_DIR", &target);
        succeeds(&mut command)
            .then(|| target.join("release").join(format!("{program}{}", std::env::consts::EXE_SUFFIX)))
    }

    /// To run a file of Python under `bench/`.
    pub fn python(&self, file: &str) -> Command {
        let mut command = Command::new(&self.python);
        command.arg(self.root.join("bench").join(file));
        // one core, whatever the libraries would like; and no files of Python's beside the sources
        command.envs([("OMP_NUM_THREADS", "1"), ("OPENBLAS_NUM_THREADS", "1"), ("PYTHONDONTWRITEBYTECODE", "1")]);
        command
    }
}

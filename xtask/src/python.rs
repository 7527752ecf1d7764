//! Recordings and exports opened by other people's programs: pandas, polars, the public MCAP reader.

use crate::step::{Count, Steps, command_is_built, output, program, succeeds, target_folder};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Many columns, a run in space, and one with an event and numbers that are not finite.
const SCENES: [&str; 3] =
    ["scenes/four_bar/scene.mech", "scenes/hand/scene.mech", "crates/recording/tests/python/events.mech"];

pub fn run(steps: &mut Steps) {
    let Some(folder) = target_folder(&steps.root) else {
        println!("python: cargo metadata does not say where builds go; skipped");
        return;
    };
    let tests = steps.root.join("crates/recording/tests/python");
    let Some(python) = environment(&folder, &tests.join("requirements.txt")) else { return };
    steps.step("python: recordings and exports opened elsewhere", |root| {
        if !command_is_built(root) {
            return Count::one(false);
        }
        let program = program(&folder);
        let mut count = Count::default();
        for scene in SCENES {
            let mut test = Command::new(&python);
            test.arg(tests.join("test_open.py")).arg(&program).arg(scene).arg(folder.join("python").join("files"));
            let ok = succeeds(test.current_dir(root));
            count.passed += usize::from(ok);
            count.failed += usize::from(!ok);
        }
        count
    });
}

/// A Python with the packages, made once; none, and said why, where that cannot be.
pub fn environment(target: &Path, requirements: &Path) -> Option<PathBuf> {
    let folder = target.join("python").join("venv");
    let python = folder.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    let (wanted, done) = (fs::read_to_string(requirements).ok()?, folder.join("requirements.txt"));
    if python.exists() && fs::read_to_string(&done).is_ok_and(|there| there == wanted) {
        return Some(python);
    }
    if output(Command::new("python3").arg("--version")).is_none() {
        println!("python: there is no python3; recordings are not opened by other programs");
        return None;
    }
    println!("python: making {} with the packages of {}", folder.display(), requirements.display());
    let made = succeeds(Command::new("python3").args(["-m", "venv"]).arg(&folder))
        && succeeds(Command::new(&python).args(["-m", "pip", "install", "--quiet", "-r"]).arg(requirements));
    if !made || fs::write(&done, wanted).is_err() {
        println!("python: the packages cannot be had (no venv module or no registry); skipped");
        return None;
    }
    Some(python)
}

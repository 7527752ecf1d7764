//! The mechanisms: which scene, how long, when peers are compared with us and when the error is taken.

use crate::bench::rungs::{Rung, lines};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

pub struct Mechanism {
    pub name: &'static str,
    scene: &'static str,
    pub says: &'static str,
    /// s
    pub until: f64,
    /// when a peer's model must be where ours is, s
    check_at: f64,
    /// when the error is taken, s: before chaos has made every digit a matter of rounding
    pub error_at: f64,
    /// CPU time a rung of a peer may take, s: enough for the drift its bar is at
    pub budget: f64,
}

pub const MECHANISMS: &[Mechanism] = &[
    Mechanism {
        name: "double_pendulum",
        scene: "scenes/double_pendulum/scene.mech",
        says: "two rods from horizontal, 10 s; error at 3 s",
        until: 10.0,
        check_at: 0.1,
        error_at: 3.0,
        budget: 10.0,
    },
    Mechanism {
        name: "chain",
        scene: "scenes/chain/scene.mech",
        says: "fifty hinged rods from horizontal, 10 s; error at 1 s",
        until: 10.0,
        check_at: 0.1,
        error_at: 1.0,
        budget: 60.0,
    },
    Mechanism {
        name: "four_bar",
        scene: "bench/scenes/four_bar.mech",
        says: "a crank-rocker running free under gravity, 10 s; error at 10 s",
        until: 10.0,
        check_at: 0.1,
        error_at: 10.0,
        budget: 10.0,
    },
    Mechanism {
        name: "andrews",
        scene: "scenes/andrews/scene.mech",
        says: "Andrews' squeezer, 0.03 s, the drive's work taken out; error at 0.03 s",
        until: 0.03,
        check_at: 0.003,
        error_at: 0.03,
        budget: 10.0,
    },
    Mechanism {
        name: "arm",
        scene: "bench/scenes/arm.mech",
        says: "seven limbs in space on seven hinges, let go, 10 s; error at 1 s",
        until: 10.0,
        check_at: 0.1,
        error_at: 1.0,
        budget: 10.0,
    },
    Mechanism {
        name: "spinning_top",
        scene: "bench/scenes/spinning_top.mech",
        says: "a top on a ball joint, nodding, 10 s; error at 10 s",
        until: 10.0,
        check_at: 0.1,
        error_at: 10.0,
        budget: 10.0,
    },
];

const RUNGS: &str = "1e-4,1e-5,1e-6,1e-7,1e-8,1e-9,1e-10,1e-11,1e-12";
const FEW: &str = "1e-6,1e-8,1e-10";

impl Mechanism {
    /// Writes the mechanism as plain numbers and returns where.
    pub fn describe(&self, root: &Path, program: &Path, folder: &Path) -> Result<PathBuf, String> {
        let mut command = Command::new(program);
        command.current_dir(root).arg("describe").arg(self.scene);
        command.args(["--until", &self.until.to_string(), "--check-at", &self.check_at.to_string()]);
        let done = command.args(["--error-at", &self.error_at.to_string()]).output().map_err(|e| e.to_string())?;
        if !done.status.success() {
            return Err(format!("{}: {}", self.scene, String::from_utf8_lossy(&done.stderr)));
        }
        let file = folder.join(format!("{}.json", self.name));
        fs::write(&file, done.stdout).map_err(|e| format!("{}: {e}", file.display()))?;
        Ok(file)
    }

    /// Our own rungs.
    pub fn ours(&self, root: &Path, program: &Path, described: &Path, quick: bool) -> Result<Vec<Rung>, String> {
        let mut command = Command::new(program);
        command.current_dir(root).arg("measure").arg(self.scene);
        command.args(["--until", &self.until.to_string(), "--rtol", if quick { FEW } else { RUNGS }]);
        command.args(["--repeat", if quick { "1" } else { "3" }]).arg("--reference").arg(described);
        let found = lines(&mut command)?;
        Ok(found.iter().map(Rung::read).collect())
    }
}

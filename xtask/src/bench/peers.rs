//! The engines that touch: installing them, and having each climb its ladder.

use crate::bench::install::Shed;
use crate::bench::rungs::lines;
use crate::bench::wanted::Wanted;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Every engine there is.
pub const ENGINES: [&str; 5] = ["ours", "rapier", "box2d", "mujoco", "pymunk"];
/// From the Python registry; the versions the ladders were made with.
const PACKAGES: [(&str, &str); 2] = [("mujoco", "mujoco==4.0.0"), ("pymunk", "pymunk==7.3.1")];
/// Rust programs under `bench/`, with what they hold.
const PROGRAMS: [(&str, &str); 2] = [("rapier", "rapier 0.36"), ("box2d", "box2d 3.2 (boxdd 0.6)")];

/// What is there to be measured beside us.
pub struct Peers {
    shed: Shed,
    /// in Python
    python: Vec<&'static str>,
    programs: Vec<(&'static str, PathBuf)>,
    /// of each engine that is there
    pub versions: Vec<String>,
    /// engines asked for that could not be had
    pub missing: Vec<String>,
}

impl Peers {
    pub fn install(root: &Path, folder: &Path, wanted: &Wanted) -> Self {
        let shed = Shed::new(root, folder);
        let (python, programs, versions, missing) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut peers = Self { shed, python, programs, versions, missing };
        for (name, version) in PROGRAMS.into_iter().filter(|(name, _)| wanted.wants(name)) {
            if let Some(program) = peers.shed.build(name, &format!("{name}-peer")) {
                peers.programs.push((name, program));
                peers.versions.push(version.to_owned());
            } else {
                println!("bench: {name} is not there (its crates cannot be had or built); its bars stay unmet");
                peers.missing.push(name.to_owned());
            }
        }
        for (name, package) in PACKAGES.into_iter().filter(|(name, _)| wanted.wants(name)) {
            if peers.shed.package(package) {
                peers.python.push(name);
                peers.versions.push(package.to_owned());
            } else {
                println!(
                    "bench: {name} is not installed (no Python, or the registry does not give {package}); its bars stay unmet"
                );
                peers.missing.push(name.to_owned());
            }
        }
        peers
    }

    /// All lines of all engines but ours on a scene of `bench`, contact or crowds. A rung may take so much CPU time, s; of
    /// so many timings the best counts.
    pub fn climb(&self, bench: &str, scene: &Path, budget: f64, repeat: usize) -> Vec<Value> {
        let programs = self.programs.iter().map(|(name, program)| {
            let mut command = Command::new(program);
            command.arg(bench);
            (*name, command)
        });
        let python = self.python.iter().map(|name| (*name, self.shed.python(&format!("{bench}/{name}_{bench}.py"))));
        let climbed = programs.chain(python).map(|(name, mut command)| {
            command.arg(scene).args([budget.to_string(), repeat.to_string()]);
            lines(&mut command).unwrap_or_else(|why| vec![json!({ "engine": name, "failed": why })])
        });
        climbed.flatten().collect()
    }
}

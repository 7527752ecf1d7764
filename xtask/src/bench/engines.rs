//! The engines of the mechanisms: installing them, and having each climb its ladder.

use crate::bench::install::Shed;
use crate::bench::mechanisms::Mechanism;
use crate::bench::rungs::lines;
use crate::bench::wanted::Wanted;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Every engine there is.
pub const NAMES: [&str; 6] = ["ours", "reference", "mujoco", "exudyn", "drake", "rapier"];
/// Mechanisms written out by hand.
const BY_HAND: [&str; 3] = ["double_pendulum", "chain", "four_bar"];
/// CPU time a rung of a method of order 1 may take, s: more of it gains little.
const ORDER_ONE: f64 = 5.0;
/// From the Python registry; the versions the ladders were made with.
const PACKAGES: [(&str, &str); 3] =
    [("mujoco", "mujoco==4.0.0"), ("exudyn", "exudyn==1.13.6"), ("drake", "drake==1.51.1")];

/// What is there to be measured beside us.
pub struct Engines {
    shed: Shed,
    /// peers in Python
    peers: Vec<&'static str>,
    rapier: Option<PathBuf>,
    reference: Option<PathBuf>,
    /// of each engine that is there
    pub versions: Vec<String>,
    /// engines asked for that could not be had
    pub missing: Vec<String>,
}

impl Engines {
    pub fn install(root: &Path, folder: &Path, wanted: &Wanted) -> Self {
        let (shed, peers) = (Shed::new(root, folder), Vec::new());
        let (versions, missing) = (Vec::new(), Vec::new());
        let mut engines = Self { shed, peers, rapier: None, reference: None, versions, missing };
        if wanted.wants("reference") {
            engines.reference = engines.shed.build("reference", "reference");
            if engines.reference.is_none() {
                println!("bench: the hand-written reference cannot be built");
                engines.missing.push("reference".to_owned());
            }
        }
        let numpy = NAMES[2..].iter().any(|peer| wanted.wants(peer)) && engines.shed.package("numpy");
        for (name, package) in PACKAGES {
            if !wanted.wants(name) {
                continue;
            }
            if numpy && engines.shed.package(package) {
                engines.peers.push(name);
                engines.versions.push(package.to_owned());
            } else {
                println!(
                    "bench: {name} is not installed (no Python, or the registry does not give {package}); its bars stay unmet"
                );
                engines.missing.push(name.to_owned());
            }
        }
        if wanted.wants("rapier") {
            engines.rapier = if numpy { engines.shed.build("rapier", "rapier-peer") } else { None };
            if engines.rapier.is_some() {
                engines.versions.push("rapier 0.36".to_owned());
            } else {
                println!("bench: rapier is not there (its crates or Python's numpy cannot be had)");
                engines.missing.push("rapier".to_owned());
            }
        }
        engines
    }

    /// All lines of all engines but ours.
    pub fn climb(&self, mechanism: &Mechanism, described: &Path) -> Vec<Value> {
        let mut found = Vec::new();
        if let Some(program) = self.reference.as_ref().filter(|_| BY_HAND.contains(&mechanism.name)) {
            let mut command = Command::new(program);
            command.args([mechanism.name, &mechanism.until.to_string(), &mechanism.error_at.to_string()]);
            command.arg("1e-5,1e-6,1e-7,1e-8,1e-9,1e-10,1e-11,1e-12,1e-13");
            let reason = "written out by hand for this mechanism alone: the bound to come near";
            let measured = lines(&mut command).unwrap_or_else(|why| vec![json!({ "failed": why })]);
            for mut line in measured {
                (line["engine"], line["reason"]) = ("reference".into(), reason.into());
                line["error"] = apart(described, &line["centres"]).into();
                found.push(line);
            }
        }
        for peer in &self.peers {
            found.extend(self.python(peer, described, mechanism.budget, None));
        }
        if let Some(program) = &self.rapier {
            found.extend(self.python("rapier", described, ORDER_ONE, Some(program)));
        }
        found
    }

    fn python(&self, peer: &str, described: &Path, budget: f64, program: Option<&Path>) -> Vec<Value> {
        let mut command = self.shed.python(&format!("peers/{peer}_peer.py"));
        command.arg(described);
        command.args(program).args(["--budget", &budget.to_string()]);
        lines(&mut command).unwrap_or_else(|why| vec![json!({ "engine": peer, "failed": why })])
    }
}

/// Largest distance of a centre from where the tight solution has it, over the mechanism's extent along its longer axis.
fn apart(described: &Path, centres: &Value) -> Option<f64> {
    let text = fs::read_to_string(described).ok()?;
    let mechanism: Value = serde_json::from_str(&text).ok()?;
    let points = |value: &Value| -> Option<Vec<[f64; 2]>> {
        value.as_array()?.iter().map(|p| Some([p[0].as_f64()?, p[1].as_f64()?])).collect()
    };
    let (there, wanted) = (points(centres)?, points(&mechanism["reference"]["positions"])?);
    let worst = there.iter().zip(&wanted).fold(0.0_f64, |worst, (a, b)| {
        worst.max(((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1])).sqrt())
    });
    let at_start =
        |list: &str, name: &str| mechanism[list].as_array().map(|l| l.iter().map(|x| x[name].clone()).collect());
    let mut all: Vec<Value> = at_start("joints", "point")?;
    all.extend::<Vec<Value>>(at_start("bodies", "position")?);
    let all = points(&Value::Array(all))?;
    let extent = |axis: usize| {
        let values = all.iter().map(|p| p[axis]);
        values.clone().fold(f64::NEG_INFINITY, f64::max) - values.fold(f64::INFINITY, f64::min)
    };
    Some(worst / extent(0).max(extent(1)))
}

//! `cargo xtask bench contact`: parts that hit, rest, slide and roll, in every engine, against closed forms.
//!
//! Every engine prints where the parts are; the errors are taken here, by one rule for all (`measures`). Results go to
//! `target/bench/contact.json`, with plots of error against cost and of cost against the number of touching parts.

mod bars;
mod curves;
mod measures;
mod rung;
mod sample;
mod scene;
mod scenes;
mod table;

use crate::bench::peers::Peers;
use crate::bench::rungs::lines;
use crate::bench::wanted::Wanted;
use rung::Rung;
use sample::Sample;
use scene::Scene;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::Command;

/// CPU time a rung of a peer may take, s: all of these are of order 1, and more of it gains little.
const BUDGET: f64 = 2.0;
const QUICK: f64 = 0.2;
/// Our tolerances, a rung each.
const RUNGS: &str = "1e-4,1e-6,1e-8,1e-9,1e-10,1e-12";
const FEW: &str = "1e-6,1e-9";
/// Furthest that our scene may be from the plain numbers at its start.
const SAME: f64 = 1e-12;

/// The scenes there are.
pub fn names() -> Vec<String> {
    scenes::all().into_iter().map(|scene| scene.name).collect()
}

pub fn run(root: &Path, folder: &Path, program: &Path, wanted: &Wanted) -> Result<(), String> {
    let peers = Peers::install(root, folder, wanted);
    let mut results: Vec<(Scene, Vec<Rung>)> = Vec::new();
    let mut wrong = Vec::new();
    for scene in scenes::all().into_iter().filter(|s| wanted.runs(&s.name)) {
        println!("-- {}: {}", scene.name, scene.says);
        let file = folder.join(format!("contact_{}.json", scene.name));
        fs::write(&file, format!("{:#}\n", scene.json())).map_err(|e| format!("{}: {e}", file.display()))?;
        let mut found = Vec::new();
        if wanted.wants("ours") {
            found.extend(ours(root, program, &scene, wanted.quick));
        }
        let (budget, repeat) = if wanted.quick { (QUICK, 1) } else { (BUDGET, 3) };
        found.extend(peers.climb("contact", &file, budget, repeat));
        let mut rungs = Vec::new();
        for line in found {
            wrong.extend(elsewhere(&scene, &line));
            rungs.push(Rung::read(&scene, &line));
        }
        table::print(&scene, &rungs);
        results.push((scene, rungs));
    }
    let bars = bars::all(&results, &peers.missing);
    crate::bench::bars::print(&bars);
    let scenes = results.iter().map(|(scene, rungs)| {
        json!({ "name": scene.name, "until": scene.until, "parts": scene.bodies.len(),
            "rungs": rungs.iter().map(|r| r.json(scene)).collect::<Vec<_>>() })
    });
    let all = json!({
        "versions": peers.versions, "missing": peers.missing, "scenes": scenes.collect::<Vec<_>>(),
        "bars": bars.iter().map(crate::bench::bars::Bar::json).collect::<Vec<_>>(), "plots": curves::all(&results),
    });
    let file = folder.join("contact.json");
    fs::write(&file, format!("{all:#}\n")).map_err(|e| format!("{}: {e}", file.display()))?;
    println!("   {}", file.display());
    if !Command::new(program).arg("draw").args([&file, folder]).status().is_ok_and(|status| status.success()) {
        return Err("the plots could not be drawn".to_owned());
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n   ")) }
}

/// Our own lines.
fn ours(root: &Path, program: &Path, scene: &Scene, quick: bool) -> Vec<Value> {
    let mut command = Command::new(program);
    command.current_dir(root).arg("touch").arg(format!("bench/contact/{}.mech", scene.mech));
    command.args(["--until", &scene.until.to_string(), "--every", &scene.every.to_string()]);
    command.args(["--rtol", if quick || scene.growth.is_some() { FEW } else { RUNGS }]);
    command.args(["--repeat", if quick { "1" } else { "3" }]);
    for set in &scene.set {
        command.args(["--set", set]);
    }
    lines(&mut command).unwrap_or_else(|why| vec![json!({ "engine": "ours", "method": "event", "failed": why })])
}

/// Whether an engine began elsewhere than the scene says.
fn elsewhere(scene: &Scene, line: &Value) -> Option<String> {
    let first = Sample::read(&line["samples"][0])?;
    // single precision keeps seven digits
    let limit = if line["single"] == true { 1e-6 } else { SAME };
    let off = first.bodies.iter().zip(&scene.bodies).fold(0.0_f64, |worst, (found, body)| {
        let wanted = [body.position[0], body.position[1], body.angle, body.velocity[0], body.velocity[1], 0.0];
        found.iter().zip(wanted).fold(worst, |worst, (a, b)| worst.max((a - b).abs()))
    });
    (off > limit)
        .then(|| format!("{} {} begins {off:.1e} from where {} does", line["engine"], line["method"], scene.name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_that_begins_elsewhere_is_named() {
        let scene = scenes::all().remove(5);
        let line = |x: f64| json!({ "engine": "x", "method": "y", "samples": [[0, x, 0.1, 0, 1, 0, 0]] });
        assert_eq!(elsewhere(&scene, &line(0.0)), None);
        assert!(elsewhere(&scene, &line(1e-9)).is_some_and(|words| words.contains("roll")));
    }
}

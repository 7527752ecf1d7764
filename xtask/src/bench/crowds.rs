//! `cargo xtask bench crowds`: scenes in which many parts touch, in every engine, at usual settings and at fine ones.
//!
//! Each scene is described once (`scenes`); ours is written from that as text (`mech`), peers read it as plain numbers. Every
//! engine tells where its parts are sixty times a second; overlap, creep and energy are taken here by one rule for all.
//! Results go to `target/bench/crowds.json`, what a tray of the gallery takes sixtieth by sixtieth of a second (`slices`) to
//! `target/bench/crowds_slices.json`.

mod measures;
mod mech;
mod ours;
mod overlap;
mod pose;
mod rung;
mod scene;
mod scenes;
mod shape;
mod slices;
mod table;
mod vector;

use crate::bench::peers::Peers;
use crate::bench::wanted::Wanted;
use crate::step::{cargo, succeeds};
use rung::Rung;
use scene::Scene;
use serde_json::json;
use std::fs;
use std::path::Path;

/// CPU time a run may take, s.
const LIMIT: f64 = 60.0;
const QUICK: f64 = 5.0;

/// The scenes there are.
pub fn names() -> Vec<String> {
    scenes::all().into_iter().map(|scene| scene.name).chain([slices::NAME.to_owned()]).collect()
}

pub fn run(root: &Path, target: &Path, folder: &Path, wanted: &Wanted) -> Result<(), String> {
    if wanted.wants("ours")
        && !succeeds(cargo(&["build", "--release", "--quiet", "-p", "mainspring"]).current_dir(root))
    {
        return Err("our own side cannot be built".to_owned());
    }
    let program = target.join("release").join(format!("mainspring{}", std::env::consts::EXE_SUFFIX));
    let peers = Peers::install(root, folder, wanted);
    let (limit, repeat) = if wanted.quick { (QUICK, 1) } else { (LIMIT, 3) };
    let mut results: Vec<(Scene, Vec<Rung>)> = Vec::new();
    let mut wrong = Vec::new();
    for scene in scenes::all().into_iter().filter(|s| wanted.runs(&s.name)) {
        println!("-- {}: {}", scene.name, scene.says);
        let file = folder.join(format!("crowds_{}.json", scene.name));
        fs::write(&file, format!("{:#}\n", scene.json())).map_err(|e| format!("{}: {e}", file.display()))?;
        let mut found = Vec::new();
        if wanted.wants("ours") {
            found.extend(ours::WAYS.iter().map(|way| ours::run(&program, folder, &scene, way, limit, repeat)));
        }
        found.extend(peers.climb("crowds", &file, limit, repeat));
        let mut rungs = Vec::new();
        for line in found {
            let (rung, off) = Rung::read(&scene, &line);
            wrong.extend(off.map(|off| {
                format!("{} {} begins {off:.1e} m from where {} does", rung.engine, rung.method, scene.name)
            }));
            rungs.push(rung);
        }
        table::print(&rungs);
        results.push((scene, rungs));
        // what there is, also where a later scene is ended by hand
        save(folder, &results, &peers)?;
    }
    if !results.is_empty() {
        println!("-- settings");
        table::reasons(results.iter().flat_map(|(_, rungs)| rungs));
        growth(&results);
    }
    if wanted.wants("ours") && wanted.runs(slices::NAME) {
        let line = slices::run(root, target, folder, wanted.quick)?;
        let file = folder.join("crowds_slices.json");
        fs::write(&file, format!("{line:#}\n")).map_err(|e| format!("{}: {e}", file.display()))?;
    }
    println!("   {}", folder.join("crowds.json").display());
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n   ")) }
}

/// For programs.
fn save(folder: &Path, results: &[(Scene, Vec<Rung>)], peers: &Peers) -> Result<(), String> {
    let scenes = results.iter().map(|(scene, rungs)| {
        json!({ "name": scene.name, "says": scene.says, "until": scene.until, "parts": scene.bodies.len(),
            "rungs": rungs.iter().map(Rung::json).collect::<Vec<_>>() })
    });
    let growth = powers(results).into_iter().map(|(words, power)| json!({ "engine": words, "power": power }));
    let all = json!({
        "versions": peers.versions, "missing": peers.missing, "scenes": scenes.collect::<Vec<_>>(),
        "growth": growth.collect::<Vec<_>>(),
    });
    let file = folder.join("crowds.json");
    fs::write(&file, format!("{all:#}\n")).map_err(|e| format!("{}: {e}", file.display()))
}

/// How the cost of each setting grows over the scenes that are alike but for their number of parts.
fn powers(results: &[(Scene, Vec<Rung>)]) -> Vec<(String, f64)> {
    let words = |r: &Rung| format!("{} {}, {}", r.engine, r.method, r.setting);
    let family = || results.iter().filter(|(scene, _)| scene.grows);
    let mut names: Vec<String> = family().flat_map(|(_, rungs)| rungs.iter().map(words)).collect();
    names.sort();
    names.dedup();
    let power = |name: String| {
        let many = |scene: &Scene| scene.bodies.iter().map(|_| 1.0).sum::<f64>();
        let cost = |rungs: &[Rung]| rungs.iter().find(|r| words(r) == name)?.cpu.filter(|cpu| *cpu > 0.0);
        let points: Vec<(f64, f64)> = family().filter_map(|(s, rungs)| Some((many(s), cost(rungs)?))).collect();
        let power = measures::exponent(&points)?;
        Some((name, power))
    };
    names.into_iter().filter_map(power).collect()
}

fn growth(results: &[(Scene, Vec<Rung>)]) {
    let powers = powers(results);
    if !powers.is_empty() {
        println!(
            "-- cost of a heap grows with the number of its discs to the power (over those that ran to their end)"
        );
        powers.iter().for_each(|(words, power)| println!("   {power:.2}  {words}"));
    }
}

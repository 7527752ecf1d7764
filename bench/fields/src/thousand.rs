//! A thousand parts on 500 × 500 cells: steps a second of the engine, and of the bare loop over fields and friction.

use crate::clock::Clock;
use mainspring::dynamics::assemble;
use mainspring::engine::{Engine, Options};
use mainspring::model::{Model, Shape};
use mainspring::record::Memory;
use mainspring::{Scene, Settings, prepare};
use mainspring_fields::{Footprint, Grid, GridScratch, Ground, PlacedFootprint, Law, Pair, FrictionFootprint, Under};
use serde_json::{Value, json};
use std::path::Path;

/// Steps before timing begins.
const WARM: usize = 20;
/// s
const STEP: f64 = 1e-3;

pub fn run(scene: &Path, quick: bool) -> Result<Vec<Value>, String> {
    let mut lines = Vec::new();
    for law in ["hybrid", "coulomb"] {
        let settings = Settings { set: vec![format!("surface.law={law}")], ..Settings::default() };
        let prepared = prepare(&Scene::file(scene), &settings).map_err(|e| e.to_string())?;
        lines.push(bare(&prepared.model, law, quick)?);
        lines.push(engine(&prepared.model, law, quick)?);
    }
    Ok(lines)
}

/// The real engine, step by step.
fn engine(model: &std::sync::Arc<Model>, law: &str, quick: bool) -> Result<Value, String> {
    let assembled = assemble(model).map_err(|_| "the scene does not assemble")?;
    let mut engine = Engine::new(assembled, Options::default()).map_err(|e| e.to_string())?;
    let mut sink = Memory::default();
    let mut steps = |count: usize| -> Result<f64, String> {
        let clock = Clock::start();
        for _ in 0..count {
            engine.advance(&mut sink).map_err(|e| e.to_string())?;
        }
        Ok(clock.elapsed() / count as f64)
    };
    steps(WARM)?;
    let batches = if quick { 2 } else { 5 };
    let mut best = f64::INFINITY;
    for _ in 0..batches {
        best = best.min(steps(100)?);
    }
    let before = engine.system().counters().evaluations;
    let events = sink.events.len();
    for _ in 0..100 {
        engine.advance(&mut sink).map_err(|e| e.to_string())?;
    }
    let evaluations = (engine.system().counters().evaluations - before) as f64 / 100.0;
    Ok(json!({ "part": "thousand", "who": "engine", "law": law, "steps_per_s": 1.0 / best, "evaluations": evaluations,
        "events": events, "parts": model.bodies.len() }))
}

/// The same forces and friction with semi-implicit steps and nothing else.
fn bare(model: &Model, law: &str, quick: bool) -> Result<Value, String> {
    let (Some(array), Some(surface)) = (model.fields.arrays.first(), &model.fields.surface) else {
        return Err("the scene has no array or no surface".to_owned());
    };
    let breaks = |axis: usize| -> Vec<f64> {
        (0..=array.cells[axis]).map(|k| array.corner[axis] + k as f64 * array.pitch[axis]).collect()
    };
    let grid = Grid::new(&breaks(0), &breaks(1), &[array.densities.clone()]).map_err(|e| e.to_string())?;
    let mut parts = Vec::new();
    for body in &model.bodies {
        let Some(Shape::Region(region)) = &body.shape else { return Err("a part has no outline".to_owned()) };
        let footprint = Footprint::new(region, [body.center[0], body.center[1]]);
        let ground = Ground {
            pressure: body.mass * surface.gravity / footprint.area(),
            at_rest: surface.static_friction,
            sliding: surface.dynamic_friction,
            viscous: surface.viscous,
            law: if law == "hybrid" { Law::Hybrid } else { Law::Coulomb },
            grain: None,
        };
        let at = [body.pose.position[0], body.pose.position[1], body.pose.angle];
        let speed = [body.velocity[0], body.velocity[1], body.spin[2]];
        let (laid, sole) = (PlacedFootprint::new(&footprint), FrictionFootprint::new(&footprint));
        parts.push((footprint, laid, sole, ground, at, speed, [body.mass, body.mass, body.inertia[2][2]]));
    }
    let mut scratch = GridScratch::default();
    let mut step = || {
        for (footprint, laid, sole, ground, at, speed, mass) in &mut parts {
            laid.lay(footprint, [at[0], at[1]], at[2]);
            let push = grid.wrench(laid, &[1.0], &mut scratch);
            let (s, c) = libm::sincos(at[2]);
            let under = Under::Whole { footprint: sole, heading: [c, s] };
            let rubs = if ground.law == Law::Hybrid {
                let pair = Pair::of(ground, under, *speed);
                pair.on(pair.branch())
            } else {
                mainspring_fields::friction(ground, under, *speed, mainspring_fields::Branch::default())
            };
            let sum = push.plus(&rubs);
            for (i, force) in [sum.force[0], sum.force[1], sum.torque].into_iter().enumerate() {
                speed[i] += STEP * force / mass[i];
                at[i] += STEP * speed[i];
            }
        }
        scratch.fragments
    };
    (0..WARM).for_each(|_| {
        step();
    });
    let from = step();
    let fragments = (step() - from) as f64 / model.bodies.len() as f64;
    let mut best = f64::INFINITY;
    for _ in 0..if quick { 2 } else { 5 } {
        let clock = Clock::start();
        (0..100).for_each(|_| {
            step();
        });
        best = best.min(clock.elapsed() / 100.0);
    }
    Ok(json!({ "part": "thousand", "who": "bare loop", "law": law, "steps_per_s": 1.0 / best, "fragments": fragments }))
}

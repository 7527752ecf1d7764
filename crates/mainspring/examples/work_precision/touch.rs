//! Our own runs of a contact scene, a line of JSON a rung: CPU time and where every part is at the frames.
//!
//! What is wrong with these numbers is found by whoever reads the lines, by the same rule for every engine.

use crate::arguments::Arguments;
use crate::measure::timing;
use mainspring::model::Model;
use mainspring::{Settings, prepare, simulate};
use serde_json::{Value, json};

pub fn run(arguments: &Arguments) -> Result<(), String> {
    for rtol in &arguments.rtol {
        let mut line = json!({
            "engine": "ours", "method": "event", "setting": format!("rtol {rtol:.0e}"),
            "reason": "every impact and change of mode at its time; the integrator chosen by itself",
        });
        match rung(arguments, *rtol) {
            Ok((cpu, samples)) => (line["cpu"], line["samples"]) = (cpu.into(), samples.into()),
            Err(why) => line["failed"] = why.into(),
        }
        println!("{line}");
    }
    Ok(())
}

/// CPU seconds a simulated second, and samples.
fn rung(arguments: &Arguments, rtol: f64) -> Result<(f64, Vec<Value>), String> {
    // the absolute tolerance follows, or nothing tighter than it would be tried
    let mut settings = Settings { until: Some(arguments.until), rtol: Some(rtol), ..Settings::default() };
    settings.set = arguments.set.iter().cloned().chain([format!("run.atol={:e}", 1e-3 * rtol)]).collect();

    let prepared =
        |settings: &Settings| prepare(&arguments.scene(), settings).map(|p| p.model).map_err(|e| e.to_string());
    let ends = Settings { every: Some(arguments.until), ..settings.clone() };
    let (cpu, _) = timing(&prepared(&ends)?, arguments.repeat)?;
    let model = prepared(&settings)?;
    let samples = samples(arguments, settings, &model)?;
    Ok((cpu / arguments.until, samples))
}

/// Place, angle and their rates of each part at each frame.
fn samples(arguments: &Arguments, settings: Settings, model: &Model) -> Result<Vec<Value>, String> {
    let of = |path: &str| {
        ["position.x", "position.y", "angle", "velocity.x", "velocity.y", "rate"].map(|q| format!("{path}.{q}"))
    };
    let frames = (arguments.until / arguments.every).round();
    let mut times = vec![0.0];
    while times.len() as f64 <= frames {
        times.push(arguments.every * times.len() as f64);
    }
    let settings = Settings {
        every: Some(arguments.every),
        probes: model.bodies.iter().flat_map(|b| of(&b.path)).collect(),
        at: times.clone(),
        ..settings
    };
    let run = simulate(arguments.scene(), &settings).map_err(|e| e.to_string())?;
    let mut rows = Vec::new();
    for (i, time) in times.iter().enumerate() {
        let mut row = vec![json!(time)];
        for name in model.bodies.iter().flat_map(|b| of(&b.path)) {
            let value = run.values.iter().find(|m| m.name == name).and_then(|m| m.values.get(i)?.first().copied());
            row.push(json!(value));
        }
        rows.push(row.into());
    }
    Ok(rows)
}

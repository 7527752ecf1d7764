//! Work–precision pictures of all engines: drift and error against CPU time, both axes logarithmic.

use mainspring::report::{Curve, Plot, PlotStyle};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// Draws `MECHANISM_drift` and `MECHANISM_error`, each as SVG and PNG.
pub fn run(results: &Path, folder: &Path) -> Result<(), String> {
    let text = fs::read_to_string(results).map_err(|e| format!("{}: {e}", results.display()))?;
    let all: Value = serde_json::from_str(&text).map_err(|e| format!("{}: {e}", results.display()))?;
    let mechanisms = all["mechanisms"].as_array().ok_or("results without mechanisms")?;
    for mechanism in mechanisms {
        let name = mechanism["name"].as_str().unwrap_or_default();
        for (quantity, axis) in [("drift", "energy drift"), ("error", "error of position / length")] {
            let plot = Plot {
                title: format!("{}: {axis}", name.replace('_', " ")),
                x_name: "CPU time per simulated second".to_owned(),
                x_unit: "s".to_owned(),
                curves: curves(mechanism, quantity),
                log: [true, true],
                ..Plot::default()
            };
            if plot.curves.is_empty() {
                continue;
            }
            let look = PlotStyle { height_per_panel: 420.0, ..PlotStyle::default() };
            let file = |kind: &str| folder.join(format!("{name}_{quantity}.{kind}"));
            let png = plot.png(&look, 1.5).map_err(|e| e.to_string())?;
            fs::write(file("svg"), plot.svg_with(&look)).map_err(|e| e.to_string())?;
            fs::write(file("png"), png).map_err(|e| e.to_string())?;
            println!("   {}", file("png").display());
        }
    }
    Ok(())
}

/// One curve an engine and method, its rungs in order of time.
fn curves(mechanism: &Value, quantity: &str) -> Vec<Curve> {
    let mut curves: Vec<Curve> = Vec::new();
    for rung in mechanism["rungs"].as_array().into_iter().flatten() {
        let (Some(cpu), Some(value)) = (rung["cpu"].as_f64(), rung[quantity].as_f64()) else { continue };
        let name = format!("{} {}", rung["engine"].as_str().unwrap_or("?"), rung["method"].as_str().unwrap_or("?"));
        // exactly nothing has no place on a logarithmic axis; what blew up would only make the rest small
        if value <= 0.0 || value > 10.0 {
            continue;
        }
        let curve = match curves.iter_mut().find(|c| c.name == name) {
            Some(curve) => curve,
            None => {
                curves.push(Curve { name, ..Curve::default() });
                curves.last_mut().expect("just pushed")
            }
        };
        let at = curve.x.partition_point(|x| *x < cpu);
        curve.x.insert(at, cpu);
        curve.y.insert(at, value);
    }
    curves
}

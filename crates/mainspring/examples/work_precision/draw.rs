//! Pictures of curves given as plain numbers, both axes logarithmic.

use mainspring::report::{Curve, Plot, PlotStyle};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// Draws every plot of the file, each as SVG and PNG.
pub fn run(results: &Path, folder: &Path) -> Result<(), String> {
    let text = fs::read_to_string(results).map_err(|e| format!("{}: {e}", results.display()))?;
    let all: Value = serde_json::from_str(&text).map_err(|e| format!("{}: {e}", results.display()))?;
    for plot in all["plots"].as_array().ok_or("results without plots")? {
        let words = |name: &str| plot[name].as_str().unwrap_or_default().to_owned();
        let drawn = Plot {
            title: words("title"),
            x_name: words("x_name"),
            x_unit: words("x_unit"),
            curves: plot["curves"].as_array().into_iter().flatten().map(|c| curve(c, &words("y_unit"))).collect(),
            log: [true, true],
            ..Plot::default()
        };
        let look = PlotStyle { height_per_panel: 480.0, ..PlotStyle::default() };
        let file = |kind: &str| folder.join(format!("{}.{kind}", words("file")));
        let png = drawn.png(&look, 1.5).map_err(|e| e.to_string())?;
        fs::write(file("svg"), drawn.svg_with(&look)).map_err(|e| e.to_string())?;
        fs::write(file("png"), png).map_err(|e| e.to_string())?;
        println!("   {}", file("png").display());
    }
    Ok(())
}

fn curve(curve: &Value, unit: &str) -> Curve {
    let numbers = |axis: usize| {
        curve["points"].as_array().into_iter().flatten().filter_map(|point| point[axis].as_f64()).collect()
    };
    let name = curve["name"].as_str().unwrap_or_default().to_owned();
    Curve { name, unit: unit.to_owned(), x: numbers(0), y: numbers(1), ..Curve::default() }
}

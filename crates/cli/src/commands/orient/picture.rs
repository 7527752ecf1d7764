//! `--plot`: the moment of the field, and where it takes the part, over the part's turn.

use super::findings::Findings;
use crate::tolerances::SAME_ANGLE;
use mainspring_workbench::report::{Curve, Plot};
use std::f64::consts::PI;
use std::path::Path;

/// Places along a curve.
const PLACES: usize = 720;
/// Dots a px of a PNG, as sharp screens have.
const SCALE: f64 = 2.0;

/// `svg` or `png`.
pub fn kind(file: &Path) -> Option<String> {
    let extension = file.extension()?.to_str()?.to_ascii_lowercase();
    ["svg", "png"].contains(&extension.as_str()).then_some(extension)
}

pub fn bytes(found: &Findings<'_>, file: &Path) -> Result<Vec<u8>, String> {
    let plot = plot(found);
    match kind(file).as_deref() {
        Some("png") => plot.png(&plot.default_style(), SCALE).map_err(|e| e.to_string()),
        _ => Ok(plot.svg().into_bytes()),
    }
}

fn plot(found: &Findings<'_>) -> Plot {
    let angles: Vec<f64> = (0..=PLACES).map(|i| PI * i as f64 / PLACES as f64).collect();
    let degrees = |values: &[f64]| values.iter().map(|a| a.to_degrees()).collect::<Vec<_>>();
    let moment = Curve {
        name: "moment of the field".to_owned(),
        unit: "N*m".to_owned(),
        x: degrees(&angles),
        y: angles.iter().map(|a| found.density * found.squeeze.moment(*a)).collect(),
        right: false,
    };
    Plot {
        title: format!("{} in a squeeze field of {} N/m²", found.part.body.path, found.density),
        x_name: "turn of the part from the line".to_owned(),
        x_unit: "deg".to_owned(),
        curves: vec![moment, steps(found)],
        ..Plot::default()
    }
}

/// The turn function within 0 to 180 degrees: level over every basin, a gap between two.
fn steps(found: &Findings<'_>) -> Curve {
    let (mut x, mut y) = (Vec::new(), Vec::new());
    let mut level = |from: f64, to: f64, rest: f64| {
        // an end at zero but for rounding has nothing beyond it
        if to > from + SAME_ANGLE {
            x.extend([from, to, to].map(f64::to_degrees));
            y.extend([rest.to_degrees(), rest.to_degrees(), f64::NAN]);
        }
    };
    for basin in &found.function.basins {
        let rest = if basin.rest < PI { basin.rest } else { basin.rest - PI };
        // the last one goes on at the left
        level(0.0, basin.to - PI, rest);
        level(basin.from, basin.to.min(PI), rest);
    }
    Curve { name: "rests at".to_owned(), unit: "deg".to_owned(), x, y, right: true }
}

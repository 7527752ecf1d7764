//! What is plotted: of each scene its errors against cost; of rows and stacks the cost, and how far they moved, against the
//! number of parts.

use crate::bench::contact::rung::Rung;
use crate::bench::contact::scene::Scene;
use serde_json::{Value, json};

/// A curve of named points.
struct Curve {
    name: String,
    points: Vec<[f64; 2]>,
}

/// Adds a point to the curve of that name. What is exactly nothing has no place on a logarithmic axis and is drawn at the
/// rounding of double precision; what blew up would only make the rest small.
fn put(curves: &mut Vec<Curve>, name: String, point: [f64; 2]) {
    if point[1] > 10.0 {
        return;
    }
    let point = [point[0], point[1].max(1e-17)];
    match curves.iter_mut().find(|c| c.name == name) {
        Some(curve) => curve.points.push(point),
        None => curves.push(Curve { name, points: vec![point] }),
    }
}

fn plot(file: String, title: String, x: [&str; 2], y_unit: &str, mut curves: Vec<Curve>) -> Option<Value> {
    for curve in &mut curves {
        curve.points.sort_by(|a, b| a[0].total_cmp(&b[0]));
    }
    let curves: Vec<Value> = curves.iter().map(|c| json!({ "name": c.name, "points": c.points })).collect();
    (!curves.is_empty()).then(
        || json!({ "file": file, "title": title, "x_name": x[0], "x_unit": x[1], "y_unit": y_unit, "curves": curves }),
    )
}

/// Whether a rung is drawn among steps of a game's frame, or among fine ones; ours, which has no step, among both.
fn stands_in(step: &str, rung: &Rung) -> bool {
    let frame = rung.setting.contains("1/60") || rung.setting.contains("sub-steps");
    rung.engine == "ours" || frame == (step == "frame")
}

/// Every plot there is something for.
pub fn all(results: &[(Scene, Vec<Rung>)]) -> Vec<Value> {
    let mut plots = Vec::new();
    for (scene, rungs) in results.iter().filter(|(scene, _)| scene.growth.is_none()) {
        for (i, (name, words)) in scene.measures.iter().enumerate() {
            let mut curves = Vec::new();
            for rung in rungs {
                if let (Some(cpu), Some(Some(value))) = (rung.cpu, rung.measured.values.get(i)) {
                    put(&mut curves, format!("{} {}", rung.engine, rung.method), [cpu, *value]);
                }
            }
            let title = format!("{}: {words}", scene.name.replace('_', " "));
            let file = format!("contact_{}_{name}", scene.name);
            plots.extend(plot(file, title, ["CPU time per simulated second", "s"], "", curves));
        }
    }
    for (kind, step) in [("stack", "frame"), ("stack", "fine"), ("row", "frame"), ("row", "fine")] {
        let (mut costs, mut moves) = (Vec::new(), Vec::new());
        for (scene, rungs) in results.iter().filter(|(scene, _)| scene.growth == Some(kind)) {
            let parts = f64::from(u32::try_from(scene.bodies.len()).unwrap_or(u32::MAX));
            for rung in rungs.iter().filter(|r| stands_in(step, r)) {
                let name = format!("{} {} {}", rung.engine, rung.method, rung.setting);
                if let Some(cpu) = rung.cpu {
                    put(&mut costs, name.clone(), [parts, cpu]);
                }
                if let Some(Some(value)) = rung.measured.values.first() {
                    put(&mut moves, name, [parts, *value]);
                }
            }
        }
        let (x, title) = (["boxes", ""], |words: &str| format!("{kind} of boxes at rest: {words}"));
        let cost = title("CPU time per simulated second");
        plots.extend(plot(format!("contact_{kind}_cost_{step}"), cost, x, "s", costs));
        let moved = title("way the worst box moved in 1 s / side");
        plots.extend(plot(format!("contact_{kind}_moved_{step}"), moved, x, "", moves));
    }
    plots
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::contact::sample::Measured;
    use crate::bench::contact::scenes;

    #[test]
    fn curves_go_by_engine_and_over_parts() {
        let rung = |cpu: f64, values: &[f64]| Rung {
            engine: "x".to_owned(),
            method: "y".to_owned(),
            setting: "h 1e-3 s".to_owned(),
            cpu: Some(cpu),
            measured: Measured { values: values.iter().map(|v| Some(*v)).collect(), ..Measured::default() },
            ..Rung::default()
        };
        let results: Vec<(Scene, Vec<Rung>)> = scenes::all()
            .into_iter()
            .map(|scene| {
                let many = if scene.growth.is_some() { 1 } else { 2 };
                let rungs = vec![rung(2.0, &vec![1e-3; many]), rung(1.0, &vec![0.0; many])];
                (scene, rungs)
            })
            .collect();
        let plots = all(&results);
        // two measures of six scenes; cost and way of rows and stacks
        assert_eq!(plots.len(), 16);
        assert_eq!(plots[0]["curves"][0]["points"], json!([[1.0, 1e-17], [2.0, 1e-3]]));
        let last = plots.last().expect("sixteen");
        assert_eq!(last["curves"][0]["points"].as_array().map(Vec::len), Some(10));
    }
}

//! One rung of an engine's ladder: what it was told, what it cost, how far it is from the closed form.

use super::sample::{Measured, Sample};
use super::scene::Scene;
use serde_json::{Value, json};

/// What one setting of one engine came to.
#[derive(Clone, Debug, Default)]
pub struct Rung {
    pub engine: String,
    pub method: String,
    /// why this method and these options
    pub reason: String,
    pub setting: String,
    /// s a simulated second
    pub cpu: Option<f64>,
    pub measured: Measured,
    /// why there are no numbers
    pub failed: Option<String>,
}

impl Rung {
    /// From a line of an engine; the errors are taken here.
    pub fn read(scene: &Scene, line: &Value) -> Self {
        let text = |name: &str| line[name].as_str().unwrap_or_default().to_owned();
        let mut rung = Self {
            engine: text("engine"),
            method: text("method"),
            reason: text("reason"),
            setting: text("setting"),
            cpu: line["cpu"].as_f64(),
            measured: Measured::default(),
            failed: line["failed"].as_str().map(|why| why.lines().next().unwrap_or_default().to_owned()),
        };
        if rung.failed.is_none() {
            let samples = line["samples"].as_array().into_iter().flatten().map(Sample::read);
            match samples.collect::<Option<Vec<_>>>() {
                Some(samples) if whole(scene, &samples) => rung.measured = (scene.measure)(scene, &samples),
                _ => rung.failed = Some("blew up, or not all of the run came back".to_owned()),
            }
        }
        rung
    }

    /// For programs.
    pub fn json(&self, scene: &Scene) -> Value {
        let values: Value = scene
            .measures
            .iter()
            .zip(&self.measured.values)
            .map(|((name, _), v)| ((*name).to_owned(), json!(v)))
            .collect();
        json!({
            "engine": self.engine, "method": self.method, "reason": self.reason, "setting": self.setting, "cpu": self.cpu,
            "measures": values, "verdict": self.measured.verdict, "failed": self.failed,
        })
    }
}

/// Whether samples go from the start to the end and have every body.
fn whole(scene: &Scene, samples: &[Sample]) -> bool {
    let ends = samples.first().is_some_and(|s| s.time == 0.0)
        && samples.last().is_some_and(|s| (s.time - scene.until).abs() < 1e-6 * scene.until);
    ends && samples.iter().all(|s| s.bodies.len() == scene.bodies.len())
}

#[cfg(test)]
mod tests {
    use super::super::scenes;
    use super::*;

    #[test]
    fn a_run_that_is_cut_off_or_blows_up_has_no_numbers() {
        let scene = scenes::all().remove(5);
        assert_eq!(scene.name, "roll");
        let rung = |samples: Value| Rung::read(&scene, &json!({ "engine": "x", "cpu": 1.0, "samples": samples }));
        let good = rung(json!([[0, 0, 0.1, 0, 1, 0, 0], [1, 0.7, 0.1, 0, 0.7, 0, -7]]));
        assert!(good.failed.is_none() && good.measured.values.len() == 2);
        assert!(rung(json!([[0, 0, 0.1, 0, 1, 0, 0], [0.5, 0.7, 0.1, 0, 0.7, 0, -7]])).failed.is_some());
        assert!(rung(json!([[0, 0, 0.1, 0, 1, 0, 0], [1, null, 0.1, 0, 0.7, 0, -7]])).failed.is_some());
        assert!(rung(json!(null)).failed.is_some());
    }
}

//! One setting of one engine on one scene: what it was told, what it cost, what was measured.

use super::measures::{self, Measured};
use super::pose::{Pose, Sample};
use super::scene::Scene;
use serde_json::{Value, json};

/// Furthest that an engine may begin from the scene's numbers; single precision keeps seven digits.
const SAME: f64 = 1e-9;
const SAME_SINGLE: f64 = 1e-6;

#[derive(Clone, Debug, Default)]
pub struct Rung {
    pub engine: String,
    pub method: String,
    pub setting: String,
    /// why these
    pub reason: String,
    /// s a simulated second
    pub cpu: Option<f64>,
    pub measured: Option<Measured>,
    /// why there are no numbers, or not those of the whole run
    pub note: String,
}

impl Rung {
    /// From a line of an engine, and how far it began from the scene where that is too far, m.
    pub fn read(scene: &Scene, line: &Value) -> (Self, Option<f64>) {
        let text = |name: &str| line[name].as_str().unwrap_or_default().to_owned();
        let first_line = |name: &str| text(name).lines().next().unwrap_or_default().to_owned();
        let mut rung = Self {
            engine: text("engine"),
            method: text("method"),
            setting: text("setting"),
            reason: text("reason"),
            cpu: line["cpu"].as_f64(),
            measured: None,
            note: ["failed", "stopped", "note"].map(first_line).concat(),
        };
        let samples = line["samples"].as_array().into_iter().flatten().map(|row| {
            let numbers: Vec<f64> = row.as_array()?.iter().map(Value::as_f64).collect::<Option<_>>()?;
            Sample::read(&numbers, scene.plane, scene.bodies.len())
        });
        let Some(samples) = samples.collect::<Option<Vec<Sample>>>() else {
            (rung.cpu, rung.note) = (None, "blew up: what it tells is not finite".to_owned());
            return (rung, None);
        };
        let ends = samples.last().is_some_and(|s| (s.time - scene.until).abs() < 1e-6);
        if rung.cpu.is_some() && !ends {
            (rung.cpu, rung.note) = (None, "not all of the run came back".to_owned());
        }
        rung.measured = measures::all(scene, &samples);
        let limit = if line["single"] == true { SAME_SINGLE } else { SAME };
        let off = samples.first().map(|first| {
            let each = first.poses.iter().zip(&scene.bodies).map(|(pose, body)| pose.apart(&Pose::at_start(body)));
            each.fold(0.0, f64::max)
        });
        (rung, off.filter(|off| *off > limit))
    }

    /// For programs.
    pub fn json(&self) -> Value {
        json!({
            "engine": self.engine, "method": self.method, "setting": self.setting, "reason": self.reason,
            "cpu_s_per_s": self.cpu, "overlap_m": self.measured.map(|m| m.overlap),
            "creep_m_per_s": self.measured.and_then(|m| m.creep), "energy_gain_J": self.measured.map(|m| m.gain),
            "note": self.note,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::scenes;
    use super::*;

    #[test]
    fn runs_that_begin_elsewhere_blow_up_or_are_cut_off_are_told() {
        let scene = scenes::all().remove(0);
        let row = |time: f64, off: f64| {
            let each = scene.bodies.iter().flat_map(|b| [b.position[0], b.position[1] + off, 0.0, 0.0, 0.0, 0.0]);
            json!([time].into_iter().chain(each).collect::<Vec<f64>>())
        };
        let read = |samples: Value| Rung::read(&scene, &json!({ "engine": "x", "cpu": 1.0, "samples": samples }));
        let (good, off) = read(json!([row(0.0, 0.0), row(1.0, -0.001)]));
        assert!(good.cpu == Some(1.0) && off.is_none() && good.note.is_empty());
        assert!((good.measured.unwrap().overlap - 0.001).abs() < 1e-12);
        assert!(read(json!([row(0.0, 0.01), row(1.0, 0.0)])).1.is_some());
        let (cut, _) = read(json!([row(0.0, 0.0), row(0.5, 0.0)]));
        assert!(cut.cpu.is_none() && cut.measured.is_some());
        let (blown, _) = read(json!([row(0.0, 0.0), row(1.0, f64::NAN)]));
        assert!(blown.cpu.is_none() && blown.note.contains("blew up"));
    }
}

//! CPU time, drift and error of our own runs, a line of JSON a rung.
//!
//! One run a rung has a thousand frames, for drift and error (frames do not change the steps taken); then several with
//! frames only at both ends give the time.

use crate::arguments::Arguments;
use crate::clock::Clock;
use mainspring::dynamics::assemble;
use mainspring::engine::{Engine, Options, Outcome};
use mainspring::model::Model;
use mainspring::record::{Ending, Event, Frame, Schema, Sink, SinkError};
use mainspring::{Settings, prepare};
use serde_json::{Value, json};
use std::sync::Arc;

/// Frames a run, for the drift.
const FRAMES: f64 = 1000.0;
/// Least CPU time of one timing, s: runs shorter than this are repeated within it.
const LEAST: f64 = 0.1;
/// A run longer than this is timed once, s.
const LONG: f64 = 3.0;

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let reference = arguments.reference.as_deref().map(read).transpose()?;
    for rtol in &arguments.rtol {
        // the absolute tolerance follows, or nothing tighter than it would be tried
        let set = [format!("run.atol={:e}", 1e-3 * rtol)];
        rung(arguments, Some(*rtol), &set, &format!("rtol {rtol:.0e}"), reference.as_ref())?;
    }
    for step in &arguments.step {
        rung(arguments, None, &[format!("run.step={step:e} s")], &format!("h {step:.1e} s"), reference.as_ref())?;
    }
    Ok(())
}

fn read(path: &std::path::Path) -> Result<Value, String> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    serde_json::from_str(&text).map_err(|e| format!("{}: {e}", path.display()))
}

fn rung(
    arguments: &Arguments,
    rtol: Option<f64>,
    set: &[String],
    setting: &str,
    reference: Option<&Value>,
) -> Result<(), String> {
    let mut settings = Settings { rtol, ..arguments.settings() };
    settings.set.extend_from_slice(set);
    let model = |every: f64| {
        let settings = Settings { every: Some(every), ..settings.clone() };
        prepare(&arguments.scene(), &settings).map(|p| p.model).map_err(|e| e.to_string())
    };
    let mut line = json!({ "engine": "ours", "method": arguments.integrator, "setting": setting });
    let sampled = model(arguments.until / FRAMES)?;
    let mut samples = Samples::default();
    let outcome = match go(&sampled, &mut samples) {
        Ok((outcome, _)) => outcome,
        Err(why) => {
            line["failed"] = why.into();
            println!("{line}");
            return Ok(());
        }
    };
    let length = assemble(&sampled).map_err(|_| "does not assemble")?.system.length();
    line["drift"] = samples.drift().into();
    line["gap"] = (length * outcome.drift_at_steps.position.max(outcome.drift_at_frames.position)).into();
    line["error"] = error(reference, &samples, length).into();
    line["hash"] = format!("{:#018x}", outcome.hash).into();
    let (spent, outcome) = timing(&model(arguments.until)?, arguments.repeat)?;
    line["cpu"] = (spent / arguments.until).into();
    line["steps"] = outcome.work.steps.into();
    line["evaluations"] = outcome.work.evaluations.into();
    println!("{line}");
    Ok(())
}

/// Least CPU time of a run, s, and what each came to.
pub fn timing(model: &Arc<Model>, repeat: usize) -> Result<(f64, Outcome), String> {
    // the first run warms up; unless it is long it is not counted
    let (mut outcome, first) = go(model, &mut Samples::default())?;
    if first > LONG {
        return Ok((first, outcome));
    }
    let mut best = f64::INFINITY;
    for _ in 0..repeat {
        let (mut spent, mut runs) = (0.0, 0);
        while spent < LEAST {
            let (reached, time) = go(model, &mut Samples::default())?;
            (spent, outcome) = (spent + time, reached);
            runs += 1;
        }
        best = best.min(spent / f64::from(runs));
    }
    Ok((best, outcome))
}

/// One run; only the run itself is timed, not assembling the mechanism.
fn go(model: &Arc<Model>, sink: &mut Samples) -> Result<(Outcome, f64), String> {
    let assembled = assemble(model).map_err(|_| "the mechanism does not assemble")?;
    let engine = Engine::new(assembled, Options::default()).map_err(|e| e.to_string())?;
    let clock = Clock::start();
    let outcome = engine.run(sink, |_| {}).map_err(|(e, _)| e.to_string())?;
    Ok((outcome, clock.elapsed()))
}

/// Largest distance of a body's centre from where it should be, over the mechanism's length.
fn error(reference: Option<&Value>, samples: &Samples, length: f64) -> Option<f64> {
    let moment = &reference?["reference"];
    let time = moment["time"].as_f64()?;
    let wanted: Vec<Vec<f64>> = serde_json::from_value(moment["positions"].clone()).ok()?;
    let frame = samples.times.iter().position(|t| (t - time).abs() < 1e-9)?;
    let mut worst = 0.0_f64;
    for (body, place) in wanted.iter().enumerate() {
        let from = body * samples.pose;
        let pose = samples.poses[frame].get(from..from + samples.pose)?;
        // in the plane a pose is x, y, angle; in space it begins with x, y, z
        let axes = if samples.pose == 3 { 2 } else { 3 };
        let square: f64 = (0..axes).map(|i| (pose[i] - place[i]) * (pose[i] - place[i])).sum();
        worst = worst.max(square.sqrt());
    }
    Some(worst / length)
}

/// Keeps energies and poses.
#[derive(Default)]
struct Samples {
    times: Vec<f64>,
    /// kinetic energy; total energy less what was put in and with what was taken out
    energies: Vec<[f64; 2]>,
    poses: Vec<Vec<f64>>,
    /// numbers a pose
    pose: usize,
}

impl Samples {
    /// max |E − E0| / max K; what projection puts in is not taken out: it counts as drift.
    fn drift(&self) -> f64 {
        let first = self.energies.first().map_or(0.0, |e| e[1]);
        let worst = self.energies.iter().fold(0.0_f64, |w, e| w.max((e[1] - first).abs()));
        worst / self.energies.iter().fold(0.0_f64, |w, e| w.max(e[0]))
    }
}

impl Sink for Samples {
    fn begin(&mut self, schema: &Schema) -> Result<(), SinkError> {
        self.pose = schema.pose_len();
        Ok(())
    }

    fn frame(&mut self, frame: &Frame<'_>) -> Result<(), SinkError> {
        let [kinetic, potential, spring, work, dissipated, ..] = frame.balance;
        self.times.push(frame.time);
        self.energies.push([kinetic, kinetic + potential + spring - work + dissipated]);
        self.poses.push(frame.poses.to_vec());
        Ok(())
    }

    fn event(&mut self, _: &Event) -> Result<(), SinkError> {
        Ok(())
    }

    fn finish(&mut self, _: &Ending) -> Result<(), SinkError> {
        Ok(())
    }
}

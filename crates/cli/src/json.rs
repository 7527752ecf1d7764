//! `--json`: one object with everything a program may ask of a run. Numbers that are not finite become null.

use crate::actuators::{Actuators, Traffic};
use crate::event_list;
use crate::run_report::RunReport;
use crate::summary::advice;
use mainspring_workbench::definition::{Diagnostic, Severity, Source};
use mainspring_workbench::dynamics::{Drift, LedgerKind};
use mainspring_workbench::engine::{EndReason, Outcome, RunError, Work};
use mainspring_workbench::record::{Burst, Doubt, Ending, Event};
use mainspring_workbench::{Measured, SceneErrors};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

#[derive(Serialize)]
struct Whole<'a> {
    scene: &'a str,
    end: End,
    /// `finished`, `doubtful`, `interrupted` or `failed`
    verdict: &'static str,
    /// what is in doubt, in the order of its beginning
    #[serde(skip_serializing_if = "<[Doubt]>::is_empty")]
    doubts: &'a [Doubt],
    /// of the values, s; only with `--at`
    #[serde(skip_serializing_if = "<[f64]>::is_empty")]
    times: &'a [f64],
    values: Ordered<Number>,
    units: Ordered<&'a str>,
    /// of scenes with windows, arrays, scripts, bins or parts that arrive
    #[serde(skip_serializing_if = "Option::is_none")]
    actuators: Option<Actuators>,
    /// of runs in which parts arrived or left
    #[serde(skip_serializing_if = "Option::is_none")]
    traffic: Option<Traffic>,
    energy: Energy,
    drift: Drifts,
    events: &'a [Event],
    /// which of the events crowd together
    #[serde(skip_serializing_if = "Vec::is_empty")]
    bursts: Vec<Burst>,
    /// none for a sweep, which takes no steps
    #[serde(skip_serializing_if = "Option::is_none")]
    integrator: Option<&'a str>,
    /// how much of a run by event was stepped, s
    #[serde(skip_serializing_if = "Option::is_none")]
    stepped: Option<f64>,
    /// `joint` or `maximal`; none for a sweep
    #[serde(skip_serializing_if = "Option::is_none")]
    coordinates: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sweep: Option<&'a mainspring_workbench::MotionReport>,
    work: Work,
    wall: f64,
    recording: Option<String>,
    /// the last recording that finished, while this has not
    #[serde(skip_serializing_if = "Option::is_none")]
    previous: Option<String>,
    plots: Vec<String>,
    hash: String,
    notes: Vec<Finding>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Failed>,
}

#[derive(Serialize)]
struct End {
    time: f64,
    reason: EndReason,
    /// what ended the motion of a sweep that was not stopped: `end`, `stick` …
    #[serde(skip_serializing_if = "Option::is_none")]
    cause: Option<&'static str>,
}

#[derive(Serialize)]
struct Energy {
    kinetic: f64,
    potential: f64,
    spring: f64,
    total: f64,
    work: f64,
    dissipated: f64,
    lost: f64,
    switched: f64,
    projected: f64,
    /// largest imbalance so far, relative to `scale`
    residual: f64,
    scale: f64,
    loads: Vec<Load>,
}

/// What one load did since the start, J.
#[derive(Serialize)]
struct Load {
    path: String,
    /// `work` put in, `dissipated` as heat, or `drawn` by actuators, which is beside the balance
    kind: &'static str,
    value: f64,
}

#[derive(Serialize)]
struct Place {
    position: f64,
    velocity: f64,
}

#[derive(Serialize)]
struct Drifts {
    position: f64,
    velocity: f64,
    at_steps: Place,
    at_frames: Place,
}

#[derive(Serialize)]
struct Failed {
    code: &'static str,
    message: String,
    help: &'static str,
}

#[derive(Serialize)]
struct Finding {
    code: String,
    severity: &'static str,
    message: String,
    file: Option<String>,
    /// from 1
    line: Option<usize>,
    /// in characters, from 1
    column: Option<usize>,
    help: Option<String>,
}

/// A number, a vector, or a list of either.
#[derive(Serialize)]
#[serde(untagged)]
enum Number {
    One(f64),
    Many(Vec<Number>),
}

/// A map that keeps its order.
struct Ordered<T>(Vec<(String, T)>);

impl<T: Serialize> Serialize for Ordered<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (key, value) in &self.0 {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}

/// A run, whole or broken off.
pub fn report(report: &RunReport<'_>) -> String {
    let run = report.run;
    let outcome = &run.outcome;
    // at the end a value stands alone; where times are asked for it is in a list, even of one
    let listed = report.at_times;
    let steps = run.sweep.is_none();
    let pairs = |m: &Measured| (m.name.clone(), value(m, listed));
    text(&Whole {
        scene: &run.model.name,
        end: End {
            time: outcome.time,
            reason: outcome.reason,
            cause: run.sweep.as_ref().filter(|_| outcome.reason == EndReason::Finished).map(|motion| motion.cause),
        },
        verdict: outcome.verdict(),
        doubts: &outcome.doubts,
        times: if listed { &run.times } else { &[] },
        values: Ordered(run.values.iter().map(pairs).collect()),
        units: Ordered(run.values.iter().map(|m| (m.name.clone(), m.unit.as_str())).collect()),
        actuators: Actuators::of(&run.model).some(),
        traffic: Traffic::of(&outcome.events).some(),
        energy: energy(outcome),
        drift: drifts(outcome.drift_at_steps, outcome.drift_at_frames),
        events: &outcome.events,
        bursts: event_list::bursts(&outcome.events, [0.0, outcome.time]),
        integrator: steps.then_some(outcome.integrator),
        stepped: (outcome.stepped > 0.0).then_some(outcome.stepped),
        coordinates: steps.then(|| outcome.coordinates_word()),
        sweep: run.sweep.as_ref(),
        work: outcome.work,
        wall: report.wall,
        recording: report.recording.map(|p| p.display().to_string()),
        previous: report.previous.as_deref().map(|p| p.display().to_string()),
        plots: report.plots.iter().map(|p| p.display().to_string()).collect(),
        hash: format!("{:#018x}", outcome.hash),
        notes: run.notes.iter().map(|d| finding(d, &run.sources)).collect(),
        error: report.error.map(failed),
    })
}

/// A scene that cannot be run.
pub fn wrong(wrong: &SceneErrors) -> String {
    #[derive(Serialize)]
    struct Refused<'a> {
        scene: &'a str,
        errors: Vec<Finding>,
        /// warnings and notes
        notes: Vec<Finding>,
    }
    let (errors, notes): (Vec<&Diagnostic>, Vec<&Diagnostic>) = wrong.findings.iter().partition(|d| d.is_error());
    let listed = |list: Vec<&Diagnostic>| list.into_iter().map(|d| finding(d, &wrong.sources)).collect();
    text(&Refused { scene: &wrong.scene, errors: listed(errors), notes: listed(notes) })
}

/// A run that never began.
pub fn broken(error: &RunError) -> String {
    #[derive(Serialize)]
    struct Never {
        error: Failed,
    }
    text(&Never { error: failed(error) })
}

/// A recording that `--resume` has nothing to add to.
pub fn finished(scene: &str, path: &std::path::Path, ending: &Ending) -> String {
    text(&serde_json::json!({
        "scene": scene,
        "end": { "time": ending.time, "reason": ending.reason },
        "verdict": ending.verdict(),
        "doubts": ending.doubts,
        "recording": path.display().to_string(),
        "hash": format!("{:#018x}", ending.hash),
        "resumed": false,
    }))
}

/// One object as text.
pub fn text(value: &impl Serialize) -> String {
    // only a map with keys that are no strings could fail, and there is none
    let mut text = serde_json::to_string_pretty(value).unwrap_or_else(|e| format!("{{\"error\": \"{e}\"}}"));
    text.push('\n');
    text
}

fn value(measured: &Measured, listed: bool) -> Number {
    let one = |components: &Vec<f64>| match components.as_slice() {
        [one] => Number::One(*one),
        many => Number::Many(many.iter().map(|v| Number::One(*v)).collect()),
    };
    match measured.values.as_slice() {
        [only] if !listed => one(only),
        many => Number::Many(many.iter().map(one).collect()),
    }
}

fn energy(outcome: &Outcome) -> Energy {
    let ledger = &outcome.ledger;
    let load = |(path, kind, value): &(String, LedgerKind, f64)| Load {
        path: path.clone(),
        kind: match kind {
            LedgerKind::Work => "work",
            LedgerKind::Dissipation => "dissipated",
            LedgerKind::Meter => "drawn",
        },
        value: *value,
    };
    Energy {
        kinetic: ledger.kinetic,
        potential: ledger.potential,
        spring: ledger.spring,
        total: ledger.kinetic + ledger.potential + ledger.spring,
        work: ledger.work,
        dissipated: ledger.dissipated,
        lost: ledger.lost,
        switched: ledger.switched,
        projected: ledger.projected,
        residual: ledger.relative,
        scale: ledger.scale,
        loads: outcome.loads.iter().map(load).collect(),
    }
}

fn drifts(steps: Drift, frames: Drift) -> Drifts {
    let place = |d: Drift| Place { position: d.position, velocity: d.velocity };
    let most = steps.max(frames);
    Drifts { position: most.position, velocity: most.velocity, at_steps: place(steps), at_frames: place(frames) }
}

fn failed(error: &RunError) -> Failed {
    Failed { code: error.code(), message: error.to_string(), help: advice(error) }
}

fn finding(diagnostic: &Diagnostic, sources: &[Source]) -> Finding {
    let span = diagnostic.span();
    let source = sources.get(span.source as usize);
    let before = source.map(|s| &s.text[..s.text.floor_char_boundary(span.start as usize)]);
    let line_start = before.map(|b| b.rfind('\n').map_or(0, |i| i + 1));
    Finding {
        code: diagnostic.code.clone(),
        severity: match diagnostic.severity {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        },
        message: diagnostic.message.clone(),
        file: source.map(|s| s.name.clone()),
        line: before.map(|b| 1 + b.bytes().filter(|c| *c == b'\n').count()),
        column: before.zip(line_start).map(|(b, start)| 1 + b[start..].chars().count()),
        help: diagnostic.help.clone(),
    }
}

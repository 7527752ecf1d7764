//! Running what was prepared, and what comes of it.

use crate::measured::{Measured, measured};
use crate::nan_watch::NanWatch;
use crate::prepare::{Mover, Prepared, prepare};
use crate::scene::Scene;
use crate::scene_errors::SceneErrors;
use crate::settings::Settings;

use mainspring_definition::{Diagnostic, Source};
use mainspring_dynamics::Redundant;
use mainspring_engine::{Checkpoint, Engine, Interrupt, Options, Outcome, Progress, RunError};
use mainspring_model::Model;
use mainspring_record::{Memory, Origin, Sink};
use mainspring_sweep_run::{MotionReport, RunRequest, record_motion, values_at};
use std::sync::Arc;

/// What a run came to.
#[derive(Debug)]
pub struct Run {
    /// what was run
    pub model: Arc<Model>,
    /// energy balance, drift, events, work, final state
    pub outcome: Outcome,
    /// every channel and probe, at the times asked for or at the end
    pub values: Vec<Measured>,
    /// times of those values, s; what was not reached is NaN in the values
    pub times: Vec<f64>,
    /// frames and events; empty if they went to a sink of the caller's
    pub recording: Memory,
    /// warnings and notes
    pub notes: Vec<Diagnostic>,
    /// the texts that notes point into
    pub sources: Vec<Source>,
    /// degrees of freedom, drives counted as taken
    pub freedom: usize,
    /// rows that follow from others
    pub redundant: Vec<Redundant>,
    /// what `method sweep` found; None for every other method
    pub sweep: Option<MotionReport>,
}

impl Run {
    /// Components of a channel or probe at the last of the times asked for, SI.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&[f64]> {
        let measured = self.values.iter().find(|m| m.name == name)?;
        measured.values.last().map(Vec::as_slice)
    }
}

/// Callbacks and requests during a run.
#[derive(Default)]
pub struct Hooks<'a> {
    /// asked from time to time, inside long steps too, whether to stop
    pub interrupt: Option<Interrupt>,
    /// called after every step
    pub progress: Option<&'a mut dyn FnMut(Progress)>,
    /// where to go on instead of beginning at t = 0
    pub resume: Option<Checkpoint>,
    /// command line that makes the run again, for the recording
    pub command: Vec<String>,
}

impl Prepared {
    /// Runs to the end, frames and events going to `sink`.
    ///
    /// # Errors
    /// With what the run came to until it failed.
    pub fn run(self, sink: &mut dyn Sink, hooks: Hooks<'_>) -> Result<Run, RunFailure> {
        let Self { model, mut notes, sources, freedom, redundant, at, max_steps, mover, own_sources } = self;
        let Hooks { interrupt, mut progress, resume, command } = hooks;
        let texts = sources.iter().take(own_sources).map(|s| (s.name.clone(), s.text.clone()));
        let origin = Origin { sources: texts.collect(), command };
        let mut tell = |p: Progress| {
            if let Some(progress) = &mut progress {
                progress(p);
            }
        };
        let assembled = match mover {
            Mover::Engine(assembled) => *assembled,
            Mover::Sweep(traced) => {
                let swept = model.sweep().expect("a sweep was traced");
                let request = RunRequest { at: &at, origin, interrupt: interrupt.as_ref(), progress: &mut tell };
                let (outcome, report, error) = record_motion(&model, swept, &traced, sink, request);
                let (times, values) = values_at(&model, swept, &at, &outcome);
                let values = values.into_iter().map(|(column, values)| Measured::of(column, values)).collect();
                let recording = Memory::default();
                let sweep = Some(report);
                let run = Run {
                    model: Arc::clone(&model),
                    outcome,
                    values,
                    times,
                    recording,
                    notes,
                    sources,
                    freedom,
                    redundant,
                    sweep,
                };
                return match error {
                    None => Ok(run),
                    Some(error) => Err(RunFailure { error, reached: Some(Box::new(run)) }),
                };
            }
        };
        let options = Options { at: at.clone(), max_steps, interrupt, origin, frames_on_request: false };
        let mut watch = NanWatch::new(sink);
        let engine = match &resume {
            None => Engine::new(assembled, options),
            Some(from) => Engine::resume(assembled, options, from),
        };
        let result = match engine {
            Ok(engine) => engine.run(&mut watch, tell).map_err(|(e, o)| (e, Some(o))),
            Err(error) => Err((error, None)),
        };
        notes.extend(watch.warning());
        let whole = |outcome: Outcome| {
            let (times, values) = measured(&model, &at, &outcome);
            let recording = Memory::default();
            Run { model, outcome, values, times, recording, notes, sources, freedom, redundant, sweep: None }
        };
        match result {
            Ok(outcome) => Ok(whole(outcome)),
            Err((error, outcome)) => Err(RunFailure { error, reached: outcome.map(|o| Box::new(whole(*o))) }),
        }
    }
}

/// Runs a scene, given as text, [`Scene`] or [`Definition`](mainspring_definition::Definition), into memory.
///
/// # Errors
/// The scene is wrong, or its run failed; what was reached comes with the error.
pub fn simulate(scene: impl Into<Scene>, settings: &Settings) -> Result<Run, Failure> {
    let prepared = prepare(&scene.into(), settings)?;
    let mut memory = Memory::default();
    match prepared.run(&mut memory, Hooks::default()) {
        Ok(mut run) => {
            run.recording = memory;
            Ok(run)
        }
        Err(mut failure) => {
            if let Some(reached) = &mut failure.reached {
                reached.recording = memory;
            }
            Err(Failure::Run(failure))
        }
    }
}

/// Why there is no whole run.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// found before the first step
    #[error(transparent)]
    Scene(#[from] SceneErrors),
    /// on the way
    #[error(transparent)]
    Run(#[from] RunFailure),
}

/// A run that failed, with what was reached.
#[derive(Debug, thiserror::Error)]
#[error("{error}")]
pub struct RunFailure {
    /// why
    pub error: RunError,
    /// the run until then; None if it did not begin
    pub reached: Option<Box<Run>>,
}

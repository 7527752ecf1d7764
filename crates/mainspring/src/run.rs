//! Running what was prepared, and what comes of it.

use crate::prepare::{Mover, Prepared, prepare};
use crate::scene::Scene;
use crate::settings::Settings;
use crate::sweep::{self, Told};
use crate::values::{self, Measured};
use crate::watched::Watched;
use mainspring_definition::{Diagnostic, Source, Span};
use mainspring_dynamics::Redundant;
use mainspring_engine::{Checkpoint, Engine, Options, Outcome, Progress, RunError};
use mainspring_language::render;
use mainspring_model::Model;
use mainspring_record::{Memory, Origin, Sink};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

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
    pub sweep: Option<Told>,
}

impl Run {
    /// Components of a channel or probe at the last of the times asked for, SI.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&[f64]> {
        let measured = self.values.iter().find(|m| m.name == name)?;
        measured.values.last().map(Vec::as_slice)
    }
}

/// What is told and asked while a run goes on.
#[derive(Default)]
pub struct Hooks<'a> {
    /// set from outside to stop at the next step
    pub interrupt: Option<Arc<AtomicBool>>,
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
    pub fn run(self, sink: &mut dyn Sink, hooks: Hooks<'_>) -> Result<Run, Broken> {
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
                let asked = sweep::Asked { at: &at, origin, interrupt: interrupt.as_deref(), progress: &mut tell };
                let mut sink = sweep::WithCause::new(sink, swept, &traced);
                let (outcome, mut told, error) = sweep::run(&model, swept, &traced, &mut sink, asked);
                told.crossings.clone_from(&traced.crossings);
                let (times, values) = sweep::measured(&model, swept, &at, &outcome);
                let recording = Memory::default();
                let sweep = Some(told);
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
                    Some(error) => Err(Broken { error, reached: Some(Box::new(run)) }),
                };
            }
        };
        let options = Options { at: at.clone(), max_steps, interrupt, origin };
        let mut watched = Watched::new(sink);
        let engine = match &resume {
            None => Engine::new(assembled, options),
            Some(from) => Engine::resume(assembled, options, from),
        };
        let result = match engine {
            Ok(engine) => engine.run(&mut watched, tell).map_err(|(e, o)| (e, Some(o))),
            Err(error) => Err((error, None)),
        };
        notes.extend(watched.warning());
        let whole = |outcome: Outcome| {
            let (times, values) = values::measured(&model, &at, &outcome);
            let recording = Memory::default();
            Run { model, outcome, values, times, recording, notes, sources, freedom, redundant, sweep: None }
        };
        match result {
            Ok(outcome) => Ok(whole(outcome)),
            Err((error, outcome)) => Err(Broken { error, reached: outcome.map(|o| Box::new(whole(*o))) }),
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
        Err(mut broken) => {
            if let Some(reached) = &mut broken.reached {
                reached.recording = memory;
            }
            Err(Failure::Run(broken))
        }
    }
}

/// Why there is no whole run.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// found before the first step
    #[error(transparent)]
    Scene(#[from] Wrong),
    /// on the way
    #[error(transparent)]
    Run(#[from] Broken),
}

/// A scene, or settings for it, that cannot be run.
#[derive(Clone, Debug)]
pub struct Wrong {
    /// its name
    pub scene: String,
    /// errors, with warnings and notes among them
    pub findings: Vec<Diagnostic>,
    /// the texts they point into
    pub sources: Vec<Source>,
    /// how many of the sources belong to the scene; the rest are settings
    pub own_sources: usize,
}

impl Wrong {
    /// Whether only settings are at fault, not the scene.
    #[must_use]
    pub fn only_settings(&self) -> bool {
        let in_settings = |d: &Diagnostic| {
            let source = d.span().source as usize;
            // what is set from outside and has no text of its own: `--rtol`, `--every`
            let typed = d.code == "E0214" || d.code == "E0509" && d.span() == Span::NOWHERE;
            typed || d.code.starts_with("E09") || (self.own_sources..self.sources.len()).contains(&source)
        };
        self.findings.iter().filter(|d| d.is_error()).all(in_settings)
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(render(&self.findings, &self.sources, false).trim_end())
    }
}

impl std::error::Error for Wrong {}

/// A run that failed, with what was reached.
#[derive(Debug, thiserror::Error)]
#[error("{error}")]
pub struct Broken {
    /// why
    pub error: RunError,
    /// the run until then; None if it did not begin
    pub reached: Option<Box<Run>>,
}

//! From a scene and settings to a mechanism at t = 0, with everything that was found on the way.

use crate::default_record::record_positions;
use crate::far_guesses::far_from_guess;
use crate::independent_findings::with_independent;
use crate::on_top::on_top;
use crate::scene::Scene;
use crate::scene_errors::SceneErrors;
use crate::settings::Settings;
use crate::switch_storms::switch_storm;
use mainspring_builder::{BuildOptions, build};
use mainspring_definition::{Definition, Diagnostic, Source, Span};
use mainspring_dynamics::{Assembled, Redundant, assemble};
use mainspring_model::Model;
use mainspring_sweep_run::{Crossing, TracedMotion, trace};
use std::sync::Arc;

/// A mechanism ready to run.
pub struct Prepared {
    /// what the scene describes
    pub model: Arc<Model>,
    /// warnings and notes of the text, the model and the assembly
    pub notes: Vec<Diagnostic>,
    /// the texts that notes point into; those of settings last
    pub sources: Vec<Source>,
    /// degrees of freedom left, drives counted as taken
    pub freedom: usize,
    /// rows that follow from others
    pub redundant: Vec<Redundant>,
    /// times at which values are read, s, rising, each once
    pub at: Vec<f64>,
    /// how many of the sources belong to the scene
    pub(crate) own_sources: usize,
    pub(crate) max_steps: Option<u64>,
    pub(crate) mover: Mover,
}

impl Prepared {
    /// Pawls of a sweep that pass through each other.
    #[must_use]
    pub fn crossings(&self) -> &[Crossing] {
        if let Mover::Sweep(traced) = &self.mover { &traced.crossings } else { &[] }
    }
}

/// What moves the mechanism.
pub(crate) enum Mover {
    /// equations of motion, integrated
    Engine(Box<Assembled>),
    /// a quasi-static motion, traced already
    Sweep(Box<TracedMotion>),
}

/// A scene that builds, before its mechanism is put together.
pub struct Checked {
    /// what the scene describes
    pub model: Model,
    /// warnings and notes of the text and the model
    pub notes: Vec<Diagnostic>,
    /// the texts that notes point into; those of settings last
    pub sources: Vec<Source>,
    scene: String,
    own_sources: usize,
}

impl Checked {
    /// What is wrong with it after all.
    pub(crate) fn errors(self, finding: Diagnostic) -> SceneErrors {
        SceneErrors { scene: self.scene, findings: vec![finding], sources: self.sources, own_sources: self.own_sources }
    }
}

/// Reads a scene under settings and builds its model.
///
/// # Errors
/// Everything found wrong, in the scene or in the settings.
pub fn check(scene: &Scene, settings: &Settings) -> Result<Checked, SceneErrors> {
    let mut definition = scene.definition.clone();
    let own_sources = definition.sources.len();
    let mut notes = scene.findings.clone();
    let wrong = |findings: Vec<Diagnostic>, definition: Definition| SceneErrors {
        scene: scene.name.clone(),
        findings,
        sources: definition.sources,
        own_sources,
    };
    let options = settings.build_options(&scene.name, &mut definition.sources);
    if notes.iter().any(Diagnostic::is_error) {
        // a text that does not read says nothing of what settings may mean, but the rest of it is checked all the same
        let plain = BuildOptions { name: scene.name.clone(), ..BuildOptions::default() };
        let found = build(&definition, &plain).err().unwrap_or_default();
        let all = with_independent(notes, found, &definition.sources);
        return Err(wrong(all, definition));
    }
    let options = match options {
        Ok(options) => options,
        Err(findings) => return Err(wrong(findings, definition)),
    };
    let mut model = match built(&mut definition, &options, &mut notes) {
        Ok(model) => model,
        Err(findings) => {
            notes.extend(findings);
            return Err(wrong(notes, definition));
        }
    };
    notes.append(&mut model.notes);
    Ok(Checked { model, notes, sources: definition.sources, scene: scene.name.clone(), own_sources })
}

/// Checks a scene, closes its loops and makes its velocities consistent; an exact sweep is traced.
///
/// # Errors
/// Everything found wrong, in the scene or in the settings.
pub fn prepare(scene: &Scene, settings: &Settings) -> Result<Prepared, SceneErrors> {
    let Checked { model, mut notes, sources, scene, own_sources } = check(scene, settings)?;
    let wrong = |findings, sources| SceneErrors { scene, findings, sources, own_sources };
    let at = match times(&settings.at, model.run.duration) {
        Ok(at) => at,
        Err(finding) => return Err(wrong(vec![finding], sources)),
    };
    if model.sweep().is_some() && settings.max_steps.is_some() {
        let message = "`--max-steps` has no effect on an exact sweep, which takes no steps";
        let finding =
            Diagnostic::error("E0214", Span::NOWHERE, message).help("leave it out; `--until` ends it earlier");
        return Err(wrong(vec![finding], sources));
    }
    let model = Arc::new(model);
    if let Some(swept) = model.sweep() {
        return match trace(swept, model.run.every) {
            Ok(traced) => {
                notes.extend(traced.warnings(swept));
                notes.extend(traced.missed(swept, &at));
                Ok(Prepared {
                    freedom: swept.pawls.len(),
                    redundant: Vec::new(),
                    mover: Mover::Sweep(Box::new(traced)),
                    model,
                    notes,
                    sources,
                    at,
                    own_sources,
                    max_steps: None,
                })
            }
            Err(finding) => {
                notes.push(finding);
                Err(wrong(notes, sources))
            }
        };
    }
    match assemble(&model) {
        Ok(mut assembled) => {
            notes.append(&mut assembled.notes);
            notes.extend(far_from_guess(&assembled.guesses, assembled.system.length()));
            notes.extend(on_top(&model, assembled.system.as_mut(), &assembled.start));
            notes.extend(switch_storm(&model, assembled.system.as_mut()));
            Ok(Prepared {
                model,
                notes,
                sources,
                freedom: assembled.freedom,
                redundant: assembled.redundant.clone(),
                at,
                own_sources,
                max_steps: settings.max_steps,
                mover: Mover::Engine(Box::new(assembled)),
            })
        }
        Err(errors) => {
            notes.extend(errors.iter().map(mainspring_dynamics::AssembleError::diagnostic));
            Err(wrong(notes, sources))
        }
    }
}

/// The model, with positions recorded if the scene says nothing of what to record.
fn built(
    definition: &mut Definition,
    options: &BuildOptions,
    notes: &mut Vec<Diagnostic>,
) -> Result<Model, Vec<Diagnostic>> {
    let model = build(definition, options)?;
    // a sweep records what it has to tell
    if !model.channels.is_empty() || model.sweep().is_some() {
        return Ok(model);
    }
    let (recording, note) = record_positions(definition, &model);
    *definition = recording;
    notes.push(note);
    build(definition, options)
}

/// Times in order, each once; one outside the run is an error.
fn times(at: &[f64], end: f64) -> Result<Vec<f64>, Diagnostic> {
    if let Some(outside) = at.iter().find(|t| !(0.0..=end).contains(*t)) {
        let message = format!("values are asked for at t = {outside} s, but the run goes from 0 to {end} s");
        return Err(Diagnostic::error("E0902", Span::NOWHERE, message).help("`--until` makes the run longer"));
    }
    let mut at = at.to_vec();
    at.sort_by(f64::total_cmp);
    at.dedup();
    Ok(at)
}

//! A version of the mechanism: the scene, what was set since, hands, and what is read beside what the scene records.

use crate::hand::{Hand, push_force};
use crate::live_error::LiveError;
use mainspring_dynamics::assemble;
use mainspring_engine::{Engine, Options};
use mainspring_model::Model;
use mainspring_record::Origin;
use mainspring_workbench::{Scene, Settings, check};
use std::sync::Arc;

/// A version of the mechanism.
#[derive(Clone, Debug)]
pub(crate) struct Version {
    pub scene: Arc<Scene>,
    /// those of the session, what was set since, and expressions that are read
    pub settings: Settings,
    pub hands: Vec<Hand>,
    /// the same for two whose states are of one size and mean the same
    pub mechanism: u64,
    /// s; infinite: without an end
    pub end: f64,
}

impl Version {
    /// A run of it at t = 0, before anything is decided.
    pub(crate) fn engine(&self) -> Result<(Engine, Arc<Model>), LiveError> {
        let checked = check(&self.scene, &self.settings)?;
        let mut model = checked.model;
        if model.sweep().is_some() {
            return Err(LiveError::Sweep);
        }
        for (index, hand) in self.hands.iter().enumerate() {
            push_force(&mut model, index, hand)?;
        }
        model.run.duration = self.end;
        let model = Arc::new(model);
        let assembled = assemble(&model).map_err(LiveError::Assembly)?;
        let sources = self.scene.definition.sources.iter().map(|s| (s.name.clone(), s.text.clone())).collect();
        let options = Options {
            max_steps: self.settings.max_steps,
            origin: Origin { sources, command: Vec::new() },
            frames_on_request: true,
            ..Options::default()
        };
        Ok((Engine::new(assembled, options)?, model))
    }
}

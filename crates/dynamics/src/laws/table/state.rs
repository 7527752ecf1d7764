//! What the table remembers between steps, beside how bodies are supported.

use crate::laws::table::script_state::ScriptState;
use mainspring_model::Model;

/// Scripts and bins.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct TableState {
    /// per script: where it stands
    pub scripts: Vec<ScriptState>,
    /// per bin: parts it has caught
    pub caught: Vec<u32>,
    /// parts at rest that came to their limits with their gauges then, and when, s: events that follow each other within what
    /// counts as one moment are decided together
    pub strained: (Option<f64>, Vec<(usize, f64)>),
    /// how often in a row parts that came to their limits were found to stay where they are
    pub stayed: u32,
}

impl TableState {
    /// Gauge with which a part came to its limit at this moment.
    #[must_use]
    pub fn strain(&self, body: usize) -> Option<f64> {
        self.strained.1.iter().find(|(b, _)| *b == body).map(|(_, gauge)| *gauge)
    }

    /// Before anything has begun.
    #[must_use]
    pub fn of(model: &Model) -> Self {
        Self {
            scripts: model.fields.scripts.iter().map(ScriptState::of).collect(),
            caught: vec![0; model.fields.bins.len()],
            strained: (None, Vec::new()),
            stayed: 0,
        }
    }
}

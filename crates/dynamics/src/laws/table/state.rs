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
}

impl TableState {
    /// Before anything has begun.
    #[must_use]
    pub fn of(model: &Model) -> Self {
        Self {
            scripts: model.fields.scripts.iter().map(ScriptState::of).collect(),
            caught: vec![0; model.fields.bins.len()],
        }
    }
}

//! The programs of a model while they are written.

use mainspring_model::Level;
use mainspring_model::{NodeId, Programs};
use std::collections::BTreeMap;

/// Run-time expressions so far, with what each depends on.
#[derive(Default)]
pub struct Code {
    pub programs: Programs,
    /// of each node
    pub levels: Vec<Level>,
    /// each node's copy at the switch time
    pub switched: BTreeMap<NodeId, NodeId>,
}

//! What is remembered of the pieces that fixed steps are taken in.

use serde::{Deserialize, Serialize};

/// Pieces of fixed steps; see `substeps`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Pieces {
    /// a step is taken in two to this power
    pub halvings: u32,
    /// the most that was reported
    pub reported: u32,
    /// pieces in a row that left room for longer ones
    pub calm: u32,
}

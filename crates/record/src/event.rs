//! What happens in a run.

use serde::{Deserialize, Serialize};

/// Something that happened at a moment.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// s
    pub time: f64,
    /// order among events at the same time
    pub order: u32,
    /// `release`, `attach`, `limit`, `end` …
    pub kind: String,
    /// paths of what took part
    pub who: Vec<String>,
    /// named numbers, SI
    pub numbers: Vec<(String, f64)>,
    /// one sentence for people
    pub text: String,
}

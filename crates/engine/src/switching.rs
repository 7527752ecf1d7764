//! How often a run switches.

/// Switches since a moment.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Switching {
    pub count: u32,
    /// those of them that conditions brought about
    pub by_conditions: u32,
    /// s
    pub since: f64,
}

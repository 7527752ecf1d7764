//! What only the run knows, for expressions that read it.

/// What only the run knows, for expressions that read it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RunValues {
    /// work done on the mechanism since the start, J
    pub work: f64,
    /// dissipated since the start, J
    pub dissipated: f64,
    /// lost in attachments and jumps since the start, J
    pub lost: f64,
    /// what the balance is off by, J
    pub residual: f64,
    /// something is in doubt by now
    pub doubtful: bool,
}

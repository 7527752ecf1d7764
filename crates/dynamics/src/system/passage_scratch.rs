//! Scratch for passages through singular positions; empty until the first.

/// Scratch for passages; empty until the first.
#[derive(Clone, Debug, Default)]
pub struct Passage {
    /// accelerations are computed at projected states until the next step
    pub careful: bool,
    /// that began within an attempt, which must be made again: its stages must all be of one kind
    pub retry_step: bool,
    /// n of the last `singular_ahead`; [rows]
    pub stress: Vec<f64>,
    pub q: Vec<f64>,
    pub v: Vec<f64>,
    pub q_sum: Vec<f64>,
    pub v_sum: Vec<f64>,
    pub solution_sum: Vec<f64>,
    pub shifted: Vec<f64>,
    pub place: (Vec<f64>, Vec<f64>),
}

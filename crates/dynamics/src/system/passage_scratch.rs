//! Scratch for passages through singular positions; empty until the first.

use crate::system::branch_rows::Branch;

/// Scratch for passages; empty until the first.
#[derive(Clone, Debug, Default)]
pub struct Passage {
    /// accelerations are computed at projected states until the next step
    pub careful: bool,
    /// that began within an attempt, which must be made again: its stages must all be of one kind
    pub retry_step: bool,
    /// a step is being made: rows left out may be exchanged
    pub may_exchange: bool,
    /// what was left of the weakest row when an exchange was last tried in vain since the last step; 0: not tried
    pub tried_at: f64,
    /// which of the distances between places served last since the last step
    pub nearer: usize,
    /// distance within which it is interpolated
    pub inner: f64,
    /// how much the outermost places changed what was interpolated, of the largest of it
    pub off: f64,
    /// n of the last `singular_ahead`; [rows]
    pub stress: Vec<f64>,
    pub q: Vec<f64>,
    pub v: Vec<f64>,
    pub q_sum: Vec<f64>,
    pub v_sum: Vec<f64>,
    pub solution_sum: Vec<f64>,
    /// efforts and limits of friction in joints
    pub effort_sum: Vec<f64>,
    pub shifted: Vec<f64>,
    pub place: (Vec<f64>, Vec<f64>),
    /// rows that stand for those that depend on others, while it is solved for accelerations
    pub branch: Option<Branch>,
    /// more rows depend on others here than others stand for
    pub many: bool,
}

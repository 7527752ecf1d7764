//! Trait: singular positions.

/// Singular positions on the way.
pub trait Singular: Send {
    /// The singular position (rows of a loop that depend on each other for a moment) that the motion at y approaches or
    /// has just left, if one can be told.
    fn singular_ahead(&mut self, _time: f64, _y: &[f64]) -> Option<SingularityApproach> {
        None
    }
    /// Rows of loops that may be singular near y, those nearest to it first.
    fn loops_ahead(&mut self, _time: f64, _y: &[f64]) -> Vec<usize> {
        Vec::new()
    }
    /// As `singular_ahead`, of the loop that one row closes.
    fn loop_ahead(&mut self, _row: usize, _time: f64, _y: &[f64]) -> Option<SingularityApproach> {
        None
    }
    /// Rows that depend on others in the singular position y and not a little further on, at a rate as in [`SingularityApproach`];
    /// none where y is no singular position. `stressed` names their loops then.
    fn singular_rows(&mut self, _time: f64, _y: &[f64], _rate: f64) -> Vec<usize> {
        Vec::new()
    }
    /// While a step is made, rows that are left out because they follow from others may be exchanged for these.
    fn let_rows_change(&mut self, _may: bool) {}
    /// Whether anything evaluated since this was last asked looked like a singular position.
    fn take_singular_suspicion(&mut self) -> bool {
        false
    }
    /// Whether, since this was last asked, evaluations changed over to those near a singular position: a step that began
    /// with the others must be taken again. They last until `remember_angles`.
    fn take_step_retry(&mut self) -> bool {
        false
    }
    /// A joint whose disc lies, or all but lies, flat on the plane that it rolls on.
    fn flat_disc(&mut self, _y: &[f64]) -> Option<String> {
        None
    }
    /// Joints and constraints whose rows depend on each other in the position last found by `singular_ahead`.
    fn stressed(&self) -> Vec<String> {
        Vec::new()
    }
}

/// Where a singular position lies along the motion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SingularityApproach {
    /// time until it, from the present rates, s; negative if it has been passed
    pub ahead: f64,
    /// fastest rate in the loop: rad/s, or lengths of the mechanism per second
    pub rate: f64,
    /// a drive pushes the loop into it, where it cannot go
    pub forced: bool,
}

impl SingularityApproach {
    /// How far it is: rad, or lengths of the mechanism.
    #[must_use]
    pub fn distance(&self) -> f64 {
        self.ahead.abs() * self.rate
    }
}

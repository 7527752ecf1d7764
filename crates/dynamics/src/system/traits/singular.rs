//! Trait: singular positions.

/// Singular positions on the way.
pub trait Singular: Send {
    /// The singular position (rows of a loop that depend on each other for a moment) that the motion at y approaches or
    /// has just left, if one can be told.
    fn singular_ahead(&mut self, _time: f64, _y: &[f64]) -> Option<SingularityApproach> {
        None
    }
    /// Whether anything evaluated since this was last asked looked like a singular position.
    fn take_singular_suspicion(&mut self) -> bool {
        false
    }
    /// Whether, since this was last asked, evaluations changed over to those near a singular position: a step that began
    /// with the others must be taken again. They last until `remember_angles`.
    fn take_step_retry(&mut self) -> bool {
        false
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

//! Trait: springs whose stiffness adapts.

use crate::laws::penalty::quantities::PenaltyMark;

/// Springs in compliant joints and soft contacts whose stiffness adapts to the step.
pub trait AdaptiveStiffness: Send {
    /// Rate that no adapting stiffness swings faster than, rad/s; infinite: all as given.
    fn rate_cap(&self) -> f64;
    /// Lets no adapting spring swing faster than this, rad/s; infinite: as stiff as given.
    fn cap_rate(&mut self, _cap: f64) {}
    /// Rate, rad/s, of the fastest spring that adapts and acts (in a compliant joint or a soft contact), as it acts now.
    fn fastest_adapting(&self) -> Option<f64> {
        None
    }
    /// Rate, rad/s, of the fastest spring that adapts, acts and is damped, as it acts now; 0 where there is none.
    fn fastest_damped(&self) -> f64 {
        0.0
    }
    /// Contacts under the penalty method at the state of the last `derivative` or `read`.
    fn penalty_contacts(&self, _out: &mut Vec<PenaltyMark>) {}
}

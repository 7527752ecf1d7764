//! Trait: springs that fixed steps adapt to.

use crate::laws::penalty::quantities::PenaltyMark;

/// Springs in compliant joints and soft contacts that fixed steps adapt to.
pub trait AdaptiveStiffness: Send {
    /// Rate, rad/s, of the fastest spring that is marked `adapt` and acts, in a compliant joint or a soft contact.
    fn fastest_adapting(&self) -> Option<f64> {
        None
    }
    /// Rate, 1/s, at which dampers and friction of such contacts make motion fade, at the state of the last `derivative`.
    fn fastest_fading(&self) -> f64 {
        0.0
    }
    /// Contacts under the penalty method at the state of the last `derivative` or `read`.
    fn penalty_contacts(&self, _out: &mut Vec<PenaltyMark>) {}
}

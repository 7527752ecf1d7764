//! Of a mechanism in maximal coordinates: springs whose stiffness adapts.

use crate::laws::penalty::quantities::PenaltyMark;
use crate::system::mechanism::Mechanism;
use crate::system::traits::adaptive_stiffness::AdaptiveStiffness;

impl AdaptiveStiffness for Mechanism {
    fn rate_cap(&self) -> f64 {
        self.bodies.rate_cap()
    }

    fn cap_rate(&mut self, cap: f64) {
        self.bodies.state.rate_cap = Some(cap).filter(|cap| cap.is_finite());
    }

    fn fastest_adapting(&self) -> Option<f64> {
        self.laws.penalty.fastest(&self.bodies, false)
    }

    fn fastest_damped(&self) -> f64 {
        self.laws.penalty.fastest(&self.bodies, true).unwrap_or(0.0)
    }

    fn penalty_contacts(&self, out: &mut Vec<PenaltyMark>) {
        self.laws.penalty.penalty_marks(out);
    }
}

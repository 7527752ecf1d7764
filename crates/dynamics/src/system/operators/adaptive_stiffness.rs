//! Of a mechanism in maximal coordinates: springs that fixed steps adapt to.

use crate::laws::penalty::quantities::PenaltyMark;
use crate::system::mechanism::Mechanism;
use crate::system::traits::adaptive_stiffness::AdaptiveStiffness;

impl AdaptiveStiffness for Mechanism {
    fn fastest_adapting(&self) -> Option<f64> {
        self.laws.penalty.fastest(&self.bodies)
    }

    fn fastest_fading(&self) -> f64 {
        self.laws.penalty.fading(&self.bodies)
    }

    fn penalty_contacts(&self, out: &mut Vec<PenaltyMark>) {
        self.laws.penalty.penalty_marks(&self.bodies, out);
    }
}

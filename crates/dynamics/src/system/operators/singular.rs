//! Of a mechanism in maximal coordinates: singular positions.

use crate::system::mechanism::Mechanism;
use crate::system::traits::singular::{Singular, SingularityApproach};

impl Singular for Mechanism {
    fn singular_ahead(&mut self, time: f64, y: &[f64]) -> Option<SingularityApproach> {
        let (q, v, _) = self.bodies.split(y);
        self.bodies.kinematics(q, v);
        self.bodies.drive_motion(time);
        self.bodies.jacobians(time);
        // whichever comes nearest, even if it is far
        self.bodies.factor.weak = 1.0;
        self.bodies.factorise(crate::multibody::multibody::Use::Acceleration, crate::tolerances::COLLAPSE, |_| {});
        self.bodies.factor.weak = crate::tolerances::WEAK_PIVOT;
        let (_, unknown) = self.bodies.factor.weakest()?;
        self.approach_of_row(unknown - self.bodies.nv, time, q, v)
    }

    fn take_singular_suspicion(&mut self) -> bool {
        std::mem::take(&mut self.bodies.weakness_seen)
    }

    fn take_step_retry(&mut self) -> bool {
        std::mem::take(&mut self.passage.retry_step)
    }

    fn stressed(&self) -> Vec<String> {
        Self::stressed(self)
    }
}

//! Of a mechanism in maximal coordinates: singular positions.

use crate::system::mechanism::Mechanism;
use crate::system::traits::singular::{Nearing, Singular};

impl Singular for Mechanism {
    fn singular_ahead(&mut self, time: f64, y: &[f64]) -> Option<Nearing> {
        let (q, v, _) = self.bodies.split(y);
        self.bodies.kinematics(q, v);
        self.bodies.drive_motion(time);
        self.bodies.jacobians(time);
        // whichever comes nearest, even if it is far
        self.bodies.factor.weak = 1.0;
        self.bodies.factorise(crate::multibody::multibody::Use::Acceleration, crate::tolerances::COLLAPSE, |_| {});
        self.bodies.factor.weak = crate::multibody::kkt::factor::WEAK;
        let (_, unknown) = self.bodies.factor.weakest()?;
        self.nearing_by(unknown - self.bodies.nv, time, q, v)
    }

    fn take_singular_suspicion(&mut self) -> bool {
        std::mem::take(&mut self.bodies.weakness_seen)
    }

    fn take_retake(&mut self) -> bool {
        std::mem::take(&mut self.passage.retake)
    }

    fn stressed(&self) -> Vec<String> {
        Self::stressed(self)
    }
}

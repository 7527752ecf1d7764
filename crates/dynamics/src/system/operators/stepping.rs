//! Of a mechanism in maximal coordinates: steps that take all contacts together.

use crate::system::failure::Failure;
use crate::system::mechanism::Mechanism;
use crate::system::traits::rattle::Unfit;
use crate::system::traits::stepping::Stepping;
use crate::tolerances::STEP_OF_FALL;
use mainspring_numerics::vec3::norm;

impl Stepping for Mechanism {
    fn step_together(&mut self, time: f64, y: &mut [f64], h: f64) -> Result<(), Failure> {
        Self::step_together(self, time, y, h)
    }

    fn stepping_unsupported(&self) -> Option<Unfit> {
        self.not_steppable()
    }

    fn take_step_loss(&mut self) -> f64 {
        std::mem::take(&mut self.stepping.lost)
    }

    fn fitting_step(&self) -> f64 {
        let smallest = self.laws.touch.pairs.iter().map(|p| p.size).fold(self.bodies.length, f64::min);
        STEP_OF_FALL * (smallest / norm(self.bodies.model.gravity).max(1.0)).sqrt()
    }
}

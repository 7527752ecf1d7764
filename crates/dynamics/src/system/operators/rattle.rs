//! Of a mechanism in maximal coordinates: steps that keep the structure of the equations.

use crate::multibody::results::ProjectError;
use crate::system::mechanism::Mechanism;
use crate::system::traits::rattle::{Rattle, Unfit};

impl Rattle for Mechanism {
    fn rattle_step(&mut self, time: f64, y: &mut [f64], h: f64) -> Result<(), ProjectError> {
        self.take_stepped_contacts();
        self.show_events();
        self.rattle_here(time, y, h)
    }

    fn rattle_unsupported(&self) -> Option<Unfit> {
        self.unfit()
    }
}

//! Of a tree in joint coordinates: steps that keep the structure of the equations.

use crate::multibody::results::ProjectError;
use crate::system::traits::rattle::{Rattle, Unfit};
use crate::system::tree_system::Reduced;
use crate::tree::recursion::Recursion;

impl<T: Recursion> Rattle for Reduced<T> {
    fn rattle_step(&mut self, _time: f64, _y: &mut [f64], _h: f64) -> Result<(), ProjectError> {
        Err(ProjectError { joint: String::new(), contact: false, residual: f64::INFINITY })
    }

    fn rattle_unsupported(&self) -> Option<Unfit> {
        Some(Unfit {
            path: self.core.bodies.model.name.clone(),
            what: "is solved in joint coordinates",
            fix: "ask for maximal ones",
        })
    }
}

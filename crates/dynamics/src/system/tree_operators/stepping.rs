//! Of a tree in joint coordinates: steps that take all contacts together.

use crate::multibody::results::ProjectError;
use crate::system::failure::Failure;
use crate::system::traits::rattle::Unfit;
use crate::system::traits::stepping::Stepping;
use crate::system::tree_system::Reduced;
use crate::tree::recursion::Recursion;

impl<T: Recursion> Stepping for Reduced<T> {
    fn step_together(&mut self, _time: f64, _y: &mut [f64], _h: f64) -> Result<(), Failure> {
        Err(Failure::Open(ProjectError { joint: String::new(), contact: false, residual: f64::INFINITY }))
    }

    fn stepping_unsupported(&self) -> Option<Unfit> {
        Some(Unfit {
            path: self.core.bodies.model.name.clone(),
            what: "is solved in joint coordinates",
            fix: "ask for maximal ones",
        })
    }

    fn stepped(&self) -> bool {
        false
    }

    fn set_stepped(&mut self, _stepped: bool) {}

    fn count_places(&mut self, _y: &[f64], pairs: &mut Vec<u32>) -> usize {
        pairs.clear();
        0
    }

    fn count_places_by_pair(&mut self, _y: &[f64], pairs: &mut Vec<u32>) -> Vec<usize> {
        pairs.clear();
        Vec::new()
    }

    fn touching_now(&self, pairs: &mut Vec<u32>) -> usize {
        pairs.clear();
        0
    }

    fn separate(&mut self, _time: f64, _y: &mut [f64]) -> Result<(), Failure> {
        Ok(())
    }

    fn fitting_step(&self) -> f64 {
        self.core.fitting_step()
    }
}

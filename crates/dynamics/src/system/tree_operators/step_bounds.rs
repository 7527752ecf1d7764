//! Of a tree in joint coordinates: what bounds a step.

use crate::system::traits::step_bounds::StepBounds;
use crate::system::tree_system::Reduced;
use crate::tree::recursion::Recursion;

impl<T: Recursion> StepBounds for Reduced<T> {
    fn set_switch_time(&mut self, time: f64) {
        self.core.bodies.state.switch_time = time;
    }

    fn next_switch(&mut self, from: f64, to: f64) -> Option<f64> {
        self.core.next_switch(from, to)
    }

    fn jumps_ahead(&mut self, from: f64, to: f64) -> f64 {
        self.core.jumps_ahead(from, to)
    }

    fn frames_ahead(&self, from: f64, to: f64) -> f64 {
        self.core.frames_ahead(from, to)
    }

    fn turn_limit(&mut self, y: &[f64]) -> f64 {
        // coordinates of the tree count their turns themselves
        if !self.compliant {
            return f64::INFINITY;
        }
        self.unfold(y);
        self.core.turn_limit(&self.whole)
    }
}

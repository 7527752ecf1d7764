//! Of a tree in joint coordinates: guards.

use crate::system::traits::guards::Guards;
use crate::system::tree_system::Reduced;
use crate::tree::recursion::Recursion;

impl<T: Recursion> Guards for Reduced<T> {
    fn guards(&mut self, time: f64, y: &[f64], out: &mut [f64]) {
        if !self.core.guard_nodes.is_empty() {
            self.unfold(y);
            self.core.guards(time, &self.whole, out);
        }
    }

    fn guard_period(&self) -> f64 {
        self.core.guard_period
    }

    fn limit_gaps(&mut self, y: &[f64], out: &mut [f64]) {
        if !self.core.limited.is_empty() {
            self.unfold(y);
            self.core.limit_gaps(&self.whole, out);
        }
    }

    fn limited(&self) -> &[usize] {
        &self.core.limited
    }
}

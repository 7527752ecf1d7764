//! Of a tree in joint coordinates: guards.

use crate::system::conditions::Condition;
use crate::system::traits::guards::Guards;
use crate::system::tree_system::Reduced;
use crate::tree::recursion::Recursion;
use mainspring_model::JointId;

impl<T: Recursion> Guards for Reduced<T> {
    fn conditions(&self) -> &[Condition] {
        &self.core.conditions.list
    }

    fn read_conditions(&mut self, time: f64, y: &[f64], out: &mut [f64]) {
        if !self.core.conditions.list.is_empty() {
            self.unfold(y);
            self.core.read_conditions(time, &self.whole, out);
        }
    }

    fn condition_period(&self) -> f64 {
        self.core.conditions.period
    }

    fn limit_gaps(&mut self, y: &[f64], out: &mut [f64]) {
        if !self.core.limited.is_empty() {
            self.unfold(y);
            self.core.limit_gaps(&self.whole, out);
        }
    }

    fn limited(&self) -> &[JointId] {
        &self.core.limited
    }
}

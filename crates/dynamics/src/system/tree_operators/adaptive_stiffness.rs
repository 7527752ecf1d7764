//! Of a tree in joint coordinates: springs whose stiffness adapts.

use crate::system::traits::adaptive_stiffness::AdaptiveStiffness;
use crate::system::tree_system::Reduced;
use crate::tree::recursion::Recursion;

impl<T: Recursion> AdaptiveStiffness for Reduced<T> {
    fn rate_cap(&self) -> f64 {
        self.core.rate_cap()
    }
}

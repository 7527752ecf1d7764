//! Of a tree in joint coordinates: it has no springs that fixed steps adapt to.

use crate::system::traits::adaptive_stiffness::AdaptiveStiffness;
use crate::system::tree_system::Reduced;
use crate::tree::recursion::Recursion;

impl<T: Recursion> AdaptiveStiffness for Reduced<T> {}

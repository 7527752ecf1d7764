//! Of a tree in joint coordinates: singular positions.

use crate::system::traits::singular::Singular;
use crate::system::tree_system::Reduced;
use crate::tree::recursion::Recursion;

impl<T: Recursion> Singular for Reduced<T> {}

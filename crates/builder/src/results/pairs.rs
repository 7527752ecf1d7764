//! Result of the contact phase: which pairs may touch.

use mainspring_model::BodyId;
use mainspring_model::ContactPair;
use std::collections::{BTreeMap, BTreeSet};

/// A pair in the order it is kept: a body that can move, then whether the other is an obstacle, and its index.
pub type Key = (BodyId, bool, usize);

/// Pairs that may touch.
#[derive(Default)]
pub struct Pairs {
    pub list: Vec<ContactPair>,
    /// whether all pairs are known, so that they can be measured
    pub known: bool,
    /// index of each pair
    pub index: BTreeMap<Key, usize>,
    /// bodies that something may touch
    pub touched: BTreeSet<BodyId>,
}

impl Pairs {
    /// Whether anything may touch a body.
    pub fn may_be_touched(&self, body: BodyId) -> bool {
        self.touched.contains(&body)
    }
}

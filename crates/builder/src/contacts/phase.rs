//! The contact phase: every line about contact, brought together into pairs.

use crate::elaborate::elaboration::Deferred;
use crate::evaluate::evaluator::Evaluator;
use crate::results::pairs::{Key, Pairs};
use crate::results::part_coefficients::PairCoefficients;
use mainspring_definition::Span;
use mainspring_model::BodyId;
use std::collections::{BTreeMap, BTreeSet};

/// Pairs in the making.
pub struct ContactPhase<'p, 'a> {
    pub ev: Evaluator<'p, 'a>,
    /// `materials` lines by the ids of the two, with where they stand
    pub materials: BTreeMap<(usize, usize), (PairCoefficients, Span)>,
    pub wanted: BTreeMap<Key, Wanted>,
    /// parts joined by a joint, or through gears by two
    pub neighbours: BTreeSet<(BodyId, BodyId)>,
    /// pairs looked at so far
    pub looked_at: usize,
    pub pairs: Pairs,
}

/// A pair that may touch.
pub struct Wanted {
    pub span: Span,
    /// the pair's own line, and whether both parts were named there rather than composites they belong to
    pub own: Option<(PairCoefficients, bool, Span)>,
}

impl<'p, 'a> ContactPhase<'p, 'a> {
    /// Nothing said yet.
    pub fn new(ev: Evaluator<'p, 'a>) -> Self {
        Self {
            ev,
            materials: BTreeMap::new(),
            wanted: BTreeMap::new(),
            neighbours: BTreeSet::new(),
            looked_at: 0,
            pairs: Pairs::default(),
        }
    }
}

/// The pairs that may touch.
pub fn collect<'a>(ev: Evaluator<'_, 'a>, deferred: &[Deferred<'a>]) -> Pairs {
    let mut phase = ContactPhase::new(ev);
    phase.collect_contacts(deferred);
    phase.pairs
}

//! What is known so far: the finished results of earlier phases, by shared reference.

use crate::results::drafts::Drafts;
use crate::results::joints::Joints;
use crate::results::loads::Loads;
use crate::results::pairs::Pairs;
use crate::results::parts::Parts;
use crate::results::springs::Springs;
use crate::results::swept::SweptNames;

/// One result a phase; those of phases to come are empty.
#[derive(Default)]
pub struct Results<'a> {
    pub parts: Parts,
    pub joints: Joints,
    pub springs: Springs<'a>,
    pub loads: Loads,
    pub pairs: Pairs,
    pub table: Drafts<'a>,
    pub swept: SweptNames,
}

/// The results an expression may read.
#[derive(Clone, Copy)]
pub struct Known<'k, 'a> {
    pub parts: &'k Parts,
    pub joints: &'k Joints,
    pub springs: &'k Springs<'a>,
    pub loads: &'k Loads,
    pub pairs: &'k Pairs,
    pub table: &'k Drafts<'a>,
    pub swept: &'k SweptNames,
}

impl<'a> Results<'a> {
    /// All of them, to read.
    pub fn known(&self) -> Known<'_, 'a> {
        let Self { parts, joints, springs, loads, pairs, table, swept } = self;
        Known { parts, joints, springs, loads, pairs, table, swept }
    }
}

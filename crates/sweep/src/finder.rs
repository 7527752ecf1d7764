//! Where obstacles and pawl are looked up, and what the last look saw.

use std::cell::{Cell, RefCell};

use crate::curve::Curve;
use crate::numbers::Interval;
use crate::point::ExactPredicates;
use crate::tree::{Scratch, Tree};

/// Where obstacles and pawl are looked up.
pub(crate) struct Finder<'a> {
    pub predicates: &'a ExactPredicates<'a>,
    pub pawl_tree: &'a Tree,
    pub land_tree: &'a Tree,
    /// Largest distance of the pawl's outline from the hinge.
    pub reach: f64,
    /// Added to boxes for rounding.
    pub margin: f64,
    /// Whether boxes are used; without them every pair is a candidate.
    pub lazy: bool,
    pub scratch: RefCell<Scratch>,
    /// How far each kind of walk could look at once the last time, m of scaled lengths.
    pub steps_taken: Cell<[f64; 3]>,
    /// What the last piece of a walk found near.
    pub seen: RefCell<Seen>,
}

/// Pairs of edges that come near at times and places of one chart within ranges.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    pub pairs: Vec<(u32, u32)>,
    /// The curves of the pairs that may touch.
    pub curves: Vec<Curve>,
    pub t: Option<Interval>,
    u: (f64, f64),
    pub chart: i32,
}

impl Seen {
    /// Notes what the pairs are good for.
    pub fn covers(&mut self, t: Interval, chart: i32, from: f64, to: f64) {
        (self.t, self.chart, self.u) = (Some(t), chart, (from.min(to), from.max(to)));
    }

    /// Whether everything near a time and place is among the pairs.
    pub fn holds(&self, t: Interval, chart: i32, u: Interval) -> bool {
        let (lo, hi) = self.u;
        self.t.is_some_and(|own| own.lo <= t.lo && t.hi <= own.hi) && self.chart == chart && lo <= u.lo && u.hi <= hi
    }
}

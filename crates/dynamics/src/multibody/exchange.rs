//! Which of the rows that depend on each other are left out: others where those that are kept come to depend on each other.
//!
//! Of an over-constrained loop (Bennett's, a spatial four-bar) some rows follow from the rest everywhere, and any of them may be left
//! out as long as those kept say the same. Where the kept ones nearly depend on each other, although the rank of all is what it was,
//! other ones do; the motion is the same, and so are the reactions, which are the smallest of all.

use crate::multibody::multibody::{Multibody, Use};
use crate::tolerances::{COLLAPSE, REDUNDANT, WEAK_PIVOT};

/// How much more must be left of the weakest pivot for other rows to be worth it.
const WORTH_IT: f64 = 4.0;

impl Multibody {
    /// Whether rows are left out that follow from others.
    pub fn leaves_out(&self) -> bool {
        (0..self.rows.len()).any(|r| self.state.dropped[r] && self.acts(self.rows[r].group))
    }

    /// Leaves other rows out at the state of `jacobians`, if that serves better; whether it did.
    pub fn exchange(&mut self) -> bool {
        let before = self.state.dropped.clone();
        let acting = |b: &Self, r: usize| b.acts(b.rows[r].group);
        let count = (0..before.len()).filter(|&r| before[r] && acting(self, r)).count();
        if count == 0 {
            return false;
        }
        let left_before = self.weakest_left();
        for r in 0..before.len() {
            self.state.dropped[r] = before[r] && !acting(self, r);
        }
        self.remask();
        let found = self.dependent_rows(REDUNDANT);
        let same = found.iter().all(|&r| before[r]);
        // fewer rows are independent just here: that is a singular position, which no others make sound
        if found.len() == count && !same && self.weakest_left() > WORTH_IT * left_before {
            return true;
        }
        self.state.dropped = before;
        self.remask();
        false
    }

    /// Least that is left of a pivot of a row that closes a loop, by masses, at the state of `jacobians`.
    fn weakest_left(&mut self) -> f64 {
        self.factor.weak = 1.0;
        self.factorise(Use::Acceleration, COLLAPSE, |_| {});
        self.factor.weak = WEAK_PIVOT;
        self.factor.weakest().map_or(1.0, |(left, _)| left)
    }
}

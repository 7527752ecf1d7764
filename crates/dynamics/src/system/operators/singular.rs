//! Of a mechanism in maximal coordinates: singular positions.

use crate::system::mechanism::Mechanism;
use crate::system::traits::singular::{Singular, SingularityApproach};

/// Loops of which less is left than this may be singular within a step: the sine of 45 degrees, squared.
const LOOKED_AT: f64 = 0.5;

impl Singular for Mechanism {
    fn singular_ahead(&mut self, time: f64, y: &[f64]) -> Option<SingularityApproach> {
        let (_, row) = self.loops_by_weakness(time, y).into_iter().next()?;
        let (q, v, _) = self.bodies.split(y);
        self.approach_of_row(row, time, q, v)
    }

    fn loops_ahead(&mut self, time: f64, y: &[f64]) -> Vec<usize> {
        let rows = self.loops_by_weakness(time, y);
        rows.into_iter().filter(|(left, _)| *left < LOOKED_AT).map(|(_, row)| row).collect()
    }

    fn loop_ahead(&mut self, row: usize, time: f64, y: &[f64]) -> Option<SingularityApproach> {
        let (q, v, _) = self.bodies.split(y);
        self.approach_of_row(row, time, q, v)
    }

    fn singular_rows(&mut self, time: f64, y: &[f64], rate: f64) -> Vec<usize> {
        let (q, v, _) = self.bodies.split(y);
        Self::singular_rows(self, time, q, v, rate)
    }

    fn let_rows_change(&mut self, may: bool) {
        self.passage.may_exchange = may;
    }

    fn take_singular_suspicion(&mut self) -> bool {
        std::mem::take(&mut self.bodies.weakness_seen)
    }

    fn take_step_retry(&mut self) -> bool {
        std::mem::take(&mut self.passage.retry_step)
    }

    fn flat_disc(&mut self, y: &[f64]) -> Option<String> {
        let (q, v, _) = self.bodies.split(y);
        self.bodies.kinematics(q, v);
        self.bodies.flat_disc(crate::tolerances::LIES_FLAT[1]).map(|j| self.bodies.model.joints[j].path.clone())
    }

    fn stressed(&self) -> Vec<String> {
        Self::stressed(self)
    }
}

//! Which loops are singular in a position: all of them, also those whose rows follow from others anyway.
//!
//! Where the rank of all rows is lower than it was, some follow from the others that did not before. Against those that are then
//! independent each dependent row has a self-stress: the joints of one loop. A row that always follows (a spare leg) has one, too; it
//! belongs to the position if a little further on the same independent rows do not say what it says.

use crate::multibody::multibody::Use;
use crate::system::mechanism::Mechanism;
use crate::tolerances::{PASSAGE_INNER, REDUNDANT, SINGULAR_THERE, SUSPECT};

/// Share of what was left of the weakest row when other rows were last looked for, at which they are looked for again.
const TRIED_AGAIN: f64 = 0.1;

impl Mechanism {
    /// Rows that depend on others in this position and not a little further on, at a rate (rad, or lengths of the mechanism, a second);
    /// leaves the self-stresses of all of them, added up by size, in the scratch. None where all rows have the rank they have elsewhere.
    pub fn singular_rows(&mut self, time: f64, q: &[f64], v: &[f64], rate: f64) -> Vec<usize> {
        let keep = self.bodies.state.dropped.clone();
        let always = self.leave_nothing_out();
        self.place_at(time, q, v);
        let dependent = self.bodies.rank(Use::Acceleration, SINGULAR_THERE).dependent;
        let mut rows = Vec::new();
        if dependent.len() > always {
            rows = self.independent_further_on(&dependent, &keep, time, q, v, rate);
            self.leave_nothing_out();
            self.place_at(time, q, v);
            self.bodies.factorise_without(&dependent);
            self.add_stresses(&rows);
        }
        self.bodies.state.dropped = keep;
        self.remask();
        rows
    }

    /// Lets every row act whose joint does; how many did not.
    fn leave_nothing_out(&mut self) -> usize {
        let mut count = 0;
        for r in 0..self.bodies.rows.len() {
            if self.bodies.state.dropped[r] && self.bodies.acts(self.bodies.rows[r].group) {
                self.bodies.state.dropped[r] = false;
                count += 1;
            }
        }
        self.remask();
        count
    }

    /// While a step is made: leaves other rows out where those that are kept nearly depend on each other. Whether it did.
    pub fn exchange_rows(&mut self, time: f64, q: &[f64], v: &[f64]) -> bool {
        let Some((left, _)) = self.bodies.weakest.filter(|_| self.passage.may_exchange) else { return false };
        if !self.worth_exchanging(left) {
            return false;
        }
        self.place_at(time, q, v);
        let done = self.bodies.exchange();
        self.passage.tried_at = if done { 0.0 } else { left };
        done
    }

    /// The same at the state of `jacobians`, after a factorisation; whether it has to be made again.
    pub fn exchange_weak(&mut self) -> bool {
        let weakest = self.bodies.factor.weakest().map(|(left, _)| left).filter(|left| *left < SUSPECT);
        let Some(left) = weakest.filter(|left| self.worth_exchanging(*left)) else { return false };
        self.passage.tried_at = if self.bodies.exchange() { 0.0 } else { left };
        true
    }

    /// Where it was tried in vain a moment ago, not again before it is much nearer.
    fn worth_exchanging(&self, left: f64) -> bool {
        let tried = self.passage.tried_at;
        self.bodies.leaves_out() && (tried == 0.0 || left <= tried * TRIED_AGAIN)
    }

    /// Bodies, drives and Jacobians at (t, q, v).
    pub fn place_at(&mut self, time: f64, q: &[f64], v: &[f64]) {
        self.bodies.kinematics(q, v);
        self.bodies.drive_motion(time);
        self.bodies.jacobians(time);
    }

    /// Which of these rows the others do not say a little further on, or before.
    fn independent_further_on(
        &mut self,
        dependent: &[usize],
        keep: &[bool],
        time: f64,
        q: &[f64],
        v: &[f64],
        rate: f64,
    ) -> Vec<usize> {
        for side in [1.0, -1.0] {
            let tau = side * 2.0 * PASSAGE_INNER / rate;
            let moment = if self.moves_in_time() { time + tau } else { time };
            let (mut place, mut velocity) = (q.to_vec(), v.to_vec());
            let step: Vec<f64> = v.iter().map(|x| tau * x).collect();
            self.displace_by(&mut place, &step);
            self.bodies.state.dropped.copy_from_slice(keep);
            self.remask();
            if !tau.is_finite() || self.project_here(moment, &mut place, &mut velocity).is_err() {
                continue;
            }
            self.leave_nothing_out();
            self.place_at(moment, &place, &velocity);
            self.bodies.factorise_without(dependent);
            let mut stress = Vec::new();
            let says = |r: &usize| self.bodies.left_of_row(*r, &mut stress) > REDUNDANT;
            return dependent.iter().copied().filter(says).collect();
        }
        dependent.iter().copied().filter(|&r| !keep[r]).collect()
    }

    /// Sizes of the self-stresses of these rows, of what the last factorisation left out, into the scratch.
    fn add_stresses(&mut self, rows: &[usize]) {
        let mut sum = vec![0.0; self.bodies.rows.len()];
        for &row in rows {
            self.find_stress(row);
            let size = |r: usize| (self.stress()[r] * self.bodies.rows[r].scale).abs();
            let most = (0..sum.len()).map(size).fold(0.0, f64::max);
            for (r, sum) in sum.iter_mut().enumerate() {
                if size(r) > SINGULAR_THERE.sqrt() * most {
                    *sum += size(r);
                }
            }
        }
        self.passage.stress = sum;
    }
}

//! Impulses of many contacts at once, for a time step that takes them all together.
//!
//! Relaxation in the velocities of the bodies: each law in turn gets the impulse that it would have if the others stayed as
//! they are, and what that changes is added to the velocities at once, so that a sweep costs as much as there are rows. What a
//! sweep there and back changes is taken as a gradient, and the sweeps are led on as in the method of conjugate gradients
//! (M. Silcowitz, S. Niebel, K. Erleben, "A nonsmooth nonlinear conjugate gradient method …", Vis. Comput. 26, 2010). Where
//! nothing is known of them, or nothing slips, as in a tall stack at rest, what is at no bound is found at once: by elimination
//! (`crowd_direct`), or by conjugate gradients (`crowd_gradients`) where that is too much work; where sweeps do not converge, a few laws are solved exactly (`crowd_exact`). From the impulses of the step before, what rests needs hardly any of this.
//!
//! * a contact: u_n ≥ target, λ_n ≥ 0, one of them an equation; |λ_t| ≤ μ λ_n against the slip (the true cone in space);
//! * a bounded force: |λ| ≤ bound against what its rate differs by from the one it holds;
//! * a resistance to rolling or spinning: |λ| ≤ arm λ_n of its contact, against the turning.

use crate::dense_rows::{BodyEntries, DensePlace, DenseRow, relax_contact, shift_contact};
use crate::tolerances::{CROWD_DONE, CROWD_IDLE, CROWD_WELL, DIRECT_WORK};

/// Times that conjugate gradients are tried.
const GRADIENTS: usize = 3;
/// Sweeps there and back before conjugate gradients are tried, and after.
const SWEEPS: [usize; 2] = [40, 160];
/// Sweeps after which it is looked whether they still help.
const LOOK: usize = 20;

/// How the force of a law is bounded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CrowdLaw {
    /// a normal and its tangents (none, one or two)
    Contact {
        /// coefficient of friction
        friction: f64,
        /// least rate of separation
        target: f64,
    },
    /// one row
    Bounded {
        /// largest impulse
        bound: f64,
        /// rate that it holds
        target: f64,
    },
    /// one row or two
    Resistance {
        /// number of the law of its contact
        contact: usize,
        /// largest impulse over the contact's normal impulse
        arm: f64,
    },
}

/// A row: its entries are `reads..changes` (the rate it reads) and `changes..end` (what a unit of its impulse changes).
#[derive(Clone, Copy, Debug)]
pub(crate) struct RowPlace {
    reads: usize,
    changes: usize,
    end: usize,
    /// rate that a unit of its impulse gives it; its inverse, or nothing where it cannot move
    pub mobility: f64,
    pub stiffness: f64,
}

/// Where the rows of a contact lie densely, if they do: of bodies with three velocities, or with six.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Dense {
    Not,
    Three(DensePlace, usize),
    Six(DensePlace, usize),
}

impl Dense {
    fn of(reads: &[BodyEntries], changes: &[BodyEntries], [three, six]: [usize; 2]) -> Self {
        if let Some(place) = DensePlace::of::<3>(reads, changes) {
            return Self::Three(place, three);
        }
        DensePlace::of::<6>(reads, changes).map_or(Self::Not, |place| Self::Six(place, six))
    }
}

/// A law: its rows are `first..end`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Law {
    pub law: CrowdLaw,
    pub first: usize,
    pub end: usize,
    dense: Dense,
}

/// All laws of one step.
#[derive(Clone, Debug, Default)]
pub struct Crowd {
    /// places among the velocities, and values there
    entries: Vec<(u32, f64)>,
    pub(crate) rows: Vec<RowPlace>,
    pub(crate) laws: Vec<Law>,
    /// rows of contacts of free bodies once more, those of one contact one after the other
    three: Vec<DenseRow<3>>,
    six: Vec<DenseRow<6>>,
    /// impulses, one a row
    pub impulse: Vec<f64>,
    /// scratch: where the last sweeps led, and what they started from
    way: Vec<f64>,
    last: Vec<f64>,
}

impl Crowd {
    /// Forgets everything but the memory it has.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.rows.clear();
        self.laws.clear();
        self.three.clear();
        self.six.clear();
        self.impulse.clear();
    }

    /// Begins a law; its rows follow by [`Self::push_row`].
    pub fn push_law(&mut self, law: CrowdLaw) {
        self.laws.push(Law { law, first: self.rows.len(), end: self.rows.len(), dense: Dense::Not });
    }

    /// A row of the law begun last: the rate it reads, and what a unit of its impulse changes; `impulse` is where it starts.
    pub fn push_row(&mut self, reads: &[BodyEntries], changes: &[BodyEntries], impulse: f64) {
        let start = self.entries.len();
        let scalars = |of: &BodyEntries| {
            let at = of.at as u32;
            (0..of.len as u32).zip(of.values).filter(|(_, x)| *x != 0.0).map(move |(i, x)| (at + i, x))
        };
        self.entries.extend(reads.iter().flat_map(scalars));
        let middle = self.entries.len();
        self.entries.extend(changes.iter().flat_map(scalars));
        let mut mobility = 0.0;
        for (at, x) in &self.entries[start..middle] {
            for (_, y) in self.entries[middle..].iter().filter(|(other, _)| other == at) {
                mobility += x * y;
            }
        }
        let stiffness = if mobility > 0.0 { 1.0 / mobility } else { 0.0 };
        self.rows.push(RowPlace { reads: start, changes: middle, end: self.entries.len(), mobility, stiffness });
        self.impulse.push(impulse);
        if let Some(law) = self.laws.last_mut() {
            if matches!(law.law, CrowdLaw::Contact { .. }) {
                let is_first = law.first == law.end;
                let dense = Dense::of(reads, changes, [self.three.len(), self.six.len()]);
                let (law_dense, size) = (law.dense, [mobility, stiffness]);
                match (dense, law_dense) {
                    (Dense::Three(..), _) if is_first => self.three.push(DenseRow::new(reads, changes, size, None)),
                    (Dense::Six(..), _) if is_first => self.six.push(DenseRow::new(reads, changes, size, None)),
                    (Dense::Three(place, _), Dense::Three(known, normal)) if place == known => {
                        let row = DenseRow::new(reads, changes, size, Some(&self.three[normal]));
                        self.three.push(row);
                    }
                    (Dense::Six(place, _), Dense::Six(known, normal)) if place == known => {
                        let row = DenseRow::new(reads, changes, size, Some(&self.six[normal]));
                        self.six.push(row);
                    }
                    _ => law.dense = Dense::Not,
                }
                if is_first {
                    law.dense = dense;
                }
            }
            law.end = self.rows.len();
        }
    }

    /// Number of laws.
    #[must_use]
    pub fn len(&self) -> usize {
        self.laws.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.laws.is_empty()
    }

    /// Sets the least rate of separation of a contact.
    pub fn set_target(&mut self, law: usize, rate: f64) {
        if let CrowdLaw::Contact { target, .. } = &mut self.laws[law].law {
            *target = rate;
        }
    }

    /// Sets the largest impulse of a bounded force, and the rate it holds.
    pub fn set_bounded(&mut self, law: usize, most: f64, rate: f64) {
        if let CrowdLaw::Bounded { bound, target } = &mut self.laws[law].law {
            (*bound, *target) = (most, rate);
        }
    }

    /// The largest impulse of a bounded force; infinite of any other law.
    #[must_use]
    pub fn bound(&self, law: usize) -> f64 {
        if let CrowdLaw::Bounded { bound, .. } = self.laws[law].law { bound } else { f64::INFINITY }
    }

    /// Rate that a unit of its impulse gives a row.
    #[must_use]
    pub fn mobility(&self, row: usize) -> f64 {
        self.rows[row].mobility
    }

    /// Of a law: the first of its rows that are bounded together, their bound, and the rate they hold.
    pub(crate) fn bound_of(&self, at: usize) -> (usize, f64, f64) {
        let Law { law, first, .. } = self.laws[at];
        match law {
            CrowdLaw::Contact { friction, .. } => (first + 1, friction * self.impulse[first], 0.0),
            CrowdLaw::Bounded { bound, target } => (first, bound, target),
            CrowdLaw::Resistance { contact, arm } => (first, arm * self.impulse[self.laws[contact].first], 0.0),
        }
    }

    /// Rows of a law.
    #[must_use]
    pub fn rows_of(&self, law: usize) -> std::ops::Range<usize> {
        self.laws[law].first..self.laws[law].end
    }

    /// Rate of a row.
    #[must_use]
    pub fn rate(&self, row: usize, v: &[f64]) -> f64 {
        let place = self.rows[row];
        self.entries[place.reads..place.changes].iter().map(|&(at, x)| x * v[at as usize]).sum()
    }

    pub(crate) fn reads_of(&self, row: usize) -> &[(u32, f64)] {
        &self.entries[self.rows[row].reads..self.rows[row].changes]
    }

    pub(crate) fn changes_of(&self, row: usize) -> &[(u32, f64)] {
        &self.entries[self.rows[row].changes..self.rows[row].end]
    }

    pub(crate) fn add(&self, row: usize, impulse: f64, v: &mut [f64]) {
        let place = self.rows[row];
        for &(at, x) in &self.entries[place.changes..place.end] {
            v[at as usize] += x * impulse;
        }
    }

    /// Adds the impulses themselves, each where its row reads.
    pub fn add_forces(&self, out: &mut [f64]) {
        for (place, impulse) in self.rows.iter().zip(&self.impulse) {
            for &(at, x) in &self.entries[place.reads..place.changes] {
                out[at as usize] += x * impulse;
            }
        }
    }

    /// Adds all impulses to velocities that are without them.
    pub fn apply(&self, v: &mut [f64]) {
        for row in 0..self.rows.len() {
            if self.impulse[row] != 0.0 {
                self.add(row, self.impulse[row], v);
            }
        }
    }

    /// Impulses, and `v` with them, for which a sweep changes rates by no more than `exact`, or than a small share of what the
    /// first one did. `v` has the impulses in it before and after. `speed` is what rates of the scene are measured by: where sweeps
    /// no longer help, a change far below it will do. Returns the largest change of a rate in the last sweep, over what was asked
    /// for.
    pub fn solve(&mut self, v: &mut [f64], exact: f64, speed: f64) -> f64 {
        let cold = self.impulse.iter().all(|x| *x == 0.0);
        let first = self.relax(v, 2, 0.0);
        let goal = exact.max(CROWD_DONE * first);
        let well = CROWD_WELL * speed;
        let mut change = first;
        for _ in 0..GRADIENTS {
            if change <= goal || !(cold || self.all_stick()) {
                break;
            }
            let before = (self.impulse.clone(), v.to_vec());
            let now = if self.eliminate(v, DIRECT_WORK[0]) { self.relax(v, 2, 0.0) } else { f64::INFINITY };
            if now.is_nan() || now >= change {
                self.impulse = before.0;
                v.copy_from_slice(&before.1);
                break;
            }
            change = now;
        }
        for _ in 0..GRADIENTS {
            if change > goal {
                change = self.accelerate(v, SWEEPS[0], goal, well);
            }
            if change <= goal || !(cold || (change > well && self.all_stick())) {
                break;
            }
            let before = (self.impulse.clone(), v.to_vec());
            if !self.eliminate(v, DIRECT_WORK[1]) {
                self.conjugate(v, exact);
            }
            let now = self.accelerate(v, LOOK, goal, well);
            if now >= change {
                self.impulse = before.0;
                v.copy_from_slice(&before.1);
                break;
            }
            change = now;
        }
        if change > goal.max(well) {
            change = self.accelerate(v, SWEEPS[1], goal, well);
        }
        change / goal.max(well)
    }

    /// As [`Self::solve`], but by a few sweeps alone: for changes of which the next step finishes what is left.
    pub fn solve_roughly(&mut self, v: &mut [f64], exact: f64, speed: f64) {
        let first = self.relax(v, 2, 0.0);
        let goal = exact.max(CROWD_DONE * first);
        if first > goal {
            self.accelerate(v, SWEEPS[0], goal, CROWD_WELL * speed);
        }
    }

    /// Sweeps there and back, each led on along the way that the last ones went.
    pub(crate) fn accelerate(&mut self, v: &mut [f64], most: usize, goal: f64, well: f64) -> f64 {
        let n = self.impulse.len();
        let (mut way, mut last) = (std::mem::take(&mut self.way), std::mem::take(&mut self.last));
        way.clear();
        way.resize(n, 0.0);
        last.resize(n, 0.0);
        let (mut change, mut size, mut earlier) = (f64::INFINITY, f64::INFINITY, f64::INFINITY);
        for sweep in 0..most {
            last.copy_from_slice(&self.impulse);
            change = self.relax(v, 2, 0.0);
            let idle = sweep % LOOK == LOOK - 1 && {
                let idle = change > CROWD_IDLE * earlier;
                earlier = change;
                idle
            };
            if change <= goal || (idle && change <= well) {
                break;
            }
            let mut now = 0.0;
            for ((last, impulse), row) in last.iter_mut().zip(&self.impulse).zip(&self.rows) {
                *last = impulse - *last;
                now += *last * *last * row.mobility;
            }
            let keep = now / size;
            size = now;
            // where a sweep back undoes the sweep there, nothing is known of the way
            if keep.is_nan() || keep > 1.0 || sweep + 1 == most {
                way.copy_from_slice(&last);
                continue;
            }
            // how far each is led on, then the way that is gone with it
            way.iter_mut().for_each(|way| *way *= keep);
            (0..self.laws.len()).for_each(|at| self.shift(at, &way, v));
            way.iter_mut().zip(&last).for_each(|(way, last)| *way += last);
        }
        (self.way, self.last) = (way, last);
        change
    }

    /// Sweeps until no rate changes by more than `exact`, at most `most`; `v` has the impulses in it before and after. Returns
    /// the largest change of a rate in the last sweep.
    pub fn relax(&mut self, v: &mut [f64], most: usize, exact: f64) -> f64 {
        let mut change = 0.0;
        for sweep in 0..most {
            change = 0.0_f64;
            for i in 0..self.laws.len() {
                let at = if sweep.is_multiple_of(2) { i } else { self.laws.len() - 1 - i };
                change = change.max(self.relax_law(at, v));
            }
            if change <= exact {
                break;
            }
        }
        change
    }

    fn relax_law(&mut self, at: usize, v: &mut [f64]) -> f64 {
        let Law { law, first, end, dense } = self.laws[at];
        match law {
            CrowdLaw::Contact { friction, target } => {
                let own = &mut self.impulse[first..end];
                match dense {
                    Dense::Three(place, at) => {
                        let rows = &self.three[at..at + end - first];
                        return relax_contact(rows, place, [friction, target], own, v);
                    }
                    Dense::Six(place, at) => {
                        let rows = &self.six[at..at + end - first];
                        return relax_contact(rows, place, [friction, target], own, v);
                    }
                    Dense::Not => {}
                }
                let RowPlace { mobility, stiffness, .. } = self.rows[first];
                if stiffness <= 0.0 {
                    return 0.0;
                }
                let was = self.impulse[first];
                let next = (was - (self.rate(first, v) - target) * stiffness).max(0.0);
                self.set(first, next, v);
                let mut change = (next - was).abs() * mobility;
                if friction > 0.0 && end > first + 1 {
                    change = change.max(self.relax_tangents(first + 1, end, (friction * next, 0.0), v));
                }
                change
            }
            CrowdLaw::Bounded { .. } | CrowdLaw::Resistance { .. } => {
                let (_, bound, target) = self.bound_of(at);
                self.relax_tangents(first, end, (bound, target), v)
            }
        }
    }

    /// One or two rows whose impulse lies within a circle; one may hold a rate other than nothing.
    fn relax_tangents(&mut self, first: usize, end: usize, (bound, target): (f64, f64), v: &mut [f64]) -> f64 {
        if end == first + 1 {
            let RowPlace { mobility, stiffness, .. } = self.rows[first];
            let was = self.impulse[first];
            let next = (was - (self.rate(first, v) - target) * stiffness).clamp(-bound, bound);
            self.set(first, next, v);
            return (next - was).abs() * mobility;
        }
        let w = (first..end).map(|row| self.rows[row].mobility).fold(0.0, f64::max);
        if w <= 0.0 {
            return 0.0;
        }
        let mut next = [0.0; 2];
        for (x, row) in next.iter_mut().zip(first..end) {
            *x = self.impulse[row] - self.rate(row, v) / w;
        }
        let size = (next[0] * next[0] + next[1] * next[1]).sqrt();
        let share = if size > bound { bound / size } else { 1.0 };
        let mut change = 0.0_f64;
        for (x, row) in next.into_iter().zip(first..end) {
            change = change.max((x * share - self.impulse[row]).abs() * w);
            self.set(row, x * share, v);
        }
        change
    }

    /// Adds to the impulses of a law what `by` says of its rows.
    pub(crate) fn shift(&mut self, at: usize, by: &[f64], v: &mut [f64]) {
        let Law { first, end, dense, .. } = self.laws[at];
        let (by, own) = (&by[first..end], &mut self.impulse[first..end]);
        match dense {
            Dense::Three(place, at) => shift_contact(&self.three[at..at + end - first], place, by, own, v),
            Dense::Six(place, at) => shift_contact(&self.six[at..at + end - first], place, by, own, v),
            Dense::Not => {
                for (row, by) in (first..end).zip(by) {
                    self.set(row, self.impulse[row] + by, v);
                }
            }
        }
    }

    pub(crate) fn set(&mut self, row: usize, impulse: f64, v: &mut [f64]) {
        let by = impulse - self.impulse[row];
        if by != 0.0 {
            self.add(row, by, v);
            self.impulse[row] = impulse;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row that reads x of two unit masses, or of one and the ground.
    fn entries(a: Option<usize>, b: usize, axis: usize) -> Vec<BodyEntries> {
        let one = |body: usize, sign: f64| {
            let mut values = [0.0; 6];
            values[axis] = sign;
            BodyEntries { at: 2 * body, len: 2, values }
        };
        a.map(|a| one(a, -1.0)).into_iter().chain([one(b, 1.0)]).collect()
    }

    fn contact(crowd: &mut Crowd, a: Option<usize>, b: usize, friction: f64) {
        crowd.push_law(CrowdLaw::Contact { friction, target: 0.0 });
        for axis in [1, 0] {
            let row = entries(a, b, axis);
            crowd.push_row(&row, &row, 0.0);
        }
    }

    #[test]
    fn a_stack_bears_its_weight() {
        let mut crowd = Crowd::default();
        let n: usize = 20;
        for b in 0..n {
            contact(&mut crowd, b.checked_sub(1), b, 0.5);
        }
        let mut v: Vec<f64> = (0..n).flat_map(|_| [0.0, -1.0]).collect();
        crowd.solve(&mut v, 1e-14, 0.0);
        assert!(v.iter().all(|x| x.abs() < 1e-12), "{v:?}");
        for b in 0..n {
            assert!((crowd.impulse[2 * b] - (n - b) as f64).abs() < 1e-9);
        }
        // from there, nothing is left to do
        let mut again: Vec<f64> = (0..n).flat_map(|_| [0.0, -1.0]).collect();
        crowd.apply(&mut again);
        assert!(crowd.relax(&mut again, 1, 0.0) < 1e-12);
    }

    #[test]
    fn friction_stops_what_it_can_and_brakes_the_rest() {
        for (along, left) in [(0.3, 0.0), (0.8, 0.3), (-0.8, -0.3)] {
            let mut crowd = Crowd::default();
            contact(&mut crowd, None, 0, 0.5);
            let mut v = vec![along, -1.0];
            crowd.relax(&mut v, 100, 1e-15);
            assert!((v[0] - left).abs() < 1e-14 && v[1].abs() < 1e-14, "{v:?}");
        }
    }

    #[test]
    fn what_parts_gets_no_impulse_and_targets_are_kept() {
        let mut crowd = Crowd::default();
        contact(&mut crowd, None, 0, 0.5);
        let mut v = vec![0.2, 1.0];
        crowd.relax(&mut v, 10, 0.0);
        assert_eq!(v, [0.2, 1.0]);
        crowd.set_target(0, 1.5);
        crowd.relax(&mut v, 10, 0.0);
        assert!((v[1] - 1.5).abs() < 1e-15 && v[0].abs() < 1e-15);
    }

    #[test]
    fn a_bounded_force_holds_up_to_its_bound() {
        let mut crowd = Crowd::default();
        crowd.push_law(CrowdLaw::Bounded { bound: 0.4, target: 0.0 });
        let row = entries(None, 0, 0);
        crowd.push_row(&row, &row, 0.0);
        let mut v = vec![1.0, 0.0];
        crowd.relax(&mut v, 10, 0.0);
        assert!((v[0] - 0.6).abs() < 1e-15);
        crowd.set_bounded(0, 2.0, 0.0);
        crowd.relax(&mut v, 10, 0.0);
        assert!(v[0].abs() < 1e-15 && (crowd.impulse[0] + 1.0).abs() < 1e-15);
    }

    #[test]
    fn a_drive_brings_what_it_can_to_its_rate() {
        for (bound, rate) in [(0.4, 0.4), (5.0, 3.0)] {
            let mut crowd = Crowd::default();
            crowd.push_law(CrowdLaw::Bounded { bound, target: 3.0 });
            let row = entries(None, 0, 0);
            crowd.push_row(&row, &row, 0.0);
            let mut v = vec![0.0, 0.0];
            crowd.solve(&mut v, 1e-14, 1.0);
            assert!((v[0] - rate).abs() < 1e-14);
        }
    }

    #[test]
    fn a_resistance_goes_with_the_normal_impulse_of_its_contact() {
        for (arm, left) in [(0.25, 0.5), (2.0, 0.0)] {
            let mut crowd = Crowd::default();
            contact(&mut crowd, None, 0, 0.0);
            crowd.push_law(CrowdLaw::Resistance { contact: 0, arm });
            let row = entries(None, 1, 0);
            crowd.push_row(&row, &row, 0.0);
            let mut v = vec![0.0, -2.0, 1.0, 0.0];
            crowd.solve(&mut v, 1e-14, 1.0);
            assert!((v[2] - left).abs() < 1e-14 && v[1].abs() < 1e-14, "{v:?}");
        }
    }

    #[test]
    fn in_space_friction_goes_against_the_slip() {
        let mut crowd = Crowd::default();
        crowd.push_law(CrowdLaw::Contact { friction: 0.5, target: 0.0 });
        for axis in [2, 0, 1] {
            let mut values = [0.0; 6];
            values[axis] = 1.0;
            let row = [BodyEntries { at: 0, len: 3, values }];
            crowd.push_row(&row, &row, 0.0);
        }
        let mut v = vec![3.0, 4.0, -2.0];
        crowd.relax(&mut v, 100, 1e-15);
        // slip 5 along (0.6, 0.8), braked by 0.5 · 2
        assert!((v[0] - 2.4).abs() < 1e-12 && (v[1] - 3.2).abs() < 1e-12 && v[2].abs() < 1e-14, "{v:?}");
    }
}

//! Impulses of many contacts at once, for a time step that takes them all together.
//!
//! Relaxation in the velocities of the bodies: each law in turn gets the impulse that it would have if the others stayed as
//! they are, and what that changes is added to the velocities at once, so that a sweep costs as much as there are rows. A few
//! sweeps find what is at its bounds; conjugate gradients on the rest carry a load through a stack, and sweeps correct what
//! that brought beyond a bound (M. Silcowitz, S. Niebel, K. Erleben, "A nonsmooth nonlinear conjugate gradient method …", Vis.
//! Comput. 26, 2010, for both). From the impulses of the step before, what rests needs hardly any of it.
//!
//! * a contact: u_n ≥ target, λ_n ≥ 0, one of them an equation; |λ_t| ≤ μ λ_n against the slip (the true cone in space);
//! * a bounded force: |λ| ≤ bound against the motion.

use crate::tolerances::DEPENDENT;

/// Sweeps between conjugate gradients.
const SWEEPS: usize = 8;
/// Iterations of conjugate gradients at most.
const CONJUGATE: usize = 2000;

/// Entries of one body in a row, from place `at` of the velocities.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BodyEntries {
    /// first of its velocities
    pub at: usize,
    /// how many it has
    pub len: usize,
    /// one a velocity
    pub values: [f64; 6],
}

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
    },
}

#[derive(Clone, Copy, Debug)]
struct RowPlace {
    /// entries it reads, entries that a unit of its impulse changes: (from, to)
    reads: (usize, usize),
    changes: (usize, usize),
    mobility: f64,
}

/// All laws of one step.
#[derive(Clone, Debug, Default)]
pub struct Crowd {
    entries: Vec<BodyEntries>,
    rows: Vec<RowPlace>,
    laws: Vec<(CrowdLaw, usize, usize)>,
    /// impulses, one a row
    pub impulse: Vec<f64>,
}

impl Crowd {
    /// Forgets everything but the memory it has.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.rows.clear();
        self.laws.clear();
        self.impulse.clear();
    }

    /// Begins a law; its rows follow by [`Self::push_row`].
    pub fn push_law(&mut self, law: CrowdLaw) {
        self.laws.push((law, self.rows.len(), self.rows.len()));
    }

    /// A row of the law begun last: the rate it reads, and what a unit of its impulse changes; `impulse` is where it starts.
    pub fn push_row(&mut self, reads: &[BodyEntries], changes: &[BodyEntries], impulse: f64) {
        let first = self.entries.len();
        self.entries.extend_from_slice(reads);
        let middle = self.entries.len();
        self.entries.extend_from_slice(changes);
        let mut mobility = 0.0;
        for r in reads {
            for c in changes.iter().filter(|c| c.at == r.at) {
                mobility += (0..r.len).map(|i| r.values[i] * c.values[i]).sum::<f64>();
            }
        }
        self.rows.push(RowPlace { reads: (first, middle), changes: (middle, self.entries.len()), mobility });
        self.impulse.push(impulse);
        if let Some(law) = self.laws.last_mut() {
            law.2 = self.rows.len();
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
        if let CrowdLaw::Contact { target, .. } = &mut self.laws[law].0 {
            *target = rate;
        }
    }

    /// Rows of a law.
    #[must_use]
    pub fn rows_of(&self, law: usize) -> std::ops::Range<usize> {
        self.laws[law].1..self.laws[law].2
    }

    /// Rate of a row.
    #[must_use]
    pub fn rate(&self, row: usize, v: &[f64]) -> f64 {
        let (from, to) = self.rows[row].reads;
        let mut sum = 0.0;
        for e in &self.entries[from..to] {
            for (value, x) in e.values[..e.len].iter().zip(&v[e.at..e.at + e.len]) {
                sum += value * x;
            }
        }
        sum
    }

    fn add(&self, row: usize, impulse: f64, v: &mut [f64]) {
        let (from, to) = self.rows[row].changes;
        for e in &self.entries[from..to] {
            for (value, x) in e.values[..e.len].iter().zip(&mut v[e.at..e.at + e.len]) {
                *x += value * impulse;
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

    /// Impulses for which no rate changes by more than `exact` in a sweep, `v` with them; at most `rounds` rounds. `v` has the
    /// impulses in it before and after. Returns the largest change of a rate in the last sweep.
    pub fn solve(&mut self, v: &mut [f64], rounds: usize, exact: f64) -> f64 {
        let mut change = self.relax(v, SWEEPS, exact);
        // gradients are tried less often where they do not help
        let (mut wait, mut next) = (1, 0);
        for round in 0..rounds {
            if change <= exact {
                break;
            }
            let before = (round >= next).then(|| (self.impulse.clone(), v.to_vec()));
            if before.is_some() {
                self.conjugate(v, exact);
            }
            let now = self.relax(v, SWEEPS, exact);
            match before {
                Some((impulse, velocity)) if now > change => {
                    self.impulse = impulse;
                    v.copy_from_slice(&velocity);
                    wait *= 2;
                    next = round + wait;
                }
                _ => change = now,
            }
        }
        change
    }

    /// Conjugate gradients on the rows that are at no bound, then back within the bounds. A tall stack takes as many iterations as
    /// it has rows, where sweeps would take the square of that.
    fn conjugate(&mut self, v: &mut [f64], exact: f64) {
        let free = self.free_rows();
        let mut r: Vec<f64> = free.iter().map(|&(row, target)| target - self.rate(row, v)).collect();
        let weigh =
            |r: &[f64]| -> Vec<f64> { r.iter().zip(&free).map(|(r, &(row, _))| r / self.rows[row].mobility).collect() };
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let mut z = weigh(&r);
        let mut p = z.clone();
        let mut rz = dot(&r, &z);
        let mut by = vec![0.0; v.len()];
        let mut total = vec![0.0; free.len()];
        for _ in 0..free.len().min(CONJUGATE) {
            if r.iter().all(|x| x.abs() <= 0.1 * exact) {
                break;
            }
            by.fill(0.0);
            for (&(row, _), &p) in free.iter().zip(&p) {
                self.add(row, p, &mut by);
            }
            let q: Vec<f64> = free.iter().map(|&(row, _)| self.rate(row, &by)).collect();
            let curvature = dot(&p, &q);
            let size: f64 = p.iter().zip(&free).map(|(p, &(row, _))| p * p * self.rows[row].mobility).sum();
            // rows that depend on each other may ask for what cannot be: no step along them is long enough
            if curvature.is_nan() || curvature <= DEPENDENT * size {
                break;
            }
            let step = rz / curvature;
            for i in 0..free.len() {
                total[i] += step * p[i];
                r[i] -= step * q[i];
            }
            z = weigh(&r);
            let next = dot(&r, &z);
            let keep = next / rz;
            rz = next;
            for (p, z) in p.iter_mut().zip(&z) {
                *p = z + keep * *p;
            }
        }
        let rows: Vec<usize> = free.iter().map(|&(row, _)| row).collect();
        for (row, by) in rows.into_iter().zip(total) {
            self.set(row, self.impulse[row] + by, v);
        }
        self.clamp(v);
    }

    /// Rows whose impulse is at no bound, with the rate they must have.
    fn free_rows(&self) -> Vec<(usize, f64)> {
        let mut out = Vec::new();
        for &(law, first, end) in &self.laws {
            let (tangents, bound) = match law {
                CrowdLaw::Contact { friction, target } => {
                    if self.impulse[first] <= 0.0 || self.rows[first].mobility <= 0.0 {
                        continue;
                    }
                    out.push((first, target));
                    (first + 1, friction * self.impulse[first])
                }
                CrowdLaw::Bounded { bound } => (first, bound),
            };
            let size = self.impulse[tangents..end].iter().map(|x| x * x).sum::<f64>().sqrt();
            if size < bound {
                out.extend((tangents..end).filter(|&row| self.rows[row].mobility > 0.0).map(|row| (row, 0.0)));
            }
        }
        out
    }

    /// Every impulse back within its bounds.
    fn clamp(&mut self, v: &mut [f64]) {
        for at in 0..self.laws.len() {
            let (law, first, end) = self.laws[at];
            let (tangents, bound) = match law {
                CrowdLaw::Contact { friction, .. } => {
                    self.set(first, self.impulse[first].max(0.0), v);
                    (first + 1, friction * self.impulse[first])
                }
                CrowdLaw::Bounded { bound } => (first, bound),
            };
            let size = self.impulse[tangents..end].iter().map(|x| x * x).sum::<f64>().sqrt();
            if size > bound {
                for row in tangents..end {
                    self.set(row, self.impulse[row] * bound / size, v);
                }
            }
        }
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
        let (law, first, end) = self.laws[at];
        match law {
            CrowdLaw::Contact { friction, target } => {
                let w = self.rows[first].mobility;
                if w <= 0.0 {
                    return 0.0;
                }
                let was = self.impulse[first];
                let next = (was - (self.rate(first, v) - target) / w).max(0.0);
                self.set(first, next, v);
                let mut change = (next - was).abs() * w;
                if friction > 0.0 && end > first + 1 {
                    change = change.max(self.relax_tangents(first + 1, end, friction * next, v));
                }
                change
            }
            CrowdLaw::Bounded { bound } => self.relax_tangents(first, end, bound, v),
        }
    }

    /// One or two rows whose impulse lies within a circle.
    fn relax_tangents(&mut self, first: usize, end: usize, bound: f64, v: &mut [f64]) -> f64 {
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

    fn set(&mut self, row: usize, impulse: f64, v: &mut [f64]) {
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
        crowd.solve(&mut v, 20, 1e-14);
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
        crowd.push_law(CrowdLaw::Bounded { bound: 0.4 });
        let row = entries(None, 0, 0);
        crowd.push_row(&row, &row, 0.0);
        let mut v = vec![1.0, 0.0];
        crowd.relax(&mut v, 10, 0.0);
        assert!((v[0] - 0.6).abs() < 1e-15);
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

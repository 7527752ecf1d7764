//! Impulses of a few laws exactly, where sweeps do not converge: friction that pushes a leg into the ground while it slides feeds
//! the normal impulse it comes from, and each sweep undoes half of the last.
//!
//! With W the response of all rows, W λ + b = u is the problem of [`crate::solve_contacts`] at the level of velocities, which
//! always has an answer: rates that are to be held or not fallen below are taken from b.

use crate::contact_solver::solve_contacts;
use crate::crowd::{Crowd, CrowdLaw};
use crate::problem::{Bound, Bounded, Contact, ContactProblem, Resistance, Slip};

/// Rows of a problem that is solved so at most.
const MOST_ROWS: usize = 40;

impl Crowd {
    /// Solves for all impulses at once; false, and nothing has changed, where there are too many or none were found.
    pub fn solve_exactly(&mut self, v: &mut [f64]) -> bool {
        let n = self.rows.len();
        if n > MOST_ROWS {
            return false;
        }
        let tangents = self.laws.iter().filter(|l| matches!(l.law, CrowdLaw::Contact { .. }));
        let tangents = tangents.map(|l| l.end - l.first - 1).max().unwrap_or(0);
        // contacts, resistances, bounded forces, each kind in its order
        let (mut contacts, mut resistances, mut bounded) = (Vec::new(), Vec::new(), Vec::new());
        let mut rows: Vec<Option<usize>> = Vec::new();
        let mut target = vec![0.0; n];
        let mut number = vec![0; self.laws.len()];
        for (at, law) in self.laws.iter().enumerate() {
            if let CrowdLaw::Contact { friction, target: least } = law.law {
                number[at] = contacts.len();
                contacts.push(Contact { friction, holding: friction, slip: Slip::Still });
                target[law.first] = least;
                rows.extend((0..=tangents).map(|r| Some(law.first + r).filter(|row| *row < law.end)));
            }
        }
        for law in &self.laws {
            if let CrowdLaw::Resistance { contact, arm } = law.law {
                let (contact, first, count) = (number[contact], rows.len(), law.end - law.first);
                resistances.push(Resistance { contact, first, rows: count, arm, slip: Slip::Still });
                rows.extend((law.first..law.end).map(Some));
            }
        }
        for law in &self.laws {
            if let CrowdLaw::Bounded { bound, target: held } = law.law {
                if !bound.is_finite() {
                    return false;
                }
                let bound = Bound::Constant { slipping: bound, holding: bound };
                bounded.push(Bounded { first: rows.len(), rows: 1, bound, slip: Slip::Still });
                target[law.first] = held;
                rows.push(Some(law.first));
            }
        }
        let mut without = v.to_vec();
        (0..n).for_each(|row| self.add(row, -self.impulse[row], &mut without));
        let size = rows.len();
        let mut matrix = vec![0.0; size * size];
        let mut by = vec![0.0; v.len()];
        for (j, &of) in rows.iter().enumerate() {
            let Some(of) = of else { continue };
            self.add(of, 1.0, &mut by);
            for (i, &row) in rows.iter().enumerate() {
                // both halves of what is symmetric but for rounding
                let half = row.map_or(0.0, |row| 0.5 * self.rate(row, &by));
                matrix[i * size + j] += half;
                matrix[j * size + i] += half;
            }
            self.changes_of(of).iter().for_each(|&(at, _)| by[at as usize] = 0.0);
        }
        let free: Vec<f64> =
            rows.iter().map(|row| row.map_or(0.0, |row| self.rate(row, &without) - target[row])).collect();
        let problem = ContactProblem {
            matrix: &matrix,
            tangents,
            free: &free,
            contacts: &contacts,
            resistances: &resistances,
            bounded: &bounded,
        };
        let Ok(found) = solve_contacts(&problem, None) else { return false };
        v.copy_from_slice(&without);
        for (&row, force) in rows.iter().zip(&found.force) {
            if let Some(row) = row {
                self.impulse[row] = *force;
                self.add(row, *force, v);
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dense_rows::BodyEntries;

    /// Rows of a contact of one body in the plane, at (x, y) from its centre.
    fn touches(crowd: &mut Crowd, [mass, inertia]: [f64; 2], [x, y]: [f64; 2], [friction, target]: [f64; 2]) {
        crowd.push_law(CrowdLaw::Contact { friction, target });
        for (nx, ny) in [(0.0, 1.0), (1.0, 0.0)] {
            let turn = x * ny - y * nx;
            let mut read = [0.0; 6];
            read[..3].copy_from_slice(&[nx, ny, turn]);
            let mut change = [0.0; 6];
            change[..3].copy_from_slice(&[nx / mass, ny / mass, turn / inertia]);
            let at = |values| [BodyEntries { at: 0, len: 3, values }];
            crowd.push_row(&at(read), &at(change), 0.0);
        }
    }

    /// A rod pushed along with much friction: its normal impulse grows with its own friction. By hand, at n·W·n = 1 + x²/i and
    /// n·W·t = −x y/i, 1.75 and 1.3, there is no impulse with which it slides on, and it is stopped at once: both rates vanish.
    #[test]
    fn a_rod_that_jams_is_stopped() {
        let (mass, inertia) = (1.0, 1.0 / 12.0);
        let place = [0.25, -0.433];
        let mut crowd = Crowd::default();
        touches(&mut crowd, [mass, inertia], place, [1.35, 0.0]);
        let start = vec![1.0, 0.0, -0.1];
        let mut v = start.clone();
        assert!(crowd.solve_exactly(&mut v));
        assert!(crowd.rate(0, &v).abs() < 1e-12 && crowd.rate(1, &v).abs() < 1e-12, "{v:?}");
        assert!(crowd.impulse[0] > 0.0 && crowd.impulse[1].abs() <= 1.35 * crowd.impulse[0]);
        // impulses are what the velocities have changed by
        let mut again = start;
        crowd.apply(&mut again);
        assert!(again.iter().zip(&v).all(|(a, b)| (a - b).abs() < 1e-13));
    }

    #[test]
    fn what_sweeps_find_is_found_too() {
        for least in [0.0, 0.3] {
            let mut crowd = Crowd::default();
            for x in [-0.5, 0.4] {
                touches(&mut crowd, [2.0, 0.3], [x, -0.2], [0.4, least]);
            }
            crowd.push_law(CrowdLaw::Bounded { bound: 0.2, target: 0.5 });
            let mut read = [0.0; 6];
            read[2] = 1.0;
            let mut change = [0.0; 6];
            change[2] = 1.0 / 0.3;
            let at = |values| [BodyEntries { at: 0, len: 3, values }];
            crowd.push_row(&at(read), &at(change), 0.0);
            let start = vec![0.7, -1.0, 0.2];
            let mut other = crowd.clone();
            let (mut swept, mut found) = (start.clone(), start);
            other.relax(&mut swept, 5000, 0.0);
            assert!(crowd.solve_exactly(&mut found));
            for (a, b) in swept.iter().zip(&found) {
                assert!((a - b).abs() < 1e-9, "{swept:?} {found:?}");
            }
        }
    }
}

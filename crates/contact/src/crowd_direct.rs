//! Impulses of the rows of a crowd that are at no bound, all at once by elimination: a tall stack hands its load down in one go,
//! where sweeps and gradients lose digits with every storey.
//!
//! With A the response of those rows to unit impulses, each row scaled to a response of one, and r what their rates are off by,
//! A x = r is solved by proximal steps x ← x + (A + εI)⁻¹ (r − A x): rows may follow from each other (a box on two corners has one
//! tangent too many), and then share the load. A is factorised within its envelope, in the order of Cuthill and McKee; where that
//! is too much work for a step, this is not tried.

use crate::crowd::{Crowd, Law};
use crate::tolerances::DIRECT_SHIFT;
use mainspring_numerics::envelope_cholesky::{Envelope, cuthill_mckee};

/// Proximal steps.
const STEPS: usize = 3;

/// A row at no bound: which, the rate it must have, and the square root of its response to a unit impulse.
struct Free {
    row: usize,
    target: f64,
    size: f64,
}

impl Crowd {
    /// Solves for the rows that are at no bound, then brings all back within their bounds; false where that takes more than `most`
    /// multiplications, and nothing has changed.
    pub(crate) fn eliminate(&mut self, v: &mut [f64], most: usize) -> bool {
        let place = self.places_along(v.len());
        let mut free: Vec<(usize, Free)> = Vec::new();
        let mut rows = self.free_rows().into_iter().peekable();
        for (at, &Law { first, end, .. }) in self.laws.iter().enumerate() {
            while let Some((row, target)) = rows.next_if(|(row, _)| (first..end).contains(row)) {
                free.push((place[at], Free { row, target, size: self.rows[row].mobility.sqrt() }));
            }
        }
        if free.is_empty() {
            return false;
        }
        free.sort_by_key(|(place, free)| (*place, free.row));
        let free: Vec<Free> = free.into_iter().map(|(_, free)| free).collect();
        // the first row that reads what a row changes
        let mut reader = vec![usize::MAX; v.len()];
        for (i, free) in free.iter().enumerate() {
            self.reads_of(free.row).iter().for_each(|&(at, _)| reader[at as usize] = reader[at as usize].min(i));
        }
        let least = |row: usize| self.changes_of(row).iter().map(|&(at, _)| reader[at as usize]).min();
        let first: Vec<usize> =
            free.iter().enumerate().map(|(i, free)| least(free.row).map_or(i, |least| least.min(i))).collect();
        let work: usize = first.iter().enumerate().map(|(i, first)| (i - first) * (i - first)).sum();
        if work > most {
            return false;
        }
        let mut envelope = Envelope::new(first);
        let mut by = vec![0.0; v.len()];
        for (i, own) in free.iter().enumerate() {
            self.add(own.row, 1.0, &mut by);
            for j in envelope.first(i)..=i {
                let shift = if i == j { DIRECT_SHIFT } else { 0.0 };
                let place = envelope.place(i, j);
                envelope.cells[place] = self.rate(free[j].row, &by) / (own.size * free[j].size) + shift;
            }
            self.changes_of(own.row).iter().for_each(|&(at, _)| by[at as usize] = 0.0);
        }
        if !envelope.factorise() {
            return false;
        }
        for _ in 0..STEPS {
            let mut x: Vec<f64> = free.iter().map(|f| (f.target - self.rate(f.row, v)) / f.size).collect();
            envelope.solve(&mut x);
            for (free, x) in free.iter().zip(x) {
                self.set(free.row, self.impulse[free.row] + x / free.size, v);
            }
        }
        self.clamp(v);
        true
    }

    /// Each law's place in an order in which those that act on the same velocities stand near each other.
    fn places_along(&self, velocities: usize) -> Vec<usize> {
        let mut users: Vec<Vec<usize>> = vec![Vec::new(); velocities];
        for (at, law) in self.laws.iter().enumerate() {
            for row in law.first..law.end {
                for &(velocity, _) in self.reads_of(row) {
                    let users = &mut users[velocity as usize];
                    if users.last() != Some(&at) {
                        users.push(at);
                    }
                }
            }
        }
        let beside = |law: &Law| {
            let changed = (law.first..law.end).flat_map(|row| self.changes_of(row));
            let mut near: Vec<usize> = changed.flat_map(|&(at, _)| users[at as usize].iter().copied()).collect();
            near.sort_unstable();
            near.dedup();
            near
        };
        let neighbours: Vec<Vec<usize>> = self.laws.iter().map(beside).collect();
        let mut place = vec![0; self.laws.len()];
        for (at, law) in cuthill_mckee(&neighbours).into_iter().enumerate() {
            place[law] = at;
        }
        place
    }
}

#[cfg(test)]
mod tests {
    use crate::crowd::{Crowd, CrowdLaw};
    use crate::dense_rows::BodyEntries;

    /// A tower of boxes, each on two corners with friction: impulses carry the weights above, to rounding.
    #[test]
    fn a_tower_hands_its_load_down() {
        for boxes in [1_usize, 10, 100, 400] {
            let (half, mass, inertia) = (0.5, 1.0, 1.0 / 6.0);
            let mut crowd = Crowd::default();
            for b in 0..boxes {
                for x in [-half, half] {
                    crowd.push_law(CrowdLaw::Contact { friction: 0.5, target: 0.0 });
                    for normal in [true, false] {
                        // the arm from a body's centre to the corner, below or above it
                        let row = |body: usize, sign: f64, y: f64| {
                            let along = if normal { [0.0, 1.0, x] } else { [1.0, 0.0, -y] };
                            let mut values = [0.0; 6];
                            (0..3).for_each(|i| values[i] = sign * along[i]);
                            BodyEntries { at: 3 * body, len: 3, values }
                        };
                        let below = b.checked_sub(1).map(|below| row(below, -1.0, half));
                        let reads: Vec<BodyEntries> = below.into_iter().chain([row(b, 1.0, -half)]).collect();
                        let yields = |read: &BodyEntries| {
                            let mut out = *read;
                            (0..3).for_each(|i| out.values[i] /= if i == 2 { inertia } else { mass });
                            out
                        };
                        let changes: Vec<BodyEntries> = reads.iter().map(yields).collect();
                        crowd.push_row(&reads, &changes, 0.0);
                    }
                }
            }
            // a start that pushes everywhere, far from what is sought
            let mut v: Vec<f64> = (0..boxes).flat_map(|_| [0.0, -1.0, 0.0]).collect();
            for law in 0..crowd.len() {
                let row = crowd.rows_of(law).start;
                crowd.set(row, 1.0, &mut v);
            }
            assert!(crowd.eliminate(&mut v, 1_000_000));
            assert!(v.iter().all(|x| x.abs() < 1e-12 * boxes as f64), "{boxes}: {v:?}");
            for b in 0..boxes {
                let pair: f64 = (2 * b..2 * b + 2).map(|law| crowd.impulse[crowd.rows_of(law).start]).sum();
                let above = (boxes - b) as f64;
                assert!((pair - above).abs() < 1e-10 * boxes as f64, "{boxes}, {b}: {pair}");
            }
        }
    }
}

//! Rows of a crowd: entries body by body; and rows of one contact of two free bodies, or of one and what stands still, entry beside entry: most of a crowd's time is spent in
//! sweeps over these, and all rows of a contact read and change the same few velocities.

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

/// Where the two bodies of a contact have their velocities; the second none where it stands still.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct DensePlace {
    at: [usize; 2],
    two: bool,
}

impl DensePlace {
    /// Of a row that reads and changes the same one or two bodies, each with `D` velocities.
    pub(crate) fn of<const D: usize>(reads: &[BodyEntries], changes: &[BodyEntries]) -> Option<Self> {
        let alike = reads.len() == changes.len()
            && reads.iter().zip(changes).all(|(read, change)| read.at == change.at && read.len == D && change.len == D);
        match reads {
            [one] if alike => Some(Self { at: [one.at, one.at], two: false }),
            [one, other] if alike && one.at != other.at => Some(Self { at: [one.at, other.at], two: true }),
            _ => None,
        }
    }

    fn read<const D: usize>(self, v: &[f64]) -> [[f64; D]; 2] {
        let mut out = [[0.0; D]; 2];
        out[0].copy_from_slice(&v[self.at[0]..self.at[0] + D]);
        if self.two {
            out[1].copy_from_slice(&v[self.at[1]..self.at[1] + D]);
        }
        out
    }

    fn write<const D: usize>(self, own: &[[f64; D]; 2], v: &mut [f64]) {
        v[self.at[0]..self.at[0] + D].copy_from_slice(&own[0]);
        if self.two {
            v[self.at[1]..self.at[1] + D].copy_from_slice(&own[1]);
        }
    }
}

/// A row of a contact: what it reads, and what a unit of its impulse changes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DenseRow<const D: usize> {
    reads: [[f64; D]; 2],
    changes: [[f64; D]; 2],
    /// rate that a unit of its own impulse gives it; its inverse, or nothing where it cannot move
    mobility: f64,
    stiffness: f64,
    /// rate that a unit of the normal impulse gives it
    coupling: f64,
}

impl<const D: usize> DenseRow<D> {
    /// `normal` is the first row of the same contact, none for that itself.
    pub(crate) fn new(
        reads: &[BodyEntries],
        changes: &[BodyEntries],
        [mobility, stiffness]: [f64; 2],
        normal: Option<&Self>,
    ) -> Self {
        let dense = |entries: &[BodyEntries]| {
            let mut out = [[0.0; D]; 2];
            for (out, of) in out.iter_mut().zip(entries) {
                out.copy_from_slice(&of.values[..D]);
            }
            out
        };
        let mut row = Self { reads: dense(reads), changes: dense(changes), mobility, stiffness, coupling: 0.0 };
        row.coupling = normal.map_or(mobility, |normal| row.rate(&normal.changes));
        row
    }

    #[inline]
    fn rate(&self, own: &[[f64; D]; 2]) -> f64 {
        let mut sum = [0.0; 2];
        for i in 0..D {
            sum[0] += self.reads[0][i] * own[0][i];
            sum[1] += self.reads[1][i] * own[1][i];
        }
        sum[0] + sum[1]
    }

    #[inline]
    fn add(&self, impulse: f64, own: &mut [[f64; D]; 2]) {
        for i in 0..D {
            own[0][i] += self.changes[0][i] * impulse;
            own[1][i] += self.changes[1][i] * impulse;
        }
    }
}

/// Gives a contact the impulses that it would have if all others stayed as they are; the largest change of a rate.
#[inline]
pub(crate) fn relax_contact<const D: usize>(
    rows: &[DenseRow<D>],
    place: DensePlace,
    [friction, target]: [f64; 2],
    impulse: &mut [f64],
    v: &mut [f64],
) -> f64 {
    let normal = &rows[0];
    if normal.stiffness <= 0.0 {
        return 0.0;
    }
    let mut own = place.read(v);
    let next = (impulse[0] - (normal.rate(&own) - target) * normal.stiffness).max(0.0);
    let by = next - impulse[0];
    let mut change = by.abs() * normal.mobility;
    let bound = friction * next;
    let mut by_tangents = [0.0; 2];
    if friction > 0.0 {
        match &rows[1..] {
            [row] => {
                let was = impulse[1];
                let rate = row.rate(&own) + row.coupling * by;
                let now = (was - rate * row.stiffness).clamp(-bound, bound);
                by_tangents[0] = now - was;
                change = change.max((now - was).abs() * row.mobility);
                impulse[1] = now;
            }
            [one, other] => {
                let w = one.mobility.max(other.mobility);
                if w > 0.0 {
                    let free = [(one, impulse[1]), (other, impulse[2])]
                        .map(|(row, was)| was - (row.rate(&own) + row.coupling * by) / w);
                    let size = (free[0] * free[0] + free[1] * free[1]).sqrt();
                    let share = if size > bound { bound / size } else { 1.0 };
                    for (k, free) in free.into_iter().enumerate() {
                        by_tangents[k] = free * share - impulse[1 + k];
                        change = change.max(by_tangents[k].abs() * w);
                        impulse[1 + k] = free * share;
                    }
                }
            }
            _ => {}
        }
    }
    if by == 0.0 && by_tangents == [0.0; 2] {
        return change;
    }
    impulse[0] = next;
    normal.add(by, &mut own);
    for (row, by) in rows[1..].iter().zip(by_tangents) {
        row.add(by, &mut own);
    }
    place.write(&own, v);
    change
}

/// Adds to the impulses of a contact.
#[inline]
pub(crate) fn shift_contact<const D: usize>(
    rows: &[DenseRow<D>],
    place: DensePlace,
    by: &[f64],
    impulse: &mut [f64],
    v: &mut [f64],
) {
    if by.iter().all(|by| *by == 0.0) {
        return;
    }
    let mut own = place.read(v);
    for ((row, by), impulse) in rows.iter().zip(by).zip(impulse) {
        *impulse += by;
        row.add(*by, &mut own);
    }
    place.write(&own, v);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crowd::{Crowd, CrowdLaw};

    #[test]
    fn rows_that_lie_densely_answer_like_those_that_do_not() {
        for (d, tangents) in [(3, 1), (6, 2)] {
            // rows of no particular kind, of chains of bodies that stand on each other
            let number = |i: usize| libm::sin(1.0 + 7.3 * i as f64);
            let row = |seed: usize, at: usize, sign: f64| {
                let mut values = [0.0; 6];
                (0..d).for_each(|i| values[i] = sign * number(seed + i));
                BodyEntries { at, len: d, values }
            };
            // the same in two pieces
            let halves = |whole: &BodyEntries| {
                let mut rest = BodyEntries { at: whole.at + 1, len: whole.len - 1, values: [0.0; 6] };
                rest.values[..d - 1].copy_from_slice(&whole.values[1..d]);
                [BodyEntries { len: 1, ..*whole }, rest]
            };
            let mut crowds = [Crowd::default(), Crowd::default()];
            for b in 0..9_usize {
                crowds.iter_mut().for_each(|c| c.push_law(CrowdLaw::Contact { friction: 0.4, target: -0.01 }));
                for r in 0..=tangents {
                    let below = b.checked_sub(2).map(|below| row(100 * b + 10 * r, d * below, -1.0));
                    let reads: Vec<_> = below.into_iter().chain([row(100 * b + 10 * r + 50, d * b, 1.0)]).collect();
                    crowds[0].push_row(&reads, &reads, 0.0);
                    let pieces: Vec<_> = reads.iter().flat_map(halves).collect();
                    crowds[1].push_row(&pieces, &pieces, 0.0);
                }
            }
            let start: Vec<f64> = (0..9 * d).map(|i| -2.0 * number(3 * i)).collect();
            let ends = crowds.map(|mut crowd| {
                let mut v = start.clone();
                crowd.accelerate(&mut v, 5, 0.0, 0.0);
                let by: Vec<f64> = (0..crowd.impulse.len()).map(|i| 0.1 * number(i)).collect();
                (0..crowd.len()).for_each(|at| crowd.shift(at, &by, &mut v));
                v.extend(&crowd.impulse);
                v
            });
            assert!(ends[0].iter().zip(&ends[1]).all(|(a, b)| (a - b).abs() < 1e-12), "{ends:?}");
            assert!(ends[0][9 * d..].iter().any(|x| *x > 0.1), "{d}: {:?}", &ends[0][9 * d..]);
        }
    }
}

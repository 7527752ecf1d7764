//! Contacts that have to do with each other: groups between which the Delassus matrix is zero are decided and solved alone.

use mainspring_contact::{Contact, Fixed, Held, Inconsistent, Jam, Mode, Rest, rest};

/// One group: places of its contacts, in order.
pub(crate) type Island = Vec<usize>;

/// Groups of contacts with `k` rows each, by the entries of W; each in order, and in the order of their first.
pub(crate) fn islands(matrix: &[f64], contacts: usize, k: usize) -> Vec<Island> {
    let n = contacts * k;
    let linked = |a: usize, b: usize| (0..k).any(|r| (0..k).any(|s| matrix[(a * k + r) * n + b * k + s] != 0.0));
    let mut home: Vec<Option<usize>> = vec![None; contacts];
    let mut out: Vec<Island> = Vec::new();
    for first in 0..contacts {
        if home[first].is_some() {
            continue;
        }
        let (number, mut open, mut island) = (out.len(), vec![first], Vec::new());
        home[first] = Some(number);
        while let Some(a) = open.pop() {
            island.push(a);
            for (b, place) in home.iter_mut().enumerate() {
                if place.is_none() && linked(a, b) {
                    *place = Some(number);
                    open.push(b);
                }
            }
        }
        island.sort_unstable();
        out.push(island);
    }
    out
}

/// Rows of an island's contacts.
fn rows(island: &[usize], k: usize) -> impl Iterator<Item = usize> + '_ {
    island.iter().flat_map(move |c| c * k..(c + 1) * k)
}

/// The part of W and of a vector that belongs to an island.
fn part(matrix: &[f64], free: &[f64], island: &[usize], k: usize, small: &mut Vec<f64>, right: &mut Vec<f64>) {
    let n = free.len();
    small.clear();
    right.clear();
    for i in rows(island, k) {
        right.push(free[i]);
        small.extend(rows(island, k).map(|j| matrix[i * n + j]));
    }
}

/// [`rest`], island by island.
pub(crate) fn rest_by_islands(problem: &Rest, warm: &[Mode]) -> Result<Held, Inconsistent> {
    let k = 1 + problem.tangents;
    let (count, n) = (problem.contacts.len(), problem.free.len());
    let mut all = Held {
        modes: vec![Mode::Open; count],
        force: vec![0.0; n],
        rate: vec![0.0; n],
        weights: vec![0.0; n],
        residual: 0.0,
    };
    let (mut small, mut right) = (Vec::new(), Vec::new());
    for island in islands(problem.matrix, count, k) {
        part(problem.matrix, problem.free, &island, k, &mut small, &mut right);
        let contacts: Vec<Contact> = island.iter().map(|&c| problem.contacts[c]).collect();
        let modes: Vec<Mode> = island.iter().map(|&c| warm[c]).collect();
        let own = Rest { matrix: &small, free: &right, contacts: &contacts, ..*problem };
        let held = rest(&own, Some(&modes)).map_err(|e| Inconsistent {
            contacts: e.contacts.iter().map(|&c| island[c]).collect(),
            residual: e.residual,
        })?;
        for (at, &c) in island.iter().enumerate() {
            all.modes[c] = held.modes[at];
        }
        for (at, i) in rows(&island, k).enumerate() {
            (all.force[i], all.rate[i], all.weights[i]) = (held.force[at], held.rate[at], held.weights[at]);
        }
        all.residual = all.residual.max(held.residual);
    }
    Ok(all)
}

/// [`Fixed`], island by island; keeps its memory between calls.
#[derive(Clone, Debug)]
pub(crate) struct FixedIslands {
    list: Vec<(Island, Fixed)>,
    k: usize,
    small: Vec<f64>,
    right: Vec<f64>,
    modes: Vec<Mode>,
    force: Vec<f64>,
}

impl FixedIslands {
    pub fn new(problem: &Rest, held: &Held) -> Result<Self, Jam> {
        let k = 1 + problem.tangents;
        let (mut small, mut right) = (Vec::new(), Vec::new());
        let mut list = Vec::new();
        for island in islands(problem.matrix, problem.contacts.len(), k) {
            part(problem.matrix, problem.free, &island, k, &mut small, &mut right);
            let contacts: Vec<Contact> = island.iter().map(|&c| problem.contacts[c]).collect();
            let own = Rest { matrix: &small, free: &right, contacts: &contacts, ..*problem };
            let held = Held {
                modes: island.iter().map(|&c| held.modes[c]).collect(),
                force: rows(&island, k).map(|i| held.force[i]).collect(),
                rate: Vec::new(),
                weights: rows(&island, k).map(|i| held.weights[i]).collect(),
                residual: 0.0,
            };
            let fixed = Fixed::new(&own, &held)?;
            list.push((island, fixed));
        }
        Ok(Self { list, k, small, right, modes: Vec::new(), force: Vec::new() })
    }

    pub fn solve(&mut self, matrix: &[f64], free: &[f64], modes: &[Mode], force: &mut [f64]) -> Result<(), Jam> {
        if let [(island, fixed)] = &mut self.list[..]
            && island.len() == modes.len()
        {
            return fixed.solve(matrix, free, modes, force);
        }
        for (island, fixed) in &mut self.list {
            part(matrix, free, island, self.k, &mut self.small, &mut self.right);
            self.modes.clear();
            self.modes.extend(island.iter().map(|&c| modes[c]));
            self.force.clear();
            self.force.resize(self.right.len(), 0.0);
            fixed.solve(&self.small, &self.right, &self.modes, &mut self.force)?;
            for (f, i) in self.force.iter().zip(rows(island, self.k)) {
                force[i] = *f;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::islands;

    #[test]
    fn contacts_fall_into_the_groups_that_touch() {
        // 0–2 and 1–3 are linked, 4 is alone
        let mut w = vec![0.0; 25];
        for (a, b) in [(0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (0, 2), (2, 0), (1, 3), (3, 1)] {
            w[a * 5 + b] = 1.0;
        }
        assert_eq!(islands(&w, 5, 1), vec![vec![0, 2], vec![1, 3], vec![4]]);
    }
}

//! Laws that have to do with each other: groups between which the Delassus matrix is zero are decided and solved alone.

use mainspring_contact::{
    Bound, Bounded, Contact, ContactProblem, ContactSolution, FixedModeSolver, Inconsistent, Jam, Mode, Resistance,
    force_ranges_of_sums, solve_contacts,
};

/// One group: places of its contacts and bounded forces (these counted after all contacts), in order.
pub type Island = Vec<usize>;

/// What each contact, then each bounded force, acts on: numbers of the mechanisms (parts that joints hold together) of its
/// sides, none for what stands. Only those with one in common are ever coupled, whatever W says at a moment.
#[derive(Clone, Debug)]
pub struct Links(pub Vec<[Option<usize>; 4]>);

impl Links {
    pub fn coupled(&self, a: usize, b: usize) -> bool {
        self.0[a].iter().flatten().any(|m| self.0[b].contains(&Some(*m)))
    }
}

/// Groups that forces may couple; each in order, and in the order of their first.
pub fn islands(links: &Links) -> Vec<Island> {
    let contacts = links.0.len();
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
                if place.is_none() && links.coupled(a, b) {
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

/// An island with its rows in the whole: those of its contacts, of their resistances, of its bounded forces.
#[derive(Clone, Debug)]
struct Piece {
    /// its contacts
    island: Island,
    /// places of its resistances among all
    turning: Vec<usize>,
    /// places of its bounded forces among all
    joints: Vec<usize>,
    rows: Vec<usize>,
    resistances: Vec<Resistance>,
    bounded: Vec<Bounded>,
}

impl Piece {
    fn new(mut island: Island, problem: &ContactProblem) -> Self {
        let (k, count) = (1 + problem.tangents, problem.contacts.len());
        let joints: Vec<usize> =
            island.split_off(island.partition_point(|&c| c < count)).iter().map(|j| j - count).collect();
        let mut rows: Vec<usize> = island.iter().flat_map(|c| c * k..(c + 1) * k).collect();
        let (mut turning, mut resistances) = (Vec::new(), Vec::new());
        for (place, r) in problem.resistances.iter().enumerate() {
            if let Ok(contact) = island.binary_search(&r.contact) {
                turning.push(place);
                resistances.push(Resistance { contact, first: rows.len(), ..*r });
                rows.extend(r.first..r.first + r.rows);
            }
        }
        let mut bounded: Vec<Bounded> = Vec::new();
        for &j in &joints {
            let b = &problem.bounded[j];
            bounded.push(Bounded { first: rows.len(), ..b.clone() });
            rows.extend(b.first..b.first + b.rows);
        }
        for b in &mut bounded {
            if let Bound::Reaction { slope, .. } = &mut b.bound {
                *slope = rows.iter().map(|&r| slope[r]).collect();
            }
        }
        Self { island, turning, joints, rows, resistances, bounded }
    }

    /// Its part of a question: W and b into `small` and `right`, and its contacts.
    fn ask(&self, problem: &ContactProblem, small: &mut Vec<f64>, right: &mut Vec<f64>) -> Vec<Contact> {
        part(problem.matrix, problem.free, &self.rows, small, right);
        self.island.iter().map(|&c| problem.contacts[c]).collect()
    }

    /// Places of what belongs to it in a list with one entry a contact, then one a resistance, then one a bounded force.
    fn places(&self, contacts: usize, resistances: usize) -> impl Iterator<Item = usize> + '_ {
        let turning = self.turning.iter().map(move |t| contacts + t);
        let joints = self.joints.iter().map(move |j| contacts + resistances + j);
        self.island.iter().copied().chain(turning).chain(joints)
    }

    fn modes(&self, all: &[Mode], contacts: usize, resistances: usize) -> Vec<Mode> {
        self.places(contacts, resistances).map(|place| all[place]).collect()
    }
}

/// The part of W and of a vector that belongs to some rows.
fn part(matrix: &[f64], free: &[f64], rows: &[usize], small: &mut Vec<f64>, right: &mut Vec<f64>) {
    let n = free.len();
    small.clear();
    right.clear();
    for &i in rows {
        right.push(free[i]);
        small.extend(rows.iter().map(|j| matrix[i * n + j]));
    }
}

/// [`rest`], island by island.
pub fn rest_by_islands(
    problem: &ContactProblem,
    links: &Links,
    warm: &[Mode],
) -> Result<ContactSolution, Inconsistent> {
    let (count, turns, n) = (problem.contacts.len(), problem.resistances.len(), problem.free.len());
    let mut all = ContactSolution {
        modes: vec![Mode::Open; count + turns + problem.bounded.len()],
        force: vec![0.0; n],
        rate: vec![0.0; n],
        weights: vec![0.0; n],
        residual: 0.0,
    };
    let (mut small, mut right) = (Vec::new(), Vec::new());
    for island in islands(links) {
        let piece = Piece::new(island, problem);
        let contacts = piece.ask(problem, &mut small, &mut right);
        let own = ContactProblem {
            matrix: &small,
            free: &right,
            contacts: &contacts,
            resistances: &piece.resistances,
            bounded: &piece.bounded,
            ..*problem
        };
        let held = solve_contacts(&own, Some(&piece.modes(warm, count, turns))).map_err(|e| Inconsistent {
            contacts: e.contacts.iter().map(|&c| piece.island[c]).collect(),
            bounded: e.bounded.iter().map(|&b| piece.joints[b]).collect(),
            residual: e.residual,
        })?;
        for (place, mode) in piece.places(count, turns).zip(&held.modes) {
            all.modes[place] = *mode;
        }
        for (at, &i) in piece.rows.iter().enumerate() {
            (all.force[i], all.rate[i], all.weights[i]) = (held.force[at], held.rate[at], held.weights[at]);
        }
        all.residual = all.residual.max(held.residual);
    }
    Ok(all)
}

/// Least and largest sum of the normal forces of what `number` calls alike, as (number, range), in islands of at most `most`
/// contacts; `force` is the answer in hand.
pub fn ranges_by_islands(
    problem: &ContactProblem,
    links: &Links,
    force: &[f64],
    most: usize,
    number: impl Fn(usize) -> usize,
) -> Vec<(usize, [f64; 2])> {
    let (mut small, mut right) = (Vec::new(), Vec::new());
    let mut out = Vec::new();
    for island in islands(links) {
        if island.len() > most {
            continue;
        }
        let piece = Piece::new(island, problem);
        let contacts = piece.ask(problem, &mut small, &mut right);
        let own = ContactProblem {
            matrix: &small,
            free: &right,
            contacts: &contacts,
            resistances: &piece.resistances,
            bounded: &piece.bounded,
            ..*problem
        };
        let held = ContactSolution {
            modes: Vec::new(),
            force: piece.rows.iter().map(|&i| force[i]).collect(),
            rate: Vec::new(),
            weights: Vec::new(),
            residual: 0.0,
        };
        let mut numbers: Vec<usize> = piece.island.iter().map(|&c| number(c)).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let place = |c: &usize| numbers.binary_search(&number(*c)).unwrap_or(0);
        let group: Vec<usize> = piece.island.iter().map(place).collect();
        out.extend(numbers.iter().copied().zip(force_ranges_of_sums(&own, &held, &group)));
    }
    out
}

/// [`FixedModeSolver`], island by island; keeps its memory between calls.
#[derive(Clone, Debug)]
pub struct FixedIslands {
    list: Vec<(Piece, FixedModeSolver)>,
    contacts: usize,
    resistances: usize,
    small: Vec<f64>,
    right: Vec<f64>,
    force: Vec<f64>,
}

impl FixedIslands {
    pub fn new(problem: &ContactProblem, links: &Links, held: &ContactSolution) -> Result<Self, Jam> {
        let (count, turns) = (problem.contacts.len(), problem.resistances.len());
        let (mut small, mut right) = (Vec::new(), Vec::new());
        let mut list = Vec::new();
        for island in islands(links) {
            let piece = Piece::new(island, problem);
            let contacts = piece.ask(problem, &mut small, &mut right);
            let own = ContactProblem {
                matrix: &small,
                free: &right,
                contacts: &contacts,
                resistances: &piece.resistances,
                bounded: &piece.bounded,
                ..*problem
            };
            let held = ContactSolution {
                modes: piece.modes(&held.modes, count, turns),
                force: piece.rows.iter().map(|&i| held.force[i]).collect(),
                rate: Vec::new(),
                weights: piece.rows.iter().map(|&i| held.weights[i]).collect(),
                residual: 0.0,
            };
            let own_links = |a: usize, b: usize| links.coupled(piece.island[a], piece.island[b]);
            let fixed = FixedModeSolver::new(&own, &held, own_links)?;
            list.push((piece, fixed));
        }
        Ok(Self { list, contacts: count, resistances: turns, small, right, force: Vec::new() })
    }

    /// Whether sliding friction was about to jam when last solved.
    pub fn nearly_jams(&self) -> bool {
        self.list.iter().any(|(_, fixed)| fixed.nearly_jams())
    }

    /// Whether normals of some contacts follow from those of others.
    pub fn normals_depend(&self) -> bool {
        self.list.iter().any(|(_, fixed)| fixed.normals_depend())
    }

    /// Whether rows of some contacts that hold follow from those of others.
    pub fn rows_depend(&self) -> bool {
        self.list.iter().any(|(_, fixed)| fixed.rows_depend())
    }

    pub fn solve(&mut self, matrix: &[f64], free: &[f64], modes: &[Mode], force: &mut [f64]) -> Result<(), Jam> {
        if let [(piece, fixed)] = &mut self.list[..]
            && piece.rows.len() == free.len()
        {
            return fixed.solve(matrix, free, modes, force);
        }
        for (piece, fixed) in &mut self.list {
            part(matrix, free, &piece.rows, &mut self.small, &mut self.right);
            self.force.clear();
            self.force.resize(self.right.len(), 0.0);
            fixed.solve(
                &self.small,
                &self.right,
                &piece.modes(modes, self.contacts, self.resistances),
                &mut self.force,
            )?;
            for (f, &i) in self.force.iter().zip(&piece.rows) {
                force[i] = *f;
            }
        }
        Ok(())
    }

    /// How forces respond to each of several changes of `free`, with the modes last solved for.
    pub fn responses(
        &mut self,
        matrix: &[f64],
        modes: &[Mode],
        rows: usize,
        changes: &[f64],
        force: &mut [f64],
    ) -> Result<(), Jam> {
        if let [(piece, fixed)] = &mut self.list[..]
            && piece.rows.len() == rows
        {
            return fixed.responses(matrix, modes, changes, force);
        }
        force.fill(0.0);
        for (piece, fixed) in &mut self.list {
            // what leaves an island as it is has no part in it
            let felt = |c: &usize| piece.rows.iter().any(|i| changes[c * rows + i] != 0.0);
            let own: Vec<usize> = (0..changes.len() / rows).filter(felt).collect();
            if own.is_empty() {
                continue;
            }
            part(matrix, &changes[..rows], &piece.rows, &mut self.small, &mut self.right);
            let some: Vec<f64> =
                own.iter().flat_map(|c| piece.rows.iter().map(move |i| changes[c * rows + i])).collect();
            self.force.clear();
            self.force.resize(some.len(), 0.0);
            let own_modes = piece.modes(modes, self.contacts, self.resistances);
            fixed.responses(&self.small, &own_modes, &some, &mut self.force)?;
            for (c, f) in own.iter().zip(self.force.chunks_exact(piece.rows.len())) {
                piece.rows.iter().zip(f).for_each(|(i, f)| force[c * rows + i] = *f);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Links, islands};

    #[test]
    fn contacts_fall_into_the_groups_that_touch() {
        // 0 and 2 share mechanism 7, 1 and 3 share 4, 4 is alone; what stands links nothing
        let sides = [[Some(7), None], [Some(4), None], [Some(9), Some(7)], [None, Some(4)], [Some(1), None]];
        let links = sides.map(|[a, b]| [a, b, None, None]);
        assert_eq!(islands(&Links(links.to_vec())), vec![vec![0, 2], vec![1, 3], vec![4]]);
    }
}

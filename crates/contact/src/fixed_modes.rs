//! Forces while modes stay as decided: the linear system of every evaluation within a step.
//!
//! Unknowns x are all rows of holding contacts and the normals of slipping ones; a slipping normal carries its friction
//! along: λ = N x. With B = (W N) on rows that are independent, B x = −b on these rows, and the others, combinations of them,
//! follow. Which rows and columns those are is decided once (rows by pivots of W, which does not know friction, columns by
//! pivots of B). Of all solutions the one that changes least from the decision's, in the measure Σ (change)²/weight, is taken, so
//! that it varies as smoothly as the motion does.
//!
//! That share is x = x₀ + D Bᵀ z with B D Bᵀ z = −b − B x₀. Contacts far from each other have nothing to do with each other,
//! so this matrix is factorised within its envelope; its condition, B's squared, is taken back by correcting the residual.
//! Where that does not converge the columns are eliminated one by one, x_P + E x_R = y.
//!
//! The determinant of B on the chosen rows and columns keeps its sign while the modes have an answer. Where it vanishes
//! sliding friction jams: [`Jam`]. It vanishes too where rows of W that were independent no longer are: two plates that slide
//! flush past each other's corners touch at two points that become one. Friction has nothing to do with that, so W alone
//! tells; there the rows that still are independent are solved for, and the share stays as near as it can to the decision's.

use crate::fixed_mode_unknowns::{Unknown, unknowns};
use crate::problem::{ContactProblem, ContactSolution, Mode};
use crate::tolerances::{DEPENDENT, LEAST_WEIGHT, NEARLY_JAMS, SINGULAR};
use mainspring_numerics::cholesky::{self, independent_rows};
use mainspring_numerics::elimination::gauss_jordan;
use mainspring_numerics::envelope_cholesky::{Envelope, cuthill_mckee};
use mainspring_numerics::row_reduction::reduce_rows;

/// Sliding friction leaves no finite force: the determinant vanished or changed its sign since the decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("sliding friction jams: no finite forces go with these modes")]
pub struct Jam;

/// The system of one set of modes; keeps its memory between calls.
#[derive(Clone, Debug)]
pub struct FixedModeSolver {
    pub(crate) n: usize,
    pub(crate) unknowns: Vec<Unknown>,
    /// chosen equations, as unknowns whose rows they are
    pub(crate) equations: Vec<usize>,
    /// unknowns whose forces an equation feels
    pub(crate) coupled: Vec<Vec<usize>>,
    /// unknowns in the order pivots, others
    pub(crate) order: Vec<usize>,
    pub(crate) scale: Vec<f64>,
    /// some friction slides: the matrix is not symmetric
    pub(crate) has_friction: bool,
    /// normals of some contacts follow from those of others
    normals_depend: bool,
    /// rows of some that hold follow from others
    rows_depend: bool,
    positive: Option<bool>,
    /// smallest pivot of the last determinant, of rows scaled to one
    weakest: f64,
    pub(crate) envelope: Envelope,
    /// B, equations × unknowns
    pub(crate) cells: Vec<f64>,
    pub(crate) work: Vec<f64>,
    pub(crate) right: Vec<f64>,
    small: Vec<f64>,
    pub(crate) x: Vec<f64>,
}

impl FixedModeSolver {
    /// Chooses equations and unknowns for the modes of an answer. `feels` says of two contacts whether W may ever couple them: an
    /// entry that is zero now may grow.
    ///
    /// # Errors
    /// [`Jam`] where the modes leave no finite forces.
    pub fn new(
        problem: &ContactProblem,
        held: &ContactSolution,
        feels: impl Fn(usize, usize) -> bool,
    ) -> Result<Self, Jam> {
        let n = problem.free.len();
        let unknowns = unknowns(problem, held);
        let scale = unknowns.iter().map(|u| problem.matrix[u.row * n + u.row]);
        let scale: Vec<f64> = scale.map(|d| if d > 0.0 { 1.0 / d.sqrt() } else { 0.0 }).collect();
        let m = unknowns.len();
        let has_friction = unknowns.iter().any(|u| !u.slipping_friction.is_empty());
        let mut plain = vec![0.0; m * m];
        for i in 0..m {
            for j in 0..m {
                plain[i * m + j] = scale[i] * problem.matrix[unknowns[i].row * n + unknowns[j].row] * scale[j];
            }
        }
        let step = 1 + problem.tangents;
        let normals: Vec<usize> =
            (0..m).filter(|&j| scale[j] > 0.0 && unknowns[j].row == unknowns[j].contact * step).collect();
        let among: Vec<f64> =
            normals.iter().flat_map(|&i| normals.iter().map(move |&j| (i, j))).map(|(i, j)| plain[i * m + j]).collect();
        let normals_depend = independent_rows(&among, normals.len(), DEPENDENT).len() < normals.len();
        let all = 0..problem.contacts.len();
        let neighbours: Vec<Vec<usize>> =
            all.clone().map(|a| all.clone().filter(|&b| a == b || feels(a, b)).collect()).collect();
        let mut place = vec![0; neighbours.len()];
        for (at, c) in cuthill_mckee(&neighbours).into_iter().enumerate() {
            place[c] = at;
        }
        let mut equations = independent_rows(&plain, m, DEPENDENT);
        let along = |j: &usize| (place[unknowns[*j].contact], unknowns[*j].row);
        equations.sort_unstable_by_key(along);
        let rows_depend = equations.len() < scale.iter().filter(|s| **s > 0.0).count();
        let r = equations.len();
        let reaches = |i: usize, j: usize| neighbours[unknowns[i].contact].binary_search(&unknowns[j].contact).is_ok();
        let coupled: Vec<Vec<usize>> = equations.iter().map(|&i| (0..m).filter(|&j| reaches(i, j)).collect()).collect();
        let near = |c: usize| neighbours[c].iter().copied();
        let first = |k: usize| {
            let own = unknowns[equations[k]].contact;
            let far = near(own).flat_map(|c| if r == m { vec![c] } else { near(c).collect() });
            let least = far.map(|c| place[c]).min().unwrap_or(place[own]);
            equations[..k].partition_point(|&j| place[unknowns[j].contact] < least)
        };
        let envelope = Envelope::new((0..r).map(first).collect());
        let mut fixed = Self {
            n,
            unknowns,
            equations,
            coupled,
            order: Vec::new(),
            scale,
            has_friction,
            normals_depend,
            rows_depend,
            positive: None,
            weakest: f64::INFINITY,
            envelope,
            cells: Vec::new(),
            work: Vec::new(),
            right: Vec::new(),
            small: Vec::new(),
            x: Vec::new(),
        };
        let mut others: Vec<usize> = (0..m).collect();
        if has_friction {
            fixed.read(problem.matrix, &held.modes);
            let columns = reduce_rows(&mut fixed.cells.clone(), &mut vec![0.0; r], r, m, DEPENDENT);
            if columns.pivots.len() < r {
                return Err(Jam);
            }
            fixed.order = columns.pivots;
            let along = |j: &usize| (place[fixed.unknowns[*j].contact], fixed.unknowns[*j].row);
            fixed.order.sort_unstable_by_key(along);
        } else {
            fixed.order.clone_from(&fixed.equations);
        }
        others.retain(|j| !fixed.order.contains(j));
        fixed.order.extend(others);
        Ok(fixed)
    }

    /// Number of independent equations.
    #[inline]
    pub fn rank(&self) -> usize {
        self.equations.len()
    }

    /// Whether normals of some contacts follow from those of others: these are closed only while their curvatures agree.
    #[inline]
    pub fn normals_depend(&self) -> bool {
        self.normals_depend
    }

    /// Whether rows of some contacts that hold follow from those of others.
    #[inline]
    pub fn rows_depend(&self) -> bool {
        self.rows_depend
    }

    /// Number of unknown forces; where it exceeds the rank the motion leaves their share open.
    #[inline]
    pub fn unknowns(&self) -> usize {
        self.unknowns.len()
    }

    /// B with these modes.
    pub(crate) fn read(&mut self, matrix: &[f64], modes: &[Mode]) {
        let m = self.unknowns.len();
        let mut cells = std::mem::take(&mut self.cells);
        cells.clear();
        cells.resize(self.equations.len() * m, 0.0);
        for (k, &i) in self.equations.iter().enumerate() {
            for &j in &self.coupled[k] {
                cells[k * m + j] = self.cell(matrix, modes, i, j);
            }
        }
        self.cells = cells;
    }

    /// Rate of unknown i's row for a unit of unknown j, scaled.
    fn cell(&self, matrix: &[f64], modes: &[Mode], i: usize, j: usize) -> f64 {
        let row = self.unknowns[i].row * self.n;
        let unknown = &self.unknowns[j];
        let mut sum = matrix[row + unknown.row];
        for &(mode, first, rows, coefficient) in &unknown.slipping_friction {
            if let Mode::Slip(d) = modes[mode] {
                for k in 0..rows {
                    sum -= coefficient * d[k] * matrix[row + first + k];
                }
            }
        }
        self.scale[i] * sum * self.scale[j]
    }

    /// Forces λ of all rows such that the rates of closed rows vanish. Modes are those of the decision, but that directions
    /// of slip may have turned. `free` holds the rates without contact forces.
    ///
    /// # Errors
    /// [`Jam`] where there are no finite forces; `force` is not to be used then.
    pub fn solve(&mut self, matrix: &[f64], free: &[f64], modes: &[Mode], force: &mut [f64]) -> Result<(), Jam> {
        force.fill(0.0);
        self.read(matrix, modes);
        self.right.clear();
        self.right.extend(self.equations.iter().map(|&i| -self.scale[i] * free[self.unknowns[i].row]));
        if self.by_equations().is_err() {
            self.by_rank(matrix, free, modes)?;
        }
        // what nothing moves stays as it was decided
        self.spread(modes, force, |unknown| unknown.decided);
        Ok(())
    }

    /// Forces of all rows from x; `unmoved` gives those of rows that nothing moves.
    pub(crate) fn spread(&self, modes: &[Mode], force: &mut [f64], unmoved: impl Fn(&Unknown) -> f64) {
        for (unknown, (&value, &scale)) in self.unknowns.iter().zip(self.x.iter().zip(&self.scale)) {
            let load = if scale > 0.0 { scale * value } else { unmoved(unknown) };
            force[unknown.row] = load;
            for &(mode, first, rows, coefficient) in &unknown.slipping_friction {
                if let Mode::Slip(d) = modes[mode] {
                    for k in 0..rows {
                        force[first + k] = -coefficient * d[k] * load;
                    }
                }
            }
        }
    }

    /// Whether sliding friction was about to jam when last solved: forces grow without bound as the determinant vanishes.
    #[must_use]
    pub fn nearly_jams(&self) -> bool {
        self.has_friction && self.weakest < NEARLY_JAMS
    }

    /// x of all chosen equations.
    fn by_equations(&mut self) -> Result<(), Jam> {
        if self.has_friction {
            let sign = self.sign().ok_or(Jam)?;
            if *self.positive.get_or_insert(sign) != sign {
                return Err(Jam);
            }
        }
        let square = self.equations.len() == self.unknowns.len();
        if (self.has_friction && square) || !self.by_envelope() {
            self.by_columns()?;
        }
        Ok(())
    }

    /// x of all rows that are independent where the chosen ones have come to depend on each other: others may stand in for them.
    fn by_rank(&mut self, matrix: &[f64], free: &[f64], modes: &[Mode]) -> Result<(), Jam> {
        let (r, m) = (self.equations.len(), self.unknowns.len());
        let row = |i: usize| self.unknowns[i].row;
        let plain = |i: usize, j: usize| self.scale[i] * matrix[row(i) * self.n + row(j)] * self.scale[j];
        let independent = |rows: &[usize]| {
            let gram: Vec<f64> = rows.iter().flat_map(|&i| rows.iter().map(move |&j| plain(i, j))).collect();
            independent_rows(&gram, rows.len(), DEPENDENT)
        };
        if independent(&self.equations).len() == r {
            return Err(Jam);
        }
        let all: Vec<usize> = (0..m).collect();
        let kept = independent(&all);
        let start: Vec<f64> = (0..m).map(|j| self.start(j)).collect();
        let (mut cells, mut right) = (Vec::new(), Vec::new());
        for &i in &kept {
            let own: Vec<f64> = (0..m).map(|j| self.cell(matrix, modes, i, j)).collect();
            let known: f64 = own.iter().zip(&start).map(|(c, x)| c * x).sum();
            right.push(-self.scale[i] * free[row(i)] - known);
            cells.extend(own);
        }
        let reduced = reduce_rows(&mut cells, &mut right, kept.len(), m, DEPENDENT);
        if reduced.pivots.len() < kept.len() {
            return Err(Jam);
        }
        let weights: Vec<f64> = (0..m).map(|j| self.weight(j)).collect();
        let change = reduced.least(&weights).ok_or(Jam)?;
        self.x = start.iter().zip(change).map(|(x, d)| x + d).collect();
        Ok(())
    }

    /// Forces λ = scale·x, so Σ λ²/weight = Σ x²/(weight/scale²); what nothing moves carries nothing.
    pub(crate) fn weight(&self, j: usize) -> f64 {
        if self.scale[j] > 0.0 {
            self.unknowns[j].weight.max(LEAST_WEIGHT) / (self.scale[j] * self.scale[j])
        } else {
            0.0
        }
    }

    pub(crate) fn start(&self, j: usize) -> f64 {
        if self.scale[j] > 0.0 { self.unknowns[j].decided / self.scale[j] } else { 0.0 }
    }

    /// The sign of the determinant of the chosen columns, `None` where it vanishes.
    fn sign(&mut self) -> Option<bool> {
        let (r, m) = (self.equations.len(), self.unknowns.len());
        let mut work = std::mem::take(&mut self.work);
        work.clear();
        for k in 0..r {
            work.extend(self.order[..r].iter().map(|&j| self.cells[k * m + j]));
        }
        let mut positive = Some(true);
        self.weakest = f64::INFINITY;
        for k in 0..r {
            let best = (k + 1..r).fold(k, |b, i| if work[i * r + k].abs() > work[b * r + k].abs() { i } else { b });
            let pivot = work[best * r + k];
            self.weakest = self.weakest.min(pivot.abs());
            if pivot.is_nan() || pivot.abs() < SINGULAR {
                positive = None;
                break;
            }
            let (above, below) = work.split_at_mut((k + 1) * r);
            let upper = &mut above[k * r..];
            if best != k {
                upper.swap_with_slice(&mut below[(best - k - 1) * r..(best - k) * r]);
            }
            positive = positive.map(|p| p ^ (best != k) ^ (pivot < 0.0));
            for row in below.chunks_exact_mut(r).filter(|row| row[k] != 0.0) {
                let factor = row[k] / pivot;
                for (x, y) in row[k..].iter_mut().zip(&upper[k..]) {
                    *x -= factor * y;
                }
            }
        }
        self.work = work;
        positive
    }

    /// The same by elimination of the chosen columns.
    fn by_columns(&mut self) -> Result<(), Jam> {
        let (r, m) = (self.equations.len(), self.unknowns.len());
        let mut work = std::mem::take(&mut self.work);
        work.clear();
        for k in 0..r {
            work.extend(self.order.iter().map(|&j| self.cells[k * m + j]));
        }
        let reduced = gauss_jordan(&mut work, &mut self.right, r, m, SINGULAR);
        self.work = work;
        if !reduced {
            return Err(Jam);
        }
        self.x.resize(m, 0.0);
        if r == m {
            for (&j, &value) in self.order.iter().zip(&self.right) {
                self.x[j] = value;
            }
            return Ok(());
        }
        let shares = self.share()?;
        for (&j, value) in self.order.iter().zip(shares) {
            self.x[j] = value;
        }
        Ok(())
    }

    /// x with x_P + E x_R = y that differs least from what was decided, in the order of `order`. What was decided lies within
    /// the cones, and so does the share for a while.
    fn share(&mut self) -> Result<Vec<f64>, Jam> {
        let (r, m) = (self.equations.len(), self.unknowns.len());
        let weights: Vec<f64> = self.order.iter().map(|&j| self.weight(j)).collect();
        let start: Vec<f64> = self.order.iter().map(|&j| self.start(j)).collect();
        for i in 0..r {
            let known: f64 = start[i] + (r..m).map(|o| self.work[i * m + o] * start[o]).sum::<f64>();
            self.right[i] -= known;
        }
        self.small.clear();
        for i in 0..r {
            for j in 0..r {
                let shared = (r..m).map(|o| self.work[i * m + o] * weights[o] * self.work[j * m + o]).sum::<f64>();
                self.small.push(shared + if i == j { weights[i] } else { 0.0 });
            }
        }
        if !cholesky::solve(&mut self.small, &mut self.right, r) {
            return Err(Jam);
        }
        let share = |k: usize| {
            let y = if k < r { self.right[k] } else { (0..r).map(|i| self.work[i * m + k] * self.right[i]).sum() };
            start[k] + weights[k] * y
        };
        Ok((0..m).map(share).collect())
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::problem::{Contact, Slip};

    /// A tower of blocks of unit mass and inertia, two points an interface, in the plane: W and what gravity does.
    pub(crate) fn tower(blocks: usize) -> (Vec<f64>, Vec<f64>) {
        let mut rows: Vec<Vec<f64>> = Vec::new();
        for below in 0..blocks {
            for x in [-1.0, 0.8 + 0.01 * below as f64] {
                for (nx, ny) in [(0.0, 1.0), (1.0, 0.0)] {
                    let mut row = vec![0.0; 3 * blocks];
                    // this block by its underside, the one below by its top
                    row[3 * below..3 * below + 3].copy_from_slice(&[nx, ny, x * ny + 0.5 * nx]);
                    if below > 0 {
                        row[3 * below - 3..3 * below].copy_from_slice(&[-nx, -ny, -x * ny + 0.5 * nx]);
                    }
                    rows.push(row);
                }
            }
        }
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f64>();
        let pull: Vec<f64> = (0..3 * blocks).map(|i| if i % 3 == 1 { -9.81 } else { 0.01 * (i % 5) as f64 }).collect();
        let matrix = rows.iter().flat_map(|a| rows.iter().map(|b| dot(a, b)).collect::<Vec<_>>()).collect();
        (matrix, rows.iter().map(|a| dot(a, &pull)).collect())
    }

    /// Two plates of unit mass and inertia that touch along an edge, at two points `apart`, pushed together by forces that
    /// leave each point half the load.
    fn flush(apart: f64) -> (Vec<f64>, Vec<f64>) {
        let mut rows: Vec<[f64; 6]> = Vec::new();
        for s in [-0.5 * apart, 0.5 * apart] {
            rows.push([-1.0, 0.0, 1.0 + s, 1.0, 0.0, 1.0 - s]);
            rows.push([0.0, -1.0, -1.0, 0.0, 1.0, -1.0]);
        }
        let dot = |a: &[f64; 6], b: &[f64; 6]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f64>();
        // the first is pushed with 2 N, and slides
        let pull = [2.0, 0.1, 0.0, 0.0, 0.0, 0.0];
        let matrix = rows.iter().flat_map(|a| rows.iter().map(|b| dot(a, b)).collect::<Vec<_>>()).collect();
        (matrix, rows.iter().map(|a| dot(a, &pull)).collect())
    }

    /// Chosen while the points are apart, the system goes on through the moment at which they are one. By hand: at the middle
    /// n·W·n = 4 and n·W·t = −2, so (4 + 2μ) λ = 2.
    #[test]
    fn two_points_that_become_one_carry_their_load_together() {
        for friction in [0.0, 0.3] {
            let contacts = vec![Contact { friction, holding: friction, slip: Slip::Along([1.0, 0.0]) }; 2];
            let modes = vec![Mode::Slip([1.0, 0.0]); 2];
            let (matrix, free) = flush(0.2);
            let problem = ContactProblem {
                matrix: &matrix,
                tangents: 1,
                free: &free,
                contacts: &contacts,
                resistances: &[],
                bounded: &[],
            };
            let weights = vec![1.0; 4];
            let held =
                ContactSolution { modes: modes.clone(), force: vec![0.5; 4], rate: Vec::new(), weights, residual: 0.0 };
            let mut fixed = FixedModeSolver::new(&problem, &held, |_, _| true).unwrap();
            assert_eq!(fixed.rank(), 2);
            let mut force = vec![0.0; 4];
            for apart in [0.2, 1e-3, 1e-6, 1e-9, 0.0, -1e-9, -1e-3] {
                let (matrix, free) = flush(apart);
                fixed.solve(&matrix, &free, &modes, &mut force).unwrap();
                let rate = |i: usize| free[i] + (0..4).map(|j| matrix[4 * i + j] * force[j]).sum::<f64>();
                assert!(rate(0).abs() < 1e-9 && rate(2).abs() < 1e-9, "{apart:e}: {} {}", rate(0), rate(2));
                let sum = 2.0 / (4.0 + 2.0 * friction);
                assert!((force[0] + force[2] - sum).abs() < 1e-9, "{apart:e}: {force:?} against {sum}");
            }
        }
    }

    /// A plate over three corners: the two that were chosen come to lie above each other, and the third stands in for one of them.
    #[test]
    fn a_row_left_out_stands_in_for_one_that_has_become_another() {
        // unit mass and inertia, its weight off the middle
        let plate = |places: [f64; 3]| {
            let matrix: Vec<f64> = places.iter().flat_map(|a| places.map(|b| 1.0 + a * b)).collect();
            (matrix, places.map(|x| -1.0 - 0.3 * x).to_vec())
        };
        let contacts = vec![Contact { friction: 0.0, holding: 0.0, slip: Slip::Still }; 3];
        let modes = vec![Mode::Stick; 3];
        let (matrix, free) = plate([-1.0, 1.0, 0.8]);
        let problem = ContactProblem {
            matrix: &matrix,
            tangents: 0,
            free: &free,
            contacts: &contacts,
            resistances: &[],
            bounded: &[],
        };
        let held = ContactSolution {
            modes: modes.clone(),
            force: vec![0.3; 3],
            rate: Vec::new(),
            weights: vec![1.0; 3],
            residual: 0.0,
        };
        let mut fixed = FixedModeSolver::new(&problem, &held, |_, _| true).unwrap();
        let mut force = vec![0.0; 3];
        for first in [-1.0, 0.9, 1.0 - 1e-9, 1.0, 1.0 + 1e-9, 1.1] {
            let (matrix, free) = plate([first, 1.0, 0.8]);
            fixed.solve(&matrix, &free, &modes, &mut force).unwrap();
            for i in 0..3 {
                let rate = free[i] + (0..3).map(|j| matrix[3 * i + j] * force[j]).sum::<f64>();
                assert!(rate.abs() < 1e-9, "place {i} with the first at {first}: {rate:e}");
            }
        }
    }

    #[test]
    fn envelope_and_columns_agree_on_towers() {
        for (blocks, sliding) in [(1, false), (2, false), (7, false), (20, false), (7, true), (12, true)] {
            let (matrix, free) = tower(blocks);
            let n = free.len();
            let contacts = vec![Contact { friction: 0.3, holding: 0.3, slip: Slip::Still }; n / 2];
            let problem = ContactProblem {
                matrix: &matrix,
                tangents: 1,
                free: &free,
                contacts: &contacts,
                resistances: &[],
                bounded: &[],
            };
            let mut modes = vec![Mode::Stick; n / 2];
            if sliding {
                modes[n / 2 - 2..].fill(Mode::Slip([1.0, 0.0]));
            }
            let force = (0..n).map(|i| 1.0 + (i % 3) as f64).collect();
            let weights = (0..n).map(|i| if i % 2 == 0 { 1.0 } else { 0.3 }).collect();
            let held = ContactSolution { modes: modes.clone(), force, rate: Vec::new(), weights, residual: 0.0 };
            // two points an interface; each feels those of the interfaces next to it
            let mut fixed = FixedModeSolver::new(&problem, &held, |a, b| (a / 2).abs_diff(b / 2) <= 1).unwrap();
            assert_eq!(fixed.rank(), 3 * blocks - usize::from(sliding), "all but the slider's motion is held");
            assert!(fixed.unknowns() > fixed.rank());
            fixed.solve(&matrix, &free, &modes, &mut vec![0.0; n]).unwrap();
            let x = fixed.x.clone();
            assert!(fixed.by_envelope(), "{blocks} blocks");
            fixed.by_columns().unwrap();
            let size = x.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
            let apart = x.iter().zip(&fixed.x).fold(0.0_f64, |m, (a, b)| m.max((a - b).abs()));
            assert!(apart < 1e-11 * size, "{blocks} blocks: {apart:e} of {size:e}");
        }
    }
}

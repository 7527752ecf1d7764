//! Forces while modes stay as decided: the linear system of every evaluation within a step.
//!
//! Unknowns x are all rows of holding contacts and the normals of slipping ones; a slipping normal carries its friction
//! along: λ = N x. With B = (W N) on rows that are independent, B x = −b on these rows, and the others follow: their rows
//! are combinations of the chosen ones. Which rows and columns those are is decided once (rows by pivots of W, which does
//! not know friction, columns by pivots of B). With P the chosen columns, x_P + E x_R = y; the share that changes least from
//! the decision's, in the measure Σ (change)²/weight, is taken, so that it varies as smoothly as the motion does.
//!
//! The determinant of B on the chosen rows and columns keeps its sign while the modes have an answer. Where it vanishes
//! sliding friction jams: [`Jam`].

use crate::elimination::{DEPENDENT, eliminate};
use crate::rest::{Held, Mode, Rest};

/// Sliding friction leaves no finite force: the determinant vanished or changed its sign since the decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("sliding friction jams: no finite forces go with these modes")]
pub struct Jam;

/// An unknown: a row, with the friction that a slipping normal carries.
#[derive(Clone, Debug)]
struct Unknown {
    row: usize,
    weight: f64,
    /// its force when decided, N
    decided: f64,
    /// (mode, first row, rows, coefficient) of what slips with this normal
    carries: Vec<(usize, usize, usize, f64)>,
}

/// The system of one set of modes; keeps its memory between calls.
#[derive(Clone, Debug)]
pub struct Fixed {
    n: usize,
    unknowns: Vec<Unknown>,
    /// chosen equations, as rows of W
    equations: Vec<usize>,
    /// unknowns in the order pivots, others
    order: Vec<usize>,
    scale: Vec<f64>,
    positive: Option<bool>,
    work: Vec<f64>,
    right: Vec<f64>,
    small: Vec<f64>,
    x: Vec<f64>,
}

impl Fixed {
    /// Chooses equations and unknowns for the modes of an answer.
    ///
    /// # Errors
    /// [`Jam`] where the modes leave no finite forces.
    pub fn new(problem: &Rest, held: &Held) -> Result<Self, Jam> {
        let n = problem.free.len();
        let step = 1 + problem.tangents;
        let decided = |row: usize| held.force.get(row).copied().unwrap_or(0.0);
        let mut unknowns: Vec<Unknown> = Vec::new();
        let mut normal_of = vec![None; problem.contacts.len()];
        for (c, mode) in held.modes.iter().take(problem.contacts.len()).enumerate() {
            if *mode != Mode::Open {
                normal_of[c] = Some(unknowns.len());
                let row = c * step;
                unknowns.push(Unknown { row, weight: held.weights[row], decided: decided(row), carries: Vec::new() });
            }
        }
        let contacts = problem.contacts.iter().enumerate();
        let friction = contacts.map(|(c, k)| (c, c * step + 1, problem.tangents, k.friction));
        let turning = problem.resistances.iter().map(|r| (r.contact, r.first, r.rows, r.arm));
        for (k, (contact, first, rows, coefficient)) in friction.chain(turning).enumerate() {
            let Some(normal) = normal_of[contact] else { continue };
            match held.modes[k] {
                Mode::Open => {}
                Mode::Stick => unknowns.extend((first..first + rows).map(|row| Unknown {
                    row,
                    weight: held.weights[row],
                    decided: decided(row),
                    carries: Vec::new(),
                })),
                Mode::Slip(_) => unknowns[normal].carries.push((k, first, rows, coefficient)),
            }
        }
        let scale = unknowns.iter().map(|u| problem.matrix[u.row * n + u.row]);
        let scale: Vec<f64> = scale.map(|d| if d > 0.0 { 1.0 / d.sqrt() } else { 0.0 }).collect();
        let m = unknowns.len();
        let mut fixed = Self {
            n,
            unknowns,
            equations: Vec::new(),
            order: Vec::new(),
            scale,
            positive: None,
            work: Vec::new(),
            right: Vec::new(),
            small: Vec::new(),
            x: Vec::new(),
        };
        let mut plain = vec![0.0; m * m];
        for i in 0..m {
            for j in 0..m {
                let cell = problem.matrix[fixed.unknowns[i].row * n + fixed.unknowns[j].row];
                plain[i * m + j] = fixed.scale[i] * cell * fixed.scale[j];
            }
        }
        let chosen = eliminate(&mut plain, &mut vec![0.0; m], m, m, DEPENDENT);
        fixed.equations = chosen.rows;
        fixed.equations.sort_unstable();
        let r = fixed.equations.len();
        fixed.order = (0..m).collect();
        let mut cells = vec![0.0; r * m];
        for (k, &i) in fixed.equations.iter().enumerate() {
            for j in 0..m {
                cells[k * m + j] = fixed.cell(problem.matrix, &held.modes, i, j);
            }
        }
        let columns = eliminate(&mut cells, &mut vec![0.0; r], r, m, DEPENDENT);
        if columns.pivots.len() < r {
            return Err(Jam);
        }
        fixed.order = columns.pivots;
        fixed.order.sort_unstable();
        fixed.order.extend(columns.others);
        Ok(fixed)
    }

    /// Number of independent equations.
    pub fn rank(&self) -> usize {
        self.equations.len()
    }

    /// Rate of unknown i's row for a unit of unknown j, scaled.
    fn cell(&self, matrix: &[f64], modes: &[Mode], i: usize, j: usize) -> f64 {
        let row = self.unknowns[i].row * self.n;
        let unknown = &self.unknowns[j];
        let mut sum = matrix[row + unknown.row];
        for &(mode, first, rows, coefficient) in &unknown.carries {
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
        let (r, m) = (self.equations.len(), self.unknowns.len());
        force.fill(0.0);
        let mut work = std::mem::take(&mut self.work);
        let mut right = std::mem::take(&mut self.right);
        work.clear();
        right.clear();
        for &i in &self.equations {
            work.extend(self.order.iter().map(|&j| self.cell(matrix, modes, i, j)));
            right.push(-self.scale[i] * free[self.unknowns[i].row]);
        }
        let sign = reduce(&mut work, &mut right, r, m);
        (self.work, self.right) = (work, right);
        let sign = sign.ok_or(Jam)?;
        if *self.positive.get_or_insert(sign) != sign {
            return Err(Jam);
        }
        self.share()?;
        for (&j, &value) in self.order.iter().zip(&self.x) {
            let unknown = &self.unknowns[j];
            let load = self.scale[j] * value;
            force[unknown.row] = load;
            for &(mode, first, rows, coefficient) in &unknown.carries {
                if let Mode::Slip(d) = modes[mode] {
                    for k in 0..rows {
                        force[first + k] = -coefficient * d[k] * load;
                    }
                }
            }
        }
        Ok(())
    }

    /// x with x_P + E x_R = y that differs least from what was decided: Σ (change of force)²/weight is least. What was decided
    /// lies within the cones, and so does the share for a while.
    fn share(&mut self) -> Result<(), Jam> {
        let (r, m) = (self.equations.len(), self.unknowns.len());
        self.x.clear();
        if r == m {
            self.x.extend_from_slice(&self.right);
            return Ok(());
        }
        // forces λ = scale·x, so Σ λ²/weight = Σ x²/(weight/scale²)
        let weight = |k: usize| {
            let j = self.order[k];
            self.unknowns[j].weight.max(1e-12) / (self.scale[j] * self.scale[j]).max(f64::MIN_POSITIVE)
        };
        let start = |k: usize| {
            let j = self.order[k];
            if self.scale[j] > 0.0 { self.unknowns[j].decided / self.scale[j] } else { 0.0 }
        };
        for i in 0..r {
            let known: f64 = start(i) + (r..m).map(|o| self.work[i * m + o] * start(o)).sum::<f64>();
            self.right[i] -= known;
        }
        self.small.clear();
        for i in 0..r {
            for j in 0..r {
                let shared = (r..m).map(|o| self.work[i * m + o] * weight(o) * self.work[j * m + o]).sum::<f64>();
                self.small.push(shared + if i == j { weight(i) } else { 0.0 });
            }
        }
        if !crate::elimination::cholesky_solve(&mut self.small, &mut self.right, r) {
            return Err(Jam);
        }
        for k in 0..m {
            let y = if k < r { self.right[k] } else { (0..r).map(|i| self.work[i * m + k] * self.right[i]).sum() };
            self.x.push(start(k) + weight(k) * y);
        }
        Ok(())
    }
}

/// Makes the first `r` columns the identity by partial pivoting; the sign of their determinant, none where it vanishes.
fn reduce(work: &mut [f64], right: &mut [f64], r: usize, m: usize) -> Option<bool> {
    let mut positive = true;
    for k in 0..r {
        let mut best = k;
        for i in k + 1..r {
            if work[i * m + k].abs() > work[best * m + k].abs() {
                best = i;
            }
        }
        let pivot = work[best * m + k];
        if pivot.is_nan() || pivot.abs() < 1e-13 {
            return None;
        }
        if best != k {
            for j in 0..m {
                work.swap(k * m + j, best * m + j);
            }
            right.swap(k, best);
            positive = !positive;
        }
        positive ^= pivot < 0.0;
        for j in k..m {
            work[k * m + j] /= pivot;
        }
        right[k] /= pivot;
        for i in (0..r).filter(|&i| i != k) {
            let factor = work[i * m + k];
            if factor != 0.0 {
                for j in k..m {
                    work[i * m + j] -= factor * work[k * m + j];
                }
                right[i] -= factor * right[k];
            }
        }
    }
    Some(positive)
}

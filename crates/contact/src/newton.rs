//! Forces of given modes: linear where directions of slip are known, Newton's method where they turn with the answer.
//!
//! Unknowns are the forces x of all closed contacts. Equations: y_n = 0; holding y_t = 0; slipping x_t + r(x_n) u = 0 with
//! r = coefficient·x_n + spare (or coefficient·|N(x)|, N a reaction) and u the direction known beforehand, or y_t/|y_t|. The Jacobian of the last with respect
//! to x_t is 1 + r (1 − u uᵀ) W_t·/|y_t|. An area has the wrench that brakes y_t in place of −r u. Dependent rows are left to the pivots (`row_reduction`): a basic solution.

use crate::scaled_problem::{Guess, ScaledProblem};
use crate::tolerances::{CONVERGED, DEPENDENT, TURNING_SPEED};
use mainspring_numerics::row_reduction::reduce_rows;
use mainspring_numerics::slice::add_scaled;

/// The forces that make the guess hold, from `start`; whether they respect the inequalities is for the caller to check.
pub(crate) fn newton(core: &ScaledProblem, guess: &Guess, start: &[f64]) -> Vec<f64> {
    let system = System::new(core, guess);
    let mut x = vec![0.0; core.n];
    for &i in &system.rows {
        x[i] = start[i];
    }
    if system.rows.is_empty() {
        return x;
    }
    // directions as guessed: the whole answer in the plane, a start in space; the second pass takes away rounding
    for _ in 0..2 {
        let step = system.step(&x, true);
        add_scaled(&mut x, 1.0, &step);
    }
    if !system.turns {
        return x;
    }
    let mut off = system.off(&x);
    for _ in 0..30 {
        let step = system.step(&x, false);
        let mut part = 1.0;
        let (mut next, mut next_off) = (x.clone(), off);
        for _ in 0..12 {
            next = x.clone();
            add_scaled(&mut next, part, &step);
            next_off = system.off(&next);
            if next_off < off {
                break;
            }
            part *= 0.5;
        }
        if next_off.is_nan() || next_off >= off {
            break;
        }
        (x, off) = (next, next_off);
        if off < CONVERGED {
            break;
        }
    }
    x
}

struct System<'a> {
    core: &'a ScaledProblem,
    guess: &'a Guess,
    /// unknown rows, in order
    rows: Vec<usize>,
    /// block of each unknown row, if any
    owner: Vec<Option<usize>>,
    /// whether a direction or a reaction depends on the answer
    turns: bool,
}

impl<'a> System<'a> {
    fn new(core: &'a ScaledProblem, guess: &'a Guess) -> Self {
        let mut unknown: Vec<(usize, Option<usize>)> = Vec::new();
        for (c, &i) in core.normals.iter().enumerate() {
            if core.movable[c] && guess.closed[c] {
                unknown.push((i, None));
            }
        }
        let mut turns = false;
        for (b, block) in core.blocks.iter().enumerate() {
            if core.acts(block, guess) {
                unknown.extend((block.first..block.first + block.rows).map(|i| (i, Some(b))));
                let turning = block.rows >= 2 && block.along.is_none();
                turns |= guess.slips[b].is_some() && (turning || block.reaction.is_some());
            }
        }
        unknown.sort_unstable();
        let (rows, owner) = unknown.into_iter().unzip();
        Self { core, guess, rows, owner, turns }
    }

    /// Newton's step; with `held` directions stay as guessed.
    fn step(&self, x: &[f64], held: bool) -> Vec<f64> {
        let (core, m) = (self.core, self.rows.len());
        let y = core.rates(x);
        let (mut matrix, mut right) = (vec![0.0; m * m], vec![0.0; m]);
        for (k, &i) in self.rows.iter().enumerate() {
            let cells = &mut matrix[k * m..(k + 1) * m];
            let slip = self.owner[k].and_then(|b| self.guess.slips[b].map(|d| (&core.blocks[b], d)));
            let Some((block, given)) = slip else {
                for (cell, &j) in cells.iter_mut().zip(&self.rows) {
                    *cell = core.matrix[i * core.n + j];
                }
                right[k] = -y[i];
                continue;
            };
            let (bound, slope) = core.slipping_slope(block, x);
            let speed = core.length(block, &y);
            let turning = !held && block.rows >= 2 && block.along.is_none() && speed > TURNING_SPEED;
            let own = i - block.first;
            if block.surface.is_some() {
                let at = if turning { [0, 1, 2].map(|r| y[block.first + r]) } else { given };
                let (brakes, slopes) = core.area_braking(block, at);
                right[k] = bound * brakes[own] - x[i];
                for (cell, &j) in cells.iter_mut().zip(&self.rows) {
                    if j == i {
                        *cell += 1.0;
                    }
                    if turning {
                        let row = |r: usize| core.matrix[(block.first + r) * core.n + j];
                        *cell -= bound * (0..3).map(|r| slopes[own][r] * row(r)).sum::<f64>();
                    }
                }
                continue;
            }
            let u = if turning { core.direction(block, &y, speed) } else { given };
            right[k] = -(x[i] + bound * u[own]);
            for (cell, &j) in cells.iter_mut().zip(&self.rows) {
                if j == i {
                    *cell += 1.0;
                }
                *cell += slope(j) * u[own];
                if turning {
                    let row = |k: usize| core.matrix[(block.first + k) * core.n + j];
                    let across = row(own) - u[own] * (u[0] * row(0) + u[1] * row(1));
                    *cell += bound / speed * across;
                }
            }
        }
        // rows of a slow slip are steep: every equation is weighed alike before pivots are compared
        for k in 0..m {
            let size = matrix[k * m..(k + 1) * m].iter().fold(0.0_f64, |s, c| s.max(c.abs()));
            if size > 1.0 {
                matrix[k * m..(k + 1) * m].iter_mut().for_each(|c| *c /= size);
                right[k] /= size;
            }
        }
        let basic = reduce_rows(&mut matrix, &mut right, m, m, DEPENDENT).basic();
        let mut step = vec![0.0; core.n];
        for (&i, value) in self.rows.iter().zip(basic) {
            step[i] = value;
        }
        step
    }

    /// Largest equation error.
    fn off(&self, x: &[f64]) -> f64 {
        let core = self.core;
        let y = core.rates(x);
        let mut worst = 0.0_f64;
        for (k, &i) in self.rows.iter().enumerate() {
            let slip = self.owner[k].and_then(|b| self.guess.slips[b].map(|d| (&core.blocks[b], d)));
            let error = match slip {
                None => y[i],
                Some((block, given)) => {
                    let speed = core.length(block, &y);
                    let turning = block.rows >= 2 && block.along.is_none() && speed > TURNING_SPEED;
                    let u = if turning { core.direction(block, &y, speed) } else { given };
                    x[i] - core.braking(block, core.slipping_slope(block, x).0, u)[i - block.first]
                }
            };
            worst = if error.is_nan() { f64::NAN } else { worst.max(error.abs()) };
        }
        worst
    }
}

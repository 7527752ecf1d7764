//! A rest problem made dimensionless, and the search for its modes.
//!
//! With s = 1/√Wᵢᵢ (one s for all rows of a block) and β the largest |s b|: λ = β s x and w = β y/s give y = W′x + b′ with a
//! unit diagonal and |b′| ≤ 1. A *block* is a set of one or two rows bounded by a normal: friction, or a resistance.
//!
//! Search: the warm modes; else Lemke's method (exact in the plane, with a pyramid of eight sides in space); the modes it
//! ends in are solved for anew (`newton`), which in space turns the pyramid into the cone. Where modes change in that, they
//! are corrected until nothing is violated; where that runs in a circle, or rounding spoils pivots of nearly dependent rows,
//! proximal steps and then sweeps of projected relaxation give another start.
//! A block that holds with a larger coefficient than it slips with is first given the larger one; those that slip get
//! the smaller one for good. That ends, and is consistent: holding with less than the smaller is holding all the same.

use crate::elimination::{DEPENDENT, eliminate};
use crate::newton::newton;
use crate::rest::{Mode, Rest, Slip};

/// Rows bounded by a normal.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    pub contact: usize,
    pub first: usize,
    pub rows: usize,
    /// coefficients of x: holding, slipping
    pub hold: f64,
    pub slide: f64,
    /// bound that is there without x_n: of normal impulses given beforehand
    pub spare: f64,
    pub along: Option<[f64; 2]>,
    /// torque for each newton of normal force (m), of a resistance
    pub arm: Option<f64>,
}

/// Which contacts are closed, and what blocks do.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Guess {
    pub closed: Vec<bool>,
    /// none: holds
    pub slips: Vec<Option<[f64; 2]>>,
}

/// The dimensionless problem.
#[derive(Clone, Debug)]
pub(crate) struct Core {
    pub n: usize,
    /// row of each contact's normal
    pub normals: Vec<usize>,
    /// false where nothing can move the contact
    pub alive: Vec<bool>,
    pub blocks: Vec<Block>,
    pub matrix: Vec<f64>,
    pub free: Vec<f64>,
    pub scale: Vec<f64>,
    pub size: f64,
    /// block of each contact, then of each resistance
    pub block_of: Vec<Option<usize>>,
}

/// Accepted at once.
const GOOD: f64 = 1e-12;
/// Accepted where better is not found at once.
const ENOUGH: f64 = 1e-10;
/// Forces and rates below this are zero.
pub(crate) const ZERO: f64 = 1e-12;

impl Core {
    /// `given`: normal impulses that act besides, already in `free`; friction may use them.
    pub fn new(problem: &Rest, given: Option<&[f64]>) -> Self {
        let n = problem.free.len();
        let step = 1 + problem.tangents;
        let diagonal = |i: usize| problem.matrix[i * n + i].max(0.0);
        let top = (0..n).map(diagonal).fold(0.0, f64::max);
        let normals: Vec<usize> = (0..problem.contacts.len()).map(|c| c * step).collect();
        let alive: Vec<bool> = normals.iter().map(|&i| diagonal(i) > 1e-14 * top).collect();
        let mut scale = vec![0.0; n];
        for (&i, &lives) in normals.iter().zip(&alive) {
            scale[i] = if lives { 1.0 / diagonal(i).sqrt() } else { 0.0 };
        }
        let mut core = Self {
            n,
            normals,
            alive,
            blocks: Vec::new(),
            matrix: vec![0.0; n * n],
            free: vec![0.0; n],
            scale,
            size: 1.0,
            block_of: Vec::new(),
        };
        let friction = problem.contacts.iter().enumerate();
        let tangents = friction
            .map(|(c, k)| (c, c * step + 1, problem.tangents, k.holding.max(k.friction), k.friction, k.slip, None));
        let turning =
            problem.resistances.iter().map(|r| (r.contact, r.first, r.rows, r.arm, r.arm, r.slip, Some(r.arm)));
        for (contact, first, rows, hold, slide, slip, arm) in tangents.chain(turning) {
            let mean = (first..first + rows).map(diagonal).sum::<f64>() / rows.max(1) as f64;
            let normal = core.scale[core.normals[contact]];
            let own = if mean > 1e-14 * top { 1.0 / mean.sqrt() } else { normal };
            core.scale[first..first + rows].fill(own);
            let ratio = if own > 0.0 { normal / own } else { 0.0 };
            let spare = given.map_or(0.0, |p| if own > 0.0 { slide * p[contact].max(0.0) / own } else { 0.0 });
            let along = match slip {
                Slip::Still => None,
                Slip::Along(d) => Some(d),
            };
            let resists = rows > 0 && core.alive[contact] && (hold > 0.0 || spare > 0.0);
            core.block_of.push(resists.then_some(core.blocks.len()));
            if resists {
                let (hold, slide) = (hold * ratio, slide * ratio);
                core.blocks.push(Block { contact, first, rows, hold, slide, spare, along, arm });
            }
        }
        core.size = (0..n).map(|i| (problem.free[i] * core.scale[i]).abs()).fold(0.0, f64::max);
        if core.size == 0.0 || !core.size.is_finite() {
            core.size = 1.0;
        }
        for i in 0..n {
            core.free[i] = problem.free[i] * core.scale[i] / core.size;
            for j in 0..n {
                core.matrix[i * n + j] = core.scale[i] * problem.matrix[i * n + j] * core.scale[j];
            }
        }
        for block in &mut core.blocks {
            block.spare /= core.size;
        }
        core
    }

    /// Best x found, with its residual.
    pub fn solve(&self, warm: Option<&Guess>) -> (Vec<f64>, f64) {
        let zero = vec![0.0; self.n];
        let mut best = (zero.clone(), self.residual(&zero));
        let keep = |x: Vec<f64>, best: &mut (Vec<f64>, f64)| -> bool {
            let residual = self.residual(&x);
            if residual < best.1 || best.1.is_nan() {
                *best = (x, residual);
            }
            best.1 <= GOOD
        };
        if let Some(guess) = warm {
            best.1 = f64::INFINITY;
            if keep(newton(self, guess, &zero), &mut best) {
                return best;
            }
        }
        best.1 = f64::INFINITY;
        // what lies still mostly stays so: everything held, the load spread evenly
        if self.blocks.iter().all(|b| b.along.is_none()) && keep(self.all_held(), &mut best) {
            return best;
        }
        let mut start = None;
        if let Some((guess, x)) = self.by_lemke() {
            if keep(newton(self, &guess, &x), &mut best) || keep(self.settle(guess, &x), &mut best) {
                return best;
            }
            if best.1 <= 0.1 * ENOUGH {
                return best;
            }
            start = Some(x);
        }
        // in space what is missing is mostly the right modes, in the plane digits: the better start comes first
        let round = self.blocks.iter().any(|b| b.rows == 2 && b.along.is_none());
        let mut relaxed = None;
        for attempt in if round { [0, 1] } else { [1, 0] } {
            if attempt == 0 {
                let mut x = start.clone().unwrap_or_else(|| zero.clone());
                for sweeps in [40, 200, 1760] {
                    x = self.relax(&x, sweeps);
                    keep(self.settle(self.guess_at(&x), &x), &mut best);
                    if best.1 <= ENOUGH {
                        break;
                    }
                }
                relaxed = Some(x);
            } else {
                for give in [1e-6, 1e-4, 1e-8] {
                    if best.1 > ENOUGH {
                        keep(self.proximal(give), &mut best);
                    }
                }
            }
            if best.1 <= ENOUGH {
                return best;
            }
        }
        // few contacts: every set of closed ones as a start
        let living: Vec<usize> = (0..self.normals.len()).filter(|&c| self.alive[c]).collect();
        if living.len() <= 6 {
            for set in 0..1_u32 << living.len() {
                let mut guess = Guess { closed: vec![false; self.normals.len()], slips: self.slips_given() };
                for (bit, &c) in living.iter().enumerate() {
                    guess.closed[c] = set >> bit & 1 == 1;
                }
                if keep(self.settle(guess, &zero), &mut best) {
                    return best;
                }
            }
        }
        if let Some(x) = relaxed {
            keep(x, &mut best);
        }
        best
    }

    /// Forces of least Σ x² that hold every contact; they may pull.
    fn all_held(&self) -> Vec<f64> {
        let mut rows: Vec<usize> =
            (0..self.normals.len()).filter(|&c| self.alive[c]).map(|c| self.normals[c]).collect();
        rows.extend(self.blocks.iter().flat_map(|b| b.first..b.first + b.rows));
        let m = rows.len();
        let mut x = vec![0.0; self.n];
        // the second pass takes away rounding
        for _ in 0..2 {
            let y = self.rates(&x);
            let mut matrix: Vec<f64> =
                rows.iter().flat_map(|&i| rows.iter().map(move |&j| self.matrix[i * self.n + j])).collect();
            let mut right: Vec<f64> = rows.iter().map(|&i| -y[i]).collect();
            let reduced = eliminate(&mut matrix, &mut right, m, m, DEPENDENT);
            let Some(part) = reduced.least(&vec![1.0; m]) else { break };
            for (&i, value) in rows.iter().zip(part) {
                x[i] += value;
            }
        }
        x
    }

    pub(crate) fn slips_given(&self) -> Vec<Option<[f64; 2]>> {
        self.blocks.iter().map(|b| b.along).collect()
    }

    /// The guess that modes are.
    pub fn guess_of(&self, modes: &[Mode]) -> Guess {
        let closed = (0..self.normals.len()).map(|c| self.alive[c] && !matches!(modes.get(c), None | Some(Mode::Open)));
        let mut guess = Guess { closed: closed.collect(), slips: self.slips_given() };
        for (k, block) in self.block_of.iter().enumerate() {
            if let (Some(b), Some(Mode::Slip(d))) = (*block, modes.get(k)) {
                guess.slips[b] = self.blocks[b].along.or(Some(*d));
            }
        }
        guess
    }

    /// Modes that a force x shows.
    pub fn guess_at(&self, x: &[f64]) -> Guess {
        let y = self.rates(x);
        let closed = self.normals.iter().enumerate().map(|(c, &i)| self.alive[c] && x[i] > ZERO.max(y[i]));
        let mut guess = Guess { closed: closed.collect(), slips: self.slips_given() };
        for (b, block) in self.blocks.iter().enumerate().filter(|(_, b)| b.along.is_none()) {
            let (speed, load) = (self.length(block, &y), self.length(block, x));
            if speed > 1e-9 && load > 0.999 * self.bound(block, x, block.slide) {
                guess.slips[b] = Some(self.direction(block, &y, speed));
            }
        }
        guess
    }

    pub fn length(&self, block: &Block, values: &[f64]) -> f64 {
        if block.rows == 1 {
            values[block.first].abs()
        } else {
            (values[block.first] * values[block.first] + values[block.first + 1] * values[block.first + 1]).sqrt()
        }
    }

    pub fn direction(&self, block: &Block, values: &[f64], length: f64) -> [f64; 2] {
        let second = if block.rows == 1 { 0.0 } else { values[block.first + 1] / length };
        [values[block.first] / length, second]
    }

    pub fn bound(&self, block: &Block, x: &[f64], coefficient: f64) -> f64 {
        coefficient * x[self.normals[block.contact]].max(0.0) + block.spare
    }

    /// y = W′x + b′.
    pub fn rates(&self, x: &[f64]) -> Vec<f64> {
        let row = |i: usize| &self.matrix[i * self.n..(i + 1) * self.n];
        (0..self.n).map(|i| self.free[i] + row(i).iter().zip(x).map(|(a, b)| a * b).sum::<f64>()).collect()
    }

    /// Corrects modes until nothing is violated; the best x on the way.
    fn settle(&self, mut guess: Guess, start: &[f64]) -> Vec<f64> {
        let mut best = (start.to_vec(), f64::INFINITY);
        let mut seen: Vec<Guess> = Vec::new();
        for _ in 0..12 {
            let x = newton(self, &guess, &best.0);
            let residual = self.residual(&x);
            let next = self.corrected(&guess, &x);
            if residual < best.1 {
                best = (x, residual);
            }
            // directions turn continuously, so only the kind of mode tells a circle
            let same = |a: &Guess| {
                a.closed == next.closed && a.slips.iter().zip(&next.slips).all(|(p, q)| p.is_some() == q.is_some())
            };
            if best.1 <= GOOD || seen.iter().filter(|g| same(g)).count() > 2 {
                break;
            }
            seen.push(guess);
            guess = next;
        }
        best.0
    }

    fn corrected(&self, guess: &Guess, x: &[f64]) -> Guess {
        let y = self.rates(x);
        let mut next = guess.clone();
        for (c, &i) in self.normals.iter().enumerate().filter(|&(c, _)| self.alive[c]) {
            next.closed[c] = if guess.closed[c] { x[i] >= -ZERO } else { y[i] < -ZERO };
        }
        for (b, block) in self.blocks.iter().enumerate().filter(|(_, b)| b.along.is_none()) {
            let (speed, load) = (self.length(block, &y), self.length(block, x));
            let reopened = next.closed[block.contact] && !guess.closed[block.contact];
            next.slips[b] = match guess.slips[b] {
                _ if reopened => None,
                None if load > self.bound(block, x, block.hold) + ZERO => {
                    let against = self.direction(block, x, load);
                    Some([-against[0], -against[1]])
                }
                None => None,
                Some(d) => {
                    let along = y[block.first] * d[0] + if block.rows == 2 { y[block.first + 1] * d[1] } else { 0.0 };
                    if speed <= ZERO || along < -ZERO { None } else { Some(self.direction(block, &y, speed)) }
                }
            };
        }
        next
    }

    /// Proximal steps: every row gives a little against the force of the step before, so that contacts that nearly
    /// coincide are no longer nearly dependent; the give vanishes from the answer as the steps converge.
    fn proximal(&self, give: f64) -> Vec<f64> {
        let mut soft = self.clone();
        for i in 0..self.n {
            soft.matrix[i * self.n + i] += give;
        }
        let mut x = vec![0.0; self.n];
        let mut best = (x.clone(), f64::INFINITY);
        for _ in 0..12 {
            for i in 0..self.n {
                soft.free[i] = self.free[i] - give * x[i];
            }
            let Some((guess, start)) = soft.by_lemke() else { break };
            let polished = newton(&soft, &guess, &start);
            x = if soft.residual(&polished) <= 1e-10 { polished } else { soft.settle(guess, &start) };
            let residual = self.residual(&x);
            if residual < best.1 {
                best = (x.clone(), residual);
            }
            if best.1 <= GOOD {
                break;
            }
        }
        best.0
    }

    /// Projected relaxation, one row block after the other.
    fn relax(&self, start: &[f64], sweeps: usize) -> Vec<f64> {
        let mut x = start.to_vec();
        for _ in 0..sweeps {
            let mut change = 0.0_f64;
            for (c, &i) in self.normals.iter().enumerate().filter(|&(c, _)| self.alive[c]) {
                let was = x[i];
                x[i] = (was - self.rate(i, &x)).max(0.0);
                change = change.max((x[i] - was).abs());
                for block in self.blocks.iter().filter(|b| b.contact == c) {
                    let bound = self.bound(block, &x, block.slide);
                    let was = [x[block.first], x[block.first + block.rows - 1]];
                    let mut next = match block.along {
                        Some(d) => [-bound * d[0], -bound * d[1]],
                        None if block.rows == 1 => [was[0] - self.rate(block.first, &x), 0.0],
                        None => [0, 1].map(|k| was[k] - 0.5 * self.rate(block.first + k, &x)),
                    };
                    let length = (next[0] * next[0] + next[1] * next[1]).sqrt();
                    if length > bound {
                        next = next.map(|v| v * bound / length);
                    }
                    for k in 0..block.rows {
                        change = change.max((next[k] - x[block.first + k]).abs());
                        x[block.first + k] = next[k];
                    }
                }
            }
            if change < 1e-14 {
                break;
            }
        }
        x
    }

    fn rate(&self, i: usize, x: &[f64]) -> f64 {
        self.free[i] + self.matrix[i * self.n..(i + 1) * self.n].iter().zip(x).map(|(a, b)| a * b).sum::<f64>()
    }
}

//! A contact problem made dimensionless.
//!
//! With s = 1/√Wᵢᵢ (one s for all rows of a block) and β the largest |s b|: λ = β s x and w = β y/s give y = W′x + b′ with a
//! unit diagonal and |b′| ≤ 1. A *block* is a set of one or two rows bounded by a normal: friction, or a resistance.

use crate::problem::{ContactProblem, Mode, Slip};
use crate::tolerances::{IMMOVABLE, LOAD_AT_BOUND, SLIP_SPEED, ZERO};

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
pub(crate) struct ScaledProblem {
    pub n: usize,
    /// row of each contact's normal
    pub normals: Vec<usize>,
    /// false where nothing can move the contact
    pub movable: Vec<bool>,
    pub blocks: Vec<Block>,
    pub matrix: Vec<f64>,
    pub free: Vec<f64>,
    pub scale: Vec<f64>,
    pub size: f64,
    /// block of each contact, then of each resistance
    pub block_of: Vec<Option<usize>>,
}

impl ScaledProblem {
    /// `given`: normal impulses that act besides, already in `free`; friction may use them.
    pub fn new(problem: &ContactProblem, given: Option<&[f64]>) -> Self {
        let n = problem.free.len();
        let step = 1 + problem.tangents;
        let diagonal = |i: usize| problem.matrix[i * n + i].max(0.0);
        let top = (0..n).map(diagonal).fold(0.0, f64::max);
        let normals: Vec<usize> = (0..problem.contacts.len()).map(|c| c * step).collect();
        let movable: Vec<bool> = normals.iter().map(|&i| diagonal(i) > IMMOVABLE * top).collect();
        let mut scale = vec![0.0; n];
        for (&i, &can_move) in normals.iter().zip(&movable) {
            scale[i] = if can_move { 1.0 / diagonal(i).sqrt() } else { 0.0 };
        }
        let mut core = Self {
            n,
            normals,
            movable,
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
            let own = if mean > IMMOVABLE * top { 1.0 / mean.sqrt() } else { normal };
            core.scale[first..first + rows].fill(own);
            let ratio = if own > 0.0 { normal / own } else { 0.0 };
            let spare = given.map_or(0.0, |p| if own > 0.0 { slide * p[contact].max(0.0) / own } else { 0.0 });
            let along = match slip {
                Slip::Still => None,
                Slip::Along(d) => Some(d),
            };
            let resists = rows > 0 && core.movable[contact] && (hold > 0.0 || spare > 0.0);
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

    pub(crate) fn slips_given(&self) -> Vec<Option<[f64; 2]>> {
        self.blocks.iter().map(|b| b.along).collect()
    }

    /// The guess that modes are.
    pub fn guess_of(&self, modes: &[Mode]) -> Guess {
        let closed =
            (0..self.normals.len()).map(|c| self.movable[c] && !matches!(modes.get(c), None | Some(Mode::Open)));
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
        let closed = self.normals.iter().enumerate().map(|(c, &i)| self.movable[c] && x[i] > ZERO.max(y[i]));
        let mut guess = Guess { closed: closed.collect(), slips: self.slips_given() };
        for (b, block) in self.blocks.iter().enumerate().filter(|(_, b)| b.along.is_none()) {
            let (speed, load) = (self.length(block, &y), self.length(block, x));
            if speed > SLIP_SPEED && load > LOAD_AT_BOUND * self.bound(block, x, block.slide) {
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

    /// One of them.
    pub fn rate(&self, i: usize, x: &[f64]) -> f64 {
        self.free[i] + self.matrix[i * self.n..(i + 1) * self.n].iter().zip(x).map(|(a, b)| a * b).sum::<f64>()
    }
}

//! A contact problem made dimensionless.
//!
//! With s = 1/√Wᵢᵢ (one s for all rows of a block but an area) and β the largest |s b|: λ = β s x and w = β y/s give y = W′x + b′ with a
//! unit diagonal and |b′| ≤ 1. A *block* is a set of one to three rows with a bound: friction, a resistance, a bounded force.
//! The bound of an area is 1, what it bears is measured by its gauge.

use crate::limit_surface::LimitSurface;
use crate::problem::{Bound, ContactProblem, Mode, Slip};
use crate::tolerances::{IMMOVABLE, LOAD_AT_BOUND, NO_LOAD, SLIP_SPEED, ZERO};
use mainspring_numerics::vec3::{Vec3, add, dot, norm, scale};
use std::sync::Arc;

/// Rows with a bound.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    /// whose normal force bounds it
    pub contact: Option<usize>,
    /// which reaction bounds it
    pub reaction: Option<usize>,
    pub first: usize,
    pub rows: usize,
    /// coefficients of x_n, or of the reaction
    pub coefficient: Limits,
    /// bound that is there without them: of normal impulses given beforehand, or constant
    pub spare: Limits,
    pub along: Option<Vec3>,
    /// of an area
    pub surface: Option<Arc<dyn LimitSurface>>,
    /// torque for each newton of normal force (m), of a resistance
    pub arm: Option<f64>,
}

/// What is allowed while a block holds, and what acts while it slips.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Limits {
    pub hold: f64,
    pub slide: f64,
}

/// N′ = start + Σ slope·x.
#[derive(Clone, Debug)]
pub(crate) struct ScaledReaction {
    pub start: Vec3,
    pub slope: Vec<Vec3>,
}

impl ScaledReaction {
    pub fn at(&self, x: &[f64]) -> Vec3 {
        self.slope.iter().zip(x).fold(self.start, |sum, (s, x)| if *x == 0.0 { sum } else { add(sum, scale(*s, *x)) })
    }
}

/// Which contacts are closed, and what blocks do.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Guess {
    pub closed: Vec<bool>,
    /// unit direction in which each block slips; none: holds
    pub slips: Vec<Option<Vec3>>,
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
    /// block of each contact, then of each resistance, then of each bounded force
    pub block_of: Vec<Option<usize>>,
    pub reactions: Vec<ScaledReaction>,
}

fn along(slip: Slip) -> Option<Vec3> {
    match slip {
        Slip::Still => None,
        Slip::Along([x, y]) => Some([x, y, 0.0]),
    }
}

impl ScaledProblem {
    /// `given`: normal impulses that act besides, already in `free`; friction may use them.
    pub fn new(problem: &ContactProblem, given: Option<&[f64]>) -> Self {
        let n = problem.free.len();
        let step = 1 + problem.tangents;
        let diagonal = |i: usize| problem.matrix[i * n + i].max(0.0);
        // rows of joints are measured apart from those of contacts: an angle is no length
        let joints: usize = problem.bounded.iter().map(|b| b.rows).sum();
        let top = (0..n - joints).map(diagonal).fold(0.0, f64::max);
        let normals: Vec<usize> = (0..problem.contacts.len()).map(|c| c * step).collect();
        let movable: Vec<bool> = normals.iter().map(|&i| diagonal(i) > IMMOVABLE * top).collect();
        let mut scales = vec![0.0; n];
        for (&i, &can_move) in normals.iter().zip(&movable) {
            scales[i] = if can_move { 1.0 / diagonal(i).sqrt() } else { 0.0 };
        }
        let mut core = Self {
            n,
            normals,
            movable,
            blocks: Vec::new(),
            matrix: vec![0.0; n * n],
            free: vec![0.0; n],
            scale: scales,
            size: 1.0,
            block_of: Vec::new(),
            reactions: Vec::new(),
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
            let resists = rows > 0 && core.movable[contact] && (hold > 0.0 || spare > 0.0);
            core.block_of.push(resists.then_some(core.blocks.len()));
            if resists {
                core.blocks.push(Block {
                    contact: Some(contact),
                    reaction: None,
                    first,
                    rows,
                    coefficient: Limits { hold: hold * ratio, slide: slide * ratio },
                    spare: Limits { hold: spare, slide: spare },
                    along: along(slip),
                    surface: None,
                    arm,
                });
            }
        }
        core.add_bounded(problem, diagonal);
        core.size = (0..n).map(|i| (problem.free[i] * core.scale[i]).abs()).fold(0.0, f64::max);
        // friction of what slides already is a load too, where nothing else moves
        let slides = |b: &&Block| b.along.is_some() && b.contact.is_none();
        for block in core.blocks.iter().filter(slides) {
            let reaction = block.reaction.map_or(0.0, |r| norm(core.reactions[r].start));
            core.size = core.size.max(block.spare.slide + block.coefficient.slide * reaction);
        }
        if core.size == 0.0 || !core.size.is_finite() {
            core.size = 1.0;
        }
        // beside what areas bear, less is none at all
        let size = std::mem::replace(&mut core.size, 1.0);
        let bears = core.blocks.iter().map(|b| norm(core.area_braking(b, [1.0; 3]).0)).fold(0.0, f64::max);
        core.size = size.max(NO_LOAD * bears);
        for i in 0..n {
            core.free[i] = problem.free[i] * core.scale[i] / core.size;
            for j in 0..n {
                core.matrix[i * n + j] = core.scale[i] * problem.matrix[i * n + j] * core.scale[j];
            }
        }
        for block in core.blocks.iter_mut().filter(|b| b.surface.is_none()) {
            block.spare.hold /= core.size;
            block.spare.slide /= core.size;
        }
        for reaction in &mut core.reactions {
            reaction.start = scale(reaction.start, 1.0 / core.size);
            reaction.slope.iter_mut().zip(&core.scale).for_each(|(s, by)| *s = scale(*s, *by));
        }
        core
    }

    /// Blocks of bounded forces; sizes are still those of the question.
    fn add_bounded(&mut self, problem: &ContactProblem, diagonal: impl Fn(usize) -> f64) {
        for bounded in problem.bounded {
            let rows = bounded.first..bounded.first + bounded.rows;
            let mobility = rows.clone().map(&diagonal).sum::<f64>() / bounded.rows.max(1) as f64;
            self.block_of.push((mobility > 0.0).then_some(self.blocks.len()));
            if mobility <= 0.0 {
                continue;
            }
            let own = 1.0 / mobility.sqrt();
            if let Bound::Area(_) = &bounded.bound {
                // sliding and turning are measured each in their own way
                rows.for_each(|i| self.scale[i] = if diagonal(i) > 0.0 { 1.0 / diagonal(i).sqrt() } else { own });
            } else {
                self.scale[rows].fill(own);
            }
            let mut block = Block {
                contact: None,
                reaction: None,
                first: bounded.first,
                rows: bounded.rows,
                coefficient: Limits::default(),
                spare: Limits::default(),
                along: along(bounded.slip),
                surface: None,
                arm: None,
            };
            let limits =
                |holding: f64, slipping: f64| Limits { hold: holding.max(slipping) / own, slide: slipping / own };
            match &bounded.bound {
                Bound::Constant { slipping, holding } => block.spare = limits(*holding, *slipping),
                Bound::Reaction { slipping, holding, start, slope } => {
                    block.coefficient = limits(*holding, *slipping);
                    block.reaction = Some(self.reactions.len());
                    self.reactions.push(ScaledReaction { start: *start, slope: slope.clone() });
                }
                Bound::Area(surface) => {
                    block.spare = Limits { hold: 1.0, slide: surface.kinetic_share() };
                    block.surface = Some(Arc::clone(surface));
                }
            }
            self.blocks.push(block);
        }
    }

    /// The same problem with every reaction taken as it is at x: bounds are constants then.
    pub fn with_reactions_at(&self, x: Option<&[f64]>) -> Self {
        let mut frozen = self.clone();
        for block in &mut frozen.blocks {
            if let Some(reaction) = block.reaction.take() {
                let size = x.map_or(0.0, |x| norm(self.reactions[reaction].at(x)));
                let Limits { hold, slide } = block.coefficient;
                block.spare = Limits { hold: hold * size, slide: slide * size };
                block.coefficient = Limits::default();
            }
        }
        frozen.reactions.clear();
        frozen
    }

    pub(crate) fn slips_given(&self) -> Vec<Option<Vec3>> {
        self.blocks.iter().map(|b| b.along).collect()
    }

    /// The guess that modes are.
    pub fn guess_of(&self, modes: &[Mode]) -> Guess {
        let closed =
            (0..self.normals.len()).map(|c| self.movable[c] && !matches!(modes.get(c), None | Some(Mode::Open)));
        let mut guess = Guess { closed: closed.collect(), slips: self.slips_given() };
        for (k, block) in self.block_of.iter().enumerate() {
            if let (Some(b), Some(Mode::Slip([x, y]))) = (*block, modes.get(k))
                && self.blocks[b].surface.is_none()
            {
                guess.slips[b] = self.blocks[b].along.or(Some([*x, *y, 0.0]));
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
            let (speed, load) = (self.length(block, &y), self.load(block, x));
            if speed > SLIP_SPEED && load > LOAD_AT_BOUND * self.slipping(block, x) {
                guess.slips[b] = Some(self.direction(block, &y, speed));
            }
        }
        guess
    }

    pub fn length(&self, block: &Block, values: &[f64]) -> f64 {
        match &values[block.first..block.first + block.rows] {
            [x] => x.abs(),
            [x, y] => (x * x + y * y).sqrt(),
            all => all.iter().map(|x| x * x).sum::<f64>().sqrt(),
        }
    }

    pub fn direction(&self, block: &Block, values: &[f64], length: f64) -> Vec3 {
        [0, 1, 2].map(|k| if k < block.rows { values[block.first + k] / length } else { 0.0 })
    }

    /// What a block bears, to be compared with what it can.
    pub fn load(&self, block: &Block, x: &[f64]) -> f64 {
        match &block.surface {
            Some(surface) => surface.gauge(self.drive(block, x)).0,
            None => self.length(block, x),
        }
    }

    /// What the friction x of an area stands against, N and N·m.
    fn drive(&self, block: &Block, x: &[f64]) -> Vec3 {
        [0, 1, 2].map(|k| -self.size * self.scale[block.first + k] * x[block.first + k])
    }

    /// Where a block that bears more than it can would slip.
    pub fn gives_way(&self, block: &Block, x: &[f64], length: f64) -> Vec3 {
        let way = match &block.surface {
            Some(surface) => {
                let twist = surface.gauge(self.drive(block, x)).1;
                [0, 1, 2].map(|k| twist[k] * self.scale[block.first + k])
            }
            None => return self.direction(block, x, length).map(|d| -d),
        };
        let size = norm(way);
        if size > 0.0 { scale(way, 1.0 / size) } else { self.direction(block, x, length).map(|d| -d) }
    }

    /// Friction of a block that slips along a direction and whose bound is `bound`.
    pub fn braking(&self, block: &Block, bound: f64, way: Vec3) -> Vec3 {
        match &block.surface {
            Some(_) => scale(self.area_braking(block, way).0, bound),
            None => scale(way, -bound),
        }
    }

    /// Static friction of an area against rates y of its rows, and how it changes with them.
    pub fn area_braking(&self, block: &Block, y: Vec3) -> (Vec3, [Vec3; 3]) {
        let Some(surface) = &block.surface else { return ([0.0; 3], [[0.0; 3]; 3]) };
        let s = [0, 1, 2].map(|k| self.scale[block.first + k]);
        let (wrench, slopes) = surface.braking([0, 1, 2].map(|k| self.size * y[k] / s[k]));
        let x = [0, 1, 2].map(|i| wrench[i] / (self.size * s[i]));
        (x, [0, 1, 2].map(|i| [0, 1, 2].map(|j| slopes[i][j] / (s[i] * s[j]))))
    }

    /// What the coefficients of a block multiply: the normal force, or the size of the reaction.
    fn measure(&self, block: &Block, x: &[f64]) -> f64 {
        match (block.contact, block.reaction) {
            (Some(contact), _) => x[self.normals[contact]].max(0.0),
            (None, Some(reaction)) => norm(self.reactions[reaction].at(x)),
            (None, None) => 0.0,
        }
    }

    /// Up to which a block holds.
    pub fn holding(&self, block: &Block, x: &[f64]) -> f64 {
        block.coefficient.hold * self.measure(block, x) + block.spare.hold
    }

    /// What a block that slips has.
    pub fn slipping(&self, block: &Block, x: &[f64]) -> f64 {
        block.coefficient.slide * self.measure(block, x) + block.spare.slide
    }

    /// What a block that slips has while its contact is closed, and how that changes with x_j.
    pub fn slipping_slope<'a>(&'a self, block: &'a Block, x: &[f64]) -> (f64, impl Fn(usize) -> f64 + 'a) {
        let slide = block.coefficient.slide;
        let normal = block.contact.map(|c| self.normals[c]);
        let reaction = block.reaction.map(|r| &self.reactions[r]);
        let force = reaction.map_or([0.0; 3], |r| r.at(x));
        let size = norm(force);
        let along = if size > 0.0 { scale(force, 1.0 / size) } else { [0.0; 3] };
        // a normal force is taken with its sign here: that it pushes is for others to check
        let value = slide * normal.map_or(size, |i| x[i]) + block.spare.slide;
        let slope = move |j: usize| {
            if normal == Some(j) { slide } else { reaction.map_or(0.0, |r| slide * dot(along, r.slope[j])) }
        };
        (value, slope)
    }

    /// Whether a block can have a force under a guess.
    pub fn acts(&self, block: &Block, guess: &Guess) -> bool {
        block.contact.is_none_or(|c| guess.closed[c]) || block.spare.slide > 0.0
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

//! The shortest script of squeezes that brings a part to one orientation from any other.
//!
//! The turn function is monotone around the circle, so what a squeeze makes of an arc of orientations lies between what it
//! makes of the arc's ends, and everything that a squeeze brings into a given arc is again an arc: a *run* of neighbouring
//! basins whose stable orientations fit into it. Squeeze lines can have any direction, so only lengths count. Going
//! backwards: the last squeeze takes one basin to one orientation; the one before it takes a run of basins whose stable
//! orientations span less than the length of that basin; and so on until a run is the whole circle (Goldberg 1993). Over
//! n basins there are n² runs, and of all plans with the fewest squeezes the one with the largest smallest margin is
//! found level by level: a margin is half of what an arc has left over, so that an arc laid in the middle of the next has it
//! to both sides.
//!
//! Where the turn function repeats itself in a half turn the circle is that period, and the part's orientation is known
//! modulo it.

use super::squeeze::Squeeze;
use super::turning::{Basin, TurnFunction};
use super::{ASSUMPTIONS, StrategyError};
use crate::tolerances::{LEAST_MARGIN, PERIOD_ROUNDING};
use std::f64::consts::PI;

/// Stable orientations in a period that plans are made for.
const MOST: usize = 400;

/// One squeeze of a plan. Orientations are of the part in the world, modulo the plan's period.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stage {
    /// direction of the squeeze line (rad, 0 ≤ angle < π)
    pub angle: f64,
    /// orientations that the squeeze brings into `after`: first and last (rad); everything for the first squeeze
    pub before: [f64; 2],
    /// first and last orientation that the part may have when it has settled (rad)
    pub after: [f64; 2],
    /// room to both sides between what the squeeze before leaves and what this one takes (rad); `None` for the first
    pub margin: Option<f64>,
}

/// A script of squeezes that brings the part to one orientation from any other.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// directions of the squeeze lines in turn (rad, 0 ≤ angle < π)
    pub angles: Vec<f64>,
    /// the same squeezes with what is known before and after each
    pub stages: Vec<Stage>,
    /// the orientation at the end (rad, 0 ≤ orientation < period)
    pub orientation: f64,
    /// orientations that differ by this are the same to squeeze fields (rad): π, or less for a symmetric part
    pub period: f64,
    /// π over the period
    pub symmetry: usize,
    /// the smallest margin of all stages (rad); none if one squeeze is enough
    pub margin: Option<f64>,
    /// what the plan takes for granted
    pub assumptions: [&'static str; 5],
}

impl Plan {
    /// The same plan turned as a whole so that the part ends at `orientation` (rad).
    #[must_use]
    pub fn ending_at(&self, orientation: f64) -> Self {
        let by = orientation - self.orientation;
        let mut plan = self.clone();
        plan.orientation = modulo(orientation, self.period);
        plan.angles.iter_mut().for_each(|angle| *angle = modulo(*angle + by, PI));
        for stage in &mut plan.stages {
            stage.angle = modulo(stage.angle + by, PI);
            stage.before = stage.before.map(|x| x + by);
            stage.after = stage.after.map(|x| x + by);
        }
        plan
    }
}

impl Squeeze {
    /// The shortest script that orients the part with every margin at least `margin` (rad, 0 for any), its first line along
    /// the x axis.
    ///
    /// # Errors
    /// A part that the field does not turn everywhere, or a margin that cannot be had.
    pub fn plan(&self, margin: f64) -> Result<Plan, StrategyError> {
        self.turn_function()?.plan(margin)
    }
}

impl TurnFunction {
    /// As [`Squeeze::plan`], from a turn function.
    ///
    /// # Errors
    /// A margin that is no number or cannot be had, or too many basins.
    pub fn plan(&self, margin: f64) -> Result<Plan, StrategyError> {
        if !(0.0..PI).contains(&margin) {
            let must = "an angle between 0 and 180 degrees";
            return Err(StrategyError::Argument { what: "margin", must, value: margin });
        }
        let count = self.basins.len() / self.symmetry;
        if count > MOST {
            return Err(StrategyError::TooMany { found: count, most: MOST });
        }
        let runs = Runs { basins: &self.basins[..count], period: self.period() };
        match runs.search(margin.max(LEAST_MARGIN), false) {
            Ok(chain) => Ok(self.plan_of(&runs, &chain)),
            Err(_) => Err(StrategyError::Margin {
                wanted: margin,
                best: runs.search(LEAST_MARGIN, true).map_or_else(|best| best, |chain| runs.margin(&chain)),
            }),
        }
    }

    /// The plan of a chain of runs, first squeeze first.
    fn plan_of(&self, runs: &Runs, chain: &[Run]) -> Plan {
        let mut stages: Vec<Stage> = Vec::with_capacity(chain.len());
        for run in chain {
            let ([from, to], [first, last]) = (runs.taken(*run), runs.left(*run));
            // the middle of what may come goes to the middle of what is taken
            let (angle, margin) = match stages.last() {
                Some(Stage { after: [a, b], .. }) => {
                    (0.5 * (a + b) - 0.5 * (from + to), Some(0.5 * ((to - from) - (b - a))))
                }
                None => (0.0, None),
            };
            let (before, after) = ([from + angle, to + angle], [first + angle, last + angle]);
            // all of it brought near zero by whole half turns
            let line = modulo(angle, PI);
            let by = line - angle;
            stages.push(Stage { angle: line, before: before.map(|x| x + by), after: after.map(|x| x + by), margin });
        }
        Plan {
            angles: stages.iter().map(|s| s.angle).collect(),
            orientation: stages.last().map_or(0.0, |s| modulo(s.after[0], self.period())),
            period: self.period(),
            symmetry: self.symmetry,
            margin: stages.iter().filter_map(|s| s.margin).min_by(f64::total_cmp),
            assumptions: ASSUMPTIONS,
            stages,
        }
    }
}

/// Neighbouring basins: the first, and how many.
#[derive(Clone, Copy, Debug)]
struct Run {
    first: usize,
    count: usize,
}

/// All runs over one period.
struct Runs<'a> {
    basins: &'a [Basin],
    period: f64,
}

/// What is known of a run on one level: the smallest margin from here to the end, and the run that comes next.
#[derive(Clone, Copy, PartialEq)]
struct Reach {
    margin: f64,
    next: usize,
}

impl Runs<'_> {
    fn basin(&self, index: usize) -> Basin {
        let (count, turns) = (self.basins.len(), (index / self.basins.len()) as f64);
        let b = self.basins[index % count];
        let by = self.period * turns;
        Basin { from: b.from + by, to: b.to + by, rest: b.rest + by }
    }

    /// Orientations (relative to the line) that a run takes.
    fn taken(&self, run: Run) -> [f64; 2] {
        [self.basin(run.first).from, self.basin(run.first + run.count - 1).to]
    }

    /// Orientations that it leaves.
    fn left(&self, run: Run) -> [f64; 2] {
        [self.basin(run.first).rest, self.basin(run.first + run.count - 1).rest]
    }

    fn run(&self, index: usize) -> Run {
        Run { first: index % self.basins.len(), count: 1 + index / self.basins.len() }
    }

    /// The smallest margin of a chain.
    fn margin(&self, chain: &[Run]) -> f64 {
        chain.windows(2).map(|w| self.room(w[0], w[1])).fold(self.period / 2.0, f64::min)
    }

    /// Room to both sides when what `run` leaves is laid in the middle of what `next` takes.
    fn room(&self, run: Run, next: Run) -> f64 {
        let ([a, b], [c, d]) = (self.left(run), self.taken(next));
        0.5 * ((d - c) - (b - a))
    }

    /// The chain with the fewest squeezes, all margins at least `wanted`, and among those the largest smallest margin;
    /// `exhaustive`: the largest smallest margin whatever the number of squeezes. Fails with the best margin there is.
    fn search(&self, wanted: f64, exhaustive: bool) -> Result<Vec<Run>, f64> {
        let count = self.basins.len();
        let total = count * count;
        let (lengths, spans): (Vec<f64>, Vec<f64>) = (0..total)
            .map(|i| self.run(i))
            .map(|run| (self.taken(run), self.left(run)))
            .map(|(taken, left)| (taken[1] - taken[0], left[1] - left[0]))
            .unzip();
        let single = |i: usize| if i < count { f64::INFINITY } else { f64::NEG_INFINITY };
        let mut levels: Vec<Vec<Reach>> = vec![(0..total).map(|i| Reach { margin: single(i), next: i }).collect()];
        loop {
            let level = &levels[levels.len() - 1];
            // runs of the whole circle come last
            let whole = (total - count..total).reduce(|a, b| if level[b].margin > level[a].margin { b } else { a });
            let whole = whole.unwrap_or(0);
            if level[whole].margin >= wanted && !exhaustive {
                return Ok(self.chain(&levels, whole));
            }
            // of two runs the shorter with no more margin is never better
            let mut order: Vec<usize> = (0..total).filter(|i| level[*i].margin >= wanted).collect();
            order.sort_by(|a, b| lengths[*b].total_cmp(&lengths[*a]).then(a.cmp(b)));
            let mut front: Vec<usize> = Vec::new();
            for i in order {
                if front.last().is_none_or(|last| level[i].margin > level[*last].margin) {
                    front.push(i);
                }
            }
            let reach = |i: usize| {
                let mut best = Reach { margin: f64::NEG_INFINITY, next: i };
                for next in &front {
                    let margin = level[*next].margin.min(0.5 * (lengths[*next] - spans[i]));
                    if margin > best.margin && margin >= wanted {
                        best = Reach { margin, next: *next };
                    }
                }
                best
            };
            let next: Vec<Reach> = (0..total).map(reach).collect();
            let settled = next.iter().zip(level).all(|(a, b)| a.margin == b.margin);
            if settled || levels.len() > total + 1 {
                let best = level[whole].margin;
                return if exhaustive && best >= wanted { Ok(self.chain(&levels, whole)) } else { Err(best.max(0.0)) };
            }
            levels.push(next);
        }
    }

    /// The runs from the whole circle on the last level to a single basin on the first.
    fn chain(&self, levels: &[Vec<Reach>], whole: usize) -> Vec<Run> {
        let mut at = whole;
        let mut chain = Vec::with_capacity(levels.len());
        for level in levels.iter().rev() {
            chain.push(self.run(at));
            at = level[at].next;
        }
        chain
    }
}

/// In 0 ≤ x < period; a hair below the period is 0.
fn modulo(angle: f64, period: f64) -> f64 {
    let rest = angle - period * libm::floor(angle / period);
    if (0.0..period - PERIOD_ROUNDING).contains(&rest) { rest } else { 0.0 }
}

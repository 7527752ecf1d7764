//! One contact whose blow others resist as well: friction in joints that goes with their reactions, resistance to rolling.
//!
//! The normal impulse p is the clock, as in `impact_planar`. For each unit of it every block that slips has the force its
//! bound allows, against its slip; those that do not are asked as at rest (`crate::solve_contacts`, with the normal force given).
//! While no direction turns, everything is straight until a slip ends. Where the slip of a contact in space turns, the
//! equation is integrated with τ as clock, dp = |v_t| dτ, by steps of Dormand & Prince (1980) whose ends are located.

use crate::contact_solver::solve_contacts;
use crate::energetic_restitution::{EnergyAccount, Phase};
use crate::impact_group::Group;
use crate::problem::{Bound, Bounded, ContactProblem, Mode, Slip};
use crate::tolerances::{PHASE_ACCURACY, PHASE_AT_REST, TURNING_ENDS};
use mainspring_numerics::roots::bisect;
use mainspring_numerics::slice::norm;

/// Phases before the blow is left to a joint solve.
const PHASES: usize = 200;
/// Steps of a turning slip before it is left to a joint solve.
const STEPS: usize = 20_000;

/// A blow on its way.
struct Blow<'a> {
    group: &'a Group,
    /// rows after the normal, with their bounds for a unit of normal impulse; `first` counts from the first of these rows
    blocks: Vec<Bounded>,
    /// W among these rows
    matrix: Vec<f64>,
    /// 1/√W of each block: makes speeds of lengths and angles comparable
    scale: Vec<f64>,
    /// blocks that do not slip now
    still: Vec<bool>,
    impulse: Vec<f64>,
    speeds: Vec<f64>,
}

/// The impulses of a group of one contact; `None` where nothing ends the approach.
pub(crate) fn impulse(group: &Group) -> Option<Vec<f64>> {
    let mut blow = Blow::new(group);
    let mut account = EnergyAccount::new(group.before[0], group.restitution[0]);
    for _ in 0..PHASES {
        let along = blow.along()?;
        if blow.turns() {
            if blow.turn(&mut account)? {
                return Some(blow.impulse);
            }
            continue;
        }
        let rate = blow.rate(&along);
        let (limit, ends) = blow.first_end(&rate);
        let (p, over) = match account.advance(rate[0], limit) {
            Phase::Over(p) => (p, true),
            Phase::Limit => (limit, false),
            Phase::Stuck => return None,
        };
        blow.advance(&along, &rate, p);
        if over {
            return Some(blow.impulse);
        }
        ends.into_iter().for_each(|b| blow.stop(b));
    }
    None
}

impl<'a> Blow<'a> {
    fn new(group: &'a Group) -> Self {
        let n = group.before.len();
        let mut blocks = Vec::new();
        let bound = |size: f64| Bound::Constant { slipping: size, holding: size };
        if group.tangents > 0 && group.friction[0] > 0.0 {
            let bound = bound(group.friction[0]);
            blocks.push(Bounded { first: 0, rows: group.tangents, bound, slip: Slip::Still });
        }
        for r in &group.resistances {
            blocks.push(Bounded { first: r.first - 1, rows: r.rows, bound: bound(r.arm), slip: Slip::Still });
        }
        for b in &group.bounded {
            let Bound::Reaction { slipping, holding: _, start: _, slope } = &b.bound else { continue };
            let bound = Bound::Reaction {
                slipping: *slipping,
                holding: *slipping,
                start: slope[0],
                slope: slope[1..].to_vec(),
            };
            blocks.push(Bounded { first: b.first - 1, rows: b.rows, bound, slip: Slip::Still });
        }
        let matrix: Vec<f64> =
            (1..n).flat_map(|i| (1..n).map(move |j| (i, j))).map(|(i, j)| group.matrix[i * n + j]).collect();
        let mobility = |b: &Bounded| {
            let rows = b.first..b.first + b.rows;
            rows.map(|i| matrix[i * (n - 1) + i]).sum::<f64>() / b.rows as f64
        };
        let scale: Vec<f64> =
            blocks.iter().map(|b| if mobility(b) > 0.0 { 1.0 / mobility(b).sqrt() } else { 0.0 }).collect();
        let mut blow = Self {
            group,
            still: vec![false; blocks.len()],
            blocks,
            matrix,
            scale,
            impulse: vec![0.0; n],
            speeds: group.before.clone(),
        };
        let approach = group.before[0].abs() / group.matrix[0].max(f64::MIN_POSITIVE).sqrt();
        let largest = (0..blow.blocks.len()).map(|b| blow.scale[b] * blow.slip(b)).fold(approach, f64::max);
        for b in 0..blow.blocks.len() {
            if blow.scale[b] * blow.slip(b) <= PHASE_AT_REST * largest {
                blow.stop(b);
            }
        }
        blow
    }

    fn slip(&self, b: usize) -> f64 {
        let block = &self.blocks[b];
        norm(&self.speeds[1 + block.first..1 + block.first + block.rows])
    }

    /// What is left of a slip that has ended is none.
    fn stop(&mut self, b: usize) {
        let block = &self.blocks[b];
        self.speeds[1 + block.first..1 + block.first + block.rows].fill(0.0);
        self.still[b] = true;
    }

    /// Impulses for a unit of normal impulse, as blocks slip now; blocks that begin to slip are noted.
    fn along(&mut self) -> Option<Vec<f64>> {
        let n = self.group.before.len();
        let mut blocks = self.blocks.clone();
        for (b, block) in blocks.iter_mut().enumerate().filter(|(b, _)| !self.still[*b]) {
            let size = self.slip(b);
            // what only begins to slip has no direction yet: it is asked for
            if size == 0.0 {
                continue;
            }
            let part = |k: usize| if k < block.rows { self.speeds[1 + block.first + k] / size } else { 0.0 };
            block.slip = Slip::Along([part(0), part(1)]);
        }
        let free: Vec<f64> = (1..n).map(|i| self.group.matrix[i * n]).collect();
        let problem = ContactProblem {
            matrix: &self.matrix,
            tangents: 0,
            free: &free,
            contacts: &[],
            resistances: &[],
            bounded: &blocks,
        };
        let guess = |block: &Bounded| if let Slip::Along(d) = block.slip { Mode::Slip(d) } else { Mode::Stick };
        let warm: Vec<Mode> = blocks.iter().map(guess).collect();
        let solution = solve_contacts(&problem, Some(&warm)).ok()?;
        for (still, mode) in self.still.iter_mut().zip(&solution.modes) {
            *still &= *mode == Mode::Stick;
        }
        Some(std::iter::once(1.0).chain(solution.force).collect())
    }

    /// How all speeds change for a unit of normal impulse.
    fn rate(&self, along: &[f64]) -> Vec<f64> {
        let n = along.len();
        let mut rate: Vec<f64> =
            (0..n).map(|i| (0..n).map(|j| self.group.matrix[i * n + j] * along[j]).sum::<f64>()).collect();
        for (block, _) in self.blocks.iter().zip(&self.still).filter(|(_, still)| **still) {
            rate[1 + block.first..1 + block.first + block.rows].fill(0.0);
        }
        rate
    }

    fn advance(&mut self, along: &[f64], rate: &[f64], p: f64) {
        for i in 0..along.len() {
            self.impulse[i] += p * along[i];
            self.speeds[i] += p * rate[i];
        }
    }

    /// The normal impulse at which the first slip of one row ends, and which do.
    fn first_end(&self, rate: &[f64]) -> (f64, Vec<usize>) {
        let mut first = (f64::INFINITY, Vec::new());
        for (b, block) in self.blocks.iter().enumerate().filter(|(b, x)| !self.still[*b] && x.rows == 1) {
            let (v, a) = (self.speeds[1 + block.first], rate[1 + block.first]);
            if v * a >= 0.0 {
                continue;
            }
            let at = -v / a;
            if at < first.0 {
                first = (at, vec![b]);
            } else if at == first.0 {
                first.1.push(b);
            }
        }
        first
    }

    /// Whether a slip of two rows goes on: its direction may turn.
    fn turns(&self) -> bool {
        self.blocks.iter().enumerate().any(|(b, block)| block.rows == 2 && !self.still[b] && self.slip(b) > 0.0)
    }

    /// Slips of two rows, until the blow is over (true) or a slip has ended (false).
    fn turn(&mut self, account: &mut EnergyAccount) -> Option<bool> {
        let turning: Vec<usize> = (0..self.blocks.len())
            .filter(|&b| self.blocks[b].rows == 2 && !self.still[b] && self.slip(b) > 0.0)
            .collect();
        let clock = |blow: &Self| turning.iter().map(|&b| blow.slip(b)).fold(f64::INFINITY, f64::min);
        let begin = norm(&turning.iter().map(|&b| self.slip(b) * self.scale[b]).collect::<Vec<_>>());
        // of what only begins to slip the sign is not known yet
        let sign = |v: f64| if v == 0.0 { 0.0 } else { v.signum() };
        let mut signs: Vec<f64> = self.blocks.iter().map(|b| sign(self.speeds[1 + b.first])).collect();
        let still = self.still.clone();
        let along = self.along()?;
        let mut h = 0.1 / (1.0 + norm(&self.rate(&along)));
        for _ in 0..STEPS {
            let (next, error) = self.step(h, &clock)?;
            if error > PHASE_ACCURACY && h > f64::MIN_POSITIVE {
                h *= (0.9 * libm::pow(PHASE_ACCURACY / error, 0.2)).clamp(0.1, 0.9);
                continue;
            }
            // what ends a step early: compression or restitution is over, a slip of one row passes zero
            let target = account.deepest.map(|_| account.work + account.owed());
            let short = |s: &Stepped| target.map_or_else(|| s.speeds[0] >= 0.0, |t| account.work + s.work >= t);
            let passed = |s: &Stepped| {
                let crossed = |b: usize| {
                    let block = &self.blocks[b];
                    block.rows == 1 && !still[b] && signs[b] != 0.0 && s.speeds[1 + block.first] * signs[b] <= 0.0
                };
                (0..self.blocks.len()).find(|&b| crossed(b))
            };
            let mut last = next;
            if short(&last) || passed(&last).is_some() {
                let before =
                    |part: f64| self.step(part * h, &clock).is_some_and(|(s, _)| !short(&s) && passed(&s).is_none());
                let [_, high] = bisect(0.0, 1.0, 60, before);
                last = self.step(high * h, &clock)?.0;
            }
            let (over, crossed) = (short(&last), passed(&last));
            account.work += last.work;
            account.speed = last.speeds[0];
            for (p, q) in self.impulse.iter_mut().zip(&last.impulse) {
                *p += q;
            }
            self.speeds = last.speeds;
            if over {
                if account.deepest.is_some() || account.restitution == 0.0 {
                    return Some(true);
                }
                account.deepest = Some(account.work);
            }
            if let Some(b) = crossed {
                self.stop(b);
                return Some(false);
            }
            for &b in &turning {
                if self.slip(b) * self.scale[b] <= TURNING_ENDS * begin {
                    self.stop(b);
                    return Some(false);
                }
            }
            for (known, block) in signs.iter_mut().zip(&self.blocks).filter(|(known, _)| **known == 0.0) {
                *known = sign(self.speeds[1 + block.first]);
            }
            // what held may begin to slip as directions turn
            let held = self.still.clone();
            self.along()?;
            if self.still != held {
                return Some(false);
            }
            let grow = if error > 0.0 { 0.9 * libm::pow(PHASE_ACCURACY / error, 0.2) } else { 5.0 };
            h *= grow.clamp(0.2, 5.0);
        }
        None
    }

    /// One step of the clock τ, and its error relative to the approach.
    fn step(&self, h: f64, clock: &dyn Fn(&Self) -> f64) -> Option<(Stepped, f64)> {
        let n = self.speeds.len();
        let mut slopes: Vec<(Vec<f64>, Vec<f64>, f64)> = Vec::with_capacity(7);
        let mut at = self.copy();
        for row in A {
            at.speeds.clone_from(&self.speeds);
            for (a, (_, rate, _)) in row.iter().zip(&slopes) {
                at.speeds.iter_mut().zip(rate).for_each(|(v, r)| *v += h * a * r);
            }
            at.still.clone_from(&self.still);
            let along = at.along()?;
            at.still.clone_from(&self.still);
            let pace = clock(&at);
            let rate: Vec<f64> = at.rate(&along).iter().map(|r| r * pace).collect();
            slopes.push((along.iter().map(|a| a * pace).collect(), rate, at.speeds[0] * pace));
        }
        let sum = |weights: &[f64; 7], of: &dyn Fn(usize) -> f64| (0..7).map(|k| weights[k] * of(k)).sum::<f64>() * h;
        let mut out = Stepped { impulse: vec![0.0; n], speeds: self.speeds.clone(), work: sum(&B, &|k| slopes[k].2) };
        let mut error = 0.0_f64;
        let size = norm(&self.group.before);
        for i in 0..n {
            out.impulse[i] = sum(&B, &|k| slopes[k].0[i]);
            out.speeds[i] += sum(&B, &|k| slopes[k].1[i]);
            error = error.max(sum(&E, &|k| slopes[k].1[i]).abs() / size);
        }
        Some((out, error))
    }

    fn copy(&self) -> Self {
        Self {
            group: self.group,
            blocks: self.blocks.clone(),
            matrix: self.matrix.clone(),
            scale: self.scale.clone(),
            still: self.still.clone(),
            impulse: self.impulse.clone(),
            speeds: self.speeds.clone(),
        }
    }
}

/// Where a step ends.
struct Stepped {
    /// added by the step
    impulse: Vec<f64>,
    speeds: Vec<f64>,
    /// of the normal impulse, added by the step
    work: f64,
}

/// Stages of Dormand & Prince's pair of orders 5 and 4, the weights of order 5 and what they differ from order 4 by.
const A: [&[f64]; 7] = [
    &[],
    &[1.0 / 5.0],
    &[3.0 / 40.0, 9.0 / 40.0],
    &[44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0],
    &[19372.0 / 6561.0, -25360.0 / 2187.0, 64448.0 / 6561.0, -212.0 / 729.0],
    &[9017.0 / 3168.0, -355.0 / 33.0, 46732.0 / 5247.0, 49.0 / 176.0, -5103.0 / 18656.0],
    &[35.0 / 384.0, 0.0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0],
];
const B: [f64; 7] = [35.0 / 384.0, 0.0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0, 0.0];
const E: [f64; 7] =
    [71.0 / 57600.0, 0.0, -71.0 / 16695.0, 71.0 / 1920.0, -17253.0 / 339_200.0, 22.0 / 525.0, -1.0 / 40.0];

#[cfg(test)]
mod tests {
    use super::*;

    /// Without joints and resistances the phases are those of one contact alone, which is struck by other means.
    #[test]
    fn one_contact_alone_is_struck_alike() {
        let mut seed = 7_u64;
        let mut roll = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
        };
        for trial in 0..40 {
            let tangents = 1 + trial % 2;
            let n = 1 + tangents;
            let j: Vec<Vec<f64>> = (0..n).map(|_| (0..4).map(|_| roll()).collect()).collect();
            let cell = |a: usize, b: usize| {
                let give = if a == b { 0.05 } else { 0.0 };
                j[a].iter().zip(&j[b]).map(|(x, y)| x * y).sum::<f64>() + give
            };
            let matrix: Vec<f64> = (0..n).flat_map(|a| (0..n).map(move |b| (a, b))).map(|(a, b)| cell(a, b)).collect();
            let mut before: Vec<f64> = (0..n).map(|_| roll()).collect();
            before[0] = -1.0 - 0.5 * roll();
            let group = Group {
                matrix: matrix.clone(),
                tangents,
                before: before.clone(),
                friction: vec![0.4 + 0.4 * roll()],
                restitution: vec![0.5 + 0.5 * roll()],
                resistances: Vec::new(),
                bounded: Vec::new(),
            };
            let (mu, e) = (group.friction[0], group.restitution[0]);
            let alone: Vec<f64> = if tangents == 1 {
                let rows = [[matrix[0], matrix[1]], [matrix[2], matrix[3]]];
                crate::impact_planar::impulse(rows, [before[0], before[1]], mu, e).unwrap().to_vec()
            } else {
                let rows = [0, 1, 2].map(|i| [0, 1, 2].map(|k| matrix[3 * i + k]));
                crate::impact_spatial::impulse(rows, [before[0], before[1], before[2]], mu, e).unwrap().to_vec()
            };
            let phases = impulse(&group).unwrap();
            let off = phases.iter().zip(&alone).fold(0.0_f64, |m, (a, b)| m.max((a - b).abs()));
            assert!(off < 1e-8, "trial {trial}: {phases:?} {alone:?}");
        }
    }
}

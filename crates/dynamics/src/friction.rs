//! Dry friction in joints: how large it is at one state, and the equation it obeys where it depends on the reaction.
//!
//! A joint with coordinate s and friction exerts an effort f on it:
//!
//! ```text
//! slides    f = −sgn(ṡ) T,  T = level, or μ r |N|      N: the joint's force rows, r: radius of the pin (1 if it slides)
//! sticks    s̈ = 0, a row of its own; f is its λ        as long as |f| ≤ T at rest
//! held      s̈ = 0 because others hold it               f = 0 or its limit
//! ```
//!
//! The reaction N is that of the same instant, so that v̇, λ and f are found together. They are linear in the efforts
//! of the joints that slide: with x₀ the solution without them and uₖ that for a unit effort on joint k (same factor),
//!
//! ```text
//! x = x₀ + Σ fₖ uₖ,      fᵢ + cᵢ |Nᵢ(x)| = 0,  cᵢ = sgn μᵢ rᵢ
//! ```
//!
//! is solved by Newton's method on the few fᵢ. For cᵢ |∂N/∂f| < 1 the solution is there and unique (the fixed point of
//! a contraction), and all pivots of Newton's matrix are positive. Where one is not, more friction calls up more
//! reaction than it takes away: the joint jams, which is reported (Painlevé's case), not smoothed over.

use crate::core::Core;
use crate::groups::{Group, Source};
use crate::kinematics::Kinematics;
use crate::math::norm;
use crate::space::RowKind;
use crate::system::{AssembleError, RubMode};
use mainspring_model::{Coordinate, Friction, FrictionLaw, Model};
use std::ops::Range;

/// Newton iterations for friction on reactions.
const PATIENCE: usize = 50;
/// Relative change of the efforts that counts as none.
const SETTLED: f64 = 1e-14;
/// Share of a self-stress, largest entry 1, below which a joint takes no part in it.
const UNSHARED: f64 = 1e-9;

/// Joints with friction, in the order of `Mode::rubs`.
pub(crate) fn rubbing(model: &Model) -> impl Iterator<Item = usize> + '_ {
    model.joints.iter().enumerate().filter(|(_, j)| j.friction.is_some()).map(|(j, _)| j)
}

/// A joint with friction.
#[derive(Clone, Debug)]
pub(crate) struct Rub {
    pub joint: usize,
    pub friction: Friction,
    /// its row while it sticks
    pub row: usize,
    /// rows of the joint's force; empty for a compliant joint
    pub reaction: Range<usize>,
    /// how many of a compliant joint's efforts are its force
    pub bushing: usize,
}

/// All joints with friction and what they do at the state last solved for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rubs {
    pub list: Vec<Rub>,
    /// effort on the coordinate; written by `friction_loads` and `friction_on_reactions`; [rubs]
    pub effort: Vec<f64>,
    /// what it can be at rest; written by `friction_on_reactions`; [rubs]
    pub limit: Vec<f64>,
    /// whose friction had no finite solution since the last `settle`
    pub jammed: Option<usize>,
    /// scratch: which slide on their reaction; [≤ rubs]
    sliding: Vec<usize>,
    /// scratch: solutions for a unit effort; [rubs × unknowns]
    unit: Vec<f64>,
    /// scratch: Newton's matrix; [rubs × rubs]
    matrix: Vec<f64>,
    /// scratch: Newton's step; [rubs]
    step: Vec<f64>,
}

impl Rubs {
    pub fn of(model: &Model, frames: &dyn Kinematics, groups: &[Group], unknowns: usize) -> Self {
        let row = |rub: usize| {
            let stick = groups.iter().find(|g| matches!(g.source, Source::Stick { rub: r, .. } if r == rub));
            stick.map_or(0, |g| g.first)
        };
        let own = |j: usize| {
            groups.iter().find(|g| matches!(g.source, Source::Joint { joint, own, .. } if joint == j && own > 0))
        };
        let list: Vec<Rub> = rubbing(model)
            .enumerate()
            .filter_map(|(k, j)| {
                let joint = &model.joints[j];
                // revolute and prismatic joints have their force rows first
                let forces =
                    frames.joint_rows(j).map_or(0, |rows| rows.iter().filter(|r| **r == RowKind::Length).count());
                let first = own(j).map(|g| g.first);
                Some(Rub {
                    joint: j,
                    friction: joint.friction?,
                    row: row(k),
                    reaction: first.map_or(0..0, |first| first..first + forces),
                    bushing: if first.is_none() { forces } else { 0 },
                })
            })
            .collect();
        let n = list.len();
        Self {
            effort: vec![0.0; n],
            limit: vec![0.0; n],
            jammed: None,
            sliding: Vec::with_capacity(n),
            unit: vec![0.0; n * unknowns],
            matrix: vec![0.0; n * n],
            step: vec![0.0; n],
            list,
        }
    }
}

/// Which way an effort acts that opposes this mode, and whether the joint moves.
fn against(mode: RubMode) -> (f64, bool) {
    match mode {
        RubMode::Stick => (0.0, false),
        RubMode::Slip(s) => (-f64::from(s), true),
        RubMode::Held(s) => (-f64::from(s), false),
    }
}

impl Core {
    /// The coordinate of joint with friction k.
    pub(crate) fn rub_coordinate(&self, k: usize) -> Coordinate {
        Coordinate { joint: self.rubs.list[k].joint, index: 0 }
    }

    /// Whether its joint is attached.
    pub(crate) fn rub_acts(&self, k: usize) -> bool {
        self.mode.joints[self.rubs.list[k].joint]
    }

    /// Efforts that are known before the solve, onto `force`: constant levels, and compliant joints.
    pub fn friction_loads(&mut self) {
        for k in 0..self.rubs.list.len() {
            self.rubs.effort[k] = 0.0;
            let (sign, moves) = against(self.mode.rubs[k]);
            if sign == 0.0 || !self.rub_acts(k) {
                continue;
            }
            let Rub { joint, friction, bushing, .. } = self.rubs.list[k];
            let size = match friction.law {
                FrictionLaw::Constant => 1.0,
                FrictionLaw::Coulomb { arm } if bushing > 0 => arm * norm3(&self.compliant[joint][..bushing]),
                FrictionLaw::Coulomb { .. } => continue,
            };
            let level = if moves { friction.kinetic } else { friction.resting };
            self.rubs.effort[k] = sign * level * size;
            self.push_effort(k, self.rubs.effort[k]);
        }
    }

    /// An effort on the coordinate of joint k, onto `force`.
    fn push_effort(&mut self, k: usize, effort: f64) {
        let m = self.measure(self.rub_coordinate(k));
        let (a, b) = self.ends(k);
        self.push(a, &m.ja, effort);
        self.push(b, &m.jb, effort);
    }

    fn ends(&self, k: usize) -> (Option<usize>, Option<usize>) {
        let joint = &self.model.joints[self.rubs.list[k].joint];
        (joint.a.body, joint.b.body)
    }

    /// The solution for a unit effort on the coordinate of joint k with the present factor, into `into`.
    pub(crate) fn unit_effort(&self, k: usize, into: &mut [f64]) {
        into.fill(0.0);
        let m = self.measure(self.rub_coordinate(k));
        let (a, b) = self.ends(k);
        for (body, row) in [(a, m.ja), (b, m.jb)] {
            if let Some(body) = body {
                let span = self.spans[body];
                for i in 0..span.v_len {
                    into[span.v + i] += row[i];
                }
            }
        }
        self.factor.solve(&self.pattern, into);
    }

    /// |N| of joint k if the rows are `rows` (−λ).
    fn reaction_size(&self, k: usize, rows: &[f64]) -> f64 {
        let rub = &self.rubs.list[k];
        match rub.bushing {
            0 => norm3(&rows[self.nv + rub.reaction.start..self.nv + rub.reaction.end]),
            n => norm3(&self.compliant[rub.joint][..n]),
        }
    }

    /// After a solve without them: friction that depends on the reactions, brought into `solution`; then all limits.
    pub fn friction_on_reactions(&mut self) {
        if self.rubs.list.is_empty() {
            return;
        }
        let mut sliding = std::mem::take(&mut self.rubs.sliding);
        sliding.clear();
        sliding.extend((0..self.rubs.list.len()).filter(|&k| self.on_reaction(k)));
        if !sliding.is_empty() {
            self.slide(&sliding);
        }
        self.rubs.sliding = sliding;
        for k in 0..self.rubs.list.len() {
            let rub = &self.rubs.list[k];
            if self.mode.rubs[k] == RubMode::Stick && self.rub_acts(k) {
                self.rubs.effort[k] = -self.solution[self.nv + rub.row];
            }
            self.rubs.limit[k] = match rub.friction.law {
                FrictionLaw::Constant => rub.friction.resting,
                FrictionLaw::Coulomb { arm } => rub.friction.resting * arm * self.reaction_size(k, &self.solution),
            };
        }
    }

    /// Whether joint k has an effort that follows from its reaction.
    pub(crate) fn on_reaction(&self, k: usize) -> bool {
        let rub = &self.rubs.list[k];
        let law = matches!(rub.friction.law, FrictionLaw::Coulomb { .. }) && rub.bushing == 0;
        law && against(self.mode.rubs[k]).0 != 0.0 && self.rub_acts(k)
    }

    /// Newton on the efforts of the joints that slide on their reactions.
    fn slide(&mut self, sliding: &[usize]) {
        let (n, unknowns) = (sliding.len(), self.pattern.unknowns);
        let mut unit = std::mem::take(&mut self.rubs.unit);
        for (at, &k) in sliding.iter().enumerate() {
            self.unit_effort(k, &mut unit[at * unknowns..(at + 1) * unknowns]);
        }
        let factors = |k: usize| {
            let (sign, moves) = against(self.mode.rubs[k]);
            let friction = self.rubs.list[k].friction;
            let arm = if let FrictionLaw::Coulomb { arm } = friction.law { arm } else { 0.0 };
            -sign * arm * if moves { friction.kinetic } else { friction.resting }
        };
        let mut matrix = std::mem::take(&mut self.rubs.matrix);
        let mut step = std::mem::take(&mut self.rubs.step);
        let mut effort = std::mem::take(&mut self.rubs.effort);
        let mut scale: f64 = 0.0;
        for &k in sliding {
            // from no friction on: of two answers that one whose reaction has the sign it has without
            effort[k] = 0.0;
            scale = scale.max((factors(k) * self.reaction_size(k, &self.solution)).abs());
        }
        let mut jam = sliding.first().copied();
        for _ in 0..PATIENCE {
            for (i, &k) in sliding.iter().enumerate() {
                let c = factors(k);
                // N at these efforts, then its slope along each of them
                let mut force = [0.0; 3];
                let rows = self.rubs.list[k].reaction.clone();
                for (at, r) in rows.clone().enumerate() {
                    force[at] = self.solution[self.nv + r];
                    for (j, &other) in sliding.iter().enumerate() {
                        force[at] += effort[other] * unit[j * unknowns + self.nv + r];
                    }
                }
                let size = norm(force);
                step[i] = -(effort[k] + c * size);
                for j in 0..n {
                    let mut slope = 0.0;
                    for (at, r) in rows.clone().enumerate() {
                        slope += force[at] * unit[j * unknowns + self.nv + r];
                    }
                    let slope = if size > 0.0 { slope / size } else { 0.0 };
                    matrix[i * n + j] = c * slope + if i == j { 1.0 } else { 0.0 };
                }
            }
            let bad = eliminate(&mut matrix[..n * n], &mut step[..n]);
            let (mut largest, mut moved) = (scale, 0.0_f64);
            for (i, &k) in sliding.iter().enumerate() {
                effort[k] += step[i];
                largest = largest.max(effort[k].abs());
                moved = moved.max(step[i].abs());
            }
            if moved <= SETTLED * largest {
                // a solution on the wrong side of a fold is none
                jam = bad.map(|i| sliding[i]);
                break;
            }
            if !moved.is_finite() {
                break;
            }
        }
        for (j, &k) in sliding.iter().enumerate() {
            for (x, u) in self.solution.iter_mut().zip(&unit[j * unknowns..(j + 1) * unknowns]) {
                *x += effort[k] * u;
            }
        }
        if jam.is_some() {
            self.rubs.jammed = jam;
            self.solution.fill(f64::NAN);
        }
        (self.rubs.unit, self.rubs.matrix, self.rubs.step, self.rubs.effort) = (unit, matrix, step, effort);
    }

    /// Heat of joint k, W, at the state last solved for.
    pub fn friction_power(&self, k: usize) -> f64 {
        if self.mode.rubs[k].rests() || !self.rub_acts(k) {
            return 0.0;
        }
        -self.rubs.effort[k] * self.measure(self.rub_coordinate(k)).rate
    }

    /// What friction exerts on a joint's first coordinate.
    pub fn joint_friction(&self, joint: usize) -> f64 {
        self.rubs
            .list
            .iter()
            .position(|r| r.joint == joint)
            .map_or(0.0, |k| if self.rub_acts(k) { self.rubs.effort[k] } else { 0.0 })
    }

    /// A coefficient needs a unique reaction: no joint that has one may take part in a self-stress.
    pub fn check_friction(&mut self, q: &[f64]) -> Result<(), Vec<AssembleError>> {
        let asks = |k: &usize| matches!(self.rubs.list[*k].friction.law, FrictionLaw::Coulomb { .. });
        let coulomb: Vec<usize> = (0..self.rubs.list.len()).filter(asks).collect();
        let dropped: Vec<usize> = (0..self.rows.len())
            .filter(|&r| self.mode.dropped[r] && self.acts(self.rows[r].group) && self.rows[r].acceleration)
            .collect();
        if coulomb.is_empty() || dropped.is_empty() {
            return Ok(());
        }
        self.kinematics(q, &vec![0.0; self.nv]);
        self.jacobians(0.0);
        self.factorise(crate::core::Use::Acceleration, crate::core::COLLAPSE, |_| {});
        let mut errors = Vec::new();
        let mut stress = Vec::new();
        for i in dropped {
            self.self_stress(i, &mut stress);
            let largest = stress.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
            let shares = |r: usize| stress[r].abs() > UNSHARED * largest;
            for &k in &coulomb {
                let rub = &self.rubs.list[k];
                if !rub.reaction.clone().any(shares) {
                    continue;
                }
                let joint = &self.model.joints[rub.joint];
                let mut others: Vec<String> =
                    (0..stress.len()).filter(|&r| shares(r)).map(|r| self.row_path(r).to_owned()).collect();
                others.dedup();
                others.retain(|p| *p != joint.path);
                let known = |e: &AssembleError| matches!(e, AssembleError::FrictionOnRedundant { path, .. } if *path == joint.path);
                if !errors.iter().any(known) {
                    errors.push(AssembleError::FrictionOnRedundant {
                        path: joint.path.clone(),
                        others,
                        span: joint.span,
                    });
                }
            }
        }
        if errors.is_empty() { Ok(()) } else { Err(errors) }
    }
}

fn norm3(x: &[f64]) -> f64 {
    let mut v = [0.0; 3];
    v[..x.len()].copy_from_slice(x);
    norm(v)
}

/// Solves n equations in place without exchanging rows; the first row whose pivot is not positive, if there is one.
fn eliminate(a: &mut [f64], b: &mut [f64]) -> Option<usize> {
    let n = b.len();
    let mut bad = None;
    for j in 0..n {
        let pivot = a[j * n + j];
        if (pivot.is_nan() || pivot <= 0.0) && bad.is_none() {
            bad = Some(j);
        }
        for i in j + 1..n {
            let l = a[i * n + j] / pivot;
            for c in j + 1..n {
                a[i * n + c] -= l * a[j * n + c];
            }
            b[i] -= l * b[j];
        }
    }
    for j in (0..n).rev() {
        for c in j + 1..n {
            b[j] -= a[j * n + c] * b[c];
        }
        b[j] /= a[j * n + j];
    }
    bad
}

//! Dry friction in joints: how large it is at one state, and the equation it obeys where it depends on the reaction.
//!
//! A joint with coordinate s and friction exerts an effort f on it:
//!
//! ```text
//! slides    f = −sgn(ṡ) T,  T = level, or μ r |N|      N: the joint's force rows, r: radius of the pin (1 if it slides)
//! sticks    s̈ = 0, a row of its own; f is its λ        as long as |f| ≤ T at rest
//! held      s̈ = 0 because others hold it               f its share of the load, or its limit
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

use crate::laws::joint_friction::mode::{FrictionMode, FrictionState};
use crate::multibody::assemble_error::AssembleError;
use crate::multibody::mode_change::{Transition, TransitionKind};
use crate::multibody::multibody::Multibody;
use crate::multibody::row_groups::{BoundedEffort, Group, Source, bounded_efforts};
use crate::multibody::space::RowKind;
use crate::tolerances::{AT_REST, DRIVE_ARRIVES, FRICTION_EFFORTS_SETTLED, MOVES, SELF_STRESS_UNSHARED};
use mainspring_model::{Coordinate, Friction, FrictionLaw, Model};
use mainspring_numerics::elimination::solve_without_pivoting;
use mainspring_numerics::vec3::norm;
use std::ops::Range;

/// Newton iterations for friction on reactions.
const PATIENCE: usize = 50;
/// A joint with friction, or a drive with an effort limit: a friction of constant size against its motion.
#[derive(Clone, Debug)]
pub struct FrictionJoint {
    pub joint: usize,
    pub coordinate: Coordinate,
    /// the drive: index into `Model::drives`
    pub drive: Option<usize>,
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
pub struct JointFriction {
    /// in the order of `bounded_efforts`
    pub list: Vec<FrictionJoint>,
    /// what each does; remembered between steps
    pub state: FrictionState,
    /// effort on the coordinate; written by `friction_loads`, `efforts_on_reactions` and `read_limits`; [friction joints]
    pub effort: Vec<f64>,
    /// what it can be at rest; written by `read_limits`; [friction joints]
    pub limit: Vec<f64>,
    /// whose friction had no finite solution since the last `remember_angles`
    pub jammed: Option<usize>,
    /// scratch: which slide on their reaction; [≤ friction joints]
    sliding: Vec<usize>,
    /// scratch: solutions for a unit effort; [friction joints × unknowns]
    unit: Vec<f64>,
    /// scratch: Newton's matrix; [friction joints × friction joints]
    matrix: Vec<f64>,
    /// scratch: Newton's step; [friction joints]
    step: Vec<f64>,
}

impl JointFriction {
    /// Joints with friction of a model; all at rest, held by others.
    #[must_use]
    pub fn of(model: &Model, bodies: &Multibody) -> Self {
        let (frames, groups, unknowns) = (&bodies.frames, &bodies.groups, bodies.pattern.unknowns);
        let row = |place: usize| {
            let stick = groups.iter().find(|g| matches!(g.source, Source::Stick { place: p, .. } if p == place));
            stick.map_or(0, |g| g.first)
        };
        let own = |j: usize| {
            groups.iter().find(|g| matches!(g.source, Source::Joint { joint, own, .. } if joint == j && own > 0))
        };
        let list: Vec<FrictionJoint> = bounded_efforts(model)
            .enumerate()
            .filter_map(|(k, effort)| {
                let j = match effort {
                    BoundedEffort::Friction(j) => j,
                    BoundedEffort::Drive(d) => return Some(limited_drive(model, d, row(k))),
                };
                let joint = &model.joints[j];
                // revolute and prismatic joints have their force rows first
                let forces =
                    frames.joint_rows(j).map_or(0, |rows| rows.iter().filter(|r| **r == RowKind::Length).count());
                let first = own(j).map(|g| g.first);
                Some(FrictionJoint {
                    joint: j,
                    coordinate: Coordinate { joint: j, index: 0 },
                    drive: None,
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
            state: FrictionState {
                modes: vec![FrictionMode::NONE; n],
                returns: vec![None; n],
                ..FrictionState::default()
            },
            list,
        }
    }

    /// Tells the bodies which joints hold by a row of their own.
    pub fn switch_rows(&self, bodies: &mut Multibody) {
        for (sticks, mode) in bodies.sticks.iter_mut().zip(&self.state.modes) {
            *sticks = *mode == FrictionMode::Stick;
        }
        bodies.returns.copy_from_slice(&self.state.returns);
    }
}

/// A drive whose largest effort is a friction of constant size against the motion it prescribes.
fn limited_drive(model: &Model, d: usize, row: usize) -> FrictionJoint {
    let drive = &model.drives[d];
    let limit = drive.limit.unwrap_or(f64::INFINITY);
    FrictionJoint {
        joint: drive.coordinate.joint,
        coordinate: drive.coordinate,
        drive: Some(d),
        friction: Friction { law: FrictionLaw::Constant, kinetic: limit, resting: limit },
        row,
        reaction: 0..0,
        bushing: 0,
    }
}

/// Which way an effort acts that opposes this mode, and whether the joint moves.
fn against(mode: FrictionMode) -> (f64, bool) {
    match mode {
        FrictionMode::Stick | FrictionMode::Share(_) => (0.0, false),
        FrictionMode::Slip(s) => (-f64::from(s), true),
        FrictionMode::Held(s) => (-f64::from(s), false),
    }
}

fn norm3(x: &[f64]) -> f64 {
    let mut v = [0.0; 3];
    v[..x.len()].copy_from_slice(x);
    norm(v)
}

impl JointFriction {
    /// J M⁻¹ Jᵀ of a joint's two parts by themselves, inertia taken at its largest.
    pub fn mobility_alone(&self, bodies: &Multibody, k: usize) -> f64 {
        let group = self.stick_group(bodies, k);
        let part = |(at, &b): (usize, &usize)| bodies.mobility_alone(b, &bodies.jacobian[group.jacobian + at]);
        group.blocks.iter().enumerate().map(part).sum()
    }

    pub fn stick_group<'a>(&self, bodies: &'a Multibody, k: usize) -> &'a Group {
        &bodies.groups[bodies.rows[self.list[k].row].group]
    }

    /// The coordinate of joint with friction k.
    pub fn joint_coordinate(&self, k: usize) -> Coordinate {
        self.list[k].coordinate
    }

    /// Whether its joint is attached.
    pub fn joint_attached(&self, bodies: &Multibody, k: usize) -> bool {
        bodies.joint_acts(self.list[k].joint)
    }

    /// Efforts that are known before the solve, onto `force`: constant levels, and compliant joints.
    pub fn friction_loads(&mut self, bodies: &mut Multibody) {
        for k in 0..self.list.len() {
            self.effort[k] = 0.0;
            let (sign, moves) = against(self.state.modes[k]);
            if let FrictionMode::Share(effort) = self.state.modes[k]
                && effort != 0.0
                && self.joint_attached(bodies, k)
            {
                self.effort[k] = effort;
                self.push_effort(bodies, k, effort);
            }
            if sign == 0.0 || !self.joint_attached(bodies, k) {
                continue;
            }
            let FrictionJoint { joint, friction, bushing, .. } = self.list[k];
            let size = match friction.law {
                FrictionLaw::Constant => 1.0,
                FrictionLaw::Coulomb { arm } if bushing > 0 => arm * norm3(&bodies.compliant[joint][..bushing]),
                FrictionLaw::Coulomb { .. } => continue,
            };
            let level = if moves { friction.kinetic } else { friction.resting };
            self.effort[k] = sign * level * size;
            self.push_effort(bodies, k, self.effort[k]);
        }
    }

    /// An effort on the coordinate of joint k, onto `force`.
    fn push_effort(&self, bodies: &mut Multibody, k: usize, effort: f64) {
        let m = bodies.measure(self.joint_coordinate(k));
        let [a, b] = self.ends(bodies, k);
        bodies.push(a, &m.ja, effort);
        bodies.push(b, &m.jb, effort);
    }

    /// The bodies of joint k that move.
    pub fn ends(&self, bodies: &Multibody, k: usize) -> [Option<usize>; 2] {
        let joint = &bodies.model.joints[self.list[k].joint];
        [joint.a.body, joint.b.body]
    }

    /// The solution for a unit effort on the coordinate of joint k with the present factor, into `into`.
    pub fn unit_effort(&self, bodies: &Multibody, k: usize, into: &mut [f64]) {
        into.fill(0.0);
        let m = bodies.measure(self.joint_coordinate(k));
        let [a, b] = self.ends(bodies, k);
        for (body, row) in [(a, m.ja), (b, m.jb)] {
            if let Some(body) = body {
                let span = bodies.spans[body];
                for i in 0..span.v_len {
                    into[span.v + i] += row[i];
                }
            }
        }
        bodies.factor.solve(&bodies.pattern, into);
    }

    /// |N| of joint k if the rows are `rows` (−λ).
    pub fn reaction_size(&self, bodies: &Multibody, k: usize, rows: &[f64]) -> f64 {
        let entry = &self.list[k];
        match entry.bushing {
            0 => norm3(&rows[bodies.nv + entry.reaction.start..bodies.nv + entry.reaction.end]),
            n => norm3(&bodies.compliant[entry.joint][..n]),
        }
    }

    /// Whether the friction of joint k is a share of a reaction that is solved for.
    pub fn goes_with_reaction(&self, k: usize) -> bool {
        matches!(self.list[k].friction.law, FrictionLaw::Coulomb { .. }) && self.list[k].bushing == 0
    }

    /// Whether any joint has an effort that follows from its reaction.
    pub fn any_on_reaction(&self, bodies: &Multibody) -> bool {
        (0..self.list.len()).any(|k| self.on_reaction(bodies, k))
    }

    /// After a solve without them: efforts that follow from the reactions. `respond` adds to what a unit effort does what closed
    /// contacts make of it. The efforts are left in `effort`, and `solution` as it was.
    pub fn efforts_on_reactions(&mut self, bodies: &mut Multibody, respond: &mut dyn FnMut(&Multibody, &mut [f64])) {
        let mut sliding = std::mem::take(&mut self.sliding);
        sliding.clear();
        sliding.extend((0..self.list.len()).filter(|&k| self.on_reaction(bodies, k)));
        if !sliding.is_empty() {
            self.slide(bodies, &sliding, respond);
        }
        self.sliding = sliding;
    }

    /// Adds what efforts that follow from the reactions do to `solution`.
    pub fn add_efforts_on_reactions(&mut self, bodies: &mut Multibody) {
        let mut unit = std::mem::take(&mut self.unit);
        let unknowns = bodies.pattern.unknowns;
        for &k in &self.sliding {
            self.unit_effort(bodies, k, &mut unit[..unknowns]);
            for (x, u) in bodies.solution.iter_mut().zip(&unit[..unknowns]) {
                *x += self.effort[k] * u;
            }
        }
        self.unit = unit;
    }

    /// After everything is solved: efforts of joints that stick, and all limits.
    pub fn read_limits(&mut self, bodies: &mut Multibody) {
        for k in 0..self.list.len() {
            let entry = &self.list[k];
            if self.state.modes[k] == FrictionMode::Stick && self.joint_attached(bodies, k) {
                self.effort[k] = -bodies.solution[bodies.nv + entry.row];
            }
            self.limit[k] = match entry.friction.law {
                FrictionLaw::Constant => entry.friction.resting,
                FrictionLaw::Coulomb { arm } => {
                    entry.friction.resting * arm * self.reaction_size(bodies, k, &bodies.solution)
                }
            };
            self.tell(bodies, k);
        }
    }

    fn tell(&self, bodies: &mut Multibody, k: usize) {
        let effort = if self.joint_attached(bodies, k) { self.effort[k] } else { 0.0 };
        match self.list[k].drive {
            Some(d) => bodies.effort[d] = effort,
            None => bodies.friction_effort[self.list[k].joint] = effort,
        }
    }

    /// Efforts, then limits, of all joints.
    pub fn efforts_and_limits(&self) -> impl Iterator<Item = f64> + '_ {
        self.effort.iter().chain(&self.limit).copied()
    }

    /// The same from elsewhere: where reactions cannot be computed.
    pub fn take_efforts_and_limits(&mut self, bodies: &mut Multibody, from: &[f64]) {
        let (effort, limit) = from.split_at(self.effort.len());
        self.effort.copy_from_slice(effort);
        self.limit.copy_from_slice(limit);
        for k in 0..self.list.len() {
            self.tell(bodies, k);
        }
    }

    /// Whether joint k has an effort that follows from its reaction.
    pub fn on_reaction(&self, bodies: &Multibody, k: usize) -> bool {
        self.goes_with_reaction(k) && against(self.state.modes[k]).0 != 0.0 && self.joint_attached(bodies, k)
    }

    /// Newton on the efforts of the joints that slide on their reactions.
    fn slide(&mut self, bodies: &mut Multibody, sliding: &[usize], respond: &mut dyn FnMut(&Multibody, &mut [f64])) {
        let (n, unknowns) = (sliding.len(), bodies.pattern.unknowns);
        let mut unit = std::mem::take(&mut self.unit);
        for (at, &k) in sliding.iter().enumerate() {
            self.unit_effort(bodies, k, &mut unit[at * unknowns..(at + 1) * unknowns]);
            respond(bodies, &mut unit[at * unknowns..(at + 1) * unknowns]);
        }
        let factors = |k: usize| {
            let (sign, moves) = against(self.state.modes[k]);
            let friction = self.list[k].friction;
            let arm = if let FrictionLaw::Coulomb { arm } = friction.law { arm } else { 0.0 };
            -sign * arm * if moves { friction.kinetic } else { friction.resting }
        };
        let mut matrix = std::mem::take(&mut self.matrix);
        let mut step = std::mem::take(&mut self.step);
        let mut effort = std::mem::take(&mut self.effort);
        let mut scale: f64 = 0.0;
        for &k in sliding {
            // from no friction on: of two answers that one whose reaction has the sign it has without
            effort[k] = 0.0;
            scale = scale.max((factors(k) * self.reaction_size(bodies, k, &bodies.solution)).abs());
        }
        let mut jam = sliding.first().copied();
        for _ in 0..PATIENCE {
            for (i, &k) in sliding.iter().enumerate() {
                let c = factors(k);
                // N at these efforts, then its slope along each of them
                let mut force = [0.0; 3];
                let rows = self.list[k].reaction.clone();
                for (at, r) in rows.clone().enumerate() {
                    force[at] = bodies.solution[bodies.nv + r];
                    for (j, &other) in sliding.iter().enumerate() {
                        force[at] += effort[other] * unit[j * unknowns + bodies.nv + r];
                    }
                }
                let size = norm(force);
                step[i] = -(effort[k] + c * size);
                for j in 0..n {
                    let mut slope = 0.0;
                    for (at, r) in rows.clone().enumerate() {
                        slope += force[at] * unit[j * unknowns + bodies.nv + r];
                    }
                    let slope = if size > 0.0 { slope / size } else { 0.0 };
                    matrix[i * n + j] = c * slope + if i == j { 1.0 } else { 0.0 };
                }
            }
            let bad = solve_without_pivoting(&mut matrix[..n * n], &mut step[..n]);
            let (mut largest, mut moved) = (scale, 0.0_f64);
            for (i, &k) in sliding.iter().enumerate() {
                effort[k] += step[i];
                largest = largest.max(effort[k].abs());
                moved = moved.max(step[i].abs());
            }
            if moved <= FRICTION_EFFORTS_SETTLED * largest {
                // a solution on the wrong side of a fold does not count
                jam = bad.map(|i| sliding[i]);
                break;
            }
            if !moved.is_finite() {
                break;
            }
        }
        if jam.is_some() {
            self.jammed = jam;
            sliding.iter().for_each(|&k| effort[k] = f64::NAN);
        }
        (self.unit, self.matrix, self.step, self.effort) = (unit, matrix, step, effort);
    }

    /// Heat of joint k, W, at the state last solved for.
    pub fn friction_power(&self, bodies: &Multibody, k: usize) -> f64 {
        if self.state.modes[k].rests() || !self.joint_attached(bodies, k) {
            return 0.0;
        }
        -self.effort[k] * bodies.measure(self.joint_coordinate(k)).rate
    }

    /// What friction exerts on a joint's first coordinate.
    pub fn joint_friction(&self, bodies: &Multibody, joint: usize) -> f64 {
        self.list
            .iter()
            .position(|r| r.joint == joint && r.drive.is_none())
            .map_or(0.0, |k| if self.joint_attached(bodies, k) { self.effort[k] } else { 0.0 })
    }

    /// A coefficient needs a unique reaction: no joint that has one may take part in a self-stress.
    pub fn check_friction(&self, bodies: &mut Multibody, q: &[f64]) -> Result<(), Vec<AssembleError>> {
        let asks = |k: &usize| matches!(self.list[*k].friction.law, FrictionLaw::Coulomb { .. });
        let coulomb: Vec<usize> = (0..self.list.len()).filter(asks).collect();
        let dropped: Vec<usize> = (0..bodies.rows.len())
            .filter(|&r| bodies.state.dropped[r] && bodies.acts(bodies.rows[r].group) && bodies.rows[r].acceleration)
            .collect();
        if coulomb.is_empty() || dropped.is_empty() {
            return Ok(());
        }
        bodies.kinematics(q, &vec![0.0; bodies.nv]);
        bodies.jacobians(0.0);
        bodies.factorise(crate::multibody::multibody::Use::Acceleration, crate::tolerances::COLLAPSE, |_| {});
        let mut errors = Vec::new();
        let mut stress = Vec::new();
        for i in dropped {
            bodies.self_stress(i, &mut stress);
            let largest = stress.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
            let shares = |r: usize| stress[r].abs() > SELF_STRESS_UNSHARED * largest;
            for &k in &coulomb {
                let entry = &self.list[k];
                if !entry.reaction.clone().any(shares) {
                    continue;
                }
                let joint = &bodies.model.joints[entry.joint];
                let mut others: Vec<String> =
                    (0..stress.len()).filter(|&r| shares(r)).map(|r| bodies.row_path(r).to_owned()).collect();
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

    /// Size of a rate of friction joint k that counts as one.
    pub fn joint_rate_scale(&self, bodies: &Multibody, k: usize) -> f64 {
        self.joint_scale(bodies, k) * bodies.clock
    }

    /// Its coordinate's scale, rad or m.
    pub fn joint_scale(&self, bodies: &Multibody, k: usize) -> f64 {
        bodies.rows[self.list[k].row].scale
    }

    /// Rate, over its scale, at which friction joint k counts as at rest: one that has slowed down to nothing was located only
    /// as well as the step is accurate.
    pub fn rest_slack(&self, k: usize) -> f64 {
        match self.state.fired.slowed.contains(&k) {
            true if self.list[k].drive.is_some() && self.state.returns[k].is_none() => DRIVE_ARRIVES,
            true => MOVES,
            false => AT_REST,
        }
    }

    /// Rate of the coordinate of friction joint k at the state of `kinematics`; of a drive, against that at which it holds it.
    pub fn joint_rate(&self, bodies: &Multibody, k: usize) -> f64 {
        let held = self.list[k].drive.map_or(0.0, |d| bodies.rate_held(k, d));
        bodies.measure(self.joint_coordinate(k)).rate - held
    }

    /// Friction joints that came to rest, came loose or turned round; those that moved before are only taken note of.
    pub fn report_changes(
        &self,
        bodies: &Multibody,
        before: &FrictionState,
        moving: &[bool],
        out: &mut Vec<Transition>,
    ) {
        for (k, entry) in self.list.iter().enumerate().filter(|(k, _)| self.joint_attached(bodies, *k)) {
            let path = bodies.model.joints[entry.joint].path.clone();
            if entry.drive.is_some() {
                out.extend(self.drive_change(bodies, before, k, path));
                continue;
            }
            let (kind, text) = match (before.modes[k], self.state.modes[k]) {
                (FrictionMode::Slip(_), now) if now.rests() => (TransitionKind::Stick, format!("`{path}` sticks")),
                (FrictionMode::Slip(was), FrictionMode::Slip(is)) if was != is => {
                    (TransitionKind::Slip, format!("`{path}` slides on the other way"))
                }
                (was, FrictionMode::Slip(_)) if was.rests() && !moving[k] => {
                    (TransitionKind::Slip, format!("`{path}` slips"))
                }
                _ => continue,
            };
            let numbers = vec![("effort", self.effort[k]), ("limit", self.limit[k])];
            out.push(Transition { kind, who: vec![path], numbers, text });
        }
    }
}

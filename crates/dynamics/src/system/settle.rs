//! The one place where modes are decided: what touches, sticks and slips at a moment, all of it together.
//!
//! The present modes are asked first, then the solver of `mainspring_contact` searches. What comes out is kept so that steps
//! can follow it: as many joints at rest get a row as are independent of each other and of closed contacts (in a four-bar with
//! friction in every hinge one row holds all four), the others keep the share of the load they were found to have. A joint
//! that has come to its limit while others hold it stays at it, and they bear what is added, so that together they carry all
//! they can before anything moves. How they share is not determined by rigid bodies; that they hold is. Parts on a table that
//! rest get the rows that hold them, those that set off the way they go.

use crate::laws::joint_friction::mode::FrictionMode;
use crate::laws::table::table::Table;
use crate::laws::touch::due::FiredGuards;
use crate::laws::touch::islands::rest_by_islands;
use crate::laws::touch::limit_relief::StrainedParts;
use crate::laws::touch::state::{Site, Touching};
use crate::multibody::multibody::Use;
use crate::multibody::support::Support;
use crate::system::mechanism::Mechanism;
use crate::system::mode_problem::ModeProblem;
use crate::tolerances::{
    AT_REST, BREAKAWAY_NO_ACCELERATION, COLLAPSE, EFFORT_NEAR_LIMIT, LOAD_ROUNDING, REDUNDANT, TABLE_NO_GRIP,
    TABLE_WEAKENED,
};
use mainspring_contact::{Bound, ContactProblem, ContactSolution, Inconsistent, Mode, Slip};
use mainspring_numerics::slice::norm as norm_of;
use mainspring_numerics::vec3::{add_scaled, norm};

/// How often in a row what came to its limit may be found to stay before it is taken to be weaker.
const STAYS: u32 = 16;

impl Mechanism {
    /// Sets the modes at (t, q, v) of the contacts at `lasting`, of parts on a table that they touch and of joints with friction; what
    /// leaves no consistent motion, if there is none.
    pub fn decide_modes(
        &mut self,
        time: f64,
        q: &[f64],
        v: &[f64],
        lasting: &[Site],
        before: &[Touching],
        due: &FiredGuards,
    ) -> Result<(), Inconsistent> {
        let (was, lay) = (self.laws.friction.state.clone(), self.bodies.state.support.clone());
        // a load that goes on growing would bring what others hold to its limit again and again
        let often = (self.table.state.stayed / STAYS).min(TABLE_WEAKENED.len() as u32 - 1) as usize;
        self.table.weaker = TABLE_WEAKENED[often];
        let decided = self.decide_modes_once(time, q, v, lasting, before, due);
        let slides = |(b, _): &(usize, f64)| matches!(self.bodies.state.support[*b], Support::Slide { .. });
        let strained = &self.table.state.strained.1;
        let sets_off = if decided.is_ok() { strained.iter().any(slides) } else { !strained.is_empty() };
        let stays = !sets_off && !strained.is_empty();
        self.table.state.stayed = if stays { self.table.state.stayed.saturating_add(1) } else { 0 };
        if !sets_off {
            return decided;
        }
        // it does not hold; with less to hold it, it has a direction beyond rounding
        for weaker in [TABLE_WEAKENED[TABLE_WEAKENED.len() - 1], TABLE_WEAKENED[0]] {
            self.laws.friction.state.clone_from(&was);
            self.bodies.state.support.clone_from(&lay);
            self.remask();
            self.table.weaker = weaker;
            let again = self.decide_modes_once(time, q, v, lasting, before, due);
            if again.is_ok() || decided.is_err() {
                return again;
            }
        }
        decided
    }

    fn decide_modes_once(
        &mut self,
        time: f64,
        q: &[f64],
        v: &[f64],
        lasting: &[Site],
        before: &[Touching],
        due: &FiredGuards,
    ) -> Result<(), Inconsistent> {
        self.table.decided.clear();
        if lasting.is_empty() && self.laws.friction.list.is_empty() {
            self.laws.touch.state.touching.clear();
            return Ok(());
        }
        let was = self.laws.friction.state.modes.clone();
        let lying = self.bodies.state.support.clone();
        self.bodies.kinematics(q, v);
        self.bodies.drive_motion(time);
        let parts = if self.table.any { self.parts_in_touch(lasting) } else { Vec::new() };
        // what lies on nothing that holds it slides, and so does a part on the last sliver of a belt that no longer holds it
        let lost = |&(b, on): &(usize, Option<u32>)| {
            let none = if self.table.state.strain(b).is_some() { TABLE_NO_GRIP } else { 0.0 };
            self.table.grip(b, on) <= none
        };
        let (lost, parts): (Vec<_>, Vec<_>) = parts.into_iter().partition(lost);
        if !lost.is_empty() {
            lost.iter().for_each(|(b, _)| self.bodies.state.support[*b] = Support::SLIDES);
            self.remask();
        }
        let put_off = self.laws.friction.aim_drives(&self.bodies);
        if !put_off.is_empty() {
            let problem = self.mode_problem(time, q, v, lasting, parts.clone(), before, due);
            for (at, &k) in problem.joints.iter().enumerate().filter(|(_, k)| put_off.contains(k)) {
                let row = problem.bounded[at].first;
                self.laws.friction.leave_motion(&self.bodies, k, problem.matrix[row * problem.free.len() + row]);
            }
            self.laws.friction.state.modes.clone_from(&was);
            self.laws.friction.aim_drives(&self.bodies);
        }
        let mut problem = self.mode_problem(time, q, v, lasting, parts, before, due);
        let (pinned, mut held) = match self.left_at_limits(&mut problem, &was) {
            Some(found) => found,
            None => match self.solve_modes(&mut problem) {
                Ok(held) => (Vec::new(), held),
                Err(e) => {
                    self.bodies.state.support = lying;
                    self.remask();
                    return Err(problem.cause(e));
                }
            },
        };
        stick_without_slip(&problem, lasting, due, &mut held);
        self.open_empty(&problem, lasting, due, &mut held);
        let strained = |(b, _): &(usize, Option<u32>)| self.table.state.strain(*b).is_some();
        let strained: Vec<bool> = problem.parts.iter().map(strained).collect();
        if !due.at_friction_limit.is_empty() || strained.contains(&true) {
            let parts = StrainedParts { first: problem.joints.len(), strained: &strained };
            self.laws.touch.relieve_limits(&problem.question(), &problem.links, lasting, due, &parts, &mut held);
        }
        self.laws.touch.keep_modes(time, lasting, before, &held);
        if !problem.parts.is_empty() {
            self.keep_part_modes(&problem, &held, &strained);
        }
        if !was.is_empty() {
            self.keep_joint_modes(&problem, &held, &pinned);
            self.remask();
        }
        Ok(())
    }

    /// The answer to a question. Where nothing but rounding moves anything, and leaves none, that of rest.
    fn solve_modes(&self, problem: &mut ModeProblem) -> Result<ContactSolution, Inconsistent> {
        let found = rest_by_islands(&problem.question(), &problem.links, &problem.warm);
        if found.is_ok() || problem.free.iter().any(|x| x.abs() > self.rounding_of_accelerations()) {
            return found;
        }
        problem.free.fill(0.0);
        rest_by_islands(&problem.question(), &problem.links, &problem.warm)
    }

    /// Stops and tooth sides that had to pull and are left with what would take a second to be seen as motion: they open, because
    /// their force was on its way through zero.
    fn open_empty(&self, problem: &ModeProblem, lasting: &[Site], due: &FiredGuards, held: &mut ContactSolution) {
        let (step, n) = (1 + problem.tangents, problem.free.len());
        let coordinate = |site: &Site| matches!(site, Site::Stop { .. } | Site::Tooth { .. });
        for i in (0..lasting.len()).filter(|&i| coordinate(&lasting[i]) && due.pulls.contains(&lasting[i])) {
            let row = i * step;
            let speeds_up = held.force[row] * problem.matrix[row * n + row];
            if held.modes[i] != Mode::Open
                && speeds_up <= self.laws.touch.slow(&self.bodies, self.laws.touch.contacts[i].scale)
            {
                held.modes[i] = Mode::Open;
                held.force[row..row + step].fill(0.0);
            }
        }
    }

    /// What loads that balance each other leave of accelerations, m/s² or rad/s².
    fn rounding_of_accelerations(&self) -> f64 {
        let components = self.bodies.model.space.components();
        let bodies = self.bodies.model.bodies.iter().zip(&self.bodies.spans).filter(|(_, span)| span.v_len > 0);
        let pulls = bodies.map(|(body, span)| norm_of(&self.bodies.force[span.v..span.v + components]) / body.mass);
        LOAD_ROUNDING * pulls.fold(0.0, f64::max) * (1.0 + 1.0 / self.bodies.length)
    }

    /// What was decided for parts on a table: those that rest, and the ways of those that set off.
    fn keep_part_modes(&mut self, problem: &ModeProblem, held: &ContactSolution, strained: &[bool]) {
        let first = problem.contacts.len() + problem.resistances.len() + problem.joints.len();
        for (at, &(b, on)) in problem.parts.iter().enumerate() {
            let Some(part) = &self.table.sliding_parts[b] else { continue };
            let row = problem.bounded[problem.joints.len() + at].first;
            let goes = [held.rate[row], held.rate[row + 1], held.rate[row + 2]];
            let pace = Table::pace(part, goes);
            // less is rounding, unless it was seen to grow
            let none = BREAKAWAY_NO_ACCELERATION * self.table.friction_deceleration(&self.bodies, b, part);
            let sets_off = held.modes[first + at] != Mode::Stick && pace > if strained[at] { 0.0 } else { none };
            self.bodies.state.support[b] = if sets_off {
                Support::Slide { way: goes.map(|x| x / pace), from: on, viscous: [false; 2] }
            } else {
                Support::Rest { on }
            };
        }
        self.table.decided = problem.parts.iter().map(|p| p.0).collect();
        self.remask();
        self.laws.touch.fixed = None;
        self.laws.touch.jammed = None;
    }

    /// Rows for those of some joints that are independent of each other; all others are left free.
    pub fn hold_joints(&mut self, time: f64, q: &[f64], v: &[f64], joints: &[usize]) {
        self.remask();
        self.bodies.kinematics(q, v);
        self.bodies.drive_motion(time);
        self.bodies.jacobians(time);
        self.bodies.factorise(Use::Acceleration, COLLAPSE, |_| {});
        self.laws.touch.contacts.clear();
        self.laws.touch.rolling_resistances.clear();
        let mobility = self.mobility(joints, &[]);
        let mut rows = IndependentRows { matrix: &mobility.matrix, n: joints.len(), rows: Vec::new() };
        for (row, &k) in joints.iter().enumerate() {
            if rows.add(row) {
                self.laws.friction.state.modes[k] = FrictionMode::Stick;
            }
        }
        self.remask();
    }

    /// The answer in which joints that came to their limits stay there and others hold them in place; those joints with the
    /// direction they are held against, and the problem has them at their limits. None where there are no such joints, or where
    /// they would move.
    fn left_at_limits(
        &self,
        problem: &mut ModeProblem,
        was: &[FrictionMode],
    ) -> Option<(Vec<(usize, i8)>, ContactSolution)> {
        let strained = &self.laws.friction.state.fired.strained;
        let side = |k: usize| match was[k] {
            FrictionMode::Held(side) => Some(side),
            _ => strained.iter().find(|(j, _)| *j == k).map(|(_, side)| *side),
        };
        let still = |at: &usize| problem.bounded[*at].slip == Slip::Still;
        let pinned: Vec<(usize, i8)> = (0..problem.joints.len())
            .filter(still)
            .filter_map(|at| side(problem.joints[at]).map(|side| (at, side)))
            .collect();
        if pinned.is_empty() {
            return None;
        }
        let mut bounded = problem.bounded.clone();
        for &(at, side) in &pinned {
            bounded[at].slip = Slip::Along([f64::from(side), 0.0]);
            match &mut bounded[at].bound {
                Bound::Constant { slipping, holding } | Bound::Reaction { slipping, holding, .. } => {
                    *slipping = *holding
                }
                Bound::Area(_) => {}
            }
        }
        let question = mainspring_contact::ContactProblem { bounded: &bounded, ..problem.question() };
        let held = rest_by_islands(&question, &problem.links, &problem.warm).ok()?;
        let friction = &self.laws.friction;
        let stays = |&(at, _): &(usize, i8)| {
            let k = problem.joints[at];
            // where nothing loads the joint, what would take a second to be seen as motion is rounding
            let unloaded = holding(&bounded[at].bound, &held.force) <= friction.no_effort(&self.bodies, k);
            let unseen =
                if unloaded { AT_REST * friction.joint_rate_scale(&self.bodies, k) * self.bodies.clock } else { 0.0 };
            held.rate[bounded[at].first].abs() <= problem.no_acceleration[at].max(unseen)
        };
        if !pinned.iter().all(stays) {
            return None;
        }
        // others hold them: joints at rest and closed contacts
        let mut rows = IndependentRows { matrix: &problem.matrix, n: problem.free.len(), rows: Vec::new() };
        let first = problem.contacts.len() + problem.resistances.len();
        for (at, b) in problem.bounded.iter().enumerate() {
            if held.modes[first + at] == Mode::Stick {
                (b.first..b.first + b.rows).for_each(|row| _ = rows.add(row));
            }
        }
        rows.add_contacts(problem, &held);
        if pinned.iter().any(|&(at, _)| rows.is_independent(problem.bounded[at].first)) {
            return None;
        }
        let places = pinned.iter().map(|&(at, side)| (problem.joints[at], side)).collect();
        problem.bounded = bounded;
        Some((places, held))
    }

    /// What was decided for joints: rows for independent ones at rest, shares for the others.
    fn keep_joint_modes(&mut self, problem: &ModeProblem, held: &ContactSolution, pinned: &[(usize, i8)]) {
        let first = problem.contacts.len() + problem.resistances.len();
        let mut at_rest: Vec<AtRest> = Vec::new();
        for (at, &joint) in problem.joints.iter().enumerate() {
            let row = problem.bounded[at].first;
            // at its limit, and yet it hardly moves: it sets off, or others keep it where it is
            let slow = problem.bounded[at].slip == Slip::Still && held.rate[row].abs() <= problem.no_acceleration[at];
            let pin = pinned.iter().find(|(j, _)| *j == joint);
            let mode = match (pin, held.modes[first + at]) {
                (Some((_, side)), _) => FrictionMode::Held(*side),
                (None, Mode::Slip(d)) if !slow => FrictionMode::Slip(if d[0] < 0.0 { -1 } else { 1 }),
                (None, decided) => {
                    let effort = held.force[row];
                    let limit = holding(&problem.bounded[at].bound, &held.force);
                    // one that nothing presses bears nothing, whatever pushes might press it
                    let near = matches!(decided, Mode::Slip(_))
                        || effort.abs() >= EFFORT_NEAR_LIMIT * limit
                        || limit <= self.laws.friction.no_effort(&self.bodies, joint);
                    let strained = self.laws.friction.state.fired.strained.iter().find(|(j, _)| *j == joint);
                    let sets_off = strained.map(|s| s.1).filter(|_| near);
                    let below = effort.abs() < EFFORT_NEAR_LIMIT * limit;
                    at_rest.push(AtRest { joint, row, effort, near, below, sets_off });
                    FrictionMode::Share(effort)
                }
            };
            self.laws.friction.state.modes[joint] = mode;
            if !mode.rests() {
                let n = problem.free.len();
                self.laws.friction.leave_motion(&self.bodies, joint, problem.matrix[row * n + row]);
            }
        }
        let mut rows = IndependentRows { matrix: &problem.matrix, n: problem.free.len(), rows: Vec::new() };
        for rest in at_rest.iter().filter(|rest| !rest.near) {
            if rows.add(rest.row) {
                self.laws.friction.state.modes[rest.joint] = FrictionMode::Stick;
            }
        }
        if at_rest.iter().any(|rest| rest.near) {
            for (at, b) in problem.bounded.iter().enumerate().skip(problem.joints.len()) {
                if held.modes[first + at] == Mode::Stick {
                    (b.first..b.first + b.rows).for_each(|row| _ = rows.add(row));
                }
            }
            rows.add_contacts(problem, held);
        }
        // those that would set off last: what the others hold stays
        let near = |last: bool| at_rest.iter().filter(move |rest| rest.near && rest.sets_off.is_some() == last);
        for rest in near(false).chain(near(true)) {
            let side = if rest.effort > 0.0 { -1 } else { 1 };
            self.laws.friction.state.modes[rest.joint] = match rest.sets_off {
                Some(side) if rows.is_independent(rest.row) => FrictionMode::Slip(side),
                None if rows.add(rest.row) => FrictionMode::Stick,
                // found with the friction of a slip, which it does not begin
                _ if rest.below => FrictionMode::Share(rest.effort),
                _ => FrictionMode::Held(side),
            };
            if !self.laws.friction.state.modes[rest.joint].rests() {
                let own = problem.matrix[rest.row * problem.free.len() + rest.row];
                self.laws.friction.leave_motion(&self.bodies, rest.joint, own);
            }
        }
    }
}

/// A joint with friction that was found at rest.
struct AtRest {
    /// place in `JointFriction::list`
    joint: usize,
    row: usize,
    effort: f64,
    /// its effort is near its limit
    near: bool,
    /// its effort is less than its limit at rest
    below: bool,
    /// it has come to its limit at this moment, and slips to this side unless others hold it
    sets_off: Option<i8>,
}

/// Up to which a bounded force holds under the forces found.
fn holding(bound: &Bound, force: &[f64]) -> f64 {
    match bound {
        Bound::Constant { holding, .. } => *holding,
        Bound::Reaction { holding, start, slope, .. } => {
            holding * norm(slope.iter().zip(force).fold(*start, |sum, (s, f)| add_scaled(sum, *f, *s)))
        }
        Bound::Area(_) => f64::INFINITY,
    }
}

/// Rows of W that do not follow from each other, by Cholesky's rule.
struct IndependentRows<'a> {
    matrix: &'a [f64],
    n: usize,
    /// rows taken, with their part of the factor
    rows: Vec<(usize, Vec<f64>)>,
}

impl IndependentRows<'_> {
    /// Takes a row; false where it follows from those taken.
    fn add(&mut self, row: usize) -> bool {
        let factor = self.factor(row);
        let independent = factor.is_some();
        self.rows.extend(factor.map(|l| (row, l)));
        independent
    }

    /// Whether a row does not follow from those taken.
    fn is_independent(&self, row: usize) -> bool {
        self.factor(row).is_some()
    }

    /// Rows of closed contacts: normals, and tangents of those that hold.
    fn add_contacts(&mut self, problem: &ModeProblem, held: &ContactSolution) {
        let step = 1 + problem.tangents;
        for (c, mode) in held.modes[..problem.contacts.len()].iter().enumerate() {
            let closed = match mode {
                Mode::Open => 0,
                Mode::Slip(_) => 1,
                Mode::Stick => step,
            };
            (c * step..c * step + closed).for_each(|row| _ = self.add(row));
        }
    }

    /// A row's part of the factor; none where it follows from those taken.
    fn factor(&self, row: usize) -> Option<Vec<f64>> {
        let own = self.matrix[row * self.n + row];
        let mut l: Vec<f64> = Vec::with_capacity(self.rows.len() + 1);
        let mut pivot = own;
        for (j, other) in &self.rows {
            let mut s = self.matrix[row * self.n + j];
            for (c, x) in l.iter().enumerate() {
                s -= x * other[c];
            }
            let x = s / other[l.len()];
            pivot -= x * x;
            l.push(x);
        }
        (own > 0.0 && pivot > REDUNDANT * own).then(|| {
            l.push(pivot.sqrt());
            l
        })
    }
}

/// Contacts at rest that were found at their limits and do not set off, because joints hold both parts: they stick. Which way they
/// would slip is rounding, and its end would come at once.
fn stick_without_slip(problem: &ModeProblem, lasting: &[Site], due: &FiredGuards, held: &mut ContactSolution) {
    let ContactProblem { tangents, free, contacts, .. } = problem.question();
    let largest = free.iter().fold(0.0f64, |m, x| m.max(x.abs()));
    for (i, contact) in contacts.iter().enumerate() {
        let along = &held.rate[i * (1 + tangents) + 1..(i + 1) * (1 + tangents)];
        let stays = along.iter().all(|x| x.abs() <= BREAKAWAY_NO_ACCELERATION * largest);
        let rests = contact.slip == Slip::Still && contact.holding > 0.0;
        // one that has come to its limit under a growing load sets off from nothing
        let grows = due.at_friction_limit.contains(&lasting[i]);
        let jointed = (0..problem.joints.len()).any(|j| problem.links.coupled(i, contacts.len() + j));
        if matches!(held.modes[i], Mode::Slip(_)) && stays && rests && jointed && !grows {
            held.modes[i] = Mode::Stick;
        }
    }
}

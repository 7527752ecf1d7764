//! Forces of closed contacts during a step, where their modes do not change.
//!
//! With the joints' equations factorised, contacts come on top: a = a_free + Wλ for their rows, where rows that hold ask for
//! a = 0 and sliding ones take λₜ = −μ λₙ along the slip. In space the slip turns, and friction with it; a contact that has just
//! set off slides along the direction it was let go in until it is fast enough to tell.

use super::TouchMode;
use super::islands::FixedIslands;
use crate::core::Core;
use crate::math::dot;
use mainspring_model::FrictionLaw;

/// Slip below which its direction is that of the start, mechanism's lengths a second.
pub(super) const SETTING_OFF: f64 = 1e-9;
/// Rounds in which joints' friction and contact forces are brought together.
const ROUNDS: usize = 100;
/// Relative change of the forces that counts as none.
const SETTLED: f64 = 1e-13;

impl Core {
    /// After a solve without them: contact forces, brought into `solution`.
    pub(crate) fn contact_forces(&mut self) {
        if self.mode.touching.is_empty() {
            self.touch.contacts.clear();
            self.touch.turns.clear();
            self.touch.force.clear();
            return;
        }
        self.read_contacts();
        self.delassus();
        let rubs = self.rubs.list.iter().any(|r| matches!(r.friction.law, FrictionLaw::Coulomb { .. }));
        let without = if rubs { self.before_friction() } else { Vec::new() };
        self.contact_free(true);
        self.solve_contacts();
        let force = std::mem::take(&mut self.touch.force);
        self.add_contact_forces(&force);
        self.touch.force = force;
        if rubs {
            self.with_joint_friction(&without);
        }
    }

    /// λ of all contacts for the free accelerations in `touch.free`.
    fn solve_contacts(&mut self) {
        let n = self.touch_rows();
        let mut modes = std::mem::take(&mut self.touch.modes);
        modes.clear();
        for (t, c) in self.mode.touching.iter().zip(&self.touch.contacts) {
            modes.push(match t.mode {
                TouchMode::Stick => mainspring_contact::Mode::Stick,
                TouchMode::Slip(d) => mainspring_contact::Mode::Slip(self.slip_direction(c, d)),
            });
        }
        modes.extend(self.touch.turns.iter().map(|t| self.turn_as_decided(t)));
        let mut force = std::mem::take(&mut self.touch.force);
        force.clear();
        force.resize(n, 0.0);
        if self.touch.fixed.is_none() {
            self.touch.fixed = self.fix(&modes);
        }
        let solved = match &mut self.touch.fixed {
            Some(fixed) => fixed.solve(&self.touch.matrix, &self.touch.free, &modes, &mut force).is_ok(),
            None => false,
        };
        if !solved {
            self.touch.jammed = Some(0);
            force.fill(f64::NAN);
        }
        self.touch.force = force;
        self.touch.modes = modes;
    }

    /// A change of acceleration, as it is with the change of contact forces that goes with it; after a solve.
    pub(crate) fn held_by_contacts(&mut self, change: &mut [f64]) {
        let Some(mut fixed) = self.touch.fixed.take() else { return };
        let k = self.touch.rows();
        let contacts = self.touch.contacts.iter();
        let mut free: Vec<f64> = contacts
            .flat_map(|c| (0..k).map(|r| self.contact_times(c, r, &change[..self.nv])).collect::<Vec<_>>())
            .collect();
        free.extend(
            self.touch.turns.iter().flat_map(|t| (0..t.rows).map(|r| self.turn_times(t, r, &change[..self.nv]))),
        );
        let (mut with, mut without) = (vec![0.0; free.len()], vec![0.0; free.len()]);
        let (matrix, modes) = (&self.touch.matrix, &self.touch.modes);
        // the answer is linear but for the share it starts from
        let solved = fixed.solve(matrix, &free, modes, &mut with).is_ok()
            && fixed.solve(matrix, &vec![0.0; free.len()], modes, &mut without).is_ok();
        self.touch.fixed = Some(fixed);
        if !solved {
            return;
        }
        let unknowns = self.pattern.unknowns;
        for (row, force) in with.iter().zip(&without).map(|(a, b)| a - b).enumerate() {
            for (x, u) in change.iter_mut().zip(&self.touch.unit[row * unknowns..(row + 1) * unknowns]) {
                *x += force * u;
            }
        }
    }

    /// Which equations to solve with these modes, chosen once a step at its first evaluation: a run taken up from a checkpoint
    /// chooses the same.
    fn fix(&self, modes: &[mainspring_contact::Mode]) -> Option<FixedIslands> {
        let k = self.touch.rows();
        let law = |c: &super::Contact| mainspring_contact::Contact {
            friction: c.friction[0],
            holding: c.friction[1],
            slip: mainspring_contact::Slip::Still,
        };
        let contacts: Vec<_> = self.touch.contacts.iter().map(law).collect();
        let problem = mainspring_contact::Rest {
            matrix: &self.touch.matrix,
            tangents: self.touch.tangents,
            free: &self.touch.free,
            contacts: &contacts,
            resistances: &self.resistances_held(),
        };
        let held = mainspring_contact::Held {
            modes: modes.to_vec(),
            force: self.decided(k, |t| (t.force, t.torque)),
            rate: Vec::new(),
            weights: self.decided(k, |t| (t.weights, t.torque_weights)),
            residual: 0.0,
        };
        FixedIslands::new(&problem, &self.links(), &held).ok()
    }

    pub(super) fn resistances_held(&self) -> Vec<mainspring_contact::Resistance> {
        let still = mainspring_contact::Slip::Still;
        let question = |t: &super::turning::Turn| mainspring_contact::Resistance {
            contact: t.contact,
            first: t.first,
            rows: t.rows,
            arm: t.arm,
            slip: still,
        };
        self.touch.turns.iter().map(question).collect()
    }

    /// What was decided, row by row.
    fn decided(&self, k: usize, of: impl Fn(&super::Touching) -> ([f64; 3], [f64; 3])) -> Vec<f64> {
        let mut out: Vec<f64> = self.mode.touching.iter().flat_map(|t| of(t).0[..k].to_vec()).collect();
        for t in &self.touch.turns {
            let torque = of(&self.mode.touching[t.contact]).1;
            out.extend_from_slice(if t.kind == super::turning::SPINNING { &torque[2..] } else { &torque[..t.rows] });
        }
        out
    }

    /// Unit direction of slip in the tangents; nothing where nothing resists.
    pub(super) fn slip_direction(&self, c: &super::Contact, start: [f64; 3]) -> [f64; 2] {
        if start == [0.0; 3] {
            return [0.0; 2];
        }
        let from = [dot(start, c.tangents[0]), dot(start, c.tangents[1])];
        if self.touch.tangents == 1 {
            return [from[0].signum(), 0.0];
        }
        led([c.rate[1], c.rate[2]], from, SETTING_OFF * self.length)
    }

    /// The solution as it would be without friction on reactions.
    fn before_friction(&self) -> Vec<f64> {
        let mut without = self.solution.clone();
        let mut unit = vec![0.0; self.pattern.unknowns];
        for k in 0..self.rubs.list.len() {
            if self.on_reaction(k) && self.rubs.effort[k] != 0.0 {
                self.unit_effort(k, &mut unit);
                for (x, u) in without.iter_mut().zip(&unit) {
                    *x -= self.rubs.effort[k] * u;
                }
            }
        }
        without
    }

    /// Friction in joints depends on reactions, these on contact forces, and these on friction: in turns until nothing changes.
    fn with_joint_friction(&mut self, without: &[f64]) {
        for _ in 0..ROUNDS {
            let last = self.touch.force.clone();
            self.solution.copy_from_slice(without);
            self.add_contact_forces(&last);
            self.friction_on_reactions();
            let with = self.solution.clone();
            // accelerations without the contacts, but with this friction
            let less: Vec<f64> = last.iter().map(|f| -f).collect();
            self.add_contact_forces(&less);
            self.contact_free(true);
            self.solve_contacts();
            let force = std::mem::take(&mut self.touch.force);
            let largest = force.iter().fold(0.0_f64, |m, f| m.max(f.abs()));
            let moved = force.iter().zip(&last).fold(0.0_f64, |m, (a, b)| m.max((a - b).abs()));
            self.touch.force = force;
            if moved <= SETTLED * largest || !moved.is_finite() {
                self.solution.copy_from_slice(&with);
                return;
            }
        }
        self.touch.jammed = Some(0);
        self.solution.fill(f64::NAN);
    }
}

/// Unit direction of a motion in two coordinates that set off along `from`. Slower than `least` it is led by that, which
/// fades so fast that a motion worth the name has its own direction to the last digit.
pub(super) fn led(rate: [f64; 2], from: [f64; 2], least: f64) -> [f64; 2] {
    let fast = (rate[0] * rate[0] + rate[1] * rate[1]) / (least * least);
    let lead = least / ((1.0 + fast) * (1.0 + fast));
    let d = [rate[0] + lead * from[0], rate[1] + lead * from[1]];
    let size = (d[0] * d[0] + d[1] * d[1]).sqrt();
    if size > 0.0 { [d[0] / size, d[1] / size] } else { from }
}

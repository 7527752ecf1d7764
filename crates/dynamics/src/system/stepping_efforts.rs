//! Rows of a step beside contacts: friction in joints and drives with an effort limit, and resistance to rolling and spinning.
//!
//! Each effort is one row, bounded by what friction can be within the step: its level times h, or the coefficient times the joint's
//! reaction, which goes with all impulses and is found by taking them in turn. A drive holds the rate that brings its coordinate
//! to where it should be at the end of the step, or back towards it as fast as it can brake again (`multibody::drive_return`).

use crate::laws::joint_friction::friction::FrictionJoint;
use crate::laws::joint_friction::mode::FrictionMode;
use crate::laws::touch::resistance::{ROLLING, RollingResistance, SPINNING};
use crate::laws::touch::state::Touching;
use crate::laws::touch::touch::Touch;
use crate::multibody::drive_return::DriveReturn;
use crate::system::mechanism::Mechanism;
use crate::system::stepping::in_order;
use crate::system::stepping_rows::sides;
use crate::system::stepping_scratch::{Effort, SteppingScratch};
use crate::tolerances::{AT_REST, IMPULSES_EXACT, MOVES, RETURN_SHARE, STEPPED_SLIP};
use mainspring_contact::{BodyEntries, CrowdLaw};
use mainspring_model::{DriveKind, FrictionLaw, Load};

/// Times that friction on reactions is taken again with the reactions that came out.
const TURNS: usize = 30;

impl Mechanism {
    /// Efforts of the last step, N or N·m, which the smooth motion must be without.
    pub fn take_efforts(&mut self) -> Vec<f64> {
        let friction = &mut self.laws.friction;
        let effort = |(mode, entry): (&FrictionMode, &FrictionJoint)| match *mode {
            FrictionMode::Share(effort) => effort,
            FrictionMode::Slip(side) => -f64::from(side) * entry.friction.kinetic,
            FrictionMode::Stick | FrictionMode::Held(_) => 0.0,
        };
        let efforts = friction.state.modes.iter().zip(&friction.list).map(effort).collect();
        let held = friction.state.modes.contains(&FrictionMode::Stick);
        friction.state.modes.fill(FrictionMode::NONE);
        if held {
            self.remask();
        }
        efforts
    }

    /// Rows of efforts and resistances, after those of contacts; at the state of `kinematics`.
    pub fn gather_efforts(&mut self, scratch: &mut SteppingScratch, known: &[Touching], efforts: &[f64], h: f64) {
        self.gather_resistances(scratch, known, h);
        scratch.efforts.clear();
        for k in 0..self.laws.friction.list.len() {
            let friction = &self.laws.friction;
            if !friction.joint_attached(&self.bodies, k) {
                continue;
            }
            let (m, ends) = (self.bodies.measure(friction.joint_coordinate(k)), friction.ends(&self.bodies, k));
            let moving = [(ends[0], m.ja), (ends[1], m.jb)].into_iter().filter_map(|(body, values)| {
                let span = self.bodies.spans[body?];
                (span.v_len > 0).then_some((body?, BodyEntries { at: span.v, len: span.v_len, values }))
            });
            let (bodies, reads): (Vec<usize>, Vec<BodyEntries>) = moving.unzip();
            let law = scratch.crowd.len();
            scratch.crowd.push_law(CrowdLaw::Bounded { bound: 0.0, target: 0.0 });
            let changes = self.changes_of(scratch, &reads, &bodies);
            scratch.crowd.push_row(&reads, &changes, efforts[k] * h);
            let (target, deceleration) = self.rate_to_hold(scratch, k, law, h);
            let friction = &self.laws.friction;
            let slips = (m.rate - target).abs() > STEPPED_SLIP * friction.joint_rate_scale(&self.bodies, k);
            let law_of = friction.list[k].friction;
            let level = if slips { law_of.kinetic } else { law_of.resting };
            scratch.efforts.push(Effort { place: k, law, target, deceleration, level, start: m.rate });
        }
        self.set_bounds(scratch, h);
    }

    /// The rate that an effort holds, and of a drive how hard it means to brake.
    fn rate_to_hold(&self, scratch: &SteppingScratch, k: usize, law: usize, h: f64) -> (f64, f64) {
        let entry = &self.laws.friction.list[k];
        let Some(d) = entry.drive else { return (0.0, 0.0) };
        let asked = self.bodies.motion[d];
        if self.bodies.model.drives[d].kind != DriveKind::Position {
            return (asked.value, 0.0);
        }
        let mobility = scratch.crowd.mobility(scratch.crowd.rows_of(law).start);
        let deceleration = RETURN_SHARE * entry.friction.resting * mobility;
        // what is prescribed is that at the end of the step, the coordinate that at its start
        let value = self.bodies.measure(entry.coordinate).value;
        let behind = value - (asked.value - h * asked.first);
        let back = (2.0 * deceleration * behind.abs()).sqrt();
        if behind.abs() <= h * back {
            return ((asked.value - value) / h, deceleration);
        }
        (asked.first - back.copysign(behind), deceleration)
    }

    /// Bounds of all efforts, of those on reactions with the impulses there are; whether one of them has changed by more than
    /// counts.
    fn set_bounds(&mut self, scratch: &mut SteppingScratch, h: f64) -> bool {
        let friction = &self.laws.friction;
        let any = scratch.efforts.iter().any(|e| friction.goes_with_reaction(e.place));
        if any {
            scratch.unit.clear();
            scratch.unit.resize(self.bodies.pattern.unknowns, 0.0);
            scratch.crowd.add_forces(&mut scratch.unit);
            self.bodies.factor.solve(&self.bodies.pattern, &mut scratch.unit);
            for (x, smooth) in scratch.unit.iter_mut().zip(&scratch.reaction) {
                *x += h * smooth;
            }
        }
        let mut changed = false;
        for i in 0..scratch.efforts.len() {
            let effort = scratch.efforts[i];
            let bound = match friction.list[effort.place].friction.law {
                FrictionLaw::Constant => h * effort.level,
                FrictionLaw::Coulomb { arm } => {
                    let bushing = !friction.goes_with_reaction(effort.place);
                    let impulse = friction.reaction_size(&self.bodies, effort.place, &scratch.unit);
                    effort.level * arm * if bushing { h * impulse } else { impulse }
                }
            };
            let known = scratch.crowd.bound(effort.law);
            changed |= (bound - known).abs() > IMPULSES_EXACT * bound.max(known);
            scratch.crowd.set_bounded(effort.law, bound, effort.target);
        }
        changed && any
    }

    /// Solves for all impulses; friction on reactions in turns with the reactions.
    pub fn solve_impulses(&mut self, scratch: &mut SteppingScratch, v: &mut [f64], h: f64, exact: f64, speed: f64) {
        for _ in 0..TURNS {
            if scratch.crowd.solve(v, exact, speed) > 1.0 {
                scratch.crowd.solve_exactly(v);
            }
            if scratch.efforts.is_empty() || !self.set_bounds(scratch, h) {
                break;
            }
        }
    }

    /// Resistances of contacts to rolling and spinning.
    fn gather_resistances(&mut self, scratch: &mut SteppingScratch, known: &[Touching], h: f64) {
        let touch = &self.laws.touch;
        let mut rows: Vec<(usize, RollingResistance)> = Vec::new();
        for (i, near) in scratch.near.iter().enumerate() {
            let Some((pair, _)) = Touch::features(near.site) else { continue };
            let law = &self.bodies.model.contacts.pairs[pair];
            let around = if touch.tangents == 1 { [[0.0, 0.0, 1.0], [0.0; 3]] } else { near.contact.tangents };
            let ways = [
                (ROLLING, touch.tangents, law.rolling, around),
                (SPINNING, 1, law.spinning, [near.contact.normal, [0.0; 3]]),
            ];
            for (kind, count, arm, axes) in ways.into_iter().filter(|w| w.2 > 0.0) {
                rows.push((
                    i,
                    RollingResistance { contact: i, kind, first: 0, rows: count, arm, axes, rate: [0.0; 2] },
                ));
            }
        }
        scratch.resistances.clear();
        for (i, resistance) in rows {
            let near = scratch.near[i];
            let law = scratch.crowd.len();
            scratch.crowd.push_law(CrowdLaw::Resistance { contact: i, arm: resistance.arm });
            let torque = in_order(known, near.site).map_or([0.0; 3], |t| t.torque);
            for r in 0..resistance.rows {
                let reads: Vec<BodyEntries> = sides(&near.contact)
                    .map(|(side, b)| {
                        let span = self.bodies.spans[b];
                        let values = resistance.row(&*self.bodies.frames, r, side == 1);
                        BodyEntries { at: span.v, len: span.v_len, values }
                    })
                    .collect();
                let bodies: Vec<usize> = sides(&near.contact).map(|(_, b)| b).collect();
                let changes = self.changes_of(scratch, &reads, &bodies);
                let start = torque[if resistance.kind == SPINNING { 2 } else { r }];
                scratch.crowd.push_row(&reads, &changes, start * h);
            }
            scratch.resistances.push((resistance, law));
        }
    }

    /// Torques of the resistances of a contact, as they are remembered.
    pub fn torque_of(&self, scratch: &SteppingScratch, contact: usize, h: f64) -> [f64; 3] {
        let mut torque = [0.0; 3];
        for (resistance, law) in scratch.resistances.iter().filter(|(r, _)| r.contact == contact) {
            let first = if resistance.kind == SPINNING { 2 } else { 0 };
            for (at, row) in scratch.crowd.rows_of(*law).enumerate() {
                torque[first + at] = scratch.crowd.impulse[row] / h;
            }
        }
        torque
    }

    /// Heat of resistances and of friction in joints, and work of drives with a limit, into the ledger; heat less work, J.
    pub fn book_efforts(&self, scratch: &SteppingScratch, v: &[f64], w: &mut [f64]) -> f64 {
        let mut all = 0.0;
        for (resistance, law) in &scratch.resistances {
            let Some((pair, _)) = Touch::features(scratch.near[resistance.contact].site) else { continue };
            let rows = scratch.crowd.rows_of(*law);
            let heat: f64 = rows.map(|row| -scratch.crowd.impulse[row] * scratch.crowd.rate(row, v)).sum();
            let heat = heat.max(0.0);
            w[self.bodies.places.heat(pair)] += heat;
            all += heat;
        }
        for effort in &scratch.efforts {
            let row = scratch.crowd.rows_of(effort.law).start;
            let work = scratch.crowd.impulse[row] * 0.5 * (effort.start + scratch.crowd.rate(row, v));
            let entry = &self.laws.friction.list[effort.place];
            let (load, amount) = match entry.drive {
                Some(d) => (Load::Drive(d), work),
                None => (Load::Friction(entry.joint), (-work).max(0.0)),
            };
            if let Some(at) = self.bodies.places.load(load) {
                w[at] += amount;
                all += if entry.drive.is_some() { -amount } else { amount };
            }
        }
        all
    }

    /// After a step, at the state of `kinematics` at its end: what each effort was, as it is read and known for the next step.
    pub fn put_efforts(&mut self, efforts: &[Effort], impulses: &[f64], h: f64) {
        for (effort, impulse) in efforts.iter().zip(impulses) {
            let (k, exerted) = (effort.place, impulse / h);
            let friction = &self.laws.friction;
            let scale = friction.joint_scale(&self.bodies, k);
            let (mut mode, mut returns) = (FrictionMode::Share(exerted), None);
            if let Some(d) = friction.list[k].drive {
                let [off, rate] = self.bodies.drive_error(d);
                if off.abs() > AT_REST * scale {
                    let side = if off > 0.0 { 1 } else { -1 };
                    returns = Some(DriveReturn { deceleration: effort.deceleration, side });
                }
                let most = friction.list[k].friction.resting;
                if rate.abs() > MOVES * scale * self.bodies.clock && exerted.abs() >= most * (1.0 - IMPULSES_EXACT) {
                    mode = FrictionMode::Slip(if exerted > 0.0 { -1 } else { 1 });
                }
            }
            let friction = &mut self.laws.friction;
            (friction.state.modes[k], friction.state.returns[k]) = (mode, returns);
        }
    }

    /// Bodies that efforts act on, through joints too.
    pub fn moved_by_efforts(&self, scratch: &SteppingScratch) -> Vec<bool> {
        let mut moved = vec![false; self.bodies.spans.len()];
        for effort in &scratch.efforts {
            if scratch.crowd.impulse[scratch.crowd.rows_of(effort.law).start] != 0.0 {
                for b in self.laws.friction.ends(&self.bodies, effort.place).into_iter().flatten() {
                    match scratch.held[b] {
                        None => moved[b] = true,
                        Some(number) => scratch.together[number].iter().for_each(|&b| moved[b] = true),
                    }
                }
            }
        }
        moved
    }
}

//! Blows: contacts that approach are struck, and impulses pass through joints by the same matrix as forces.
//!
//! A contact that lifts after a blow slower than the resting speed and that the acceleration brings back stays closed: a ball
//! that bounces, a block that rocks. What the bounces would have added up to is told: with u of the lift, acceleration −a and
//! e = u over the approach they would have ended 2u/(a(1 − e)) later.
//!
//! The resting speed is 1e-4 √(g L), of a fall through the mechanism's length. Where nothing falls (parts on a table, machines in
//! space) fields, friction and springs press parts together instead: there it is 1e-4 √(a L) with the acceleration a that
//! closes the very contact after the blow, so that lifts below 1e-8 of half the length are none whatever presses.

use super::event::Due;
use super::words::{Told, energy, quoted, stop_word};
use super::{REST, Site, TouchMode};
use crate::core::{COLLAPSE, Core, Use};
use crate::system::{RubMode, Transition, TransitionError, TransitionKind};
use mainspring_contact::{Blow, Law, Strike, Treatment, jam, strike};
use mainspring_model::{DriveKind, ImpactLaw, Load, Treatment as Asked};

/// What a blow left.
#[derive(Clone, Debug, Default)]
pub(crate) struct Struck {
    /// sites whose rebound was none
    pub closed: Vec<Site>,
    /// names of those that rebounded: they part, which needs no telling
    pub left: Vec<Vec<String>>,
}

/// Rebound over approach up to which bounces have an end worth waiting for.
const STEADY: f64 = 0.999;

/// Approach, over what counts as none, of blows that are not worth telling: a corner that a rolling disc comes over.
const UNTOLD: f64 = 100.0;

impl Core {
    /// Velocities after the contacts among `sites` that approach have been struck.
    pub(crate) fn blow(
        &mut self,
        time: f64,
        q: &[f64],
        v: &mut [f64],
        sites: &[Site],
        out: &mut Vec<Transition>,
    ) -> Result<Struck, TransitionError> {
        let mut struck = Struck::default();
        self.touch.struck.clear();
        let contacts = self.contacts_at(sites);
        if !contacts.iter().any(|c| c.rate[0] < -self.slow(c.scale)) {
            return Ok(struck);
        }
        // a friction of finite size has no impulse: joints that stick let go
        let rubs = self.mode.rubs.clone();
        self.mode.rubs.fill(RubMode::Held(0));
        let lying = self.loosen_parts();
        self.remask();
        self.kinematics(q, v);
        self.drive_motion(time);
        self.jacobians(time);
        self.factorise(Use::Velocity, COLLAPSE, |_| {});
        self.touch.contacts = contacts;
        self.touch.turns.clear();
        self.delassus();
        self.contact_free(false);
        let unknowns = self.pattern.unknowns;
        let (contacts, rates) = (self.touch.contacts.clone(), self.touch.free.clone());
        let restitution: Vec<f64> = contacts.iter().map(|c| c.restitution).collect();
        let friction: Vec<f64> = contacts.iter().map(|c| c.friction[0]).collect();
        let pair: Vec<usize> = sites.iter().map(|s| self.pair_number(*s)).collect();
        let problem = Strike {
            matrix: &self.touch.matrix,
            tangents: self.touch.tangents,
            before: &rates,
            friction: &friction,
            restitution: &restitution,
            pair: &pair,
        };
        let blow = strike(&problem, self.law(), self.treatment());
        self.targets(v, time);
        self.drives_in_blow(&blow.impulse);
        for (row, p) in blow.impulse.iter().enumerate().filter(|(_, p)| **p != 0.0) {
            for i in 0..self.nv {
                v[i] += p * self.touch.unit[row * unknowns + i];
            }
        }
        let ends = self.rebounds_that_end(time, q, v, sites, &contacts, &blow);
        self.mode.rubs = rubs;
        self.kinematics(q, v);
        self.rest_again(&lying);
        self.remask();
        let k = self.touch.rows();
        for (i, site) in sites.iter().enumerate() {
            if let (Some((pair, _)), true) = (Self::features(*site), blow.impulse[i * k] != 0.0) {
                self.mode.impulses[pair] += blow.impulse[i * k];
                if !self.touch.struck.contains(&pair) {
                    self.touch.struck.push(pair);
                }
            }
        }
        self.report_blow(sites, &contacts, &blow, &mut struck, out);
        for (i, left) in ends {
            struck.closed.push(sites[i]);
            let who = self.site_names(sites[i]);
            if struck.left.contains(&who) {
                struck.left.retain(|w| *w != who);
                let end = time + left;
                let text = match sites[i] {
                    Site::Pair { .. } => {
                        format!("{} come to rest; their bounces would have ended at {end:.6} s", quoted(&who))
                    }
                    Site::Stop { upper, .. } => format!(
                        "{} comes to rest against its {}; its bounces would have ended at {end:.6} s",
                        quoted(&who),
                        stop_word(upper)
                    ),
                };
                out.push(Transition { kind: TransitionKind::Rest, who, numbers: vec![("accumulates", end)], text });
            }
        }
        Ok(struck)
    }

    fn law(&self) -> Law {
        match self.model.contacts.impact {
            ImpactLaw::Coulomb => Law::Coulomb,
            ImpactLaw::Newton => Law::Newton,
            ImpactLaw::Cilia => Law::Cilia,
        }
    }

    fn treatment(&self) -> Treatment {
        match self.model.contacts.treatment {
            Asked::Sequential => Treatment::Sequential,
            Asked::Simultaneous => Treatment::Simultaneous,
        }
    }

    /// Numbers of what is struck together: pairs of parts, then stops.
    pub(super) fn pair_number(&self, site: Site) -> usize {
        match site {
            Site::Pair { pair, .. } => pair as usize,
            Site::Stop { joint, .. } => self.touch.pairs.len() + joint as usize,
        }
    }

    /// Work that prescribed motions do in a blow: their impulse times the rate they hold.
    fn drives_in_blow(&mut self, impulse: &[f64]) {
        let unknowns = self.pattern.unknowns;
        for d in 0..self.model.drives.len() {
            let Some((g, r)) = self.places.drive[d] else { continue };
            let row = self.groups[g].first + r;
            if self.model.drives[d].kind == DriveKind::Effort || !self.masks.velocity[self.nv + row] {
                continue;
            }
            let reaction: f64 =
                impulse.iter().enumerate().map(|(i, p)| p * self.touch.unit[i * unknowns + self.nv + row]).sum();
            let work = -reaction * self.target[row];
            if let (Some(at), true) = (self.places.load(Load::Drive(d)), work != 0.0) {
                self.touch.drive_work.push((at, work));
            }
        }
    }

    /// Contacts that lift slowly after a blow and come back: (place, time until all bounces would be over). Each bounce is to
    /// the one before as what lifts now is to what approached.
    fn rebounds_that_end(
        &mut self,
        time: f64,
        q: &[f64],
        v: &[f64],
        sites: &[Site],
        contacts: &[super::Contact],
        blow: &Blow,
    ) -> Vec<(usize, f64)> {
        let k = self.touch.rows();
        let approach = blow.speeds.iter().fold(0.0_f64, |m, s| m.max(*s));
        let (length, rest_speed) = (self.length, self.touch.rest_speed);
        let limit = |c: &super::Contact| rest_speed * c.scale.max(length) / length;
        let slow: Vec<usize> = (0..sites.len())
            .filter(|&i| {
                let u = blow.after[i * k];
                let rests = self.touch.rest_by_load || u < limit(&contacts[i]);
                u > self.slow(contacts[i].scale) && rests && u < STEADY * approach
            })
            .collect();
        if slow.is_empty() {
            return Vec::new();
        }
        // what the motion does after the blow, with those that stay in touch as the only contacts, then with those that come back
        // as well: what stands on them comes back because they do
        let kept = std::mem::take(&mut self.mode.touching);
        self.kinematics(q, v);
        let mut ends: Vec<(usize, f64)> = Vec::new();
        loop {
            let back = |i: usize| ends.iter().any(|(e, _)| *e == i);
            let stays = |i: &usize| blow.after[i * k] <= self.slow(contacts[*i].scale) || back(*i);
            let lasting: Vec<Site> = (0..sites.len()).filter(stays).map(|i| sites[i]).collect();
            let open: Vec<usize> = slow.iter().copied().filter(|&i| !back(i)).collect();
            if open.is_empty() || !self.acceleration_with(time, q, v, &lasting, &kept) {
                break;
            }
            let known = ends.len();
            for i in open {
                let Some(c) = self.contact_at(sites[i]) else { continue };
                let a = self.contact_times(&c, 0, &self.solution[..self.nv]) + c.bias[0];
                let u = blow.after[i * k];
                let pressed = REST * (-a * length).max(0.0).sqrt() * c.scale.max(length) / length;
                if a < 0.0 && u < limit(&c).max(pressed) {
                    ends.push((i, 2.0 * u / (-a * (1.0 - u / approach))));
                }
            }
            if ends.len() == known {
                break;
            }
        }
        self.mode.touching = kept;
        ends
    }

    fn report_blow(
        &mut self,
        sites: &[Site],
        contacts: &[super::Contact],
        blow: &Blow,
        struck: &mut Struck,
        out: &mut Vec<Transition>,
    ) {
        let k = self.touch.rows();
        let mut told: Vec<Vec<String>> = Vec::new();
        for &site in sites {
            let who = self.site_names(site);
            if told.contains(&who) {
                continue;
            }
            let (mut speed, mut rebound, mut impulse, mut lost, mut point, mut weight) =
                (0.0_f64, 0.0_f64, 0.0, 0.0, [0.0; 3], 0.0);
            let mut at = site;
            for (i, &s) in sites.iter().enumerate().filter(|(_, s)| self.site_names(**s) == who) {
                let p = blow.impulse[i * k];
                if p == 0.0 {
                    continue;
                }
                at = s;
                speed = speed.max(blow.speeds[i]);
                rebound = rebound.max(blow.after[i * k]);
                impulse += p;
                lost += blow.losses[i];
                weight += p;
                for x in 0..3 {
                    point[x] += p * contacts[i].point[x];
                }
            }
            if impulse > 0.0 && speed > UNTOLD * self.slow(1.0) {
                let point = point.map(|x| x / weight);
                let text = self.blow_text(at, &Told { speed, rebound, impulse, lost, gained: blow.gained });
                let mut numbers = vec![("speed", speed), ("rebound", rebound), ("impulse", impulse), ("lost", lost)];
                numbers.extend([("x", point[0]), ("y", point[1]), ("z", point[2])]);
                if rebound > self.slow(1.0) {
                    struck.left.push(who.clone());
                }
                out.push(Transition { kind: TransitionKind::Impact, who: who.clone(), numbers, text });
            }
            told.push(who);
        }
        let all: Vec<String> = Vec::new();
        if blow.gained {
            let law = self.model.contacts.impact.word();
            let text = format!("the impact law `{law}` {} in this blow; `coulomb` never gains any", energy(blow.lost));
            let numbers = vec![("gained", -blow.lost)];
            out.push(Transition { kind: TransitionKind::Gain, who: all.clone(), numbers, text });
        }
        if blow.finished_plastic {
            let text = format!(
                "the blow went back and forth {} times without an end and was finished without rebound",
                blow.rounds
            );
            let numbers = vec![("rounds", f64::from(blow.rounds))];
            out.push(Transition { kind: TransitionKind::Plastic, who: all, numbers, text });
        }
    }

    /// No finite force is consistent with the slip of contacts `which`: an impulse without collision ends it (Painlevé).
    pub(crate) fn end_slip(
        &mut self,
        time: f64,
        q: &[f64],
        v: &mut [f64],
        lasting: &[Site],
        which: &[usize],
        out: &mut Vec<Transition>,
    ) {
        self.mode.touching.clear();
        // as in a blow: what rests by friction has no impulse to hold it
        let lying = self.loosen_parts();
        self.remask();
        self.kinematics(q, v);
        self.drive_motion(time);
        self.jacobians(time);
        self.factorise(Use::Velocity, COLLAPSE, |_| {});
        self.touch.contacts = self.contacts_at(lasting);
        self.touch.turns.clear();
        self.delassus();
        self.contact_free(false);
        let k = self.touch.rows();
        let friction: Vec<f64> = self.touch.contacts.iter().map(|c| c.friction[0]).collect();
        let pair: Vec<usize> = lasting.iter().map(|s| self.pair_number(*s)).collect();
        let problem = Strike {
            matrix: &self.touch.matrix,
            tangents: self.touch.tangents,
            before: &self.touch.free,
            friction: &friction,
            restitution: &vec![0.0; lasting.len()],
            pair: &pair,
        };
        let blow = jam(&problem, which, self.law());
        for (row, p) in blow.impulse.iter().enumerate().filter(|(_, p)| **p != 0.0) {
            for i in 0..self.nv {
                v[i] += p * self.touch.unit[row * self.pattern.unknowns + i];
            }
        }
        self.kinematics(q, v);
        self.rest_again(&lying);
        self.remask();
        for &i in which {
            let who = self.site_names(lasting[i]);
            let impulse = blow.impulse[i * k];
            let text = format!(
                "{} jam: no finite force allows the slip, an impulse of {impulse:.3e} N·s without collision ends it",
                quoted(&who)
            );
            out.push(Transition { kind: TransitionKind::Jam, who, numbers: vec![("impulse", impulse)], text });
        }
    }

    /// Accelerations at (t, q, v) if `lasting` are the contacts, into `solution`; false if there is no consistent answer.
    fn acceleration_with(
        &mut self,
        time: f64,
        q: &[f64],
        v: &[f64],
        lasting: &[Site],
        before: &[super::Touching],
    ) -> bool {
        // a slip that ends before anything has moved says nothing about what comes back
        let due = Due { slow: self.touch.rest_speed, ..Due::default() };
        if self.decide_contacts(time, q, v, lasting, before, &due).is_err() {
            return false;
        }
        self.solve(time, q, v);
        true
    }

    /// Whether a contact of the mode slides.
    pub(crate) fn slides(&self, i: usize) -> bool {
        matches!(self.mode.touching[i].mode, TouchMode::Slip(d) if d != [0.0; 3])
    }
}

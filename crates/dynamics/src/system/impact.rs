//! Impacts between parts and at stops: impulses over the whole mechanism, and which contacts last afterwards.

use crate::laws::touch::contact::Contact;
use crate::laws::touch::due::FiredGuards;
use crate::laws::touch::event_text::{stop_word, tooth_word};
use crate::laws::touch::impact::Struck;
use crate::laws::touch::state::{Site, Touching};
use crate::laws::touch::touch::Touch;
use crate::multibody::event_text::quoted;
use crate::multibody::mode_change::{Transition, TransitionError, TransitionKind};
use crate::system::mechanism::Mechanism;
use crate::tolerances::{BOUNCE_DECAYS, SLOWEST_REBOUND, TOUCH_CLOSE};
use mainspring_contact::{
    ImpactSolution, Inconsistent, impact_without_collision, solve_impact, stop_without_collision,
};

impl Mechanism {
    /// Velocities after the contacts among `sites` that approach have been struck.
    pub fn blow(
        &mut self,
        time: f64,
        q: &[f64],
        v: &mut [f64],
        sites: &[Site],
        out: &mut Vec<Transition>,
    ) -> Result<Struck, TransitionError> {
        let mut struck = Struck::default();
        self.laws.touch.struck.clear();
        let contacts = self.laws.touch.contacts_at(&self.bodies, sites);
        if !contacts.iter().any(|c| c.rate[0] < -self.laws.touch.slow(&self.bodies, c.scale)) {
            return Ok(struck);
        }
        let (length, rest_speed) = (self.bodies.length, self.laws.touch.rest_speed);
        let gentle = contacts.iter().all(|c| -c.rate[0] <= rest_speed * c.scale.max(length) / length);
        let lying = self.table.loosen_parts(&mut self.bodies);
        let (law, treatment) = (self.laws.touch.law(&self.bodies), self.laws.touch.treatment(&self.bodies));
        let mut impact = self.impact_rows(time, q, v, sites, gentle);
        let mut blow = solve_impact(&impact.question(), law, treatment);
        // against what cannot give way, they do
        if blow.jammed && gentle {
            impact = self.impact_rows(time, q, v, sites, false);
            blow = solve_impact(&impact.question(), law, treatment);
        }
        if blow.jammed {
            return Err(self.jam_of(sites, &blow));
        }
        let contacts = self.laws.touch.contacts.clone();
        self.bodies.targets(v, time);
        self.laws.touch.drive_work_in_impact(&self.bodies, &impact.units, &blow.impulse);
        impact.push(&blow.impulse, v);
        let ends = self.rebounds_that_end(time, q, v, sites, &contacts, &blow);
        self.bodies.kinematics(q, v);
        self.table.rest_again(&mut self.bodies, &lying);
        self.remask();
        let k = self.laws.touch.rows();
        for (i, site) in sites.iter().enumerate() {
            if let (Some((pair, _)), true) = (Touch::features(*site), blow.impulse[i * k] != 0.0) {
                self.laws.touch.state.impulses[pair] += blow.impulse[i * k];
                if !self.laws.touch.struck.contains(&pair) {
                    self.laws.touch.struck.push(pair);
                }
            }
        }
        self.laws.touch.report_impact(&self.bodies, sites, &contacts, &blow, &mut struck, out);
        for (i, left) in ends {
            struck.closed.push(sites[i]);
            let who = self.laws.touch.site_names(&self.bodies, sites[i]);
            if struck.left.contains(&who) {
                struck.left.retain(|w| *w != who);
                let end = time + left;
                let text = match sites[i] {
                    Site::Pair { .. } => {
                        format!("{} come to rest; their bounces would have ended at {end:.6} s", quoted(&who))
                    }
                    Site::Stop { upper, .. } | Site::Tooth { upper, .. } => format!(
                        "{} comes to rest against its {}; its bounces would have ended at {end:.6} s",
                        quoted(&who),
                        if matches!(sites[i], Site::Stop { .. }) { stop_word(upper) } else { tooth_word(upper) }
                    ),
                };
                out.push(Transition { kind: TransitionKind::Rest, who, numbers: vec![("accumulates", end)], text });
            }
        }
        Ok(struck)
    }

    /// Contacts that lift slowly after an impact and come back: (place, time until all bounces would be over). Each bounce is to
    /// the one before as what lifts now is to what approached.
    fn rebounds_that_end(
        &mut self,
        time: f64,
        q: &[f64],
        v: &[f64],
        sites: &[Site],
        contacts: &[Contact],
        blow: &ImpactSolution,
    ) -> Vec<(usize, f64)> {
        let k = self.laws.touch.rows();
        let approach = blow.speeds.iter().fold(0.0_f64, |m, s| m.max(*s));
        let (length, rest_speed) = (self.bodies.length, self.laws.touch.rest_speed);
        let limit = |c: &Contact| rest_speed * c.scale.max(length) / length;
        let slow: Vec<usize> = (0..sites.len())
            .filter(|&i| {
                let u = blow.after[i * k];
                let rests = self.laws.touch.rest_by_load || u < limit(&contacts[i]);
                u > self.laws.touch.slow(&self.bodies, contacts[i].scale) && rests
            })
            .collect();
        if slow.is_empty() {
            return Vec::new();
        }
        // what the motion does after the impact, with those that stay in touch as the only contacts, then with those that come back
        // as well: what stands on them comes back because they do
        let kept = std::mem::take(&mut self.laws.touch.state.touching);
        self.bodies.kinematics(q, v);
        let mut ends: Vec<(usize, f64)> = Vec::new();
        loop {
            let back = |i: usize| ends.iter().any(|(e, _)| *e == i);
            let stays =
                |i: &usize| blow.after[i * k] <= self.laws.touch.slow(&self.bodies, contacts[*i].scale) || back(*i);
            let lasting: Vec<Site> = (0..sites.len()).filter(stays).map(|i| sites[i]).collect();
            let open: Vec<usize> = slow.iter().copied().filter(|&i| !back(i)).collect();
            if open.is_empty() || !self.acceleration_with(time, q, v, &lasting, &kept) {
                break;
            }
            let known = ends.len();
            for i in open {
                let Some(c) = self.laws.touch.contact_at(&self.bodies, sites[i]) else { continue };
                let a = self.laws.touch.contact_times(&self.bodies, &c, 0, &self.bodies.solution[..self.bodies.nv])
                    + c.bias[0];
                let u = blow.after[i * k];
                let pressed = SLOWEST_REBOUND * (-a * length).max(0.0).sqrt() * c.scale.max(length) / length;
                // a lift that stays closer than what counts as touching is none, also of a block that rocks on and on
                let unseen = u * u <= -2.0 * a * TOUCH_CLOSE * c.scale;
                let ratio = u / approach;
                if a < 0.0 && u < limit(&c).max(pressed) && (ratio < BOUNCE_DECAYS || unseen) {
                    ends.push((i, 2.0 * u / (-a * (1.0 - ratio.min(BOUNCE_DECAYS)))));
                }
            }
            if ends.len() == known {
                break;
            }
        }
        self.laws.touch.state.touching = kept;
        ends
    }

    /// No finite force is consistent with the slips of contacts or joints in `which`: an impulse without collision ends them (Painlevé).
    pub fn end_slip(
        &mut self,
        time: f64,
        q: &[f64],
        v: &mut [f64],
        lasting: &[Site],
        which: &Inconsistent,
        out: &mut Vec<Transition>,
    ) {
        self.laws.touch.state.touching.clear();
        // as in an impact: what rests by friction has no impulse to hold it
        let lying = self.table.loosen_parts(&mut self.bodies);
        let impact = self.impact_rows(time, q, v, lasting, false);
        let law = self.laws.touch.law(&self.bodies);
        let mut problem = impact.question();
        let none = vec![0.0; lasting.len()];
        problem.restitution = &none;
        let place = |j: &usize| impact.joints.iter().position(|k| k == j);
        let joints: Vec<usize> = which.bounded.iter().filter_map(place).collect();
        let blow = if joints.is_empty() {
            impact_without_collision(&problem, &which.contacts, law)
        } else {
            stop_without_collision(&problem, &joints, law)
        };
        self.bodies.targets(v, time);
        self.laws.touch.drive_work_in_impact(&self.bodies, &impact.units, &blow.impulse);
        impact.push(&blow.impulse, v);
        self.bodies.kinematics(q, v);
        self.table.rest_again(&mut self.bodies, &lying);
        self.remask();
        let k = self.laws.touch.rows();
        let contacts = which.contacts.iter().filter(|_| joints.is_empty());
        let contacts =
            contacts.map(|&i| (self.laws.touch.site_names(&self.bodies, lasting[i]), blow.impulse[i * k], "N·s"));
        let of_joint = |&at: &usize| {
            let entry = &self.laws.friction.list[impact.joints[at]];
            let path = self.bodies.model.joints[entry.joint].path.clone();
            let unit = if self.bodies.rows[entry.row].angle { "N·m·s" } else { "N·s" };
            (vec![path], blow.impulse[impact.bounded[at].first], unit)
        };
        let jams: Vec<(Vec<String>, f64, &str)> = contacts.chain(joints.iter().map(of_joint)).collect();
        for (who, impulse, unit) in jams {
            let verb = if who.len() == 1 { "jams" } else { "jam" };
            let text = format!(
                "{} {verb}: no finite force allows the slip, an impulse of {impulse:.3e} {unit} without collision ends it",
                quoted(&who)
            );
            out.push(Transition { kind: TransitionKind::Jam, who, numbers: vec![("impulse", impulse)], text });
        }
    }

    /// Accelerations at (t, q, v) if `lasting` are the contacts, into `solution`; false if there is no consistent answer.
    fn acceleration_with(&mut self, time: f64, q: &[f64], v: &[f64], lasting: &[Site], before: &[Touching]) -> bool {
        // a slip that ends before anything has moved says nothing about what comes back
        let due = FiredGuards { slow: self.laws.touch.rest_speed, ..FiredGuards::default() };
        if self.decide_modes(time, q, v, lasting, before, &due).is_err() {
            return false;
        }
        self.solve(time, q, v);
        true
    }
}

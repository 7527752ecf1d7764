//! Blows: contacts that approach are struck, and impulses pass through joints by the same matrix as forces.
//!
//! A contact that lifts after an impact slower than the resting speed and that the acceleration brings back stays closed: a ball
//! that bounces, a block that rocks. What the bounces would have added up to is reported: with u of the lift, acceleration −a and
//! e = u over the approach they would have ended 2u/(a(1 − e)) later.
//!
//! The resting speed is 1e-4 √(g L), of a fall through the mechanism's length. Where nothing falls (parts on a table, machines in
//! space) fields, friction and springs press parts together instead: there it is 1e-4 √(a L) with the acceleration a that
//! closes the very contact after the impact, so that lifts below 1e-8 of half the length are none whatever presses.

use crate::laws::touch::contact::Contact;
use crate::laws::touch::event_text::ImpactReport;
use crate::laws::touch::state::{Site, TouchMode};
use crate::laws::touch::touch::Touch;
use crate::multibody::event_text::energy;
use crate::multibody::mode_change::{Transition, TransitionKind};
use crate::multibody::multibody::Multibody;
use crate::tolerances::{IMPACT_ENERGY_ROUNDING, UNREPORTED_IMPACT};
use mainspring_contact::{ImpactSolution, Law, Treatment};
use mainspring_model::{DriveKind, ImpactLaw, Load, Treatment as Asked};

/// What an impact left.
#[derive(Clone, Debug, Default)]
pub struct Struck {
    /// sites whose rebound was none
    pub closed: Vec<Site>,
    /// names of those that rebounded: they part, which needs no telling
    pub left: Vec<Vec<String>>,
    /// names of gears whose teeth met: that they touch needs no telling
    pub met: Vec<Vec<String>>,
}

impl Touch {
    pub fn law(&self, bodies: &Multibody) -> Law {
        match bodies.model.contacts.impact {
            ImpactLaw::Coulomb => Law::Coulomb,
            ImpactLaw::Newton => Law::Newton,
            ImpactLaw::Cilia => Law::Cilia,
        }
    }

    pub fn treatment(&self, bodies: &Multibody) -> Treatment {
        match bodies.model.contacts.treatment {
            Asked::Sequential => Treatment::Sequential,
            Asked::Simultaneous => Treatment::Simultaneous,
        }
    }

    /// Numbers of what is struck together: pairs of parts, then stops.
    pub fn pair_number(&self, site: Site) -> usize {
        match site {
            Site::Pair { pair, .. } => pair as usize,
            Site::Stop { joint, .. } => self.pairs.len() + joint as usize,
            Site::Tooth { mesh, .. } => self.pairs.len() + self.meshes[mesh as usize].joint,
        }
    }

    /// Work that prescribed motions do in an impact: their impulse times the rate they hold; `units` is what a unit on each row does.
    pub fn drive_work_in_impact(&mut self, bodies: &Multibody, units: &[f64], impulse: &[f64]) {
        let unknowns = bodies.pattern.unknowns;
        for d in 0..bodies.model.drives.len() {
            let Some(row) = bodies.drive_row(d) else { continue };
            if bodies.model.drives[d].kind == DriveKind::Effort || !bodies.masks.velocity[bodies.nv + row] {
                continue;
            }
            let reaction: f64 =
                impulse.iter().enumerate().map(|(i, p)| p * units[i * unknowns + bodies.nv + row]).sum();
            let work = -reaction * bodies.target[row];
            if let (Some(at), true) = (bodies.places.load(Load::Drive(d)), work != 0.0) {
                self.drive_work.push((at, work));
            }
        }
    }

    pub fn report_impact(
        &self,
        bodies: &Multibody,
        sites: &[Site],
        contacts: &[Contact],
        blow: &ImpactSolution,
        struck: &mut Struck,
        out: &mut Vec<Transition>,
    ) {
        let k = self.rows();
        let mut reported: Vec<Vec<String>> = Vec::new();
        // friction in joints takes part in the blow as a whole: told once
        let mut in_joints: f64 = blow.joint_losses.iter().sum();
        if in_joints <= IMPACT_ENERGY_ROUNDING * blow.lost {
            in_joints = 0.0;
        }
        for &site in sites {
            let who = self.site_names(bodies, site);
            if reported.contains(&who) {
                continue;
            }
            let (mut speed, mut rebound, mut impulse, mut lost, mut point, mut weight) =
                (0.0_f64, 0.0_f64, 0.0, 0.0, [0.0; 3], 0.0);
            let mut at = site;
            for (i, &s) in sites.iter().enumerate().filter(|(_, s)| self.site_names(bodies, **s) == who) {
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
            if impulse > 0.0 && speed > UNREPORTED_IMPACT * self.slow(bodies, 1.0) {
                let point = point.map(|x| x / weight);
                let mut text =
                    self.impact_text(bodies, at, &ImpactReport { speed, rebound, impulse, lost, gained: blow.gained });
                let told = std::mem::take(&mut in_joints);
                if told > 0.0 {
                    text += &format!(", {} in joints", energy(told));
                }
                // of a gear: on its second coordinate, which the upper side pushes back
                let pushes = if matches!(at, Site::Tooth { upper: true, .. }) { -1.0 } else { 1.0 };
                let mut numbers =
                    vec![("speed", speed), ("rebound", rebound), ("impulse", pushes * impulse), ("lost", lost)];
                if told > 0.0 {
                    numbers.push(("lost_in_joints", told));
                }
                numbers.extend([("x", point[0]), ("y", point[1]), ("z", point[2])]);
                if rebound > self.slow(bodies, 1.0) {
                    struck.left.push(who.clone());
                }
                let tooth = matches!(at, Site::Tooth { .. });
                if tooth {
                    struck.met.push(who.clone());
                }
                let kind = if tooth { TransitionKind::Contact } else { TransitionKind::Impact };
                out.push(Transition { kind, who: who.clone(), numbers, text });
            }
            reported.push(who);
        }
        let all: Vec<String> = Vec::new();
        if blow.gained {
            let law = bodies.model.contacts.impact.word();
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

    /// Whether a contact of the mode slides.
    pub fn slides(&self, i: usize) -> bool {
        matches!(self.state.touching[i].mode, TouchMode::Slip(d) if d != [0.0; 3])
    }
}

//! What contacts and joints with friction do at an event: which last, which stick, slip or part.

use crate::laws::joint_friction::mode::FrictionMode;
use crate::laws::touch::due::FiredGuards;
use crate::laws::touch::event::JAMS;
use crate::laws::touch::impact::Struck;
use crate::laws::touch::indeterminate_loads::TOLD_UP_TO;
use crate::laws::touch::resistance::TurnMode;
use crate::laws::touch::rolling_resistance::plain;
use crate::laws::touch::state::{Site, TouchMode, Touching};
use crate::multibody::mode_change::{Transition, TransitionError};
use crate::system::mechanism::Mechanism;
use crate::tolerances::{AT_REST, PROJECTION_EXACT, START_OVERLAP, TOUCH_CLOSE};
use mainspring_contact::Inconsistent;

impl Mechanism {
    /// Blows, then modes of contacts at (t, q, v); v follows.
    pub fn resolve_contacts(
        &mut self,
        time: f64,
        q: &mut [f64],
        v: &mut [f64],
        due: &FiredGuards,
        out: &mut Vec<Transition>,
    ) -> Result<(), TransitionError> {
        let before = self.laws.touch.state.touching.clone();
        let due = &self.laws.touch.with_earlier_strain(time, due);
        self.bodies.kinematics(q, v);
        self.bodies.drive_motion(time);
        // what may overlap at the start by the rounding of a scene's numbers touches there
        let anew = time == 0.0 || std::mem::take(&mut self.laws.touch.state.taken_back);
        let sites = self.laws.touch.sites_here(&self.bodies, due, if anew { START_OVERLAP } else { TOUCH_CLOSE });
        self.laws.touch.paths.hits.clear();
        let struck = self.blow(time, q, v, &sites, out)?;
        let lasting = self.laws.touch.lasting(&self.bodies, &sites, &struck, due);
        if !struck.closed.is_empty() {
            self.close_lifts(time, q, v, &lasting);
        }
        self.hold_slow_parts(time, q, v);
        self.settle_contacts(time, q, v, &lasting, &before, due, out)?;
        self.laws.touch.report_touching(&self.bodies, &before, &struck, out);
        if self.laws.touch.may_report_open_loads(&self.bodies, v) {
            let ranges = self.force_ranges(time, q, v, TOLD_UP_TO);
            self.laws.touch.report_open_loads(&self.bodies, ranges, out);
        }
        Ok(())
    }

    /// Ends the slips that friction has jammed within a step: those of joints whose friction had no finite size, else those of
    /// contacts; false where there are none.
    pub fn end_jam_of_slips(
        &mut self,
        time: f64,
        q: &mut [f64],
        v: &mut [f64],
        out: &mut Vec<Transition>,
    ) -> Result<bool, TransitionError> {
        self.bodies.kinematics(q, v);
        let before = self.laws.touch.state.touching.clone();
        let state_before = self.laws.friction.state.clone();
        let modes_before = &state_before.modes;
        let slides = |k: &usize| {
            let friction = &self.laws.friction;
            !modes_before[*k].rests() && friction.goes_with_reaction(*k) && friction.joint_attached(&self.bodies, *k)
        };
        let joints: Vec<usize> = (0..modes_before.len()).filter(slides).collect();
        let rubs = |i: &usize| {
            let contact = self.laws.touch.contact_at(&self.bodies, before[*i].site);
            self.laws.touch.slides(*i) && contact.is_some_and(|c| c.friction[0] > 0.0)
        };
        let contacts: Vec<usize> = (0..before.len()).filter(rubs).collect();
        let by_joint = self.laws.friction.jammed.take().is_some_and(|k| joints.contains(&k)) || contacts.is_empty();
        let which = Inconsistent {
            contacts: if by_joint { Vec::new() } else { contacts },
            bounded: if by_joint { joints } else { Vec::new() },
            residual: 0.0,
        };
        if which.contacts.is_empty() && which.bounded.is_empty() {
            return Ok(false);
        }
        self.laws.touch.jammed = None;
        let moving = vec![false; modes_before.len()];
        let lasting: Vec<Site> = before.iter().map(|t| t.site).collect();
        let due = FiredGuards::default();
        self.end_slip(time, q, v, &lasting, &which, out);
        let stays: Vec<Site> = self.laws.touch.lasting(&self.bodies, &lasting, &Struck::default(), &due);
        self.settle_contacts(time, q, v, &stays, &before, &due, out)?;
        self.laws.touch.report_touching(&self.bodies, &before, &Struck::default(), out);
        self.laws.friction.report_changes(&self.bodies, &state_before, &moving, out);
        Ok(true)
    }

    /// Modes of the contacts that last; v neither opens nor, where it sticks, slips.
    fn settle_contacts(
        &mut self,
        time: f64,
        q: &mut [f64],
        v: &mut [f64],
        lasting: &[Site],
        before: &[Touching],
        due: &FiredGuards,
        out: &mut Vec<Transition>,
    ) -> Result<(), TransitionError> {
        self.stop_slowed_joints(time, q, v, lasting);
        let mut jammed = None;
        for _ in 0..JAMS {
            match self.decide_modes(time, q, v, lasting, before, due) {
                Ok(()) => {
                    self.stop_slowed(time, q, v, due);
                    self.stop_reversed_joints(time, q, v, lasting);
                    self.bodies.project_velocity(&mut self.laws.touch, time, q, v);
                    self.solve(time, q, v);
                    return Ok(());
                }
                Err(which) => {
                    self.end_slip(time, q, v, lasting, &which, out);
                    jammed = Some(which);
                }
            }
        }
        let site = |s: &Site| self.laws.touch.site_names(&self.bodies, *s).join(", ");
        let joint = |&k: &usize| self.bodies.model.joints[self.laws.friction.list[k].joint].path.clone();
        let joints = jammed.map_or_else(Vec::new, |j| j.bounded);
        match joints.first() {
            Some(k) => Err(TransitionError::Jam { joint: joint(k) }),
            None => Err(TransitionError::Undecided { joint: lasting.first().map_or_else(String::new, site) }),
        }
    }

    /// What is left of the rates of joints that came to rest is taken away.
    fn stop_slowed_joints(&mut self, time: f64, q: &[f64], v: &mut [f64], lasting: &[Site]) {
        self.bodies.kinematics(q, v);
        let friction = &self.laws.friction;
        let slow = |k: &usize| {
            let rate = friction.joint_rate(&self.bodies, *k).abs();
            let scale = friction.joint_rate_scale(&self.bodies, *k);
            rate > PROJECTION_EXACT * scale && rate <= friction.rest_slack(*k) * scale
        };
        let slowed: Vec<usize> = self.friction_joints_attached().into_iter().filter(slow).collect();
        self.stop_joints(time, q, v, lasting, &slowed);
    }

    /// What is left of the rates of joints that counted as resting and slip the other way is taken away: they set off from rest.
    fn stop_reversed_joints(&mut self, time: f64, q: &[f64], v: &mut [f64], lasting: &[Site]) {
        self.bodies.kinematics(q, v);
        let friction = &self.laws.friction;
        let reversed = |k: &usize| {
            matches!(friction.state.modes[*k], FrictionMode::Slip(side)
                if f64::from(side) * friction.joint_rate(&self.bodies, *k) < 0.0)
        };
        let reversed: Vec<usize> = self.friction_joints_attached().into_iter().filter(reversed).collect();
        self.stop_joints(time, q, v, lasting, &reversed);
    }

    /// Takes the rates of some joints away; what is coupled to them rests with them, and contacts that last stay closed.
    fn stop_joints(&mut self, time: f64, q: &[f64], v: &mut [f64], lasting: &[Site], joints: &[usize]) {
        if joints.is_empty() {
            return;
        }
        // joints at rest stay so, or they would set these off again when they are stopped in turn
        let friction = &self.laws.friction;
        let rests = |k: &usize| {
            let slow = AT_REST * friction.joint_rate_scale(&self.bodies, *k);
            friction.state.modes[*k].rests() && friction.joint_rate(&self.bodies, *k).abs() <= slow
        };
        let mut held = joints.to_vec();
        held.extend(self.friction_joints_attached().into_iter().filter(|k| rests(k) && !joints.contains(k)));
        let kept = std::mem::take(&mut self.laws.touch.state.touching);
        let modes = self.laws.friction.state.modes.clone();
        self.laws.friction.state.modes.fill(FrictionMode::NONE);
        self.hold_joints(time, q, v, &held);
        self.laws.touch.state.touching = kept.iter().filter(|t| lasting.contains(&t.site)).copied().collect();
        self.bodies.project_velocity(&mut self.laws.touch, time, q, v);
        self.laws.touch.state.touching = kept;
        self.laws.friction.state.modes = modes;
        self.remask();
        self.bodies.kinematics(q, v);
    }

    /// Lifts that do not count are taken away before slips are looked at, which change with them.
    fn close_lifts(&mut self, time: f64, q: &[f64], v: &mut [f64], lasting: &[Site]) {
        let kept = std::mem::take(&mut self.laws.touch.state.touching);
        // with friction, as an impact without rebound would: what hardly slides is held
        let closed = |site: &Site| {
            let c = self.laws.touch.contact_at(&self.bodies, *site).unwrap_or_default();
            let slip = (c.rate[1] * c.rate[1] + c.rate[2] * c.rate[2]).sqrt();
            let held = c.friction[1] > 0.0 && slip <= self.laws.touch.rest_speed;
            let mode = if held { TouchMode::Stick } else { TouchMode::Slip([0.0; 3]) };
            Touching { offset: 0.0, ..plain(&c, *site, mode) }
        };
        self.laws.touch.state.touching = lasting.iter().map(closed).collect();
        self.bodies.project_velocity(&mut self.laws.touch, time, q, v);
        self.laws.touch.state.touching = kept;
        self.bodies.kinematics(q, v);
    }

    /// What is left of slips that have ended is taken away: those that set off again do so from rest.
    fn stop_slowed(&mut self, time: f64, q: &[f64], v: &mut [f64], due: &FiredGuards) {
        let turns_on = |t: &Touching, kind: usize| {
            due.rolling_ended.contains(&(t.site, kind)) && matches!(t.turning[kind], TurnMode::Turn(_))
        };
        let slides_on = |t: &Touching| due.slip_ended.contains(&t.site) && t.mode != TouchMode::Stick;
        let goes_on = |t: &Touching| slides_on(t) || (0..2).any(|kind| turns_on(t, kind));
        if !self.laws.touch.state.touching.iter().any(goes_on) {
            return;
        }
        let kept = self.laws.touch.state.touching.clone();
        for t in &mut self.laws.touch.state.touching {
            if slides_on(t) {
                t.mode = TouchMode::Stick;
            }
            for kind in (0..2).filter(|&kind| turns_on(t, kind)).collect::<Vec<_>>() {
                t.turning[kind] = TurnMode::Hold;
            }
        }
        self.bodies.project_velocity(&mut self.laws.touch, time, q, v);
        self.laws.touch.state.touching = kept;
    }
}

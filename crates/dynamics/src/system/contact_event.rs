//! What contacts do at an event: which last, which stick, slip or part; friction in joints and on a table is settled with them.

use crate::laws::touch::due::FiredGuards;
use crate::laws::touch::event::JAMS;
use crate::laws::touch::resistance::TurnMode;
use crate::laws::touch::rolling_resistance::plain;
use crate::laws::touch::state::{Site, TouchMode, Touching};
use crate::multibody::mode_change::{Transition, TransitionError};
use crate::system::mechanism::Mechanism;
use crate::tolerances::{START_OVERLAP, TOUCH_CLOSE};

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
        // what may overlap at the start by the rounding of a scene's numbers touches there
        let sites =
            self.laws.touch.sites_here(&self.bodies, due, if time == 0.0 { START_OVERLAP } else { TOUCH_CLOSE });
        self.laws.touch.paths.hits.clear();
        let struck = self.blow(time, q, v, &sites, out)?;
        let lasting = self.laws.touch.lasting(&self.bodies, &sites, &struck, due);
        if !struck.closed.is_empty() {
            self.close_lifts(time, q, v, &lasting);
        }
        self.settle_contacts(time, q, v, &lasting, &before, due, out)?;
        self.laws.touch.report_touching(&self.bodies, &before, &struck, out);
        self.laws.touch.report_open_loads(&self.bodies, v, out);
        Ok(())
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
        for _ in 0..JAMS {
            match self.decide_contacts(time, q, v, lasting, before, due) {
                Ok(()) => {
                    self.stop_slowed(time, q, v, due);
                    self.bodies.project_velocity(&mut self.laws.touch, time, q, v);
                    self.solve(time, q, v);
                    return Ok(());
                }
                Err(which) => self.end_slip(time, q, v, lasting, &which, out),
            }
        }
        let joint =
            lasting.first().map_or_else(String::new, |s| self.laws.touch.site_names(&self.bodies, *s).join(", "));
        Err(TransitionError::Undecided { joint })
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

    /// Sets the mode; the contacts that leave no consistent motion, if there is none.
    pub fn decide_contacts(
        &mut self,
        time: f64,
        q: &[f64],
        v: &[f64],
        lasting: &[Site],
        before: &[Touching],
        due: &FiredGuards,
    ) -> Result<(), Vec<usize>> {
        self.laws.touch.state.touching.clear();
        if lasting.is_empty() {
            return Ok(());
        }
        self.solve(time, q, v);
        self.laws.touch.choose_modes(&self.bodies, lasting, before, due)
    }
}

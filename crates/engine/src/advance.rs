//! One step, stage by stage.

use crate::engine::Engine;
use crate::locate::crossing;
use crate::outcome::RunError;
use crate::stepper::{Control, Start};
use mainspring_record::Sink;

/// Why a step ended where it did.
#[derive(Clone, Debug, PartialEq)]
pub enum Stop {
    /// the integrator chose to
    Step,
    /// a switch or a break in an expression of time was due
    Scheduled,
    /// conditions became true: indices of guards
    Condition(Vec<usize>),
    /// the run is over
    End,
}

/// Interior points of a step at which guards are looked at.
const LOOKS: usize = 8;

impl Engine {
    /// The schema, events at t = 0 and the first frame; does nothing the second time.
    pub(crate) fn begin(&mut self, sink: &mut dyn Sink) -> Result<(), RunError> {
        if self.begun {
            return Ok(());
        }
        self.begun = true;
        self.frames.begin(self.system.model(), &self.settings, sink)?;
        if self.work.steps == 0 {
            self.resolve(&Stop::Scheduled, sink)?;
            self.drift_at_steps = self.system.drift(0.0, &self.y);
            self.record_here(sink)?;
        }
        Ok(())
    }

    /// Takes one step and what follows from it.
    ///
    /// # Errors
    /// When the step cannot be taken or recorded; the state is then the last good one.
    pub fn advance(&mut self, sink: &mut dyn Sink) -> Result<Stop, RunError> {
        self.begin(sink)?;
        if self.time >= self.settings.duration {
            return Ok(Stop::End);
        }
        let (h, end, mut stop) = self.integrate()?;
        let (h, end) = self.guard_and_locate(h, end, &mut stop)?;
        self.project(h, end)?;
        self.record(h, end, sink)?;
        self.accept(end);
        self.resolve(&stop, sink)?;
        self.record_here(sink)?;
        Ok(if self.time >= self.settings.duration { Stop::End } else { stop })
    }

    /// Tries steps until one meets the tolerance; returns its size, its end, and why it ends there.
    fn integrate(&mut self) -> Result<(f64, f64, Stop), RunError> {
        let started = just_after(self.time);
        self.system.set_switch_time(started);
        self.system.derivative(self.time, &self.y, &mut self.f);
        if self.restart || self.controller.next <= 0.0 {
            self.controller = crate::controller::Controller::new(self.first_step());
            self.restart = false;
        }
        let longest = self.longest_step();
        let smallest = 16.0 * f64::EPSILON * self.time.abs().max(1e-3 * self.settings.duration.min(1.0));
        loop {
            let mut h = self.controller.next.min(longest);
            // no step goes beyond the end of the run or over a switch of an expression of time
            let (stop_at, why) =
                match self.system.next_switch(started, (self.time + 2.0 * h).min(self.settings.duration)) {
                    Some(t) => (t, Stop::Scheduled),
                    None => (self.settings.duration, Stop::End),
                };
            let room = stop_at - self.time;
            let (mut end, mut stop) = (self.time + h, Stop::Step);
            // a step that would leave a sliver goes to the stop, or half way
            if h >= room * (1.0 - 1e-12) {
                (h, end, stop) = (room, stop_at, why);
            } else if 2.0 * h > room && self.stepper.control() != Control::Fixed {
                h = 0.5 * room;
                end = self.time + h;
            }
            self.system.set_switch_time(self.time + 0.5 * h);
            let from = Start { time: self.time, y: &self.y, f: &self.f, h };
            let error = self.stepper.attempt(self.system.as_mut(), from, &self.tolerance);
            let tried = self.controller.next;
            if self.controller.judge(self.stepper.control(), h, error) {
                // a step cut short by the schedule says little about the next one
                if stop != Stop::Step && error <= 1.0 {
                    self.controller.next = self.controller.next.max(tried.min(longest));
                }
                return Ok((h, end, stop));
            }
            self.work.rejected += 1;
            if self.stepper.control() == Control::Fixed {
                return Err(self.not_finite(h));
            }
            if self.controller.next < smallest {
                return Err(if error.is_nan() { self.not_finite(h) } else { self.stuck(h) });
            }
        }
    }

    fn not_finite(&self, h: f64) -> RunError {
        let body = self.system.non_finite(self.stepper.proposal()).unwrap_or_else(|| self.fastest_body());
        RunError::NonFinite { time: self.time + h, last: self.time, body }
    }

    fn stuck(&self, h: f64) -> RunError {
        RunError::Stuck { time: self.time, step: h, body: self.fastest_body() }
    }

    /// Path of the body that owns the entry changing most in the last attempt.
    fn fastest_body(&self) -> String {
        let entry = self.tolerance.worst(&self.y, self.stepper.proposal());
        self.system.owner(entry)
    }

    /// Upper bound of a step: the scene's, and no joint may turn half a turn.
    fn longest_step(&mut self) -> f64 {
        let turn = self.system.turn_limit(&self.y);
        let own = match self.stepper.control() {
            Control::Fixed => return self.fixed_step(),
            // the paper's rule never goes beyond the frame step
            Control::HalveDouble { .. } => self.settings.max_step.unwrap_or(self.settings.every),
            Control::Adaptive { .. } => self.settings.max_step.unwrap_or(f64::INFINITY),
        };
        own.min(turn)
    }

    fn fixed_step(&self) -> f64 {
        self.settings.step.unwrap_or(0.1 * self.settings.every)
    }

    /// A first step from the sizes of y, y′ and y″ (Hairer's rule).
    fn first_step(&mut self) -> f64 {
        let order = match self.stepper.control() {
            Control::Fixed => return self.fixed_step(),
            Control::HalveDouble { .. } => 5.0,
            Control::Adaptive { order } => order,
        };
        let d0 = self.tolerance.norm(&self.y, &self.y, |i| self.y[i]);
        let d1 = self.tolerance.norm(&self.y, &self.y, |i| self.f[i]);
        let longest = self.settings.duration - self.time;
        let guess = if d0 < 1e-5 || d1 < 1e-5 { 1e-6 } else { 0.01 * d0 / d1 };
        let h0 = guess.min(longest);
        for i in 0..self.y.len() {
            self.scratch[i] = self.y[i] + h0 * self.f[i];
        }
        let mut f1 = vec![0.0; self.y.len()];
        self.system.set_switch_time(self.time + 0.5 * h0);
        self.system.derivative(self.time + h0, &self.scratch, &mut f1);
        let d2 = self.tolerance.norm(&self.y, &self.y, |i| f1[i] - self.f[i]) / h0;
        let steepest = d1.max(d2);
        let h1 = if steepest <= 1e-15 { (1e-3 * h0).max(1e-6) } else { libm::pow(0.01 / steepest, 1.0 / order) };
        (100.0 * h0).min(h1).min(longest)
    }

    /// Looks for conditions that became true in the step; if one did, the step is taken again to end just there.
    fn guard_and_locate(&mut self, h: f64, end: f64, stop: &mut Stop) -> Result<(f64, f64), RunError> {
        if self.guard_now.is_empty() && self.gap_now.is_empty() {
            return Ok((h, end));
        }
        let Self { system, stepper, y, f, scratch, time, .. } = self;
        let from = Start { time: *time, y, f, h };
        stepper.prepare_dense(system.as_mut(), from);
        system.guards(*time, y, &mut self.guard_now);
        system.limit_gaps(y, &mut self.gap_now);
        let mut before = 0.0;
        let mut found: Option<(f64, Vec<usize>)> = None;
        for look in 1..=LOOKS {
            let theta = look as f64 / LOOKS as f64;
            stepper.dense(from, theta, scratch);
            system.guards(*time + theta * h, scratch, &mut self.guard_new);
            system.limit_gaps(scratch, &mut self.gap_new);
            self.work.root_evaluations += 1;
            let mut first = f64::INFINITY;
            let mut which = Vec::new();
            let pending = self.guard_now.len();
            for g in 0..pending + self.gap_now.len() {
                let (a, b) = if g < pending {
                    if self.fired[guard_switch(system.as_ref(), g)] {
                        continue;
                    }
                    (self.guard_now[g], self.guard_new[g])
                } else {
                    // a limit is passed when its gap turns negative
                    if self.beyond[g - pending] {
                        continue;
                    }
                    (-self.gap_now[g - pending], -self.gap_new[g - pending])
                };
                if a <= 0.0 && b > 0.0 {
                    let mut guards = self.guard_new.clone();
                    let mut gaps = self.gap_new.clone();
                    let mut probe = scratch.clone();
                    let at = crossing(before, theta, a, b, 1e-13, |x| {
                        self.work.root_evaluations += 1;
                        stepper.dense(from, x, &mut probe);
                        if g < pending {
                            system.guards(*time + x * h, &probe, &mut guards);
                            guards[g]
                        } else {
                            system.limit_gaps(&probe, &mut gaps);
                            -gaps[g - pending]
                        }
                    });
                    if at < first - 1e-13 {
                        first = at;
                        which.clear();
                    }
                    if at <= first + 1e-13 {
                        which.push(g);
                    }
                }
            }
            if first.is_finite() {
                found = Some((first, which));
                break;
            }
            std::mem::swap(&mut self.guard_now, &mut self.guard_new);
            std::mem::swap(&mut self.gap_now, &mut self.gap_new);
            before = theta;
        }
        let Some((theta, which)) = found else { return Ok((h, end)) };
        // full accuracy at the event: the same step, ending there
        let shorter = theta * h;
        let end = if theta < 1.0 { *time + shorter } else { end };
        if theta < 1.0 {
            let from = Start { time: *time, y, f, h: shorter };
            let error = stepper.attempt(system.as_mut(), from, &self.tolerance);
            if error.is_nan() {
                return Err(self.not_finite(shorter));
            }
        }
        *stop = Stop::Condition(which);
        Ok((shorter, end))
    }

    /// Projects the proposed state into `scratch`.
    fn project(&mut self, h: f64, end: f64) -> Result<(), RunError> {
        self.scratch.copy_from_slice(self.stepper.proposal());
        if self.system.non_finite(&self.scratch).is_some() {
            return Err(self.not_finite(h));
        }
        let before = self.system.energy(&self.scratch).total();
        self.system.project(end, &mut self.scratch).map_err(|source| RunError::Open { time: end, source })?;
        let after = self.system.energy(&self.scratch);
        self.ledger.projected += after.total() - before;
        Ok(())
    }

    /// Frames inside the step, from dense output.
    fn record(&mut self, h: f64, end: f64, sink: &mut dyn Sink) -> Result<(), RunError> {
        if !self.frames.due_before(end) {
            return Ok(());
        }
        let from = Start { time: self.time, y: &self.y, f: &self.f, h };
        self.stepper.prepare_dense(self.system.as_mut(), from);
        self.frames.write_inside(self.system.as_mut(), self.stepper.as_ref(), from, end, &self.ledger, sink)
    }

    /// The projected state becomes the state.
    fn accept(&mut self, end: f64) {
        std::mem::swap(&mut self.y, &mut self.scratch);
        self.time = end;
        self.work.steps += 1;
        self.system.settle(&self.y);
        if self.system.collapsed() {
            self.system.analyse(end, &self.y);
        }
        let [nq, nv, _] = self.system.sizes();
        let energy = self.system.energy(&self.y);
        self.ledger.update(self.system.as_ref(), energy, &self.y[nq + nv..]);
        let drift = self.system.drift(end, &self.y);
        self.drift_at_steps = self.drift_at_steps.max(drift);
        // from here on everything is read as it is just after this moment; after the end there is nothing
        if end < self.settings.duration {
            self.system.set_switch_time(just_after(end));
        }
    }

    /// A frame at the present state, if one is due now.
    fn record_here(&mut self, sink: &mut dyn Sink) -> Result<(), RunError> {
        self.frames.write_here(self.system.as_mut(), self.time, &self.y, &self.ledger, sink)
    }
}

/// A moment after t by more than rounding: what holds there holds in the step that starts at t.
fn just_after(t: f64) -> f64 {
    t + 1e-12 * t.abs().max(1e-3)
}

/// Which switch guard number g belongs to.
pub(crate) fn guard_switch(system: &dyn mainspring_dynamics::System, g: usize) -> usize {
    let conditions = system.model().switches.iter().enumerate();
    conditions.filter(|(_, s)| matches!(s.trigger, mainspring_model::Trigger::When(_))).nth(g).map_or(0, |(i, _)| i)
}

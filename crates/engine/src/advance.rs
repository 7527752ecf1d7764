//! One step, stage by stage.

use crate::engine::Engine;
use crate::options::Stop;
use crate::outcome::RunError;
use crate::stepper::{Control, Start, StepsAhead};
use crate::tolerances::{FIXED_STEP, FIXED_STEP_SLACK, LONGEST_MERSON_STEP, SMALLEST_STEP_FROM, STEP_SLACK};
use mainspring_dynamics::{Failure, TransitionError, just_after};
use mainspring_model::ContactMethod;
use mainspring_numerics::interrupt::{asked, gave_up};
use mainspring_record::Sink;

/// Attempts at one step before it is asked whether to give it up: a step that is soon over is finished, so that nothing of it
/// is lost.
const PATIENCE: u64 = 50;

/// Steps that are one where everything sleeps.
const ASLEEP_STEPS: f64 = 64.0;

impl Engine {
    /// The schema, events at t = 0 and the first frame; does nothing the second time.
    pub(crate) fn begin(&mut self, sink: &mut dyn Sink) -> Result<(), RunError> {
        if self.begun {
            return Ok(());
        }
        self.begun = true;
        let may_step = self.crowds.waiting.is_some() || self.system.stepped();
        self.frames.begin(self.system.as_ref(), &self.settings, &self.options, may_step, sink)?;
        if self.work.steps == 0 {
            self.watch_start(sink)?;
            if let Err(error) = self.resolve(&Stop::Scheduled, sink) {
                self.step_instead(error, sink)?;
            }
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
        if self.time >= self.settings.duration || self.stopped() {
            return Ok(Stop::End);
        }
        let stepped = self.step(sink);
        if let Err(RunError::Friction { source: TransitionError::Jam { .. }, .. }) = &stepped
            && self.end_jam(sink)?
        {
            return Ok(Stop::Step);
        }
        let (h, end, stop) = match stepped {
            Ok(taken) => taken,
            Err(error) => {
                let error = self.singular_cause(error);
                self.step_instead(error, sink)?;
                return Ok(Stop::Step);
            }
        };
        if gave_up() {
            return Err(RunError::Interrupted);
        }
        if self.would_overlap(&stop, sink)? {
            return Ok(Stop::Step);
        }
        self.report_change(sink)?;
        self.report_pieces(sink)?;
        self.pass_singular(h, end, sink)?;
        self.record(h, end, sink)?;
        self.accept(end)?;
        let rapid = self.count_rapid(&stop, h);
        self.count_switches(&stop)?;
        if matches!(stop, Stop::Scheduled | Stop::Condition(_)) {
            self.system.hold_before(end, &self.y, &self.ledger.values(self.frames.doubtful));
        }
        self.look_ahead(end);
        match rapid.and_then(|()| self.resolve(&stop, sink)) {
            Ok(()) => self.watch_crowd(&stop, h, sink)?,
            Err(error) => self.step_instead(error, sink)?,
        }
        self.lengthen_pieces();
        self.record_here(sink)?;
        self.system.release_before();
        Ok(if self.time >= self.settings.duration || self.stopped() { Stop::End } else { stop })
    }

    /// A step to its end, projected; the end may be that of an event found on the way.
    fn step(&mut self, sink: &mut dyn Sink) -> Result<(f64, f64, Stop), RunError> {
        self.begin_step(sink)?;
        loop {
            let (h, end, mut stop) = self.integrate()?;
            let Some((h, end)) = self.guard_and_locate(h, end, &mut stop)? else {
                self.work.rejected += 1;
                continue;
            };
            self.project(h, end)?;
            return Ok((h, end, stop));
        }
    }

    /// The rates where a step begins, and a look of the auditor at that state.
    fn begin_step(&mut self, sink: &mut dyn Sink) -> Result<(), RunError> {
        self.system.set_switch_time(just_after(self.time));
        // what is suspected from here on belongs to this step
        self.system.take_singular_suspicion();
        if self.system.recentre(&mut self.y, &mut self.shift) {
            self.stepper.moved(&self.shift);
        }
        self.system.speeds(&mut self.shift);
        self.stepper.carry(&self.shift);
        self.system.derivative(self.time, &self.y, &mut self.f);
        self.tolerance.follow(&self.y, &self.f, self.system.load());
        self.audit(sink)
    }

    /// Tries steps until one meets the tolerance; returns its size, its end, and why it ends there.
    fn integrate(&mut self) -> Result<(f64, f64, Stop), RunError> {
        let started = just_after(self.time);
        if self.restart || self.controller.next <= 0.0 {
            self.stepper.forget();
            // the paper tries the frame, and halves it
            let halves = matches!(self.stepper.control(), Control::HalveDouble { .. });
            let whole = self.settings.frame_steps && halves;
            let first = if whole { self.settings.every } else { self.first_step() };
            self.controller = crate::controller::Controller::new(first);
            self.restart = false;
        }
        let mut longest = self.longest_step();
        let mut rejected = 0;
        let smallest = self.smallest_step();
        loop {
            let mut h = if self.all_asleep() { longest } else { self.controller.next.min(longest) };
            // no step goes beyond the end of the run or over a switch of an expression of time
            let (mut stop_at, mut why) =
                match self.system.next_switch(started, (self.time + 2.0 * h).min(self.settings.duration)) {
                    Some(t) => (t, Stop::Scheduled),
                    None => (self.settings.duration, Stop::End),
                };
            if self.settings.frame_steps && self.frames.next_time() < stop_at {
                (stop_at, why) = (self.frames.next_time(), Stop::Step);
            }
            let room = stop_at - self.time;
            let (mut end, mut stop) = (self.time + h, Stop::Step);
            // a step that would leave a sliver goes to the stop, or half way
            let (planned, at_end) = (h, why == Stop::End);
            let cut = h >= room * (1.0 - self.slack());
            if cut {
                (h, end, stop) = (room, stop_at, why);
            } else if 2.0 * h > room && self.stepper.control() != Control::Fixed {
                h = 0.5 * room;
                end = self.time + h;
            }
            self.cut_by_end |= at_end && h != planned;
            self.system.set_switch_time(self.time + 0.5 * h);
            let from = Start { time: self.time, y: &self.y, f: &self.f, h };
            self.system.take_step_retry();
            self.system.let_rows_change(true);
            let mut error = self.stepper.attempt(self.system.as_mut(), from, &self.tolerance);
            if self.system.take_step_retry() {
                error = self.stepper.attempt(self.system.as_mut(), from, &self.tolerance);
            }
            self.system.let_rows_change(false);
            self.dense_ready = false;
            if self.stepper.ahead().is_some_and(StepsAhead::broken) {
                return Err(if gave_up() { RunError::Interrupted } else { self.not_finite(h) });
            }
            if self.too_long_for_springs(h) {
                self.work.rejected += 1;
                if self.piece() < smallest {
                    return Err(self.stuck(h));
                }
                longest = self.longest_step();
                continue;
            }
            if error <= 1.0 && self.is_off_balance(h) {
                self.work.rejected += 1;
                continue;
            }
            let tried = self.controller.next;
            if self.controller.judge(self.stepper.control(), h, error) {
                // a step cut short by the schedule says little about the next one
                if cut && error <= 1.0 {
                    self.controller.next = self.controller.next.max(tried.min(longest));
                }
                let next = self.controller.next;
                if next > h && next < h * self.stepper.steady() {
                    self.controller.next = h;
                }
                return Ok((h, end, stop));
            }
            self.work.rejected += 1;
            rejected += 1;
            if gave_up() || (rejected > PATIENCE && asked()) {
                return Err(RunError::Interrupted);
            }
            if self.options.max_steps.is_some_and(|most| rejected >= most) {
                return Err(RunError::TooManySteps { time: self.time, steps: self.work.steps });
            }
            if self.stepper.control() == Control::Fixed {
                return Err(self.not_finite(h));
            }
            if self.controller.next < smallest {
                return Err(if error.is_nan() { self.not_finite(h) } else { self.stuck(h) });
            }
        }
    }

    /// Below this a step is not worth trying: the time hardly changes.
    pub(crate) fn smallest_step(&self) -> f64 {
        16.0 * f64::EPSILON * self.time.abs().max(SMALLEST_STEP_FROM * self.settings.duration.min(1.0))
    }

    pub(crate) fn not_finite(&mut self, h: f64) -> RunError {
        let failure = self.system.take_failure();
        self.failed(failure, h)
    }

    /// Why a step over h could not be taken.
    pub(crate) fn failed(&mut self, failure: Option<Failure>, h: f64) -> RunError {
        match failure {
            Some(Failure::Field(what)) => return RunError::Field { time: self.time, what },
            Some(Failure::Jam { joint }) => return self.no_modes(TransitionError::Jam { joint }),
            Some(Failure::Driven { drives, contacts }) => {
                return self.no_modes(TransitionError::Driven { drives, contacts });
            }
            Some(Failure::Overlap { names, share }) => return RunError::Overlap { time: self.time, names, share },
            Some(Failure::Open(source)) => return RunError::Open { time: self.time + h, source },
            Some(Failure::TooLong { .. }) => {
                return RunError::Stuck { time: self.time, step: h, body: self.fastest_body() };
            }
            None => {}
        }
        let body = self.system.non_finite(self.stepper.proposal()).unwrap_or_else(|| self.fastest_body());
        RunError::NonFinite { time: self.time + h, last: self.time, body }
    }

    fn stuck(&mut self, h: f64) -> RunError {
        if let Some(Failure::Jam { joint }) = self.system.take_failure() {
            return self.no_modes(TransitionError::Jam { joint });
        }
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
            // what sleeps is where it was
            Control::Fixed if self.all_asleep() => ASLEEP_STEPS * self.fixed_step(),
            Control::Fixed => self.piece(),
            _ if self.settings.frame_steps => self.settings.every,
            Control::HalveDouble { .. } => self.settings.max_step.unwrap_or(LONGEST_MERSON_STEP),
            Control::Adaptive { .. } => self.settings.max_step.unwrap_or(f64::INFINITY),
        };
        let ahead = self.stepper.ahead().map_or(f64::INFINITY, |ahead| ahead.longest(self.time));
        own.min(turn).min(ahead).min(self.system.slip_limit(self.time, &self.y, &self.f))
    }

    /// How much of a step may be missing for it to reach the stop: times of fixed steps are sums, and a sum that ends just
    /// short of a switch must not step over it.
    fn slack(&self) -> f64 {
        if self.stepper.control() == Control::Fixed { FIXED_STEP_SLACK } else { STEP_SLACK }
    }

    pub(crate) fn fixed_step(&self) -> f64 {
        match self.system.model().contacts.method {
            ContactMethod::Stepping(stepping) => {
                stepping.step.or(self.settings.step).unwrap_or_else(|| self.system.fitting_step())
            }
            ContactMethod::Event if self.system.stepped() => self.system.fitting_step(),
            _ => self.settings.step.unwrap_or(FIXED_STEP),
        }
    }

    /// Projects the proposed state into `scratch`.
    fn project(&mut self, h: f64, end: f64) -> Result<(), RunError> {
        self.scratch.copy_from_slice(self.stepper.proposal());
        if self.system.non_finite(&self.scratch).is_some() {
            return Err(self.not_finite(h));
        }
        self.system.show_events();
        let before = self.system.energy(&self.scratch);
        self.energy = before;
        self.auditing.correction = 0.0;
        if self.stepper.on_joints() {
            return Ok(());
        }
        self.system.let_rows_change(true);
        let projected = self.system.project(end, &mut self.scratch);
        self.system.let_rows_change(false);
        projected.map_err(|source| RunError::Open { time: end, source })?;
        // where nothing was off, nothing has moved
        if self.scratch != self.stepper.proposal() {
            self.energy = self.system.energy(&self.scratch);
            self.ledger.projected += self.energy.total() - before.total();
            self.auditing.correction = self.tolerance.largest_change(self.stepper.proposal(), &self.scratch);
        }
        Ok(())
    }

    /// Frames inside the step, from dense output.
    pub(crate) fn record(&mut self, h: f64, end: f64, sink: &mut dyn Sink) -> Result<(), RunError> {
        if !self.frames.due_before(end) {
            return Ok(());
        }
        self.prepare_dense(h);
        let from = Start { time: self.time, y: &self.y, f: &self.f, h };
        self.frames.write_inside(self.system.as_mut(), self.stepper.as_ref(), from, end, &self.ledger, sink)
    }

    /// Dense output of the last attempt, once, whoever reads it first.
    pub(crate) fn prepare_dense(&mut self, h: f64) {
        if !self.dense_ready {
            let from = Start { time: self.time, y: &self.y, f: &self.f, h };
            self.stepper.prepare_dense(self.system.as_mut(), from);
            self.dense_ready = true;
        }
    }

    /// The projected state becomes the state.
    fn accept(&mut self, end: f64) -> Result<(), RunError> {
        std::mem::swap(&mut self.y, &mut self.scratch);
        self.time = end;
        self.work.steps += 1;
        if let Some(ahead) = self.stepper.ahead_mut() {
            self.ledger.lost += ahead.accepted(self.system.as_mut(), end, &self.y);
        }
        self.system.remember_angles(&self.y);
        if self.system.collapsed() {
            self.collapse()?;
        }
        let [nq, nv, _] = self.system.sizes();
        let lost = self.system.take_step_loss();
        self.ledger.lost += lost;
        if lost != 0.0 && matches!(self.system.model().contacts.method, ContactMethod::Penalty(_)) {
            // springs that were taken up have energy at once
            self.energy = self.system.energy(&self.y);
        }
        self.ledger.update(self.system.as_ref(), self.energy, &self.y[nq + nv..]);
        let drift = self.system.drift(end, &self.y);
        self.drift_at_steps = self.drift_at_steps.max(drift);
        Ok(())
    }

    /// From here on everything is read as it is just after this moment; after the end there is nothing.
    fn look_ahead(&mut self, end: f64) {
        if end < self.settings.duration {
            self.system.set_switch_time(just_after(end));
        }
    }

    /// A frame at the present state, if one is due now.
    fn record_here(&mut self, sink: &mut dyn Sink) -> Result<(), RunError> {
        self.frames.write_here(self.system.as_mut(), self.stepper.as_ref(), self.time, &self.y, &self.ledger, sink)
    }
}

//! Has a condition become true, a limit been passed or a change of mode come due within a step? If so, where first.
//!
//! Guards are looked at along the dense output: at sixteen places (fewer for methods whose dense output is simpler) and near
//! both ends, closer where a guard oscillates in time, and at every turning point between three samples, so that a short visit is
//! not missed.

use crate::conditions::arm_after_fall;
use crate::engine::Engine;
use crate::guard_table::{Guard, GuardTable, Sections};
use crate::options::Stop;
use crate::outcome::RunError;
use crate::stepper::{Control, Start, Stepper};
use crate::tolerances::{
    EVENT_LOCATION, FIRST_GUARD_SAMPLE, GUARD_GROWTH, GUARD_SAMPLES_PER_PERIOD, MEETING_CORRECTION, MEETING_GAP,
    MOST_GUARD_SAMPLES, REACH_GAP,
};
use mainspring_dynamics::{ContactGuard, ModeGuard, System};
use mainspring_model::ContactMethod;
use mainspring_numerics::golden_section::dip_to_zero;
use mainspring_numerics::roots::itp;

/// Attempts to end a step where a gap closes.
const TOUCH_ROUNDS: usize = 4;

/// A step with its dense output, and room to read guards on it.
struct Watch<'a> {
    system: &'a mut dyn System,
    stepper: &'a dyn Stepper,
    from: Start<'a>,
    state: &'a mut [f64],
    table: &'a GuardTable,
    /// room for all guards
    values: &'a mut [f64],
    samples: u64,
}

impl Watch<'_> {
    /// All guards at t + θh: positive once true.
    fn all(&mut self, theta: f64, out: &mut [f64]) {
        self.samples += 1;
        self.stepper.dense(self.from, theta, self.state);
        let time = self.from.time + theta * self.from.h;
        let Sections { conditions, limits, modes } = self.table.sections(out);
        if let (false, Some(ahead)) = (conditions.is_empty(), self.stepper.ahead()) {
            ahead.read_at(self.system, time);
        }
        self.system.read_conditions(time, self.state, conditions);
        self.system.limit_gaps(self.state, limits);
        for gap in limits {
            *gap = -*gap;
        }
        if !modes.is_empty() {
            self.system.read_mode_guards(time, self.state, modes);
        }
    }

    /// The one whose value stands at position g.
    fn one(&mut self, g: usize, theta: f64) -> f64 {
        self.samples += 1;
        self.stepper.dense(self.from, theta, self.state);
        let time = self.from.time + theta * self.from.h;
        let Sections { conditions, limits, modes } = self.table.sections(self.values);
        match self.table.at(g) {
            Guard::When(_) => {
                if let Some(ahead) = self.stepper.ahead() {
                    ahead.read_at(self.system, time);
                }
                self.system.read_conditions(time, self.state, conditions);
                self.values[g]
            }
            Guard::Limit(..) => {
                self.system.limit_gaps(self.state, limits);
                -self.values[g]
            }
            Guard::Mode(guard) => {
                if let Some(value) = self.system.read_mode_guard_alone(self.state, guard) {
                    return value;
                }
                self.system.read_mode_guards(time, self.state, modes);
                self.values[g]
            }
        }
    }

    /// Where in (a, b] guard g first is positive, given three samples (the middle one at m).
    fn first_true(&mut self, g: usize, [a, m, b]: [f64; 3], [ga, gm, gb]: [f64; 3]) -> Option<f64> {
        if gm <= 0.0 && gb > 0.0 {
            return Some(itp(m, b, gm, gb, EVENT_LOCATION, |x| self.one(g, x)));
        }
        if gm > ga && gm >= gb && gb <= 0.0 && gm <= 0.0 && -gm <= bend([a, m, b], [ga, gm, gb]) {
            let peak = dip_to_zero(a, b, |x| -self.one(g, x))?;
            let height = self.one(g, peak);
            return (height > 0.0).then(|| itp(a, peak, ga, height, EVENT_LOCATION, |x| self.one(g, x)));
        }
        None
    }
}

impl Watch<'_> {
    /// Where in (a, b] guard g, true at all three samples, is first true again after it was false between them.
    fn true_again(&mut self, g: usize, [a, m, b]: [f64; 3], [ga, gm, gb]: [f64; 3]) -> Option<f64> {
        if !(gm > 0.0 && gm < ga && gm <= gb && gm <= -bend([a, m, b], [ga, gm, gb])) {
            return None;
        }
        let low = dip_to_zero(a, b, |x| self.one(g, x))?;
        let depth = self.one(g, low);
        (depth <= 0.0).then(|| itp(low, b, depth, gb, EVENT_LOCATION, |x| self.one(g, x)))
    }

    /// Where in (m, b] guard g is first positive although it is not at b: it rises at m as if to pass zero, and turns. The samples
    /// after b, which would show the turning point, are not taken where the step ends before.
    fn visit(&mut self, g: usize, [a, m, b]: [f64; 3], [ga, gm, gb]: [f64; 3]) -> Option<f64> {
        let rises_to = gm + (gm - ga) / (m - a) * (b - m);
        if !(m > a && ga < gm && gm <= 0.0 && gb <= 0.0 && rises_to > 0.0) {
            return None;
        }
        let peak = dip_to_zero(m, b, |x| -self.one(g, x))?;
        let height = self.one(g, peak);
        (height > 0.0).then(|| itp(m, peak, gm, height, EVENT_LOCATION, |x| self.one(g, x)))
    }
}

/// Whether it is a joint that reaches its stop or a gear that reaches a tooth side: what is passed there is not met again.
fn is_reach(guard: Guard) -> bool {
    matches!(guard, Guard::Mode(ModeGuard::Contact(ContactGuard::Stop { .. } | ContactGuard::Tooth { .. })))
}

/// How far above its middle look a guard that turns between three may rise at most: sixteen times what the parabola through them
/// does. What stays far below zero, such as the force of a part at rest, which turns all the time by rounding, is not looked at
/// closer.
fn bend([a, m, b]: [f64; 3], [ga, gm, gb]: [f64; 3]) -> f64 {
    let curvature = ((gm - ga) / (m - a) - (gb - gm) / (b - m)) / (b - a);
    curvature * (b - a) * (b - a)
}

impl Engine {
    /// Looks for conditions that became true in the step; if one did, the step is taken again to end just there. None where that
    /// one does not meet the tolerance.
    pub(crate) fn guard_and_locate(
        &mut self,
        h: f64,
        end: f64,
        stop: &mut Stop,
    ) -> Result<Option<(f64, f64)>, RunError> {
        self.refit_guards();
        let conditions = self.arm_guards();
        let meets = self.first_touch(h);
        if !conditions && !self.guard_armed.contains(&true) && meets.is_none() {
            return Ok(Some((h, end)));
        }
        self.prepare_dense(h);
        let from = Start { time: self.time, y: &self.y, f: &self.f, h };
        let period = self.system.condition_period();
        let samples =
            (h / period * GUARD_SAMPLES_PER_PERIOD).clamp(self.stepper.guard_samples(), MOST_GUARD_SAMPLES).ceil();
        let mut watch = Watch {
            system: self.system.as_mut(),
            stepper: self.stepper.as_ref(),
            from,
            state: &mut self.scratch,
            table: &self.guards,
            values: &mut self.guard_values,
            samples: 0,
        };
        let [past, last, now] = &mut self.guard_samples;
        let mut places = [0.0, 0.0, 0.0];
        watch.all(0.0, last);
        self.modes_at_start.copy_from_slice(self.guards.sections(last).modes);
        past.copy_from_slice(last);
        // parts that meet end the search for anything else
        let mut found: Option<(f64, Vec<Guard>)> = None;
        let limit = meets.unwrap_or(1.0);
        // near both ends as well, so that a turning point close to one stands between three samples
        let inner = (1..samples as u64).map(|k| k as f64 / samples);
        let all =
            std::iter::once(FIRST_GUARD_SAMPLE / samples).chain(inner).chain([1.0 - FIRST_GUARD_SAMPLE / samples, 1.0]);
        for theta in all {
            watch.all(theta, now);
            let (before, here) = (self.guards.sections(last).modes, self.guards.sections(now).modes);
            rearm(&self.modes_at_start, before, here, theta == 1.0, places[2] == 0.0);
            places = [places[1], places[2], theta];
            if places[1] > limit {
                break;
            }
            let held = self.condition_holds.len();
            for g in (0..self.guard_armed.len()).filter(|&g| self.guard_armed[g] || g < held && self.condition_holds[g])
            {
                let looks = [past[g], last[g], now[g]];
                let again = g < held && self.condition_holds[g];
                let at = if again { watch.true_again(g, places, looks) } else { watch.first_true(g, places, looks) };
                if let Some(at) = at {
                    match &mut found {
                        Some((first, which)) if (at - *first).abs() <= EVENT_LOCATION => which.push(self.guards.at(g)),
                        Some((first, _)) if at > *first => {}
                        _ => found = Some((at, vec![self.guards.at(g)])),
                    }
                }
            }
            arm_after_fall(
                &mut self.condition_holds,
                self.guards.sections(now),
                self.guards.sections(&mut self.guard_armed),
            );
            if let Some((first, which)) = &mut found {
                for g in (0..self.guard_armed.len()).filter(|&g| self.guard_armed[g] && is_reach(self.guards.at(g))) {
                    let at = watch.visit(g, places, [past[g], last[g], now[g]]);
                    if let Some(at) = at.filter(|at| *at < *first - EVENT_LOCATION) {
                        (*first, *which) = (at, vec![self.guards.at(g)]);
                    }
                }
                break;
            }
            std::mem::swap(past, last);
            std::mem::swap(last, now);
        }
        self.work.root_evaluations += watch.samples;
        let meeting = Guard::Mode(ModeGuard::Meeting);
        match (&mut found, meets) {
            (Some((first, _)), Some(at)) if *first < at - EVENT_LOCATION => {}
            (Some((first, which)), Some(at)) if (*first - at).abs() <= EVENT_LOCATION => {
                *first = at;
                which.push(meeting);
            }
            (_, Some(at)) => found = Some((at, vec![meeting])),
            (_, None) => {}
        }
        let Some((theta, which)) = found else { return Ok(Some((h, end))) };
        let whole = (h, end);
        if which.contains(&meeting) {
            let met = self.step_to_touch(if theta < 1.0 { theta * h } else { h }, whole)?;
            if met.is_some() {
                *stop = Stop::Condition(which);
            }
            return Ok(Some(met.unwrap_or(whole)));
        }
        let reach = which.iter().find_map(|guard| match guard {
            Guard::Mode(mode) if is_reach(*guard) => Some(*mode),
            _ => None,
        });
        // full accuracy at the event: the same step, ending there
        let mut shorter = theta * h;
        // where a force jumps, as where a tip passes a corner, a step must get beyond
        let least = self.smallest_step().min(h);
        if self.kinks() && shorter < least {
            shorter = least;
        }
        let mut end = if theta < 1.0 { self.time + shorter } else { end };
        if theta < 1.0 && self.attempt_again(shorter)? > 1.0 && self.kinks() && shorter > least {
            self.controller.next = 0.5 * shorter;
            return Ok(None);
        }
        if let Some(guard) = reach {
            for _ in 0..TOUCH_ROUNDS {
                let Some(later) = self.reaches_later(shorter, end, guard) else { break };
                shorter += later;
                if shorter >= h {
                    // not within this step: a switch of time or the end of the run may come first
                    self.attempt_again(h)?;
                    return Ok(Some(whole));
                }
                end = self.time + shorter;
                self.attempt_again(shorter)?;
            }
        }
        *stop = Stop::Condition(which);
        Ok(Some((shorter, end)))
    }

    /// Whether forces may have kinks within a step, so that a shorter one need not be a better one: springs of contacts that a trial
    /// step comes upon bend its dense output, and the moment found on it may be late.
    fn kinks(&self) -> bool {
        let penalty = matches!(self.system.model().contacts.method, ContactMethod::Penalty(_));
        penalty && self.stepper.control() != Control::Fixed
    }

    /// The step again, of another length; its error.
    fn attempt_again(&mut self, h: f64) -> Result<f64, RunError> {
        let from = Start { time: self.time, y: &self.y, f: &self.f, h };
        self.dense_ready = false;
        self.tolerance.step = h;
        let error = self.stepper.attempt(self.system.as_mut(), from, &self.tolerance);
        if error.is_nan() {
            return Err(self.not_finite(h));
        }
        Ok(error)
    }

    /// How much later than at the end of a step a stop or tooth side is reached; none where it is there. Closing the joints
    /// moves the state a little off the stop that the step was to end at.
    fn reaches_later(&mut self, h: f64, end: f64, guard: ModeGuard) -> Option<f64> {
        self.scratch.copy_from_slice(self.stepper.proposal());
        if self.system.non_finite(&self.scratch).is_some() {
            return None;
        }
        if !self.stepper.on_joints() {
            self.system.project(end, &mut self.scratch).ok()?;
        }
        let [gap, rate, size] = self.system.reach_gap(&self.scratch, guard)?;
        let later = -gap / rate;
        let near = gap.abs() <= REACH_GAP * size || rate >= 0.0;
        (!near && later.abs() <= MEETING_CORRECTION * h).then_some(later)
    }

    /// The guards there are now, and room for their values.
    pub(crate) fn refit_guards(&mut self) {
        self.system.show_events();
        self.guards.refit(self.system.as_ref());
        let all = self.guards.len();
        if all != self.guard_values.len() {
            self.guard_values.resize(all, 0.0);
            self.guard_armed.resize(all, false);
            for look in &mut self.guard_samples {
                look.resize(all, 0.0);
            }
            let modes = self.guards.sections(&mut self.guard_values).modes.len();
            self.modes_at_start.resize(modes, 0.0);
        }
    }

    /// Where in the step parts that were apart first meet.
    fn first_touch(&mut self, h: f64) -> Option<f64> {
        if !self.system.touches() {
            return None;
        }
        self.prepare_dense(h);
        let from = Start { time: self.time, y: &self.y, f: &self.f, h };
        let stepper = self.stepper.as_ref();
        self.system.first_touch(&mut |theta, state| stepper.dense(from, theta, state), &mut self.scratch)
    }

    /// The step again, to end where parts meet: its length and its end. The end of a shorter step is more accurate than dense
    /// output: its length is corrected until the gap is closed there. None where that is not within the whole step, which is
    /// then attempted anew.
    fn step_to_touch(&mut self, mut h: f64, whole: (f64, f64)) -> Result<Option<(f64, f64)>, RunError> {
        for round in 0..TOUCH_ROUNDS {
            self.attempt_again(h)?;
            let Some([gap, rate, size]) = self.system.last_meeting_gap(self.stepper.proposal()) else { break };
            let later = -gap / rate;
            // grazing contacts have no sharp moment; a correction beyond the step's error is none
            if round + 1 == TOUCH_ROUNDS
                || gap.abs() <= MEETING_GAP * size
                || rate >= 0.0
                || later.abs() > MEETING_CORRECTION * h
            {
                break;
            }
            h += later;
            if h > whole.0 {
                self.attempt_again(whole.0)?;
                return Ok(None);
            }
        }
        Ok(Some(if h == whole.0 { whole } else { (h, self.time + h) }))
    }

    /// Which guards can still become true; whether any condition can.
    fn arm_guards(&mut self) -> bool {
        let conditions = self.arm_conditions();
        let Sections { limits, modes, .. } = self.guards.sections(&mut self.guard_armed);
        for (armed, passed) in limits.iter_mut().zip(&self.limit_passed) {
            *armed = !passed;
        }
        modes.fill(true);
        conditions
    }
}

/// Modes were settled for the very state a step starts from. A guard of theirs that is positive there is so by the error
/// of locating the event: it waits until it has been negative, unless it grows, at once or over the whole step. Where it is a
/// threshold less something that is nothing yet, rounding of that makes it no larger.
fn rearm(start: &[f64], last: &mut [f64], now: &[f64], end: bool, first: bool) {
    for ((g0, last), now) in start.iter().zip(last).zip(now) {
        if *g0 > 0.0 && *last > 0.0 && *now > g0 * GUARD_GROWTH && (first || end) {
            *last = -f64::MIN_POSITIVE;
        }
    }
}

//! An integrator beside which some components take fixed steps of their own.
//!
//! What goes on by event is integrated as if the others were not there; they stand aside in the system, and their entries of y do
//! not move. After each attempt that is good they take their steps until they are ahead of its end. Their dense output is
//! straight from one end of a step to the other. A step of theirs that is under way when anything acts on them is taken again to end there
//! (`gather`).

use super::stepper::{Change, Control, ImplicitWork, Start, Stepper};
use super::steps_ahead::{Part, Segment, StepsAhead};
use super::tolerance::Tolerance;
use crate::tolerances::FIXED_STEP_SLACK;
use mainspring_dynamics::{Failure, System, just_after};
use mainspring_numerics::interrupt::gave_up;

/// Steps of a component within one of the integrator, at most.
const MOST_AHEAD: f64 = 64.0;

pub(super) struct Mixed {
    inner: Box<dyn Stepper>,
    /// end of the run, s
    duration: f64,
    /// whose each entry of y is
    owners: Vec<Option<usize>>,
    /// first entry of the ledger
    ledger: usize,
    parts: Vec<Part>,
    end: Vec<f64>,
    broken: bool,
}

impl Mixed {
    pub(super) fn new(inner: Box<dyn Stepper>, system: &dyn System, duration: f64) -> Self {
        let [q, v, w] = system.sizes();
        Self {
            inner,
            duration,
            owners: system.component_of_entries(),
            ledger: q + v,
            parts: Vec::new(),
            end: vec![0.0; q + v + w],
            broken: false,
        }
    }

    fn entries(&self, component: usize) -> impl Iterator<Item = usize> + '_ {
        (0..self.owners.len()).filter(move |&i| self.owners[i] == Some(component))
    }

    /// Entries of several components.
    fn shared(&self) -> impl Iterator<Item = usize> + '_ {
        (self.ledger..self.owners.len()).filter(|&i| self.owners[i].is_none())
    }

    fn put(&self, component: usize, values: &[f64], y: &mut [f64]) {
        for (i, value) in self.entries(component).zip(values) {
            y[i] = *value;
        }
    }

    /// Brings components into a state that the integrator has found at `time` in a step from `since` on.
    fn overlay(&self, since: f64, time: f64, y: &mut [f64]) {
        for part in &self.parts {
            let Some(segment) = under(&part.segments, time) else { continue };
            let share = share(segment, time);
            for (i, (a, b)) in self.entries(part.component).zip(segment.from.iter().zip(&segment.to)) {
                y[i] = if share == 1.0 { *b } else { a + share * (b - a) };
            }
            for (k, i) in self.shared().enumerate() {
                let gone = part.segments.iter().map(|s| s.adds[k] * (self::share(s, time) - self::share(s, since)));
                y[i] += gone.sum::<f64>();
            }
        }
    }

    /// Lets components take their steps until they are not behind `until`.
    fn cover(&mut self, system: &mut dyn System, from: Start<'_>, until: f64) -> Result<(), Failure> {
        for at in 0..self.parts.len() {
            loop {
                let Part { component, step, ref segments, .. } = self.parts[at];
                let front = segments.last().map_or(from.time, |s| s.end);
                if until - front <= FIXED_STEP_SLACK * step {
                    break;
                }
                if gave_up() {
                    return Err(Failure::Field(String::new()));
                }
                let mut y = from.y.to_vec();
                if let Some(last) = segments.last() {
                    self.put(component, &last.to, &mut y);
                }
                let before = segments.last().map_or_else(|| system.step_memory(component), |s| s.after.clone());
                let segment = self.step(system, component, [front, until, step], y, before)?;
                self.parts[at].segments.push(segment);
            }
        }
        Ok(())
    }

    /// One step of a component.
    fn step(
        &self,
        system: &mut dyn System,
        component: usize,
        [start, until, step]: [f64; 3],
        mut y: Vec<f64>,
        before: mainspring_dynamics::StepMemory,
    ) -> Result<Segment, Failure> {
        let from: Vec<f64> = self.entries(component).map(|i| y[i]).collect();
        let shared: Vec<f64> = self.shared().map(|i| y[i]).collect();
        let none = vec![0.0; shared.len()];
        if before.rest.0 {
            let to = from.clone();
            let after = before.clone();
            return Ok(Segment { start, end: until, from, to, adds: none, before, after, lost: 0.0, gain: 0.0 });
        }
        let h = step.min(system.turn_limit(&y));
        let switch = system.next_switch(just_after(start), (start + 2.0 * h).min(self.duration));
        let stop = switch.unwrap_or(self.duration);
        let room = stop - start;
        let (h, end) = if h >= room * (1.0 - FIXED_STEP_SLACK) { (room, stop) } else { (h, start + h) };
        let energy = system.energy(&y).total();
        let mut after = before.clone();
        let lost = system.step_component(component, start, &mut y, h, &mut after)?;
        if self.entries(component).any(|i| !y[i].is_finite()) {
            return Err(Failure::Field(String::new()));
        }
        let gain = system.energy(&y).total() - energy;
        let to = self.entries(component).map(|i| y[i]).collect();
        let adds = self.shared().zip(&shared).map(|(i, was)| y[i] - was).collect();
        Ok(Segment { start, end, from, to, adds, before, after, lost, gain })
    }
}

/// Whether a step is over at `time`.
fn over(segment: &Segment, time: f64) -> bool {
    segment.end - time <= FIXED_STEP_SLACK * (segment.end - segment.start)
}

/// What part of a step is gone at `time`.
fn share(segment: &Segment, time: f64) -> f64 {
    if over(segment, time) {
        return 1.0;
    }
    ((time - segment.start) / (segment.end - segment.start)).max(0.0)
}

/// The step that is under way at `time`, or the last.
fn under(segments: &[Segment], time: f64) -> Option<&Segment> {
    segments.iter().find(|s| !over(s, time)).or_else(|| segments.last())
}

impl Stepper for Mixed {
    fn name(&self) -> &'static str {
        self.inner.name()
    }

    fn control(&self) -> Control {
        self.inner.control()
    }

    fn attempt(&mut self, system: &mut dyn System, from: Start<'_>, tolerance: &Tolerance) -> f64 {
        let error = self.inner.attempt(system, from, tolerance);
        if self.parts.is_empty() || error.is_nan() {
            self.end.copy_from_slice(self.inner.proposal());
            return error;
        }
        let end = from.time + from.h;
        self.broken = self.cover(system, from, end).is_err();
        if self.broken {
            return f64::NAN;
        }
        let mut state = std::mem::take(&mut self.end);
        state.copy_from_slice(self.inner.proposal());
        self.overlay(from.time, end, &mut state);
        self.end = state;
        error
    }

    fn proposal(&self) -> &[f64] {
        if self.parts.is_empty() { self.inner.proposal() } else { &self.end }
    }

    fn on_joints(&self) -> bool {
        self.inner.on_joints()
    }

    fn prepare_dense(&mut self, system: &mut dyn System, from: Start<'_>) {
        self.inner.prepare_dense(system, from);
    }

    fn dense(&self, from: Start<'_>, theta: f64, out: &mut [f64]) {
        self.inner.dense(from, theta, out);
        self.overlay(from.time, from.time + theta * from.h, out);
    }

    /// Two looks at each step of a component see every turn of straight lines.
    fn guard_samples(&self) -> f64 {
        let most = self.parts.iter().map(|part| part.segments.len()).max().unwrap_or(0);
        self.inner.guard_samples() + 2.0 * most as f64
    }

    fn steady(&self) -> f64 {
        self.inner.steady()
    }

    fn moved(&mut self, by: &[f64]) {
        self.inner.moved(by);
    }

    fn carry(&mut self, speeds: &[f64]) {
        self.inner.carry(speeds);
    }

    fn forget(&mut self) {
        self.inner.forget();
    }

    fn changed(&mut self) -> Option<Change> {
        self.inner.changed()
    }

    fn implicit_work(&self) -> ImplicitWork {
        self.inner.implicit_work()
    }

    fn memory(&self) -> Vec<f64> {
        self.inner.memory()
    }

    fn remember(&mut self, memory: &[f64]) -> bool {
        self.inner.remember(memory)
    }

    fn ahead(&self) -> Option<&dyn StepsAhead> {
        Some(self)
    }

    fn ahead_mut(&mut self) -> Option<&mut dyn StepsAhead> {
        Some(self)
    }
}

impl StepsAhead for Mixed {
    fn parts(&self) -> &[Part] {
        &self.parts
    }

    fn restore(&mut self, parts: &[Part]) -> bool {
        let shared = self.shared().count();
        let fits = |part: &Part| {
            let own = self.entries(part.component).count();
            let whole = |s: &Segment| [s.from.len(), s.to.len(), s.adds.len()] == [own, own, shared];
            own > 0 && part.segments.iter().all(whole)
        };
        let fit = parts.iter().all(fits);
        self.parts = parts.to_vec();
        fit
    }

    fn add(&mut self, component: usize, step: f64, driven: bool) {
        self.parts.push(Part { component, step, driven, segments: Vec::new(), booked: 0.0 });
        self.parts.sort_by_key(|part| part.component);
    }

    fn remove(&mut self, component: usize) {
        self.parts.retain(|part| part.component != component);
    }

    fn broken(&self) -> bool {
        self.broken
    }

    fn longest(&self, time: f64) -> f64 {
        let of = |part: &Part| {
            let end = part.segments.iter().find(|s| !over(s, time)).map_or(time + part.step, |s| s.end);
            if part.driven { end - time } else { MOST_AHEAD * part.step }
        };
        self.parts.iter().map(of).fold(f64::INFINITY, f64::min)
    }

    fn accepted(&mut self, system: &mut dyn System, time: f64, y: &[f64]) -> f64 {
        let mut lost = 0.0;
        for at in 0..self.parts.len() {
            let gone = self.parts[at].segments.iter().take_while(|s| over(s, time)).count();
            let passed: Vec<Segment> = self.parts[at].segments.drain(..gone).collect();
            if let Some(last) = passed.last() {
                lost += passed.iter().map(|s| s.lost).sum::<f64>() - self.parts[at].booked;
                self.parts[at].booked = 0.0;
                system.set_step_memory(self.parts[at].component, &last.after);
            }
            let Some(segment) = self.parts[at].segments.first() else { continue };
            if passed.is_empty() {
                system.set_step_memory(self.parts[at].component, &segment.before);
            }
            // on the straight way energy is not what it is on the way gone: the difference is booked until the step is over
            let mut start = y.to_vec();
            self.put(self.parts[at].component, &segment.from, &mut start);
            let between = system.energy(y).total() - system.energy(&start).total();
            let booked = share(segment, time) * (segment.lost + segment.gain) - between;
            lost += booked - self.parts[at].booked;
            self.parts[at].booked = booked;
        }
        lost
    }

    fn read_at(&self, system: &mut dyn System, time: f64) {
        for part in &self.parts {
            let done = part.segments.iter().take_while(|s| over(s, time)).last();
            let memory = done.map(|s| &s.after).or_else(|| part.segments.first().map(|s| &s.before));
            if let Some(memory) = memory {
                system.set_step_memory(part.component, memory);
            }
        }
    }

    fn settle(&self, time: f64, y: &mut [f64]) {
        for part in &self.parts {
            if let Some(segment) = under(&part.segments, time) {
                let values = if over(segment, time) { &segment.to } else { &segment.from };
                self.put(part.component, values, y);
            }
        }
    }

    fn under_way(&self, component: usize, time: f64) -> bool {
        let part = self.parts.iter().find(|part| part.component == component);
        part.and_then(|part| part.segments.first()).is_some_and(|s| !over(s, time) && time > s.start)
    }

    fn gather(&mut self, system: &mut dyn System, time: f64, y: &mut [f64]) -> Result<f64, Failure> {
        let mut lost = 0.0;
        for at in 0..self.parts.len() {
            let segments = std::mem::take(&mut self.parts[at].segments);
            let booked = std::mem::take(&mut self.parts[at].booked);
            let Some(segment) = segments.into_iter().next() else { continue };
            let component = self.parts[at].component;
            if segment.before.rest.0 || time <= segment.start {
                system.set_step_memory(component, &segment.before);
                lost -= booked;
                continue;
            }
            let mut start = y.to_vec();
            self.put(component, &segment.from, &mut start);
            let gone = share(&segment, time);
            let mut memory = segment.before.clone();
            let took =
                system.step_component(component, segment.start, &mut start, time - segment.start, &mut memory)?;
            for i in self.entries(component) {
                y[i] = start[i];
            }
            for (k, i) in self.shared().enumerate() {
                y[i] = start[i] - gone * segment.adds[k];
            }
            system.set_step_memory(component, &memory);
            lost += took - booked;
        }
        Ok(lost)
    }
}

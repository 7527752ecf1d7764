//! An integrator that moves along with what flies.
//!
//! A system counts the velocities of what flies from that of the whole, and its derivative leaves that speed out
//! (`dynamics::multibody::origins`): within a step places stay near to where they were, and every stage has all its digits. What
//! is read of a step has the way of the whole added.

use super::stepper::{Change, Control, ImplicitWork, Start, Stepper};
use super::tolerance::Tolerance;
use mainspring_dynamics::System;

pub(super) struct Carried {
    inner: Box<dyn Stepper>,
    /// how fast each entry moves along; empty: none does
    speeds: Vec<f64>,
    /// the way of the last attempt, which its own coordinates lack, and when it began
    way: Vec<f64>,
    since: Option<f64>,
    end: Vec<f64>,
}

impl Carried {
    pub(super) fn new(inner: Box<dyn Stepper>, n: usize) -> Self {
        Self { inner, speeds: Vec::new(), way: Vec::new(), since: None, end: vec![0.0; n] }
    }
}

impl Stepper for Carried {
    fn name(&self) -> &'static str {
        self.inner.name()
    }

    fn control(&self) -> Control {
        self.inner.control()
    }

    fn attempt(&mut self, system: &mut dyn System, from: Start<'_>, tolerance: &Tolerance) -> f64 {
        // what is remembered of the step before is where that was
        if self.since.is_some_and(|since| since != from.time) && !self.way.is_empty() {
            self.way.iter_mut().for_each(|x| *x = -*x);
            self.inner.moved(&self.way);
        }
        let error = self.inner.attempt(system, from, tolerance);
        self.since = Some(from.time);
        self.way.clear();
        self.end.copy_from_slice(self.inner.proposal());
        if !self.speeds.is_empty() {
            self.way.extend(self.speeds.iter().map(|speed| speed * from.h));
            self.end.iter_mut().zip(&self.way).for_each(|(x, by)| *x += by);
        }
        error
    }

    fn proposal(&self) -> &[f64] {
        &self.end
    }

    fn on_joints(&self) -> bool {
        self.inner.on_joints()
    }

    fn prepare_dense(&mut self, system: &mut dyn System, from: Start<'_>) {
        self.inner.prepare_dense(system, from);
    }

    fn dense(&self, from: Start<'_>, theta: f64, out: &mut [f64]) {
        self.inner.dense(from, theta, out);
        out.iter_mut().zip(&self.way).for_each(|(x, by)| *x += theta * by);
    }

    fn guard_samples(&self) -> f64 {
        self.inner.guard_samples()
    }

    fn steady(&self) -> f64 {
        self.inner.steady()
    }

    fn moved(&mut self, by: &[f64]) {
        self.inner.moved(by);
    }

    fn carry(&mut self, speeds: &[f64]) {
        self.speeds.clear();
        self.speeds.extend_from_slice(speeds);
    }

    fn forget(&mut self) {
        self.since = None;
        self.inner.forget();
    }

    fn changed(&mut self) -> Option<Change> {
        self.inner.changed()
    }

    fn implicit_work(&self) -> ImplicitWork {
        self.inner.implicit_work()
    }

    fn memory(&self) -> Vec<f64> {
        let flag = |x: bool| if x { 1.0 } else { 0.0 };
        let mut out = vec![flag(self.since.is_some()), self.since.unwrap_or_default(), self.way.len() as f64];
        out.extend_from_slice(&self.way);
        out.extend(self.inner.memory());
        out
    }

    fn remember(&mut self, memory: &[f64]) -> bool {
        let [known, since, count, rest @ ..] = memory else { return false };
        if *count != 0.0 && *count != self.end.len() as f64 || rest.len() < *count as usize {
            return false;
        }
        let (way, inner) = rest.split_at(*count as usize);
        self.since = (*known != 0.0).then_some(*since);
        self.way = way.to_vec();
        self.inner.remember(inner)
    }
}

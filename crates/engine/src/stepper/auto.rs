//! The default: DOP853, and Radau while the motion is stiff.
//!
//! Explicit steps are watched as Hairer's codes do (Solving ODEs II, chapter IV.2): where two states of nearly the same time
//! differ by δy and their derivatives by δf, h|δf|/|δy| estimates |hλ| of the fastest rate λ. Here they are the last stage
//! of a step and the state that was accepted. At the limit of stability the estimate stays above 6.1; fifteen such steps,
//! not broken by six in a row below it, and the rest of the way is taken by Radau.
//!
//! At tight tolerances explicit steps can be kept short by less than that: the round-off of stiff forces looks like an error.
//! So where the estimate stays above a half, now and then one step of Radau, twenty times as long, is tried on the side; if
//! it meets the tolerance Radau takes over. Trials become rarer while they fail. Its matrices are dense: the more bodies,
//! the longer its steps must be to pay, and the trial's step is chosen so.
//!
//! Radau knows the Jacobian. Some steps of power iteration on (x, v) ↦ (v, A_q x + A_v v) give the fastest rate, and with it
//! |hλ| of the step that accuracy allows. When that stays below 2 an explicit step three times as long would be stable, and
//! DOP853 takes over again. After each return both changes ask for twice as many steps, so that a motion at the border
//! does not go to and fro.
//!
//! A slip in space that sets off or turns round is slow, and friction turns with it at a rate r that goes with one over its
//! speed: explicit steps would follow at lengths of 1/r until it is fast. Radau takes over at once where r is far beyond what
//! explicit steps of that length could follow, and gives back as soon as it no longer is. That is no change of the motion, and is
//! not told. A slip that gets slower does not count: steps are bounded by its end, which no implicit step gets beyond.

use super::dop853::Dop853;
use super::radau::Radau;
use super::radau_matrices::Matrices;
use super::stepper::{Change, Control, ImplicitWork, MOST_VELOCITIES, Start, Stepper};
use super::tolerance::Tolerance;
use mainspring_dynamics::System;

/// |hλ| at which DOP853 is at the limit of its stability.
const STIFF: f64 = 6.1;
/// Explicit steps at the limit before Radau takes over.
const STIFF_STEPS: u32 = 15;
/// Explicit steps below it that clear the count.
const CLEAR_STEPS: u32 = 6;
/// |hλ| of explicit steps from which on a long implicit step is worth a trial.
const SUSPECT: f64 = 0.5;
/// Suspect steps before the first trial, and at most between two.
const TRIAL_STEPS: [u32; 2] = [50, 3200];
/// How much longer an implicit step must be to be worth its work, for small mechanisms.
const WORTH: f64 = 20.0;
/// Velocities from which on the dense matrices of an implicit step weigh more than its evaluations.
const DENSE: f64 = 45.0;
/// Velocities up to which stiffness alone decides, or a slip that is slow; above, only a trial does.
const SMALL: usize = 60;
/// |hλ| of an implicit step below which explicit ones would be cheaper.
const EASY: f64 = 2.0;
/// Implicit steps below it before DOP853 takes over the first time.
const EASY_STEPS: u32 = 20;
/// r h of a slip from which on Radau follows it, and below which it gives back.
const SLIP_TURNS: [f64; 2] = [10.0, 2.0];
/// Power iterations for the fastest rate.
const ITERATIONS: usize = 12;

/// What is counted between steps.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    implicit: bool,
    stiff: u32,
    clear: u32,
    easy: u32,
    /// suspect steps since the last trial, and trials that failed
    suspect: u32,
    trials: u32,
    /// returns to DOP853 so far
    returns: u32,
}

/// Both methods and what is known of the motion.
pub(super) struct Auto {
    explicit: Dop853,
    implicit: Radau,
    counts: Counts,
    /// Radau acts for a slip that is slow
    slip: bool,
    change: Option<Change>,
    /// start and step of the last attempt; None at the beginning and after a jump
    last: Option<[f64; 2]>,
    /// last stage of the last explicit attempt, and its derivative
    stage: Vec<f64>,
    rate: Vec<f64>,
    /// power iteration: displacement and velocity
    x: Vec<f64>,
    v: Vec<f64>,
    next: Vec<f64>,
    sizes: [usize; 2],
}

impl Auto {
    pub(super) fn new(n: usize, sizes: [usize; 2]) -> Self {
        Self {
            explicit: Dop853::new(n),
            implicit: Radau::new(n, sizes),
            counts: Counts::default(),
            slip: false,
            change: None,
            last: None,
            stage: vec![0.0; n],
            rate: vec![0.0; n],
            x: vec![0.0; sizes[1]],
            v: vec![0.0; sizes[1]],
            next: vec![0.0; sizes[1]],
            sizes,
        }
    }

    /// |hλ| of the explicit step just accepted, from its last stage and where it came to.
    fn explicit_stiffness(&self, from: Start<'_>, h: f64, tolerance: &Tolerance) -> f64 {
        let size = |of: &dyn Fn(usize) -> f64| {
            let m = self.sizes[0] + self.sizes[1];
            let sum: f64 = (0..m).map(|i| of(i) / tolerance.scales[i]).map(|x| x * x).sum();
            sum.sqrt()
        };
        let apart = size(&|i| from.y[i] - self.stage[i]);
        if apart > 0.0 { h * size(&|i| from.f[i] - self.rate[i]) / apart } else { 0.0 }
    }

    /// Fastest rate in Radau's Jacobian, 1/s.
    fn fastest(&mut self) -> f64 {
        let nv = self.sizes[1];
        let Matrices { by_position, by_velocity, .. } = &self.implicit.matrices;
        if by_position.len() != nv * nv || nv == 0 {
            return f64::INFINITY;
        }
        // displacements count in velocities, by a rate of the right size, so that neither hides the other
        let scale = by_position.iter().fold(0.0_f64, |a, x| a.max(x.abs())).sqrt();
        let unit = if scale > 0.0 { scale } else { 1.0 };
        // a start with a part in every direction
        for i in 0..nv {
            self.x[i] = 1.0 / ((1.0 + i as f64) * unit);
            self.v[i] = 1.0 / (1.5 + i as f64);
        }
        let mut grown = 0.0;
        for iteration in 0..ITERATIONS {
            for i in 0..nv {
                let (p, d) = (&by_position[i * nv..(i + 1) * nv], &by_velocity[i * nv..(i + 1) * nv]);
                self.next[i] = p.iter().zip(&self.x).map(|(a, x)| a * x).sum::<f64>()
                    + d.iter().zip(&self.v).map(|(a, v)| a * v).sum::<f64>();
            }
            std::mem::swap(&mut self.x, &mut self.v);
            std::mem::swap(&mut self.v, &mut self.next);
            let sum: f64 = self.x.iter().map(|x| scale * x).chain(self.v.iter().copied()).map(|x| x * x).sum();
            let size = sum.sqrt();
            if size == 0.0 || !size.is_finite() {
                return 0.0;
            }
            self.x.iter_mut().chain(&mut self.v).for_each(|x| *x /= size);
            // the first ones still turn towards the fastest direction; of a pair that oscillates the mean counts
            if iteration >= ITERATIONS / 2 {
                grown += libm::log(size);
            }
        }
        libm::exp(grown / (ITERATIONS - ITERATIONS / 2) as f64)
    }

    /// Lets Radau act while a slip in space is slow, at the start of an attempt.
    fn watch_slip(&mut self, turn_rate: f64, h: f64) {
        let acts = turn_rate * h > SLIP_TURNS[usize::from(self.slip)];
        if acts == self.slip || (acts && self.counts.implicit) || self.sizes[1] > SMALL {
            return;
        }
        (self.slip, self.implicit.wary) = (acts, acts);
        self.implicit.forget();
    }

    /// Looks at the step just accepted and changes the method if it is time.
    fn watch(&mut self, system: &mut dyn System, from: Start<'_>, h: f64, tolerance: &Tolerance) {
        if self.slip {
            return;
        }
        if self.counts.implicit {
            let needed = EASY_STEPS << self.counts.returns.min(16);
            let stiffness = h * self.fastest();
            let counts = &mut self.counts;
            counts.easy = if stiffness < EASY { counts.easy + 1 } else { 0 };
            if counts.easy >= needed {
                self.counts = Counts { returns: counts.returns + 1, ..Counts::default() };
                self.change = Some(Change { to: "dop853", stiffness });
            }
            return;
        }
        let stiffness = self.explicit_stiffness(from, h, tolerance);
        let counts = &mut self.counts;
        if stiffness > STIFF {
            (counts.stiff, counts.clear) = (counts.stiff + 1, 0);
        } else if counts.stiff > 0 {
            counts.clear += 1;
            if counts.clear >= CLEAR_STEPS {
                (counts.stiff, counts.clear) = (0, 0);
            }
        }
        if stiffness > SUSPECT {
            counts.suspect += 1;
        }
        let (nv, worn) = (self.sizes[1], counts.returns.min(6));
        let patience = (TRIAL_STEPS[0] << counts.trials.min(16)).min(TRIAL_STEPS[1]) << worn;
        let limited = counts.stiff >= STIFF_STEPS << worn;
        let mut stiff = limited && nv <= SMALL;
        if !stiff && nv <= MOST_VELOCITIES && (limited || counts.suspect >= patience) {
            (counts.stiff, counts.suspect, counts.trials) = (0, 0, counts.trials + 1);
            let dense = nv as f64 / DENSE;
            let longer = Start { h: WORTH * (1.0 + dense * dense) * h, ..from };
            self.implicit.forget();
            stiff = self.implicit.attempt(system, longer, tolerance) <= 1.0;
            self.implicit.forget();
        }
        if stiff {
            self.counts = Counts { implicit: true, returns: self.counts.returns, ..Counts::default() };
            self.change = Some(Change { to: "radau", stiffness });
        }
    }

    fn acting(&self) -> &dyn Stepper {
        if self.is_implicit() { &self.implicit } else { &self.explicit }
    }

    fn is_implicit(&self) -> bool {
        self.counts.implicit || self.slip
    }
}

impl Stepper for Auto {
    fn name(&self) -> &'static str {
        "auto"
    }

    fn control(&self) -> Control {
        self.acting().control()
    }

    fn attempt(&mut self, system: &mut dyn System, from: Start<'_>, tolerance: &Tolerance) -> f64 {
        if let Some([time, h]) = self.last
            && from.time != time
        {
            self.watch(system, from, h, tolerance);
        }
        self.watch_slip(system.slip_turn_rate(), from.h);
        self.last = Some([from.time, from.h]);
        if self.is_implicit() {
            return self.implicit.attempt(system, from, tolerance);
        }
        let error = self.explicit.attempt(system, from, tolerance);
        let (stage, rate) = self.explicit.last_stage();
        self.stage.copy_from_slice(stage);
        self.rate.copy_from_slice(rate);
        error
    }

    fn proposal(&self) -> &[f64] {
        self.acting().proposal()
    }

    fn prepare_dense(&mut self, system: &mut dyn System, from: Start<'_>) {
        if self.is_implicit() {
            self.implicit.prepare_dense(system, from);
        } else {
            self.explicit.prepare_dense(system, from);
        }
    }

    fn dense(&self, from: Start<'_>, theta: f64, out: &mut [f64]) {
        self.acting().dense(from, theta, out);
    }

    fn steady(&self) -> f64 {
        self.acting().steady()
    }

    fn forget(&mut self) {
        self.last = None;
        self.implicit.forget();
    }

    fn moved(&mut self, by: &[f64]) {
        self.stage.iter_mut().zip(by).for_each(|(x, by)| *x -= by);
    }

    fn changed(&mut self) -> Option<Change> {
        self.change.take()
    }

    fn implicit_work(&self) -> ImplicitWork {
        self.implicit.implicit_work()
    }

    fn memory(&self) -> Vec<f64> {
        let c = self.counts;
        let flag = |x: bool| if x { 1.0 } else { 0.0 };
        let [time, h] = self.last.unwrap_or_default();
        let mut out = vec![flag(c.implicit), flag(self.slip)];
        out.extend([c.stiff, c.clear, c.easy, c.suspect, c.trials, c.returns].map(f64::from));
        out.extend([flag(self.last.is_some()), time, h]);
        out.extend_from_slice(&self.stage);
        out.extend_from_slice(&self.rate);
        out.extend(self.implicit.memory());
        out
    }

    fn remember(&mut self, memory: &[f64]) -> bool {
        let n = self.stage.len();
        if memory.len() < 11 + 2 * n {
            return false;
        }
        let (head, rest) = memory.split_at(11);
        let count = |i: usize| head[1 + i] as u32;
        self.slip = head[1] != 0.0;
        self.implicit.wary = self.slip;
        self.counts = Counts {
            implicit: head[0] != 0.0,
            stiff: count(1),
            clear: count(2),
            easy: count(3),
            suspect: count(4),
            trials: count(5),
            returns: count(6),
        };
        self.last = (head[8] != 0.0).then_some([head[9], head[10]]);
        self.stage.copy_from_slice(&rest[..n]);
        self.rate.copy_from_slice(&rest[n..2 * n]);
        self.implicit.remember(&rest[2 * n..])
    }
}

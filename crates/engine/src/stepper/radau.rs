//! Radau IIA of order 5, for stiff springs and dampers: L-stable, its step set by the motion and not by the stiffness.
//!
//! Hairer and Wanner, Solving ODEs II, chapter IV.8. Stage increments Z solve Z = h (A⊗I) f(y + Z) by a simplified Newton
//! iteration in W = T⁻¹Z, which splits into one real and one complex system per iteration (`radau_matrices`). The
//! ledger's integrals w have no part in the iteration: they are summed once it has converged.
//!
//! The error estimate is of order 3 where the method is of order 5: h⁴ is compared with rtol to the power 4/5, so that the
//! error over a run goes with rtol. The Jacobian is kept while Newton converges fast, the factors while the step stays;
//! steps that would grow by less than a fifth do not grow.
//!
//! Where stiff directions turn by φ within a step, a frozen Jacobian leaves k φ² h²/m of an error after an iteration: with φ
//! proportional to h this goes with h⁴, whatever the tolerance. So the Jacobian is taken half way along the step, where φ
//! is half as large, and the rate of convergence joins the error in the choice of the step.
//!
//! Dense output is the collocation polynomial (order 3), raised by one with the slope at which the step before ended: a
//! quartic with slopes f at 0, c₁, c₂, 1. What it adds, e ∫(s − c₁)(s − c₂)(s − 1), vanishes at both ends.

use super::collocation::{Taken, polynomial, slope};
use super::radau_by_stages::StageMatrices;
use super::radau_matrices::Matrices;
use super::radau_table::{A, ALPHA, BETA, C, C1, C2, E, GAMMA, T, T_INVERSE};
use super::stepper::{Control, ImplicitWork, Start, Stepper};
use super::tolerance::Tolerance;
use crate::tolerances::{SLIP_EXACT, STEP_IMBALANCE};
use mainspring_definition::SpaceKind;
use mainspring_dynamics::{Energy, LedgerKind, System};

/// Newton iterations before the step is made shorter.
const PATIENCE: usize = 10;
/// Convergence at this rate or better keeps the Jacobian for the next step.
const FAST: f64 = 1e-2;
/// Newton increments, relative to the tolerance of the estimate, that may be left where round-off stops the iteration.
pub(super) const ROUND_OFF: f64 = 0.02;
/// Error reported for a step on which Newton does not converge: it is halved; where slopes change by much, a tenth is left.
const NOT_CONVERGED: [f64; 2] = [10.0, 1e4];
/// Times that a step is made shorter for its energy balance alone.
const MOST_BALANCED: u32 = 8;
/// Error at which the next step is twice as long: no more where slopes change by much from step to step.
const TWICE_AS_LONG: f64 = 0.03;
/// Steps that would grow by less than this stay as they are, and so do the factors.
const STEADY: f64 = 1.2;

/// How Newton's iteration ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Newton {
    Converged,
    /// too slow
    Failed,
    /// no longer finite
    Lost,
}

/// The method with its matrices.
pub(super) struct Radau {
    pub(super) n: usize,
    /// nq, nv
    pub(super) sizes: [usize; 2],
    pub(super) matrices: Matrices,
    /// slopes of each stage, while slopes change by much
    pub(super) stages: StageMatrices,
    /// time at which the Jacobian was made; None: there is none
    pub(super) jacobian_at: Option<f64>,
    /// last rate of Newton's convergence, and what it says is left after an iteration
    rate: f64,
    ahead: f64,
    /// times that the step from this time was made shorter for its energy balance
    balanced: (f64, u32),
    /// slopes change by much from step to step: they are made anew for each, and one increment alone says nothing
    pub(super) wary: bool,
    /// rate of the first two increments, if these were well above round-off
    pub(super) pace: f64,
    /// the last attempt, and the accepted step before it
    last: Taken,
    before: Taken,
    w: [Vec<f64>; 3],
    pub(super) f: [Vec<f64>; 3],
    pub(super) residual: [Vec<f64>; 3],
    end: Vec<f64>,
    /// where an implicit step leads, in case slopes change by much
    pub(super) way: Vec<f64>,
    error: Vec<f64>,
    weights: Vec<f64>,
    pub(super) stage: Vec<f64>,
    /// what the quartic adds to the collocation polynomial
    raise: Vec<f64>,
    pub(super) work: ImplicitWork,
}

impl Radau {
    /// For states of n entries, of which the first are nq positions and nv velocities.
    pub(super) fn new(n: usize, [nq, nv]: [usize; 2]) -> Self {
        let line = || vec![0.0; n];
        Self {
            n,
            sizes: [nq, nv],
            matrices: Matrices::new(n, [nq, nv]),
            stages: StageMatrices::new([nq, nv]),
            jacobian_at: None,
            rate: 1.0,
            ahead: 1.0,
            balanced: (f64::NAN, 0),
            wary: false,
            pace: 0.0,
            last: Taken { z: std::array::from_fn(|_| line()), ..Taken::default() },
            before: Taken { z: std::array::from_fn(|_| line()), ..Taken::default() },
            w: std::array::from_fn(|_| line()),
            f: std::array::from_fn(|_| line()),
            residual: std::array::from_fn(|_| line()),
            end: line(),
            way: line(),
            error: line(),
            weights: vec![1.0; n],
            stage: line(),
            raise: line(),
            work: ImplicitWork::default(),
        }
    }

    fn make_jacobian(&mut self, system: &mut dyn System, from: Start<'_>) {
        // half way to where the last step's polynomial leads, so that no stage is far from it
        let m = self.sizes[0] + self.sizes[1];
        self.stage.copy_from_slice(from.y);
        let mut time = from.time;
        if self.before.known {
            time += 0.5 * from.h;
            let theta = 1.0 + 0.5 * from.h / self.before.h;
            for k in 0..m {
                self.stage[k] += polynomial(&self.before.z, k, theta) - self.before.z[2][k];
            }
        }
        system.jacobian(time, &self.stage, &mut self.matrices.by_position, &mut self.matrices.by_velocity);
        self.jacobian_at = Some(from.time);
        self.matrices.factors_for = 0.0;
    }

    fn factorise(&mut self, h: f64) -> bool {
        self.work.factorisations += 1;
        self.matrices.factorise(h)
    }

    /// Stage increments to start from: the last step's polynomial beyond its end, or none; along the slope where slopes change by
    /// much.
    fn predict(&self, from: Start<'_>, z: &mut [Vec<f64>; 3]) {
        let h = from.h;
        for (c, z) in C.iter().zip(z) {
            if self.wary {
                // (γ/h − J)⁻¹f is an implicit step over h/γ
                for k in 0..self.n {
                    z[k] = c * GAMMA * self.way[k];
                }
            } else if self.before.known {
                let theta = 1.0 + c * h / self.before.h;
                for k in 0..self.n {
                    z[k] = polynomial(&self.before.z, k, theta) - self.before.z[2][k];
                }
            } else {
                z.fill(0.0);
            }
        }
    }

    /// Root mean square of the entries of q and v over the weights.
    pub(super) fn norm(&self, x: &[f64]) -> f64 {
        let m = self.sizes[0] + self.sizes[1];
        let sum: f64 = x[..m].iter().zip(&self.weights).map(|(x, w)| (x / w) * (x / w)).sum();
        (sum / (m.max(1) as f64)).sqrt()
    }

    /// The same, with the entries of w.
    fn error_norm(&self, x: &[f64]) -> f64 {
        let m = self.sizes[0] + self.sizes[1];
        let sum: f64 = x.iter().zip(&self.weights).map(|(x, w)| (x / w) * (x / w)).sum();
        (sum / (m.max(1) as f64)).sqrt()
    }

    /// Newton's iteration for the stages `z`, until what is left is below `enough`.
    fn newton(&mut self, system: &mut dyn System, from: Start<'_>, enough: f64, z: &mut [Vec<f64>; 3]) -> Newton {
        if self.wary {
            return self.newton_by_stages(system, from, enough, z);
        }
        let Start { time, y, h, .. } = from;
        let m = self.sizes[0] + self.sizes[1];
        for k in 0..m {
            let stages = [z[0][k], z[1][k], z[2][k]];
            for i in 0..3 {
                self.w[i][k] = dot(&T_INVERSE[i], &stages);
            }
        }
        let (gamma, alpha, beta) = (GAMMA / h, ALPHA / h, BETA / h);
        let (mut previous, mut rate_before) = (0.0_f64, 1.0_f64);
        self.ahead = libm::pow(self.ahead.max(f64::EPSILON), 0.8);
        self.pace = 0.0;
        for iteration in 1..=PATIENCE {
            self.work.iterations += 1;
            for i in 0..3 {
                for k in 0..self.n {
                    self.stage[k] = y[k] + z[i][k];
                }
                system.derivative(time + C[i] * h, &self.stage, &mut self.f[i]);
            }
            let mut r = std::mem::take(&mut self.residual);
            for k in 0..m {
                let f = [self.f[0][k], self.f[1][k], self.f[2][k]];
                let w = [self.w[0][k], self.w[1][k], self.w[2][k]];
                r[0][k] = dot(&T_INVERSE[0], &f) - gamma * w[0];
                r[1][k] = dot(&T_INVERSE[1], &f) - (alpha * w[1] - beta * w[2]);
                r[2][k] = dot(&T_INVERSE[2], &f) - (alpha * w[2] + beta * w[1]);
            }
            let [real, re, im] = &mut r;
            self.matrices.solve_real(system, y, h, real);
            self.matrices.solve_complex(system, y, h, re, im);
            let size = (r.iter().map(|x| self.norm(x) * self.norm(x)).sum::<f64>() / 3.0).sqrt();
            for k in 0..m {
                for i in 0..3 {
                    self.w[i][k] += r[i][k];
                }
                let w = [self.w[0][k], self.w[1][k], self.w[2][k]];
                for i in 0..3 {
                    z[i][k] = dot(&T[i], &w);
                }
            }
            self.residual = r;
            if !size.is_finite() {
                return Newton::Lost;
            }
            if iteration > 1 {
                let now = size / previous;
                self.rate = if iteration == 2 { now } else { (now * rate_before).sqrt() };
                rate_before = now;
                if iteration == 2 && previous > 10.0 * ROUND_OFF {
                    self.pace = now;
                }
                let hopeless = self.rate >= 0.99 || {
                    self.ahead = self.rate / (1.0 - self.rate);
                    self.ahead * size * libm::pow(self.rate, (PATIENCE - iteration) as f64) > enough
                };
                if hopeless {
                    // increments that no longer shrink but are small are the round-off of stiff forces
                    self.ahead = self.ahead.min(1.0);
                    return if size <= ROUND_OFF { Newton::Converged } else { Newton::Failed };
                }
            }
            if size == 0.0 || self.ahead * size <= enough {
                return Newton::Converged;
            }
            previous = size;
        }
        Newton::Failed
    }

    /// What the energy balance of the step is off by, over what may be. The estimate dampens what is fast, and with it a
    /// force that jumps within the step, as friction does where a slip in space turns round.
    fn imbalance(
        &mut self,
        system: &mut dyn System,
        from: Start<'_>,
        tolerance: &Tolerance,
        start: Energy,
        energy: f64,
    ) -> f64 {
        if self.balanced.0 != from.time {
            self.balanced = (from.time, 0);
        }
        // elsewhere what jumps is an event, and dampers that are far too stiff for the step have no balance to keep
        let model = system.model();
        let slips = model.space == SpaceKind::Spatial && !model.contacts.pairs.is_empty();
        let apart = (0..system.component_count()).any(|component| system.component_stepped(component));
        if !slips || apart || energy <= 0.0 || self.balanced.1 >= MOST_BALANCED {
            return 0.0;
        }
        let mut off = system.energy(&self.end).total() - start.total();
        let mut exchanged = energy.max(start.spring);
        let at = self.sizes[0] + self.sizes[1];
        for (entry, k) in system.ledger().iter().zip(at..) {
            let by = self.end[k] - from.y[k];
            match entry.kind {
                LedgerKind::Work => off -= by,
                LedgerKind::Dissipation => off += by,
                LedgerKind::Meter => continue,
            }
            exchanged += by.abs();
        }
        let error = off.abs() / (STEP_IMBALANCE * tolerance.relative * exchanged);
        if error > 1.0 {
            self.balanced.1 += 1;
        }
        error
    }

    /// The estimate of the local error, over its tolerance.
    fn estimate(&mut self, system: &mut dyn System, from: Start<'_>, again: bool) -> f64 {
        let Start { time, y, f, h } = from;
        let m = self.sizes[0] + self.sizes[1];
        let mut error = std::mem::take(&mut self.error);
        let embedded = |taken: &Taken, k: usize| dot(&E, &[taken.z[0][k], taken.z[1][k], taken.z[2][k]]) / h;
        for k in 0..m {
            error[k] = f[k] + embedded(&self.last, k);
        }
        self.matrices.solve_real(system, y, h, &mut error);
        // nothing depends on the ledger's integrals, so their rows of the matrix are γ/h alone
        for k in m..self.n {
            error[k] = (f[k] + embedded(&self.last, k)) * h / GAMMA;
        }
        let mut size = self.error_norm(&error);
        if again && size >= 1.0 {
            // where the derivative at the start is far from smooth, once more from the corrected start
            for k in 0..self.n {
                self.stage[k] = y[k] + if k < m { error[k] } else { 0.0 };
            }
            let mut corrected = std::mem::take(&mut self.f[0]);
            system.derivative(time, &self.stage, &mut corrected);
            for k in 0..m {
                error[k] = corrected[k] + embedded(&self.last, k);
            }
            self.f[0] = corrected;
            self.matrices.solve_real(system, y, h, &mut error);
            size = self.error_norm(&error);
        }
        self.error = error;
        size
    }
}

pub(super) fn dot(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// rtol for the estimate of order 3, such that the error of order 5 goes with the rtol asked for.
fn loosened(rtol: f64) -> f64 {
    0.3 * libm::pow(rtol, 0.8)
}

impl Stepper for Radau {
    fn name(&self) -> &'static str {
        "radau"
    }

    fn control(&self) -> Control {
        Control::Adaptive { order: 4.0 }
    }

    fn attempt(&mut self, system: &mut dyn System, from: Start<'_>, tolerance: &Tolerance) -> f64 {
        let Start { time, y, h, .. } = from;
        self.matrices.room();
        let accepted = self.last.known && time != self.last.time;
        let rejected = self.last.known && !accepted;
        if accepted {
            std::mem::swap(&mut self.last, &mut self.before);
        }
        let inner = loosened(tolerance.relative);
        // explicit methods of high order carry the ledger along for nothing; an implicit step must look after it
        let start = system.energy(y);
        let energy = system.weight() * system.length() + start.kinetic;
        let ledger = |k: usize| if energy > 0.0 { tolerance.relative * energy.max(y[k].abs()) } else { f64::INFINITY };
        for k in 0..self.n {
            self.weights[k] = ledger(k) * inner / tolerance.relative;
        }
        tolerance.weights(y, y, |k, weight| self.weights[k] = weight * inner / tolerance.relative);
        if self.wary {
            self.look_along(system, from);
        } else if self.jacobian_at.is_none() || (accepted && self.rate > FAST) {
            self.make_jacobian(system, from);
        }
        let mut enough = (0.002 * tolerance.relative / inner).clamp(8.0 * f64::EPSILON / inner, 0.03);
        if self.wary {
            enough *= SLIP_EXACT;
        }
        let mut z = std::mem::take(&mut self.last.z);
        let mut ended = Newton::Failed;
        for fresh in [false, true] {
            if fresh {
                if self.jacobian_at == Some(time) {
                    break;
                }
                self.make_jacobian(system, from);
            }
            if !self.wary && self.matrices.factors_for != h && !self.factorise(h) {
                break;
            }
            self.predict(from, &mut z);
            ended = self.newton(system, from, enough, &mut z);
            if ended == Newton::Converged {
                break;
            }
        }
        if self.wary && ended == Newton::Converged {
            // the estimate sees what is fast as it is half way
            self.stages.whole(1, &mut self.matrices.by_velocity);
            self.work.factorisations += 1;
            if !self.matrices.factorise_real(h) {
                ended = Newton::Failed;
            }
        }
        // the ledger's integrals take no part in the iteration
        for k in self.sizes[0] + self.sizes[1]..self.n {
            let f = [self.f[0][k], self.f[1][k], self.f[2][k]];
            for i in 0..3 {
                z[i][k] = h * dot(&A[i], &f);
            }
        }
        for k in 0..self.n {
            self.end[k] = y[k] + z[2][k];
        }
        self.last = Taken { known: true, time, h, z };
        match ended {
            // a rate that grows with the fourth power of the step: as an error it keeps the next step where Newton converges
            Newton::Converged => {
                let least = if self.wary { TWICE_AS_LONG } else { 0.0 };
                let error = self
                    .estimate(system, from, rejected || !self.before.known)
                    .max((2.0 * self.pace).min(0.95))
                    .max(least);
                if error > 1.0 { error } else { error.max(self.imbalance(system, from, tolerance, start, energy)) }
            }
            Newton::Failed => {
                self.ahead = 1.0;
                NOT_CONVERGED[usize::from(self.wary)]
            }
            Newton::Lost => {
                self.ahead = 1.0;
                // the linear solve has spread it over all bodies; the stages' derivatives say where it began
                for k in 0..self.n {
                    self.end[k] = y[k] + h * (self.f[0][k] + self.f[1][k] + self.f[2][k]);
                }
                f64::NAN
            }
        }
    }

    fn proposal(&self) -> &[f64] {
        &self.end
    }

    fn prepare_dense(&mut self, _: &mut dyn System, from: Start<'_>) {
        for k in 0..self.n {
            self.raise[k] = if self.before.known {
                let begun = from.h / self.before.h * slope(&self.before.z, k, 1.0);
                (slope(&self.last.z, k, 0.0) - begun) / (C1 * C2)
            } else {
                0.0
            };
        }
    }

    fn dense(&self, from: Start<'_>, theta: f64, out: &mut [f64]) {
        // ∫(s − c₁)(s − c₂)(s − 1) from 0 to θ
        let (sum, both) = (C1 + C2, C1 * C2);
        let area = theta * (theta * (theta * (0.25 * theta - (1.0 + sum) / 3.0) + 0.5 * (both + sum)) - both);
        for k in 0..out.len() {
            out[k] = from.y[k] + polynomial(&self.last.z, k, theta) + self.raise[k] * area;
        }
    }

    fn steady(&self) -> f64 {
        STEADY
    }

    fn forget(&mut self) {
        self.last.known = false;
        self.before.known = false;
        self.jacobian_at = None;
        self.matrices.factors_for = 0.0;
        (self.rate, self.ahead) = (1.0, 1.0);
    }

    fn implicit_work(&self) -> ImplicitWork {
        self.work
    }

    fn memory(&self) -> Vec<f64> {
        let flag = |x: bool| if x { 1.0 } else { 0.0 };
        let mut out = vec![
            self.work.factorisations as f64,
            self.work.iterations as f64,
            flag(self.jacobian_at.is_some()),
            self.jacobian_at.unwrap_or(0.0),
            self.matrices.factors_for,
            self.rate,
            self.ahead,
            flag(self.last.known),
            self.last.time,
            self.last.h,
        ];
        if self.jacobian_at.is_some() {
            out.extend_from_slice(&self.matrices.by_position);
            out.extend_from_slice(&self.matrices.by_velocity);
        }
        if self.last.known {
            self.last.z.iter().for_each(|z| out.extend_from_slice(z));
        }
        out
    }

    fn remember(&mut self, memory: &[f64]) -> bool {
        let Some((head, mut rest)) = memory.split_at_checked(10) else { return false };
        let (jacobian, last) = (head[2] != 0.0, head[7] != 0.0);
        let square = self.sizes[1] * self.sizes[1];
        let wanted = if jacobian { 2 * square } else { 0 } + if last { 3 * self.n } else { 0 };
        if rest.len() != wanted {
            return false;
        }
        self.matrices.room();
        self.jacobian_at = jacobian.then_some(head[3]);
        if jacobian {
            self.matrices.by_position.copy_from_slice(&rest[..square]);
            self.matrices.by_velocity.copy_from_slice(&rest[square..2 * square]);
            rest = &rest[2 * square..];
        }
        // the same numbers in give the same factors out
        self.matrices.factors_for = 0.0;
        if head[4] != 0.0 {
            self.factorise(head[4]);
        }
        (self.rate, self.ahead) = (head[5], head[6]);
        (self.last.known, self.last.time, self.last.h) = (last, head[8], head[9]);
        if last {
            for (z, stored) in self.last.z.iter_mut().zip(rest.chunks_exact(self.n)) {
                z.copy_from_slice(stored);
            }
        }
        self.work = ImplicitWork { factorisations: head[0] as u64, iterations: head[1] as u64 };
        true
    }
}

//! One step of an integrator, with dense output. What comes before and after a step is the engine's affair.
//!
//! * The default, `auto`, is DOP853 with dense output of order 7 until stability and not accuracy holds its steps,
//!   then Radau, and back. Each change is an event; while nothing is stiff the bits are those of DOP853.
//! * `radau` is Radau IIA of order 5; displacements are eliminated, so that a step size costs one real and one
//!   complex dense factorisation of the size of the velocities.
//! * `symplectic` is RATTLE composed to order four. It ends on the joints, so the engine does not project after it
//!   (`Stepper::on_joints`).

mod auto;
mod collocation;
mod dop853;
mod dop853_table;
mod dopri5;
mod hermite;
mod lu;
mod merson;
mod radau;
mod radau_matrices;
mod radau_table;
mod rk4;
mod semi_implicit;
mod symplectic;

use mainspring_dynamics::System;

/// A way to take one step from t to t + h.
pub trait Stepper: Send {
    /// Its name in a scene.
    fn name(&self) -> &'static str;
    /// How a step size follows from an error.
    fn control(&self) -> Control;
    /// Tries a step; the error is relative to the tolerance (≤ 1 is good), 0 for fixed steps, NaN when it failed.
    fn attempt(&mut self, system: &mut dyn System, from: Start<'_>, tolerance: &Tolerance) -> f64;
    /// The state proposed by the last attempt.
    fn proposal(&self) -> &[f64];
    /// Whether its steps end on the joints, positions and velocities both, so that projection would only disturb them.
    fn on_joints(&self) -> bool {
        false
    }
    /// Makes `dense` valid for the last attempt (may evaluate more stages).
    fn prepare_dense(&mut self, system: &mut dyn System, from: Start<'_>);
    /// The state at t + θh, 0 ≤ θ ≤ 1.
    fn dense(&self, from: Start<'_>, theta: f64, out: &mut [f64]);
    /// Looks at a step that see every turn its dense output can take, at least.
    fn looks(&self) -> f64 {
        16.0
    }
    /// A step that would grow by less than this factor stays as it is, so that what was made for it can be used again.
    fn steady(&self) -> f64 {
        1.0
    }
    /// Nothing known from earlier steps holds any longer: the state or the equations have jumped.
    fn forget(&mut self) {}
    /// Another method took over at the start of the last attempt, said once.
    fn changed(&mut self) -> Option<Change> {
        None
    }
    /// Work that only implicit methods have.
    fn implicit_work(&self) -> ImplicitWork {
        ImplicitWork::default()
    }
    /// Everything remembered between steps, for a checkpoint; same bits from there on.
    fn memory(&self) -> Vec<f64> {
        Vec::new()
    }
    /// Restores what [`Self::memory`] gave; false if it does not fit.
    fn remember(&mut self, memory: &[f64]) -> bool {
        memory.is_empty()
    }
}

/// One method has given way to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change {
    /// name of the method from here on
    pub to: &'static str,
    /// |hλ| of the method left behind: its step times the fastest rate of the motion
    pub stiffness: f64,
}

/// Work of implicit methods, counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ImplicitWork {
    /// factorisations of the iteration's matrices
    pub factorisations: u64,
    /// Newton iterations
    pub iterations: u64,
}

/// Where a step starts.
#[derive(Clone, Copy)]
pub struct Start<'a> {
    /// s
    pub time: f64,
    /// state
    pub y: &'a [f64],
    /// its derivative
    pub f: &'a [f64],
    /// step, s
    pub h: f64,
}

/// How steps are chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Control {
    /// proportional–integral, for an error of this order
    Adaptive {
        /// order of the error estimate plus one
        order: f64,
    },
    /// the rule of cilia-1997: halve above the tolerance, double below a fraction of it, never above the longest step
    HalveDouble {
        /// double below this fraction
        fraction: f64,
    },
    /// always the same
    Fixed,
}

/// Per-entry tolerance: `absolute * scale + relative * |y|`; entries of infinite scale do not count.
#[derive(Clone, Debug)]
pub struct Tolerance {
    /// relative
    pub relative: f64,
    /// absolute, times each entry's scale
    pub absolute: f64,
    /// sizes of the entries
    pub scales: Vec<f64>,
}

impl Tolerance {
    /// What an error in entry i is divided by; None if it does not count.
    fn weight(&self, i: usize, y0: f64, y1: f64) -> Option<f64> {
        let scale = self.scales[i];
        scale.is_finite().then(|| self.absolute * scale + self.relative * y0.abs().max(y1.abs()))
    }

    /// Root mean square of `error(i)` over its weight.
    pub(crate) fn norm(&self, y0: &[f64], y1: &[f64], mut error: impl FnMut(usize) -> f64) -> f64 {
        let (mut sum, mut count) = (0.0, 0);
        for i in 0..y0.len() {
            if let Some(w) = self.weight(i, y0[i], y1[i]) {
                let e = error(i) / w;
                sum += e * e;
                count += 1;
            }
        }
        if count == 0 { 0.0 } else { (sum / f64::from(count)).sqrt() }
    }

    /// Index of the entry with the largest error over its weight.
    pub(crate) fn worst(&self, y0: &[f64], y1: &[f64]) -> usize {
        let mut worst = (0.0, 0);
        for i in 0..y0.len() {
            if let Some(w) = self.weight(i, y0[i], y1[i]) {
                let size = ((y1[i] - y0[i]) / w).abs();
                if size > worst.0 || size.is_nan() {
                    worst = (size, i);
                }
            }
        }
        worst.1
    }
}

/// Names of all integrators, the default first.
pub const NAMES: &[&str] = &["auto", "dop853", "dopri5", "merson", "radau", "rk4", "semi_implicit", "symplectic"];

/// Velocities up to which implicit methods are used: their matrices are dense.
pub const MOST_VELOCITIES: usize = 2000;

/// The integrator called `name`, for states of so many positions, velocities and integrals.
#[must_use]
pub fn stepper(name: &str, [q, v, w]: [usize; 3]) -> Option<Box<dyn Stepper>> {
    let n = q + v + w;
    Some(match name {
        "auto" => Box::new(auto::Auto::new(n, [q, v])),
        "radau" => Box::new(radau::Radau::new(n, [q, v])),
        "dop853" => Box::new(dop853::Dop853::new(n)),
        "dopri5" => Box::new(dopri5::Dopri5::new(n)),
        "merson" => Box::new(merson::Merson::new(n)),
        "rk4" => Box::new(rk4::Rk4::new(n)),
        "semi_implicit" => Box::new(semi_implicit::SemiImplicit::new(n, q)),
        "symplectic" => Box::new(symplectic::Symplectic::new(n)),
        _ => return None,
    })
}

/// Evaluates the stages `which` of an explicit method; `stage` is left at the last one's state.
fn evaluate_stages(
    system: &mut dyn System,
    from: Start<'_>,
    (nodes, weights): (&[f64], &[&[(usize, f64)]]),
    which: std::ops::Range<usize>,
    k: &mut [Vec<f64>],
    stage: &mut [f64],
) {
    k[0].copy_from_slice(from.f);
    for s in which {
        combine(from.y, from.h, k, weights[s], stage);
        system.derivative(from.time + nodes[s] * from.h, stage, &mut k[s]);
    }
}

/// y = y0 + h Σ wᵢ kᵢ
fn combine(y0: &[f64], h: f64, stages: &[Vec<f64>], weights: &[(usize, f64)], out: &mut [f64]) {
    weighted(stages, weights, out);
    for (out, y0) in out.iter_mut().zip(y0) {
        *out = y0 + h * *out;
    }
}

/// Σ wᵢ kᵢ, four entries at a time so that the sums stay in registers.
fn weighted(stages: &[Vec<f64>], weights: &[(usize, f64)], out: &mut [f64]) {
    let mut at = 0;
    while let Some(four) = out[at..].first_chunk_mut::<4>() {
        let mut sum = [0.0; 4];
        for &(i, w) in weights {
            if let Some(k) = stages[i][at..].first_chunk::<4>() {
                for l in 0..4 {
                    sum[l] += w * k[l];
                }
            }
        }
        *four = sum;
        at += 4;
    }
    for j in at..out.len() {
        out[j] = 0.0;
        for &(i, w) in weights {
            out[j] += w * stages[i][j];
        }
    }
}

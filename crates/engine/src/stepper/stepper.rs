//! What every integrator offers, and what its steps start from.

use super::steps_ahead::StepsAhead;
use super::tolerance::Tolerance;
use mainspring_dynamics::System;

/// Velocities up to which implicit methods are used: their matrices are dense.
pub const MOST_VELOCITIES: usize = 2000;

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
    fn guard_samples(&self) -> f64 {
        16.0
    }
    /// A step that would grow by less than this factor stays as it is, so that what was made for it can be used again.
    fn steady(&self) -> f64 {
        1.0
    }
    /// Nothing known from earlier steps holds any longer: the state or the equations have jumped.
    fn forget(&mut self) {}
    /// Places are counted from elsewhere: `by` has been taken from each entry of the state.
    fn moved(&mut self, _by: &[f64]) {}
    /// How fast each entry moves along from here on, beside what the derivative says; empty: none does.
    fn carry(&mut self, _speeds: &[f64]) {}
    /// Another method took over at the start of the last attempt, said once.
    fn changed(&mut self) -> Option<Change> {
        None
    }
    /// Work that only implicit methods have.
    fn implicit_work(&self) -> ImplicitWork {
        ImplicitWork::default()
    }
    /// Components that take steps of their own beside it, where it can have some.
    fn ahead(&self) -> Option<&dyn StepsAhead> {
        None
    }
    /// The same, to change them.
    fn ahead_mut(&mut self) -> Option<&mut dyn StepsAhead> {
        None
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

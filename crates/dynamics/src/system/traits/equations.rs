//! Trait: the equations of motion.

use crate::multibody::results::Counters;
use crate::system::failure::Failure;
use crate::system::load_values::LoadValue;
use mainspring_model::{Coordinates, Model};

/// The equations of motion as operators on y, with what a method must know of its entries.
pub trait Equations: Send {
    /// What it was made from.
    fn model(&self) -> &Model;
    /// Entries of q, v and w.
    fn sizes(&self) -> [usize; 3];
    /// Which coordinates q and v are: joint or maximal.
    fn coordinates(&self) -> Coordinates;
    /// Size of each entry of y for absolute tolerances: m, rad, m/s, rad/s; infinite for w, or J where
    /// motion is prescribed in joint coordinates.
    fn scales(&self) -> &[f64];
    /// Entries of y that are the components of one vector or rotation, in order: what counts is the size of the whole.
    fn vectors(&self) -> &[std::ops::Range<usize>] {
        &[]
    }
    /// Largest extent of the mechanism, m.
    fn length(&self) -> f64;
    /// Weight of all that moves, N.
    fn weight(&self) -> f64;
    /// dy/dt.
    fn derivative(&mut self, time: f64, y: &[f64], dy: &mut [f64]);
    /// q̇ of the state y into the first entries of `dy`.
    fn position_rate(&self, y: &[f64], dy: &mut [f64]);
    /// ∂v̇ by displacement (in velocity coordinates) and by velocity at (t, y); nv×nv each, row-major. Meant for Newton
    /// iterations: terms that are never stiff may be missing.
    fn jacobian(&mut self, time: f64, y: &[f64], by_position: &mut [f64], by_velocity: &mut [f64]) {
        self.jacobian_at_fixed_slips(time, y, by_position, by_velocity);
        self.slip_slopes(by_velocity);
    }
    /// The same with the directions of slips held, which costs far more than the rest.
    fn jacobian_at_fixed_slips(&mut self, time: f64, y: &[f64], by_position: &mut [f64], by_velocity: &mut [f64]);
    /// Adds to ∂v̇ by velocity what friction does that turns with slips in space, at the state of the last `derivative` or Jacobian.
    fn slip_slopes(&mut self, _by_velocity: &mut [f64]) {}
    /// The displacement in velocity coordinates (`out`, nv) that a small change `dq` of q's entries at y stands for.
    fn tangent(&self, y: &[f64], dq: &[f64], out: &mut [f64]);
    /// Path of the body that entry `index` of y belongs to, or of the ledger entry.
    fn owner(&self, index: usize) -> String;
    /// First body with a non-finite entry in y.
    fn non_finite(&self, y: &[f64]) -> Option<String>;
    /// Every drive, spring and force with its values at a state, in the order of the scene.
    fn load_values(&mut self, _time: f64, _y: &[f64]) -> Vec<LoadValue> {
        Vec::new()
    }
    /// What left no finite solution since the last `remember_angles`; reported once.
    fn take_failure(&mut self) -> Option<Failure> {
        None
    }
    /// Work done so far.
    fn counters(&self) -> Counters;
    /// Restores counters (from a checkpoint).
    fn set_counters(&mut self, counters: Counters);
}

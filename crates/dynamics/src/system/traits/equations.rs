//! Trait: the equations of motion.

use crate::multibody::results::Counters;
use crate::system::component_scales::{ComponentScale, EntryGroup};
use crate::system::failure::Failure;
use mainspring_model::{Coordinates, Model};

/// The equations of motion as operators on y, with what a method must know of its entries.
pub trait Equations: Send {
    /// What it was made from.
    fn model(&self) -> &Model;
    /// Entries of q, v and w.
    fn sizes(&self) -> [usize; 3];
    /// Which coordinates q and v are: joint or maximal.
    fn coordinates(&self) -> Coordinates;
    /// Size of each entry of y: m, rad, and the same a second; infinite for w, or kg·m² where motion is prescribed in
    /// joint coordinates.
    fn scales(&self) -> &[f64];
    /// What the entries of y are, in order and without gaps.
    fn entry_groups(&self) -> Vec<EntryGroup>;
    /// What each component is measured by.
    fn component_scales(&self) -> &[ComponentScale];
    /// Counts places of what has gone far, held by nothing, from nearer by, and its velocities from that of the whole. What was taken
    /// from each entry of y comes back in `by`; false: nothing was.
    fn recentre(&mut self, y: &mut [f64], by: &mut Vec<f64>) -> bool;
    /// How fast each entry of y moves beside its derivative, because its velocity is counted from that of the whole; empty: none does.
    fn speeds(&self, out: &mut Vec<f64>);
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
    fn jacobian(&mut self, time: f64, y: &[f64], by_position: &mut [f64], by_velocity: &mut [f64]);
    /// The displacement in velocity coordinates (`out`, nv) that a small change `dq` of q's entries at y stands for.
    fn tangent(&self, y: &[f64], dq: &[f64], out: &mut [f64]);
    /// Path of the body that entry `index` of y belongs to, or of the ledger entry.
    fn owner(&self, index: usize) -> String;
    /// First body with a non-finite entry in y.
    fn non_finite(&self, y: &[f64]) -> Option<String>;
    /// What left no finite solution since the last `remember_angles`; reported once.
    fn take_failure(&mut self) -> Option<Failure> {
        None
    }
    /// Work done so far.
    fn counters(&self) -> Counters;
    /// Restores counters (from a checkpoint).
    fn set_counters(&mut self, counters: Counters);
}

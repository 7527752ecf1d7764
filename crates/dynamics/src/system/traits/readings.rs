//! Trait: what is read from a state.

use crate::laws::touch::point::ContactPoint;
use crate::multibody::results::{Energy, LedgerEntry};
use crate::system::run_values::RunValues;
use mainspring_model::{NodeId, Pose};

/// What is read from a state: expressions, energies, poses and forces.
pub trait Readings: Send {
    /// The ledger entries that w integrates, in order.
    fn ledger(&self) -> &[LedgerEntry];
    /// Energies at y.
    fn energy(&mut self, y: &[f64]) -> Energy;
    /// Sum of the sizes of all loads (gravity, forces, springs, friction) at the last evaluation, N; torques over the
    /// mechanism's length.
    fn load(&self) -> f64;
    /// Solves at y and evaluates expressions; reactions are the minimum-norm ones where rows are redundant.
    fn read(&mut self, time: f64, y: &[f64], ledger: &RunValues, nodes: &[NodeId], out: &mut [f64]);
    /// Keeps the values that `before(…)` has at y until `release_before`, because an event is about to happen there.
    fn hold_before(&mut self, time: f64, y: &[f64], ledger: &RunValues);
    /// From here on `before(x)` is x again.
    fn release_before(&mut self);
    /// Poses for reports: per body (x, y, z, angle, quaternion).
    fn poses(&mut self, y: &[f64], out: &mut Vec<Pose>);
    /// Poses of windows that move, in the order of the model, at the state of the last `read`.
    fn window_poses(&self, _out: &mut Vec<Pose>) {}
    /// The state y as positions and velocities of all bodies, then w: what y itself is in maximal coordinates.
    fn body_state(&mut self, y: &[f64], out: &mut Vec<f64>);
    /// The state y of positions and velocities of all bodies, then w: the way back from `body_state`, for bodies that are on their
    /// joints.
    fn state_of(&mut self, bodies: &[f64]) -> Vec<f64>;
    /// Force, N, and torque at its point, N·m, world axes, that each joint exerts on its second part (drives apart), at the
    /// state of the last `derivative`.
    fn joint_forces(&mut self, out: &mut Vec<[f64; 6]>);
    /// The forces of [`arrows`](crate::arrows) at the state of the last `read`, N, world axes.
    fn arrows(&self, out: &mut Vec<[f64; 3]>);
    /// Every point where parts touch, in the order of the model's pairs, at the state of the last `read`; `out` comes
    /// empty.
    fn contact_marks(&mut self, _out: &mut Vec<ContactPoint>) {}
}

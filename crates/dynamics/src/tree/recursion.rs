//! What a space knows of its trees.

use crate::multibody::multibody::Multibody;
use crate::tree::plan::Step;
use mainspring_numerics::vec3::Vec3;

/// Force and moment that go through a joint onto the link it carries, at that link's origin, world axes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wrench {
    pub force: Vec3,
    pub moment: Vec3,
}

/// What a space knows of its trees. Links are numbered as the plan's steps.
pub trait Recursion: Send + Sized + 'static {
    /// From a plan and the bodies' state at the start; with the start's coordinates and rates.
    fn new(core: &Multibody, steps: &[Step], start: &[f64]) -> (Self, Vec<f64>, Vec<f64>);
    /// Accelerations of all coordinates. `force`: generalised forces on bodies as `Mechanism::loads` makes them, gravity included;
    /// none: gravity alone. `given`: accelerations of prescribed coordinates.
    fn accelerate(&mut self, q: &[f64], v: &[f64], force: Option<&[f64]>, given: &[f64], out: &mut [f64]);
    /// Positions and velocities of the bodies in maximal coordinates.
    fn expand(&mut self, q: &[f64], v: &[f64], bodies_q: &mut [f64], bodies_v: &mut [f64]);
    /// Kinetic energy and that in gravity, of bodies in that state, J.
    fn energy(&self, bodies_q: &[f64], bodies_v: &[f64]) -> (f64, f64);
    /// q̇
    fn rates(&self, q: &[f64], v: &[f64], out: &mut [f64]);
    /// The displacement in velocity coordinates that a small change `dq` of q stands for.
    fn tangent(&self, q: &[f64], dq: &[f64], out: &mut [f64]);
    /// Moves q by `by` along velocity coordinate `k`.
    fn displace(&self, q: &mut [f64], k: usize, by: f64);
    /// Removes what integration left in q beside the pose (quaternion length).
    fn normalise(&self, q: &mut [f64]);
    /// Link `i`'s motion is given from here on, or free.
    fn prescribe(&mut self, i: usize, given: bool);
    /// What goes through link `i`'s motion after `accelerate`.
    fn wrench(&self, i: usize) -> Wrench;
    /// How far link `i` has slid along its axis, m.
    fn travel(&self, i: usize) -> f64;
    /// Axis of link `i`'s motion in the world.
    fn axis(&self, i: usize) -> Vec3;
}

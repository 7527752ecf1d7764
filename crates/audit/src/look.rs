//! What the auditor is shown of a run at one moment.

use mainspring_model::{Load, Pose, SwitchTarget};

/// A run at one moment, after a step or an event.
pub struct Look<'a> {
    /// s
    pub time: f64,
    /// the side of every expression that switches with time, s
    pub switch_time: f64,
    /// of all bodies, in the order of the model; None: not shown at this moment
    pub poses: Option<&'a [Pose]>,
    /// velocity of the centre of mass, m/s, and angular velocity, rad/s, world axes, of all bodies
    pub velocities: &'a [[[f64; 3]; 2]],
    /// whether a joint or spring is attached, or a part is there
    pub attached: &'a dyn Fn(SwitchTarget) -> bool,
    /// whether a drive moves its coordinate as it prescribes: one with an effort limit may be held back
    pub follows: &'a dyn Fn(usize) -> bool,
    /// the energy ledger
    pub balance: Balance<'a>,
    /// whether contacts of whole steps are taken together at present, of some parts at least
    pub stepped: bool,
    /// of this pair
    pub stepped_pair: &'a dyn Fn(usize) -> bool,
    /// of what this joint holds
    pub stepped_joint: &'a dyn Fn(usize) -> bool,
    /// contacts under the penalty method; None: not known at this moment
    pub soft: Option<&'a [SoftContact]>,
}

/// The energy ledger at one moment, J.
#[derive(Clone, Copy)]
pub struct Balance<'a> {
    /// of all bodies
    pub kinetic: f64,
    /// in gravity and springs
    pub stored: f64,
    /// lost in impacts and where joints were attached, so far
    pub lost: f64,
    /// what the balance is off by
    pub residual: f64,
    /// energies below this do not count as motion
    pub floor: f64,
    /// asked for where it decides: the sum of the sizes of all loads, N
    pub load: &'a dyn Fn() -> f64,
    /// how far projection onto joints and contacts moved the state after the last step, as a share of each entry's size
    pub correction: f64,
    /// what each load has done so far
    pub loads: &'a [(Load, f64)],
}

/// A contact under the penalty method.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SoftContact {
    /// index into the model's pairs
    pub pair: usize,
    /// how deep the spring is pressed, m
    pub depth: f64,
}

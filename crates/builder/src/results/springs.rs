//! Springs of joints and springs of their own, with the actuators still to be evaluated.

use crate::context::value::ScopeId;
use mainspring_definition::Expr;
use mainspring_model::{JointId, Spring, SpringId};
use std::collections::{BTreeMap, BTreeSet};

/// An actuator written inside a joint or spring, worked out once everything is declared.
pub struct PendingEffort<'a> {
    pub target: EffortTarget,
    pub expr: &'a Expr,
    pub scope: ScopeId,
}

/// What an actuator acts on.
#[derive(Clone, Copy)]
pub enum EffortTarget {
    Joint(JointId),
    Spring(usize),
}

/// Springs, those written inside joints first.
#[derive(Default)]
pub struct Springs<'a> {
    pub list: Vec<Spring>,
    /// the spring written inside a joint
    pub of_joint: BTreeMap<JointId, SpringId>,
    /// actuators to be evaluated once everything is declared
    pub efforts: Vec<PendingEffort<'a>>,
    /// springs with an actuator, also where this run leaves it out
    pub actuated: BTreeSet<SpringId>,
}

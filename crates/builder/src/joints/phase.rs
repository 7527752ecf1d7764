//! The joint phase: joints between parts, then gears between joints.

use crate::context::state::Context;
use crate::elaborate::elaboration::Deferred;
use crate::evaluate::evaluator::Evaluator;
use crate::results::joints::Joints;
use crate::results::known::Known;
use crate::results::springs::Springs;

/// Joints in the making, with the springs written inside them.
pub struct JointPhase<'p, 'a> {
    pub cx: &'p mut Context<'a>,
    pub known: Known<'p, 'a>,
    pub joints: Joints,
    pub springs: Springs<'a>,
}

impl<'a> JointPhase<'_, 'a> {
    /// The evaluator, which sees the earlier results and what this phase has made so far.
    pub fn at(&mut self) -> Evaluator<'_, 'a> {
        Evaluator { cx: self.cx, known: Known { joints: &self.joints, springs: &self.springs, ..self.known } }
    }
}

/// All joints, and the springs written inside them.
pub fn collect<'a>(cx: &mut Context<'a>, known: Known<'_, 'a>, deferred: &[Deferred<'a>]) -> (Joints, Springs<'a>) {
    let mut phase = JointPhase { cx, known, joints: Joints::default(), springs: Springs::default() };
    phase.joints_between_parts(deferred);
    phase.joints_between_joints(deferred);
    (phase.joints, phase.springs)
}

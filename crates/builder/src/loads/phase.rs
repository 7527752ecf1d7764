//! The load phase: springs, then drives, forces and constraints, then the actuators inside joints and springs.

use crate::context::state::Context;
use crate::elaborate::elaboration::Deferred;
use crate::evaluate::evaluator::Evaluator;
use crate::results::known::Known;
use crate::results::loads::Loads;
use crate::results::springs::Springs;

/// Loads in the making.
pub struct LoadPhase<'p, 'a> {
    pub cx: &'p mut Context<'a>,
    pub known: Known<'p, 'a>,
    pub springs: Springs<'a>,
    pub loads: Loads,
}

impl<'a> LoadPhase<'_, 'a> {
    /// The evaluator, which sees the earlier results and what this phase has made so far.
    pub fn at(&mut self) -> Evaluator<'_, 'a> {
        Evaluator { cx: self.cx, known: Known { springs: &self.springs, loads: &self.loads, ..self.known } }
    }
}

/// All loads, and the springs with those of joints first.
pub fn collect<'a>(
    cx: &mut Context<'a>,
    known: Known<'_, 'a>,
    springs: Springs<'a>,
    deferred: &[Deferred<'a>],
) -> (Springs<'a>, Loads) {
    let mut phase = LoadPhase { cx, known, springs, loads: Loads::default() };
    phase.collect_springs(deferred);
    phase.collect_loads(deferred);
    phase.collect_efforts();
    (phase.springs, phase.loads)
}

//! The running state: everything a mechanism remembers between steps, beside y itself.

use crate::laws::joint_friction::mode::FrictionState;
use crate::laws::penalty::overlap::Overlap;
use crate::laws::table::script_state::ScriptState;
use crate::laws::table::state::TableState;
use crate::laws::touch::state::TouchState;
use crate::multibody::multibody::MultibodyState;
use crate::system::step_state::StepState;
use mainspring_model::Model;

/// What the bodies and each law remember. A checkpoint is this, serialised.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Mode {
    /// joints, springs and rows that act, angles with all turns, supports
    pub bodies: MultibodyState,
    /// joints with friction: each sticks, slips or is held by others
    pub friction: FrictionState,
    /// contacts, stops and tooth sides
    pub touch: TouchState,
    /// under the penalty method: features that overlap, sorted
    pub squeezed: Vec<Overlap>,
    /// scripts and bins
    pub table: TableState,
    /// components that are stepped, and those asleep
    pub steps: StepState,
}

impl Mode {
    /// What laws decide: a run starts afresh where this has changed.
    #[must_use]
    pub fn laws(&self) -> impl PartialEq + '_ {
        let Self { bodies, friction, touch, squeezed, table, steps: _ } = self;
        (&friction.modes, &friction.returns, &touch.touching, squeezed, &bodies.support, &table.scripts)
    }

    /// Whether a state read from a file can belong to the same mechanism as `other`.
    #[must_use]
    pub fn fits(&self, other: &Self, model: &Model) -> bool {
        let MultibodyState { joints, springs, dropped, offsets, angles, switch_time: _, support, origins, speeds } =
            &self.bodies;
        joints.len() == other.bodies.joints.len()
            && springs.len() == other.bodies.springs.len()
            && dropped.len() == other.bodies.dropped.len()
            && offsets.len() == other.bodies.offsets.len()
            && angles.len() == other.bodies.angles.len()
            && support.len() == other.bodies.support.len()
            && origins.len() == other.bodies.origins.len()
            && speeds.len() == other.bodies.speeds.len()
            && self.friction.modes.len() == other.friction.modes.len()
            && self.friction.returns.len() == other.friction.returns.len()
            && self.touch.impulses.len() == other.touch.impulses.len()
            && self.steps.asleep.len() == other.steps.asleep.len()
            && self.steps.still.len() == other.steps.still.len()
            && self.steps.stepped.len() == other.steps.stepped.len()
            && self.table.caught.len() == other.table.caught.len()
            && ScriptState::fit(&self.table.scripts, model)
    }
}

//! What is remembered of components that are stepped: which, what touches in them, and which are asleep.

use crate::laws::joint_friction::mode::FrictionMode;
use crate::laws::touch::state::Touching;
use crate::multibody::drive_return::DriveReturn;

/// What a mechanism remembers of components that are stepped.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct StepState {
    /// stepped while others go on by event; [components]
    pub stepped: Vec<bool>,
    /// contacts with force of those; the places of those that go on by event stand with contact
    pub touching: Vec<Touching>,
    /// asleep: at rest under loads that do not change; [components]
    pub asleep: Vec<bool>,
    /// steps in a row after which it was at rest; [components]
    pub still: Vec<u32>,
}

impl StepState {
    /// Of so many components, all awake, none stepped alone.
    #[must_use]
    pub fn of(components: usize) -> Self {
        Self {
            stepped: vec![false; components],
            touching: Vec::new(),
            asleep: vec![false; components],
            still: vec![0; components],
        }
    }

    /// Whether some components are stepped while others go on by event.
    #[must_use]
    pub fn any(&self) -> bool {
        self.stepped.contains(&true)
    }

    /// Something may have changed what acts on a component.
    pub fn wake(&mut self, component: usize) {
        (self.asleep[component], self.still[component]) = (false, 0);
    }
}

/// What a component remembers between its steps.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct StepMemory {
    /// contacts with force
    pub touching: Vec<Touching>,
    /// joints with friction, in order: what each does
    pub friction: Vec<(FrictionMode, Option<DriveReturn>)>,
    /// joint coordinates with all turns, joint by joint
    pub angles: Vec<f64>,
    /// at rest, and steps in a row after which it was
    pub rest: (bool, u32),
}

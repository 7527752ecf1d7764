//! Which guards a step is searched for, and where the value of each stands.
//!
//! Values of all guards stand in one slice: conditions, then limits, then changes of mode. This file is the only one of the
//! engine that knows so; everybody else asks for a [`Guard`].

use mainspring_dynamics::{ModeGuard, Side, System};
use mainspring_model::{JointId, SwitchId};

/// What became true, or may.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guard {
    /// the `when` condition of a switch
    When(SwitchId),
    /// a joint passes a limit that only reports
    Limit(JointId, Side),
    /// a mode changes
    Mode(ModeGuard),
}

/// Every guard there is at present, in the order of their values.
pub(crate) struct GuardTable {
    /// conditions, limits, changes of mode
    guards: Vec<Guard>,
    conditions: usize,
    limits: Vec<(JointId, Side)>,
    /// scratch: what the system lists
    modes: Vec<ModeGuard>,
}

/// Values (or anything else) of guards, by kind.
pub(crate) struct Sections<'a, T> {
    pub(crate) conditions: &'a mut [T],
    pub(crate) limits: &'a mut [T],
    pub(crate) modes: &'a mut [T],
}

impl GuardTable {
    /// The guards of a system at its start.
    pub(crate) fn new(system: &dyn System) -> Self {
        let limits: Vec<_> = system.limited().iter().flat_map(|&joint| Side::BOTH.map(|side| (joint, side))).collect();
        let conditions = system.conditions().iter().map(|c| Guard::When(c.switch));
        let guards = conditions.chain(limits.iter().map(|&(joint, side)| Guard::Limit(joint, side))).collect();
        let mut table = Self { conditions: system.conditions().len(), limits, guards, modes: Vec::new() };
        table.refit(system);
        table
    }

    /// Lists the changes of mode anew: there may be others since the last event.
    pub(crate) fn refit(&mut self, system: &dyn System) {
        self.modes.clear();
        system.list_mode_guards(&mut self.modes);
        self.guards.truncate(self.conditions + self.limits.len());
        self.guards.extend(self.modes.iter().map(|&guard| Guard::Mode(guard)));
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.guards.len()
    }

    /// Whether there is any condition.
    pub(crate) fn has_conditions(&self) -> bool {
        self.conditions > 0
    }

    /// Whether there is any change of mode to watch for.
    pub(crate) fn has_modes(&self) -> bool {
        !self.modes.is_empty()
    }

    /// How many limits there are.
    pub(crate) fn limit_count(&self) -> usize {
        self.limits.len()
    }

    /// Whose value stands at a position.
    pub(crate) fn at(&self, position: usize) -> Guard {
        self.guards[position]
    }

    /// Switches with conditions, in the order of their values.
    pub(crate) fn switches(&self) -> impl Iterator<Item = SwitchId> + '_ {
        self.guards.iter().map_while(|guard| if let Guard::When(switch) = guard { Some(*switch) } else { None })
    }

    /// Limit number k of those there are.
    pub(crate) fn limit(&self, k: usize) -> (JointId, Side) {
        self.limits[k]
    }

    /// A slice that holds one thing per guard, by kind.
    pub(crate) fn sections<'a, T>(&self, all: &'a mut [T]) -> Sections<'a, T> {
        let (conditions, rest) = all.split_at_mut(self.conditions);
        let (limits, modes) = rest.split_at_mut(self.limits.len());
        Sections { conditions, limits, modes }
    }
}

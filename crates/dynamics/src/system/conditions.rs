//! `when` conditions of switches: guards that a scene wrote itself.

use crate::multibody::time_switches::shortest_period;
use mainspring_model::{BodyId, Level, Model, NodeId, SwitchId, SwitchTarget, Tape, Trigger};

/// A `when` condition.
#[derive(Clone, Debug)]
pub struct Condition {
    /// whose
    pub switch: SwitchId,
    /// positive once it holds
    pub node: NodeId,
    /// parts that leave by it: what is not there cannot
    pub leaving: Vec<BodyId>,
}

/// All `when` conditions of a model.
#[derive(Clone, Debug)]
pub struct Conditions {
    /// in the order of the model's switches, which is that of their values
    pub list: Vec<Condition>,
    /// their expressions
    pub tape: Tape,
    /// they read what is known only after a solve
    pub need_solve: bool,
    /// shortest period at which they oscillate in time, s
    pub period: f64,
}

impl Conditions {
    /// Those of a model.
    #[must_use]
    pub fn of(model: &Model) -> Self {
        let mut list = Vec::new();
        for (switch, s) in model.switches.iter().enumerate() {
            let Trigger::When(node) = s.trigger else { continue };
            let part = |target: &SwitchTarget| match target {
                SwitchTarget::Part { body, .. } if !s.attach => Some(*body),
                _ => None,
            };
            list.push(Condition { switch, node, leaving: s.targets.iter().filter_map(part).collect() });
        }
        let nodes: Vec<NodeId> = list.iter().map(|c| c.node).collect();
        let tape = model.programs.tape(&nodes);
        Self {
            period: shortest_period(model, &tape),
            need_solve: nodes.iter().any(|&n| model.programs.level(n) == Level::Force),
            tape,
            list,
        }
    }
}

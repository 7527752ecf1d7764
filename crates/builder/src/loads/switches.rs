//! Attach, release and stop.

use crate::context::value::Entity;
use crate::elaborate::elaboration::Deferred;
use crate::evaluate::evaluator::Evaluator;
use mainspring_definition::{Dimension, StatementKind, Trigger as Said};
use mainspring_model::{JointId, SpringId};
use mainspring_model::{Switch, SwitchTarget, Trigger};
use std::collections::BTreeMap;

/// `attach` and `release` lines.
#[derive(Default)]
pub struct Switches {
    pub list: Vec<Switch>,
    /// joints that a switch acts on, and whether they hold at the start
    pub joints: BTreeMap<JointId, bool>,
    /// springs that a switch acts on, and whether they act at the start
    pub springs: BTreeMap<SpringId, bool>,
}

/// `attach` and `release` lines.
pub fn collect_switches<'a>(ev: &mut Evaluator<'_, 'a>, deferred: &[Deferred<'a>]) -> Switches {
    let mut switches = Switches::default();
    for &(scope, statement) in deferred {
        if let StatementKind::Stop(condition) = &statement.kind {
            let margin = ev.margin(condition, scope);
            switches.list.extend(margin.map(|m| Switch {
                span: statement.span,
                attach: false,
                targets: Vec::new(),
                trigger: Trigger::When(ev.cx.node(m)),
            }));
        }
        let StatementKind::Switch { attach, targets, trigger } = &statement.kind else { continue };
        let mut found = Vec::new();
        for path in targets {
            match ev.entity(path, scope, "a joint or spring") {
                Some(Entity::Joint(j)) => found.push(SwitchTarget::Joint(j)),
                Some(Entity::Spring(s)) => found.push(SwitchTarget::Spring(s)),
                Some(other) => ev.cx.wrong_thing(other.word(), "a joint or spring", path.span),
                None => {}
            }
        }
        for &target in &found {
            // what is attached first was not there before
            match target {
                SwitchTarget::Joint(j) => _ = switches.joints.entry(j).or_insert(!attach),
                SwitchTarget::Spring(s) => _ = switches.springs.entry(s).or_insert(!attach),
                SwitchTarget::Part { .. } => {}
            }
        }
        let trigger = match trigger {
            Said::At(expr) => {
                let value = ev.eval(expr, scope);
                ev.cx.not_negative(&value, Dimension::TIME, expr.span, "the time", "E0506").map(Trigger::At)
            }
            Said::When(expr) => ev.margin(expr, scope).map(|m| Trigger::When(ev.cx.node(m))),
        };
        if let Some(trigger) = trigger
            && !found.is_empty()
        {
            switches.list.push(Switch { span: statement.span, attach: *attach, targets: found, trigger });
        }
    }
    switches
}

//! Conditions by which parts leave.

use mainspring_model::{BodyId, Model, SwitchTarget, Trigger};

/// Guards of conditions by which bodies leave: (guard, body).
pub fn leaving(model: &Model) -> Vec<(usize, BodyId)> {
    let mut out = Vec::new();
    let conditions = model.switches.iter().filter(|s| matches!(s.trigger, Trigger::When(_)));
    for (guard, switch) in conditions.enumerate().filter(|(_, s)| !s.attach) {
        out.extend(switch.targets.iter().filter_map(|t| match t {
            SwitchTarget::Part { body, .. } => Some((guard, *body)),
            _ => None,
        }));
    }
    out
}

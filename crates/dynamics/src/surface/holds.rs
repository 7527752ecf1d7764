//! Parts that are held still by rows of their own: those that rest on the surface, and those that are not there.
//!
//! A row a velocity: at rest it is that of the surface under the part, and its reaction is what friction carries. Rows have no
//! position: what was reached when a part came to rest is kept.

use super::Lying;
use crate::core::Core;
use crate::groups::{Group, Source};
use mainspring_model::{BodyId, BodyKind, Jet, Model, SwitchTarget};

/// Bodies that can be held: those that lie on the surface, and those that come or go.
pub(crate) fn held(model: &Model) -> impl Iterator<Item = BodyId> + '_ {
    (0..model.bodies.len())
        .filter(|&b| model.bodies[b].kind != BodyKind::Fixed && (lies(model, b) || comes_or_goes(model, b)))
}

/// Whether a body lies on the surface: it can move, and no joint holds it.
pub(crate) fn lies(model: &Model, body: BodyId) -> bool {
    model.fields.surface.is_some() && on_table(model, body)
}

/// Whether windows and arrays act on a body: it has an outline, can move, and no joint holds it above the table.
pub(crate) fn on_table(model: &Model, body: BodyId) -> bool {
    let free = !model.joints.iter().any(|j| j.a.body == Some(body) || j.b.body == Some(body));
    free && model.bodies[body].kind == BodyKind::Rigid
        && matches!(model.bodies[body].shape, Some(mainspring_model::Shape::Region(_)))
}

fn comes_or_goes(model: &Model, body: BodyId) -> bool {
    let named = |t: &SwitchTarget| matches!(t, SwitchTarget::Part { body: b, .. } if *b == body);
    !model.bodies[body].present || model.switches.iter().any(|s| s.targets.iter().any(named))
}

impl Core {
    /// Whether the rows that hold a body act.
    pub(crate) fn is_held(&self, body: BodyId) -> bool {
        matches!(self.mode.lying[body], Lying::Absent | Lying::Rest { .. })
    }

    /// Whether a body is there.
    pub(crate) fn present(&self, body: BodyId) -> bool {
        self.mode.lying[body] != Lying::Absent
    }

    /// Velocity of the surface that a held body rests on, with its derivative: nothing for the ground and what is not there.
    pub(crate) fn carried(&self, body: BodyId) -> [Jet; 2] {
        match self.mode.lying[body] {
            Lying::Rest { on: Some(window) } => self.table.belts[window as usize],
            _ => [Jet::default(); 2],
        }
    }

    /// The group of rows that holds a body.
    pub(crate) fn hold_of(&self, body: BodyId) -> Option<&Group> {
        self.table.holds[body].map(|g| &self.groups[g])
    }

    /// Force and torque about the centre of mass that hold a resting body, N, N·m: what friction carries, at the state last
    /// solved for.
    pub(crate) fn holding(&self, body: BodyId) -> [f64; 3] {
        let mut out = [0.0; 3];
        if let Some(group) = self.hold_of(body)
            && self.is_held(body)
        {
            for (r, x) in out.iter_mut().enumerate().take(group.rows) {
                // −λ stands in the solution
                *x = -self.solution[self.nv + group.first + r];
            }
        }
        out
    }
}

/// Per body: its group.
pub(crate) fn groups_of(model: &Model, groups: &[Group]) -> Vec<Option<usize>> {
    let mut out = vec![None; model.bodies.len()];
    for (g, group) in groups.iter().enumerate() {
        if let Source::Hold { body } = group.source {
            out[body] = Some(g);
        }
    }
    out
}

//! Parts that are held still by rows of their own: those that rest on the surface, and those that are not there.
//!
//! A row a velocity: at rest it is that of the surface under the part, and its reaction is what friction carries. Rows have no
//! position: what was reached when a part came to rest is kept.

use mainspring_model::{Action, BodyId, BodyKind, Model, NodeId, SwitchTarget};

/// What a part does on the table.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum Support {
    /// no friction acts on it: there is no surface, or a joint holds it above
    Free,
    /// it has not arrived yet, or has left
    Absent,
    /// slides
    Slide {
        /// way it set off from rest, for as long as it is too slow to have a direction: shares of vx, vy, ω; then nothing
        way: [f64; 3],
        /// surface it set off from: the ground, or a window (index into `Fields::windows`)
        from: Option<u32>,
        /// under the hybrid law, of force and torque: viscous friction is the larger one
        viscous: [bool; 2],
    },
    /// rests on the ground, or on the moving surface of a window (index into `Fields::windows`)
    Rest {
        /// which window
        on: Option<u32>,
    },
    /// is being asked whether it rests there or sets off: friction of that surface is left out
    Undecided {
        /// which window
        on: Option<u32>,
    },
}

impl Support {
    /// On its own way, braked by dry friction.
    pub const SLIDES: Self = Self::Slide { way: [0.0; 3], from: None, viscous: [false; 2] };
}

/// Bodies that can be held: those that lie on the surface, and those that come or go.
pub fn holdable(model: &Model) -> impl Iterator<Item = BodyId> + '_ {
    (0..model.bodies.len())
        .filter(|&b| model.bodies[b].kind != BodyKind::Fixed && (lies(model, b) || comes_or_goes(model, b)))
}

/// Whether a body lies on the surface: it can move, and no joint holds it.
pub fn lies(model: &Model, body: BodyId) -> bool {
    model.fields.surface.is_some() && on_table(model, body)
}

/// Whether windows and arrays act on a body: it has an outline, can move, and no joint holds it above the table.
pub fn on_table(model: &Model, body: BodyId) -> bool {
    let free = !model.joints.iter().any(|j| j.a.body == Some(body) || j.b.body == Some(body));
    free && model.bodies[body].kind == BodyKind::Rigid
        && matches!(model.bodies[body].shape, Some(mainspring_model::Shape::Region(_)))
}

fn comes_or_goes(model: &Model, body: BodyId) -> bool {
    let named = |t: &SwitchTarget| matches!(t, SwitchTarget::Part { body: b, .. } if *b == body);
    !model.bodies[body].present || model.switches.iter().any(|s| s.targets.iter().any(named))
}

/// What bodies do before anything is decided.
pub fn support_at_start(model: &Model) -> Vec<Support> {
    let of = |b: usize| if model.bodies[b].present { arriving(model, b) } else { Support::Absent };
    (0..model.bodies.len()).map(of).collect()
}

/// A body that is there, not at rest.
pub fn arriving(model: &Model, body: BodyId) -> Support {
    if lies(model, body) { Support::SLIDES } else { Support::Free }
}

/// Velocities of moving surfaces.
pub fn belt_nodes(model: &Model) -> Vec<NodeId> {
    let moving = |action: &Action| if let Action::Velocity(u) = action { Some(*u) } else { None };
    model.fields.windows.iter().filter_map(|w| moving(&w.action)).flatten().collect()
}

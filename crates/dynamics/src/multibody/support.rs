//! Parts that are held still by rows of their own: those that rest on the surface, and those that are not there.
//!
//! A row a velocity: at rest it is that of the surface under the part, and its reaction is what friction carries. Rows have no
//! position: what was reached when a part came to rest is kept.

use mainspring_model::{Action, Body, BodyId, BodyKind, Model, NodeId, SwitchTarget};

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
    let (on_table, surface) = (all_on_table(model), model.fields.surface.is_some());
    let mut comes_or_goes: Vec<bool> = model.bodies.iter().map(|b| !b.present).collect();
    for target in model.switches.iter().flat_map(|s| &s.targets) {
        if let SwitchTarget::Part { body, .. } = target {
            comes_or_goes[*body] = true;
        }
    }
    (0..model.bodies.len())
        .filter(move |&b| model.bodies[b].kind != BodyKind::Fixed && ((surface && on_table[b]) || comes_or_goes[b]))
}

/// Per body, whether windows and arrays act on it: it has an outline, can move, and no joint holds it above the table. All at
/// once: to look through the joints for each body would take their product.
pub fn all_on_table(model: &Model) -> Vec<bool> {
    let mut free = vec![true; model.bodies.len()];
    for body in model.joints.iter().flat_map(|j| [j.a.body, j.b.body]).flatten() {
        free[body] = false;
    }
    free.iter().zip(&model.bodies).map(|(free, body)| *free && is_flat(body)).collect()
}

/// Whether any body lies on the surface.
pub fn any_lies(model: &Model) -> bool {
    model.fields.surface.is_some() && all_on_table(model).contains(&true)
}

fn is_flat(body: &Body) -> bool {
    body.kind == BodyKind::Rigid && matches!(body.shape, Some(mainspring_model::Shape::Region(_)))
}

/// What bodies do before anything is decided.
pub fn support_at_start(model: &Model) -> Vec<Support> {
    let (on_table, surface) = (all_on_table(model), model.fields.surface.is_some());
    let of = |(body, on_table): (&Body, bool)| match (body.present, surface && on_table) {
        (false, _) => Support::Absent,
        (true, true) => Support::SLIDES,
        (true, false) => Support::Free,
    };
    model.bodies.iter().zip(on_table).map(of).collect()
}

/// A body that is there, not at rest.
pub fn arriving(model: &Model, body: BodyId) -> Support {
    let free = !model.joints.iter().any(|j| j.a.body == Some(body) || j.b.body == Some(body));
    let lies = model.fields.surface.is_some() && free && is_flat(&model.bodies[body]);
    if lies { Support::SLIDES } else { Support::Free }
}

/// Velocities of moving surfaces.
pub fn belt_nodes(model: &Model) -> Vec<NodeId> {
    let moving = |action: &Action| if let Action::Velocity(u) = action { Some(*u) } else { None };
    model.fields.windows.iter().filter_map(|w| moving(&w.action)).flatten().collect()
}

//! Parts that are held still by rows of their own: those that rest on the surface, and those that are not there.
//!
//! A row a velocity: at rest it is that of the surface under the part, and its reaction is what friction carries. Rows have no
//! position: what was reached when a part came to rest is kept.

use crate::multibody::multibody::Multibody;
use crate::multibody::row_groups::{Group, Source};
use mainspring_model::{Action, BodyId, BodyKind, Jet, Model, NodeId, SwitchTarget};

/// What a part does on the table.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum Support {
    /// nothing rubs it: there is no surface, or a joint holds it above
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

/// Per body: its group.
pub fn hold_groups(model: &Model, groups: &[Group]) -> Vec<Option<usize>> {
    let mut out = vec![None; model.bodies.len()];
    for (g, group) in groups.iter().enumerate() {
        if let Source::Hold { body } = group.source {
            out[body] = Some(g);
        }
    }
    out
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

impl Multibody {
    /// Whether the rows that hold a body act.
    pub fn is_held(&self, body: BodyId) -> bool {
        matches!(self.state.support[body], Support::Absent | Support::Rest { .. })
    }

    /// Whether a body is there.
    pub fn present(&self, body: BodyId) -> bool {
        self.state.support[body] != Support::Absent
    }

    /// Velocity of the surface that a held body rests on, with its derivative: nothing for the ground and what is not there.
    pub fn carried(&self, body: BodyId) -> [Jet; 2] {
        match self.state.support[body] {
            Support::Rest { on: Some(window) } => self.belts[window as usize],
            _ => [Jet::default(); 2],
        }
    }

    /// The group of rows that holds a body.
    pub fn hold_of(&self, body: BodyId) -> Option<&Group> {
        self.holds[body].map(|g| &self.groups[g])
    }

    /// Force and torque about the centre of mass that hold a resting body, N, N·m: what friction carries, at the state last
    /// solved for.
    pub fn holding(&self, body: BodyId) -> [f64; 3] {
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

    /// Velocities of a body: vx, vy, ω.
    pub fn speeds_of(&self, body: usize) -> [f64; 3] {
        let (v, w) = (self.frames.center_velocity(body), self.frames.spin(body));
        [v[0], v[1], w[2]]
    }

    /// Velocities of moving surfaces at this moment, with their derivatives.
    pub fn move_belts(&mut self, time: f64) {
        if self.belt_tape.order.is_empty() {
            return;
        }
        let along = Jet { value: time, first: 1.0, second: 0.0 };
        let programs = &self.model.programs;
        let mut jets = std::mem::take(&mut self.jets);
        programs.evaluate_jets(&self.belt_tape, along, self.state.switch_time, |_| Jet::default(), &mut jets);
        for (belt, window) in self.belts.iter_mut().zip(&self.model.fields.windows) {
            if let Action::Velocity(u) = window.action {
                *belt = u.map(|n| jets[n]);
            }
        }
        self.jets = jets;
    }
}

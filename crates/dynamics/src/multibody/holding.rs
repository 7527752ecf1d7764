//! Bodies that rows of their own hold, and surfaces that carry them.

use crate::multibody::multibody::Multibody;
use crate::multibody::row_groups::Group;
use crate::multibody::support::Support;
use mainspring_model::{Action, BodyId, Jet};

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

//! What each load of the scene is worth at a state: to say which one is no number, or jumps.

use crate::system::mechanism::Mechanism;
use mainspring_definition::Span;
use mainspring_model::DriveKind;

/// A number that a line of the scene gives: an effort, the motion of a drive, a component of a force.
pub struct LoadValue {
    /// of the line
    pub path: String,
    /// SI
    pub value: f64,
    /// of the line
    pub span: Span,
}

impl Mechanism {
    /// Of all drives, springs and forces at a state in maximal coordinates.
    pub fn values_of_loads(&mut self, time: f64, q: &[f64], v: &[f64]) -> Vec<LoadValue> {
        self.bodies.kinematics(q, v);
        self.bodies.drive_motion(time);
        self.loads(time);
        let (bodies, model) = (&self.bodies, &self.bodies.model);
        let mut all = Vec::new();
        let mut add = |path: &str, value: f64, span: Span| all.push(LoadValue { path: path.to_owned(), value, span });
        for (d, drive) in model.drives.iter().enumerate() {
            if drive.kind == DriveKind::Effort {
                add(&drive.path, bodies.effort[d], drive.span);
            } else {
                let m = bodies.motion[d];
                [m.value, m.first, m.second].into_iter().for_each(|x| add(&drive.path, x, drive.span));
            }
        }
        for (s, spring) in model.springs.iter().enumerate() {
            add(&spring.path, bodies.spring[s].effort, spring.span);
        }
        for force in &model.forces {
            force.value.into_iter().for_each(|n| add(&force.path, bodies.values[n], force.span));
        }
        all
    }
}

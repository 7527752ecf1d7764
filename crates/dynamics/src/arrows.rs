//! Forces worth drawing: of joints with a place, applied forces, springs between two points.

use crate::core::Core;
use crate::math::{Vec3, scale};
use crate::space::Space;
use mainspring_model::{JointKind, Model, SpringKind};

/// One of them, by index into the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrow {
    /// what a joint exerts on its second part
    Joint(usize),
    /// an applied force
    Force(usize),
    /// what a spring exerts on its second end
    Spring(usize),
}

/// All forces of a model that have a place and a direction, in a fixed order.
#[must_use]
pub fn arrows(model: &Model) -> Vec<Arrow> {
    let joints = model.joints.iter().enumerate().filter(|(_, j)| !matches!(j.kind, JointKind::Gear { .. }));
    let forces = model.forces.iter().enumerate().filter(|(_, f)| !f.torque);
    let springs = model.springs.iter().enumerate().filter(|(_, s)| matches!(s.kind, SpringKind::Linear { .. }));
    let joints = joints.map(|(i, _)| Arrow::Joint(i));
    joints.chain(forces.map(|(i, _)| Arrow::Force(i))).chain(springs.map(|(i, _)| Arrow::Spring(i))).collect()
}

impl<S: Space> Core<S> {
    /// World vector, N, after `solve`, `reactions` and `loads`.
    pub(crate) fn arrow_force(&self, arrow: Arrow) -> Vec3 {
        match arrow {
            Arrow::Joint(j) => self.joint_wrench(j).0,
            Arrow::Force(f) => self.force_value(&self.model.forces[f]),
            Arrow::Spring(s) => match self.model.springs[s].kind {
                SpringKind::Linear { a, b } => {
                    let (a, b) = (self.side(&a), self.side(&b));
                    // pulls the ends together for effort > 0
                    scale(self.spring_line(&a, &b).2, -self.spring[s].effort)
                }
                _ => [0.0; 3],
            },
        }
    }
}

//! Forces to draw, at the state last read.

use crate::system::arrows::Arrow;
use crate::system::mechanism::Mechanism;
use mainspring_model::SpringKind;
use mainspring_numerics::vec3::{Vec3, scale};

impl Mechanism {
    /// World vector, N, after `solve`, `reactions` and `loads`.
    pub fn arrow_force(&self, arrow: Arrow) -> Vec3 {
        match arrow {
            Arrow::Joint(j) => self.bodies.joint_wrench(j).0,
            Arrow::Force(f) => self.bodies.force_value(&self.bodies.model.forces[f]),
            Arrow::Spring(s) => match self.bodies.model.springs[s].kind {
                SpringKind::Linear { a, b } => {
                    let (a, b) = (self.bodies.side(&a), self.bodies.side(&b));
                    // pulls the ends together for effort > 0
                    scale(self.bodies.spring_line(&a, &b).2, -self.bodies.spring[s].effort)
                }
                _ => [0.0; 3],
            },
            Arrow::Field { item, arrow, .. } => {
                self.table.changing.get(item).and_then(|s| s.get(arrow)).copied().unwrap_or([0.0; 3])
            }
        }
    }
}

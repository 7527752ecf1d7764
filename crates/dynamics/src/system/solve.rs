//! One solve for the accelerations with every law's forces.

use crate::multibody::multibody::Use;
use crate::system::mechanism::Mechanism;
use crate::tolerances::COLLAPSE;

impl Mechanism {
    /// v̇ and λ at (t, q, v): everything a derivative needs. Leaves them in `solution`; true if a pivot collapsed.
    pub fn solve_here(&mut self, time: f64, q: &[f64], v: &[f64]) -> bool {
        self.bodies.counters.evaluations += 1;
        self.bodies.kinematics(q, v);
        self.bodies.drive_motion(time);
        self.bodies.jacobians(time);
        self.bodies.biases(time);
        self.loads(time);
        self.laws.friction.friction_loads(&mut self.bodies);
        let mut collapsed = false;
        let branch = self.passage.branch.take();
        if let Some(branch) = &branch {
            self.mask_instead(&branch.instead_of, true);
        }
        self.bodies.factorise(Use::Acceleration, COLLAPSE, |_| collapsed = true);
        self.bodies.note_weakness();
        self.bodies.solution[..self.bodies.nv].copy_from_slice(&self.bodies.force);
        for r in 0..self.bodies.rows.len() {
            self.bodies.solution[self.bodies.nv + r] =
                if self.bodies.masks.acceleration[self.bodies.nv + r] { -self.bodies.bias[r] } else { 0.0 };
        }
        if let Some(branch) = &branch {
            self.mask_instead(&branch.instead_of, false);
            collapsed |= !self.bodies.factor.add_border(&self.bodies.pattern, branch.rows.clone());
        }
        self.bodies.factor.solve(&self.bodies.pattern, &mut self.bodies.solution);
        if let Some(branch) = &branch {
            self.bodies.factor.add_wanted(&branch.accelerations, &mut self.bodies.solution);
        }
        self.passage.branch = branch;
        self.contact_forces();
        self.laws.friction.read_limits(&mut self.bodies);
        collapsed
    }
}

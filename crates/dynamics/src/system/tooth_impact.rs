//! Impacts between tooth sides: impulses over the whole mechanism, so that joints stay closed.

use crate::laws::backlash::play::ToothImpact;
use crate::laws::joint_friction::mode::FrictionMode;
use crate::multibody::multibody::Use;
use crate::system::mechanism::Mechanism;
use crate::tolerances::COLLAPSE;

impl Mechanism {
    /// A joint was attached or released: nothing that touched through it touches any more, and friction is decided anew.
    pub fn forget_touch(&mut self, joint: usize) {
        for (k, mesh) in self.laws.backlash.meshes.iter().enumerate() {
            if [mesh.joint, mesh.first.joint, mesh.second.joint].contains(&joint) {
                self.laws.backlash.sides[k] = 0;
            }
        }
        for (k, entry) in self.laws.friction.list.iter().enumerate() {
            if entry.joint == joint {
                self.laws.friction.modes[k] = FrictionMode::Held(0);
            }
        }
        self.switch_rows();
    }

    /// Velocities after the flanks of `met` (mesh, side) have been struck; those that touched already share the impact.
    /// Flanks that are left in touch stay in the mode, those that rebound or were knocked off do not.
    pub fn strike(&mut self, time: f64, q: &[f64], v: &mut [f64], met: &[(usize, i8)]) -> Vec<ToothImpact> {
        let modes = self.laws.friction.modes.clone();
        self.bodies.kinematics(q, v);
        let mut blows: Vec<ToothImpact> = Vec::new();
        for &(mesh, flank) in met {
            let side = f64::from(flank);
            let speed = side * self.laws.backlash.play(&self.bodies, mesh).1;
            let rebound = self.laws.backlash.meshes[mesh].backlash.restitution * speed;
            blows.push(ToothImpact { mesh, flank, speed, rebound, impulse: 0.0 });
            self.laws.backlash.sides[mesh] = flank;
        }
        self.laws.friction.modes.fill(FrictionMode::Held(0));
        loop {
            self.remask();
            self.bodies.kinematics(q, v);
            self.bodies.drive_motion(time);
            self.bodies.jacobians(time);
            self.bodies.targets(v, time);
            for blow in &blows {
                self.bodies.target[self.laws.backlash.meshes[blow.mesh].row] = -f64::from(blow.flank) * blow.rebound;
            }
            self.bodies.solution.fill(0.0);
            for g in 0..self.bodies.groups.len() {
                let group = &self.bodies.groups[g];
                for r in 0..group.rows {
                    let row = group.first + r;
                    if self.bodies.masks.velocity[self.bodies.nv + row] {
                        self.bodies.solution[self.bodies.nv + row] =
                            self.bodies.target[row] - self.bodies.row_times(group, r, v);
                    }
                }
            }
            self.bodies.factorise(Use::Velocity, COLLAPSE, |_| {});
            self.bodies.factor.solve(&self.bodies.pattern, &mut self.bodies.solution);
            // a flank cannot pull: the one that would, most of all, lets go, and all is done again
            let pull = |k: usize| {
                -f64::from(self.laws.backlash.sides[k])
                    * self.bodies.solution[self.bodies.nv + self.laws.backlash.meshes[k].row]
            };
            let worst = (0..self.laws.backlash.meshes.len())
                .filter(|&k| self.laws.backlash.sides[k] != 0 && pull(k) > 0.0)
                .max_by(|&a, &b| pull(a).total_cmp(&pull(b)).then(b.cmp(&a)));
            match worst {
                Some(k) => {
                    self.laws.backlash.sides[k] = 0;
                    blows.retain(|b| b.mesh != k);
                }
                None => break,
            }
        }
        for i in 0..self.bodies.nv {
            v[i] += self.bodies.solution[i];
        }
        for blow in &mut blows {
            blow.impulse = -self.bodies.solution[self.bodies.nv + self.laws.backlash.meshes[blow.mesh].row];
            if blow.rebound > 0.0 {
                self.laws.backlash.sides[blow.mesh] = 0;
            }
        }
        self.laws.friction.modes = modes;
        self.remask();
        blows
    }
}

//! Where a gear stands within its play, and what its tooth sides exert.

use crate::laws::touch::due::FiredGuards;
use crate::laws::touch::state::Site;
use crate::laws::touch::touch::Touch;
use crate::multibody::multibody::Multibody;
use crate::tolerances::{AT_REST, BACKLASH_ROUNDING, NO_JOINT_ACCELERATION};

impl Touch {
    /// Accelerations in `touch.free` that are rounding are none: of teeth that no load presses together or pulls apart, and of
    /// parts in touch that would take a second to be seen as motion, unless that was seen to grow. The latter matters only
    /// beside forces with bounds of their own (`beside_bounded`), which are large beside rounding and could be used up by it.
    pub fn clear_rounding(&mut self, bodies: &Multibody, sites: &[Site], due: &FiredGuards, beside_bounded: bool) {
        let k = self.rows();
        let unseen = if beside_bounded { AT_REST * bodies.length * self.clock * self.clock } else { 0.0 };
        for (i, site) in sites.iter().enumerate() {
            let (Site::Tooth { .. }, c) = (site, &self.contacts[i]) else {
                let free = &mut self.free[i * k..(i + 1) * k];
                if matches!(site, Site::Pair { .. }) && !due.names(*site) && free.iter().all(|x| x.abs() <= unseen) {
                    free.fill(0.0);
                }
                continue;
            };
            let mut size = c.bias[0].abs();
            for (row, body) in c.rows.iter().zip(&c.bodies) {
                if let Some(b) = *body {
                    let span = bodies.spans[b];
                    size += (0..span.v_len).map(|j| (row[0][j] * bodies.solution[span.v + j]).abs()).sum::<f64>();
                }
            }
            if self.free[i * k].abs() <= NO_JOINT_ACCELERATION * size {
                self.free[i * k] = 0.0;
            }
        }
    }

    /// Whether a gear and both its joints are attached.
    pub fn mesh_acts(&self, bodies: &Multibody, mesh: usize) -> bool {
        let m = &self.meshes[mesh];
        [m.joint, m.first.joint, m.second.joint].into_iter().all(|j| bodies.joint_acts(j))
    }

    /// What the tooth sides of each gear exert on its second coordinate, into the bodies' λ.
    pub fn tooth_forces(&self, bodies: &mut Multibody) {
        let k = self.rows();
        for (i, t) in self.state.touching.iter().enumerate() {
            if let Site::Tooth { mesh, upper } = t.site {
                let side = if upper { -1.0 } else { 1.0 };
                bodies.lambda[self.meshes[mesh as usize].row] += side * self.force[i * k];
            }
        }
    }

    /// e at the state of `kinematics`, and how far it may be off by rounding.
    pub fn play(&self, bodies: &Multibody, mesh: usize) -> (f64, f64) {
        let m = &self.meshes[mesh];
        let (one, two) = (bodies.measure(m.first).value, bodies.measure(m.second).value);
        let rounding = BACKLASH_ROUNDING * (two.abs() + (m.ratio * one).abs() + m.backlash.width);
        (two - m.ratio * one - m.start - bodies.state.offsets[m.row], rounding)
    }
}

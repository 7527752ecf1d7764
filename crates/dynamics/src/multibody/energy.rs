//! Energies and drift at a state.

use crate::multibody::multibody::Multibody;
use crate::multibody::results::{Drift, Energy};
use mainspring_model::BodyKind;
use mainspring_numerics::vec3::dot;

impl Multibody {
    /// Kinetic and potential energy at the state of `kinematics`, spring energy at that of `own_loads`.
    pub fn own_energies(&self) -> Energy {
        let mut energy = Energy { spring: self.own_spring_energy(), ..Energy::default() };
        for (b, body) in self.model.bodies.iter().enumerate() {
            if body.kind != BodyKind::Fixed {
                energy.kinetic += self.kinetic_energy(b);
                energy.potential -= body.mass * dot(self.model.gravity, self.in_world(Some(b), self.frames.center(b)));
            }
        }
        energy
    }

    /// Energy in gravity that bodies would have at their origins, J.
    pub fn potential_of_origins(&self) -> f64 {
        let bodies = self.model.bodies.iter().zip(&self.state.origins).filter(|(body, _)| body.kind != BodyKind::Fixed);
        -bodies.map(|(body, origin)| body.mass * dot(self.model.gravity, *origin)).sum::<f64>()
    }

    /// What kinetic energy lacks where velocities are counted from others than the ground's, J.
    pub fn kinetic_of_speeds(&self, v: &[f64]) -> f64 {
        let axes = self.model.space.components();
        let mut sum = 0.0;
        for ((body, span), speed) in self.model.bodies.iter().zip(&self.spans).zip(&self.state.speeds) {
            if span.v_len > 0 && *speed != [0.0; 3] {
                let twice: f64 = v[span.v..span.v + axes].iter().zip(speed).map(|(v, by)| by * (2.0 * v + by)).sum();
                sum += 0.5 * body.mass * twice;
            }
        }
        sum
    }

    /// Largest scaled residual of acting rows, after `residuals`.
    pub fn worst_residual(&self) -> (f64, usize) {
        let mut worst = (0.0, 0);
        for (r, info) in self.rows.iter().enumerate() {
            if info.position && self.acts(info.group) {
                let size = (self.residual[r] / info.scale).abs();
                // a residual that is no number is the worst there is
                if size > worst.0 || size.is_nan() {
                    worst = (if size.is_nan() { f64::INFINITY } else { size }, r);
                }
            }
        }
        worst
    }

    /// Drift of positions and velocities.
    pub fn drifts(&mut self, time: f64, y: &[f64]) -> Drift {
        let (q, v, _) = self.split(y);
        self.kinematics(q, v);
        self.drive_motion(time);
        self.residuals(time);
        let position = self.worst_residual().0;
        self.jacobians(time);
        self.targets(v, time);
        let mut velocity: f64 = 0.0;
        for g in 0..self.groups.len() {
            if !self.acts(g) {
                continue;
            }
            let group = &self.groups[g];
            for r in 0..group.rows {
                let info = &self.rows[group.first + r];
                if info.velocity {
                    let off = self.row_times(group, r, v) - self.target[group.first + r];
                    velocity = velocity.max((off / info.scale).abs());
                }
            }
        }
        Drift { position, velocity }
    }
}

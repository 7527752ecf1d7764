//! Loads: gravity, gyroscopic terms, forces, springs, actuators, compliant joints; their power for the ledger.

use crate::multibody::multibody::{Multibody, SpringState};
use crate::multibody::quantities::Probes;
use crate::multibody::space::{Row, RowKind};
use mainspring_model::{BodyId, BodyKind, DriveKind, Model, SpringKind};
use mainspring_numerics::vec3::{Vec3, dot};

impl Multibody {
    pub fn push(&mut self, body: Option<BodyId>, row: &Row, factor: f64) {
        if let Some(b) = body {
            let span = self.spans[b];
            for i in 0..span.v_len {
                self.force[span.v + i] += factor * row[i];
            }
        }
    }

    /// Evaluates load expressions at the state of `kinematics`.
    fn load_expressions(&mut self, quantities: &dyn Probes, time: f64) {
        if self.load_tape.order.is_empty() {
            return;
        }
        let mut values = std::mem::take(&mut self.values);
        self.model.programs.evaluate(
            &self.load_tape,
            time,
            self.state.switch_time,
            |p| quantities.value(self, &self.model.programs.probes[p]),
            &mut values,
        );
        self.values = values;
    }

    /// f(q, v, t) into `force`; spring and drive efforts beside it.
    pub fn own_loads(&mut self, quantities: &dyn Probes, time: f64) {
        self.force.fill(0.0);
        self.load_expressions(quantities, time);
        let model = std::sync::Arc::clone(&self.model);
        let axes = model.space.components();
        for (b, body) in model.bodies.iter().enumerate() {
            let span = self.spans[b];
            if body.kind == BodyKind::Fixed || !self.present(b) {
                continue;
            }
            for i in 0..axes {
                self.force[span.v + i] += body.mass * model.gravity[i];
            }
            self.frames.gyroscopic(b, &mut self.force[span.v..span.v + span.v_len]);
        }
        for force in &model.forces {
            let row = self.force_row(force);
            self.push(Some(force.body), &row, 1.0);
        }
        for (s, spring) in model.springs.iter().enumerate() {
            self.spring[s] = SpringState::default();
            if !self.spring_acts(s) {
                continue;
            }
            let actuator = spring.effort.map_or(0.0, |n| self.values[n]);
            let p = self.position_probe(&mainspring_model::Probe::SpringStretch { spring: s, order: 0 });
            let effort = spring.stiffness * (p.value - spring.rest) + spring.damping * p.rate + actuator;
            self.spring[s] = SpringState { rate: p.rate, effort, actuator };
            for (body, row) in p.rows.into_iter().flatten() {
                self.push(Some(body), &row, -effort);
            }
        }
        for (d, drive) in model.drives.iter().enumerate() {
            if drive.kind == DriveKind::Effort {
                let joint = &model.joints[drive.coordinate.joint];
                self.effort[d] = if self.state.joints[drive.coordinate.joint] { self.values[drive.value] } else { 0.0 };
                let m = self.measure(drive.coordinate);
                self.push(joint.a.body, &m.ja, self.effort[d]);
                self.push(joint.b.body, &m.jb, self.effort[d]);
            }
        }
        for j in 0..model.joints.len() {
            if model.joints[j].compliant.is_some() {
                self.compliant_load(&model, j);
            }
        }
    }

    /// Where linear springs point at the state of `kinematics`; [springs]
    pub fn spring_directions(&self) -> Vec<Vec3> {
        let direction = |kind: SpringKind| match kind {
            SpringKind::Linear { a, b } => self.spring_line(&self.side(&a), &self.side(&b)).2,
            _ => [0.0; 3],
        };
        self.model.springs.iter().map(|spring| direction(spring.kind)).collect()
    }

    /// A spring on a released joint's coordinate is gone with it.
    pub fn spring_acts(&self, s: usize) -> bool {
        self.state.springs[s]
            && match self.model.springs[s].kind {
                SpringKind::Coordinate(c) => self.state.joints[c.joint],
                _ => true,
            }
    }

    /// A force or torque in world axes.
    pub fn force_value(&self, force: &mainspring_model::Force) -> Vec3 {
        let value = force.value.map(|n| self.values[n]);
        force.along.map_or(value, |along| self.frames.direction(along, value))
    }

    /// Generalised force of a force or torque on its body.
    pub fn force_row(&self, force: &mainspring_model::Force) -> Row {
        let value = self.force_value(force);
        if force.torque { self.frames.spin_row(value) } else { self.point_row(force.body, force.point, value) }
    }

    /// ∂(velocity · direction)/∂v of a point of a body.
    pub fn point_row(&self, body: BodyId, local: Vec3, direction: Vec3) -> Row {
        self.frames.row_at(self.frames.point(Some(body), local).arm, direction)
    }

    /// Rows of a compliant joint as spring–dampers: −(k C + b Ċ) through Jᵀ.
    fn compliant_load(&mut self, model: &Model, j: usize) {
        self.compliant[j] = [0.0; 6];
        self.compliant_power[j] = 0.0;
        let (Some(kinds), Some(c), true) =
            (self.frames.joint_rows(j), self.model.joints[j].compliant, self.state.joints[j])
        else {
            return;
        };
        let joint = &model.joints[j];
        let (mut ja, mut jb, mut residual) = ([[0.0; 6]; 6], [[0.0; 6]; 6], [0.0; 6]);
        self.frames.joint_jacobian(j, &mut ja, &mut jb);
        self.frames.joint_residual(j, &mut residual[..kinds.len()]);
        let velocity = |body: Option<BodyId>, row: &Row| {
            body.map_or(0.0, |k| {
                let (v, w) = (self.frames.center_velocity(k), self.frames.spin(k));
                let (force, torque) = self.frames.wrench(row);
                dot(force, v) + dot(torque, w)
            })
        };
        let mut rates = [0.0; 6];
        for r in 0..kinds.len() {
            rates[r] = velocity(joint.a.body, &ja[r]) + velocity(joint.b.body, &jb[r]);
        }
        for r in 0..kinds.len() {
            let (k, d) = match kinds[r] {
                RowKind::Length => (c.stiffness, c.damping),
                RowKind::Angle => (c.turning_stiffness, c.turning_damping),
                // no position to pull back to: slip is resisted by damping alone
                RowKind::Speed => (0.0, c.damping),
            };
            let f = -(k * residual[r] + d * rates[r]);
            self.compliant[j][r] = f;
            self.compliant_power[j] += d * rates[r] * rates[r];
            self.push(joint.a.body, &ja[r], f);
            self.push(joint.b.body, &jb[r], f);
        }
    }

    /// λ of a drive's row times the rate it moves at.
    pub fn prescribed_power(&self, drive: usize, v: &[f64]) -> f64 {
        self.places.drive[drive].map_or(0.0, |(g, r)| {
            let group = &self.groups[g];
            -self.solution[self.nv + group.first + r] * self.row_times(group, r, v)
        })
    }

    /// Energy in springs and compliant joints at the state of `kinematics`.
    pub fn own_spring_energy(&self) -> f64 {
        let mut sum = 0.0;
        for (s, spring) in self.model.springs.iter().enumerate() {
            if spring.stiffness != 0.0 && self.spring_acts(s) {
                let p = self.position_probe(&mainspring_model::Probe::SpringStretch { spring: s, order: 0 });
                let x = p.value - spring.rest;
                sum += 0.5 * spring.stiffness * x * x;
            }
        }
        for j in 0..self.model.joints.len() {
            let (Some(kinds), Some(c), true) =
                (self.frames.joint_rows(j), self.model.joints[j].compliant, self.state.joints[j])
            else {
                continue;
            };
            let mut residual = [0.0; 6];
            self.frames.joint_residual(j, &mut residual[..kinds.len()]);
            for (kind, x) in kinds.iter().zip(residual) {
                let k = match kind {
                    RowKind::Length => c.stiffness,
                    RowKind::Angle => c.turning_stiffness,
                    RowKind::Speed => 0.0,
                };
                sum += 0.5 * k * x * x;
            }
        }
        sum
    }
}

//! Values of rows: residuals, Jacobians, biases, and the velocities they ask for.

use crate::multibody::multibody::Multibody;
use crate::multibody::row_groups::{By, Group, Source};
use crate::multibody::space::Row;
use mainspring_model::{BodyId, BodyKind, DriveKind, Jet};

impl Multibody {
    /// Second derivative of what a group's first row measures, and the size of the terms it is made of.
    pub fn acceleration_of(&self, group: &Group) -> (f64, f64) {
        let bias = self.bias[group.first];
        let (mut sum, mut size) = (bias, bias.abs());
        for (at, &b) in group.blocks.iter().enumerate() {
            let span = self.spans[b];
            let row = &self.jacobian[group.jacobian + at * group.rows];
            for i in 0..span.v_len {
                let term = row[i] * self.solution[span.v + i];
                sum += term;
                size += term.abs();
            }
        }
        (sum, size)
    }

    /// Motion of prescribed drives with derivatives at time t.
    pub fn drive_motion(&mut self, time: f64) {
        self.move_belts(time);
        if self.drive_tape.order.is_empty() {
            return;
        }
        let model = &self.model;
        model.programs.evaluate_jets(
            &self.drive_tape,
            Jet { value: time, first: 1.0, second: 0.0 },
            self.state.switch_time,
            |_| Jet::default(),
            &mut self.jets,
        );
        for (d, drive) in model.drives.iter().enumerate() {
            if drive.kind != DriveKind::Effort {
                self.motion[d] = self.jets[drive.value];
            }
        }
    }

    /// Writes a row of `group` for `body`, if that body has columns.
    fn put(&mut self, group: usize, row: usize, body: Option<BodyId>, value: &Row, factor: f64) {
        let g = &self.groups[group];
        if let Some(k) = body.and_then(|b| g.blocks.iter().position(|&x| x == b)) {
            let place = &mut self.jacobian[g.jacobian + k * g.rows + row];
            for i in 0..6 {
                place[i] += factor * value[i];
            }
        }
    }

    /// All Jacobians at the state of `kinematics`.
    pub fn jacobians(&mut self, time: f64) {
        let model = std::sync::Arc::clone(&self.model);
        for g in 0..self.groups.len() {
            let group = &self.groups[g];
            // a joint writes its own rows whole, the rest is added up
            if !matches!(&group.source, Source::Joint { coordinates, .. } if coordinates.is_empty()) {
                self.jacobian[group.jacobian..group.jacobian + group.blocks.len() * group.rows].fill([0.0; 6]);
            }
            match &group.source {
                Source::Joint { joint, own, coordinates } => {
                    let (joint, own) = (*joint, *own);
                    let (a, b) = (model.joints[joint].a.body, model.joints[joint].b.body);
                    let prescribed = coordinates.len();
                    if own > 0 {
                        self.joint_jacobian(g, joint, own);
                    }
                    for k in 0..prescribed {
                        let Source::Joint { coordinates, .. } = &self.groups[g].source else { continue };
                        let index = coordinates[k].index;
                        let m = self.measure(mainspring_model::Coordinate { joint, index });
                        self.put(g, own + k, a, &m.ja, 1.0);
                        self.put(g, own + k, b, &m.jb, 1.0);
                    }
                }
                Source::Gear { joint, .. } => {
                    for (c, factor) in self.gear_terms(*joint) {
                        let m = self.measure(c);
                        self.put(g, 0, model.joints[c.joint].a.body, &m.ja, factor);
                        self.put(g, 0, model.joints[c.joint].b.body, &m.jb, factor);
                    }
                }
                Source::Stick { coordinate, .. } => {
                    let coordinate = *coordinate;
                    let m = self.measure(coordinate);
                    self.put(g, 0, model.joints[coordinate.joint].a.body, &m.ja, 1.0);
                    self.put(g, 0, model.joints[coordinate.joint].b.body, &m.jb, 1.0);
                }
                Source::User { constraint } => {
                    let c = *constraint;
                    self.user_gradient(g, c, time);
                }
                Source::Given { .. } | Source::Hold { .. } => {
                    let (body, first) = match group.source {
                        Source::Given { body, spin: true } => (body, self.frames.v_len(BodyKind::Point)),
                        Source::Given { body, .. } | Source::Hold { body } => (body, 0),
                        _ => continue,
                    };
                    for r in 0..self.groups[g].rows {
                        let mut row = [0.0; 6];
                        row[first + r] = 1.0;
                        self.put(g, r, Some(body), &row, 1.0);
                    }
                }
            }
        }
    }

    /// Rows of a joint's own, written where they belong; a side on the ground, or that cannot move, goes nowhere.
    fn joint_jacobian(&mut self, group: usize, joint: usize, own: usize) {
        let g = &self.groups[group];
        let joints = &self.model.joints[joint];
        let place = |body: Option<BodyId>| {
            let k = g.blocks.iter().position(|&x| Some(x) == body)?;
            Some(g.jacobian + k * g.rows)
        };
        let frames = &self.frames;
        match (place(joints.a.body), place(joints.b.body)) {
            (Some(a), Some(b)) => {
                let (low, high) = self.jacobian.split_at_mut(a.max(b));
                let (low, high) = (&mut low[a.min(b)..a.min(b) + own], &mut high[..own]);
                let (ja, jb) = if a < b { (low, high) } else { (high, low) };
                frames.joint_jacobian(joint, ja, jb);
            }
            (Some(a), None) => frames.joint_jacobian(joint, &mut self.jacobian[a..a + own], &mut [[0.0; 6]; 6]),
            (None, Some(b)) => frames.joint_jacobian(joint, &mut [[0.0; 6]; 6], &mut self.jacobian[b..b + own]),
            (None, None) => {}
        }
    }

    /// ∂(left − right)/∂v of a user constraint: one pass per quantity it reads, by forward differentiation.
    fn user_gradient(&mut self, g: usize, c: usize, time: f64) {
        let model = std::sync::Arc::clone(&self.model);
        let node = model.constraints[c].value;
        let mut jets = std::mem::take(&mut self.jets);
        for i in 0..self.constraint_tapes[c].probes.len() {
            let seeded = self.constraint_tapes[c].probes[i];
            model.programs.evaluate_jets(
                &self.constraint_tapes[c],
                Jet::constant(time),
                self.state.switch_time,
                |p| Jet {
                    value: self.position_probe(&model.programs.probes[p]).value,
                    first: if p == seeded { 1.0 } else { 0.0 },
                    second: 0.0,
                },
                &mut jets,
            );
            let slope = jets[node].first;
            let probe = self.position_probe(&model.programs.probes[seeded]);
            for (body, row) in probe.rows.iter().flatten() {
                self.put(g, 0, Some(*body), row, slope);
            }
        }
        self.jets = jets;
    }

    /// Value, first derivative at this v, and second at v̇ = 0, of a user constraint along the motion.
    fn user_jet(&mut self, c: usize, time: f64) -> Jet {
        let model = std::sync::Arc::clone(&self.model);
        let mut jets = std::mem::take(&mut self.jets);
        model.programs.evaluate_jets(
            &self.constraint_tapes[c],
            Jet { value: time, first: 1.0, second: 0.0 },
            self.state.switch_time,
            |p| {
                let probe = self.position_probe(&model.programs.probes[p]);
                Jet { value: probe.value, first: probe.rate, second: probe.bias }
            },
            &mut jets,
        );
        let out = jets[model.constraints[c].value];
        self.jets = jets;
        out
    }

    /// J̇v less what prescribed motion asks for: J v̇ = −bias.
    pub fn biases(&mut self, time: f64) {
        for g in 0..self.groups.len() {
            let first = self.groups[g].first;
            match &self.groups[g].source {
                Source::Joint { joint, own, coordinates } => {
                    let (joint, own) = (*joint, *own);
                    if own > 0 {
                        self.frames.joint_bias(joint, &mut self.bias[first..first + own]);
                    }
                    for (k, p) in coordinates.iter().enumerate() {
                        let m = self.measure(mainspring_model::Coordinate { joint, index: p.index });
                        let asked = match p.by {
                            By::Drive(d) => match self.model.drives[d].kind {
                                DriveKind::Position => self.motion[d].second,
                                DriveKind::Speed => self.motion[d].first,
                                _ => self.motion[d].value,
                            },
                            By::Start(_) => 0.0,
                        };
                        self.bias[first + own + k] = m.bias - asked;
                    }
                }
                Source::Gear { joint, .. } => {
                    self.bias[first] = self.gear_sum(*joint, |c| self.measure(c).bias);
                }
                Source::Stick { place, coordinate, drive } => {
                    let asked = drive.map_or(0.0, |d| self.acceleration_held(*place, d));
                    self.bias[first] = self.measure(*coordinate).bias - asked;
                }
                Source::User { constraint } => {
                    let c = *constraint;
                    self.bias[first] = self.user_jet(c, time).second;
                }
                Source::Hold { body } => {
                    let carried = self.carried(*body);
                    let rows = self.groups[g].rows;
                    self.bias[first..first + rows].fill(0.0);
                    for (bias, u) in self.bias[first..first + rows].iter_mut().zip(carried) {
                        *bias = -u.first;
                    }
                }
                // only while assembling, where no accelerations are solved for
                Source::Given { .. } => {}
            }
        }
    }

    /// C at the state of `kinematics`; zero for rows without a position.
    pub fn residuals(&mut self, time: f64) {
        for g in 0..self.groups.len() {
            let first = self.groups[g].first;
            match &self.groups[g].source {
                Source::Joint { joint, own, coordinates } => {
                    let (joint, own) = (*joint, *own);
                    if own > 0 {
                        self.frames.joint_residual(joint, &mut self.residual[first..first + own]);
                    }
                    for (k, p) in coordinates.iter().enumerate() {
                        let m = self.measure(mainspring_model::Coordinate { joint, index: p.index });
                        let asked = match p.by {
                            By::Drive(d) if self.model.drives[d].kind == DriveKind::Position => {
                                Some(self.motion[d].value)
                            }
                            By::Drive(_) => None,
                            By::Start(s) => self.model.starts[s].value,
                        };
                        self.residual[first + own + k] = asked.map_or(0.0, |x| m.value - x);
                    }
                }
                Source::Gear { joint, start, .. } => {
                    self.residual[first] = self.gear_sum(*joint, |c| self.measure(c).value) - start;
                }
                Source::User { constraint } => {
                    let c = *constraint;
                    self.residual[first] = self.user_jet(c, time).value;
                }
                // off its motion a drive has no position to hold
                Source::Stick { place, drive, .. } => {
                    let follows = drive.filter(|_| self.returns[*place].is_none());
                    self.residual[first] = follows.map_or(0.0, |d| self.drive_error(d)[0]);
                }
                Source::Given { .. } | Source::Hold { .. } => {}
            }
        }
        for (c, offset) in self.residual.iter_mut().zip(&self.state.offsets) {
            *c -= offset;
        }
    }

    /// What Jv shall be at the state of `kinematics`.
    pub fn targets(&mut self, v: &[f64], time: f64) {
        self.target.fill(0.0);
        for g in 0..self.groups.len() {
            let first = self.groups[g].first;
            match &self.groups[g].source {
                Source::Joint { own, coordinates, .. } => {
                    for (k, p) in coordinates.iter().enumerate() {
                        self.target[first + own + k] = match p.by {
                            By::Drive(d) => match self.model.drives[d].kind {
                                DriveKind::Position => self.motion[d].first,
                                DriveKind::Speed => self.motion[d].value,
                                _ => 0.0,
                            },
                            By::Start(s) => self.model.starts[s].rate.unwrap_or(0.0),
                        };
                    }
                }
                Source::Gear { .. } => {}
                Source::Stick { place, drive, .. } => {
                    // a drive that brakes holds an acceleration: its rate is whatever that has made it
                    let brakes = self.returns[*place].is_some();
                    self.target[first] = match drive {
                        Some(_) if brakes => self.row_times(&self.groups[g], 0, v),
                        Some(d) => self.rate_held(*place, *d),
                        None => 0.0,
                    };
                }
                Source::Hold { body } => {
                    let carried = self.carried(*body);
                    for (target, u) in self.target[first..].iter_mut().zip(carried) {
                        *target = u.value;
                    }
                }
                Source::User { constraint } => {
                    // ė = J v + e_t, so J v shall be −e_t
                    let c = *constraint;
                    let along = self.user_jet(c, time).first;
                    let group = &self.groups[g];
                    self.target[first] = self.row_times(group, 0, v) - along;
                }
                Source::Given { body, spin } => {
                    let body = &self.model.bodies[*body];
                    let rows = self.groups[g].rows;
                    // in the plane the only spin is about z
                    let asked = if *spin { &body.spin[3 - rows..] } else { &body.velocity[..rows] };
                    self.target[first..first + rows].copy_from_slice(asked);
                }
            }
        }
    }
}

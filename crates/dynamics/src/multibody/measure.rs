//! Measured quantities: what expressions read.

use crate::multibody::kinematics::PointMotion;
use crate::multibody::multibody::Multibody;
use crate::multibody::row_groups::Source;
use crate::multibody::space::Row;
use crate::tolerances::SPRING_COINCIDES;
use mainspring_model::{BodyId, BodyKind, DriveKind, Gear, Probe, SpringKind};
use mainspring_numerics::vec3::{Vec3, cross, dot, norm, scale, sub};

/// A position-level quantity with derivatives along the motion and its gradient.
#[derive(Clone, Copy, Debug, Default)]
pub struct PositionProbe {
    pub value: f64,
    pub rate: f64,
    /// second derivative at v̇ = 0
    pub bias: f64,
    /// ∂rate/∂v per body
    pub rows: [Option<(BodyId, Row)>; 2],
}

fn axis(i: u8) -> Vec3 {
    let mut u = [0.0; 3];
    u[usize::from(i)] = 1.0;
    u
}

impl Multibody {
    /// v̇ of a body and its angular part at the last solve.
    fn acceleration_row(&self, body: Option<BodyId>, row: &Row) -> f64 {
        body.map_or(0.0, |b| {
            let span = self.spans[b];
            (0..span.v_len).map(|i| row[i] * self.solution[span.v + i]).sum()
        })
    }

    /// Angle and angular velocity of a body in the plane; of the ground where there is none.
    fn turning(&self, body: Option<BodyId>) -> (f64, f64) {
        body.map_or((0.0, 0.0), |b| (self.frames.angle(b), self.frames.spin(b)[2]))
    }

    /// Length of a linear spring: value, rate, unit direction from a to b (zero where they coincide).
    pub fn spring_line(&self, a: &PointMotion, b: &PointMotion) -> (f64, f64, Vec3) {
        let d = sub(b.position, a.position);
        let length = norm(d);
        if length <= SPRING_COINCIDES * self.length {
            return (0.0, 0.0, [0.0; 3]);
        }
        let u = scale(d, 1.0 / length);
        (length, dot(u, sub(b.velocity, a.velocity)), u)
    }

    /// A quantity that depends on positions only, with its gradient; for user constraints.
    pub fn position_probe(&self, probe: &Probe) -> PositionProbe {
        match *probe {
            Probe::Point { body, point, axis: i, .. } => {
                let at = self.frames.point(body, point);
                let u = axis(i);
                PositionProbe {
                    value: dot(u, self.in_world(body, at.position)),
                    rate: dot(u, self.as_it_flies(body, at.velocity)),
                    bias: dot(u, at.centripetal),
                    rows: [body.map(|b| (b, self.frames.row_at(at.arm, u))), None],
                }
            }
            Probe::Angle { body, .. } => PositionProbe {
                value: self.frames.angle(body),
                rate: self.frames.spin(body)[2],
                bias: 0.0,
                rows: [Some((body, self.frames.spin_row([0.0, 0.0, 1.0]))), None],
            },
            Probe::Direction { body, which, axis: i } => {
                // e = R e_k: ė = ω×e, ë = ω̇×e + ω×(ω×e)
                let (e, w, u) = (self.frames.direction(body, axis(which)), self.frames.spin(body), axis(i));
                let rate = cross(w, e);
                PositionProbe {
                    value: dot(u, e),
                    rate: dot(u, rate),
                    bias: dot(u, cross(w, rate)),
                    rows: [Some((body, self.frames.spin_row(cross(e, u)))), None],
                }
            }
            Probe::Coordinate { coordinate, .. } => {
                let m = self.measure(coordinate);
                let joint = &self.model.joints[coordinate.joint];
                PositionProbe {
                    value: m.value,
                    rate: m.rate,
                    bias: m.bias,
                    rows: [joint.a.body.map(|b| (b, m.ja)), joint.b.body.map(|b| (b, m.jb))],
                }
            }
            Probe::SpringStretch { spring, .. } => match self.model.springs[spring].kind {
                SpringKind::Linear { a, b } => {
                    let (sa, sb) = (self.side(&a), self.side(&b));
                    let (mut length, mut rate, mut u) = self.spring_line(&sa, &sb);
                    if self.spring_sides.get(spring).is_some_and(|side| dot(*side, u) < 0.0) {
                        (length, rate, u) = (-length, -rate, scale(u, -1.0));
                    }
                    let dv = sub(sb.velocity, sa.velocity);
                    let dc = sub(sb.centripetal, sa.centripetal);
                    let across = if length != 0.0 { (dot(dv, dv) - rate * rate) / length } else { 0.0 };
                    PositionProbe {
                        value: length,
                        rate,
                        bias: dot(u, dc) + across,
                        rows: [
                            a.body.map(|k| (k, self.frames.row_at(sa.arm, scale(u, -1.0)))),
                            b.body.map(|k| (k, self.frames.row_at(sb.arm, u))),
                        ],
                    }
                }
                SpringKind::Coordinate(coordinate) => self.position_probe(&Probe::Coordinate { coordinate, order: 0 }),
                SpringKind::Angle { a, b } => {
                    let ((angle_a, spin_a), (angle_b, spin_b)) = (self.turning(a.body), self.turning(b.body));
                    PositionProbe {
                        value: angle_b + b.frame.angle - angle_a - a.frame.angle,
                        rate: spin_b - spin_a,
                        bias: 0.0,
                        rows: [
                            a.body.map(|k| (k, self.frames.spin_row([0.0, 0.0, -1.0]))),
                            b.body.map(|k| (k, self.frames.spin_row([0.0, 0.0, 1.0]))),
                        ],
                    }
                }
            },
            Probe::Play { joint } => self.gear_play(joint),
            _ => PositionProbe::default(),
        }
    }

    /// Position of a gear with backlash within its play; its gradient is never asked for.
    fn gear_play(&self, joint: usize) -> PositionProbe {
        let (Some(&Gear { first, second, ratio, .. }), Some(g), true) = (
            self.model.joints[joint].kind.coupling(),
            self.places.joint[joint],
            self.model.joints[joint].backlash.is_some(),
        ) else {
            return PositionProbe::default();
        };
        let Source::Gear { start, .. } = self.groups[g].source else { return PositionProbe::default() };
        let (one, two) = (self.measure(first), self.measure(second));
        PositionProbe {
            value: two.value - ratio * one.value - start - self.state.offsets[self.groups[g].first],
            rate: two.rate - ratio * one.rate,
            bias: two.bias - ratio * one.bias,
            ..PositionProbe::default()
        }
    }

    /// A quantity that bodies, joints, springs and drives know; those of force level are valid after `solve` and `reactions`.
    pub fn probe_value(&self, probe: &Probe) -> f64 {
        match *probe {
            Probe::Point { body, point, order, axis: i } => {
                let at = self.frames.point(body, point);
                let u = axis(i);
                match order {
                    0 => dot(u, self.in_world(body, at.position)),
                    1 => dot(u, self.as_it_flies(body, at.velocity)),
                    _ => dot(u, at.centripetal) + self.acceleration_row(body, &self.frames.row_at(at.arm, u)),
                }
            }
            Probe::Angle { body, order } => match order {
                0 => self.frames.angle(body),
                1 => self.frames.spin(body)[2],
                _ => self.spin_acceleration(body, [0.0, 0.0, 1.0]),
            },
            Probe::Spin { body, order, axis: i } => match order {
                1 => self.frames.spin(body)[usize::from(i)],
                _ => self.spin_acceleration(body, axis(i)),
            },
            Probe::Direction { body, which, axis: i } => self.frames.direction(body, axis(which))[usize::from(i)],
            Probe::Coordinate { coordinate, order } => {
                let m = self.measure(coordinate);
                match order {
                    0 => m.value,
                    1 => m.rate,
                    _ => {
                        let joint = &self.model.joints[coordinate.joint];
                        m.bias + self.acceleration_row(joint.a.body, &m.ja) + self.acceleration_row(joint.b.body, &m.jb)
                    }
                }
            }
            Probe::JointForce { joint, axis: i } => self.joint_wrench(joint).0[usize::from(i)],
            Probe::JointTorque { joint, axis: i } => self.joint_wrench(joint).1[usize::from(i)],
            Probe::Effort { coordinate } => self.coordinate_effort(coordinate),
            Probe::FieldX | Probe::FieldY => 0.0,
            Probe::Present { body } => f64::from(u8::from(self.present(body))),
            Probe::Play { .. } => self.position_probe(probe).value,
            Probe::SpringStretch { order, .. } => {
                let p = self.position_probe(probe);
                if order == 0 { p.value } else { p.rate }
            }
            Probe::SpringEffort { spring } => self.spring[spring].effort,
            Probe::Momentum { body, axis: i } => {
                let velocity = self.as_it_flies(Some(body), self.frames.center_velocity(body));
                self.model.bodies[body].mass * velocity[usize::from(i)]
            }
            Probe::AngularMomentum { body, axis: i } => self.frames.spin_momentum(body)[usize::from(i)],
            Probe::KineticEnergy { body } => self.kinetic_energy(body),
            // laws and the run know these; a sweep's belong to no system
            Probe::Friction { .. }
            | Probe::StopForce { .. }
            | Probe::Verdict
            | Probe::Contact { .. }
            | Probe::ContactLoad { .. }
            | Probe::FieldLoad { .. }
            | Probe::Overlap { .. }
            | Probe::Inside { .. }
            | Probe::Power(_)
            | Probe::Drawn
            | Probe::Caught { .. }
            | Probe::ScriptStep { .. }
            | Probe::Energy(_)
            | Probe::Work(_)
            | Probe::Before { .. }
            | Probe::Swept { .. } => f64::NAN,
        }
    }

    fn spin_acceleration(&self, body: BodyId, u: Vec3) -> f64 {
        if self.model.bodies[body].kind == BodyKind::Rigid {
            self.acceleration_row(Some(body), &self.frames.spin_row(u))
        } else {
            0.0
        }
    }

    pub fn kinetic_energy(&self, body: BodyId) -> f64 {
        self.kinetic_energy_beside(body, self.state.speeds[body].map(|v| -v))
    }

    /// As seen by one who moves with that velocity, counted as the body's own.
    pub fn kinetic_energy_beside(&self, body: BodyId, velocity: Vec3) -> f64 {
        let m = &self.model.bodies[body];
        let v = sub(self.frames.center_velocity(body), velocity);
        let spin =
            if m.kind == BodyKind::Rigid { dot(self.frames.spin(body), self.frames.spin_momentum(body)) } else { 0.0 };
        0.5 * (m.mass * dot(v, v) + spin)
    }

    /// Force and torque (at the joint point) that a joint exerts on its second part, without drives.
    pub fn joint_wrench(&self, joint: usize) -> (Vec3, Vec3) {
        if !self.state.joints[joint] {
            return ([0.0; 3], [0.0; 3]);
        }
        let mut sum = [0.0; 6];
        let mut at = self.frames.joint_points(joint)[1];
        if let Some(kinds) = self.frames.joint_rows(joint) {
            let (mut ja, mut jb) = ([[0.0; 6]; 6], [[0.0; 6]; 6]);
            self.frames.joint_jacobian(joint, &mut ja, &mut jb);
            let rows = kinds.len();
            let own = match self.places.joint[joint].map(|g| (&self.groups[g].source, self.groups[g].first)) {
                Some((Source::Joint { own, .. }, first)) if *own > 0 => Some(first),
                _ => None,
            };
            for r in 0..rows {
                let l = match own {
                    Some(first) => self.lambda[first + r],
                    None => self.compliant[joint][r],
                };
                for i in 0..6 {
                    sum[i] += l * jb[r][i];
                }
            }
            if let Some(f) = Some(self.friction_effort[joint]).filter(|f| *f != 0.0) {
                let m = self.measure(mainspring_model::Coordinate { joint, index: 0 });
                for i in 0..6 {
                    sum[i] += f * m.jb[i];
                }
            }
        } else if let Some(group) = self.places.joint[joint].map(|g| &self.groups[g])
            && let Source::Gear { second, .. } = group.source
        {
            // a gear acts on the second joint's second part through that joint's coordinate
            at = self.frames.joint_points(second.joint)[1];
            let m = self.measure(second);
            sum = m.jb.map(|x| x * self.lambda[group.first]);
        }
        let (force, torque) = self.frames.wrench(&sum);
        (force, sub(torque, cross(at.arm, force)))
    }

    /// What drives exert on a coordinate.
    fn coordinate_effort(&self, c: mainspring_model::Coordinate) -> f64 {
        if !self.state.joints[c.joint] {
            return 0.0;
        }
        let mut sum = 0.0;
        for (d, drive) in self.model.drives.iter().enumerate().filter(|(_, d)| d.coordinate == c) {
            sum += match self.places.drive[d] {
                Some((g, r)) => self.lambda[self.groups[g].first + r],
                None if drive.kind == DriveKind::Effort || drive.limit.is_some() => self.effort[d],
                None => 0.0,
            };
        }
        sum
    }
}

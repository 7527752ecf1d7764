//! Second derivatives of rows: how a gradient changes as the bodies it belongs to are displaced.
//!
//! A row a ↦ J·a is the gradient of C(q) in velocity coordinates, and its bias is b(v) = d²C/dt² at v̇ = 0, a quadratic form of
//! v. At fixed positions, b evaluated for unit velocities and their sums gives that form exactly (polarisation):
//!
//! ```text
//! H(eᵢ, eⱼ) = [b(eᵢ + eⱼ) − b(eᵢ) − b(eⱼ)] / 2
//! ```
//!
//! Velocity coordinates are no coordinates: turns about world axes do not commute. With D_δ the derivative along the flow of
//! the constant velocity δ (R′ = ω_δ× R), J·a = D_a C and
//!
//! ```text
//! D_δ D_a C − D_a D_δ C = J·(0, ω_a×ω_δ)      ⇒      dJ[δ]·a = H(a, δ) + ½ J·(0, ω_a×ω_δ)
//! ```
//!
//! since H is the symmetric part. Rolling rows are no gradients; of theirs only the symmetric part is known here. The rows
//! of angles in space are gradients only where the hinge is closed; there both agree for every motion the hinge allows.

use crate::multibody::multibody::Multibody;
use crate::multibody::space::{Row, RowKind};
use mainspring_model::{BodyId, BodyKind, Probe, SpringKind};
use mainspring_numerics::vec3::{cross, dot};

/// Velocities of two bodies at most.
pub const MOST: usize = 12;

/// Rows of one joint, or one measured quantity, with their second derivatives.
#[derive(Clone, Debug, Default)]
pub struct RowHessians {
    /// moving bodies and where their velocities stand among the local ones
    pub bodies: [Option<(BodyId, usize)>; 2],
    /// local velocities
    pub width: usize,
    /// gradients; [rows][width]
    pub rows: [[f64; MOST]; 6],
    /// `bend[r][i][j]`: change of entry i of row r per displacement along j
    pub bend: [[[f64; MOST]; MOST]; 6],
}

impl RowHessians {
    /// Place of local velocity `i` among all, given where each body's begin.
    pub fn place(&self, first: impl Fn(BodyId) -> usize, i: usize) -> usize {
        let side = usize::from(self.bodies[1].is_some_and(|(_, at)| i >= at));
        self.bodies[side].map_or(0, |(body, at)| first(body) + i - at)
    }

    fn read(&mut self, core: &Multibody, sides: [Option<BodyId>; 2]) {
        self.bodies = [None; 2];
        self.width = 0;
        for body in sides.into_iter().flatten() {
            let wide = core.spans[body].v_len;
            let known = self.bodies.iter().flatten().any(|(b, _)| *b == body);
            if wide > 0 && !known {
                let slot = usize::from(self.bodies[0].is_some());
                self.bodies[slot] = Some((body, self.width));
                self.width += wide;
            }
        }
    }

    fn put_row(&mut self, core: &Multibody, r: usize, parts: [Option<(BodyId, &Row)>; 2]) {
        self.rows[r] = [0.0; MOST];
        for (body, row) in parts.into_iter().flatten() {
            if let Some((_, at)) = self.bodies.iter().flatten().find(|(b, _)| *b == body) {
                for i in 0..core.spans[body].v_len {
                    self.rows[r][at + i] += row[i];
                }
            }
        }
    }

    /// The pair of unit velocities i and j, as one velocity.
    fn pair(i: usize, j: usize) -> [f64; MOST] {
        let mut w = [0.0; MOST];
        (w[i], w[j]) = (1.0, 1.0);
        w
    }

    /// `bend` holds b(eᵢ + eⱼ) below and b(eᵢ) on the diagonal: turns these into the symmetric forms, then adds the
    /// brackets of turns for the rows that are gradients.
    fn polarise(&mut self, core: &Multibody, rows: usize, gradient: impl Fn(usize) -> bool) {
        for bend in &mut self.bend[..rows] {
            for i in 0..self.width {
                for j in 0..i {
                    let half = 0.5 * (bend[i][j] - bend[i][i] - bend[j][j]);
                    bend[i][j] = half;
                    bend[j][i] = half;
                }
            }
        }
        for (body, at) in self.bodies.into_iter().flatten() {
            let wide = core.spans[body].v_len;
            let turn = |i: usize| core.frames.wrench(&unit(i)).1;
            for r in (0..rows).filter(|&r| gradient(r)) {
                let mut row = [0.0; 6];
                row[..wide].copy_from_slice(&self.rows[r][at..at + wide]);
                let torque = core.frames.wrench(&row).1;
                for i in 0..wide {
                    for j in 0..wide {
                        self.bend[r][at + i][at + j] += 0.5 * dot(torque, cross(turn(i), turn(j)));
                    }
                }
            }
        }
    }
}

/// The velocity with a one at `i`.
pub fn unit(i: usize) -> Row {
    let mut row = [0.0; 6];
    row[i] = 1.0;
    row
}

/// Change of a measured quantity with the positions and velocities of the bodies it reads.
#[derive(Clone, Copy, Debug, Default)]
pub struct Slope {
    pub bodies: [Option<BodyId>; 2],
    pub by_position: [Row; 2],
    pub by_velocity: [Row; 2],
}

impl Multibody {
    /// Velocities of a body of the group among the local ones; None if it keeps its own.
    fn local<'a>(&self, hessians: &RowHessians, body: Option<BodyId>, w: &'a [f64; MOST]) -> Option<&'a [f64]> {
        let b = body?;
        let (_, at) = hessians.bodies.iter().flatten().find(|(k, _)| *k == b)?;
        Some(&w[*at..*at + self.spans[b].v_len])
    }

    /// A joint's own rows at the state of `kinematics`.
    pub fn joint_row_hessians(&self, joint: usize, out: &mut RowHessians) {
        let Some(kinds) = self.frames.joint_rows(joint) else { return };
        let j = &self.model.joints[joint];
        out.read(self, [j.a.body, j.b.body]);
        let (mut ja, mut jb) = ([[0.0; 6]; 6], [[0.0; 6]; 6]);
        self.frames.joint_jacobian(joint, &mut ja, &mut jb);
        for r in 0..kinds.len() {
            out.put_row(self, r, [j.a.body.map(|b| (b, &ja[r])), j.b.body.map(|b| (b, &jb[r]))]);
        }
        for i in 0..out.width {
            for k in 0..=i {
                let w = RowHessians::pair(i, k);
                let velocities = [self.local(out, j.a.body, &w), self.local(out, j.b.body, &w)];
                let mut bias = [0.0; 6];
                self.frames.joint_bias_at(joint, velocities, &mut bias[..kinds.len()]);
                for r in 0..kinds.len() {
                    out.bend[r][i][k] = bias[r];
                }
            }
        }
        out.polarise(self, kinds.len(), |r| kinds[r] != RowKind::Speed);
    }

    /// A position-level quantity at the state of `kinematics`; its row is row 0.
    pub fn probe_row_hessians(&mut self, probe: &Probe, out: &mut RowHessians) {
        let here = self.position_probe(probe);
        let bodies = here.rows.map(|r| r.map(|(b, _)| b));
        out.read(self, bodies);
        out.put_row(self, 0, [0, 1].map(|k| here.rows[k].as_ref().map(|(b, row)| (*b, row))));
        // the joint whose coordinate it is, if any: its markers move with the bodies
        let joint = match *probe {
            Probe::Coordinate { coordinate, .. } => Some(coordinate.joint),
            Probe::SpringStretch { spring, .. } => match self.model.springs[spring].kind {
                SpringKind::Coordinate(c) => Some(c.joint),
                _ => None,
            },
            _ => None,
        };
        let mut kept = [0.0; MOST];
        for (b, at) in out.bodies.into_iter().flatten() {
            self.frames.velocities(b, &mut kept[at..at + self.spans[b].v_len]);
        }
        for i in 0..out.width {
            for k in 0..=i {
                let w = RowHessians::pair(i, k);
                for (b, at) in out.bodies.into_iter().flatten() {
                    self.frames.set_velocity(b, &w[at..at + self.spans[b].v_len]);
                }
                if let Some(j) = joint {
                    self.frames.update_joint(j);
                }
                out.bend[0][i][k] = self.position_probe(probe).bias;
            }
        }
        for (b, at) in out.bodies.into_iter().flatten() {
            self.frames.set_velocity(b, &kept[at..at + self.spans[b].v_len]);
        }
        if let Some(j) = joint {
            self.frames.update_joint(j);
        }
        out.polarise(self, 1, |_| true);
    }

    /// Slope of any quantity that loads may read, at the state of `kinematics`.
    pub fn slope(&mut self, probe: &Probe, hessians: &mut RowHessians) -> Slope {
        let order = match *probe {
            Probe::Point { order, .. }
            | Probe::Angle { order, .. }
            | Probe::Coordinate { order, .. }
            | Probe::SpringStretch { order, .. } => order,
            Probe::Direction { .. } => 0,
            Probe::Spin { body, order: 1, axis } => {
                let mut u = [0.0; 3];
                u[usize::from(axis)] = 1.0;
                return Slope {
                    bodies: [Some(body), None],
                    by_velocity: [self.frames.spin_row(u), [0.0; 6]],
                    ..Slope::default()
                };
            }
            Probe::Momentum { body, .. } | Probe::AngularMomentum { body, .. } | Probe::KineticEnergy { body } => {
                return self.momentum_slope(probe, body);
            }
            // forces and accelerations are not read by loads
            _ => return Slope::default(),
        };
        let mut out = Slope::default();
        if order == 0 {
            let here = self.position_probe(probe);
            for k in 0..2 {
                if let Some((b, row)) = here.rows[k] {
                    (out.bodies[k], out.by_position[k]) = (Some(b), row);
                }
            }
            return out;
        }
        // d(J v) = dJ[δ] v + J δv
        self.probe_row_hessians(probe, hessians);
        let mut v = [0.0; MOST];
        for (b, at) in hessians.bodies.into_iter().flatten() {
            let wide = self.spans[b].v_len;
            self.frames.velocities(b, &mut v[at..at + wide]);
        }
        for k in 0..2 {
            let Some((b, at)) = hessians.bodies[k] else { continue };
            out.bodies[k] = Some(b);
            for j in 0..self.spans[b].v_len {
                out.by_velocity[k][j] = hessians.rows[0][at + j];
                out.by_position[k][j] = (0..hessians.width).map(|i| hessians.bend[0][i][at + j] * v[i]).sum();
            }
        }
        out
    }

    /// Momentum p = mv, angular momentum L about the centre, kinetic energy ½mv² + ½ω·L; L = Iω, dI·x = δ×(Ix) − I(δ×x).
    fn momentum_slope(&self, probe: &Probe, body: BodyId) -> Slope {
        let model = &self.model.bodies[body];
        let mut out = Slope { bodies: [Some(body), None], ..Slope::default() };
        let (velocity, spin) = (self.frames.center_velocity(body), self.frames.spin(body));
        let rigid = model.kind == BodyKind::Rigid;
        let inertia =
            |x: mainspring_numerics::vec3::Vec3| if rigid { self.frames.inertia_times(body, x) } else { [0.0; 3] };
        let momentum = inertia(spin);
        for j in 0..self.spans[body].v_len {
            let (step, turn) = self.frames.wrench(&unit(j));
            let turned = mainspring_numerics::vec3::sub(cross(turn, momentum), inertia(cross(turn, spin)));
            let (by_position, by_velocity) = match *probe {
                Probe::Momentum { axis, .. } => (0.0, model.mass * step[usize::from(axis)]),
                Probe::AngularMomentum { axis, .. } => {
                    let i = usize::from(axis);
                    (turned[i], inertia(turn)[i])
                }
                _ => (0.5 * dot(spin, turned), model.mass * dot(velocity, step) + dot(momentum, turn)),
            };
            (out.by_position[0][j], out.by_velocity[0][j]) = (by_position, by_velocity);
        }
        out
    }
}

//! Derivatives of v̇ by positions and velocities, for implicit integrators.
//!
//! At a state, M v̇ + Jᵀμ = f and J v̇ = −b with μ = −λ and b the bias. Differentiating along a displacement δ (in velocity
//! coordinates) or a change δv of velocity gives the same matrix with other right-hand sides, so that the factor of the
//! state serves every column:
//!
//! ```text
//! M dv̇ + Jᵀdμ = ∂f[δ] − ∂M[δ] v̇ − ∂J[δ]ᵀμ          M dv̇ + Jᵀdμ = ∂f/∂v δv
//! J dv̇         = −∂J[δ] v̇ − ∂b[δ]                  J dv̇         = −∂b/∂v δv = −2 H(v, δv) − 2 ∂e_t[δv]
//! ```
//!
//! All loads are differentiated exactly: springs, dampers and compliant joints with their geometric stiffness, forces with
//! the turning of their arms and axes, expressions by forward differentiation, gyroscopic terms; tables of actuators by their own
//! exact slopes where they have them (`laws/table/jacobian.rs`). Rows: see `row_hessians.rs`. Left out
//! is ∂b[δ] alone, third derivatives times v²: as large as the centrifugal terms, never stiff. Contacts come on top, as in a
//! solve: their forces change so that their rows do not accelerate; how their rows themselves bend is left out too, which is
//! as stiff as weights are. A simplified Newton iteration needs no more; its answer is that of the equations, whatever the
//! Jacobian.

use crate::multibody::multibody::Multibody;
use crate::multibody::quantities::Probes;
use crate::multibody::row_groups::Source;
use crate::multibody::row_hessians::{RowHessians, unit};
use crate::multibody::space::{Row, RowKind};
use mainspring_model::{BodyId, Coordinate, DriveKind, Jet, NodeId, Probe};
use mainspring_numerics::vec3::{Vec3, cross};

/// Right-hand sides, then solutions, column by column; sized at the first call.
#[derive(Clone, Debug, Default)]
pub struct Columns {
    /// [nv][unknowns]
    pub by_position: Vec<f64>,
    /// [nv][unknowns]
    pub by_velocity: Vec<f64>,
    unknowns: usize,
    hessians: RowHessians,
    /// second derivatives of the quantities a user constraint reads
    terms: Vec<RowHessians>,
    /// first derivatives of a user constraint by what it reads
    slopes: Vec<f64>,
}

impl Columns {
    pub fn clear(&mut self, nv: usize, unknowns: usize) {
        self.unknowns = unknowns;
        self.by_position.resize(nv * unknowns, 0.0);
        self.by_velocity.resize(nv * unknowns, 0.0);
        self.by_position.fill(0.0);
        self.by_velocity.fill(0.0);
    }

    pub fn position(&mut self, unknown: usize, column: usize, x: f64) {
        self.by_position[column * self.unknowns + unknown] += x;
    }

    pub fn velocity(&mut self, unknown: usize, column: usize, x: f64) {
        self.by_velocity[column * self.unknowns + unknown] += x;
    }
}

/// Where a generalised force acts, for outer products.
type Parts = [Option<(BodyId, Row)>; 2];

impl Multibody {
    /// Gyroscopic terms less the change of the mass matrix.
    pub fn body_slopes(&self, columns: &mut Columns) {
        for (b, span) in self.spans.iter().enumerate() {
            let n = span.v_len;
            let (mut position, mut velocity) = ([0.0; 36], [0.0; 36]);
            self.frames.gyroscopic_slopes(
                b,
                &self.solution[span.v..span.v + n],
                &mut position[..n * n],
                &mut velocity[..n * n],
            );
            for i in 0..n {
                for j in 0..n {
                    columns.position(span.v + i, span.v + j, position[i * n + j]);
                    columns.velocity(span.v + i, span.v + j, velocity[i * n + j]);
                }
            }
        }
    }

    /// Forces that keep their value: arms turn with the body, axes with the body they are given along.
    pub fn force_slopes(&self, columns: &mut Columns) {
        for force in &self.model.forces {
            let value = self.force_value(force);
            let span = self.spans[force.body];
            let arm = self.frames.point(Some(force.body), force.point).arm;
            if !force.torque {
                for j in 0..span.v_len {
                    // ∂(r×F) = (δ×r)×F
                    let turn = self.frames.wrench(&unit(j)).1;
                    let row = self.frames.spin_row(cross(cross(turn, arm), value));
                    for i in 0..span.v_len {
                        columns.position(span.v + i, span.v + j, row[i]);
                    }
                }
            }
            if let Some(along) = force.along {
                let turned = self.spans[along];
                for j in 0..turned.v_len {
                    let change = cross(self.frames.wrench(&unit(j)).1, value);
                    let row = self.row_of_force(force, change);
                    for i in 0..span.v_len {
                        columns.position(span.v + i, turned.v + j, row[i]);
                    }
                }
            }
        }
    }

    /// Generalised force on its body of a force (or torque) with this value in world axes.
    fn row_of_force(&self, force: &mainspring_model::Force, value: Vec3) -> Row {
        if force.torque { self.frames.spin_row(value) } else { self.point_row(force.body, force.point, value) }
    }

    /// A force −effort × gradient: geometric part, and what stiffness and damping along the gradient add.
    fn along_gradient(&self, columns: &mut Columns, r: usize, effort: f64, stiffness: f64, damping: f64, v: &[f64]) {
        let hessians = std::mem::take(&mut columns.hessians);
        let place = |i: usize| hessians.place(|b| self.spans[b].v, i);
        let row = &hessians.rows[r];
        for j in 0..hessians.width {
            // the rate changes with the position too
            let turned: f64 = (0..hessians.width).map(|i| hessians.bend[r][i][j] * v[place(i)]).sum();
            for i in 0..hessians.width {
                let stiff = effort * hessians.bend[r][i][j] + row[i] * (stiffness * row[j] + damping * turned);
                columns.position(place(i), place(j), -stiff);
                columns.velocity(place(i), place(j), -damping * row[i] * row[j]);
            }
        }
        columns.hessians = hessians;
    }

    pub fn spring_slopes(&mut self, columns: &mut Columns, v: &[f64]) {
        let model = std::sync::Arc::clone(&self.model);
        for (s, spring) in model.springs.iter().enumerate() {
            if self.spring_acts(s) && (spring.stiffness != 0.0 || spring.damping != 0.0 || spring.effort.is_some()) {
                self.probe_row_hessians(&Probe::SpringStretch { spring: s, order: 0 }, &mut columns.hessians);
                self.along_gradient(columns, 0, self.spring[s].effort, spring.stiffness, spring.damping, v);
            }
        }
    }

    pub fn drive_slopes(&mut self, columns: &mut Columns, v: &[f64]) {
        let model = std::sync::Arc::clone(&self.model);
        for (d, drive) in model.drives.iter().enumerate() {
            if drive.kind == DriveKind::Effort && self.effort[d] != 0.0 {
                self.probe_row_hessians(
                    &Probe::Coordinate { coordinate: drive.coordinate, order: 0 },
                    &mut columns.hessians,
                );
                self.along_gradient(columns, 0, -self.effort[d], 0.0, 0.0, v);
            }
        }
    }

    pub fn compliant_slopes(&mut self, columns: &mut Columns, v: &[f64]) {
        for j in 0..self.model.joints.len() {
            let (Some(kinds), Some(c), true) =
                (self.frames.joint_rows(j), self.model.joints[j].compliant, self.state.joints[j])
            else {
                continue;
            };
            self.joint_row_hessians(j, &mut columns.hessians);
            for (r, kind) in kinds.iter().enumerate() {
                let (k, d) = match kind {
                    RowKind::Length => (c.stiffness, c.damping),
                    RowKind::Angle => (c.turning_stiffness, c.turning_damping),
                    RowKind::Speed => (0.0, c.damping),
                };
                self.along_gradient(columns, r, -self.compliant[j][r], k, d, v);
            }
        }
    }

    /// What expressions add: one pass per quantity they read, by forward differentiation.
    pub fn expression_slopes(&mut self, quantities: &dyn Probes, columns: &mut Columns, time: f64) {
        if self.load_tape.probes.is_empty() {
            return;
        }
        let model = std::sync::Arc::clone(&self.model);
        let tape = std::mem::take(&mut self.load_tape);
        let mut jets = std::mem::take(&mut self.jets);
        for &seeded in &tape.probes {
            model.programs.evaluate_jets(
                &tape,
                Jet::constant(time),
                self.state.switch_time,
                |p| Jet {
                    value: quantities.value(self, &model.programs.probes[p]),
                    first: if p == seeded { 1.0 } else { 0.0 },
                    second: 0.0,
                },
                &mut jets,
            );
            let slope = self.slope(&model.programs.probes[seeded], &mut columns.hessians);
            let mut push = |core: &Self, parts: &Parts, node: NodeId, sign: f64| {
                let factor = sign * jets[node].first;
                if factor == 0.0 {
                    return;
                }
                for (body, row) in parts.iter().flatten() {
                    let at = core.spans[*body];
                    for k in 0..2 {
                        let Some(read) = slope.bodies[k].map(|b| core.spans[b]) else { continue };
                        for i in 0..at.v_len {
                            for j in 0..read.v_len {
                                columns.position(at.v + i, read.v + j, factor * row[i] * slope.by_position[k][j]);
                                columns.velocity(at.v + i, read.v + j, factor * row[i] * slope.by_velocity[k][j]);
                            }
                        }
                    }
                }
            };
            for force in &model.forces {
                for (k, &node) in force.value.iter().enumerate() {
                    let mut axis = [0.0; 3];
                    axis[k] = 1.0;
                    let world = force.along.map_or(axis, |along| self.frames.direction(along, axis));
                    push(self, &[Some((force.body, self.row_of_force(force, world))), None], node, 1.0);
                }
            }
            for (s, spring) in model.springs.iter().enumerate() {
                if let (Some(node), true) = (spring.effort, self.spring_acts(s)) {
                    let probe = self.position_probe(&Probe::SpringStretch { spring: s, order: 0 });
                    push(self, &probe.rows, node, -1.0);
                }
            }
            for drive in model.drives.iter().filter(|d| d.kind == DriveKind::Effort) {
                if self.state.joints[drive.coordinate.joint] {
                    let probe = self.position_probe(&Probe::Coordinate { coordinate: drive.coordinate, order: 0 });
                    push(self, &probe.rows, drive.value, 1.0);
                }
            }
        }
        self.jets = jets;
        self.load_tape = tape;
    }

    /// Rows of every group that acts.
    pub fn row_slopes(&mut self, columns: &mut Columns, v: &[f64], time: f64) {
        let model = std::sync::Arc::clone(&self.model);
        for g in 0..self.groups.len() {
            if !self.acts(g) {
                continue;
            }
            let first = self.groups[g].first;
            match &self.groups[g].source {
                Source::Joint { joint, own, coordinates } => {
                    let (joint, own, prescribed) = (*joint, *own, coordinates.len());
                    if own > 0 {
                        self.joint_row_hessians(joint, &mut columns.hessians);
                        for r in 0..own {
                            self.row_slope(columns, first + r, r, 1.0, v);
                        }
                    }
                    for k in 0..prescribed {
                        let Source::Joint { coordinates, .. } = &self.groups[g].source else { continue };
                        let coordinate = Coordinate { joint, index: coordinates[k].index };
                        self.probe_row_hessians(&Probe::Coordinate { coordinate, order: 0 }, &mut columns.hessians);
                        self.row_slope(columns, first + own + k, 0, 1.0, v);
                    }
                }
                Source::Gear { joint, .. } => {
                    for (coordinate, factor) in self.gear_terms(*joint) {
                        self.probe_row_hessians(&Probe::Coordinate { coordinate, order: 0 }, &mut columns.hessians);
                        self.row_slope(columns, first, 0, factor, v);
                    }
                }
                Source::Stick { coordinate, .. } => {
                    let coordinate = *coordinate;
                    self.probe_row_hessians(&Probe::Coordinate { coordinate, order: 0 }, &mut columns.hessians);
                    self.row_slope(columns, first, 0, 1.0, v);
                }
                Source::User { constraint } => {
                    let c = *constraint;
                    self.user_slopes(columns, c, first, v, time, &model);
                }
                // only while assembling, where no accelerations are solved for
                Source::Given { .. } | Source::Hold { .. } => {}
            }
        }
    }

    /// One row (row r of the second derivatives at hand, times a factor) into the right-hand sides.
    fn row_slope(&self, columns: &mut Columns, row: usize, r: usize, factor: f64, v: &[f64]) {
        let unknown = self.nv + row;
        let mu = factor * self.solution[unknown];
        let hessians = std::mem::take(&mut columns.hessians);
        let place = |i: usize| hessians.place(|b| self.spans[b].v, i);
        for j in 0..hessians.width {
            let (mut turned, mut twice) = (0.0, 0.0);
            for i in 0..hessians.width {
                let bend = hessians.bend[r][i][j];
                columns.position(place(i), place(j), -mu * bend);
                turned += bend * self.solution[place(i)];
                // 2 H(v, eⱼ): the brackets are antisymmetric and cancel
                twice += (bend + hessians.bend[r][j][i]) * v[place(i)];
            }
            columns.position(unknown, place(j), -factor * turned);
            columns.velocity(unknown, place(j), -factor * twice);
        }
        columns.hessians = hessians;
    }

    /// A row e(p₁ … pₙ, t) of the user's own: dJ = Σ eᵢ dJᵢ + Σ eᵢⱼ Jᵢ Jⱼᵀ, and twice the mixed derivative with time.
    fn user_slopes(
        &mut self,
        columns: &mut Columns,
        c: usize,
        row: usize,
        v: &[f64],
        time: f64,
        model: &mainspring_model::Model,
    ) {
        let tape = std::mem::take(&mut self.constraint_tapes[c]);
        let n = tape.probes.len();
        let (mut terms, mut slopes) = (std::mem::take(&mut columns.terms), std::mem::take(&mut columns.slopes));
        terms.resize_with(terms.len().max(n), RowHessians::default);
        slopes.resize(slopes.len().max(n), 0.0);
        for (k, term) in terms[..n].iter_mut().enumerate() {
            self.probe_row_hessians(&model.programs.probes[tape.probes[k]], term);
        }
        let mut jets = std::mem::take(&mut self.jets);
        // second derivative along the quantities in `which` together, and time
        let mut second = |core: &Self, which: [usize; 2], clock: f64| {
            model.programs.evaluate_jets(
                &tape,
                Jet { value: time, first: clock, second: 0.0 },
                core.state.switch_time,
                |p| Jet {
                    value: core.position_probe(&model.programs.probes[p]).value,
                    first: if which.iter().any(|&k| k < n && tape.probes[k] == p) { 1.0 } else { 0.0 },
                    second: 0.0,
                },
                &mut jets,
            );
            jets[model.constraints[c].value]
        };
        let mu = self.solution[self.nv + row];
        let unknown = self.nv + row;
        let alone: Jet = second(self, [n, n], 1.0);
        for i in 0..n {
            let own = second(self, [i, i], 0.0);
            slopes[i] = own.first;
            let mixed = 0.5 * (second(self, [i, i], 1.0).second - own.second - alone.second);
            let of = &terms[i];
            for j in 0..of.width {
                columns.velocity(unknown, of.place(|b| self.spans[b].v, j), -2.0 * mixed * of.rows[0][j]);
            }
            for k in 0..=i {
                let cross = if k == i {
                    own.second
                } else {
                    let other = second(self, [k, k], 0.0).second;
                    0.5 * (second(self, [i, k], 0.0).second - own.second - other)
                };
                if cross != 0.0 {
                    self.user_outer(columns, (&terms[i], &terms[k]), (unknown, mu, cross), v);
                    if k != i {
                        self.user_outer(columns, (&terms[k], &terms[i]), (unknown, mu, cross), v);
                    }
                }
            }
        }
        self.jets = jets;
        for i in 0..n {
            std::mem::swap(&mut columns.hessians, &mut terms[i]);
            self.row_slope(columns, row, 0, slopes[i], v);
            std::mem::swap(&mut columns.hessians, &mut terms[i]);
        }
        self.constraint_tapes[c] = tape;
        (columns.terms, columns.slopes) = (terms, slopes);
    }

    /// The part e₁₂ J₁ J₂ᵀ of a user row's change.
    fn user_outer(
        &self,
        columns: &mut Columns,
        (one, two): (&RowHessians, &RowHessians),
        (unknown, mu, weight): (usize, f64, f64),
        v: &[f64],
    ) {
        let at = |hessians: &RowHessians, i: usize| hessians.place(|b| self.spans[b].v, i);
        let along = |x: &[f64]| (0..one.width).map(|i| one.rows[0][i] * x[at(one, i)]).sum::<f64>();
        let (accelerated, moved) = (along(&self.solution), along(v));
        for j in 0..two.width {
            let right = weight * two.rows[0][j];
            for i in 0..one.width {
                columns.position(at(one, i), at(two, j), -mu * one.rows[0][i] * right);
            }
            columns.position(unknown, at(two, j), -accelerated * right);
            columns.velocity(unknown, at(two, j), -2.0 * moved * right);
        }
    }
}

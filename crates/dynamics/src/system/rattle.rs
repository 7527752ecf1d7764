//! One step of a structure-preserving method: RATTLE in maximal coordinates.
//!
//! With momenta π = M(q)v, forces f(q, t) and joints C(q) = 0, from (q₀, π₀) over a time h:
//!
//! ```text
//! π½ = π₀ + h/2 f(q₀, t₀) + J(q₀)ᵀμ        kick; the impulse μ is such that
//! q₁ = free motion of q₀ with π½ over h     drift;
//! C(q₁) = 0                                 it ends on the joints
//! π₁ = π½ + h/2 f(q₁, t₁) + J(q₁)ᵀν        kick; ν such that
//! J(q₁) M(q₁)⁻¹ π₁ = 0                      the velocity is along them
//! ```
//!
//! (H. C. Andersen, "Rattle: a velocity version of the SHAKE algorithm", J. Comput. Phys. 52, 1983; symplectic and
//! symmetric: B. Leimkuhler and R. D. Skeel, J. Comput. Phys. 112, 1994.) In the plane M is constant and the drift exact.
//! In space the free rotation of a body is split into rotations about its principal axes, each of which is exact: the
//! angular momentum stays what it is in the world, and axis k turns by h·(ℓ·eₖ)/Iₖ, in the symmetric order
//! ½1 ½2 3 ½2 ½1 (R. I. McLachlan, "Explicit Lie–Poisson integration and the Euler equations", Phys. Rev. Lett. 71, 1993).
//!
//! μ comes from a quasi-Newton iteration with the matrix of q₀, whose step is h J(q₀) M⁻¹ J(q₀)ᵀ δμ = −C(q₁): δv goes
//! with an impulse in the range of J(q₀)ᵀ exactly, so however many iterations are taken the map stays symplectic; it is
//! brought down to round-off.

use crate::multibody::multibody::Use;
use crate::multibody::results::ProjectError;
use crate::multibody::space::Principal;
use crate::multibody::support::any_lies;
use crate::system::mechanism::Mechanism;
use crate::system::rattle_scratch::RattleScratch;
use crate::system::system::Unfit;
use crate::tolerances::{COLLAPSE, RATTLE_CLOSED, RATTLE_EXACT};
use mainspring_model::{Action, Body, BodyKind, DriveKind, Level, Node, SwitchTarget};

/// Quasi-Newton iterations before giving up.
const PATIENCE: usize = 60;
/// Principal axes by Jacobi rotations.
fn principal(body: &Body) -> Principal {
    let mut a = body.inertia;
    let mut axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    if body.kind != BodyKind::Rigid {
        return Principal { axes, moments: [1.0; 3] };
    }
    for _ in 0..30 {
        for (i, j) in [(0, 1), (0, 2), (1, 2)] {
            if a[i][j] == 0.0 {
                continue;
            }
            let theta = (a[j][j] - a[i][i]) / (2.0 * a[i][j]);
            let t = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
            let c = 1.0 / (t * t + 1.0).sqrt();
            let s = t * c;
            for k in 0..3 {
                (a[k][i], a[k][j]) = (c * a[k][i] - s * a[k][j], s * a[k][i] + c * a[k][j]);
            }
            for k in 0..3 {
                (a[i][k], a[j][k]) = (c * a[i][k] - s * a[j][k], s * a[i][k] + c * a[j][k]);
                (axes[i][k], axes[j][k]) = (c * axes[i][k] - s * axes[j][k], s * axes[i][k] + c * axes[j][k]);
            }
            (a[i][j], a[j][i]) = (0.0, 0.0);
        }
    }
    Principal { axes, moments: [a[0][0], a[1][1], a[2][2]] }
}

impl Mechanism {
    /// One step of q, v and the work integrals w over h (which may be negative) from time t.
    pub fn rattle_here(&mut self, time: f64, y: &mut [f64], h: f64) -> Result<(), ProjectError> {
        let mut scratch = std::mem::take(&mut self.rattle_scratch);
        if scratch.principal.len() != self.bodies.model.bodies.len() {
            scratch.principal = self.bodies.model.bodies.iter().map(principal).collect();
            scratch.rest = vec![0.0; self.bodies.nv];
        }
        let result = self.rattle_with(&mut scratch, time, y, h);
        self.rattle_scratch = scratch;
        result
    }

    fn rattle_with(
        &mut self,
        scratch: &mut RattleScratch,
        time: f64,
        y: &mut [f64],
        h: f64,
    ) -> Result<(), ProjectError> {
        let RattleScratch { principal, start, half, momentum, rest } = scratch;
        let (q, behind) = y.split_at_mut(self.bodies.nq);
        let (v, w) = behind.split_at_mut(self.bodies.nv);
        self.gather_work(time, q, v, w, 0.5 * h);

        // forces without gyroscopic terms: those of a mechanism at rest
        self.bodies.counters.evaluations += 1;
        self.bodies.kinematics(q, rest);
        self.bodies.jacobians(time);
        self.loads(time);
        self.bodies.factorise(Use::Position, COLLAPSE, |_| {});
        if self.exchange_weak() {
            self.bodies.factorise(Use::Position, COLLAPSE, |_| {});
        }
        self.bodies.solution[..self.bodies.nv].copy_from_slice(&self.bodies.force);
        self.bodies.solution[self.bodies.nv..].fill(0.0);
        self.bodies.factor.solve(&self.bodies.pattern, &mut self.bodies.solution);
        half.clear();
        half.extend(v.iter().zip(&self.bodies.solution).map(|(v, a)| v + 0.5 * h * a));
        start.clear();
        start.extend_from_slice(q);
        momentum.resize(self.bodies.nv, 0.0);

        let mut before = f64::INFINITY;
        for iteration in 0..=PATIENCE {
            q.copy_from_slice(start);
            for (b, span) in self.bodies.spans.iter().enumerate() {
                let (qs, vs) = (span.q..span.q + span.q_len, span.v..span.v + span.v_len);
                self.bodies.frames.drift(
                    &self.bodies.model.bodies[b],
                    &principal[b],
                    &mut q[qs],
                    &half[vs.clone()],
                    h,
                    &mut momentum[vs],
                );
            }
            self.bodies.kinematics(q, rest);
            self.bodies.residuals(time + h);
            let (worst, row) = self.bodies.worst_residual();
            // down to where round-off lets nothing be gained
            if worst <= RATTLE_EXACT || (worst <= RATTLE_CLOSED && worst >= 0.5 * before) {
                break;
            }
            if iteration == PATIENCE || !worst.is_finite() {
                return Err(ProjectError {
                    joint: self.bodies.row_path(row).to_owned(),
                    contact: false,
                    residual: worst,
                });
            }
            before = worst;
            self.bodies.counters.projections += 1;
            self.bodies.position_step();
            for (v, step) in half.iter_mut().zip(&self.bodies.solution) {
                *v += step / h;
            }
        }

        self.bodies.counters.evaluations += 1;
        self.bodies.jacobians(time + h);
        self.loads(time + h);
        self.bodies.factorise(Use::Position, COLLAPSE, |_| {});
        for i in 0..self.bodies.nv {
            self.bodies.solution[i] = momentum[i] + 0.5 * h * self.bodies.force[i];
        }
        self.bodies.solution[self.bodies.nv..].fill(0.0);
        self.bodies.factor.solve(&self.bodies.pattern, &mut self.bodies.solution);
        v.copy_from_slice(&self.bodies.solution[..self.bodies.nv]);
        self.gather_work(time + h, q, v, w, 0.5 * h);
        Ok(())
    }

    /// Adds the work done in `h` at the power of (t, q, v).
    fn gather_work(&mut self, time: f64, q: &[f64], v: &[f64], w: &mut [f64], h: f64) {
        if w.is_empty() {
            return;
        }
        self.bodies.kinematics(q, v);
        self.loads(time);
        self.powers(v, time);
        for (w, p) in w.iter_mut().zip(&self.bodies.power) {
            *w += h * p;
        }
    }

    /// What in the mechanism a structure-preserving step has no place for.
    pub fn unfit(&self) -> Option<Unfit> {
        let model = &self.bodies.model;
        let rates = |nodes: &[usize]| nodes.iter().any(|&n| model.programs.level(n) >= Level::Rate);
        let found =
            |path: &str, what: &'static str, fix: &'static str| Some(Unfit { path: path.to_owned(), what, fix });
        for spring in &model.springs {
            if spring.damping != 0.0 {
                return found(&spring.path, "damps", "leave `damping` out");
            }
            if spring.effort.is_some_and(|n| rates(&[n])) {
                return found(&spring.path, "depends on velocity", "let it depend on positions and time only");
            }
        }
        if let Some(force) = model.forces.iter().find(|f| rates(&f.value)) {
            return found(&force.path, "depends on velocity", "let it depend on positions and time only");
        }
        for drive in &model.drives {
            if drive.kind != DriveKind::Effort {
                return found(&drive.path, "is driven along a path", "give it an effort instead");
            }
            if rates(&[drive.value]) {
                return found(
                    &drive.path,
                    "has an effort that depends on velocity",
                    "let it depend on positions and time only",
                );
            }
        }
        if let Some(pair) = (0..model.contacts.pairs.len()).next() {
            return found(
                model.contact_names(pair)[0],
                "can touch something",
                "run with another integrator, or `--without contacts`",
            );
        }
        for joint in &model.joints {
            if joint.stop.is_some() {
                return found(&joint.path, "has stops", "run with another integrator, or `--without contacts`");
            }
            if joint.friction.is_some() {
                return found(&joint.path, "has friction", "leave `friction` out");
            }
            if joint.backlash.is_some() {
                return found(&joint.path, "has play, and blows at its ends", "leave `backlash` out");
            }
            if joint.compliant.is_some_and(|c| c.damping != 0.0 || c.turning_damping != 0.0) {
                return found(&joint.path, "damps", "leave its damping out");
            }
        }
        if let Some(unfit) = self.table_unfit() {
            return Some(unfit);
        }
        if let Some(r) = (0..self.bodies.rows.len()).find(|&r| !self.bodies.rows[r].position) {
            return found(self.bodies.row_path(r), "rolls", "roll with another integrator");
        }
        let timed = |n: &usize| matches!(model.programs.nodes[*n], Node::Time | Node::SwitchTime);
        let moving = (0..model.constraints.len()).find(|&c| self.bodies.constraint_tapes[c].order.iter().any(timed));
        moving.and_then(|c| found(&model.constraints[c].path, "changes with time", "leave time out of it"))
    }

    /// The same of what parts lie on, arrive at and leave from.
    fn table_unfit(&self) -> Option<Unfit> {
        let model = &self.bodies.model;
        let found =
            |path: &str, what: &'static str, fix: &'static str| Some(Unfit { path: path.to_owned(), what, fix });
        if any_lies(model) {
            let fix = "leave the surface out";
            return found("surface", "rubs parts and brings them to rest", fix);
        }
        let rates = |nodes: &[usize]| nodes.iter().any(|&n| model.programs.level(n) >= Level::Rate);
        for window in &model.fields.windows {
            let density = match window.action {
                Action::Force { density, .. } | Action::Velocity(density) => density,
            };
            if rates(&density) || rates(&window.place) {
                return found(&window.path, "depends on velocity", "let it depend on positions and time only");
            }
        }
        if let Some(array) =
            model.fields.arrays.iter().find(|a| a.density.is_some_and(|d| rates(&d)) || rates(&a.levels))
        {
            return found(&array.path, "depends on velocity", "let it depend on positions and time only");
        }
        let goes = model.switches.iter().flat_map(|s| &s.targets).find_map(|target| match target {
            SwitchTarget::Part { body, .. } => Some(*body),
            _ => None,
        });
        goes.and_then(|b| {
            let fix = "leave bins, edges, `arriving` and `leaving` out";
            found(&model.bodies[b].path, "may arrive or leave during the run", fix)
        })
    }
}

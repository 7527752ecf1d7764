//! Back onto the constraints: positions by Newton, velocities by one linear solve, both mass-weighted.

use crate::multibody::multibody::{Multibody, Use};
use crate::multibody::results::ProjectError;
use crate::multibody::row_groups::Source;
use crate::tolerances::{
    COLLAPSE, COORDINATE_ROUNDING, POSITION_CLOSED, PROJECTION_EXACT, SUSPECT, VELOCITY_ONE_SOLVE,
};
use mainspring_numerics::vec3::norm;

/// Newton iterations before giving up.
const PATIENCE: usize = 12;

/// Share of a residual that an iteration leaves where it still gains.
const GAINS: f64 = 0.1;

/// The same of nearly singular loops, where Newton's method is slower.
const GAINS_NEAR_SINGULAR: f64 = 0.5;

/// What positions and velocities must obey beside the bodies' own rows: contacts that stay closed.
pub trait ClosedContacts {
    /// Largest scaled gap that should be none, at the state of `kinematics`, and its place.
    fn worst_gap(&mut self, bodies: &Multibody) -> (f64, usize);
    /// Names of what touches at a place.
    fn gap_names(&self, bodies: &Multibody, place: usize) -> String;
    /// After a Newton step: the displacement in `solution` also closes the gaps.
    fn close_gaps(&mut self, bodies: &mut Multibody);
    /// Largest scaled rate of a closed contact that should be none, at the state of `kinematics`.
    fn worst_rate(&mut self, bodies: &Multibody) -> f64;
    /// After the joints' correction of velocities: closed contacts neither open nor, if they stick, slip.
    fn stop_rates(&mut self, bodies: &mut Multibody);
}

impl Multibody {
    /// Notes the weakest row of the last factorisation.
    pub fn note_weakness(&mut self) {
        if let Some((left, unknown)) = self.factor.weakest() {
            self.weakness_seen = true;
            if left < SUSPECT && self.weakest.is_none_or(|(least, _)| left < least) {
                self.weakest = Some((left, unknown - self.nv));
            }
        }
    }

    /// Path of what row `r` belongs to.
    pub fn row_path(&self, r: usize) -> &str {
        match self.groups[self.rows[r].group].source {
            Source::Joint { joint, .. } | Source::Gear { joint, .. } => &self.model.joints[joint].path,
            Source::Stick { coordinate, .. } => &self.model.joints[coordinate.joint].path,
            Source::User { constraint } => &self.model.constraints[constraint].path,
            Source::Given { body, .. } | Source::Hold { body } => &self.model.bodies[body].path,
        }
    }

    /// One mass-weighted Newton step from the residuals: displacement into `solution[..nv]`.
    pub fn position_step(&mut self) {
        self.solution[..self.nv].fill(0.0);
        for r in 0..self.rows.len() {
            let acts = self.masks.position[self.nv + r];
            self.solution[self.nv + r] = if acts { -self.residual[r] } else { 0.0 };
        }
        self.factor.solve(&self.pattern, &mut self.solution);
    }

    /// Moves every body by `factor` times the displacement in `solution`.
    pub fn displace(&mut self, q: &mut [f64], factor: f64) {
        for x in &mut self.solution[..self.nv] {
            *x *= factor;
        }
        for (b, span) in self.spans.iter().enumerate() {
            self.frames.displace(
                self.model.bodies[b].kind,
                &mut q[span.q..span.q + span.q_len],
                &self.solution[span.v..span.v + span.v_len],
            );
        }
    }

    /// Scaled residual that counts as closed: [`POSITION_CLOSED`], or what rounding of large coordinates leaves, where `worst` is more.
    fn position_closed(&self, worst: f64) -> f64 {
        if worst <= POSITION_CLOSED {
            return POSITION_CLOSED;
        }
        let places = (0..self.spans.len()).map(|b| {
            let angle = self.frames.angle(b).abs();
            angle.max(norm(self.frames.center(b)) / self.length)
        });
        let largest = places.chain(self.state.angles.iter().map(|x| x.abs())).fold(0.0, f64::max);
        POSITION_CLOSED.max(COORDINATE_ROUNDING * largest)
    }

    /// q onto C(q, t) = 0.
    pub fn project_position(
        &mut self,
        contacts: &mut dyn ClosedContacts,
        time: f64,
        q: &mut [f64],
        v: &[f64],
    ) -> Result<(), ProjectError> {
        for (b, span) in self.spans.iter().enumerate() {
            self.frames.normalise(self.model.bodies[b].kind, &mut q[span.q..span.q + span.q_len]);
        }
        self.drive_motion(time);
        let mut before = f64::INFINITY;
        for iteration in 0..PATIENCE {
            self.kinematics(q, v);
            self.residuals(time);
            let (mut worst, row) = self.worst_residual();
            let (gap, open) = contacts.worst_gap(self);
            let touches = gap > worst || gap.is_nan();
            if touches {
                worst = gap;
            }
            // done when closed and no longer gaining; round-off sets the floor. A loop that is nearly singular divides what is left
            let gains = if self.weakest.is_some() { GAINS_NEAR_SINGULAR } else { GAINS };
            if worst <= PROJECTION_EXACT || (worst > gains * before && worst <= self.position_closed(worst)) {
                return Ok(());
            }
            if !worst.is_finite() {
                let joint = if touches { contacts.gap_names(self, open) } else { self.row_path(row).to_owned() };
                return Err(ProjectError { joint, contact: touches, residual: worst });
            }
            self.counters.projections += 1;
            self.jacobians(time);
            let mut collapsed = false;
            self.factorise(Use::Position, COLLAPSE, |_| collapsed = true);
            self.collapsed |= collapsed;
            self.note_weakness();
            self.position_step();
            contacts.close_gaps(self);
            self.displace(q, 1.0);
            before = worst;
            if iteration + 1 == PATIENCE {
                self.kinematics(q, v);
                self.residuals(time);
            }
        }
        let (worst, row) = self.worst_residual();
        let (gap, open) = contacts.worst_gap(self);
        if worst.max(gap) <= self.position_closed(worst.max(gap)) {
            Ok(())
        } else if gap > worst {
            Err(ProjectError { joint: contacts.gap_names(self, open), contact: true, residual: gap })
        } else {
            Err(ProjectError { joint: self.row_path(row).to_owned(), contact: false, residual: worst })
        }
    }

    /// v onto Jv = −C_t at the position of the last `kinematics` call.
    pub fn project_velocity(&mut self, contacts: &mut dyn ClosedContacts, time: f64, q: &[f64], v: &mut [f64]) {
        // twice: the second pass removes what round-off left of a large first correction
        for _ in 0..2 {
            self.kinematics(q, v);
            self.drive_motion(time);
            self.jacobians(time);
            self.targets(v, time);
            self.solution.fill(0.0);
            let mut off: f64 = 0.0;
            for g in 0..self.groups.len() {
                let group = &self.groups[g];
                for r in 0..group.rows {
                    let row = group.first + r;
                    if self.masks.velocity[self.nv + row] {
                        let gap = self.target[row] - self.row_times(group, r, v);
                        off = off.max((gap / self.rows[row].scale).abs());
                        self.solution[self.nv + row] = gap;
                    }
                }
            }
            off = off.max(contacts.worst_rate(self));
            if off <= PROJECTION_EXACT {
                return;
            }
            let mut collapsed = false;
            self.factorise(Use::Velocity, COLLAPSE, |_| collapsed = true);
            self.collapsed |= collapsed;
            self.note_weakness();
            self.factor.solve(&self.pattern, &mut self.solution);
            contacts.stop_rates(self);
            for i in 0..self.nv {
                v[i] += self.solution[i];
            }
            if off <= VELOCITY_ONE_SOLVE {
                return;
            }
        }
    }
}

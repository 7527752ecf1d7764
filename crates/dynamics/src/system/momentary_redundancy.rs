//! A singular position at a start or an event: rows that depend on each other just there, but not a little further on.
//!
//! A row that always follows from the others (a spare link) is left out for good. One that does so only there must
//! come back, or the loop would open. Which it is shows a small way on, where the loops are closed again and rows counted.
//!
//! A velocity belongs to one of the motions that cross in such a place if C̈ can vanish: Jv̇ = −J̇v has a solution only
//! if nᵀJ̇v = 0 for every self-stress n. Of a row that is always redundant this is true anyway.

use crate::multibody::assemble_error::AssembleError;
use crate::multibody::multibody::Use;
use crate::multibody::results::Redundant;
use crate::system::loop_solver::newton;
use crate::system::mechanism::Mechanism;
use crate::tolerances::{
    AT_REST, COLLAPSE, NO_MOTION_TO_PROBE, POSITION_CLOSED, REDUNDANCY_PROBE, REDUNDANT, VELOCITY_OFF,
};
use mainspring_definition::Span;

impl Mechanism {
    /// Brings rows back that were left out only because (q, v) is a singular position.
    pub fn restore_momentary(
        &mut self,
        now: f64,
        q: &[f64],
        v: &[f64],
        redundant: Vec<Redundant>,
    ) -> Result<Vec<Redundant>, AssembleError> {
        let dropped: Vec<usize> = (0..self.bodies.rows.len()).filter(|&r| self.bodies.state.dropped[r]).collect();
        if redundant.is_empty() {
            return Ok(redundant);
        }
        // what rounding left of no velocity says nothing of a motion
        let still = self.scaled_size(v) <= AT_REST;
        for &row in &dropped {
            let off = if still { 0.0 } else { self.off_by(row, now, q, v) };
            if off > VELOCITY_OFF {
                return Err(self.singular_start("with a velocity that belongs to none of the motions that cross there"));
            }
        }
        let direction = if still { self.some_motion(now, q) } else { v.to_vec() };
        let fastest = self.scaled_size(&direction);
        if fastest <= NO_MOTION_TO_PROBE {
            return Ok(redundant);
        }
        let tau = REDUNDANCY_PROBE / fastest;
        let time = if still { now } else { now + tau };
        let mut place = q.to_vec();
        let step: Vec<f64> = direction.iter().map(|x| tau * x).collect();
        self.displace_by(&mut place, &step);
        let (keep, angles) = (self.bodies.state.dropped.clone(), self.bodies.state.angles.clone());
        self.bodies.state.dropped.fill(false);
        self.remask();
        let closed = newton(self, &mut place, time) <= POSITION_CLOSED;
        let further = self.bodies.find_redundant(time, &place, REDUNDANT);
        let fewer = closed && self.bodies.state.dropped.iter().filter(|d| **d).count() < dropped.len();
        self.bodies.state.angles = angles;
        if !fewer {
            self.bodies.state.dropped = keep;
            self.remask();
            return Ok(redundant);
        }
        if still {
            self.bodies.state.dropped = keep;
            self.remask();
            self.off_by(dropped[0], now, q, v);
            return Err(self.singular_start("at rest"));
        }
        Ok(further)
    }

    /// nᵀJ̇v of a row left out, over the size of its terms.
    fn off_by(&mut self, row: usize, now: f64, q: &[f64], v: &[f64]) -> f64 {
        self.bodies.kinematics(q, v);
        self.bodies.drive_motion(now);
        self.bodies.jacobians(now);
        self.bodies.biases(now);
        self.bodies.factorise(Use::Acceleration, COLLAPSE, |_| {});
        self.find_stress(row);
        let (mut sum, mut size) = (0.0, 0.0);
        for (r, n) in self.stress().iter().enumerate() {
            sum += n * self.bodies.bias[r];
            // a centripetal acceleration of the mechanism's size
            size += (n * self.bodies.rows[r].scale).abs();
        }
        let rate = self.scaled_size(v);
        if size > 0.0 && rate > 0.0 { (sum / (size * rate * rate)).abs() } else { 0.0 }
    }

    /// A motion that the joints allow at q, if any.
    fn some_motion(&mut self, now: f64, q: &[f64]) -> Vec<f64> {
        let mut x: Vec<f64> = Vec::with_capacity(self.bodies.nv);
        let mut state = 0x9E37_79B9_7F4A_7C15_u64;
        for _ in 0..self.bodies.nv {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            x.push((state >> 11) as f64 / (1_u64 << 53) as f64 - 0.5);
        }
        self.bodies.kinematics(q, &x);
        self.bodies.drive_motion(now);
        self.bodies.jacobians(now);
        self.bodies.factorise(Use::Acceleration, COLLAPSE, |_| {});
        self.bodies.solution.fill(now);
        for group in &self.bodies.groups {
            for r in 0..group.rows {
                if self.bodies.masks.acceleration[self.bodies.nv + group.first + r] {
                    self.bodies.solution[self.bodies.nv + group.first + r] = -self.bodies.row_times(group, r, &x);
                }
            }
        }
        self.bodies.factor.solve(&self.bodies.pattern, &mut self.bodies.solution);
        x.iter().zip(&self.bodies.solution).map(|(x, s)| x + s).collect()
    }

    /// Largest entry of a velocity, lengths over the mechanism's.
    fn scaled_size(&self, v: &[f64]) -> f64 {
        let plain = self.bodies.model.space.components();
        let of = |span: &crate::multibody::kinematics::Span| {
            let scale = |i: usize| if i < plain { self.bodies.length } else { 1.0 };
            (0..span.v_len).map(|i| v[span.v + i].abs() / scale(i)).fold(0.0, f64::max)
        };
        self.bodies.spans.iter().map(of).fold(0.0, f64::max)
    }

    fn singular_start(&self, how: &'static str) -> AssembleError {
        let joints = self.stressed();
        let model = &self.bodies.model;
        let of_joints = model.joints.iter().map(|j| (&j.path, j.span));
        let of_constraints = model.constraints.iter().map(|c| (&c.path, c.span));
        let span = of_joints.chain(of_constraints).find(|(path, _)| joints.contains(path)).map(|(_, span)| span);
        AssembleError::Singular { span: span.unwrap_or(Span::NOWHERE), joints, how }
    }
}

//! Which rows follow from others at a closed position: found by the rank of all of them, and left out from then on.

use crate::multibody::multibody::{Multibody, Use};
use crate::multibody::results::Redundant;
use crate::multibody::row_groups::Source;
use crate::tolerances::{REDUNDANT, START_MET};
use mainspring_definition::Span;
use mainspring_model::BodyKind;

impl Multibody {
    /// Bodies whose given velocity is not the one they start with, after `targets`.
    pub fn unmet_velocities(&self, v: &[f64]) -> Vec<(String, Span)> {
        let mut out: Vec<(String, Span)> = Vec::new();
        for group in &self.groups {
            let Source::Given { body, .. } = group.source else { continue };
            let off = (0..group.rows).any(|r| {
                let (target, info) = (self.target[group.first + r], &self.rows[group.first + r]);
                (self.row_times(group, r, v) - target).abs() > START_MET * (info.scale + target.abs())
            });
            let body = &self.model.bodies[body];
            if off && out.last().is_none_or(|(path, _)| *path != body.path) {
                out.push((body.path.clone(), body.span));
            }
        }
        out
    }

    /// Number of rows that follow from others when `left_out` rows do not act.
    pub fn count_dependent(&mut self, q: &[f64], left_out: &[usize]) -> usize {
        self.state.dropped.fill(false);
        for &r in left_out {
            self.state.dropped[r] = true;
        }
        self.remask();
        let rest = vec![0.0; self.nv];
        self.kinematics(q, &rest);
        self.jacobians(0.0);
        let count = self.rank(Use::Acceleration, REDUNDANT).dependent.len();
        self.state.dropped.fill(false);
        self.remask();
        count
    }

    /// Finds rows that follow from others at a closed position, leaves them out from now on, and names them.
    pub fn find_redundant(&mut self, time: f64, q: &[f64], tolerance: f64) -> Vec<Redundant> {
        self.state.dropped.fill(false);
        // a joint that sticks is chosen so that it depends on nothing: it takes no part, lest a loop be blamed for it
        let sticks = self.sticks.clone();
        self.sticks.fill(false);
        self.remask();
        let rest = vec![0.0; self.nv];
        self.kinematics(q, &rest);
        self.drive_motion(time);
        self.jacobians(time);
        let found = self.dependent_rows(tolerance);
        self.sticks = sticks;
        self.collapsed = false;
        let mut named: Vec<Redundant> = Vec::new();
        for r in found {
            let group = &self.groups[self.rows[r].group];
            if group.blocks.is_empty() || !self.acts(self.rows[r].group) {
                continue;
            }
            let path = self.row_path(r).to_owned();
            match named.iter_mut().find(|n| n.path == path) {
                Some(n) => n.rows += 1,
                None => named.push(Redundant { path, rows: 1 }),
            }
        }
        self.remask();
        named
    }

    /// Rows that follow from others, at the state of `jacobians`, for any use of the matrix (rows of starts act only on positions or
    /// velocities). They are left out when it returns.
    pub fn dependent_rows(&mut self, tolerance: f64) -> Vec<usize> {
        let mut found = Vec::new();
        for usage in [Use::Acceleration, Use::Velocity, Use::Position] {
            let rank = self.rank(usage, tolerance);
            for &r in &rank.dependent {
                self.state.dropped[r] = true;
            }
            found.extend(rank.dependent);
            self.remask();
            if self.masks.same {
                break;
            }
        }
        found.sort_unstable();
        found
    }

    /// Angles remembered from q.
    pub fn settle_angles(&mut self, q: &[f64]) {
        let rest = vec![0.0; if self.state.angles.is_empty() { 0 } else { self.nv }];
        if self.state.angles.is_empty() {
            return;
        }
        self.kinematics(q, &rest);
        self.remember_angles();
    }

    /// Angles remembered from the state of `kinematics`.
    pub fn remember_angles(&mut self) {
        for j in 0..self.model.joints.len() {
            for index in 0..self.model.joints[j].kind.coordinates().len() {
                let value = self.measure(mainspring_model::Coordinate { joint: j, index }).value;
                if value.is_finite() {
                    self.state.angles[self.slot[j] + index] = value;
                }
            }
        }
    }

    /// First body with an entry of q or v that is no number.
    pub fn first_non_finite(&self, y: &[f64]) -> Option<String> {
        self.model.bodies.iter().zip(&self.spans).find_map(|(body, s)| {
            let q = &y[s.q..s.q + s.q_len];
            let v = &y[self.nq + s.v..self.nq + s.v + s.v_len];
            (body.kind != BodyKind::Fixed && q.iter().chain(v).any(|x| !x.is_finite())).then(|| body.path.clone())
        })
    }
}

//! Of a tree in joint coordinates: joints and constraints.

use crate::multibody::results::{Drift, ProjectError, Redundant};
use crate::system::traits::constraints::Constraints;
use crate::system::tree_system::Reduced;
use crate::tree::recursion::Recursion;
use mainspring_model::DriveKind;

impl<T: Recursion> Constraints for Reduced<T> {
    fn project(&mut self, time: f64, y: &mut [f64]) -> Result<(), ProjectError> {
        let (q, rest) = y.split_at_mut(self.nq);
        self.tree.normalise(q);
        if !self.driven.is_empty() {
            self.core.bodies.drive_motion(time);
        }
        let mut jumps = false;
        for d in &self.driven {
            let motion = self.core.bodies.motion[d.drive];
            self.given[d.v] = match d.kind {
                DriveKind::Position => {
                    q[d.q] = motion.value;
                    motion.first - rest[d.v]
                }
                DriveKind::Speed => motion.value - rest[d.v],
                DriveKind::Acceleration | DriveKind::Effort => 0.0,
            };
            jumps |= self.given[d.v] != 0.0;
        }
        if jumps {
            self.jerk(q, &mut rest[..self.nv]);
        }
        Ok(())
    }

    fn remember_angles(&mut self, y: &[f64]) {
        if self.compliant {
            self.unfold(y);
            self.core.remember_angles(&self.whole);
        }
        self.keep_angles(y);
    }

    fn drift(&mut self, time: f64, y: &[f64]) -> Drift {
        // joints hold by construction: only drives can be off
        let mut drift = Drift::default();
        if self.driven.is_empty() {
            return drift;
        }
        self.core.bodies.drive_motion(time);
        for d in &self.driven {
            let motion = self.core.bodies.motion[d.drive];
            let (value, rate) = (y[d.q], y[self.nq + d.v]);
            let (position, velocity) = match d.kind {
                DriveKind::Position => (value - motion.value, rate - motion.first),
                DriveKind::Speed => (0.0, rate - motion.value),
                DriveKind::Acceleration | DriveKind::Effort => (0.0, 0.0),
            };
            let here = Drift { position: (position / d.scale).abs(), velocity: (velocity / d.scale).abs() };
            drift = drift.max(here);
        }
        drift
    }

    fn misfit(&mut self, joint: usize, time: f64, y: &[f64]) -> (f64, f64) {
        self.unfold(y);
        self.core.misfit(joint, time, &self.whole)
    }

    fn analyse(&mut self, _: f64, _: &[f64]) -> Vec<Redundant> {
        // a tree has no row that follows from others
        Vec::new()
    }

    fn collapsed(&self) -> bool {
        false
    }
}

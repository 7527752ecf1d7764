//! How accelerations change, where velocities move windows: step limits need to know before the step is taken.

use crate::system::mechanism::Mechanism;
use crate::tolerances::LOOK_AHEAD_TIME;

impl Mechanism {
    /// Where velocities move windows or lines: how accelerations change, from those a moment ahead.
    pub fn look_ahead(&mut self, time: f64, y: &[f64], dy: &[f64]) {
        if !self.table.reads_rates {
            return;
        }
        let ahead: Vec<f64> = (0..self.bodies.nq + self.bodies.nv).map(|i| y[i] + LOOK_AHEAD_TIME * dy[i]).collect();
        self.solve(time + LOOK_AHEAD_TIME, &ahead[..self.bodies.nq], &ahead[self.bodies.nq..]);
        let jerk =
            (0..self.bodies.nv).map(|i| (self.bodies.solution[i] - dy[self.bodies.nq + i]) / LOOK_AHEAD_TIME).collect();
        self.table.jerk = jerk;
        // windows stand again where they are now
        self.bodies.kinematics(&y[..self.bodies.nq], &y[self.bodies.nq..self.bodies.nq + self.bodies.nv]);
        self.table.move_windows(&mut self.bodies, &self.laws, time);
    }
}

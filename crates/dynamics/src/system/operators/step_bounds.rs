//! Of a mechanism in maximal coordinates: what bounds a step.

use crate::system::mechanism::Mechanism;
use crate::system::traits::step_bounds::StepBounds;
use mainspring_definition::SpaceKind;
use mainspring_model::Coordinate;

impl StepBounds for Mechanism {
    fn set_switch_time(&mut self, time: f64) {
        self.bodies.state.switch_time = time;
    }

    fn next_switch(&mut self, from: f64, to: f64) -> Option<f64> {
        let mut values = std::mem::take(&mut self.bodies.values);
        let found = self.bodies.switches.next(&self.bodies.model, from, to, &mut values);
        self.bodies.values = values;
        let frame = self.table.script_ends(&self.bodies, from).filter(|t| *t < to);
        found.into_iter().chain(frame).min_by(f64::total_cmp)
    }

    fn turn_limit(&mut self, y: &[f64]) -> f64 {
        // in the plane bodies keep their turns themselves
        if self.bodies.model.space == SpaceKind::Planar && self.laws.penalty.method.is_none() {
            return f64::INFINITY;
        }
        let (q, v, _) = self.bodies.split(y);
        self.bodies.kinematics(q, v);
        let bound = self.laws.penalty.step_bound(&self.bodies);
        if self.bodies.model.space == SpaceKind::Planar {
            return bound;
        }
        let mut fastest: f64 = 0.0;
        for (j, joint) in self.bodies.model.joints.iter().enumerate() {
            for index in 0..joint.kind.coordinates().len() {
                let m = self.bodies.measure(Coordinate { joint: j, index });
                if m.wraps {
                    fastest = fastest.max(m.rate.abs());
                }
            }
        }
        // half of half a turn: the rate may grow within the step
        if fastest > 0.0 { bound.min(0.5 * std::f64::consts::PI / fastest) } else { bound }
    }

    fn slip_limit(&mut self, time: f64, y: &[f64], dy: &[f64]) -> f64 {
        Self::slip_limit(self, time, y).min(self.rest_limit(time, y, dy))
    }

    fn slip_turn_rate(&self) -> f64 {
        self.laws.touch.turn_rate
    }
}

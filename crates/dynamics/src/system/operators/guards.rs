//! Of a mechanism in maximal coordinates: guards.

use crate::system::mechanism::Mechanism;
use crate::system::traits::guards::Guards;
use mainspring_model::Coordinate;

impl Guards for Mechanism {
    fn guards(&mut self, time: f64, y: &[f64], out: &mut [f64]) {
        if self.guard_nodes.is_empty() {
            return;
        }
        let (q, v, _) = self.bodies.split(y);
        if self.guard_needs_solve {
            let ledger = self.laws.readings.ledger_values;
            self.solve_for_reading(time, y, &ledger);
        } else {
            self.bodies.kinematics(q, v);
        }
        // a guard may be asked anywhere: time switches in it are read at the moment itself
        let tape = std::mem::take(&mut self.guard_tape);
        self.evaluate(&tape, time, time);
        self.guard_tape = tape;
        for (o, &n) in out.iter_mut().zip(&self.guard_nodes) {
            *o = self.bodies.values[n];
        }
        // what is not there cannot leave
        for &(guard, body) in &self.table.leaving {
            if !self.bodies.present(body) {
                out[guard] = f64::NEG_INFINITY;
            }
        }
    }

    fn guard_period(&self) -> f64 {
        self.guard_period
    }

    fn limit_gaps(&mut self, y: &[f64], out: &mut [f64]) {
        if self.limited.is_empty() {
            return;
        }
        let (q, v, _) = self.bodies.split(y);
        self.bodies.kinematics(q, v);
        for (k, &j) in self.limited.iter().enumerate() {
            if let (Some([low, high]), true) = (self.bodies.model.joints[j].limits, self.bodies.state.joints[j]) {
                let value = self.bodies.measure(Coordinate { joint: j, index: 0 }).value;
                out[2 * k] = value - low;
                out[2 * k + 1] = high - value;
            } else {
                out[2 * k] = f64::INFINITY;
                out[2 * k + 1] = f64::INFINITY;
            }
        }
    }

    fn limited(&self) -> &[usize] {
        &self.limited
    }

    fn transitions(&self) -> usize {
        self.laws.friction.list.len()
            + 2 * self.laws.backlash.meshes.len()
            + self.laws.touch.touch_count()
            + self.laws.penalty.soft_transitions()
            + self.table.script_transitions(&self.bodies)
            + self.table.rest_transitions()
    }

    fn transition_guards(&mut self, time: f64, y: &[f64], out: &mut [f64]) {
        self.touch_guards(time, y, out);
    }

    fn transition_guard(&mut self, time: f64, y: &[f64], guard: usize, all: &mut [f64]) -> f64 {
        self.table.guard_of_sliding(&mut self.bodies, y, guard, all.len()).unwrap_or_else(|| {
            self.touch_guards(time, y, all);
            all[guard]
        })
    }

    fn touches(&self) -> bool {
        self.laws.touch.any()
    }

    fn first_touch(&mut self, dense: &mut dyn FnMut(f64, &mut [f64]), state: &mut [f64]) -> Option<f64> {
        self.laws.touch.struck.clear();
        self.laws.touch.first_touch(&self.bodies, dense, state)
    }

    fn last_meeting_gap(&mut self, y: &[f64]) -> Option<[f64; 3]> {
        self.laws.touch.hit_gap(&mut self.bodies, y)
    }
}

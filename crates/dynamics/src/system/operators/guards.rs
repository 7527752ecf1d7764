//! Of a mechanism in maximal coordinates: guards.

use crate::system::conditions::Condition;
use crate::system::mechanism::Mechanism;
use crate::system::mode_guard::ModeGuard;
use crate::system::traits::guards::Guards;
use mainspring_model::{Coordinate, JointId};

impl Guards for Mechanism {
    fn conditions(&self) -> &[Condition] {
        &self.conditions.list
    }

    fn read_conditions(&mut self, time: f64, y: &[f64], out: &mut [f64]) {
        if self.conditions.list.is_empty() {
            return;
        }
        let (q, v, _) = self.bodies.split(y);
        if self.conditions.need_solve {
            let ledger = self.laws.readings.run_values;
            self.solve_for_reading(time, y, &ledger);
        } else {
            self.bodies.kinematics(q, v);
        }
        // a condition may be asked anywhere: time switches in it are read at the moment itself
        let tape = std::mem::take(&mut self.conditions.tape);
        self.evaluate(&tape, time, time);
        self.conditions.tape = tape;
        for (value, condition) in out.iter_mut().zip(&self.conditions.list) {
            // what is not there cannot leave
            let gone = condition.leaving.iter().any(|&body| !self.bodies.present(body));
            *value = if gone { f64::NEG_INFINITY } else { self.bodies.values[condition.node] };
        }
    }

    fn condition_period(&self) -> f64 {
        self.conditions.period
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

    fn limited(&self) -> &[JointId] {
        &self.limited
    }

    fn list_mode_guards(&self, out: &mut Vec<ModeGuard>) {
        if !self.stepped() {
            self.guards_of_laws(out);
        }
    }

    fn read_mode_guards(&mut self, time: f64, y: &[f64], out: &mut [f64]) {
        self.take_stepped_contacts();
        self.show_events();
        self.values_of_guards(time, y, out);
    }

    fn read_mode_guard_alone(&mut self, y: &[f64], guard: ModeGuard) -> Option<f64> {
        self.value_of_guard(y, guard)
    }

    fn touches(&self) -> bool {
        self.laws.touch.any() && !self.stepped()
    }

    fn first_touch(&mut self, dense: &mut dyn FnMut(f64, &mut [f64]), state: &mut [f64]) -> Option<f64> {
        self.take_stepped_contacts();
        self.show_events();
        self.laws.touch.struck.clear();
        self.laws.touch.first_touch(&self.bodies, dense, state)
    }

    fn last_meeting_gap(&mut self, y: &[f64]) -> Option<[f64; 3]> {
        self.take_stepped_contacts();
        self.show_events();
        self.laws.touch.hit_gap(&mut self.bodies, y)
    }

    fn reach_gap(&mut self, y: &[f64], guard: ModeGuard) -> Option<[f64; 3]> {
        match guard {
            ModeGuard::Contact(guard) => self.laws.touch.reach_gap(&mut self.bodies, y, guard),
            _ => None,
        }
    }
}

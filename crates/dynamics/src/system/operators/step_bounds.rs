//! Of a mechanism in maximal coordinates: what bounds a step.

use crate::laws::table::script_state::frames_to_come;
use crate::multibody::time_switches::just_after;
use crate::system::mechanism::Mechanism;
use crate::system::traits::step_bounds::StepBounds;
use mainspring_definition::SpaceKind;
use mainspring_model::Coordinate;

/// Places in the time to come at which it is looked how fast expressions switch there.
const LOOKED_AT: u32 = 64;
/// Switches that are looked at in each place; where there are fewer until the next, these are all.
const EACH_TIME: u32 = 4;

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

    fn jumps_ahead(&mut self, from: f64, to: f64) -> f64 {
        let mut values = std::mem::take(&mut self.bodies.values);
        let (switches, model) = (&self.bodies.switches, &self.bodies.model);
        let mut all = 0.0;
        for k in 0..LOOKED_AT {
            let at = |k: u32| from + (to - from) * f64::from(k) / f64::from(LOOKED_AT);
            let (begin, end) = (at(k), at(k + 1));
            let (mut time, mut count) = (begin, 0);
            while count < EACH_TIME {
                let Some(next) = switches.next(model, just_after(time), end, &mut values) else { break };
                (time, count) = (next, count + 1);
            }
            // as far as they go on like that: half of it again and again, where nothing follows the middle
            let (taken, mut stretch) = (time - begin, end - begin);
            while count == EACH_TIME && stretch > f64::from(EACH_TIME) * taken {
                let middle = begin + 0.5 * stretch;
                if switches.next(model, middle, middle + taken, &mut values).is_some() {
                    break;
                }
                stretch *= 0.5;
            }
            let share = if count == EACH_TIME { (stretch / taken).max(1.0) } else { 1.0 };
            all += f64::from(count) * share;
        }
        self.bodies.values = values;
        all
    }

    fn frames_ahead(&self, from: f64, to: f64) -> f64 {
        let scripts = self.bodies.model.fields.scripts.iter().zip(&self.table.state.scripts);
        scripts.map(|(script, state)| frames_to_come(script, state, from, to)).sum()
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

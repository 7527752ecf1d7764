//! Places of what flies are counted from where it is; speeds from how fast a mechanism is.

use crate::multibody::origins::coarse;
use crate::system::mechanism::Mechanism;
use crate::tolerances::{FAR, HANDY_PACE};
use mainspring_model::BodyId;
use mainspring_numerics::vec3::{Vec3, add, norm, scale, sub};

/// A place in y that belongs to a component.
#[derive(Clone, Copy, Debug)]
pub struct PlaceInState {
    /// its first entry
    pub at: usize,
    /// whose place it is
    pub body: BodyId,
}

impl Mechanism {
    /// Velocity of the middle of what flies, by masses; none of what the ground has a part in.
    pub fn middle_velocity(&self, component: usize, v: &[f64]) -> Vec3 {
        if !self.scales[component].free {
            return [0.0; 3];
        }
        let axes = self.bodies.model.space.components();
        let (mut sum, mut mass) = ([0.0; 3], 0.0);
        for (b, span) in self.bodies.spans.iter().enumerate().filter(|(_, span)| span.v_len > 0) {
            if self.components.of_body[b] == Some(component) {
                let own = self.bodies.model.bodies[b].mass;
                mass += own;
                sum.iter_mut().zip(&v[span.v..span.v + axes]).for_each(|(s, v)| *s += own * v);
            }
        }
        if mass > 0.0 { scale(sum, 1.0 / mass) } else { sum }
    }

    /// From the state at the start, where it was last solved: what counts as no speed of a mechanism that is far slower or faster
    /// than a hand moves.
    pub fn set_clock(&mut self, start: &[f64]) {
        let (_, v, _) = self.bodies.split(start);
        let axes = self.bodies.model.space.components();
        let weight = norm(self.bodies.model.gravity);
        let mut pace = self.scales.iter().map(|s| s.swing.max((weight / s.length).sqrt())).fold(0.0, f64::max);
        for (b, span) in self.bodies.spans.iter().enumerate().filter(|(_, span)| span.v_len > 0) {
            let Some(c) = self.components.of_body[b] else { continue };
            let (body, middle) = (&self.bodies.model.bodies[b], self.middle_velocity(c, v));
            let turning = body.inertia[0][0].max(body.inertia[1][1]).max(body.inertia[2][2]);
            for i in 0..span.v_len {
                let (beside, size, inert) =
                    if i < axes { (middle[i], self.scales[c].length, body.mass) } else { (0.0, 1.0, turning) };
                let speed = (v[span.v + i] - beside).abs() / size;
                let begins = (self.bodies.force[span.v + i].abs() / inert / size).sqrt();
                pace = [speed, begins].into_iter().filter(|x| x.is_finite()).fold(pace, f64::max);
            }
        }
        let [slow, fast] = HANDY_PACE;
        let clock = if pace > 0.0 { pace / pace.clamp(slow, fast) } else { 1.0 };
        (self.bodies.clock, self.laws.touch.clock) = (clock, clock);
        if self.laws.touch.rest_by_load {
            self.laws.touch.rest_speed *= clock;
        }
    }

    /// Counts the places of components that have gone far, held by nothing, from new origins. What was taken from each entry of y
    /// comes back in `by`; false: nothing was.
    pub fn follow(&mut self, places: &[PlaceInState], y: &mut [f64], by: &mut Vec<f64>) -> bool {
        let axes = self.bodies.model.space.components();
        let mut any = false;
        for c in (0..self.components.count).filter(|&c| self.scales[c].adrift) {
            let own = || places.iter().filter(|p| self.components.of_body[p.body] == Some(c));
            let place = |p: &PlaceInState, y: &[f64]| {
                let mut out = [0.0; 3];
                out[..axes].copy_from_slice(&y[p.at..p.at + axes]);
                out
            };
            let count = own().count() as f64;
            let middle: Vec3 = scale(own().fold([0.0; 3], |sum, p| add(sum, place(p, y))), 1.0 / count);
            let spread = own().map(|p| norm(sub(place(p, y), middle))).fold(self.scales[c].length, f64::max);
            let far = norm(middle) > FAR[0] * spread;
            if !far || !norm(middle).is_finite() {
                continue;
            }
            let shift = coarse(middle, spread);
            if !any {
                by.clear();
                by.resize(y.len(), 0.0);
                any = true;
            }
            for p in places.iter().filter(|p| self.components.of_body[p.body] == Some(c)) {
                for i in 0..axes {
                    y[p.at + i] -= shift[i];
                    by[p.at + i] = shift[i];
                }
            }
            for b in (0..self.bodies.model.bodies.len()).filter(|&b| self.components.of_body[b] == Some(c)) {
                self.bodies.state.origins[b] = add(self.bodies.state.origins[b], shift);
            }
        }
        any
    }
}

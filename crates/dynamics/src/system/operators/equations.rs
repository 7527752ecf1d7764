//! Of a mechanism in maximal coordinates: the equations of motion.

use crate::multibody::results::Counters;
use crate::system::component_scales::{ComponentScale, EntryGroup, entry_groups};
use crate::system::failure::Failure;
use crate::system::mechanism::{Laws, Mechanism};
use crate::system::traits::equations::Equations;
use mainspring_model::{BodyKind, Coordinates, Model};
use mainspring_numerics::vec3::norm;

impl Equations for Mechanism {
    fn model(&self) -> &Model {
        self.placed.as_ref().unwrap_or(&self.bodies.model)
    }

    fn sizes(&self) -> [usize; 3] {
        [self.bodies.nq, self.bodies.nv, self.bodies.ledger.len()]
    }

    fn coordinates(&self) -> Coordinates {
        Coordinates::Maximal
    }

    fn scales(&self) -> &[f64] {
        &self.bodies.scales
    }

    fn entry_groups(&self) -> Vec<EntryGroup> {
        entry_groups(&self.bodies, &self.components)
    }

    fn component_scales(&self) -> &[ComponentScale] {
        &self.scales
    }

    fn recentre(&mut self, y: &mut [f64], by: &mut Vec<f64>) -> bool {
        if !self.scales.iter().any(|s| s.adrift) {
            return false;
        }
        let groups = self.entry_groups();
        self.follow(&groups, y, by)
    }

    fn speeds(&self, out: &mut Vec<f64>) {
        let spans = self.bodies.spans.iter().enumerate().filter(|(_, span)| span.q_len > 0);
        self.list_speeds(self.sizes(), spans.map(|(b, span)| (span.q, b)), out);
    }

    fn length(&self) -> f64 {
        self.bodies.length
    }

    fn weight(&self) -> f64 {
        let moving = self.bodies.model.bodies.iter().filter(|b| b.kind != BodyKind::Fixed);
        let braking = self.bodies.model.fields.surface.as_ref().map_or(0.0, |s| s.gravity * s.dynamic_friction);
        moving.map(|b| b.mass).sum::<f64>() * norm(self.bodies.model.gravity).max(braking)
    }

    fn derivative(&mut self, time: f64, y: &[f64], dy: &mut [f64]) {
        self.take_stepped_contacts();
        self.show_events();
        let (q, v, _) = self.bodies.split(y);
        self.solve(time, q, v);
        self.position_rate(y, dy);
        dy[self.bodies.nq..self.bodies.nq + self.bodies.nv].copy_from_slice(&self.bodies.solution[..self.bodies.nv]);
        self.powers(v, time);
        dy[self.bodies.nq + self.bodies.nv..].copy_from_slice(&self.bodies.power);
        if self.steps.any() {
            // these are moved by their own steps
            for (rate, owner) in dy.iter_mut().zip(&self.components.entry_body) {
                if owner.is_some_and(|b| self.bodies.aside.bodies[b]) {
                    *rate = 0.0;
                }
            }
            let loads = &mut dy[self.bodies.nq + self.bodies.nv..];
            for (rate, aside) in loads.iter_mut().zip(&self.bodies.aside.loads) {
                if *aside {
                    *rate = 0.0;
                }
            }
        }
    }

    fn position_rate(&self, y: &[f64], dy: &mut [f64]) {
        let (q, v, _) = self.bodies.split(y);
        for (b, span) in self.bodies.spans.iter().enumerate() {
            self.bodies.frames.q_rate(
                self.bodies.model.bodies[b].kind,
                &q[span.q..span.q + span.q_len],
                &v[span.v..span.v + span.v_len],
                &mut dy[span.q..span.q + span.q_len],
            );
        }
    }

    fn jacobian(&mut self, time: f64, y: &[f64], by_position: &mut [f64], by_velocity: &mut [f64]) {
        self.take_stepped_contacts();
        self.show_events();
        self.acceleration_slopes(time, y, by_position, by_velocity);
    }

    fn tangent(&self, y: &[f64], dq: &[f64], out: &mut [f64]) {
        for (body, span) in self.bodies.model.bodies.iter().zip(&self.bodies.spans) {
            let (q, v) = (span.q..span.q + span.q_len, span.v..span.v + span.v_len);
            self.bodies.frames.tangent(body.kind, &y[q.clone()], &dq[q], &mut out[v]);
        }
    }

    fn owner(&self, index: usize) -> String {
        let of_body = self.bodies.spans.iter().position(|s| {
            (s.q..s.q + s.q_len).contains(&index)
                || (self.bodies.nq + s.v..self.bodies.nq + s.v + s.v_len).contains(&index)
        });
        match of_body {
            Some(b) => self.bodies.model.bodies[b].path.clone(),
            None => index
                .checked_sub(self.bodies.nq + self.bodies.nv)
                .and_then(|w| self.bodies.ledger.get(w))
                .map_or_else(String::new, |e| e.path.clone()),
        }
    }

    fn non_finite(&self, y: &[f64]) -> Option<String> {
        self.bodies.first_non_finite(y)
    }

    fn take_failure(&mut self) -> Option<Failure> {
        if let Some(failure) = self.stepping.failure.take() {
            return Some(failure);
        }
        if let Some(what) = self.table.undefined.take() {
            return Some(Failure::Field(what));
        }
        let Laws { friction, touch, .. } = &mut self.laws;
        if let Some(k) = friction.jammed.take() {
            return Some(Failure::Jam { joint: self.bodies.model.joints[friction.list[k].joint].path.clone() });
        }
        let about_to = touch.fixed.as_ref().is_some_and(|f| f.nearly_jams()).then_some(0);
        let jammed = touch.jammed.take().or(about_to).and_then(|i| touch.state.touching.get(i))?;
        Some(Failure::Jam { joint: touch.site_names(&self.bodies, jammed.site).join(", ") })
    }

    fn counters(&self) -> Counters {
        self.bodies.counters
    }

    fn set_counters(&mut self, counters: Counters) {
        self.bodies.counters = counters;
        (self.bodies.pattern.changes, self.bodies.pattern.redone) = (counters.pattern_changes, counters.redone);
    }
}

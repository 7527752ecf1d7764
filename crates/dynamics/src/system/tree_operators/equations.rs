//! Of a tree in joint coordinates: the equations of motion.

use crate::multibody::results::Counters;
use crate::system::component_scales::{ComponentScale, EntryGroup};
use crate::system::traits::equations::Equations;
use crate::system::tree_system::Reduced;
use crate::tree::plan::Motion;
use crate::tree::recursion::Recursion;
use mainspring_model::{Coordinates, Model};

impl<T: Recursion> Equations for Reduced<T> {
    fn model(&self) -> &Model {
        self.core.model()
    }

    fn sizes(&self) -> [usize; 3] {
        [self.nq, self.nv, self.core.bodies.ledger.len()]
    }

    fn coordinates(&self) -> Coordinates {
        Coordinates::Joint
    }

    fn scales(&self) -> &[f64] {
        &self.scales
    }

    fn entry_groups(&self) -> Vec<EntryGroup> {
        self.groups()
    }

    fn component_scales(&self) -> &[ComponentScale] {
        &self.core.scales
    }

    fn recentre(&mut self, y: &mut [f64], by: &mut Vec<f64>) -> bool {
        if !self.core.scales.iter().any(|s| s.adrift) {
            return false;
        }
        let groups = self.groups();
        self.core.follow(&groups, y, by)
    }

    fn speeds(&self, out: &mut Vec<f64>) {
        let roots = self.steps.iter().zip(&self.places);
        let free = roots.filter(|(step, _)| matches!(step.motion, Motion::Free | Motion::FreePoint));
        self.core.list_speeds(self.sizes(), free.filter_map(|(step, place)| Some((place[0], step.body?))), out);
    }

    fn length(&self) -> f64 {
        self.core.bodies.length
    }

    fn weight(&self) -> f64 {
        self.core.weight()
    }

    fn derivative(&mut self, time: f64, y: &[f64], dy: &mut [f64]) {
        self.core.bodies.counters.evaluations += 1;
        // the recursion is its own factorisation
        self.core.bodies.counters.factorisations += 1;
        let (q, rest) = y.split_at(self.nq);
        let v = &rest[..self.nv];
        let (q_rate, rest) = dy.split_at_mut(self.nq);
        let (v_rate, w_rate) = rest.split_at_mut(self.nv);
        if !self.driven.is_empty() {
            self.prescribe(time);
        }
        if self.loaded {
            self.unfold(y);
            let (bodies_q, bodies_v, _) = self.core.bodies.split(&self.whole);
            self.core.bodies.kinematics(bodies_q, bodies_v);
            self.core.loads(time);
        }
        let force = self.loaded.then_some(&self.core.bodies.force[..]);
        self.tree.accelerate(q, v, force, &self.given, v_rate);
        self.tree.rates(q, v, q_rate);
        self.powers(v);
        w_rate.copy_from_slice(&self.core.bodies.power);
    }

    fn position_rate(&self, y: &[f64], dy: &mut [f64]) {
        let (q, rest) = y.split_at(self.nq);
        self.tree.rates(q, &rest[..self.nv], &mut dy[..self.nq]);
    }

    fn jacobian(&mut self, time: f64, y: &[f64], by_position: &mut [f64], by_velocity: &mut [f64]) {
        self.slopes(time, y, by_position, by_velocity);
    }

    fn tangent(&self, y: &[f64], dq: &[f64], out: &mut [f64]) {
        self.tree.tangent(&y[..self.nq], &dq[..self.nq], &mut out[..self.nv]);
    }

    fn owner(&self, index: usize) -> String {
        let link = self.places.iter().position(|&[q, q_len, v, v_len]| {
            (q..q + q_len).contains(&index) || (self.nq + v..self.nq + v + v_len).contains(&index)
        });
        match link {
            Some(link) => self.body_of(link).to_owned(),
            None => index
                .checked_sub(self.nq + self.nv)
                .and_then(|w| self.core.bodies.ledger.get(w))
                .map_or_else(String::new, |e| e.path.clone()),
        }
    }

    fn non_finite(&self, y: &[f64]) -> Option<String> {
        let bad = y[..self.nq + self.nv].iter().position(|x| !x.is_finite())?;
        Some(self.owner(bad))
    }

    fn counters(&self) -> Counters {
        self.core.bodies.counters
    }

    fn set_counters(&mut self, counters: Counters) {
        self.core.bodies.counters = counters;
    }
}

//! Pairs in the plane that are near enough to press, so that those far apart need not be looked at at every state.
//!
//! The list holds every pair that is apart by less than a margin; it is made anew once a part has moved half of that. Circles
//! around the parts, and boxes around what stands still, tell how far apart they are at least.

use crate::laws::penalty::penalty::Penalty;
use crate::multibody::multibody::Multibody;
use crate::tolerances::PENALTY_NEAR;
use mainspring_geometry::touch::clear_of_standing;
use mainspring_numerics::vec3::{Vec3, norm, sub};

impl Penalty {
    /// Makes the list anew where parts have moved too far, at the state of `kinematics`.
    pub fn find_near(&mut self, bodies: &Multibody) {
        if self.in_space || self.surfaces.is_empty() || self.is_near_known(bodies) {
            return;
        }
        let least = self.size.iter().copied().fold(f64::INFINITY, f64::min);
        self.near.margin = 0.5 * least;
        // what guards look ahead for is near too
        let within = self.near.margin + PENALTY_NEAR * least;
        self.near.centers.clear();
        self.near.centers.extend((0..bodies.model.bodies.len()).map(|b| bodies.frames.center(b)));
        let pairs = (0..self.surfaces.len()).filter(|&pair| {
            let ahead = PENALTY_NEAR * self.size[pair] - PENALTY_NEAR * least;
            self.clear_by(bodies, pair) <= within + ahead
        });
        self.near.pairs = pairs.collect();
    }

    fn is_near_known(&self, bodies: &Multibody) -> bool {
        let moved = |(b, was): (usize, &Vec3)| 2.0 * norm(sub(bodies.frames.center(b), *was));
        !self.near.centers.is_empty() && self.near.centers.iter().enumerate().all(|at| moved(at) < self.near.margin)
    }

    /// Calls `look` with every pair that may press at the state of `kinematics`, in order.
    pub fn each_near(&self, bodies: &Multibody, mut look: impl FnMut(usize)) {
        if self.is_near_known(bodies) {
            self.near.pairs.iter().for_each(|&pair| look(pair));
        } else {
            (0..self.surfaces.len()).for_each(look);
        }
    }

    /// A distance that two parts are apart at least.
    fn clear_by(&self, bodies: &Multibody, pair: usize) -> f64 {
        let ([a, b], Some(first)) = (self.surfaces_of(pair), self.bodies[pair][0]) else { return 0.0 };
        let center = bodies.frames.center(first);
        match (self.bodies[pair][1], &self.still[pair]) {
            (Some(body), _) => norm(sub(bodies.frames.center(body), center)) - a.radius() - b.radius(),
            (None, Some(still)) => clear_of_standing(a, center, b, still),
            (None, None) => 0.0,
        }
    }
}

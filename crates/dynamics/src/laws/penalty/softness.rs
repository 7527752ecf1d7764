//! Stiffness of contacts that follows the step's error; see `compliance` of the bodies for the rule.

use crate::laws::penalty::penalty::Penalty;
use crate::multibody::compliance::{rate, share};
use crate::multibody::multibody::Multibody;

impl Penalty {
    /// Share of a pair's stiffness that acts now.
    pub fn pair_share(&self, bodies: &Multibody, pair: usize) -> f64 {
        match self.method {
            Some(p) if p.adapt => share(self.pair_rate(pair), bodies.rate_cap()),
            _ => 1.0,
        }
    }

    /// ω₀ of a contact of a pair, rad/s.
    fn pair_rate(&self, pair: usize) -> f64 {
        self.method.map_or(0.0, |p| rate(p.stiffness, p.damping.unwrap_or(0.0), self.masses[pair]))
    }

    /// See [`crate::AdaptiveStiffness::fastest_adapting`]; or of those alone that are damped.
    pub fn fastest(&self, bodies: &Multibody, damped: bool) -> Option<f64> {
        let joints = (0..bodies.model.joints.len()).filter(|&j| bodies.state.joints[j]).filter_map(|j| {
            let (c, [mass, inertia]) = (bodies.model.joints[j].compliant?, bodies.adapting[j]?);
            if damped && c.damping == 0.0 && c.turning_damping == 0.0 {
                return None;
            }
            Some(rate(c.stiffness, c.damping, mass).max(rate(c.turning_stiffness, c.turning_damping, inertia)))
        });
        let adapts = self.method.is_some_and(|p| p.adapt);
        let pressed = |pair: &usize| {
            let remembered = || self.squeezed.iter().any(|s| s.pair as usize == *pair && s.state.acts());
            self.pressed.get(*pair) == Some(&true) || remembered()
        };
        let has_damper = |pair: &usize| match self.method.and_then(|p| p.damping) {
            Some(given) => given > 0.0,
            None => self.damping_number[*pair] > 0.0,
        };
        let counts = |pair: &usize| adapts && (!damped || has_damper(pair));
        let pairs = (0..self.masses.len()).filter(counts).filter(pressed).map(|pair| self.pair_rate(pair));
        let all = joints.chain(pairs).fold(None, |most: Option<f64>, r| Some(most.map_or(r, |m| m.max(r))));
        all.map(|r| r.min(bodies.rate_cap()))
    }
}

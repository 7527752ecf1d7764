//! How fast springs that adapt swing, and how fast what damps them makes motion fade; see `compliance` of the bodies.

use crate::laws::penalty::law::friction_slope;
use crate::laws::penalty::penalty::Penalty;
use crate::laws::penalty::point::Point;
use crate::multibody::compliance::rate;
use crate::multibody::multibody::Multibody;

impl Penalty {
    /// ω₀ of a contact of a pair, rad/s.
    fn pair_rate(&self, pair: usize) -> f64 {
        self.method.map_or(0.0, |p| rate(p.stiffness, p.damping.unwrap_or(0.0), self.masses[pair]))
    }

    /// See [`crate::AdaptiveStiffness::fastest_adapting`].
    pub fn fastest(&self, bodies: &Multibody) -> Option<f64> {
        let joints = (0..bodies.model.joints.len()).filter_map(|j| bodies.adapting_rate(j));
        let adapts = self.method.is_some_and(|p| p.adapt);
        let pressed = |pair: &usize| {
            let remembered = || self.squeezed.iter().any(|s| s.pair as usize == *pair && s.state.acts());
            self.pressed.get(*pair) == Some(&true) || remembered()
        };
        let pairs = (0..self.masses.len()).filter(|_| adapts).filter(pressed).map(|pair| self.pair_rate(pair));
        joints.chain(pairs).fold(None, |most: Option<f64>, r| Some(most.map_or(r, |m| m.max(r))))
    }

    /// See [`crate::AdaptiveStiffness::fastest_fading`].
    pub fn fading(&self, bodies: &Multibody) -> f64 {
        if !self.method.is_some_and(|p| p.adapt) {
            return 0.0;
        }
        self.points.iter().map(|p| self.point_fading(bodies, p)).fold(0.0, f64::max)
    }

    /// How fast a contact's damper and friction make the motion there fade, 1/s.
    fn point_fading(&self, bodies: &Multibody, p: &Point) -> f64 {
        let (pair, spot) = (p.spot.pair, &p.spot);
        let laws = &bodies.model.contacts.pairs[pair];
        let [_, by_rate] = self.push_at(spot).slopes(-spot.gap, -spot.rate);
        // steepest where nothing slips
        let by_slip = p.normal * friction_slope(0.0, self.developed(), laws.static_friction, laws.friction);
        rate(0.0, (spot.weight * by_rate).max(by_slip), self.masses[pair])
    }
}

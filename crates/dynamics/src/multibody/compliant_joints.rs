//! How fast compliant joints swing, and how hard parts press on each other.

use crate::multibody::compliance::rate;
use crate::multibody::multibody::Multibody;
use mainspring_numerics::vec3::{dot, norm};

impl Multibody {
    /// Rate at which a compliant joint that is marked `adapt` swings or settles, rad/s; none where it does not act.
    pub fn adapting_rate(&self, joint: usize) -> Option<f64> {
        let (c, [mass, inertia]) = (self.model.joints[joint].compliant?, self.adapting[joint]?);
        let acts = self.state.joints[joint];
        acts.then(|| rate(c.stiffness, c.damping, mass).max(rate(c.turning_stiffness, c.turning_damping, inertia)))
    }

    /// Size of the relative acceleration of a pair's centres at the last solve, with gravity, m/s².
    pub fn pressing(&self, a: usize, b: Option<usize>) -> f64 {
        let axes = self.model.space.components();
        let of = |body: Option<usize>, i: usize| {
            body.filter(|&b| self.spans[b].v_len > 0).map_or(0.0, |b| self.solution[self.spans[b].v + i])
        };
        let mut d = [0.0; 3];
        for (i, x) in d.iter_mut().enumerate().take(axes) {
            *x = of(Some(a), i) - of(b, i);
        }
        dot(d, d).sqrt() + norm(self.model.gravity)
    }
}

//! Stiffness of compliant joints as it acts now.

use crate::multibody::compliance::{rate, share};
use crate::multibody::multibody::Multibody;
use mainspring_model::Compliance;
use mainspring_numerics::vec3::{dot, norm};

impl Multibody {
    /// Rate that no adapting stiffness swings faster than, rad/s; infinite: all as given.
    #[must_use]
    pub fn rate_cap(&self) -> f64 {
        self.state.rate_cap.unwrap_or(f64::INFINITY)
    }

    /// Stiffness of a compliant joint as it acts now.
    pub fn compliance(&self, joint: usize) -> Option<Compliance> {
        let given = self.model.joints[joint].compliant?;
        let cap = self.rate_cap();
        let Some([mass, inertia]) = self.adapting[joint].filter(|_| cap.is_finite()) else { return Some(given) };
        let length = share(rate(given.stiffness, given.damping, mass), cap);
        let angle = share(rate(given.turning_stiffness, given.turning_damping, inertia), cap);
        Some(Compliance {
            stiffness: length * given.stiffness,
            damping: length.sqrt() * given.damping,
            turning_stiffness: angle * given.turning_stiffness,
            turning_damping: angle.sqrt() * given.turning_damping,
            adapt: true,
            placed: given.placed,
        })
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

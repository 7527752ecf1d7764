//! Stiffness that follows the step's error: how fast springs in place of contacts and joints may swing.
//!
//! stanley-colgate-1992 (§III) proposes to monitor the integration error at each step and to raise or lower the stiffness of
//! each connection with it. Here one number does that for all of them: a cap ω on the rate at which any adapting connection
//! can swing against the masses it joins. A connection of stiffness k, damping c and effective mass m has the rate
//!
//! ```text
//! ω₀ = max(√(k/m), c/m)        acting: s k and √s c with s = min(1, (ω/ω₀)²)
//! ```
//!
//! so that √s ω₀ ≤ ω and the damping ratio c/√(km) stays what it was. What is soft already is not touched, and the stiffest
//! give way first. The engine moves the cap between steps (it alone knows the error); the cap is part of [`Mode`](crate::Mode).
//!
//! Effective masses are constants of the placed mechanism: 1/m = Σ 1/mᵢ + rᵢ²/Iᵢ over both parts, with the arm r of the
//! connection and the smallest moment of inertia, which overrates ω₀ and so errs towards soft.

use crate::core::Core;
use crate::math::{dot, norm};
use mainspring_model::{Body, BodyKind, Compliance, Model, Touched};

/// Effective masses of what adapts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Softness {
    /// per joint that adapts: mass (kg) for rows in metres, inertia (kg·m²) for rows that are angles
    joints: Vec<Option<[f64; 2]>>,
    /// per pair that may touch, kg
    pairs: Vec<f64>,
}

impl Softness {
    pub fn of(model: &Model) -> Self {
        let joints = model.joints.iter().map(|joint| {
            let ends = [joint.a, joint.b].map(|m| (m.body.map(|b| &model.bodies[b]), norm(m.frame.point)));
            joint.compliant.filter(|c| c.adapt).map(|_| {
                let moved: f64 = ends.iter().map(|(body, arm)| body.map_or(0.0, |b| yields(b, *arm))).sum();
                let turned: f64 = ends.iter().map(|(body, _)| body.map_or(0.0, turns)).sum();
                [1.0 / moved, 1.0 / turned]
            })
        });
        let pairs = model.contacts.pairs.iter().map(|pair| {
            let other = if let Touched::Body(b) = pair.b { Some(b) } else { None };
            let parts = [Some(pair.a), other].into_iter().flatten().map(|b| &model.bodies[b]);
            1.0 / parts.map(|body| yields(body, gyration(body))).sum::<f64>()
        });
        Self { joints: joints.collect(), pairs: pairs.collect() }
    }

    /// Effective mass at a contact of a pair, kg.
    pub fn pair_mass(&self, pair: usize) -> f64 {
        self.pairs[pair]
    }
}

/// Acceleration of a point at this arm per unit of force, 1/kg.
fn yields(body: &Body, arm: f64) -> f64 {
    if body.kind == BodyKind::Fixed { 0.0 } else { 1.0 / body.mass + arm * arm * turns(body) }
}

/// Angular acceleration per unit of torque at most, 1/(kg·m²).
fn turns(body: &Body) -> f64 {
    let smallest = (0..3).map(|i| body.inertia[i][i]).filter(|x| *x > 0.0).fold(f64::INFINITY, f64::min);
    if body.kind == BodyKind::Rigid { 1.0 / smallest } else { 0.0 }
}

/// Largest radius of gyration, m: where a contact is likely to be.
fn gyration(body: &Body) -> f64 {
    let largest = (0..3).map(|i| body.inertia[i][i]).fold(0.0, f64::max);
    if body.mass > 0.0 { (largest / body.mass).sqrt() } else { 0.0 }
}

/// ω₀ of a spring and damper on a mass, rad/s; 0 on what cannot move.
fn rate(stiffness: f64, damping: f64, mass: f64) -> f64 {
    if mass.is_finite() { (stiffness / mass).sqrt().max(damping / mass) } else { 0.0 }
}

/// Share s of the given stiffness that acts under a cap.
fn share(rate: f64, cap: f64) -> f64 {
    if rate > cap { (cap / rate) * (cap / rate) } else { 1.0 }
}

impl Core {
    /// Stiffness of a compliant joint as it acts now.
    pub(crate) fn compliance(&self, joint: usize) -> Option<Compliance> {
        let given = self.model.joints[joint].compliant?;
        let cap = self.mode.rate_cap;
        let Some([mass, inertia]) = self.softness.joints[joint].filter(|_| cap.is_finite()) else { return Some(given) };
        let length = share(rate(given.stiffness, given.damping, mass), cap);
        let angle = share(rate(given.turning_stiffness, given.turning_damping, inertia), cap);
        Some(Compliance {
            stiffness: length * given.stiffness,
            damping: length.sqrt() * given.damping,
            turning_stiffness: angle * given.turning_stiffness,
            turning_damping: angle.sqrt() * given.turning_damping,
            adapt: true,
        })
    }

    /// Share of a pair's stiffness that acts now.
    pub(crate) fn pair_share(&self, pair: usize) -> f64 {
        match self.soft.method {
            Some(p) if p.adapt => share(self.pair_rate(pair), self.mode.rate_cap),
            _ => 1.0,
        }
    }

    /// ω₀ of a contact of a pair, rad/s.
    fn pair_rate(&self, pair: usize) -> f64 {
        self.soft.method.map_or(0.0, |p| rate(p.stiffness, p.damping.unwrap_or(0.0), self.softness.pairs[pair]))
    }

    /// See [`crate::System::fastest_adapting`].
    pub(crate) fn fastest(&self) -> Option<f64> {
        let joints = (0..self.model.joints.len()).filter(|&j| self.mode.joints[j]).filter_map(|j| {
            let (c, [mass, inertia]) = (self.model.joints[j].compliant?, self.softness.joints[j]?);
            Some(rate(c.stiffness, c.damping, mass).max(rate(c.turning_stiffness, c.turning_damping, inertia)))
        });
        let adapts = self.soft.method.is_some_and(|p| p.adapt);
        let pressed = self.mode.squeezed.iter().filter(|s| adapts && s.state.acts());
        let pairs = pressed.map(|s| self.pair_rate(s.pair as usize));
        let all = joints.chain(pairs).fold(None, |most: Option<f64>, r| Some(most.map_or(r, |m| m.max(r))));
        all.map(|r| r.min(self.mode.rate_cap))
    }

    /// Size of the relative acceleration of a pair's centres at the last solve, with gravity, m/s².
    pub(crate) fn pressing(&self, a: usize, b: Option<usize>) -> f64 {
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

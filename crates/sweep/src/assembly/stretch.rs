//! Stretches of contact over which the sense of sliding stays: pieces cut where v · r = 0.
//!
//! On an edge of the pawl r = w − p(t), so v · r vanishes once, at t = v · (w − p₀)/|v|². On a vertex of the pawl
//! r = −hN − ℓT with |r| = ρ, so v · r = 0 means r ⟂ v, hence |ℓ| = ρ|v·N|/|v| and h = −ℓ (v·T)/(v·N); h is linear in
//! time, so that too is one time. The sense ε is then a constant of the stretch, and forces at its ends are limits from
//! inside: at a reversal the force jumps, and each side has its own.

use crate::force::{Law, Touch};
use crate::trajectory::{Contact, Trajectory};

/// A contact with one sense of sliding.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stretch<'a> {
    pub start: f64,
    pub end: f64,
    pub contact: Option<Contact>,
    law: &'a Law,
    turn: (f64, f64),
    /// Sign of v · r inside.
    pub epsilon: f64,
}

fn dot(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

/// When v · r vanishes on a contact, if it ever does.
fn reversal(law: &Law) -> Option<f64> {
    let v = law.velocity;
    match law.touch {
        Touch::Edge { w, .. } => {
            let ahead = [w[0] - law.hinge[0], w[1] - law.hinge[1]];
            Some(dot(v, ahead) / dot(v, v))
        }
        Touch::Vertex { q, w, n } => {
            let (along_n, along_t) = (dot(v, n), dot(v, [-n[1], n[0]]));
            if along_n == 0.0 {
                return None;
            }
            let (rho, speed) = (dot(q, q).sqrt(), dot(v, v).sqrt());
            let lever = law.sigma * rho * along_n.abs() / speed;
            let h = -lever * along_t / along_n;
            let at_zero = dot([law.hinge[0] - w[0], law.hinge[1] - w[1]], n);
            Some((h - at_zero) / along_n)
        }
    }
}

/// All stretches of a trajectory, in order; free flight has none.
pub(crate) fn stretches(trajectory: &Trajectory) -> Vec<Stretch<'_>> {
    let mut all = Vec::new();
    for piece in &trajectory.pieces {
        let Some(law) = &piece.law else { continue };
        let mut ends = vec![piece.start];
        if let Some(time) = reversal(law)
            && time > piece.start
            && time < piece.end
        {
            ends.push(time);
        }
        ends.push(piece.end);
        for pair in ends.windows(2) {
            let (r, ..) = law.geometry(0.5 * pair[0] + 0.5 * pair[1]);
            let leading = dot(law.velocity, r);
            let epsilon = if leading > 0.0 {
                1.0
            } else if leading < 0.0 {
                -1.0
            } else {
                0.0
            };
            let turn = (piece.theta_start, piece.theta_end);
            all.push(Stretch { start: pair[0], end: pair[1], contact: piece.contact, law, turn, epsilon });
        }
    }
    all
}

impl Stretch<'_> {
    /// ℓ and h at a time.
    pub fn levers(&self, time: f64) -> (f64, f64) {
        let (_, _, l, h) = self.law.geometry(time);
        (l, h)
    }

    /// Where h vanishes inside, if it does.
    pub fn level(&self) -> Option<f64> {
        let ((_, a), (_, b)) = (self.levers(self.start), self.levers(self.end));
        ((a < 0.0 && b > 0.0) || (a > 0.0 && b < 0.0)).then(|| self.start + (self.end - self.start) * (a / (a - b)))
    }

    /// Force along the normal, N, and the insertion force, N; both without bound where nothing can slide any more.
    pub fn forces(&self, time: f64) -> (f64, f64) {
        let time = time.clamp(self.start, self.end);
        let law = self.law;
        let (r, n, l, h) = law.geometry(time);
        let theta = law.at(time, self.turn.0, self.turn.1).theta;
        let part = law.friction * law.sigma * self.epsilon;
        let way = [n[0] - part * n[1], n[1] + part * n[0]];
        let along = -dot(way, law.velocity) / dot(law.velocity, law.velocity).sqrt();
        if theta == 0.0 {
            return (0.0, 0.0);
        }
        let below = l.abs() - law.friction * self.epsilon * h;
        let far = dot(r, r).sqrt();
        // the roots that ends are given by leave some 1e-8 of a lever that is 0
        if below <= 1e-7 * far {
            let end = if along > 0.0 { f64::INFINITY } else { f64::NEG_INFINITY };
            return (f64::INFINITY, if along == 0.0 { 0.0 } else { end });
        }
        let normal = law.stiffness * theta.abs() / below;
        (normal, normal * along)
    }

    /// Power rubbed away, W.
    pub fn rubbing(&self, time: f64) -> f64 {
        let law = self.law;
        if law.friction == 0.0 {
            return 0.0;
        }
        let (r, _, l, h) = law.geometry(time);
        let theta = law.at(time, self.turn.0, self.turn.1).theta;
        let normal = law.stiffness * theta.abs() / (l.abs() - law.friction * self.epsilon * h);
        law.friction * normal * (dot(law.velocity, r) / l).abs()
    }
}

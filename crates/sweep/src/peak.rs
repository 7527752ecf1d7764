//! Largest forces, work and energy of a motion, and its contacts in order.
//!
//! On a piece the insertion force F(t) is smooth but for the turn of sliding (v · r = 0), where friction changes sides.
//! It is cut there and at more places; in each stretch the derivative is followed to its zeros by bisection, so that every
//! stationary point narrower than a stretch counts. The work of the root is ∫ F |v| dt. By torque balance it equals the change of
//! κθ²/2 plus what friction takes; a fall loses the difference of κθ²/2 on the way.

use crate::trajectory::{Contact, Kind, Piece, Trajectory};

/// The largest force of a kind during a motion.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Peak {
    /// Force, N; `None` where it grows without bound.
    pub force: Option<f64>,
    /// When, s.
    pub time: f64,
    /// What touches there.
    pub contact: Option<Contact>,
}

/// Where the energy of one pawl goes, J.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Energy {
    /// Done by the force that moves the root.
    pub work: f64,
    /// Held by the spring at the start.
    pub start: f64,
    /// Held by the spring at the end.
    pub end: f64,
    /// Taken by friction.
    pub friction: f64,
    /// Lost in falls.
    pub falls: f64,
}

/// A stretch of time under one contact.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Touching {
    /// From when, s.
    pub start: f64,
    /// Until when, s.
    pub end: f64,
    /// What touches.
    pub contact: Contact,
}

/// Stretches a piece is cut into when looking for stationary points.
const STRETCHES: u32 = 32;

impl Trajectory {
    /// The largest force that must push the root along its motion; unbounded where the motion cannot go on.
    #[must_use]
    pub fn peak_insertion(&self) -> Peak {
        let last = self.last();
        if matches!(last.kind, Kind::JamPair | Kind::JamSingle | Kind::JamHinge | Kind::Stick) {
            return Peak { force: None, time: last.time, contact: last.from };
        }
        self.largest(1.0)
    }

    /// The largest force that must hold the root back; unbounded where a smooth contact lets go with no lever left.
    #[must_use]
    pub fn peak_removal(&self) -> Peak {
        let lost = self.events.iter().find(|e| e.kind == Kind::SnapTangent && e.theta != 0.0);
        if let Some(event) = lost
            && self.pieces.iter().all(|p| p.law.as_ref().is_none_or(|law| law.friction == 0.0))
        {
            return Peak { force: None, time: event.time, contact: event.from };
        }
        self.largest(-1.0)
    }

    fn largest(&self, sign: f64) -> Peak {
        let mut peak = Peak { force: Some(0.0), time: self.pieces.first().map_or(0.0, |p| p.start), contact: None };
        for piece in self.pieces.iter().filter(|piece| piece.law.is_some()) {
            let (time, force) = piece.extreme(sign);
            if peak.force.is_some_and(|held| force > held) {
                peak = Peak { force: Some(force), time, contact: piece.contact };
            }
        }
        peak
    }

    /// Where the energy of the pawl goes; work and friction by adaptive quadrature, infinite where the pawl slides into
    /// sticking: there the force grows as one over the time left.
    #[must_use]
    pub fn energy(&self) -> Energy {
        let stiffness = self.pieces.iter().find_map(|p| p.law.as_ref()).map_or(0.0, |law| law.stiffness);
        let held = |theta: f64| 0.5 * stiffness * theta * theta;
        let mut energy = Energy {
            start: self.events.first().map_or(0.0, |e| held(e.theta)),
            end: held(self.last().theta),
            ..Energy::default()
        };
        for event in &self.events {
            if let Some(after) = event.theta_after {
                energy.falls += held(event.theta) - held(after);
            }
        }
        for piece in &self.pieces {
            let Some(law) = &piece.law else { continue };
            if law.locks(piece.end, piece.theta_end) {
                energy.work = f64::INFINITY;
                energy.friction = f64::INFINITY;
                return energy;
            }
            let speed = (law.velocity[0] * law.velocity[0] + law.velocity[1] * law.velocity[1]).sqrt();
            energy.work += piece.integral(|state| state.insertion * speed);
            energy.friction += piece.integral(|state| law.friction * state.normal * state.slip.abs());
        }
        energy
    }

    /// The contacts in order; contacts on the same features that follow each other are one.
    #[must_use]
    pub fn contacts(&self) -> Vec<Touching> {
        let mut all: Vec<Touching> = Vec::new();
        for piece in &self.pieces {
            let Some(contact) = piece.contact else { continue };
            match all.last_mut() {
                Some(last) if last.contact == contact && last.end == piece.start => last.end = piece.end,
                _ => all.push(Touching { start: piece.start, end: piece.end, contact }),
            }
        }
        all
    }
}

impl Piece {
    /// Times at which the force is not smooth inside the piece, and the ends.
    fn cuts(&self) -> Vec<f64> {
        let mut cuts = vec![self.start];
        if let Some(law) = &self.law {
            cuts.extend(law.turns().into_iter().filter(|t| self.start < *t && *t < self.end));
        }
        cuts.push(self.end);
        cuts.sort_by(f64::total_cmp);
        cuts
    }

    /// The largest of ± the insertion force, and when.
    fn extreme(&self, sign: f64) -> (f64, f64) {
        let force = |t: f64| sign * self.at(t).insertion;
        let mut best = (self.start, f64::NEG_INFINITY);
        let consider = |t: f64, best: &mut (f64, f64)| {
            let f = force(t);
            if f.is_finite() && f > best.1 {
                *best = (t, f);
            }
        };
        for pair in self.cuts().windows(2) {
            let (from, to) = (pair[0], pair[1]);
            // friction changes sides at a cut: look from inside
            let tiny = 1e-13 * (to - from);
            consider(from + tiny, &mut best);
            consider(to - tiny, &mut best);
            let width = (to - from) / f64::from(STRETCHES);
            let slope = |t: f64| self.force_slope(t, from, to) * sign;
            for k in 0..STRETCHES {
                let (mut lo, mut hi) = (from + f64::from(k) * width, from + f64::from(k + 1) * width);
                if !(slope(lo) > 0.0 && slope(hi) < 0.0) {
                    continue;
                }
                for _ in 0..60 {
                    let mid = 0.5 * (lo + hi);
                    if slope(mid) > 0.0 { lo = mid } else { hi = mid }
                }
                consider(0.5 * (lo + hi), &mut best);
            }
        }
        if self.cuts().len() == 2 {
            consider(self.start, &mut best);
            consider(self.end, &mut best);
        }
        best
    }

    /// dF/dt by a central difference inside a stretch; its sign is what counts.
    fn force_slope(&self, t: f64, from: f64, to: f64) -> f64 {
        let by = 1e-5 * (to - from);
        let (a, b) = ((t - by).max(from), (t + by).min(to));
        (self.at(b).insertion - self.at(a).insertion) / (b - a)
    }

    /// ∫ g dt over the piece. Near its ends a lever may vanish like a square root, so each stretch is taken with t = from +
    /// (to − from)(3s² − 2s³), which smooths that; then Gauss' rule is halved until it settles.
    fn integral(&self, g: impl Fn(&crate::trajectory::State) -> f64) -> f64 {
        let mut sum = 0.0;
        for pair in self.cuts().windows(2) {
            let (from, wide) = (pair[0], pair[1] - pair[0]);
            let inner = |s: f64| {
                let value = g(&self.at(from + wide * s * s * (3.0 - 2.0 * s)));
                if value.is_finite() { value * wide * 6.0 * s * (1.0 - s) } else { 0.0 }
            };
            sum += halved(&inner, 0.0, 1.0, gauss(&inner, 0.0, 1.0), 1e-13 * (1.0 + wide), 14);
        }
        sum
    }
}

/// Gauss' rule with five points.
fn gauss(f: &dyn Fn(f64) -> f64, from: f64, to: f64) -> f64 {
    const NODES: [(f64, f64); 3] = [
        (0.0, 0.568_888_888_888_888_9),
        (0.538_469_310_105_683_1, 0.478_628_670_499_366_47),
        (0.906_179_845_938_664, 0.236_926_885_056_189_08),
    ];
    let (mid, half) = (0.5 * (from + to), 0.5 * (to - from));
    let mut sum = NODES[0].1 * f(mid);
    for (x, w) in &NODES[1..] {
        sum += w * (f(mid + half * x) + f(mid - half * x));
    }
    half * sum
}

fn halved(f: &dyn Fn(f64) -> f64, from: f64, to: f64, whole: f64, within: f64, depth: u32) -> f64 {
    let mid = 0.5 * (from + to);
    let (a, b) = (gauss(f, from, mid), gauss(f, mid, to));
    if depth == 0 || (a + b - whole).abs() <= within {
        return a + b;
    }
    halved(f, from, mid, a, 0.5 * within, depth - 1) + halved(f, mid, to, b, 0.5 * within, depth - 1)
}

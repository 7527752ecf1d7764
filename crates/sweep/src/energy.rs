//! Work of the root, heat of friction, and the balance they close.
//!
//! The root's power is F·|v|, friction's heat μλ·|v_T|. Both are integrated, each by itself, so that work = Δ(κθ²/2) + heat +
//! what falls lose is a check and not a definition. Where a lever vanishes the force may grow like one over a square root;
//! with t = a + (b − a)·s²(3 − 2s) both ends become smooth, and Gauss's and Kronrod's rules of 7 and 15 points on
//! halves of [0, 1] converge fast. Where sliding runs into sticking the force grows as one over the time left: work and
//! heat have no bound there.

use crate::sliding_interval::SlidingInterval;
use crate::solve::Motion;
use crate::tolerances::RULES_AGREE;
use crate::trajectory::{Piece, Trajectory};
use mainspring_numerics::quadrature::gauss_kronrod;

/// What the root does on a pawl and what friction makes of it, J; infinite where sliding runs into sticking.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Spent {
    /// Done by the force that moves the root.
    pub work: f64,
    /// Turned to heat by friction.
    pub heat: f64,
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

/// Work done by the root on the pawls, J.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Work {
    /// All of it: what is stored, lost and rubbed away.
    pub total: f64,
    /// Energy of the springs at the end less that at the start.
    pub stored: f64,
    /// Energy the springs lose in snaps.
    pub lost: f64,
    /// What friction takes; infinite where sliding runs into sticking, which force grows towards without bound.
    pub rubbed: f64,
}

impl Motion {
    /// What the root does on all pawls together, and where it goes.
    #[must_use]
    pub fn work(&self) -> Work {
        let mut sum = Work::default();
        for energy in self.pawls.iter().map(Trajectory::energy) {
            sum.total += energy.work;
            sum.stored += energy.end - energy.start;
            sum.lost += energy.falls;
            sum.rubbed += energy.friction;
        }
        sum
    }
}

impl Trajectory {
    /// Work and heat between two times, piece by piece; a contact may go on from piece to piece without an event.
    pub fn spent_between(&self, from: f64, to: f64) -> impl Iterator<Item = Spent> {
        let first = self.pieces.partition_point(|piece| piece.end <= from);
        let within = self.pieces[first..].iter().take_while(move |piece| piece.start < to);
        within.map(move |piece| piece.spent(from.max(piece.start), to.min(piece.end)))
    }

    /// Where the energy of the pawl goes.
    #[must_use]
    pub fn energy(&self) -> Energy {
        let held = |theta: f64| 0.5 * self.stiffness * theta * theta;
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
            let Spent { work, heat } = piece.spent(piece.start, piece.end);
            energy.work += work;
            energy.friction += heat;
        }
        energy
    }
}

impl Piece {
    /// Work and heat between two times within the piece.
    #[must_use]
    pub fn spent(&self, from: f64, to: f64) -> Spent {
        let mut sum = Spent::default();
        for stretch in self.sliding_intervals() {
            let (a, b) = (from.max(stretch.start.time), to.min(stretch.end.time));
            if a >= b {
                continue;
            }
            if stretch.locks() && b == stretch.end.time && self.theta_end != 0.0 {
                return Spent { work: f64::INFINITY, heat: f64::INFINITY };
            }
            let [work, heat, _] = stretch.spent(a, b);
            sum.work += work;
            sum.heat += heat;
        }
        sum
    }
}

/// Two integrals, and one that says how large they could be.
type Three = [f64; 3];

impl SlidingInterval<'_> {
    fn spent(&self, a: f64, b: f64) -> Three {
        let (friction, speed) = self.rough_and_fast();
        let integrand = |s: f64| {
            let when = self.between(a, b, [s * s * (3.0 - 2.0 * s), (1.0 - s) * (1.0 - s) * (1.0 + 2.0 * s)]);
            let weight = self.length(a, b) * 6.0 * s * (1.0 - s);
            let state = self.state(when);
            let heat = if friction == 0.0 { 0.0 } else { friction * state.normal * state.slip.abs() };
            [state.insertion * speed, heat, state.normal * speed].map(|x| x * weight)
        };
        halved(&integrand, [0.0, 1.0], 0.0, DEPTH, &mut { HALVINGS })
    }
}

/// Halvings at most in one place, and in all: a force that grows as one over a time left of 1e-12 needs forty one after
/// another; one of rounding alone would never settle.
const DEPTH: u32 = 40;
const HALVINGS: u32 = 1000;

/// The integrals, halved until the two rules agree: relative to what the force across the way could have done, so that
/// round-off alone, as of the heat without friction, does not count.
fn halved(f: &impl Fn(f64) -> Three, [a, b]: [f64; 2], whole: f64, depth: u32, left: &mut u32) -> Three {
    let (good, rough) = gauss_kronrod(a, b, &mut |s| f(s));
    let whole = whole.max(good[2].abs());
    let fine = (0..2).all(|i| (good[i] - rough[i]).abs() <= RULES_AGREE * whole);
    if fine || depth == 0 || *left == 0 || good.iter().any(|x| !x.is_finite()) {
        return good;
    }
    *left -= 1;
    let middle = 0.5 * (a + b);
    let first = halved(f, [a, middle], whole, depth - 1, left);
    let second = halved(f, [middle, b], whole, depth - 1, left);
    [0, 1, 2].map(|i| first[i] + second[i])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_integrals() {
        // ∫₀¹ eˢ = e − 1, ∫₀¹ 1/(1 + 100 s²) = atan(10)/10
        let f = |s: f64| [libm::exp(s), 1.0 / (1.0 + 100.0 * s * s), 1.0];
        let mut left = HALVINGS;
        let [a, b, _] = halved(&f, [0.0, 1.0], 0.0, DEPTH, &mut left);
        assert!(left > HALVINGS - 20, "{left}");
        assert!((a - (std::f64::consts::E - 1.0)).abs() < 1e-15, "{a}");
        assert!((b - libm::atan(10.0) / 10.0).abs() < 1e-14, "{b}");
        // noise does not settle, and is left
        let noise = |s: f64| [(s.to_bits() % 7) as f64, 0.0, 1.0];
        assert!(halved(&noise, [0.0, 1.0], 0.0, DEPTH, &mut left)[0].is_finite() && left == 0);
    }
}

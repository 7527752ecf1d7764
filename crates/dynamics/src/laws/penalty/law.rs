//! The forces of a soft contact as functions of numbers.
//!
//! **Normal.** With δ = −gap, the force of Hunt and Crossley (1975) with a linear spring,
//!
//! ```text
//! N = k δ (1 + α δ̇)        stored ½kδ²        heat (N − kδ) δ̇ = k α δ δ̇² ≥ 0
//! ```
//!
//! is continuous where two parts first touch, because damping grows with the overlap; a plain damper kδ + cδ̇ jumps by c δ̇
//! there and pulls before they part. α follows from the restitution e. A lone mass has m v dv = −kδ(1 + αv) dδ between the
//! approach v₀ and the rebound −e v₀, both at δ = 0, so that with x = αv₀
//!
//! ```text
//! ∫ v dv/(1 + αv) = 0  over −e v₀ … v₀      ⇔      (1 + e) x = ln((1 + x)/(1 − e x))
//! ```
//!
//! which holds neither m nor k: the rebound is e v₀ exactly, however stiff. e = 0 would need x = ∞; restitutions below
//! [`LEAST_RESTITUTION`] count as that. A force that would pull (1 + αδ̇ < 0) counts as zero; what the spring then gives up is heat,
//! (0 − kδ) δ̇, and the heat is continuous there too. A contact whose normal turns, such as a tip that is pushed over a corner, may
//! close much faster than it was met: δ̇ counts as [`FASTER_THAN_MET`](crate::tolerances::FASTER_THAN_MET) v₀ at most.
//!
//! **Friction** is a function of the slip s over the slip s₀ at which it is fully developed, x = s/s₀:
//!
//! ```text
//! x ≤ 1       μₛ (15x − 10x³ + 3x⁵)/8        rises, twice differentiable at 1
//! 1 … 2       falls smoothly from μₛ to μ
//! 2 ≤ x       μ
//! ```
//!
//! What rests by static friction creeps, and never faster than s₀; with μₛ = μ what slides faster than s₀ feels exactly μN.

use crate::tolerances::LEAST_RESTITUTION;

/// x = αv₀ of a restitution e: the positive root of (1 + e) x = ln((1 + x)/(1 − e x)); 0 for e ≥ 1.
pub fn damping_number(restitution: f64) -> f64 {
    let e = restitution.max(LEAST_RESTITUTION);
    if e >= 1.0 {
        return 0.0;
    }
    // (1 + e) x − ln(1 + x) + ln(1 − e x) rises from 0 and then falls to −∞ at x = 1/e: the root is past the top, at
    // (1 − e)/e, where the slope vanishes
    let f = |x: f64| (1.0 + e) * x - libm::log1p(x) + libm::log1p(-e * x);
    let (mut low, mut high) = ((1.0 - e) / e, 1.0 / e);
    // near e = 1 the function is flat: rounding decides nothing there but the last digits
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            break;
        }
        if f(middle) > 0.0 { low = middle } else { high = middle }
    }
    low
}

/// How a contact pushes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Push {
    /// k, N/m
    pub stiffness: f64,
    /// α, s/m
    pub per_speed: f64,
    /// δ̇ from which damping that grows with the depth grows no more, m/s
    pub fastest: f64,
    /// c, N·s/m: a damper beside the spring, where the scene gives one
    pub damping: f64,
}

impl Push {
    /// N at a depth, m, and its rate, m/s; negative where it would pull.
    pub fn force(&self, depth: f64, rate: f64) -> f64 {
        self.stiffness * depth * (1.0 + self.per_speed * rate.min(self.fastest)) + self.damping * rate
    }

    /// Energy in the spring, J.
    pub fn energy(&self, depth: f64) -> f64 {
        0.5 * self.stiffness * depth * depth
    }

    /// Heat a second, W, while the force is `force`.
    pub fn heat(&self, depth: f64, rate: f64, force: f64) -> f64 {
        (force - self.stiffness * depth) * rate
    }

    /// ∂N by depth and by its rate.
    pub fn slopes(&self, depth: f64, rate: f64) -> [f64; 2] {
        let grows = if rate < self.fastest { self.stiffness * depth * self.per_speed } else { 0.0 };
        [self.stiffness * (1.0 + self.per_speed * rate.min(self.fastest)), grows + self.damping]
    }
}

/// Friction over normal force at slip s (≥ 0) where s₀ develops it fully.
pub fn friction(slip: f64, developed: f64, resting: f64, sliding: f64) -> f64 {
    let x = slip / developed;
    if x >= 2.0 {
        sliding
    } else if x >= 1.0 {
        let u = x - 1.0;
        resting + (sliding - resting) * u * u * u * (10.0 - 15.0 * u + 6.0 * u * u)
    } else {
        resting * x * (15.0 - 10.0 * x * x + 3.0 * x * x * x * x) / 8.0
    }
}

/// Its derivative by the slip.
pub fn friction_slope(slip: f64, developed: f64, resting: f64, sliding: f64) -> f64 {
    let x = slip / developed;
    let by_x = if x >= 2.0 {
        0.0
    } else if x >= 1.0 {
        let u = x - 1.0;
        (sliding - resting) * 30.0 * u * u * (1.0 - u) * (1.0 - u)
    } else {
        let y = 1.0 - x * x;
        resting * 15.0 * y * y / 8.0
    };
    by_x / developed
}

#[cfg(test)]
mod tests {
    use super::*;
    use mainspring_trust::{Against::OtherWay, case};

    /// m = 1, k = 1 by small classical Runge–Kutta steps: rebound over approach.
    fn rebound(push: Push, speed: f64) -> f64 {
        let (mut d, mut v) = (0.0_f64, speed);
        let h = 1e-4;
        let rate = |d: f64, v: f64| (v, -push.force(d, v).max(0.0));
        loop {
            let a = rate(d, v);
            let b = rate(d + 0.5 * h * a.0, v + 0.5 * h * a.1);
            let c = rate(d + 0.5 * h * b.0, v + 0.5 * h * b.1);
            let e = rate(d + h * c.0, v + h * c.1);
            d += h / 6.0 * (a.0 + 2.0 * b.0 + 2.0 * c.0 + e.0);
            v += h / 6.0 * (a.1 + 2.0 * b.1 + 2.0 * c.1 + e.1);
            if d <= 0.0 {
                return -v / speed;
            }
        }
    }

    #[test]
    fn a_lone_mass_comes_back_with_its_restitution() {
        for e in [1.0, 0.95, 0.7, 0.5, 0.2, 0.05] {
            for speed in [0.1, 3.0] {
                let push =
                    Push { stiffness: 1.0, per_speed: damping_number(e) / speed, fastest: 2.0 * speed, damping: 0.0 };
                let is = rebound(push, speed);
                let what = format!("rebound over approach, e = {e}, approach {speed} m/s");
                case!("soft contact of a lone mass", what, OtherWay, "Runge–Kutta steps of 1e-4")
                    .answer(e, "1")
                    .off(is - e, 2e-4);
            }
        }
        assert_eq!(damping_number(1.0), 0.0);
        assert_eq!(damping_number(0.0), damping_number(LEAST_RESTITUTION));
        assert!(damping_number(1.0 - 1e-12) < 1e-3);
    }

    #[test]
    fn friction_is_smooth_and_developed_at_its_slip() {
        let at = |x: f64| friction(x * 1e-3, 1e-3, 0.5, 0.3);
        assert_eq!(at(0.0), 0.0);
        assert!((at(1.0) - 0.5).abs() < 1e-15);
        assert_eq!(at(2.0), 0.3);
        assert_eq!(at(9.0), 0.3);
        assert!((friction(1e-3, 1e-3, 0.4, 0.4) - 0.4).abs() < 1e-15);
        for i in 0..250 {
            let x = f64::from(i) * 0.01 + 0.003;
            let difference = (at(x + 1e-6) - at(x - 1e-6)) / 2e-9;
            let slope = friction_slope(x * 1e-3, 1e-3, 0.5, 0.3);
            assert!((difference - slope).abs() < 1e-4 * 1e3, "{x}: {difference} {slope}");
        }
    }

    #[test]
    fn heat_is_never_negative() {
        for depth in [0.0, 0.1, 1.0] {
            for rate in [-10.0, -3.0, -0.1, 0.0, 0.1, 5.0] {
                for push in [
                    Push { stiffness: 7.0, per_speed: 0.4, fastest: 2.0, damping: 0.0 },
                    Push { stiffness: 7.0, per_speed: 0.0, fastest: 2.0, damping: 3.0 },
                ] {
                    let force = push.force(depth, rate).max(0.0);
                    assert!(push.heat(depth, rate, force) >= 0.0, "{push:?} {depth} {rate}");
                }
            }
        }
    }
}

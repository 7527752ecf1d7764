//! Charts of the angle: θ = kπ + 2 atan u, u from −1 to 1.

use crate::numbers::Interval;

/// cos and sin of kπ + 2 atan u.
pub(crate) fn cos_sin(u: Interval, chart: i32) -> (Interval, Interval) {
    let below = Interval::ONE + u.sqr();
    let parity = if chart.rem_euclid(2) == 1 { -1.0 } else { 1.0 };
    ((Interval::ONE - u.sqr()).div(below).scale(parity), u.scale(2.0 * parity).div(below))
}

/// u of an angle given by cos and sin, in a chart.
pub(crate) fn u_of(c: Interval, s: Interval, chart: i32) -> Interval {
    let parity = if chart.rem_euclid(2) == 1 { -1.0 } else { 1.0 };
    s.scale(parity).div(Interval::ONE + c.scale(parity))
}

/// The angle kπ + 2 atan u, rad.
pub(crate) fn angle(u: f64, chart: i32) -> f64 {
    f64::from(chart) * std::f64::consts::PI + 2.0 * libm::atan(u)
}

//! Roots and changes of a function within a bracket.

use crate::tolerances::ITP_TRUNCATION;

/// An x in (a, b] at which `g` has become positive, given ga = g(a) ≤ 0 < gb = g(b), to `tolerance` in x.
///
/// ITP (Oliveira and Takahashi 2020): superlinear for smooth g, never more evaluations than bisection plus one.
/// Returns the upper end of the last bracket, so that g is positive there.
#[must_use]
pub fn itp(mut a: f64, mut b: f64, mut ga: f64, mut gb: f64, tolerance: f64, mut g: impl FnMut(f64) -> f64) -> f64 {
    let width = b - a;
    let k1 = ITP_TRUNCATION / width;
    let half = libm::ceil(libm::log2((width / (2.0 * tolerance)).max(1.0)));
    let most = half + 1.0;
    let mut j = 0.0;
    while b - a > 2.0 * tolerance {
        let middle = 0.5 * (a + b);
        let r = tolerance * libm::exp2(most - j) - 0.5 * (b - a);
        let delta = k1 * (b - a) * (b - a);
        let falsi = (gb * a - ga * b) / (gb - ga);
        let sign = if middle >= falsi { 1.0 } else { -1.0 };
        let truncated = if delta <= (middle - falsi).abs() { falsi + sign * delta } else { middle };
        let x = if (truncated - middle).abs() <= r { truncated } else { middle - sign * r };
        let x = if x > a && x < b { x } else { middle };
        let gx = g(x);
        if gx > 0.0 {
            (b, gb) = (x, gx);
        } else {
            (a, ga) = (x, gx);
        }
        j += 1.0;
        if j > 200.0 {
            break;
        }
    }
    b
}

/// The bracket after some halvings: of each middle `low_side` says whether the change is above it.
///
/// Every halving costs one call; a bracket without a float inside stays as it is.
#[inline]
#[must_use]
pub fn bisect(mut low: f64, mut high: f64, halvings: u32, mut low_side: impl FnMut(f64) -> bool) -> [f64; 2] {
    for _ in 0..halvings {
        let middle = 0.5 * (low + high);
        if low_side(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    [low, high]
}

/// As [`bisect`], until the bracket is at most `width` wide.
#[inline]
#[must_use]
pub fn bisect_to_width(mut low: f64, mut high: f64, width: f64, mut low_side: impl FnMut(f64) -> bool) -> [f64; 2] {
    while high - low > width {
        let middle = 0.5 * (low + high);
        if low_side(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    [low, high]
}

/// As [`bisect`], until no float is left between the ends.
#[inline]
#[must_use]
pub fn bisect_to_neighbours(mut low: f64, mut high: f64, mut low_side: impl FnMut(f64) -> bool) -> [f64; 2] {
    while low < high {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            break;
        }
        if low_side(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    [low, high]
}

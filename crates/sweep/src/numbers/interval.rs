//! Intervals of f64 that surely hold the exact result: the first, fast answer to every question of sign.
//!
//! Rounding outward is exact rounding, not a blind step: f64 operations round to nearest, and the error they make is
//! itself a number that can be had. For a sum, two-sum (Knuth) gives `s = fl(a + b)` and `e` with `a + b = s + e`
//! exactly; for a product, splitting the factors (Dekker 1971) gives `p = fl(a b)` and `e` with `a b = p + e` as long as
//! nothing overflows or falls below the normal range. The lower end is then `s` where `e ≥ 0` and the float below it
//! where `e < 0`; so results that are exact stay points, and none is wider than it must be. Whatever is not finite ends
//! as the whole line, which says "not known".

use std::ops::{Add, Div, Mul, Neg, Sub};

use super::Sign;
use crate::tolerances::SAFE_PRODUCT;

/// All numbers from `lo` to `hi`; the whole line where nothing is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub lo: f64,
    /// The upper end.
    pub hi: f64,
}

/// `a + b` rounded to nearest, and what was lost.
#[inline(always)]
fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let s = a + b;
    let t = s - a;
    (s, (a - (s - t)) + (b - t))
}

/// The high half of the 53 bits of `a`.
#[inline(always)]
fn high_half(a: f64) -> f64 {
    let c = 134_217_729.0 * a;
    c - (c - a)
}

#[inline(always)]
fn is_safe(product: f64) -> bool {
    product.abs() > SAFE_PRODUCT.0 && product.abs() < SAFE_PRODUCT.1
}

/// What is lost in `p = fl(a b)`, for a safe `p`.
#[inline(always)]
fn product_error(a: f64, b: f64, p: f64) -> f64 {
    let (ah, bh) = (high_half(a), high_half(b));
    let (al, bl) = (a - ah, b - bh);
    al * bl - (((p - ah * bh) - al * bh) - ah * bl)
}

/// `a b` rounded to nearest, and what was lost; NaN where that is not known.
fn two_product(a: f64, b: f64) -> (f64, f64) {
    let p = a * b;
    let unsafe_error = if a == 0.0 || b == 0.0 { 0.0 } else { f64::NAN };
    (p, if is_safe(p) { product_error(a, b, p) } else { unsafe_error })
}

/// The float below `value` where `error` is negative or not known, else `value`, which is finite and, unless the error
/// is 0, not 0. Without a jump: errors are of any sign.
#[inline(always)]
fn step_down(value: f64, error: f64) -> f64 {
    let bits = value.to_bits() as i64;
    f64::from_bits((bits - (1 - i64::from(error >= 0.0)) * ((bits >> 63) | 1)) as u64)
}

/// The same upward.
#[inline(always)]
fn step_up(value: f64, error: f64) -> f64 {
    let bits = value.to_bits() as i64;
    f64::from_bits((bits + (1 - i64::from(error <= 0.0)) * ((bits >> 63) | 1)) as u64)
}

/// The greatest float surely not above `value + error`, for a finite value.
fn down((value, error): (f64, f64)) -> f64 {
    let below_zero = if error >= 0.0 { 0.0 } else { -f64::from_bits(1) };
    if value == 0.0 { below_zero } else { step_down(value, error) }
}

/// The least float surely not below `value + error`, for a finite value.
fn up((value, error): (f64, f64)) -> f64 {
    -down((-value, -error))
}

/// From `lo` to `hi`, each a rounded value and what was lost; the whole line where one is not finite.
fn outward(lo: (f64, f64), hi: (f64, f64)) -> Interval {
    if lo.0.is_finite() && hi.0.is_finite() { Interval { lo: down(lo), hi: up(hi) } } else { Interval::ENTIRE }
}

/// Which ends make the least and the greatest product, by the signs of the ends: bit 0 `a.lo < 0`, bit 1 `a.hi > 0`,
/// bit 2 `b.lo < 0`, bit 3 `b.hi > 0`; each row the end of `a` and of `b` for the least, then for the greatest.
static ENDS: [[u8; 4]; 16] = ends();

const fn ends() -> [[u8; 4]; 16] {
    let mut out = [[0; 4]; 16];
    let mut i = 0;
    while i < 16 {
        let (a_minus, a_plus, b_minus, b_plus) = (i & 1 != 0, i & 2 != 0, i & 4 != 0, i & 8 != 0);
        out[i] = if !a_minus {
            [b_minus as u8, 0, b_plus as u8, 1]
        } else if !a_plus {
            [!b_plus as u8, 1, b_minus as u8 ^ 1, 0]
        } else if !b_minus {
            [0, 1, 1, 1]
        } else {
            [1, 0, 0, 0]
        };
        i += 1;
    }
    out
}

/// `a / b` and the sign of what was lost, from the exact remainder `a − q b`.
#[inline(always)]
fn quotient(a: f64, b: f64) -> (f64, f64) {
    let q = a / b;
    let (p, e) = two_product(q, b);
    // Sterbenz: p is within a step or two of a, so a − p is exact where p is normal
    let rest = (a - p) - e;
    let safe = a.abs() > SAFE_PRODUCT.0 || a == 0.0;
    (q, if safe { if b > 0.0 { rest } else { -rest } } else { f64::NAN })
}

impl Interval {
    /// Exactly 0.
    pub const ZERO: Self = Self { lo: 0.0, hi: 0.0 };
    /// Exactly 1.
    pub const ONE: Self = Self { lo: 1.0, hi: 1.0 };
    /// The whole line: nothing is known.
    pub const ENTIRE: Self = Self { lo: f64::NEG_INFINITY, hi: f64::INFINITY };

    /// From `lo` to `hi`; the whole line where the ends are not in order.
    #[inline]
    pub fn new(lo: f64, hi: f64) -> Self {
        if lo <= hi && lo < f64::INFINITY && hi > f64::NEG_INFINITY { Self { lo, hi } } else { Self::ENTIRE }
    }

    /// One number; the whole line where it is not finite.
    #[inline]
    pub fn point(value: f64) -> Self {
        if value.is_finite() { Self { lo: value, hi: value } } else { Self::ENTIRE }
    }

    /// Whether it is one number.
    #[inline]
    pub fn is_point(self) -> bool {
        self.lo == self.hi
    }

    /// Whether both ends are finite.
    #[inline]
    pub fn is_finite(self) -> bool {
        self.lo.is_finite() && self.hi.is_finite()
    }

    /// The sign all its numbers share, if they do; zero only where it is the point 0.
    #[inline]
    pub fn sign(self) -> Option<Sign> {
        if self.lo > 0.0 {
            Some(Sign::Plus)
        } else if self.hi < 0.0 {
            Some(Sign::Minus)
        } else if self.lo == 0.0 && self.hi == 0.0 {
            Some(Sign::Zero)
        } else {
            None
        }
    }

    /// How it stands to another, if all their numbers stand so.
    #[inline]
    pub fn order(self, other: Self) -> Option<std::cmp::Ordering> {
        use std::cmp::Ordering::{Equal, Greater, Less};
        if self.hi < other.lo {
            Some(Less)
        } else if self.lo > other.hi {
            Some(Greater)
        } else if self.is_point() && self == other {
            Some(Equal)
        } else {
            None
        }
    }

    /// Whether it holds a number.
    #[inline]
    pub fn contains(self, value: f64) -> bool {
        self.lo <= value && value <= self.hi
    }

    /// From end to end, not less than it is.
    pub fn width(self) -> f64 {
        let (w, e) = two_sum(self.hi, -self.lo);
        if w.is_finite() { up((w, e)) } else { f64::INFINITY }
    }

    /// A number near its middle, inside it; 0 for the whole line.
    #[inline]
    pub fn mid(self) -> f64 {
        let mid = 0.5 * self.lo + 0.5 * self.hi;
        if mid.is_finite() { mid.clamp(self.lo, self.hi) } else { 0.0f64.clamp(self.lo, self.hi) }
    }

    /// The smallest interval that holds both.
    pub fn hull(self, other: Self) -> Self {
        Self { lo: self.lo.min(other.lo), hi: self.hi.max(other.hi) }
    }

    /// What both hold, if anything.
    pub fn intersect(self, other: Self) -> Option<Self> {
        let (lo, hi) = (self.lo.max(other.lo), self.hi.min(other.hi));
        (lo <= hi).then_some(Self { lo, hi })
    }

    /// The square, never below 0.
    pub fn sqr(self) -> Self {
        let (a, b) = (self.lo.abs(), self.hi.abs());
        let (small, large) = if a < b { (a, b) } else { (b, a) };
        let (lo, hi) = (two_product(small, small), two_product(large, large));
        let out = outward(lo, hi);
        Self { lo: if self.contains(0.0) { 0.0 } else { out.lo.max(0.0) }, hi: out.hi }
    }

    /// The product with one float.
    pub fn scale(self, factor: f64) -> Self {
        self * Self::point(factor)
    }

    /// The quotient; the whole line where the divisor holds 0.
    pub fn div(&self, other: Self) -> Self {
        if other.contains(0.0) || !self.is_finite() || !other.is_finite() {
            return Self::ENTIRE;
        }
        let ends = [(self.lo, other.lo), (self.lo, other.hi), (self.hi, other.lo), (self.hi, other.hi)];
        let [a, b, c, d] = ends.map(|(a, b)| {
            let q = quotient(a, b);
            outward(q, q)
        });
        a.hull(b).hull(c.hull(d))
    }

    /// The square root of what is not below 0 in it; the whole line where all of it is below.
    pub fn sqrt(self) -> Self {
        if self.hi < 0.0 {
            return Self::ENTIRE;
        }
        // the root rounds to nearest; its exact square tells the side
        let root = |x: f64| {
            let r = x.sqrt();
            let (p, e) = two_product(r, r);
            (r, (x - p) - e)
        };
        let out = outward(root(self.lo.max(0.0)), root(self.hi));
        Self { lo: out.lo.max(0.0), hi: out.hi }
    }

    /// The product in every case: zeros, both factors of either sign, ends that are huge, tiny or not finite.
    #[inline(never)]
    fn times_carefully(self, other: Self) -> Self {
        let zero = |x: Self| x.lo == 0.0 && x.hi == 0.0;
        // a zero times what is not known is zero all the same
        if zero(self) || zero(other) {
            return Self::ZERO;
        }
        if !self.is_finite() || !other.is_finite() {
            return Self::ENTIRE;
        }
        let times = |x: f64, y: f64| {
            let p = two_product(x, y);
            outward(p, p)
        };
        let (a, b) = (times(self.lo, other.lo), times(self.lo, other.hi));
        let (c, d) = (times(self.hi, other.lo), times(self.hi, other.hi));
        a.hull(b).hull(c.hull(d))
    }

    /// The magnitudes of its numbers.
    pub fn abs(self) -> Self {
        if self.lo >= 0.0 {
            self
        } else if self.hi <= 0.0 {
            -self
        } else {
            Self { lo: 0.0, hi: self.hi.max(-self.lo) }
        }
    }
}

impl Add for Interval {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        let ((lo, below), (hi, above)) = (two_sum(self.lo, other.lo), two_sum(self.hi, other.hi));
        // a sum that is 0 is exact
        if lo.is_finite() && hi.is_finite() {
            Self { lo: step_down(lo, below), hi: step_up(hi, above) }
        } else {
            Self::ENTIRE
        }
    }
}

impl Neg for Interval {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self { lo: -self.hi, hi: -self.lo }
    }
}

impl Sub for Interval {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for Interval {
    type Output = Self;
    #[inline]
    fn mul(self, other: Self) -> Self {
        let (a, b) = (self, other);
        let (a_minus, a_plus, b_minus, b_plus) = (a.lo < 0.0, a.hi > 0.0, b.lo < 0.0, b.hi > 0.0);
        let index =
            usize::from(a_minus) | usize::from(a_plus) << 1 | usize::from(b_minus) << 2 | usize::from(b_plus) << 3;
        // signs come as they like: a table is faster than jumps
        let [i, j, k, l] = ENDS[index & 15].map(|end| usize::from(end & 1));
        let (x, y) = ([a.lo, a.hi], [b.lo, b.hi]);
        let (x, y, z, w) = (x[i], y[j], x[k], y[l]);
        let (lo, hi) = (x * y, z * w);
        if index != 15 && is_safe(lo) && is_safe(hi) {
            return Self { lo: step_down(lo, product_error(x, y, lo)), hi: step_up(hi, product_error(z, w, hi)) };
        }
        a.times_carefully(b)
    }
}

impl Div for Interval {
    type Output = Self;
    #[inline]
    fn div(self, other: Self) -> Self {
        Self::div(&self, other)
    }
}

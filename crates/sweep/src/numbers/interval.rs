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

/// Magnitudes between which the error of a product is a float: above, splitting overflows; below, bits fall off.
const SAFE: (f64, f64) = (1e-140, 1e150);

/// `a b` rounded to nearest, and the sign of what was lost; NaN where that is not known.
#[inline(always)]
fn two_product(a: f64, b: f64) -> (f64, f64) {
    let p = a * b;
    if p == 0.0 && (a == 0.0 || b == 0.0) {
        return (0.0, 0.0);
    }
    let (x, y) = (a.abs(), b.abs());
    if x > SAFE.0 && x < SAFE.1 && y > SAFE.0 && y < SAFE.1 {
        let (ah, bh) = (high_half(a), high_half(b));
        let (al, bl) = (a - ah, b - bh);
        (p, al * bl - (((p - ah * bh) - al * bh) - ah * bl))
    } else {
        (p, f64::NAN)
    }
}

/// The greatest float surely not above `value + error`.
#[inline(always)]
fn down((value, error): (f64, f64)) -> f64 {
    if value.is_finite() { if error >= 0.0 { value } else { value.next_down() } } else { f64::NEG_INFINITY }
}

/// The least float surely not below `value + error`.
#[inline(always)]
fn up((value, error): (f64, f64)) -> f64 {
    if value.is_finite() { if error <= 0.0 { value } else { value.next_up() } } else { f64::INFINITY }
}

/// `a / b` and the sign of what was lost, from the exact remainder `a − q b`.
#[inline(always)]
fn quotient(a: f64, b: f64) -> (f64, f64) {
    let q = a / b;
    let (p, e) = two_product(q, b);
    // Sterbenz: p is within a step or two of a, so a − p is exact where p is normal
    let rest = (a - p) - e;
    let safe = a.abs() > SAFE.0 || a == 0.0;
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
        up(two_sum(self.hi, -self.lo))
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
        let lo = if self.contains(0.0) { 0.0 } else { down(two_product(small, small)).max(0.0) };
        Self { lo, hi: up(two_product(large, large)) }
    }

    /// The product with one float.
    pub fn scale(self, factor: f64) -> Self {
        self * Self::point(factor)
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
        let lo = if self.lo <= 0.0 { 0.0 } else { down(root(self.lo)).max(0.0) };
        Self { lo, hi: if self.hi == 0.0 { 0.0 } else { up(root(self.hi)) } }
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
        Self { lo: down(two_sum(self.lo, other.lo)), hi: up(two_sum(self.hi, other.hi)) }
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
        if !(a.is_finite() && b.is_finite()) {
            // a zero times what is not known is zero all the same
            let zero = |x: Self| x.lo == 0.0 && x.hi == 0.0;
            return if zero(a) || zero(b) { Self::ZERO } else { Self::ENTIRE };
        }
        if a.lo >= 0.0 {
            let (x, y) = (if b.lo >= 0.0 { a.lo } else { a.hi }, if b.hi >= 0.0 { a.hi } else { a.lo });
            return Self { lo: down(two_product(x, b.lo)), hi: up(two_product(y, b.hi)) };
        }
        if a.hi <= 0.0 {
            let (x, y) = (if b.hi >= 0.0 { a.lo } else { a.hi }, if b.lo >= 0.0 { a.hi } else { a.lo });
            return Self { lo: down(two_product(x, b.hi)), hi: up(two_product(y, b.lo)) };
        }
        if b.lo >= 0.0 {
            return Self { lo: down(two_product(a.lo, b.hi)), hi: up(two_product(a.hi, b.hi)) };
        }
        if b.hi <= 0.0 {
            return Self { lo: down(two_product(a.hi, b.lo)), hi: up(two_product(a.lo, b.lo)) };
        }
        Self {
            lo: down(two_product(a.lo, b.hi)).min(down(two_product(a.hi, b.lo))),
            hi: up(two_product(a.lo, b.lo)).max(up(two_product(a.hi, b.hi))),
        }
    }
}

impl Div for Interval {
    type Output = Self;
    /// The quotient; the whole line where the divisor holds 0.
    fn div(self, other: Self) -> Self {
        if other.contains(0.0) || !self.is_finite() || !other.is_finite() {
            return Self::ENTIRE;
        }
        let ends = [(self.lo, other.lo), (self.lo, other.hi), (self.hi, other.lo), (self.hi, other.hi)];
        let (mut lo, mut hi) = (f64::INFINITY, f64::NEG_INFINITY);
        for (a, b) in ends {
            let q = quotient(a, b);
            lo = lo.min(down(q));
            hi = hi.max(up(q));
        }
        Self { lo, hi }
    }
}

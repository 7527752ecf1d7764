//! A middle and a radius: the cheapest numbers that surely hold the exact result, asked before intervals are.
//!
//! Every operation rounds its middle to nearest, which is off by at most `u` of it (`u` half a unit in the last place), and
//! adds that to the radius; radii are sums and products of numbers that are not negative, a few roundings each, covered by a
//! factor `1 + 8u` (Higham 2002, §3.1). Unlike an interval a ball does not stay a point where a result is exact, so what it
//! cannot tell an interval still may. Numbers are taken to be of a size at which nothing overflows or falls below the normal
//! range, see [`Ball::tame`]; a sign is reported only far from both.

use super::{Enclosure, Interval, Ring, Sign};
use crate::tolerances::{EXACT_INTEGER, RADIUS_UP, SURE, TAME, UNIT_ROUNDOFF};

/// All numbers within `r` of `m`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ball {
    /// The middle.
    pub m: f64,
    /// The radius.
    pub r: f64,
}

impl Ball {
    /// The ball that holds an interval.
    #[inline]
    pub fn of(x: Interval) -> Self {
        let m = 0.5 * x.lo + 0.5 * x.hi;
        Self { m, r: (x.hi - m).max(m - x.lo) * RADIUS_UP }
    }

    /// Whether a coordinate is of a size that balls are made for.
    pub fn tame(x: Interval) -> bool {
        let size = x.lo.abs().max(x.hi.abs());
        size == 0.0 || (size > TAME.0 && size < TAME.1)
    }
}

impl Ring for Ball {
    #[inline(always)]
    fn zero() -> Self {
        Self { m: 0.0, r: 0.0 }
    }
    #[inline(always)]
    fn one() -> Self {
        Self { m: 1.0, r: 0.0 }
    }
    #[inline(always)]
    fn int(value: i64) -> Self {
        let m = value as f64;
        Self { m, r: if m.abs() < EXACT_INTEGER { 0.0 } else { UNIT_ROUNDOFF * m.abs() * RADIUS_UP } }
    }
    #[inline(always)]
    fn add(&self, other: &Self) -> Self {
        let m = self.m + other.m;
        Self { m, r: (self.r + other.r + UNIT_ROUNDOFF * m.abs()) * RADIUS_UP }
    }
    #[inline(always)]
    fn sub(&self, other: &Self) -> Self {
        let m = self.m - other.m;
        Self { m, r: (self.r + other.r + UNIT_ROUNDOFF * m.abs()) * RADIUS_UP }
    }
    #[inline(always)]
    fn mul(&self, other: &Self) -> Self {
        let m = self.m * other.m;
        Self {
            m,
            r: (self.m.abs() * other.r + self.r * (other.m.abs() + other.r) + UNIT_ROUNDOFF * m.abs()) * RADIUS_UP,
        }
    }
    #[inline(always)]
    fn neg(&self) -> Self {
        Self { m: -self.m, r: self.r }
    }
}

impl Enclosure for Ball {
    #[inline]
    fn divided(self, by: Self) -> Self {
        let m = self.m / by.m;
        // |a/b − m| ≤ (δa + |m| δb) / (|b| − δb), and the rounding of m
        let left = by.m.abs() - by.r * RADIUS_UP;
        let r = if left > 0.0 {
            ((self.r + m.abs() * by.r) / (left * (1.0 - 4.0 * UNIT_ROUNDOFF)) + UNIT_ROUNDOFF * m.abs()) * RADIUS_UP
        } else {
            f64::INFINITY
        };
        Self { m, r }
    }

    #[inline]
    fn root(self) -> Self {
        // |√x − √m| ≤ δ/√m
        let m = self.m.max(0.0).sqrt();
        Self { m, r: if m > 0.0 { (self.r / m + UNIT_ROUNDOFF * m) * RADIUS_UP } else { f64::INFINITY } }
    }

    #[inline]
    fn square(self) -> Self {
        self.mul(&self)
    }

    #[inline(always)]
    fn sign(self) -> Option<Sign> {
        let size = self.m.abs();
        if size > self.r * RADIUS_UP && size > SURE.0 && size < SURE.1 {
            Some(if self.m > 0.0 { Sign::Plus } else { Sign::Minus })
        } else if self.m == 0.0 && self.r == 0.0 {
            Some(Sign::Zero)
        } else {
            None
        }
    }

    #[inline]
    fn interval(self) -> Interval {
        if self.r == 0.0 {
            return Interval::point(self.m);
        }
        Interval::new((self.m - self.r).next_down(), (self.m + self.r).next_up())
    }

    #[inline]
    fn enclosing(x: Interval) -> Self {
        Self::of(x)
    }

    #[inline(always)]
    fn middle_and_radius(self) -> (f64, f64) {
        (self.m, self.r)
    }
}

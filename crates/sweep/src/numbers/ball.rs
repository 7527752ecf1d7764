//! A middle and a radius: the cheapest numbers that surely hold the exact result, asked before intervals are.
//!
//! Every operation rounds its middle to nearest, which is off by at most `u` of it (`u` half a unit in the last place), and
//! adds that to the radius; radii are sums and products of numbers that are not negative, a few roundings each, covered by a
//! factor `1 + 8u` (Higham 2002, §3.1). Unlike an interval a ball does not stay a point where a result is exact, so what it
//! cannot tell an interval still may. Numbers are taken to be of a size at which nothing overflows or falls below the normal
//! range, see [`Ball::tame`]; a sign is told only far from both.

use super::{Enclosure, Interval, Ring, Sign};

/// All numbers within `r` of `m`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ball {
    /// The middle.
    pub m: f64,
    /// The radius.
    pub r: f64,
}

/// Half a unit in the last place of 1.
const U: f64 = 1.110_223_024_625_156_5e-16;
/// What covers the roundings of a radius.
const UP: f64 = 1.0 + 8.0 * U;
/// Sizes of coordinates, where they are not 0, whose products of a dozen factors stay far from both ends of the floats.
const TAME: (f64, f64) = (1e-12, 1e12);
/// Sizes of results of which a sign is told.
const SURE: (f64, f64) = (1e-150, 1e150);

impl Ball {
    /// The ball that holds an interval.
    #[inline]
    pub fn of(x: Interval) -> Self {
        let m = 0.5 * x.lo + 0.5 * x.hi;
        Self { m, r: (x.hi - m).max(m - x.lo) * UP }
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
        Self { m, r: if m.abs() < 9.0e15 { 0.0 } else { U * m.abs() * UP } }
    }
    #[inline(always)]
    fn add(&self, other: &Self) -> Self {
        let m = self.m + other.m;
        Self { m, r: (self.r + other.r + U * m.abs()) * UP }
    }
    #[inline(always)]
    fn sub(&self, other: &Self) -> Self {
        let m = self.m - other.m;
        Self { m, r: (self.r + other.r + U * m.abs()) * UP }
    }
    #[inline(always)]
    fn mul(&self, other: &Self) -> Self {
        let m = self.m * other.m;
        Self { m, r: (self.m.abs() * other.r + self.r * (other.m.abs() + other.r) + U * m.abs()) * UP }
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
        let left = by.m.abs() - by.r * UP;
        let r = if left > 0.0 {
            ((self.r + m.abs() * by.r) / (left * (1.0 - 4.0 * U)) + U * m.abs()) * UP
        } else {
            f64::INFINITY
        };
        Self { m, r }
    }

    #[inline]
    fn root(self) -> Self {
        // |√x − √m| ≤ δ/√m
        let m = self.m.max(0.0).sqrt();
        Self { m, r: if m > 0.0 { (self.r / m + U * m) * UP } else { f64::INFINITY } }
    }

    #[inline]
    fn square(self) -> Self {
        self.mul(&self)
    }

    #[inline(always)]
    fn sign(self) -> Option<Sign> {
        let size = self.m.abs();
        if size > self.r * UP && size > SURE.0 && size < SURE.1 {
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

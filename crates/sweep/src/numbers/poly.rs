//! Polynomials in one variable of degree up to 8, over intervals (no allocation) or rationals.
//!
//! An interval polynomial is the family of all polynomials whose coefficients lie in its intervals. Evaluated at an
//! interval `X` with middle `x` and radius `ρ` it is enclosed by Taylor's formula: with middles `cᵢ` and radii `rᵢ` of the
//! coefficients, and `y = |x| + ρ`, every member's value on `X` is within
//!
//! `|p′(x)| ρ + ½ ρ² Σ i(i−1)|cᵢ| yⁱ⁻² + Σ rᵢ yⁱ`
//!
//! of `p(x)`, `p` being the polynomial of the middles, and Horner's scheme in floats is off by at most
//! `γ₂ₙ Σ |cᵢ||x|ⁱ` for the value and `γ₂ₙ Σ i|cᵢ||x|ⁱ⁻¹` for the slope (Higham 2002, §5.1). That is fast, and sharp where
//! `X` is narrow; where `X` is wide the common part with Horner's scheme in intervals is taken.

#[cfg(test)]
use super::to_interval;
use super::{Interval, Rational, Ring};
use crate::tolerances::{NARROW_INTERVAL, UNDERFLOW};

/// The greatest degree a polynomial may have.
pub const MAX_DEGREE: usize = 8;

/// A polynomial, coefficients ascending.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Poly<T> {
    coefficients: [T; MAX_DEGREE + 1],
    len: usize,
}

impl<T: Ring> Poly<T> {
    /// From coefficients, constant first; at most nine.
    pub fn new(ascending: &[T]) -> Self {
        assert!(ascending.len() <= MAX_DEGREE + 1, "a polynomial of the sweep has degree at most {MAX_DEGREE}");
        let coefficients = std::array::from_fn(|i| ascending.get(i).cloned().unwrap_or_else(T::zero));
        Self { coefficients, len: ascending.len() }
    }

    /// The zero polynomial.
    pub fn zero() -> Self {
        Self::new(&[])
    }

    /// A constant.
    pub fn constant(value: T) -> Self {
        Self::new(&[value])
    }

    /// `at_zero + slope · x`.
    pub fn linear(at_zero: T, slope: T) -> Self {
        Self::new(&[at_zero, slope])
    }

    /// The coefficients, constant first; leading ones may be zero.
    pub fn coefficients(&self) -> &[T] {
        &self.coefficients[..self.len]
    }

    /// One coefficient; zero beyond the last.
    pub fn coefficient(&self, power: usize) -> T {
        self.coefficients().get(power).cloned().unwrap_or_else(T::zero)
    }

    /// How many coefficients it has; its degree is below this.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether it has no coefficient at all.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    fn build(len: usize, f: impl Fn(usize) -> T) -> Self {
        Self { coefficients: std::array::from_fn(|i| if i < len { f(i) } else { T::zero() }), len }
    }

    /// The sum.
    pub fn add(&self, other: &Self) -> Self {
        Self::build(self.len.max(other.len), |i| self.coefficients[i].add(&other.coefficients[i]))
    }

    /// The difference.
    pub fn sub(&self, other: &Self) -> Self {
        Self::build(self.len.max(other.len), |i| self.coefficients[i].sub(&other.coefficients[i]))
    }

    /// The negated polynomial.
    pub fn neg(&self) -> Self {
        Self::build(self.len, |i| self.coefficients[i].neg())
    }

    /// The product; the degrees must add to at most eight.
    pub fn mul(&self, other: &Self) -> Self {
        if self.len == 0 || other.len == 0 {
            return Self::zero();
        }
        let len = self.len + other.len - 1;
        assert!(len <= MAX_DEGREE + 1, "a product of the sweep has degree at most {MAX_DEGREE}");
        Self::build(len, |k| {
            let (first, last) = ((k + 1).saturating_sub(other.len), k.min(self.len - 1));
            let mut sum = self.coefficients[first].mul(&other.coefficients[k - first]);
            for i in first + 1..=last {
                sum = sum.add(&self.coefficients[i].mul(&other.coefficients[k - i]));
            }
            sum
        })
    }

    /// The product with a number.
    pub fn scale(&self, factor: &T) -> Self {
        Self::build(self.len, |i| self.coefficients[i].mul(factor))
    }

    /// The value at `x` by Horner's scheme.
    pub fn horner(&self, x: &T) -> T {
        let Some((last, rest)) = self.coefficients().split_last() else { return T::zero() };
        rest.iter().rev().fold(last.clone(), |sum, c| sum.mul(x).add(c))
    }

    /// The derivative.
    #[cfg(test)]
    pub fn derivative(&self) -> Self {
        Self::build(self.len.saturating_sub(1), |i| self.coefficients[i + 1].mul(&T::int(i as i64 + 1)))
    }

    /// `q` with `q(s) = p(start + step · s)`.
    #[cfg(test)]
    pub fn compose(&self, start: &T, step: &T) -> Self {
        let mut out = self.clone();
        // Taylor shift by repeated synthetic division, then the powers of the step
        for i in 0..self.len.saturating_sub(1) {
            for j in (i..self.len - 1).rev() {
                out.coefficients[j] = out.coefficients[j].add(&out.coefficients[j + 1].mul(start));
            }
        }
        let mut power = step.clone();
        for i in 1..self.len {
            out.coefficients[i] = out.coefficients[i].mul(&power);
            power = power.mul(step);
        }
        out
    }
}

impl Poly<Rational> {
    /// The value at `x`.
    pub fn eval(&self, x: &Rational) -> Rational {
        self.horner(x)
    }

    /// The interval polynomial that holds it.
    #[cfg(test)]
    pub fn enclosure(&self) -> Poly<Interval> {
        Poly::build(self.len, |i| to_interval(&self.coefficients[i]))
    }
}

impl Poly<Interval> {
    /// An interval that holds the values of every polynomial of the family at every number of `x`.
    pub fn eval(&self, x: Interval) -> Interval {
        if self.len < 3 || x.is_point() || !x.is_finite() {
            return self.horner(&x);
        }
        let taylor = self.taylor(x);
        // narrow: nothing to gain
        if taylor.is_finite() && x.hi - x.lo <= NARROW_INTERVAL * x.hi.abs().max(x.lo.abs()) {
            return taylor;
        }
        let plain = self.horner(&x);
        plain.intersect(taylor).unwrap_or(plain)
    }

    /// The enclosure by Taylor's formula about the middle of a finite interval.
    fn taylor(&self, x: Interval) -> Interval {
        let u = f64::EPSILON;
        let middle = x.mid();
        let radius = (x.hi - middle).max(middle - x.lo) * (1.0 + 2.0 * u);
        let (size, reach) = (middle.abs(), (middle.abs() + radius) * (1.0 + 2.0 * u));
        // value and slope; their majorants at the middle; half the second derivative's and the radii's at the far end
        let (mut v, mut d) = (0.0, 0.0);
        let (mut value_size, mut slope_size) = (0.0, 0.0);
        let (mut far, mut far_slope, mut bend, mut spread) = (0.0, 0.0, 0.0, 0.0);
        for c in self.coefficients().iter().rev() {
            let m = 0.5 * c.lo + 0.5 * c.hi;
            let r = (c.hi - m).max(m - c.lo) * (1.0 + 2.0 * u) + UNDERFLOW;
            d = d * middle + v;
            v = v * middle + m;
            slope_size = slope_size * size + value_size;
            value_size = value_size * size + m.abs();
            bend = bend * reach + far_slope;
            far_slope = far_slope * reach + far;
            far = far * reach + m.abs();
            spread = spread * reach + r;
        }
        let gamma = 2.0 * self.len as f64 * u;
        let slope = d.abs() + gamma * slope_size;
        let off = (slope * radius + bend * radius * radius + spread + gamma * value_size) * (1.0 + 64.0 * u);
        Interval::new((v - off).next_down(), (v + off).next_up())
    }

    /// An interval that holds the values at one float.
    pub fn at(&self, x: f64) -> Interval {
        self.horner(&Interval::point(x))
    }
}

//! Numbers that depend on dimensions within ranges, exact to first order.
//!
//! A value is c + Σ sₖ δₖ + e with every δₖ in [−1, 1] and |e| ≤ r, all rational. Sums and differences are exact, so what
//! cancels in the drawing (the ends of a level edge whose height is a dimension) cancels here; intervals alone would lose that.
//! A product adds the product of the spreads to r. With x = (y − c)/c, 1/y = (1 − x + x²/(1 + x))/c, so a quotient adds
//! ρ²/((1 − ρ)|c|) for |x| ≤ ρ < 1.

use crate::numbers::{Interval, Rational, to_interval};

/// A number for every value of the dimensions within their ranges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Affine {
    centre: Rational,
    slopes: Vec<Rational>,
    rest: Rational,
}

/// The numbers a drawing is made of: exact ones, or all those of a box at once.
pub trait Scalar: Clone {
    /// A number that depends on no dimension.
    fn number(value: Rational) -> Self;
    /// The sum.
    #[must_use]
    fn plus(&self, other: &Self) -> Self;
    /// The difference.
    #[must_use]
    fn minus(&self, other: &Self) -> Self;
    /// The product.
    #[must_use]
    fn times(&self, other: &Self) -> Self;
    /// The quotient; `None` where the divisor is or may be 0.
    fn over(&self, other: &Self) -> Option<Self>;
}

impl Scalar for Rational {
    fn number(value: Rational) -> Self {
        value
    }
    fn plus(&self, other: &Self) -> Self {
        self + other
    }
    fn minus(&self, other: &Self) -> Self {
        self - other
    }
    fn times(&self, other: &Self) -> Self {
        self * other
    }
    fn over(&self, other: &Self) -> Option<Self> {
        (*other != Self::ZERO).then(|| self / other)
    }
}

fn size(x: &Rational) -> Rational {
    if *x < Rational::ZERO { -x } else { x.clone() }
}

impl Affine {
    /// Dimension `k` anywhere from `lo` to `hi`.
    #[must_use]
    pub fn dimension(k: usize, lo: &Rational, hi: &Rational) -> Self {
        let two = Rational::from(2);
        let mut slopes = vec![Rational::ZERO; k + 1];
        slopes[k] = (hi - lo) / &two;
        Self { centre: (lo + hi) / two, slopes, rest: Rational::ZERO }
    }

    /// The same number, off by at most `by`.
    #[must_use]
    pub fn widened(mut self, by: &Rational) -> Self {
        self.rest += size(by);
        self
    }

    /// Its value in the middle of all ranges.
    #[must_use]
    pub fn centre(&self) -> &Rational {
        &self.centre
    }

    /// How much of that is up to one dimension.
    pub(crate) fn share(&self, dimension: usize) -> f64 {
        self.slopes.get(dimension).map_or(0.0, |s| crate::numbers::to_f64(s).abs())
    }

    /// How far it may be from there.
    #[must_use]
    pub fn radius(&self) -> Rational {
        self.slopes.iter().fold(self.rest.clone(), |sum, s| sum + size(s))
    }

    /// Its least and largest value.
    #[must_use]
    pub fn range(&self) -> (Rational, Rational) {
        let radius = self.radius();
        (&self.centre - &radius, &self.centre + radius)
    }

    /// The interval that holds all its values.
    pub(crate) fn interval(&self) -> Interval {
        let (lo, hi) = self.range();
        Interval::new(to_interval(&lo).lo, to_interval(&hi).hi)
    }

    /// The sign all its values share, if they do; 0 only where it is exactly 0.
    pub(crate) fn sign(&self) -> Option<crate::numbers::Sign> {
        use crate::numbers::sign_of;
        let (lo, hi) = self.range();
        (sign_of(&lo) == sign_of(&hi)).then(|| sign_of(&lo))
    }

    fn zip(&self, other: &Self, op: impl Fn(&Rational, &Rational) -> Rational) -> Vec<Rational> {
        let zero = Rational::ZERO;
        (0..self.slopes.len().max(other.slopes.len()))
            .map(|k| op(self.slopes.get(k).unwrap_or(&zero), other.slopes.get(k).unwrap_or(&zero)))
            .collect()
    }
}

impl Scalar for Affine {
    fn number(value: Rational) -> Self {
        Self { centre: value, slopes: Vec::new(), rest: Rational::ZERO }
    }

    fn plus(&self, other: &Self) -> Self {
        let slopes = self.zip(other, |a, b| a + b);
        Self { centre: &self.centre + &other.centre, slopes, rest: &self.rest + &other.rest }
    }

    fn minus(&self, other: &Self) -> Self {
        let slopes = self.zip(other, |a, b| a - b);
        Self { centre: &self.centre - &other.centre, slopes, rest: &self.rest + &other.rest }
    }

    fn times(&self, other: &Self) -> Self {
        let slopes = self.zip(other, |a, b| a * &other.centre + b * &self.centre);
        let rest = size(&self.centre) * &other.rest + size(&other.centre) * &self.rest + self.radius() * other.radius();
        Self { centre: &self.centre * &other.centre, slopes, rest }
    }

    fn over(&self, other: &Self) -> Option<Self> {
        let (c, radius) = (&other.centre, other.radius());
        if size(c) <= radius {
            return None;
        }
        let part = radius / size(c);
        let square = c * c;
        let rest = &other.rest / &square + &part * &part / ((Rational::ONE - &part) * size(c));
        let inverse =
            Self { centre: Rational::ONE / c, slopes: other.slopes.iter().map(|s| -(s / &square)).collect(), rest };
        Some(self.times(&inverse))
    }
}

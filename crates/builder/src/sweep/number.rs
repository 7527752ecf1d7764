//! Numbers kept exactly: p + q·π + c·atan(r), with p, q, r rational and c whole.
//!
//! Lengths, speeds, stiffnesses and coefficients are rational (q = c = 0); `deg` and `pi` give q, `atan` gives c, so
//! that 90 deg and 2*atan(3/4) are known for what they are until a half-angle tangent is taken ([`super::angle`]).
//! Where a rational is wanted of anything else, π and the arctangent stand for their floats, which are rationals too.
//! Of rationals it is known how they follow from dimensions ([`super::follow`]); angles are no fractions of theirs.

use dashu_base::{BitTest, SquareRoot};
use dashu_int::{IBig, UBig};
use mainspring_definition::{Decimal, Span};
use mainspring_model::Exact;
use mainspring_model::{Follows, Formula, Loss, Traced};

/// Numerators and denominators longer than this many bits are rounded to a float: squares of squares of squares must
/// not fill the memory.
const BITS: usize = 8192;
/// Digits of a literal that is kept.
const DIGITS: usize = 1000;

/// p + q·π + c·atan(r).
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Number {
    pub plain: Exact,
    pub pi: Exact,
    pub arc: Option<(i32, Exact)>,
    /// written without a unit, as in [`crate::context::value::Number`]
    pub bare: bool,
    /// how it follows from dimensions
    pub follows: Follows,
}

/// The float as the rational it is; None for NaN and infinities.
pub(super) fn of_float(value: f64) -> Option<Exact> {
    Exact::try_from(value).ok()
}

/// The float next to a rational.
pub(super) fn to_float(value: &Exact) -> f64 {
    value.to_f64().value()
}

/// A literal as the rational it says; None where it is unreasonably long.
pub(super) fn of_decimal(decimal: &Decimal) -> Option<Exact> {
    if decimal.digits.len() > DIGITS || decimal.exponent.unsigned_abs() > 2 * DIGITS as u32 {
        return None;
    }
    let digits: IBig = decimal.digits.parse().ok()?;
    let power = UBig::from(10u8).pow(decimal.exponent.unsigned_abs() as usize);
    Some(if decimal.exponent < 0 { Exact::from_parts(digits, power) } else { Exact::from(digits * IBig::from(power)) })
}

/// The square root, where it is rational.
pub(super) fn root(square: &Exact) -> Option<Exact> {
    let (above, below) = (UBig::try_from(square.numerator().clone()).ok()?, square.denominator());
    let (p, q) = (above.sqrt(), below.sqrt());
    (&p * &p == above && &q * &q == *below).then(|| Exact::from_parts(p.into(), q))
}

/// The rational, unless it has become unreasonably long.
fn kept(value: Exact) -> Option<Exact> {
    (value.numerator().bit_len() <= BITS && value.denominator().bit_len() <= BITS).then_some(value)
}

impl Number {
    pub fn rational(plain: Exact, bare: bool) -> Self {
        Self { plain, pi: Exact::ZERO, arc: None, bare, follows: None }
    }

    /// A rational with the way it came about, unless it has become unreasonably long.
    fn traced_as(made: Traced, bare: bool) -> Option<Self> {
        Some(Self { follows: made.follows, ..Self::rational(kept(made.value)?, bare) })
    }

    /// As one rational, with the way it came about.
    pub fn traced(&self) -> Option<Traced> {
        Some(Traced { value: self.value()?, follows: self.follows.clone() })
    }

    /// What is left of the ways of two numbers where an angle is made of them.
    fn turned_from(&self, other: &Self) -> Follows {
        let either = self.follows.as_ref().or(other.follows.as_ref())?;
        match **either {
            Formula::Lost(_) => Some(std::sync::Arc::clone(either)),
            _ => {
                Loss::follows(Span::NOWHERE, "an angle is made of it, and corners turned by one are no fractions of it")
            }
        }
    }

    /// Whether it is p alone.
    pub fn is_rational(&self) -> bool {
        self.pi.is_zero() && self.arc.is_none()
    }

    /// As one rational, π and arctangents as their floats.
    pub fn value(&self) -> Option<Exact> {
        if self.is_rational() {
            return Some(self.plain.clone());
        }
        let mut sum = &self.plain + &self.pi * of_float(std::f64::consts::PI)?;
        if let Some((count, of)) = &self.arc {
            sum += Exact::from(*count) * of_float(libm::atan(to_float(of)))?;
        }
        kept(sum)
    }

    pub fn negated(self) -> Self {
        let follows = Traced { value: self.plain.clone(), follows: self.follows }.negated().follows;
        let arc = self.arc.map(|(count, of)| (-count, of));
        Self { plain: -self.plain, pi: -self.pi, arc, bare: self.bare, follows }
    }

    pub fn plus(&self, other: &Self) -> Option<Self> {
        let bare = self.bare && other.bare;
        if self.is_rational() && other.is_rational() {
            return Self::traced_as(self.traced()?.plus(&other.traced()?), bare);
        }
        let follows = self.turned_from(other);
        let arc = match (&self.arc, &other.arc) {
            (None, arc) | (arc, None) => arc.clone(),
            (Some((a, of)), Some((b, same))) if of == same => {
                Some((a.checked_add(*b)?, of.clone())).filter(|(count, _)| *count != 0)
            }
            _ => return Some(Self { follows, ..Self::rational(kept(self.value()? + other.value()?)?, bare) }),
        };
        Some(Self { plain: kept(&self.plain + &other.plain)?, pi: kept(&self.pi + &other.pi)?, arc, bare, follows })
    }

    pub fn times(&self, other: &Self) -> Option<Self> {
        let bare = self.bare && other.bare;
        if self.is_rational() && other.is_rational() {
            return Self::traced_as(self.traced()?.times(&other.traced()?), bare);
        }
        let product = match (self.is_rational(), other.is_rational()) {
            (true, _) => other.scaled(&self.plain)?,
            (_, true) => self.scaled(&other.plain)?,
            _ => Self::rational(kept(self.value()? * other.value()?)?, bare),
        };
        Some(Self { bare, follows: self.turned_from(other), ..product })
    }

    /// None by zero.
    pub fn over(&self, other: &Self) -> Option<Self> {
        let bare = self.bare && other.bare;
        if self.is_rational() && other.is_rational() {
            return Self::traced_as(self.traced()?.over(&other.traced()?)?, bare);
        }
        let divisor = other.value().filter(|d| !d.is_zero())?;
        Some(Self { bare, follows: self.turned_from(other), ..self.scaled(&(Exact::ONE / divisor))? })
    }

    /// A whole power.
    pub fn power(&self, exponent: &Self) -> Option<Self> {
        let n = exponent.value().filter(Exact::is_int)?;
        let n = i32::try_from(n.numerator().clone()).ok().filter(|n| n.abs() <= 64)?;
        let base = self.traced().filter(|b| n >= 0 || !b.value.is_zero())?;
        let mut power: Traced = Exact::ONE.into();
        for _ in 0..n.abs() {
            power = power.times(&base);
            kept(power.value.clone())?;
        }
        if n < 0 {
            power = Traced::from(Exact::ONE).over(&power)?;
        }
        if exponent.follows.is_some() {
            power.follows = Loss::follows(Span::NOWHERE, "it is the exponent of a power");
        }
        Self::traced_as(power, self.bare && exponent.bare)
    }

    pub fn scaled(&self, factor: &Exact) -> Option<Self> {
        let arc = match &self.arc {
            None => None,
            Some((count, of)) => {
                let count = Exact::from(*count) * factor;
                if !count.is_int() {
                    let follows = self.follows.clone();
                    return Some(Self { follows, ..Self::rational(kept(self.value()? * factor)?, self.bare) });
                }
                let count = i32::try_from(count.numerator().clone()).ok()?;
                Some((count, of.clone())).filter(|(count, _)| *count != 0)
            }
        };
        let follows =
            Traced { value: self.plain.clone(), follows: self.follows.clone() }.times(&factor.clone().into()).follows;
        Some(Self { plain: kept(&self.plain * factor)?, pi: kept(&self.pi * factor)?, arc, bare: self.bare, follows })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(p: i64, q: u64) -> Exact {
        Exact::from_parts(p.into(), q.into())
    }

    #[test]
    fn literals_are_what_they_say() {
        for (text, p, q) in [("0.1", 1, 10), ("12", 12, 1), ("1.25e-3", 1, 800), ("7e3", 7000, 1), ("0", 0, 1)] {
            assert_eq!(of_decimal(&Decimal::parse(text).unwrap()), Some(ratio(p, q)), "{text}");
        }
        assert_eq!(of_decimal(&Decimal::parse(&"3".repeat(2000)).unwrap()), None);
    }

    #[test]
    fn roots_of_squares_are_found() {
        assert_eq!(root(&ratio(25, 49)), Some(ratio(5, 7)));
        assert_eq!(root(&ratio(2, 1)), None);
        assert_eq!(root(&ratio(-4, 1)), None);
    }

    #[test]
    fn powers_end_before_the_memory_does() {
        let mut x = Number::rational(ratio(10_000_001, 10_000_000), false);
        let mut squares = 0;
        while let Some(square) = x.times(&x) {
            x = square;
            squares += 1;
            assert!(squares < 20);
        }
        assert!(squares >= 5);
    }
}

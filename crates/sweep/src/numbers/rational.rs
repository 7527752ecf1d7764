//! Exact rationals, and the way between them and f64 in both directions.

use dashu_int::ops::BitTest;
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use super::{Interval, Sign};

/// An exact rational in lowest terms.
pub type Rational = RBig;

/// The rational a float is, exactly; 0 for what is not finite.
pub fn rational(value: f64) -> Rational {
    Rational::try_from(value).unwrap_or(Rational::ZERO)
}

/// The sign of a rational.
pub fn sign_of(value: &Rational) -> Sign {
    sign_of_int(value.numerator())
}

/// The sign of an integer.
pub(super) fn sign_of_int(value: &IBig) -> Sign {
    if value.is_zero() {
        Sign::Zero
    } else if value.sign() == dashu_int::Sign::Negative {
        Sign::Minus
    } else {
        Sign::Plus
    }
}

/// The tightest interval that holds a rational: a point where it is a float, else two neighbouring floats.
pub fn to_interval(value: &Rational) -> Interval {
    if let Some((n, d)) = small(value) {
        return Interval::point(n) / Interval::point(d);
    }
    let (whole, k, exact) = scaled(value);
    let above = if exact { whole.clone() } else { &whole + IBig::ONE };
    Interval::new(float_below(&whole, k), float_above(&above, k))
}

/// The float nearest to a rational (ties to even).
pub fn to_f64(value: &Rational) -> f64 {
    if let Some((n, d)) = small(value) {
        return n / d;
    }
    let (whole, k, exact) = scaled(value);
    let twice: IBig = &whole << 1;
    nearest_float(&if exact { twice } else { twice + IBig::ONE }, k + 1)
}

/// Numerator and denominator where both are floats, so that one division rounds right.
fn small(value: &Rational) -> Option<(f64, f64)> {
    const LARGEST: u64 = 1 << 53;
    let (n, d) = (i64::try_from(value.numerator()).ok()?, u64::try_from(value.denominator()).ok()?);
    (n.unsigned_abs() < LARGEST && d < LARGEST).then_some((n as f64, d as f64))
}

/// `floor(value · 2^k)` with at least 64 bits, `k`, and whether nothing was cut off.
fn scaled(value: &Rational) -> (IBig, isize, bool) {
    let (n, d) = (value.numerator(), value.denominator());
    let k = (64 + d.bit_len() as isize - n.bit_len() as isize).max(0);
    let d = IBig::from(d.clone());
    let whole = floor_div(&(n << k as usize), &d);
    let exact = &whole * d == n << k as usize;
    (whole, k, exact)
}

/// `floor(a / b)` for `b > 0`.
pub(super) fn floor_div(a: &IBig, b: &IBig) -> IBig {
    let q = a / b;
    if sign_of_int(a) == Sign::Minus && &q * b != *a { q - IBig::ONE } else { q }
}

/// `floor(m / 2^shift)`, for a shift of either sign.
pub(super) fn shift_floor(m: &IBig, shift: isize) -> IBig {
    if shift <= 0 {
        return m << shift.unsigned_abs();
    }
    let shift = shift.unsigned_abs();
    if sign_of_int(m) == Sign::Minus {
        // −ceil(|m| / 2^shift)
        let all: IBig = (IBig::ONE << shift) - IBig::ONE;
        let up: IBig = all - m;
        -(up >> shift)
    } else {
        m >> shift
    }
}

/// How many low bits of `m` to cut so that what is left of `m / 2^k` is a float.
fn cut(m: &IBig, k: isize) -> isize {
    (m.bit_len() as isize - 53).max(k - 1074).max(0)
}

/// The greatest float not above `m / 2^k`.
pub(super) fn float_below(m: &IBig, k: isize) -> f64 {
    let cut = cut(m, k);
    let top = shift_floor(m, cut);
    let value = assemble(&top, cut - k);
    if value == f64::INFINITY { f64::MAX } else { value }
}

/// The least float not below `m / 2^k`.
pub(super) fn float_above(m: &IBig, k: isize) -> f64 {
    -float_below(&-m, k)
}

/// The float nearest to `m / 2^k` (ties to even).
pub(super) fn nearest_float(m: &IBig, k: isize) -> f64 {
    let (below, above) = (float_below(m, k), float_above(m, k));
    if below == above || !below.is_finite() || !above.is_finite() {
        return if below.is_finite() { below } else { above };
    }
    // twice the value against the sum of its neighbours
    let (twice, sum) = (dyadic(m, k) * Rational::from(2), rational(below) + rational(above));
    match twice.cmp(&sum) {
        std::cmp::Ordering::Less => below,
        std::cmp::Ordering::Greater => above,
        std::cmp::Ordering::Equal => {
            if below.to_bits() & 1 == 0 {
                below
            } else {
                above
            }
        }
    }
}

/// `m / 2^k` as a rational.
pub(super) fn dyadic(m: &IBig, k: isize) -> Rational {
    if k <= 0 {
        Rational::from(m << k.unsigned_abs())
    } else {
        Rational::from_parts(m.clone(), UBig::ONE << k.unsigned_abs())
    }
}

/// `top · 2^exponent` for at most 53 bits of `top` and a result that is a float or overflows.
fn assemble(top: &IBig, exponent: isize) -> f64 {
    let mantissa = i64::try_from(top).unwrap_or(0) as f64;
    libm::scalbn(mantissa, exponent.clamp(-4000, 4000) as i32)
}

//! Exact signs of polynomials at algebraic numbers, and the exact order of algebraic numbers.
//!
//! Values are enclosed in balls (a fixed-point middle and a radius) of growing precision until the sign is plain. What
//! remains is to know when a value *is* zero.
//!
//! One variable: `p(α) = 0` iff the greatest common divisor of `p` and the square-free polynomial of `α` has a root in
//! the cell of `α`; the divisor's roots are simple and lie off the cell's ends, so a sign change there tells.
//!
//! Two variables, a bound of Liouville's kind. Let `P` have integer coefficients, `L` the sum of their magnitudes, and
//! degrees `N₁, N₂`; let `α, β` have minimal polynomials of degrees `e₁, e₂`, leading coefficients `a, b` and conjugates
//! `αᵢ, βⱼ`, and let `D` be the degree of the field ℚ(α, β), `D ≤ e₁ e₂`. For `γ = P(α, β) ≠ 0` the product formula gives
//! `∏_v |γ|_v = 1` over all places of the field. At a finite place `|γ|_v ≤ max(1, |α|_v)^N₁ max(1, |β|_v)^N₂`; at an
//! infinite one there is a factor `L` more. Keeping the one place asked for and bounding the others, with
//! `∏_v max(1, |α|_v) = M(α)^(D/e₁)` (Mahler's measure, `M = |a| ∏ max(1, |αᵢ|)`),
//!
//! `|γ| ≥ L^(1−D) · M(α)^(−D N₁/e₁) · M(β)^(−D N₂/e₂)`
//!
//! (M. Waldschmidt, *Diophantine Approximation on Linear Algebraic Groups*, 2000, proposition 3.14; M. Mignotte,
//! *Mathematics for Computer Algebra*, 1992, chapter 4). The polynomials at hand, of degrees `d₁, d₂`, need not be
//! minimal, but `D/e₁ ≤ e₂ ≤ d₂`, and by Gauss's lemma a minimal polynomial divides them over ℤ, so its measure is at
//! most theirs, which is at most the 2-norm (Landau). Hence, with everything in bits,
//!
//! `|γ| ≥ 2^−B`, `B = (d₁ d₂ − 1) log₂ L + d₂ N₁ log₂ ‖A‖₂ + d₁ N₂ log₂ ‖B‖₂`,
//!
//! and an enclosure inside `(−2^−B, 2^−B)` proves zero.

use std::cmp::Ordering;

use dashu_int::IBig;
use dashu_int::ops::{Abs, BitTest};

use super::algebraic::{Algebraic, Kind};
use super::integer_poly::{IntegerPoly, common_denominator};
use super::rational::{shift_floor, sign_of, sign_of_int};
use super::{Poly, Poly2, Rational, Sign};

/// Bits after the point tried first, and those at which it is asked whether the value may be zero.
const FIRST_BITS: usize = 64;
const PATIENT_BITS: usize = 128;

/// The numbers within `radius` of `middle`, both in units of `2^−bits`.
#[derive(Clone)]
struct Enclosed {
    middle: IBig,
    radius: IBig,
}

impl Enclosed {
    /// A root that is not known to be rational, to `bits` bits.
    fn of(x: &Algebraic, bits: usize) -> Self {
        x.refine(bits);
        match (&x.0, x.as_rational()) {
            (Kind::Root(_, cell), None) => {
                let cell = cell.borrow();
                Self { middle: shift_floor(&cell.m, cell.k - bits as isize), radius: IBig::ONE }
            }
            (_, r) => {
                // met exactly while refining
                let r = r.unwrap_or(Rational::ZERO);
                let d = IBig::from(r.denominator().clone());
                Self { middle: (r.numerator() << bits) / d, radius: IBig::ONE }
            }
        }
    }

    fn times(&self, other: &Self, bits: usize) -> Self {
        let middle = shift_floor(&(&self.middle * &other.middle), bits as isize);
        let spread: IBig =
            (&self.middle).abs() * &other.radius + (&other.middle).abs() * &self.radius + &self.radius * &other.radius;
        Self { middle, radius: (spread >> bits) + IBig::from(2) }
    }

    fn plus(self, other: &Self) -> Self {
        Self { middle: self.middle + &other.middle, radius: self.radius + &other.radius }
    }

    fn plus_integer(mut self, c: &IBig, bits: usize) -> Self {
        self.middle += c << bits;
        self
    }

    fn zero() -> Self {
        Self { middle: IBig::ZERO, radius: IBig::ZERO }
    }

    /// The sign all its numbers share, if they do.
    fn sign(&self) -> Option<Sign> {
        ((&self.middle).abs() > self.radius).then(|| sign_of_int(&self.middle))
    }

    /// Whether all its numbers are below `2^−bound` in magnitude.
    fn below(&self, bound: usize, bits: usize) -> bool {
        bits > bound && (&self.middle).abs() + &self.radius < IBig::ONE << (bits - bound)
    }
}

/// The value of a polynomial with integer coefficients on a ball.
fn value_on(coefficients: &[IBig], x: &Enclosed, bits: usize) -> Enclosed {
    coefficients.iter().rev().fold(Enclosed::zero(), |sum, c| sum.times(x, bits).plus_integer(c, bits))
}

/// The sign of `p(x)`, exactly.
pub fn sign_at(p: &Poly<Rational>, x: &Algebraic) -> Sign {
    match x.as_rational() {
        Some(r) => sign_of(&p.eval(&r)),
        None => sign_of_integer_poly(&IntegerPoly::of(p), x),
    }
}

fn sign_of_integer_poly(p: &IntegerPoly, x: &Algebraic) -> Sign {
    if let Some(r) = x.as_rational() {
        return p.sign_at_rational(&r);
    }
    let Kind::Root(own, cell) = &x.0 else { return Sign::Zero };
    if p.degree() == 0 {
        return p.0.first().map_or(Sign::Zero, sign_of_int);
    }
    let mut bits = FIRST_BITS;
    loop {
        if let Some(sign) = value_on(&p.0, &Enclosed::of(x, bits), bits).sign() {
            return sign;
        }
        if let Some(r) = x.as_rational() {
            return p.sign_at_rational(&r);
        }
        if bits == PATIENT_BITS {
            let common = own.gcd(p);
            let cell = cell.borrow();
            if common.degree() > 0 && common.sign(&cell.m, cell.k) == common.sign(&(&cell.m + IBig::ONE), cell.k).flip()
            {
                return Sign::Zero;
            }
        }
        bits *= 2;
    }
}

/// The sign of `p(x, y)`, exactly.
pub fn sign_at_two(p: &Poly2, x: &Algebraic, y: &Algebraic) -> Sign {
    if let Some(r) = x.as_rational() {
        return sign_of_integer_poly(&IntegerPoly::of_rationals(&p.at_x(&r)), y);
    }
    if let Some(r) = y.as_rational() {
        return sign_of_integer_poly(&IntegerPoly::of_rationals(&p.swap().at_x(&r)), x);
    }
    let (Kind::Root(a, _), Kind::Root(b, _)) = (&x.0, &y.0) else { return Sign::Zero };
    let rows = integer_rows(p);
    let degree_x = rows.len().saturating_sub(1);
    let degree_y = rows.iter().map(Vec::len).max().unwrap_or(0).saturating_sub(1);
    let length: IBig = rows.iter().flatten().map(|c| c.abs()).sum();
    if length.is_zero() {
        return Sign::Zero;
    }
    let (d1, d2) = (a.degree(), b.degree());
    let bound = (d1 * d2 - 1) * length.bit_len() + d2 * degree_x * a.mahler_bits() + d1 * degree_y * b.mahler_bits();
    let mut bits = FIRST_BITS;
    loop {
        let (bx, by) = (Enclosed::of(x, bits), Enclosed::of(y, bits));
        let value =
            rows.iter().rev().fold(Enclosed::zero(), |sum, row| sum.times(&bx, bits).plus(&value_on(row, &by, bits)));
        if let Some(sign) = value.sign() {
            return sign;
        }
        if value.below(bound, bits) {
            return Sign::Zero;
        }
        // the radius counts in last places, so it tells how many more are enough
        let enough = bound + value.radius.bit_len() + 4;
        bits = (2 * bits).min(enough.max(bits + 32));
    }
}

/// A positive multiple with integer coefficients; no empty or zero rows and columns at the end.
fn integer_rows(p: &Poly2) -> Vec<Vec<IBig>> {
    let common = common_denominator(p.rows.iter().flatten());
    let mut rows: Vec<Vec<IBig>> = Vec::with_capacity(p.rows.len());
    for row in &p.rows {
        let mut row: Vec<IBig> = row.iter().map(|c| c.numerator() * IBig::from(&common / c.denominator())).collect();
        while row.last().is_some_and(IBig::is_zero) {
            row.pop();
        }
        rows.push(row);
    }
    while rows.last().is_some_and(Vec::is_empty) {
        rows.pop();
    }
    rows
}

/// The order of two algebraic numbers, exactly.
pub fn compare(x: &Algebraic, y: &Algebraic) -> Ordering {
    let mut bits = FIRST_BITS / 2;
    loop {
        match (x.as_rational(), y.as_rational()) {
            (Some(r), Some(s)) => return r.cmp(&s),
            (None, Some(s)) => return x.compare_rational(&s),
            (Some(r), None) => return y.compare_rational(&r).reverse(),
            (None, None) => {}
        }
        let (Kind::Root(p, a), Kind::Root(q, b)) = (&x.0, &y.0) else { return Ordering::Equal };
        {
            let (a, b) = (a.borrow(), b.borrow());
            // cells are aligned: apart or nested
            let k = a.k.min(b.k);
            let order = shift_floor(&a.m, a.k - k).cmp(&shift_floor(&b.m, b.k - k));
            if order != Ordering::Equal {
                return order;
            }
            if bits >= PATIENT_BITS {
                let inner = if a.k >= b.k { &a } else { &b };
                let common = if p == q { (**p).clone() } else { p.gcd(q) };
                let at = |m: &IBig| common.sign(m, inner.k);
                if common.degree() > 0 && at(&inner.m) == at(&(&inner.m + IBig::ONE)).flip() {
                    return Ordering::Equal;
                }
            }
        }
        bits *= 2;
        x.refine(bits);
        y.refine(bits);
    }
}

//! Polynomials with integer coefficients, what exact decisions are made of: greatest common divisors, square-free parts,
//! values at dyadic points, and Descartes' rule of signs.
//!
//! The greatest common divisor is found by the primitive remainder sequence (Collins 1967). Most pairs have none, and
//! that is seen first modulo a prime: if the prime does not divide the leading coefficient of `f`, every common factor
//! of `f` and `g` keeps its degree modulo the prime, so a constant divisor there proves a constant divisor here.

use dashu_int::ops::{BitTest, Gcd};
use dashu_int::{IBig, UBig};

use super::rational::sign_of_int;
use super::{Poly, Rational, Sign};

/// Coefficients ascending, the last not zero; empty for the zero polynomial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct IntegerPoly(pub(super) Vec<IBig>);

/// A prime below 2³¹, for the quick proof that two polynomials share no factor.
const PRIME: u64 = 2_147_483_629;

impl IntegerPoly {
    /// A positive multiple of a rational polynomial.
    pub(super) fn of(p: &Poly<Rational>) -> Self {
        Self::of_rationals(p.coefficients())
    }

    /// A positive multiple of the polynomial with these coefficients, without common divisor.
    pub(super) fn of_rationals(coefficients: &[Rational]) -> Self {
        let common = common_denominator(coefficients.iter());
        Self(coefficients.iter().map(|c| c.numerator() * IBig::from(&common / c.denominator())).collect()).primitive()
    }

    /// Divided by the positive greatest common divisor of its coefficients, leading zeros dropped.
    pub(super) fn primitive(mut self) -> Self {
        while self.0.last().is_some_and(IBig::is_zero) {
            self.0.pop();
        }
        let mut content = UBig::ZERO;
        for c in &self.0 {
            if !c.is_zero() {
                let magnitude = c.clone().into_parts().1;
                content = if content.is_zero() { magnitude } else { content.gcd(magnitude) };
                if content.is_one() {
                    return self;
                }
            }
        }
        if !content.is_zero() {
            let content = IBig::from(content);
            for c in &mut self.0 {
                *c = &*c / &content;
            }
        }
        self
    }

    /// The degree; 0 for constants and for zero.
    pub(super) fn degree(&self) -> usize {
        self.0.len().saturating_sub(1)
    }

    pub(super) fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    fn derivative(&self) -> Self {
        Self(self.0.iter().enumerate().skip(1).map(|(i, c)| c * IBig::from(i)).collect())
    }

    /// The remainder of a positive multiple of `self` by `other`, which is not zero.
    fn remainder(&self, other: &Self) -> Self {
        let mut rest = self.clone();
        let (n, lead) = (other.degree(), &other.0[other.degree()]);
        let (magnitude, plus) = (IBig::from(lead.clone().into_parts().1), sign_of_int(lead) == Sign::Plus);
        while !rest.is_zero() && rest.0.len() > n {
            let shift = rest.degree() - n;
            let top = rest.0.pop().expect("not zero");
            let top = if plus { top } else { -top };
            for c in &mut rest.0 {
                *c *= &magnitude;
            }
            for i in 0..n {
                rest.0[i + shift] -= &top * &other.0[i];
            }
            while rest.0.last().is_some_and(IBig::is_zero) {
                rest.0.pop();
            }
        }
        rest.primitive()
    }

    /// The exact quotient by a primitive divisor of a primitive polynomial, up to sign.
    fn quotient(&self, divisor: &Self) -> Self {
        let (n, mut rest) = (divisor.degree(), self.clone());
        let mut out = vec![IBig::ZERO; self.0.len().saturating_sub(n)];
        for shift in (0..out.len()).rev() {
            let q = &rest.0[shift + n] / &divisor.0[n];
            for i in 0..=n {
                rest.0[i + shift] -= &q * &divisor.0[i];
            }
            out[shift] = q;
        }
        Self(out).primitive()
    }

    /// The primitive greatest common divisor of two polynomials; the other one where one is zero.
    pub(super) fn gcd(&self, other: &Self) -> Self {
        let (mut a, mut b) = (self.clone().primitive(), other.clone().primitive());
        if a.is_zero() || b.is_zero() {
            return if a.is_zero() { b } else { a };
        }
        if coprime_modulo_prime(&a, &b) {
            return Self(vec![IBig::ONE]);
        }
        if a.degree() < b.degree() {
            std::mem::swap(&mut a, &mut b);
        }
        while !b.is_zero() {
            let rest = a.remainder(&b);
            a = std::mem::replace(&mut b, rest);
        }
        a
    }

    /// The primitive polynomial with the same roots, each simple.
    pub(super) fn square_free(self) -> Self {
        let p = self.primitive();
        if p.degree() < 2 {
            return p;
        }
        let common = p.gcd(&p.derivative());
        if common.degree() == 0 { p } else { p.quotient(&common) }
    }

    /// `2^(k·degree) p(m / 2^k)` for `k ≥ 0`, `p(m · 2^−k)` for `k < 0`: a positive multiple of the value there.
    pub(super) fn value(&self, m: &IBig, k: isize) -> IBig {
        let Some((last, rest)) = self.0.split_last() else { return IBig::ZERO };
        let mut sum = last.clone();
        if k < 0 {
            let x: IBig = m << k.unsigned_abs();
            for c in rest.iter().rev() {
                sum = sum * &x + c;
            }
        } else {
            let mut shift = 0;
            for c in rest.iter().rev() {
                shift += k.unsigned_abs();
                sum = sum * m + (c << shift);
            }
        }
        sum
    }

    /// The sign at `m / 2^k`.
    pub(super) fn sign(&self, m: &IBig, k: isize) -> Sign {
        sign_of_int(&self.value(m, k))
    }

    /// The sign at a rational.
    pub(super) fn sign_at_rational(&self, x: &Rational) -> Sign {
        let Some((last, rest)) = self.0.split_last() else { return Sign::Zero };
        let (n, d) = (x.numerator(), IBig::from(x.denominator().clone()));
        let (mut sum, mut power) = (last.clone(), IBig::ONE);
        for c in rest.iter().rev() {
            power *= &d;
            sum = sum * n + c * &power;
        }
        sign_of_int(&sum)
    }

    /// A positive multiple of `q` with `q(s) = p((m + s) / 2^k)`.
    pub(super) fn on_cell(&self, m: &IBig, k: isize) -> Self {
        let n = self.degree();
        let mut out = self.clone();
        for (i, c) in out.0.iter_mut().enumerate() {
            *c <<= if k < 0 { k.unsigned_abs() * i } else { k.unsigned_abs() * (n - i) };
        }
        for i in 0..n {
            for j in (i..n).rev() {
                let step = &out.0[j + 1] * m;
                out.0[j] += step;
            }
        }
        out
    }

    /// A positive multiple of `q` with `q(s) = p(s / 2)`, and of the one with `q(s) = p((s + 1) / 2)`.
    pub(super) fn halves(&self) -> (Self, Self) {
        let n = self.degree();
        let mut left = self.clone();
        for (i, c) in left.0.iter_mut().enumerate() {
            *c <<= n - i;
        }
        let mut right = left.clone();
        right.shift_by_one();
        (left, right)
    }

    fn shift_by_one(&mut self) {
        let n = self.degree();
        for i in 0..n {
            for j in (i..n).rev() {
                let step = self.0[j + 1].clone();
                self.0[j] += step;
            }
        }
    }

    /// The sign changes of the coefficients of `(1 + x)^n p(1 / (1 + x))`: as many as `p` has roots strictly between
    /// 0 and 1 counted with multiplicity, or more by an even number (Descartes; exact where it is 0 or 1).
    pub(super) fn variations_between_0_and_1(&self) -> usize {
        let mut q = Self(self.0.iter().rev().cloned().collect());
        q.shift_by_one();
        let (mut changes, mut last) = (0, Sign::Zero);
        for c in &q.0 {
            let sign = sign_of_int(c);
            if sign != Sign::Zero {
                changes += usize::from(last == sign.flip());
                last = sign;
            }
        }
        changes
    }

    /// A `B` with every real root strictly between −2^B and 2^B (Cauchy's bound).
    pub(super) fn root_bound(&self) -> usize {
        let Some((last, rest)) = self.0.split_last() else { return 1 };
        let largest = rest.iter().map(BitTest::bit_len).max().unwrap_or(0);
        // |root| < 1 + max|c| / |lead| < 1 + 2^(largest − len(lead) + 1)
        (largest + 2).saturating_sub(last.bit_len()).max(1) + 1
    }

    /// A `b` with the Mahler measure below 2^b: it is at most the 2-norm (Landau 1905).
    pub(super) fn mahler_bits(&self) -> usize {
        let squares: IBig = self.0.iter().map(|c| c * c).sum();
        squares.bit_len().div_ceil(2)
    }
}

/// The least common multiple of denominators.
pub(super) fn common_denominator<'a>(values: impl Iterator<Item = &'a Rational>) -> UBig {
    let mut common = UBig::ONE;
    for v in values {
        let d = v.denominator();
        if !d.is_one() && &common != d {
            let shared = (&common).gcd(d);
            common = common / shared * d;
        }
    }
    common
}

/// Whether a common factor is excluded modulo the prime; `false` says nothing.
fn coprime_modulo_prime(f: &IntegerPoly, g: &IntegerPoly) -> bool {
    let reduce = |p: &IntegerPoly| -> Vec<u64> {
        p.0.iter()
            .map(|c| {
                let rest = c % IBig::from(PRIME);
                let rest = i64::try_from(&rest).unwrap_or(0);
                rest.rem_euclid(PRIME as i64) as u64
            })
            .collect()
    };
    let trim = |p: &mut Vec<u64>| {
        while p.last() == Some(&0) {
            p.pop();
        }
    };
    let (mut a, mut b) = (reduce(f), reduce(g));
    if a.last() == Some(&0) || b.last() == Some(&0) {
        return false;
    }
    while !b.is_empty() {
        let inverse = power_modulo(b[b.len() - 1], PRIME - 2);
        while a.len() >= b.len() {
            let (shift, q) = (a.len() - b.len(), a[a.len() - 1] * inverse % PRIME);
            for i in 0..b.len() {
                a[i + shift] = (a[i + shift] + PRIME - q * b[i] % PRIME) % PRIME;
            }
            trim(&mut a);
        }
        std::mem::swap(&mut a, &mut b);
    }
    a.len() == 1
}

fn power_modulo(mut base: u64, mut exponent: u64) -> u64 {
    let mut out = 1;
    while exponent > 0 {
        if exponent & 1 == 1 {
            out = out * base % PRIME;
        }
        base = base * base % PRIME;
        exponent >>= 1;
    }
    out
}

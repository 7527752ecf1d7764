//! Real algebraic numbers: a root of an integer polynomial, told from its other roots by a dyadic cell.
//!
//! A root is kept as the one zero of a primitive square-free polynomial inside an open cell `(m, m + 1) / 2^k`, at whose
//! ends the polynomial has opposite signs; where a root turns out to be a dyadic rational, or the polynomial is linear,
//! it is kept as the rational it is. Cells are aligned, so two of them are nested or apart, and what is read off them
//! does not depend on how far they happen to be refined.
//!
//! Roots are found by bisection with Descartes' rule (Collins and Akritas 1976): a cell with no sign variation has no
//! root, one with exactly one variation has exactly one, others are halved; for a square-free polynomial this ends.
//! They are refined by quadratic interval refinement (Abbott 2006): the secant through the ends of the cell names one
//! of `2^e` parts; if the signs at that part's ends confirm it, `e` doubles, if not, it halves. Near a simple root every
//! step succeeds, so the bits double, and a part of two is always confirmed, so no step is lost for good.

use std::cell::RefCell;
use std::cmp::Ordering;
use std::sync::Arc;

use dashu_int::IBig;
use dashu_int::ops::{Abs, BitTest};

use super::integer_poly::IntegerPoly;
use super::rational::{dyadic, float_above, float_below, floor_div, shift_floor, sign_of_int};
#[cfg(test)]
use super::rational::{nearest_float, to_f64};
use super::{Interval, Poly, Rational, Sign, rational, to_interval};

/// Significant bits at which a root is turned into floats.
const FLOAT_BITS: usize = 64;

/// A real root of a polynomial with rational coefficients, exactly.
#[derive(Clone, Debug)]
pub struct Algebraic(pub(super) Kind);

#[derive(Clone, Debug)]
pub(super) enum Kind {
    Rational(Rational),
    Root(Arc<IntegerPoly>, RefCell<Cell>),
}

/// The open cell `(m, m + 1) / 2^k` around a root.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    pub(super) m: IBig,
    pub(super) k: isize,
    /// Sign of the polynomial at the lower end; the opposite at the upper.
    low_sign: Sign,
    /// Bits the next step will try to gain.
    gain: usize,
    /// The root itself, where a step has hit it.
    hit: Option<Rational>,
}

impl Algebraic {
    /// A rational.
    pub fn rational(value: Rational) -> Self {
        Self(Kind::Rational(value))
    }

    /// All distinct real roots from `lo` to `hi`, both included, ascending; empty for the zero polynomial.
    pub fn roots(p: &Poly<Rational>, lo: &Rational, hi: &Rational) -> Vec<Self> {
        let mut out = roots_of(&IntegerPoly::of(p).square_free(), lo, hi);
        out.retain(|x| x.compare_rational(lo) != Ordering::Less && x.compare_rational(hi) != Ordering::Greater);
        out
    }

    /// All distinct real roots, ascending; empty for the zero polynomial.
    pub fn all_roots(p: &Poly<Rational>) -> Vec<Self> {
        let p = IntegerPoly::of(p).square_free();
        let bound = Rational::from(IBig::ONE << p.root_bound());
        roots_of(&p, &-&bound, &bound)
    }

    /// The root between `lo` and `hi`, both included, if there is exactly one.
    pub fn from_bracket(p: &Poly<Rational>, lo: f64, hi: f64) -> Option<Self> {
        if !(lo.is_finite() && hi.is_finite() && lo <= hi) {
            return None;
        }
        let mut roots = Self::roots(p, &rational(lo), &rational(hi));
        let last = roots.pop();
        if roots.is_empty() { last } else { None }
    }

    /// The rational it is, where that has been found.
    pub fn as_rational(&self) -> Option<Rational> {
        match &self.0 {
            Kind::Rational(r) => Some(r.clone()),
            Kind::Root(_, cell) => cell.borrow().hit.clone(),
        }
    }

    /// Narrows what is known to an error below `2^−bits`.
    pub fn refine(&self, bits: usize) {
        if let Kind::Root(p, cell) = &self.0 {
            let (mut cell, mut ends) = (cell.borrow_mut(), None);
            while cell.hit.is_none() && cell.k < bits as isize {
                let wanted = (bits as isize - cell.k).unsigned_abs();
                cell.step(p, wanted, &mut ends);
            }
        }
    }

    /// Rational bounds no more than `2^−bits` apart; equal where it is known to be that rational. They do not depend on
    /// how far it was refined before.
    pub fn bounds(&self, bits: usize) -> (Rational, Rational) {
        self.refine(bits);
        let k = bits as isize;
        let m = match &self.0 {
            Kind::Rational(r) => return (r.clone(), r.clone()),
            Kind::Root(_, cell) => {
                let cell = cell.borrow();
                match &cell.hit {
                    None => shift_floor(&cell.m, cell.k - k),
                    Some(r) => {
                        let m = floor_div(&(r.numerator() << bits), &IBig::from(r.denominator().clone()));
                        if dyadic(&m, k) == *r {
                            return (r.clone(), r.clone());
                        }
                        m
                    }
                }
            }
        };
        (dyadic(&m, k), dyadic(&(m + IBig::ONE), k))
    }

    /// Narrows the cell until it has `bits` significant bits.
    fn refine_significant(&self, bits: usize) {
        if let Kind::Root(p, cell) = &self.0 {
            let (mut cell, mut ends) = (cell.borrow_mut(), None);
            while cell.hit.is_none() {
                let near_zero = cell.m.is_zero() || cell.m == -IBig::ONE;
                let have = if near_zero { 0 } else { cell.m.bit_len() };
                if have > bits {
                    break;
                }
                cell.step(p, bits + 2 - have, &mut ends);
            }
        }
    }

    /// The tightest interval of floats that holds it: a point, or two neighbouring floats.
    pub fn enclosure(&self) -> Interval {
        match self.float_cell() {
            Err(r) => to_interval(&r),
            Ok((m, k)) => Interval::new(float_below(&m, k), float_above(&(&m + IBig::ONE), k)),
        }
    }

    /// The nearest float.
    #[cfg(test)]
    pub fn to_f64(&self) -> f64 {
        match self.float_cell() {
            Err(r) => to_f64(&r),
            Ok((m, k)) => nearest_float(&((&m << 1) + IBig::ONE), k + 1),
        }
    }

    /// A cell with enough bits for a float, or the rational it is.
    fn float_cell(&self) -> Result<(IBig, isize), Rational> {
        self.refine_significant(FLOAT_BITS);
        match (&self.0, self.as_rational()) {
            (_, Some(r)) => Err(r),
            (Kind::Root(_, cell), None) => {
                let cell = cell.borrow();
                Ok((cell.m.clone(), cell.k))
            }
            (Kind::Rational(r), None) => Err(r.clone()),
        }
    }

    /// How it stands to a rational.
    pub fn compare_rational(&self, r: &Rational) -> Ordering {
        match &self.0 {
            Kind::Rational(own) => own.cmp(r),
            Kind::Root(p, cell) => {
                let cell = cell.borrow();
                if let Some(hit) = &cell.hit {
                    return hit.cmp(r);
                }
                if *r <= dyadic(&cell.m, cell.k) {
                    return Ordering::Greater;
                }
                if *r >= dyadic(&(&cell.m + IBig::ONE), cell.k) {
                    return Ordering::Less;
                }
                match p.sign_at_rational(r) {
                    Sign::Zero => Ordering::Equal,
                    sign if sign == cell.low_sign => Ordering::Greater,
                    _ => Ordering::Less,
                }
            }
        }
    }

    /// Its sign.
    #[cfg(test)]
    pub fn sign(&self) -> Sign {
        Sign::of_order(self.compare_rational(&Rational::ZERO))
    }
}

impl Cell {
    /// Gains at least one bit, or meets the root; at most about `wanted` bits. `ends` are the values of the polynomial
    /// at the ends of the cell, where the step before has left them.
    fn step(&mut self, p: &IntegerPoly, wanted: usize, ends: &mut Option<(IBig, IBig)>) {
        let (low, high) =
            ends.take().unwrap_or_else(|| (p.value(&self.m, self.k), p.value(&(&self.m + IBig::ONE), self.k)));
        loop {
            let e = self.gain.min(wanted).max(1);
            let parts: IBig = IBig::ONE << e;
            let k = self.k + e as isize;
            let base: IBig = &self.m << e;
            let guess = secant(&low, &high, e).max(IBig::ONE).min(&parts - IBig::ONE);
            let value = p.value(&(&base + &guess), k);
            let sign = sign_of_int(&value);
            if sign == Sign::Zero {
                self.hit = Some(dyadic(&(base + guess), k));
                return;
            }
            // the neighbour on the root's side; the cell's own ends have been there before
            let up = sign == self.low_sign;
            let other = if up { &guess + IBig::ONE } else { &guess - IBig::ONE };
            let other_value = p.value(&(&base + &other), k);
            let other_sign = sign_of_int(&other_value);
            if other_sign == Sign::Zero {
                self.hit = Some(dyadic(&(base + other), k));
                return;
            }
            if other_sign != sign {
                self.m = base + if up { guess } else { other };
                self.k = k;
                self.gain = if e == self.gain { 2 * e } else { self.gain };
                *ends = Some(if up { (value, other_value) } else { (other_value, value) });
                return;
            }
            self.gain = (e / 2).max(1);
        }
    }
}

/// The part among `2^e` in which the straight line between the values at the ends of a cell meets zero.
fn secant(low: &IBig, high: &IBig, e: usize) -> IBig {
    // only as many bits as the parts need; the ends have opposite signs
    let span: IBig = low - high;
    let spare = span.bit_len().saturating_sub(2 * e + 64) as isize;
    let (low, span) = (shift_floor(low, spare).abs(), shift_floor(&span, spare).abs());
    floor_div(&((low << (e + 1)) + &span), &(span << 1))
}

/// All roots of a square-free polynomial in aligned cells that together cover `lo..=hi` (some may lie outside).
fn roots_of(p: &IntegerPoly, lo: &Rational, hi: &Rational) -> Vec<Algebraic> {
    if p.degree() == 0 || lo > hi {
        return Vec::new();
    }
    if p.degree() == 1 {
        return vec![Algebraic::rational(-Rational::from(p.0[0].clone()) / Rational::from(p.0[1].clone()))];
    }
    // the finest cells at least as wide as the range: at most two of them
    let width = hi - lo;
    let k = if width.is_zero() {
        width_bits(lo)
    } else {
        width.denominator().bit_len() as isize - width.numerator().bit_len() as isize - 1
    };
    let cell = |x: &Rational| {
        let (n, d) = (x.numerator(), IBig::from(x.denominator().clone()));
        if k >= 0 { floor_div(&(n << k.unsigned_abs()), &d) } else { floor_div(n, &(d << k.unsigned_abs())) }
    };
    let (first, last) = (cell(lo), cell(hi));
    let shared = Arc::new(p.clone());
    let mut out = Vec::new();
    let mut m = first;
    while m <= last {
        search(&shared, p.on_cell(&m, k), &m, k, &mut out);
        m += IBig::ONE;
    }
    out
}

/// A fine cell around a single rational.
fn width_bits(x: &Rational) -> isize {
    64 + x.denominator().bit_len() as isize
}

/// The roots in `[m, m + 1) / 2^k`, where `q` is the polynomial on that cell.
fn search(p: &Arc<IntegerPoly>, q: IntegerPoly, m: &IBig, k: isize, out: &mut Vec<Algebraic>) {
    // cells still to be looked at, the leftmost on top
    let mut open = vec![(q, m.clone(), k)];
    while let Some((mut q, m, k)) = open.pop() {
        let at_left = q.0[0].is_zero();
        if at_left {
            out.push(Algebraic::rational(dyadic(&m, k)));
            q.0.remove(0);
        }
        search_inside(p, q, m, k, &mut open, out);
    }
}

/// What is strictly inside a cell: nothing, one root, or two halves to look at; `q` has no root at the left end.
fn search_inside(
    p: &Arc<IntegerPoly>,
    q: IntegerPoly,
    m: IBig,
    k: isize,
    open: &mut Vec<(IntegerPoly, IBig, isize)>,
    out: &mut Vec<Algebraic>,
) {
    let variations = q.variations_between_0_and_1();
    if variations == 0 {
        return;
    }
    if variations == 1 {
        let (low, high) = (p.sign(&m, k), p.sign(&(&m + IBig::ONE), k));
        if low != Sign::Zero && high == low.flip() {
            let cell = Cell { m, k, low_sign: low, gain: 4, hit: None };
            out.push(Algebraic(Kind::Root(p.clone(), RefCell::new(cell))));
            return;
        }
    }
    // a root at an end of the cell, already counted or counted by the next cell, is left behind by halving
    let (left, right) = q.halves();
    let left_m: IBig = &m << 1;
    open.push((right, &left_m + IBig::ONE, k + 1));
    open.push((left, left_m, k + 1));
}

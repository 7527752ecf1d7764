//! All roots of a polynomial with interval coefficients, fast and certain, or the word that it is not certain.
//!
//! The family is kept as middles `cᵢ` and radii `rᵢ`. On a range the polynomial is turned into Bernstein form, whose
//! coefficients `bₖ` are sums of the `cᵢ` with weights that are products of powers of the range's ends, so each computed
//! one is off by at most `γ Σ |weight| |cᵢ|` (every term passes fewer than 64 roundings: `γ < 80 u`; Higham 2002, §3.1)
//! and each member of the family by `Σ |weight| rᵢ` more. Both follow from one transform of `80 u |cᵢ| + rᵢ` with
//! magnitudes of the ends. Coefficients of one certain sign: no root. One certain change of sign: exactly one root,
//! simple, of every member (Descartes' rule in Bernstein form). Otherwise the range is split by de Casteljau's scheme,
//! the bounds along with it.
//!
//! Where a range holds exactly one root, Newton's method guarded by bisection finds it, and two floats close by, at
//! which the signs are certain and opposite, become its bracket. Bounds also carry 1e−300 for what falls below the
//! normal range, so nothing below that scale is ever called certain.

use super::{Enclosure, Interval, Poly, Sign};
use crate::tolerances::{NARROW_RANGE, SPLITS, UNDERFLOW, UNIT_ROUNDOFF};

/// Whether the roots are all of them and each is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// Every member of the family has exactly the roots told.
    Certain,
    /// Floats cannot tell: ask exact arithmetic.
    Unsure,
}

/// A range that holds exactly one root, a simple one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bracket {
    /// Not above the root.
    pub lo: f64,
    /// Not below the root.
    pub hi: f64,
}

impl Bracket {
    /// The same as an interval.
    pub fn interval(self) -> Interval {
        Interval { lo: self.lo, hi: self.hi }
    }
}

/// Up to eight brackets, ascending.
#[derive(Clone, Copy, Debug)]
pub struct Brackets {
    items: [Bracket; 8],
    len: usize,
}

impl Default for Brackets {
    fn default() -> Self {
        Self { items: [Bracket { lo: 0.0, hi: 0.0 }; 8], len: 0 }
    }
}

impl std::ops::Deref for Brackets {
    type Target = [Bracket];
    fn deref(&self) -> &[Bracket] {
        &self.items[..self.len]
    }
}

impl Brackets {
    /// Forgets all of them.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Adds one; `false` where there is no room or it does not lie above the last.
    fn push(&mut self, bracket: Bracket) -> bool {
        let room = self.len < self.items.len() && self.last().is_none_or(|last| last.hi <= bracket.lo);
        if room {
            self.items[self.len] = bracket;
            self.len += 1;
        }
        room
    }
}

const SIZE: usize = 9;
/// Splits of one range, at most.
const MAX_DEPTH: usize = 40;
/// Ranges looked at for one call, at most.
const MAX_NODES: usize = 128;

/// Middles and radii of interval coefficients.
struct Family<const N: usize> {
    c: [f64; N],
    r: [f64; N],
}

impl<const N: usize> Family<N> {
    #[inline(always)]
    fn of<T: Enclosure>(p: &Poly<T>) -> Self {
        let (mut c, mut r, p) = ([0.0; N], [0.0; N], &p.coefficients()[..N]);
        for i in 0..N {
            (c[i], r[i]) = p[i].middle_and_radius();
            r[i] += UNDERFLOW;
        }
        Self { c, r }
    }

    /// The value of the middle polynomial at `x` and what the value of any member may differ from it.
    fn value(&self, x: f64) -> (f64, f64) {
        let magnitude = x.abs();
        let (mut v, mut s, mut t) = (0.0, 0.0, 0.0);
        for i in (0..N).rev() {
            v = v * x + self.c[i];
            s = s * magnitude + self.c[i].abs();
            t = t * magnitude + self.r[i];
        }
        // 2 roundings a degree, one more for the coefficient (Higham 2002, §5.1)
        (v, ((2 * N + 1) as f64 * UNIT_ROUNDOFF * s + t) * (1.0 + 64.0 * UNIT_ROUNDOFF))
    }

    /// The sign all members share at `x`, plus or minus, if they do.
    fn sign(&self, x: f64) -> Option<Sign> {
        let (v, bound) = self.value(x);
        certain(v, bound)
    }

    /// Value and slope of the middle polynomial.
    fn value_and_slope(&self, x: f64) -> (f64, f64) {
        let (mut v, mut d) = (0.0, 0.0);
        for i in (0..N).rev() {
            d = d * x + v;
            v = v * x + self.c[i];
        }
        (v, d)
    }
}

/// The sign of all numbers within `bound` of `v`, if they share one; a sum that has overflowed tells nothing.
#[inline(always)]
fn certain(v: f64, bound: f64) -> Option<Sign> {
    if v > bound && v <= f64::MAX {
        Some(Sign::Plus)
    } else if v < -bound && v >= f64::MIN {
        Some(Sign::Minus)
    } else {
        None
    }
}

/// Bernstein coefficients on a part of the range, with their bounds; `s` are the part's ends in 0..1.
#[derive(Clone, Copy)]
struct Piece<const N: usize> {
    b: [f64; N],
    e: [f64; N],
    s: [Interval; 2],
}

/// `WEIGHTS[n][k][j] = C(k, j) / C(n, j)`: power coefficients on 0..1 to Bernstein coefficients of degree `n`.
static WEIGHTS: [[[f64; SIZE]; SIZE]; SIZE] = weights();

const fn weights() -> [[[f64; SIZE]; SIZE]; SIZE] {
    let mut choose = [[0.0; SIZE]; SIZE];
    let mut i = 0;
    while i < SIZE {
        choose[i][0] = 1.0;
        let mut j = 1;
        while j <= i {
            choose[i][j] = choose[i - 1][j - 1] + choose[i - 1][j];
            j += 1;
        }
        i += 1;
    }
    let mut out = [[[0.0; SIZE]; SIZE]; SIZE];
    let mut n = 0;
    while n < SIZE {
        let mut k = 0;
        while k <= n {
            let mut j = 0;
            while j <= k {
                out[n][k][j] = choose[k][j] / choose[n][j];
                j += 1;
            }
            k += 1;
        }
        n += 1;
    }
    out
}

/// Power coefficients to Bernstein coefficients on `start..start + step`.
#[inline(always)]
fn bernstein<const N: usize>(mut c: [f64; N], start: f64, step: f64) -> [f64; N] {
    for i in 0..N - 1 {
        for j in (i..N - 1).rev() {
            c[j] += c[j + 1] * start;
        }
    }
    let mut power = step;
    for i in 1..N {
        c[i] *= power;
        power *= step;
    }
    let mut out = [c[0]; N];
    let weights = &WEIGHTS[N - 1];
    for k in 1..N {
        for j in 1..=k {
            out[k] += weights[k][j] * c[j];
        }
    }
    out
}

/// What the signs of Bernstein coefficients say.
enum Verdict {
    None,
    One,
    Split,
    Unsure,
}

impl<const N: usize> Piece<N> {
    /// Whether all members of the family surely have no root here: the answer nearly always.
    #[inline(always)]
    fn rejects(&self) -> bool {
        let (mut plus, mut minus) = (true, true);
        for i in 0..N {
            plus &= self.b[i] > self.e[i] && self.b[i] <= f64::MAX;
            minus &= self.b[i] < -self.e[i] && self.b[i] >= f64::MIN;
        }
        plus | minus
    }

    fn verdict(&self) -> Verdict {
        let (first, last) = (certain(self.b[0], self.e[0]), certain(self.b[N - 1], self.e[N - 1]));
        let (Some(first), Some(last)) = (first, last) else { return Verdict::Unsure };
        // a single doubtful coefficient between opposite signs changes nothing; between equal ones it may
        let (mut changes, mut sign, mut doubtful) = (0, first, 0);
        for i in 1..N {
            match certain(self.b[i], self.e[i]) {
                None => doubtful += 1,
                Some(next) => {
                    if doubtful > 1 || (doubtful == 1 && next == sign) {
                        return Verdict::Split;
                    }
                    changes += usize::from(next != sign);
                    (sign, doubtful) = (next, 0);
                }
            }
        }
        match changes {
            0 => Verdict::None,
            1 => Verdict::One,
            _ => {
                debug_assert_eq!(first == last, changes % 2 == 0);
                Verdict::Split
            }
        }
    }

    /// Both parts of a split at `tau`, by de Casteljau's scheme.
    fn split(&self, tau: f64) -> (Self, Self) {
        let middle = self.s[0] + (self.s[1] - self.s[0]) * Interval::point(tau);
        let (mut left, mut right) = (*self, *self);
        left.s[1] = middle;
        right.s[0] = middle;
        for level in 1..N {
            for i in 0..N - level {
                let (x, y) = (right.b[i], right.b[i + 1]);
                right.b[i] = (1.0 - tau) * x + tau * y;
                let spread = (1.0 - tau) * right.e[i] + tau * right.e[i + 1];
                right.e[i] =
                    (spread + 4.0 * UNIT_ROUNDOFF * (x.abs() + y.abs()) + UNDERFLOW) * (1.0 + 8.0 * UNIT_ROUNDOFF);
            }
            left.b[level] = right.b[0];
            left.e[level] = right.e[0];
        }
        (left, right)
    }
}

/// The roots in `a..=b` of every polynomial of the family; `out` is overwritten, and empty where unsure.
pub fn roots_in<T: Enclosure>(p: &Poly<T>, a: f64, b: f64, out: &mut Brackets) -> Certainty {
    out.clear();
    if a > b {
        return Certainty::Certain;
    }
    let n = p.len();
    let step = b - a;
    if n == 0 || !step.is_finite() {
        return Certainty::Unsure;
    }
    if n == 1 || step < NARROW_RANGE || step <= 8.0 * UNIT_ROUNDOFF * a.abs().max(b.abs()) {
        let sign = p.horner(&T::enclosing(Interval { lo: a, hi: b })).sign();
        return if matches!(sign, Some(Sign::Plus | Sign::Minus)) { Certainty::Certain } else { Certainty::Unsure };
    }
    // loops of known length
    match n {
        2 => roots_of_size::<2, T>(p, a, b, step, out),
        3 => roots_of_size::<3, T>(p, a, b, step, out),
        4 => roots_of_size::<4, T>(p, a, b, step, out),
        5 => roots_of_size::<5, T>(p, a, b, step, out),
        6 => roots_of_size::<6, T>(p, a, b, step, out),
        7 => roots_of_size::<7, T>(p, a, b, step, out),
        8 => roots_of_size::<8, T>(p, a, b, step, out),
        _ => roots_of_size::<SIZE, T>(p, a, b, step, out),
    }
}

/// As [`roots_in`], for `N` coefficients and a range that is not narrow.
fn roots_of_size<const N: usize, T: Enclosure>(
    p: &Poly<T>,
    a: f64,
    b: f64,
    step: f64,
    out: &mut Brackets,
) -> Certainty {
    let family = Family::<N>::of(p);
    let mut e = [0.0; N];
    for i in 0..N {
        e[i] = (80.0 * UNIT_ROUNDOFF * family.c[i].abs() + family.r[i]) * (1.0 + 128.0 * UNIT_ROUNDOFF);
    }
    let (coefficients, bounds) = (bernstein(family.c, a, step), bernstein(e, a.abs(), step));
    let piece = Piece { b: coefficients, e: bounds, s: [Interval::ZERO, Interval::ONE] };
    if piece.rejects() {
        return Certainty::Certain;
    }
    let certainty = Search { family, a, b, nodes: 0 }.look(&piece, 0, out);
    if certainty == Certainty::Unsure {
        out.clear();
    }
    certainty
}

struct Search<const N: usize> {
    family: Family<N>,
    a: f64,
    b: f64,
    nodes: usize,
}

impl<const N: usize> Search<N> {
    fn look(&mut self, piece: &Piece<N>, depth: usize, out: &mut Brackets) -> Certainty {
        self.nodes += 1;
        match piece.verdict() {
            Verdict::None => return Certainty::Certain,
            Verdict::One => return self.bracket(piece, out),
            Verdict::Unsure => return Certainty::Unsure,
            Verdict::Split => {}
        }
        if depth == MAX_DEPTH || self.nodes > MAX_NODES {
            return Certainty::Unsure;
        }
        for tau in SPLITS {
            let (left, right) = piece.split(tau);
            if certain(right.b[0], right.e[0]).is_some() {
                let first = self.look(&left, depth + 1, out);
                return if first == Certainty::Certain { self.look(&right, depth + 1, out) } else { first };
            }
        }
        Certainty::Unsure
    }

    /// An end of a part as a float of the range: for a lower end not below it, for an upper one not above it.
    fn end(&self, s: Interval, upper: bool) -> f64 {
        if s == Interval::ZERO {
            return self.a;
        }
        if s == Interval::ONE {
            return self.b;
        }
        let a = Interval::point(self.a);
        let x = a + (Interval::point(self.b) - a) * s;
        (if upper { x.lo } else { x.hi }).clamp(self.a, self.b)
    }

    /// Narrows the one root of a part to a few last places.
    fn bracket(&self, piece: &Piece<N>, out: &mut Brackets) -> Certainty {
        let f = &self.family;
        let (lo, hi) = (self.end(piece.s[0], false), self.end(piece.s[1], true));
        let (Some(below), Some(above)) = (f.sign(lo), f.sign(hi)) else { return Certainty::Unsure };
        if lo >= hi || below == above {
            return Certainty::Unsure;
        }
        let (x, slope) = self.newton(piece, lo, hi, below);
        // a bracket that cannot be narrowed holds the root, but tells no place
        let bracket = self.certify(x, slope, Bracket { lo, hi }, below);
        if bracket.is_some_and(|bracket| out.push(bracket)) { Certainty::Certain } else { Certainty::Unsure }
    }

    /// A float near the root of the middle polynomial, and the slope there.
    fn newton(&self, piece: &Piece<N>, lo: f64, hi: f64, below: Sign) -> (f64, f64) {
        let f = &self.family;
        let (mut left, mut right) = (lo, hi);
        let share = piece.b[0] / (piece.b[0] - piece.b[N - 1]);
        let mut x = (lo + (hi - lo) * share).clamp(lo, hi);
        let (mut slope, mut last) = (0.0, hi - lo);
        for _ in 0..100 {
            let (v, d) = f.value_and_slope(x);
            slope = d;
            if v == 0.0 {
                break;
            }
            if (v > 0.0) == (below == Sign::Plus) {
                left = x;
            } else {
                right = x;
            }
            let mut next = x - v / d;
            // also where the step is not a number
            let good = next > left && next < right && (next - x).abs() <= 0.5 * last;
            if !good {
                next = left + 0.5 * (right - left);
            }
            last = (next - x).abs();
            x = next;
            if last <= 2.0 * UNIT_ROUNDOFF * x.abs() || next <= left || next >= right {
                break;
            }
        }
        (x, slope)
    }

    /// The narrowest of some brackets around `x` at whose ends the signs are certain.
    fn certify(&self, x: f64, slope: f64, outer: Bracket, below: Sign) -> Option<Bracket> {
        let f = &self.family;
        let (_, bound) = f.value(x);
        // at a root of 0 and a large slope the quotient falls below all floats
        let mut reach = (4.0 * UNIT_ROUNDOFF * x.abs() + 1.125 * bound / slope.abs()).max(UNDERFLOW);
        if !reach.is_finite() {
            return None;
        }
        let mut bracket = outer;
        let (mut low_done, mut high_done) = (false, false);
        for _ in 0..16 {
            if !low_done {
                let at = x - reach;
                low_done = at <= outer.lo || f.sign(at) == Some(below);
                bracket.lo = if at <= outer.lo || !low_done { outer.lo } else { at };
            }
            if !high_done {
                let at = x + reach;
                high_done = at >= outer.hi || f.sign(at) == Some(below.flip());
                bracket.hi = if at >= outer.hi || !high_done { outer.hi } else { at };
            }
            if low_done && high_done {
                return Some(bracket);
            }
            reach *= 1.75;
        }
        None
    }
}

/// All real roots of every polynomial of a family of degree at most 2; `out` is overwritten, and empty where unsure.
pub fn quadratic<T: Enclosure>(p: &Poly<T>, out: &mut Brackets) -> Certainty {
    out.clear();
    if p.coefficients().iter().skip(3).any(|c| c.sign() != Some(Sign::Zero)) {
        return Certainty::Unsure;
    }
    let [c, b, a]: [T; 3] = std::array::from_fn(|i| p.coefficient(i));
    let roots = match (a.sign(), b.sign(), c.sign()) {
        (Some(Sign::Zero), Some(Sign::Zero), Some(Sign::Plus | Sign::Minus)) => return Certainty::Certain,
        (Some(Sign::Zero), Some(Sign::Plus | Sign::Minus), _) => [Some(c.neg().divided(b)), None],
        (Some(Sign::Plus | Sign::Minus), b_sign, _) => {
            let discriminant = b.square().sub(&a.mul(&c).mul(&T::int(4)));
            match discriminant.sign() {
                Some(Sign::Minus) => return Certainty::Certain,
                Some(Sign::Plus) => {}
                _ => return Certainty::Unsure,
            }
            let root = discriminant.root();
            let two_a = a.add(&a);
            // the sum of like signs loses nothing; the other root from the product of both
            let (r, s) = match b_sign {
                Some(Sign::Plus) => (b.add(&root).neg(), None),
                Some(Sign::Minus) => (root.sub(&b), None),
                _ => (b.neg().sub(&root), Some(root.sub(&b))),
            };
            let other = match s {
                Some(s) => s.divided(two_a),
                None => c.add(&c).divided(r),
            };
            let first = r.divided(two_a);
            if first.interval().hi < other.interval().lo {
                [Some(first), Some(other)]
            } else {
                [Some(other), Some(first)]
            }
        }
        _ => return Certainty::Unsure,
    };
    for x in roots.into_iter().flatten().map(Enclosure::interval) {
        let apart = out.last().is_none_or(|last| last.hi < x.lo);
        if !x.is_finite() || !apart || !out.push(Bracket { lo: x.lo, hi: x.hi }) {
            out.clear();
            return Certainty::Unsure;
        }
    }
    Certainty::Certain
}

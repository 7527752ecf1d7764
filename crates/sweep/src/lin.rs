//! Forms that are affine in time and linear in (cos θ, sin θ, 1): everything the sweep asks of a contact is one.
//!
//! With u = tan((θ − kπ)/2) and π = (−1)ᵏ, cos θ = π (1 − u²)/(1 + u²) and sin θ = 2πu/(1 + u²). A form times 1 + u² is
//! F₀(u) + t F₁(u), two quadratics, so a curve f = 0 is t = −F₀/F₁ as a function of the angle.

use crate::numbers::{Enclosure, Poly, Ring};

/// A vector of the plane.
pub(crate) type V2<T> = [T; 2];

/// a · b.
pub(crate) fn dot<T: Ring>(a: &V2<T>, b: &V2<T>) -> T {
    a[0].mul(&b[0]).add(&a[1].mul(&b[1]))
}

/// a × b = aₓ b_y − a_y bₓ.
pub(crate) fn cross<T: Ring>(a: &V2<T>, b: &V2<T>) -> T {
    a[0].mul(&b[1]).sub(&a[1].mul(&b[0]))
}

/// a − b.
pub(crate) fn minus<T: Ring>(a: &V2<T>, b: &V2<T>) -> V2<T> {
    [a[0].sub(&b[0]), a[1].sub(&b[1])]
}

/// The outward normal of an edge whose inside is on its left: the edge turned by −90°, as long as the edge.
pub(crate) fn outward<T: Ring>(edge: &V2<T>) -> V2<T> {
    [edge[1].clone(), edge[0].neg()]
}

/// (c₀ + c₁ t) cos θ + (s₀ + s₁ t) sin θ + (k₀ + k₁ t).
#[derive(Clone, Debug)]
pub(crate) struct Lin<T> {
    pub c: [T; 2],
    pub s: [T; 2],
    pub k: [T; 2],
}

impl<T: Ring> Lin<T> {
    /// The form of a point x fixed in a turning frame against a direction n: R x · n.
    pub fn turned(x: &V2<T>, n: &V2<T>) -> Self {
        Self { c: [dot(x, n), T::zero()], s: [cross(x, n), T::zero()], k: [T::zero(), T::zero()] }
    }

    /// A form without an angle in it.
    pub fn plain(k0: T, k1: T) -> Self {
        Self { c: [T::zero(), T::zero()], s: [T::zero(), T::zero()], k: [k0, k1] }
    }

    fn zip(&self, other: &Self, op: impl Fn(&T, &T) -> T) -> Self {
        let both = |a: &[T; 2], b: &[T; 2]| [op(&a[0], &b[0]), op(&a[1], &b[1])];
        Self { c: both(&self.c, &other.c), s: both(&self.s, &other.s), k: both(&self.k, &other.k) }
    }

    pub fn less(&self, other: &Self) -> Self {
        self.zip(other, T::sub)
    }

    pub fn scaled(&self, by: &T) -> Self {
        let each = |a: &[T; 2]| [a[0].mul(by), a[1].mul(by)];
        Self { c: each(&self.c), s: each(&self.s), k: each(&self.k) }
    }

    /// F₀ and F₁ in chart k.
    pub fn charted(&self, chart: i32) -> [Poly<T>; 2] {
        [0, 1].map(|n| {
            let (mut c, mut s) = (self.c[n].clone(), self.s[n].clone());
            if chart.rem_euclid(2) == 1 {
                (c, s) = (c.neg(), s.neg());
            }
            Poly::new(&[self.k[n].add(&c), s.add(&s), self.k[n].sub(&c)])
        })
    }

    /// F₀ + t F₁ in chart k at a given time.
    pub fn at_time(&self, time: &T, chart: i32) -> Poly<T> {
        let [f0, f1] = self.charted(chart);
        f0.add(&f1.scale(time))
    }

    /// The rate of change in time at the angle given.
    pub fn rate(&self) -> Self {
        Self { c: [self.c[1].clone(), T::zero()], s: [self.s[1].clone(), T::zero()], k: [self.k[1].clone(), T::zero()] }
    }

    /// The form with cos and sin of an angle that a rational function of one number x gives, over the positive
    /// or negative `w · td`, see [`Param`].
    pub fn along(&self, by: &Param<T>) -> Poly<T> {
        let part = |a: &[T; 2]| by.td.scale(&a[0]).add(&by.tn.scale(&a[1]));
        part(&self.c).mul(&by.c).add(&part(&self.s).mul(&by.s)).add(&part(&self.k).mul(&by.w))
    }
}

impl<T: Enclosure> Lin<T> {
    /// The value at a time and an angle.
    #[inline]
    pub fn value(&self, t: T, c: T, s: T) -> T {
        let at = |part: &[T; 2]| part[0].add(&part[1].mul(&t));
        at(&self.c).mul(&c).add(&at(&self.s).mul(&s)).add(&at(&self.k))
    }
}

/// Time and angle as rational functions of one number x: t = tn/td, cos θ = c/w, sin θ = s/w.
#[derive(Clone, Debug)]
pub(crate) struct Param<T> {
    pub tn: Poly<T>,
    pub td: Poly<T>,
    pub c: Poly<T>,
    pub s: Poly<T>,
    pub w: Poly<T>,
}

impl<T: Ring> Param<T> {
    /// x is u in a chart, time is given as a rational function of it.
    pub fn by_angle(tn: Poly<T>, td: Poly<T>, chart: i32) -> Self {
        let sign = if chart.rem_euclid(2) == 1 { -1 } else { 1 };
        Self {
            tn,
            td,
            c: Poly::new(&[T::int(sign), T::zero(), T::int(-sign)]),
            s: Poly::new(&[T::zero(), T::int(2 * sign)]),
            w: Poly::new(&[T::one(), T::zero(), T::one()]),
        }
    }

    /// x is the time; cos and sin are linear in it, over a constant.
    pub fn by_time(c: [T; 2], s: [T; 2], w: T) -> Self {
        Self {
            tn: Poly::new(&[T::zero(), T::one()]),
            td: Poly::new(&[T::one()]),
            c: Poly::new(&c),
            s: Poly::new(&s),
            w: Poly::new(&[w]),
        }
    }
}

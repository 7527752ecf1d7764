//! Intervals hold the exact result, stay points where it is a float, and say nothing where they cannot know.

use proptest::prelude::*;

use super::super::{Interval, Poly, Rational, Ring, Sign, rational, to_f64, to_interval};
use super::{integers, ratio};

/// Floats of every size: ordinary, whole, huge, tiny, below the normal range.
fn float() -> impl Strategy<Value = f64> {
    prop_oneof![
        -10.0..10.0,
        (-1000i32..1000).prop_map(f64::from),
        (-1.0..1.0, -1070i32..1020).prop_map(|(m, e)| libm::scalbn(m, e)),
        Just(0.0),
        Just(f64::MAX),
        Just(f64::MIN_POSITIVE),
    ]
}

fn interval() -> impl Strategy<Value = Interval> {
    prop_oneof![
        (float(), float()).prop_map(|(a, b)| Interval::new(a.min(b), a.max(b))),
        float().prop_map(Interval::point),
        float().prop_map(|a| Interval::new(a.next_down().max(f64::MIN), a.next_up().min(f64::MAX))),
    ]
}

/// Whether an interval holds a rational.
fn holds(x: Interval, r: &Rational) -> bool {
    (x.lo == f64::NEG_INFINITY || rational(x.lo) <= *r) && (x.hi == f64::INFINITY || rational(x.hi) >= *r)
}

/// Whether an interval is as narrow as one that holds the rational can be.
fn tightest(x: Interval, r: &Rational) -> bool {
    holds(x, r) && (x.is_point() || (x.lo.next_up() == x.hi && rational(x.lo) < *r && rational(x.hi) > *r))
}

proptest! {
    #[test]
    fn operations_hold_the_exact_result(a in interval(), b in interval()) {
        for x in [a.lo, a.mid(), a.hi] {
            prop_assert!(a.contains(x));
            let p = rational(x);
            prop_assert!(holds(-a, &-&p));
            prop_assert!(holds(a.sqr(), &(&p * &p)));
            let magnitude = rational(x.abs());
            prop_assert!(holds(a.abs(), &magnitude));
            for y in [b.lo, b.mid(), b.hi] {
                let q = rational(y);
                prop_assert!(holds(a + b, &(&p + &q)));
                prop_assert!(holds(a - b, &(&p - &q)));
                prop_assert!(holds(a * b, &(&p * &q)), "{a:?} * {b:?}");
                prop_assert!(holds(a.scale(y), &(&p * &q)));
                if y != 0.0 {
                    prop_assert!(holds(a / b, &(&p / &q)), "{a:?} / {b:?}");
                }
                prop_assert!(a.hull(b).contains(x) && a.hull(b).contains(y));
            }
            if x >= 0.0 {
                let root = a.sqrt();
                prop_assert!(root.lo >= 0.0 && rational(root.lo) * rational(root.lo) <= p);
                prop_assert!(root.hi == f64::INFINITY || rational(root.hi) * rational(root.hi) >= p);
            }
        }
    }

    #[test]
    fn operations_on_points_are_as_tight_as_can_be(x in -1e9..1e9f64, y in -1e9..1e9f64, i in -1000i64..1000, j in 1i64..1000) {
        let (a, b, p, q) = (Interval::point(x), Interval::point(y), rational(x), rational(y));
        prop_assert!(tightest(a + b, &(&p + &q)));
        prop_assert!(tightest(a - b, &(&p - &q)));
        prop_assert!(tightest(a * b, &(&p * &q)));
        if y != 0.0 {
            prop_assert!(tightest(a / b, &(&p / &q)));
        }
        let (m, n) = (Interval::int(i), Interval::int(j));
        prop_assert!((m + n).is_point() && (m * n).is_point() && (m - n).is_point());
        prop_assert_eq!((m * n) / n, m);
        prop_assert_eq!((n * n).sqrt(), n);
    }

    #[test]
    fn rationals_and_floats_meet(x in float(), n in any::<i64>(), d in 1i64..i64::MAX, e in -1100i32..1000) {
        prop_assert_eq!(to_interval(&rational(x)), Interval::point(x));
        prop_assert_eq!(to_f64(&rational(x)), x);
        let r = ratio(n, d) * rational(libm::scalbn(1.0, e.max(-1074)));
        let near = to_interval(&r);
        prop_assert!(tightest(near, &r) || near.hi == f64::INFINITY);
        // the nearest of the two: no other float is closer
        let to = |v: f64| if rational(v) > r { rational(v) - &r } else { &r - rational(v) };
        let nearest = to_f64(&r);
        prop_assert!(!nearest.is_finite() || (to(nearest) <= to(near.lo) && to(nearest) <= to(near.hi)));
    }

    #[test]
    fn polynomials_over_both_rings_agree(c in prop::collection::vec(-5.0..5.0f64, 0..5), d in prop::collection::vec(-5.0..5.0f64, 0..5), x in -2.0..2.0f64, w in 0.0..0.1f64) {
        let exact = |c: &[f64]| Poly::new(&c.iter().map(|&c| rational(c)).collect::<Vec<_>>());
        let (p, q) = (exact(&c), exact(&d));
        let (a, b) = (p.enclosure(), q.enclosure());
        let wide = Interval::new(x - w, x + w);
        for at in [x - w, x, x + w] {
            let r = rational(at);
            for (exact, float) in [
                (p.mul(&q), a.mul(&b)),
                (p.add(&q), a.add(&b)),
                (p.sub(&q.neg()), a.sub(&b.neg())),
                (p.derivative(), a.derivative()),
                (p.compose(&rational(0.3), &rational(-1.7)), a.compose(&Interval::point(0.3), &Interval::point(-1.7))),
                (p.scale(&rational(0.7)), a.scale(&Interval::point(0.7))),
            ] {
                let value = exact.eval(&r);
                prop_assert!(holds(float.eval(wide), &value));
                prop_assert!(holds(float.at(at), &value));
            }
            prop_assert_eq!(p.mul(&q).eval(&r), p.eval(&r) * q.eval(&r));
            let moved = &rational(0.3) + &rational(-1.7) * &r;
            prop_assert_eq!(p.compose(&rational(0.3), &rational(-1.7)).eval(&r), p.eval(&moved));
        }
    }
}

#[test]
fn a_narrow_argument_gives_a_narrow_value() {
    // (x − 1)³ near 1: Horner alone spreads by its coefficients, the centred form by its slope
    let p = integers(&[-1, 3, -3, 1]).enclosure();
    let x = Interval::new(1.0 - 1e-6, 1.0 + 1e-6);
    assert!(p.eval(x).width() < 1e-10 && p.horner(&x).width() > 1e-6, "{:?}", p.eval(x));
}

#[test]
fn what_is_not_finite_is_not_known() {
    let huge = Interval::point(f64::MAX);
    assert_eq!((huge + huge).hi, f64::INFINITY);
    for x in [
        Interval::point(f64::NAN),
        Interval::point(f64::INFINITY),
        Interval::new(f64::NAN, 1.0),
        Interval::new(2.0, 1.0),
    ] {
        assert_eq!(x, Interval::ENTIRE);
        for y in [x + Interval::ONE, x - x, x * Interval::ONE, x / x, Interval::ONE / Interval::ZERO, -x] {
            assert_eq!(y, Interval::ENTIRE);
            assert_eq!(y.sign(), None);
        }
        assert_eq!(x * Interval::ZERO, Interval::ZERO);
        assert!(x.sqrt().hi == f64::INFINITY && x.mid().is_finite());
    }
    assert_eq!(Interval::new(-2.0, -1.0).sqrt(), Interval::ENTIRE);
    assert_eq!(Interval::ZERO.sign(), Some(Sign::Zero));
    assert_eq!(Interval::new(-0.0, 0.0).sign(), Some(Sign::Zero));
    assert_eq!(Interval::new(1.0, 2.0).intersect(Interval::new(3.0, 4.0)), None);
    assert_eq!(Interval::new(1.0, 2.0).order(Interval::new(3.0, 4.0)), Some(std::cmp::Ordering::Less));
    assert_eq!(Interval::ONE.order(Interval::ONE), Some(std::cmp::Ordering::Equal));
    assert_eq!(Interval::new(0.0, 1.0).order(Interval::ONE), None);
    assert!(!Interval::int(i64::MAX).is_point() && Interval::int(i64::MAX).contains(i64::MAX as f64));
}

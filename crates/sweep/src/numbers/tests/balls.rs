//! Balls hold the exact result, and what they tell of signs and roots is so.

use proptest::prelude::*;

use super::super::{
    Ball, Brackets, Certainty, Enclosure, Interval, Poly, Rational, Ring, quadratic, rational, roots_in, sign_of,
};
use super::with_roots;

/// Floats of the sizes balls are made for, whole ones among them.
fn float() -> impl Strategy<Value = f64> {
    prop_oneof![-10.0..10.0, (-1000i32..1000).prop_map(f64::from), (-1e12..1e12), (1e-11..1e-9), Just(0.0)]
}

fn ball() -> impl Strategy<Value = Ball> {
    (float(), prop_oneof![Just(0.0), 0.0..1e-3, 0.0..10.0]).prop_map(|(m, r)| Ball { m, r })
}

/// Whether a ball holds a rational.
fn holds(x: Ball, value: &Rational) -> bool {
    let off = value - rational(x.m);
    let off = if off < Rational::ZERO { -off } else { off };
    x.r == f64::INFINITY || off <= rational(x.r)
}

/// Numbers of a ball: its middle and its ends, as far as they are floats inside.
fn members(x: Ball) -> [Rational; 3] {
    [rational(x.m), rational(x.m) - rational(x.r), rational(x.m) + rational(x.r)]
}

proptest! {
    #[test]
    fn operations_hold_the_exact_result(a in ball(), b in ball()) {
        for p in members(a) {
            prop_assert!(holds(Ring::neg(&a), &-&p));
            prop_assert!(holds(a.square(), &(&p * &p)));
            for q in members(b) {
                prop_assert!(holds(Ring::add(&a, &b), &(&p + &q)));
                prop_assert!(holds(Ring::sub(&a, &b), &(&p - &q)));
                prop_assert!(holds(Ring::mul(&a, &b), &(&p * &q)));
                if q != Rational::ZERO {
                    prop_assert!(holds(a.divided(b), &(&p / &q)), "{a:?} / {b:?}");
                }
            }
            if let Some(sign) = a.sign() {
                prop_assert_eq!(sign, sign_of(&p));
            }
            let inside = a.interval();
            prop_assert!(rational(inside.lo) <= p && p <= rational(inside.hi));
        }
    }

    #[test]
    fn roots_hold_the_exact_result(a in ball()) {
        let root = a.root();
        for p in members(a).into_iter().filter(|p| *p >= Rational::ZERO) {
            // |√p − m| ≤ r where (m − r)² ≤ p ≤ (m + r)²
            if root.r.is_finite() {
                let (m, r) = (rational(root.m), rational(root.r));
                let (low, high) = (&m - &r, &m + &r);
                prop_assert!(low < Rational::ZERO || &low * &low <= p);
                prop_assert!(&high * &high >= p);
            }
        }
    }

    #[test]
    fn an_interval_is_held(lo in float(), width in 0.0..10.0f64) {
        let x = Interval::new(lo, lo + width);
        let ball = Ball::of(x);
        prop_assert!(holds(ball, &rational(x.lo)) && holds(ball, &rational(x.hi)));
    }

    /// Brackets of polynomials in balls hold the roots the polynomial was made of.
    #[test]
    fn roots_of_balls_are_those_it_was_made_of(mut roots in prop::collection::vec(-40i32..40, 1..=4)) {
        roots.sort_unstable();
        roots.dedup();
        let exact: Vec<Rational> = roots.iter().map(|&r| Rational::from(r) / Rational::from(16)).collect();
        let p = with_roots(&exact);
        let balls: Vec<Ball> =
            p.coefficients().iter().map(|c| Ball::of(super::super::to_interval(c))).collect();
        let family = Poly::new(&balls);
        let mut found = Brackets::default();
        let check = |certain: Certainty, found: &Brackets| -> Result<(), TestCaseError> {
            if certain == Certainty::Certain {
                prop_assert_eq!(found.len(), exact.len());
                for (bracket, root) in found.iter().zip(&exact) {
                    prop_assert!(rational(bracket.lo) <= *root && *root <= rational(bracket.hi));
                }
            }
            Ok(())
        };
        let certain = roots_in(&family, -3.0, 3.0, &mut found);
        check(certain, &found)?;
        if exact.len() <= 2 {
            let certain = quadratic(&family, &mut found);
            prop_assert_eq!(certain, Certainty::Certain);
            check(certain, &found)?;
        }
    }
}

#[test]
fn coordinates_that_are_huge_or_tiny_are_not_for_balls() {
    let point = Interval::point;
    assert!([0.0, 1.0, -3e11, 1e-11].into_iter().all(|x| Ball::tame(point(x))));
    assert!([1e13, -1e13, 1e-13, f64::MIN_POSITIVE].into_iter().all(|x| !Ball::tame(point(x))));
    assert!(!Ball::tame(Interval::ENTIRE));
    // below what a sign is told of
    assert_eq!(Ball { m: 1e-200, r: 0.0 }.sign(), None);
}

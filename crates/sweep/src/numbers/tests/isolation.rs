//! Roots found in floats are the exact roots, or it is said that they are not sure.

use mainspring_trust::{Against, case};
use proptest::prelude::*;

use super::super::{
    Algebraic, Brackets, Certainty, Interval, Poly, Rational, quadratic, rational, roots_in, to_interval,
};
use super::{integers, ratio, with_roots};

/// Each bracket holds one exact root and the sign changes over it; together they are all roots of the range.
fn check(p: &Poly<Rational>, a: f64, b: f64, found: &Brackets) -> Result<(), TestCaseError> {
    let exact = Algebraic::roots(p, &rational(a), &rational(b));
    prop_assert_eq!(exact.len(), found.len(), "{:?}", found);
    for (x, bracket) in exact.iter().zip(found.iter()) {
        prop_assert!(x.compare_rational(&rational(bracket.lo)).is_ge(), "{} below {:?}", x.to_f64(), bracket);
        prop_assert!(x.compare_rational(&rational(bracket.hi)).is_le(), "{} above {:?}", x.to_f64(), bracket);
    }
    prop_assert!(found.windows(2).all(|w| w[0].hi <= w[1].lo));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn quartics_with_known_roots(n in prop::array::uniform4(-3000i64..3000), scale in 1i64..1000, wide in prop::bool::ANY) {
        let roots = n.map(|n| ratio(n, 1000));
        let p = with_roots(&roots).scale(&ratio(scale, 7));
        let (a, b) = if wide { (-3.5, 3.25) } else { (-1.0, 0.7) };
        let mut found = Brackets::default();
        let sure = roots_in(&p.enclosure(), a, b, &mut found);
        if sure == Certainty::Certain {
            check(&p, a, b, &found)?;
            // as narrow as the condition of the root lets floats be, but for a small factor
            for bracket in found.iter() {
                let (x, slope) = (Interval::point(bracket.lo), p.derivative().enclosure());
                let size = p.coefficients().iter().rev().fold(0.0, |s, c| s * bracket.lo.abs() + to_interval(c).abs().hi);
                let condition = f64::EPSILON * (bracket.lo.abs() + size / slope.eval(x).abs().lo);
                prop_assert!(bracket.hi - bracket.lo < 32.0 * condition + 1e-290, "{:?} {}", bracket, condition);
            }
        } else {
            prop_assert!(found.is_empty());
        }
        // roots well apart from each other and from the ends are never in doubt
        let mut all = n.to_vec();
        all.extend([(a * 1000.0) as i64, (b * 1000.0) as i64]);
        all.sort_unstable();
        if all.windows(2).all(|w| w[1] - w[0] > 20) {
            prop_assert_eq!(sure, Certainty::Certain);
        }
    }

    #[test]
    fn any_polynomial_in_any_range(c in prop::collection::vec(-100.0..100.0f64, 1..9), a in -5.0..5.0f64, w in 0.0..8.0f64) {
        let p = Poly::new(&c.iter().map(|&c| rational(c)).collect::<Vec<_>>());
        let mut found = Brackets::default();
        if roots_in(&p.enclosure(), a, a + w, &mut found) == Certainty::Certain {
            check(&p, a, a + w, &found)?;
        }
    }

    #[test]
    fn every_member_of_a_family_has_the_roots(c in prop::array::uniform5(-3.0..3.0f64), r in 1e-12..1e-3f64, pick in prop::array::uniform5(0.0..1.0f64)) {
        let family = Poly::new(&c.map(|c| Interval::new(c - r, c + r)));
        let mut found = Brackets::default();
        if roots_in(&family, -2.0, 2.0, &mut found) == Certainty::Certain {
            let member: [Rational; 5] = std::array::from_fn(|i| {
                let x = family.coefficient(i);
                rational((x.lo + (x.hi - x.lo) * pick[i]).clamp(x.lo, x.hi))
            });
            check(&Poly::new(&member), -2.0, 2.0, &found)?;
        }
    }

    #[test]
    fn near_double_roots_are_right_or_unsure(n in -900i64..900, gap in 0i32..60, third in -2.0..2.0f64) {
        let r = ratio(n, 1000);
        let apart = rational(libm::scalbn(1.0, -gap));
        let p = with_roots(&[r.clone(), r + apart, rational(third)]);
        let mut found = Brackets::default();
        if roots_in(&p.enclosure(), -2.5, 2.5, &mut found) == Certainty::Certain {
            check(&p, -2.5, 2.5, &found)?;
        }
    }

    #[test]
    fn quadratics_in_closed_form(c in prop::array::uniform3(-9i64..9), wide in prop::bool::ANY) {
        let p = integers(&c);
        let family = if wide { Poly::new(&c.map(|c| Interval::new(c as f64 - 1e-9, c as f64 + 1e-9))) } else { p.enclosure() };
        let mut found = Brackets::default();
        if quadratic(&family, &mut found) == Certainty::Certain {
            check(&p, -100.0, 100.0, &found)?;
        } else if !wide {
            // floats without radius fail only at double roots and at the zero polynomial
            prop_assert!(c[1] * c[1] == 4 * c[0] * c[2]);
        }
    }
}

#[test]
fn chebyshev_roots_to_the_last_places() {
    // T₈ = 128x⁸ − 256x⁶ + 160x⁴ − 32x² + 1, roots cos((2k + 1)π/16)
    let p = integers(&[1, 0, -32, 0, 160, 0, -256, 0, 128]);
    let mut found = Brackets::default();
    assert_eq!(roots_in(&p.enclosure(), -1.0, 1.0, &mut found), Certainty::Certain);
    assert_eq!(found.len(), 8);
    let off = found.iter().enumerate().map(|(i, bracket)| {
        let k = 7 - i;
        let root = libm::cos((2 * k + 1) as f64 * std::f64::consts::PI / 16.0);
        (bracket.lo - root).abs().max((bracket.hi - root).abs())
    });
    case!("Chebyshev polynomial of degree 8", "roots, bracketed in floats", Against::ClosedForm, "cos((2k + 1)π/16)")
        .off(mainspring_trust::largest(off), 1e-13);
}

#[test]
fn well_parted_roots_are_narrow() {
    let p = integers(&[-2, 0, 1]);
    let mut found = Brackets::default();
    for f in [roots_in(&p.enclosure(), 0.0, 3.0, &mut found), quadratic(&p.enclosure(), &mut found)] {
        assert_eq!(f, Certainty::Certain);
        let last = found.last().expect("√2");
        assert!(last.lo <= std::f64::consts::SQRT_2 && std::f64::consts::SQRT_2 <= last.hi.next_up());
        assert!(last.hi - last.lo < 12.0 * f64::EPSILON, "{last:?}");
    }
}

#[test]
fn nothing_makes_it_fail() {
    let mut found = Brackets::default();
    let mut unsure = |c: &[Interval], a: f64, b: f64| roots_in(&Poly::new(c), a, b, &mut found) == Certainty::Unsure;
    let point = Interval::point;
    assert!(unsure(&[], -1.0, 1.0));
    assert!(unsure(&[Interval::ZERO; 9], -1.0, 1.0));
    assert!(unsure(&[Interval::ENTIRE; 5], -1.0, 1.0));
    assert!(unsure(&[Interval::ONE, Interval::ONE], f64::NAN, 1.0));
    assert!(unsure(&[Interval::ONE, Interval::ONE], f64::NEG_INFINITY, f64::INFINITY));
    assert!(unsure(&[point(1e300), point(-1e300), point(1e300)], -1e200, 1e200));
    assert!(unsure(&[point(1.0), point(-2.0), point(1.0)], 0.0, 3.0), "a double root");
    assert!(unsure(&[point(0.0), point(1.0), point(1.0)], 0.0, 3.0), "a root at the end");
    assert!(!unsure(&[point(1.0), point(1.0)], 2.0, 1.0), "an empty range");
    assert!(!unsure(&[point(1.0), point(1.0)], 0.5, 0.5), "a range of one point");
    assert!(!unsure(&[point(1e300), point(1e299)], 0.0, 1.0), "huge, but of one sign");
    assert_eq!(quadratic(&Poly::<Interval>::zero(), &mut found), Certainty::Unsure);
    assert_eq!(quadratic(&Poly::constant(point(2.0)), &mut found), Certainty::Certain);
    assert_eq!(quadratic(&Poly::new(&[point(1e308); 3]), &mut found), Certainty::Unsure);
    assert_eq!(to_interval(&ratio(1, 3)).hi, 1.0 / 3.0 + f64::EPSILON / 4.0);
}

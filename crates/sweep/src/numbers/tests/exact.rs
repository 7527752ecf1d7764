//! Algebraic numbers against known roots, equalities that hold exactly, and near-equalities that do not.

use std::cmp::Ordering;

use mainspring_trust::{Against, case};
use proptest::prelude::*;

use super::super::{Algebraic, Poly, Poly2, Rational, Sign, compare, rational, sign_at, sign_at_two, sign_of};
use super::{integers, ratio, with_roots};

/// The positive square root of a whole number.
fn root_of(n: i64) -> Algebraic {
    Algebraic::all_roots(&integers(&[-n, 0, 1])).pop().expect("a positive number has a root")
}

/// `10^−n`.
fn tenth(n: usize) -> Rational {
    (0..n).fold(Rational::ONE, |x, _| x / Rational::from(10))
}

/// The signs of Sturm's chain at a rational, counted: an independent count of roots.
fn sturm_count(p: &Poly<Rational>, lo: &Rational, hi: &Rational) -> usize {
    let trim = |p: &Poly<Rational>| {
        let c = p.coefficients();
        Poly::new(&c[..c.iter().rposition(|c| !c.is_zero()).map_or(0, |i| i + 1)])
    };
    let mut chain = vec![trim(p), trim(&p.derivative())];
    while let [.., a, b] = &chain[..] {
        if b.is_empty() {
            break;
        }
        let mut rest = a.clone();
        while rest.len() >= b.len() {
            let shift = rest.len() - b.len();
            let q = rest.coefficient(rest.len() - 1) / b.coefficient(b.len() - 1);
            let mut power = vec![Rational::ZERO; shift];
            power.push(q);
            rest = trim(&rest.sub(&b.mul(&Poly::new(&power))));
        }
        chain.push(rest.neg());
    }
    let changes = |x: &Rational| {
        let signs: Vec<Sign> = chain.iter().map(|p| sign_of(&p.eval(x))).filter(|s| *s != Sign::Zero).collect();
        signs.windows(2).filter(|w| w[0] != w[1]).count()
    };
    changes(lo) - changes(hi)
}

proptest! {
    #[test]
    fn rational_roots_are_all_found_in_order(n in prop::collection::vec((-60i64..60, 1i64..40), 1..8), lo in -30i64..30, w in 0i64..40) {
        let mut roots: Vec<Rational> = n.iter().map(|&(n, d)| ratio(n, d)).collect();
        let p = with_roots(&roots);
        roots.sort();
        roots.dedup();
        let found = Algebraic::all_roots(&p);
        prop_assert_eq!(found.len(), roots.len());
        for (x, r) in found.iter().zip(&roots) {
            prop_assert_eq!(x.compare_rational(r), Ordering::Equal);
            prop_assert_eq!(compare(x, &Algebraic::rational(r.clone())), Ordering::Equal);
            prop_assert_eq!(sign_at(&p, x), Sign::Zero);
            let interval = x.enclosure();
            prop_assert!(rational(interval.lo) <= *r && *r <= rational(interval.hi));
            prop_assert!(interval.lo == interval.hi || interval.lo.next_up() == interval.hi);
        }
        let (lo, hi) = (ratio(lo, 4), ratio(lo + w, 4));
        let inside = roots.iter().filter(|r| **r >= lo && **r <= hi).count();
        prop_assert_eq!(Algebraic::roots(&p, &lo, &hi).len(), inside);
    }

    #[test]
    fn as_many_roots_as_sturm_counts(c in prop::collection::vec(-50i64..50, 2..8), a in -40i64..40, w in 1i64..60) {
        let p = integers(&c);
        let (lo, hi) = (ratio(a, 10), ratio(a + w, 10));
        prop_assume!(!p.eval(&lo).is_zero() && !p.eval(&hi).is_zero());
        let found = Algebraic::roots(&p, &lo, &hi);
        prop_assert_eq!(found.len(), sturm_count(&p, &lo, &hi));
        for pair in found.windows(2) {
            prop_assert_eq!(compare(&pair[0], &pair[1]), Ordering::Less);
            prop_assert!(pair[0].to_f64() <= pair[1].to_f64());
        }
        for x in &found {
            prop_assert_eq!(sign_at(&p, x), Sign::Zero);
            let e = x.enclosure();
            prop_assert!(e.lo <= x.to_f64() && x.to_f64() <= e.hi);
            // floats do not depend on how far it was refined
            let again = x.clone();
            again.refine(500);
            prop_assert_eq!(again.enclosure(), e);
            prop_assert_eq!(again.to_f64(), x.to_f64());
            let (below, above) = x.bounds(70);
            prop_assert!(x.compare_rational(&below).is_ge() && x.compare_rational(&above).is_le());
            prop_assert!(&above - &below <= rational(libm::scalbn(1.0, -70)));
            prop_assert_eq!(again.bounds(70), (below, above));
            let one = Algebraic::from_bracket(&p, e.lo, e.hi).expect("one root in its own enclosure");
            prop_assert_eq!(compare(x, &one), Ordering::Equal);
        }
    }

    #[test]
    fn signs_at_a_root_follow_from_arithmetic(c in prop::collection::vec(-9i64..9, 1..4), d in prop::collection::vec(-9i64..9, 2..5)) {
        // modulo its own polynomial, p·q + c has the sign of c; and a product has the product of signs
        let (p, q) = (integers(&d), integers(&c));
        for x in Algebraic::all_roots(&p) {
            let plus = p.mul(&q).add(&q);
            prop_assert_eq!(sign_at(&plus, &x), sign_at(&q, &x));
            prop_assert_eq!(sign_at(&p.mul(&q), &x), Sign::Zero);
            prop_assert_eq!(sign_at(&q.mul(&q), &x), sign_at(&q, &x).times(sign_at(&q, &x)));
            let float = q.enclosure().eval(x.enclosure()).sign();
            prop_assert!(float.is_none_or(|s| s == sign_at(&q, &x)));
        }
    }

    #[test]
    fn two_variables_against_order_and_one_variable(c in prop::collection::vec(-9i64..9, 3..5), d in prop::collection::vec(-9i64..9, 3..5), e in prop::collection::vec(-5i64..5, 1..4)) {
        let (p, q, f) = (integers(&c), integers(&d), integers(&e));
        let difference = Poly2::x().sub(&Poly2::y());
        for x in Algebraic::all_roots(&p) {
            for y in Algebraic::all_roots(&q) {
                prop_assert_eq!(sign_at_two(&difference, &x, &y), Sign::of_order(compare(&x, &y)));
                prop_assert_eq!(sign_at_two(&difference.swap(), &x, &y).flip(), sign_at_two(&difference, &x, &y));
                prop_assert_eq!(sign_at_two(&Poly2::in_x(&f), &x, &y), sign_at(&f, &x));
                prop_assert_eq!(sign_at_two(&Poly2::in_y(&f), &x, &y), sign_at(&f, &y));
                let product = Poly2::in_x(&f).mul(&difference);
                prop_assert_eq!(sign_at_two(&product, &x, &y), sign_at(&f, &x).times(Sign::of_order(compare(&x, &y))));
                let zero = Poly2::in_x(&p).mul(&Poly2::in_y(&f)).add(&Poly2::in_y(&q));
                prop_assert_eq!(sign_at_two(&zero, &x, &y), Sign::Zero);
            }
        }
    }

    #[test]
    fn products_of_square_roots(a in 1i64..60, b in 1i64..60) {
        // √a √b = √(ab), and √a + √b = √(a + b + 2√(ab)): sign of xy − k for every whole k near it is that of ab − k²
        let (x, y) = (root_of(a), root_of(b));
        let product = Poly2::x().mul(&Poly2::y());
        for k in [((a * b) as f64).sqrt() as i64, ((a * b) as f64).sqrt() as i64 + 1] {
            let sign = sign_at_two(&product.sub(&Poly2::constant(Rational::from(k))), &x, &y);
            prop_assert_eq!(sign, Sign::of_order((a * b).cmp(&(k * k))));
        }
        prop_assert_eq!(compare(&x, &y), a.cmp(&b));
    }
}

#[test]
fn equalities_and_near_equalities_of_surds() {
    // (√2 + √3)² = 5 + 2√6: with x = √2 + √3 the root of x⁴ − 10x² + 1, and y = √6
    let x = Algebraic::all_roots(&integers(&[1, 0, -10, 0, 1])).pop().expect("four roots");
    let y = root_of(6);
    let equal = Poly2::x().mul(&Poly2::x()).sub(&Poly2::y().scale(&Rational::from(2)));
    let mut wrong = 0.0;
    for (offset, sign) in [
        (Rational::ZERO, Sign::Zero),
        (tenth(40), Sign::Minus),
        (-tenth(40), Sign::Plus),
        (tenth(400), Sign::Minus),
        (-tenth(400), Sign::Plus),
    ] {
        let p = equal.sub(&Poly2::constant(Rational::from(5) + offset));
        wrong += f64::from(u8::from(sign_at_two(&p, &x, &y) != sign));
    }
    // (√2 √3)² = 6, √6² = 3 √2², √6 = 3 √(2/3): numbers whose polynomials share no root
    let square = |p: Poly2| p.mul(&p);
    let times = |n: i64, p: Poly2| p.scale(&Rational::from(n));
    let two_thirds = Algebraic::all_roots(&integers(&[-2, 0, 3])).pop().expect("√(2/3)");
    let product = Poly2::x().mul(&Poly2::y());
    for (a, b, p) in [
        (&root_of(2), &root_of(3), square(product).sub(&Poly2::constant(Rational::from(6)))),
        (&root_of(6), &root_of(2), square(Poly2::x()).sub(&times(3, square(Poly2::y())))),
        (&root_of(6), &two_thirds, Poly2::x().sub(&times(3, Poly2::y()))),
    ] {
        wrong += f64::from(u8::from(sign_at_two(&p, a, b) != Sign::Zero));
    }
    case!("nested square roots", "signs decided wrongly", Against::ClosedForm, "(√2 + √3)² = 5 + 2√6, √6 = 3 √(2/3)")
        .answer(0.0, "")
        .off(wrong, 0.0);
}

#[test]
fn order_of_roots_a_hair_apart() {
    let x = root_of(2);
    for n in [20, 40, 200] {
        // (x − ε)² = 2
        let e = tenth(n);
        let moved = Poly::new(&[&e * &e - Rational::from(2), Rational::from(-2) * &e, Rational::ONE]);
        let y = Algebraic::all_roots(&moved).pop().expect("two roots");
        assert_eq!(compare(&x, &y), Ordering::Less);
        assert_eq!(compare(&y, &x), Ordering::Greater);
        assert_eq!(sign_at(&moved, &x), Sign::Minus);
        assert_eq!(x.to_f64(), std::f64::consts::SQRT_2);
    }
    // the same root of two polynomials that share it
    let both = integers(&[-2, 0, 1]).mul(&integers(&[-5, 1, 0, 1]));
    assert!(Algebraic::all_roots(&both).iter().any(|y| compare(&x, y) == Ordering::Equal));
}

#[test]
fn cosines_of_fractions_of_a_turn() {
    // cos(2πk/7) are the roots of 8x³ + 4x² − 4x − 1
    let roots = Algebraic::all_roots(&integers(&[-1, -4, 4, 8]));
    assert_eq!(roots.len(), 3);
    let off =
        roots.iter().zip([3.0, 2.0, 1.0]).map(|(x, k)| x.to_f64() - libm::cos(2.0 * std::f64::consts::PI * k / 7.0));
    case!("cubic of the heptagon", "its roots", Against::ClosedForm, "cos(2πk/7)")
        .off(mainspring_trust::largest(off), 4e-16);
    // the second Chebyshev polynomial takes each root to the next one
    let double = integers(&[-1, 0, 2]);
    for (x, y) in [(&roots[2], &roots[1]), (&roots[1], &roots[0]), (&roots[0], &roots[2])] {
        let p = Poly2::in_x(&double).sub(&Poly2::y());
        assert_eq!(sign_at_two(&p, x, y), Sign::Zero);
    }
}

#[test]
fn thousands_of_bits_are_right() {
    // 3^(1/4): the fourth powers of bounds 2^−5000 apart lie either side of 3, exactly
    let p = integers(&[-3, 0, 0, 0, 1]);
    let x = Algebraic::from_bracket(&p, 1.0, 2.0).expect("one root");
    let (below, above) = x.bounds(5000);
    assert_eq!((sign_of(&p.eval(&below)), sign_of(&p.eval(&above))), (Sign::Minus, Sign::Plus));
    let width = (0..50).fold(&above - &below, |w, _| w * rational(libm::scalbn(1.0, 100)));
    assert_eq!(width, Rational::ONE);
    // its square is √3, at any precision
    assert_eq!(sign_at_two(&Poly2::x().mul(&Poly2::x()).sub(&Poly2::y()), &x, &root_of(3)), Sign::Zero);
    assert_eq!(compare(&x, &Algebraic::rational(below)), Ordering::Greater);
}

#[test]
fn nothing_makes_it_fail() {
    assert!(Algebraic::all_roots(&Poly::zero()).is_empty());
    assert!(Algebraic::all_roots(&integers(&[0, 0, 0])).is_empty());
    assert!(Algebraic::all_roots(&integers(&[5])).is_empty());
    assert!(Algebraic::roots(&integers(&[-2, 0, 1]), &ratio(3, 1), &ratio(-3, 1)).is_empty());
    assert_eq!(Algebraic::roots(&integers(&[-1, 0, 1]), &ratio(1, 1), &ratio(1, 1)).len(), 1);
    assert_eq!(Algebraic::roots(&integers(&[0, 0, 0, 0, 1]), &ratio(-1, 1), &ratio(1, 1)).len(), 1);
    assert!(Algebraic::from_bracket(&integers(&[-2, 0, 1]), -2.0, 2.0).is_none(), "two roots");
    assert!(Algebraic::from_bracket(&integers(&[2, 0, 1]), -2.0, 2.0).is_none(), "no root");
    assert!(Algebraic::from_bracket(&integers(&[-2, 0, 1]), f64::NAN, 2.0).is_none());
    assert!(Algebraic::from_bracket(&Poly::zero(), 0.0, 2.0).is_none());
    let huge = rational(f64::MAX);
    let p = Poly::new(&[-&huge * &huge, Rational::from(3), Rational::ONE / &huge]);
    let roots = Algebraic::all_roots(&p);
    assert_eq!(roots.len(), 2);
    assert!(roots.iter().all(|x| sign_at(&p, x) == Sign::Zero && !x.enclosure().lo.is_nan()));
    assert_eq!(compare(&roots[0], &roots[1]), Ordering::Less);
    assert_eq!(sign_at(&Poly::zero(), &roots[0]), Sign::Zero);
    assert_eq!(sign_at_two(&Poly2::new(vec![]), &roots[0], &roots[1]), Sign::Zero);
    assert_eq!(sign_at_two(&Poly2::new(vec![vec![], vec![]]), &roots[0], &roots[1]), Sign::Zero);
    assert_eq!(sign_at_two(&Poly2::constant(ratio(-1, 3)), &roots[0], &roots[1]), Sign::Minus);
    // a root far below the smallest float
    let tiny = Algebraic::all_roots(&Poly::new(&[-tenth(700), Rational::ZERO, Rational::from(2)]));
    assert_eq!(tiny[1].sign(), Sign::Plus);
    assert!(tiny[1].enclosure().lo == 0.0 && tiny[1].enclosure().hi > 0.0);
    assert_eq!(tiny[1].to_f64(), 0.0);
}

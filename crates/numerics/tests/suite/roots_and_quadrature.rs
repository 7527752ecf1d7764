//! Roots, low places and integrals of known functions.

use mainspring_numerics::golden_section::{dip_to_zero, least_value};
use mainspring_numerics::quadrature::{
    GAUSS_3, GAUSS_4, GAUSS_6, GAUSS_8_HALF, GAUSS_10, GAUSS_16, adaptive_gauss, gauss_kronrod,
};
use mainspring_numerics::roots::{bisect, bisect_to_neighbours, bisect_to_width, itp};

#[test]
fn itp_finds_roots_with_few_evaluations() {
    let cases: [(&dyn Fn(f64) -> f64, f64); 3] = [
        (&|x| x * x * x - 0.2, 0.584_803_547_642_573_2),
        (&|x| if x > 0.3 { 1.0 } else { -1.0 }, 0.3),
        (&|x| (x - 0.7) * 1e-9, 0.7),
    ];
    for (f, root) in cases {
        let mut count = 0;
        let x = itp(0.0, 1.0, f(0.0), f(1.0), 1e-14, |x| {
            count += 1;
            f(x)
        });
        assert!((x - root).abs() < 1e-13, "{x} {root}");
        assert!(f(x) > 0.0 && count < 60, "{count}");
    }
}

#[test]
fn bisection_closes_in_on_a_change() {
    let below = |x: f64| x * x < 2.0;
    let [low, high] = bisect(1.0, 2.0, 20, below);
    assert!(below(low) && !below(high) && (high - low) == 1.0 / f64::from(1 << 20));
    let [low, high] = bisect_to_width(1.0, 2.0, 1e-9, below);
    assert!(below(low) && !below(high) && high - low <= 1e-9);
    let [low, high] = bisect_to_neighbours(1.0, 2.0, below);
    assert_eq!(low.next_up(), high);
    assert_eq!([low, high], bisect(1.0, 2.0, 200, below));
}

#[test]
fn the_golden_section_finds_low_places() {
    assert!((least_value(0.0, 2.0, 60, |x| (x - 0.7) * (x - 0.7) + 3.0) - 3.0).abs() < 1e-15);
    let dip = dip_to_zero(0.0, 1.0, |x| (x - 0.3) * (x - 0.3) - 1e-8).unwrap();
    assert!((dip - 0.3).abs() <= 1e-4, "{dip}");
    assert_eq!(dip_to_zero(0.0, 1.0, |x| (x - 0.3) * (x - 0.3) + 1e-8), None);
}

#[test]
fn gauss_rules_are_exact_for_the_polynomials_they_should_be() {
    let rules: [&[[f64; 2]]; 5] = [&GAUSS_3, &GAUSS_4, &GAUSS_6, &GAUSS_10, &GAUSS_16];
    for rule in rules {
        for degree in 0..2 * rule.len() as i32 {
            let sum: f64 = rule.iter().map(|[x, w]| w * libm::pow(*x, f64::from(degree))).sum();
            assert!((sum * f64::from(degree + 1) - 1.0).abs() < 1e-14, "{} points, degree {degree}", rule.len());
        }
    }
    for degree in [0, 2, 14] {
        let sum: f64 = GAUSS_8_HALF.iter().map(|(x, w)| w * libm::pow(*x, f64::from(degree))).sum();
        assert!((sum * f64::from(degree + 1) - 1.0).abs() < 1e-14, "degree {degree}");
    }
}

#[test]
fn adaptive_rules_find_known_integrals() {
    // ∫₀¹ eˢ = e − 1, ∫₀¹ |s − 0.3| = 0.29
    let mut f = |s: f64| [libm::exp(s), (s - 0.3).abs()];
    let [a, b] = adaptive_gauss(0.0, 1.0, &[1e-13; 2], &mut f);
    assert!((a - (std::f64::consts::E - 1.0)).abs() < 1e-13 && (b - 0.29).abs() < 1e-13, "{a} {b}");
    let (fine, coarse) = gauss_kronrod(0.0, 1.0, &mut |s| [libm::exp(s)]);
    assert!((fine[0] - (std::f64::consts::E - 1.0)).abs() < 1e-15 && (fine[0] - coarse[0]).abs() < 1e-14);
}

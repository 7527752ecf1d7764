//! Sensitivities against closed forms, and probabilities against exact values.

use crate::given;

use given::{case, ramp, ratio};
use mainspring_sweep::assembly::{
    DesignFault, Dimension, Drawn, Sampling, Side, Spread, Tolerance, Way, sensitivity, tolerance,
};
use mainspring_sweep::{Method, Obstacle, Problem, Rational, solve};
use mainspring_trust::{Against, case as compared, largest};

fn dimension(name: &str, unit: &str, nominal: Rational) -> Dimension {
    Dimension { name: name.to_owned(), unit: unit.to_owned(), nominal }
}

fn ramp_design() -> Drawn<impl Fn(&[Rational]) -> Result<Problem, String> + Sync> {
    let dimensions = vec![
        dimension("length", "m", ratio(2, 1)),
        dimension("rise", "", ratio(1, 3)),
        dimension("friction", "", ratio(3, 10)),
    ];
    Drawn { dimensions, draw: |v: &[Rational]| Ok(ramp(&v[0], &v[1], &v[2], 2.5)) }
}

#[test]
fn a_ramp_by_length_slope_and_friction() {
    let found = sensitivity(&ramp_design(), Way::In).expect("slopes");
    let theta = libm::atan(0.75);
    let (length, rise, mu) = (2.0, 1.0 / 3.0, 0.3);
    let angle = libm::atan(rise) + libm::atan(mu);
    let tangent = libm::tan(angle);
    let force = 2.5 * theta / length * tangent;
    let secant = 2.5 * theta / length * (1.0 + tangent * tangent);
    let wanted = [-force / length, secant / (1.0 + rise * rise), secant / (1.0 + mu * mu)];
    let mut errors = Vec::new();
    for (found, wanted) in found.iter().zip(wanted) {
        assert_eq!(found.side, Side::Both);
        let slope = found.slope.expect("a slope");
        assert!((slope - wanted).abs() <= 2.0 * found.error + 1e-11, "{slope} ± {} against {wanted}", found.error);
        errors.push(slope / wanted - 1.0);
    }
    assert!((found[0].relative.expect("both are not 0") + 1.0).abs() < 1e-9);
    compared!("a lever on a ramp", "dF/dL, dF/dα and dF/dμ, relative", Against::ClosedForm, "of (κ|θ|/L) tan(α + φ)")
        .off(largest(errors), 1e-9);
}

/// The ramp of a reference case twice, the second with another height.
fn two_ramps(height: &Rational) -> Problem {
    let (_, mut problem) = case("03_snap_off_end");
    let second: Vec<_> = problem.obstacles[0].rings[0].iter().map(|p| [&p[0] + ratio(10, 1), &p[1] * height]).collect();
    problem.obstacles.push(Obstacle { name: "second".to_owned(), rings: vec![second] });
    problem.end = ratio(20, 1);
    problem
}

#[test]
fn a_peak_that_passes_to_another_contact_has_a_slope_on_one_side() {
    let design = |at: Rational| Drawn {
        dimensions: vec![dimension("height", "", at)],
        draw: |v: &[Rational]| Ok(two_ramps(&v[0])),
    };
    let found = sensitivity(&design(ratio(1, 1)), Way::In).expect("slopes");
    // the first ramp has the peak as long as the second is not higher; as drawn they tie
    let force = |height: Rational| {
        let motion = solve(&two_ramps(&height), Method::Lazy).expect("a motion");
        motion.largest_push(motion.end).expect("pushed").force
    };
    assert!((force(ratio(1, 1)) - force(ratio(9, 10))).abs() < 1e-14);
    let wanted = (force(ratio(1001, 1000)) - force(ratio(1, 1))) * 1000.0;
    let slope = found[0].slope.expect("a slope");
    assert_eq!(found[0].side, Side::Above);
    assert!((slope - wanted).abs() < 0.01 * wanted && wanted > 0.0, "{slope} {wanted}");
    // with a lower second ramp nothing changes on either side
    let lower = sensitivity(&design(ratio(9, 10)), Way::In).expect("slopes");
    assert_eq!((lower[0].side, lower[0].slope.expect("a slope").abs() < 1e-12), (Side::Both, true));
    let higher = sensitivity(&design(ratio(11, 10)), Way::In).expect("slopes");
    assert_eq!(higher[0].side, Side::Both);
    assert!(higher[0].slope.expect("a slope") > 0.0);
}

/// A snap fit and its mirror image on one root.
fn twins(catch: &Rational, friction: &Rational) -> Problem {
    let (_, mut two) = case("14_snapfit_insert");
    let over = |p: &[Rational; 2]| [p[0].clone(), ratio(10, 1) - &p[1]];
    for corner in &mut two.obstacles[0].rings[0][2..] {
        corner[1].clone_from(catch);
    }
    let mut other = two.obstacles[0].clone();
    other.rings[0] = other.rings[0].iter().map(over).collect();
    two.obstacles.push(other);
    let mut pawl = two.pawls[0].clone();
    pawl.hinge = over(&pawl.hinge);
    for corner in &mut pawl.outline {
        corner[1] = -&corner[1];
    }
    two.pawls.push(pawl);
    for pawl in &mut two.pawls {
        pawl.friction = friction.clone();
    }
    two
}

#[test]
fn twins_have_slopes_on_both_sides() {
    let dimensions = || vec![dimension("catch", "", ratio(-31, 100)), dimension("friction", "", ratio(3, 10))];
    let alone = |v: &[Rational]| {
        let mut one = twins(&v[0], &v[1]);
        one.pawls.truncate(1);
        one.obstacles.truncate(1);
        Ok(one)
    };
    for way in [Way::In, Way::Out] {
        let one = sensitivity(&Drawn { dimensions: dimensions(), draw: alone }, way).expect("slopes");
        let draw = |v: &[Rational]| Ok(twins(&v[0], &v[1]));
        let two = sensitivity(&Drawn { dimensions: dimensions(), draw }, way).expect("slopes");
        for (one, two) in one.iter().zip(&two) {
            assert_eq!((one.side, two.side), (Side::Both, Side::Both), "{way:?}: {one:?} {two:?}");
            let (x, y) = (one.slope.expect("a slope"), two.slope.expect("a slope"));
            assert!((2.0 * x - y).abs() < 1e-6 * y.abs(), "{way:?}: {one:?} {two:?}");
        }
    }
}

fn sampled(samples: u64, threads: usize) -> Tolerance {
    let spreads = vec![Spread::Fixed, Spread::Fixed, Spread::Uniform { lo: ratio(2, 1), hi: ratio(4, 1) }];
    tolerance(&ramp_design(), &Sampling { spreads, samples, seed: 7, threads }).expect("samples")
}

#[test]
fn the_probability_that_friction_lets_a_ramp_pass() {
    // it sticks from μ = 1/rise = 3 on, so half of 2…4 assembles
    let found = sampled(1000, 2);
    assert!(found.assembles.lo < 0.5 && 0.5 < found.assembles.hi, "{:?}", found.assembles);
    assert_eq!(found.unsound, 0);
    assert_eq!(found.causes["end"] + found.causes["stick"], 1000);
    compared!(
        "a lever on a ramp, friction between 2 and 4",
        "probability that it passes",
        Against::ClosedForm,
        "(cot α − 2)/2"
    )
    .answer(0.5, "")
    .off(found.assembles.share - 0.5, 0.04);
    assert_eq!(found.insertion.bins.iter().sum::<u64>(), found.insertion.count);
}

#[test]
fn threads_change_no_bit() {
    assert_eq!(sampled(100, 1), sampled(100, 3));
}

#[test]
fn forces_follow_the_spread_of_friction() {
    let (mean, deviation) = (ratio(3, 10), ratio(1, 50));
    let spreads = vec![Spread::Fixed, Spread::Fixed, Spread::Normal { mean, deviation }];
    let sampling = Sampling { spreads, samples: 500, seed: 3, threads: 2 };
    let found = tolerance(&ramp_design(), &sampling).expect("samples");
    let force = |mu: f64| 2.5 * libm::atan(0.75) / 2.0 * libm::tan(libm::atan(1.0 / 3.0) + libm::atan(mu));
    // the force grows with friction, so its quantiles are those of friction
    let wanted = [-1.644_853_626_951_472_8, 0.0, 1.644_853_626_951_472_8].map(|z| force(0.3 + 0.02 * z));
    let spread = force(0.32) - force(0.3);
    for (found, wanted) in found.insertion.quantiles.iter().zip(wanted) {
        assert!((found - wanted).abs() < 0.3 * spread, "{found} against {wanted}");
    }
    let triangular = Spread::Triangular { lo: ratio(1, 10), mode: ratio(2, 10), hi: ratio(6, 10) };
    let sampling =
        Sampling { spreads: vec![Spread::Fixed, Spread::Fixed, triangular], samples: 500, seed: 3, threads: 2 };
    let found = tolerance(&ramp_design(), &sampling).expect("samples");
    // (three standard errors of the sample are allowed for)
    // half of the triangle lies below 0.6 − √(0.5 · 0.5 · 0.4)
    let median = 0.6 - 0.1f64.sqrt();
    assert!((found.insertion.quantiles[1] - force(median)).abs() < 1.1 * spread);
}

#[test]
fn spreads_that_do_not_fit_are_told() {
    let sampling = |spreads| Sampling { spreads, samples: 1, seed: 0, threads: 1 };
    let few = tolerance(&ramp_design(), &sampling(vec![Spread::Fixed]));
    assert!(matches!(few, Err(DesignFault::Given(text)) if text.contains("3 dimensions")));
    let wrong = Spread::Uniform { lo: ratio(2, 1), hi: ratio(1, 1) };
    let turned = tolerance(&ramp_design(), &sampling(vec![wrong, Spread::Fixed, Spread::Fixed]));
    assert!(matches!(turned, Err(DesignFault::Given(text)) if text.contains("length")));
    // friction below zero is no drawing; the study goes on and counts it
    let below = Spread::Uniform { lo: ratio(-1, 1), hi: ratio(-1, 2) };
    let counted = tolerance(&ramp_design(), &sampling(vec![Spread::Fixed, Spread::Fixed, below])).expect("counted");
    assert_eq!((counted.unsound, counted.assembles.hits), (1, 0));
}

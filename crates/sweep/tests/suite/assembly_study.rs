//! In and out: forces, work, clicks, locking and the friction that is borne, against closed forms and other ways.

use crate::given;

use given::{CASES, case, ramp, ratio};
use mainspring_sweep::assembly::{Margin, margin, study};
use mainspring_sweep::{Contact, Kind, Method, Problem, Rational, rational, solve};
use mainspring_trust::{Against, case as compared, largest};
use proptest::prelude::*;

#[test]
fn peaks_of_the_reference_cases() {
    let mut errors = Vec::new();
    for name in CASES {
        let (reference, problem) = case(name);
        let report = study(&problem).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        let wanted = &reference["expected"]["peak_insertion"];
        match wanted["force"].as_f64() {
            None => assert!(!report.assembles && report.insertion.motion.stopped_by == Some(0), "{name}"),
            Some(force) => {
                let found = report.insertion.peak;
                errors.push((found.map_or(0.0, |p| p.force) - force) / (1.0 + force));
                if let Some(peak) = found {
                    assert!((peak.time - wanted["t"].as_f64().expect("a time")).abs() < 1e-9, "{name}");
                    let contact = peak.contact.map(|c: Contact| c.to_string());
                    assert_eq!(contact.as_deref(), wanted["contact"].as_str(), "{name}");
                }
                assert_eq!(report.assembles, reference["expected"]["termination"]["cause"] == "end", "{name}");
            }
        }
    }
    assert!(errors.len() > 10);
    let source = "a tracer by dense sampling";
    compared!("sixteen pawls", "peak insertion force (N)", Against::Independent, source).off(largest(errors), 1e-9);
}

#[test]
fn a_ramp_pushes_by_the_tangent_of_slope_and_friction() {
    let mut errors = Vec::new();
    for (length, rise, friction) in [(1, (1, 5), (0, 1)), (2, (1, 3), (3, 10)), (3, (2, 3), (1, 2))] {
        let (length, rise, mu) = (ratio(length, 1), ratio(rise.0, rise.1), ratio(friction.0, friction.1));
        let report = study(&ramp(&length, &rise, &mu, 2.5)).expect("a ramp");
        assert!(report.assembles);
        let theta = libm::atan(0.75);
        let angle = libm::atan(rise.to_f64().value()) + libm::atan(mu.to_f64().value());
        let wanted = 2.5 * theta / length.to_f64().value() * libm::tan(angle);
        let peak = report.insertion.peak.expect("it must be pushed");
        errors.push(peak.force / wanted - 1.0);
        assert!((report.insertion.pawls[0].deflection + theta).abs() < 1e-12);
    }
    compared!("a lever on a ramp", "peak insertion force, relative", Against::ClosedForm, "(κ|θ|/L) tan(α + φ)")
        .off(largest(errors), 1e-12);
}

#[test]
fn a_snap_fit_goes_in_and_out() {
    let (_, insert) = case("14_snapfit_insert");
    let (remove, _) = case("14b_snapfit_remove");
    let report = study(&insert).expect("a snap fit");
    assert!(report.assembles && !report.locks);
    let out = report.withdrawal.expect("a way out");
    assert_eq!(out.cause, Kind::End);
    let peak = out.peak.expect("it must be pulled");
    let wanted = remove["closed_form"]["peak"].as_f64().expect("a force");
    compared!(
        "a cantilever snap-fit",
        "peak removal force (N)",
        Against::ClosedForm,
        "cantilever with a 60° back face"
    )
    .answer(wanted, "N")
    .off(peak.force - wanted, 1e-12);
    assert_eq!(out.pawls[0].final_theta, 0.0);
}

#[test]
fn a_ratchet_clicks_forward_and_locks_backward() {
    let (_, mut forward) = case("10_ratchet_forward");
    let whole = study(&forward).expect("a ratchet");
    assert_eq!(whole.insertion.clicks, 10);
    // not beyond the last tooth, where it could pass back under the rack's end
    forward.end = ratio(10, 1);
    let report = study(&forward).expect("a ratchet");
    assert!(report.assembles && report.locks);
    assert_eq!(report.insertion.clicks, 6);
    let out = report.withdrawal.expect("a way out");
    assert!(matches!(out.cause, Kind::JamPair | Kind::JamSingle | Kind::Stick), "{:?}", out.cause);
    assert!(out.travel < 1.0 + 1e-9, "{}", out.travel);
    // clicks lose what lifting stores
    let work = report.insertion.work;
    assert!(work.lost > 0.0 && work.rubbed > 0.0 && work.stored > 0.0);
}

#[test]
fn two_pawls_need_twice_the_force() {
    let (_, one) = case("14_snapfit_insert");
    let alone = study(&one).expect("a snap fit");
    let mut two = one.clone();
    // the same upside down, ten metres above
    let over = |p: &[Rational; 2]| [p[0].clone(), ratio(10, 1) - &p[1]];
    let mut catch = one.obstacles[0].clone();
    catch.rings[0] = catch.rings[0].iter().map(over).collect();
    two.obstacles.push(catch);
    let mut pawl = one.pawls[0].clone();
    pawl.hinge = over(&pawl.hinge);
    for corner in &mut pawl.outline {
        corner[1] = -&corner[1];
    }
    two.pawls.push(pawl);
    let both = study(&two).expect("two snap fits");
    let (force, wanted) = (both.insertion.peak.expect("pushed").force, alone.insertion.peak.expect("pushed").force);
    assert!((force - 2.0 * wanted).abs() < 1e-12);
    assert!((both.insertion.work.total - 2.0 * alone.insertion.work.total).abs() < 1e-12);
    let (up, down) = (&both.insertion.pawls[0], &both.insertion.pawls[1]);
    assert!((up.deflection + down.deflection).abs() < 1e-12 && up.deflection > 0.0);
}

/// ∫ F |v| dt by Simpson's rule on each piece.
fn work_by_force(problem: &Problem) -> f64 {
    let motion = solve(problem, Method::Lazy).expect("a motion");
    let speed = libm::hypot(problem.velocity[0].to_f64().value(), problem.velocity[1].to_f64().value());
    let mut sum = 0.0;
    for piece in motion.pawls.iter().flat_map(|p| &p.pieces) {
        const N: usize = 400;
        let step = (piece.end - piece.start) / N as f64;
        for k in 0..=N {
            let weight = if k == 0 || k == N { 1.0 } else { 2.0 * (1 + k % 2) as f64 };
            sum += weight * step / 3.0 * piece.at(piece.start + k as f64 * step).insertion * speed;
        }
    }
    sum
}

#[test]
fn work_is_the_integral_of_the_force() {
    let mut errors = Vec::new();
    // no lever vanishes in these, so that Simpson's rule is good
    for name in ["02_ramp_up_down", "02b_ramp_mu", "10_ratchet_forward", "13_slide_collision", "14_snapfit_insert"] {
        let (_, problem) = case(name);
        let report = study(&problem).expect("a motion");
        errors.push(report.insertion.work.total - work_by_force(&problem));
    }
    compared!(
        "five pawls with and without friction",
        "work of the root (J)",
        Against::OtherWay,
        "∫ F |v| dt by Simpson's rule"
    )
    .off(largest(errors), 1e-10);
}

fn completes(problem: &Problem, friction: &Rational) -> bool {
    let mut rough = problem.clone();
    for pawl in &mut rough.pawls {
        pawl.friction = friction.clone();
    }
    solve(&rough, Method::Lazy).expect("a motion").cause == Kind::End
}

/// The margin holds just below it and not just above it.
fn margin_is_tight(problem: &Problem) -> Option<f64> {
    match margin(problem).expect("a margin") {
        Margin::Any => {
            assert!(completes(problem, &Rational::from(1_000_000)));
            None
        }
        Margin::Fails(_) => {
            assert!(!completes(problem, &Rational::ZERO));
            None
        }
        Margin::Below { friction, .. } => {
            let step = 1e-9 * friction.max(1e-3);
            assert!(completes(problem, &rational(friction - step)), "sticks below {friction}");
            assert!(!completes(problem, &rational(friction + step)), "slides above {friction}");
            Some(friction)
        }
    }
}

#[test]
fn the_margin_is_where_the_tracer_begins_to_stick() {
    let mut tight = 0;
    for name in CASES {
        let (_, problem) = case(name);
        tight += usize::from(margin_is_tight(&problem).is_some());
    }
    assert!(tight >= 3, "{tight}");
}

#[test]
fn the_margin_on_a_ramp_is_the_cotangent_of_its_slope() {
    // r stays behind the hinge and turns from −36.87° to the horizontal: the steepest normal pressure is at the end,
    // where the line to the hinge makes 90° − α with the normal
    let rise = ratio(2, 3);
    let problem = ramp(&Rational::ONE, &rise, &Rational::ZERO, 1.0);
    match margin(&problem).expect("a margin") {
        Margin::Below { friction, .. } => {
            compared!(
                "a trailing lever on a ramp",
                "largest friction that slides",
                Against::ClosedForm,
                "lock at α + φ = 90°"
            )
            .answer(1.5, "")
            .off(friction - 1.5, 1e-12);
        }
        other => panic!("{other:?}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]
    #[test]
    fn margins_of_random_pawls(
        tip in (-30i64..30, -30i64..-3), other in (-10i64..10, 3i64..12), low in -12i64..0,
        bump in prop::collection::vec((1i64..12, -8i64..12), 1..6),
    ) {
        // a bumpy floor under a hinge that moves over it
        let mut x = 0;
        let mut ring: Vec<_> = vec![[ratio(0, 1), ratio(-60, 1)]];
        for (step, height) in &bump {
            x += step;
            ring.push([ratio(x, 1), ratio(*height + low - 24, 1)]);
        }
        ring.push([ratio(x + 3, 1), ratio(-60, 1)]);
        ring.reverse();
        let outline = vec![[ratio(tip.0, 1), ratio(tip.1, 1)], [ratio(2, 1), ratio(0, 1)], [ratio(other.0, 10), ratio(other.1, 10)]];
        let (_, mut problem) = case("01_free_flight");
        problem.obstacles.truncate(1);
        problem.obstacles[0].rings = vec![ring];
        problem.pawls[0].outline = outline;
        problem.pawls[0].hinge = [ratio(-60, 1), ratio(0, 1)];
        problem.pawls[0].start = mainspring_sweep::Angle::zero();
        problem.velocity = [Rational::ONE, Rational::ZERO];
        problem.end = ratio(160, 1);
        if margin(&problem).is_ok() {
            margin_is_tight(&problem);
        }
    }
}

#[test]
fn a_root_that_comes_to_rest_after_its_clicks_is_in() {
    let (_, mut problem) = case("03_snap_off_end");
    let far = problem.obstacles[0].rings[0].iter().map(|p| p[0].clone()).max().expect("corners") + ratio(30, 1);
    let wall = |x: Rational| {
        let y = ratio(40, 1);
        [[&x, &y], [&(&x + ratio(1, 1)), &y], [&(&x + ratio(1, 1)), &(&y + ratio(1, 1))], [&x, &(&y + ratio(1, 1))]]
            .map(|p| p.map(Rational::clone))
            .to_vec()
    };
    problem.root = Some(wall(ratio(-10, 1)));
    problem.end = ratio(1000, 1);
    for (at, assembles) in [(far, true), (ratio(-8, 1), false)] {
        let mut walled = problem.clone();
        walled.obstacles.push(mainspring_sweep::Obstacle { name: "wall".to_owned(), rings: vec![wall(at)] });
        let report = study(&walled).expect("a motion");
        assert_eq!(report.insertion.cause, Kind::RootHit);
        assert_eq!((report.assembles, report.insertion.completes), (assembles, false), "{:?}", report.insertion.clicks);
    }
}

#[test]
fn times_asked_for_are_told_as_they_are() {
    // 26 mm at 10 mm/s are 2.6 s, in floats too
    for (way, speed) in [(26, 10), (7, 10), (9, 7), (14, 3), (3, 49)] {
        let (_, mut problem) = case("01_free_flight");
        problem.velocity = [ratio(speed, 1000), ratio(0, 1)];
        problem.end = ratio(way, 1000) / ratio(speed, 1000);
        let motion = solve(&problem, Method::Lazy).expect("a motion");
        assert_eq!(motion.end, way as f64 / speed as f64);
        assert_eq!(motion.pawls[0].last().time, motion.end);
    }
}

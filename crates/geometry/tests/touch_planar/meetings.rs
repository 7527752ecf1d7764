//! The first touch on a path, against distances looked at along it and against closed forms.

use crate::scenery::{Dice, Throw, Throws, box_of, notched, place, shape};
use mainspring_geometry::Region;
use mainspring_geometry::touch::{FeaturePair, FirstMeeting, Motion, Path, Surface, distance, first_meeting, touching};
use mainspring_trust::{Against, case};

const TOLERANCE: f64 = 1e-11;

fn surface(region: &Region) -> Surface {
    Surface::of_region(region, [0.0; 3])
}

fn apart(a: &Surface, b: &Surface, path: &Throws, t: f64) -> f64 {
    let [ma, mb] = path.at(t);
    distance(a, &ma, b, &mb)
}

fn throw(dice: &mut Dice, speed: f64, spin: f64) -> Throw {
    let mut v = || [dice.between(-speed, speed), dice.between(-speed, speed)];
    let (velocity, acceleration) = (v(), v());
    Throw {
        at: [0.0; 2],
        velocity,
        acceleration,
        angle: dice.between(0.0, 6.0),
        spin: dice.between(-spin, spin),
        spin_rate: dice.between(-spin, spin),
    }
}

#[test]
fn against_thousands_of_looks() {
    let mut dice = Dice(1);
    let (mut hits, mut misses) = (0, 0);
    while hits + misses < 400 {
        let (a, b) = (surface(&shape(&mut dice)), surface(&shape(&mut dice)));
        let mut path = Throws { a: throw(&mut dice, 1.5, 3.0), b: throw(&mut dice, 1.5, 3.0), ..Throws::default() };
        path.b.at = [dice.between(-2.0, 2.0), dice.between(-2.0, 2.0)];
        // towards each other, more or less
        path.b.velocity = [0, 1].map(|i| path.b.velocity[i] - path.b.at[i]);
        if apart(&a, &b, &path, 0.0) <= 1e-6 {
            continue;
        }
        let found = first_meeting(&a, &b, &path, &[], TOLERANCE);
        let until = found.as_ref().map_or(1.0, |f| f.theta);
        for k in 0..2000 {
            let t = until * (f64::from(k) + 0.5) / 2000.0;
            let d = apart(&a, &b, &path, t);
            assert!(d > -1e-10, "overlap by {d} at {t}, found {found:?}");
        }
        if let Some(FirstMeeting { theta, pairs }) = found {
            hits += 1;
            assert!(!pairs.is_empty());
            let d = apart(&a, &b, &path, theta);
            assert!(d.abs() < 1e-12, "at {theta} they are {d} apart");
        } else {
            misses += 1;
        }
    }
    assert!(hits > 120 && misses > 60, "{hits} {misses}");
}

#[test]
fn a_part_rattling_in_a_hole() {
    let mut dice = Dice(21);
    let slot = surface(&box_of(3.0, 3.0).difference(&Region::capsule([-0.6, 0.0], [0.6, 0.0], 0.5).unwrap()).unwrap());
    for _ in 0..200 {
        let part = surface(&shape(&mut dice).scaled(0.4).unwrap());
        let mut path = Throws { a: throw(&mut dice, 0.3, 1.0), b: throw(&mut dice, 3.0, 9.0), ..Throws::default() };
        path.b.at = [dice.between(-0.2, 0.2), dice.between(-0.1, 0.1)];
        if apart(&slot, &part, &path, 0.0) <= 0.0 {
            continue;
        }
        let found = first_meeting(&slot, &part, &path, &[], TOLERANCE);
        let until = found.as_ref().map_or(1.0, |f| f.theta);
        for k in 0..500 {
            let t = until * (f64::from(k) + 0.5) / 500.0;
            let d = apart(&slot, &part, &path, t);
            assert!(d > -1e-11, "overlap by {d} at {t}, found {found:?}");
        }
        if let Some(FirstMeeting { theta, .. }) = found {
            assert!(apart(&slot, &part, &path, theta).abs() < 1e-12);
        }
    }
}

#[test]
fn falling_ball_and_spinning_rod_at_closed_forms() {
    let floor = Surface::half_space([0.0; 3], [0.0, 1.0, 0.0]);
    let ball = surface(&Region::disc([0.0; 2], 0.25).unwrap());
    let path = Throws {
        b: Throw { at: [0.0, 1.25], acceleration: [0.0, -8.0], spin: 3.0, ..Throw::default() },
        ..Throws::default()
    };
    let theta = first_meeting(&floor, &ball, &path, &[], TOLERANCE).unwrap().theta;
    case!("ball dropped on a floor", "time of touch", Against::ClosedForm, "√(2h/g)")
        .answer(0.5, "1")
        .off(theta - 0.5, 1e-15);

    // a rod turning about its middle, 1/2 above the floor: its corner (1, −h) comes down at an angle with sin φ + h cos φ = 1/2
    let rod = surface(&box_of(2.0, 0.2));
    let path = Throws { b: Throw { at: [0.0, 0.5], spin: 1.0, ..Throw::default() }, ..Throws::default() };
    let theta = first_meeting(&floor, &rod, &path, &[], TOLERANCE).unwrap().theta;
    let exact = libm::asin(0.5 / libm::hypot(1.0, 0.1)) - libm::atan(0.1);
    case!("rod turning above a floor", "angle of touch", Against::ClosedForm, "asin(y/√(1 + h²)) − atan h")
        .answer(exact, "rad")
        .off(theta - exact, 1e-14);
    assert!((libm::sin(exact) + 0.1 * libm::cos(exact) - 0.5).abs() < 1e-15);
}

#[test]
fn a_pair_that_was_let_go_counts_when_it_comes_back() {
    let floor = Surface::half_space([0.0; 3], [0.0, 1.0, 0.0]);
    let ball = surface(&Region::disc([0.0; 2], 0.5).unwrap());
    let hop = |up: f64, offset: f64| Throws {
        b: Throw { at: [0.0, 0.5 + offset], velocity: [1.0, up], acceleration: [0.0, -10.0], ..Throw::default() },
        ..Throws::default()
    };
    for (up, offset) in [(1.0, 0.0), (0.01, 0.0), (1.0, 1e-16), (3.0, -5e-12)] {
        let found = first_meeting(&floor, &ball, &hop(up, offset), &[], TOLERANCE).unwrap();
        let exact = (up + (up * up + 20.0 * offset).sqrt()) / 10.0;
        assert!((found.theta - exact).abs() < 1e-14, "hop {up}: {} {exact}", found.theta);
    }
    // moving off for good, or lying still
    let off = Throws { b: Throw { at: [0.0, 0.5], velocity: [0.3, 1.0], ..Throw::default() }, ..Throws::default() };
    assert_eq!(first_meeting(&floor, &ball, &off, &[], TOLERANCE), None);
    let still = Throws { b: Throw { at: [0.0, 0.5], velocity: [0.3, 0.0], ..Throw::default() }, ..Throws::default() };
    assert_eq!(first_meeting(&floor, &ball, &still, &[], TOLERANCE), None);
    // sinking in from where it was let go is found at the tolerance
    let sinks = Throws { b: Throw { at: [0.0, 0.5], velocity: [0.0, -1.0], ..Throw::default() }, ..Throws::default() };
    let found = first_meeting(&floor, &ball, &sinks, &[], TOLERANCE).unwrap();
    assert!((found.theta - TOLERANCE).abs() < 1e-14, "{found:?}");
}

#[test]
fn a_block_that_slides_meets_the_wall_and_not_its_floor() {
    // an L of floor and wall in one piece; the block's two contacts with the floor are known
    let ell = Region::polygon(&[[-3.0, -1.0], [4.0, -1.0], [4.0, 2.0], [3.0, 2.0], [3.0, 0.0], [-3.0, 0.0]]).unwrap().0;
    let (ell, block) = (surface(&ell), surface(&box_of(1.0, 1.0)));
    let path = Throws { b: Throw { at: [0.0, 0.5], velocity: [5.0, 0.0], ..Throw::default() }, ..Throws::default() };
    let mut known = Vec::new();
    touching(&ell, &Motion::REST, &block, &path.b.at(0.0), 1e-10, &[], &mut known);
    assert_eq!(known.len(), 2);
    let found = first_meeting(&ell, &block, &path, &known, TOLERANCE).unwrap();
    assert!((found.theta - 0.5).abs() < 1e-14, "{found:?}");
    // two corners of the block come to the wall; one is at the foot of it
    assert_eq!(found.pairs.len(), 2);
}

#[test]
fn flush_sides_do_not_catch() {
    // the upper block slides inwards along the lower one's top, its side flush with the lower one's at first
    let (low, high) = (surface(&box_of(2.0, 1.0)), surface(&box_of(1.0, 1.0)));
    for velocity in [0.3, -0.3, 1e-3] {
        let path =
            Throws { b: Throw { at: [-0.5, 1.0], velocity: [velocity, 0.0], ..Throw::default() }, ..Throws::default() };
        let mut known = Vec::new();
        touching(&low, &Motion::REST, &high, &path.b.at(0.0), 1e-10, &[], &mut known);
        assert_eq!(known.len(), 2);
        assert_eq!(first_meeting(&low, &high, &path, &known, TOLERANCE), None, "velocity {velocity}");
    }
    // a block sliding over a seam between two blocks of one height meets the second without a blow
    let second = surface(&box_of(2.0, 1.0));
    let path = Throws {
        a: Throw { at: [2.0, 0.0], ..Throw::default() },
        b: Throw { at: [0.0, 1.0], velocity: [1.0, 0.0], ..Throw::default() },
        ..Throws::default()
    };
    if let Some(FirstMeeting { theta, pairs }) = first_meeting(&second, &high, &path, &[], TOLERANCE) {
        let [ma, mb] = path.at(theta);
        for FeaturePair { a, b } in pairs {
            let (x, y) = (&second.features()[a as usize], &high.features()[b as usize]);
            let m = mainspring_geometry::touch::meet(&x.primitive, &ma, &y.primitive, &mb).unwrap();
            assert!(m.rate.abs() < 1e-12 && m.normal[1] > 0.999, "{m:?}");
        }
    }
}

#[test]
fn flat_landing_meets_at_both_corners_and_a_disc_fits_its_notch() {
    let (low, high) = (surface(&box_of(2.0, 1.0)), surface(&box_of(1.0, 1.0)));
    let fall = Throws { b: Throw { at: [0.2, 2.0], velocity: [0.0, -2.0], ..Throw::default() }, ..Throws::default() };
    let found = first_meeting(&low, &high, &fall, &[], TOLERANCE).unwrap();
    assert_eq!((found.theta, found.pairs.len()), (0.5, 2));
    // a disc smaller than the notch comes to its bottom, a larger one to its two corners
    let plate = surface(&notched(0.3));
    for (radius, rest, count) in [(0.2, 0.2, 1), (0.5, 0.7, 2)] {
        let disc = surface(&Region::disc([0.0; 2], radius).unwrap());
        let fall =
            Throws { b: Throw { at: [0.0, 1.2], velocity: [0.0, -1.0], ..Throw::default() }, ..Throws::default() };
        let found = first_meeting(&plate, &disc, &fall, &[], TOLERANCE).unwrap();
        assert!((found.theta - (1.2 - rest)).abs() < 1e-14, "{found:?}");
        assert_eq!(found.pairs.len(), count);
    }
}

#[test]
fn few_looks_where_nothing_comes_near() {
    let (a, b) = (surface(&box_of(1.0, 1.0)), surface(&shape(&mut Dice(4))));
    // far apart: one look
    let far = Throws {
        b: Throw { at: [9.0, 0.0], velocity: [-1.0, 1.0], spin: 2.0, ..Throw::default() },
        ..Throws::default()
    };
    assert_eq!(first_meeting(&a, &b, &far, &[], TOLERANCE), None);
    assert_eq!(far.looks.get(), 1);
    // passing by at some distance
    let passing =
        Throws { b: Throw { at: [-3.0, 1.8], velocity: [6.0, 0.0], ..Throw::default() }, ..Throws::default() };
    assert_eq!(first_meeting(&a, &b, &passing, &[], TOLERANCE), None);
    assert!(passing.looks.get() < 40, "{}", passing.looks.get());
    // lying on a floor, its contacts known
    let floor = Surface::half_space([0.0, -0.5, 0.0], [0.0, 1.0, 0.0]);
    let mut known = Vec::new();
    touching(&floor, &Motion::REST, &a, &place(0.0, 0.0, 0.0), 1e-10, &[], &mut known);
    let slide = Throws {
        b: Throw { velocity: [0.1, 0.0], acceleration: [0.01, 0.0], ..Throw::default() },
        ..Throws::default()
    };
    assert_eq!(first_meeting(&floor, &a, &slide, &known, TOLERANCE), None);
    assert!(slide.looks.get() <= 4, "{}", slide.looks.get());
}

#[test]
fn the_end_is_certain_where_gaps_hover() {
    // a disc carried along a wall for fifty of its diameters, at gaps about the tolerance
    let floor = Surface::half_space([0.0; 3], [0.0, 1.0, 0.0]);
    let ball = surface(&Region::disc([0.0; 2], 0.5).unwrap());
    for gap in [0.0, 0.9e-11, 1.1e-11, 2e-11, 1e-9, 1e-6] {
        let path = Throws {
            b: Throw { at: [0.0, 0.5 + gap], velocity: [1.0, 0.0], acceleration: [50.0, 0.0], ..Throw::default() },
            ..Throws::default()
        };
        assert_eq!(first_meeting(&floor, &ball, &path, &[], TOLERANCE), None);
        assert!(path.looks.get() < 1000, "gap {gap}: {}", path.looks.get());
    }
}

#[test]
fn few_looks_while_touching() {
    // a stack carried along, sides flush, at steps of a hundredth of a second: accelerations of 10 m/s²
    let (low, high) = (surface(&box_of(2.0, 1.0)), surface(&box_of(2.0, 1.0)));
    let carried = Throw { velocity: [0.02, 0.0], acceleration: [1e-3, 0.0], ..Throw::default() };
    for shift in [0.0, 0.3, 1.0] {
        let path = Throws { a: carried, b: Throw { at: [shift, 1.0], ..carried }, ..Throws::default() };
        let mut known = Vec::new();
        touching(&low, &path.a.at(0.0), &high, &path.b.at(0.0), 1e-10, &[], &mut known);
        assert_eq!(known.len(), 2);
        assert_eq!(first_meeting(&low, &high, &path, &known, TOLERANCE), None);
        assert!(path.looks.get() < 40, "shift {shift}: {}", path.looks.get());
    }
    let floor = Surface::half_space([0.0; 3], [0.0, 1.0, 0.0]);
    for gap in [1e-11, 1e-10, 1e-9, 1e-8, 1e-7] {
        let path = Throws { b: Throw { at: [0.0, 0.5 + gap], ..carried }, ..Throws::default() };
        assert_eq!(first_meeting(&floor, &high, &path, &[], TOLERANCE), None);
        assert!(path.looks.get() < 40, "gap {gap}: {}", path.looks.get());
    }
}

#[test]
fn nonsense_ends_too() {
    let (a, b) = (surface(&box_of(1.0, 1.0)), surface(&shape(&mut Dice(2))));
    let start = Throw { at: [2.0, 0.0], velocity: [-1.0, 0.0], ..Throw::default() };
    for bad in [f64::NAN, f64::INFINITY, 1e300] {
        for b_throw in [
            Throw { velocity: [bad, 0.0], ..start },
            Throw { at: [bad, 0.0], ..start },
            Throw { spin: bad, ..start },
            Throw { acceleration: [0.0, bad], ..start },
        ] {
            let path = Throws { b: b_throw, ..Throws::default() };
            let found = first_meeting(&a, &b, &path, &[], TOLERANCE);
            assert!(found.is_none_or(|f| f.theta > 0.0 && f.theta <= 1.0));
            assert!(path.looks.get() < 100_000);
        }
    }
}

/// A tip that was let go a little inside one side of a notch slides into it: it meets the other side, whose end it passes by
/// more than counts as touching.
#[test]
fn a_tip_that_crept_into_one_side_of_a_notch_meets_the_other() {
    let mut dice = Dice(9);
    let tip = surface(&Region::polygon(&[[0.0, 0.0], [0.02, 1.0], [-0.02, 1.0]]).unwrap().0);
    for trial in 0..500 {
        let [left, right] = [0, 1].map(|_| dice.between(0.05, 1.2));
        let (along, normal) = ([-libm::cos(left), libm::sin(left)], [libm::sin(left), libm::cos(left)]);
        let (other, across) = ([libm::cos(right), libm::sin(right)], [-libm::sin(right), libm::cos(right)]);
        let notch = surface(&Region::polygon(&[[-1.5, -1.5], [1.5, -1.5], other, [0.0; 2], along]).unwrap().0);
        let (far, crept) = (libm::pow(10.0, dice.between(-8.0, -1.0)), dice.between(0.0, 0.99) * TOLERANCE);
        let at = [0, 1].map(|i| far * along[i] - crept * normal[i]);
        let velocity = along.map(|x| -2.0 * far * x);
        let path = Throws { b: Throw { at, velocity, ..Throw::default() }, ..Throws::default() };
        let found = first_meeting(&notch, &tip, &path, &[], TOLERANCE);
        let dot = |a: [f64; 2], b: [f64; 2]| a[0] * b[0] + a[1] * b[1];
        let exact = 0.5 - 0.5 * crept * dot(across, normal) / (far * dot(across, along));
        let theta = found.unwrap_or_else(|| panic!("trial {trial}: nothing is met, {crept} inside")).theta;
        assert!((theta - exact).abs() * far < 1e-13, "trial {trial}: {theta}, not {exact}");
    }
}

//! Regions that touch, and regions that are pushed into each other from there by a known depth.

use crate::random::{Random, then};
use mainspring_geometry::{Region, Segment};
use mainspring_overlap::{Memory, Place, Shape, depth};
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

fn measured(a: &Shape, at_a: &Place, b: &Shape, at_b: &Place) -> f64 {
    let one = depth(a, at_a, b, at_b, &mut Memory::default());
    let two = depth(b, at_b, a, at_a, &mut Memory::default());
    assert!((one.max(0.0) - two.max(0.0)).abs() <= 1e-14, "{one} and {two} the other way round");
    one
}

/// `b` at `at` just touches `a`; moved along `push` it enters it. Anywhere in the plane, either way round.
fn touches(a: &Region, b: &Region, at: Place, push: [f64; 2]) {
    let mut random = Random::new(7);
    let (one, two) = (Shape::of_region(a, [0.3, -0.2]), Shape::of_region(b, [-0.1, 0.25]));
    let size = one.size().min(two.size());
    for round in 0..20 {
        let common = if round == 0 { Place::REST } else { random.planar() };
        // shapes are given about their centres
        let at_a = then(&common, &then(&Place::REST, &Place::planar([0.3, -0.2], 0.0)));
        let pushed = |by: f64| {
            let moved = Place { position: [at.position[0] + by * push[0], at.position[1] + by * push[1], 0.0], ..at };
            let at_b = then(&common, &then(&moved, &Place::planar([-0.1, 0.25], 0.0)));
            measured(&one, &at_a, &two, &at_b)
        };
        for clear in [0.0, 1e-11, 1e-6, 1e-3] {
            let found = pushed(-clear * size);
            assert!(found <= 1e-12 * size, "{found} at a gap of {clear}, round {round}");
        }
        for deep in [1e-8, 1e-6, 1e-3] {
            let found = pushed(deep * size) / (deep * size);
            assert!((0.5..2.0).contains(&found), "{found} times {deep}, round {round}");
        }
    }
}

/// `b` at `at` touches `a` on several sides, or cannot enter it by moving.
fn clear(a: &Region, b: &Region, at: Place) {
    let mut random = Random::new(11);
    let (one, two) = (Shape::of_region(a, [0.0; 2]), Shape::of_region(b, [0.0; 2]));
    for _ in 0..20 {
        let common = random.planar();
        let found = measured(&one, &common, &two, &then(&common, &at));
        assert!(found <= 1e-12 * one.size().min(two.size()), "{found}");
    }
}

fn rect(w: f64, h: f64) -> Region {
    Region::rect(w, h).unwrap()
}

fn disc(r: f64) -> Region {
    Region::disc([0.0; 2], r).unwrap()
}

fn plate_with_hole(r: f64) -> Region {
    rect(4.0, 3.0).with_holes(&[disc(r)]).unwrap()
}

fn polygon(points: &[[f64; 2]]) -> Region {
    Region::polygon(points).unwrap().0
}

/// A block with a round groove of radius 1 in its upper side y = 0.
fn groove() -> Region {
    let line = |from, to| Segment::Line { from, to };
    Region::closed(vec![
        line([-2.0, -2.0], [2.0, -2.0]),
        line([2.0, -2.0], [2.0, 0.0]),
        line([2.0, 0.0], [1.0, 0.0]),
        Segment::Arc { from: [1.0, 0.0], to: [-1.0, 0.0], center: [0.0, 0.0], sweep: -PI },
        line([-1.0, 0.0], [-2.0, 0.0]),
        line([-2.0, 0.0], [-2.0, -2.0]),
    ])
    .unwrap()
    .0
}

#[test]
fn flat_on_flat() {
    touches(&rect(2.0, 1.0), &rect(0.5, 0.3), Place::planar([0.2, 0.65], 0.0), [0.0, -1.0]);
    // equal sides in line: no corner is inside
    touches(&rect(2.0, 1.0), &rect(2.0, 1.0), Place::planar([0.0, 1.0], 0.0), [0.0, -1.0]);
    touches(&rect(2.0, 1.0), &rect(2.0, 1.0), Place::planar([0.7, 1.0], 0.0), [0.0, -1.0]);
    touches(&rect(2.0, 1.0), &rect(1.0, 2.0), Place::planar([1.5, 0.0], 0.0), [-1.0, 0.0]);
}

#[test]
fn corner_on_edge_and_corner_on_corner() {
    let high = 0.5 + 0.5 * 2.0_f64.sqrt();
    touches(&rect(3.0, 1.0), &rect(1.0, 1.0), Place::planar([0.3, high], FRAC_PI_4), [0.0, -1.0]);
    let needle = polygon(&[[0.0, 0.0], [0.05, 1.0], [-0.05, 1.0]]);
    touches(&rect(3.0, 1.0), &needle, Place::planar([0.3, 0.5], 0.0), [0.0, -1.0]);
    clear(&rect(1.0, 1.0), &rect(1.0, 1.0), Place::planar([1.0, 1.0], 0.0));
    clear(&rect(1.0, 1.0), &needle, Place::planar([0.5, 0.5], 0.0));
}

#[test]
fn round_on_anything() {
    touches(&rect(2.0, 1.0), &disc(0.4), Place::planar([0.3, 0.9], 0.3), [0.0, -1.0]);
    touches(&disc(0.7), &disc(0.4), Place::planar([0.0, 1.1], 0.3), [0.0, -1.0]);
    let side = 0.5_f64.sqrt();
    touches(&rect(2.0, 1.0), &disc(0.4), Place::planar([1.0 + 0.4 * side, 0.5 + 0.4 * side], 0.0), [-side, -side]);
    let bar = Region::capsule([-0.5, 0.0], [0.5, 0.0], 0.2).unwrap();
    touches(&rect(2.0, 1.0), &bar, Place::planar([0.1, 0.7], 0.0), [0.0, -1.0]);
    touches(&bar, &bar, Place::planar([0.0, 0.9], FRAC_PI_2), [0.0, -1.0]);
    touches(&bar, &bar, Place::planar([0.1, 0.4], 0.0), [0.0, -1.0]);
    let slice = Region::sector([0.0; 2], 0.6, -PI / 2.0 - 0.5, 1.0).unwrap();
    touches(&rect(2.0, 1.0), &slice, Place::planar([0.1, 1.1], 0.2), [0.0, -1.0]);
}

#[test]
fn in_holes() {
    touches(&plate_with_hole(1.0), &disc(0.4), Place::planar([0.6, 0.0], 0.5), [1.0, 0.0]);
    touches(&plate_with_hole(1.0), &disc(0.999), Place::planar([0.0, -0.001], 0.5), [0.0, -1.0]);
    // a peg of the hole's own radius
    clear(&plate_with_hole(1.0), &disc(1.0), Place::planar([0.0; 2], 0.5));
    let (plate, peg) = (Shape::of_region(&plate_with_hole(1.0), [0.0; 2]), Shape::of_region(&disc(1.0), [0.0; 2]));
    let aside = measured(&plate, &Place::REST, &peg, &Place::planar([1e-6, 2e-6], 0.1)) / 5.0_f64.sqrt();
    assert!((0.9e-6..1.1e-6).contains(&aside), "{aside}");
    // a square that stands with two corners on the wall
    let low = -(1.0 - 0.3 * 0.3_f64).sqrt() + 0.3;
    let found = |by: f64| {
        let (a, b) = (Shape::of_region(&plate_with_hole(1.0), [0.0; 2]), Shape::of_region(&rect(0.6, 0.6), [0.0; 2]));
        measured(&a, &Place::REST, &b, &Place::planar([0.0, low - by], 0.0))
    };
    assert!(found(0.0) <= 1e-12 && found(1e-11) <= 1e-10 && found(-1e-3) <= 0.0);
    assert!((0.5e-6..1e-6).contains(&found(1e-6)));
    clear(&plate_with_hole(1.0), &rect(0.6, 0.6), Place::planar([0.1, 0.1], 0.4));
    clear(&rect(4.0, 3.0).with_holes(&[rect(1.0, 1.0)]).unwrap(), &rect(1.0, 1.0), Place::REST);
}

#[test]
fn in_grooves_and_notches() {
    touches(&groove(), &disc(1.0), Place::planar([0.0; 2], 0.4), [0.0, -1.0]);
    touches(&groove(), &disc(0.5), Place::planar([0.0, -0.5], 0.4), [0.0, -1.0]);
    // too large for the groove: on its corners
    let found = |by: f64| {
        let (a, b) = (Shape::of_region(&groove(), [0.0; 2]), Shape::of_region(&disc(1.25), [0.0; 2]));
        measured(&a, &Place::REST, &b, &Place::planar([0.0, 0.75 - by], 0.0))
    };
    assert!(found(0.0) <= 1e-12 && found(-1e-11) <= 1e-12);
    assert!((0.5e-6..0.7e-6).contains(&found(1e-6)));
    let corner = polygon(&[[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [1.0, 2.0], [0.0, 2.0]]);
    touches(&corner, &rect(0.5, 0.5), Place::planar([1.25, 1.25], 0.0), [0.0, -1.0]);
    touches(&corner, &rect(0.5, 0.5), Place::planar([1.25, 1.25], FRAC_PI_2), [-1.0, 0.0]);
    touches(&corner, &disc(0.3), Place::planar([1.3, 1.3], 0.0), [0.0, -1.0]);
    touches(&corner, &rect(1.0, 1.0), Place::planar([1.5, 1.5], 0.0), [0.0, -1.0]);
}

#[test]
fn deep_inside() {
    let at = |a: &Region, b: &Region, place: Place| {
        measured(&Shape::of_region(a, [0.0; 2]), &Place::REST, &Shape::of_region(b, [0.0; 2]), &place)
    };
    // bars that cross, no corner inside
    let crossing = at(&rect(4.0, 1.0), &rect(1.0, 4.0), Place::REST);
    assert!(crossing >= 0.45, "{crossing}");
    let thin = at(&rect(4.0, 1e-3), &rect(1e-3, 4.0), Place::planar([0.3, 0.2], 0.1));
    assert!(thin >= 4e-4, "{thin}");
    // one inside the other's material, one on the other, round in flat
    assert!(at(&rect(4.0, 4.0), &rect(0.1, 0.1), Place::planar([1.0, 1.0], 0.3)) > 0.9);
    assert!(at(&rect(4.0, 4.0), &rect(4.0, 4.0), Place::REST) > 0.5);
    assert!(at(&disc(1.0), &disc(1.0), Place::planar([0.0; 2], 0.7)) > 0.5);
    assert!(at(&disc(1.0), &disc(0.2), Place::planar([0.1, 0.2], 0.7)) > 0.5);
    assert!(at(&plate_with_hole(1.0), &disc(0.1), Place::planar([1.3, 0.0], 0.7)) > 0.2);
    assert!(at(&plate_with_hole(1.0), &plate_with_hole(1.0), Place::REST) > 0.1);
    // an edge that runs along another and then on into the material
    let corner = polygon(&[[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [1.0, 2.0], [0.0, 2.0]]);
    let along = at(&corner, &rect(1.5, 0.5), Place::planar([1.25, 1.25], 0.0));
    assert!((0.2..0.51).contains(&along), "{along}");
}

#[test]
fn half_planes() {
    let ground = Shape::half_space([0.0, 1.0, 0.0], [0.0, 2.0, 0.0], true);
    let ball = Shape::of_region(&disc(0.5), [0.0; 2]);
    let slice = Shape::of_region(&Region::sector([0.0; 2], 1.0, 0.0, FRAC_PI_2).unwrap(), [0.0; 2]);
    let found =
        |shape: &Shape, y: f64, angle: f64| measured(&ground, &Place::REST, shape, &Place::planar([3.0, y], angle));
    assert!((found(&ball, 1.4, 0.3) - 0.1).abs() < 1e-15);
    assert!(found(&ball, 1.5, 0.3) <= 1e-15 && found(&ball, 2.5, 0.3) < -0.9);
    assert!(found(&slice, 1.0, 0.0) <= 1e-15);
    assert!((found(&slice, 2.0, PI + 0.5) - 0.0).abs() < 1e-15);
    let tilted = Place::planar([0.0; 2], FRAC_PI_2);
    assert!((measured(&ground, &tilted, &ball, &Place::planar([-0.9, 5.0], 0.0)) - 0.6).abs() < 1e-15);
}

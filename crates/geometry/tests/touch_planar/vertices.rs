//! Hard aims: corner to corner, edge along edge, and small hops after a contact was let go.

use crate::scenery::{Dice, Throw, Throws, box_of, shape};
use mainspring_geometry::Region;
use mainspring_geometry::touch::{FeatureKind, Path, Primitive, Surface, distance, first_meeting};
use proptest::prelude::*;

const TOLERANCE: f64 = 1e-11;

fn corners(surface: &Surface) -> Vec<[f64; 3]> {
    let corner = |p: &Primitive| match p {
        Primitive::Point { at, .. } => *at,
        _ => unreachable!("a corner is a point"),
    };
    let list = surface.features().iter().filter(|f| f.kind == FeatureKind::Corner);
    list.map(|f| corner(&f.primitive)).collect()
}

/// Nothing overlaps before the touch that was found, or at all if none was; at the touch the distance is nothing.
fn sound(a: &Surface, b: &Surface, path: &Throws, around: f64) -> Result<bool, String> {
    let apart = |t: f64| {
        let [ma, mb] = path.at(t);
        distance(a, &ma, b, &mb)
    };
    let found = first_meeting(a, b, path, &[], TOLERANCE);
    let until = found.as_ref().map_or(1.0, |f| f.theta);
    let even = (0..300).map(|k| (f64::from(k) + 0.5) / 300.0);
    let close = (0..300).map(|k| around + libm::exp2(-f64::from(k % 150) / 3.0) * if k < 150 { 0.4 } else { -0.4 });
    for t in even.chain(close).filter(|t| *t > 0.0 && *t < until) {
        let d = apart(t);
        if d < -1e-10 {
            return Err(format!("overlap by {d} at {t}, found {found:?}"));
        }
    }
    match found {
        Some(first) if apart(first.theta).abs() > 1e-10 => Err(format!("{} apart at {first:?}", apart(first.theta))),
        found => Ok(found.is_some()),
    }
}

#[test]
fn aimed_corner_to_corner() {
    let mut dice = Dice(64);
    let (mut hits, mut tried) = (0, 0);
    while tried < 1500 {
        let (a, b) = (Surface::of_region(&shape(&mut dice), [0.0; 3]), Surface::of_region(&shape(&mut dice), [0.0; 3]));
        let (ca, cb) = (corners(&a), corners(&b));
        if ca.is_empty() || cb.is_empty() {
            continue;
        }
        let (p, q) = (ca[dice.pick(ca.len())], cb[dice.pick(cb.len())]);
        // every other time without spin, and now and then with sides that are parallel
        let spin = if dice.pick(2) == 0 { 0.0 } else { 3.0 };
        let straight = dice.pick(3) == 0;
        let mut one = || Throw {
            velocity: [dice.between(-2.0, 2.0), dice.between(-2.0, 2.0)],
            angle: if straight { 0.0 } else { dice.between(0.0, 6.0) },
            spin: spin * dice.between(-1.0, 1.0),
            ..Throw::default()
        };
        let mut path = Throws { a: one(), b: one(), ..Throws::default() };
        let [ma, mb] = path.at(0.5);
        let (x, y) = (ma.point(p), mb.point(q));
        path.b.at = [0, 1].map(|i| path.b.at[i] + x[i] - y[i]);
        let [ma, mb] = path.at(0.0);
        if distance(&a, &ma, &b, &mb) <= 1e-9 {
            continue;
        }
        tried += 1;
        match sound(&a, &b, &path, 0.5) {
            Ok(hit) => hits += u32::from(hit),
            Err(why) => panic!("try {tried}: {why}"),
        }
    }
    assert!(hits > 700, "{hits}");
}

#[test]
fn edges_that_come_down_flat_or_nearly_so() {
    let mut dice = Dice(65);
    let floor = Surface::of_region(
        &Region::polygon(&[[-9.0, -1.0], [9.0, -1.0], [9.0, 0.0], [-9.0, 0.0]]).unwrap().0,
        [0.0; 3],
    );
    for _ in 0..500 {
        let size = [dice.between(0.1, 1.0), dice.between(0.1, 1.0)];
        let block = Surface::of_region(&box_of(size[0], size[1]), [0.0; 3]);
        let tilt = [0.0, 1e-16, 1e-13, -1e-12, 1e-10, 1e-8, -1e-5][dice.pick(7)];
        let path = Throws {
            b: Throw {
                at: [dice.between(-8.0, 8.0), 0.5 * size[1] + 0.5],
                velocity: [dice.between(-0.5, 0.5), -1.0],
                angle: tilt,
                spin: [0.0, 1e-13, -1e-9][dice.pick(3)],
                ..Throw::default()
            },
            ..Throws::default()
        };
        assert_eq!(sound(&floor, &block, &path, 0.5), Ok(true));
    }
}

proptest! {
    /// Whatever hops, the touch comes when the parabola says, however small the hop is beside the step.
    #[test]
    fn hops_end_when_the_parabola_does(up in -5.0f64..0.0, gravity in 1.0f64..50.0, spin in -5.0f64..5.0) {
        let up = libm::exp2(up * 3.0);
        let exact = 2.0 * up / gravity;
        prop_assume!(exact < 0.99);
        let floor = Surface::half_space([0.0; 3], [0.0, 1.0, 0.0]);
        let ball = Surface::of_region(&Region::disc([0.0; 2], 0.5).unwrap(), [0.0; 3]);
        let path = Throws {
            b: Throw { at: [0.0, 0.5], velocity: [1.0, up], acceleration: [0.0, -gravity], spin, ..Throw::default() },
            ..Throws::default()
        };
        let found = first_meeting(&floor, &ball, &path, &[], TOLERANCE).unwrap();
        // heights of 1/2 carry rounding errors of 1e-16, seen through the speed of fall
        prop_assert!((found.theta - exact).abs() < 4e-16 / up + 1e-15, "{} {exact}", found.theta);
        prop_assert!(path.looks.get() < 120, "{} looks", path.looks.get());
    }

    /// Exchanging the two bodies changes nothing but the names.
    #[test]
    fn order_of_bodies_does_not_matter(seed in 0u64..1_000_000) {
        let mut dice = Dice(seed);
        let (a, b) = (Surface::of_region(&shape(&mut dice), [0.0; 3]), Surface::of_region(&shape(&mut dice), [0.0; 3]));
        let mut one = |x: f64| Throw {
            at: [x, dice.between(-0.3, 0.3)],
            velocity: [-1.2 * x, dice.between(-0.3, 0.3)],
            angle: dice.between(0.0, 6.0),
            spin: dice.between(-2.0, 2.0),
            ..Throw::default()
        };
        let there = Throws { a: one(-1.0), b: one(1.0), ..Throws::default() };
        let back = Throws { a: there.b, b: there.a, ..Throws::default() };
        let [ma, mb] = there.at(0.0);
        prop_assume!(distance(&a, &ma, &b, &mb) > 1e-6);
        let (f, g) = (first_meeting(&a, &b, &there, &[], TOLERANCE), first_meeting(&b, &a, &back, &[], TOLERANCE));
        match (f, g) {
            (None, None) => {}
            (Some(f), Some(g)) => {
                prop_assert!((f.theta - g.theta).abs() < 1e-13);
                let mut turned: Vec<_> = g.pairs.iter().map(|p| (p.b, p.a)).collect();
                turned.sort_unstable();
                prop_assert_eq!(f.pairs.iter().map(|p| (p.a, p.b)).collect::<Vec<_>>(), turned);
            }
            other => prop_assert!(false, "{other:?}"),
        }
    }
}

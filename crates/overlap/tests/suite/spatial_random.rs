//! Random convex solids against all directions, and against each other touching by construction.

use crate::random::{Random, cross, dot, then, turned, unit};
use crate::solids::{CONVEX, convex, furthest, overlap};
use mainspring_geometry::Solid;
use mainspring_overlap::{Memory, Place, Shape, depth};
use std::f64::consts::FRAC_PI_8;

fn measured(a: &Solid, at_a: &Place, b: &Solid, at_b: &Place) -> f64 {
    let (one, two) = (Shape::of_solid(a, [0.1, -0.2, 0.3]), Shape::of_solid(b, [0.0, 0.2, -0.1]));
    let at_a = then(at_a, &Place { position: [0.1, -0.2, 0.3], ..Place::REST });
    let at_b = then(at_b, &Place { position: [0.0, 0.2, -0.1], ..Place::REST });
    let found = depth(&one, &at_a, &two, &at_b, &mut Memory::default());
    let swapped = depth(&two, &at_b, &one, &at_a, &mut Memory::default());
    let (low, high) = (found.min(swapped).max(0.0), found.max(swapped).max(0.0));
    assert!(high - low <= 2e-12 || low >= 0.8 * high, "{found} and {swapped} the other way round");
    found
}

/// Least overlap over many directions, the best of them refined.
fn least_overlap(a: &Solid, at_a: &Place, b: &Solid, at_b: &Place, directions: &[[f64; 3]]) -> f64 {
    let value = |n: [f64; 3]| overlap(a, at_a, b, at_b, n);
    let mut all: Vec<(f64, [f64; 3])> = directions.iter().map(|n| (value(*n), *n)).collect();
    all.sort_by(|p, q| p.0.total_cmp(&q.0));
    let mut best = f64::INFINITY;
    for (start, n) in all.iter().take(8) {
        let (mut now, mut n, mut step) = (*start, *n, 0.02);
        while step > 1e-7 {
            let x = unit(cross(n, if n[0].abs() < 0.7 { [1.0, 0.0, 0.0] } else { [0.0, 1.0, 0.0] }));
            let y = cross(n, x);
            let mut better = false;
            for k in 0..16 {
                let (s, c) = libm::sincos(f64::from(k) * FRAC_PI_8);
                let tried = unit([0, 1, 2].map(|i| n[i] + step * (c * x[i] + s * y[i])));
                let there = value(tried);
                if there < now {
                    (now, n, better) = (there, tried, true);
                }
            }
            if !better {
                step *= 0.5;
            }
        }
        best = best.min(now);
    }
    best
}

#[test]
fn convex_pairs_against_all_directions() {
    let mut random = Random::new(5);
    let directions: Vec<[f64; 3]> = (0..20_000).map(|_| random.direction()).collect();
    for kind in 0..CONVEX * CONVEX {
        let (a, b) = (convex(&mut random, kind), convex(&mut random, kind / CONVEX));
        let (at_a, mut at_b) = (random.place(), random.place());
        at_b.position = [0, 1, 2].map(|i| at_a.position[i] + random.between(-0.6, 0.6));
        let least = least_overlap(&a, &at_a, &b, &at_b, &directions);
        let found = measured(&a, &at_a, &b, &at_b);
        if least > 1e-3 {
            assert!(found <= least * 1.12 && found >= 0.85 * least, "{kind}: {found} of {least}");
        } else if least < -1e-9 {
            assert!(found <= 0.0, "{kind}: {found} of {least}");
        }
    }
}

/// Solids with a place on their surface, the normal there, around which they are smooth or flat.
fn standing(random: &mut Random) -> Vec<(Solid, [f64; 3], [f64; 3])> {
    let cone = Solid::cone(0.6, 0.8).unwrap();
    let angle = random.between(0.0, 6.0);
    let (s, c) = libm::sincos(angle);
    let n = random.direction();
    vec![
        (Solid::block(1.0, 1.4, 0.6).unwrap(), [0.1, -0.2, 0.3], [0.0, 0.0, 1.0]),
        (Solid::sphere(0.7).unwrap(), n.map(|x| 0.7 * x), n),
        (Solid::cylinder(0.5, 1.2).unwrap(), [0.5 * c, 0.5 * s, 0.1], [c, s, 0.0]),
        (Solid::cylinder(0.5, 1.2).unwrap(), [0.1, 0.2, -0.6], [0.0, 0.0, -1.0]),
        (Solid::capsule(0.4, 0.8).unwrap(), [0.4 * c, 0.4 * s, 0.1], [c, s, 0.0]),
        (Solid::capsule(0.4, 0.8).unwrap(), [0.0, 0.4 * c.abs(), 0.4 + 0.4 * s.abs()], [0.0, c.abs(), s.abs()]),
        // slope 0.8 down over 0.6 out: the normal is (0.8, 0.6); half way up
        (cone, [0.3 * c, 0.3 * s, 0.0], [0.8 * c, 0.8 * s, 0.6]),
    ]
}

#[test]
fn touching_convex_pairs() {
    let mut random = Random::new(6);
    for round in 0..160 {
        for (case, (a, place, normal)) in standing(&mut random).into_iter().enumerate() {
            let b = convex(&mut random, round);
            let at_a = random.place();
            let n = turned(&at_a.rotation, normal);
            let p = turned(&at_a.rotation, place);
            let rotation = random.rotation();
            let tip = furthest(&b, &rotation, n.map(|x| -x));
            let at = |gap: f64| Place {
                position: [0, 1, 2].map(|i| at_a.position[i] + p[i] - tip[i] + gap * n[i]),
                rotation,
            };
            let found = |gap: f64| measured(&a, &at_a, &b, &at(gap));
            for gap in [0.0, 1e-11, 1e-4] {
                let depth = found(gap);
                assert!(depth <= 2e-12, "round {round} case {case}: {depth} at a gap of {gap}");
            }
            for deep in [1e-8, 1e-6, 1e-3] {
                let ratio = found(-deep) / deep;
                assert!((0.5..2.0).contains(&ratio), "round {round} case {case}: {ratio} of {deep}");
            }
        }
    }
}

#[test]
fn sharp_rims_and_edges() {
    let mut random = Random::new(8);
    for round in 0..200 {
        // both stand with a sharp edge or rim at the place of touch: n is between the normals of the sides
        let sharp = |random: &mut Random| -> (Solid, [f64; 3], [f64; 3]) {
            let tilt = random.between(0.2, 1.3);
            let (s, c) = libm::sincos(tilt);
            match random.count(3) {
                0 => (Solid::block(1.2, 0.8, 0.6).unwrap(), [0.1, 0.4, 0.3], [0.0, s, c]),
                1 => (Solid::cylinder(0.5, 0.8).unwrap(), [0.0, 0.5, 0.4], [0.0, s, c]),
                _ => (Solid::cone(0.5, 0.5).unwrap(), [0.0, 0.5, -0.25], unit([0.0, 0.6 + s, -0.1 - c])),
            }
        };
        let ((a, p, n), (b, q, m)) = (sharp(&mut random), sharp(&mut random));
        // b turned so that its normal is opposite to that of a, then about it
        let along = |v: [f64; 3]| unit(cross(v, [1.0, 0.0, 0.0]));
        let from = crate::random::frame(m, along(m));
        let spin = random.between(0.4, 1.2);
        let (s, c) = libm::sincos(spin);
        let side = along(n);
        let across = cross(n, side);
        let help = [0, 1, 2].map(|i| c * side[i] + s * across[i]);
        let to = crate::random::frame(n.map(|x| -x), help);
        let rotation = [0, 1, 2].map(|i| [0, 1, 2].map(|j| dot(to[i], from[j])));
        let tip = turned(&rotation, q);
        let at_a = random.place();
        let found = |gap: f64| {
            let position = [0, 1, 2].map(|i| p[i] - tip[i] + gap * n[i]);
            measured(&a, &at_a, &b, &then(&at_a, &Place { position, rotation }))
        };
        for gap in [0.0, 1e-11, 1e-3] {
            let depth = found(gap);
            assert!(depth <= 2e-12, "round {round}: {depth} at a gap of {gap}");
        }
        for deep in [1e-8, 1e-6, 1e-3] {
            let ratio = found(-deep) / deep;
            assert!((0.5..1.12).contains(&ratio), "round {round}: {ratio} of {deep}");
        }
    }
}

#[test]
fn memory_changes_no_verdict() {
    let mut random = Random::new(9);
    for kind in 0..CONVEX * CONVEX {
        let (a, b) = (convex(&mut random, kind), convex(&mut random, kind / CONVEX));
        let (one, two) = (Shape::of_solid(&a, [0.0; 3]), Shape::of_solid(&b, [0.0; 3]));
        let size = one.size().min(two.size());
        let (at_a, mut at_b) = (random.place(), random.place());
        let way = random.direction();
        let mut memory = Memory::default();
        for step in 0..40 {
            let far = 1.5 - 0.05 * f64::from(step);
            at_b.position = [0, 1, 2].map(|i| at_a.position[i] + far * way[i]);
            at_b = then(&at_b, &Place::planar([0.0; 2], 0.02));
            let kept = depth(&one, &at_a, &two, &at_b, &mut memory);
            let fresh = depth(&one, &at_a, &two, &at_b, &mut Memory::default());
            assert_eq!(kept > 1e-9 * size, fresh > 1e-9 * size, "{kind}: {kept} and {fresh}");
            if fresh > 1e-9 * size {
                assert!((0.8..1.25).contains(&(kept / fresh)), "{kind}: {kept} and {fresh}");
            }
        }
    }
}

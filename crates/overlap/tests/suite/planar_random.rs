//! Random regions: touching by construction, and deep ones against many places of their outlines.

use crate::random::{Random, then};
use mainspring_geometry::{Region, Segment};
use mainspring_overlap::{Memory, Place, Shape, depth};
use std::f64::consts::{PI, TAU};

fn star(random: &mut Random) -> Vec<[f64; 2]> {
    let count = 3 + random.count(9);
    (0..count)
        .map(|i| {
            let angle = TAU * (i as f64 + random.between(0.1, 0.9)) / count as f64;
            let far = random.between(0.3, 1.0);
            [far * libm::cos(angle), far * libm::sin(angle)]
        })
        .collect()
}

/// A star with some of its edges bent, out or in, a little.
fn bent_star(random: &mut Random) -> Region {
    loop {
        let points = star(random);
        let n = points.len();
        let edges = (0..n).map(|i| {
            let (from, to) = (points[i], points[(i + 1) % n]);
            let bend = random.between(-0.6, 0.6);
            if bend.abs() < 0.2 {
                return Segment::Line { from, to };
            }
            let (dx, dy) = (to[0] - from[0], to[1] - from[1]);
            let up = 0.5 / libm::tan(bend);
            let center = [0.5 * (from[0] + to[0]) - up * dy, 0.5 * (from[1] + to[1]) + up * dx];
            Segment::Arc { from, to, center, sweep: 2.0 * bend }
        });
        if let Ok((region, _)) = Region::closed(edges.collect()) {
            return region;
        }
    }
}

fn signed(region: &Region, dense: &[[f64; 2]], p: [f64; 2]) -> f64 {
    let near = dense.iter().map(|q| libm::hypot(q[0] - p[0], q[1] - p[1])).fold(f64::INFINITY, f64::min);
    if region.contains(p) { near } else { -near }
}

fn dense(region: &Region) -> Vec<[f64; 2]> {
    let mut places = Vec::new();
    for segment in region.loops().iter().flatten() {
        let count = 60;
        for i in 0..count {
            let s = f64::from(i) / f64::from(count);
            places.push(match *segment {
                Segment::Line { from, to } => [from[0] + s * (to[0] - from[0]), from[1] + s * (to[1] - from[1])],
                Segment::Arc { from, center, sweep, .. } => {
                    let (sin, cos) = libm::sincos(s * sweep);
                    let v = [from[0] - center[0], from[1] - center[1]];
                    [center[0] + cos * v[0] - sin * v[1], center[1] + sin * v[0] + cos * v[1]]
                }
            });
        }
    }
    places
}

#[test]
fn touching_stars() {
    let mut random = Random::new(1);
    let mut tried = 0;
    while tried < 400 {
        let (a, b) = (bent_star(&mut random), bent_star(&mut random));
        // the extreme place of b along a direction lies on the furthest side of a that direction has
        let angle = random.between(0.0, TAU);
        let n = [libm::cos(angle), libm::sin(angle)];
        let slack = random.between(-0.3, 0.3);
        let level = a.extent(n) + b.extent([-n[0], -n[1]]);
        let at =
            |gap: f64| Place::planar([n[0] * (level + gap) - slack * n[1], n[1] * (level + gap) + slack * n[0]], 0.0);
        let common = random.planar();
        let (one, two) = (Shape::of_region(&a, [0.1, 0.2]), Shape::of_region(&b, [-0.2, 0.1]));
        let found = |gap: f64| {
            let at_a = then(&common, &Place::planar([0.1, 0.2], 0.0));
            let at_b = then(&common, &then(&at(gap), &Place::planar([-0.2, 0.1], 0.0)));
            depth(&one, &at_a, &two, &at_b, &mut Memory::default())
        };
        assert!(found(0.0) <= 1e-12 && found(1e-11) <= 1e-12 && found(0.1) <= 0.0);
        assert!(found(-1e-6) <= 1.0001e-6);
        tried += 1;
    }
}

#[test]
fn corners_and_bulges_pushed_into_edges() {
    let mut random = Random::new(2);
    let mut tried = 0;
    while tried < 400 {
        let (a, b) = (bent_star(&mut random), bent_star(&mut random));
        // the middle of a straight edge of a, the extreme place of b against its normal
        let edges: Vec<Segment> = a.loops()[0].iter().copied().filter(Segment::is_straight).collect();
        if edges.is_empty() {
            continue;
        }
        let edge = edges[random.count(edges.len())];
        let (from, to) = (edge.from(), edge.to());
        let long = libm::hypot(to[0] - from[0], to[1] - from[1]);
        let n = [(to[1] - from[1]) / long, -(to[0] - from[0]) / long];
        let turn = random.between(0.0, TAU);
        let turned = b.turned(turn).unwrap();
        let lowest = -turned.extent([-n[0], -n[1]]);
        let tip = dense(&turned)
            .into_iter()
            .min_by(|p, q| (p[0] * n[0] + p[1] * n[1]).total_cmp(&(q[0] * n[0] + q[1] * n[1])));
        let tip = tip.unwrap();
        // onto the plane through the edge, the tip over its middle
        let middle = [0.5 * (from[0] + to[0]), 0.5 * (from[1] + to[1])];
        let base = [middle[0] - tip[0], middle[1] - tip[1]];
        let lift = tip[0] * n[0] + tip[1] * n[1] - lowest;
        let at = |gap: f64| Place::planar([base[0] + (lift + gap) * n[0], base[1] + (lift + gap) * n[1]], turn);
        let common = random.planar();
        let (one, two) = (Shape::of_region(&a, [0.0; 2]), Shape::of_region(&b, [0.0; 2]));
        let found = |gap: f64| depth(&one, &common, &two, &then(&common, &at(gap)), &mut Memory::default());
        // b may touch a elsewhere as well; then this is no case
        let (outline_a, outline_b) = (dense(&a), dense(&turned));
        let there = at(2e-3);
        let moved = outline_b.iter().map(|p| [p[0] + there.position[0], p[1] + there.position[1]]);
        if long < 0.2 || moved.into_iter().any(|p| signed(&a, &outline_a, p) > -1.5e-3) {
            continue;
        }
        let beyond = turned.moved([there.position[0], there.position[1]]).unwrap();
        if outline_a.iter().any(|p| beyond.contains(*p)) {
            continue;
        }
        tried += 1;
        assert!(found(1e-11) <= 1e-12 && found(0.0) <= 1e-12);
        for deep in [1e-8, 1e-6, 1e-4] {
            let ratio = found(-deep) / deep;
            assert!((0.5..2.0).contains(&ratio), "{ratio} of {deep}");
        }
    }
}

#[test]
fn deep_overlaps_against_many_places() {
    let mut random = Random::new(3);
    let mut inside = 0;
    for _ in 0..400 {
        let (a, b) = (bent_star(&mut random), bent_star(&mut random));
        let (x, y) = (random.between(-1.2, 1.2), random.between(-1.2, 1.2));
        let angle = random.between(-PI, PI);
        let moved = b.turned(angle).unwrap().moved([x, y]).unwrap();
        let (one, two) = (dense(&a), dense(&moved));
        let deepest = two.iter().map(|p| signed(&a, &one, *p)).fold(f64::NEG_INFINITY, f64::max);
        let deepest = one.iter().map(|p| signed(&moved, &two, *p)).fold(deepest, f64::max);
        let place = Place::planar([x, y], angle);
        let (one, two) = (Shape::of_region(&a, [0.0; 2]), Shape::of_region(&b, [0.0; 2]));
        let found = depth(&one, &Place::REST, &two, &place, &mut Memory::default());
        // the same anywhere and the other way round
        let common = random.planar();
        let there = depth(&two, &then(&common, &place), &one, &common, &mut Memory::default());
        assert!((found.max(0.0) - there.max(0.0)).abs() < 1e-13, "{found} and {there}");
        if deepest > 0.02 {
            inside += 1;
            assert!(found > 0.4 * deepest, "{found} where places say {deepest}");
        }
        if deepest < -0.01 {
            assert!(found <= 0.0, "{found} where places say {deepest}");
        }
        // hearts may be deeper than any place of an outline
        let widest = 1.0;
        assert!(found < widest);
    }
    assert!(inside > 100, "{inside}");
}

/// What a pair remembers between looks changes no verdict: stars drift about and through each other, in steps from tiny to
/// large, and every look with the memory equals one without.
#[test]
fn memory_changes_no_verdict() {
    let mut random = Random::new(5);
    let (mut apart, mut deep) = (0, 0);
    for _ in 0..60 {
        let (a, b) = (bent_star(&mut random), bent_star(&mut random));
        let (one, two) = (Shape::of_region(&a, [0.1, -0.2]), Shape::of_region(&b, [0.0, 0.1]));
        let mut memory = Memory::default();
        let mut at = [random.between(-1.5, 1.5), random.between(-1.5, 1.5), random.between(0.0, TAU)];
        let at_a = random.planar();
        for _ in 0..200 {
            let step = libm::pow(10.0, random.between(-5.0, -0.5));
            at = at.map(|x| x + step * random.between(-1.0, 1.0));
            // never so far that nothing is left to see
            at[0] = at[0].clamp(-1.5, 1.5);
            at[1] = at[1].clamp(-1.5, 1.5);
            let at_b = then(&at_a, &Place::planar([at[0], at[1]], at[2]));
            let with = depth(&one, &at_a, &two, &at_b, &mut memory);
            let without = depth(&one, &at_a, &two, &at_b, &mut Memory::default());
            assert!(with.max(0.0) == without.max(0.0), "{with} with, {without} without, at {at:?}");
            *(if without > 0.0 { &mut deep } else { &mut apart }) += 1;
        }
    }
    assert!(apart > 2000 && deep > 2000, "{apart} apart, {deep} deep");
}

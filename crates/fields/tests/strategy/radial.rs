//! A radial field with a constant one: one pose from every start.

use crate::parts::{Dice, convex, region, regular};
use mainspring_fields::strategy::{Distances, RadialField, StrategyError};
use mainspring_geometry::Region;
use std::f64::consts::TAU;

#[test]
fn a_part_without_symmetry_has_one_pose() {
    let mut dice = Dice::new(9);
    let field = RadialField { ratio: 0.01, direction: 0.7 };
    for corners in [3, 4, 5, 7, 12] {
        // the constant field must be weak against the lever from the median to the centre
        let part = loop {
            let part = region(&convex(&mut dice, corners));
            let (center, moments) = part.central_moments();
            let median = Distances::of(&part).unwrap().median().0;
            if libm::hypot(median[0] - center[0], median[1] - center[1]) > 0.015 * moments.area.sqrt() {
                break part;
            }
        };
        let rests = field.rests(&part).unwrap();
        assert_eq!(rests.iter().filter(|r| r.stable).count(), 1, "{rests:?}");
        let rest = rests.iter().find(|r| r.stable).unwrap();
        // overdamped motion from everywhere ends there
        for i in 0..24 {
            let start = TAU * f64::from(i) / 24.0 + 0.05;
            let pose = settle(&part, &field, [0.4 * dice.roll() - 0.2, 0.4 * dice.roll() - 0.2, start]);
            let turned = (pose[2] - rest.angle).rem_euclid(TAU);
            assert!(turned.min(TAU - turned) < 1e-3, "{corners} corners from {start}: {pose:?} {rest:?}");
            for k in 0..2 {
                assert!((pose[k] - rest.position[k]).abs() < 1e-3);
            }
        }
    }
}

/// Overdamped motion: the field summed over small triangles, steps shortened until the potential falls.
fn settle(part: &Region, field: &RadialField, mut pose: [f64; 3]) -> [f64; 3] {
    let (center, moments) = part.central_moments();
    let cells = cells(part, center);
    let (s, c) = libm::sincos(field.direction);
    let push = [field.ratio * c, field.ratio * s];
    let inertia = moments.polar() / moments.area;
    let wrench = |pose: [f64; 3]| {
        let (s, c) = libm::sincos(pose[2]);
        let mut sum = [0.0; 3];
        for ([x, y], area) in &cells {
            let arm = [c * x - s * y, s * x + c * y];
            let r = [pose[0] + arm[0], pose[1] + arm[1]];
            let long = libm::hypot(r[0], r[1]).max(1e-12);
            let f = [push[0] - r[0] / long, push[1] - r[1] / long];
            sum[0] += area * f[0];
            sum[1] += area * f[1];
            sum[2] += area * (arm[0] * f[1] - arm[1] * f[0]);
        }
        [sum[0] / moments.area, sum[1] / moments.area, sum[2] / moments.area / inertia]
    };
    let size = inertia.sqrt();
    // the radial pull's own rate is about one over the size
    let (mut step, mut now) = (0.3 * size, wrench(pose));
    for _ in 0..20_000 {
        let guess = std::array::from_fn(|i| pose[i] + step * now[i]);
        let then = wrench(guess);
        let measure = |a: &[f64; 3], b: &[f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2] * inertia;
        // overshoot: shorter; else a little longer
        if measure(&now, &then) < 0.2 * measure(&now, &now) {
            step *= 0.5;
            continue;
        }
        (pose, now) = (guess, then);
        step *= 1.3;
        if measure(&now, &now).sqrt() < 1e-9 {
            break;
        }
    }
    pose
}

/// Middle and area of small pieces of a convex part, seen from its centre.
fn cells(part: &Region, center: [f64; 2]) -> Vec<([f64; 2], f64)> {
    let points = &part.outline(1e-9)[0];
    let mut cells = Vec::new();
    let pieces = 24;
    for i in 0..points.len() {
        let (p, q) = (points[i], points[(i + 1) % points.len()]);
        let (p, q) = ([p[0] - center[0], p[1] - center[1]], [q[0] - center[0], q[1] - center[1]]);
        let area = 0.5 * (p[0] * q[1] - p[1] * q[0]) / f64::from(pieces * pieces);
        let at = |a: f64, b: f64| [p[0] * a + q[0] * b, p[1] * a + q[1] * b];
        for a in 0..pieces {
            for b in 0..pieces - a {
                let (x, y) = (f64::from(a), f64::from(b));
                let n = f64::from(pieces);
                cells.push((at((x + 1.0 / 3.0) / n, (y + 1.0 / 3.0) / n), area));
                if a + b < pieces - 1 {
                    cells.push((at((x + 2.0 / 3.0) / n, (y + 2.0 / 3.0) / n), area));
                }
            }
        }
    }
    cells
}

#[test]
fn force_and_moment_vanish_at_rest() {
    let part = region(&convex(&mut Dice::new(31), 5));
    let field = RadialField { ratio: 0.1, direction: -2.0 };
    let distances = Distances::of(&part).unwrap();
    let (center, moments) = part.central_moments();
    for rest in field.rests(&part).unwrap() {
        // the field's centre and direction in the region's frame
        let (s, c) = libm::sincos(rest.angle);
        let [x, y] = rest.position;
        let at = [center[0] - c * x - s * y, center[1] + s * x - c * y];
        let pull = distances.pull(at);
        let (es, ec) = libm::sincos(field.direction - rest.angle);
        let force = [0, 1].map(|i| 0.1 * moments.area * [ec, es][i] - pull[i]);
        assert!(force.iter().all(|f| f.abs() < 1e-12 * moments.area), "{force:?}");
        // pulls towards the field's centre turn nothing about it, so the constant field must not either
        let arm = [center[0] - at[0], center[1] - at[1]];
        assert!((arm[0] * es - arm[1] * ec).abs() < 1e-12);
    }
}

#[test]
fn symmetric_parts_have_as_many_poses_as_symmetries() {
    let field = RadialField { ratio: 0.3, direction: 0.0 };
    let triangle = field.rests(&regular(3, 1.0, 0.0)).unwrap();
    assert_eq!(triangle.iter().filter(|r| r.stable).count(), 3, "{triangle:?}");
    let bar = field.rests(&Region::rect(3.0, 1.0).unwrap()).unwrap();
    assert_eq!(bar.iter().filter(|r| r.stable).count(), 2);
    assert_eq!(field.rests(&Region::disc([1.0, 0.0], 0.5).unwrap()), Err(StrategyError::NoLever));
    for ratio in [0.0, 1.0, -0.1, f64::NAN] {
        let wrong = RadialField { ratio, direction: 0.0 }.rests(&regular(3, 1.0, 0.0));
        assert!(matches!(wrong, Err(StrategyError::Argument { .. })));
    }
    let wrong = RadialField { ratio: 0.1, direction: f64::NAN }.rests(&regular(3, 1.0, 0.0));
    assert!(matches!(wrong, Err(StrategyError::Argument { .. })));
}

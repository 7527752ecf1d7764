//! A radial field with a constant one: one pose from every start.

use crate::parts::{Dice, convex, region, regular};
use mainspring_fields::strategy::{Distances, RadialField, StrategyError};
use mainspring_geometry::Region;
use mainspring_trust::{Against, case};
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
            if libm::hypot(median[0] - center[0], median[1] - center[1]) > 0.02 * moments.area.sqrt() {
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

/// Rotation is this much quicker than translation: the constant field turns the part but weakly.
const QUICKER: f64 = 300.0;

/// Overdamped motion by explicit steps, shortened until the motion no longer turns back on itself.
fn settle(part: &Region, field: &RadialField, mut pose: [f64; 3]) -> [f64; 3] {
    let distances = Distances::of(part).expect("a part");
    let (center, moments) = part.central_moments();
    let (es, ec) = libm::sincos(field.direction);
    let push = [field.ratio * moments.area * ec, field.ratio * moments.area * es];
    let inertia = moments.polar() / moments.area;
    let rates = |[x, y, angle]: [f64; 3]| {
        let (s, c) = libm::sincos(angle);
        // the field's centre as the region sees it, and the pull back in the world
        let pull = distances.pull([center[0] - c * x - s * y, center[1] + s * x - c * y]);
        let pull = [s * pull[1] - c * pull[0], -s * pull[0] - c * pull[1]];
        // the pull turns nothing about the field's centre
        let moment = pull[0] * y - pull[1] * x;
        [
            (pull[0] + push[0]) / moments.area,
            (pull[1] + push[1]) / moments.area,
            QUICKER * moment / moments.area / inertia,
        ]
    };
    let measure = |a: &[f64; 3], b: &[f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2] * inertia / QUICKER;
    let (mut step, mut now) = (0.1 * inertia.sqrt(), rates(pose));
    for _ in 0..20_000 {
        let guess = std::array::from_fn(|i| pose[i] + step * now[i]);
        let then = rates(guess);
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

#[test]
fn a_weak_constant_field_points_from_the_median_to_the_centre() {
    let part = region(&convex(&mut Dice::new(77), 4));
    let (center, _) = part.central_moments();
    let (median, _) = Distances::of(&part).unwrap().median();
    let lever = [center[0] - median[0], center[1] - median[1]];
    for direction in [0.0, 2.0, -1.0] {
        let rests = RadialField { ratio: 1e-6, direction }.rests(&part).unwrap();
        assert_eq!(rests.len(), 2, "{rests:?}");
        let stable = rests.iter().find(|r| r.stable).unwrap();
        let expected = (direction - libm::atan2(lever[1], lever[0])).rem_euclid(TAU);
        let off = (stable.angle - expected).abs();
        case!(
            "part in a radial field with a weak constant one",
            "orientation",
            Against::ClosedForm,
            "the centre lies beyond the median, along the constant field"
        )
        .answer(expected, "rad")
        .off(off.min(TAU - off), 1e-4);
        let long = libm::hypot(lever[0], lever[1]);
        let (s, c) = libm::sincos(direction);
        assert!((stable.position[0] - long * c).abs() < 1e-5 && (stable.position[1] - long * s).abs() < 1e-5);
    }
}

//! Halving lines, moments and potentials.

use crate::parts::{Dice, awkward, clipped_moment, convex, left_of, loops, region, regular};
use mainspring_fields::strategy::{Squeeze, StrategyError};
use mainspring_geometry::Region;
use mainspring_trust::{Against, Worst, case};
use proptest::prelude::*;
use std::f64::consts::PI;

static MOMENT: Worst = Worst::new();

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn moments_of_convex_parts_are_those_of_clipping(seed in 1u64..1_000_000, corners in 3usize..13, angle in -7.0f64..7.0) {
        let part = region(&convex(&mut Dice::new(seed), corners));
        let squeeze = Squeeze::of(&part).unwrap();
        let size = squeeze.area() * squeeze.area().sqrt();
        let error = (squeeze.moment(angle) - clipped_moment(&part, angle)) / size;
        case!("random convex parts in a squeeze field", "moment, relative", Against::OtherWay, "bisection and clipped triangles")
            .off_at_worst(&MOMENT, error, 1e-12);
    }

    #[test]
    fn slopes_are_those_of_differences(seed in 1u64..1_000_000, corners in 3usize..13, angle in 0.0f64..3.1) {
        let part = region(&convex(&mut Dice::new(seed), corners));
        let squeeze = Squeeze::of(&part).unwrap();
        let step = 1e-5;
        let size = squeeze.area() * squeeze.area().sqrt();
        let slope = (squeeze.moment(angle + step) - squeeze.moment(angle - step)) / (2.0 * step);
        prop_assert!((slope - squeeze.moment_slope(angle)).abs() < 1e-4 * size);
        let moment = -(squeeze.potential(angle + step) - squeeze.potential(angle - step)) / (2.0 * step);
        prop_assert!((moment - squeeze.moment(angle)).abs() < 1e-9 * size);
    }
}

#[test]
fn notched_and_drilled_parts_are_those_of_clipping() {
    for (name, part) in awkward() {
        let squeeze = Squeeze::of(&part).unwrap();
        for i in 0..360 {
            let angle = 0.0123 + PI * f64::from(i) / 360.0;
            let error = squeeze.moment(angle) - clipped_moment(&part, angle);
            assert!(error.abs() < 1e-12, "{name} at {angle}: {error}");
        }
        // along its own edges too
        for angle in [0.0, PI / 2.0] {
            let error = squeeze.moment(angle) - clipped_moment(&part, angle);
            assert!(error.abs() < 1e-12, "{name} at {angle}: {error}");
        }
    }
}

#[test]
fn the_line_halves_the_area_and_its_chord_lies_inside() {
    for (name, part) in awkward() {
        let squeeze = Squeeze::of(&part).unwrap();
        let outline = loops(&part);
        for i in 0..90 {
            let angle = 0.0123 + PI * f64::from(i) / 90.0;
            let line = squeeze.bisector(angle);
            let (s, c) = libm::sincos(line.direction);
            let (area, first) = left_of(&outline, line.chord[0][0], [c, s]);
            assert!((area - 0.5 * squeeze.area()).abs() < 1e-13 * squeeze.area(), "{name} at {angle}");
            for k in 0..2 {
                assert!((first[k] / area - line.centers[0][k]).abs() < 1e-12, "{name} at {angle}");
                let both = 0.5 * (line.centers[0][k] + line.centers[1][k]);
                assert!((both - squeeze.center()[k]).abs() < 1e-13, "{name} at {angle}");
            }
            for [a, b] in &line.chord {
                assert!(part.contains([0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1])]), "{name} at {angle}");
            }
            for pair in line.chord.windows(2) {
                let (a, b) = (pair[0][1], pair[1][0]);
                assert!(!part.contains([0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1])]), "{name} at {angle}");
            }
        }
    }
}

#[test]
fn a_rectangle_has_the_moment_of_its_formula() {
    let (a, b) = (3.0, 1.0);
    let squeeze = Squeeze::of(&Region::rect(a, b).unwrap().moved([1e3, -5e2]).unwrap()).unwrap();
    let angle: f64 = 0.2;
    let (sin, tan) = (libm::sin(angle), libm::tan(angle));
    let exact = -2.0 * sin * (a * a * a / 12.0 - a * b * b / 8.0 + tan * tan * a * a * a / 24.0);
    case!(
        "rectangle of 3 by 1 in a squeeze field",
        "moment at 0.2 rad",
        Against::ClosedForm,
        "−2 sin θ (a³/12 − ab²/8 + a³ tan²θ/24)"
    )
    .answer(exact, "m^3")
    .off(squeeze.moment(angle) - exact, 1e-12);
}

#[test]
fn arcs_count_as_they_are() {
    // half a disc of radius r has its centre 4r/3π from the line: U = 2 (πr²/2)(4r/3π)
    let r: f64 = 0.7;
    let disc = Squeeze::of(&Region::disc([0.4, -3.0], r).unwrap()).unwrap();
    for angle in [0.0, 0.5, 2.0, -9.0] {
        case!("disc in a squeeze field", "potential", Against::ClosedForm, "4r³/3")
            .answer(4.0 * r * r * r / 3.0, "m^3")
            .off(disc.potential(angle) - 4.0 * r * r * r / 3.0, 1e-15);
        assert!(disc.moment(angle).abs() < 1e-15 && disc.moment_slope(angle).abs() < 1e-14);
    }
    // a bar with round ends along the line: the halves are half as high
    let (long, round) = (2.0, 0.5);
    let bar = Squeeze::of(&Region::capsule([-1.0, 0.0], [1.0, 0.0], round).unwrap()).unwrap();
    let exact = 2.0 * (long * round * round / 2.0 + 2.0 * round * round * round / 3.0);
    assert!((bar.potential(0.0) - exact).abs() < 1e-15);
    // and as polygons with many corners: the error falls with the square of their size
    let bite = Region::disc([0.2, 0.1], 0.15).unwrap();
    let sector = Region::sector([0.0, 0.0], 1.0, 0.3, 2.0).unwrap();
    let washer = Region::disc([0.0, 0.0], 1.0).unwrap().difference(&bite).unwrap();
    let drilled = Region::rect(2.0, 1.1).unwrap().difference(&bite).unwrap();
    for part in [sector, washer, drilled] {
        let squeeze = Squeeze::of(&part).unwrap();
        let outline = part.outline(1e-8);
        let fine =
            outline[1..].iter().fold(region(&outline[0]), |whole, hole| whole.difference(&region(hole)).unwrap());
        let fine = Squeeze::of(&fine).unwrap();
        for i in 0..40 {
            let angle = 0.031 + PI * f64::from(i) / 40.0;
            assert!((squeeze.moment(angle) - fine.moment(angle)).abs() < 1e-7);
            assert!((squeeze.moment_slope(angle) - fine.moment_slope(angle)).abs() < 1e-6);
        }
    }
}

#[test]
fn two_pieces_with_a_gap_between_are_one_part() {
    let pair = region(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
        .union(&region(&[[0.0, 3.0], [1.0, 3.0], [1.0, 4.0], [0.0, 4.0]]))
        .unwrap();
    let squeeze = Squeeze::of(&pair).unwrap();
    // each half is a whole square, 1.5 above or below
    assert!((squeeze.potential(0.0) - 3.0).abs() < 1e-14);
    assert!(squeeze.moment(0.0).abs() < 1e-14);
    // h without a chord: nothing but the two centres turns against the line
    assert!((squeeze.moment(0.1) - 3.0 * libm::sin(0.1)).abs() < 1e-13);
}

#[test]
fn size_and_place_do_not_matter() {
    let small = Squeeze::of(&regular(5, 1e-6, 0.3).moved([2e-4, 1e-4]).unwrap()).unwrap();
    let large = Squeeze::of(&regular(5, 1e9, 0.3)).unwrap();
    for angle in [0.1, 0.7, 1.9] {
        let (a, b) = (small.moment(angle) * 1e18, large.moment(angle) * 1e-27);
        assert!((a - b).abs() < 1e-12, "{a} {b}");
    }
    let needle = Region::rect(1.0, 5e-13).unwrap();
    assert!(matches!(Squeeze::of(&needle), Err(StrategyError::Thin { .. })));
}

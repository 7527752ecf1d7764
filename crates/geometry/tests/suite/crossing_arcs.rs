//! Booleans of outlines whose arcs cross, touch or run along each other, with answers by hand.

use mainspring_geometry::{Region, RegionError, Segment};
use mainspring_trust::{Against, case};
use std::f64::consts::PI;

fn area(region: &Region) -> f64 {
    region.central_moments().1.area
}

fn disc(x: f64, y: f64, radius: f64) -> Region {
    Region::disc([x, y], radius).expect("sizes are sound")
}

#[test]
fn a_bar_with_a_round_eye() {
    // 10 by 2, and beyond its end a circle of radius 2 about the middle of that end
    let bar = Region::rect_corners([0.0, -1.0], [10.0, 1.0]).unwrap();
    let rod = bar.union(&disc(10.0, 0.0, 2.0)).unwrap();
    // in common: half of the slice of the circle between y = ±1
    let common = 3.0_f64.sqrt() + 4.0 * libm::asin(0.5);
    let exact = 20.0 + 4.0 * PI - common;
    case!("a bar with a round eye", "area", Against::ClosedForm, "20 + 4π − (√3 + 4 asin ½)")
        .answer(exact, "m^2")
        .off(area(&rod) - exact, 1e-13);
    let (center, _) = rod.central_moments();
    // the part in common has −½ ∫(4 − y²) dy = −11/3 about the eye's centre
    let first = 20.0 * 5.0 + 10.0 * (4.0 * PI - common) + 11.0 / 3.0;
    assert!((center[0] * exact - first).abs() < 1e-12 && center[1].abs() < 1e-14, "{center:?} {}", first / exact);
    assert_eq!(rod.loops().len(), 1);
    let outline = &rod.loops()[0];
    assert_eq!(outline.iter().filter(|s| !s.is_straight()).count(), 1, "the eye is one arc: {outline:?}");
    for corner in [[0.0, -1.0], [0.0, 1.0]] {
        assert!(outline.iter().any(|s| s.from() == corner), "{corner:?}");
    }
    // and a hole through the eye stays a circle
    let drilled = rod.difference(&disc(10.0, 0.0, 1.0)).unwrap();
    assert!((area(&drilled) - exact + PI).abs() < 1e-13);
    assert_eq!(drilled.loops().len(), 2);
}

#[test]
fn two_circles_make_lenses_and_moons() {
    // radius 1, centres 1 apart
    let (a, b) = (disc(0.0, 0.0, 1.0), disc(1.0, 0.0, 1.0));
    let lens = 2.0 * PI / 3.0 - 3.0_f64.sqrt() / 2.0;
    for (made, exact, outlines, arcs) in [
        (a.intersection(&b), lens, 1, 2),
        (a.difference(&b), PI - lens, 1, 2),
        (a.union(&b), 2.0 * PI - lens, 1, 2),
        (a.xor(&b), 2.0 * (PI - lens), 2, 4),
    ] {
        let made = made.unwrap();
        assert!((area(&made) - exact).abs() < 1e-14, "{} for {exact}", area(&made));
        // circles begin at angle 0: the place where one did is no corner any more
        assert_eq!((made.loops().len(), made.loops().iter().flatten().count()), (outlines, arcs));
    }
}

#[test]
fn circles_and_lines_that_touch() {
    let unit = disc(0.0, 0.0, 1.0);
    let other = disc(2.0, 0.0, 1.0);
    // side by side: both, and nothing in common
    assert_eq!(unit.union(&other).unwrap().loops().len(), 2);
    assert_eq!(unit.intersection(&other), Err(RegionError::Empty));
    assert!((area(&unit.difference(&other).unwrap()) - PI).abs() < 1e-14);
    // from inside: a crescent whose horns meet
    let small = disc(0.5, 0.0, 0.5);
    assert!((area(&unit.difference(&small).unwrap()) - 0.75 * PI).abs() < 1e-14);
    assert!((area(&unit.union(&small).unwrap()) - PI).abs() < 1e-14);
    // a line along the top of a circle, and a box round it
    let above = Region::rect_corners([-3.0, 1.0], [3.0, 2.0]).unwrap();
    assert!((area(&unit.union(&above).unwrap()) - PI - 6.0).abs() < 1e-14);
    assert_eq!(unit.intersection(&above), Err(RegionError::Empty));
    let around = Region::rect(2.0, 2.0).unwrap();
    assert!((area(&around.difference(&unit).unwrap()) - 4.0 + PI).abs() < 1e-14);
    assert!((area(&around.intersection(&unit).unwrap()) - PI).abs() < 1e-14);
}

#[test]
fn pieces_of_one_circle_are_one_circle_again() {
    let whole = disc(0.0, 0.0, 2.0);
    let slices: Vec<Region> = (0..3)
        .map(|i| Region::sector([0.0, 0.0], 2.0, f64::from(i) * 2.0 * PI / 3.0, 2.0 * PI / 3.0).unwrap())
        .collect();
    let again = slices[0].union(&slices[1]).unwrap().union(&slices[2]).unwrap();
    assert_eq!(again.loops().iter().map(Vec::len).collect::<Vec<_>>(), [1]);
    assert!((area(&again) - 4.0 * PI).abs() < 1e-13);
    assert_eq!(whole.difference(&again), Err(RegionError::Empty));
    assert!((area(&whole.difference(&slices[1]).unwrap()) - 8.0 * PI / 3.0).abs() < 1e-13);
    // a ring on the same rim
    let ring = whole.difference(&disc(0.0, 0.0, 1.0)).unwrap();
    assert!((area(&ring.intersection(&slices[0]).unwrap()) - PI).abs() < 1e-13);
    assert!((area(&whole.difference(&ring).unwrap()) - PI).abs() < 1e-13);
    assert_eq!(whole.xor(&ring).unwrap().loops().len(), 1);
}

#[test]
fn size_and_place_do_not_matter() {
    let (a, b) = (Region::capsule([0.0, 0.0], [3.0, 1.0], 0.7).unwrap(), disc(1.0, 1.0, 0.9));
    let exact = area(&a.intersection(&b).unwrap());
    for scale in [1e-9, 1e-3, 1e3, 1e12] {
        let [p, q] = [&a, &b].map(|r| r.scaled(scale).unwrap());
        let small = area(&p.intersection(&q).unwrap());
        assert!((small / (scale * scale) - exact).abs() < 1e-12, "{scale}");
    }
    // digits that the place takes are gone from what went in
    for far in [1.0, 1e3, 1e6] {
        let [p, q] = [&a, &b].map(|r| r.moved([far, -0.3 * far]).unwrap());
        let there = area(&p.intersection(&q).unwrap());
        assert!((there - exact).abs() < 1e-15 * far + 1e-14, "{far}: {there}");
    }
    // an overlap of 1e-10 is not lost
    let touching = Region::rect_corners([0.9 + 1.0 - 1e-10, 0.0], [3.0, 2.0]).unwrap();
    let sliver = b.intersection(&touching).unwrap();
    // a cap of height h: 4/3 h √(2 r h)
    let h: f64 = 1e-10;
    assert!((area(&sliver) / (4.0 / 3.0 * h * (2.0 * 0.9 * h).sqrt()) - 1.0).abs() < 1e-4, "{:e}", area(&sliver));
}

#[test]
fn a_small_plate_at_the_rim_of_a_large_circle() {
    // 1 by 1 half under a circle of radius 10,000: what is left is the half above, with a floor that bends by 1/8R
    let (plate, radius) = (Region::rect(1.0, 1.0).unwrap(), 1e4);
    let above = plate.difference(&disc(0.0, -radius, radius)).unwrap();
    // half, and what the rim bends down: ∫ x²/2R over −½…½
    let exact = 0.5 + 1.0 / (24.0 * radius);
    assert!((area(&above) - exact).abs() < 1e-11, "{}", area(&above) - exact);
    let both = disc(0.0, -radius, radius).union(&plate).unwrap();
    assert!((area(&both) - PI * radius * radius - exact).abs() < 1e-6, "{}", both.loops()[0].len());
}

#[test]
fn corners_come_back_as_they_went_in() {
    let plate = Region::rect_corners([0.1, 0.2], [1.3, 0.7]).unwrap();
    let notched = plate.difference(&disc(1.3, 0.45, 0.1)).unwrap();
    let corners: Vec<[f64; 2]> = notched.loops().iter().flatten().map(Segment::from).collect();
    for corner in [[0.1, 0.2], [1.3, 0.2], [1.3, 0.7], [0.1, 0.7]] {
        assert!(corners.contains(&corner), "{corner:?} in {corners:?}");
    }
    assert!((area(&notched) - 0.6 + 0.005 * PI).abs() < 1e-15);
}

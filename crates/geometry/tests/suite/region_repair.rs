//! Cutting regions along lines, holes and islands, and outlines that are mended.

use mainspring_geometry::{PlaneMoments, Region, RegionError, Repair};
use mainspring_trust::{Against, case};
use proptest::prelude::*;
use std::f64::consts::{PI, TAU};

fn assert_close(a: &PlaneMoments, b: &PlaneMoments, tolerance: f64) {
    let numbers = |m: &PlaneMoments| [m.area, m.first[0], m.first[1], m.second[0], m.second[1], m.second[2]];
    let (x, y) = (numbers(a), numbers(b));
    (0..6).for_each(|i| assert!((x[i] - y[i]).abs() <= tolerance, "moment {i}: {a:?} ≠ {b:?}"));
}

fn rounded() -> Region {
    let bar = Region::capsule([-1.0, 0.2], [1.2, -0.1], 0.6).expect("sound");
    bar.difference(&Region::disc([0.3, 0.05], 0.3).expect("sound")).expect("sound")
}

fn square(middle: [f64; 2], side: f64) -> Region {
    Region::rect(side, side).and_then(|r| r.moved(middle)).expect("sound")
}

#[test]
fn a_disc_is_cut_into_caps() {
    let disc = Region::disc([0.4, -0.3], 1.5).unwrap();
    let mut worst = 0f64;
    for i in 0..30 {
        let angle = TAU * f64::from(i) / 30.0;
        let height = 1.4 * libm::cos(2.0 * f64::from(i));
        let (s, c) = libm::sincos(angle);
        let point = [0.4 + height * c - 3.0 * s, -0.3 + height * s + 3.0 * c];
        let kept = disc.cut(point, [2.0 * c, 2.0 * s]).unwrap();
        assert_eq!(kept.loops().len(), 1);
        assert!(kept.loops()[0].iter().any(|s| !s.is_straight()), "arcs stay arcs");
        let exact = PlaneMoments::cap([0.4, -0.3], 1.5, [-c, -s], libm::acos(-height / 1.5));
        assert_close(&kept.moments(), &exact, 1e-13);
        worst = worst.max((kept.moments().area - exact.area).abs());
    }
    case!("a disc cut by a line", "area of what is left", Against::ClosedForm, "r² (α − sin α cos α)")
        .unit("m^2")
        .off(worst, 1e-13);
    assert_eq!(disc.cut([5.0, 0.0], [1.0, 0.0]).unwrap(), disc);
    assert_eq!(disc.cut([-5.0, 0.0], [1.0, 0.0]), Err(RegionError::Empty));
}

proptest! {
    /// Both sides of a line make up the whole, lines through joints, hole and round ends alike.
    #[test]
    fn both_sides_of_a_cut_make_up_the_region(x in -1.5..1.5f64, y in -0.8..0.8f64, angle in 0.0..6.3f64) {
        let region = rounded();
        let (s, c) = libm::sincos(angle);
        let sides = [[c, s], [-c, -s]].map(|n| match region.cut([x, y], n) {
            Ok(side) => side.moments(),
            Err(RegionError::Empty) => PlaneMoments::default(),
            Err(other) => panic!("{other}"),
        });
        assert_close(&sides[0].plus(&sides[1]), &region.moments(), 1e-12);
        // and what is kept lies behind the line
        if let Ok(side) = region.cut([x, y], [c, s]) {
            prop_assert!(side.extent([c, s]) <= c * x + s * y + 1e-12);
        }
    }

    /// Repairs any closed polygon gives a sound region; what is mended twice needs no mending.
    #[test]
    fn any_outline_can_be_mended(points in prop::collection::vec([-8..8i32, -8..8i32], 3..12)) {
        let points: Vec<[f64; 2]> = points.iter().map(|p| p.map(f64::from)).collect();
        match Region::repaired(&points) {
            Ok((region, report)) => {
                prop_assert!(region.moments().area > 0.0);
                // exactly what the outline winds around: the corners of a fine raster off its lines
                for i in -20..20 {
                    for j in -20..20 {
                        let p = [f64::from(i) * 0.43 + 0.0137, f64::from(j) * 0.41 + 0.0071];
                        let winding: i32 = (0..points.len()).map(|k| crossing(points[k], points[(k + 1) % points.len()], p)).sum();
                        prop_assert_eq!(region.contains(p), winding != 0, "{:?}: {}", p, report);
                    }
                }
            }
            Err(error) => prop_assert!(matches!(error, RegionError::NoArea | RegionError::TooFewPoints { .. }), "{}", error),
        }
    }
}

/// What an edge adds to the winding number about p.
fn crossing(a: [f64; 2], b: [f64; 2], p: [f64; 2]) -> i32 {
    let side = (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
    i32::from(a[1] <= p[1] && p[1] < b[1] && side > 0.0) - i32::from(b[1] <= p[1] && p[1] < a[1] && side < 0.0)
}

#[test]
fn a_cut_through_a_hole_leaves_pieces() {
    // a ring cut through its middle is half a ring; cut off centre through two holes it falls apart
    let ring = Region::disc([0.0; 2], 2.0).unwrap().difference(&Region::disc([0.0; 2], 1.0).unwrap()).unwrap();
    let half = ring.cut([0.0; 2], [0.0, 1.0]).unwrap();
    assert_eq!(half.loops().len(), 1);
    assert!((half.moments().area - 1.5 * PI).abs() < 1e-14);
    // ∫y over half a disc is ⅔ r³
    assert!((half.moments().first[1] + 2.0 / 3.0 * 7.0).abs() < 1e-13);
    let other = half.cut([0.0, -0.5], [0.0, -1.0]).unwrap();
    assert_eq!(other.loops().len(), 2, "two feet");
}

#[test]
fn islands_shared_edges_and_touching_corners_combine() {
    let plate = square([0.0, 0.0], 10.0);
    let holes = [square([-2.5, 0.0], 3.0), square([2.5, 0.0], 3.0)];
    let drilled = plate.with_holes(&holes).unwrap();
    assert_eq!(drilled.loops().len(), 3);
    assert_eq!(drilled.moments().area, 82.0);
    // an island in a hole, a hole in the island
    let island = drilled.union(&square([2.5, 0.0], 2.0)).unwrap().difference(&square([2.5, 0.0], 1.0)).unwrap();
    assert_eq!((island.loops().len(), island.moments().area), (5, 85.0));
    assert!(island.contains([1.7, 0.0]) && !island.contains([2.5, 0.0]) && !island.contains([1.2, 0.0]));
    // neighbours along an edge become one, at a corner they stay two that touch
    let along = square([0.0, 0.0], 2.0).union(&square([2.0, 0.0], 2.0)).unwrap();
    assert_eq!((along.loops().len(), along.moments().area), (1, 8.0));
    let corner = square([0.0, 0.0], 2.0).union(&square([2.0, 2.0], 2.0)).unwrap();
    assert_eq!(corner.moments().area, 8.0);
    assert!(corner.contains([0.5, 0.5]) && corner.contains([1.5, 1.5]) && !corner.contains([0.5, 1.5]));
    assert_eq!(square([0.0, 0.0], 2.0).intersection(&square([2.0, 0.0], 2.0)), Err(RegionError::Empty));
    // a hole that shares a piece of the edge is a notch
    let notched = plate.with_holes(&[square([4.0, 0.0], 2.0)]).unwrap();
    assert_eq!((notched.loops().len(), notched.moments().area), (1, 96.0));
}

#[test]
fn holes_that_are_none_are_refused() {
    let plate = square([0.0, 0.0], 10.0);
    let small = square([0.0, 0.0], 2.0);
    assert_eq!(plate.with_holes(&[small.clone(), square([20.0, 0.0], 2.0)]), Err(RegionError::HoleOutside { hole: 1 }));
    assert_eq!(plate.with_holes(&[square([5.0, 0.0], 2.0)]), Err(RegionError::HoleOutside { hole: 0 }));
    let both = plate.with_holes(&[small.clone(), square([1.0, 0.0], 2.0)]);
    assert_eq!(both, Err(RegionError::HolesOverlap { first: 0, second: 1 }));
    assert!(both.unwrap_err().to_string().contains("holes 1 and 2 overlap"));
    assert_eq!(plate.with_holes(std::slice::from_ref(&plate)), Err(RegionError::Empty));
}

#[test]
fn mending_says_what_it_did() {
    // a bow tie: two triangles that touch
    let bow = [[0.0, 0.0], [2.0, 2.0], [2.0, 0.0], [0.0, 2.0]];
    let (region, report) = Region::repaired(&bow).unwrap();
    assert_eq!(region.loops().len(), 2);
    assert_eq!(region.moments().area, 2.0);
    assert_eq!(
        report.to_string(),
        "edges 1 and 3 meet at (1, 1); the outline was divided there; the outline now has 2 loops"
    );
    // repeated points, a spike and a clockwise outline
    let messy = [[0.0, 0.0], [0.0, 1.0], [0.0, 1.0], [1.0, 1.0], [3.0, 1.0], [1.0, 1.0], [1.0, 0.0], [0.0, 0.0]];
    let (region, report) = Region::repaired(&messy).unwrap();
    assert_eq!((region.loops().len(), region.moments().area), (1, 1.0));
    assert!(report.0.contains(&Repair::Repeated { point: 2 }) && report.0.contains(&Repair::Turned), "{report}");
    assert!(report.to_string().contains("spike"), "{report}");
    // twice around is once
    let once = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]];
    let (region, _) = Region::repaired(&[once, once].concat()).unwrap();
    assert_eq!((region.loops().len(), region.moments().area), (1, 0.5));
    // a sound one is left alone
    assert_eq!(Region::repaired(&once).unwrap(), (Region::polygon(&once).unwrap().0, Default::default()));
    assert_eq!(Region::repaired(&[[0.0, 0.0], [1.0, 0.0], [2.0, 0.0]]), Err(RegionError::NoArea));
    assert_eq!(Region::repaired(&[[0.0, 0.0], [1.0, f64::NAN], [2.0, 0.0]]), Err(RegionError::Coordinate { point: 1 }));
    assert!(matches!(Region::repaired(&[[0.0, 0.0]; 5]), Err(RegionError::TooFewPoints { distinct: 1 })));
}

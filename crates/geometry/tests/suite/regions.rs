//! Regions against closed forms, triangle quadrature, and the laws moments obey.

use mainspring_geometry::{PlaneMoments, Region, RegionError, Segment};
use mainspring_trust::{Against, case};
use proptest::prelude::*;
use std::f64::consts::{PI, TAU};

fn assert_close(a: &PlaneMoments, b: &PlaneMoments, tolerance: f64) {
    let size = b.area.abs().sqrt();
    // lengths enter by the distance from the origin as well
    let reach = size + (b.polar() / b.area).abs().sqrt();
    let near = |x: f64, y: f64, scale: f64| assert!((x - y).abs() <= tolerance * scale, "{x} ≠ {y}\n{a:?}\n{b:?}");
    near(a.area, b.area, size * size);
    (0..2).for_each(|i| near(a.first[i], b.first[i], size * size * reach));
    (0..3).for_each(|i| near(a.second[i], b.second[i], size * size * reach * reach));
}

/// Exact for quadratics: the middles of the three sides, weighted equally.
fn triangle(a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> PlaneMoments {
    let area = 0.5 * ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
    let mut sum = PlaneMoments { area, ..Default::default() };
    for (p, q) in [(a, b), (b, c), (c, a)] {
        let [x, y] = [0.5 * (p[0] + q[0]), 0.5 * (p[1] + q[1])];
        let w = area / 3.0;
        sum = sum.plus(&PlaneMoments { area: 0.0, first: [w * x, w * y], second: [w * x * x, w * x * y, w * y * y] });
    }
    sum
}

fn fan(points: &[[f64; 2]]) -> PlaneMoments {
    let mut sum = PlaneMoments::default();
    for i in 1..points.len() - 1 {
        sum = sum.plus(&triangle(points[0], points[i], points[i + 1]));
    }
    sum
}

/// Star-shaped about `center`, hence never self-intersecting.
fn star(center: [f64; 2], radii: &[f64]) -> Vec<[f64; 2]> {
    let n = radii.len() as f64;
    (radii.iter().enumerate())
        .map(|(i, r)| {
            let (s, c) = libm::sincos(TAU * i as f64 / n);
            [center[0] + r * c, center[1] + r * s]
        })
        .collect()
}

#[test]
fn rectangle_disc_and_capsule_have_their_textbook_moments() {
    let rect = Region::rect(3.0, 2.0).unwrap().moments();
    assert_close(&rect, &PlaneMoments { area: 6.0, first: [0.0; 2], second: [4.5, 0.0, 2.0] }, 1e-15);

    let r: f64 = 0.7;
    let (area, square) = (PI * r * r, PI * r * r * r * r / 4.0);
    let disc = PlaneMoments { area, first: [0.0; 2], second: [square, 0.0, square] };
    assert_close(&Region::disc([0.0; 2], r).unwrap().moments(), &disc, 1e-15);
    let off = Region::disc([2.0, -5.0], r).unwrap().moments();
    assert_close(&off, &disc.moved([2.0, -5.0]), 1e-15);

    // two half discs and a rectangle; a half disc's centre lies 4r/3π beyond its flat
    let l: f64 = 2.0;
    let capsule = Region::capsule([-l / 2.0, 0.0], [l / 2.0, 0.0], r).unwrap().moments();
    let xx = 2.0 * r * l * l * l / 12.0 + square + area * l * l / 4.0 + area * l * (4.0 * r / (3.0 * PI));
    let yy = l * 8.0 * r * r * r / 12.0 + square;
    assert_close(&capsule, &PlaneMoments { area: area + 2.0 * r * l, first: [0.0; 2], second: [xx, 0.0, yy] }, 1e-15);
}

#[test]
fn a_plate_with_round_hole_is_exact() {
    let plate = Region::rect(4.0, 3.0).unwrap();
    let hole = Region::disc([0.5, 0.25], 0.6).unwrap();
    let drilled = plate.difference(&hole).unwrap();
    assert_eq!(drilled.loops().len(), 2);
    assert!(drilled.loops().iter().flatten().any(|s| !s.is_straight()), "the hole stays a circle");
    assert_close(&drilled.moments(), &plate.moments().minus(&hole.moments()), 1e-15);
    // by hand: w³h/12 less πr⁴/4 + πr²x²
    let exact = 16.0 - PI * (0.1296 / 4.0 + 0.36 * 0.25);
    case!("plate of 4 by 3 with a round hole", "second moment", Against::ClosedForm, "w³h/12 − πr⁴/4 − πr²x²")
        .answer(exact, "m^4")
        .off(drilled.moments().second[0] - exact, 1e-14);
    assert!(drilled.contains([1.5, 1.0]) && !drilled.contains([0.5, 0.25]) && !drilled.contains([2.1, 0.0]));
    // filling the hole gives the plate back, a plug in it an island
    let plug = Region::disc([0.5, 0.25], 0.2).unwrap();
    let island = drilled.union(&plug).unwrap();
    assert!(island.contains([0.5, 0.3]) && !island.contains([0.5, 0.7]));
    assert_close(&island.moments(), &drilled.moments().plus(&plug.moments()), 1e-15);
    assert_eq!(drilled.intersection(&plug), Err(RegionError::Empty));
    assert_eq!(hole.intersection(&plug).unwrap(), plug);
    assert_close(&hole.xor(&plug).unwrap().moments(), &hole.moments().minus(&plug.moments()), 1e-15);
}

#[test]
fn crossing_rectangles_keep_their_corners() {
    let a = Region::rect_corners([0.1, 0.2], [1.3, 0.7]).unwrap();
    let b = Region::rect_corners([0.9, 0.3], [2.7, 1.9]).unwrap();
    let both = a.intersection(&b).unwrap();
    assert!((both.moments().area - 0.4 * 0.4).abs() < 1e-15);
    let union = a.union(&b).unwrap();
    let corners: Vec<[f64; 2]> = union.loops().iter().flatten().map(Segment::from).collect();
    for corner in [[0.1, 0.2], [1.3, 0.2], [2.7, 1.9], [0.1, 0.7]] {
        assert!(corners.contains(&corner), "{corner:?} in {corners:?}");
    }
    // an overlap of 1e-10 is not lost
    let c = Region::rect_corners([1.3 - 1e-10, 0.2], [2.0, 0.7]).unwrap();
    let sliver = a.intersection(&c).unwrap().moments().area;
    assert!((sliver / 0.5e-10 - 1.0).abs() < 1e-5, "{sliver}");
    // nor is a shared edge doubled
    let d = Region::rect_corners([1.3, 0.2], [2.0, 0.7]).unwrap();
    assert_eq!(a.union(&d).unwrap().loops()[0].len(), 4);
    assert_eq!(a.difference(&a), Err(RegionError::Empty));
    // the size of the pair does not matter
    for scale in [1e-9, 1e-3, 1e3, 1e12] {
        let small = a.scaled(scale).unwrap().intersection(&b.scaled(scale).unwrap()).unwrap();
        assert!((small.moments().area / (scale * scale) - 0.16).abs() < 1e-13, "{scale}");
    }
}

#[test]
fn large_outlines_take_no_time_to_speak_of() {
    let gear = |center, n: usize| {
        let radii: Vec<f64> = (0..n).map(|i| if i % 4 < 2 { 1.0 } else { 0.99 }).collect();
        Region::polygon(&star(center, &radii)).unwrap().0
    };
    let (a, b) = (gear([0.0, 0.0], 20_000), gear([0.7, 0.1], 20_000));
    let both = a.intersection(&b).unwrap().moments().plus(&a.union(&b).unwrap().moments());
    assert_close(&both, &a.moments().plus(&b.moments()), 1e-12);
}

#[test]
fn cutting_keeps_what_lies_behind_the_line() {
    let rect = Region::rect(4.0, 2.0).unwrap();
    assert!((rect.cut([1.0, 5.0], [2.0, 0.0]).unwrap().moments().area - 6.0).abs() < 1e-14);
    assert!((rect.cut([1.0, 5.0], [-2.0, 0.0]).unwrap().moments().area - 2.0).abs() < 1e-14);
    assert!((rect.cut([0.0, 0.0], [0.3, 0.4]).unwrap().moments().area - 4.0).abs() < 1e-14);
    assert_eq!(rect.cut([3.0, 0.0], [1.0, 0.0]).unwrap(), rect);
    assert_eq!(rect.cut([3.0, 0.0], [-1.0, 0.0]), Err(RegionError::Empty));
    assert!(rect.cut([0.0, 0.0], [0.0, 0.0]).is_err() && rect.cut([f64::NAN, 0.0], [1.0, 0.0]).is_err());
}

#[test]
fn wrong_outlines_say_what_is_wrong() {
    let bow = [[0.0, 0.0], [1.0, 1.0], [1.0, 0.0], [0.0, 1.0]];
    assert_eq!(Region::polygon(&bow), Err(RegionError::SelfIntersecting { first: 0, second: 2, at: [0.5, 0.5] }));
    assert_eq!(Region::polygon(&bow).unwrap_err().to_string(), "edges 1 and 3 of the outline meet at (0.5, 0.5)");
    // repeated points are passed over, and edges still named by the points given
    let doubled = [[0.0, 0.0], [0.0, 0.0], [1.0, 1.0], [1.0, 0.0], [0.0, 1.0], [0.0, 0.0]];
    assert!(matches!(Region::polygon(&doubled), Err(RegionError::SelfIntersecting { first: 0, second: 3, .. })));
    assert_eq!(Region::polygon(&[[0.0, 0.0], [1.0, 0.0], [0.0, 0.0]]), Err(RegionError::TooFewPoints { distinct: 2 }));
    assert_eq!(Region::polygon(&[]), Err(RegionError::TooFewPoints { distinct: 0 }));
    assert!(matches!(
        Region::polygon(&[[0.0, 0.0], [1.0, 0.0], [2.0, 0.0]]),
        Err(RegionError::NoArea | RegionError::SelfIntersecting { .. })
    ));
    // a spike, a touching corner
    let spike = [[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [2.0, 0.5], [0.0, 1.0]];
    assert!(matches!(Region::polygon(&spike), Err(RegionError::SelfIntersecting { first: 1, .. })));
    let touch = [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [1.0, 0.0], [0.0, 2.0]];
    assert!(matches!(Region::polygon(&touch), Err(RegionError::SelfIntersecting { first: 0, .. })));
    for bad in [f64::NAN, f64::INFINITY, 1e300] {
        assert_eq!(Region::polygon(&[[0.0, 0.0], [bad, 0.0], [0.0, 1.0]]), Err(RegionError::Coordinate { point: 1 }));
        assert!(Region::disc([bad, 0.0], 1.0).is_err() && Region::capsule([0.0; 2], [0.0, bad], 1.0).is_err());
        assert!(Region::rect(1.0, 1.0).unwrap().moved([bad, 0.0]).is_err());
    }
    for bad in [f64::NAN, f64::INFINITY, 0.0, -1.0, 1e-300] {
        assert!(
            Region::disc([0.0; 2], bad).is_err() && Region::rect(bad, 1.0).is_err() && Region::rect(1.0, bad).is_err()
        );
        assert!(
            Region::capsule([0.0; 2], [1.0, 0.0], bad).is_err() && Region::sector([0.0; 2], 1.0, 0.0, bad).is_err()
        );
        assert!(Region::rect(1.0, 1.0).unwrap().scaled(bad).is_err());
    }
    assert!(Region::capsule([1.0, 2.0], [1.0, 2.0], 0.5).is_err());
    assert!(Region::turned(&Region::rect(1.0, 1.0).unwrap(), f64::NAN).is_err());

    let line = |from, to| Segment::Line { from, to };
    let gap = vec![line([0.0, 0.0], [1.0, 0.0]), line([1.1, 0.0], [0.0, 1.0]), line([0.0, 1.0], [0.0, 0.0])];
    assert!(matches!(Region::closed(gap), Err(RegionError::Open { edge: 0, .. })));
    // a line and the arc after it cross away from their corner; two arcs of one circle run over each other
    let start = Segment::arc([0.0, 0.0], 1.0, 0.0, 4.0);
    let neighbours =
        vec![line([0.0, 2.0], [1.0, 0.0]), start, line(start.to(), [-3.0, -2.0]), line([-3.0, -2.0], [0.0, 2.0])];
    assert!(matches!(Region::closed(neighbours), Err(RegionError::SelfIntersecting { first: 0, second: 1, .. })));
    let over = vec![Segment::arc([0.0, 0.0], 1.0, 0.0, 4.0), Segment::arc([0.0, 0.0], 1.0, 4.0, -4.0)];
    assert!(matches!(Region::closed(over), Err(RegionError::SelfIntersecting { first: 0, second: 1, .. })));
    let lie = Segment::Arc { from: [1.0, 0.0], to: [0.0, 0.0], center: [0.5, 0.0], sweep: 1.0 };
    assert_eq!(Region::closed(vec![line([0.0, 0.0], [1.0, 0.0]), lie]), Err(RegionError::Arc { edge: 1 }));
}

#[test]
fn clockwise_outlines_are_turned_and_said_to_be() {
    let (a, turned) = Region::polygon(&[[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]).unwrap();
    let (b, turned_back) = Region::polygon(&[[0.0, 1.0], [1.0, 0.0], [0.0, 0.0]]).unwrap();
    assert!(!turned && turned_back);
    assert_close(&a.moments(), &b.moments(), 1e-15);
    // half a disc, drawn clockwise with an arc
    let arc = Segment::arc([0.0, 0.0], 1.0, PI, -PI);
    let (half, turned) = Region::closed(vec![arc, Segment::Line { from: arc.to(), to: arc.from() }]).unwrap();
    assert!(turned && (half.moments().area - PI / 2.0).abs() < 1e-15);
}

#[test]
fn far_from_the_origin_nothing_is_lost() {
    let (_, near) = Region::rect(2e-3, 1e-3).unwrap().central_moments();
    let (center, far) = Region::rect(2e-3, 1e-3).unwrap().moved([1e3, -1e3]).unwrap().central_moments();
    // the corners themselves are rounded at 1e-13
    assert!((center[0] - 1e3).abs() < 1e-12 && (far.polar() / near.polar() - 1.0).abs() < 1e-9);
}

#[test]
fn outlines_for_drawing_stay_within_tolerance() {
    let region = Region::rect(4.0, 4.0).unwrap().difference(&Region::disc([0.0; 2], 1.5).unwrap()).unwrap();
    let outline = region.outline(1e-3);
    assert_eq!((outline.len(), outline[0].len()), (2, 4));
    let hole = &outline[1];
    for i in 0..hole.len() {
        let (p, q) = (hole[i], hole[(i + 1) % hole.len()]);
        let middle = libm::hypot(0.5 * (p[0] + q[0]), 0.5 * (p[1] + q[1]));
        assert!((libm::hypot(p[0], p[1]) - 1.5).abs() < 1e-12 && 1.5 - middle <= 1e-3);
    }
    // absurd tolerances neither hang nor panic
    for tolerance in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(region.outline(tolerance)[1].len() <= 10_001);
    }
}

#[test]
fn bounds_follow_the_arcs() {
    let (low, high) = Region::sector([1.0, 1.0], 2.0, 0.5, PI / 2.0).unwrap().bounds();
    assert_eq!(high[1], 3.0, "the top of the circle is within the arc");
    assert!((high[0] - (1.0 + 2.0 * libm::cos(0.5))).abs() < 1e-15 && low[1] == 1.0);
}

proptest! {
    #[test]
    fn polygons_agree_with_triangles(radii in prop::collection::vec(0.2..2.0f64, 3..40), x in -5.0..5.0f64, y in -5.0..5.0f64) {
        let points = star([x, y], &radii);
        let (region, turned) = Region::polygon(&points).unwrap();
        prop_assert!(!turned);
        assert_close(&region.moments(), &fan(&points), 1e-13);
        prop_assert!(region.contains([x, y]));
    }

    #[test]
    fn moments_move_and_turn_with_the_region(radii in prop::collection::vec(0.2..2.0f64, 3..12), by in [-3.0..3.0f64, -3.0..3.0], angle in -7.0..7.0f64) {
        let hole = Region::disc([0.01, 0.02], 0.02).unwrap();
        let region = Region::polygon(&star([0.0, 0.0], &radii)).unwrap().0;
        // stars of few points can pass near their centre
        prop_assume!(hole.loops()[0][0].from() != [0.0, 0.0]);
        let region = match region.difference(&hole) { Ok(r) => r, Err(_) => return Ok(()) };
        let m = region.moments();
        assert_close(&region.moved(by).unwrap().moments(), &m.moved(by), 1e-13);
        assert_close(&region.turned(angle).unwrap().moments(), &m.turned(angle), 1e-13);
        let mirrored = region.mirrored(0.0).unwrap().moments();
        let [xx, xy, yy] = m.second;
        assert_close(&mirrored, &PlaneMoments { area: m.area, first: [m.first[0], -m.first[1]], second: [xx, -xy, yy] }, 1e-14);
        let (center, central) = region.central_moments();
        assert_close(&central.moved(center), &m, 1e-13);
        prop_assert!(central.first.iter().all(|s| s.abs() < 1e-14));
    }

    #[test]
    fn sectors_agree_with_polar_quadrature(radius in 0.1..3.0f64, start in -4.0..4.0f64, sweep in 1e-3..6.2f64) {
        // radius by closed form, angle by the rectangle rule on a smooth integrand with 3-point Gauss pieces
        let mut want = PlaneMoments { area: 0.5 * radius * radius * sweep, ..Default::default() };
        let pieces = 400;
        for i in 0..pieces {
            let h = sweep / f64::from(pieces);
            for (node, weight) in [(-0.774_596_669_241_483_4, 5.0 / 18.0), (0.0, 8.0 / 18.0), (0.774_596_669_241_483_4, 5.0 / 18.0)] {
                let (s, c) = libm::sincos(start + h * (f64::from(i) + 0.5 + 0.5 * node));
                let (w3, w4) = (h * weight * radius * radius * radius / 3.0, h * weight * radius * radius * radius * radius / 4.0);
                want = want.plus(&PlaneMoments { area: 0.0, first: [w3 * c, w3 * s], second: [w4 * c * c, w4 * c * s, w4 * s * s] });
            }
        }
        assert_close(&Region::sector([0.0; 2], radius, start, sweep).unwrap().moments(), &want, 1e-12);
    }

    #[test]
    fn booleans_add_up(a in prop::collection::vec(0.3..1.5f64, 3..14), b in prop::collection::vec(0.3..1.5f64, 3..14), x in -2.5..2.5f64, y in -2.5..2.5f64) {
        let (p, q) = (Region::polygon(&star([0.0, 0.0], &a)).unwrap().0, Region::polygon(&star([x, y], &b)).unwrap().0);
        let moments = |r: Result<Region, RegionError>| match r {
            Ok(region) => region.moments(),
            Err(RegionError::Empty) => PlaneMoments::default(),
            Err(e) => panic!("{e}"),
        };
        let (both, either) = (moments(p.intersection(&q)), moments(p.union(&q)));
        assert_close(&both.plus(&either), &p.moments().plus(&q.moments()), 1e-13);
        assert_close(&moments(p.difference(&q)).plus(&both), &p.moments(), 1e-13);
        assert_close(&moments(p.xor(&q)).plus(&both), &either, 1e-13);
        let union = p.union(&q).unwrap();
        for i in 0..60 {
            let at = [-3.0 + 0.1 * f64::from(i), 0.37 * y];
            prop_assert_eq!(union.contains(at), p.contains(at) || q.contains(at));
        }
    }

    #[test]
    fn inside_is_what_the_fine_polygon_says(sweep in 0.1..6.2f64, start in -4.0..4.0f64, at in [-1.2..1.2f64, -1.2..1.2]) {
        // the arc alone closed by its chord: minor and major caps
        let arc = Segment::arc([0.0, 0.0], 1.0, start, sweep);
        let cap = Region::closed(vec![arc, Segment::Line { from: arc.to(), to: arc.from() }]).unwrap().0;
        let middle = start + sweep / 2.0;
        let (u, r) = (at[0] * libm::cos(middle) + at[1] * libm::sin(middle), libm::hypot(at[0], at[1]));
        let edge = libm::cos(sweep / 2.0);
        prop_assume!((r - 1.0).abs() > 1e-9 && (u - edge).abs() > 1e-9);
        prop_assert_eq!(cap.contains(at), r < 1.0 && u > edge);
        // chords of the caps are no boundary: points on them count as inside
        let other = Segment::arc([0.0, 0.0], 1.0, start + sweep, TAU - sweep);
        let other = match other { Segment::Arc { from: _, to: _, center, sweep } => Segment::Arc { from: arc.to(), to: arc.from(), center, sweep }, line => line };
        let disc = Region::closed(vec![arc, other]).unwrap().0;
        for i in 1..10 {
            let t = f64::from(i) / 10.0;
            let (p, q) = (arc.from(), arc.to());
            let on = [p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])];
            prop_assert!(disc.contains(on));
        }
    }
}

/// Rounding at the joints of a slanted bar once read as an outline that meets itself.
#[test]
fn bars_may_point_anywhere() {
    for k in 0..1000 {
        let angle = 0.0123 * f64::from(k);
        let (s, c) = libm::sincos(angle);
        let radius = 0.001 * f64::from(k + 1);
        let bar = Region::capsule([0.3, -0.2], [0.3 + c, -0.2 + s], radius).unwrap();
        let exact = 2.0 * radius + PI * radius * radius;
        assert!((bar.moments().area - exact).abs() < 1e-13 * exact.max(1.0), "{angle}");
    }
}

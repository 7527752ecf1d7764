//! Every fault by name, polygon and vertex.

use mainspring_sweep::{Angle, Fault, Method, Obstacle, Pawl, Place, Problem, Rational, solve};

use crate::random::ratio;

fn at(x: i64, y: i64) -> Place {
    [Rational::from(x), Rational::from(y)]
}

fn ring(points: &[(i64, i64)]) -> Vec<Place> {
    points.iter().map(|&(x, y)| at(x, y)).collect()
}

/// A pawl left of a block, moving right.
fn good() -> Problem {
    Problem {
        velocity: at(1, 0),
        obstacles: vec![Obstacle { name: "block".to_owned(), rings: vec![ring(&[(5, -1), (7, -1), (7, 1), (5, 1)])] }],
        pawls: vec![Pawl {
            name: "hook".to_owned(),
            hinge: at(0, 3),
            outline: ring(&[(0, 0), (0, -3), (1, -3), (1, 0)]),
            stiffness: 1.0,
            friction: Rational::ZERO,
            start: Angle::zero(),
        }],
        root: None,
        end: Rational::from(10),
    }
}

/// The fault of a problem made bad.
fn fault(spoil: impl Fn(&mut Problem)) -> Fault {
    let mut problem = good();
    spoil(&mut problem);
    solve(&problem, Method::Lazy).expect_err("a bad problem")
}

#[test]
fn a_good_one_runs() {
    assert!(solve(&good(), Method::Lazy).is_ok());
}

#[test]
fn numbers_out_of_range() {
    assert_eq!(fault(|p| p.pawls.clear()), Fault::NoPawl);
    assert_eq!(fault(|p| p.velocity = at(0, 0)), Fault::NoVelocity);
    assert_eq!(fault(|p| p.end = Rational::ZERO), Fault::NoTime);
    assert_eq!(fault(|p| p.end = Rational::from(-1)), Fault::NoTime);
    let hook = || "hook".to_owned();
    assert_eq!(fault(|p| p.pawls[0].friction = ratio(-1, 10)), Fault::Friction { pawl: hook() });
    for bad in [0.0, -2.0, f64::NAN, f64::INFINITY] {
        assert_eq!(fault(|p| p.pawls[0].stiffness = bad), Fault::Stiffness { pawl: hook() });
    }
}

#[test]
fn polygons_that_are_none() {
    let block = || "block".to_owned();
    assert_eq!(fault(|p| p.obstacles[0].rings[0].truncate(2)), Fault::FewCorners { polygon: block(), ring: 0 });
    assert_eq!(
        fault(|p| p.obstacles[0].rings[0] = ring(&[(5, 0), (6, 0), (7, 0)])),
        Fault::SelfCrossing { polygon: block(), ring: 0, edge: 0, other_ring: 0, other: 2 }
    );
    assert_eq!(
        fault(|p| p.obstacles[0].rings[0].insert(2, at(7, -1))),
        Fault::Repeated { polygon: block(), ring: 0, vertex: 1, other: 2 }
    );
    // a bow tie: the edges from vertices 1 and 3 cross
    assert_eq!(
        fault(|p| p.obstacles[0].rings[0] = ring(&[(5, -1), (7, -1), (5, 1), (7, 1)])),
        Fault::SelfCrossing { polygon: block(), ring: 0, edge: 1, other_ring: 0, other: 3 }
    );
    assert_eq!(
        fault(|p| p.pawls[0].outline = ring(&[(0, 0), (1, -3), (0, -3), (1, 0)])),
        Fault::SelfCrossing { polygon: "hook".to_owned(), ring: 0, edge: 0, other_ring: 0, other: 2 }
    );
    assert_eq!(
        fault(|p| p.obstacles[0].rings.push(ring(&[(20, 0), (21, 0), (20, 1)]))),
        Fault::HoleOutside { polygon: block(), ring: 1, vertex: 0 }
    );
    assert_eq!(
        fault(|p| p.root = Some(ring(&[(0, 5), (1, 5)]))),
        Fault::FewCorners { polygon: "root".to_owned(), ring: 0 }
    );
}

#[test]
fn starts_in_the_way() {
    let (hook, block) = (|| "hook".to_owned(), || "block".to_owned());
    assert_eq!(fault(|p| p.pawls[0].hinge = at(6, 0)), Fault::Hinge { pawl: hook(), obstacle: block() });
    // the tip (0, −3) … (1, −3) lies in the block's upper edge
    let overlap = fault(|p| p.pawls[0].hinge = [ratio(11, 2), Rational::from(3)]);
    assert_eq!(overlap, Fault::Overlap { pawl: hook(), edge: 0, obstacle: block(), ring: 0, obstacle_edge: 2 });
    // a small pawl wholly inside, hinged outside
    let swallowed = fault(|p| {
        p.pawls[0].outline = vec![
            [ratio(11, 2), Rational::from(-3)],
            [ratio(13, 2), Rational::from(-3)],
            [Rational::from(6), ratio(-5, 2)],
        ];
    });
    assert_eq!(swallowed, Fault::Inside { pawl: hook(), obstacle: block() });
    assert_eq!(fault(|p| p.root = Some(ring(&[(4, 0), (6, 0), (6, 2), (4, 2)]))), Fault::Root { obstacle: block() });
}

#[test]
fn faults_tell_polygon_and_vertex() {
    let bow = fault(|p| p.obstacles[0].rings[0] = ring(&[(5, -1), (7, -1), (5, 1), (7, 1)])).to_string();
    assert!(bow.contains("`block`") && bow.contains("vertex 1") && bow.contains("vertex 3"), "{bow}");
}

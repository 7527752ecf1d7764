//! The picture of the plane against a brute-force twin: polygons that overlap or do not, at angles in and beside it.

use mainspring_sweep::{Angle, Kind, Method, Obstacle, Pawl, Place, Problem, Rational, Window, plane, rational, solve};

type Point = [f64; 2];

fn place(x: f64, y: f64) -> Place {
    [rational(x), rational(y)]
}

fn problem(pawl: &[Point], obstacles: &[&[Point]], hinge: Point, friction: f64, end: f64) -> Problem {
    let ring = |points: &[Point]| points.iter().map(|p| place(p[0], p[1])).collect::<Vec<_>>();
    Problem {
        velocity: place(1.0, 0.0),
        obstacles: (obstacles.iter()).map(|o| Obstacle { name: "o".to_owned(), rings: vec![ring(o)] }).collect(),
        pawls: vec![Pawl {
            name: "p".to_owned(),
            hinge: place(hinge[0], hinge[1]),
            outline: ring(pawl),
            stiffness: 1.0,
            friction: rational(friction),
            start: Angle::zero(),
        }],
        root: None,
        end: rational(end),
    }
}

fn float(x: &Rational) -> f64 {
    x.to_f64().value()
}

fn ring(points: &[Place], turn: f64, by: Point) -> Vec<Point> {
    let (c, s) = (libm::cos(turn), libm::sin(turn));
    let turned = |p: &Place| {
        let (x, y) = (float(&p[0]), float(&p[1]));
        [by[0] + c * x - s * y, by[1] + s * x + c * y]
    };
    points.iter().map(turned).collect()
}

fn cross(a: Point, b: Point, c: Point) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

fn inside(p: Point, ring: &[Point]) -> bool {
    let edges = (0..ring.len()).map(|k| (ring[k], ring[(k + 1) % ring.len()]));
    edges.filter(|(a, b)| (a[1] <= p[1]) != (b[1] <= p[1]) && (cross(*a, *b, p) > 0.0) == (b[1] > a[1])).count() % 2
        == 1
}

/// Whether a pawl at an angle overlaps an obstacle.
fn overlaps(problem: &Problem, time: f64, theta: f64) -> bool {
    let pawl = &problem.pawls[0];
    let hinge = [float(&pawl.hinge[0]) + float(&problem.velocity[0]) * time, float(&pawl.hinge[1])];
    let ours = ring(&pawl.outline, theta, hinge);
    problem.obstacles.iter().any(|obstacle| {
        let theirs = ring(&obstacle.rings[0], 0.0, [0.0; 2]);
        let crossing = |i: usize, j: usize| {
            let (a, b) = (ours[i], ours[(i + 1) % ours.len()]);
            let (c, d) = (theirs[j], theirs[(j + 1) % theirs.len()]);
            cross(a, b, c) * cross(a, b, d) < 0.0 && cross(c, d, a) * cross(c, d, b) < 0.0
        };
        (0..ours.len()).any(|i| (0..theirs.len()).any(|j| crossing(i, j)))
            || inside(ours[0], &theirs)
            || inside(theirs[0], &ours)
    })
}

const TOOTH: &[Point] = &[[0.0, 0.0], [2.0, 0.0], [2.0, 0.4]];
const PAWL: &[Point] = &[[-1.5, -1.0], [0.15, -0.1], [0.0, 0.15]];
const BLOCK: &[Point] = &[[0.4, 1.9], [1.6, 2.2], [1.2, 2.6]];

#[test]
fn free_angles_are_free_and_what_bounds_them_is_not() {
    let mut bounded = 0;
    for (n, obstacles) in [&[TOOTH][..], &[TOOTH, BLOCK][..], &[BLOCK][..]].into_iter().enumerate() {
        let problem = problem(PAWL, obstacles, [0.0, 1.2], 0.2, 6.0);
        let motion = solve(&problem, Method::Lazy).unwrap();
        let window = Window { time: [0.0, motion.end], angle: [-1.4, 1.4], most: 1000 };
        let found = plane(&problem, 0, &motion.pawls[0], &window).unwrap();
        for slice in found.free.iter().flatten() {
            let [low, high] = slice.angle;
            for k in 1..20 {
                let theta = low + (high - low) * f64::from(k) / 20.0;
                assert!(high - low < 1e-6 || !overlaps(&problem, slice.time, theta), "{n}: {theta} at {slice:?}");
            }
            let away = 1e-4;
            let ends = motion.pawls[0].events.iter().any(|e| (e.time - slice.time).abs() < 0.05);
            for (end, beside) in [(low, low - away), (high, high + away)] {
                if !ends && end > window.angle[0] && end < window.angle[1] && end.abs() > 1e-9 {
                    assert!(overlaps(&problem, slice.time, beside), "{n}: {beside} at {slice:?}");
                    bounded += 1;
                }
            }
        }
        // arcs are contacts: on one side at least the polygons overlap, and not by more than a hair on the arc
        for arc in &found.arcs {
            let [time, theta] = arc.points[arc.points.len() / 2];
            let below = overlaps(&problem, time, theta - 1e-4);
            let above = overlaps(&problem, time, theta + 1e-4);
            assert!(if arc.floor { below } else { above }, "{n}: {arc:?}");
        }
    }
    assert!(bounded > 200, "{bounded}");
}

#[test]
fn sticking_parts_begin_where_the_motion_sticks() {
    // a plate pushed at a corner above its hinge: it turns, and sticks where the corner is near the foot of the hinge
    let corner: &[Point] = &[[1.0, 0.6], [3.0, 0.4], [3.0, 0.8]];
    let plate: &[Point] = &[[-1.0, -1.2], [1.0, -1.2], [1.0, 1.2], [-1.0, 1.2]];
    let mut stuck = 0;
    for friction in [0.1, 0.2, 0.3, 0.4, 0.5] {
        let problem = problem(plate, &[corner], [-0.5, 0.0], friction, 2.0);
        let motion = solve(&problem, Method::Lazy).unwrap();
        let last = motion.pawls[0].last();
        let window = Window { time: [0.0, motion.end + 1.0], angle: [-2.0, 2.0], most: 1000 };
        let found = plane(&problem, 0, &motion.pawls[0], &window).unwrap();
        let near = |p: &[f64; 2]| (p[0] - last.time).abs() < 1e-6 && (p[1] - last.theta).abs() < 1e-6;
        let parts = || found.arcs.iter().flat_map(|a| &a.sticks);
        if last.kind == Kind::Stick && motion.pawls[0].pieces.last().is_some_and(|p| p.contact == last.from) {
            assert!(parts().any(|part| part.iter().any(near)), "{friction}: {last:?}");
            stuck += 1;
        }
        // and the path never runs through one before its end
        for &[time, theta] in found.path.iter().flatten().filter(|p| p[0] < last.time - 1e-6) {
            let on = |part: &&Vec<[f64; 2]>| {
                part.windows(2).any(|w| {
                    w[0][0] < time && time < w[1][0] && {
                        let f = (time - w[0][0]) / (w[1][0] - w[0][0]);
                        (w[0][1] + f * (w[1][1] - w[0][1]) - theta).abs() < 1e-4
                    }
                })
            };
            assert!(theta == 0.0 || !parts().any(|p| on(&p)), "{friction}: {time} {theta}");
        }
    }
    assert!(stuck >= 3, "{stuck}");
}

#[test]
fn a_window_with_too_much_in_it_says_so() {
    let problem = problem(PAWL, &[TOOTH], [0.0, 1.2], 0.0, 6.0);
    let motion = solve(&problem, Method::Lazy).unwrap();
    let window = Window { time: [0.0, 6.0], angle: [-1.0, 1.0], most: 1 };
    let error = plane(&problem, 0, &motion.pawls[0], &window).unwrap_err();
    assert_eq!(error.to_string(), "more than 1 arcs in the window");
}

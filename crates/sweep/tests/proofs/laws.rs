//! Laws that relate motions: mirror, rotation by Pythagorean angles, scales of speed, stiffness and length, subdivision of
//! edges, order of obstacles and vertices, something far away; and the balance of energy.

use mainspring_sweep::{Angle, Kind, Method, Motion, Obstacle, Place, Problem, Rational, solve};
use mainspring_trust::{Against, case};

use crate::random::{Dice, Style, problem, ratio, style_of};

/// Applies a map to every point and vector of a problem.
fn mapped(problem: &Problem, map: impl Fn(&Place) -> Place) -> Problem {
    let mut new = problem.clone();
    new.velocity = map(&new.velocity);
    for w in new.obstacles.iter_mut().flat_map(|o| o.rings.iter_mut().flatten()) {
        *w = map(w);
    }
    for pawl in &mut new.pawls {
        pawl.hinge = map(&pawl.hinge);
        for q in &mut pawl.outline {
            *q = map(q);
        }
    }
    new
}

/// Compares a motion with its image: angles times `sign`, times times `slow`, forces times `push`.
fn same(seed: u64, a: &Motion, b: &Motion, sign: f64, slow: f64, push: f64) {
    let near = |x: f64, y: f64, within: f64, what: &str| {
        assert!((x - y).abs() <= within * (1.0 + x.abs()), "seed {seed}: {what} {x} against {y}");
    };
    assert_eq!(a.cause, b.cause, "seed {seed}: {:#?} against {:#?}", a.pawls, b.pawls);
    near(a.end * slow, b.end, 1e-12, "end");
    for (p, q) in a.pawls.iter().zip(&b.pawls) {
        if style_of(seed) != Style::Grid {
            let kinds = |t: &mainspring_sweep::Trajectory| t.events.iter().map(|e| e.kind.name()).collect::<Vec<_>>();
            assert_eq!(kinds(p), kinds(q), "seed {seed}");
            for (e, f) in p.events.iter().zip(&q.events) {
                near(e.time * slow, f.time, 1e-12, "time");
                near(sign * e.theta, f.theta, 1e-12, "angle");
                near(sign * e.theta_after.unwrap_or(0.0), f.theta_after.unwrap_or(0.0), 1e-12, "angle after");
            }
        }
        let mut dice = Dice::new(seed);
        for piece in &p.pieces {
            // not at the ends, where levers vanish
            let t = piece.start + dice.between(0.05, 0.95) * (piece.end - piece.start);
            if piece.end - piece.start < 1e-6 {
                continue;
            }
            let (x, y) = (piece.at(t), q.at(t * slow));
            near(sign * x.theta, y.theta, 1e-10, "angle between events");
            if style_of(seed) != Style::Grid {
                near(push * x.insertion, y.insertion, 1e-8, "force");
            }
        }
    }
}

/// Solves problems of some seeds and their images, and compares; how many there were.
fn law(seeds: std::ops::Range<u64>, sign: f64, slow: f64, push: f64, image: impl Fn(&Problem) -> Problem) -> usize {
    let mut done = 0;
    for seed in seeds {
        let given = problem(seed);
        let turned = image(&given);
        match (solve(&given, Method::Lazy), solve(&turned, Method::Lazy)) {
            (Ok(a), Ok(b)) => {
                same(seed, &a, &b, sign, slow, push);
                done += 1;
            }
            (Err(_), Err(_)) => {}
            (a, b) => panic!("seed {seed}: {:?} against {:?}", a.err(), b.err()),
        }
    }
    assert!(done >= 100, "{done}");
    done
}

#[test]
fn mirrored() {
    law(0..400, -1.0, 1.0, 1.0, |p| {
        let mut new = mapped(p, |x| [x[0].clone(), -x[1].clone()]);
        for pawl in &mut new.pawls {
            pawl.start = Angle { sheet: -pawl.start.sheet, half: -pawl.start.half.clone() };
        }
        new
    });
}

#[test]
fn rotated_by_pythagorean_angles() {
    for (c, s, n) in [(3, 4, 5), (5, 12, 13)] {
        let (c, s) = (ratio(c, n), ratio(s, n));
        law(400..800, 1.0, 1.0, 1.0, |p| mapped(p, |x| [&c * &x[0] - &s * &x[1], &s * &x[0] + &c * &x[1]]));
    }
}

#[test]
fn faster_stiffer_larger() {
    let faster = |p: &Problem| {
        let mut new = p.clone();
        new.velocity = new.velocity.map(|x| x * Rational::from(3));
        new.end = new.end / Rational::from(3);
        new
    };
    law(800..1200, 1.0, 1.0 / 3.0, 1.0, faster);
    let stiffer = |p: &Problem| {
        let mut new = p.clone();
        for pawl in &mut new.pawls {
            pawl.stiffness *= 8.0;
        }
        new
    };
    law(800..1200, 1.0, 1.0, 8.0, stiffer);
    let larger = |p: &Problem| mapped(p, |x| [&x[0] * ratio(7, 3), &x[1] * ratio(7, 3)]);
    law(800..1200, 1.0, 1.0, 3.0 / 7.0, larger);
}

/// Every edge with a vertex in it.
fn subdivided(ring: &[Place]) -> Vec<Place> {
    let mut new = Vec::new();
    for k in 0..ring.len() {
        let (a, b) = (&ring[k], &ring[(k + 1) % ring.len()]);
        new.push(a.clone());
        new.push([&a[0] + (&b[0] - &a[0]) * ratio(1, 3), &a[1] + (&b[1] - &a[1]) * ratio(1, 3)]);
    }
    new
}

#[test]
fn edges_subdivided() {
    law(1200..1600, 1.0, 1.0, 1.0, |p| {
        let mut new = p.clone();
        for ring in new.obstacles.iter_mut().flat_map(|o| &mut o.rings) {
            *ring = subdivided(ring);
        }
        for pawl in &mut new.pawls {
            pawl.outline = subdivided(&pawl.outline);
        }
        new
    });
}

#[test]
fn written_in_another_order() {
    law(1600..2400, 1.0, 1.0, 1.0, |p| {
        let mut new = p.clone();
        new.obstacles.reverse();
        for ring in new.obstacles.iter_mut().flat_map(|o| &mut o.rings) {
            ring.reverse();
            ring.rotate_left(1);
        }
        for pawl in &mut new.pawls {
            pawl.outline.rotate_left(2);
            pawl.outline.reverse();
        }
        new
    });
}

#[test]
fn something_far_away() {
    law(2400..2800, 1.0, 1.0, 1.0, |p| {
        let mut new = p.clone();
        let at = |x: i64, y: i64| [Rational::from(x), Rational::from(y)];
        new.obstacles.insert(
            0,
            Obstacle { name: "far".to_owned(), rings: vec![vec![at(1000, 1000), at(1001, 1000), at(1000, 1003)]] },
        );
        new
    });
}

/// Work of the insertion force = change of κθ²/2 + friction + what falls lose.
#[test]
fn energy_balances() {
    let mut worst = 0.0f64;
    let mut done = 0;
    for seed in 0..1600 {
        let given = problem(seed);
        let Ok(motion) = solve(&given, Method::Lazy) else { continue };
        for found in &motion.pawls {
            // where a lever vanishes the angle goes like a root of time, and the last bit of a time is 1e-8 of an angle
            let wild = |s: mainspring_sweep::State| s.rate.abs() > 1e5 || !(s.normal < 1e6);
            if found.pieces.iter().any(|p| p.contact.is_some() && (wild(p.at(p.start)) || wild(p.at(p.end)))) {
                continue;
            }
            let e = found.energy();
            if !e.work.is_finite() {
                assert_eq!((found.last().kind, e.friction), (Kind::Stick, f64::INFINITY), "seed {seed}");
                continue;
            }
            let scale = 1.0 + e.work.abs() + e.friction + e.falls.abs() + e.start + e.end;
            let off = (e.work - (e.end - e.start + e.friction + e.falls)).abs() / scale;
            assert!(off < 1e-10, "seed {seed}: {e:?} off by {off}");
            worst = worst.max(off);
            done += 1;
        }
    }
    assert!(done > 400, "{done}");
    case!(
        "snap fasteners, exactly",
        "energy of random motions",
        Against::Conserved,
        "work = spring + friction + falls"
    )
    .answer(0.0, "J")
    .off(worst, 1e-10);
}

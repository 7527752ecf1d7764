//! Laws that relate motions: mirror, rotation by Pythagorean angles, scales of speed, stiffness and length, subdivision of
//! edges, order of obstacles and vertices, something far away; and the balance of energy.

use mainspring_sweep::assembly::study;
use mainspring_sweep::{
    Angle, Contact, Fault, Kind, Method, Motion, Obstacle, Piece, Place, Problem, Rational, Trajectory, rational, solve,
};
use mainspring_trust::{Against, case};

use crate::random::{Dice, Style, as_f64, problem, ratio, style_of};

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
                near(push * x.insertion, y.insertion, 1e-9, "force");
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

/// Where a motion was stopped the way out begins beside a place of which floats know only the neighbourhood: what it finds
/// must not hang on how they fall.
#[test]
fn ways_out_follow_speed_and_mirror() {
    let (mut done, mut stopped) = (0, 0);
    for seed in 0..900 {
        let given = problem(seed);
        let mut faster = given.clone();
        faster.velocity = faster.velocity.map(|x| x * Rational::from(3));
        faster.end /= Rational::from(3);
        let mut mirrored = mapped(&given, |x| [x[0].clone(), -x[1].clone()]);
        for pawl in &mut mirrored.pawls {
            pawl.start = Angle { sheet: -pawl.start.sheet, half: -pawl.start.half.clone() };
        }
        let Ok(a) = study(&given) else { continue };
        for other in [faster, mirrored] {
            let b = study(&other).unwrap_or_else(|fault| panic!("seed {seed}: {fault}"));
            let (x, y) = match (&a.withdrawal, &b.withdrawal) {
                (Ok(x), Ok(y)) => (x, y),
                (Err(x), Err(y)) if x == y => continue,
                (x, y) => panic!("seed {seed}: {:?} against {:?}", x.as_ref().err(), y.as_ref().err()),
            };
            assert_eq!(x.cause, y.cause, "seed {seed}, after {:?}", a.insertion.cause);
            assert!((x.travel - y.travel).abs() <= 1e-9 * (1.0 + x.travel), "seed {seed}: {} {}", x.travel, y.travel);
            for (p, q) in [(x.peak, y.peak), (x.pull, y.pull)] {
                let [p, q] = [p, q].map(|p| p.map_or(0.0, |p| p.force));
                let near = p == q || (p - q).abs() <= 1e-4 * p.abs().max(q.abs()) + 1e-9;
                assert!(near, "seed {seed}, after {:?}: {p} N against {q} N", a.insertion.cause);
            }
            done += 1;
            stopped += usize::from(a.insertion.cause != Kind::End);
        }
    }
    assert!(done > 400 && stopped > 200, "{done} {stopped}");
}

/// Begun later on its way, at a time of 52 bits, a motion is what is left of it: decisions do not hang on how long the numbers
/// are.
#[test]
fn begun_later() {
    let mut done = 0;
    for seed in 1200..4800 {
        let given = problem(seed);
        let Ok(whole) = solve(&given, Method::Lazy) else { continue };
        let first = whole.pawls.iter().map(|p| p.events.get(1).map_or(0.0, |e| e.time)).fold(f64::INFINITY, f64::min);
        let free = whole.pawls.iter().all(|p| p.events[0].theta == 0.0 && p.events.len() > 1);
        if !free || first < 1e-3 || whole.end - first < 1e-3 {
            continue;
        }
        let after = rational(first * Dice::new(seed).between(0.1, 0.9));
        let mut later = given.clone();
        later.end -= &after;
        for pawl in &mut later.pawls {
            pawl.hinge = [0, 1].map(|k| &pawl.hinge[k] + &given.velocity[k] * &after);
        }
        let rest = match solve(&later, Method::Lazy) {
            Ok(rest) => rest,
            // a hinge outside its pawl may pass through an obstacle, but not begin in one
            Err(Fault::Hinge { .. }) => continue,
            Err(fault) => panic!("seed {seed}: {fault}"),
        };
        assert_eq!(whole.cause, rest.cause, "seed {seed}: {:#?} against {:#?}", whole.pawls, rest.pawls);
        for (p, q) in whole.pawls.iter().zip(&rest.pawls) {
            let kinds = |t: &Trajectory| t.events.iter().map(|e| (e.kind, e.from, e.to)).collect::<Vec<_>>();
            assert_eq!(kinds(p), kinds(q), "seed {seed}");
            for (e, f) in p.events.iter().zip(&q.events).skip(1) {
                assert!((e.time - as_f64(&after) - f.time).abs() < 1e-11, "seed {seed}: {e:?} against {f:?}");
                assert!((e.theta - f.theta).abs() < 1e-9, "seed {seed}: {e:?} against {f:?}");
            }
        }
        done += 1;
    }
    assert!(done > 400, "{done}");
}

/// Drawings turned in floats are all but degenerate: events follow each other within the last place of their times.
#[test]
fn turned_in_floats_nothing_is_told_before_what_it_follows() {
    let mut close = 0;
    for seed in (0..1200).step_by(2) {
        let way = Dice::new(seed).between(0.0, std::f64::consts::TAU);
        let (c, s) = (libm::cos(way), libm::sin(way));
        let turned = mapped(&problem(seed), |x| {
            let (x, y) = (as_f64(&x[0]), as_f64(&x[1]));
            [c * x - s * y, s * x + c * y].map(|x| Rational::try_from(x).expect("a finite float"))
        });
        let Ok(motion) = solve(&turned, Method::Lazy) else { continue };
        for pawl in &motion.pawls {
            for pair in pawl.events.windows(2) {
                assert!(pair[0].time <= pair[1].time, "seed {seed}: {:#?}", pawl.events);
                let apart = pair[1].time - pair[0].time;
                close += usize::from(apart > 0.0 && apart < 1e-14);
            }
            assert!(pawl.events.iter().all(|e| e.time <= motion.end), "seed {seed}: {:#?}", pawl.events);
        }
    }
    assert!(close > 10, "{close}");
}

#[test]
fn faster_stiffer_larger() {
    let faster = |p: &Problem| {
        let mut new = p.clone();
        new.velocity = new.velocity.map(|x| x * Rational::from(3));
        new.end /= Rational::from(3);
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

/// So far that next to it everything else is nearer than floats tell apart.
#[test]
fn something_at_the_end_of_the_world() {
    law(3200..3600, 1.0, 1.0, 1.0, |p| {
        let mut new = p.clone();
        let at = |x: i64, y: i64| [Rational::from(x), Rational::from(y)];
        let ring = vec![at(1_000_000_000_000, 0), at(1_000_000_000_001, 0), at(1_000_000_000_000, 3)];
        new.obstacles.push(Obstacle { name: "far".to_owned(), rings: vec![ring] });
        new
    });
}

/// Ten thousand kilometres from the origin a pawl of a metre does the same to the same digits.
#[test]
fn far_from_the_origin() {
    law(2800..3200, 1.0, 1.0, 1.0, |p| {
        let by = |x: &Place| [&x[0] + Rational::from(10_000_000), &x[1] - ratio(70_000_001, 7)];
        let mut new = p.clone();
        new.obstacles.iter_mut().flat_map(|o| o.rings.iter_mut().flatten()).for_each(|w| *w = by(w));
        new.pawls.iter_mut().for_each(|pawl| pawl.hinge = by(&pawl.hinge));
        new
    });
}

/// A hundred thousand metres of empty way before anything happens take nothing from angles, forces and energy.
#[test]
fn after_a_long_way() {
    let away = 100_003;
    let (mut worst, mut done) = (0.0f64, 0);
    for seed in 3600..4400 {
        let given = problem(seed);
        let speed = given.velocity.iter().map(|x| x.to_f64().value()).fold(0.0, libm::hypot);
        let mut late = given.clone();
        let by = |x: &Place| [0, 1].map(|k| &x[k] + &given.velocity[k] * Rational::from(away));
        late.obstacles.iter_mut().flat_map(|o| o.rings.iter_mut().flatten()).for_each(|w| *w = by(w));
        late.end = &given.end + Rational::from(away);
        // a start in contact has nothing to wait for
        if given.pawls.iter().any(|pawl| pawl.start != Angle::zero()) {
            continue;
        }
        let (Ok(a), Ok(b)) = (solve(&given, Method::Lazy), solve(&late, Method::Lazy)) else { continue };
        // on the way it may meet what it had behind it
        let waits = |t: &Trajectory| t.events.iter().all(|e| e.kind == Kind::Start || e.time >= f64::from(away));
        let apart = |t: &Trajectory| t.events.iter().all(|e| e.kind == Kind::Start || e.time > 0.0);
        if !b.pawls.iter().all(waits) || !a.pawls.iter().all(apart) {
            continue;
        }
        assert_eq!(a.cause, b.cause, "seed {seed}");
        for ((p, q), pawl) in a.pawls.iter().zip(&b.pawls).zip(&given.pawls) {
            let events =
                |t: &Trajectory| t.events.iter().filter(|e| e.kind != Kind::Start).copied().collect::<Vec<_>>();
            for (e, f) in events(p).iter().zip(&events(q)) {
                assert_eq!(e.kind, f.kind, "seed {seed}");
                // where a lever vanishes the angle goes with the root of the time
                let steep = |x: &Piece| x.end == e.time && (x.at(x.end).rate.is_nan() || x.at(x.end).rate.abs() > 1e3);
                if p.pieces.iter().any(steep) && e.kind != Kind::SnapTangent {
                    continue;
                }
                let off = (e.theta - f.theta).abs();
                // what ends the motion from outside does so at a time that is rounded
                if matches!(e.kind, Kind::End | Kind::JamHinge | Kind::Stopped | Kind::RootHit) {
                    assert!(off < 1e-10, "seed {seed}: {e:?} {f:?}");
                    continue;
                }
                assert!(off < 1e-12, "seed {seed}: {e:?} {f:?}, speed {speed}");
                worst = worst.max(off);
                done += 1;
            }
            let energy = q.energy();
            if energy.work.is_finite() {
                let held = most_held(q, pawl.stiffness).max(energy.friction).max(1e-300);
                let off = (energy.work - (energy.end - energy.start + energy.friction + energy.falls)).abs() / held;
                assert!(off < 1e-10, "seed {seed}: {energy:?} off by {off}");
            }
        }
    }
    assert!(done > 400, "{done}");
    case!("snap fasteners, exactly", "angles after a way of 100 km", Against::Independent, "the same without the way")
        .answer(0.0, "rad")
        .off(worst, 1e-12);
}

/// The most a spring holds in a motion, J.
fn most_held(found: &Trajectory, stiffness: f64) -> f64 {
    found.events.iter().map(|e| 0.5 * stiffness * e.theta * e.theta).fold(0.0, f64::max)
}

/// Work of the insertion force = change of κθ²/2 + friction + what falls lose, relative to the largest of them; also where
/// a lever vanishes and the force has no bound. Only where sliding runs into sticking does work have none.
#[test]
fn energy_balances() {
    let mut worst = 0.0f64;
    let (mut done, mut tangent, mut locked) = (0, 0, 0);
    for seed in 0..10_000 {
        let given = problem(seed);
        let Ok(motion) = solve(&given, Method::Lazy) else { continue };
        for (found, pawl) in motion.pawls.iter().zip(&given.pawls) {
            let e = found.energy();
            let last = found.last().kind;
            if !e.work.is_finite() {
                assert_eq!((last, e.work, e.friction), (Kind::Stick, f64::INFINITY, f64::INFINITY), "seed {seed}");
                locked += 1;
                continue;
            }
            let held = most_held(found, pawl.stiffness);
            let scale = [e.work.abs(), e.friction, e.falls.abs(), held].into_iter().fold(f64::MIN_POSITIVE, f64::max);
            let off = (e.work - (e.end - e.start + e.friction + e.falls)).abs() / scale;
            assert!(off < 1e-10, "seed {seed}: {e:?} off by {off}");
            worst = worst.max(off);
            done += 1;
            let snaps = found.events.iter().any(|e| e.kind == Kind::SnapTangent && e.theta != 0.0);
            tangent += usize::from(snaps || last == Kind::JamSingle);
        }
    }
    assert!(done > 4000 && tangent > 300 && locked > 100, "{done} {tangent} {locked}");
    case!(
        "snap fasteners, exactly",
        "energy of random motions",
        Against::Conserved,
        "work = spring + friction + falls"
    )
    .answer(0.0, "J")
    .off(worst, 1e-10);
}

/// Just where a lever vanishes a rough contact has |λ| = κ|θ|/(μ|h|), with |h| the distance of the corner or the edge from the
/// hinge, and a smooth one no bound.
#[test]
fn forces_where_levers_vanish() {
    let (mut worst, mut rough, mut smooth) = (0.0f64, 0, 0);
    for seed in 0..10_000 {
        let given = problem(seed);
        let Ok(motion) = solve(&given, Method::Lazy) else { continue };
        for (found, pawl) in motion.pawls.iter().zip(&given.pawls) {
            for event in found.events.iter().filter(|e| e.kind == Kind::SnapTangent && e.theta != 0.0) {
                let Some(piece) = found.pieces.iter().find(|p| p.end == event.time && p.contact == event.from) else {
                    continue;
                };
                let at = |v: usize| pawl.outline[v % pawl.outline.len()].clone().map(|x| x.to_f64().value());
                let far = match piece.contact.expect("a contact lets go") {
                    Contact::Vertex { vertex, .. } => libm::hypot(at(vertex as usize)[0], at(vertex as usize)[1]),
                    Contact::Edge { edge, .. } => {
                        let (a, b) = (at(edge as usize), at(edge as usize + 1));
                        (a[0] * b[1] - a[1] * b[0]).abs() / libm::hypot(b[0] - a[0], b[1] - a[1])
                    }
                };
                let (mu, normal) = (pawl.friction.to_f64().value(), piece.at(event.time).normal);
                if mu == 0.0 {
                    assert_eq!(normal, f64::INFINITY, "seed {seed}");
                    smooth += 1;
                    continue;
                }
                let wanted = pawl.stiffness * event.theta.abs() / (mu * far);
                worst = worst.max((normal / wanted - 1.0).abs());
                assert!((normal / wanted - 1.0).abs() < 1e-12, "seed {seed}: {normal} against {wanted}");
                rough += 1;
            }
        }
    }
    assert!(rough > 30 && smooth > 50, "{rough} {smooth}");
    case!("snap fasteners, exactly", "force where a lever vanishes", Against::ClosedForm, "κ|θ| / (μ|h|)")
        .answer(0.0, "N")
        .off(worst, 1e-12);
}

//! Situations the theory names one by one, with closed forms where there are any.

use mainspring_sweep::{Angle, Kind, Method, Motion, Obstacle, Pawl, Place, Problem, Rational, rational, solve};
use mainspring_trust::{Against, case};

fn at(x: f64, y: f64) -> Place {
    [rational(x), rational(y)]
}

fn ring(points: &[(f64, f64)]) -> Vec<Place> {
    points.iter().map(|&(x, y)| at(x, y)).collect()
}

/// One pawl, moving along x unless told otherwise.
pub struct Scene {
    pub velocity: (f64, f64),
    pub hinge: (f64, f64),
    pub pawl: Vec<(f64, f64)>,
    pub obstacles: Vec<Vec<(f64, f64)>>,
    pub friction: f64,
    pub start: Angle,
    pub end: f64,
}

impl Scene {
    pub fn new(pawl: &[(f64, f64)], obstacles: &[&[(f64, f64)]], end: f64) -> Self {
        Self {
            velocity: (1.0, 0.0),
            hinge: (0.0, 0.0),
            pawl: pawl.to_vec(),
            obstacles: obstacles.iter().map(|o| o.to_vec()).collect(),
            friction: 0.0,
            start: Angle::zero(),
            end,
        }
    }

    pub fn problem(&self) -> Problem {
        let named = |(n, o): (usize, &Vec<(f64, f64)>)| Obstacle { name: format!("o{n}"), rings: vec![ring(o)] };
        Problem {
            velocity: at(self.velocity.0, self.velocity.1),
            obstacles: self.obstacles.iter().enumerate().map(named).collect(),
            pawls: vec![Pawl {
                name: "pawl".to_owned(),
                hinge: at(self.hinge.0, self.hinge.1),
                outline: ring(&self.pawl),
                stiffness: 2.0,
                friction: rational(self.friction),
                start: self.start.clone(),
            }],
            root: None,
            end: rational(self.end),
        }
    }

    pub fn solve(&self) -> Motion {
        solve(&self.problem(), Method::Lazy).expect("a problem that can start")
    }
}

pub fn kinds(motion: &Motion) -> Vec<&'static str> {
    motion.pawls[0].events.iter().map(|e| e.kind.name()).collect()
}

/// A thin strut from the hinge down and ahead, (a, −b) its tip.
fn strut(a: f64, b: f64) -> [(f64, f64); 3] {
    [(0.0, 0.0), (a, -b), (a - 0.125, -b + 0.03125)]
}

/// A leading strut meets a floor: it locks at once iff a ≤ μ b (§4).
#[test]
fn a_leading_strut_locks_as_the_cone_says() {
    let floor: &[(f64, f64)] = &[(2.0, -2.0), (9.0, -2.0), (9.0, -1.0), (2.0, -1.0)];
    for (a, locks) in [(0.49, true), (0.5, true), (0.51, false)] {
        // the hinge sinks onto the floor: only the tip can touch
        let mut scene = Scene::new(&strut(a, 1.0), &[floor], 0.6);
        scene.hinge = (4.0, 0.5);
        scene.velocity = (0.0, -1.0);
        scene.friction = 2.0;
        let motion = scene.solve();
        // moving down, r = (a, −1), N = (0, 1): ℓ = a, h = 1, v · r > 0: sticks iff a ≤ μ h
        let sticks = motion.cause == Kind::Stick;
        assert_eq!(sticks, a <= 2.0, "{a}");
        scene.friction = 0.5;
        assert_eq!(scene.solve().cause == Kind::Stick, locks, "{a}");
    }
}

/// A level lever on a ramp of angle α with friction φ: F = (κ|θ|/L) tan(α + φ) at the first touch (§4, limits).
#[test]
fn a_level_lever_on_a_ramp() {
    let (slope, mu, reach) = (0.5, 0.2, 2.0);
    let ramp: &[(f64, f64)] = &[(3.0, 0.0), (7.0, 2.0), (7.0, -1.0), (3.0, -1.0)];
    let mut scene = Scene::new(&[(0.0, 0.0), (reach, 0.0), (reach, 0.0625), (0.0, 0.0625)], &[ramp], 2.0);
    scene.friction = mu;
    // a hair above the foot of the ramp
    scene.hinge = (0.0, 0.0);
    let motion = scene.solve();
    assert_eq!(kinds(&motion)[..2], ["start", "collision"]);
    let t = motion.pawls[0].events[1].time + 1e-6;
    let state = motion.pawls[0].at(t);
    let angle = libm::atan(slope) + libm::atan(mu);
    let expected = 2.0 * state.theta.abs() / reach * libm::tan(angle);
    let off = (state.insertion / expected - 1.0).abs();
    case!("snap fasteners, exactly", "level lever on a rough ramp", Against::ClosedForm, "κ|θ| tan(α + φ)/L")
        .answer(expected, "N")
        .off(off, 1e-5);
}

/// 05b: a rising floor under a ceiling that rises more slowly jams, though both rise.
#[test]
fn a_rising_floor_under_a_slower_ceiling_jams() {
    let floor: &[(f64, f64)] = &[(2.0, -1.0), (8.0, 3.0), (8.0, -2.0), (2.0, -2.0)];
    let ceiling: &[(f64, f64)] = &[(-4.0, -0.25), (8.0, 1.75), (8.0, 5.0), (-4.0, 5.0)];
    let bar = [(0.0, -0.25), (2.0, -0.25), (2.0, 0.25), (0.0, 0.25)];
    let motion = Scene::new(&bar, &[floor, ceiling], 6.0).solve();
    assert_eq!(motion.cause, Kind::JamPair);
    let last = motion.pawls[0].last();
    assert!(last.theta > 0.05, "{last:?}");
    // both ends of the bar's tip touch there: lower corner on the floor, upper on the ceiling
    let (c, s) = (libm::cos(last.theta), libm::sin(last.theta));
    let low = (last.time + 2.0 * c + 0.25 * s, 2.0 * s - 0.25 * c);
    let high = (last.time + 2.0 * c - 0.25 * s, 2.0 * s + 0.25 * c);
    let off = (low.1 - (-1.0 + (low.0 - 2.0) * 4.0 / 6.0)).abs() + (high.1 - (0.75 + (high.0 - 2.0) / 6.0)).abs();
    case!(
        "snap fasteners, exactly",
        "jam under a rising ceiling (05b)",
        Against::ClosedForm,
        "both faces touched at once"
    )
    .answer(last.time, "s")
    .off(off, 1e-12);
}

/// 13b: of two falling floors the second is steeper: the contact only passes on.
#[test]
fn a_steeper_fall_is_a_contact_change() {
    let hill: &[(f64, f64)] = &[(2.0, -2.0), (3.0, -0.5), (5.0, -0.75), (6.5, -1.5), (6.5, -2.0)];
    let motion = Scene::new(&strut(-1.0, 1.0), &[hill], 8.5).solve();
    let found = kinds(&motion);
    let changes = found.iter().filter(|k| **k == "contact_change").count();
    assert!(changes >= 2 && !found.contains(&"snap_tangent"), "{found:?}");
    assert_eq!(motion.cause, Kind::End);
}

/// 12 with friction, and 11: a trailing pawl clicks forward over a tooth, and locks backward.
#[test]
fn a_ratchet_goes_forward_and_locks_backward() {
    let tooth: &[(f64, f64)] = &[(2.0, -1.0), (4.0, -0.5), (4.0, -2.0), (2.0, -2.0)];
    // backward the face turns the tip down, onto the base
    let base: &[(f64, f64)] = &[(4.0, -0.875), (9.0, -0.875), (9.0, -2.0), (4.0, -2.0)];
    for friction in [0.0, 0.25] {
        let mut scene = Scene::new(&strut(-1.0, 0.75), &[tooth, base], 7.0);
        scene.friction = friction;
        let forward = scene.solve();
        assert_eq!(forward.cause, Kind::End);
        assert!(kinds(&forward).contains(&"snap_vertex"), "{:?}", kinds(&forward));
        scene.hinge = (7.0, 0.0);
        scene.velocity = (-1.0, 0.0);
        let backward = scene.solve();
        assert!(matches!(backward.cause, Kind::JamPair | Kind::JamSingle | Kind::Stick), "{:?}", kinds(&backward));
    }
}

/// A start wound up by more than a turn falls all the way where nothing is near, and the fall exceeds 2π (15c).
#[test]
fn a_fall_may_exceed_a_turn() {
    let far: &[(f64, f64)] = &[(50.0, 0.0), (51.0, 0.0), (50.0, 1.0)];
    let mut scene = Scene::new(&strut(1.0, 1.0), &[far], 1.0);
    scene.start = Angle { sheet: 3, half: Rational::ZERO };
    let motion = scene.solve();
    assert_eq!(kinds(&motion), ["start", "release", "end"]);
    let event = motion.pawls[0].events[1];
    assert_eq!(event.theta_after, Some(0.0));
    assert!((event.theta - 3.0 * std::f64::consts::PI).abs() < 1e-12);
}

/// 17: floors of both signs at θ = 0 jam; 17b: of two floors of one sign the steeper is taken.
#[test]
fn simultaneous_floors() {
    // a tall bar meets a wall flush, above and below the hinge
    let bar = [(0.0, -1.0), (0.5, -1.0), (0.5, 1.0), (0.0, 1.0)];
    let wall: &[(f64, f64)] = &[(3.0, -3.0), (4.0, -3.0), (4.0, 3.0), (3.0, 3.0)];
    let flush = Scene::new(&bar, &[wall], 5.0).solve();
    assert_eq!((flush.cause, flush.end), (Kind::JamPair, 2.5));
    // two posts at once, one above and one below
    let (high, low): (&[(f64, f64)], &[(f64, f64)]) =
        (&[(3.0, 0.75), (4.0, 0.5), (4.0, 1.0)], &[(3.0, -0.75), (4.0, -1.0), (4.0, -0.5)]);
    assert_eq!(Scene::new(&bar, &[high, low], 5.0).solve().cause, Kind::JamPair);
    // both above: the nearer to the hinge turns the bar faster
    let nearer: &[(f64, f64)] = &[(3.0, 0.25), (4.0, 0.125), (4.0, 0.375)];
    let motion = Scene::new(&bar, &[high, nearer], 5.0).solve();
    let collision = motion.pawls[0].events[1];
    assert_eq!(collision.kind, Kind::Collision);
    assert_eq!(collision.to.map(|c| c.to_string()).as_deref(), Some("A:e1/o1v0"));
}

/// A vertex straight ahead of the hinge: ℓ = 0, head-on.
#[test]
fn head_on_is_a_jam() {
    let post: &[(f64, f64)] = &[(3.0, 0.0), (4.0, -0.5), (4.0, 0.5)];
    let bar = [(0.0, -1.0), (0.5, -1.0), (0.5, 1.0), (0.0, 1.0)];
    let motion = Scene::new(&bar, &[post], 5.0).solve();
    assert_eq!((motion.cause, motion.end), (Kind::JamSingle, 2.5));
    assert_eq!(kinds(&motion), ["start", "collision", "jam_single"]);
}

/// A hinge on a corner of the pawl, driven into a wall.
#[test]
fn a_hinge_driven_into_a_wall() {
    let wall: &[(f64, f64)] = &[(3.0, -3.0), (4.0, -3.0), (4.0, 3.0), (3.0, 3.0)];
    let motion = Scene::new(&[(0.0, 0.0), (-2.0, 1.0), (-2.0, -1.0)], &[wall], 9.0).solve();
    assert_eq!((motion.cause, motion.end), (Kind::JamHinge, 3.0));
}

/// Starts of §4.6: on a floor it is followed, off it the pawl is let go; touching from the side that is free, too.
#[test]
fn starts_at_an_angle() {
    let floor: &[(f64, f64)] = &[(-9.0, -2.0), (9.0, -2.0), (9.0, -1.0), (-9.0, -1.0)];
    // tip at (0, −2) relaxed, so that the floor at −1 holds it at 60°
    let mut scene = Scene::new(&[(0.0, 0.0), (0.0, -2.0), (-0.25, -1.0)], &[floor], 3.0);
    scene.start = Angle::radians(std::f64::consts::FRAC_PI_3);
    let held = scene.solve();
    assert_eq!(kinds(&held)[..2], ["start", "contact_start"], "{:?}", kinds(&held));
    let off = (held.pawls[0].at(1.5).theta - std::f64::consts::FRAC_PI_3).abs();
    case!("snap fasteners, exactly", "strut that slides along a floor", Against::ClosedForm, "cos θ = 1/2")
        .answer(std::f64::consts::FRAC_PI_3, "rad")
        .off(off, 1e-12);
    scene.start = Angle::radians(1.25);
    let released = scene.solve();
    assert_eq!(kinds(&released)[..3], ["start", "release", "land"]);
    let landed = released.pawls[0].events[2];
    assert!((landed.theta - std::f64::consts::FRAC_PI_3).abs() < 1e-12, "{landed:?}");
}

/// A face that turns about a corner until it lies along the motion stays so: |r|² − d² is a square, and the curve two.
#[test]
fn an_edge_that_comes_to_lie_along_the_motion() {
    let mut scene = Scene::new(
        &[(0.0, 0.0), (0.0, -5.0), (2.0, -5.0), (2.0, 2.0)],
        &[&[(16.0, -3.0), (20.0, -3.0), (20.0, -1.0), (16.0, -1.0)]],
        20.0,
    );
    scene.hinge = (0.0, 1.0);
    let motion = scene.solve();
    let found = &motion.pawls[0];
    for t in [14.5, 15.0, 15.5, 15.999] {
        let wanted = 2.0 * libm::atan((14.0 - t) / (18.0 - t));
        case!("edge on a corner abreast of the hinge", "angle, rad", Against::ClosedForm, "2 atan((14 − t)/(18 − t))")
            .off(found.at(t).theta - wanted, 1e-12);
    }
    for t in [16.5, 18.0, 20.0] {
        assert_eq!(found.at(t).theta, -std::f64::consts::FRAC_PI_2, "{t}");
    }
    assert_eq!(motion.cause, Kind::End);
}

/// Where edges lie on each other and stay so, the spring presses on the contact with the longest lever, whichever corner the
/// outline begins with: its friction decides.
#[test]
fn flush_contacts_do_not_depend_on_the_first_corner() {
    let corners = [(0.0, 0.0), (2.0, -4.0), (3.0, -4.0), (1.0, 0.0)];
    let floor: &[(f64, f64)] = &[(-10.0, -6.0), (30.0, -6.0), (30.0, -4.0), (-10.0, -4.0)];
    for (friction, cause) in [(0.6, Kind::End), (0.74, Kind::End), (0.76, Kind::Stick)] {
        for first in 0..4 {
            for mirrored in [false, true] {
                let mut pawl = corners.to_vec();
                pawl.rotate_left(first);
                // drawn relaxed, 45° on the other side of where it starts
                let half = libm::tan(std::f64::consts::PI / 8.0);
                let start = Angle { sheet: 0, half: rational(half) };
                let [c, s] = [0, 1].map(|k| start.cos_sin()[k].clone());
                let side = if mirrored { -1.0 } else { 1.0 };
                let mut scene = Scene::new(&[], &[floor], 3.0);
                scene.velocity = (side, 0.0);
                scene.friction = friction;
                scene.obstacles = vec![floor.iter().map(|&(x, y)| (side * x, y)).collect()];
                let mut problem = scene.problem();
                // turned back exactly, so that it starts as listed above
                problem.pawls[0].outline = pawl
                    .iter()
                    .map(|&(x, y)| {
                        let (x, y) = (rational(x), rational(y));
                        let turned = [&c * &x + &s * &y, &c * &y - &s * &x];
                        [rational(side) * &turned[0], turned[1].clone()]
                    })
                    .collect();
                problem.pawls[0].start = Angle { sheet: 0, half: rational(side * half) };
                let motion = solve(&problem, Method::Lazy).expect("a problem that can start");
                assert_eq!(motion.cause, cause, "friction {friction}, first corner {first}, mirrored {mirrored}");
            }
        }
    }
}

/// Nothing in the way at all.
#[test]
fn without_obstacles_a_pawl_flies() {
    let motion = Scene::new(&[(0.0, 0.0), (0.0, -1.0), (1.0, -1.0)], &[], 5.0).solve();
    assert_eq!((motion.cause, motion.end, motion.pawls[0].events.len()), (Kind::End, 5.0, 2));
}

/// Contacts a long way off: roots that floats cannot tell apart.
#[test]
fn a_start_very_far_away() {
    let mut scene = Scene::new(
        &[(0.0, -1.0), (20.0, -1.0), (22.0, -3.0), (24.0, -3.0), (28.0, -1.0), (28.0, 1.0), (0.0, 1.0)],
        &[&[(30.0, -12.0), (34.0, -12.0), (34.0, -2.0), (30.0, -2.0)]],
        2e19,
    );
    scene.friction = 0.2;
    scene.hinge = (-1e19, 0.0);
    let motion = scene.solve();
    assert_eq!(motion.cause, Kind::End);
    assert!(motion.pawls[0].events.iter().any(|e| e.kind == Kind::Collision));
}

/// Along the underside of a plate, from places of ever more digits: nothing presses, and nothing jams.
#[test]
fn flush_with_a_plate_from_any_place() {
    let square = [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)];
    let plate = [(1.0, 2.0), (3.0, 2.0), (3.0, 5.0), (1.0, 5.0)];
    for bits in [0, 8, 30, 38, 39, 45, 52] {
        let mut scene = Scene::new(&square, &[&plate], 6.0);
        for (hinge, along) in [(1.5, 1.0), (1.5, -1.0), (-4.0, 1.0)] {
            scene.hinge = (hinge + libm::ldexp(1.0, -bits), 0.0);
            scene.velocity = (along, 0.0);
            for method in [Method::Lazy, Method::Naive] {
                let motion = solve(&scene.problem(), method).expect("a motion");
                assert_eq!(motion.cause, Kind::End, "{bits} bits, {hinge}, {along}: {:?}", motion.pawls[0].events);
            }
        }
    }
}

/// A contact that passes on just as the way ends lasts no time, at any speed.
#[test]
fn what_begins_at_the_end_does_not_last() {
    let mut scene = Scene::new(
        &[(-1.5, -0.5), (1.5, 0.5), (3.5, 1.5), (5.5, 2.5)],
        &[&[(6.0, 1.0), (7.0, 1.0), (7.0, 3.0), (6.0, 3.0)]],
        6.0,
    );
    scene.friction = 0.2;
    let mut peaks = Vec::new();
    for speed in [1, 2, 3, 5, 7, 10] {
        let mut problem = scene.problem();
        problem.velocity[0] = Rational::from(speed);
        problem.end = Rational::from(6) / Rational::from(speed);
        let motion = solve(&problem, Method::Lazy).expect("a motion");
        assert!(motion.pawls[0].pieces.iter().all(|p| p.end - p.start > 1e-9 * motion.end), "{speed}");
        peaks.push(motion.largest_push(motion.end).expect("pushed").force);
    }
    assert!(peaks.iter().all(|p| (p - peaks[0]).abs() < 1e-12 * p), "{peaks:?}");
}

/// A contact that would stick is met just as the way ends: the way has been gone, and no friction is too much for it.
#[test]
fn what_begins_at_the_end_does_not_stick() {
    let mut scene = Scene::new(
        &[(1.0, -1.0), (3.0, -2.0), (2.0, 1.0), (0.0, 1.0), (-1.0, 0.0)],
        &[&[(9.0, -4.0), (11.0, -4.0), (11.0, -1.0)], &[(9.0, -4.0), (11.0, -1.0), (9.0, -1.0)]],
        6.0,
    );
    scene.friction = 1.0;
    let motion = scene.solve();
    assert_eq!(kinds(&motion), ["start", "collision", "end"]);
    assert_eq!(mainspring_sweep::assembly::margin(&scene.problem()), Ok(mainspring_sweep::assembly::Margin::Any));
    scene.end = 6.5;
    assert_eq!(scene.solve().cause, Kind::Stick);
}

/// A wall, a hinge's wall and a root's wall just where the way ends stop nothing; a little nearer they do.
#[test]
fn what_would_jam_at_the_end_has_gone_all_the_way() {
    let tall = [(5.0, -9.0), (6.0, -9.0), (6.0, 9.0), (5.0, 9.0)];
    // head on with a flat front, and with the hinge itself
    let flat = vec![(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
    for (pawl, end) in [(flat, 4.0), (vec![(-2.0, -1.0), (0.0, 0.0), (-2.0, 1.0)], 5.0)] {
        let mut scene = Scene::new(&pawl, &[&tall], end);
        for method in [Method::Lazy, Method::Naive] {
            assert_eq!(solve(&scene.problem(), method).expect("a motion").cause, Kind::End, "{end}");
        }
        scene.end = end + 1e-9;
        assert!(matches!(scene.solve().cause, Kind::JamPair | Kind::JamSingle | Kind::JamHinge), "{end}");
    }
    let mut rooted = Scene::new(&[(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)], &[&tall], 3.0).problem();
    rooted.root = Some(ring(&[(1.0, -0.5), (2.0, -0.5), (2.0, 0.5), (1.0, 0.5)]));
    assert_eq!(solve(&rooted, Method::Lazy).expect("a motion").cause, Kind::End);
    rooted.end += rational(1e-9);
    assert_eq!(solve(&rooted, Method::Lazy).expect("a motion").cause, Kind::RootHit);
}

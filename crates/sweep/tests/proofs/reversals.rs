//! Where sliding turns round, where a contact only touches the line of rest, and edges through the hinge.

use mainspring_sweep::{Angle, Kind};
use mainspring_trust::{Against, case};

use crate::situations::{Scene, kinds};

/// The angle at which an edge with normal ∠n and distance d from the hinge runs through a corner at r, ℓ > 0 (sweep.md §1).
fn floor(r: (f64, f64), normal: f64, d: f64) -> f64 {
    let s = libm::sqrt(r.0 * r.0 + r.1 * r.1 - d * d);
    libm::atan2(r.1, r.0) - normal - libm::atan2(s, d)
}

const DOWN: f64 = -std::f64::consts::FRAC_PI_2;

/// 09d: the hinge lies outside of the face (d < 0), so sticking is entered where v · r = 0, if |ℓ| ≤ μ|d| there.
#[test]
fn sticking_is_entered_abreast_of_the_hinge() {
    let bar = [(-3.0, 0.5), (3.0, 0.5), (3.0, 1.0), (-3.0, 1.0)];
    // a corner at (2, 0.625): abreast at t = 2, where ℓ² = 0.625² − 0.5² = 9/64
    let spike: &[(f64, f64)] = &[(2.0, 0.625), (4.0, 0.25), (4.0, 0.5)];
    let threshold = 0.375 / 0.5;
    let at = |friction: f64| {
        let mut scene = Scene::new(&bar, &[spike], 3.5);
        scene.start = Angle::radians(floor((2.0, 0.625), DOWN, -0.5));
        scene.friction = friction;
        scene.solve()
    };
    for friction in [threshold, 0.76, 1.0, 4.0, 50.0] {
        let motion = at(friction);
        assert_eq!(kinds(&motion), ["start", "contact_start", "stick"], "{friction}");
        let last = motion.pawls[0].last();
        let off = (last.time - 2.0).abs().max((last.theta - floor((0.0, 0.625), DOWN, -0.5)).abs());
        // the angle of the start is a float, and what it is off by goes along
        case!(
            "snap fasteners, exactly",
            "stick entered where v · r = 0 (09d)",
            Against::ClosedForm,
            "t = v·(w − p₀)/v²"
        )
        .answer(2.0, "s")
        .off(off, 1e-12);
        // the force of sliding stays finite up to there
        assert!(motion.pawls[0].at(2.0 - 1e-9).insertion.abs() < 1e3);
    }
    for friction in [0.0, 0.5, 0.74] {
        let motion = at(friction);
        assert_eq!(motion.cause, Kind::End, "{friction}: {:?}", kinds(&motion));
    }
}

/// 09c: the hinge lies on the pawl's side of the face (d > 0), so sticking is left where v · r = 0.
#[test]
fn sticking_is_left_abreast_of_the_hinge() {
    let bar = [(-3.0, -0.5), (3.0, -0.5), (3.0, 0.5), (-3.0, 0.5)];
    // a corner below the hinge, which holds the bar almost a turn away from its rest
    let at = |ahead: f64, end: f64| {
        let post: &[(f64, f64)] = &[(ahead, -0.625), (ahead + 0.25, -3.0), (ahead - 0.25, -3.0)];
        let mut scene = Scene::new(&bar, &[post], end);
        scene.start = Angle::radians(floor((ahead, -0.625), DOWN, 0.5) + std::f64::consts::TAU);
        scene.friction = 4.0;
        scene.solve()
    };
    // within the cone of friction, ℓ² = ahead² + 9/64 ≤ μ²/4: held while the corner leads
    for ahead in [1.0, 0.25, 0.015_625] {
        let motion = at(ahead, 1.0);
        assert_eq!((motion.cause, motion.end), (Kind::Stick, 0.0), "{ahead}: {:?}", kinds(&motion));
    }
    // abreast and behind it slides, though the cone is the same
    for ahead in [0.0, -0.015_625, -0.25] {
        let motion = at(ahead, 0.125);
        assert_eq!(kinds(&motion), ["start", "contact_start", "end"], "{ahead}");
        let theta = floor((ahead - 0.0625, -0.625), DOWN, 0.5) + std::f64::consts::TAU;
        assert!((motion.pawls[0].at(0.0625).theta - theta).abs() < 1e-9, "{ahead}");
    }
    // from outside of the cone it slides up to its border, |r|² = d²(1 + μ²)
    let motion = at(2.5, 1.0);
    let border = 2.5 - libm::sqrt(0.25 * 17.0 - 0.625 * 0.625);
    assert_eq!(motion.cause, Kind::Stick);
    case!("snap fasteners, exactly", "stick on the border of the cone (09c)", Against::ClosedForm, "|r|² = d²(1 + μ²)")
        .answer(border, "s")
        .off(motion.end - border, 1e-12);
}

/// A valley whose bottom the tip reaches just as the spring is relaxed: break and collision at one time are one contact that
/// goes on (sweep.md §5, a curve that touches θ = 0 from above).
#[test]
fn a_floor_that_touches_the_line_of_rest_is_one_contact() {
    let strut = [(0.0, 0.0), (-1.0, -1.0), (-1.125, -0.9375)];
    let valley: &[(f64, f64)] =
        &[(1.0, -2.0), (2.0, -0.75), (3.0, -1.0), (4.0, -0.75), (5.0, -2.0), (5.0, -3.0), (1.0, -3.0)];
    for (mirror, friction) in [(1.0, 0.0), (1.0, 0.25), (-1.0, 0.0), (-1.0, 0.25)] {
        let flip = |ring: &[(f64, f64)]| ring.iter().map(|&(x, y)| (x, mirror * y)).collect::<Vec<_>>();
        let mut scene = Scene::new(&flip(&strut), &[&flip(valley)], 8.0);
        scene.friction = friction;
        let motion = scene.solve();
        let events = &motion.pawls[0].events;
        // the bottom is under the tip at t = 4
        let there: Vec<_> = events.iter().filter(|e| (e.time - 4.0).abs() < 1e-9).collect();
        assert_eq!(there.len(), 1, "{:?}", kinds(&motion));
        assert!(matches!(there[0].kind, Kind::SlideCollision | Kind::ContactChange), "{:?}", there[0]);
        assert_eq!((there[0].time, there[0].theta), (4.0, 0.0));
        assert!(there[0].from.is_some() && there[0].to.is_some() && there[0].from != there[0].to);
        // lifted to the same side before and behind
        let lifted = [3.75, 4.25].map(|t| motion.pawls[0].at(t).theta);
        assert!(lifted.iter().all(|theta| theta.abs() > 1e-3) && lifted[0] * lifted[1] > 0.0, "{lifted:?}");
        assert_eq!(motion.cause, Kind::End);
    }
    // a hair higher it is left alone in between, a hair lower it never gets to rest
    for (by, breaks) in [(-1.0 / 1024.0, 2), (1.0 / 1024.0, 1)] {
        let mut moved = valley.to_vec();
        moved[2].1 += by;
        let motion = Scene::new(&strut, &[&moved], 8.0).solve();
        let found = kinds(&motion);
        let ends = found.iter().filter(|k| ["break", "snap_vertex", "snap_tangent"].contains(k)).count();
        assert_eq!(ends, breaks, "{found:?}");
    }
}

/// An edge in line with the hinge (d = 0): ℓ = |r| never vanishes, so there is no tangency, and no friction makes it stick.
#[test]
fn an_edge_through_the_hinge_never_sticks() {
    // the lower edge lies on y = 0; the root sinks, and a post lifts the bar all along that edge
    let bar = [(0.5, 0.0), (3.0, 0.0), (3.0, 0.5), (0.5, 0.5)];
    let post: &[(f64, f64)] = &[(1.5, -1.0), (1.75, -9.0), (1.25, -9.0)];
    let tip = 1.0 + libm::sqrt(9.0 - 2.25);
    let mut off = 0.0f64;
    for friction in [0.0, 0.5, 4.0, 1000.0] {
        let mut scene = Scene::new(&bar, &[post], 3.5);
        scene.velocity = (0.0, -1.0);
        scene.friction = friction;
        let motion = scene.solve();
        assert_eq!(kinds(&motion), ["start", "collision", "end"], "{friction}");
        for t in [1.25, 2.0, 3.0, 3.5] {
            let state = motion.pawls[0].at(t);
            let theta = libm::atan2(t - 1.0, 1.5);
            // λ = κ|θ|/|ℓ|, whatever the friction
            let normal = 2.0 * theta / libm::hypot(1.5, t - 1.0);
            off = off.max((state.theta - theta).abs()).max((state.normal - normal).abs());
        }
    }
    // the contact ends at the tip, not at a tangency
    let mut scene = Scene::new(&bar, &[post], 4.0);
    scene.velocity = (0.0, -1.0);
    let motion = scene.solve();
    assert_eq!(kinds(&motion), ["start", "collision", "contact_change", "end"]);
    off = off.max((motion.pawls[0].events[2].time - tip).abs());
    case!("snap fasteners, exactly", "edge in line with the hinge", Against::ClosedForm, "θ = ∠(w − p), λ = κθ/|r|")
        .answer(tip, "s")
        .off(off, 1e-12);
}

//! A bladed wheel rolls over pegs, several times around, and falls back all the way (15, 15c).
//!
//! Its four blades have faces in line with the hinge, so that a peg with its corner at w holds the wheel at the angle of
//! w − p less that of the face: θ is known in closed form while corners do the driving, and a quarter turn of the wheel is itself.

use std::f64::consts::{FRAC_PI_2, TAU};

use mainspring_sweep::{Contact, Kind, Method, Motion, Problem, solve};
use mainspring_trust::{Against, case};

use crate::random::{Dice, Style};
use crate::situations::Scene;
use crate::slices::judge;

const PEGS: usize = 12;
const PITCH: f64 = 1.75;
const DEPTH: f64 = 0.75;

/// Blades along the axes, body on the clockwise side.
const WHEEL: [(f64, f64); 8] =
    [(0.0, -1.25), (0.0, -0.25), (1.25, 0.0), (0.25, 0.0), (0.0, 1.25), (0.0, 0.25), (-1.25, 0.0), (-0.25, 0.0)];

fn rolled(count: usize) -> (Problem, Motion) {
    let first = |k: usize| 2.0 + PITCH * k as f64;
    let peg = |x: f64| vec![(x, -DEPTH), (x + 0.125, -DEPTH - 0.0625), (x + 0.125, -DEPTH + 0.0625)];
    let pegs: Vec<Vec<(f64, f64)>> = (0..count).map(|k| peg(first(k))).collect();
    let faces: Vec<&[(f64, f64)]> = pegs.iter().map(Vec::as_slice).collect();
    let scene = Scene::new(&WHEEL, &faces, first(count) + 1.0);
    (scene.problem(), scene.solve())
}

#[test]
fn a_wheel_rolls_with_an_exact_period() {
    let (problem, motion) = rolled(PEGS);
    assert_eq!(motion.cause, Kind::End);
    let found = &motion.pawls[0];
    // one pitch on, one blade on: a quarter turn clockwise, from the second peg to the last but one
    let mut off = 0.0f64;
    for k in 0..4000 {
        let t = 2.0 + PITCH + (PITCH * (PEGS - 3) as f64) * (f64::from(k) + 0.5) / 4000.0;
        // not within a rounding of the fall itself
        if found.events.iter().any(|e| (e.time - t).abs() < 1e-9) {
            continue;
        }
        off = off.max((found.at(t + PITCH).theta - found.at(t).theta + FRAC_PI_2).abs());
    }
    case!(
        "snap fasteners, exactly",
        "wheel on pegs (15): one pitch, a quarter turn",
        Against::Conserved,
        "θ(t + T) = θ(t) − π/2"
    )
    .answer(FRAC_PI_2, "rad")
    .off(off, 1e-11);
    // events repeat, too
    let times: Vec<f64> = found.events.iter().map(|e| e.time).collect();
    let of_peg = |k: usize| {
        let (from, to) = (2.0 + PITCH * k as f64, 2.0 + PITCH * (k + 1) as f64);
        let inside = found.events.iter().filter(move |e| e.time >= from && e.time < to);
        inside.map(move |e| (e.kind.name(), e.time - from)).collect::<Vec<_>>()
    };
    let (one, other) = (of_peg(2), of_peg(7));
    assert_eq!(one.len(), other.len(), "{times:?}");
    for (a, b) in one.iter().zip(&other) {
        assert!(a.0 == b.0 && (a.1 - b.1).abs() < 1e-12, "{one:?} {other:?}");
    }
    // the referee that knows no curves agrees
    let referee = judge(&problem, &motion, 0, Style::Float, &mut Dice::new(15));
    assert_eq!(referee, Ok(()));
}

#[test]
fn a_corner_drives_a_blade_by_its_own_angle() {
    let (_, motion) = rolled(PEGS);
    let found = &motion.pawls[0];
    let (mut off, mut seen) = (0.0f64, 0);
    for piece in &found.pieces {
        let Some(Contact::Edge { obstacle, vertex: 0, edge, .. }) = piece.contact else { continue };
        // faces begin at corners 0, 2, 4, 6: −90°, 0°, 90°, 180°
        assert_eq!(edge % 2, 0, "a back edge drives: {piece:?}");
        let face = f64::from(edge) * 0.5 * FRAC_PI_2 - FRAC_PI_2;
        for part in [0.1, 0.5, 0.9] {
            let t = piece.start + part * (piece.end - piece.start);
            let x = 2.0 + PITCH * f64::from(obstacle) - t;
            // the nth peg drives the nth blade: as many quarter turns as blades have passed
            let turns = libm::atan2(-DEPTH, x) - face;
            let whole = libm::rint((piece.at(t).theta - turns) / TAU);
            off = off.max((piece.at(t).theta - turns - whole * TAU).abs());
            let blades = (-libm::atan2(-DEPTH, x) - FRAC_PI_2 + FRAC_PI_2 * f64::from(obstacle)) / FRAC_PI_2;
            assert!((piece.at(t).theta + blades * FRAC_PI_2).abs() < 1e-9, "{} {blades}", piece.at(t).theta);
        }
        seen += 1;
    }
    assert!(seen >= PEGS, "{seen}");
    case!(
        "snap fasteners, exactly",
        "wheel on pegs (15): angle of a driven blade",
        Against::ClosedForm,
        "θ = ∠(w − p) − ∠face"
    )
    .answer(FRAC_PI_2, "rad")
    .off(off, 1e-11);
}

/// 15c: behind the last peg it falls back by as many turns as it was wound up.
#[test]
fn a_wheel_falls_by_more_than_a_turn() {
    for count in [6, 9, PEGS] {
        let (_, motion) = rolled(count);
        let found = &motion.pawls[0];
        let falls = found.events.iter().filter_map(|e| Some((e.time, e.theta, e.theta_after?)));
        let (_, from, to) =
            falls.clone().fold((0.0, 0.0, 0.0), |a, b| if (b.1 - b.2).abs() > f64::abs(a.1 - a.2) { b } else { a });
        assert!(to == 0.0 && from < -TAU, "{from} to {to}");
        assert_eq!(found.last().theta, 0.0);
        // each peg has turned it by one blade; a blade more or less is what the last may still do
        let blades = -from / FRAC_PI_2;
        assert!((blades - count as f64).abs() < 1.0, "{blades} blades over {count} pegs");
        // one more peg, one more blade, to the last bits
        let (_, more) = rolled(count + 1);
        let deepest = |m: &Motion| m.pawls[0].events.iter().map(|e| e.theta).fold(0.0, f64::min);
        let step = deepest(&motion) - deepest(&more);
        assert!((step - FRAC_PI_2).abs() < 1e-11, "{step}");
    }
    // both ways of searching fall the same way
    let (problem, lazy) = rolled(6);
    let naive = solve(&problem, Method::Naive).expect("a motion");
    assert_eq!(lazy.pawls[0].events.len(), naive.pawls[0].events.len());
    for (a, b) in lazy.pawls[0].events.iter().zip(&naive.pawls[0].events) {
        assert_eq!((a.kind, a.from, a.to), (b.kind, b.from, b.to));
        assert!((a.time - b.time).abs() < 1e-14 && (a.theta - b.theta).abs() < 1e-14, "{a:?} {b:?}");
    }
}

//! Impacts at several contacts: rows of balls, boxes dropped flat, heavy on light.

use crate::bodies;

use bodies::{Dice, World};
use mainspring_contact::{ImpactProblem, ImpactSolution, Law, Treatment, solve_impact};
use mainspring_trust::Against::{ClosedForm, Conserved, Published};
use mainspring_trust::{case, largest};

/// Balls in a row along x, each touching the next, without friction; velocities after.
fn row_of_balls(masses: &[f64], before: &[f64], e: f64, treatment: Treatment) -> (Vec<f64>, ImpactSolution) {
    let n = masses.len();
    let mut world = World::new(3);
    for &m in masses {
        world.flat(m, 1.0);
    }
    for k in 0..n - 1 {
        world.row((k + 1, [0.0, 0.0]), Some((k, [0.0, 0.0])), [1.0, 0.0]);
    }
    let velocity: Vec<f64> = before.iter().flat_map(|&v| [v, 0.0, 0.0]).collect();
    let (w, seen, pair) = (world.matrix(), world.seen(&velocity), (0..n - 1).collect::<Vec<_>>());
    let (zero, restitution) = (vec![0.0; n - 1], vec![e; n - 1]);
    let problem = ImpactProblem {
        matrix: &w,
        tangents: 0,
        before: &seen,
        friction: &zero,
        restitution: &restitution,
        pair: &pair,
        resistances: &[],
        bounded: &[],
    };
    let blow = solve_impact(&problem, Law::Coulomb, treatment);
    let change = world.accelerated(&world.applied(&blow.impulse));
    (velocity.iter().zip(change).map(|(v, d)| v + d).step_by(3).collect(), blow)
}

#[test]
fn newtons_cradle_lets_out_as_many_as_come_in() {
    for come in 1..=4 {
        let before: Vec<f64> = (0..5).map(|k| if k < come { 1.0 } else { 0.0 }).collect();
        let want: Vec<f64> = before.iter().rev().copied().collect();
        let (after, blow) = row_of_balls(&[1.0; 5], &before, 1.0, Treatment::Sequential);
        case!(format!("Newton's cradle, {come} of 5 balls in"), "velocities after", ClosedForm, "as many go out")
            .unit("m/s")
            .off(largest(after.iter().zip(&want).map(|(a, b)| a - b)), 1e-14);
        assert!(!blow.finished_plastic);
    }
}

#[test]
fn three_spheres_under_both_treatments() {
    let source = "newton-1989, Fig. 6";
    let compare = |treatment, title: &str, want: [f64; 3]| {
        let (after, _) = row_of_balls(&[1.0; 3], &[1.0, 0.0, 0.0], 1.0, treatment);
        case!(format!("three equal spheres, e = 1, {title}"), "velocities after", Published, source)
            .unit("m/s")
            .off(largest(after.iter().zip(want).map(|(a, b)| a - b)), 1e-14);
    };
    compare(Treatment::Sequential, "sequential", [0.0, 0.0, 1.0]);
    compare(Treatment::Simultaneous, "simultaneous", [-1.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0]);
}

/// A box with half sides a and h, its lower corners (and one between) on the ground.
fn dropped_box(velocity: [f64; 3], mu: f64, e: f64, treatment: Treatment) -> (Vec<f64>, ImpactSolution) {
    let mut world = World::new(3);
    let (a, h) = (1.0, 0.4);
    let body = world.flat(2.0, 2.0 * (a * a + h * h) / 3.0);
    for x in [-a, 0.0, a] {
        world.touch((body, [x, -h]), None, [0.0, 1.0]);
    }
    let (w, seen) = (world.matrix(), world.seen(&velocity));
    let problem = ImpactProblem {
        matrix: &w,
        tangents: 1,
        before: &seen,
        friction: &[mu; 3],
        restitution: &[e; 3],
        pair: &[0; 3],
        resistances: &[],
        bounded: &[],
    };
    let blow = solve_impact(&problem, Law::Coulomb, treatment);
    let change = world.accelerated(&world.applied(&blow.impulse));
    (velocity.iter().zip(change).map(|(v, d)| v + d).collect(), blow)
}

#[test]
fn a_box_dropped_flat_does_not_spin() {
    for (mu, e, treatment) in [
        (0.0, 1.0, Treatment::Sequential),
        (0.5, 0.7, Treatment::Sequential),
        (0.5, 0.0, Treatment::Sequential),
        (0.8, 0.7, Treatment::Simultaneous),
    ] {
        let (after, blow) = dropped_box([0.0, -3.0, 0.0], mu, e, treatment);
        case!(
            format!("box dropped flat, μ {mu}, e {e}, {treatment:?}"),
            "velocity and spin after",
            ClosedForm,
            "(0, −e v, 0)"
        )
        .unit("m/s")
        .off(largest([after[0], after[1] - 3.0 * e, after[2]]), 1e-13);
        assert!(!blow.gained && !blow.softened && blow.rounds == 1, "{blow:?}");
    }
}

#[test]
fn a_box_that_lands_sliding_loses_energy_and_keeps_the_cone() {
    let mut dice = Dice::new(77);
    for trial in 0..3000 {
        let velocity = [dice.between(-3.0, 3.0), dice.between(-2.0, -0.1), dice.between(-1.0, 1.0)];
        let (mu, e) = (dice.between(0.0, 1.5), dice.roll());
        let treatment = if trial % 2 == 0 { Treatment::Sequential } else { Treatment::Simultaneous };
        let (_, blow) = dropped_box(velocity, mu, e, treatment);
        assert!(!blow.gained && blow.lost > -1e-13, "trial {trial}: {blow:?}");
        for c in 0..3 {
            assert!(blow.impulse[2 * c + 1].abs() <= mu * blow.impulse[2 * c] + 1e-11, "trial {trial}: {blow:?}");
            assert!(blow.after[2 * c] >= -1e-11, "trial {trial}: {blow:?}");
        }
    }
}

#[test]
fn a_rocking_block_keeps_housners_share_of_its_energy() {
    // lands on the second corner while turning about the first; ω⁺/ω⁻ = 1 − 3/2 sin²α (Housner 1963)
    for (a, h) in [(0.2, 1.0), (0.4, 1.0), (0.3, 2.0)] {
        let mut world = World::new(3);
        let body = world.flat(1.0, (a * a + h * h) / 3.0);
        for x in [-a, a] {
            world.touch((body, [x, -h]), None, [0.0, 1.0]);
        }
        // turns about the left corner, clockwise
        let omega = -1.0;
        let velocity = [-omega * h, omega * a, omega];
        let (w, seen) = (world.matrix(), world.seen(&velocity));
        let problem = ImpactProblem {
            matrix: &w,
            tangents: 1,
            before: &seen,
            friction: &[10.0; 2],
            restitution: &[0.0; 2],
            pair: &[0; 2],
            resistances: &[],
            bounded: &[],
        };
        let blow = solve_impact(&problem, Law::Coulomb, Treatment::Sequential);
        let spin = velocity[2] + world.accelerated(&world.applied(&blow.impulse))[2];
        let want = 1.0 - 1.5 * a * a / (a * a + h * h);
        case!(
            format!("rocking block {a} by {h}"),
            "spin after over before",
            ClosedForm,
            "1 − 3/2 sin²α (Housner 1963)"
        )
        .answer(want, "")
        .off(spin / omega - want, 1e-13);
        assert!(blow.after[0] > 0.0, "the first corner lifts: {blow:?}");
    }
}

#[test]
fn heavy_on_light_on_a_table_ends() {
    for (ratio, e) in [(1e3, 1.0), (1e6, 1.0), (1e3, 0.5), (1e6, 0.0)] {
        // the table is a wall: the light one (first) touches it, the heavy one falls on the light one
        let mut world = World::new(3);
        world.flat(1.0, 1.0);
        world.flat(ratio, 1.0);
        world.row((0, [0.0, 0.0]), None, [0.0, 1.0]);
        world.row((1, [0.0, 0.0]), Some((0, [0.0, 0.0])), [0.0, 1.0]);
        let velocity = [0.0, 0.0, 0.0, 0.0, -1.0, 0.0];
        let (w, seen) = (world.matrix(), world.seen(&velocity));
        let problem = ImpactProblem {
            matrix: &w,
            tangents: 0,
            before: &seen,
            friction: &[0.0; 2],
            restitution: &[e; 2],
            pair: &[0, 1],
            resistances: &[],
            bounded: &[],
        };
        let blow = solve_impact(&problem, Law::Coulomb, Treatment::Sequential);
        assert!(blow.after.iter().all(|&v| v >= -1e-11), "{blow:?}");
        assert!(!blow.gained && blow.lost >= -1e-9 * ratio);
        if e == 1.0 && !blow.finished_plastic {
            // elastic: the count of blows is that of π's digits for a ball between wall and striker (Galperin 2003)
            let blows = (std::f64::consts::PI / libm::atan((1.0 / ratio).sqrt())).floor();
            assert!((f64::from(blow.rounds) - blows).abs() <= 1.0, "{blow:?} {blows}");
            case!(format!("{ratio} to 1 on a table, e = 1"), "energy lost over energy", Conserved, "none")
                .off(blow.lost / (0.5 * ratio), 1e-11);
        } else if ratio == 1e6 && e == 1.0 {
            assert!(blow.finished_plastic, "{blow:?}");
        }
    }
}

#[test]
fn a_part_between_walls_without_clearance_is_answered() {
    let mut world = World::new(3);
    world.flat(1.0, 1.0);
    world.row((0, [0.0, 0.0]), None, [1.0, 0.0]);
    world.row((0, [0.0, 0.0]), None, [-1.0, 0.0]);
    let (w, seen) = (world.matrix(), world.seen(&[-1.0, 0.0, 0.0]));
    for (pair, treatment) in
        [([0, 0], Treatment::Sequential), ([0, 1], Treatment::Sequential), ([0, 1], Treatment::Simultaneous)]
    {
        let problem = ImpactProblem {
            matrix: &w,
            tangents: 0,
            before: &seen,
            friction: &[0.0; 2],
            restitution: &[0.5; 2],
            pair: &pair,
            resistances: &[],
            bounded: &[],
        };
        let blow = solve_impact(&problem, Law::Coulomb, treatment);
        assert!(blow.after.iter().all(|v| v.abs() < 1e-9), "{treatment:?} {pair:?}: {blow:?}");
    }
}

//! Hard questions: many contacts, contacts that coincide, masses far apart, joints; every one has an answer.

use crate::bodies;

use bodies::{Dice, World};
use mainspring_contact::{
    Contact, ContactProblem, FixedModeSolver, ImpactProblem, Law, Mode, RESIDUAL, Slip, Treatment, solve_contacts,
    solve_impact,
};

fn rough(friction: f64) -> Contact {
    Contact { friction, holding: friction, slip: Slip::Still }
}

/// A planar heap: bodies on each other in random ways, every face touching at two or three points, some twice.
fn heap(dice: &mut Dice, bodies: usize, spread: f64, hair: f64) -> World {
    let mut world = World::new(3);
    for _ in 0..bodies {
        let mass = libm::exp(dice.between(-spread, spread));
        world.flat(mass, mass * dice.between(0.05, 0.3));
    }
    for k in 0..bodies {
        let under = dice.index(k + 1);
        let below = |x: f64, shift: f64| (under < k).then_some((under, [x + shift, 0.5]));
        let (tilt, shift) = (dice.between(-0.3, 0.3), dice.between(-0.5, 0.5));
        let normal = [libm::sin(tilt), libm::cos(tilt)];
        for x in [-0.5, 0.5] {
            world.touch((k, [x, -0.5]), below(x, shift), normal);
        }
        if dice.roll() < 0.3 {
            // the same point once more, and one a hair away
            world.touch((k, [0.5, -0.5]), below(0.5, shift), normal);
            world.touch((k, [0.5 - hair, -0.5]), below(0.5 - hair, shift), normal);
        }
    }
    world
}

#[test]
fn heaps_in_the_plane_are_answered() {
    let mut dice = Dice::new(101);
    let mut worst = 0.0_f64;
    for trial in 0..300 {
        let bodies = 1 + trial % 8;
        // a hair of 1e-9 is neither the same point nor another one: that costs digits
        let (hair, allowed) = if trial % 2 == 0 { (1e-9, RESIDUAL) } else { (1e-14, 1e-11) };
        let world = heap(&mut dice, bodies, if trial % 3 == 0 { 4.0 } else { 1.0 }, hair);
        let count = world.rows.len() / 2;
        let velocity: Vec<f64> = (0..3 * bodies).map(|_| dice.between(-1.0, 1.0)).collect();
        let contacts: Vec<Contact> = (0..count).map(|_| rough(dice.between(0.0, 1.2))).collect();
        let (matrix, free) = (world.matrix(), world.seen(&velocity));
        let problem = ContactProblem {
            matrix: &matrix,
            tangents: 1,
            free: &free,
            contacts: &contacts,
            resistances: &[],
            bounded: &[],
        };
        let held = solve_contacts(&problem, None).unwrap_or_else(|e| panic!("trial {trial}: {e}"));
        worst = worst.max(held.residual);
        assert!(held.residual <= allowed, "trial {trial}, {count} contacts: {}", held.residual);
        let fixed = FixedModeSolver::new(&problem, &held, |_, _| true);
        let mut force = vec![0.0; free.len()];
        let solved = fixed.and_then(|mut f| f.solve(&matrix, &free, &held.modes, &mut force));
        assert!(solved.is_ok(), "trial {trial}: {:?}", held.modes);
        let n = free.len();
        let size = free.iter().fold(1.0_f64, |s, v| s.max(v.abs()));
        for (c, mode) in held.modes.iter().enumerate().filter(|(_, m)| **m != Mode::Open) {
            let rows = if *mode == Mode::Stick { 2 * c..2 * c + 2 } else { 2 * c..2 * c + 1 };
            for i in rows {
                let rate = free[i] + (0..n).map(|j| matrix[i * n + j] * force[j]).sum::<f64>();
                assert!(rate.abs() < 1e-8 * size, "trial {trial}: contact {c} {mode:?} {rate:e}");
            }
        }
    }
    assert!(worst > 0.0);
}

#[test]
fn heaps_in_space_are_answered() {
    let mut dice = Dice::new(102);
    for trial in 0..60 {
        let bodies = 1 + trial % 4;
        let mut world = World::new(6);
        for _ in 0..bodies {
            let mass = libm::exp(dice.between(-1.0, 1.0));
            world.solid(mass, [0, 1, 2].map(|_| mass * dice.between(0.1, 0.3)));
        }
        for k in 0..bodies {
            for (x, y) in [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)] {
                let below = (k > 0).then(|| (k - 1, [x, y, 0.5]));
                world.touch3((k, [x, y, -0.5]), below, [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
            }
        }
        let count = world.rows.len() / 3;
        let velocity: Vec<f64> = (0..6 * bodies).map(|_| dice.between(-1.0, 1.0)).collect();
        let contacts: Vec<Contact> = (0..count).map(|_| rough(dice.between(0.0, 1.2))).collect();
        let (matrix, free) = (world.matrix(), world.seen(&velocity));
        let problem = ContactProblem {
            matrix: &matrix,
            tangents: 2,
            free: &free,
            contacts: &contacts,
            resistances: &[],
            bounded: &[],
        };
        let held = solve_contacts(&problem, None).unwrap_or_else(|e| panic!("trial {trial}: {e}"));
        assert!(held.residual <= 1e-10, "trial {trial}, {count} contacts: {}", held.residual);
    }
}

#[test]
fn blows_on_heaps_end_and_lose_energy() {
    let mut dice = Dice::new(103);
    let mut plastic = 0;
    for trial in 0..120 {
        let bodies = 1 + trial % 5;
        let world = heap(&mut dice, bodies, 1.0, 1e-9);
        let count = world.rows.len() / 2;
        let velocity: Vec<f64> = (0..3 * bodies).map(|_| dice.between(-1.0, 1.0)).collect();
        let (matrix, before) = (world.matrix(), world.seen(&velocity));
        // contacts of one pair have the same rows of J up to arms: told by which bodies they move
        let moves = |c: usize| -> Vec<bool> {
            (0..bodies).map(|b| world.rows[2 * c][3 * b..3 * b + 2].iter().any(|x| *x != 0.0)).collect()
        };
        let pair: Vec<usize> = (0..count).map(|c| (0..count).position(|d| moves(d) == moves(c)).unwrap_or(c)).collect();
        let friction: Vec<f64> = (0..count).map(|_| dice.between(0.0, 1.0)).collect();
        let restitution = vec![dice.roll(); count];
        let problem = ImpactProblem {
            matrix: &matrix,
            tangents: 1,
            before: &before,
            friction: &friction,
            restitution: &restitution,
            pair: &pair,
            resistances: &[],
            bounded: &[],
        };
        for treatment in [Treatment::Sequential, Treatment::Simultaneous] {
            let blow = solve_impact(&problem, Law::Coulomb, treatment);
            assert!(!blow.gained, "trial {trial} {treatment:?}: {blow:?}");
            let approach = blow.after.iter().step_by(2).fold(0.0_f64, |s, v| s.min(*v));
            assert!(approach > -1e-9, "trial {trial} {treatment:?}: {approach:e}");
            for c in 0..count {
                assert!(blow.impulse[2 * c + 1].abs() <= friction[c] * blow.impulse[2 * c] + 1e-9, "trial {trial}");
            }
            plastic += u32::from(blow.finished_plastic);
        }
    }
    assert!(plastic < 60, "{plastic} of 240 ended by a plastic solve");
}

#[test]
fn numbers_that_are_none_are_no_answer_and_no_hang() {
    let contacts = [rough(0.5)];
    for bad in [f64::NAN, f64::INFINITY] {
        let problem = ContactProblem {
            matrix: &[1.0, 0.0, 0.0, 1.0],
            tangents: 1,
            free: &[bad, 0.0],
            contacts: &contacts,
            resistances: &[],
            bounded: &[],
        };
        assert!(solve_contacts(&problem, None).is_err(), "{bad}");
        let problem = ImpactProblem {
            matrix: &[1.0, 0.0, 0.0, 1.0],
            tangents: 1,
            before: &[bad, 0.0],
            friction: &[0.5],
            restitution: &[0.5],
            pair: &[0],
            resistances: &[],
            bounded: &[],
        };
        let blow = solve_impact(&problem, Law::Coulomb, Treatment::Sequential);
        assert_eq!(blow.rounds, 0);
    }
}

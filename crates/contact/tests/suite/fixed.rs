//! Forces of fixed modes agree with the decision they come from, follow the motion, and tell of a jam.

use crate::bodies;

use bodies::{Dice, World};
use mainspring_contact::{Contact, ContactProblem, FixedModeSolver, Jam, Mode, Slip, solve_contacts};

#[test]
fn forces_are_those_of_the_decision() {
    let mut dice = Dice::new(11);
    let (mut redundant, mut slipping) = (0, 0);
    for trial in 0..2000 {
        let mut world = World::new(3);
        let body = world.flat(dice.between(0.5, 2.0), dice.between(0.1, 1.0));
        let feet = 1 + trial % 4;
        for k in 0..feet {
            world.touch((body, [k as f64 - 1.3, -1.0]), None, [0.0, 1.0]);
        }
        let (matrix, push) = (world.matrix(), [dice.between(-1.0, 1.0), -1.0, dice.between(-0.3, 0.3)]);
        let free = world.seen(&world.accelerated(&push));
        let friction = dice.between(0.0, 1.0);
        let contacts = vec![Contact { friction, holding: friction, slip: Slip::Still }; feet];
        let problem = ContactProblem {
            matrix: &matrix,
            tangents: 1,
            free: &free,
            contacts: &contacts,
            resistances: &[],
            bounded: &[],
        };
        let held = solve_contacts(&problem, None).unwrap();
        let mut fixed = FixedModeSolver::new(&problem, &held, |_, _| true).unwrap();
        let mut force = vec![f64::NAN; free.len()];
        fixed.solve(&matrix, &free, &held.modes, &mut force).unwrap();
        let n = free.len();
        for i in 0..n {
            let rate = free[i] + (0..n).map(|j| matrix[i * n + j] * force[j]).sum::<f64>();
            assert!((rate - held.rate[i]).abs() < 1e-11, "trial {trial}: row {i}: {rate} {held:?} {force:?}");
        }
        let closed = held.modes.iter().filter(|m| **m != Mode::Open).count();
        redundant += usize::from(held.modes.iter().filter(|m| **m == Mode::Stick).count() > 1);
        slipping += usize::from(held.modes.iter().any(|m| matches!(m, Mode::Slip(_))) && closed > 2);
    }
    assert!(redundant > 100 && slipping > 100, "{redundant} {slipping}");
}

#[test]
fn the_share_turns_smoothly_with_the_load() {
    let mut world = World::new(3);
    let body = world.flat(1.0, 1.0);
    for x in [-1.0, 0.0, 1.0] {
        world.touch((body, [x, -0.5]), None, [0.0, 1.0]);
    }
    let matrix = world.matrix();
    let contacts = [Contact { friction: 0.5, holding: 0.5, slip: Slip::Still }; 3];
    let free_at = |t: f64| world.seen(&world.accelerated(&[0.2 + 0.1 * t, -1.0, 0.1 * t]));
    let start = free_at(0.0);
    let problem = ContactProblem {
        matrix: &matrix,
        tangents: 1,
        free: &start,
        contacts: &contacts,
        resistances: &[],
        bounded: &[],
    };
    let held = solve_contacts(&problem, None).unwrap();
    let mut fixed = FixedModeSolver::new(&problem, &held, |_, _| true).unwrap();
    assert_eq!(fixed.rank(), 3);
    let mut at = |t: f64| {
        let mut force = vec![0.0; 6];
        fixed.solve(&matrix, &free_at(t), &held.modes, &mut force).unwrap();
        force
    };
    let (a, b, c) = (at(0.0), at(1e-3), at(2e-3));
    for i in 0..6 {
        assert!((a[i] - 2.0 * b[i] + c[i]).abs() < 1e-14, "linear in the load");
        assert!((a[i] - held.force[i]).abs() < 1e-6, "{a:?} {held:?}");
    }
}

#[test]
fn a_rod_that_turns_into_the_paradox_jams() {
    // Painlevé's rod, μ = 2: matrix[0] − μ d matrix[1] passes zero
    let mu = 2.0;
    let system = |theta: f64| {
        let mut world = World::new(3);
        let rod = world.flat(1.0, 1.0 / 3.0);
        world.touch((rod, [-libm::cos(theta), -libm::sin(theta)]), None, [0.0, 1.0]);
        (world.matrix(), world.seen(&[0.0, -9.81, 0.0]))
    };
    let (matrix, free) = system(0.2);
    let d = if matrix[1] > 0.0 { 1.0 } else { -1.0 };
    let contacts = [Contact { friction: mu, holding: mu, slip: Slip::Along([d, 0.0]) }];
    let problem = ContactProblem {
        matrix: &matrix,
        tangents: 1,
        free: &free,
        contacts: &contacts,
        resistances: &[],
        bounded: &[],
    };
    let held = solve_contacts(&problem, None).unwrap();
    let mut fixed = FixedModeSolver::new(&problem, &held, |_, _| true).unwrap();
    let mut force = [0.0; 2];
    let mut jammed = None;
    for k in 0..1000 {
        let theta = 0.2 + f64::from(k) * 0.001;
        let (matrix, free) = system(theta);
        if fixed.solve(&matrix, &free, &held.modes, &mut force) == Err(Jam) {
            jammed = Some(theta);
            break;
        }
    }
    // 1 + 3 c² = 3 μ s c, that is 4 − 6 tan θ + tan² θ = 0
    let want = libm::atan(3.0 - 5.0_f64.sqrt());
    assert!(jammed.is_some_and(|theta| (theta - want).abs() <= 0.001), "{jammed:?} {want}");
}

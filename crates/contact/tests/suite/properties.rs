//! What must not matter: the order of contacts, units, and rows that nothing moves.

use crate::bodies;

use bodies::{Dice, World};
use mainspring_contact::{
    Contact, ContactProblem, ImpactProblem, Law, Mode, Slip, Treatment, solve_contacts, solve_impact,
};
use proptest::prelude::*;

fn scene(seed: u64, count: usize) -> (World, Vec<f64>, Vec<Contact>) {
    let mut dice = Dice::new(seed);
    let mut world = World::new(3);
    for _ in 0..2 {
        world.flat(dice.between(0.3, 3.0), dice.between(0.1, 1.0));
    }
    for k in 0..count {
        let angle = dice.between(0.0, 6.3);
        let mut arm = || [dice.between(-1.0, 1.0), dice.between(-1.0, 1.0)];
        let (first, second) = ((0, arm()), (k % 2 == 0).then(|| (1, arm())));
        world.touch(first, second, [libm::cos(angle), libm::sin(angle)]);
    }
    let velocity = (0..6).map(|_| dice.between(-1.0, 1.0)).collect();
    let contact = |f: f64| Contact { friction: f, holding: f, slip: Slip::Still };
    (world, velocity, (0..count).map(|_| contact(dice.between(0.0, 0.6))).collect())
}

proptest! {
    /// With little friction the motion is unique, and so must not depend on the order of contacts or on units.
    #[test]
    fn order_and_units_do_not_matter(seed in 1_u64..1_000_000, count in 1_usize..5, unit in -6.0..6.0_f64) {
        let (world, velocity, contacts) = scene(seed, count);
        let (matrix, free) = (world.matrix(), world.seen(&velocity));
        let held = solve_contacts(&ContactProblem { matrix: &matrix, tangents: 1, free: &free, contacts: &contacts, resistances: &[], bounded: &[] }, None).unwrap();
        let mut turned = World { size: 3, inverse: world.inverse.clone(), rows: Vec::new() };
        for c in (0..count).rev() {
            turned.rows.extend(world.rows[2 * c..2 * c + 2].iter().cloned());
        }
        let unit = libm::exp(unit);
        let w: Vec<f64> = turned.matrix().iter().map(|x| x * unit).collect();
        let b: Vec<f64> = turned.seen(&velocity).iter().map(|x| x * unit * 3.0).collect();
        let back: Vec<Contact> = contacts.iter().rev().copied().collect();
        let other = solve_contacts(&ContactProblem { matrix: &w, tangents: 1, free: &b, contacts: &back, resistances: &[], bounded: &[] }, None).unwrap();
        prop_assert!(held.residual <= 1e-11 && other.residual <= 1e-11);
        // with friction several motions may be consistent: energies are compared where modes agree
        let modes: Vec<Mode> = other.modes.iter().rev().copied().collect();
        if modes == held.modes {
            for c in 0..count {
                for k in 0..2 {
                    let (a, b) = (held.rate[2 * c + k], other.rate[2 * (count - 1 - c) + k] / (3.0 * unit));
                    prop_assert!((a - b).abs() < 1e-9, "{a} {b}");
                }
            }
        }
    }

    /// Without friction the motion is unique whatever the contacts: order cannot matter.
    #[test]
    fn without_friction_the_motion_is_unique(seed in 1_u64..1_000_000, count in 1_usize..6) {
        let (world, velocity, mut contacts) = scene(seed, count);
        contacts.iter_mut().for_each(|c| (c.friction, c.holding) = (0.0, 0.0));
        let (matrix, free) = (world.matrix(), world.seen(&velocity));
        let held = solve_contacts(&ContactProblem { matrix: &matrix, tangents: 1, free: &free, contacts: &contacts, resistances: &[], bounded: &[] }, None).unwrap();
        let mut turned = World { size: 3, inverse: world.inverse.clone(), rows: Vec::new() };
        for c in (0..count).rev() {
            turned.rows.extend(world.rows[2 * c..2 * c + 2].iter().cloned());
        }
        let (w, b) = (turned.matrix(), turned.seen(&velocity));
        let other = solve_contacts(&ContactProblem { matrix: &w, tangents: 1, free: &b, contacts: &contacts, resistances: &[], bounded: &[] }, None).unwrap();
        for c in 0..count {
            for k in 0..2 {
                prop_assert!((held.rate[2 * c + k] - other.rate[2 * (count - 1 - c) + k]).abs() < 1e-10);
            }
        }
    }

    /// A stop of a joint is a contact whose tangents nothing moves.
    #[test]
    fn a_stop_is_a_contact_without_tangents(mass in 0.1..10.0_f64, speed in 0.1..5.0_f64, e in 0.0..1.0_f64, tangents in 0_usize..3) {
        let n = 1 + tangents;
        let mut matrix = vec![0.0; n * n];
        matrix[0] = 1.0 / mass;
        let mut before = vec![0.0; n];
        before[0] = -speed;
        for friction in [0.0, 0.5] {
            for treatment in [Treatment::Sequential, Treatment::Simultaneous] {
                let problem = ImpactProblem { matrix: &matrix, tangents, before: &before, friction: &[friction], restitution: &[e], pair: &[0], resistances: &[], bounded: &[] };
                let blow = solve_impact(&problem, Law::Coulomb, treatment);
                prop_assert!((blow.after[0] - e * speed).abs() < 1e-13 * speed, "{blow:?}");
            }
            let contacts = [Contact { friction, holding: friction, slip: Slip::Still }];
            let held = solve_contacts(&ContactProblem { matrix: &matrix, tangents, free: &before, contacts: &contacts, resistances: &[], bounded: &[] }, None).unwrap();
            prop_assert!((held.force[0] - mass * speed).abs() < 1e-13 * mass * speed && held.rate[0].abs() < 1e-14, "{held:?}");
        }
    }
}

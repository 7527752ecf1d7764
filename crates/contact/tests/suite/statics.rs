//! Statics that forces must agree with, and ranges where statics leaves them open.

use crate::bodies;

use bodies::World;
use mainspring_contact::{Contact, ContactProblem, Mode, Slip, force_ranges, solve_contacts};
use mainspring_trust::Against::ClosedForm;
use mainspring_trust::{case, largest};

fn rough(friction: f64) -> Contact {
    Contact { friction, holding: friction, slip: Slip::Still }
}

#[test]
fn a_beam_on_three_supports_has_ranges() {
    // supports at −1, 0, 1, weight 1 at x: λ₋ + λ₀ + λ₊ = 1 and λ₊ − λ₋ = x
    for x in [0.0, 0.25, -0.6] {
        let mut world = World::new(3);
        let beam = world.flat(1.0, 0.3);
        for at in [-1.0, 0.0, 1.0] {
            world.touch((beam, [at - x, -0.1]), None, [0.0, 1.0]);
        }
        let (matrix, free) = (world.matrix(), world.seen(&[0.0, -1.0, 0.0]));
        let contacts = [rough(0.3); 3];
        let problem = ContactProblem {
            matrix: &matrix,
            tangents: 1,
            free: &free,
            contacts: &contacts,
            resistances: &[],
            bounded: &[],
        };
        let held = solve_contacts(&problem, None).unwrap();
        assert!(held.residual < 1e-13 && held.modes.iter().all(|m| *m == Mode::Stick));
        let f = [held.force[0], held.force[2], held.force[4]];
        // least squares: λ₋ = 1/3 − x/2, λ₀ = 1/3, λ₊ = 1/3 + x/2
        let share = [1.0 / 3.0 - x / 2.0, 1.0 / 3.0, 1.0 / 3.0 + x / 2.0];
        if x.abs() < 0.6 {
            let off = largest(f.iter().zip(share).map(|(a, b)| a - b));
            case!(format!("beam on three supports, load at {x}"), "share", ClosedForm, "least sum of squares")
                .unit("N")
                .off(off, 1e-12);
        }
        assert!((f.iter().sum::<f64>() - 1.0).abs() < 1e-13 && (f[2] - f[0] - x).abs() < 1e-13);
        let got = force_ranges(&problem, &held);
        let end = |s: f64| (1.0 + s * x) / 2.0;
        let want = [[(-x).max(0.0), end(-1.0)], [0.0, 1.0 - x.abs()], [x.max(0.0), end(1.0)]];
        let off = largest(got.iter().flatten().zip(want.iter().flatten()).map(|(a, b)| a - b));
        case!(
            format!("beam on three supports, load at {x}"),
            "ranges of the loads",
            ClosedForm,
            "λ ≥ 0, two equations"
        )
        .unit("N")
        .off(off, 1e-12);
    }
}

#[test]
fn a_wedged_part_has_no_largest_force() {
    // a peg between two walls, friction 0.5 each: squeezed as one likes
    let mut world = World::new(3);
    let peg = world.flat(1.0, 1.0);
    world.touch((peg, [-1.0, 0.0]), None, [1.0, 0.0]);
    world.touch((peg, [1.0, 0.0]), None, [-1.0, 0.0]);
    let (matrix, free) = (world.matrix(), world.seen(&[0.0, -1.0, 0.0]));
    let contacts = [rough(0.5); 2];
    let problem = ContactProblem {
        matrix: &matrix,
        tangents: 1,
        free: &free,
        contacts: &contacts,
        resistances: &[],
        bounded: &[],
    };
    let held = solve_contacts(&problem, None).unwrap();
    // it may hold with forces of 1 at each wall, or fall: both are consistent, and what is answered is
    assert!(held.residual < 1e-12, "{held:?}");
    let got = force_ranges(&problem, &held);
    if held.modes[0] == Mode::Stick {
        assert!(got.iter().all(|r| (r[0] - 1.0).abs() < 1e-9 && r[1] == f64::INFINITY), "{got:?}");
    } else {
        assert!((held.rate[1].abs() - 1.0).abs() < 1e-12, "falls freely");
    }
}

#[test]
fn an_arch_of_wedges_stands() {
    // five voussoirs of a half ring, each touching the next along a radial joint at two points, the last ones on the ground
    const STONES: usize = 5;
    let (inner, outer) = (0.8, 1.2);
    let mut world = World::new(3);
    let turn = std::f64::consts::PI / STONES as f64;
    let middle = |k: usize| {
        let (s, c) = libm::sincos((k as f64 + 0.5) * turn);
        [c, s]
    };
    for _ in 0..STONES {
        world.flat(1.0, 0.02);
    }
    for joint in 0..=STONES {
        let (s, c) = libm::sincos(joint as f64 * turn);
        for r in [inner, outer] {
            let point = [r * c, r * s];
            let arm = |k: usize| (k, [point[0] - middle(k)[0], point[1] - middle(k)[1]]);
            // the normal points along increasing angle, into the stone after the joint
            let along = [-s, c];
            if joint == 0 {
                world.touch(arm(0), None, along);
            } else if joint == STONES {
                world.touch(arm(STONES - 1), None, [s, -c]);
            } else {
                world.touch(arm(joint), Some(arm(joint - 1)), along);
            }
        }
    }
    let weight: Vec<f64> = (0..STONES).flat_map(|_| [0.0, -9.81, 0.0]).collect();
    let (matrix, free) = (world.matrix(), world.seen(&world.accelerated(&weight)));
    let contacts = vec![rough(0.6); 2 * (STONES + 1)];
    let problem = ContactProblem {
        matrix: &matrix,
        tangents: 1,
        free: &free,
        contacts: &contacts,
        resistances: &[],
        bounded: &[],
    };
    let held = solve_contacts(&problem, None).unwrap();
    assert!(held.residual < 1e-12, "{}", held.residual);
    // every stone in balance, and half the weight on either side
    let balance = world.applied(&held.force);
    let off = largest(balance.iter().zip(&weight).map(|(a, b)| a + b));
    case!("arch of five wedges", "balance of every stone", ClosedForm, "forces and moments vanish")
        .unit("N")
        .off(off, 1e-10);
    let right = held.force[0] + held.force[2];
    case!("arch of five wedges", "force on one foot", ClosedForm, "half the weight")
        .answer(2.5 * 9.81, "N")
        .off(right - 2.5 * 9.81, 1e-10);
    for (contact, range) in force_ranges(&problem, &held).iter().enumerate() {
        let force = held.force[2 * contact];
        assert!(range[0] <= force + 1e-9 && force <= range[1] + 1e-9, "contact {contact}: {force} not in {range:?}");
        assert!(range[1] - range[0] > 0.1, "indeterminate: {range:?}");
    }
}

#[test]
fn a_stack_is_loaded_by_what_is_above() {
    let mut world = World::new(3);
    let count = 6;
    for _ in 0..count {
        world.flat(1.0, 1.0 / 6.0);
    }
    for k in 0..count {
        for x in [-0.5, 0.5] {
            let below = (k > 0).then(|| (k - 1, [x, 0.5]));
            world.touch((k, [x, -0.5]), below, [0.0, 1.0]);
        }
    }
    let weight: Vec<f64> = (0..count).flat_map(|_| [0.0, -9.81, 0.0]).collect();
    let (matrix, free) = (world.matrix(), world.seen(&world.accelerated(&weight)));
    let contacts = vec![rough(0.5); 2 * count];
    let problem = ContactProblem {
        matrix: &matrix,
        tangents: 1,
        free: &free,
        contacts: &contacts,
        resistances: &[],
        bounded: &[],
    };
    let held = solve_contacts(&problem, None).unwrap();
    let errors = (0..2 * count).map(|c| held.force[2 * c] - 9.81 * (count - c / 2) as f64 / 2.0);
    case!("stack of six boxes", "forces at corners", ClosedForm, "half the weight above")
        .unit("N")
        .off(largest(errors), 1e-11);
    assert!(held.force.iter().skip(1).step_by(2).all(|t| t.abs() < 1e-11), "no friction where none is needed");
}

//! Lasting contacts in space: the true cone, against projected sweeps and closed forms.

use crate::bodies;

use bodies::{Dice, World};
use mainspring_contact::{
    Contact, ContactProblem, ContactSolution, Mode, Resistance, Slip, force_ranges, solve_contacts,
};
use mainspring_trust::Against::{ClosedForm, OtherWay};
use mainspring_trust::{Worst, case};

const UP: [[f64; 3]; 3] = [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];

fn rough(friction: f64) -> Contact {
    Contact { friction, holding: friction, slip: Slip::Still }
}

/// Largest violation of complementarity and of the cone, written out anew.
fn violation(held: &ContactSolution, contacts: &[Contact]) -> f64 {
    let mut worst = 0.0_f64;
    for (c, contact) in contacts.iter().enumerate() {
        let (f, w) = (&held.force[3 * c..3 * c + 3], &held.rate[3 * c..3 * c + 3]);
        worst = worst.max(f[0].min(w[0]).abs());
        let load = (f[1] * f[1] + f[2] * f[2]).sqrt();
        let slip = (w[1] * w[1] + w[2] * w[2]).sqrt();
        let bound = contact.friction * f[0];
        worst = worst.max(load - bound);
        // maximal dissipation: f_t·w_t = −bound·|w_t|
        worst = worst.max((f[1] * w[1] + f[2] * w[2] + bound * slip).abs());
    }
    worst
}

#[test]
fn random_contacts_satisfy_the_cone() {
    let mut dice = Dice::new(13);
    let mut worst = 0.0_f64;
    let (mut stick, mut slip, mut open) = (0, 0, 0);
    for trial in 0..2000 {
        let count = 1 + trial % 4;
        let mut world = World::new(6);
        for _ in 0..2 {
            world.solid(dice.between(0.5, 2.0), [0, 1, 2].map(|_| dice.between(0.2, 1.0)));
        }
        for _ in 0..count {
            let angle = dice.between(0.0, 6.3);
            let tilt = dice.between(-0.6, 0.6);
            let (s, c) = libm::sincos(angle);
            let (ts, tc) = libm::sincos(tilt);
            let axes = [[c * ts, s * ts, tc], [c * tc, s * tc, -ts], [-s, c, 0.0]];
            let mut arm = || [0, 1, 2].map(|_| dice.between(-1.0, 1.0));
            let (first, second) = ((0, arm()), (trial % 2 == 0).then(|| (1, arm())));
            world.touch3(first, second, axes);
        }
        let velocity: Vec<f64> = (0..12).map(|_| dice.between(-1.0, 1.0)).collect();
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
        let held = solve_contacts(&problem, None).unwrap();
        let off = violation(&held, &contacts);
        assert!(off < 1e-10 && held.residual < 1e-10, "trial {trial}: {off:e} {held:?}");
        worst = worst.max(off);
        for mode in &held.modes {
            match mode {
                Mode::Open => open += 1,
                Mode::Stick => stick += 1,
                Mode::Slip(_) => slip += 1,
            }
        }
        // energy does not rise
        let work: f64 = held.force.iter().zip(free.iter().zip(&held.rate)).map(|(p, (a, b))| 0.5 * p * (a + b)).sum();
        assert!(work < 1e-12, "trial {trial}: {work}");
    }
    assert!(stick > 100 && slip > 100 && open > 100, "{stick} {slip} {open}");
    case!(
        "2,000 random touches in space, 1 to 4 contacts, e = 0",
        "complementarity and cone",
        ClosedForm,
        "Signorini and Coulomb"
    )
    .unit("SI")
    .off(worst, 1e-10);
}

#[test]
fn a_block_slides_straight_down_whatever_the_axes() {
    static WORST: Worst = Worst::new();
    let g = 9.80665;
    for k in 0..24 {
        let (s, c) = libm::sincos(f64::from(k) * 0.27);
        let mut world = World::new(6);
        let block = world.solid(2.0, [0.5, 0.7, 0.9]);
        for (x, y) in [(-1.0, -0.6), (1.0, -0.6), (1.0, 0.6), (-1.0, 0.6)] {
            world.touch3((block, [x, y, -0.1]), None, UP);
        }
        let matrix = world.matrix();
        let (slope, contacts) = (0.8, [rough(0.5); 4]);
        let free = world.seen(&[g * slope * c, g * slope * s, -g, 0.0, 0.0, 0.0]);
        let problem = ContactProblem {
            matrix: &matrix,
            tangents: 2,
            free: &free,
            contacts: &contacts,
            resistances: &[],
            bounded: &[],
        };
        let held = solve_contacts(&problem, None).unwrap();
        let want = g * (slope - 0.5);
        let off = (held.rate[1] - want * c).abs().max((held.rate[2] - want * s).abs());
        case!("box on four corners sliding in 24 directions", "acceleration", ClosedForm, "g (s − μ)")
            .answer(want, "m/s^2")
            .off_at_worst(&WORST, off, 1e-11);
        assert!(held.force.iter().step_by(3).all(|&f| f > 0.0), "{held:?}");
        // asked with its own modes
        let again = solve_contacts(&problem, Some(&held.modes)).unwrap();
        assert!(again.residual <= 1e-12 && (again.rate[1] - held.rate[1]).abs() < 1e-10);
    }
}

#[test]
fn a_table_shares_its_load_and_says_how_far_it_could_shift() {
    let mut world = World::new(6);
    let table = world.solid(1.0, [0.5, 0.7, 0.9]);
    for (x, y) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
        world.touch3((table, [x, y, -0.5]), None, UP);
    }
    let (matrix, free) = (world.matrix(), world.seen(&[0.0, 0.0, -1.0, 0.0, 0.0, 0.0]));
    let contacts = [rough(0.0); 4];
    let problem = ContactProblem {
        matrix: &matrix,
        tangents: 2,
        free: &free,
        contacts: &contacts,
        resistances: &[],
        bounded: &[],
    };
    let held = solve_contacts(&problem, None).unwrap();
    for c in 0..4 {
        assert!((held.force[3 * c] - 0.25).abs() < 1e-13, "{held:?}");
    }
    for range in force_ranges(&problem, &held) {
        assert!(range[0].abs() < 1e-12 && (range[1] - 0.5).abs() < 1e-12, "{range:?}");
    }
    // with friction horizontal squeezing does not change what feet carry
    let contacts = [rough(0.4); 4];
    let problem = ContactProblem { contacts: &contacts, ..problem };
    let held = solve_contacts(&problem, None).unwrap();
    assert!(held.residual < 1e-12 && held.force.iter().step_by(3).all(|f| (f - 0.25).abs() < 1e-9), "{held:?}");
}

#[test]
fn the_plane_lifted_into_space_is_the_same() {
    static WORST: Worst = Worst::new();
    let mut dice = Dice::new(19);
    for _ in 0..300 {
        let (mass, inertia) = (dice.between(0.5, 2.0), dice.between(0.2, 1.0));
        let mut flat = World::new(3);
        let mut lifted = World::new(6);
        flat.flat(mass, inertia);
        lifted.solid(mass, [0.4, inertia, 0.6]);
        for _ in 0..2 {
            let (x, z) = (dice.between(-1.0, 1.0), dice.between(-1.0, 0.0));
            flat.touch((0, [x, z]), None, [0.0, 1.0]);
            lifted.touch3((0, [x, 0.0, z]), None, UP);
        }
        let push = [dice.between(-1.0, 1.0), -1.0, dice.between(-0.5, 0.5)];
        let contacts = [rough(dice.between(0.0, 1.0)); 2];
        let (w2, b2) = (flat.matrix(), flat.seen(&flat.accelerated(&push)));
        // a turn from x to z is about −y
        let (w3, b3) =
            (lifted.matrix(), lifted.seen(&lifted.accelerated(&[push[0], 0.0, push[1], 0.0, -push[2], 0.0])));
        let plane = solve_contacts(
            &ContactProblem {
                matrix: &w2,
                tangents: 1,
                free: &b2,
                contacts: &contacts,
                resistances: &[],
                bounded: &[],
            },
            None,
        )
        .unwrap();
        let space = solve_contacts(
            &ContactProblem {
                matrix: &w3,
                tangents: 2,
                free: &b3,
                contacts: &contacts,
                resistances: &[],
                bounded: &[],
            },
            None,
        )
        .unwrap();
        let off = (0..2).fold(0.0_f64, |s, c| {
            s.max((plane.rate[2 * c] - space.rate[3 * c]).abs())
                .max((plane.rate[2 * c + 1] - space.rate[3 * c + 1]).abs())
        });
        case!("300 random bodies on two points, lifted into space", "accelerations", OtherWay, "the plane")
            .unit("m/s^2")
            .off_at_worst(&WORST, off, 1e-11);
    }
}

#[test]
fn a_spinning_ball_is_slowed_by_its_patch() {
    // spin resistance: I ω̇ = −arm m g
    let mut world = World::new(6);
    let ball = world.solid(3.0, [0.2; 3]);
    world.touch3((ball, [0.0, 0.0, -0.5]), None, UP);
    world.rows.push(vec![0.0, 0.0, 0.0, 0.0, 0.0, 1.0]);
    world.rows.push(vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.0]);
    world.rows.push(vec![0.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
    let (matrix, free) = (world.matrix(), world.seen(&[0.0, 0.0, -9.81, 0.0, 0.0, 0.0]));
    let resistances = [
        Resistance { contact: 0, first: 3, rows: 1, arm: 0.01, slip: Slip::Along([1.0, 0.0]) },
        Resistance { contact: 0, first: 4, rows: 2, arm: 0.02, slip: Slip::Still },
    ];
    let problem = ContactProblem {
        matrix: &matrix,
        tangents: 2,
        free: &free,
        contacts: &[rough(0.5)],
        resistances: &resistances,
        bounded: &[],
    };
    let held = solve_contacts(&problem, None).unwrap();
    assert_eq!(held.modes, [Mode::Stick, Mode::Slip([1.0, 0.0]), Mode::Stick]);
    case!("ball spinning on its patch", "angular acceleration", ClosedForm, "−arm m g/I")
        .answer(-0.01 * 3.0 * 9.81 / 0.2, "rad/s^2")
        .off(held.rate[3] + 0.01 * 3.0 * 9.81 / 0.2, 1e-13);
}

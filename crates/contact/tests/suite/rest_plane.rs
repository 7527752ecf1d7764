//! Lasting contacts in the plane: against all modes tried one by one, and against statics.

use crate::bodies;

use bodies::{Dice, World};
use mainspring_contact::{Contact, ContactProblem, ContactSolution, Mode, Resistance, Slip, solve_contacts};
use mainspring_trust::Against::ClosedForm;
use mainspring_trust::{case, largest};

const G: f64 = 9.80665;

fn rough(friction: f64) -> Contact {
    Contact { friction, holding: friction, slip: Slip::Still }
}

fn ask(world: &World, force: &[f64], contacts: &[Contact]) -> ContactSolution {
    let free = world.seen(&world.accelerated(force));
    let matrix = world.matrix();
    let problem =
        ContactProblem { matrix: &matrix, tangents: 1, free: &free, contacts, resistances: &[], bounded: &[] };
    let held = solve_contacts(&problem, None).expect("still contacts always have an answer");
    assert!(held.residual <= 1e-12, "{held:?}");
    // asked again with its own modes it says the same
    let again = solve_contacts(&problem, Some(&held.modes)).expect("still contacts always have an answer");
    let same = again.rate.iter().zip(&held.rate).all(|(a, b)| (a - b).abs() < 1e-9);
    assert!(same && again.residual <= 1e-12, "{held:?} {again:?}");
    held
}

/// Solves by Gauss with partial pivoting; the tests' own.
fn solved(mut a: Vec<Vec<f64>>, mut b: Vec<f64>) -> Option<Vec<f64>> {
    let n = b.len();
    for k in 0..n {
        let p = (k..n).max_by(|&i, &j| a[i][k].abs().total_cmp(&a[j][k].abs()))?;
        if a[p][k].abs() < 1e-12 {
            return None;
        }
        a.swap(k, p);
        b.swap(k, p);
        for i in k + 1..n {
            let f = a[i][k] / a[k][k];
            for j in k..n {
                a[i][j] -= f * a[k][j];
            }
            b[i] -= f * b[k];
        }
    }
    for i in (0..n).rev() {
        for j in i + 1..n {
            b[i] -= a[i][j] * b[j];
        }
        b[i] /= a[i][i];
    }
    Some(b)
}

/// All consistent forces, by trying open, holding, slipping either way for each contact.
fn every_mode(w: &[f64], free: &[f64], contacts: &[Contact]) -> Vec<Vec<f64>> {
    let (k, n) = (contacts.len(), free.len());
    let mut found = Vec::new();
    for code in 0..4_usize.pow(k as u32) {
        let (mut a, mut b) = (vec![vec![0.0; n]; n], vec![0.0; n]);
        for c in 0..k {
            let (normal, tangent, mode) = (2 * c, 2 * c + 1, code / 4_usize.pow(c as u32) % 4);
            let rate = |i: usize| ((0..n).map(|j| w[i * n + j]).collect::<Vec<f64>>(), -free[i]);
            match mode {
                0 => {
                    a[normal][normal] = 1.0;
                    a[tangent][tangent] = 1.0;
                }
                1 => {
                    (a[normal], b[normal]) = rate(normal);
                    (a[tangent], b[tangent]) = rate(tangent);
                }
                _ => {
                    (a[normal], b[normal]) = rate(normal);
                    let sign = if mode == 2 { 1.0 } else { -1.0 };
                    a[tangent][tangent] = 1.0;
                    a[tangent][normal] = sign * contacts[c].friction;
                }
            }
        }
        let Some(x) = solved(a, b) else { continue };
        let y: Vec<f64> = (0..n).map(|i| free[i] + (0..n).map(|j| w[i * n + j] * x[j]).sum::<f64>()).collect();
        let good = (0..k).all(|c| {
            let (p, t, mu) = (2 * c, 2 * c + 1, contacts[c].friction);
            match code / 4_usize.pow(c as u32) % 4 {
                0 => y[p] >= -1e-10,
                1 => x[p] >= -1e-10 && x[t].abs() <= mu * x[p] + 1e-10,
                2 => x[p] >= -1e-10 && y[t] >= -1e-10,
                _ => x[p] >= -1e-10 && y[t] <= 1e-10,
            }
        });
        if good {
            found.push(x);
        }
    }
    found
}

#[test]
fn agrees_with_all_modes_tried_one_by_one() {
    let mut dice = Dice::new(5);
    for trial in 0..3000 {
        let contacts_wanted = 1 + trial % 3;
        let mut world = World::new(3);
        let bodies = 1 + dice.index(2);
        for _ in 0..bodies {
            world.flat(dice.between(0.2, 3.0), dice.between(0.05, 2.0));
        }
        for _ in 0..contacts_wanted {
            let angle = dice.between(0.0, 6.3);
            let mut arm = || [dice.between(-1.0, 1.0), dice.between(-1.0, 1.0)];
            let (first, second) = ((0, arm()), (bodies > 1).then(|| (1, arm())));
            world.touch(first, second, [libm::cos(angle), libm::sin(angle)]);
        }
        let n = world.rows.len();
        let mut w = world.matrix();
        // a little give at every row, so that forces are determined too
        for i in 0..n {
            w[i * n + i] += 0.01;
        }
        let free: Vec<f64> = (0..n).map(|_| dice.between(-1.0, 1.0)).collect();
        let contacts: Vec<Contact> = (0..contacts_wanted).map(|_| rough(dice.between(0.0, 1.5))).collect();
        let problem = ContactProblem {
            matrix: &w,
            tangents: 1,
            free: &free,
            contacts: &contacts,
            resistances: &[],
            bounded: &[],
        };
        let held = solve_contacts(&problem, None).unwrap();
        assert!(held.residual <= 1e-12, "trial {trial}: {held:?}");
        let all = every_mode(&w, &free, &contacts);
        let near =
            |x: &Vec<f64>| largest(x.iter().zip(&held.force).map(|(a, b)| a - b)) < 1e-9 * (1.0 + largest(x.clone()));
        assert!(all.iter().any(near), "trial {trial}: {held:?} is none of {all:?}");
    }
}

#[test]
fn a_block_on_an_incline_slides_beyond_the_angle_of_friction() {
    for mu in [0.1, 0.5, 1.0] {
        for beyond in [-1e-9, 1e-9] {
            let tangent: f64 = mu * (1.0 + beyond);
            let cosine = 1.0 / (1.0 + tangent * tangent).sqrt();
            let mut world = World::new(3);
            let (m, a, h) = (2.0, 1.0, 0.2);
            let block = world.flat(m, m * (4.0 * a * a + 4.0 * h * h) / 12.0);
            for x in [-a, a] {
                world.touch((block, [x, -h]), None, [0.0, 1.0]);
            }
            let pull = m * G * cosine * tangent;
            let held = ask(&world, &[pull, -m * G * cosine, 0.0], &[rough(mu); 2]);
            if beyond < 0.0 {
                assert_eq!(held.modes, [Mode::Stick; 2]);
                let shares: Vec<f64> = [0, 2].iter().map(|&i| held.force[i + 1] / held.force[i]).collect();
                assert!((shares[0] - shares[1]).abs() < 1e-9, "{shares:?}");
            } else {
                assert_eq!(held.modes, [Mode::Slip([1.0, 0.0]); 2]);
                let want = G * cosine * (tangent - mu);
                case!(format!("block on an incline, μ = {mu}"), "acceleration", ClosedForm, "g (sin α − μ cos α)")
                    .answer(want, "m/s^2")
                    .off(held.rate[1] - want, 1e-14);
            }
        }
    }
}

#[test]
fn a_tall_block_tips_and_a_wide_one_does_not() {
    for (slope, open) in [(0.499, false), (0.501, true)] {
        let mut world = World::new(3);
        let (m, a, h) = (1.0, 0.5, 1.0);
        let block = world.flat(m, m * (a * a + h * h) / 3.0);
        for x in [-a, a] {
            world.touch((block, [x, -h]), None, [0.0, 1.0]);
        }
        let held = ask(&world, &[m * G * slope, -m * G, 0.0], &[rough(2.0); 2]);
        assert_eq!(held.modes[0] == Mode::Open, open, "{held:?}");
        assert_eq!(held.modes[1], Mode::Stick);
    }
}

#[test]
fn a_table_on_four_feet_in_a_row_shares_its_load() {
    let mut world = World::new(3);
    let table = world.flat(1.0, 1.0);
    for x in [-1.5, -0.5, 0.5, 1.5] {
        world.touch((table, [x, -1.0]), None, [0.0, 1.0]);
    }
    let held = ask(&world, &[0.3, -1.0, 0.0], &[rough(0.5); 4]);
    assert_eq!(held.modes, [Mode::Stick; 4]);
    let (load, shear) = (held.force.iter().step_by(2).sum::<f64>(), held.force.iter().skip(1).step_by(2).sum::<f64>());
    assert!((load - 1.0).abs() < 1e-14 && (shear + 0.3).abs() < 1e-14);
    let use_of = |c: usize| held.force[2 * c + 1].abs() / held.force[2 * c];
    assert!((0..4).all(|c| (use_of(c) - 0.3).abs() < 1e-6), "friction in proportion to the load: {held:?}");
}

#[test]
fn a_ladder_against_a_smooth_wall_slips_below_its_angle() {
    // floor μ, wall smooth: slips iff tan θ < 1/(2 μ)
    let mu = 0.4;
    for (over, slips) in [(1.0 - 1e-9, true), (1.0 + 1e-9, false)] {
        let steep: f64 = over / (2.0 * mu);
        let c = 1.0 / (1.0 + steep * steep).sqrt();
        let (x, y) = (c, steep * c); // half length 1
        let mut world = World::new(3);
        let ladder = world.flat(3.0, 1.0);
        world.touch((ladder, [x, -y]), None, [0.0, 1.0]);
        world.touch((ladder, [-x, y]), None, [1.0, 0.0]);
        let held = ask(&world, &[0.0, -3.0 * G, 0.0], &[rough(mu), rough(0.0)]);
        assert_eq!(matches!(held.modes[0], Mode::Slip(_)), slips, "{held:?}");
        if !slips {
            let want = 3.0 * G / (2.0 * steep);
            case!("ladder against a smooth wall", "force of the wall", ClosedForm, "m g/(2 tan θ)")
                .answer(want, "N")
                .off(held.force[2] - want, 1e-12);
            assert!((held.force[0] - 3.0 * G).abs() < 1e-12);
        }
    }
}

#[test]
fn what_held_more_than_it_slips_begins_to_move_with_the_smaller_friction() {
    let mut world = World::new(3);
    let block = world.flat(1.0, 1.0);
    world.touch((block, [0.0, 0.0]), None, [0.0, 1.0]);
    for (push, want) in [(0.45, 0.0), (0.55, 0.25)] {
        let held = ask(&world, &[push, -1.0, 0.0], &[Contact { friction: 0.3, holding: 0.5, slip: Slip::Still }]);
        assert!((held.rate[1] - want).abs() < 1e-15, "{held:?}");
    }
}

#[test]
fn rolling_resistance_holds_a_disc_on_a_slope() {
    // rolls iff tan α > arm/r where friction is large enough
    let (m, r) = (2.0, 0.5);
    for (slope, rolls) in [(0.0199, false), (0.0201, true)] {
        let mut world = World::new(3);
        let disc = world.flat(m, 0.5 * m * r * r);
        world.touch((disc, [0.0, -r]), None, [0.0, 1.0]);
        world.rows.push(vec![0.0, 0.0, 1.0]);
        let free = world.seen(&world.accelerated(&[m * G * slope, -m * G, 0.0]));
        let matrix = world.matrix();
        let resistances = [Resistance { contact: 0, first: 2, rows: 1, arm: 0.01, slip: Slip::Still }];
        let problem = ContactProblem {
            matrix: &matrix,
            tangents: 1,
            free: &free,
            contacts: &[rough(0.9)],
            resistances: &resistances,
            bounded: &[],
        };
        let held = solve_contacts(&problem, None).unwrap();
        assert!(held.residual < 1e-12);
        assert_eq!(held.modes[0], Mode::Stick);
        assert_eq!(matches!(held.modes[1], Mode::Slip(_)), rolls, "{held:?}");
        if rolls {
            // clockwise: m a = m g s − F, I a/r = F r − M with M = arm m g
            let want = (m * G * slope - 0.01 * m * G / r) / (1.5 * m);
            case!("disc with rolling resistance on a slope", "acceleration", ClosedForm, "2/3 (g s − g arm/r)")
                .answer(want, "m/s^2")
                .off(-held.rate[2] * r - want, 1e-13);
        }
    }
}

#[test]
fn the_painleve_rod_jams_where_theory_says() {
    // rod of half length 1, mass 1, inertia 1/3, tip sliding; angle θ of the rod from the ground.
    // normal acceleration for one unit of normal force: 1 + 3 cos²θ − 3 μ sinθ cosθ against the slip that jams
    // (Génot & Brogliato 1999): negative only for μ > 4/3
    let normal_gain = |mu: f64, s: f64, c: f64| 1.0 + 3.0 * c * c - 3.0 * mu * s * c;
    let mut jammed = 0;
    for mu in [1.2, 1.34, 2.0] {
        for k in 1..200 {
            let theta = f64::from(k) * std::f64::consts::FRAC_PI_2 / 200.0;
            let (s, c) = (libm::sin(theta), libm::cos(theta));
            let mut world = World::new(3);
            let rod = world.flat(1.0, 1.0 / 3.0);
            world.touch((rod, [-c, -s]), None, [0.0, 1.0]);
            let matrix = world.matrix();
            let free = world.seen(&[0.0, -G, 0.0]);
            // both ways of sliding; the one whose friction drives the tip into the ground is the paradox
            let gains = [1.0, -1.0].map(|d| {
                let contacts = [Contact { friction: mu, holding: mu, slip: Slip::Along([d, 0.0]) }];
                let problem = ContactProblem {
                    matrix: &matrix,
                    tangents: 1,
                    free: &free,
                    contacts: &contacts,
                    resistances: &[],
                    bounded: &[],
                };
                (matrix[0] - mu * d * matrix[1], solve_contacts(&problem, None))
            });
            for (gain, result) in gains {
                assert_eq!(gain > 0.0, result.is_ok(), "μ {mu}, θ {theta}: {result:?}");
                jammed += u32::from(result.is_err());
            }
            let least = (matrix[0] - mu * matrix[1]).min(matrix[0] + mu * matrix[1]);
            assert!((least - normal_gain(mu, s, c)).abs() < 1e-12, "{least}");
            assert!(mu > 4.0 / 3.0 || least > 0.0);
        }
    }
    assert!(jammed > 10);
}

#[test]
fn at_the_very_edge_of_the_paradox_a_force_without_end_is_none() {
    // the rod above at the angle where the gain vanishes, on both sides of it: forces up to 1e8 weights are given, no more
    let mu: f64 = 1.8;
    // 1 + 3c² = 3 μ s c, so with τ = tan θ: τ² − 3 μ τ + 4 = 0
    let tan = 0.5 * (3.0 * mu - (9.0 * mu * mu - 16.0).sqrt());
    for off in [-1e-12, -1e-10, 0.0, 1e-14, 1e-12, 1e-10] {
        let theta = libm::atan(tan) + off;
        let (s, c) = (libm::sin(theta), libm::cos(theta));
        let mut world = World::new(3);
        let rod = world.flat(1.0, 1.0 / 3.0);
        world.touch((rod, [-c, -s]), None, [0.0, 1.0]);
        let (matrix, free) = (world.matrix(), world.seen(&[0.0, -G, 0.0]));
        for d in [1.0, -1.0] {
            let contacts = [Contact { friction: mu, holding: mu, slip: Slip::Along([d, 0.0]) }];
            let problem = ContactProblem {
                matrix: &matrix,
                tangents: 1,
                free: &free,
                contacts: &contacts,
                resistances: &[],
                bounded: &[],
            };
            let gain = matrix[0] - mu * d * matrix[1];
            let answer = solve_contacts(&problem, None);
            assert_eq!(gain > 1e-7, answer.is_ok(), "{off:e} {d}: gain {gain:e} {answer:?}");
        }
    }
}

#[test]
fn nothing_to_do_and_nothing_that_moves_are_answered() {
    let problem = ContactProblem { matrix: &[], tangents: 1, free: &[], contacts: &[], resistances: &[], bounded: &[] };
    assert_eq!(solve_contacts(&problem, None).unwrap().modes, []);
    let still = ContactProblem {
        matrix: &[0.0; 4],
        tangents: 1,
        free: &[-1.0, 0.0],
        contacts: &[rough(0.5)],
        resistances: &[],
        bounded: &[],
    };
    assert_eq!(solve_contacts(&still, None).unwrap().modes, [Mode::Open]);
}

//! Painlevé's rod: where no force is consistent an impulse stops the slip.

use crate::bodies;

use bodies::World;
use mainspring_contact::{
    Contact, ContactProblem, ImpactProblem, Law, Mode, Slip, impact_without_collision, solve_contacts,
};
use mainspring_trust::Against::ClosedForm;
use mainspring_trust::{Worst, case};

#[test]
fn a_rod_in_the_paradox_stops_sliding_at_once() {
    static WORST: Worst = Worst::new();
    let (mu, speed) = (2.0, 1.5);
    let mut seen = 0;
    for k in 1..100 {
        let theta = f64::from(k) * std::f64::consts::FRAC_PI_2 / 100.0;
        let (s, c) = libm::sincos(theta);
        let mut world = World::new(3);
        let rod = world.flat(1.0, 1.0 / 3.0);
        world.touch((rod, [-c, -s]), None, [0.0, 1.0]);
        let w = world.matrix();
        let d = w[1].signum();
        let contacts = [Contact { friction: mu, holding: mu, slip: Slip::Along([d, 0.0]) }];
        let free = world.seen(&[0.0, -9.81, 0.0]);
        let problem = ContactProblem {
            matrix: &w,
            tangents: 1,
            free: &free,
            contacts: &contacts,
            resistances: &[],
            bounded: &[],
        };
        let Err(inconsistent) = solve_contacts(&problem, None) else { continue };
        seen += 1;
        assert_eq!(inconsistent.contacts, [0]);
        let before = [0.0, d * speed];
        let strike = ImpactProblem {
            matrix: &w,
            tangents: 1,
            before: &before,
            friction: &[mu],
            restitution: &[0.8],
            pair: &[0],
            resistances: &[],
            bounded: &[],
        };
        let blow = impact_without_collision(&strike, &inconsistent.contacts, Law::Coulomb);
        // it ends at rest: P = −W⁻¹ v
        let determinant = w[0] * w[3] - w[1] * w[1];
        let want = [w[1] * before[1] / determinant, -w[0] * before[1] / determinant];
        let off = (0..2).fold(0.0_f64, |e, i| e.max((blow.impulse[i] - want[i]).abs()).max(blow.after[i].abs()));
        case!(
            "Painlevé's rod, impulse without collision",
            "impulse and velocity after",
            ClosedForm,
            "P = −W⁻¹ v, v⁺ = 0"
        )
        .unit("SI")
        .off_at_worst(&WORST, off, 1e-12);
        assert!(
            blow.lost > 0.0 && !blow.gained && blow.impulse[1].abs() <= mu * blow.impulse[0] * (1.0 + 1e-12),
            "{blow:?}"
        );
        // and then there are consistent forces
        let still = [Contact { friction: mu, holding: mu, slip: Slip::Still }];
        let after = solve_contacts(&ContactProblem { contacts: &still, ..problem }, None).unwrap();
        assert!(after.modes[0] != Mode::Open || after.rate[0] >= 0.0);
    }
    assert!(seen > 5, "{seen}");
}

#[test]
fn the_same_in_space() {
    let (mu, theta) = (2.0, 0.9_f64);
    let (s, c) = libm::sincos(theta);
    let mut world = World::new(6);
    let rod = world.solid(1.0, [1.0 / 3.0, 1.0 / 3.0, 0.01]);
    world.touch3((rod, [-c, 0.0, -s]), None, [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
    let w = world.matrix();
    let d = w[1].signum();
    assert!(w[0] - mu * d * w[1] < 0.0, "in the paradox");
    let before = [0.0, d * 0.7, 0.0];
    let strike = ImpactProblem {
        matrix: &w,
        tangents: 2,
        before: &before,
        friction: &[mu],
        restitution: &[0.5],
        pair: &[0],
        resistances: &[],
        bounded: &[],
    };
    let blow = impact_without_collision(&strike, &[0], Law::Coulomb);
    assert!(blow.after.iter().all(|v| v.abs() < 1e-11) && blow.impulse[0] > 0.0, "{blow:?}");
}

#[test]
fn where_nothing_jams_alone_an_answer_comes_all_the_same() {
    // two contacts that slide freely: nothing to stop, nothing hangs, no energy rises
    let mut world = World::new(3);
    let block = world.flat(1.0, 0.3);
    world.touch((block, [-1.0, -0.2]), None, [0.0, 1.0]);
    world.touch((block, [1.0, -0.2]), None, [0.0, 1.0]);
    let (w, before) = (world.matrix(), world.seen(&[1.0, 0.0, 0.0]));
    let strike = ImpactProblem {
        matrix: &w,
        tangents: 1,
        before: &before,
        friction: &[0.3; 2],
        restitution: &[0.5; 2],
        pair: &[0; 2],
        resistances: &[],
        bounded: &[],
    };
    let blow = impact_without_collision(&strike, &[0, 1], Law::Coulomb);
    assert!(!blow.gained && blow.impulse.iter().all(|p| p.abs() < 1e-8), "{blow:?}");
}

#[test]
fn a_slip_that_is_about_to_jam_is_ended_as_one_that_jams() {
    // the normal opens by 5e-9 of what it does without friction, for each unit of force while it slides
    let (mu, nearly) = (0.5, 5e-9);
    for side in [-1.0, 1.0] {
        let w = [1.0, side * (1.0 - nearly) / mu, side * (1.0 - nearly) / mu, 4.01];
        let before = [0.0, side * 0.3];
        let strike = ImpactProblem {
            matrix: &w,
            tangents: 1,
            before: &before,
            friction: &[mu],
            restitution: &[0.5],
            pair: &[0],
            resistances: &[],
            bounded: &[],
        };
        let blow = impact_without_collision(&strike, &[0], Law::Coulomb);
        assert!(blow.after.iter().all(|v| v.abs() < 1e-9) && blow.impulse[0] > 0.0, "{blow:?}");
        assert!(blow.impulse[1].abs() <= mu * blow.impulse[0] * (1.0 + 1e-6), "{blow:?}");
        assert!((blow.lost - 0.5 * 0.3 * blow.impulse[1].abs()).abs() < 1e-9 * blow.lost, "{blow:?}");
    }
}

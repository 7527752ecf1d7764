//! One impact: energy, Coulomb's law and momentum at random, and the closed forms.

use crate::bodies;

use bodies::{Dice, World};
use mainspring_contact::{ImpactProblem, ImpactSolution, Law, Treatment, solve_impact};
use mainspring_trust::Against::{ClosedForm, Conserved, Independent, OtherWay};
use mainspring_trust::{Worst, case};

fn once(matrix: &[f64], tangents: usize, before: &[f64], friction: f64, restitution: f64, law: Law) -> ImpactSolution {
    let problem = ImpactProblem {
        matrix,
        tangents,
        before,
        friction: &[friction],
        restitution: &[restitution],
        pair: &[0],
        resistances: &[],
        bounded: &[],
    };
    solve_impact(&problem, law, Treatment::Sequential)
}

/// Two random planar bodies (or one against the ground) about to hit, with their velocity.
fn flat(dice: &mut Dice) -> (World, Vec<f64>) {
    let mut world = World::new(3);
    let bodies = 1 + dice.index(2);
    for _ in 0..bodies {
        world.flat(libm::exp(dice.between(-2.0, 2.0)), libm::exp(dice.between(-4.0, 1.0)));
    }
    let angle = dice.between(0.0, 6.3);
    let mut arm = || [dice.between(-1.0, 1.0), dice.between(-1.0, 1.0)];
    let (first, second) = ((0, arm()), (bodies > 1).then(|| (1, arm())));
    world.touch(first, second, [libm::cos(angle), libm::sin(angle)]);
    let mut velocity: Vec<f64> = (0..3 * bodies).map(|_| dice.between(-1.0, 1.0)).collect();
    if world.seen(&velocity)[0] > 0.0 {
        velocity.iter_mut().for_each(|v| *v = -*v);
    }
    (world, velocity)
}

fn axes(dice: &mut Dice) -> [[f64; 3]; 3] {
    loop {
        let n = [0, 1, 2].map(|_| dice.between(-1.0, 1.0));
        let size = (n[0] * n[0] + n[1] * n[1] + n[2] * n[2]).sqrt();
        let flat = (n[0] * n[0] + n[1] * n[1]).sqrt();
        if size > 0.2 && flat > 0.1 {
            let n = n.map(|x| x / size);
            let flat = flat / size;
            let t = [-n[1] / flat, n[0] / flat, 0.0];
            let b = [n[1] * t[2] - n[2] * t[1], n[2] * t[0] - n[0] * t[2], n[0] * t[1] - n[1] * t[0]];
            return [n, t, b];
        }
    }
}

fn solid(dice: &mut Dice) -> (World, Vec<f64>) {
    let mut world = World::new(6);
    let bodies = 1 + dice.index(2);
    for _ in 0..bodies {
        let size = [0, 1, 2].map(|_| dice.between(0.05, 1.0));
        let mass = libm::exp(dice.between(-2.0, 2.0));
        let square = size.map(|s| s * s * mass / 3.0);
        world.solid(mass, [square[1] + square[2], square[0] + square[2], square[0] + square[1]]);
    }
    let frame = axes(dice);
    let mut arm = || [0, 1, 2].map(|_| dice.between(-1.0, 1.0));
    let (first, second) = ((0, arm()), (bodies > 1).then(|| (1, arm())));
    world.touch3(first, second, frame);
    let mut velocity: Vec<f64> = (0..6 * bodies).map(|_| dice.between(-1.0, 1.0)).collect();
    if world.seen(&velocity)[0] > 0.0 {
        velocity.iter_mut().for_each(|v| *v = -*v);
    }
    (world, velocity)
}

/// ½ v M v, with M the inverse of the diagonal blocks used here.
fn energy(world: &World, velocity: &[f64]) -> f64 {
    let s = world.size;
    let terms = velocity.iter().enumerate().map(|(i, v)| 0.5 * v * v / world.inverse[i / s][(i % s) * (s + 1)]);
    terms.sum()
}

fn moved(world: &World, velocity: &[f64], impulse: &[f64]) -> Vec<f64> {
    let change = world.accelerated(&world.applied(impulse));
    velocity.iter().zip(change).map(|(v, d)| v + d).collect()
}

/// Runs random impacts; the worst rise of energy and the worst excess over the cone, relative.
fn at_random(trials: u64, tangents: usize) -> (f64, f64) {
    let mut dice = Dice::new(7 + tangents as u64);
    let (mut rise, mut excess) = (0.0_f64, 0.0_f64);
    for trial in 0..trials {
        let (world, velocity) = if tangents == 1 { flat(&mut dice) } else { solid(&mut dice) };
        let (mu, e) = (dice.between(0.0, 2.0), dice.roll());
        let (w, before) = (world.matrix(), world.seen(&velocity));
        let blow = once(&w, tangents, &before, mu, e, Law::Coulomb);
        assert!(!blow.gained && !blow.finished_plastic && blow.rounds == 1, "trial {trial}: {blow:?}");
        let after = moved(&world, &velocity, &blow.impulse);
        let (e0, e1) = (energy(&world, &velocity), energy(&world, &after));
        rise = rise.max((e1 - e0) / e0);
        assert!((e0 - e1 - blow.lost).abs() < 1e-12 * e0, "trial {trial}: the energy lost is told");
        let tangential = blow.impulse[1..].iter().map(|p| p * p).sum::<f64>().sqrt();
        excess = excess.max(tangential / (mu * blow.impulse[0]) - 1.0);
        assert!(blow.impulse[0] > 0.0 && blow.after[0] >= -1e-13, "trial {trial}: {blow:?}");
        // nothing is given back at e = 0
        if trial % 50 == 0 {
            let plastic = once(&w, tangents, &before, mu, 0.0, Law::Coulomb);
            assert!(plastic.after[0].abs() < 1e-12, "trial {trial}: {plastic:?}");
        }
    }
    (rise, excess)
}

#[test]
fn energy_never_rises_in_the_plane() {
    let (rise, excess) = at_random(100_000, 1);
    case!("100,000 random frictional impacts in the plane", "largest relative rise of energy", Conserved, "none")
        .off(rise.max(0.0), 1e-14);
    case!(
        "100,000 random frictional impacts in the plane",
        "tangential impulse beyond the cone",
        ClosedForm,
        "Coulomb's law"
    )
    .off(excess.max(0.0), 1e-14);
}

#[test]
fn energy_never_rises_in_space() {
    let (rise, excess) = at_random(100_000, 2);
    case!("100,000 random frictional impacts in space", "largest relative rise of energy", Conserved, "none")
        .off(rise.max(0.0), 1e-14);
    case!(
        "100,000 random frictional impacts in space",
        "tangential impulse beyond the cone",
        ClosedForm,
        "Coulomb's law"
    )
    .off(excess.max(0.0), 1e-12);
}

#[test]
fn momentum_is_kept() {
    let mut dice = Dice::new(3);
    let mut worst = 0.0_f64;
    for _ in 0..2000 {
        let mut world = World::new(3);
        let masses = [dice.between(0.1, 5.0), dice.between(0.1, 5.0)];
        let inertias = [dice.between(0.1, 2.0), dice.between(0.1, 2.0)];
        for k in 0..2 {
            world.flat(masses[k], inertias[k]);
        }
        // the bodies' centres, and one point in both
        let centre = [[0.0, 0.0], [dice.between(-1.0, 1.0), 1.5]];
        let point = [dice.between(-1.0, 1.0), dice.between(-1.0, 1.0)];
        let arm = |k: usize| [point[0] - centre[k][0], point[1] - centre[k][1]];
        let angle = dice.between(0.0, 6.3);
        world.touch((0, arm(0)), Some((1, arm(1))), [libm::cos(angle), libm::sin(angle)]);
        let mut v: Vec<f64> = (0..6).map(|_| dice.between(-1.0, 1.0)).collect();
        if world.seen(&v)[0] > 0.0 {
            v.iter_mut().for_each(|v| *v = -*v);
        }
        let blow = once(&world.matrix(), 1, &world.seen(&v), dice.roll(), dice.roll(), Law::Coulomb);
        let after = moved(&world, &v, &blow.impulse);
        let momentum = |v: &[f64]| {
            let mut sum = [0.0; 3];
            for k in 0..2 {
                let (x, y) = (masses[k] * v[3 * k], masses[k] * v[3 * k + 1]);
                sum[0] += x;
                sum[1] += y;
                sum[2] += inertias[k] * v[3 * k + 2] + centre[k][0] * y - centre[k][1] * x;
            }
            sum
        };
        let (a, b) = (momentum(&v), momentum(&after));
        worst = (0..3).fold(worst, |w, k| w.max((a[k] - b[k]).abs()));
    }
    case!("2,000 random impacts of two bodies", "momentum and angular momentum", Conserved, "as before")
        .unit("SI")
        .off(worst, 1e-12);
}

#[test]
fn without_friction_and_without_slip_the_closed_forms_come_out() {
    static SMOOTH: Worst = Worst::new();
    static ROUGH: Worst = Worst::new();
    let mut dice = Dice::new(23);
    for _ in 0..2000 {
        let (world, velocity) = solid(&mut dice);
        let (w, before, e) = (world.matrix(), world.seen(&velocity), dice.roll());
        let smooth = once(&w, 2, &before, 0.0, e, Law::Coulomb);
        case!("2,000 random impacts in space, no friction", "normal velocity after", ClosedForm, "−e v")
            .unit("m/s")
            .off_at_worst(&SMOOTH, smooth.after[0] + e * before[0], 1e-13);
        // starts without slip and holds: v_n⁺ = −e v_n⁻ and nothing slips
        let still = [before[0], 0.0, 0.0];
        let held = once(&w, 2, &still, 1e3, e, Law::Coulomb);
        let off = (held.after[0] + e * before[0]).abs().max(held.after[1].abs()).max(held.after[2].abs());
        case!("2,000 random impacts in space that hold", "velocity after", ClosedForm, "(−e v, 0, 0)")
            .unit("m/s")
            .off_at_worst(&ROUGH, off, 1e-12);
    }
}

#[test]
fn a_superball_and_a_sliding_ball_do_as_known() {
    // sphere, radius 1, mass 1, on a floor: W_nn = 1, W_tt = 1 + 5/2 = 7/2, no coupling
    let w = [1.0, 0.0, 0.0, 0.0, 3.5, 0.0, 0.0, 0.0, 3.5];
    // slides throughout: P_t = μ (1 + e) v
    let slides = once(&w, 2, &[-1.0, 3.0, 4.0], 0.1, 0.5, Law::Coulomb);
    let want = 5.0 - 3.5 * 0.1 * 1.5;
    let got = (slides.after[1] * slides.after[1] + slides.after[2] * slides.after[2]).sqrt();
    case!("ball that slides through a blow", "slip after", ClosedForm, "s − 7/2 μ (1 + e) v")
        .answer(want, "m/s")
        .off(got - want, 1e-12);
    assert!((slides.after[1] * 4.0 - slides.after[2] * 3.0).abs() < 1e-12, "straight on");
    // grips: P_t = 2/7 s
    let grips = once(&w, 2, &[-1.0, 0.3, 0.4], 0.9, 0.5, Law::Coulomb);
    let tangential = (grips.impulse[1] * grips.impulse[1] + grips.impulse[2] * grips.impulse[2]).sqrt();
    case!("ball that grips during a blow", "tangential impulse", ClosedForm, "2/7 m s")
        .answer(1.0 / 7.0, "N s")
        .off(tangential - 1.0 / 7.0, 1e-12);
}

#[test]
fn space_agrees_with_the_plane() {
    static WORST: Worst = Worst::new();
    let mut dice = Dice::new(31);
    for trial in 0..2000 {
        let (world, velocity) = flat(&mut dice);
        let (w, v) = (world.matrix(), world.seen(&velocity));
        let (mu, e) = (dice.between(0.0, 2.0), dice.roll());
        let plane = once(&w, 1, &v, mu, e, Law::Coulomb);
        // the same with a second tangent that is not moved, the first turned by an angle
        let (c, s) = (libm::cos(0.7), libm::sin(0.7));
        let lifted = [
            w[0],
            w[1] * c,
            w[1] * s,
            w[1] * c,
            w[3] * c * c + s * s,
            (w[3] - 1.0) * c * s,
            w[1] * s,
            (w[3] - 1.0) * c * s,
            w[3] * s * s + c * c,
        ];
        let space = once(&lifted, 2, &[v[0], v[1] * c, v[1] * s], mu, e, Law::Coulomb);
        let size = plane.impulse[0].max(1.0);
        let off =
            (space.impulse[0] - plane.impulse[0]).abs().max((space.impulse[1] - plane.impulse[1] * c).abs()) / size;
        assert!(off < 1e-12, "trial {trial}: {plane:?} {space:?} μ {mu} e {e} {w:?} {v:?}");
        case!("2,000 random impacts, plane lifted into space", "impulse", OtherWay, "the planar phases")
            .unit("N s")
            .off_at_worst(&WORST, off, 1e-12);
    }
}

#[test]
fn the_equation_of_impact_agrees_with_tiny_plain_steps() {
    // Keller's equation by midpoint steps in p, to the end of compression (e = 0), extrapolated in the step
    let mut dice = Dice::new(41);
    let mut worst = 0.0_f64;
    for _ in 0..12 {
        let (world, velocity) = solid(&mut dice);
        let (w, v0, mu) = (world.matrix(), world.seen(&velocity), 0.15);
        let blow = once(&w, 2, &v0, mu, 0.0, Law::Coulomb);
        if (blow.after[1] * blow.after[1] + blow.after[2] * blow.after[2]).sqrt() < 0.05 {
            continue;
        }
        let speeds = |p: &[f64; 3]| [0, 1, 2].map(|i| v0[i] + (0..3).map(|j| w[3 * i + j] * p[j]).sum::<f64>());
        let flow = |p: &[f64; 3]| {
            let v = speeds(p);
            let s = (v[1] * v[1] + v[2] * v[2]).sqrt();
            [1.0, -mu * v[1] / s, -mu * v[2] / s]
        };
        let run = |count: u32| {
            let h = blow.impulse[0] / f64::from(count);
            let mut p = [0.0; 3];
            for _ in 0..count {
                let k = flow(&p);
                let half = [0, 1, 2].map(|i| p[i] + 0.5 * h * k[i]);
                let k = flow(&half);
                p = [0, 1, 2].map(|i| p[i] + h * k[i]);
            }
            p
        };
        let (coarse, fine) = (run(4000), run(8000));
        let p = [0, 1, 2].map(|i| fine[i] + (fine[i] - coarse[i]) / 3.0);
        worst = (0..3).fold(worst, |s, i| s.max((p[i] - blow.impulse[i]).abs() / blow.impulse[0]));
        assert!(speeds(&p)[0].abs() < 1e-9, "compression ends there");
    }
    assert!(worst > 0.0);
    case!(
        "sliding impacts in space",
        "impulse, relative",
        Independent,
        "Keller's equation by 8,000 midpoint steps, extrapolated"
    )
    .off(worst, 1e-9);
}

#[test]
fn newton_and_cilia_say_when_they_gain() {
    let mut dice = Dice::new(2);
    for law in [Law::Newton, Law::Cilia] {
        let mut gains = 0;
        for _ in 0..20_000 {
            let (world, velocity) = flat(&mut dice);
            let (w, before, e) = (world.matrix(), world.seen(&velocity), dice.between(0.8, 1.0));
            let blow = once(&w, 1, &before, dice.between(0.0, 2.0), e, law);
            let after = moved(&world, &velocity, &blow.impulse);
            let (e0, e1) = (energy(&world, &velocity), energy(&world, &after));
            assert_eq!(blow.gained, e1 > e0 * (1.0 + 1e-11) || (blow.gained && e1 > e0), "{blow:?} {e0} {e1}");
            assert!(
                blow.softened || (blow.after[0] + e * before[0]).abs() < 1e-9 * blow.impulse[0].max(1.0),
                "{blow:?}"
            );
            gains += u32::from(blow.gained);
        }
        assert!(gains > 20 && gains < 4000, "{law:?} gained {gains} times of 20,000");
    }
}

#[test]
fn one_contact_alone_is_struck_alike_under_both_treatments() {
    let mut dice = Dice::new(77);
    for _ in 0..200 {
        let (world, velocity) = flat(&mut dice);
        let (matrix, before) = (world.matrix(), world.seen(&velocity));
        let problem = ImpactProblem {
            matrix: &matrix,
            tangents: 1,
            before: &before,
            friction: &[dice.between(0.0, 1.5)],
            restitution: &[dice.between(0.0, 1.0)],
            pair: &[0],
            resistances: &[],
            bounded: &[],
        };
        let [a, b] = [Treatment::Sequential, Treatment::Simultaneous].map(|t| solve_impact(&problem, Law::Coulomb, t));
        assert_eq!(a.impulse, b.impulse);
    }
}

#[test]
fn the_same_question_has_the_same_bits() {
    let mut dice = Dice::new(9);
    for _ in 0..200 {
        let (world, velocity) = solid(&mut dice);
        let (w, before) = (world.matrix(), world.seen(&velocity));
        let ask = || once(&w, 2, &before, 0.4, 0.6, Law::Coulomb);
        let (a, b) = (ask(), ask());
        assert!(a.impulse.iter().zip(&b.impulse).all(|(x, y)| x.to_bits() == y.to_bits()));
    }
}

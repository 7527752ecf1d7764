//! Friction in joints beside contacts: all combinations of modes tried one by one, and blows followed by small steps.

use crate::bodies::{Dice, World};
use mainspring_contact::{
    Bound, Bounded, Contact, ContactProblem, ImpactProblem, Law, Mode, Resistance, Slip, Treatment, solve_contacts,
    solve_impact,
};

/// Rows of contacts in the plane, then joints.
struct Scene {
    w: Vec<f64>,
    free: Vec<f64>,
    contacts: Vec<Contact>,
    bounded: Vec<Bounded>,
}

fn rates(w: &[f64], free: &[f64], x: &[f64]) -> Vec<f64> {
    let n = free.len();
    (0..n).map(|i| free[i] + (0..n).map(|j| w[i * n + j] * x[j]).sum::<f64>()).collect()
}

fn reaction(bound: &Bound, x: &[f64]) -> ([f64; 3], f64) {
    let Bound::Reaction { start, slope, .. } = bound else { return ([0.0; 3], 0.0) };
    let mut force = *start;
    for (s, f) in slope.iter().zip(x) {
        (0..3).for_each(|i| force[i] += s[i] * f);
    }
    (force, force.iter().map(|f| f * f).sum::<f64>().sqrt())
}

/// Slipping and holding bound under the forces x.
fn bounds(bound: &Bound, x: &[f64]) -> [f64; 2] {
    match bound {
        Bound::Constant { slipping, holding } => [*slipping, *holding],
        Bound::Reaction { slipping, holding, .. } => [slipping, holding].map(|c| c * reaction(bound, x).1),
        Bound::Area(_) => unreachable!("none is drawn"),
    }
}

/// One system of linear equations by elimination with full pivoting; none where it is singular.
fn solved(mut a: Vec<Vec<f64>>, mut b: Vec<f64>) -> Option<Vec<f64>> {
    let n = b.len();
    for k in 0..n {
        let best = (k..n).max_by(|&i, &j| a[i][k].abs().total_cmp(&a[j][k].abs()))?;
        if a[best][k].abs() < 1e-12 {
            return None;
        }
        a.swap(k, best);
        b.swap(k, best);
        for i in 0..n {
            if i != k {
                let f = a[i][k] / a[k][k];
                for j in k..n {
                    a[i][j] -= f * a[k][j];
                }
                b[i] -= f * b[k];
            }
        }
    }
    Some((0..n).map(|k| b[k] / a[k][k]).collect())
}

impl Scene {
    /// A chain of joints and contacts on a few bodies; reactions weak enough that friction cannot call up more of them.
    fn random(dice: &mut Dice, contacts: usize, joints: usize, give: f64) -> Self {
        let mut world = World::new(3);
        let bodies = 1 + dice.index(2);
        for _ in 0..bodies {
            world.flat(dice.between(0.2, 3.0), dice.between(0.05, 2.0));
        }
        for _ in 0..contacts {
            let angle = dice.between(0.0, 6.3);
            let mut arm = || [dice.between(-1.0, 1.0), dice.between(-1.0, 1.0)];
            let (first, second) = ((0, arm()), (bodies > 1).then(|| (1, arm())));
            world.touch(first, second, [libm::cos(angle), libm::sin(angle)]);
        }
        for _ in 0..joints {
            world.rows.push((0..3 * bodies).map(|_| dice.between(-1.0, 1.0)).collect());
        }
        let n = world.rows.len();
        let mut w = world.matrix();
        for i in 0..n {
            w[i * n + i] += give;
        }
        // accelerations of the bodies, so that b is in the range of W
        let pull: Vec<f64> = (0..3 * bodies).map(|_| dice.between(-2.0, 2.0)).collect();
        let free = world.rows.iter().map(|r| r.iter().zip(&pull).map(|(a, b)| a * b).sum()).collect();
        let rough = |dice: &mut Dice| {
            let friction = dice.between(0.0, 0.8);
            Contact { friction, holding: friction * dice.between(1.0, 1.4), slip: Slip::Still }
        };
        let contacts: Vec<Contact> = (0..contacts).map(|_| rough(dice)).collect();
        let bounded = (0..joints)
            .map(|j| {
                let slipping = dice.between(0.0, 1.0);
                let holding = slipping * dice.between(1.0, 1.3);
                let bound = if dice.roll() < 0.5 {
                    Bound::Constant { slipping, holding }
                } else {
                    let mut near = |size: f64| [dice.between(-size, size), dice.between(-size, size), 0.0];
                    Bound::Reaction {
                        slipping: 0.3 * slipping,
                        holding: 0.3 * holding,
                        start: near(3.0),
                        slope: (0..n).map(|_| near(0.25)).collect(),
                    }
                };
                Bounded { first: 2 * contacts.len() + j, rows: 1, bound, slip: Slip::Still }
            })
            .collect();
        Self { w, free, contacts, bounded }
    }

    fn problem(&self) -> ContactProblem<'_> {
        ContactProblem {
            matrix: &self.w,
            tangents: 1,
            free: &self.free,
            contacts: &self.contacts,
            resistances: &[],
            bounded: &self.bounded,
        }
    }

    /// A blow at its one contact.
    fn blow<'a>(
        &'a self,
        tangents: usize,
        friction: &'a [f64],
        restitution: &'a [f64],
        resistances: &'a [Resistance],
    ) -> ImpactProblem<'a> {
        let (matrix, before, bounded) = (&self.w, &self.free, &self.bounded);
        ImpactProblem { matrix, tangents, before, friction, restitution, pair: &[0], resistances, bounded }
    }

    /// Forces of one combination of modes: contacts 0 open, 1 holds, 2, 3 slip; joints 0 hold, 1, 2 slip.
    fn forces(&self, contact: &[usize], joint: &[usize]) -> Option<Vec<f64>> {
        let n = self.free.len();
        let mut x = vec![0.0; n];
        for _ in 0..60 {
            let (mut a, mut b) = (vec![vec![0.0; n]; n], vec![0.0; n]);
            let rate = |i: usize| (self.w[i * n..(i + 1) * n].to_vec(), -self.free[i]);
            for (c, mode) in contact.iter().enumerate() {
                let (normal, tangent) = (2 * c, 2 * c + 1);
                if *mode == 0 {
                    (a[normal][normal], a[tangent][tangent]) = (1.0, 1.0);
                    continue;
                }
                (a[normal], b[normal]) = rate(normal);
                if *mode == 1 {
                    (a[tangent], b[tangent]) = rate(tangent);
                } else {
                    a[tangent][tangent] = 1.0;
                    a[tangent][normal] = if *mode == 2 { 1.0 } else { -1.0 } * self.contacts[c].friction;
                }
            }
            for (bounded, mode) in self.bounded.iter().zip(joint) {
                let row = bounded.first;
                if *mode == 0 {
                    (a[row], b[row]) = rate(row);
                    continue;
                }
                // the size of the reaction by its slope where it was last
                let sign = if *mode == 1 { 1.0 } else { -1.0 };
                a[row][row] = 1.0;
                match &bounded.bound {
                    Bound::Constant { slipping, .. } => b[row] = -sign * slipping,
                    Bound::Area(_) => unreachable!("none is drawn"),
                    Bound::Reaction { slipping, slope, .. } => {
                        let (force, size) = reaction(&bounded.bound, &x);
                        b[row] = -sign * slipping * size;
                        for j in 0..n {
                            let along: f64 = (0..3).map(|i| force[i] * slope[j][i]).sum::<f64>() / size.max(1e-300);
                            a[row][j] += sign * slipping * along;
                            b[row] += sign * slipping * along * x[j];
                        }
                    }
                }
            }
            let next = solved(a, b)?;
            let moved = next.iter().zip(&x).fold(0.0_f64, |m, (p, q)| m.max((p - q).abs()));
            x = next;
            if moved < 1e-14 {
                return Some(x);
            }
        }
        None
    }

    /// Every consistent combination, by its forces.
    fn every_mode(&self) -> Vec<Vec<f64>> {
        let (k, m) = (self.contacts.len(), self.bounded.len());
        let mut found: Vec<Vec<f64>> = Vec::new();
        for code in 0..4_usize.pow(k as u32) * 3_usize.pow(m as u32) {
            let contact: Vec<usize> = (0..k).map(|c| code / 4_usize.pow(c as u32) % 4).collect();
            let rest = code / 4_usize.pow(k as u32);
            let joint: Vec<usize> = (0..m).map(|j| rest / 3_usize.pow(j as u32) % 3).collect();
            let Some(x) = self.forces(&contact, &joint) else { continue };
            let y = rates(&self.w, &self.free, &x);
            let closed = |c: usize| {
                let (p, t, law) = (2 * c, 2 * c + 1, self.contacts[c]);
                match contact[c] {
                    0 => y[p] >= -1e-9,
                    1 => x[p] >= -1e-9 && x[t].abs() <= law.holding * x[p] + 1e-9,
                    2 => x[p] >= -1e-9 && y[t] >= -1e-9,
                    _ => x[p] >= -1e-9 && y[t] <= 1e-9,
                }
            };
            let bound = |j: usize| {
                let b = &self.bounded[j];
                match joint[j] {
                    0 => x[b.first].abs() <= bounds(&b.bound, &x)[1] + 1e-9,
                    1 => y[b.first] >= -1e-9,
                    _ => y[b.first] <= 1e-9,
                }
            };
            if (0..k).all(closed) && (0..m).all(bound) {
                found.push(x);
            }
        }
        found
    }
}

/// The answer is one of all that are consistent, and the only one where there is only one.
#[test]
fn joints_and_contacts_agree_with_all_modes_tried_one_by_one() {
    let mut dice = Dice::new(77);
    let (mut unique, mut several) = (0, 0);
    for trial in 0..5000 {
        let (contacts, joints) = (trial % 3, 1 + dice.index(3));
        let scene = Scene::random(&mut dice, contacts, joints, 0.02);
        let all = scene.every_mode();
        let held = solve_contacts(&scene.problem(), None)
            .unwrap_or_else(|e| panic!("trial {trial}: {e}, though {} are consistent", all.len()));
        assert!(held.residual <= 1e-9, "trial {trial}: {held:?}");
        let far = |x: &Vec<f64>| x.iter().zip(&held.force).fold(0.0_f64, |m, (a, b)| m.max((a - b).abs()));
        let size = 1.0 + held.force.iter().fold(0.0_f64, |m, f| m.max(f.abs()));
        assert!(all.iter().any(|x| far(x) < 1e-7 * size), "trial {trial}: {held:?} is none of {all:?}");
        let distinct = all.iter().filter(|x| far(x) >= 1e-7 * size).count();
        if distinct == 0 { unique += 1 } else { several += 1 }
    }
    assert!(unique > 4000 && several > 0, "{unique} unique, {several} not");
}

/// Rows in another order: accelerations are the same wherever there is one answer.
#[test]
fn the_order_of_laws_does_not_matter() {
    let mut dice = Dice::new(4);
    for trial in 0..1000 {
        let joints = 2 + dice.index(3);
        let mut scene = Scene::random(&mut dice, 0, joints, 0.0);
        // one answer for the motion: as much holds as slips
        for b in &mut scene.bounded {
            let size = dice.between(0.0, 1.5);
            b.bound = Bound::Constant { slipping: size, holding: size };
        }
        // a chain of joints on one or two bodies: more rows than motions
        let n = scene.free.len();
        let held = solve_contacts(&scene.problem(), None).unwrap();
        let order: Vec<usize> = (0..n).rev().collect();
        let turned = Scene {
            w: order
                .iter()
                .flat_map(|&i| order.iter().map(move |&j| (i, j)))
                .map(|(i, j)| scene.w[i * n + j])
                .collect(),
            free: order.iter().map(|&i| scene.free[i]).collect(),
            contacts: Vec::new(),
            bounded: order
                .iter()
                .enumerate()
                .map(|(at, &i)| Bounded { first: at, ..scene.bounded[i].clone() })
                .collect(),
        };
        let other = solve_contacts(&turned.problem(), None).unwrap();
        for (at, &i) in order.iter().enumerate() {
            assert!((held.rate[i] - other.rate[at]).abs() < 1e-12, "trial {trial}: {held:?} {other:?}");
        }
    }
}

/// A blow at one contact of which joints and a rolling resistance take part, followed by small steps of the impulse.
pub fn by_small_steps(problem: &ImpactProblem, steps: usize) -> Vec<f64> {
    let n = problem.before.len();
    let (mut v, mut p) = (problem.before.to_vec(), vec![0.0; n]);
    let (mut work, mut deepest) = (0.0, None::<f64>);
    let scale = v[0].abs() / problem.matrix[0] / steps as f64;
    let tangents = problem.tangents;
    loop {
        // friction of every block against its slip, with slip below a step's worth treated as a spring
        let mut push = vec![0.0; n];
        push[0] = scale;
        for _ in 0..200 {
            let last = push.clone();
            let bound = |first: usize, rows: usize, size: f64, push: &mut Vec<f64>| {
                let stiff = (first..first + rows).map(|i| problem.matrix[i * n + i]).sum::<f64>();
                let mut wanted: Vec<f64> = (first..first + rows)
                    .map(|i| {
                        let rest: f64 = (0..n).map(|j| problem.matrix[i * n + j] * push[j]).sum();
                        push[i] - (v[i] + rest) / stiff
                    })
                    .collect();
                let length = wanted.iter().map(|x| x * x).sum::<f64>().sqrt();
                if length > size {
                    wanted.iter_mut().for_each(|x| *x *= size / length);
                }
                push[first..first + rows].copy_from_slice(&wanted);
            };
            if tangents > 0 {
                bound(1, tangents, problem.friction[0] * scale, &mut push);
            }
            for r in problem.resistances {
                bound(r.first, r.rows, r.arm * scale, &mut push);
            }
            for b in problem.bounded {
                let size = bounds(&b.bound, &push)[0];
                bound(b.first, b.rows, size, &mut push);
            }
            if push.iter().zip(&last).all(|(a, b)| (a - b).abs() <= 1e-13 * scale) {
                break;
            }
        }
        let before = v[0];
        for i in 0..n {
            v[i] += (0..n).map(|j| problem.matrix[i * n + j] * push[j]).sum::<f64>();
            p[i] += push[i];
        }
        work += 0.5 * (before + v[0]) * scale;
        if v[0] >= 0.0 && deepest.is_none() {
            deepest = Some(work);
        }
        let e = problem.restitution[0];
        if deepest.is_some_and(|w| work >= w * (1.0 - e * e) - 1e-15) {
            return p;
        }
        assert!(p[0] < 1e4 * scale * steps as f64, "the blow does not end");
    }
}

fn struck(dice: &mut Dice, tangents: usize) -> (Scene, Vec<Resistance>, f64) {
    let joints = 1 + dice.index(2);
    let dof = 3 * (1 + tangents) / 2 + 1;
    let rolls = dice.index(2);
    let rows = 1 + tangents + rolls + joints;
    let j: Vec<Vec<f64>> = (0..rows).map(|_| (0..dof).map(|_| dice.between(-1.0, 1.0)).collect()).collect();
    let dot = |a: &Vec<f64>, b: &Vec<f64>| a.iter().zip(b).map(|(x, y)| x * y).sum::<f64>();
    let mut w: Vec<f64> = j.iter().flat_map(|a| j.iter().map(move |b| dot(a, b))).collect();
    (0..rows).for_each(|i| w[i * rows + i] += 0.05);
    let mut free: Vec<f64> = (0..rows).map(|_| dice.between(-1.0, 1.0)).collect();
    free[0] = dice.between(-2.0, -0.5);
    let resistances = (0..rolls)
        .map(|_| Resistance {
            contact: 0,
            first: 1 + tangents,
            rows: 1,
            arm: dice.between(0.0, 0.3),
            slip: Slip::Still,
        })
        .collect();
    let bounded = (0..joints)
        .map(|k| {
            if dice.roll() < 0.3 {
                free[1 + tangents + rolls + k] = 0.0;
            }
            let mut near =
                |size: f64| [dice.between(-size, size), dice.between(-size, size), dice.between(-size, size)];
            let slope: Vec<[f64; 3]> = (0..rows).map(|i| near(if i <= tangents { 1.0 } else { 0.3 })).collect();
            let slipping = 0.4 * dice.roll();
            let bound = Bound::Reaction { slipping, holding: slipping, start: [0.0; 3], slope };
            Bounded { first: 1 + tangents + rolls + k, rows: 1, bound, slip: Slip::Still }
        })
        .collect();
    let friction = dice.between(0.0, 0.8);
    let contacts = vec![Contact { friction, holding: friction, slip: Slip::Still }];
    (Scene { w, free, contacts, bounded }, resistances, dice.between(0.0, 1.0))
}

#[test]
fn blows_with_friction_in_joints_follow_the_impulse() {
    let mut dice = Dice::new(9);
    for trial in 0..60 {
        let tangents = if trial % 3 == 2 { 2 } else { 1 };
        let (scene, resistances, e) = struck(&mut dice, tangents);
        let friction = [scene.contacts[0].friction];
        let problem = scene.blow(tangents, &friction, std::slice::from_ref(&e), &resistances);
        let blow = solve_impact(&problem, Law::Coulomb, Treatment::Sequential);
        assert!(!blow.jammed && blow.lost >= -1e-12, "trial {trial}: {blow:?}");
        let far = |steps: usize| {
            let p = by_small_steps(&problem, steps);
            let size = p.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
            p.iter().zip(&blow.impulse).fold(0.0_f64, |m, (a, b)| m.max((a - b).abs())) / size
        };
        let (coarse, fine) = (far(250), far(2000));
        assert!(fine < 4e-3 && fine < 0.3 * coarse + 2e-3, "trial {trial}: off by {coarse:e}, then {fine:e}: {blow:?}");
    }
}

#[test]
fn blows_with_friction_in_joints_never_gain_energy() {
    let mut dice = Dice::new(21);
    for trial in 0..20_000 {
        let tangents = 1 + usize::from(trial % 200 == 199);
        let (scene, resistances, e) = struck(&mut dice, tangents);
        let friction = [scene.contacts[0].friction];
        let problem = scene.blow(tangents, &friction, std::slice::from_ref(&e), &resistances);
        let blow = solve_impact(&problem, Law::Coulomb, Treatment::Sequential);
        let size = problem.before.iter().map(|v| v * v).sum::<f64>();
        assert!(!blow.gained && blow.lost >= -1e-12 * size, "trial {trial}: {blow:?}");
        assert!(blow.after[0] >= -1e-9, "trial {trial}: {blow:?}");
        // velocities follow from the impulses
        let after = rates(&scene.w, &scene.free, &blow.impulse);
        assert!(after.iter().zip(&blow.after).all(|(a, b)| (a - b).abs() <= 1e-12 * (1.0 + a.abs())), "trial {trial}");
        let parts = blow.losses.iter().chain(&blow.joint_losses).sum::<f64>();
        assert!((parts - blow.lost).abs() <= 1e-12 * (1.0 + blow.lost), "trial {trial}: {parts} of {}", blow.lost);
    }
}

/// A joint that holds with more than it slips with, pushed up to both limits.
#[test]
fn a_joint_holds_up_to_its_limit_and_then_slips() {
    for (push, mode, rate) in [
        (-4.9, Mode::Stick, 0.0),
        (5.1, Mode::Slip([1.0, 0.0]), 0.5 * 2.1),
        (-5.1, Mode::Slip([-1.0, 0.0]), -0.5 * 2.1),
    ] {
        let bounded =
            [Bounded { first: 0, rows: 1, bound: Bound::Constant { slipping: 3.0, holding: 5.0 }, slip: Slip::Still }];
        let problem = ContactProblem {
            matrix: &[0.5],
            tangents: 1,
            free: &[0.5 * push],
            contacts: &[],
            resistances: &[],
            bounded: &bounded,
        };
        let held = solve_contacts(&problem, None).unwrap();
        assert_eq!(held.modes, [mode]);
        assert!((held.rate[0] - rate).abs() < 1e-15, "{held:?}");
    }
}

//! Blows at contacts of several pairs, with friction in joints that goes with their reactions, beside the treatment as it is
//! stated: the contact that approaches fastest is struck, again and again, each blow followed by small steps of the impulse.

use crate::bodies::Dice;
use crate::bounded::by_small_steps;
use mainspring_contact::{Bound, Bounded, ImpactProblem, Law, Slip, Treatment, solve_impact};

/// Contacts in the plane, one a pair, then joints.
struct Blow {
    matrix: Vec<f64>,
    before: Vec<f64>,
    friction: Vec<f64>,
    restitution: Vec<f64>,
    pair: Vec<usize>,
    bounded: Vec<Bounded>,
}

impl Blow {
    fn random(dice: &mut Dice) -> Self {
        let (contacts, joints) = (2 + dice.index(2), 1 + dice.index(2));
        let (rows, freedoms) = (2 * contacts + joints, 2 * contacts + 1);
        let j: Vec<Vec<f64>> = (0..rows).map(|_| (0..freedoms).map(|_| dice.between(-1.0, 1.0)).collect()).collect();
        let product = |a: &Vec<f64>, b: &Vec<f64>| a.iter().zip(b).map(|(x, y)| x * y).sum::<f64>();
        let mut matrix: Vec<f64> = j.iter().flat_map(|a| j.iter().map(move |b| product(a, b))).collect();
        (0..rows).for_each(|i| matrix[i * rows + i] += 0.05);
        let mut before: Vec<f64> = (0..rows).map(|_| dice.between(-1.0, 1.0)).collect();
        before[0] = dice.between(-2.0, -0.5);
        let bounded = (0..joints)
            .map(|k| {
                let mut near =
                    |size: f64| [dice.between(-size, size), dice.between(-size, size), dice.between(-size, size)];
                let slope: Vec<[f64; 3]> = (0..rows).map(|i| near(if i < 2 * contacts { 1.0 } else { 0.3 })).collect();
                let slipping = 0.4 * dice.roll();
                let bound = Bound::Reaction { slipping, holding: slipping, start: [0.0; 3], slope };
                Bounded { first: 2 * contacts + k, rows: 1, bound, slip: Slip::Still }
            })
            .collect();
        Self {
            matrix,
            before,
            friction: (0..contacts).map(|_| dice.between(0.0, 0.8)).collect(),
            restitution: (0..contacts).map(|_| dice.between(0.2, 0.9)).collect(),
            pair: (0..contacts).collect(),
            bounded,
        }
    }

    fn problem(&self) -> ImpactProblem<'_> {
        ImpactProblem {
            matrix: &self.matrix,
            tangents: 1,
            before: &self.before,
            friction: &self.friction,
            restitution: &self.restitution,
            pair: &self.pair,
            resistances: &[],
            bounded: &self.bounded,
        }
    }

    /// Velocities after, by blows of `steps` steps each; none where two contacts approach almost alike, or blows are many.
    fn in_turn(&self, steps: usize) -> Option<Vec<f64>> {
        let (n, contacts) = (self.before.len(), self.friction.len());
        let mut v = self.before.clone();
        for _ in 0..12 {
            let mut order: Vec<usize> = (0..contacts).collect();
            order.sort_by(|&a, &b| v[2 * a].total_cmp(&v[2 * b]));
            let (first, second) = (order[0], order[1]);
            // small steps leave a little of every approach
            if v[2 * first] > -1e-2 {
                return (v[2 * first] > -2e-3).then_some(v);
            }
            if v[2 * second] < 0.9 * v[2 * first] {
                return None;
            }
            let mut rows = vec![2 * first, 2 * first + 1];
            rows.extend(2 * contacts..n);
            let matrix: Vec<f64> = rows
                .iter()
                .flat_map(|&i| rows.iter().map(move |&j| (i, j)))
                .map(|(i, j)| self.matrix[i * n + j])
                .collect();
            let before: Vec<f64> = rows.iter().map(|&i| v[i]).collect();
            let bounded: Vec<Bounded> = self.bounded.iter().enumerate().map(|(k, b)| part(b, &rows, 2 + k)).collect();
            let alone = ImpactProblem {
                matrix: &matrix,
                tangents: 1,
                before: &before,
                friction: &self.friction[first..=first],
                restitution: &self.restitution[first..=first],
                pair: &[0],
                resistances: &[],
                bounded: &bounded,
            };
            let impulse = by_small_steps(&alone, steps);
            for i in 0..n {
                v[i] += rows.iter().zip(&impulse).map(|(&j, p)| self.matrix[i * n + j] * p).sum::<f64>();
            }
        }
        None
    }
}

/// The friction of a joint where only some rows take part.
fn part(b: &Bounded, rows: &[usize], first: usize) -> Bounded {
    let bound = match &b.bound {
        Bound::Reaction { slipping, holding, start, slope } => Bound::Reaction {
            slipping: *slipping,
            holding: *holding,
            start: *start,
            slope: rows.iter().map(|&i| slope[i]).collect(),
        },
        other @ (Bound::Constant { .. } | Bound::Area(_)) => other.clone(),
    };
    Bounded { first, bound, ..b.clone() }
}

#[test]
fn blows_at_several_pairs_follow_one_after_the_other() {
    let mut dice = Dice::new(37);
    let mut compared = 0;
    for trial in 0..150 {
        let scene = Blow::random(&mut dice);
        let (Some(coarse), Some(fine)) = (scene.in_turn(200), scene.in_turn(1600)) else { continue };
        compared += 1;
        let blow = solve_impact(&scene.problem(), Law::Coulomb, Treatment::Sequential);
        let size = blow.after.iter().chain(&scene.before).fold(0.0_f64, |m, v| m.max(v.abs()));
        let far = |v: &[f64]| v.iter().zip(&blow.after).fold(0.0_f64, |m, (a, b)| m.max((a - b).abs())) / size;
        let (coarse, fine) = (far(&coarse), far(&fine));
        assert!(fine < 2e-2 && fine < 0.4 * coarse + 6e-3, "trial {trial}: off by {coarse:e}, then {fine:e}: {blow:?}");
    }
    assert!(compared > 50, "only {compared} could be compared");
}

#[test]
fn blows_at_several_pairs_never_gain_energy() {
    let mut dice = Dice::new(53);
    for trial in 0..3_000 {
        let scene = Blow::random(&mut dice);
        let n = scene.before.len();
        let treatment = if trial % 2 == 0 { Treatment::Sequential } else { Treatment::Simultaneous };
        let blow = solve_impact(&scene.problem(), Law::Coulomb, treatment);
        let size = scene.before.iter().map(|v| v * v).sum::<f64>();
        assert!(!blow.jammed && !blow.gained && blow.lost >= -1e-12 * size, "trial {trial}: {blow:?}");
        let contacts = 2 * scene.friction.len();
        assert!(blow.after[..contacts].iter().step_by(2).all(|v| *v >= -1e-9), "trial {trial}: {blow:?}");
        // velocities follow from the impulses
        for i in 0..n {
            let after = scene.before[i] + (0..n).map(|j| scene.matrix[i * n + j] * blow.impulse[j]).sum::<f64>();
            assert!((after - blow.after[i]).abs() <= 1e-12 * (1.0 + after.abs()), "trial {trial}: {blow:?}");
        }
        let parts = blow.losses.iter().chain(&blow.joint_losses).sum::<f64>();
        assert!((parts - blow.lost).abs() <= 1e-12 * (1.0 + blow.lost), "trial {trial}: {parts} of {}", blow.lost);
    }
}

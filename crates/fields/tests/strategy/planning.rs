//! Plans: fewest squeezes, margins, symmetric parts.

use crate::parts::{Dice, convex, region, regular};
use mainspring_fields::strategy::{Basin, Squeeze, StrategyError, TurnFunction};
use mainspring_geometry::Region;
use std::collections::BTreeSet;
use std::f64::consts::PI;

/// Any turn function with these basins (lengths and where in each the stable orientation lies, 0..1).
fn made(parts: &[(f64, f64)]) -> TurnFunction {
    let total: f64 = parts.iter().map(|p| p.0).sum();
    let mut from = 0.0;
    let basins = parts
        .iter()
        .map(|(long, share)| {
            let to = from + long * PI / total;
            let basin = Basin { from, to, rest: from + share * (to - from) };
            from = to;
            basin
        })
        .collect();
    TurnFunction { basins, symmetry: 1 }
}

/// The fewest squeezes, by breadth-first search over sets of stable orientations: every direction of the line for which the
/// image differs is tried, and no arc or interval is thought of.
fn fewest(turn: &TurnFunction, most: usize) -> Option<usize> {
    let basins = &turn.basins;
    let count = basins.len();
    // a set of basins is told by which stable orientations, relative to the last line, are possible
    let all: u64 = (1 << count) - 1;
    let mut seen = BTreeSet::from([all]);
    let mut now = vec![all];
    for squeezes in 1..=most {
        if now.iter().any(|set| set.count_ones() == 1) {
            return Some(squeezes);
        }
        let mut next = Vec::new();
        for set in now {
            let rests: Vec<f64> = (0..count).filter(|i| set >> i & 1 == 1).map(|i| basins[i].rest).collect();
            // the image changes when a rest meets the border of a basin
            let mut turns: Vec<f64> =
                rests.iter().flat_map(|r| basins.iter().map(move |b| (b.from - r).rem_euclid(PI))).collect();
            turns.sort_by(f64::total_cmp);
            let between: Vec<f64> = (0..turns.len())
                .map(|i| 0.5 * (turns[i] + if i + 1 < turns.len() { turns[i + 1] } else { turns[0] + PI }))
                .collect();
            for by in between {
                let image = rests.iter().fold(0u64, |image, r| {
                    let at = (r + by).rem_euclid(PI);
                    let inside = |b: &Basin| (b.from..b.to).contains(&at) || (b.from..b.to).contains(&(at + PI));
                    image | 1 << basins.iter().position(inside).unwrap_or(0)
                });
                if seen.insert(image) {
                    next.push(image);
                }
            }
        }
        now = next;
    }
    None
}

/// Every start, in sets of basins, goes to the plan's orientation.
fn works(turn: &TurnFunction, angles: &[f64], orientation: f64, period: f64, perturbed: f64) {
    for i in 0..720 {
        let mut at = PI * (f64::from(i) + 0.41) / 720.0;
        for (k, angle) in angles.iter().enumerate() {
            // a little off before every squeeze but the first, to both sides
            let off = if k == 0 { 0.0 } else { perturbed * if (i + k as i32) % 2 == 0 { 1.0 } else { -1.0 } };
            at = angle + turn.at(at + off - angle);
        }
        let error = (at - orientation).rem_euclid(period);
        assert!(error.min(period - error) < 1e-9, "start {i} ends {error} off");
    }
}

#[test]
fn no_plan_is_longer_than_it_must_be() {
    let mut dice = Dice::new(3);
    let mut lengths = BTreeSet::new();
    for case in 0..300 {
        let count = 1 + case % 7;
        let parts: Vec<(f64, f64)> = (0..count).map(|_| (0.1 + dice.roll(), 0.05 + 0.9 * dice.roll())).collect();
        let turn = made(&parts);
        let plan = turn.plan(0.0).unwrap();
        assert_eq!(Some(plan.angles.len()), fewest(&turn, 40), "{parts:?}");
        works(&turn, &plan.angles, plan.orientation, plan.period, 0.99 * plan.margin.unwrap_or(0.0));
        lengths.insert(plan.angles.len());
    }
    assert!(lengths.len() > 3, "plans of several lengths were compared: {lengths:?}");
}

#[test]
fn plans_of_real_parts_are_shortest() {
    let mut dice = Dice::new(8);
    for corners in 3..13 {
        let part = region(&convex(&mut dice, corners));
        let squeeze = Squeeze::of(&part).unwrap();
        let turn = squeeze.turn_function().unwrap();
        let plan = squeeze.plan(0.0).unwrap();
        assert_eq!(Some(plan.angles.len()), fewest(&turn, 40));
        works(&turn, &plan.angles, plan.orientation, plan.period, 0.99 * plan.margin.unwrap_or(0.0));
        // turned as a whole
        let aimed = plan.ending_at(1.0);
        assert!((aimed.orientation - 1.0 % plan.period).abs() < 1e-12);
        works(&turn, &aimed.angles, aimed.orientation, aimed.period, 0.0);
        // stages fit each other
        for pair in plan.stages.windows(2) {
            let (left, taken) = (pair[0].after, pair[1].before);
            let margin = pair[1].margin.unwrap();
            assert!((taken[1] - taken[0] - (left[1] - left[0]) - 2.0 * margin).abs() < 1e-12);
        }
    }
}

#[test]
fn one_squeeze_is_enough_for_a_long_rectangle() {
    let plan = Squeeze::of(&Region::rect(2.0, 1.0).unwrap()).unwrap().plan(0.0).unwrap();
    assert_eq!(plan.angles, [0.0]);
    assert_eq!((plan.margin, plan.symmetry), (None, 1));
    assert!(plan.orientation.abs() < 1e-12);
}

#[test]
fn a_symmetric_part_is_oriented_up_to_its_symmetry() {
    for (corners, symmetry) in [(3, 3), (4, 2), (5, 5), (6, 3), (9, 9)] {
        let plan = Squeeze::of(&regular(corners, 1.0, 0.0)).unwrap().plan(0.0).unwrap();
        assert_eq!((plan.angles.len(), plan.symmetry), (1, symmetry));
        assert!((plan.period - PI / symmetry as f64).abs() < 1e-12);
    }
    // nearly symmetric: a plan, with a margin that says how nearly
    let almost = Squeeze::of(&region(&[[0.0, 0.0], [1.0, 0.0], [0.5, 0.75f64.sqrt() + 1e-4]])).unwrap();
    let plan = almost.plan(0.0).unwrap();
    assert_eq!(plan.symmetry, 1);
    assert!(plan.angles.len() > 1 && plan.margin.unwrap() < 1e-3, "{plan:?}");
    let Err(StrategyError::Margin { best, .. }) = almost.plan(0.02) else { panic!("no such margin") };
    assert!(best >= plan.margin.unwrap() && best < 1e-3, "{best}");
}

#[test]
fn margins_that_are_none_are_refused() {
    let squeeze = Squeeze::of(&Region::rect(2.0, 1.0).unwrap()).unwrap();
    for margin in [-1.0, f64::NAN, f64::INFINITY, 4.0] {
        assert!(matches!(squeeze.plan(margin), Err(StrategyError::Argument { what: "margin", .. })));
    }
}

#[test]
fn a_larger_margin_may_take_more_squeezes_but_is_kept() {
    let mut dice = Dice::new(21);
    for _ in 0..40 {
        let parts: Vec<(f64, f64)> = (0..6).map(|_| (0.3 + dice.roll(), 0.05 + 0.9 * dice.roll())).collect();
        let turn = made(&parts);
        let plain = turn.plan(0.0).unwrap();
        let wanted = 1.5 * plain.margin.unwrap();
        match turn.plan(wanted) {
            Ok(plan) => {
                assert!(plan.margin.unwrap() >= wanted && plan.angles.len() > plain.angles.len());
                works(&turn, &plan.angles, plan.orientation, plan.period, wanted);
            }
            Err(StrategyError::Margin { best, .. }) => assert!(best < wanted && best >= plain.margin.unwrap()),
            Err(other) => panic!("{other}"),
        }
    }
}

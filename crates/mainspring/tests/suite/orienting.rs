//! Planned squeezes carried out by the engine: parts end in one orientation from every start.
//!
//! The planner takes motion for overdamped and in translational equilibrium. The engine takes neither for granted: parts have
//! mass, are moved off the line, and turn while they move to it.

use mainspring::fields::strategy::Squeeze;
use mainspring::geometry::Region;
use mainspring::orient::Rehearsal;
use mainspring::prelude::*;
use mainspring_trust::{Against, case};
use std::f64::consts::TAU;

/// A small generator, the same on every machine.
struct Dice(u64);

impl Dice {
    /// 0 ≤ x < 1.
    fn roll(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A convex polygon, a few centimetres wide: random edges that sum to zero, in order of their direction.
    fn convex(&mut self, corners: usize) -> Vec<[f64; 2]> {
        let mut edges: Vec<[f64; 2]> = (0..corners)
            .map(|_| {
                let (sin, cos) = libm::sincos(TAU * self.roll());
                let long = 0.004 + 0.02 * self.roll();
                [long * cos, long * sin]
            })
            .collect();
        let sum = edges.iter().fold([0.0; 2], |t, e| [t[0] + e[0], t[1] + e[1]]);
        edges.iter_mut().for_each(|e| (0..2).for_each(|i| e[i] -= sum[i] / corners as f64));
        edges.sort_by(|a, b| libm::atan2(a[1], a[0]).total_cmp(&libm::atan2(b[1], b[0])));
        let mut at = [0.01, -0.02];
        let mut points = Vec::new();
        for edge in edges {
            points.push(at);
            at = [at[0] + edge[0], at[1] + edge[1]];
        }
        points
    }

    /// Corners on a circle: rounder, so that it rests in more orientations.
    fn roundish(&mut self, corners: usize) -> Vec<[f64; 2]> {
        let corner = |i: usize| {
            let (sin, cos) = libm::sincos(TAU * (i as f64 + 0.3 * self.roll()) / corners as f64);
            [0.02 * cos, 0.02 * sin]
        };
        (0..corners).map(corner).collect()
    }
}

/// How far from the planned orientation the farthest of 360 parts ends, modulo the plan's period (rad), and in how many squeezes.
fn carried_out(points: &[[f64; 2]], seed: usize) -> (f64, usize) {
    let region = Region::polygon(points).expect("a simple polygon").0;
    let squeeze = Squeeze::of(&region).expect("a sensible part");
    let function = squeeze.turn_function().expect("a part that is not round");
    let plan = function.plan(0.0).expect("a part without symmetry");
    let rehearsed = Rehearsal {
        region: &region,
        squeeze: &squeeze,
        function: &function,
        plan: &plan,
        density: 40.0,
        area_density: 1.0,
        starts: 360,
        turned_off: 0.4f64.to_radians(),
        moved_off: 2e-4,
        seed,
    }
    .scene()
    .expect("polygons can be written");
    let settings = (0..360).fold(Settings::default(), |s, i| s.probe(&format!("piece[{i}].angle")));
    let run = simulate(rehearsed.text.as_str(), &settings).unwrap_or_else(|e| panic!("{e}\n{}", rehearsed.text));
    let mut worst = 0.0f64;
    for i in 0..360 {
        let angle = run.value(&format!("piece[{i}].angle")).expect("it was asked for")[0];
        let off = (angle - plan.orientation) / plan.period;
        worst = worst.max(plan.period * (off - libm::round(off)).abs());
    }
    (worst, plan.angles.len())
}

/// Carries out the plan of one random convex part for each number of corners in `chosen`: the worst angle (rad) and the most squeezes.
fn orient_random_parts(chosen: std::ops::RangeInclusive<usize>) -> (f64, usize) {
    let mut dice = Dice(0x0ABC_DEF1_2345);
    let (mut worst, mut longest) = (0.0f64, 0);
    for corners in 3..=12 {
        // rounder ones need more squeezes, and each takes longer
        let round = [4, 6].contains(&corners);
        let points = if round { dice.roundish(corners) } else { dice.convex(corners) };
        if chosen.contains(&corners) {
            let (off, count) = carried_out(&points, 10_000 * corners);
            worst = worst.max(off);
            longest = longest.max(count);
        }
    }
    (worst, longest)
}

#[test]
fn planned_squeezes_orient_random_parts_of_few_edges_from_every_start() {
    let (worst, longest) = orient_random_parts(3..=5);
    case!(
        "random convex parts of 3 to 5 edges on squeeze fields, 360 starts each",
        "orientation after the planned squeezes, modulo 180°",
        Against::OtherWay,
        "the planner, which knows turn functions and no dynamics"
    )
    .unit("rad")
    .off(worst, 1e-3);
    assert!(longest >= 2, "plans of up to {longest} squeezes");
}

#[test]
fn planned_squeezes_orient_random_parts_of_some_edges_from_every_start() {
    let (worst, longest) = orient_random_parts(6..=8);
    case!(
        "random convex parts of 6 to 8 edges on squeeze fields, 360 starts each",
        "orientation after the planned squeezes, modulo 180°",
        Against::OtherWay,
        "the planner, which knows turn functions and no dynamics"
    )
    .unit("rad")
    .off(worst, 1e-3);
    assert!(longest >= 3, "plans of up to {longest} squeezes");
}

#[test]
fn planned_squeezes_orient_random_parts_of_many_edges_from_every_start() {
    let (worst, longest) = orient_random_parts(9..=12);
    case!(
        "random convex parts of 9 to 12 edges on squeeze fields, 360 starts each",
        "orientation after the planned squeezes, modulo 180°",
        Against::OtherWay,
        "the planner, which knows turn functions and no dynamics"
    )
    .unit("rad")
    .off(worst, 1e-3);
    assert!(longest >= 1, "plans of up to {longest} squeezes");
}

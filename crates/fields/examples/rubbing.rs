//! Nanoseconds a friction wrench takes, near and far centres of rotation, and what the limit surface costs.
#![expect(clippy::print_stdout, reason = "a program that tells its timings")]

use mainspring_fields::{
    BoundaryCurve, Branch, Footprint, FrictionFootprint, Ground, Law, Under, Wrench, breakaway_acceleration, dry,
    dry_over, dry_slopes, friction, limit_surface_load,
};
use mainspring_geometry::Region;
use std::hint::black_box;
use std::time::Instant;

fn time(what: &str, mut once: impl FnMut(usize) -> f64) {
    let (mut best, mut sum) = (f64::INFINITY, 0.0);
    for _ in 0..5 {
        let start = Instant::now();
        let count = 20_000;
        for i in 0..count {
            sum += once(i);
        }
        best = best.min(start.elapsed().as_secs_f64() / count as f64);
    }
    println!("{what:<44} {:8.0} ns   (sum {sum:.3e})", best * 1e9);
}

fn main() {
    let gon: Vec<[f64; 2]> = (0..12)
        .map(|i| {
            let (s, c) = libm::sincos(std::f64::consts::PI * f64::from(i) / 6.0);
            [0.02 * c, 0.015 * s]
        })
        .collect();
    let polygon = Region::polygon(&gon).expect("a convex polygon").0;
    let disc = Region::disc([0.0; 2], 0.02).expect("a disc");
    let ground = Ground { pressure: 40.0, at_rest: 0.5, sliding: 0.3, viscous: 25.0, law: Law::Pointwise, grain: None };
    for (name, region) in [("12 sides", polygon), ("disc", disc)] {
        let footprint = Footprint::new(&region, [0.0; 2]);
        let sole = FrictionFootprint::new(&footprint);
        let rim = BoundaryCurve::new(footprint.edges());
        let heading = [0.6, 0.8];
        let pushed = |i: usize| {
            let torque = 1e-4 * (i % 100) as f64 * footprint.area();
            black_box(Wrench { force: [14.0 * footprint.area(), 9.0 * footprint.area()], torque })
        };
        let under = Under::Whole { footprint: &sole, heading };
        time(&format!("{name}: load of the limit surface"), |i| limit_surface_load(&ground, under, pushed(i)).0);
        time(&format!("{name}: leaving rest"), |i| {
            breakaway_acceleration(&ground, under, pushed(i), [0.01, 0.01, 2e-6])[2]
        });
        for (where_, spin) in
            [("centre inside", 30.0), ("3 radii away", 1.7), ("7 radii away", 0.7), ("1000 radii away", 0.005)]
        {
            let twist = |i: usize| black_box([0.1, 1e-5 * (i % 100) as f64, spin]);
            time(&format!("{name}, {where_}: whole"), |i| dry(&sole, heading, twist(i)).0.torque);
            time(&format!("{name}, {where_}: with slopes"), |i| dry_slopes(&sole, heading, twist(i)).wrench[2]);
            time(&format!("{name}, {where_}: as a piece"), |i| dry_over(&rim, twist(i)).0.torque);
            let under = Under::Whole { footprint: &sole, heading };
            time(&format!("{name}, {where_}: pointwise"), |i| {
                friction(&ground, under, twist(i), Branch::default()).torque
            });
        }
    }
}

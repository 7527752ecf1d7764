//! How long one wrench of a grid on a part takes: a twelve-sided part with a hole over 48×48 cells, on one core.

use mainspring_fields::{Footprint, Grid, GridScratch, Laid};
use mainspring_geometry::Region;
use std::f64::consts::TAU;
use std::time::Instant;

fn ring(radius: f64, corners: usize, phase: f64) -> Result<Region, mainspring_geometry::RegionError> {
    let corner = |i: usize| {
        let (s, c) = libm::sincos(TAU * i as f64 / corners as f64 + phase);
        [radius * c, radius * s]
    };
    Ok(Region::polygon(&(0..corners).map(corner).collect::<Vec<_>>())?.0)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let breaks: Vec<f64> = (0..=48).map(f64::from).collect();
    let densities = (0..48 * 48).map(|i| [f64::from(i % 7) - 3.0, f64::from(i % 5) - 2.0]).collect();
    let grid = Grid::new(&breaks, &breaks, &[densities])?;
    let mut scratch = GridScratch::default();
    for (name, radius) in [("20 cells across", 10.0), ("40 cells across", 20.0)] {
        let part = ring(radius, 12, 0.1)?.difference(&ring(0.4 * radius, 6, 0.3)?)?;
        let footprint = Footprint::new(&part, [0.0; 2]);
        let mut laid = Laid::new(&footprint);
        let (rounds, mut best, mut sum) = (20_000, f64::INFINITY, 0.0);
        scratch.fragments = 0;
        let mut evaluations = 0;
        for _ in 0..10 {
            let start = Instant::now();
            for i in 0..rounds {
                laid.lay(&footprint, [24.0 + 1e-4 * f64::from(i % 100), 24.1], 0.3 + 1e-3 * f64::from(i));
                sum += grid.wrench(&laid, &[1.0], &mut scratch).torque;
                evaluations += 1;
            }
            best = f64::min(best, start.elapsed().as_secs_f64() / f64::from(rounds));
        }
        let fragments = scratch.fragments / evaluations;
        let nanoseconds = best * 1e9;
        #[expect(clippy::print_stdout, reason = "a program for people to read")]
        {
            println!("{name}: {nanoseconds:.0} ns a wrench, laying included, {fragments} fragments (sum {sum:e})");
        }
    }
    Ok(())
}

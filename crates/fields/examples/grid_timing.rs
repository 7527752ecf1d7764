//! How long one evaluation takes on one core: the wrench of 48×48 cells on a twelve-sided part with a hole, and the
//! moments of the part under one window.

use mainspring_fields::{Footprint, Grid, GridScratch, Patch, PlacedFootprint, overlap, overlap_slopes};
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
        let mut placed = PlacedFootprint::new(&footprint);
        let (rounds, mut best, mut laying, mut sum) = (2_000, f64::INFINITY, f64::INFINITY, 0.0);
        scratch.fragments = 0;
        let mut evaluations = 0;
        for _ in 0..100 {
            let start = Instant::now();
            for i in 0..rounds {
                placed.place(&footprint, [24.0 + 1e-4 * f64::from(i % 100), 24.1], 0.3 + 1e-3 * f64::from(i));
                sum += grid.wrench(&placed, &[1.0], &mut scratch).torque;
                evaluations += 1;
            }
            best = f64::min(best, start.elapsed().as_secs_f64() / f64::from(rounds));
            let start = Instant::now();
            for i in 0..rounds {
                placed.place(&footprint, [24.0 + 1e-4 * f64::from(i % 100), 24.1], 0.3 + 1e-3 * f64::from(i));
                sum += placed.bounds().low[0];
            }
            laying = f64::min(laying, start.elapsed().as_secs_f64() / f64::from(rounds));
        }
        let fragments = scratch.fragments / evaluations;
        let (both, laying) = (best * 1e9, laying * 1e9);
        #[expect(clippy::print_stdout, reason = "a program for people to read")]
        {
            println!("{name}: {both:.0} ns, {laying:.0} of them laying, {fragments} fragments (sum {sum:e})");
        }
    }
    let part = ring(10.0, 12, 0.1)?.difference(&ring(4.0, 6, 0.3)?)?;
    let placed = PlacedFootprint::new(&Footprint::new(&part, [0.0; 2]));
    let windows = [
        ("rectangle", Region::rect_corners([-3.0, -4.0], [20.0, 5.0])?),
        ("half-plane", Region::rect_corners([1.0, -40.0], [50.0, 50.0])?),
        ("disc", Region::disc([5.0, 1.0], 6.0)?),
        ("all", Region::rect(100.0, 100.0)?),
    ];
    for (name, window) in windows {
        let patch = Patch::new(&window);
        let rounds = 2_000;
        let (mut best, mut slopes, mut sum) = (f64::INFINITY, f64::INFINITY, 0.0);
        for _ in 0..50 {
            let start = Instant::now();
            (0..rounds).for_each(|_| sum += overlap(std::hint::black_box(&placed), &patch).area);
            best = f64::min(best, start.elapsed().as_secs_f64() / f64::from(rounds));
            let start = Instant::now();
            (0..rounds).for_each(|_| sum += overlap_slopes(std::hint::black_box(&placed), &patch).1[0].area);
            slopes = f64::min(slopes, start.elapsed().as_secs_f64() / f64::from(rounds));
        }
        let (best, slopes) = (best * 1e9, slopes * 1e9);
        #[expect(clippy::print_stdout, reason = "a program for people to read")]
        {
            println!("window ({name}): {best:.0} ns, with slopes {slopes:.0} ns (sum {sum:e})");
        }
    }
    Ok(())
}

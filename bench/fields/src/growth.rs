//! How the cost of a wrench grows: with fragments of the outline, not with cells.

use crate::part::{Outline, PITCH, Pose, breaks, densities, poses};
use crate::timing::nanoseconds;
use mainspring_fields::{Grid, GridScratch, PlacedFootprint};
use serde_json::{Value, json};
use std::hint::black_box;

const POSES: usize = 64;

pub fn run(quick: bool) -> Result<Vec<Value>, String> {
    let mut lines = Vec::new();
    // the same part on ever more cells of one pitch; then ever finer cells under it
    for cells in [50, 100, 200, 500, 1000] {
        lines.push(measured("larger", cells, PITCH, quick)?);
    }
    for cells in [50, 100, 200, 500, 1000] {
        lines.push(measured("finer", cells, 50.0 * PITCH / cells as f64, quick)?);
    }
    Ok(lines)
}

fn measured(which: &str, cells: usize, pitch: f64, quick: bool) -> Result<Value, String> {
    let outline = Outline::holed(20.0 * PITCH);
    let footprint = outline.footprint()?;
    let field = densities(cells);
    let grid = Grid::new(&breaks(cells, pitch), &breaks(cells, pitch), &[field]).map_err(|e| e.to_string())?;
    // about the same places on every grid: a middle that is a whole number of the coarse pitch
    let poses = poses(POSES, 50, PITCH);
    let shift = PITCH * ((cells as f64 * pitch / PITCH - 50.0) / 2.0).round();
    let mut laid = PlacedFootprint::new(&footprint);
    let mut scratch = GridScratch::default();
    let mut once = |(at, angle): Pose| {
        laid.lay(&footprint, [at[0] + shift, at[1] + shift], angle);
        black_box(grid.wrench(&laid, &[1.0], &mut scratch));
        scratch.fragments
    };
    let fragments = poses.iter().map(|pose| once(*pose)).max().unwrap_or_default() as f64 / POSES as f64;
    let repeat = if quick { 3 } else { 7 };
    // at every call somewhere else: large tables come from memory, not from a cache
    let scattered = nanoseconds(repeat, |k| {
        once(poses[k % POSES]);
    });
    // as in a run: at every call a little further, from each of the places in turn
    let ns = (0..4)
        .map(|p| {
            let (at, angle) = poses[p];
            nanoseconds(repeat, |k| {
                let by = (k % 10_000) as f64;
                once(([at[0] + 1e-8 * by, at[1] + 2e-8 * by], angle + 1e-7 * by));
            })
        })
        .sum::<f64>()
        / 4.0;
    Ok(
        json!({ "part": which, "cells": cells, "pitch": pitch, "fragments": fragments, "ns": ns, "scattered": scattered }),
    )
}

//! How the cost of a wrench grows: with fragments of the outline, not with cells.

use crate::part::{Outline, PITCH, breaks, densities, poses};
use crate::timing::nanoseconds;
use mainspring_fields::{Grid, GridScratch, Laid};
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
    let mut laid = Laid::new(&footprint);
    let mut scratch = GridScratch::default();
    let mut once = |k: usize| {
        let (at, angle) = poses[k % POSES];
        laid.lay(&footprint, [at[0] + shift, at[1] + shift], angle);
        black_box(grid.wrench(&laid, &[1.0], &mut scratch));
        scratch.fragments
    };
    let mut fragments = 0;
    for k in 0..POSES {
        fragments = once(k);
    }
    let ns = nanoseconds(if quick { 3 } else { 7 }, |k| {
        once(k);
    });
    Ok(json!({ "part": which, "cells": cells, "pitch": pitch, "fragments": fragments as f64 / POSES as f64, "ns": ns }))
}

//! The wrench of 48 × 48 cells on a 12-gon with a hole: ours, the floor, and clipping every cell.

use crate::clippers::Cells;
use crate::floor::Floor;
use crate::part::{Outline, PITCH, Pose, breaks, densities, poses};
use crate::timing::nanoseconds;
use mainspring_fields::{Grid, GridScratch, PlacedFootprint};
use serde_json::{Value, json};
use std::hint::black_box;

const CELLS: usize = 48;
/// As many poses as the branch predictor cannot learn.
const POSES: usize = 256;
/// Poses of the slow ones.
const FEW: usize = 8;

pub fn run(quick: bool) -> Result<Vec<Value>, String> {
    // 40 of 48 cells wide
    let outline = Outline::holed(20.0 * PITCH);
    let footprint = outline.footprint()?;
    let field = densities(CELLS);
    let grid = Grid::new(&breaks(CELLS, PITCH), &breaks(CELLS, PITCH), &[field.clone()]).map_err(|e| e.to_string())?;
    let poses = poses(POSES, CELLS, PITCH);
    let cells = Cells { count: CELLS, pitch: PITCH, densities: field.clone() };
    let truths: Vec<[f64; 3]> = poses.iter().map(|pose| cells.by_hand(&outline, *pose)).collect();
    let size = footprint.area() * field.iter().fold(0.0_f64, |m, f| m.max(f[0].abs()).max(f[1].abs()));
    // of force over the largest density times the area, of torque over that times the radius
    let scales = [size, size, size * footprint.radius()];
    let error = |found: &mut dyn FnMut(Pose) -> [f64; 3], count: usize| {
        poses.iter().zip(&truths).take(count).fold(0.0_f64, |worst, (pose, truth)| {
            let wrench = found(*pose);
            (0..3).fold(worst, |worst, i| {
                let off = (wrench[i] - truth[i]).abs() / scales[i];
                if off.is_nan() { f64::INFINITY } else { worst.max(off) }
            })
        })
    };
    let repeat = if quick { 3 } else { 7 };
    let mut lines = Vec::new();
    let mut told = |who: &str, why: &str, found: &mut dyn FnMut(Pose) -> [f64; 3], count: usize, times: usize| {
        let error = error(found, count);
        let ns = nanoseconds(times, |k| {
            black_box(found(poses[k % count]));
        });
        lines.push(json!({ "part": "wrench", "who": who, "why": why, "ns": ns, "error": error }));
    };

    let mut laid = PlacedFootprint::new(&footprint);
    let mut scratch = GridScratch::default();
    let mut ours = |pose: Pose| {
        laid.lay(&footprint, pose.0, pose.1);
        let wrench = grid.wrench(&laid, &[1.0], &mut scratch);
        [wrench.force[0], wrench.force[1], wrench.torque]
    };
    told("ours", "laid at a pose, one sweep", &mut ours, POSES, repeat);
    let mut floor = Floor::new(CELLS, PITCH, &field);
    told("floor", "by hand for this case alone", &mut |pose| floor.wrench(&outline, pose), POSES, repeat);
    // clipping is timed less often: it takes milliseconds
    let times = if quick { 1 } else { 3 };
    told("by_hand", "each cell, no library", &mut |pose| cells.by_hand(&outline, pose), FEW, times);
    told("i_overlay", "9.1, 64-bit, buffers kept", &mut |pose| cells.i_overlay(&outline, pose), FEW, times);
    told("clipper2", "2 through clipper2 0.6", &mut |pose| cells.clipper2(&outline, pose), FEW, times);
    told("geo", "0.33, BooleanOps", &mut |pose| cells.geo(&outline, pose), FEW, times);
    Ok(lines)
}

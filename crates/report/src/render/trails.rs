//! Where the centres of parts have been, in scenes with windows: thin lines that fade, cheap for a thousand parts.

use mainspring_record::{Memory, Visibility};

/// Points of all paths together, and of one path at most and at least.
const ALL: usize = 60_000;
const MOST: usize = 600;
const LEAST: usize = 24;
/// The path of a body's centre.
#[derive(Clone, Debug)]
pub(crate) struct Trail {
    pub body: usize,
    /// time, s, and place, m, in order; breaks where the body is not there
    pub path: Vec<(f64, Option<[f64; 2]>)>,
}

/// Paths of all bodies that move; none in scenes without windows.
pub(crate) fn trails(memory: &Memory, shown: &Visibility, [from, to]: [f64; 2]) -> Vec<Trail> {
    let drawing = &memory.schema.drawing;
    if drawing.windows.is_empty() || drawing.spatial {
        return Vec::new();
    }
    let moving: Vec<usize> = (0..drawing.bodies.len()).filter(|i| !drawing.bodies[*i].fixed).collect();
    let frames: Vec<usize> = (0..memory.times.len()).filter(|i| (from..=to).contains(&memory.times[*i])).collect();
    let count = (ALL / moving.len().max(1)).clamp(LEAST, MOST).min(frames.len());
    let (width, length) = (drawing.poses() * memory.schema.pose_len(), memory.schema.pose_len());
    let trail = |body: usize| {
        let point = |k: usize| {
            let frame = frames[k * (frames.len() - 1) / (count - 1).max(1)];
            let time = memory.times[frame];
            let first = frame * width + body * length;
            let place = memory.poses.get(first..first + 2).map(|p| [p[0], p[1]]);
            (time, place.filter(|p| p.iter().all(|c| c.is_finite()) && shown.there(body, time)))
        };
        Trail { body, path: (0..count).map(point).collect() }
    };
    moving.into_iter().map(trail).collect()
}

//! Play between the tooth sides of gears and racks: each side is a stop of the difference of two joints.
//!
//! With e = second − ratio·first − start, measured in the second coordinate, and play b, the gap to the upper side is b/2 − e
//! and that to the lower one b/2 + e. A side that is met is struck, one that pushes is a closed contact with one row.

use crate::multibody::row_groups::{Group, Source};
use mainspring_model::{Backlash, Coordinate, Model};

/// A gear with play.
#[derive(Clone, Copy, Debug)]
pub struct Mesh {
    pub joint: usize,
    pub backlash: Backlash,
    /// its row if it had no play: where it counts from
    pub row: usize,
    pub first: Coordinate,
    pub second: Coordinate,
    pub ratio: f64,
    pub start: f64,
}

/// Gears with play of a model, in the order of its joints.
pub fn meshes(model: &Model, groups: &[Group]) -> Vec<Mesh> {
    let of = |j: usize| {
        let backlash = model.joints[j].backlash?;
        groups.iter().find_map(|g| match g.source {
            Source::Gear { joint, first, second, ratio, start } if joint == j => {
                Some(Mesh { joint: j, backlash, row: g.first, first, second, ratio, start })
            }
            _ => None,
        })
    };
    (0..model.joints.len()).filter_map(of).collect()
}

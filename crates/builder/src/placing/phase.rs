//! Placing: where every frame stands in the world before loops are closed.

use crate::context::findings::Findings;
use crate::placing::poses::marker_pose;
use crate::results::joints::Joints;
use crate::results::parts::Parts;
use mainspring_definition::SpaceKind;
use mainspring_model::{Joint, JointId, Marker, Pose, Start};
use std::collections::BTreeMap;

/// Frames in the making.
pub struct Placing<'p> {
    pub findings: &'p mut Findings,
    pub space: SpaceKind,
    pub parts: &'p Parts,
    pub joints: &'p [Joint],
    /// a joint is in error, which may be the one that would place something
    pub broken: bool,
    /// coordinates at the start
    pub starts: BTreeMap<(JointId, usize), f64>,
    /// where each place stands, once known
    pub frames: Vec<Option<Pose>>,
}

impl<'p> Placing<'p> {
    /// Frames as far as they are known; empty at first.
    pub fn new(
        findings: &'p mut Findings,
        space: SpaceKind,
        parts: &'p Parts,
        joints: &'p Joints,
        starts: &[Start],
        mut frames: Vec<Option<Pose>>,
    ) -> Self {
        frames.resize(parts.places.len(), None);
        let Joints { list: joints, broken, .. } = joints;
        Self { findings, space, parts, joints, broken: *broken, starts: start_values(starts), frames }
    }

    /// World pose of a marker; None while its body is not placed.
    pub fn marker_pose(&self, marker: &Marker) -> Option<Pose> {
        marker_pose(self.space, self.parts, &self.frames, marker)
    }
}

/// Coordinates that `start` or, failing that, `guess` gives.
fn start_values(starts: &[Start]) -> BTreeMap<(JointId, usize), f64> {
    let mut values = BTreeMap::new();
    for start in starts {
        if let Some(v) = start.value {
            let key = (start.coordinate.joint, start.coordinate.index);
            if start.exact {
                values.insert(key, v);
            } else {
                values.entry(key).or_insert(v);
            }
        }
    }
    values
}

//! The plane of angle over travel of a pawl: where it could be, what bounds that, where friction would hold it.

use serde::{Deserialize, Serialize};

/// A drawn plane. Its path is not here: it is the recorded angle over the recorded travel. SI units.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DrawnPlane {
    /// path of the pawl
    pub path: String,
    /// index of the column of its angle
    pub angle: usize,
    /// index of the column of the travel
    pub travel: usize,
    /// lowest and highest angle shown, rad
    pub range: [f32; 2],
    /// constraint curves that are free above them: points (m, rad)
    pub floors: Vec<Vec<[f32; 2]>>,
    /// constraint curves that are free below them: points (m, rad)
    pub ceilings: Vec<Vec<[f32; 2]>>,
    /// parts of either on which friction would hold: points (m, rad)
    pub sticks: Vec<Vec<[f32; 2]>>,
    /// free angles around the path: travel (m), lowest and highest (rad); one list for each stretch without a jump
    pub free: Vec<Vec<[f32; 3]>>,
}

impl DrawnPlane {
    /// How many points there are in it.
    #[must_use]
    pub fn points(&self) -> usize {
        let lines = [&self.floors, &self.ceilings, &self.sticks];
        let on_lines: usize = lines.into_iter().flatten().map(Vec::len).sum();
        on_lines + self.free.iter().map(Vec::len).sum::<usize>()
    }
}

//! Drives with an effort limit: their row, how far they are off what they prescribe, and what they hold their coordinate at.

use crate::multibody::multibody::Multibody;
use crate::multibody::row_groups::{Group, Source};
use crate::tolerances::DRIVE_ROUNDING;
use mainspring_model::DriveKind;

impl Multibody {
    /// The row by which a drive holds its coordinate, whether it does at present or not.
    pub fn drive_row(&self, drive: usize) -> Option<usize> {
        if let Some((g, r)) = self.places.drive[drive] {
            return Some(self.groups[g].first + r);
        }
        let own = |g: &&Group| matches!(g.source, Source::Stick { drive: Some(d), .. } if d == drive);
        self.groups.iter().find(own).map(|g| g.first)
    }

    /// Position and rate of a drive's coordinate, less what is prescribed; no position where a rate is prescribed.
    pub fn drive_error(&self, drive: usize) -> [f64; 2] {
        let (m, asked) = (self.measure(self.model.drives[drive].coordinate), self.motion[drive]);
        match self.model.drives[drive].kind {
            DriveKind::Position => [m.value - asked.value, m.rate - asked.first],
            _ => [0.0, m.rate - asked.value],
        }
    }

    /// The rate at which a drive with a limit holds its coordinate; `place` as in [`crate::multibody::row_groups::bounded_efforts`].
    pub fn rate_held(&self, place: usize, drive: usize) -> f64 {
        let asked = self.motion[drive];
        if self.model.drives[drive].kind != DriveKind::Position {
            return asked.value;
        }
        let back = self.returns[place].map_or(0.0, |r| {
            let e = self.drive_error(drive)[0];
            // of a motion that has only begun the error is rounding, and its root far more than that
            let coordinate = self.model.drives[drive].coordinate;
            let angle = self.model.joints[coordinate.joint].kind.coordinates().get(coordinate.index) == Some(&true);
            let size = if angle { 1.0 } else { self.length };
            let beyond = (e.abs() - DRIVE_ROUNDING * size.max(asked.value.abs())).max(0.0);
            (2.0 * r.deceleration * beyond).sqrt().copysign(e)
        });
        asked.first - back
    }

    /// The acceleration with which it holds it.
    pub fn acceleration_held(&self, place: usize, drive: usize) -> f64 {
        let asked = self.motion[drive];
        if self.model.drives[drive].kind != DriveKind::Position {
            return asked.first;
        }
        asked.second + self.returns[place].map_or(0.0, |r| f64::from(r.side) * r.deceleration)
    }
}

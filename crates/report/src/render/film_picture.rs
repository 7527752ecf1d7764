//! The picture of a film at one time.

use super::contact_marks::flashes;
use super::film::{Film, View};
use super::list::Picture;
use super::snapshot::Snapshot;
use super::{contact_arrows, labels, planar, spatial};
use crate::tolerances::OFF_PICTURE;

impl Film<'_> {
    /// The picture at a time, s; times outside the run show its nearest end.
    #[must_use]
    pub fn picture(&self, time: f64) -> Picture {
        let mut moment = Snapshot::of(self.memory, &self.shown, time);
        moment.flashes = flashes(self.memory, time, self.lasting);
        let mut picture = Picture {
            size: self.look.size,
            title: self.memory.schema.scene.clone(),
            paper: (!self.look.transparent).then_some(self.theme.paper),
            behind: self.theme.paper,
            items: Vec::new(),
            room: self.room(),
        };
        match &self.view {
            View::Plane(view) => {
                planar::draw(self, view, &moment, &mut picture);
                let at = |p: [f64; 3]| Some(view.at(p).map(|c| c.clamp(-OFF_PICTURE, OFF_PICTURE)));
                contact_arrows::draw(self, &moment, &mut picture, at, 1.0 / view.scale);
            }
            View::Space(view) => {
                spatial::draw(self, view, &moment, &mut picture);
                let at = |p: [f64; 3]| view.at(p).map(|[x, y, _]| [x, y].map(|c| c.clamp(-OFF_PICTURE, OFF_PICTURE)));
                contact_arrows::draw(self, &moment, &mut picture, at, view.metres(view.target));
            }
        }
        labels::draw(self, &moment, &mut picture);
        picture
    }
}

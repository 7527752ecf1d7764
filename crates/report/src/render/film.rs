//! A run made ready for pictures: colours, figures, tracks and one camera for the whole span.

use super::colour::{Colour, Theme};
use super::field_scale::Fields;
use super::figure::{Figure, Track};
use super::style::PictureStyle;
use super::trails::Trail;
use super::view::{Plane, Space};
use mainspring_record::{ArrowKind, Memory, Visibility};

/// A run from which pictures of any moment can be made.
#[derive(Clone, Debug)]
pub struct Film<'a> {
    pub(crate) memory: &'a Memory,
    pub(crate) look: PictureStyle,
    pub(crate) theme: Theme,
    /// first and last moment, s
    pub(crate) span: [f64; 2],
    /// marks and text are drawn this many times their size in a picture 480 px high
    pub(crate) unit: f64,
    pub(crate) figures: Vec<Figure>,
    pub(crate) tracks: Vec<Track>,
    pub(crate) traces: Vec<Trace>,
    /// who is there and what is on
    pub(crate) shown: Visibility,
    pub(crate) fields: Fields,
    /// points beyond which each window does not reach, in its frame, m
    pub(super) window_reach: Vec<Vec<[f64; 3]>>,
    pub(crate) trails: Vec<Trail>,
    /// largest force over the span, N; 0 where none is drawn
    pub(crate) strongest: f64,
    /// how long a ring at an impact stays, s of the run
    pub(crate) lasting: f64,
    pub(crate) view: View,
}

/// How the world comes onto the picture.
#[derive(Clone, Debug)]
pub(crate) enum View {
    Plane(Plane),
    Space(Space),
}

/// A point whose path is drawn.
#[derive(Clone, Debug)]
pub(crate) struct Trace {
    pub colour: Colour,
    /// time and place, in order; breaks where the body has no pose
    pub path: Vec<(f64, Option<[f64; 3]>)>,
}

impl Film<'_> {
    /// First and last moment shown, s.
    #[must_use]
    pub fn span(&self) -> [f64; 2] {
        self.span
    }

    /// A representative time where none is requested: the middle of the span, past what is special about its start.
    #[must_use]
    pub fn representative_time(&self) -> f64 {
        0.5 * (self.span[0] + self.span[1])
    }

    /// How high title and clock are, px in a picture 480 px high.
    pub(crate) fn head(&self) -> f64 {
        if self.look.title || self.look.clock { 44.0 } else { 14.0 }
    }

    /// Where the mechanism goes, px: left, top, right, bottom.
    pub(crate) fn room(&self) -> [f64; 4] {
        let [width, height] = self.look.size.map(f64::from);
        let u = self.unit;
        let scripts = !self.memory.schema.drawing.scripts.is_empty();
        let top = (self.head() + if scripts { 16.0 } else { 0.0 }) * u;
        let windows = !self.memory.schema.drawing.windows.is_empty();
        let bottom = if self.look.grid || self.strongest > 0.0 || windows { 42.0 } else { 14.0 } * u;
        [14.0 * u, top.min(0.4 * height), width - 14.0 * u, height - bottom.min(0.4 * height)]
    }

    /// How long the strongest force is drawn, px.
    pub(crate) fn force_length(&self) -> f64 {
        let [left, top, right, bottom] = self.room();
        0.2 * (right - left).min(bottom - top)
    }

    pub(crate) fn force_colour(&self, kind: ArrowKind) -> Colour {
        match kind {
            ArrowKind::Reaction => self.theme.reaction,
            ArrowKind::Applied => self.theme.applied,
            ArrowKind::Spring => self.theme.spring,
            ArrowKind::Field => self.theme.field,
        }
    }
}

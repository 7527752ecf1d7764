//! A picture as a list of what is drawn, in pixels, y down, back to front: both back-ends draw it, and tests read it.

use super::colour::Colour;
use super::solid::Solids;
use crate::font;

/// Everything in one picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// width and height, px
    pub size: [u32; 2],
    /// what it is of
    pub title: String,
    /// behind everything; none leaves it transparent
    pub paper: Option<Colour>,
    /// the ground colour that text is read against where nothing is drawn
    pub behind: Colour,
    /// back to front
    pub items: Vec<Item>,
    /// where the mechanism should stay, px: left, top, right, bottom
    pub room: [f64; 4],
}

/// What an item belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layer {
    /// grid, shadows
    Grid,
    /// windows, arrays of actuators, bins
    Windows,
    /// supports, rails, obstacles
    Ground,
    /// where points have been
    Trace,
    /// bodies, joints, springs
    Mechanism,
    /// force arrows
    Forces,
    /// title, time, scales
    Labels,
}

/// One thing drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// an area or a line
    Path {
        /// what it belongs to
        layer: Layer,
        /// lines of points, px
        pieces: Vec<Vec<[f64; 2]>>,
        /// pieces are loops
        closed: bool,
        /// even–odd
        fill: Option<Colour>,
        /// colour and width, px
        stroke: Option<(Colour, f64)>,
    },
    /// one line of text
    Text(Text),
    /// shaded solids of a spatial picture, with their own depth
    Solids(Solids),
}

/// One line of text.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// what it says
    pub text: String,
    /// left end of the baseline, px
    pub at: [f64; 2],
    /// font size, px
    pub size: f64,
    /// bold
    pub bold: bool,
    /// of the letters
    pub colour: Colour,
}

impl Text {
    /// Left, top, right, bottom, px.
    #[must_use]
    pub fn bounds(&self) -> [f64; 4] {
        let [x, y] = self.at;
        [x, y - 0.76 * self.size, x + self.width(), y + 0.24 * self.size]
    }

    /// px
    #[must_use]
    pub fn width(&self) -> f64 {
        font::width(&self.text, self.size, self.bold)
    }
}

impl Picture {
    /// All text.
    pub fn texts(&self) -> impl Iterator<Item = &Text> {
        self.items.iter().filter_map(|item| match item {
            Item::Text(text) => Some(text),
            _ => None,
        })
    }

    /// Draws a filled area.
    pub(crate) fn fill(&mut self, layer: Layer, pieces: Vec<Vec<[f64; 2]>>, fill: Colour) {
        self.items.push(Item::Path { layer, pieces, closed: true, fill: Some(fill), stroke: None });
    }

    /// Draws a filled area with an outline.
    pub(crate) fn shape(&mut self, layer: Layer, pieces: Vec<Vec<[f64; 2]>>, fill: Colour, outline: (Colour, f64)) {
        self.items.push(Item::Path { layer, pieces, closed: true, fill: Some(fill), stroke: Some(outline) });
    }

    /// Draws lines.
    pub(crate) fn lines(&mut self, layer: Layer, pieces: Vec<Vec<[f64; 2]>>, stroke: (Colour, f64)) {
        self.items.push(Item::Path { layer, pieces, closed: false, fill: None, stroke: Some(stroke) });
    }

    /// Draws a disc with an outline.
    pub(crate) fn disc(&mut self, layer: Layer, middle: [f64; 2], radius: f64, fill: Colour, outline: (Colour, f64)) {
        self.shape(layer, vec![circle(middle, radius)], fill, outline);
    }
}

/// A circle as a loop of points, fine enough for its size in pixels.
pub(crate) fn circle(middle: [f64; 2], radius: f64) -> Vec<[f64; 2]> {
    let count = (8.0 + 3.0 * radius.abs().sqrt()).min(160.0) as usize;
    let turn = |i: usize| core::f64::consts::TAU * i as f64 / count as f64;
    (0..count).map(|i| [middle[0] + radius * libm::cos(turn(i)), middle[1] + radius * libm::sin(turn(i))]).collect()
}

//! Plots drawn: as SVG, as PNG, and of what size.

use crate::axis::Angles;
use crate::layout::lay_out;
use crate::plot::Plot;
use crate::png::{self, PngError};
use crate::style::PlotStyle;
use crate::svg;

impl Plot {
    /// The picture as an SVG file: light, 800 px wide.
    #[must_use]
    pub fn svg(&self) -> String {
        self.svg_with(&self.default_style())
    }

    /// The picture as one SVG element; [`crate::svg`] says what is in it.
    #[must_use]
    pub fn svg_with(&self, look: &PlotStyle) -> String {
        svg::draw(self, look, Angles::Radians)
    }

    /// The same with angles in degrees, as events and planes of a sweep show them.
    pub(crate) fn svg_in_degrees(&self, look: &PlotStyle) -> String {
        svg::draw(self, look, Angles::Degrees)
    }

    /// The picture as a PNG file of `scale` dots for each px, drawn with the embedded font only.
    ///
    /// # Errors
    /// When it would have no dots, or too many.
    pub fn png(&self, look: &PlotStyle, scale: f64) -> Result<Vec<u8>, PngError> {
        png::draw(&self.svg_with(&look.outlined()), scale)
    }

    /// Light, 800 px wide, and as high as suits what is shown.
    #[must_use]
    pub fn default_style(&self) -> PlotStyle {
        let height_per_panel = match self.groups().len() {
            0 | 1 if self.in_the_plane() => 480.0,
            0 | 1 => 340.0,
            _ => 220.0,
        };
        PlotStyle { height_per_panel, ..PlotStyle::default() }
    }

    /// This look with panels of such a height that the whole picture has this size, px.
    ///
    /// # Errors
    /// The least height that holds title, legends and panels, px.
    pub fn fitting(&self, look: &PlotStyle, width: f64, height: f64) -> Result<PlotStyle, f64> {
        let mut look = PlotStyle { width, ..look.clone() };
        // legends may wrap otherwise once the axes' numbers change
        for _ in 0..4 {
            let spare = height - lay_out(self, &look.sound(), Angles::Radians).height;
            look.height_per_panel += spare / self.groups().len().max(1) as f64;
            look = look.sound();
        }
        let needed = lay_out(self, &look, Angles::Radians).height;
        if needed > height + self.groups().len() as f64 { Err(needed) } else { Ok(look) }
    }
}

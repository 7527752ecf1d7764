//! SVG drawn as PNG. Its letters are outlines of the embedded font, so that the same picture gives the same bytes
//! everywhere and no text needs to be shaped.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// Dots at most, about 256 MB while drawing.
const MOST_DOTS: f64 = 64e6;

/// A picture could not be drawn.
#[derive(Debug, thiserror::Error)]
pub enum PngError {
    /// the scale is no use
    #[error("a scale of {0} is no use; between 0.1 and 16 dots per px make a picture")]
    Scale(f64),
    /// too many dots
    #[error("the picture would have {wide} × {high} dots, more than the 64 million allowed; make it smaller")]
    TooLarge {
        /// dots
        wide: f64,
        /// dots
        high: f64,
    },
    /// the SVG is not one
    #[error("the picture cannot be drawn: {0}")]
    Drawing(String),
}

/// Draws one SVG with `scale` dots for each px.
pub fn draw(svg: &str, scale: f64) -> Result<Vec<u8>, PngError> {
    if !(0.1..=16.0).contains(&scale) {
        return Err(PngError::Scale(scale));
    }
    let said = |e: &dyn std::fmt::Display| PngError::Drawing(e.to_string());
    let tree = Tree::from_str(svg, &Options::default()).map_err(|e| said(&e))?;
    let [wide, high] =
        [tree.size().width(), tree.size().height()].map(|length| libm::ceil(f64::from(length) * scale).max(1.0));
    if wide * high > MOST_DOTS {
        return Err(PngError::TooLarge { wide, high });
    }
    let mut dots = Pixmap::new(wide as u32, high as u32).ok_or(PngError::TooLarge { wide, high })?;
    resvg::render(&tree, Transform::from_scale(scale as f32, scale as f32), &mut dots.as_mut());
    dots.encode_png().map_err(|e| said(&e))
}

//! Pictures of a run: plots as SVG and PNG, charts in the terminal, a page to share, pictures and movies of the
//! mechanism.
//!
//! Each is made of a [`Memory`](mainspring_record::Memory) (a run, or the part of it asked for) and has a check of
//! its labels ([`check`]). SVG plots carry their axes as attributes (see [`svg`]): the page's cursor and the test
//! that reads curves back use the same ones. The page's viewer is plain ES modules, embedded in the program as an
//! import map.
//!
//! Text is measured and drawn with one embedded font, so pictures are the same bytes everywhere. Colours of forces
//! are the same in pictures and on the page ([`Theme`]). Pictures show contact forces, and rings at impacts; the page
//! has a timeline of every pair.

mod axis;
mod canvas;
pub mod chart;
pub mod check;
#[cfg(test)]
mod colour_vision;
mod decimate;
mod field;
pub mod font;
mod histogram;
mod layout;
mod legend;
mod markers;
mod page;
mod plane;
mod plot;
mod plot_picture;
mod png;
mod raster;
pub mod render;
mod stroke;
mod style;
pub mod svg;
mod text;
mod tolerances;
mod unit;

pub use histogram::{Bin, Histogram, Sample};
pub use page::{Page, PageError};
pub use plane::PlanePicture;
pub use plot::{Curve, Marker, Plot};
pub use png::PngError;
pub use style::{PlotStyle, Theme, contrast};

//! Pictures of a run: plots as SVG and PNG, charts in the terminal, pictures and movies of the
//! mechanism.

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

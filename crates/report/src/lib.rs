//! Pictures of a run: plots as SVG and PNG, charts in the terminal, pictures and movies of the
//! mechanism.

mod axis;
mod canvas;
pub mod chart;
pub mod check;
#[cfg(test)]
mod eyes;
mod field;
pub mod font;
mod histogram;
mod layout;
mod legend;
mod look;
mod markers;
mod page;
mod plane;
mod plot;
mod png;
mod raster;
pub mod render;
mod stroke;
pub mod svg;
mod text;
mod thin;
mod unit;

pub use histogram::{Bin, Histogram, Sample};
pub use look::{Look, Theme, contrast};
pub use page::{Page, PageError};
pub use plane::PlanePicture;
pub use plot::{Curve, Marker, Plot};
pub use png::PngError;

//! Pictures of a run: plots as SVG.

mod axis;
pub mod font;
mod plot;
pub mod render;
mod svg;
mod text;
mod thin;
mod unit;

pub use plot::{Curve, Marker, Plot};

//! Pictures of a run: plots as SVG.

mod axis;
mod page;
mod plot;
mod svg;
mod text;
mod thin;
mod unit;

pub use page::{Page, PageError};
pub use plot::{Curve, Marker, Plot};

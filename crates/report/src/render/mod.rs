//! Pictures of a mechanism at any moment of its run, and movies of them.
//!
//! [`Film::new`] looks through a run once, for camera and colours; [`Film::picture`] lists what is drawn at a moment;
//! the list becomes an SVG ([`Picture::svg`]) or pixels ([`Picture::raster`]), and those PNG, GIF or APNG.

mod check;
pub(crate) mod colour;
mod contact_arrows;
mod contact_marks;
mod depth;
mod encode;
mod field_scale;
pub(crate) mod figure;
mod film;
mod film_picture;
mod film_setup;
pub(crate) mod glyphs;
mod ground;
mod labels;
mod list;
mod marks;
mod movie;
mod palette;
mod planar;
mod raster;
mod scale;
mod snapshot;
mod solid;
mod solid_primitives;
mod spatial;
mod style;
pub(crate) mod subsample;
mod trace;
mod trail_lines;
mod trails;
mod vector;
mod view;
mod windows;

pub use check::faults;
pub use colour::{Colour, Theme, contrast};
pub use contact_marks::Flash;
pub use encode::{ApngSink, FrameSink, GifSink, png};
pub use film::Film;
pub use list::{Item, Layer, Picture, Text};
pub use movie::{Format, PlaybackRate};
pub use raster::Image;
pub use snapshot::{Pose, Snapshot};
pub use solid::{Face, Line, Solids};
pub use style::{Camera, PictureStyle, RenderError};

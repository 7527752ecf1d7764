//! From what a scene says to what is there: builds a [`mainspring_model::Model`] from a definition.
//!
//! All errors of a scene are collected in one go. [`mod@build`] is the table of contents: each phase is a folder that
//! reads the finished results of those before it.
//!
//! **Placement** puts parts where `at` and the joints, in the order written, say. Loops are closed in the dynamics,
//! which knows the joints' residuals; this room cannot, because it comes before it.
//!
//! **Surfaces.** Statements on surfaces are gathered first: regions at once, so that `hole.region` works, the rest after
//! all parts are placed. Arrivals, departures, bins and edges become switches of parts.
//!
//! **Sweeps.** Every expression is evaluated the ordinary way, which finds what is wrong with it, and then once more
//! exactly: literals, units, names and `+ - * /` are kept as fractions, and floats are taken, as the fractions they are,
//! only where a function has been at work. A second evaluator costs less than an exact number in every value, which all
//! other scenes would carry for nothing; the tests hold the two against each other. Whether edges of outlines meet is
//! decided exactly.

mod actuators;
mod build;
mod channels;
pub mod codes;
mod contacts;
mod context;
mod elaborate;
mod evaluate;
mod joints;
mod limits;
mod loads;
mod measure;
mod options;
mod placing;
mod results;
mod settings;
mod shapes;
mod sweep;
mod tolerances;

pub use build::build;
pub use codes::CODES;
pub use options::{BuildOptions, Domain};

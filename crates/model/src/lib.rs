//! From what was said to what is there: a [`Model`] is flat, in SI units, checked, and immutable once built.

mod actuators;
mod build;
mod channels;
pub mod codes;
mod contacts;
mod context;
mod elaborate;
mod evaluate;
mod field_places;
mod fields;
mod functions;
mod joints;
mod limits;
mod loads;
mod measure;
pub mod model;
mod placing;
pub mod probe;
pub mod program;
mod results;
mod rigid;
mod settings;
mod shapes;
mod sweep;
mod switch;
mod table;
mod touch;

pub use codes::CODES;
pub use fields::*;
pub use functions::{BinaryFn, Jet, UnaryFn};
pub use model::*;
pub use probe::{Drawer, EnergyTerm, Level, Load, Probe, SweptQuantity};
pub use program::{Node, NodeId, Programs, Tape};
pub use sweep::*;
pub use switch::{Leaving, Switch, SwitchTarget, Trigger};
pub use table::{Interpolation, Table};
pub use touch::*;

use mainspring_definition::{Definition, Diagnostic, Expr};

/// What the caller adds to a scene: its name, other values, what to leave out, what else to measure.
#[derive(Clone, Debug, Default)]
pub struct BuildOptions {
    /// name of the model
    pub name: String,
    /// (dotted path, value): another value for a `let`, a parameter, an option, `gravity`, `run.duration` …
    pub overrides: Vec<(String, Expr)>,
    /// domains left out of the run
    pub without: Vec<Domain>,
    /// (text as typed, expression) to measure besides what the scene records
    pub probes: Vec<(String, Expr)>,
    /// names of `let` lines with one number whose way into the numbers of a sweep is kept
    pub dimensions: Vec<String>,
}

/// A part of the physics that a run may leave out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Domain {
    /// contacts, obstacles and stops of joints
    Contacts,
    /// friction in joints, between what touches and on the surface
    Friction,
    /// the field of gravity, and what presses parts on the surface
    Gravity,
    /// drives and actuators, windows, arrays and scripts
    Control,
}

/// Builds the model a definition describes.
///
/// # Errors
/// Everything found wrong in one go, in the order of the text, warnings among it; on success they are in the notes.
pub fn build(definition: &Definition, options: &BuildOptions) -> Result<Model, Vec<Diagnostic>> {
    build::build(definition, options)
}

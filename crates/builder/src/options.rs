//! What the caller of a build may choose.

use mainspring_definition::Expr;

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

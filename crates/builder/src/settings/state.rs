//! Settings of a scene: gravity, the run, and how contact is treated.

use mainspring_definition::Span;
use mainspring_model::Contacts;
use mainspring_model::RunSettings;

/// What is said once a scene, with where it is said.
#[derive(Default)]
pub struct Settings {
    pub gravity: Option<([f64; 3], Span)>,
    pub run: Option<(RunSettings, Span)>,
    /// how contact is treated; the pairs come later
    pub contacts: Contacts,
    pub method: Option<Span>,
    pub impact: Option<Span>,
}

//! Plots, pictures and pages.
//!
//! One program, because each one more has to be built and linked; what cannot share stands beside it.

mod charts;
mod contacts;
mod fields;
mod histograms;
mod looked_at;
#[path = "support/fields.rs"]
mod made_fields;
mod pages;
mod planes;
mod plots;
#[path = "support/read_back.rs"]
mod read_back;
mod render;
#[path = "support/touching.rs"]
mod touching;

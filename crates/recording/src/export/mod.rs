//! A recording for other programs: CSV, JSON, Parquet, Arrow, or a smaller recording. Streams, so any length goes.

#[cfg(feature = "tables")]
mod columns;
mod contact_rows;
#[cfg(feature = "tables")]
mod contact_tables;
mod contacts;
mod csv;
mod json;
mod run;
mod table;
#[cfg(feature = "tables")]
mod tables;

pub use contacts::export_contacts;
pub use run::{beside_clock, export, export_recording};
pub use table::{Format, TABLES};

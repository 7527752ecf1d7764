//! The columns and rows of the table of contacts.

use crate::damage::Damage;
use crate::export_error::ExportError;

/// Names and units of the columns; the first is the time, then come the words, then the numbers.
pub const COLUMNS: [(&str, &str); 13] = [
    ("time", "s"),
    ("first", ""),
    ("second", ""),
    ("feature_first", ""),
    ("feature_second", ""),
    ("mode", ""),
    ("gap", "m"),
    ("slip", "m/s"),
    ("normal_force", "N"),
    ("friction_force", "N"),
    ("x", "m"),
    ("y", "m"),
    ("z", "m"),
];
/// How many of them are words.
pub const WORDS: usize = 5;

/// One row.
pub struct Row<'a> {
    pub time: f64,
    pub words: [&'a str; WORDS],
    pub numbers: [f64; COLUMNS.len() - WORDS - 1],
}

/// What takes the rows.
pub trait Rows {
    fn row(&mut self, row: &Row<'_>) -> Result<(), ExportError>;
    fn finish(self: Box<Self>, damage: &[Damage]) -> Result<(), ExportError>;
}

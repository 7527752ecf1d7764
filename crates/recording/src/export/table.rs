//! What every exported table of frames is: its format, its rows, its first column.

use crate::damage::Damage;
use crate::export_error::ExportError;
use crate::stream::Item;

/// Name of a table's first column.
pub const CLOCK: &str = "time";

/// Whether this build writes Parquet and Arrow: the feature `tables`.
pub const TABLES: bool = cfg!(feature = "tables");

/// A table other programs read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// comma-separated values: `time` and a column for each quantity; with units in the names if requested
    Csv {
        /// `bob.position.y [m]` instead of `bob.position.y`
        units: bool,
    },
    /// one JSON object with columns, frames, events and ending; what is not finite is null
    Json,
    /// Parquet, units in the metadata of fields; where [`TABLES`] says so
    Parquet,
    /// Arrow IPC file, units in the metadata of fields; where [`TABLES`] says so
    Arrow,
}

/// What takes the frames of an export.
pub trait Table {
    fn frame(&mut self, time: f64, values: &[f64]) -> Result<(), ExportError>;
    fn other(&mut self, _item: Item<'_>) -> Result<(), ExportError> {
        Ok(())
    }
    fn finish(self: Box<Self>, damage: &[Damage]) -> Result<(), ExportError>;
}

/// Damage as a JSON list.
pub fn damaged(damage: &[Damage]) -> serde_json::Value {
    let one = |d: &Damage| {
        let Damage { time, frames, cause, range } = d;
        serde_json::json!({ "time": time, "frames": frames, "from": range.start, "to": range.end, "cause": cause })
    };
    serde_json::Value::from(damage.iter().map(one).collect::<Vec<_>>())
}

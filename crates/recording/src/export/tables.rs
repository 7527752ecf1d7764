//! The table of frames as Parquet and Arrow: a column of floats for time and for each quantity.

use super::columns::{Arrow, Column, Columns, Parquet, Value};
use super::table::{CLOCK, Table};
use crate::damage::Damage;
use crate::export_error::ExportError;
use mainspring_record::Schema;
use std::io::Write;

/// Its columns.
pub fn columns(schema: &Schema) -> Columns {
    let clock = std::iter::once((CLOCK, "s".to_owned()));
    let all = clock.chain(schema.columns.iter().map(|c| (c.name.as_str(), c.unit())));
    Columns::new(schema, all.map(|(name, unit)| (name, unit, Column::Numbers(Vec::new()))).collect())
}

fn row(time: f64, values: &[f64]) -> impl Iterator<Item = Value<'static>> {
    std::iter::once(time).chain(values.iter().copied()).map(Value::JsonFloat)
}

impl<W: Write> Table for Arrow<W> {
    fn frame(&mut self, time: f64, values: &[f64]) -> Result<(), ExportError> {
        self.row(row(time, values))
    }

    fn finish(self: Box<Self>, _: &[Damage]) -> Result<(), ExportError> {
        self.close()
    }
}

impl<W: Write + Send> Table for Parquet<W> {
    fn frame(&mut self, time: f64, values: &[f64]) -> Result<(), ExportError> {
        self.row(row(time, values))
    }

    fn finish(self: Box<Self>, _: &[Damage]) -> Result<(), ExportError> {
        self.close()
    }
}

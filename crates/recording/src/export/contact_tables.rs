//! The table of contacts as Parquet and Arrow: words as text, numbers as floats.

use super::columns::{Arrow, Column, Columns, Parquet, Value};
use super::contact_rows::{COLUMNS, Row, Rows, WORDS};
use crate::damage::Damage;
use crate::export_error::ExportError;
use mainspring_record::Schema;
use std::io::Write;

/// Its columns: the time, the words, the numbers.
pub fn columns(schema: &Schema) -> Columns {
    let one = |(i, (name, unit)): (usize, &(&'static str, &str))| {
        let words = (1..=WORDS).contains(&i);
        let column = if words { Column::Words(Vec::new()) } else { Column::Numbers(Vec::new()) };
        (*name, (*unit).to_owned(), column)
    };
    Columns::new(schema, COLUMNS.iter().enumerate().map(one).collect())
}

fn values<'a>(row: &Row<'a>) -> impl Iterator<Item = Value<'a>> {
    let (words, numbers) = (row.words.map(Value::Word), row.numbers.map(Value::JsonFloat));
    std::iter::once(Value::JsonFloat(row.time)).chain(words).chain(numbers)
}

impl<W: Write> Rows for Arrow<W> {
    fn row(&mut self, row: &Row<'_>) -> Result<(), ExportError> {
        self.row(values(row))
    }

    fn finish(self: Box<Self>, _: &[Damage]) -> Result<(), ExportError> {
        self.close()
    }
}

impl<W: Write + Send> Rows for Parquet<W> {
    fn row(&mut self, row: &Row<'_>) -> Result<(), ExportError> {
        self.row(values(row))
    }

    fn finish(self: Box<Self>, _: &[Damage]) -> Result<(), ExportError> {
        self.close()
    }
}

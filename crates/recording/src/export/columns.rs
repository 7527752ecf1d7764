//! Columns that gather rows and go to a file of Arrow or Parquet batch by batch, for every table.

use crate::export_error::ExportError;
use crate::front::about;
use arrow_array::{ArrayRef, Float64Array, RecordBatch, StringArray};
use arrow_ipc::writer::FileWriter;
use arrow_schema::{ArrowError, DataType, Field, Schema as TableSchema};
use mainspring_record::Schema;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use std::collections::HashMap;
use std::io::Write;
use std::sync::Arc;

/// Values gathered before they are handed on.
const BATCH: usize = 1 << 20;
/// Values of a Parquet row group, which its writer holds in memory.
const GROUP: usize = 1 << 24;

impl From<ArrowError> for ExportError {
    fn from(error: ArrowError) -> Self {
        Self::Table(error.to_string())
    }
}

impl From<ParquetError> for ExportError {
    fn from(error: ParquetError) -> Self {
        Self::Table(error.to_string())
    }
}

/// A column's values.
pub enum Column {
    Numbers(Vec<f64>),
    Words(Vec<String>),
}

impl Column {
    fn kind(&self) -> DataType {
        match self {
            Self::Numbers(_) => DataType::Float64,
            Self::Words(_) => DataType::Utf8,
        }
    }

    /// Its values as an array; empty afterwards.
    fn take(&mut self) -> ArrayRef {
        match self {
            Self::Numbers(list) => Arc::new(Float64Array::from(std::mem::take(list))),
            Self::Words(list) => Arc::new(StringArray::from(std::mem::take(list))),
        }
    }
}

/// A value of a row.
#[derive(Clone, Copy)]
pub enum Value<'a> {
    JsonFloat(f64),
    Word(&'a str),
}

/// Columns that gather, units in the metadata of the fields.
pub struct Columns {
    schema: Arc<TableSchema>,
    list: Vec<Column>,
    rows: usize,
    /// rows of a batch
    most: usize,
}

impl Columns {
    /// Empty ones: name, unit and kind of each.
    pub fn new(schema: &Schema, list: Vec<(&str, String, Column)>) -> Self {
        let field = |(name, unit, column): &(&str, String, Column)| {
            Field::new(*name, column.kind(), false).with_metadata(HashMap::from([("unit".to_owned(), unit.clone())]))
        };
        let fields: Vec<Field> = list.iter().map(field).collect();
        let metadata: HashMap<String, String> =
            about(schema).into_iter().map(|(key, value)| (format!("mainspring.{key}"), value)).collect();
        let most = (BATCH / list.len().max(1)).max(1);
        let list = list.into_iter().map(|(_, _, column)| column).collect();
        Self { schema: Arc::new(TableSchema::new(fields).with_metadata(metadata)), list, rows: 0, most }
    }

    /// One more row; whether it is time to hand on.
    fn push<'a>(&mut self, row: impl Iterator<Item = Value<'a>>) -> bool {
        for (column, value) in self.list.iter_mut().zip(row) {
            match (column, value) {
                (Column::Numbers(list), Value::JsonFloat(x)) => list.push(x),
                (Column::Words(list), Value::Word(word)) => list.push(word.to_owned()),
                // a batch whose columns differ in length is refused when it is taken
                (Column::Numbers(_), Value::Word(_)) | (Column::Words(_), Value::JsonFloat(_)) => {}
            }
        }
        self.rows += 1;
        self.rows >= self.most
    }

    fn take(&mut self) -> Result<RecordBatch, ArrowError> {
        self.rows = 0;
        RecordBatch::try_new(Arc::clone(&self.schema), self.list.iter_mut().map(Column::take).collect())
    }
}

pub struct Arrow<W: Write> {
    writer: FileWriter<W>,
    columns: Columns,
}

impl<W: Write> Arrow<W> {
    pub fn new(out: W, columns: Columns) -> Result<Self, ExportError> {
        Ok(Self { writer: FileWriter::try_new(out, &columns.schema)?, columns })
    }

    pub fn row<'a>(&mut self, row: impl Iterator<Item = Value<'a>>) -> Result<(), ExportError> {
        if self.columns.push(row) {
            self.writer.write(&self.columns.take()?)?;
        }
        Ok(())
    }

    pub fn close(mut self) -> Result<(), ExportError> {
        self.writer.write(&self.columns.take()?)?;
        self.writer.finish()?;
        Ok(self.writer.get_mut().flush()?)
    }
}

pub struct Parquet<W: Write + Send> {
    writer: ArrowWriter<W>,
    columns: Columns,
    /// rows in the open row group, and how many it may have
    rows: usize,
    most: usize,
}

impl<W: Write + Send> Parquet<W> {
    pub fn new(out: W, columns: Columns) -> Result<Self, ExportError> {
        let level = ZstdLevel::try_new(3)?;
        let properties = WriterProperties::builder().set_compression(Compression::ZSTD(level)).build();
        let most = (GROUP / columns.list.len().max(1)).max(1);
        let writer = ArrowWriter::try_new(out, Arc::clone(&columns.schema), Some(properties))?;
        Ok(Self { writer, columns, rows: 0, most })
    }

    pub fn row<'a>(&mut self, row: impl Iterator<Item = Value<'a>>) -> Result<(), ExportError> {
        if self.columns.push(row) { self.hand_on() } else { Ok(()) }
    }

    pub fn close(mut self) -> Result<(), ExportError> {
        self.hand_on()?;
        self.writer.close()?;
        Ok(())
    }

    /// What makes up a row group is written, so that memory stays flat.
    fn hand_on(&mut self) -> Result<(), ExportError> {
        let batch = self.columns.take()?;
        self.rows += batch.num_rows();
        self.writer.write(&batch)?;
        if self.rows >= self.most {
            self.rows = 0;
            self.writer.flush()?;
        }
        Ok(())
    }
}

//! Parquet and Arrow: a column of floats for time and for each quantity, units in the metadata of the fields.

use super::{ExportError, Table, about};
use crate::damage::Damage;
use arrow_array::{ArrayRef, Float64Array, RecordBatch};
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

/// Numbers gathered before they are handed on.
const BATCH: usize = 1 << 20;
/// Numbers of a Parquet row group, which its writer holds in memory.
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

/// Columns that gather.
struct Batch {
    schema: Arc<TableSchema>,
    columns: Vec<Vec<f64>>,
    /// frames a batch
    most: usize,
}

impl Batch {
    fn new(schema: &Schema) -> Self {
        let field = |name: &str, unit: String| {
            Field::new(name, DataType::Float64, false).with_metadata(HashMap::from([("unit".to_owned(), unit)]))
        };
        let mut fields = vec![field("time", "s".to_owned())];
        fields.extend(schema.columns.iter().map(|c| field(&c.name, c.unit())));
        let metadata: HashMap<String, String> =
            about(schema).into_iter().map(|(key, value)| (format!("mainspring.{key}"), value)).collect();
        let columns = vec![Vec::new(); fields.len()];
        let most = (BATCH / fields.len()).max(1);
        Self { schema: Arc::new(TableSchema::new(fields).with_metadata(metadata)), columns, most }
    }

    fn push(&mut self, time: f64, values: &[f64]) -> bool {
        for (column, value) in self.columns.iter_mut().zip(std::iter::once(&time).chain(values)) {
            column.push(*value);
        }
        self.columns[0].len() >= self.most
    }

    fn take(&mut self) -> Result<RecordBatch, ArrowError> {
        let arrays = self.columns.iter_mut().map(|c| Arc::new(Float64Array::from(std::mem::take(c))) as ArrayRef);
        RecordBatch::try_new(Arc::clone(&self.schema), arrays.collect())
    }
}

pub struct Arrow<W: Write> {
    writer: FileWriter<W>,
    batch: Batch,
}

impl<W: Write> Arrow<W> {
    pub fn new(out: W, schema: &Schema) -> Result<Self, ExportError> {
        let batch = Batch::new(schema);
        Ok(Self { writer: FileWriter::try_new(out, &batch.schema)?, batch })
    }
}

impl<W: Write> Table for Arrow<W> {
    fn frame(&mut self, time: f64, values: &[f64]) -> Result<(), ExportError> {
        if self.batch.push(time, values) {
            self.writer.write(&self.batch.take()?)?;
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>, _: &[Damage]) -> Result<(), ExportError> {
        self.writer.write(&self.batch.take()?)?;
        self.writer.finish()?;
        Ok(self.writer.get_mut().flush()?)
    }
}

pub struct Parquet<W: Write + Send> {
    writer: ArrowWriter<W>,
    batch: Batch,
    /// frames in the open row group, and how many it may have
    rows: usize,
    most: usize,
}

impl<W: Write + Send> Parquet<W> {
    pub fn new(out: W, schema: &Schema) -> Result<Self, ExportError> {
        let batch = Batch::new(schema);
        let level = ZstdLevel::try_new(3)?;
        let properties = WriterProperties::builder().set_compression(Compression::ZSTD(level)).build();
        let most = (GROUP / batch.columns.len()).max(1);
        let writer = ArrowWriter::try_new(out, Arc::clone(&batch.schema), Some(properties))?;
        Ok(Self { writer, batch, rows: 0, most })
    }

    fn hand_on(&mut self) -> Result<(), ExportError> {
        let batch = self.batch.take()?;
        self.rows += batch.num_rows();
        self.writer.write(&batch)?;
        if self.rows >= self.most {
            self.rows = 0;
            self.writer.flush()?;
        }
        Ok(())
    }
}

impl<W: Write + Send> Table for Parquet<W> {
    fn frame(&mut self, time: f64, values: &[f64]) -> Result<(), ExportError> {
        if self.batch.push(time, values) { self.hand_on() } else { Ok(()) }
    }

    fn finish(mut self: Box<Self>, _: &[Damage]) -> Result<(), ExportError> {
        self.hand_on()?;
        self.writer.close()?;
        Ok(())
    }
}

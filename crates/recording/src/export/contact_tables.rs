//! The table of contacts as Parquet and Arrow: words as text, numbers as floats, units in the metadata of the fields.

use super::contacts::{COLUMNS, Row, Rows, WORDS};
use super::{ExportError, about};
use crate::damage::Damage;
use arrow_array::{ArrayRef, Float64Array, RecordBatch, StringArray};
use arrow_ipc::writer::FileWriter;
use arrow_schema::{ArrowError, DataType, Field, Schema as TableSchema};
use mainspring_record::Schema;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::properties::WriterProperties;
use std::collections::HashMap;
use std::io::Write;
use std::sync::Arc;

/// Rows gathered before they are handed on.
const BATCH: usize = 1 << 16;

struct Batch {
    schema: Arc<TableSchema>,
    words: [Vec<String>; WORDS],
    /// time, then the numbers
    numbers: [Vec<f64>; COLUMNS.len() - WORDS],
}

impl Batch {
    fn new(schema: &Schema) -> Self {
        let field = |(i, (name, unit)): (usize, &(&str, &str))| {
            let kind = if (1..=WORDS).contains(&i) { DataType::Utf8 } else { DataType::Float64 };
            Field::new(*name, kind, false).with_metadata(HashMap::from([("unit".to_owned(), (*unit).to_owned())]))
        };
        let fields: Vec<Field> = COLUMNS.iter().enumerate().map(field).collect();
        let metadata: HashMap<String, String> =
            about(schema).into_iter().map(|(key, value)| (format!("mainspring.{key}"), value)).collect();
        let schema = Arc::new(TableSchema::new(fields).with_metadata(metadata));
        Self { schema, words: Default::default(), numbers: Default::default() }
    }

    /// Whether it is full.
    fn push(&mut self, row: &Row<'_>) -> bool {
        self.words.iter_mut().zip(row.words).for_each(|(list, word)| list.push(word.to_owned()));
        let numbers = std::iter::once(row.time).chain(row.numbers);
        self.numbers.iter_mut().zip(numbers).for_each(|(list, x)| list.push(x));
        self.numbers[0].len() >= BATCH
    }

    fn take(&mut self) -> Result<RecordBatch, ArrowError> {
        let floats = |list: &mut Vec<f64>| Arc::new(Float64Array::from(std::mem::take(list))) as ArrayRef;
        let mut arrays = vec![floats(&mut self.numbers[0])];
        arrays.extend(self.words.iter_mut().map(|list| Arc::new(StringArray::from(std::mem::take(list))) as ArrayRef));
        arrays.extend(self.numbers[1..].iter_mut().map(floats));
        RecordBatch::try_new(Arc::clone(&self.schema), arrays)
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

impl<W: Write> Rows for Arrow<W> {
    fn row(&mut self, row: &Row<'_>) -> Result<(), ExportError> {
        if self.batch.push(row) {
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
}

impl<W: Write + Send> Parquet<W> {
    pub fn new(out: W, schema: &Schema) -> Result<Self, ExportError> {
        let batch = Batch::new(schema);
        let level = ZstdLevel::try_new(3)?;
        let properties = WriterProperties::builder().set_compression(Compression::ZSTD(level)).build();
        Ok(Self { writer: ArrowWriter::try_new(out, Arc::clone(&batch.schema), Some(properties))?, batch })
    }
}

impl<W: Write + Send> Rows for Parquet<W> {
    fn row(&mut self, row: &Row<'_>) -> Result<(), ExportError> {
        if self.batch.push(row) {
            self.writer.write(&self.batch.take()?)?;
            // what is handed on is written, so that memory stays flat
            self.writer.flush()?;
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>, _: &[Damage]) -> Result<(), ExportError> {
        self.writer.write(&self.batch.take()?)?;
        self.writer.close()?;
        Ok(())
    }
}

//! The table of contacts: one row for each point where parts touch in a frame.

use super::contact_rows::{COLUMNS, Row, Rows};
use super::csv::push_quoted;
use super::table::{Format, damaged};
use crate::damage::Damage;
use crate::export_error::ExportError;
use crate::front::about;
use crate::selection::Selection;
use crate::stream::{Item, Stream};
use mainspring_record::{ContactMark, Schema};
use std::fmt::Write as _;
use std::io::Write;

/// Writes every point of contact in the part `selection` of a run as a table; returns how many there are. A run in
/// which nothing touches has a table without rows.
///
/// # Errors
/// The recording cannot be read or the table not written.
pub fn export_contacts<'o>(
    stream: &mut dyn Stream,
    selection: &Selection,
    format: Format,
    out: impl Write + Send + 'o,
) -> Result<u64, ExportError> {
    let schema = stream.schema().clone();
    let mut table: Box<dyn Rows + 'o> = match format {
        Format::Csv { units } => Box::new(Csv::new(out, units)),
        Format::Json => Box::new(Json::new(out, &schema)?),
        #[cfg(feature = "tables")]
        Format::Parquet => Box::new(super::columns::Parquet::new(out, super::contact_tables::columns(&schema))?),
        #[cfg(feature = "tables")]
        Format::Arrow => Box::new(super::columns::Arrow::new(out, super::contact_tables::columns(&schema))?),
        #[cfg(not(feature = "tables"))]
        Format::Parquet | Format::Arrow => return Err(ExportError::NoTables),
    };
    let mut spacing = selection.spacing();
    let mut count = 0;
    while let Some(item) = stream.next()? {
        let Item::Frame(frame) = item else { continue };
        if !spacing.takes(frame.time) {
            continue;
        }
        for mark in frame.contacts {
            put(table.as_mut(), &schema, frame.time, mark)?;
            count += 1;
        }
    }
    table.finish(stream.damage())?;
    Ok(count)
}

fn put(table: &mut dyn Rows, schema: &Schema, time: f64, mark: &ContactMark) -> Result<(), ExportError> {
    let [first, second] = match schema.contact_pairs.get(mark.pair as usize) {
        Some([a, b]) => [a.as_str(), b.as_str()],
        None => ["", ""],
    };
    let [a, b] = mark.features.map(|f| f.to_string());
    let [x, y, z] = mark.point;
    table.row(&Row {
        time,
        words: [first, second, &a, &b, mark.mode.word()],
        numbers: [mark.gap, mark.slip, mark.normal_force(), mark.friction_force(), x, y, z],
    })
}

struct Csv<W> {
    out: W,
    text: String,
}

impl<W> Csv<W> {
    fn new(out: W, units: bool) -> Self {
        let named = COLUMNS.map(|(name, unit)| match unit {
            "" => name.to_owned(),
            _ if units => format!("{name} [{unit}]"),
            _ => name.to_owned(),
        });
        Self { out, text: named.join(",") + "\n" }
    }
}

impl<W: Write> Rows for Csv<W> {
    fn row(&mut self, row: &Row<'_>) -> Result<(), ExportError> {
        let _infallible = write!(self.text, "{:?}", row.time);
        for word in row.words {
            self.text.push(',');
            push_quoted(&mut self.text, word);
        }
        for number in row.numbers {
            let _infallible = write!(self.text, ",{number:?}");
        }
        self.text.push('\n');
        if self.text.len() >= 1 << 16 {
            self.out.write_all(self.text.as_bytes())?;
            self.text.clear();
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>, _: &[Damage]) -> Result<(), ExportError> {
        self.out.write_all(self.text.as_bytes())?;
        Ok(self.out.flush()?)
    }
}

/// One object: what was run, columns with units, rows as lists, damage.
struct Json<W> {
    out: W,
    first: bool,
}

impl<W: Write> Json<W> {
    fn new(mut out: W, schema: &Schema) -> Result<Self, ExportError> {
        let run: serde_json::Map<String, serde_json::Value> =
            about(schema).into_iter().filter(|(key, _)| key != "text").map(|(k, v)| (k, v.into())).collect();
        let columns: Vec<serde_json::Value> =
            COLUMNS.iter().map(|(name, unit)| serde_json::json!({ "name": name, "unit": unit })).collect();
        let (run, columns) = (serde_json::Value::from(run), serde_json::Value::from(columns));
        write!(out, "{{\n\"run\": {run},\n\"columns\": {columns},\n\"contacts\": [")?;
        Ok(Self { out, first: true })
    }
}

impl<W: Write> Rows for Json<W> {
    fn row(&mut self, row: &Row<'_>) -> Result<(), ExportError> {
        let mut list = vec![serde_json::Value::from(row.time)];
        list.extend(row.words.iter().map(|w| serde_json::Value::from(*w)));
        list.extend(row.numbers.iter().map(|x| serde_json::Value::from(*x)));
        write!(self.out, "{}\n{}", if self.first { "" } else { "," }, serde_json::Value::from(list))?;
        self.first = false;
        Ok(())
    }

    fn finish(mut self: Box<Self>, damage: &[Damage]) -> Result<(), ExportError> {
        write!(self.out, "\n],\n\"damage\": {}\n}}\n", damaged(damage))?;
        Ok(self.out.flush()?)
    }
}

//! Comma-separated values, as anything opens them: names, then the shortest decimals that give the same floats back.

use super::table::Table;
use crate::damage::Damage;
use crate::export_error::ExportError;
use mainspring_record::Schema;
use std::fmt::Write as _;
use std::io::Write;

/// Lines are handed on when this many bytes have gathered.
const BLOCK: usize = 1 << 16;

pub struct Csv<W> {
    out: W,
    text: String,
}

impl<W: Write> Csv<W> {
    pub fn new(out: W, schema: &Schema, units: bool) -> Result<Self, ExportError> {
        let mut text = String::from(if units { "time [s]" } else { "time" });
        for column in &schema.columns {
            let unit = column.unit();
            let unit = if units && !unit.is_empty() { format!(" [{unit}]") } else { String::new() };
            text.push(',');
            push_quoted(&mut text, &format!("{}{unit}", column.name));
        }
        text.push('\n');
        Ok(Self { out, text })
    }
}

impl<W: Write> Table for Csv<W> {
    fn frame(&mut self, time: f64, values: &[f64]) -> Result<(), ExportError> {
        // the debug form is the shortest that reads back the same, with an exponent where that is shorter
        let _infallible = write!(self.text, "{time:?}");
        for value in values {
            let _infallible = write!(self.text, ",{value:?}");
        }
        self.text.push('\n');
        if self.text.len() >= BLOCK {
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

/// Quotes a name that holds a comma, quote, `#` or space at its ends; line breaks become spaces.
pub fn push_quoted(line: &mut String, name: &str) {
    let name = name.replace(['\n', '\r'], " ");
    if name.contains([',', '"', '#']) || name.trim() != name || name.is_empty() {
        line.push('"');
        line.push_str(&name.replace('"', "\"\""));
        line.push('"');
    } else {
        line.push_str(&name);
    }
}

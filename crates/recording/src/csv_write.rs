//! A run as comma-separated values.
//!
//! ```text
//! # mainspring recording 1
//! # scene: "pendulum"
//! # version: "0.1.0"
//! # settings: [["rtol","1e-9"]]
//! # units: ["s","rad"]
//! # columns: [{"name":"o.angle","dimension":{"length":0,"mass":0,"time":0},"angle":true}]
//! time,o.angle
//! 0.0,0.5
//! 0.01,0.4997
//! # event: {"time":0.0123,"order":0,"kind":"release","who":["o"],"numbers":[],"text":"o let go"}
//! 0.02,0.4989
//! # end
//! ```
//! After `#` a keyword and JSON; the rest opens anywhere that skips comments (`pandas.read_csv(file, comment="#")`).
//! Values are the shortest decimals that give the same float back. Only whole lines are written, in blocks: a file
//! whose run was killed reads up to its last block and lacks `# end`.

use mainspring_record::{Event, Schema, Sink, SinkError};
use serde::Serialize;
use std::fmt::Write as _;
use std::fs::File;
use std::io::Write;
use std::path::Path;

/// Lines are handed on when this many bytes have gathered.
const BLOCK: usize = 1 << 16;

/// Writes a run as comma-separated values.
#[derive(Debug)]
pub struct CsvSink<W: Write> {
    out: W,
    block: String,
    /// set by `begin`
    columns: Option<usize>,
    ended: bool,
}

impl CsvSink<File> {
    /// Writes to a new file at `path`; one that is there is replaced.
    ///
    /// # Errors
    /// The file cannot be made.
    pub fn create(path: impl AsRef<Path>) -> Result<Self, SinkError> {
        let path = path.as_ref();
        let file = File::create(path).map_err(|e| SinkError { cause: format!("{}: {e}", path.display()) })?;
        Ok(Self::new(file))
    }
}

impl<W: Write> CsvSink<W> {
    /// Writes to `out`, which need not buffer.
    pub fn new(out: W) -> Self {
        Self { out, block: String::new(), columns: None, ended: false }
    }

    fn comment(&mut self, keyword: &str, value: &impl Serialize) -> Result<(), SinkError> {
        let json = serde_json::to_string(value).map_err(|e| SinkError { cause: e.to_string() })?;
        self.block.push_str("# ");
        self.block.push_str(keyword);
        self.block.push_str(": ");
        self.block.push_str(&json);
        self.block.push('\n');
        Ok(())
    }

    fn number(&mut self, value: f64) {
        // the debug form is the shortest that reads back the same, with an exponent where that is shorter
        let _infallible = write!(self.block, "{value:?}");
    }

    fn pass_on(&mut self) -> Result<(), SinkError> {
        let result = self.out.write_all(self.block.as_bytes()).and_then(|()| self.out.flush());
        self.block.clear();
        result.map_err(|e| SinkError { cause: e.to_string() })
    }
}

impl<W: Write> Sink for CsvSink<W> {
    fn begin(&mut self, schema: &Schema) -> Result<(), SinkError> {
        if self.columns.is_some() {
            return Err(SinkError { cause: "a second run was begun in the same file".to_owned() });
        }
        self.columns = Some(schema.columns.len());
        self.block.push_str("# mainspring recording 1\n");
        self.comment("scene", &schema.scene)?;
        self.comment("version", &schema.version)?;
        self.comment("settings", &schema.settings)?;
        let units: Vec<String> =
            std::iter::once("s".to_owned()).chain(schema.columns.iter().map(|c| c.unit())).collect();
        self.comment("units", &units)?;
        self.comment("columns", &schema.columns)?;
        self.block.push_str("time");
        for column in &schema.columns {
            self.block.push(',');
            push_quoted(&mut self.block, &column.name);
        }
        self.block.push('\n');
        self.pass_on()
    }

    fn frame(&mut self, time: f64, values: &[f64]) -> Result<(), SinkError> {
        if self.columns != Some(values.len()) {
            let expected = self.columns.map_or_else(|| "none before `begin`".to_owned(), |c| c.to_string());
            return Err(SinkError { cause: format!("a frame of {} values, expected {expected}", values.len()) });
        }
        self.number(time);
        for &value in values {
            self.block.push(',');
            self.number(value);
        }
        self.block.push('\n');
        if self.block.len() >= BLOCK { self.pass_on() } else { Ok(()) }
    }

    fn event(&mut self, event: &Event) -> Result<(), SinkError> {
        self.comment("event", event)?;
        if self.block.len() >= BLOCK { self.pass_on() } else { Ok(()) }
    }

    fn finish(&mut self) -> Result<(), SinkError> {
        if !self.ended {
            self.ended = true;
            self.block.push_str("# end\n");
        }
        self.pass_on()
    }
}

impl<W: Write> Drop for CsvSink<W> {
    /// What has gathered is still written when a run breaks off without `finish`; there is nobody left to tell of failure.
    fn drop(&mut self) {
        if !self.block.is_empty() {
            let _nobody_to_tell = self.pass_on();
        }
    }
}

/// Quotes a name that holds a comma, quote, `#` or space at its ends; line breaks become spaces.
fn push_quoted(line: &mut String, name: &str) {
    let name = name.replace(['\n', '\r'], " ");
    if name.contains([',', '"', '#']) || name.trim() != name || name.is_empty() {
        line.push('"');
        line.push_str(&name.replace('"', "\"\""));
        line.push('"');
    } else {
        line.push_str(&name);
    }
}

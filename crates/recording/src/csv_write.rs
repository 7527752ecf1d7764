//! A run as two files: a plain table, and beside it what the table means.
//!
//! `recording.csv`, which anything opens (`pandas.read_csv(file)`):
//! ```text
//! time,o.angle
//! 0.0,0.5
//! 0.01,0.4997
//! ```
//! `recording.jsonl`, one JSON object a line, in the order they came:
//! ```text
//! {"run":{"scene":"pendulum","version":"0.1.0","settings":[["rtol","1e-9"]],"columns":[{"name":"o.angle",…,"unit":"rad"}]}}
//! {"event":{"time":0.0123,"order":0,"kind":"release","who":["o"],"numbers":[],"text":"o let go"}}
//! {"end":{"frames":2}}
//! ```
//! Values are the shortest decimals that give the same float back, in SI. Both files only grow, by whole lines, so a
//! run that was killed reads up to there and lacks `end`: events are written at once, frames in blocks or after a second.

use crate::line::Line;
use mainspring_record::{Ending, Event, Frame, Schema, Sink, SinkError};
use std::fmt::Write as _;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Lines are handed on when this many bytes have gathered,
const BLOCK: usize = 1 << 16;
/// or the oldest has waited this long.
const WAIT: Duration = Duration::from_secs(1);

/// Writes a run as comma-separated values, with what they mean beside them.
#[derive(Debug)]
pub struct CsvSink<W: Write> {
    table: W,
    about: W,
    block: String,
    /// when the block was last handed on
    handed: Instant,
    /// set by `begin`
    columns: Option<usize>,
    frames: u64,
    ended: bool,
}

/// The file beside the table at `path`: the same name, ending in `.jsonl`.
#[must_use]
pub fn beside(path: &Path) -> PathBuf {
    let other = path.with_extension("jsonl");
    // a table that is itself called so
    if other == path { path.with_extension("jsonl.jsonl") } else { other }
}

impl CsvSink<File> {
    /// Writes to new files, a table at `path` and the one [`beside`] it; those that are there are replaced.
    ///
    /// # Errors
    /// A file cannot be made.
    pub fn create(path: impl AsRef<Path>) -> Result<Self, SinkError> {
        let path = path.as_ref();
        let made =
            |p: &Path| File::create(p).map_err(|e| SinkError { cause: format!("cannot write `{}`: {e}", p.display()) });
        Ok(Self::new(made(path)?, made(&beside(path))?))
    }
}

impl<W: Write> CsvSink<W> {
    /// Writes frames to `table` and the rest to `about`; neither need buffer.
    pub fn new(table: W, about: W) -> Self {
        Self { table, about, block: String::new(), handed: Instant::now(), columns: None, frames: 0, ended: false }
    }

    fn tell(&mut self, line: &Line) -> Result<(), SinkError> {
        let mut json = serde_json::to_string(line).map_err(|e| SinkError { cause: e.to_string() })?;
        json.push('\n');
        let result = self.about.write_all(json.as_bytes()).and_then(|()| self.about.flush());
        result.map_err(|e| SinkError { cause: e.to_string() })
    }

    fn number(&mut self, value: f64) {
        // the debug form is the shortest that reads back the same, with an exponent where that is shorter
        let _infallible = write!(self.block, "{value:?}");
    }

    fn pass_on(&mut self) -> Result<(), SinkError> {
        let result = self.table.write_all(self.block.as_bytes()).and_then(|()| self.table.flush());
        self.block.clear();
        self.handed = Instant::now();
        result.map_err(|e| SinkError { cause: e.to_string() })
    }
}

impl<W: Write> Sink for CsvSink<W> {
    fn begin(&mut self, schema: &Schema) -> Result<(), SinkError> {
        if self.columns.is_some() {
            return Err(SinkError { cause: "a second run was begun in the same file".to_owned() });
        }
        self.columns = Some(schema.columns.len());
        self.tell(&Line::run(schema))?;
        self.block.push_str("time");
        for column in &schema.columns {
            self.block.push(',');
            push_quoted(&mut self.block, &column.name);
        }
        self.block.push('\n');
        self.pass_on()
    }

    fn frame(&mut self, frame: &Frame<'_>) -> Result<(), SinkError> {
        let (time, values) = (frame.time, frame.values);
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
        self.frames += 1;
        if self.block.len() >= BLOCK || self.handed.elapsed() >= WAIT { self.pass_on() } else { Ok(()) }
    }

    fn event(&mut self, event: &Event) -> Result<(), SinkError> {
        self.tell(&Line::Event(event.clone()))
    }

    fn finish(&mut self, _ending: &Ending) -> Result<(), SinkError> {
        self.pass_on()?;
        if !self.ended {
            self.ended = true;
            self.tell(&Line::End { frames: self.frames })?;
        }
        Ok(())
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

/// A name as it stands in the header: without line breaks.
pub(crate) fn header_name(name: &str) -> String {
    name.replace(['\n', '\r'], " ")
}

/// Quotes a name that holds a comma, quote, `#` or space at its ends.
fn push_quoted(line: &mut String, name: &str) {
    let name = header_name(name);
    if name.contains([',', '"', '#']) || name.trim() != name || name.is_empty() {
        line.push('"');
        line.push_str(&name.replace('"', "\"\""));
        line.push('"');
    } else {
        line.push_str(&name);
    }
}

//! Reading a run back, whole or broken off.

use crate::csv_write::{beside, header_name};
use crate::line::Line;
use mainspring_record::{Column, Memory, Schema};
use std::fs::File;
use std::io::{BufRead, BufReader, ErrorKind};
use std::path::Path;

/// What the files hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Recording {
    /// schema, frames and events up to where the files end
    pub run: Memory,
    /// whether the writer closed it; false for a run that was killed
    pub complete: bool,
}

/// Why a file is no recording. Lines are counted from 1.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// the system said no
    #[error("cannot read the recording: {0}")]
    Io(#[from] std::io::Error),
    /// no line with column names
    #[error("this is no recording: there is no line of column names")]
    NoHeader,
    /// the first column is not `time`, or the names differ from those described
    #[error("line {line}: the column names are not those of a recording: {cause}")]
    Header {
        /// where
        line: usize,
        /// what is wrong
        cause: String,
    },
    /// a line of the file beside the table is not what it should be
    #[error("line {line} of the file beside the table: {cause}")]
    About {
        /// where
        line: usize,
        /// what is wrong
        cause: String,
    },
    /// too many or too few values
    #[error("line {line}: {found} values, expected {expected}")]
    Width {
        /// where
        line: usize,
        /// how many
        found: usize,
        /// how many there are columns, time included
        expected: usize,
    },
    /// not a number
    #[error("line {line}, column {column}: `{text}` is not a number")]
    Number {
        /// where
        line: usize,
        /// counted from 1, time first
        column: usize,
        /// what is there
        text: String,
    },
}

/// Reads the table at `path` and what lies [`beside`] it; without that, names are known but not units or events.
///
/// # Errors
/// It cannot be read, or is no recording; one broken off in the middle of a line is fine.
pub fn read(path: impl AsRef<Path>) -> Result<Recording, ReadError> {
    let path = path.as_ref();
    let table = BufReader::new(File::open(path)?);
    match File::open(beside(path)) {
        Ok(about) => read_from(table, BufReader::new(about)),
        Err(e) if e.kind() == ErrorKind::NotFound => read_from(table, std::io::empty()),
        Err(e) => Err(e.into()),
    }
}

/// Reads a table and what is said about it, both to their ends.
///
/// # Errors
/// As [`read`].
pub fn read_from(table: impl BufRead, about: impl BufRead) -> Result<Recording, ReadError> {
    let mut recording = Recording { run: Memory::default(), complete: false };
    let mut described = false;
    whole_lines(about, |number, text| {
        match Line::read(text).map_err(|e| ReadError::About { line: number, cause: e.to_string() })? {
            Line::Run(about) => {
                recording.run.schema = about.into();
                described = true;
            }
            Line::Event(event) => recording.run.events.push(event),
            Line::End { .. } => recording.complete = true,
        }
        Ok(())
    })?;
    let mut named = false;
    whole_lines(table, |number, text| {
        // a remark of somebody's
        if text.is_empty() || text.starts_with('#') {
            return Ok(());
        }
        if named {
            return read_frame(text, number, &mut recording.run);
        }
        named = true;
        read_names(text, number, described, &mut recording.run.schema)
    })?;
    if named { Ok(recording) } else { Err(ReadError::NoHeader) }
}

/// Every line with its number from 1, but one without its end: that was cut off when the writer died.
fn whole_lines(
    mut source: impl BufRead,
    mut take: impl FnMut(usize, &str) -> Result<(), ReadError>,
) -> Result<(), ReadError> {
    let mut line = String::new();
    for number in 1.. {
        line.clear();
        if source.read_line(&mut line)? == 0 {
            break;
        }
        let Some(text) = line.strip_suffix('\n') else { break };
        take(number, text.strip_suffix('\r').unwrap_or(text))?;
    }
    Ok(())
}

fn read_names(text: &str, line: usize, described: bool, schema: &mut Schema) -> Result<(), ReadError> {
    let mut names = split_quoted(text).into_iter();
    if names.next().as_deref() != Some("time") {
        return Err(ReadError::Header { line, cause: "the first is not `time`".to_owned() });
    }
    let names: Vec<String> = names.collect();
    if !described {
        // a table made elsewhere, or alone: plain numbers
        let plain = |name| Column { name, dimension: Default::default(), angle: false };
        schema.columns = names.into_iter().map(plain).collect();
    } else if !names.iter().eq(&schema.columns.iter().map(|c| header_name(&c.name)).collect::<Vec<_>>()) {
        let cause = "they are not those that the file beside it describes".to_owned();
        return Err(ReadError::Header { line, cause });
    }
    Ok(())
}

fn read_frame(text: &str, line: usize, run: &mut Memory) -> Result<(), ReadError> {
    let expected = run.schema.columns.len() + 1;
    let found = text.split(',').count();
    if found != expected {
        return Err(ReadError::Width { line, found, expected });
    }
    for (column, word) in text.split(',').enumerate() {
        let word = word.trim();
        let value: f64 =
            word.parse().map_err(|_| ReadError::Number { line, column: column + 1, text: word.to_owned() })?;
        if column == 0 {
            run.times.push(value);
        } else {
            run.values.push(value);
        }
    }
    Ok(())
}

fn split_quoted(text: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut quoted = false;
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        let field = fields.last_mut().expect("one field from the start");
        match c {
            '"' if quoted && characters.peek() == Some(&'"') => {
                characters.next();
                field.push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(String::new()),
            c => field.push(c),
        }
    }
    fields
}

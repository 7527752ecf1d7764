//! Reading a run back, whole or broken off.

use mainspring_record::{Column, Event, Memory, Schema};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// What a file holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Recording {
    /// schema, frames and events up to where the file ends
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
    /// the first column is not `time`, or the names differ from those in the comment
    #[error("line {line}: the column names are not those of a recording: {cause}")]
    Header {
        /// where
        line: usize,
        /// what is wrong
        cause: String,
    },
    /// a comment that should be JSON is not
    #[error("line {line}: cannot read `{keyword}`: {cause}")]
    Comment {
        /// where
        line: usize,
        /// which
        keyword: String,
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

/// Reads the file at `path`.
///
/// # Errors
/// It cannot be read, or is no recording; one broken off in the middle of a line is fine.
pub fn read(path: impl AsRef<Path>) -> Result<Recording, ReadError> {
    read_from(BufReader::new(File::open(path)?))
}

/// Reads from `source` to its end.
///
/// # Errors
/// As [`read`].
pub fn read_from(mut source: impl BufRead) -> Result<Recording, ReadError> {
    let mut recording = Recording { run: Memory::default(), complete: false };
    let mut named = false;
    let mut line = String::new();
    for number in 1.. {
        line.clear();
        if source.read_line(&mut line)? == 0 {
            break;
        }
        // without its end the line was cut off when the writer died
        let Some(text) = line.strip_suffix('\n') else { break };
        let text = text.strip_suffix('\r').unwrap_or(text);
        if let Some(comment) = text.strip_prefix('#') {
            read_comment(comment.trim(), number, &mut recording)?;
        } else if !named {
            read_names(text, number, &mut recording.run.schema)?;
            named = true;
        } else if !text.is_empty() {
            read_frame(text, number, &mut recording.run)?;
        }
    }
    if named { Ok(recording) } else { Err(ReadError::NoHeader) }
}

fn read_comment(comment: &str, line: usize, recording: &mut Recording) -> Result<(), ReadError> {
    let (keyword, json) = comment.split_once(": ").unwrap_or((comment, ""));
    let bad = |e: serde_json::Error| ReadError::Comment { line, keyword: keyword.to_owned(), cause: e.to_string() };
    let schema = &mut recording.run.schema;
    match keyword {
        "scene" => schema.scene = serde_json::from_str(json).map_err(bad)?,
        "version" => schema.version = serde_json::from_str(json).map_err(bad)?,
        "settings" => schema.settings = serde_json::from_str(json).map_err(bad)?,
        "columns" => schema.columns = serde_json::from_str(json).map_err(bad)?,
        "event" => recording.run.events.push(read_event(json).map_err(bad)?),
        "end" => recording.complete = true,
        // units are told by the columns; anything else is somebody's remark
        _ => {}
    }
    Ok(())
}

fn read_event(json: &str) -> Result<Event, serde_json::Error> {
    // JSON has no NaN: it was written as null
    let mut value: serde_json::Value = serde_json::from_str(json)?;
    let mut missing = Vec::new();
    if let Some(numbers) = value.get_mut("numbers").and_then(|n| n.as_array_mut()) {
        for (i, pair) in numbers.iter_mut().enumerate() {
            if let Some(number) = pair.get_mut(1).filter(|n| n.is_null()) {
                *number = 0.0.into();
                missing.push(i);
            }
        }
    }
    let mut event: Event = serde_json::from_value(value)?;
    for i in missing {
        event.numbers[i].1 = f64::NAN;
    }
    Ok(event)
}

fn read_names(text: &str, line: usize, schema: &mut Schema) -> Result<(), ReadError> {
    let mut names = split_quoted(text).into_iter();
    if names.next().as_deref() != Some("time") {
        return Err(ReadError::Header { line, cause: "the first is not `time`".to_owned() });
    }
    let names: Vec<String> = names.collect();
    if schema.columns.is_empty() {
        // a table made elsewhere: plain numbers
        let plain = |name| Column { name, dimension: Default::default(), angle: false };
        schema.columns = names.into_iter().map(plain).collect();
    } else if schema.columns.len() != names.len() {
        let cause = format!("{} of them, but {} are described above", names.len(), schema.columns.len());
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

//! What of a recording is kept when its run is resumed.

use crate::damage::ReadError;
use crate::front::front;
use crate::recording::Recording;
use crate::recover::rebuilt_block;
use crate::scan::note_and_crc;
use crate::stream::{Item, Stream};
use crate::writer::{Writer, WriterStart};
use mainspring_record::{Schema, Sink, SinkError, shown};
use std::cmp::Ordering;
use std::fs::File;
use std::path::{Path, PathBuf};

/// A recording up to its last checkpoint, ready to be continued by [`Recorder::resume`](crate::Recorder::resume).
#[derive(Clone, Debug)]
pub struct ResumePoint {
    pub(crate) path: PathBuf,
    schema: Schema,
    pub(crate) begun: WriterStart,
    /// the engine's state at the checkpoint
    pub state: Vec<u8>,
}

/// Why a recording cannot be continued.
#[derive(Debug, thiserror::Error)]
pub enum ResumeError {
    /// it cannot be read
    #[error(transparent)]
    Read(#[from] ReadError),
    /// frames before the checkpoint are gone
    #[error("the recording is damaged before its last checkpoint ({0}), so the run would have a gap")]
    Damaged(String),
}

impl ResumePoint {
    /// Takes the recording at `path` up to the newest checkpoint that `wanted` accepts; none if there is none.
    ///
    /// # Errors
    /// It cannot be read, or lacks something before that checkpoint.
    pub fn newest(path: &Path, wanted: impl FnMut(&[u8]) -> bool) -> Result<Option<Self>, ResumeError> {
        let mut recording: Recording<File> = Recording::open(path)?;
        // everything that stays must be whole
        recording.verify()?;
        // a recovered recording has nothing wrong in it and lacks blocks: it is continued from before them
        let gap = recording.damage.iter().filter(|d| d.range.is_empty()).map(|d| d.range.start).min();
        let Some((last, state)) = recording.checkpoint_where(gap.unwrap_or(u64::MAX), wanted)? else {
            return Ok(None);
        };
        let entry = recording.entries[last];
        if let Some(damage) = recording.damage.iter().find(|d| d.range.start < entry.end()) {
            return Err(ResumeError::Damaged(damage.to_string()));
        }
        let (place, length) = (entry.note_offset(), recording.length);
        let touching = recording.widths.touching();
        let crc = note_and_crc(&mut recording.source, place, length, touching)?.filter(|(noted, _)| *noted == entry);
        let Some((_, crc)) = crc else {
            return Err(ResumeError::Damaged(format!("the note at byte {place}")));
        };
        // the note itself is part of what the checksum of the file covers
        let mut hasher = crc32fast::Hasher::new_with_initial_len(crc, place);
        let mut note = Vec::new();
        crate::writer::put_note(&entry, crc, &mut note);
        hasher.update(&note);
        let check = recording.check_of(&entry)?;
        hasher.update(&check);
        let entries = recording.entries[..=last].to_vec();
        let begun = WriterStart { at: entry.end() + check.len() as u64, crc: hasher.finalize(), entries };
        let schema = recording.front.schema;
        Ok(Some(Self { path: path.to_owned(), schema, begun, state }))
    }

    /// Time reached by what stays, s.
    #[must_use]
    pub fn time(&self) -> f64 {
        self.begun.entries.last().map_or(0.0, |e| e.last)
    }

    /// Frames that stay.
    #[must_use]
    pub fn frames(&self) -> u64 {
        self.begun.entries.iter().map(crate::block::Entry::frames).sum()
    }

    /// Gives what stays to another sink, for instance one that draws; it has begun already.
    ///
    /// # Errors
    /// The file cannot be read, or the sink takes no more.
    pub fn replay(&self, sink: &mut dyn Sink) -> Result<(), SinkError> {
        let said = |e: &dyn std::fmt::Display| SinkError::new(format!("`{}`: {e}", shown(&self.path)));
        let mut recording = Recording::open(&self.path).map_err(|e| said(&e))?;
        recording.entries.truncate(self.begun.entries.len());
        let mut stream = recording.stream(f64::NEG_INFINITY, f64::INFINITY);
        while let Some(item) = stream.next().map_err(|e| said(&e))? {
            match item {
                Item::Frame(frame) => sink.frame(&frame)?,
                Item::Event(event) => sink.event(&event)?,
                Item::Checkpoint(_) | Item::End(_) | Item::Gap { .. } => {}
            }
        }
        Ok(())
    }

    /// Copies what stays to the front of a new file with another schema; returns the writer that continues it.
    pub(crate) fn copied(&self, schema: &Schema, file: File) -> Result<Writer, String> {
        let (bytes, _) = front(schema)?;
        let said = |e: &dyn std::fmt::Display| e.to_string();
        let mut writer = Writer::new(Box::new(file), WriterStart::default()).map_err(|e| said(&e))?;
        writer.front(bytes).map_err(|e| said(&e))?;
        let mut recording = Recording::open(&self.path).map_err(|e| said(&e))?;
        let mut messages = crate::messages::Messages::default();
        for (i, entry) in self.begun.entries.iter().enumerate() {
            if !recording.load(i, &mut messages).map_err(|e| said(&e))? {
                return Err("it was changed by another program".to_owned());
            }
            writer.block(&rebuilt_block(&messages, entry)).map_err(|e| said(&e))?;
        }
        Ok(writer)
    }

    /// Whether a run with this schema can go on here.
    ///
    /// # Errors
    /// What differs.
    pub fn fits(&self, schema: &Schema) -> Result<ResumeFit, String> {
        fits(&self.schema, schema)
    }
}

/// How a run goes on in a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResumeFit {
    /// to the end that was requested then
    Same,
    /// to a later one
    Longer,
}

/// Whether a run with schema `b` can go on in a recording with schema `a`: all but the command, the files' names and
/// the length must be the same.
///
/// # Errors
/// What differs.
pub fn fits(a: &Schema, b: &Schema) -> Result<ResumeFit, String> {
    if a.scene != b.scene {
        return Err(format!("it is of another scene, `{}`", a.scene));
    }
    if a.version != b.version {
        return Err(format!("version {} wrote it, this is {}", a.version, b.version));
    }
    let value = |schema: &Schema, name: &str| {
        schema.settings.iter().find(|(n, _)| n == name).map_or("not set".to_owned(), |(_, v)| v.clone())
    };
    for (name, _) in a.settings.iter().chain(&b.settings).filter(|(n, _)| n != DURATION) {
        let (then, now) = (value(a, name), value(b, name));
        if then != now {
            return Err(format!("it was made with {name} = {then}, now it is {now}"));
        }
    }
    if !a.origin.sources.iter().map(|s| &s.1).eq(b.origin.sources.iter().map(|s| &s.1)) {
        return Err("the scene's text has changed since".to_owned());
    }
    if options(&a.origin.command) != options(&b.origin.command) {
        return Err(format!("it was made with other options: `{}`", a.origin.command.join(" ")));
    }
    if a.columns != b.columns
        || a.plots != b.plots
        || a.drawing != b.drawing
        || a.contact_pairs != b.contact_pairs
        || a.stepped != b.stepped
    {
        return Err("it was made with other quantities or shapes".to_owned());
    }
    let (then, now) = (value(a, DURATION), value(b, DURATION));
    let seconds = |text: &str| text.trim_end_matches(" s").parse::<f64>().unwrap_or(f64::NAN);
    match seconds(&then).partial_cmp(&seconds(&now)) {
        Some(Ordering::Equal) => Ok(ResumeFit::Same),
        Some(Ordering::Less) => Ok(ResumeFit::Longer),
        _ => Err(format!("it was made to last {then}, this run only {now}")),
    }
}

/// Options of a command line, less those that only say how far to go; the first words name program and scene.
fn options(command: &[String]) -> Vec<&[String]> {
    let pairs = command.get(3..).unwrap_or_default().chunks(2);
    pairs.filter(|pair| !["--until", "--max-steps"].contains(&pair[0].as_str())).collect()
}

/// The setting that may change.
const DURATION: &str = "duration";

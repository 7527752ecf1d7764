//! A clean copy of a damaged or unfinished recording.

use crate::block::{Block, Entry};
use crate::damage::{Damage, ReadError};
use crate::export_error::ExportError;
use crate::front::front;
use crate::messages::Messages;
use crate::recording::Recording;
use crate::writer::{Output, Writer, WriterStart};
use std::io::{Read, Seek};

/// What a recovery saved and what it could not.
#[derive(Clone, Debug, PartialEq)]
pub struct Recovered {
    /// frames in the new file
    pub frames: u64,
    /// events in the new file
    pub events: u64,
    /// earliest and latest time in it, s
    pub span: Option<[f64; 2]>,
    /// whether the run's end is in it
    pub complete: bool,
    /// everything wrong with the old file
    pub damage: Vec<Damage>,
}

impl<R: Read + Seek> Recording<R> {
    /// Writes all whole chunks to `out`, with an index. Gaps stay visible there: chunks and frames keep their numbers.
    ///
    /// # Errors
    /// The operating system reports an error, reading or writing.
    pub fn recover(&mut self, out: impl Output + 'static) -> Result<Recovered, ExportError> {
        let (bytes, metadata) = front(self.schema()).map_err(ReadError::Front)?;
        let mut writer = Writer::new(Box::new(out), WriterStart::default())?;
        writer.front(bytes)?;
        let mut messages = Messages::default();
        let mut saved = Recovered { frames: 0, events: 0, span: None, complete: false, damage: Vec::new() };
        let mut whole = Block::default();
        for i in 0..self.entries.len() {
            if !self.load(i, &mut messages)? {
                continue;
            }
            let entry = self.entries[i];
            let block = rebuilt_block(&messages, &entry);
            writer.block(&block)?;
            saved.frames += entry.frames();
            saved.events += u64::from(entry.counts[1]);
            saved.complete |= entry.has_end();
            whole.widen(entry.first);
            whole.widen(entry.last);
        }
        writer.close(self.schema(), &metadata)?;
        self.verify()?;
        saved.span = whole.span;
        saved.damage.clone_from(&self.damage);
        Ok(saved)
    }
}

/// A chunk's messages as the block they were.
pub(crate) fn rebuilt_block(messages: &Messages, entry: &Entry) -> Block {
    let mut block = Block {
        bytes: messages.bytes.clone(),
        first_frame: entry.first_frame,
        number: entry.number,
        span: Some([entry.first, entry.last]),
        ..Block::default()
    };
    for (channel, time, at, _) in &messages.list {
        block.index[usize::from(*channel) - 1].push((*time, *at as u64));
    }
    block
}

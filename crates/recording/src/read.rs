//! A whole recording at once, and all that is wrong with one.

use crate::block::CHUNK_HEADER;
use crate::block::DATA_END;
use crate::check_bytes::CheckBytes;
use crate::container::HEAD;
use crate::damage::{Damage, ReadError};
use crate::messages::Messages;
use crate::recording::Recording;
use crate::scan::note;
use crate::selection::Selection;
use mainspring_record::Memory;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

/// What is said of check bytes that are damaged.
const SPOILT: &str = "the check bytes here are damaged; nothing that they are for";

/// A recording read whole.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadRun {
    /// schema, frames, events and ending, as far as they could be read
    pub run: Memory,
    /// whether the writer closed it; false for a run that was killed
    pub complete: bool,
    /// what could not be read; empty if all is well
    pub damage: Vec<Damage>,
}

/// Reads a recording into memory.
///
/// # Errors
/// It cannot be read, is no recording, or is larger than fits: then [`Recording::sample`] reads a part.
pub fn read(path: impl AsRef<Path>) -> Result<ReadRun, ReadError> {
    read_whole(&mut Recording::open(path)?)
}

/// As [`read`], from anything that can be sought in.
///
/// # Errors
/// As [`read`].
pub fn read_from<R: Read + Seek>(source: R) -> Result<ReadRun, ReadError> {
    read_whole(&mut Recording::open_from(source)?)
}

fn read_whole<R: Read + Seek>(recording: &mut Recording<R>) -> Result<ReadRun, ReadError> {
    let run = recording.sample(&Selection::default())?;
    Ok(ReadRun { complete: run.ending.is_some(), run, damage: recording.damage.clone() })
}

impl<R: Read + Seek> Recording<R> {
    /// Reads the whole file and finds everything that is damaged in it, with bytes and times.
    ///
    /// # Errors
    /// The operating system reports an error.
    pub fn verify(&mut self) -> Result<&[Damage], ReadError> {
        let mut messages = Messages::default();
        let mut found = Vec::new();
        found.extend(self.front_check()?);
        for i in 0..self.entries.len() {
            if self.load(i, &mut messages)? {
                found.extend(self.around(i, &messages)?);
                found.extend(self.check_after(i)?);
            }
        }
        if let Some(from) = self.data_end
            && found.is_empty()
            && self.damage.is_empty()
            && !self.closed_rightly(from)?
        {
            found.push(Damage::new(from..from + DATA_END, "the checksum of the whole file is wrong"));
        }
        for damage in found {
            if !self.damage.iter().any(|d| d.range.start <= damage.range.start && damage.range.end <= d.range.end) {
                self.damage.push(damage);
            }
        }
        self.damage.sort_by_key(|d| d.range.start);
        Ok(&self.damage)
    }

    /// Whether header, indexes and note of a sound chunk are what they should be.
    fn around(&mut self, i: usize, messages: &Messages) -> Result<Option<Damage>, ReadError> {
        let entry = self.entries[i];
        let mut want = Vec::new();
        entry.put_header(&mut want);
        let block = crate::recover::rebuilt_block(messages, &entry);
        block.put_index(&mut want);
        let mut have = vec![0; CHUNK_HEADER];
        self.source.seek(SeekFrom::Start(entry.offset))?;
        self.source.read_exact(&mut have)?;
        let mut index = vec![0; (entry.note_offset() - entry.offset - entry.chunk_length) as usize];
        self.source.seek(SeekFrom::Start(entry.offset + entry.chunk_length))?;
        self.source.read_exact(&mut index)?;
        have.extend(index);
        let (note_at, length) = (entry.note_offset(), self.length);
        let noted = note(&mut self.source, note_at, length, self.widths.touching())?;
        if have == want && noted == Some(entry) {
            return Ok(None);
        }
        let cause = "the header, the index or the note of a block is damaged; its contents are not";
        let damage = Damage::new(entry.offset..entry.end(), cause);
        Ok(Some(Damage { time: Some([entry.first, entry.last]), frames: Some(0), ..damage }))
    }

    /// What is wrong with the check bytes of the front.
    fn front_check(&mut self) -> Result<Option<Damage>, ReadError> {
        let (end, chunks) = (self.front.end, self.front.chunks);
        let mut bytes = vec![0; chunks as usize];
        self.source.seek(SeekFrom::Start(0))?;
        self.source.read_exact(&mut bytes)?;
        let sound = chunks == end || CheckBytes::take(&bytes[end as usize..]).is_some();
        Ok((!sound).then(|| Damage { frames: Some(0), ..Damage::new(end..chunks, SPOILT) }))
    }

    /// What is wrong with the check bytes of a sound chunk.
    fn check_after(&mut self, i: usize) -> Result<Option<Damage>, ReadError> {
        let entry = self.entries[i];
        let end = entry.end();
        let next = self.entries.get(i + 1).map(|e| e.offset).or(self.data_end).unwrap_or(self.length);
        // none in files of before; those of a run that was killed may be cut
        let there = entry.next()[1] == next;
        let sound = !there || !self.check_of(&entry)?.is_empty();
        Ok((!sound).then(|| Damage { frames: Some(0), ..Damage::new(end..next, SPOILT) }))
    }

    /// Whether the checksum of all data at `from` is right.
    fn closed_rightly(&mut self, from: u64) -> Result<bool, ReadError> {
        let mut crc = crc32fast::Hasher::new();
        self.source.seek(SeekFrom::Start(0))?;
        let mut buffer = vec![0; 1 << 16];
        let mut left = from;
        while left > 0 {
            let part = buffer.len().min(usize::try_from(left).unwrap_or(usize::MAX));
            self.source.read_exact(&mut buffer[..part])?;
            crc.update(&buffer[..part]);
            left -= part as u64;
        }
        let mut end = [0; DATA_END as usize];
        self.source.read_exact(&mut end)?;
        let mut want = vec![crate::container::op::DATA_END];
        want.extend(4_u64.to_le_bytes());
        want.extend(crc.finalize().to_le_bytes());
        debug_assert_eq!(want.len(), HEAD + 4);
        Ok(end[..] == want[..])
    }

    /// The newest checkpoint in the first `before` bytes that `wanted` accepts, with its chunk.
    ///
    /// # Errors
    /// The operating system reports an error.
    pub(crate) fn checkpoint_where(
        &mut self,
        before: u64,
        mut wanted: impl FnMut(&[u8]) -> bool,
    ) -> Result<Option<(usize, Vec<u8>)>, ReadError> {
        let mut messages = Messages::default();
        for i in (0..self.entries.len()).rev() {
            if self.entries[i].has_checkpoint()
                && self.entries[i].end() <= before
                && self.load(i, &mut messages)?
                && let Some(state) = messages.of(crate::layout::CHECKPOINTS).last()
                && wanted(state)
            {
                return Ok(Some((i, state.to_vec())));
            }
        }
        Ok(None)
    }

    /// The newest state from which the run can be continued, as the engine wrote it.
    ///
    /// # Errors
    /// The operating system reports an error.
    pub fn last_checkpoint(&mut self) -> Result<Option<Vec<u8>>, ReadError> {
        Ok(self.checkpoint_where(u64::MAX, |_| true)?.map(|(_, state)| state))
    }
}

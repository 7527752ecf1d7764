//! A recording opened: its schema and the table of its chunks, read without touching the chunks.

use crate::block::{CHUNK_HEADER, DATA_END, Entry, MOST_CHUNKS};
use crate::check_bytes::{self, CheckBytes, mended, mended_front, record_length};
use crate::container::{Cursor, HEAD, MAGIC, op};
use crate::damage::{Damage, ReadError};
use crate::front::{self, Front, read_front};
use crate::json_float::ending_from;
use crate::layout::{END, Widths};
use crate::messages::Messages;
use crate::scan::scan_chunks;
use mainspring_record::{Ending, Schema};
use std::fs::File;
use std::io::{ErrorKind, Read, Seek, SeekFrom};
use std::path::Path;

/// Bytes of the footer and the last magic.
const FOOTER: u64 = (HEAD + 20 + MAGIC.len()) as u64;

/// A recording opened for reading.
///
/// Opening reads the front and, at the end of the file, the table of chunks; without one (the run was killed) it goes
/// from chunk to chunk, reading their notes only. Frames are then read from the chunks that hold them.
#[derive(Debug)]
pub struct Recording<R = File> {
    pub(crate) source: R,
    pub(crate) length: u64,
    pub(crate) front: Front,
    pub(crate) widths: Widths,
    pub(crate) entries: Vec<Entry>,
    pub(crate) damage: Vec<Damage>,
    /// of the data, if the file has been closed
    pub(crate) data_end: Option<u64>,
    ending: Option<Ending>,
}

impl Recording<File> {
    /// Opens the file at `path`.
    ///
    /// # Errors
    /// It cannot be read, or is no recording.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, ReadError> {
        let path = path.as_ref();
        let kind = std::fs::metadata(path)?;
        if !kind.is_file() {
            // to open a pipe would wait for somebody to write
            let what = if kind.is_dir() { "it is a folder" } else { "it is no regular file" };
            return Err(ReadError::NoRecording(what.to_owned()));
        }
        Self::open_from(File::open(path)?)
    }
}

impl<R: Read + Seek> Recording<R> {
    /// Opens what `source` holds.
    ///
    /// # Errors
    /// As [`Recording::open`].
    pub fn open_from(mut source: R) -> Result<Self, ReadError> {
        let length = source.seek(SeekFrom::End(0))?;
        let front = open_front(&mut source, length)?;
        let widths = Widths::of(&front.schema);
        let mut damage: Vec<Damage> = front.damage.iter().cloned().collect();
        let mut recording = Self {
            source,
            length,
            widths,
            front,
            entries: Vec::new(),
            damage: Vec::new(),
            data_end: None,
            ending: None,
        };
        match recording.table()? {
            Ok((entries, data_end)) => (recording.entries, recording.data_end) = (entries, Some(data_end)),
            Err(cause) => {
                let scan = scan_chunks(&mut recording.source, recording.front.chunks, length, widths.touching())?;
                if let Some(from) = scan.data_end {
                    let cause = cause.unwrap_or("the index at the end is damaged");
                    damage.push(Damage { frames: Some(0), ..Damage::new(from..length, cause) });
                }
                damage.extend(scan.damage);
                (recording.entries, recording.data_end) = (scan.entries, scan.data_end);
            }
        }
        recording.damage = damage;
        recording.find_gaps();
        recording.find_ending()?;
        Ok(recording)
    }

    /// What the frames hold.
    #[must_use]
    pub fn schema(&self) -> &Schema {
        &self.front.schema
    }

    /// How the run ended; none for one that was killed.
    #[must_use]
    pub fn ending(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    /// How many frames there are in chunks that could be found.
    #[must_use]
    pub fn frames(&self) -> u64 {
        self.entries.iter().map(Entry::frames).sum()
    }

    /// How many events there are in chunks that could be found.
    #[must_use]
    pub fn event_count(&self) -> u64 {
        self.entries.iter().map(|e| u64::from(e.counts[1])).sum()
    }

    /// Earliest and latest time of its messages, s; none if there are none.
    #[must_use]
    pub fn span(&self) -> Option<[f64; 2]> {
        let first = self.entries.iter().map(|e| e.first).reduce(f64::min)?;
        Some([first, self.entries.iter().map(|e| e.last).fold(f64::NEG_INFINITY, f64::max)])
    }

    /// What is known to be damaged; reading chunks may find more, [`Recording::verify`] finds all.
    #[must_use]
    pub fn damage(&self) -> &[Damage] {
        &self.damage
    }

    /// Bytes of the file.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.length
    }

    /// Chunks, and the bytes of their messages before and after compression.
    #[must_use]
    pub fn blocks(&self) -> (usize, u64, u64) {
        let plain = self.entries.iter().map(|e| e.uncompressed).sum();
        let packed = self.entries.iter().map(|e| e.chunk_length - CHUNK_HEADER as u64).sum();
        (self.entries.len(), plain, packed)
    }

    /// Numbers of a frame: time, values, poses, arrows, balance.
    #[must_use]
    pub fn numbers(&self) -> usize {
        self.widths.numbers()
    }

    /// What it was opened from.
    pub fn into_inner(self) -> R {
        self.source
    }

    /// The table in the summary and where the data end; why not, if there is none.
    fn table(&mut self) -> Result<Result<(Vec<Entry>, u64), Option<&'static str>>, ReadError> {
        let broken = Ok(Err(Some("the index at the end is damaged")));
        if self.length < self.front.end + DATA_END + FOOTER {
            return Ok(Err(None));
        }
        let mut footer = [0; FOOTER as usize];
        self.source.seek(SeekFrom::Start(self.length - FOOTER))?;
        self.source.read_exact(&mut footer)?;
        let mut fields = Cursor::new(&footer[HEAD..]);
        if !footer.ends_with(&MAGIC) || footer[0] != op::FOOTER {
            return Ok(Err(None));
        }
        let (Some(start), Some(_), Some(crc)) = (fields.u64(), fields.u64(), fields.u32()) else { return broken };
        let end = self.length - FOOTER;
        if start < self.front.end + DATA_END || start > end || end - start > (MOST_CHUNKS * 256) as u64 {
            return broken;
        }
        // the checksum goes on into the footer
        let mut bytes = vec![0; (end - start) as usize + HEAD + 16];
        self.source.seek(SeekFrom::Start(start))?;
        self.source.read_exact(&mut bytes)?;
        if crc32fast::hash(&bytes) != crc {
            return broken;
        }
        let mut records = Cursor::new(&bytes);
        let mut table = None;
        while let Some((opcode, body)) = records.record() {
            if opcode == op::TABLE && table.replace(body).is_some() {
                return broken;
            }
        }
        let mut rest = Cursor::new(table.unwrap_or_default());
        let mut entries = Vec::new();
        let mut next = [self.front.end, self.front.end + record_length(self.front.end)];
        while !rest.is_empty() {
            let entry = Entry::take(&mut rest, self.widths.touching());
            match entry.filter(|e| next.contains(&e.offset) && e.plausible(self.length)) {
                Some(entry) if entries.len() < MOST_CHUNKS => {
                    next = entry.next();
                    entries.push(entry);
                }
                _ => return broken,
            }
        }
        let data_end = start - DATA_END;
        if table.is_none() || !next.contains(&data_end) { broken } else { Ok(Ok((entries, data_end))) }
    }

    /// Chunks that are not there leave a gap in the numbers of those that are.
    fn find_gaps(&mut self) {
        let (mut number, mut frame, mut last) = (0, 0, None);
        for entry in &self.entries {
            if entry.number != number || entry.first_frame != frame {
                let lost = entry.first_frame.checked_sub(frame);
                let time = last.map(|last| [last, entry.first]);
                match self.damage.iter_mut().find(|d| d.range.end == entry.offset) {
                    Some(known) => (known.frames, known.time) = (lost, time),
                    None => {
                        let cause = "blocks that were here are missing";
                        let range = entry.offset..entry.offset;
                        self.damage.push(Damage { time, frames: lost, ..Damage::new(range, cause) });
                    }
                }
            }
            number = entry.number.saturating_add(1);
            frame = entry.first_frame.saturating_add(entry.frames());
            last = Some(entry.last);
        }
    }

    fn find_ending(&mut self) -> Result<(), ReadError> {
        let Some(last) = self.entries.iter().rposition(Entry::has_end) else { return Ok(()) };
        let mut messages = Messages::default();
        if !self.load(last, &mut messages)? {
            return Ok(());
        }
        let found = messages.of(END).last().map(ending_from);
        match found {
            Some(Ok(ending)) if last + 1 == self.entries.len() => self.ending = Some(ending),
            _ => self.mark_damaged(last, "what it says of the run's end does not read".to_owned()),
        }
        Ok(())
    }

    /// Reads a chunk; false if it is damaged, which is then remembered.
    pub(crate) fn load(&mut self, index: usize, into: &mut Messages) -> Result<bool, ReadError> {
        let entry = self.entries[index];
        into.packed.clear();
        into.packed.resize(entry.chunk_length as usize - CHUNK_HEADER, 0);
        self.source.seek(SeekFrom::Start(entry.offset + CHUNK_HEADER as u64))?;
        let result = match self.source.read_exact(&mut into.packed) {
            Ok(()) => into.unpack(&entry, self.widths),
            Err(e) if e.kind() == ErrorKind::UnexpectedEof => Err("the file ends in it".to_owned()),
            Err(e) => return Err(e.into()),
        };
        let Err(cause) = result else { return Ok(true) };
        if let Some(mended) = mended(&mut self.source, entry.offset..entry.end(), self.length)? {
            into.packed.clear();
            into.packed.extend(&mended.bytes[CHUNK_HEADER..entry.chunk_length as usize]);
            if into.unpack(&entry, self.widths).is_ok() {
                let damage = Damage::mended(mended.range);
                if !self.damage.contains(&damage) {
                    self.damage.push(damage);
                }
                return Ok(true);
            }
        }
        self.mark_damaged(index, format!("a damaged block: {cause}"));
        Ok(false)
    }

    /// The check bytes of a chunk, if they are there and sound.
    pub(crate) fn check_of(&mut self, entry: &Entry) -> Result<Vec<u8>, ReadError> {
        let [at, end] = entry.next();
        if end > self.length {
            return Ok(Vec::new());
        }
        let mut bytes = vec![0; (end - at) as usize];
        self.source.seek(SeekFrom::Start(at))?;
        self.source.read_exact(&mut bytes)?;
        let sound = CheckBytes::take(&bytes).is_some_and(|c| (c.from, c.length) == (entry.offset, at - entry.offset));
        Ok(if sound { bytes } else { Vec::new() })
    }

    /// Remembers that a chunk is damaged, once.
    pub(crate) fn mark_damaged(&mut self, index: usize, cause: String) {
        let e = &self.entries[index];
        let range = e.offset..e.note_offset();
        if !self.damage.iter().any(|d| d.range == range) {
            self.damage.push(Damage { range, time: Some([e.first, e.last]), frames: Some(e.frames()), cause });
        }
    }
}

/// Reads on until the front is whole; one that is damaged is put right if it can be.
fn open_front<R: Read + Seek>(source: &mut R, length: u64) -> Result<Front, ReadError> {
    let mut bytes = Vec::new();
    let mut found = read_on(source, length, &mut bytes);
    if !matches!(&found, Ok(front) if front.damage.is_none())
        && begins_like_one(&bytes)
        && let Some(front) = put_right(source, length)?
    {
        found = Ok(front);
    }
    let mut front = found?;
    front.chunks = check_bytes::after(source, front.end, front.end, length)?;
    Ok(front)
}

/// Whether at most one of the first bytes is another than that of a recording.
fn begins_like_one(bytes: &[u8]) -> bool {
    bytes.len() >= MAGIC.len() && bytes.iter().zip(&MAGIC).filter(|(a, b)| a != b).count() <= 1
}

/// The front, by its check bytes; none if there are none, or not enough.
fn put_right<R: Read + Seek>(source: &mut R, length: u64) -> Result<Option<Front>, ReadError> {
    let mut want = 1 << 16;
    loop {
        let mut bytes = Vec::new();
        source.seek(SeekFrom::Start(0))?;
        source.by_ref().take(want).read_to_end(&mut bytes)?;
        if let Some(mended) = mended_front(&bytes) {
            let front = read_front(&mended.bytes).ok().flatten().filter(|f| f.damage.is_none());
            return Ok(front.map(|f| Front { damage: Some(Damage::mended(mended.range)), ..f }));
        }
        if want >= length.min(2 * front::LIMIT) {
            return Ok(None);
        }
        want *= 4;
    }
}

fn read_on<R: Read + Seek>(source: &mut R, length: u64, bytes: &mut Vec<u8>) -> Result<Front, ReadError> {
    let mut want = 1 << 16;
    source.seek(SeekFrom::Start(0))?;
    loop {
        source.by_ref().take(want - bytes.len() as u64).read_to_end(bytes)?;
        if MAGIC.starts_with(bytes) {
            return Err(ReadError::Empty);
        }
        if !bytes.starts_with(&MAGIC) {
            return Err(ReadError::NoRecording("it does not begin as an MCAP file does".to_owned()));
        }
        let front = read_front(bytes);
        if !matches!(front, Ok(Some(_))) && front::foreign(bytes) {
            return Err(ReadError::NoRecording("it is an MCAP file, but not one of mainspring's".to_owned()));
        }
        match front.map_err(ReadError::Front)? {
            Some(front) => return Ok(front),
            None if bytes.len() as u64 >= length.min(front::LIMIT) || (bytes.len() as u64) < want => {
                return Err(ReadError::Empty);
            }
            None => want *= 4,
        }
    }
}

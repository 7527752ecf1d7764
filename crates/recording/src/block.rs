//! A chunk while it gathers, and what is remembered of it once it is closed.

use crate::check_bytes::record_length;
use crate::container::{Cursor, HEAD, op, record, string};
use crate::layout::{CDR, CHECKPOINTS, CONTACTS, END, EVENTS, FRAMES, LARGEST, nanoseconds};

/// Bytes of the record before the summary.
pub const DATA_END: u64 = HEAD as u64 + 4;
/// Most chunks of a file: a table of all of them must fit in memory.
pub const MOST_CHUNKS: usize = 1 << 22;

/// Messages gathered for one chunk. Buffers are used again, so memory stays flat.
#[derive(Debug, Default)]
pub struct Block {
    /// message records, one after the other
    pub bytes: Vec<u8>,
    /// for each channel: log time and offset of each message
    pub index: [Vec<(u64, u64)>; 5],
    /// of the run's frames, the first of this block
    pub first_frame: u64,
    /// chunks before this one
    pub number: u64,
    /// exact times of the first and the last message, s
    pub span: Option<[f64; 2]>,
}

impl Block {
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.index.iter_mut().for_each(Vec::clear);
        self.span = None;
    }

    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    pub fn frames(&self) -> usize {
        self.index[usize::from(FRAMES) - 1].len()
    }

    /// Appends a message of `length` bytes that `fill` writes.
    pub fn message(&mut self, channel: u16, time: f64, length: usize, fill: impl FnOnce(&mut Vec<u8>)) {
        let log_time = nanoseconds(time);
        let list = &mut self.index[usize::from(channel) - 1];
        // a chunk's own counting is enough: frames are numbered by the note behind it
        let sequence = list.len() as u32;
        list.push((log_time, self.bytes.len() as u64));
        let out = &mut self.bytes;
        out.reserve(HEAD + 22 + length);
        out.push(op::MESSAGE);
        out.extend((22 + length as u64).to_le_bytes());
        out.extend(channel.to_le_bytes());
        out.extend(sequence.to_le_bytes());
        out.extend(log_time.to_le_bytes());
        out.extend(log_time.to_le_bytes());
        if channel == FRAMES || channel == CONTACTS {
            out.extend(CDR);
        }
        fill(out);
        self.widen(time);
    }

    /// A time that is no number could be any.
    pub fn widen(&mut self, time: f64) {
        let (low, high) = if time.is_nan() { (f64::NEG_INFINITY, f64::INFINITY) } else { (time, time) };
        let [first, last] = self.span.unwrap_or([low, high]);
        self.span = Some([first.min(low), last.max(high)]);
    }

    /// What is remembered of it, less where it will be.
    pub fn entry(&self) -> Entry {
        let [first, last] = self.span.unwrap_or([0.0, 0.0]);
        let count = |channel: u16| self.index[usize::from(channel) - 1].len() as u32;
        Entry {
            offset: 0,
            chunk_length: 0,
            uncompressed: self.bytes.len() as u64,
            crc: 0,
            number: self.number,
            first_frame: self.first_frame,
            counts: [count(FRAMES), count(EVENTS), count(CHECKPOINTS), count(END), count(CONTACTS)],
            first,
            last,
        }
    }

    /// The index records that follow the chunk.
    pub fn put_index(&self, out: &mut Vec<u8>) {
        for (channel, list) in (1_u16..).zip(&self.index).filter(|(_, list)| !list.is_empty()) {
            record(out, op::MESSAGE_INDEX, |out| {
                out.extend(channel.to_le_bytes());
                out.extend((16 * list.len() as u32).to_le_bytes());
                for (time, offset) in list {
                    out.extend(time.to_le_bytes());
                    out.extend(offset.to_le_bytes());
                }
            });
        }
    }
}

/// What is in a chunk that has been written.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Entry {
    /// of the chunk record in the file
    pub offset: u64,
    /// of the chunk record
    pub chunk_length: u64,
    /// of its messages
    pub uncompressed: u64,
    /// checksum of its messages
    pub crc: u32,
    /// chunks before it; a gap shows a lost one
    pub number: u64,
    /// of the run's frames, its first
    pub first_frame: u64,
    /// messages in the channels 1 to 5; the last is not written: it is that of the first, or 0 where nothing may touch
    pub counts: [u32; 5],
    /// earliest and latest time in it, s
    pub first: f64,
    pub last: f64,
}

impl Entry {
    /// Bytes of an entry as written.
    pub const BYTES: usize = 5 * 8 + 4 + 4 * 4 + 2 * 8;
    /// Bytes of a note record: entry, checksum of the file so far, checksum of the note.
    pub const NOTE: u64 = (HEAD + Self::BYTES + 8) as u64;

    pub fn frames(&self) -> u64 {
        u64::from(self.counts[0])
    }

    pub fn has_checkpoint(&self) -> bool {
        self.counts[usize::from(CHECKPOINTS) - 1] > 0
    }

    pub fn has_end(&self) -> bool {
        self.counts[usize::from(END) - 1] > 0
    }

    pub fn messages(&self) -> u64 {
        self.counts.iter().map(|c| u64::from(*c)).sum()
    }

    /// Whether it can be that of a chunk in a file of this length; sizes can then be added without overflow.
    pub fn plausible(&self, length: u64) -> bool {
        let most = (LARGEST + (LARGEST >> 6)) as u64;
        self.offset <= length
            && (CHUNK_HEADER as u64..=most.min(length)).contains(&self.chunk_length)
            && self.uncompressed <= LARGEST as u64
            && self.end() <= length
            && self.first_frame < 1 << 62
            && self.first <= self.last
    }

    /// Length of the index record of each channel; 0 where there is none.
    pub fn index_lengths(&self) -> [u64; 5] {
        self.counts.map(|c| if c == 0 { 0 } else { HEAD as u64 + 6 + 16 * u64::from(c) })
    }

    /// Where the note begins.
    pub fn note_offset(&self) -> u64 {
        self.offset + self.chunk_length + self.index_lengths().iter().sum::<u64>()
    }

    /// Where its note ends.
    pub fn end(&self) -> u64 {
        self.note_offset() + Self::NOTE
    }

    /// Where the next chunk may begin: after the check bytes, or right here in a file of before them.
    pub fn next(&self) -> [u64; 2] {
        [self.end(), self.end() + record_length(self.end() - self.offset)]
    }

    pub fn put(&self, out: &mut Vec<u8>) {
        for x in [self.offset, self.chunk_length, self.uncompressed, self.number, self.first_frame] {
            out.extend(x.to_le_bytes());
        }
        out.extend(self.crc.to_le_bytes());
        self.counts[..4].iter().for_each(|x| out.extend(x.to_le_bytes()));
        [self.first, self.last].iter().for_each(|x| out.extend(x.to_le_bytes()));
    }

    /// Reads an entry of a file in which parts may touch or not.
    pub fn take(from: &mut Cursor<'_>, touching: bool) -> Option<Self> {
        let [offset, chunk_length, uncompressed, number, first_frame] =
            [from.u64()?, from.u64()?, from.u64()?, from.u64()?, from.u64()?];
        let crc = from.u32()?;
        let [frames, events, checkpoints, ends] = [from.u32()?, from.u32()?, from.u32()?, from.u32()?];
        let counts = [frames, events, checkpoints, ends, if touching { frames } else { 0 }];
        let (first, last) = (from.f64()?, from.f64()?);
        Some(Self { offset, chunk_length, uncompressed, crc, number, first_frame, counts, first, last })
    }

    /// The chunk's header: everything of its record before the compressed bytes.
    pub fn put_header(&self, out: &mut Vec<u8>) {
        out.push(op::CHUNK);
        out.extend((self.chunk_length - HEAD as u64).to_le_bytes());
        out.extend(nanoseconds(self.first).to_le_bytes());
        out.extend(nanoseconds(self.last).to_le_bytes());
        out.extend(self.uncompressed.to_le_bytes());
        out.extend(self.crc.to_le_bytes());
        string(out, "zstd");
        out.extend((self.chunk_length - CHUNK_HEADER as u64).to_le_bytes());
    }
}

/// Bytes of a chunk record before its compressed bytes.
pub const CHUNK_HEADER: usize = HEAD + 3 * 8 + 4 + 8 + 8;

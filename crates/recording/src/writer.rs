//! Puts closed chunks into the file, each with one call, and the summary at its end.
//!
//! ```text
//! magic, header, metadata, schemas, channels, FRONT, CHECK     one write
//! chunk, message indexes, NOTE, CHECK                          one write a chunk
//! data end, summary (with TABLE), footer, magic                one write
//! ```
//! A run that is killed leaves whole chunks and perhaps a piece of one.

use crate::block::{Block, CHUNK_HEADER, Entry};
use crate::check_bytes;
use crate::container::{HEAD, MAGIC, map, op, record, string};
use crate::front::{Indexed, counts, put_channels};
use crate::layout::nanoseconds;
use mainspring_record::Schema;
use std::fs::File;
use std::io::{self, Write};

/// Floats hardly repeat: level 1 makes files 5 % smaller than this one and takes a third longer.
const LEVEL: i32 = -1;

/// Somewhere a recording can be written.
pub trait Output: Write + Send {
    /// Everything written is safe on return.
    ///
    /// # Errors
    /// The system says it is not.
    fn settle(&mut self) -> io::Result<()> {
        self.flush()
    }
}

impl Output for File {
    fn settle(&mut self) -> io::Result<()> {
        self.sync_all()
    }
}

impl Output for io::Sink {}

/// Writes chunks.
pub struct Writer {
    out: Box<dyn Output>,
    /// bytes in the file
    at: u64,
    /// of all of them
    crc: crc32fast::Hasher,
    entries: Vec<Entry>,
    compressor: zstd::bulk::Compressor<'static>,
    scratch: Vec<u8>,
    compressed: Vec<u8>,
}

/// What a file already holds when a run is resumed.
#[derive(Clone, Debug, Default)]
pub struct WriterStart {
    pub at: u64,
    pub crc: u32,
    pub entries: Vec<Entry>,
}

impl Writer {
    pub fn new(out: Box<dyn Output>, begun: WriterStart) -> io::Result<Self> {
        Ok(Self {
            out,
            at: begun.at,
            crc: crc32fast::Hasher::new_with_initial_len(begun.crc, begun.at),
            entries: begun.entries,
            compressor: zstd::bulk::Compressor::new(LEVEL)?,
            scratch: Vec::new(),
            compressed: Vec::new(),
        })
    }

    /// Writes the front of a new file.
    pub fn front(&mut self, mut bytes: Vec<u8>) -> io::Result<()> {
        let mut check = Vec::new();
        check_bytes::put(0, &bytes, &mut check);
        bytes.extend(check);
        self.out.write_all(&bytes)?;
        self.crc.update(&bytes);
        self.at += bytes.len() as u64;
        Ok(())
    }

    /// Writes a chunk.
    pub fn block(&mut self, block: &Block) -> io::Result<()> {
        self.compressed.clear();
        self.compressed.resize(zstd::zstd_safe::compress_bound(block.bytes.len()), 0);
        let length = self.compressor.compress_to_buffer(&block.bytes, &mut self.compressed[..])?;
        let chunk_length = (CHUNK_HEADER + length) as u64;
        let crc = crc32fast::hash(&block.bytes);
        let entry = Entry { offset: self.at, chunk_length, crc, ..block.entry() };
        let out = &mut self.scratch;
        out.clear();
        entry.put_header(out);
        out.extend(&self.compressed[..length]);
        block.put_index(out);
        self.crc.update(out);
        let crc = self.crc.clone().finalize();
        let note_at = out.len();
        put_note(&entry, crc, out);
        let mut check = Vec::new();
        check_bytes::put(entry.offset, out, &mut check);
        out.extend(check);
        self.crc.update(&out[note_at..]);
        self.out.write_all(out)?;
        self.at += out.len() as u64;
        self.entries.push(entry);
        Ok(())
    }

    /// Writes the summary and makes sure of everything.
    pub fn close(&mut self, schema: &Schema, metadata: &[Indexed]) -> io::Result<()> {
        let mut out = Vec::new();
        let crc = self.crc.clone().finalize();
        record(&mut out, op::DATA_END, |out| out.extend(crc.to_le_bytes()));
        let start = self.at + out.len() as u64;
        let data_end = out.len();
        let mut groups = Vec::new();
        let mut group = |opcode: u8, out: &mut Vec<u8>, fill: &mut dyn FnMut(&mut Vec<u8>)| {
            let from = out.len();
            fill(out);
            if out.len() > from {
                groups.push((opcode, self.at + from as u64, (out.len() - from) as u64));
            }
        };
        let mut channels = Vec::new();
        put_channels(schema, &mut channels);
        let split = first_channel(&channels);
        group(op::SCHEMA, &mut out, &mut |out| out.extend(&channels[..split]));
        group(op::CHANNEL, &mut out, &mut |out| out.extend(&channels[split..]));
        group(op::STATISTICS, &mut out, &mut |out| put_statistics(&self.entries, counts(schema), metadata.len(), out));
        group(op::METADATA_INDEX, &mut out, &mut |out| metadata.iter().for_each(|m| put_metadata_index(m, out)));
        group(op::CHUNK_INDEX, &mut out, &mut |out| self.entries.iter().for_each(|e| put_chunk_index(e, out)));
        group(op::TABLE, &mut out, &mut |out| put_table(&self.entries, out));
        let offsets = self.at + out.len() as u64;
        // readers know the standard's groups only
        for (opcode, from, length) in groups.into_iter().filter(|g| g.0 != op::TABLE) {
            record(&mut out, op::SUMMARY_OFFSET, |out| {
                out.push(opcode);
                out.extend(from.to_le_bytes());
                out.extend(length.to_le_bytes());
            });
        }
        out.push(op::FOOTER);
        out.extend(20_u64.to_le_bytes());
        out.extend(start.to_le_bytes());
        out.extend(offsets.to_le_bytes());
        let crc = crc32fast::hash(&out[data_end..]);
        out.extend(crc.to_le_bytes());
        out.extend(MAGIC);
        self.out.write_all(&out)?;
        self.out.settle()
    }
}

/// A note: the entry, the checksum of the file so far, and one over both.
pub fn put_note(entry: &Entry, crc: u32, out: &mut Vec<u8>) {
    record(out, op::NOTE, |out| {
        let from = out.len();
        entry.put(out);
        out.extend(crc.to_le_bytes());
        let check = crc32fast::hash(&out[from..]);
        out.extend(check.to_le_bytes());
    });
}

fn first_channel(records: &[u8]) -> usize {
    let mut rest = crate::container::Cursor::new(records);
    let mut at = 0;
    while let Some((opcode, body)) = rest.record() {
        if opcode == op::CHANNEL {
            break;
        }
        at += HEAD + body.len();
    }
    at
}

fn put_statistics(entries: &[Entry], (schemas, channels): (u16, u32), metadata: usize, out: &mut Vec<u8>) {
    let bound = |pick: fn(f64, f64) -> f64, of: fn(&Entry) -> f64| entries.iter().map(of).reduce(pick).unwrap_or(0.0);
    record(out, op::STATISTICS, |out| {
        out.extend(entries.iter().map(Entry::messages).sum::<u64>().to_le_bytes());
        out.extend(schemas.to_le_bytes());
        out.extend(channels.to_le_bytes());
        out.extend(0_u32.to_le_bytes());
        out.extend((metadata as u32).to_le_bytes());
        out.extend((entries.len() as u32).to_le_bytes());
        out.extend(nanoseconds(bound(f64::min, |e| e.first)).to_le_bytes());
        out.extend(nanoseconds(bound(f64::max, |e| e.last)).to_le_bytes());
        map(out, |out| {
            for channel in 0..channels as u16 {
                let count: u64 = entries.iter().map(|e| u64::from(e.counts[usize::from(channel)])).sum();
                out.extend((channel + 1).to_le_bytes());
                out.extend(count.to_le_bytes());
            }
        });
    });
}

fn put_metadata_index(metadata: &Indexed, out: &mut Vec<u8>) {
    record(out, op::METADATA_INDEX, |out| {
        out.extend(metadata.offset.to_le_bytes());
        out.extend(metadata.length.to_le_bytes());
        string(out, metadata.name);
    });
}

fn put_chunk_index(entry: &Entry, out: &mut Vec<u8>) {
    record(out, op::CHUNK_INDEX, |out| {
        for x in [nanoseconds(entry.first), nanoseconds(entry.last), entry.offset, entry.chunk_length] {
            out.extend(x.to_le_bytes());
        }
        let lengths = entry.index_lengths();
        map(out, |out| {
            let mut at = entry.offset + entry.chunk_length;
            for (channel, length) in (1_u16..).zip(lengths).filter(|(_, length)| *length > 0) {
                out.extend(channel.to_le_bytes());
                out.extend(at.to_le_bytes());
                at += length;
            }
        });
        out.extend(lengths.iter().sum::<u64>().to_le_bytes());
        string(out, "zstd");
        out.extend((entry.chunk_length - CHUNK_HEADER as u64).to_le_bytes());
        out.extend(entry.uncompressed.to_le_bytes());
    });
}

fn put_table(entries: &[Entry], out: &mut Vec<u8>) {
    record(out, op::TABLE, |out| entries.iter().for_each(|e| e.put(out)));
}

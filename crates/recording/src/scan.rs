//! From chunk to chunk, where there is no table: a run that was killed, or a damaged end.

use crate::block::{DATA_END, Entry, MOST_CHUNKS};
use crate::check_bytes::{after, mended};
use crate::container::{Cursor, HEAD, op};
use crate::damage::{Damage, ReadError};
use std::io::{ErrorKind, Read, Seek, SeekFrom};

/// Bytes looked through at once for the next note.
const WINDOW: usize = 1 << 16;

/// What was found.
#[derive(Debug, Default)]
pub struct ChunkScan {
    pub entries: Vec<Entry>,
    pub damage: Vec<Damage>,
    /// where the data end, if they were closed
    pub data_end: Option<u64>,
}

/// Goes through the notes of a file of `length` bytes whose first chunk is at `at` and whose frames have contacts or not.
pub fn scan_chunks<R: Read + Seek>(
    source: &mut R,
    mut at: u64,
    length: u64,
    touching: bool,
) -> Result<ChunkScan, ReadError> {
    let mut scan = ChunkScan::default();
    while at < length && scan.entries.len() < MOST_CHUNKS {
        match step(source, at, length, touching)? {
            Step::Chunk(entry, damage) => {
                at = after(source, entry.end(), entry.end() - entry.offset, length)?;
                scan.damage.extend(damage);
                scan.entries.push(entry);
            }
            Step::End => {
                scan.data_end = Some(at);
                return Ok(scan);
            }
            Step::Lost => match next_note(source, at, length, touching)? {
                Some(entry) => {
                    let cause = match entry.offset == at {
                        true => "the header or the index of a block is damaged",
                        false => "damaged blocks",
                    };
                    let range = if entry.offset == at { at..entry.note_offset() } else { at..entry.offset };
                    let frames = (entry.offset == at).then_some(0);
                    scan.damage.push(Damage { frames, ..Damage::new(range, cause) });
                    at = after(source, entry.end(), entry.end() - entry.offset, length)?;
                    scan.entries.push(entry);
                }
                None => {
                    let cause = "the file ends in the middle of a block, as when a run is killed while it writes";
                    scan.damage.push(Damage::new(at..length, cause));
                    return Ok(scan);
                }
            },
        }
    }
    if at < length {
        scan.damage.push(Damage::new(at..length, "more blocks than are read"));
    }
    Ok(scan)
}

enum Step {
    /// with what had to be put right to know it
    Chunk(Entry, Option<Damage>),
    End,
    Lost,
}

/// The chunk at `at` by its note.
fn step<R: Read + Seek>(source: &mut R, at: u64, length: u64, touching: bool) -> Result<Step, ReadError> {
    let Some((opcode, mut size)) = head(source, at, length)? else { return Ok(Step::Lost) };
    if opcode == op::DATA_END && size == DATA_END {
        return Ok(Step::End);
    }
    if opcode != op::CHUNK {
        return Ok(Step::Lost);
    }
    let mut place = at;
    // a chunk, at most five indexes, the note
    for _ in 0..6 {
        place += size;
        match head(source, place, length)? {
            Some((op::MESSAGE_INDEX, next)) => size = next,
            Some((op::NOTE, Entry::NOTE)) => {
                let entry = note(source, place, length, touching)?.filter(|e| e.offset == at);
                if let Some(entry) = entry {
                    return Ok(Step::Chunk(entry, None));
                }
                break;
            }
            _ => break,
        }
    }
    // the note itself may be what is damaged
    if let Some(mended) = mended(source, at..place + Entry::NOTE, length)?
        && let Some((entry, _)) = sound_note(&mended.bytes[(place - at) as usize..], place, length, touching)
    {
        return Ok(Step::Chunk(entry, Some(Damage::mended(mended.range))));
    }
    Ok(Step::Lost)
}

/// Opcode and whole length of the record at `at`, if it fits into the file.
fn head<R: Read + Seek>(source: &mut R, at: u64, length: u64) -> Result<Option<(u8, u64)>, ReadError> {
    if length.saturating_sub(at) < HEAD as u64 {
        return Ok(None);
    }
    let mut bytes = [0; HEAD];
    source.seek(SeekFrom::Start(at))?;
    if !filled(source, &mut bytes)? {
        return Ok(None);
    }
    let mut fields = Cursor::new(&bytes);
    let (opcode, size) = (fields.u8().unwrap_or(0), fields.u64().unwrap_or(u64::MAX));
    Ok((size <= length - at - HEAD as u64).then_some((opcode, size + HEAD as u64)))
}

/// The entry in the note at `place`, if note and entry are sound.
pub fn note<R: Read + Seek>(
    source: &mut R,
    place: u64,
    length: u64,
    touching: bool,
) -> Result<Option<Entry>, ReadError> {
    Ok(note_and_crc(source, place, length, touching)?.map(|(entry, _)| entry))
}

/// As [`note`], with the checksum of the file up to it.
pub fn note_and_crc<R: Read + Seek>(
    source: &mut R,
    place: u64,
    length: u64,
    touching: bool,
) -> Result<Option<(Entry, u32)>, ReadError> {
    let mut bytes = [0; Entry::NOTE as usize];
    source.seek(SeekFrom::Start(place))?;
    if length.saturating_sub(place) < Entry::NOTE || !filled(source, &mut bytes)? {
        return Ok(None);
    }
    Ok(sound_note(&bytes, place, length, touching))
}

fn sound_note(bytes: &[u8], place: u64, length: u64, touching: bool) -> Option<(Entry, u32)> {
    let (opcode, body) = Cursor::new(bytes).record()?;
    let mut fields = Cursor::new(body);
    let entry = Entry::take(&mut fields, touching)?;
    let (crc, check) = (fields.u32()?, fields.u32()?);
    let right = opcode == op::NOTE && fields.is_empty() && crc32fast::hash(&body[..Entry::BYTES + 4]) == check;
    (right && entry.plausible(length) && entry.note_offset() == place).then_some((entry, crc))
}

/// The first sound note of a chunk that begins at or after `from`.
fn next_note<R: Read + Seek>(
    source: &mut R,
    from: u64,
    length: u64,
    touching: bool,
) -> Result<Option<Entry>, ReadError> {
    let size = Entry::NOTE as usize;
    let mut start = [0; HEAD];
    start[0] = op::NOTE;
    start[1..].copy_from_slice(&(Entry::NOTE - HEAD as u64).to_le_bytes());
    let mut window = Vec::new();
    let mut at = from;
    while length - at >= Entry::NOTE {
        window.clear();
        source.seek(SeekFrom::Start(at))?;
        source.by_ref().take(WINDOW as u64).read_to_end(&mut window)?;
        if window.len() < size {
            break;
        }
        for place in 0..=window.len() - size {
            if window[place..].starts_with(&start) {
                let found = sound_note(&window[place..place + size], at + place as u64, length, touching);
                if let Some((entry, _)) = found.filter(|(e, _)| e.offset >= from) {
                    return Ok(Some(entry));
                }
            }
        }
        at += (window.len() - size + 1) as u64;
    }
    Ok(None)
}

/// Whether there were enough bytes; a file that shrinks meanwhile is like one that ends.
fn filled<R: Read>(source: &mut R, bytes: &mut [u8]) -> Result<bool, ReadError> {
    match source.read_exact(bytes) {
        Ok(()) => Ok(true),
        Err(e) if e.kind() == ErrorKind::UnexpectedEof => Ok(false),
        Err(e) => Err(e.into()),
    }
}

//! Check bytes: what a damaged stretch of the file is put right with.
//!
//! A stretch of n bytes is cut into strips of s bytes. Its record holds a checksum of each strip, which tell the strips
//! that are damaged, and two strips more: the exclusive or of all strips with even numbers, and of those with odd ones, which
//! give back one damaged strip of each. So damage of up to s bytes in a row costs nothing, wherever it is, and it takes
//! two places to lose a block. The record takes 4 n/s + 2 s bytes, least for s = √(2n): 2.3 % of a block of 60 kB. One
//! strip more, or a code that finds its errors by itself, would cost more and mend what hardly ever happens.
//!
//! ```text
//! from, length     of the stretch, which ends where the record begins
//! sums             one for each strip
//! even, odd        the two strips
//! crc              of all that
//! ```

use crate::container::{Cursor, HEAD, op, record};
use crate::damage::ReadError;
use std::io::{ErrorKind, Read, Seek, SeekFrom};
use std::ops::Range;

/// Strips are whole numbers of so many bytes.
const STEP: u64 = 8;
/// Longest stretch that is believed: a front or a chunk, with what belongs to it.
const LONGEST: u64 = 1 << 30;

/// Bytes of a strip.
fn strip(length: u64) -> u64 {
    ((2 * length).isqrt() / STEP + 1) * STEP
}

/// Bytes of the record for a stretch.
pub fn record_length(length: u64) -> u64 {
    HEAD as u64 + 2 * 8 + 4 * length.div_ceil(strip(length)) + 2 * strip(length) + 4
}

/// Appends the record of a stretch that begins at `from` and ends here.
pub fn put(from: u64, stretch: &[u8], out: &mut Vec<u8>) {
    let size = strip(stretch.len() as u64) as usize;
    record(out, op::CHECK, |out| {
        let start = out.len();
        out.extend(from.to_le_bytes());
        out.extend((stretch.len() as u64).to_le_bytes());
        stretch.chunks(size).for_each(|strip| out.extend(crc32fast::hash(strip).to_le_bytes()));
        for odd in 0..2 {
            let mut sum = vec![0; size];
            stretch.chunks(size).skip(odd).step_by(2).for_each(|strip| add(&mut sum, strip));
            out.extend(sum);
        }
        let crc = crc32fast::hash(&out[start..]);
        out.extend(crc.to_le_bytes());
    });
}

/// Adds a strip, which may be shorter, without carry.
fn add(sum: &mut [u8], strip: &[u8]) {
    sum.iter_mut().zip(strip).for_each(|(a, b)| *a ^= b);
}

/// A sound record.
#[derive(Debug)]
pub struct CheckBytes<'a> {
    pub from: u64,
    pub length: u64,
    sums: &'a [u8],
    strips: [&'a [u8]; 2],
}

impl<'a> CheckBytes<'a> {
    /// Reads the record that `bytes` begin with; none if it is not whole or not sound.
    pub fn take(bytes: &'a [u8]) -> Option<Self> {
        let (opcode, body) = Cursor::new(bytes).record()?;
        let mut fields = Cursor::new(body);
        let (from, length) = (fields.u64()?, fields.u64()?);
        if opcode != op::CHECK || length > LONGEST || record_length(length) != (HEAD + body.len()) as u64 {
            return None;
        }
        let size = strip(length) as usize;
        let sums = fields.take(4 * (length as usize).div_ceil(size))?;
        let strips = [fields.take(size)?, fields.take(size)?];
        let crc = fields.u32()?;
        (crc32fast::hash(&body[..body.len() - 4]) == crc).then_some(Self { from, length, sums, strips })
    }

    /// Puts right what is damaged of the stretch and returns where; none if that is more than there are check bytes for.
    pub fn mend(&self, stretch: &mut [u8]) -> Option<Option<Range<u64>>> {
        if stretch.len() as u64 != self.length {
            return None;
        }
        let size = strip(self.length) as usize;
        let (sums, _) = self.sums.as_chunks::<4>();
        let right = |strip: &[u8], number: usize| crc32fast::hash(strip).to_le_bytes() == sums[number];
        let bad: Vec<usize> = stretch.chunks(size).enumerate().filter(|(i, s)| !right(s, *i)).map(|(i, _)| i).collect();
        for &number in &bad {
            let mut sum = self.strips[number % 2].to_vec();
            let others = stretch.chunks(size).enumerate().filter(|(i, _)| i % 2 == number % 2 && *i != number);
            others.for_each(|(_, other)| add(&mut sum, other));
            let place = number * size..((number + 1) * size).min(stretch.len());
            sum.truncate(place.len());
            // another damaged strip of the same kind gives another sum
            if !right(&sum, number) {
                return None;
            }
            stretch[place].copy_from_slice(&sum);
        }
        let (Some(first), Some(last)) = (bad.first(), bad.last()) else { return Some(None) };
        let end = (((last + 1) * size) as u64).min(self.length);
        Some(Some(self.from + (first * size) as u64..self.from + end))
    }
}

/// A stretch of the file that was put right, and where it was damaged.
#[derive(Debug)]
pub struct Mended {
    pub bytes: Vec<u8>,
    pub range: Range<u64>,
}

/// The stretch from `range.start` to `range.end`, put right by the record that follows it; none if it is whole or cannot be.
pub fn mended<R: Read + Seek>(source: &mut R, range: Range<u64>, file: u64) -> Result<Option<Mended>, ReadError> {
    let length = range.end.saturating_sub(range.start);
    if length > LONGEST || file.saturating_sub(range.end) < record_length(length) {
        return Ok(None);
    }
    let mut bytes = vec![0; (length + record_length(length)) as usize];
    source.seek(SeekFrom::Start(range.start))?;
    match source.read_exact(&mut bytes) {
        // a file that shrinks meanwhile is like one that ends
        Err(e) if e.kind() == ErrorKind::UnexpectedEof => return Ok(None),
        read => read?,
    }
    let (stretch, record) = bytes.split_at_mut(length as usize);
    let check = CheckBytes::take(record).filter(|c| (c.from, c.length) == (range.start, length));
    let Some(Some(damaged)) = check.and_then(|c| c.mend(stretch)) else { return Ok(None) };
    bytes.truncate(length as usize);
    Ok(Some(Mended { bytes, range: damaged }))
}

/// Where the record of the stretch that ends at `at` ends: `at` where there is none, as in files of before.
pub fn after<R: Read + Seek>(source: &mut R, at: u64, length: u64, file: u64) -> Result<u64, ReadError> {
    let size = record_length(length);
    let end = at + size;
    let here = opcode(source, at, file)?;
    let there = opcode(source, end, file)?;
    let goes_on = |kind: Option<u8>| matches!(kind, Some(op::CHUNK | op::DATA_END));
    // one whose own head is damaged is known by what comes after it
    let is_there = here == Some(op::CHECK) || (!goes_on(here) && goes_on(there));
    Ok(if is_there && end <= file { end } else { at })
}

fn opcode<R: Read + Seek>(source: &mut R, at: u64, file: u64) -> Result<Option<u8>, ReadError> {
    if at >= file {
        return Ok(None);
    }
    let mut byte = [0];
    source.seek(SeekFrom::Start(at))?;
    Ok((source.read(&mut byte)? == 1).then_some(byte[0]))
}

/// The front of a file, put right by its record, which is looked for: where it is follows from nothing before it.
pub fn mended_front(bytes: &[u8]) -> Option<Mended> {
    let starts = |at: &usize| {
        let mut fields = Cursor::new(&bytes[*at..]);
        let head = (fields.u8(), fields.u64().is_some(), fields.u64(), fields.u64());
        head == (Some(op::CHECK), true, Some(0), Some(*at as u64))
    };
    let mut places = (0..bytes.len()).filter(|at| bytes[*at] == op::CHECK && starts(at));
    let (at, check) = places.find_map(|at| Some((at, CheckBytes::take(&bytes[at..])?)))?;
    let mut front = bytes[..at].to_vec();
    let range = check.mend(&mut front)??;
    Some(Mended { bytes: front, range })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stretch(length: usize) -> Vec<u8> {
        (0..length).map(|i| (i * i / 7 + i) as u8).collect()
    }

    fn checked(bytes: &[u8]) -> Vec<u8> {
        let mut record = Vec::new();
        put(1000, bytes, &mut record);
        assert_eq!(record.len() as u64, record_length(bytes.len() as u64));
        record
    }

    #[test]
    fn a_strip_anywhere_is_put_right() {
        for length in [1, 7, 8, 9, 100, 1000, 4321] {
            let whole = stretch(length);
            let record = checked(&whole);
            let check = CheckBytes::take(&record).unwrap();
            assert_eq!(check.mend(&mut whole.clone()), Some(None));
            let size = strip(length as u64) as usize;
            for from in 0..length {
                let to = (from + size).min(length);
                let mut damaged = whole.clone();
                damaged[from..to].iter_mut().for_each(|b| *b = !*b);
                let range = check.mend(&mut damaged).unwrap().unwrap();
                assert!(damaged == whole, "{length} bytes, damaged from {from}");
                assert!(range.start <= 1000 + from as u64 && 1000 + to as u64 <= range.end, "{range:?}");
            }
        }
    }

    #[test]
    fn more_is_refused() {
        let whole = stretch(4321);
        let record = checked(&whole);
        let check = CheckBytes::take(&record).unwrap();
        let size = strip(4321) as usize;
        let mut damaged = whole;
        damaged[5] ^= 1;
        damaged[5 + 2 * size] ^= 1;
        assert_eq!(check.mend(&mut damaged), None);
        assert_eq!(check.mend(&mut damaged[1..]), None);
    }

    #[test]
    fn a_damaged_record_mends_nothing() {
        let record = checked(&stretch(300));
        for place in 0..record.len() {
            let mut damaged = record.clone();
            damaged[place] ^= 4;
            assert!(CheckBytes::take(&damaged).is_none(), "byte {place}");
            assert!(CheckBytes::take(&record[..place]).is_none(), "cut at {place}");
        }
    }

    #[test]
    fn it_takes_little() {
        let share = |length: u64| record_length(length) as f64 / length as f64;
        assert!(share(60_000) < 0.025 && share(250_000) < 0.012 && share(4000) < 0.1);
    }
}

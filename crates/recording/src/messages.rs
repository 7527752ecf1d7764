//! The messages of one chunk, checked and taken apart.

use crate::block::Entry;
use crate::contacts;
use crate::container::{Cursor, HEAD, op};
use crate::layout::{CONTACTS, FRAMES, Widths};
use std::ops::Range;

/// A chunk's messages; buffers are used again for the next.
#[derive(Debug, Default)]
pub struct Messages {
    pub packed: Vec<u8>,
    pub bytes: Vec<u8>,
    /// channel, log time, place of the record, place of the data
    pub list: Vec<(u16, u64, usize, Range<usize>)>,
}

impl Messages {
    /// Data of the messages of one channel.
    pub fn of(&self, channel: u16) -> impl Iterator<Item = &[u8]> {
        self.list.iter().filter(move |m| m.0 == channel).map(|m| &self.bytes[m.3.clone()])
    }

    /// Unpacks and checks everything the entry says.
    pub fn unpack(&mut self, entry: &Entry, widths: Widths) -> Result<(), String> {
        let size = entry.uncompressed as usize;
        self.bytes.clear();
        self.bytes.resize(size, 0);
        let unpacked = zstd::bulk::decompress_to_buffer(&self.packed, &mut self.bytes[..]);
        let length = unpacked.map_err(|e| format!("it does not unpack ({e})"))?;
        if length != size || crc32fast::hash(&self.bytes) != entry.crc {
            return Err("its checksum is wrong".to_owned());
        }
        self.list.clear();
        let mut counts = [0_u32; 5];
        let mut rest = Cursor::new(&self.bytes);
        let mut at = 0;
        while !rest.is_empty() {
            let (opcode, body) = rest.record().ok_or("a message is cut off")?;
            let mut fields = Cursor::new(body);
            let head = (opcode == op::MESSAGE).then(|| (fields.u16(), fields.u32(), fields.u64(), fields.u64()));
            let Some((Some(channel @ 1..=5), Some(_), Some(time), Some(_))) = head else {
                return Err("it holds what is no message of a run".to_owned());
            };
            let data = at + HEAD + 22..at + HEAD + body.len();
            if channel == FRAMES && data.len() != widths.bytes() {
                return Err("a frame has the wrong length".to_owned());
            }
            // the contacts of a frame come right after it
            let after_frame = self.list.last().is_some_and(|m| m.0 == FRAMES);
            if widths.touching() && (channel == CONTACTS) != after_frame {
                return Err("a frame and its contacts are not together".to_owned());
            }
            if channel == CONTACTS && !contacts::sound(&self.bytes[data.clone()], widths.pairs) {
                return Err("the contacts of a frame do not read".to_owned());
            }
            counts[usize::from(channel) - 1] += 1;
            self.list.push((channel, time, at, data.clone()));
            at = data.end;
        }
        if counts == entry.counts { Ok(()) } else { Err("it holds more or less than its note says".to_owned()) }
    }
}

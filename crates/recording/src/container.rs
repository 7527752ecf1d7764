//! The bytes of an MCAP file: records are an opcode, a length and a body, all little-endian (<https://mcap.dev/spec>).
//!
//! The `mcap` crate's writer compresses on the caller's thread and cannot go on with a file after a crash, and its
//! readers decide for themselves how much they allocate; so the few records a recording needs are written and read
//! here, and the crate is the oracle in the tests.

/// First and last bytes of every MCAP file.
pub const MAGIC: [u8; 8] = [0x89, b'M', b'C', b'A', b'P', b'0', b'\r', b'\n'];

/// Opcodes. Those from 0x80 on are ours; other readers skip them, as the standard asks.
pub mod op {
    pub const HEADER: u8 = 0x01;
    pub const FOOTER: u8 = 0x02;
    pub const SCHEMA: u8 = 0x03;
    pub const CHANNEL: u8 = 0x04;
    pub const MESSAGE: u8 = 0x05;
    pub const CHUNK: u8 = 0x06;
    pub const MESSAGE_INDEX: u8 = 0x07;
    pub const CHUNK_INDEX: u8 = 0x08;
    pub const STATISTICS: u8 = 0x0B;
    pub const METADATA: u8 = 0x0C;
    pub const METADATA_INDEX: u8 = 0x0D;
    pub const SUMMARY_OFFSET: u8 = 0x0E;
    pub const DATA_END: u8 = 0x0F;
    /// after each chunk: what is in it, with a checksum of that and of the chunk's header
    pub const NOTE: u8 = 0x80;
    /// at the end of the front: a checksum of everything before it
    pub const FRONT: u8 = 0x81;
    /// in the summary: what is in every chunk
    pub const TABLE: u8 = 0x82;
    /// after the front and after each note: what damage before it is put right with
    pub const CHECK: u8 = 0x83;
}

/// Opcode and length.
pub const HEAD: usize = 9;

/// Appends a record whose body `fill` writes.
pub fn record(out: &mut Vec<u8>, opcode: u8, fill: impl FnOnce(&mut Vec<u8>)) {
    out.push(opcode);
    let at = out.len();
    out.extend([0; 8]);
    fill(out);
    let length = (out.len() - at - 8) as u64;
    out[at..at + 8].copy_from_slice(&length.to_le_bytes());
}

/// Appends a string with its length.
pub fn string(out: &mut Vec<u8>, text: &str) {
    bytes(out, text.as_bytes());
}

/// Appends bytes with their length; those of 4 GiB and more never get here, see `front::LIMIT`.
pub fn bytes(out: &mut Vec<u8>, data: &[u8]) {
    out.extend((data.len() as u32).to_le_bytes());
    out.extend(data);
}

/// Appends a map with its length in bytes.
pub fn map(out: &mut Vec<u8>, fill: impl FnOnce(&mut Vec<u8>)) {
    let at = out.len();
    out.extend([0; 4]);
    fill(out);
    let length = (out.len() - at - 4) as u32;
    out[at..at + 4].copy_from_slice(&length.to_le_bytes());
}

/// Takes a body apart; `None` where it is too short.
#[derive(Clone, Copy)]
pub struct Cursor<'a> {
    rest: &'a [u8],
}

impl<'a> Cursor<'a> {
    pub fn new(rest: &'a [u8]) -> Self {
        Self { rest }
    }

    pub fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    pub fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(count)?;
        self.rest = rest;
        Some(taken)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }

    pub fn u8(&mut self) -> Option<u8> {
        self.array().map(|[byte]| byte)
    }

    pub fn u16(&mut self) -> Option<u16> {
        self.array().map(u16::from_le_bytes)
    }

    pub fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    pub fn u64(&mut self) -> Option<u64> {
        self.array().map(u64::from_le_bytes)
    }

    pub fn f64(&mut self) -> Option<f64> {
        self.array().map(f64::from_le_bytes)
    }

    /// Bytes with their length before them.
    pub fn counted(&mut self) -> Option<&'a [u8]> {
        let length = self.u32()? as usize;
        self.take(length)
    }

    pub fn string(&mut self) -> Option<&'a str> {
        std::str::from_utf8(self.counted()?).ok()
    }

    /// The next record: opcode and body.
    pub fn record(&mut self) -> Option<(u8, &'a [u8])> {
        let opcode = self.u8()?;
        let length = usize::try_from(self.u64()?).ok()?;
        Some((opcode, self.take(length)?))
    }
}

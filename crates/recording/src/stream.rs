//! A run moment by moment, from a file or from memory, in bounded memory.

use crate::contacts;
use crate::damage::{Damage, ReadError};
use crate::json_float::{ending_from, event_from};
use crate::layout::{CDR, CONTACTS, END, EVENTS, FRAMES};
use crate::messages::Messages;
use crate::recording::Recording;
use mainspring_record::{ContactMark, Ending, Event, Frame, Memory, Schema};
use std::io::{Read, Seek};

/// What a run is made of, in the order it was written.
#[derive(Clone, Debug, PartialEq)]
pub enum Item<'a> {
    /// one moment
    Frame(Frame<'a>),
    /// something happened
    Event(Event),
    /// blocks are missing here or could not be read
    Gap {
        /// lost with them, as far as that is known
        frames: u64,
    },
    /// a state to continue from: time in s and the engine's bytes
    Checkpoint(&'a [u8]),
    /// the end
    End(Ending),
}

/// A run that can be gone through.
pub trait Stream {
    /// What the frames hold.
    fn schema(&self) -> &Schema;

    /// The next item; none at the end. Damaged places are left out and listed by [`Recording::damage`].
    ///
    /// # Errors
    /// The operating system reports an error.
    fn next(&mut self) -> Result<Option<Item<'_>>, ReadError>;

    /// What is known by now to be damaged.
    fn damage(&self) -> &[Damage] {
        &[]
    }
}

/// Goes through a file; see [`Recording::stream`].
#[derive(Debug)]
pub struct FileStream<'r, R> {
    recording: &'r mut Recording<R>,
    from: f64,
    to: f64,
    /// the next chunk
    chunk: usize,
    messages: Messages,
    /// the next message of the present one
    at: usize,
    row: Vec<f64>,
    stepped: Vec<u64>,
    contacts: Vec<ContactMark>,
    /// frames lost since the last item, if anything was
    lost: Option<u64>,
}

impl<R: Read + Seek> Recording<R> {
    /// Goes through everything from `from` to `to` (s, both included), reading only the chunks that hold it.
    pub fn stream(&mut self, from: f64, to: f64) -> FileStream<'_, R> {
        FileStream {
            recording: self,
            from,
            to,
            chunk: 0,
            messages: Messages::default(),
            at: 0,
            row: Vec::new(),
            stepped: Vec::new(),
            contacts: Vec::new(),
            lost: None,
        }
    }
}

impl<R: Read + Seek> FileStream<'_, R> {
    /// Moves to the next message in the time requested; false at the end.
    fn forward(&mut self) -> Result<bool, ReadError> {
        loop {
            while let Some((channel, _, _, data)) = self.messages.list.get(self.at) {
                let wanted = match *channel {
                    FRAMES => {
                        let row = &self.messages.bytes[data.start + CDR.len()..data.end];
                        self.row.clear();
                        let (numbers, _) = row.as_chunks::<8>();
                        let (floats, words) = numbers.split_at(self.recording.widths.numbers());
                        self.row.extend(floats.iter().map(|x| f64::from_le_bytes(*x)));
                        self.stepped.clear();
                        self.stepped.extend(words.iter().map(|x| u64::from_le_bytes(*x)));
                        // a time that is no number belongs to every part
                        !(self.row[0] < self.from || self.row[0] > self.to)
                    }
                    // taken together with the frame before them
                    CONTACTS => false,
                    _ => true,
                };
                self.at += 1;
                if wanted {
                    return Ok(true);
                }
            }
            self.at = 0;
            self.messages.list.clear();
            let (from, to) = (self.from, self.to);
            let rest = &self.recording.entries[self.chunk.min(self.recording.entries.len())..];
            let found = rest.iter().position(|e| e.last >= from && e.first <= to);
            let next = found.map_or(self.recording.entries.len(), |skip| self.chunk + skip + 1);
            for index in self.chunk..next {
                if let Some(frames) = self.missing_before(index) {
                    self.lose(frames);
                }
            }
            self.chunk = next;
            if found.is_none() {
                return Ok(false);
            }
            if !self.recording.load(next - 1, &mut self.messages)? {
                self.messages.list.clear();
                self.lose(self.recording.entries[next - 1].frames());
            }
        }
    }

    /// Frames of the blocks that are missing before a chunk, if there are any that could lie in the time requested.
    fn missing_before(&self, index: usize) -> Option<u64> {
        let entry = &self.recording.entries[index];
        let before = index.checked_sub(1).map(|i| &self.recording.entries[i]);
        let number = before.map_or(0, |b| b.number.saturating_add(1));
        let frame = before.map_or(0, |b| b.first_frame.saturating_add(b.frames()));
        let inside = before.is_none_or(|b| b.last <= self.to) && entry.first >= self.from;
        let missing = entry.number != number || entry.first_frame != frame;
        (missing && inside).then(|| entry.first_frame.saturating_sub(frame))
    }

    fn lose(&mut self, frames: u64) {
        self.lost = Some(self.lost.unwrap_or(0).saturating_add(frames));
    }
}

impl<R: Read + Seek> Stream for FileStream<'_, R> {
    fn schema(&self) -> &Schema {
        self.recording.schema()
    }

    fn next(&mut self) -> Result<Option<Item<'_>>, ReadError> {
        while self.forward()? {
            if let Some(frames) = self.lost.take() {
                // the message comes after it
                self.at -= 1;
                return Ok(Some(Item::Gap { frames }));
            }
            let (channel, _, _, data) = &self.messages.list[self.at - 1];
            let data = data.clone();
            match *channel {
                FRAMES => {
                    let widths = self.recording.widths;
                    self.contacts.clear();
                    if let Some((CONTACTS, _, _, data)) = self.messages.list.get(self.at) {
                        contacts::take(&self.messages.bytes[data.clone()], widths.pairs, &mut self.contacts);
                    }
                    return Ok(Some(Item::Frame(widths.frame(&self.row, &self.contacts, &self.stepped))));
                }
                EVENTS => match event_from(&self.messages.bytes[data]) {
                    Ok(event) if event.time < self.from || event.time > self.to => {}
                    Ok(event) => return Ok(Some(Item::Event(event))),
                    Err(e) => {
                        self.recording.mark_damaged(self.chunk - 1, format!("an event does not read: {e}"));
                        self.lose(0);
                    }
                },
                END => match ending_from(&self.messages.bytes[data]) {
                    Ok(ending) => return Ok(Some(Item::End(ending))),
                    Err(e) => self.recording.mark_damaged(self.chunk - 1, format!("the end does not read: {e}")),
                },
                _ => return Ok(Some(Item::Checkpoint(&self.messages.bytes[data]))),
            }
        }
        Ok(self.lost.take().map(|frames| Item::Gap { frames }))
    }

    fn damage(&self) -> &[Damage] {
        self.recording.damage()
    }
}

/// Goes through a run in memory: events before the frames at or after them.
#[derive(Debug)]
pub struct MemoryStream<'m> {
    run: &'m Memory,
    from: f64,
    to: f64,
    frame: usize,
    event: usize,
    ended: bool,
}

impl<'m> MemoryStream<'m> {
    /// Goes through everything from `from` to `to`, s, both included.
    #[must_use]
    pub fn new(run: &'m Memory, from: f64, to: f64) -> Self {
        Self { run, from, to, frame: 0, event: 0, ended: false }
    }
}

impl Stream for MemoryStream<'_> {
    fn schema(&self) -> &Schema {
        &self.run.schema
    }

    fn next(&mut self) -> Result<Option<Item<'_>>, ReadError> {
        let inside = |t: f64| !(t < self.from || t > self.to);
        loop {
            let time = self.run.times.get(self.frame);
            let event = self.run.events.get(self.event).filter(|e| time.is_none_or(|t| e.time <= *t));
            match (event, time) {
                (Some(event), _) => {
                    self.event += 1;
                    if inside(event.time) {
                        return Ok(Some(Item::Event(event.clone())));
                    }
                }
                (None, Some(time)) => {
                    self.frame += 1;
                    // a run made by hand may lack rows: such a moment is none
                    if inside(*time)
                        && let Some(frame) = self.run.frame_at(self.frame - 1)
                    {
                        return Ok(Some(Item::Frame(frame)));
                    }
                }
                (None, None) => {
                    let ending = self.run.ending.as_ref().filter(|_| !self.ended);
                    self.ended = true;
                    return Ok(ending.map(|e| Item::End(e.clone())));
                }
            }
        }
    }
}

//! A run moment by moment, from a file or from memory, in bounded memory.

use crate::damage::ReadError;
use crate::layout::{CDR, END, EVENTS, FRAMES};
use crate::messages::Messages;
use crate::number::{ending_from, event_from};
use crate::recording::Recording;
use mainspring_record::{Ending, Event, Frame, Memory, Schema};
use std::io::{Read, Seek};

/// What a run is made of, in the order it was written.
#[derive(Clone, Debug, PartialEq)]
pub enum Item<'a> {
    /// one moment
    Frame(Frame<'a>),
    /// something happened
    Event(Event),
    /// a state to continue from: time in s and the engine's bytes
    Checkpoint(&'a [u8]),
    /// the end
    End(Ending),
}

/// A run that can be gone through.
pub trait Stream {
    /// What the frames hold.
    fn schema(&self) -> &Schema;

    /// The next item; none at the end. Damaged places are left out and told by [`Recording::damage`].
    ///
    /// # Errors
    /// The system said no.
    fn next(&mut self) -> Result<Option<Item<'_>>, ReadError>;
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
}

impl<R: Read + Seek> Recording<R> {
    /// Goes through everything from `from` to `to` (s, both included), reading only the chunks that hold it.
    pub fn stream(&mut self, from: f64, to: f64) -> FileStream<'_, R> {
        FileStream { recording: self, from, to, chunk: 0, messages: Messages::default(), at: 0, row: Vec::new() }
    }
}

impl<R: Read + Seek> FileStream<'_, R> {
    /// Moves to the next message in the time asked for; false at the end.
    fn forward(&mut self) -> Result<bool, ReadError> {
        loop {
            while let Some((channel, _, _, data)) = self.messages.list.get(self.at) {
                let wanted = match *channel {
                    FRAMES => {
                        let row = &self.messages.bytes[data.start + CDR.len()..data.end];
                        self.row.clear();
                        let (numbers, _) = row.as_chunks::<8>();
                        self.row.extend(numbers.iter().map(|x| f64::from_le_bytes(*x)));
                        // a time that is no number belongs to every part
                        !(self.row[0] < self.from || self.row[0] > self.to)
                    }
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
            let Some(skip) = rest.iter().position(|e| e.last >= from && e.first <= to) else { return Ok(false) };
            self.chunk += skip + 1;
            if !self.recording.load(self.chunk - 1, &mut self.messages)? {
                self.messages.list.clear();
            }
        }
    }
}

impl<R: Read + Seek> Stream for FileStream<'_, R> {
    fn schema(&self) -> &Schema {
        self.recording.schema()
    }

    fn next(&mut self) -> Result<Option<Item<'_>>, ReadError> {
        while self.forward()? {
            let (channel, _, _, data) = &self.messages.list[self.at - 1];
            let data = data.clone();
            match *channel {
                FRAMES => return Ok(Some(Item::Frame(self.recording.widths.frame(&self.row)))),
                EVENTS => match event_from(&self.messages.bytes[data]) {
                    Ok(event) if event.time < self.from || event.time > self.to => {}
                    Ok(event) => return Ok(Some(Item::Event(event))),
                    Err(e) => self.recording.blame(self.chunk - 1, format!("an event does not read: {e}")),
                },
                END => match ending_from(&self.messages.bytes[data]) {
                    Ok(ending) => return Ok(Some(Item::End(ending))),
                    Err(e) => self.recording.blame(self.chunk - 1, format!("the end does not read: {e}")),
                },
                _ => return Ok(Some(Item::Checkpoint(&self.messages.bytes[data]))),
            }
        }
        Ok(None)
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

//! Where a session's frames and events go: the last frame, and events until somebody takes them.

use mainspring_record::{Ending, Event, Frame, Schema, Sink, SinkError};

/// Events that are kept for somebody to take; of more the oldest are counted and let go.
const MOST_EVENTS: usize = 65_536;

/// The last frame, and events until somebody takes them.
#[derive(Debug, Default)]
pub(crate) struct Watch {
    pub schema: Schema,
    pub events: Vec<Event>,
    /// events that nobody took in time
    pub missed: u64,
    /// steps that are taken once more: their events are known
    pub quiet: bool,
    time: f64,
    values: Vec<f64>,
    poses: Vec<f64>,
    arrows: Vec<f64>,
    balance: [f64; 9],
    contacts: Vec<mainspring_record::ContactMark>,
    stepped: Vec<u64>,
}

impl Watch {
    /// The last frame.
    pub(crate) fn frame(&self) -> Frame<'_> {
        Frame {
            time: self.time,
            values: &self.values,
            poses: &self.poses,
            arrows: &self.arrows,
            balance: self.balance,
            contacts: &self.contacts,
            stepped: &self.stepped,
        }
    }
}

impl Sink for Watch {
    fn begin(&mut self, schema: &Schema) -> Result<(), SinkError> {
        self.schema = schema.clone();
        Ok(())
    }

    fn frame(&mut self, frame: &Frame<'_>) -> Result<(), SinkError> {
        (self.time, self.balance) = (frame.time, frame.balance);
        self.values.clear();
        self.values.extend_from_slice(frame.values);
        self.poses.clear();
        self.poses.extend_from_slice(frame.poses);
        self.arrows.clear();
        self.arrows.extend_from_slice(frame.arrows);
        self.contacts.clear();
        self.contacts.extend_from_slice(frame.contacts);
        self.stepped.clear();
        self.stepped.extend_from_slice(frame.stepped);
        Ok(())
    }

    fn event(&mut self, event: &Event) -> Result<(), SinkError> {
        if self.quiet {
            return Ok(());
        }
        if self.events.len() >= MOST_EVENTS {
            let old = MOST_EVENTS / 2;
            self.events.drain(..old);
            self.missed += old as u64;
        }
        self.events.push(event.clone());
        Ok(())
    }

    fn finish(&mut self, _ending: &Ending) -> Result<(), SinkError> {
        Ok(())
    }
}

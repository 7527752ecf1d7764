//! When bodies were stepped: contacts of a whole step taken together instead of event by event.
//!
//! Each frame says of which bodies that is so. A change between two frames is as exact as the event that tells of it.

use crate::event::Event;

/// A stretch of time in which the same bodies were stepped.
#[derive(Clone, Debug, PartialEq)]
pub struct SteppedStretch {
    /// first moment, s
    pub from: f64,
    /// last moment, s
    pub to: f64,
    /// which bodies, as in [`Frame::stepped`](crate::Frame::stepped)
    pub bodies: Vec<u64>,
}

impl SteppedStretch {
    /// Whether it is of this body of the drawing.
    #[must_use]
    pub fn has(&self, body: usize) -> bool {
        self.bodies.get(body / 64).is_some_and(|word| word >> (body % 64) & 1 == 1)
    }
}

/// Finds the stretches of a run that is gone through once.
#[derive(Clone, Debug, Default)]
pub struct SteppedStretches {
    list: Vec<SteppedStretch>,
    /// whether the last of the list goes on
    open: bool,
    /// time of the last frame, s
    last: Option<f64>,
    /// of the change told since that frame, s
    told: Option<f64>,
}

impl SteppedStretches {
    /// Takes note of an event.
    pub fn event(&mut self, event: &Event) {
        if event.kind == "stepping" {
            self.told = Some(event.time);
        }
    }

    /// The next frame.
    pub fn frame(&mut self, time: f64, stepped: &[u64]) {
        let told = self.told.take();
        let known = self.list.last().filter(|_| self.open).map(|s| s.bodies.as_slice());
        let any = stepped.iter().any(|word| *word != 0);
        if known.is_some() != any || known.is_some_and(|k| k != stepped) {
            let since = self.last.unwrap_or(time);
            let moment = told.filter(|t| (since..=time).contains(t)).unwrap_or(time);
            if let (Some(stretch), true) = (self.list.last_mut(), self.open) {
                stretch.to = moment;
            }
            if any {
                self.list.push(SteppedStretch { from: moment, to: time, bodies: stepped.to_vec() });
            }
            self.open = any;
        } else if let (Some(stretch), true) = (self.list.last_mut(), self.open) {
            stretch.to = time;
        }
        self.last = Some(time);
    }

    /// All stretches, in order.
    #[must_use]
    pub fn finish(self) -> Vec<SteppedStretch> {
        self.list
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Drawing, DrawnBody, DrawnShape, Frame, Memory, Schema, Sink};

    fn run(flags: &[u64], events: &[f64]) -> Memory {
        let body = DrawnBody {
            path: "ball".to_owned(),
            shape: DrawnShape::Dot,
            points: Vec::new(),
            mass: 1.0,
            fixed: false,
            arrives: false,
        };
        let drawing = Drawing { bodies: vec![body.clone(), body], ..Drawing::default() };
        let mut run = Memory::default();
        run.begin(&Schema { stepped: true, drawing, ..Schema::default() }).expect("memory takes anything");
        for (i, flag) in flags.iter().enumerate() {
            let words = [*flag];
            run.frame(&Frame { stepped: &words, ..Frame::bare(i as f64, &[]) }).expect("memory takes anything");
        }
        run.events =
            events.iter().map(|t| Event { time: *t, kind: "stepping".to_owned(), ..Event::default() }).collect();
        run
    }

    #[test]
    fn stretches_begin_and_end_with_their_events() {
        let stretch = |from, to, bodies: u64| SteppedStretch { from, to, bodies: vec![bodies] };
        assert_eq!(run(&[0, 0, 0], &[]).stepped_stretches(), []);
        assert_eq!(run(&[0, 3, 3, 0, 0], &[0.25, 2.5]).stepped_stretches(), [stretch(0.25, 2.5, 3)]);
        // without an event a frame is the first to know
        assert_eq!(run(&[0, 3, 3, 0, 0], &[]).stepped_stretches(), [stretch(1.0, 3.0, 3)]);
        // from the start to the end, and of other bodies meanwhile
        assert_eq!(run(&[1, 1, 2, 2], &[1.5]).stepped_stretches(), [stretch(0.0, 1.5, 1), stretch(1.5, 3.0, 2)]);
        // an event of another frame's time is none of this change
        assert_eq!(run(&[0, 0, 3, 0], &[0.5]).stepped_stretches(), [stretch(2.0, 3.0, 3)]);
    }
}

//! A sink that passes everything on and counts what is not finite.

use mainspring_definition::{Diagnostic, Span};
use mainspring_record::{Ending, Event, Frame, Schema, Sink, SinkError};

/// Channels named in the warning before the rest are only counted.
const NAMED: usize = 5;

/// Passes frames on to another sink and counts the values in them that are not finite.
pub struct NanWatch<'a> {
    inner: &'a mut dyn Sink,
    columns: Vec<Seen>,
    frames: u64,
}

/// Frames in which a column was not finite, and the first of them.
struct Seen {
    name: String,
    count: u64,
    first: f64,
}

impl<'a> NanWatch<'a> {
    pub fn new(inner: &'a mut dyn Sink) -> Self {
        Self { inner, columns: Vec::new(), frames: 0 }
    }

    /// One warning for all of them, if there are any.
    pub fn warning(&self) -> Option<Diagnostic> {
        let mut seen: Vec<&Seen> = self.columns.iter().filter(|c| c.count > 0).collect();
        seen.sort_by(|a, b| a.first.total_cmp(&b.first));
        let (first, others) = seen.split_first()?;
        let mut message = format!(
            "`{}` was no finite number in {} of {} frames, first at t = {} s",
            first.name, first.count, self.frames, first.first
        );
        if !others.is_empty() {
            let names: Vec<String> = others.iter().take(NAMED).map(|s| format!("`{}`", s.name)).collect();
            message.push_str(&format!("; nor were {}", names.join(", ")));
            if others.len() > NAMED {
                message.push_str(&format!(" and {} more", others.len() - NAMED));
            }
        }
        let warning = Diagnostic::warning("W0911", Span::NOWHERE, message);
        Some(warning.help("look for a division by zero or the root of a negative number in it"))
    }
}

impl Sink for NanWatch<'_> {
    fn begin(&mut self, schema: &Schema) -> Result<(), SinkError> {
        let unseen = |name: &String| Seen { name: name.clone(), count: 0, first: 0.0 };
        self.columns = schema.columns.iter().map(|c| unseen(&c.name)).collect();
        self.inner.begin(schema)
    }

    fn frame(&mut self, frame: &Frame<'_>) -> Result<(), SinkError> {
        self.frames += 1;
        // parts that are wedged have no largest force: that is an answer
        let wedged = |seen: &Seen, v: f64| v == f64::INFINITY && seen.name.ends_with(".largest_force");
        for (seen, v) in self.columns.iter_mut().zip(frame.values).filter(|(_, v)| !v.is_finite()) {
            if wedged(seen, *v) {
                continue;
            }
            if seen.count == 0 {
                seen.first = frame.time;
            }
            seen.count += 1;
        }
        self.inner.frame(frame)
    }

    fn event(&mut self, event: &Event) -> Result<(), SinkError> {
        self.inner.event(event)
    }

    fn wants_checkpoint(&self) -> bool {
        self.inner.wants_checkpoint()
    }

    fn checkpoint(&mut self, time: f64, state: &[u8]) -> Result<(), SinkError> {
        self.inner.checkpoint(time, state)
    }

    fn finish(&mut self, ending: &Ending) -> Result<(), SinkError> {
        self.inner.finish(ending)
    }
}

#[cfg(test)]
mod tests {
    use crate::prelude::*;

    #[test]
    fn what_is_not_finite_is_reported_once() {
        let text = |more: &str| {
            format!("space planar\nmass m = 1 kg at (0, 0) moving (1, 0) m/s\nrun 1 s every 100 ms\n{more}")
        };
        let run = simulate(
            text("record 1 m/max(0 m, m.position.x - 0.45 m), 1/max(0, 0.25 - t/1 s), t").as_str(),
            &Settings::default(),
        );
        let run = run.unwrap();
        let found: Vec<&str> = run.notes.iter().filter(|n| n.code == "W0911").map(|n| n.message.as_str()).collect();
        assert_eq!(found.len(), 1, "{:?}", run.notes);
        assert!(found[0].contains("in 5 of 11 frames, first at t = 0 s; nor were `"), "{}", found[0]);
        let run = simulate(text("record t").as_str(), &Settings::default()).unwrap();
        assert!(run.notes.iter().all(|n| n.code != "W0911"));
    }
}

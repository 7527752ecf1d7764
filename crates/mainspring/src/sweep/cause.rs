//! What ended a motion, written into its recording: the end of a run only knows that it finished.

use super::Traced;
use mainspring_model::SweepModel;
use mainspring_record::{Ending, Event, Frame, Schema, Sink, SinkError};
use mainspring_sweep::Kind;

/// Passes everything on, the cause among the settings.
pub(crate) struct WithCause<'a> {
    inner: &'a mut dyn Sink,
    cause: Option<String>,
}

impl<'a> WithCause<'a> {
    pub fn new(inner: &'a mut dyn Sink, sweep: &SweepModel, traced: &Traced) -> Self {
        let motion = &traced.motion;
        let by = motion.stopped_by.map_or(&sweep.root, |n| &sweep.pawls[n].name);
        let cause = (motion.cause != Kind::End).then(|| format!("{} of `{by}`", motion.cause.name()));
        Self { inner, cause }
    }
}

impl Sink for WithCause<'_> {
    fn begin(&mut self, schema: &Schema) -> Result<(), SinkError> {
        match &self.cause {
            None => self.inner.begin(schema),
            Some(cause) => {
                let mut whole = schema.clone();
                whole.settings.push((Schema::CAUSE.to_owned(), cause.clone()));
                self.inner.begin(&whole)
            }
        }
    }

    fn frame(&mut self, frame: &Frame<'_>) -> Result<(), SinkError> {
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

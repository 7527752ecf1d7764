//! How long a sweep goes on and how often a frame of it is recorded.
//!
//! The root's `until` says how long; `run.duration` and `run.every` from outside the scene (`--until`, `--every`) come
//! before it. Frames only show the motion, which is known at every time, so a scene does not have to say how many.

use crate::build::Builder;
use crate::elaborate::value::ScopeId;
use crate::limits;
use crate::model::RunSettings;
use crate::run::too_many_frames;
use crate::sweep::number::to_float;
use mainspring_definition::{Dimension, Span};

/// Frames of a sweep, besides those at events, where nobody says how often.
const FRAMES: f64 = 500.0;

impl Builder<'_> {
    /// Settings of the run, once the root is known.
    pub(super) fn sweep_run(&mut self, scene: ScopeId) {
        let velocity = self.sweep.root.as_ref().map(|root| root.velocity.clone());
        let (duration, every) = (self.override_of("run.duration"), self.override_of("run.every"));
        if let Some(expr) = duration
            && let Some(end) = self.end_of(expr, velocity.as_ref(), scene)
            && let Some(root) = &mut self.sweep.root
        {
            root.until = end;
        }
        let Some(duration) = self.sweep.root.as_ref().map(|root| to_float(&root.until.value)) else { return };
        let (mut step, mut span) = (duration / FRAMES, Span::NOWHERE);
        if let Some(expr) = every {
            let value = self.eval(expr, scene);
            span = expr.span;
            let Some(asked) = self.constant(&value, Dimension::TIME, span, "`every`") else { return };
            step = asked;
        }
        let frames = duration / step;
        if step <= 0.0 || frames > limits::FRAMES {
            self.report(too_many_frames(duration, step, span));
            return;
        }
        self.run = Some((RunSettings { duration, every: step, ..RunSettings::default() }, span));
    }
}

//! How long a sweep goes on and how often a frame of it is recorded.
//!
//! The root's `until` says how long; `run.duration` and `run.every` from outside the scene (`--until`, `--every`) come
//! before it. Frames only show the motion, which is known at every time, so a scene does not have to say how many.

use crate::context::value::ScopeId;
use crate::evaluate::evaluator::Evaluator;
use crate::limits;
use crate::settings::run::too_many_frames;
use crate::sweep::draft::Sweep;
use crate::sweep::number::to_float;
use mainspring_definition::{Dimension, Span};
use mainspring_model::RunSettings;

/// Frames of a sweep, besides those at events, where nobody says how often.
const FRAMES: f64 = 500.0;

impl<'a> Sweep<'a> {
    /// Settings of the run, once the root is known.
    pub fn sweep_run(&mut self, ev: &mut Evaluator<'_, 'a>, scene: ScopeId) -> Option<(RunSettings, Span)> {
        let velocity = self.root.as_ref().map(|root| root.velocity.clone());
        let (duration, every) = (ev.cx.overrides.override_of("run.duration"), ev.cx.overrides.override_of("run.every"));
        if let Some(expr) = duration
            && let Some(end) = self.end_of(ev, expr, velocity.as_ref(), scene)
            && let Some(root) = &mut self.root
        {
            root.until = end;
        }
        let duration = self.root.as_ref().map(|root| to_float(&root.until.value))?;
        let (mut step, mut span) = (duration / FRAMES, Span::NOWHERE);
        if let Some(expr) = every {
            let value = ev.eval(expr, scene);
            span = expr.span;
            step = ev.cx.constant(&value, Dimension::TIME, span, "`every`")?;
        }
        let frames = duration / step;
        if step <= 0.0 || frames > limits::FRAMES {
            ev.cx.findings.report(too_many_frames(duration, step, span));
            return None;
        }
        Some((RunSettings { duration, every: step, ..RunSettings::default() }, span))
    }
}

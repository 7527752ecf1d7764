//! Scripts, flattened: loops and `repeat` become steps that go back, labels become indices.
//!
//! Every circle of steps lets time pass: one made of jumps alone is an error, so that carrying a script out always
//! comes to a frame or to its end.

use crate::actuators::phase::TablePhase;
use crate::context::value::{Entity, ScopeId};
use crate::results::drafts::ScriptDraft;
use mainspring_definition::{
    Diagnostic, Dimension, Expr, Name, Path, ScriptExit, ScriptStep, ScriptStepKind, Span, did_you_mean,
};
use mainspring_model::{Exit, FieldFrame, Script, Step};
use std::collections::BTreeMap;

/// A script in the making.
#[derive(Default)]
struct Flat<'a> {
    steps: Vec<Step>,
    /// of each step
    spans: Vec<Span>,
    counters: usize,
    labels: BTreeMap<&'a str, (usize, Span)>,
    /// (step, which of its exits or the step itself, label) to be filled in
    jumps: Vec<(usize, Option<usize>, &'a Name)>,
    failed: bool,
}

impl Flat<'_> {
    fn push(&mut self, step: Step, span: Span) {
        self.steps.push(step);
        self.spans.push(span);
    }

    fn again(&mut self, to: usize, times: Option<u32>, span: Span) {
        let counter = self.counters;
        self.counters += 1;
        self.push(Step::Again { to, times, counter }, span);
    }
}

impl<'a> TablePhase<'_, 'a> {
    /// Works all scripts out.
    pub fn collect_scripts(&mut self) {
        let mut failed = false;
        for id in 0..self.ev.known.table.scripts.len() {
            let ScriptDraft { path, span, steps, scope } = &self.ev.known.table.scripts[id];
            let (path, span, steps, scope) = (path.clone(), *span, *steps, *scope);
            let mut flat = Flat::default();
            if steps.is_empty() {
                self.ev.cx.findings.report(
                    Diagnostic::error("E0524", span, format!("script `{path}` has no steps"))
                        .help("write `{ gather for 3 s; reject for 2 s; repeat 4 }`"),
                );
            }
            self.flatten(steps, scope, &mut flat);
            self.settle_labels(&mut flat);
            if !flat.failed {
                self.check_time_passes(&flat);
                self.check_reached(&flat);
            }
            failed |= flat.failed || steps.is_empty();
            let Flat { steps, counters, .. } = flat;
            self.fields.scripts.push(Script { path, span, steps, counters });
        }
        // a step in error would have shown some
        if !failed {
            self.note_unused_frames();
        }
    }

    fn flatten(&mut self, steps: &'a [ScriptStep], scope: ScopeId, flat: &mut Flat<'a>) {
        let start = flat.steps.len();
        for step in steps {
            if let Some(label) = &step.label {
                self.label(label, flat);
            }
            match &step.kind {
                ScriptStepKind::Show { frame, duration, until, exits } => {
                    let shown = self.shown(frame, duration.as_ref(), until.as_ref(), exits, scope, flat);
                    match shown {
                        Some(shown) => flat.push(shown, step.span),
                        // a step that does nothing keeps the places of the others
                        None => {
                            flat.failed = true;
                            flat.push(Step::Jump { to: flat.steps.len() + 1 }, step.span);
                        }
                    }
                }
                ScriptStepKind::Loop { times, steps } => {
                    let times = self.times(times.as_ref(), scope, flat);
                    let to = flat.steps.len();
                    self.flatten(steps, scope, flat);
                    if steps.is_empty() {
                        flat.failed = true;
                        self.ev.cx.findings.report(
                            Diagnostic::error("E0524", step.span, "this loop has no steps")
                                .help("write `loop 3 { gather for 1 s; reject for 1 s }`"),
                        );
                    }
                    flat.again(to, times, step.span);
                }
                ScriptStepKind::Repeat(times) => {
                    let times = self.times(times.as_ref(), scope, flat);
                    if flat.steps.len() == start {
                        flat.failed = true;
                        self.ev.cx.findings.report(
                            Diagnostic::error("E0524", step.span, "there is nothing above this to repeat")
                                .help("`repeat` stands after the steps it repeats"),
                        );
                    }
                    flat.again(start, times, step.span);
                }
                ScriptStepKind::Jump(label) => {
                    flat.jumps.push((flat.steps.len(), None, label));
                    flat.push(Step::Jump { to: 0 }, step.span);
                }
            }
        }
    }

    fn label(&mut self, label: &'a Name, flat: &mut Flat<'a>) {
        if label.text == "end" {
            self.ev.cx.findings.report(
                Diagnostic::error(
                    "E0524",
                    label.span,
                    "`end` is where the script is over, so no step can be called so",
                )
                .help("choose another label"),
            );
            return;
        }
        match flat.labels.get(label.text.as_str()) {
            Some(&(_, first)) => self.ev.cx.findings.report(
                Diagnostic::error("E0524", label.span, format!("the label `{}` is given twice", label.text))
                    .also(first, "first given here")
                    .help("rename one of them"),
            ),
            None => {
                flat.labels.insert(&label.text, (flat.steps.len(), label.span));
            }
        }
    }

    fn shown(
        &mut self,
        frame: &'a Path,
        duration: Option<&'a Expr>,
        until: Option<&'a Expr>,
        said: &'a [ScriptExit],
        scope: ScopeId,
        flat: &mut Flat<'a>,
    ) -> Option<Step> {
        let here = flat.steps.len();
        let index = self.frame_named(frame, scope);
        let lasting = duration.map(|expr| self.lasting(expr, frame, scope));
        let mut exits = Vec::with_capacity(said.len() + 1);
        for exit in said {
            let margin = self.ev.margin(&exit.when, scope);
            let when = margin.map(|m| self.ev.cx.node(m)).unwrap_or_default();
            flat.failed |= margin.is_none();
            flat.jumps.push((here, Some(exits.len()), &exit.to));
            exits.push(Exit { when, to: 0 });
        }
        if let Some(expr) = until {
            let when = self.ev.margin(expr, scope).map(|m| self.ev.cx.node(m));
            flat.failed |= when.is_none();
            exits.push(Exit { when: when.unwrap_or_default(), to: here + 1 });
        }
        let duration = match lasting {
            Some(time) => Some(time?),
            None => None,
        };
        Some(Step::Show { frame: index?, duration, exits })
    }

    /// How long a step lasts, s.
    fn lasting(&mut self, expr: &'a Expr, frame: &Path, scope: ScopeId) -> Option<f64> {
        let value = self.ev.eval(expr, scope);
        let time = self.ev.cx.constant(&value, Dimension::TIME, expr.span, "how long a step lasts")?;
        if time > 0.0 {
            return Some(time);
        }
        let name = frame.segments.last().map(|s| s.name.text.clone()).unwrap_or_default();
        let why = if time < 0.0 { "a negative time" } else { "no time at all" };
        self.ev.cx.findings.report(
            Diagnostic::error("E0524", expr.span, format!("the step `{name}` would last {why}, {time} s"))
                .help("a step lasts a positive time; leave the step out, or check the sign"),
        );
        None
    }

    /// The frame a step names; `off` is the frame with nothing in it.
    fn frame_named(&mut self, path: &'a Path, scope: ScopeId) -> Option<usize> {
        if path.as_name() == Some("off") && self.ev.cx.names.lookup(scope, "off").is_none() {
            let frames = &mut self.fields.frames;
            let known = frames.iter().position(|f| f.path == "off" && f.span == Span::NOWHERE);
            return Some(known.unwrap_or_else(|| {
                let (windows, arrays) = (Vec::new(), Vec::new());
                frames.push(FieldFrame { path: "off".to_owned(), span: Span::NOWHERE, windows, arrays });
                frames.len() - 1
            }));
        }
        match self.ev.entity(path, scope, "a frame")? {
            Entity::Frame(f) => Some(f),
            other => {
                self.ev.cx.wrong_thing(other.word(), "a frame", path.span);
                None
            }
        }
    }

    /// How often a loop goes round; None for ever.
    fn times(&mut self, expr: Option<&'a Expr>, scope: ScopeId, flat: &mut Flat<'a>) -> Option<u32> {
        let expr = expr?;
        let value = self.ev.eval(expr, scope);
        let times = self.ev.cx.whole(&value, expr.span, "how often it goes round").map(|n| (n, u32::try_from(n)));
        match times {
            Some((_, Ok(n))) if n > 0 => Some(n),
            Some((n, _)) => {
                flat.failed = true;
                let (why, help) = if n < 1 {
                    ("at least once", "give a whole number from 1 on, or none: then it goes round for ever".to_owned())
                } else {
                    (
                        "no more often than can be counted",
                        format!("give at most {}, or none: then it goes round for ever", u32::MAX),
                    )
                };
                self.ev.cx.findings.report(
                    Diagnostic::error("E0524", expr.span, format!("a loop goes round {why}, found {n}")).help(help),
                );
                None
            }
            None => {
                flat.failed = true;
                None
            }
        }
    }

    fn settle_labels(&mut self, flat: &mut Flat<'a>) {
        let end = flat.steps.len();
        for (step, exit, label) in std::mem::take(&mut flat.jumps) {
            let to = match flat.labels.get(label.text.as_str()) {
                Some(&(to, _)) => to,
                None if label.text == "end" => end,
                None => {
                    flat.failed = true;
                    let finding = Diagnostic::error("E0524", label.span, format!("no step is called `{}`", label.text));
                    let known = flat.labels.keys().copied().chain(["end"]);
                    self.ev.cx.findings.report(match did_you_mean(&label.text, known) {
                        Some(s) => finding.help(format!("did you mean `{s}`?")),
                        None => finding.help(format!("name a step by a label before it: `{}: … for 2 s`", label.text)),
                    });
                    end
                }
            };
            match (flat.steps.get_mut(step), exit) {
                (Some(Step::Jump { to: slot }), None) => *slot = to,
                (Some(Step::Show { exits, .. }), Some(e)) => exits[e].to = to,
                _ => {}
            }
        }
    }

    /// Circles without a frame in them would go round at one moment for ever.
    fn check_time_passes(&mut self, flat: &Flat<'a>) {
        // 0 not seen, 1 being followed, 2 done
        let mut state = vec![0u8; flat.steps.len()];
        for from in 0..flat.steps.len() {
            let mut stack = vec![(from, 0)];
            while let Some((at, branch)) = stack.pop() {
                let next = match flat.steps.get(at) {
                    Some(Step::Jump { to }) => [Some(*to), None],
                    Some(Step::Again { to, times, .. }) => [Some(*to), times.map(|_| at + 1)],
                    _ => continue,
                };
                if branch == 0 {
                    if state[at] == 2 {
                        continue;
                    }
                    state[at] = 1;
                }
                let Some(Some(to)) = next.get(branch) else {
                    state[at] = 2;
                    continue;
                };
                stack.push((at, branch + 1));
                match state.get(*to) {
                    Some(1) => {
                        self.ev.cx.findings.report(
                            Diagnostic::error(
                                "E0524",
                                flat.spans[at],
                                "these steps go round without letting time pass",
                            )
                            .help("put a frame with `for` or `until` into the circle"),
                        );
                        return;
                    }
                    Some(0) => stack.push((*to, 0)),
                    _ => {}
                }
            }
        }
    }

    fn check_reached(&mut self, flat: &Flat<'a>) {
        let mut reached = vec![false; flat.steps.len()];
        let mut open = vec![0];
        while let Some(at) = open.pop() {
            let Some(seen) = reached.get_mut(at) else { continue };
            if std::mem::replace(seen, true) {
                continue;
            }
            match &flat.steps[at] {
                Step::Show { duration, exits, .. } => {
                    open.extend(exits.iter().map(|e| e.to));
                    open.extend(duration.map(|_| at + 1));
                }
                Step::Again { to, times, .. } => {
                    open.push(*to);
                    open.extend(times.map(|_| at + 1));
                }
                Step::Jump { to } => open.push(*to),
            }
        }
        let missed = (0..flat.steps.len()).find(|i| !reached[*i]);
        if let Some(step) = missed {
            self.ev.cx.findings.report(
                Diagnostic::warning("W0613", flat.spans[step], "this step is never reached")
                    .help("what stands before it goes elsewhere for ever; jump here by a label, or leave it out"),
            );
        }
    }

    fn note_unused_frames(&mut self) {
        let mut shown = vec![false; self.fields.frames.len()];
        for step in self.fields.scripts.iter().flat_map(|s| &s.steps) {
            if let Step::Show { frame, .. } = step
                && let Some(slot) = shown.get_mut(*frame)
            {
                *slot = true;
            }
        }
        let unused: Vec<(Span, String)> = (self.fields.frames.iter().zip(shown))
            .filter(|(_, shown)| !shown)
            .map(|(f, _)| (f.span, f.path.clone()))
            .collect();
        for (span, path) in unused {
            self.ev.cx.findings.report(
                Diagnostic::note("N0612", span, format!("no script shows the frame `{path}`, so it is never on"))
                    .help(format!("write `script name {{ {path} for 2 s }}`, or leave the frame out")),
            );
        }
    }
}

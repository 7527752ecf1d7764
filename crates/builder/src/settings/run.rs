//! How long and how finely to run.

use crate::context::coerce::show;
use crate::context::complaints::listed;
use crate::context::value::ScopeId;
use crate::evaluate::evaluator::Evaluator;
use crate::limits;
use crate::settings::state::Settings;
use mainspring_definition::words::{INTEGRATORS, RUN_SETTINGS};
use mainspring_definition::{Diagnostic, Dimension, Expr, ExprKind, Field, Span, did_you_mean};
use mainspring_model::{Coordinates, RunSettings};

/// The longest step of cilia-1997, by name.
const FRAME: &str = "frame";

const COORDINATES: &[(&str, Coordinates)] =
    &[("auto", Coordinates::Auto), ("joint", Coordinates::Joint), ("maximal", Coordinates::Maximal)];

impl Settings {
    /// `run 10 s every 10 ms { … }`.
    pub fn set_run<'a>(
        &mut self,
        ev: &mut Evaluator<'_, 'a>,
        duration: &'a Expr,
        every: Option<&'a Expr>,
        options: &'a [Field],
        scope: ScopeId,
        span: Span,
    ) {
        if let Some((_, first)) = &self.run {
            let first = *first;
            ev.cx.findings.report(
                Diagnostic::error("E0216", span, "`run` is said twice")
                    .also(first, "first said here")
                    .help("leave one line out"),
            );
            return;
        }
        self.run = Some((RunSettings::default(), span));
        self.run_setting(ev, "duration", duration, scope);
        if let Some(every) = every {
            self.run_setting(ev, "every", every, scope);
        }
        for field in options {
            let word = field.name.text.as_str();
            if matches!(word, "duration" | "every") || !RUN_SETTINGS.contains(&word) {
                let finding = Diagnostic::error("E0217", field.name.span, format!("`run` has no setting `{word}`"));
                ev.cx.findings.report(match did_you_mean(word, RUN_SETTINGS[2..].iter().copied()) {
                    Some(s) => finding.help(format!("did you mean `{s}`?")),
                    None => finding.help(format!("it has {}", listed(&RUN_SETTINGS[2..]))),
                });
                continue;
            }
            self.run_setting(ev, word, &field.value, scope);
        }
    }

    /// Run settings from outside the scene, then the checks that need them all.
    pub fn run_overrides<'a>(&mut self, ev: &mut Evaluator<'_, 'a>, scene: ScopeId) {
        let mut set = None;
        for word in RUN_SETTINGS {
            if let Some(expr) = ev.cx.overrides.override_of(&format!("run.{word}")) {
                if self.run.is_none() {
                    self.run = Some((RunSettings::default(), Span::NOWHERE));
                }
                self.run_setting(ev, word, expr, scene);
                if matches!(*word, "duration" | "every") {
                    set = Some(expr.span);
                }
            }
        }
        let Some((run, span)) = &self.run else { return };
        let (frames, span) = (run.duration / run.every, set.unwrap_or(*span));
        if frames > limits::FRAMES {
            ev.cx.findings.report(too_many_frames(run.duration, run.every, span));
        }
    }

    fn run_setting<'a>(&mut self, ev: &mut Evaluator<'_, 'a>, word: &str, expr: &'a Expr, scope: ScopeId) {
        if word == "integrator" {
            self.integrator(ev, expr, scope);
            return;
        }
        if word == "coordinates" {
            self.coordinates(ev, expr, scope);
            return;
        }
        if word == "max_step" {
            let Some((run, _)) = &mut self.run else { return };
            let word = if let ExprKind::Path(path) = &expr.kind { path.as_name() } else { None };
            run.frame_steps = word == Some(FRAME) && ev.cx.names.lookup(scope, FRAME).is_none();
            if run.frame_steps {
                run.max_step = None;
                return;
            }
        }
        let dimension = if matches!(word, "rtol" | "atol") { Dimension::NONE } else { Dimension::TIME };
        let value = ev.eval(expr, scope);
        let Some(v) = ev.cx.constant(&value, dimension, expr.span, &format!("`{word}`")) else { return };
        let (low, high, range) = match word {
            "rtol" => (1e-14, 0.1, "between 1e-14 and 0.1"),
            "atol" => (1e-30, 1.0, "between 1e-30 and 1"),
            _ => (f64::MIN_POSITIVE, 1e12, "more than 0 and at most 1e12 s"),
        };
        if !(low..=high).contains(&v) {
            ev.cx.findings.report(
                Diagnostic::error(
                    "E0509",
                    expr.span,
                    format!("`{word}` must be {range}, found {}", show(v, dimension)),
                )
                .help("check its sign, size and unit"),
            );
            return;
        }
        let Some((run, _)) = &mut self.run else { return };
        match word {
            "duration" => run.duration = v,
            "every" => run.every = v,
            "rtol" => run.rtol = v,
            "atol" => run.atol = v,
            "max_step" => run.max_step = Some(v),
            _ => run.step = Some(v),
        }
    }

    pub fn coordinates<'a>(&mut self, ev: &mut Evaluator<'_, 'a>, expr: &'a Expr, scope: ScopeId) {
        let Some(word) = ev.chosen_word(expr, scope) else { return };
        let known = COORDINATES.iter().find(|(name, _)| word.as_deref() == Some(name));
        match (known, &mut self.run) {
            (Some((_, choice)), Some((run, _))) => run.coordinates = *choice,
            (Some(_), None) => {}
            (None, _) => {
                let shown = word.unwrap_or_else(|| "this".to_owned());
                ev.cx.findings.report(
                    Diagnostic::error("E0509", expr.span, format!("no coordinates `{shown}`"))
                        .help("there are `auto`, `joint` and `maximal`"),
                );
            }
        }
    }

    fn integrator<'a>(&mut self, ev: &mut Evaluator<'_, 'a>, expr: &'a Expr, scope: ScopeId) {
        let Some(word) = ev.chosen_word(expr, scope) else { return };
        let known = word.as_deref().filter(|w| INTEGRATORS.contains(w));
        match (known, &mut self.run) {
            (Some(w), Some((run, _))) => w.clone_into(&mut run.integrator),
            (Some(_), None) => {}
            (None, _) => {
                let shown = word.clone().unwrap_or_else(|| "this".to_owned());
                let finding = Diagnostic::error("E0510", expr.span, format!("no integrator `{shown}`"));
                ev.cx.findings.report(match did_you_mean(&shown, INTEGRATORS.iter().copied()) {
                    Some(s) => finding.help(format!("did you mean `{s}`?")),
                    None => finding.help(format!("there are {}", listed(INTEGRATORS))),
                });
            }
        }
    }
}

/// Four digits, and a power of ten where there is one.
pub(crate) fn short(x: f64) -> String {
    let text = format!("{x:.3e}");
    let (digits, power) = text.split_once('e').unwrap_or((&text, "0"));
    let digits = if digits.contains('.') { digits.trim_end_matches('0').trim_end_matches('.') } else { digits };
    if power == "0" { digits.to_owned() } else { format!("{digits}e{power}") }
}

/// What is said of a run that would record more frames than anybody looks at.
pub(crate) fn too_many_frames(duration: f64, every: f64, span: Span) -> Diagnostic {
    let (frames, most) = (short(duration / every), limits::FRAMES);
    let message =
        format!("this run would record {frames} frames, one every {} s; {most:.0} is the limit", short(every));
    Diagnostic::error("E0509", span, message)
        .help(format!("record less often: `every` of {} s or more", short(1.001 * duration / most)))
}

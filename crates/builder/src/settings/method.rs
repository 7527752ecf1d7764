//! How contact is treated: `method event`, `method penalty { … }`, `method stepping { … }`, `impact { … }`.

use crate::context::complaints::listed;
use crate::context::value::ScopeId;
use crate::evaluate::evaluator::Evaluator;
use crate::settings::state::Settings;
use mainspring_definition::words::{EVENT_OPTIONS, IMPACT_OPTIONS, METHODS, PENALTY_OPTIONS, STEPPING_OPTIONS};
use mainspring_definition::{
    Diagnostic, Dimension, Expr, Field, IMPACT_LAWS, IMPACT_TREATMENTS, Name, Span, did_you_mean,
};
use mainspring_model::{ContactMethod, Crowds, Penalty, SteppingSettings};

/// Words for what becomes of crowds.
const CROWDS: &[(&str, Crowds)] = &[("step", Crowds::Step), ("error", Crowds::Error)];

/// Words for whether what is stepped may sleep: whether it is kept awake.
const SLEEP: &[(&str, bool)] = &[("on", false), ("off", true)];

/// What `method penalty` takes where it says nothing.
const DEFAULT: Penalty = Penalty { stiffness: 1e6, damping: None, slip_speed: 1e-3, adapt: false };

/// Options of a method.
fn options_of(method: &str) -> &'static [&'static str] {
    match method {
        "event" => EVENT_OPTIONS,
        "penalty" => PENALTY_OPTIONS,
        "stepping" => STEPPING_OPTIONS,
        _ => &[],
    }
}

impl Settings {
    /// `method event { crowds = error }`, `method penalty { stiffness = … }`.
    pub fn set_method<'a>(&mut self, ev: &mut Evaluator<'_, 'a>, name: &'a Name, options: &'a [Field], scope: ScopeId) {
        if self.said_before(ev, self.method, "method", name.span) {
            return;
        }
        self.method = Some(name.span);
        self.choose_method(ev, &name.text, name.span);
        let mut seen: Vec<&str> = Vec::new();
        for field in options {
            let word = field.name.text.as_str();
            if seen.contains(&word) {
                self.given_twice(ev, &field.name);
                continue;
            }
            seen.push(word);
            let known = options_of(&name.text);
            if known.contains(&word) {
                self.method_setting(ev, word, &field.value, scope);
            } else if METHODS.contains(&name.text.as_str()) {
                self.unknown_setting(ev, &format!("method {}", name.text), &field.name, known);
            }
        }
    }

    fn said_before<'a>(&mut self, ev: &mut Evaluator<'_, 'a>, first: Option<Span>, word: &str, span: Span) -> bool {
        let Some(first) = first else { return false };
        ev.cx.findings.report(
            Diagnostic::error("E0216", span, format!("`{word}` is said twice"))
                .also(first, "first said here")
                .help("leave one line out"),
        );
        true
    }

    fn given_twice<'a>(&mut self, ev: &mut Evaluator<'_, 'a>, name: &Name) {
        ev.cx.findings.report(
            Diagnostic::error("E0202", name.span, format!("`{}` is given twice", name.text))
                .help("leave one of them out"),
        );
    }

    fn unknown_setting<'a>(
        &mut self,
        ev: &mut Evaluator<'_, 'a>,
        what: &str,
        name: &Name,
        known: &'static [&'static str],
    ) {
        let finding = Diagnostic::error("E0217", name.span, format!("`{what}` has no option `{}`", name.text));
        ev.cx.findings.report(match did_you_mean(&name.text, known.iter().copied()) {
            Some(s) => finding.help(format!("did you mean `{s}`?")),
            None if known.is_empty() => finding.help("it has none"),
            None => finding.help(format!("it has {}", listed(known))),
        });
    }

    fn choose_method<'a>(&mut self, ev: &mut Evaluator<'_, 'a>, word: &str, span: Span) {
        match word {
            "event" => self.contacts.method = ContactMethod::Event,
            "penalty" => {
                if !matches!(self.contacts.method, ContactMethod::Penalty(_)) {
                    self.contacts.method = ContactMethod::Penalty(DEFAULT);
                }
            }
            "stepping" => {
                if !matches!(self.contacts.method, ContactMethod::Stepping(_)) {
                    self.contacts.method = ContactMethod::Stepping(SteppingSettings::default());
                }
            }
            // found before anything else was read, but for what stands in a block
            "sweep" if ev.cx.input.sweep || ev.cx.overrides.override_of("method").is_some() => {}
            "sweep" => ev.cx.findings.report(
                Diagnostic::error("E0532", span, "`method sweep` stands at the top of a scene, not in a block")
                    .help("move the line out of the `if` or `for`"),
            ),
            other => {
                let finding =
                    Diagnostic::error("E0213", span, format!("the method `{other}` is not available in this version"));
                ev.cx.findings.report(match did_you_mean(other, METHODS.iter().copied()) {
                    Some(s) => finding.help(format!("did you mean `{s}`?")),
                    None => finding
                        .help("`event`, `penalty`, `stepping` and `sweep` are; a scene without this line uses `event`"),
                });
            }
        }
    }

    fn method_setting<'a>(&mut self, ev: &mut Evaluator<'_, 'a>, word: &str, expr: &'a Expr, scope: ScopeId) {
        if word == "sleep" {
            if let Some(awake) = choice(ev, "treatment of what rests", SLEEP, expr, scope) {
                self.contacts.awake = awake;
            }
        } else if self.contacts.method == ContactMethod::Event {
            if let Some(crowds) = choice(ev, "treatment of crowds", CROWDS, expr, scope) {
                self.contacts.crowds = crowds;
            }
        } else if let ContactMethod::Stepping(_) = self.contacts.method {
            let value = ev.eval(expr, scope);
            let step = ev.cx.positive(&value, Dimension::TIME, expr.span, "`step`", "E0509");
            self.contacts.method = ContactMethod::Stepping(SteppingSettings { step });
        } else {
            self.penalty_setting(ev, word, expr, scope);
        }
    }

    fn penalty_setting<'a>(&mut self, ev: &mut Evaluator<'_, 'a>, word: &str, expr: &'a Expr, scope: ScopeId) {
        let value = ev.eval(expr, scope);
        let what = format!("`{word}`");
        let found = match word {
            "stiffness" => ev.cx.positive(&value, Dimension::STIFFNESS, expr.span, &what, "E0509"),
            "damping" => ev.cx.not_negative(&value, Dimension::DAMPING, expr.span, &what, "E0509"),
            "slip_speed" => ev.cx.positive(&value, Dimension::SPEED, expr.span, &what, "E0509"),
            _ => ev.cx.known_flag(&value, expr.span, &what).map(|f| f64::from(u8::from(f))),
        };
        let (Some(v), ContactMethod::Penalty(penalty)) = (found, &mut self.contacts.method) else { return };
        match word {
            "stiffness" => penalty.stiffness = v,
            "damping" => penalty.damping = Some(v),
            "slip_speed" => penalty.slip_speed = v,
            _ => penalty.adapt = v != 0.0,
        }
    }

    /// `impact { law = coulomb; treatment = sequential; rest_speed = 1 mm/s }`.
    pub fn set_impact<'a>(&mut self, ev: &mut Evaluator<'_, 'a>, fields: &'a [Field], scope: ScopeId, span: Span) {
        if self.said_before(ev, self.impact, "impact", span) {
            return;
        }
        self.impact = Some(span);
        let mut seen: Vec<&str> = Vec::new();
        for field in fields {
            let word = field.name.text.as_str();
            if seen.contains(&word) {
                self.given_twice(ev, &field.name);
            } else if IMPACT_OPTIONS.contains(&word) {
                seen.push(word);
                self.impact_setting(ev, word, &field.value, scope);
            } else {
                self.unknown_setting(ev, "impact", &field.name, IMPACT_OPTIONS);
            }
        }
    }

    fn impact_setting<'a>(&mut self, ev: &mut Evaluator<'_, 'a>, word: &str, expr: &'a Expr, scope: ScopeId) {
        if word == "rest_speed" {
            let value = ev.eval(expr, scope);
            if let Some(v) = ev.cx.positive(&value, Dimension::SPEED, expr.span, "`rest_speed`", "E0509") {
                self.contacts.rest_speed = Some(v);
            }
            return;
        }
        if word == "law" {
            if let Some(law) = choice(ev, "law of impact", IMPACT_LAWS, expr, scope) {
                self.contacts.impact = law;
            }
        } else if let Some(treatment) = choice(ev, "treatment of several contacts", IMPACT_TREATMENTS, expr, scope) {
            self.contacts.treatment = treatment;
        }
    }

    /// `--set method=penalty`, `--set method.stiffness=…`, `--set impact.law=newton`.
    pub fn method_overrides<'a>(&mut self, ev: &mut Evaluator<'_, 'a>, scene: ScopeId) {
        if let Some(expr) = ev.cx.overrides.override_of("method")
            && let Some(word) = ev.chosen_word(expr, scene)
        {
            self.choose_method(ev, word.as_deref().unwrap_or("this"), expr.span);
        }
        for (method, options) in
            [("event", EVENT_OPTIONS), ("penalty", PENALTY_OPTIONS), ("stepping", STEPPING_OPTIONS)]
        {
            for word in options {
                let Some(expr) = ev.cx.overrides.override_of(&format!("method.{word}")) else { continue };
                let now = match self.contacts.method {
                    ContactMethod::Event => "event",
                    ContactMethod::Penalty(_) => "penalty",
                    ContactMethod::Stepping(_) => "stepping",
                };
                if now != method && options_of(now).contains(word) {
                    continue;
                }
                if now != method {
                    ev.cx.findings.report(
                        Diagnostic::error("E0214", expr.span, format!("`method {now}` has no `{word}` to set"))
                            .help(format!("set `method={method}` as well")),
                    );
                    continue;
                }
                self.method_setting(ev, word, expr, scene);
            }
        }
        for word in IMPACT_OPTIONS {
            if let Some(expr) = ev.cx.overrides.override_of(&format!("impact.{word}")) {
                self.impact_setting(ev, word, expr, scene);
            }
        }
    }
}

/// The thing that a word of a table names; reports a word that is not there.
fn choice<'a, T: Copy>(
    ev: &mut Evaluator<'_, 'a>,
    what: &str,
    table: &[(&'static str, T)],
    expr: &'a Expr,
    scope: ScopeId,
) -> Option<T> {
    let chosen = ev.chosen_word(expr, scope)?;
    if let Some((_, value)) = table.iter().find(|(word, _)| chosen.as_deref() == Some(word)) {
        return Some(*value);
    }
    let shown = chosen.as_deref().unwrap_or("this");
    let known: Vec<&str> = table.iter().map(|(word, _)| *word).collect();
    let finding = Diagnostic::error("E0509", expr.span, format!("no {what} `{shown}`"));
    ev.cx.findings.report(match did_you_mean(shown, known.iter().copied()) {
        Some(s) => finding.help(format!("did you mean `{s}`?")),
        None => finding.help(format!("there are {}", listed(&known))),
    });
    None
}

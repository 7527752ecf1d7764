//! `--set path=value`: another value for a `let`, a parameter, a field, an option, gravity or a run setting.

use crate::build::Builder;
use crate::elaborate::value::{Number, Scalar, Value};
use crate::pairs::PAIR_OPTIONS;
use mainspring_definition::{Diagnostic, Expr, Span, did_you_mean};
use std::collections::BTreeSet;

const ZERO: Scalar = Scalar::Known(0.0);

/// What is over-ridden, and what could have been.
pub struct Overrides<'a> {
    given: Vec<(&'a str, &'a Expr, bool)>,
    known: BTreeSet<String>,
    /// `contact(a, b)` of every line about two, in both orders
    pairs: BTreeSet<String>,
}

impl<'a> Overrides<'a> {
    pub fn new(given: &'a [(String, Expr)]) -> Self {
        Self {
            given: given.iter().map(|(p, e)| (p.as_str(), e, false)).collect(),
            known: BTreeSet::new(),
            pairs: BTreeSet::new(),
        }
    }
}

impl<'a> Overrides<'a> {
    /// Of those whose path is meant, the last one counts; all have been used.
    fn last_of(&mut self, meant: impl Fn(&str) -> bool) -> Option<&'a Expr> {
        let mut found = None;
        for (_, expr, used) in self.given.iter_mut().filter(|(path, ..)| meant(path)) {
            *used = true;
            found = Some(*expr);
        }
        found
    }

    /// What to say of a path that looks like an option of two and met none.
    fn pair_finding(&self, path: &str, span: Span) -> Option<Diagnostic> {
        let (word, rest) = path.split_once('(')?;
        let (names, option) = rest.rsplit_once(").")?;
        if !["contact", "materials"].contains(&word) {
            return None;
        }
        if self.pairs.contains(&format!("{word}({names})")) {
            let finding = Diagnostic::error("E0214", span, format!("`{word}` has no option `{option}` to set"));
            return Some(match did_you_mean(option, PAIR_OPTIONS.iter().copied()) {
                Some(near) => finding.help(format!("did you mean `{near}`?")),
                None => finding.help(format!("it has {}", PAIR_OPTIONS.map(|o| format!("`{o}`")).join(", "))),
            });
        }
        let names = if names.split(',').count() == 2 { names } else { "a, b" };
        let option = if PAIR_OPTIONS.contains(&option) { option } else { "friction" };
        let finding = Diagnostic::error("E0214", span, format!("no line `{word} {names}` says anything to set"));
        let help =
            format!("write `{word} {names} {{ {option} = … }}` in the scene; any of its options can then be set");
        Some(match did_you_mean(path, self.known.iter().map(String::as_str)) {
            Some(near) => finding.help(format!("did you mean `{near}`? If not, {help}")),
            None => finding.help(help),
        })
    }
}

impl<'a> Builder<'a> {
    /// The expression to use for what is called `key`.
    pub fn overriding(&mut self, key: &str, original: &'a Expr) -> &'a Expr {
        self.override_of(key).unwrap_or(original)
    }

    /// The over-riding expression for what is called `key`, if there is one.
    pub fn override_of(&mut self, key: &str) -> Option<&'a Expr> {
        if self.overrides.given.is_empty() {
            return None;
        }
        self.overrides.known.insert(key.to_owned());
        self.overrides.last_of(|path| path == key)
    }

    /// The over-riding expression for an option of two, which may be called any of `keys`.
    pub fn override_of_pair(&mut self, keys: &[String], option: &str) -> Option<&'a Expr> {
        if self.overrides.given.is_empty() {
            return None;
        }
        self.overrides.known.extend(keys.first().map(|key| format!("{key}.{option}")));
        self.overrides.pairs.extend(keys.iter().cloned());
        self.overrides.last_of(|path| {
            path.rsplit_once('.').is_some_and(|(pair, word)| word == option && keys.iter().any(|key| key == pair))
        })
    }

    /// The over-ridden value if it is the same kind of thing as the original.
    pub fn check_override(&mut self, key: &str, original: &Value, value: Value, span: Span) -> Value {
        let same = match (original, &value) {
            (Value::Poison, _) | (_, Value::Poison) => true,
            (Value::Number(a), Value::Number(b)) => a.dimension == b.dimension || b.scalar == ZERO,
            (Value::Tuple(a), Value::Tuple(b)) => {
                a.len() == b.len()
                    && a.iter().zip(b).all(|(a, b)| match (a, b) {
                        (Value::Number(a), Value::Number(b)) => a.dimension == b.dimension || b.scalar == ZERO,
                        _ => true,
                    })
            }
            (a, b) => std::mem::discriminant(a) == std::mem::discriminant(b),
        };
        if same {
            // a plain 0 takes the dimension of what it replaces
            return match (original, value) {
                (Value::Number(a), Value::Number(b)) => {
                    Value::Number(Number { dimension: a.dimension, angle: a.angle, ..b })
                }
                (_, value) => value,
            };
        }
        self.report(
            Diagnostic::error(
                "E0301",
                span,
                format!("`{key}` is {}, the value set is {}", original.describe(), value.describe()),
            )
            .help("set a value of the same dimension"),
        );
        Value::Poison
    }

    /// What can be set in a sweep, by the names it has.
    fn settable_in_sweep(&self, path: &str) -> String {
        if path.starts_with("run.") {
            return "a sweep is exact and has no steps: of a run `run.duration` and `run.every` can be set".to_owned();
        }
        if path == "gravity" {
            return "a sweep has no gravity: its pawls have no mass; `method event` has it".to_owned();
        }
        let (root, pawl) = self.sweep_names();
        format!(
            "a `let`, `{root}.moves`, `{root}.from`, `{root}.until`, `{pawl}.at`, `{pawl}.stiffness`, `{pawl}.friction`, \
             `{pawl}.rest`, `{pawl}.start`, `at` and `turned` of an obstacle, `run.duration` or `run.every` can be set"
        )
    }

    /// Reports over-rides that met nothing.
    pub fn check_overrides(&mut self) {
        let unused: Vec<(&str, Span)> = self.overrides.given.iter().filter(|o| !o.2).map(|o| (o.0, o.1.span)).collect();
        for (path, span) in unused {
            if let Some(finding) = self.overrides.pair_finding(path, span) {
                self.report(finding);
                continue;
            }
            let finding = Diagnostic::error("E0214", span, format!("nothing called `{path}` can be set"));
            let near = did_you_mean(path, self.overrides.known.iter().map(String::as_str));
            let help = match near {
                Some(s) => format!("did you mean `{s}`?"),
                None if self.sweep.on => self.settable_in_sweep(path),
                None => "a `let`, a part's parameter (`p.thickness`), an option (`o.stiffness`), `gravity` or \
                         `run.duration` can be set"
                    .to_owned(),
            };
            self.report(finding.help(help));
        }
    }
}

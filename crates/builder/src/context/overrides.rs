//! `--set path=value`: another value for a `let`, a parameter, a field, an option, gravity or a run setting.

use crate::results::part_coefficients::PAIR_OPTIONS;
use mainspring_definition::{Diagnostic, Expr, Span, did_you_mean};
use std::collections::BTreeSet;

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

    /// Of those whose path is meant, the last one counts; all have been used.
    fn last_of(&mut self, meant: impl Fn(&str) -> bool) -> Option<&'a Expr> {
        let mut found = None;
        for (_, expr, used) in self.given.iter_mut().filter(|(path, ..)| meant(path)) {
            *used = true;
            found = Some(*expr);
        }
        found
    }

    /// Paths that met nothing so far, with where they are given.
    pub fn unused(&self) -> Vec<(&'a str, Span)> {
        self.given.iter().filter(|o| !o.2).map(|o| (o.0, o.1.span)).collect()
    }

    /// The path nearest to one that met nothing.
    pub fn near(&self, path: &str) -> Option<&str> {
        did_you_mean(path, self.known.iter().map(String::as_str))
    }

    /// What to say of a path that looks like an option of two and met none.
    pub fn pair_finding(&self, path: &str, span: Span) -> Option<Diagnostic> {
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

impl<'a> Overrides<'a> {
    /// The expression to use for what is called `key`.
    pub fn overriding(&mut self, key: &str, original: &'a Expr) -> &'a Expr {
        self.override_of(key).unwrap_or(original)
    }

    /// The over-riding expression for what is called `key`, if there is one.
    pub fn override_of(&mut self, key: &str) -> Option<&'a Expr> {
        if self.given.is_empty() {
            return None;
        }
        self.known.insert(key.to_owned());
        self.last_of(|path| path == key)
    }

    /// The over-riding expression for an option of two, which may be called any of `keys`.
    pub fn override_of_pair(&mut self, keys: &[String], option: &str) -> Option<&'a Expr> {
        if self.given.is_empty() {
            return None;
        }
        self.known.extend(keys.first().map(|key| format!("{key}.{option}")));
        self.pairs.extend(keys.iter().cloned());
        self.last_of(|path| {
            path.rsplit_once('.').is_some_and(|(pair, word)| word == option && keys.iter().any(|key| key == pair))
        })
    }
}

//! The options of a joint as its kind reads them: numbers with their units checked, each evaluated once.

use crate::context::value::ScopeId;
use crate::evaluate::options::Options;
use crate::joints::phase::JointPhase;
use mainspring_definition::{Diagnostic, Dimension, SpaceKind, Span};
use mainspring_joints::{OptionReader, Refused};

/// The options of one joint while its kind is found. Kinds that share a word ask for the same ones in turn; values are
/// kept, so that whatever is wrong with one is reported once.
pub struct KindOptions<'r, 'p, 'a> {
    phase: &'r mut JointPhase<'p, 'a>,
    options: &'r mut Options<'a>,
    scope: ScopeId,
    /// the call of the joint's word
    call: Span,
    lengths: Vec<(&'static str, Option<f64>)>,
    flags: Vec<(&'static str, bool)>,
    /// values of the options that have been read
    spans: Vec<(&'static str, Span)>,
}

impl<'r, 'p, 'a> KindOptions<'r, 'p, 'a> {
    pub fn new(phase: &'r mut JointPhase<'p, 'a>, options: &'r mut Options<'a>, scope: ScopeId, call: Span) -> Self {
        Self { phase, options, scope, call, lengths: Vec::new(), flags: Vec::new(), spans: Vec::new() }
    }

    fn read_length(&mut self, name: &'static str, positive: bool) -> Result<Option<f64>, Refused> {
        if let Some((_, value)) = self.lengths.iter().find(|(known, _)| *known == name) {
            return Ok(*value);
        }
        let value = match self.options.take(name) {
            None => None,
            Some(given) => {
                let (span, what) = (given.expr.span, format!("the {name}"));
                let value = self.phase.at().eval(given.expr, self.scope);
                let cx = &mut self.phase.cx;
                let length = if positive {
                    cx.positive(&value, Dimension::LENGTH, span, &what, "E0506")
                } else {
                    cx.constant(&value, Dimension::LENGTH, span, &what)
                };
                self.spans.push((name, span));
                Some(length.ok_or(Refused)?)
            }
        };
        self.lengths.push((name, value));
        Ok(value)
    }
}

impl OptionReader for KindOptions<'_, '_, '_> {
    fn space(&self) -> SpaceKind {
        self.phase.cx.input.space
    }

    fn positive_length(&mut self, name: &'static str) -> Result<Option<f64>, Refused> {
        self.read_length(name, true)
    }

    fn length(&mut self, name: &'static str) -> Result<Option<f64>, Refused> {
        self.read_length(name, false)
    }

    fn flag(&mut self, name: &'static str) -> Result<bool, Refused> {
        if let Some((_, value)) = self.flags.iter().find(|(known, _)| *known == name) {
            return Ok(*value);
        }
        let value = self.phase.at().option_flag(self.options, name, self.scope).ok_or(Refused)?;
        self.flags.push((name, value));
        Ok(value)
    }

    fn refuse(&mut self, option: Option<&'static str>, message: &str, help: &str) -> Refused {
        let value = self.spans.iter().find(|(known, _)| Some(*known) == option);
        let span = value.map_or(self.call, |(_, span)| *span);
        self.phase.cx.findings.report(Diagnostic::error("E0506", span, message).help(help));
        Refused
    }
}

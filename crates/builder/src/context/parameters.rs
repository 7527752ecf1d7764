//! Arguments to parameters: by order, by name, by default, each checked against its kind.

use crate::context::complaints::listed;
use crate::context::state::Context;
use crate::context::value::{Number, Value};
use mainspring_definition::words::PARAMETER_KINDS;
use mainspring_definition::{Argument, Diagnostic, Dimension, Parameter, Span, did_you_mean};

impl<'a> Context<'a> {
    /// Sorts arguments into slots by order and name; reports what does not fit.
    pub fn slots(
        &mut self,
        function: &str,
        arguments: &'a [Argument],
        names: &[&str],
    ) -> Option<Vec<Option<&'a Argument>>> {
        let mut slots: Vec<Option<&'a Argument>> = vec![None; names.len()];
        let mut fine = true;
        let mut next = 0;
        for a in arguments {
            let slot = match &a.name {
                None => {
                    next += 1;
                    next - 1
                }
                Some(n) => match names.iter().position(|p| *p == n.text) {
                    Some(i) => i,
                    None => {
                        let finding =
                            Diagnostic::error("E0210", n.span, format!("`{function}` has no parameter `{}`", n.text));
                        self.findings.report(match did_you_mean(&n.text, names.iter().copied()) {
                            Some(s) => finding.help(format!("did you mean `{s}`?")),
                            None => finding.help(format!("it takes {}", listed(names))),
                        });
                        fine = false;
                        continue;
                    }
                },
            };
            if slot >= names.len() {
                self.findings.report(
                    Diagnostic::error(
                        "E0210",
                        a.value.span,
                        match names.len() {
                            0 => format!("`{function}` takes no arguments"),
                            1 => format!("`{function}` takes 1 argument, this is one too many"),
                            many => format!("`{function}` takes {many} arguments, this is one too many"),
                        },
                    )
                    .help(if names.is_empty() {
                        "leave it out".to_owned()
                    } else {
                        format!("it takes {}", listed(names))
                    }),
                );
                return None;
            }
            if slots[slot].is_some() {
                self.findings.report(
                    Diagnostic::error("E0210", a.value.span, format!("`{}` is given twice", names[slot]))
                        .help("leave one of them out"),
                );
                fine = false;
                continue;
            }
            slots[slot] = Some(a);
        }
        fine.then_some(slots)
    }

    /// Checks a value against a parameter's kind.
    pub fn fit(&mut self, parameter: &'a Parameter, value: Value, span: Span) -> Value {
        let kind = parameter.kind.0.as_str();
        let what = format!("`{}`", parameter.name.text);
        if let Some(dimension) = Dimension::named(kind) {
            return match self.number(&value, dimension, span, &what) {
                Some(n) => {
                    let angle = if kind == "angle" { 1 } else { n.angle };
                    Value::Number(Number { bare: false, angle, ..n })
                }
                None => Value::Poison,
            };
        }
        let fits = match (kind, &value) {
            (_, Value::Poison) => return Value::Poison,
            ("count", _) => {
                return match self.whole(&value, span, &what) {
                    Some(n) if n >= 0 => Value::known(n as f64, Dimension::NONE),
                    Some(n) => {
                        self.findings.report(
                            Diagnostic::error("E0310", span, format!("{what} is a count, 0 or more, found {n}"))
                                .help("give a whole number that is not negative"),
                        );
                        Value::Poison
                    }
                    None => Value::Poison,
                };
            }
            ("region", Value::Region(_))
            | ("solid", Value::Solid(_))
            | ("shape", Value::Region(_) | Value::Solid(_))
            | ("text", Value::Text(_))
            | ("flag", Value::Flag(_))
            | ("material", Value::Material(_))
            | ("vector", Value::Tuple(_))
            | ("list", Value::List(_) | Value::Range(..)) => true,
            (k, _) if PARAMETER_KINDS.contains(&k) => false,
            _ => {
                let finding = Diagnostic::error("E0211", parameter.kind_span, format!("no kind of parameter `{kind}`"));
                self.findings.report(
                    match did_you_mean(kind, Dimension::names().chain(PARAMETER_KINDS.iter().copied())) {
                        Some(s) => finding.help(format!("did you mean `{s}`?")),
                        None => {
                            finding.help("kinds are such as `length`, `density`, `angle`, `number`, `count`, `region`")
                        }
                    },
                );
                return Value::Poison;
            }
        };
        if fits {
            return value.named();
        }
        self.findings.report(
            Diagnostic::error("E0303", span, format!("{what} is a {kind}, found {}", value.describe()))
                .also(parameter.kind_span, "declared here")
                .help(format!("give a {kind}")),
        );
        Value::Poison
    }
}

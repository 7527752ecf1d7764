//! Arguments to parameters: by order, by name, by default, each checked against its kind.

use super::units::SiUnit;
use super::value::{Number, Placed, ScopeId, Value};
use crate::build::Builder;
use mainspring_definition::{Argument, Diagnostic, Dimension, Name, Parameter, Span, did_you_mean};

/// Parameter kinds that are not dimensions.
const KINDS: &[&str] = &["count", "region", "solid", "shape", "text", "flag", "material", "vector", "list"];

impl<'a> Builder<'a> {
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
                        self.report(match did_you_mean(&n.text, names.iter().copied()) {
                            Some(s) => finding.help(format!("did you mean `{s}`?")),
                            None => finding.help(format!("it takes {}", super::paths::listed(names))),
                        });
                        fine = false;
                        continue;
                    }
                },
            };
            if slot >= names.len() {
                self.report(
                    Diagnostic::error(
                        "E0210",
                        a.value.span,
                        format!("`{function}` takes {} arguments, this is one too many", names.len()),
                    )
                    .help(if names.is_empty() {
                        "leave it out".to_owned()
                    } else {
                        format!("it takes {}", super::paths::listed(names))
                    }),
                );
                return None;
            }
            if slots[slot].is_some() {
                self.report(
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

    /// Evaluates slots; a missing one is None.
    pub fn slot_values(
        &mut self,
        slots: &[Option<&'a Argument>],
        scope: ScopeId,
        unit: Option<SiUnit>,
    ) -> Vec<Option<Placed>> {
        slots
            .iter()
            .map(|slot| slot.map(|a| Placed { value: self.eval_under(&a.value, scope, unit), span: a.value.span }))
            .collect()
    }

    /// Binds the parameters of a primitive or composite in its new scope.
    pub fn bind_parameters(
        &mut self,
        recipe: &Name,
        parameters: &'a [Parameter],
        arguments: &'a [Argument],
        caller: (ScopeId, Option<SiUnit>),
        inner: ScopeId,
        span: Span,
    ) {
        let names: Vec<&str> = parameters.iter().map(|p| p.name.text.as_str()).collect();
        let slots = self.slots(&recipe.text, arguments, &names);
        let given = slots.unwrap_or_else(|| vec![None; parameters.len()]);
        let misplaced = given.iter().all(Option::is_none) && !arguments.is_empty();
        for (parameter, slot) in parameters.iter().zip(given) {
            let key = format!("{}{}", self.scopes[inner].prefix, parameter.name.text);
            let value = if let Some(expr) = self.override_of(&key) {
                let value = self.eval(expr, inner);
                self.fit(parameter, value, expr.span)
            } else if let Some(a) = slot {
                let value = self.eval_under(&a.value, caller.0, caller.1);
                self.fit(parameter, value, a.value.span)
            } else if let Some(default) = &parameter.default {
                let value = self.eval(default, inner);
                self.fit(parameter, value, default.span)
            } else {
                if !misplaced {
                    self.report(
                        Diagnostic::error(
                            "E0210",
                            span,
                            format!("`{}` needs `{}: {}`", recipe.text, parameter.name.text, parameter.kind.0),
                        )
                        .also(parameter.name.span, "declared here")
                        .help(format!("add `{} = …`, or give the parameter a default", parameter.name.text)),
                    );
                }
                Value::Poison
            };
            self.declare(inner, &parameter.name, super::scope::Binding::Value(value));
        }
    }

    /// Checks a value against a parameter's kind.
    fn fit(&mut self, parameter: &'a Parameter, value: Value, span: Span) -> Value {
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
                        self.report(
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
            (k, _) if KINDS.contains(&k) => false,
            _ => {
                let finding = Diagnostic::error("E0211", parameter.kind_span, format!("no kind of parameter `{kind}`"));
                self.report(match did_you_mean(kind, Dimension::names().chain(KINDS.iter().copied())) {
                    Some(s) => finding.help(format!("did you mean `{s}`?")),
                    None => finding.help("kinds are such as `length`, `density`, `angle`, `number`, `count`, `region`"),
                });
                return Value::Poison;
            }
        };
        if fits {
            return value.named();
        }
        self.report(
            Diagnostic::error("E0303", span, format!("{what} is a {kind}, found {}", value.describe()))
                .also(parameter.kind_span, "declared here")
                .help(format!("give a {kind}")),
        );
        Value::Poison
    }
}

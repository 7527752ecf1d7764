//! Evaluated arguments, bound to the parameters of a primitive or composite.

use crate::context::names::Binding;
use crate::context::units::SiUnit;
use crate::context::value::{Placed, ScopeId, Value};
use crate::evaluate::evaluator::Evaluator;
use mainspring_definition::{Argument, Diagnostic, Name, Parameter, Span};

impl<'a> Evaluator<'_, 'a> {
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
        let slots = self.cx.slots(&recipe.text, arguments, &names);
        let given = slots.unwrap_or_else(|| vec![None; parameters.len()]);
        let misplaced = given.iter().all(Option::is_none) && !arguments.is_empty();
        for (parameter, slot) in parameters.iter().zip(given) {
            let key = format!("{}{}", self.cx.names.scopes[inner].prefix, parameter.name.text);
            let value = if let Some(expr) = self.cx.overrides.override_of(&key) {
                let value = self.eval(expr, inner);
                self.cx.fit(parameter, value, expr.span)
            } else if let Some(a) = slot {
                let value = self.eval_under(&a.value, caller.0, caller.1);
                self.cx.fit(parameter, value, a.value.span)
            } else if let Some(default) = &parameter.default {
                let value = self.eval(default, inner);
                self.cx.fit(parameter, value, default.span)
            } else {
                if !misplaced {
                    self.cx.findings.report(
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
            self.cx.declare(inner, &parameter.name, Binding::Value(value));
        }
    }
}

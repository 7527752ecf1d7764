//! A call in an expression: which function it means.

use crate::context::names::Binding;
use crate::context::units::SiUnit;
use crate::context::value::{Placed, ScopeId, Value};
use crate::evaluate::evaluator::Evaluator;
use crate::evaluate::functions::apply;
use mainspring_definition::words::{FORCE_LAWS, function_words, is_shape, shape_words};
use mainspring_definition::{Argument, Diagnostic, Name, Span, did_you_mean};

impl<'a> Evaluator<'_, 'a> {
    /// A call in an expression.
    pub fn call(
        &mut self,
        function: &'a Name,
        arguments: &'a [Argument],
        scope: ScopeId,
        span: Span,
        unit: Option<SiUnit>,
    ) -> Value {
        let name = function.text.as_str();
        if name == "ground" {
            return self.ground_marker(arguments, scope, span, unit);
        }
        if name == "contact" {
            return self.contact_of(arguments, scope, span);
        }
        if is_shape(name) {
            return self.shape(function, arguments, scope, span, unit);
        }
        if !function_words().any(|word| word == name) {
            let known = function_words().chain(shape_words());
            let finding = Diagnostic::error("E0307", function.span, format!("no function `{name}`"));
            let finding = if let Some(Binding::Recipe(..)) = self.cx.names.lookup(scope, name) {
                finding.help(format!("`{name}` makes a part: write `part … = {name}(…)`"))
            } else if FORCE_LAWS.iter().any(|group| group.words.contains(&name)) {
                finding
                    .help(format!("`{name}` is a force law: write `force … on … = {name}(…)`, with nothing round it"))
            } else {
                match did_you_mean(name, known) {
                    Some(s) => finding.help(format!("did you mean `{s}`?")),
                    None => {
                        finding.help("functions are such as `sin`, `norm`, `clamp`, `table`, and shapes such as `rect`")
                    }
                }
            };
            self.cx.findings.report(finding);
            return Value::Poison;
        }
        let mut values = Vec::with_capacity(arguments.len());
        for a in arguments {
            if let Some(n) = &a.name {
                self.cx.findings.report(
                    Diagnostic::error("E0210", n.span, format!("`{name}` takes its arguments in order, without names"))
                        .help("leave the name and `=` out"),
                );
                return Value::Poison;
            }
            let value = self.eval(&a.value, scope);
            values.push(Placed { value: self.cx.as_vector(value), span: a.value.span });
        }
        if values.iter().any(|v| v.value.is_poison()) {
            return Value::Poison;
        }
        let value = apply(self.cx, name, &values, span).unwrap_or(Value::Poison);
        self.cx.give_unit(value, unit, span)
    }
}

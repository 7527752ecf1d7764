//! Option blocks: `{ stiffness = …; limits = … }` and bare words.

use crate::context::complaints::listed;
use crate::context::value::{ScopeId, Value};
use crate::evaluate::evaluator::Evaluator;
use mainspring_definition::{Argument, Diagnostic, Dimension, Expr, ExprKind, Field, Span, did_you_mean};

/// One option as written.
#[derive(Clone, Copy)]
pub struct Given<'a> {
    pub name: &'a str,
    pub span: Span,
    pub expr: &'a Expr,
}

/// Options not used yet.
#[derive(Default)]
pub struct Options<'a> {
    given: Vec<Given<'a>>,
    asked: Vec<&'static str>,
}

impl<'a> Options<'a> {
    /// Takes an option out, if it is there.
    pub fn take(&mut self, name: &'static str) -> Option<Given<'a>> {
        self.asked.push(name);
        let at = self.given.iter().position(|g| g.name == name)?;
        Some(self.given.remove(at))
    }

    /// Whether an option is given and not taken yet.
    pub fn has(&self, name: &str) -> bool {
        self.given.iter().any(|g| g.name == name)
    }

    /// Where an option that is given and not taken yet has its value.
    pub fn span_of(&self, name: &str) -> Option<Span> {
        self.given.iter().find(|g| g.name == name).map(|g| g.expr.span)
    }

    /// Gives an option from outside, in place of what the block says of it.
    pub fn put(&mut self, name: &'static str, expr: &'a Expr) {
        match self.given.iter_mut().find(|g| g.name == name) {
            Some(given) => given.expr = expr,
            None => self.given.push(Given { name, span: expr.span, expr }),
        }
    }
}

impl<'a> Evaluator<'_, 'a> {
    /// Options from the block and from named arguments, over-rides applied.
    pub fn options(
        &mut self,
        path: &str,
        arguments: &'a [Argument],
        skip: &[&str],
        fields: &'a [Field],
    ) -> Option<Options<'a>> {
        let named = arguments.iter().filter_map(|a| a.name.as_ref().map(|n| (n, &a.value)));
        let all =
            named.filter(|(n, _)| !skip.contains(&n.text.as_str())).chain(fields.iter().map(|f| (&f.name, &f.value)));
        let mut options = Options::default();
        for (name, expr) in all {
            if options.given.iter().any(|g| g.name == name.text) {
                self.cx.findings.report(
                    Diagnostic::error("E0202", name.span, format!("`{}` is given twice", name.text))
                        .help("leave one of them out"),
                );
                return None;
            }
            let expr = self.cx.overrides.overriding(&format!("{path}.{}", name.text), expr);
            options.given.push(Given { name: &name.text, span: name.span, expr });
        }
        Some(options)
    }

    /// Reports options that nobody took; true if there were any.
    pub fn check_unused(&mut self, options: Options<'a>, word: &str) -> bool {
        for given in &options.given {
            let mut known = options.asked.clone();
            known.sort_unstable();
            known.dedup();
            let finding = Diagnostic::error("E0217", given.span, format!("`{word}` has no option `{}`", given.name));
            self.cx.findings.report(match did_you_mean(given.name, known.iter().copied()) {
                Some(s) => finding.help(format!("did you mean `{s}`?")),
                None => finding.help(format!("it has {}", listed(&known))),
            });
        }
        !options.given.is_empty()
    }

    /// A bare word in an option block; None after a report.
    pub fn option_flag(&mut self, options: &mut Options<'a>, name: &'static str, scope: ScopeId) -> Option<bool> {
        let Some(given) = options.take(name) else { return Some(false) };
        let value = self.eval(given.expr, scope);
        self.cx.known_flag(&value, given.expr.span, &format!("`{name}`"))
    }

    /// A known number option ≥ 0.
    pub fn option_amount(
        &mut self,
        options: &mut Options<'a>,
        name: &'static str,
        dimension: Dimension,
        scope: ScopeId,
    ) -> Option<f64> {
        let given = options.take(name)?;
        let value = self.eval(given.expr, scope);
        self.cx.not_negative(&value, dimension, given.expr.span, &format!("`{name}`"), "E0506")
    }

    /// A word of its own, not a name that could be declared; the inner None if it is something else.
    pub fn chosen_word(&mut self, expr: &'a Expr, scope: ScopeId) -> Option<Option<String>> {
        Some(match &expr.kind {
            ExprKind::Path(p) => p.as_name().map(str::to_owned),
            ExprKind::Text(t) => Some(t.clone()),
            _ => match self.eval(expr, scope) {
                Value::Text(t) => Some(t.to_string()),
                Value::Poison => return None,
                _ => None,
            },
        })
    }
}

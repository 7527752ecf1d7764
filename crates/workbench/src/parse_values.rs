//! What people type outside a scene: values, expressions and times, with errors that point into what they typed.

use mainspring_definition::{
    Argument, Diagnostic, Dimension, Expr, ExprKind, Path, Segment, Source, Span, StatementKind, UnaryOp,
};
use mainspring_definition::{UnitExpr, find_unit};
use mainspring_language::{NoImports, load};

/// Stands before an expression to make a scene of it.
const BEFORE: &str = "let x = ";

/// Splits `path=value`.
pub fn assignment(text: &str, sources: &mut Vec<Source>) -> Result<(String, Expr), Vec<Diagnostic>> {
    match text.split_once('=') {
        Some((path, value)) if !path.trim().is_empty() && !value.trim().is_empty() => {
            let value = expression("--set", text, text.len() - value.len(), sources)?;
            // pairs are called `contact(a, b)`, however they were typed
            let path: String = path.split_whitespace().collect();
            Ok((path.replace(',', ", "), value))
        }
        _ => {
            let span = whole(text, sources.len());
            sources.push(Source { name: "--set".to_owned(), text: text.to_owned() });
            let finding = Diagnostic::error("E0901", span, "a path, `=` and a value are expected");
            Err(vec![finding.help("such as `--set crank.l='12 cm'`")])
        }
    }
}

/// The expression that `text` is from byte `from` on; `text` becomes a source called `name`.
pub fn expression(name: &str, text: &str, from: usize, sources: &mut Vec<Source>) -> Result<Expr, Vec<Diagnostic>> {
    let place = Place { source: index(sources.len()), from, length: text.len() };
    sources.push(Source { name: name.to_owned(), text: text.to_owned() });
    let (definition, mut findings) = load(name, &format!("{BEFORE}{}", &text[from..]), &mut NoImports);
    if findings.iter().any(Diagnostic::is_error) {
        findings.iter_mut().flat_map(|f| &mut f.labels).for_each(|label| place.span(&mut label.span));
        return Err(findings);
    }
    let mut statements = definition.statements;
    match (statements.pop().map(|s| s.kind), statements.is_empty()) {
        (Some(StatementKind::Let { mut value, .. }), true) => {
            place.expr(&mut value);
            Ok(value)
        }
        _ => {
            let span = whole(text, place.source as usize);
            let finding = Diagnostic::error("E0903", span, "one expression is expected here");
            Err(vec![finding.help("as it could stand right of `=` in a scene")])
        }
    }
}

fn index(i: usize) -> u32 {
    u32::try_from(i).unwrap_or(u32::MAX)
}

fn whole(text: &str, source: usize) -> Span {
    Span { source: index(source), start: 0, end: index(text.len()) }
}

/// Where the text of an expression really stands.
struct Place {
    source: u32,
    from: usize,
    length: usize,
}

impl Place {
    fn span(&self, span: &mut Span) {
        if *span != Span::NOWHERE {
            let moved = |at: u32| index((at as usize + self.from).saturating_sub(BEFORE.len()).min(self.length));
            *span = Span { source: self.source, start: moved(span.start), end: moved(span.end) };
        }
    }

    fn expr(&self, expr: &mut Expr) {
        self.span(&mut expr.span);
        match &mut expr.kind {
            ExprKind::Number(_) | ExprKind::Text(_) | ExprKind::Bool(_) => {}
            ExprKind::WithUnit(inner, unit) => {
                self.expr(inner);
                self.span(&mut unit.span);
                unit.factors.iter_mut().for_each(|f| self.span(&mut f.name.span));
            }
            ExprKind::Path(path) => self.path(path),
            ExprKind::Tuple(items) | ExprKind::List(items) => items.iter_mut().for_each(|i| self.expr(i)),
            ExprKind::Call { function, arguments } => {
                self.span(&mut function.span);
                self.arguments(arguments);
            }
            ExprKind::Member(of, segments) => {
                self.expr(of);
                self.segments(segments);
            }
            ExprKind::Ask { of, question, arguments } => {
                self.path(of);
                self.span(&mut question.span);
                self.arguments(arguments);
            }
            ExprKind::Unary(_, inner) => self.expr(inner),
            ExprKind::Binary(_, left, right) | ExprKind::Range(left, right, _) => {
                self.expr(left);
                self.expr(right);
            }
            ExprKind::If(condition, then, otherwise) => {
                self.expr(condition);
                self.expr(then);
                self.expr(otherwise);
            }
        }
    }

    fn arguments(&self, arguments: &mut [Argument]) {
        for argument in arguments {
            if let Some(name) = &mut argument.name {
                self.span(&mut name.span);
            }
            self.expr(&mut argument.value);
        }
    }

    fn path(&self, path: &mut Path) {
        self.span(&mut path.span);
        self.segments(&mut path.segments);
    }

    fn segments(&self, segments: &mut [Segment]) {
        for segment in segments {
            self.span(&mut segment.name.span);
            if let Some(index) = &mut segment.index {
                self.expr(index);
            }
        }
    }
}

/// Why a text is no time.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TimeError {
    /// does not read as a number with or without a unit
    #[error("a time is expected, such as `5`, `0.03` or `500 ms`")]
    NoNumber,
    /// another dimension
    #[error("a time is expected, `{unit}` is a unit of {dimension}")]
    NoTime {
        /// as written
        unit: String,
        /// of it
        dimension: String,
    },
}

/// A time as people type it: `5` and `5 s` are five seconds, `500 ms` is half of one.
///
/// # Errors
/// The text is no number, or its unit is not one of time.
///
/// ```
/// assert_eq!(mainspring_workbench::seconds("500 ms"), Ok(0.5));
/// assert!(mainspring_workbench::seconds("3 kg").is_err());
/// ```
pub fn seconds(text: &str) -> Result<f64, TimeError> {
    let value = expression("time", text, 0, &mut Vec::new()).map_err(|_| TimeError::NoNumber)?;
    time(&value)
}

fn time(value: &Expr) -> Result<f64, TimeError> {
    match &value.kind {
        ExprKind::Number(n) => Ok(n.to_f64()),
        ExprKind::Unary(UnaryOp::Minus, inner) => time(inner).map(|t| -t),
        ExprKind::WithUnit(inner, unit) => match &inner.kind {
            ExprKind::Number(n) => {
                let (numerator, denominator) = factor(unit)?;
                Ok(n.scaled(numerator, denominator))
            }
            ExprKind::Unary(UnaryOp::Minus, number) => {
                time(&Expr { kind: ExprKind::WithUnit(number.clone(), unit.clone()), span: value.span }).map(|t| -t)
            }
            _ => Err(TimeError::NoNumber),
        },
        _ => Err(TimeError::NoNumber),
    }
}

fn factor(unit: &UnitExpr) -> Result<(f64, f64), TimeError> {
    let [only] = unit.factors.as_slice() else { return Err(TimeError::NoNumber) };
    let found = find_unit(&only.name.text).ok_or(TimeError::NoNumber)?;
    if found.dimension != Dimension::TIME || only.power != 1 {
        return Err(TimeError::NoTime { unit: only.name.text.clone(), dimension: found.dimension.to_string() });
    }
    Ok((found.numerator, found.denominator))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units_or_are_seconds() {
        for (text, want) in [("5", 5.0), ("0.03", 0.03), (" 2 min ", 120.0), ("3us", 3e-6), ("-1 s", -1.0)] {
            assert_eq!(seconds(text), Ok(want), "{text}");
        }
        for text in ["", "x", "5 kg", "1 s^2", "NaN", "inf", "1; 2", "1\nlet y = 2", "(1, 2) s", "5 parsecs"] {
            assert!(seconds(text).is_err(), "{text}");
        }
    }

    #[test]
    fn paths_are_spelt_as_the_model_does() {
        for text in ["contact(a,b).friction=0.2", "contact( a , b ) . friction = 0.2", "contact(a, b).friction = 0.2"] {
            assert_eq!(assignment(text, &mut Vec::new()).unwrap().0, "contact(a, b).friction", "{text}");
        }
    }

    #[test]
    fn errors_point_into_what_was_typed() {
        let mut sources = Vec::new();
        let findings = assignment("crank.l = 12 cmm", &mut sources).unwrap_err();
        let span = findings[0].span();
        assert_eq!(&sources[0].text[span.start as usize..span.end as usize], "cmm");
        let value = expression("--probe", "norm( j.force )", 0, &mut sources).unwrap();
        assert_eq!((value.span.source, value.span.start, value.span.end), (1, 0, 15));
    }
}

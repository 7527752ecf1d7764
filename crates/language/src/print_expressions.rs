//! Expressions to text, with the fewest parentheses that keep their meaning.

use mainspring_definition::{Argument, BinaryOp, Decimal, Expr, ExprKind, Path, Segment, UnaryOp, UnitExpr, find_unit};

// levels as in the parser: a value stands bare where its level is at least what the place asks
const ANY: u8 = 0;
const NOT: u8 = 3;
const RANGE: u8 = 5;
const MINUS: u8 = 8;
const POWER: u8 = 9;
const UNIT: u8 = 10;
const PRIMARY: u8 = 11;
const NEVER: u8 = 12;

/// The expression as text.
pub(crate) fn expression(value: &Expr) -> String {
    let mut out = String::new();
    write(value, ANY, &mut out);
    out
}

pub(crate) fn path(path: &Path) -> String {
    let mut out = String::new();
    write_path(path, &mut out);
    out
}

/// A text in quotes.
pub(crate) fn text(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

fn level(kind: &ExprKind) -> u8 {
    match kind {
        // greedy to the right, so never bare inside anything
        ExprKind::If(..) => ANY,
        ExprKind::Binary(op, ..) => binary(*op).1,
        ExprKind::Unary(UnaryOp::Not, _) => NOT,
        ExprKind::Range(..) => RANGE,
        ExprKind::Unary(UnaryOp::Minus, _) => MINUS,
        ExprKind::WithUnit(..) => UNIT,
        _ => PRIMARY,
    }
}

/// Spelling, level, and the levels asked of the left and right side.
fn binary(op: BinaryOp) -> (&'static str, u8, u8, u8) {
    match op {
        BinaryOp::Or => (" or ", 1, 1, 2),
        BinaryOp::And => (" and ", 2, 2, 3),
        BinaryOp::Less => (" < ", 4, 5, 5),
        BinaryOp::LessEqual => (" <= ", 4, 5, 5),
        BinaryOp::Greater => (" > ", 4, 5, 5),
        BinaryOp::GreaterEqual => (" >= ", 4, 5, 5),
        BinaryOp::Equal => (" == ", 4, 5, 5),
        BinaryOp::NotEqual => (" != ", 4, 5, 5),
        BinaryOp::Add => (" + ", 6, 6, 7),
        BinaryOp::Subtract => (" - ", 6, 6, 7),
        BinaryOp::Multiply => ("*", 7, 7, MINUS),
        BinaryOp::Divide => ("/", 7, 7, MINUS),
        BinaryOp::Intersect => (" & ", 7, 7, MINUS),
        BinaryOp::Power => ("^", POWER, PRIMARY, MINUS),
    }
}

fn write(value: &Expr, least: u8, out: &mut String) {
    // inside something, `if` and `not` would swallow what follows them
    let bare = level(&value.kind) >= least;
    if !bare {
        out.push('(');
    }
    match &value.kind {
        ExprKind::Number(number) => out.push_str(&decimal(number)),
        ExprKind::Text(words) => out.push_str(&text(words)),
        ExprKind::Bool(yes) => out.push_str(if *yes { "true" } else { "false" }),
        ExprKind::WithUnit(inner, unit) => {
            // `x in` would not be read as inches after a name
            let inches = unit.factors.first().is_some_and(|f| f.name.text == "in");
            let takes_units = match &inner.kind {
                ExprKind::Path(_) => !inches,
                ExprKind::Number(_) | ExprKind::Tuple(_) | ExprKind::List(_) | ExprKind::Call { .. } => true,
                _ => false,
            };
            if takes_units {
                write(inner, PRIMARY, out);
            } else {
                out.push('(');
                write(inner, ANY, out);
                out.push(')');
            }
            out.push(' ');
            write_unit(unit, out);
        }
        ExprKind::Path(path) => write_path(path, out),
        ExprKind::Tuple(items) => write_list("(", items, ")", out),
        ExprKind::List(items) => write_list("[", items, "]", out),
        ExprKind::Call { function, arguments } => {
            out.push_str(&function.text);
            // a place on the ground reads as one: `ground (0, 0)`
            out.push_str(if function.text == "ground" { " (" } else { "(" });
            write_arguments(arguments, out);
        }
        ExprKind::Member(of, segments) => {
            write(of, PRIMARY, out);
            out.push('.');
            write_segments(segments, out);
        }
        ExprKind::Ask { of, question, arguments } => {
            write_path(of, out);
            out.push('.');
            out.push_str(&question.text);
            out.push('(');
            write_arguments(arguments, out);
        }
        ExprKind::Unary(op, inner) => {
            let (word, least) = if *op == UnaryOp::Minus { ("-", MINUS) } else { ("not ", NOT) };
            out.push_str(word);
            write(inner, least, out);
        }
        ExprKind::Binary(op, left, right) => {
            let (word, _, left_least, right_least) = binary(*op);
            write(left, left_least, out);
            // `2 kg*m` would take a name after `*` or `/` into the unit
            let swallowed =
                matches!(op, BinaryOp::Multiply | BinaryOp::Divide) && ends_in_unit(left) && begins_like_a_unit(right);
            let right_least = if swallowed { NEVER } else { right_least };
            out.push_str(word);
            write(right, right_least, out);
        }
        ExprKind::If(condition, then, otherwise) => {
            out.push_str("if ");
            write(condition, 1, out);
            out.push_str(" then ");
            write(then, 1, out);
            out.push_str(" else ");
            write(otherwise, ANY, out);
        }
        ExprKind::Range(from, to, inclusive) => {
            write(from, RANGE + 1, out);
            out.push_str(if *inclusive { "..=" } else { ".." });
            write(to, RANGE + 1, out);
        }
    }
    if !bare {
        out.push(')');
    }
}

/// Whether the text of the value ends in a unit, which an operator after it could continue.
fn ends_in_unit(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::WithUnit(..) => true,
        ExprKind::Binary(BinaryOp::Multiply | BinaryOp::Divide | BinaryOp::Power, _, right) => ends_in_unit(right),
        ExprKind::Unary(UnaryOp::Minus, inner) => ends_in_unit(inner),
        _ => false,
    }
}

/// Whether the text of the value begins with a name that is also a unit's.
fn begins_like_a_unit(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Path(path) => path.as_name().is_some_and(|name| find_unit(name).is_some()),
        ExprKind::WithUnit(inner, _) => begins_like_a_unit(inner),
        ExprKind::Binary(BinaryOp::Power, left, _) => begins_like_a_unit(left),
        _ => false,
    }
}

fn write_list(open: &str, items: &[Expr], close: &str, out: &mut String) {
    out.push_str(open);
    for (i, item) in items.iter().enumerate() {
        if i > 0 {
            out.push_str(", ");
        }
        write(item, ANY, out);
    }
    out.push_str(close);
}

/// Arguments and the bracket that closes them.
fn write_arguments(arguments: &[Argument], out: &mut String) {
    for (i, argument) in arguments.iter().enumerate() {
        if i > 0 {
            out.push_str(", ");
        }
        if let Some(name) = &argument.name {
            out.push_str(&name.text);
            out.push_str(" = ");
        }
        write(&argument.value, ANY, out);
    }
    out.push(')');
}

fn write_path(path: &Path, out: &mut String) {
    write_segments(&path.segments, out);
}

fn write_segments(segments: &[Segment], out: &mut String) {
    for (i, segment) in segments.iter().enumerate() {
        if i > 0 {
            out.push('.');
        }
        out.push_str(&segment.name.text);
        if let Some(index) = &segment.index {
            out.push('[');
            write(index, ANY, out);
            out.push(']');
        }
    }
}

fn write_unit(unit: &UnitExpr, out: &mut String) {
    for (i, factor) in unit.factors.iter().enumerate() {
        let power = factor.power.unsigned_abs();
        match (i, factor.power < 0) {
            // a first factor cannot stand under a stroke
            (0, true) => {
                out.push_str(&format!("{}^-{power}", factor.name.text));
                continue;
            }
            (0, false) => {}
            (_, below) => out.push(if below { '/' } else { '*' }),
        }
        out.push_str(&factor.name.text);
        if power != 1 {
            out.push_str(&format!("^{power}"));
        }
    }
}

/// As people write it: plain where that is short, else with a power of ten.
fn decimal(number: &Decimal) -> String {
    let Decimal { digits, exponent } = number;
    let length = i64::try_from(digits.len()).unwrap_or(i64::MAX);
    let point = length.saturating_add(i64::from(*exponent));
    if *exponent >= 0 && point <= 15 {
        return format!("{digits}{}", "0".repeat(usize::try_from(*exponent).unwrap_or(0)));
    }
    if (1..length).contains(&point) {
        let (whole, fraction) = digits.split_at(usize::try_from(point).unwrap_or(0));
        return format!("{whole}.{fraction}");
    }
    if (-4..=0).contains(&point) && *exponent < 0 {
        return format!("0.{}{digits}", "0".repeat(usize::try_from(-point).unwrap_or(0)));
    }
    format!("{digits}e{exponent}")
}

#[cfg(test)]
mod tests {
    use super::decimal;
    use mainspring_definition::Decimal;

    #[test]
    fn numbers_read_as_people_write_them() {
        for text in ["0", "12", "0.5", "9.81", "1000", "0.0001", "1e-9", "1e20", "7800", "0.00012", "123.456"] {
            assert_eq!(decimal(&Decimal::parse(text).unwrap()), text);
        }
    }
}

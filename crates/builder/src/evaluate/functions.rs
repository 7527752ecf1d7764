//! The functions of the language that give numbers.

use crate::context::state::Context;
use crate::context::value::{Number, Placed, Scalar, Value};
use crate::evaluate::arguments::{alike, usage, wants_number};
use crate::evaluate::vectors::vectors;
use crate::limits::LIST;
use crate::measure::before::before_event;
use mainspring_definition::{Diagnostic, Dimension, Span};
use mainspring_model::Level;
use mainspring_model::Node;
use mainspring_model::{BinaryFn, UnaryFn};
use mainspring_model::{Interpolation, Table};

pub fn apply(cx: &mut Context<'_>, name: &str, args: &[Placed], span: Span) -> Option<Value> {
    let (least, most) = match name {
        "atan2" | "mod" | "step" | "dot" | "cross" => (2, 2),
        "clamp" | "smoothstep" | "smootherstep" | "random" => (3, 3),
        "min" | "max" => (1, 1000),
        "table" | "spline" => (2, LIST),
        _ => (1, 1),
    };
    if args.len() < least || args.len() > most {
        let wanted = if least == most { format!("{least}") } else { format!("at least {least}") };
        let plural = if least == 1 { "" } else { "s" };
        cx.findings.report(
            Diagnostic::error("E0210", span, format!("`{name}` takes {wanted} argument{plural}, found {}", args.len()))
                .help(usage(name)),
        );
        return None;
    }
    let none = Dimension::NONE;
    match name {
        "sin" | "cos" | "tan" | "sinh" | "cosh" | "tanh" | "exp" | "log" | "log10" | "asin" | "acos" | "atan" => {
            let x = cx.number(&args[0].value, none, args[0].span, &format!("the argument of `{name}`"))?;
            if matches!(name, "sin" | "cos" | "tan") {
                cx.note_bare_whole(&args[0].value, args[0].span, &format!("the argument of `{name}`"));
            }
            let f = match name {
                "sin" => UnaryFn::Sin,
                "cos" => UnaryFn::Cos,
                "tan" => UnaryFn::Tan,
                "sinh" => UnaryFn::Sinh,
                "cosh" => UnaryFn::Cosh,
                "tanh" => UnaryFn::Tanh,
                "exp" => UnaryFn::Exp,
                "asin" => UnaryFn::Asin,
                "acos" => UnaryFn::Acos,
                "atan" => UnaryFn::Atan,
                _ => UnaryFn::Log,
            };
            if let Scalar::Known(v) = x.scalar
                && let Some((why, fix)) = outside(name, v)
            {
                return Some(cx.undefined(span, &why, fix));
            }
            let mut scalar = cx.unary(f, x.scalar);
            if name == "log10" {
                scalar = cx.binary(BinaryFn::Div, scalar, Scalar::Known(std::f64::consts::LN_10));
            }
            // a pure number like a literal: `(cos(a), sin(a)) cm`
            let turns = matches!(name, "asin" | "acos" | "atan");
            let number = Number { scalar, dimension: none, angle: i8::from(turns), bare: !turns };
            Some(cx.finite(number, span, &format!("`{name}` of this number is too large")))
        }
        "sqrt" => {
            let Value::Number(x) = args[0].value else { return wants_number(cx, name, &args[0]) };
            let Some(dimension) = x.dimension.root() else {
                cx.findings.report(
                    Diagnostic::error("E0306", args[0].span, format!("{} has no square root", x.dimension))
                        .help("the powers of metre, kilogram and second must be even"),
                );
                return None;
            };
            if let Scalar::Known(v) = x.scalar
                && let Some((why, fix)) = outside(name, v)
            {
                return Some(cx.undefined(span, &why, fix));
            }
            let scalar = cx.unary(UnaryFn::Sqrt, x.scalar);
            Some(Value::Number(Number { scalar, dimension, angle: 0, bare: x.bare }))
        }
        "abs" | "floor" | "ceil" | "sign" => {
            let Value::Number(x) = args[0].value else { return wants_number(cx, name, &args[0]) };
            if matches!(name, "floor" | "ceil") {
                cx.number(&args[0].value, none, args[0].span, &format!("the argument of `{name}`"))?;
            }
            let f = match name {
                "abs" => UnaryFn::Abs,
                "floor" => UnaryFn::Floor,
                "ceil" => UnaryFn::Ceil,
                _ => UnaryFn::Sign,
            };
            let scalar = cx.unary(f, x.scalar);
            let dimension = if name == "sign" { none } else { x.dimension };
            let angle = if name == "sign" { 0 } else { x.angle };
            Some(Value::Number(Number { scalar, dimension, angle, bare: x.bare }))
        }
        "min" | "max" => {
            let f = if name == "min" { BinaryFn::Min } else { BinaryFn::Max };
            let numbers = alike(cx, name, args)?;
            let mut result = numbers[0];
            for n in &numbers[1..] {
                result.scalar = cx.binary(f, result.scalar, n.scalar);
                result.bare &= n.bare;
            }
            Some(Value::Number(result))
        }
        "clamp" => {
            let n = alike(cx, name, args)?;
            let low = cx.binary(BinaryFn::Max, n[0].scalar, n[1].scalar);
            let scalar = cx.binary(BinaryFn::Min, low, n[2].scalar);
            if let (Scalar::Known(a), Scalar::Known(b)) = (n[1].scalar, n[2].scalar)
                && a > b
            {
                cx.findings.report(
                    Diagnostic::error("E0304", span, "the lower bound of `clamp` is above the upper one")
                        .help("write `clamp(x, lowest, highest)`"),
                );
                return None;
            }
            Some(Value::Number(Number { scalar, bare: false, ..n[0] }))
        }
        "mod" => {
            let n = alike(cx, name, args)?;
            if n[1].scalar == Scalar::Known(0.0) {
                return Some(cx.undefined(span, "`mod` by zero", "the period of `mod` is not zero"));
            }
            let number = Number { scalar: cx.binary(BinaryFn::Mod, n[0].scalar, n[1].scalar), ..n[0] };
            Some(cx.finite(number, span, "the result of `mod` is not a number"))
        }
        "atan2" => {
            let n = alike(cx, name, args)?;
            let scalar = cx.binary(BinaryFn::Atan2, n[0].scalar, n[1].scalar);
            Some(Value::Number(Number { scalar, dimension: none, angle: 1, bare: false }))
        }
        "step" => {
            let n = alike(cx, name, args)?;
            let scalar = cx.step(n[0].scalar, n[1].scalar);
            Some(Value::Number(Number { scalar, dimension: none, angle: 0, bare: true }))
        }
        "smoothstep" | "smootherstep" => smoothstep(cx, name, args, span),
        "table" | "spline" => table_of(cx, name, args, span),
        "norm" | "dot" | "cross" => vectors(cx, name, args, span),
        "random" => random_number(cx, args, span),
        _ => before_event(cx, &args[0]),
    }
}

/// s² (3 − 2 s), or s³ (10 − s (15 − 6 s)), of a share s between 0 and 1.
pub fn smoothstep(cx: &mut Context<'_>, name: &str, args: &[Placed], span: Span) -> Option<Value> {
    let n = alike(cx, name, args)?;
    if n[1].scalar == n[2].scalar {
        cx.findings.report(
            Diagnostic::error("E0304", span, format!("`{name}` rises from a value to itself"))
                .help(format!("write `{name}(x, from, to)` with two different values, or use `step`")),
        );
        return None;
    }
    let above = cx.binary(BinaryFn::Sub, n[0].scalar, n[1].scalar);
    let width = cx.binary(BinaryFn::Sub, n[2].scalar, n[1].scalar);
    let ratio = cx.binary(BinaryFn::Div, above, width);
    let low = cx.binary(BinaryFn::Max, ratio, Scalar::Known(0.0));
    let s = cx.binary(BinaryFn::Min, low, Scalar::Known(1.0));
    let mut power = cx.binary(BinaryFn::Mul, s, s);
    let coefficients: &[f64] = if name == "smoothstep" { &[2.0, 3.0] } else { &[6.0, 15.0, 10.0] };
    let mut rest = Scalar::Known(coefficients[0]);
    for c in &coefficients[1..] {
        let higher = cx.binary(BinaryFn::Mul, rest, s);
        rest = cx.binary(BinaryFn::Sub, Scalar::Known(*c), higher);
    }
    if name != "smoothstep" {
        power = cx.binary(BinaryFn::Mul, power, s);
    }
    let scalar = cx.binary(BinaryFn::Mul, power, rest);
    Some(Value::Number(Number { scalar, dimension: Dimension::NONE, angle: 0, bare: true }))
}

fn table_of(cx: &mut Context<'_>, name: &str, args: &[Placed], span: Span) -> Option<Value> {
    let Value::Number(x) = args[0].value else { return wants_number(cx, name, &args[0]) };
    // points one by one or as one list
    let listed: Vec<Placed> = match &args[1].value {
        Value::List(items) if args.len() == 2 => {
            items.iter().map(|v| Placed { value: v.clone(), span: args[1].span }).collect()
        }
        _ => args[1..].to_vec(),
    };
    let mut points = Vec::with_capacity(listed.len());
    let mut result: Option<Number> = None;
    for p in &listed {
        let Value::Tuple(pair) = &p.value else {
            cx.findings.report(
                Diagnostic::error(
                    "E0312",
                    p.span,
                    format!("`{name}` takes points `(x, y)`, found {}", p.value.describe()),
                )
                .help(usage(name)),
            );
            return None;
        };
        let [Value::Number(px), Value::Number(py)] = pair.as_slice() else {
            cx.findings
                .report(Diagnostic::error("E0312", p.span, "a point of a table is two numbers").help(usage(name)));
            return None;
        };
        let (mut px, mut py, mut xx) = (*px, *py, x);
        if !cx.same_dimension(&mut xx, &mut px, p.span, &format!("use `{name}` on")) {
            return None;
        }
        match &mut result {
            Some(r) => {
                if !cx.same_dimension(r, &mut py, p.span, &format!("use `{name}` between")) {
                    return None;
                }
                if r.angle == 0 {
                    r.angle = py.angle;
                }
                r.bare &= py.bare;
            }
            None => result = Some(py),
        }
        let (px, py) = (cx.known(px.scalar, p.span, "a table")?, cx.known(py.scalar, p.span, "a table")?);
        points.push([px, py]);
    }
    let kind = if name == "table" { Interpolation::Linear } else { Interpolation::Cubic };
    let Some(table) = Table::through(&points, kind) else {
        cx.findings.report(
            Diagnostic::error("E0312", span, format!("`{name}` needs at least two points with rising x"))
                .help(usage(name)),
        );
        return None;
    };
    let mut number = result?;
    number.bare = false;
    if let Scalar::Known(x) = x.scalar {
        number.scalar = Scalar::Known(table.value(x));
        return Some(Value::Number(number));
    }
    let recent = cx.code.programs.tables.len().saturating_sub(64);
    let known = cx.code.programs.tables[recent..].iter().position(|t| *t == table).map(|i| recent + i);
    let index = known.unwrap_or_else(|| {
        cx.code.programs.tables.push(table);
        cx.code.programs.tables.len() - 1
    });
    let piece = if cx.level(x.scalar) <= Level::Time { cx.at_switch_time(x.scalar) } else { x.scalar };
    let (x, piece) = (cx.node(x.scalar), cx.node(piece));
    number.scalar = Scalar::Node(cx.push(Node::Table { table: index, x, piece }));
    Some(Value::Number(number))
}

/// The same number for the same seed, everywhere and always.
fn random_number(cx: &mut Context<'_>, args: &[Placed], span: Span) -> Option<Value> {
    let seed = cx.whole(&args[0].value, args[0].span, "the seed of `random`")?;
    let bounds = alike(cx, "random", &args[1..])?;
    let from = cx.known(bounds[0].scalar, span, "`random`")?;
    let to = cx.known(bounds[1].scalar, span, "`random`")?;
    let unit = (splitmix(seed.cast_unsigned()) >> 11) as f64 / 9_007_199_254_740_992.0;
    Some(Value::Number(Number { scalar: Scalar::Known(from + (to - from) * unit), bare: false, ..bounds[0] }))
}

/// Why a function has no value at a number, and what to do about it.
fn outside(name: &str, x: f64) -> Option<(String, &'static str)> {
    const SIGN: &str = "check the sign of what stands inside; `max(x, …)` keeps it above a bound";
    match name {
        "sqrt" if x < 0.0 => Some(("the square root of a negative number".to_owned(), SIGN)),
        "log" | "log10" if x == 0.0 => Some(("the logarithm of zero".to_owned(), SIGN)),
        "log" | "log10" if x < 0.0 => Some(("the logarithm of a negative number".to_owned(), SIGN)),
        "asin" | "acos" if x.abs() > 1.0 => Some((
            format!("`{name}` takes numbers from -1 to 1, found {x}"),
            "check the ratio inside; `clamp(x, -1, 1)` keeps it within bounds",
        )),
        _ => None,
    }
}

/// SplitMix64 (Steele, Lea, Flood 2014): one step from `seed`.
fn splitmix(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

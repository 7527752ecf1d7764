//! The functions of the language that give numbers.

use super::units::SiUnit;
use super::value::{Number, Placed, Scalar, ScopeId, Value};
use crate::build::Builder;
use crate::functions::{BinaryFn, UnaryFn};
use crate::probe::Level;
use crate::program::Node;
use crate::table::{Interpolation, Table};
use mainspring_definition::{Argument, Diagnostic, Dimension, Name, Span, did_you_mean};

/// Every function that gives a number or a vector.
pub const FUNCTIONS: &[&str] = &[
    "sin",
    "cos",
    "tan",
    "asin",
    "acos",
    "atan",
    "atan2",
    "sinh",
    "cosh",
    "tanh",
    "sqrt",
    "exp",
    "log",
    "log10",
    "abs",
    "sign",
    "floor",
    "ceil",
    "min",
    "max",
    "clamp",
    "mod",
    "step",
    "smoothstep",
    "table",
    "spline",
    "norm",
    "dot",
    "cross",
    "random",
    "before",
    "contact",
];

impl<'a> Builder<'a> {
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
        if super::super::shapes::SHAPES.contains(&name) {
            return self.shape(function, arguments, scope, span, unit);
        }
        if !FUNCTIONS.contains(&name) {
            let known = FUNCTIONS.iter().chain(super::super::shapes::SHAPES).copied();
            let finding = Diagnostic::error("E0307", function.span, format!("no function `{name}`"));
            let finding = if let Some(super::scope::Binding::Recipe(..)) = self.lookup(scope, name) {
                finding.help(format!("`{name}` makes a part: write `part … = {name}(…)`"))
            } else {
                match did_you_mean(name, known) {
                    Some(s) => finding.help(format!("did you mean `{s}`?")),
                    None => {
                        finding.help("functions are such as `sin`, `norm`, `clamp`, `table`, and shapes such as `rect`")
                    }
                }
            };
            self.report(finding);
            return Value::Poison;
        }
        let mut values = Vec::with_capacity(arguments.len());
        for a in arguments {
            if let Some(n) = &a.name {
                self.report(
                    Diagnostic::error("E0210", n.span, format!("`{name}` takes its arguments in order, without names"))
                        .help("leave the name and `=` out"),
                );
                return Value::Poison;
            }
            let value = self.eval(&a.value, scope);
            values.push(Placed { value: self.as_vector(value), span: a.value.span });
        }
        if values.iter().any(|v| v.value.is_poison()) {
            return Value::Poison;
        }
        let value = self.apply(name, &values, span).unwrap_or(Value::Poison);
        self.give_unit(value, unit, span)
    }

    fn apply(&mut self, name: &str, args: &[Placed], span: Span) -> Option<Value> {
        let (least, most) = match name {
            "atan2" | "mod" | "step" | "dot" | "cross" => (2, 2),
            "clamp" | "smoothstep" | "random" => (3, 3),
            "min" | "max" => (1, 1000),
            "table" | "spline" => (2, crate::limits::LIST),
            _ => (1, 1),
        };
        if args.len() < least || args.len() > most {
            let wanted = if least == most { format!("{least}") } else { format!("at least {least}") };
            self.report(
                Diagnostic::error("E0210", span, format!("`{name}` takes {wanted} arguments, found {}", args.len()))
                    .help(usage(name)),
            );
            return None;
        }
        let none = Dimension::NONE;
        match name {
            "sin" | "cos" | "tan" | "sinh" | "cosh" | "tanh" | "exp" | "log" | "log10" | "asin" | "acos" | "atan" => {
                let x = self.number(&args[0].value, none, args[0].span, &format!("the argument of `{name}`"))?;
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
                    return Some(self.undefined(span, &why, fix));
                }
                let mut scalar = self.unary(f, x.scalar);
                if name == "log10" {
                    scalar = self.binary(BinaryFn::Div, scalar, Scalar::Known(std::f64::consts::LN_10));
                }
                // a pure number like a literal: `(cos(a), sin(a)) cm`
                let turns = matches!(name, "asin" | "acos" | "atan");
                let number = Number { scalar, dimension: none, angle: i8::from(turns), bare: !turns };
                Some(self.finite(number, span, &format!("`{name}` of this number is too large")))
            }
            "sqrt" => {
                let Value::Number(x) = args[0].value else { return self.wants_number(name, &args[0]) };
                let Some(dimension) = x.dimension.root() else {
                    self.report(
                        Diagnostic::error("E0306", args[0].span, format!("{} has no square root", x.dimension))
                            .help("the powers of metre, kilogram and second must be even"),
                    );
                    return None;
                };
                if let Scalar::Known(v) = x.scalar
                    && let Some((why, fix)) = outside(name, v)
                {
                    return Some(self.undefined(span, &why, fix));
                }
                let scalar = self.unary(UnaryFn::Sqrt, x.scalar);
                Some(Value::Number(Number { scalar, dimension, angle: 0, bare: x.bare }))
            }
            "abs" | "floor" | "ceil" | "sign" => {
                let Value::Number(x) = args[0].value else { return self.wants_number(name, &args[0]) };
                if matches!(name, "floor" | "ceil") {
                    self.number(&args[0].value, none, args[0].span, &format!("the argument of `{name}`"))?;
                }
                let f = match name {
                    "abs" => UnaryFn::Abs,
                    "floor" => UnaryFn::Floor,
                    "ceil" => UnaryFn::Ceil,
                    _ => UnaryFn::Sign,
                };
                let scalar = self.unary(f, x.scalar);
                let dimension = if name == "sign" { none } else { x.dimension };
                let angle = if name == "sign" { 0 } else { x.angle };
                Some(Value::Number(Number { scalar, dimension, angle, bare: x.bare }))
            }
            "min" | "max" => {
                let f = if name == "min" { BinaryFn::Min } else { BinaryFn::Max };
                let numbers = self.alike(name, args)?;
                let mut result = numbers[0];
                for n in &numbers[1..] {
                    result.scalar = self.binary(f, result.scalar, n.scalar);
                    result.bare &= n.bare;
                }
                Some(Value::Number(result))
            }
            "clamp" => {
                let n = self.alike(name, args)?;
                let low = self.binary(BinaryFn::Max, n[0].scalar, n[1].scalar);
                let scalar = self.binary(BinaryFn::Min, low, n[2].scalar);
                if let (Scalar::Known(a), Scalar::Known(b)) = (n[1].scalar, n[2].scalar)
                    && a > b
                {
                    self.report(
                        Diagnostic::error("E0304", span, "the lower bound of `clamp` is above the upper one")
                            .help("write `clamp(x, lowest, highest)`"),
                    );
                    return None;
                }
                Some(Value::Number(Number { scalar, bare: false, ..n[0] }))
            }
            "mod" => {
                let n = self.alike(name, args)?;
                if n[1].scalar == Scalar::Known(0.0) {
                    return Some(self.undefined(span, "`mod` by zero", "the period of `mod` is not zero"));
                }
                let number = Number { scalar: self.binary(BinaryFn::Mod, n[0].scalar, n[1].scalar), ..n[0] };
                Some(self.finite(number, span, "the result of `mod` is not a number"))
            }
            "atan2" => {
                let n = self.alike(name, args)?;
                let scalar = self.binary(BinaryFn::Atan2, n[0].scalar, n[1].scalar);
                Some(Value::Number(Number { scalar, dimension: none, angle: 1, bare: false }))
            }
            "step" => {
                let n = self.alike(name, args)?;
                let scalar = self.step(n[0].scalar, n[1].scalar);
                Some(Value::Number(Number { scalar, dimension: none, angle: 0, bare: true }))
            }
            "smoothstep" => self.smoothstep(args, span),
            "table" | "spline" => self.table(name, args, span),
            "norm" | "dot" | "cross" => self.vectors(name, args, span),
            "random" => self.random(args, span),
            _ => self.before(&args[0]),
        }
    }

    fn wants_number(&mut self, name: &str, arg: &Placed) -> Option<Value> {
        let finding =
            Diagnostic::error("E0303", arg.span, format!("`{name}` takes a number, found {}", arg.value.describe()));
        self.report(finding.help("use a component (`.x`) or `norm(…)` of a vector"));
        None
    }

    /// Numbers of one dimension.
    pub fn alike(&mut self, name: &str, args: &[Placed]) -> Option<Vec<Number>> {
        let mut numbers = Vec::with_capacity(args.len());
        for a in args {
            let Value::Number(n) = a.value else {
                self.wants_number(name, a);
                return None;
            };
            numbers.push(n);
        }
        let mut lead = *numbers.iter().find(|n| !n.is_open_zero()).unwrap_or(&numbers[0]);
        for (n, a) in numbers.iter_mut().zip(args) {
            if !self.same_dimension(&mut lead, n, a.span, &format!("use `{name}` on")) {
                return None;
            }
            n.angle = lead.angle;
        }
        Some(numbers)
    }

    fn smoothstep(&mut self, args: &[Placed], span: Span) -> Option<Value> {
        let n = self.alike("smoothstep", args)?;
        if n[1].scalar == n[2].scalar {
            self.report(
                Diagnostic::error("E0304", span, "`smoothstep` rises from a value to itself")
                    .help("write `smoothstep(x, from, to)` with two different values, or use `step`"),
            );
            return None;
        }
        let above = self.binary(BinaryFn::Sub, n[0].scalar, n[1].scalar);
        let width = self.binary(BinaryFn::Sub, n[2].scalar, n[1].scalar);
        let ratio = self.binary(BinaryFn::Div, above, width);
        let low = self.binary(BinaryFn::Max, ratio, Scalar::Known(0.0));
        let s = self.binary(BinaryFn::Min, low, Scalar::Known(1.0));
        // s² (3 − 2 s)
        let square = self.binary(BinaryFn::Mul, s, s);
        let twice = self.binary(BinaryFn::Mul, Scalar::Known(2.0), s);
        let rest = self.binary(BinaryFn::Sub, Scalar::Known(3.0), twice);
        let scalar = self.binary(BinaryFn::Mul, square, rest);
        Some(Value::Number(Number { scalar, dimension: Dimension::NONE, angle: 0, bare: true }))
    }

    fn table(&mut self, name: &str, args: &[Placed], span: Span) -> Option<Value> {
        let Value::Number(x) = args[0].value else { return self.wants_number(name, &args[0]) };
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
                self.report(
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
                self.report(Diagnostic::error("E0312", p.span, "a point of a table is two numbers").help(usage(name)));
                return None;
            };
            let (mut px, mut py, mut xx) = (*px, *py, x);
            if !self.same_dimension(&mut xx, &mut px, p.span, &format!("use `{name}` on")) {
                return None;
            }
            match &mut result {
                Some(r) => {
                    if !self.same_dimension(r, &mut py, p.span, &format!("use `{name}` between")) {
                        return None;
                    }
                    if r.angle == 0 {
                        r.angle = py.angle;
                    }
                    r.bare &= py.bare;
                }
                None => result = Some(py),
            }
            let (px, py) = (self.known(px.scalar, p.span, "a table")?, self.known(py.scalar, p.span, "a table")?);
            points.push([px, py]);
        }
        let kind = if name == "table" { Interpolation::Linear } else { Interpolation::Cubic };
        let Some(table) = Table::through(&points, kind) else {
            self.report(
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
        let recent = self.programs.tables.len().saturating_sub(64);
        let known = self.programs.tables[recent..].iter().position(|t| *t == table).map(|i| recent + i);
        let index = known.unwrap_or_else(|| {
            self.programs.tables.push(table);
            self.programs.tables.len() - 1
        });
        let piece = if self.level(x.scalar) <= Level::Time { self.at_switch_time(x.scalar) } else { x.scalar };
        let (x, piece) = (self.node(x.scalar), self.node(piece));
        number.scalar = Scalar::Node(self.push(Node::Table { table: index, x, piece }));
        Some(Value::Number(number))
    }

    /// The same number for the same seed, everywhere and always.
    fn random(&mut self, args: &[Placed], span: Span) -> Option<Value> {
        let seed = self.whole(&args[0].value, args[0].span, "the seed of `random`")?;
        let bounds = self.alike("random", &args[1..])?;
        let from = self.known(bounds[0].scalar, span, "`random`")?;
        let to = self.known(bounds[1].scalar, span, "`random`")?;
        let unit = (splitmix(seed.cast_unsigned()) >> 11) as f64 / 9_007_199_254_740_992.0;
        Some(Value::Number(Number { scalar: Scalar::Known(from + (to - from) * unit), bare: false, ..bounds[0] }))
    }
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

/// How a function is written.
pub fn usage(name: &str) -> String {
    match name {
        "atan2" => "write `atan2(y, x)`".to_owned(),
        "mod" => "write `mod(x, period)`".to_owned(),
        "step" => "write `step(x, at)`".to_owned(),
        "dot" | "cross" => format!("write `{name}(a, b)` with two vectors"),
        "norm" => "write `norm(v)` with a vector".to_owned(),
        "clamp" => "write `clamp(x, lowest, highest)`".to_owned(),
        "smoothstep" => "write `smoothstep(x, from, to)`".to_owned(),
        "random" => "write `random(seed, from, to)`".to_owned(),
        "table" | "spline" => format!("write `{name}(x, (x0, y0), (x1, y1), …)` with rising x"),
        _ => format!("write `{name}(x)`"),
    }
}

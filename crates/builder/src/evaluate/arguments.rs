//! Arguments of functions: numbers of one dimension.

use crate::context::state::Context;
use crate::context::value::{Number, Placed, Value};
use mainspring_definition::Diagnostic;

pub fn wants_number(cx: &mut Context<'_>, name: &str, arg: &Placed) -> Option<Value> {
    let finding =
        Diagnostic::error("E0303", arg.span, format!("`{name}` takes a number, found {}", arg.value.describe()));
    cx.findings.report(finding.help("use a component (`.x`) or `norm(…)` of a vector"));
    None
}

/// Numbers of one dimension.
pub fn alike(cx: &mut Context<'_>, name: &str, args: &[Placed]) -> Option<Vec<Number>> {
    let mut numbers = Vec::with_capacity(args.len());
    for a in args {
        let Value::Number(n) = a.value else {
            wants_number(cx, name, a);
            return None;
        };
        numbers.push(n);
    }
    let mut lead = *numbers.iter().find(|n| !n.is_open_zero()).unwrap_or(&numbers[0]);
    for (n, a) in numbers.iter_mut().zip(args) {
        if !cx.same_dimension(&mut lead, n, a.span, &format!("use `{name}` on")) {
            return None;
        }
        n.angle = lead.angle;
    }
    Some(numbers)
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
        "smoothstep" | "smootherstep" => format!("write `{name}(x, from, to)`"),
        "random" => "write `random(seed, from, to)`".to_owned(),
        "table" | "spline" => format!("write `{name}(x, (x0, y0), (x1, y1), …)` with rising x"),
        _ => format!("write `{name}(x)`"),
    }
}

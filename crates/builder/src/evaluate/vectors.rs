//! The functions of the language that take vectors.

use crate::context::state::Context;
use crate::context::value::{Number, Placed, Scalar, Value};
use crate::evaluate::arguments::{alike, usage};
use mainspring_definition::{Diagnostic, Span};
use mainspring_model::{BinaryFn, UnaryFn};

/// `norm(v)`, `dot(a, b)`, `cross(a, b)`.
pub fn vectors(cx: &mut Context<'_>, name: &str, args: &[Placed], span: Span) -> Option<Value> {
    let mut lists: Vec<Vec<Number>> = Vec::new();
    for a in args {
        let Value::Tuple(items) = &a.value else {
            let finding =
                Diagnostic::error("E0303", a.span, format!("`{name}` takes vectors, found {}", a.value.describe()));
            cx.findings.report(finding.help(usage(name)));
            return None;
        };
        let placed: Vec<Placed> = items.iter().map(|v| Placed { value: v.clone(), span: a.span }).collect();
        lists.push(alike(cx, name, &placed)?);
    }
    let (a, b) = (lists[0].clone(), lists.last().cloned().unwrap_or_default());
    if a.len() != b.len() {
        cx.findings.report(
            Diagnostic::error("E0313", span, format!("vectors of {} and {} components", a.len(), b.len()))
                .help("both vectors need as many components as the space has"),
        );
        return None;
    }
    let dimension = a[0].dimension.times(b[0].dimension)?;
    match name {
        "cross" => {
            let mut minor = |i: usize, j: usize| {
                let p = cx.binary(BinaryFn::Mul, a[i].scalar, b[j].scalar);
                let q = cx.binary(BinaryFn::Mul, a[j].scalar, b[i].scalar);
                let scalar = cx.binary(BinaryFn::Sub, p, q);
                Value::Number(Number { scalar, dimension, angle: 0, bare: false })
            };
            Some(match a.len() {
                2 => minor(0, 1),
                _ => Value::Tuple(vec![minor(1, 2), minor(2, 0), minor(0, 1)]),
            })
        }
        _ => {
            let mut sum = Scalar::Known(0.0);
            for (i, (x, y)) in a.iter().zip(&b).enumerate() {
                let product = cx.binary(BinaryFn::Mul, x.scalar, y.scalar);
                sum = if i == 0 { product } else { cx.binary(BinaryFn::Add, sum, product) };
            }
            if name == "norm" {
                let scalar = cx.unary(UnaryFn::Sqrt, sum);
                let number = Number { scalar, dimension: a[0].dimension, angle: a[0].angle, bare: false };
                return Some(cx.finite(number, span, "the length of this vector is too large"));
            }
            Some(cx.finite(Number { scalar: sum, dimension, angle: 0, bare: false }, span, "this product is too large"))
        }
    }
}

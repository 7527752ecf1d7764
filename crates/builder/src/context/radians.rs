//! Angles written without a unit.

use crate::context::state::Context;
use crate::context::value::{Number, Scalar, Value};
use mainspring_definition::{Diagnostic, Dimension, Span};

impl Context<'_> {
    /// A note where a bare number of more than a turn is taken for radians: degrees were probably meant.
    pub fn note_bare_angle(&mut self, value: &Value, span: Span, what: &str) {
        let numbers: &[Value] = match value {
            Value::Tuple(items) => items,
            Value::List(items) => items,
            one => std::slice::from_ref(one),
        };
        let radians = numbers.iter().find_map(|item| match item {
            Value::Number(Number { scalar: Scalar::Known(v), dimension: Dimension::NONE, angle: 0, bare: true })
                if v.abs() > std::f64::consts::TAU =>
            {
                Some(*v)
            }
            _ => None,
        });
        if let Some(radians) = radians {
            let message =
                format!("{what} is {radians} rad, which is {:.1} deg: bare angles are radians", radians.to_degrees());
            self.findings
                .report(Diagnostic::note("N0617", span, message).help(format!("did you mean `{radians} deg`?")));
        }
    }
}

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

    /// The same where an angle is compared with a bare number, and in `sin`, `cos`, `tan`: there whole numbers only, since a
    /// calculation may well give more than a turn.
    pub fn note_bare_whole(&mut self, value: &Value, span: Span, what: &str) {
        if let Value::Number(Number { scalar: Scalar::Known(v), .. }) = value
            && *v == v.trunc()
        {
            self.note_bare_angle(value, span, what);
        }
    }

    /// Where one of two numbers that are compared is an angle.
    pub fn note_bare_beside_angle(&mut self, x: Number, y: Number, span: Span) {
        for (angle, other) in [(x, y), (y, x)] {
            if angle.is_angle() && angle.dimension == Dimension::NONE {
                self.note_bare_whole(&Value::Number(other), span, "what an angle is compared with");
            }
        }
    }
}

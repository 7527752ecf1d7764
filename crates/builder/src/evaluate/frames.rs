//! Frames: a point with axes, on a part or on the ground.

use crate::context::units::SiUnit;
use crate::context::value::{Entity, ScopeId, Value};
use crate::evaluate::evaluator::Evaluator;
use mainspring_definition::{Argument, Diagnostic, Dimension, Expr, SpaceKind, Span};
use mainspring_model::rigid::axes_from;
use mainspring_model::{Frame, Marker};

impl<'a> Evaluator<'_, 'a> {
    /// A frame at `point` with axes as given.
    pub fn frame(
        &mut self,
        point: [f64; 3],
        [axis, zero, turned]: [Option<&'a Expr>; 3],
        scope: ScopeId,
    ) -> Option<Frame> {
        let mut frame = Frame::at(point);
        match self.cx.input.space {
            SpaceKind::Planar => {
                if let Some(zero) = zero {
                    self.cx.findings.report(
                        Diagnostic::error("E0508", zero.span, "`zero` belongs to spatial scenes")
                            .help("in the plane a point's frame is an angle: `turned 30 deg`"),
                    );
                    return None;
                }
                if let Some(axis) = axis {
                    let value = self.eval(axis, scope);
                    let v = self.cx.known_vector(&value, None, axis.span, "the axis")?;
                    if v[0] == 0.0 && v[1] == 0.0 {
                        self.cx.findings.report(
                            Diagnostic::error("E0508", axis.span, "an axis without length has no direction")
                                .help("write a direction such as `(1, 0)`"),
                        );
                        return None;
                    }
                    frame.angle = libm::atan2(v[1], v[0]);
                }
                if let Some(turned) = turned {
                    let value = self.eval(turned, scope);
                    self.cx.note_bare_angle(&value, turned.span, "the angle");
                    frame.angle += self.cx.constant(&value, Dimension::NONE, turned.span, "the angle")?;
                }
            }
            SpaceKind::Spatial => {
                if let Some(turned) = turned {
                    self.cx.findings.report(
                        Diagnostic::error(
                            "E0508",
                            turned.span,
                            "in space a point's frame is given by `axis` and `zero`",
                        )
                        .help("write `axis (…) zero (…)`"),
                    );
                    return None;
                }
                if axis.is_some() || zero.is_some() {
                    frame.axes = self.axes(axis, zero, scope)?;
                }
            }
        }
        Some(frame)
    }

    /// Axes in space from `axis` (z if not given) and `zero`.
    pub fn axes(&mut self, axis: Option<&'a Expr>, zero: Option<&'a Expr>, scope: ScopeId) -> Option<[[f64; 3]; 3]> {
        let z = match axis {
            Some(a) => {
                let value = self.eval(a, scope);
                self.cx.known_vector(&value, None, a.span, "the axis")?
            }
            None => [0.0, 0.0, 1.0],
        };
        let x = match zero {
            Some(a) => {
                let value = self.eval(a, scope);
                Some(self.cx.known_vector(&value, None, a.span, "the zero direction")?)
            }
            None => None,
        };
        let found = axes_from(z, x);
        if found.is_none() {
            let span = axis.or(zero).map_or(Span::NOWHERE, |e| e.span);
            self.cx.findings.report(
                Diagnostic::error("E0508", span, "these directions do not make a frame")
                    .help("an axis needs length, and `zero` must not be parallel to it"),
            );
        }
        found
    }

    /// `ground (x, y)`, `ground((x, y), angle = …)`, `ground((x, y, z), axis = …, zero = …)`.
    pub fn ground_marker(
        &mut self,
        arguments: &'a [Argument],
        scope: ScopeId,
        span: Span,
        unit: Option<SiUnit>,
    ) -> Value {
        // `ground(x, y)` is `ground (x, y)`: two or three numbers are a place
        let loose = arguments.iter().take_while(|a| a.name.is_none()).count();
        let named = &arguments[loose..];
        let point = if loose == 0 {
            Some([0.0; 3])
        } else {
            let values: Vec<Value> =
                arguments[..loose].iter().map(|a| self.eval_under(&a.value, scope, unit)).collect();
            let place = if loose == 1 { values[0].clone() } else { Value::Tuple(values) };
            self.cx.known_vector(&place, Some(Dimension::LENGTH), span, "a point of the ground")
        };
        let names: &[&str] =
            if self.cx.input.space == SpaceKind::Planar { &["axis", "angle"] } else { &["axis", "zero"] };
        let Some(slots) = self.cx.slots("ground", named, names) else { return Value::Poison };
        let exprs: Vec<Option<&'a Expr>> = slots.iter().map(|s| s.map(|a| &a.value)).collect();
        let options = match self.cx.input.space {
            SpaceKind::Planar => [exprs[0], None, exprs[1]],
            SpaceKind::Spatial => [exprs[0], exprs[1], None],
        };
        match point.and_then(|p| self.frame(p, options, scope)) {
            Some(frame) => Value::Entity(Entity::Point(Marker { body: None, frame })),
            None => Value::Poison,
        }
    }
}

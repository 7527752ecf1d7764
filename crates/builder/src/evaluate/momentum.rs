//! `part.angular_momentum_about(point)`: L + m (c − p) × v, about a point that may move.

use crate::context::arithmetic::Arithmetic;
use crate::context::value::{Entity, Placed, ScopeId, Value};
use crate::evaluate::evaluator::Evaluator;
use crate::evaluate::vectors::vectors;
use mainspring_definition::{Argument, Diagnostic, Dimension, Name, Path, SpaceKind, Span};
use mainspring_model::{BodyId, Probe};

/// What it is asked for as.
pub const MOMENTUM_ABOUT: &str = "angular_momentum_about";

impl<'a> Evaluator<'_, 'a> {
    /// `part.angular_momentum_about(point)`; None if another question is asked.
    pub fn momentum_about(
        &mut self,
        of: &'a Path,
        question: &'a Name,
        arguments: &'a [Argument],
        scope: ScopeId,
    ) -> Option<Value> {
        if question.text != MOMENTUM_ABOUT {
            return None;
        }
        let body = match self.eval_path(of, scope) {
            Value::Poison => return Some(Value::Poison),
            Value::Entity(Entity::Body(b)) => b,
            other => {
                self.cx.wrong_thing(&other.describe(), "a part or point mass", of.span);
                return Some(Value::Poison);
            }
        };
        let [Argument { name: None, value: point }] = arguments else {
            self.cx.findings.report(
                Diagnostic::error("E0210", question.span, format!("`{MOMENTUM_ABOUT}` is about one point"))
                    .help(format!("write `part.{MOMENTUM_ABOUT}(ground (0, 0))`, or with a point of a part")),
            );
            return Some(Value::Poison);
        };
        let Some(about) = self.marker(point, scope) else { return Some(Value::Poison) };
        let place = self.cx.point_vector(about.body, about.frame.point, 0);
        Some(self.momentum_about_place(body, place, question.span).unwrap_or(Value::Poison))
    }

    fn momentum_about_place(&mut self, body: BodyId, place: Value, span: Span) -> Option<Value> {
        let center = self.cx.point_vector(Some(body), [0.0; 3], 0);
        let arm = self.cx.arithmetic(Arithmetic::Subtract, center, place, span);
        let momentum = self.cx.probe_vector(Dimension::MOMENTUM, false, |axis| Probe::Momentum { body, axis });
        let sides = [arm, momentum].map(|value| Placed { value, span });
        let orbital = vectors(self.cx, "cross", &sides, span)?;
        if self.known.parts.is_point_mass(body) {
            return Some(orbital);
        }
        let own = |axis| Probe::AngularMomentum { body, axis };
        let spin = match self.cx.input.space {
            SpaceKind::Planar => self.cx.probe_number(own(2), Dimension::ANGULAR_MOMENTUM, false),
            SpaceKind::Spatial => self.cx.probe_vector(Dimension::ANGULAR_MOMENTUM, false, own),
        };
        Some(self.cx.arithmetic(Arithmetic::Add, orbital, spin, span))
    }
}

//! Points with axes: in primitives, in composites, in the scene.

use crate::context::names::Room;
use crate::context::value::{Entity, ScopeId, Value};
use crate::elaborate::elaboration::Elaboration;
use crate::measure::entity::is_body_word;
use mainspring_definition::{Declarator, Diagnostic, Dimension, Expr};
use mainspring_model::Marker;

impl<'a> Elaboration<'_, 'a> {
    /// `point a = (…) axis (…) zero (…)`, `… turned 30 deg`; the three options in this order.
    pub fn point(&mut self, name: &'a Declarator, value: &'a Expr, axes: [Option<&'a Expr>; 3], scope: ScopeId) {
        if is_body_word(&name.name.text) {
            self.made.cx.findings.report(
                Diagnostic::error("E0203", name.name.span, format!("`{}` is a quantity of every part", name.name.text))
                    .help("give the point another name"),
            );
            return;
        }
        let room = self.made.cx.names.scopes[scope].room;
        for index in self.indices(name, scope) {
            let worth = self.made.at().eval(value, scope);
            match (&worth, room) {
                // another name for a point that is there
                (Value::Entity(e @ (Entity::Point(_) | Entity::Body(_))), Room::Scene | Room::Composite) => {
                    let made = self.alias(*e, axes, scope);
                    self.made.cx.bind(scope, name, index, made);
                }
                (Value::Tuple(_), Room::Composite) => {
                    self.made.cx.findings.report(
                        Diagnostic::error("E0207", value.span, "a composite's point names a point of one of its parts")
                            .help("write a path such as `point tip = l3.end`; coordinates belong into a primitive"),
                    );
                    self.made.cx.bind(scope, name, index, Value::Poison);
                }
                _ => {
                    let at = self.made.cx.known_vector(&worth, Some(Dimension::LENGTH), value.span, "a point");
                    let frame = at.and_then(|p| self.made.at().frame(p, axes, scope));
                    let made = match (frame, room) {
                        (None, _) => Value::Poison,
                        (Some(f), Room::Primitive) => {
                            self.draft.points.push((&name.name, index, f));
                            // inside the primitive it is a vector in the shape's frame
                            worth.named()
                        }
                        (Some(frame), _) => Value::Entity(Entity::Point(Marker { body: None, frame })),
                    };
                    self.made.cx.bind(scope, name, index, made);
                }
            }
        }
    }

    fn alias(&mut self, entity: Entity, axes: [Option<&'a Expr>; 3], scope: ScopeId) -> Value {
        let marker = match entity {
            Entity::Point(m) => m,
            Entity::Body(b) => self.made.parts.part_marker(b),
            _ => return Value::Poison,
        };
        if axes.iter().all(Option::is_none) {
            return Value::Entity(Entity::Point(marker));
        }
        match self.made.at().frame(marker.frame.point, axes, scope) {
            Some(frame) => Value::Entity(Entity::Point(Marker { frame, ..marker })),
            None => Value::Poison,
        }
    }
}

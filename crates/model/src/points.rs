//! Points with axes: in primitives, in composites, on the ground.

use crate::build::Builder;
use crate::elaborate::scope::{Binding, Room};
use crate::elaborate::units::SiUnit;
use crate::elaborate::value::{Entity, ScopeId, Value};
use crate::model::{Frame, Marker};
use crate::rigid::axes_from;
use mainspring_definition::{Argument, Declarator, Diagnostic, Dimension, Expr, SpaceKind, Span};

impl<'a> Builder<'a> {
    /// `point a = (…) axis (…) zero (…)`, `… turned 30 deg`; the three options in this order.
    pub fn point(&mut self, name: &'a Declarator, value: &'a Expr, axes: [Option<&'a Expr>; 3], scope: ScopeId) {
        if crate::measure::is_body_word(&name.name.text) {
            self.report(
                Diagnostic::error("E0203", name.name.span, format!("`{}` is a quantity of every part", name.name.text))
                    .help("give the point another name"),
            );
            return;
        }
        let room = self.scopes[scope].room;
        for index in self.indices(name, scope) {
            let worth = self.eval(value, scope);
            match (&worth, room) {
                // another name for a point that is there
                (Value::Entity(e @ (Entity::Point(_) | Entity::Body(_))), Room::Scene | Room::Composite) => {
                    let made = self.alias(*e, axes, scope);
                    self.bind(scope, name, index, made);
                }
                (Value::Tuple(_), Room::Composite) => {
                    self.report(
                        Diagnostic::error("E0207", value.span, "a composite's point names a point of one of its parts")
                            .help("write a path such as `point tip = l3.end`; coordinates belong into a primitive"),
                    );
                    self.bind(scope, name, index, Value::Poison);
                }
                _ => {
                    let at = self.known_vector(&worth, Some(Dimension::LENGTH), value.span, "a point");
                    let frame = at.and_then(|p| self.frame(p, axes, scope));
                    let made = match (frame, room) {
                        (None, _) => Value::Poison,
                        (Some(f), Room::Primitive) => {
                            self.draft.points.push((&name.name, index, f));
                            // inside the primitive it is a vector in the shape's frame
                            worth.named()
                        }
                        (Some(frame), _) => Value::Entity(Entity::Point(Marker { body: None, frame })),
                    };
                    self.bind(scope, name, index, made);
                }
            }
        }
    }

    fn alias(&mut self, entity: Entity, axes: [Option<&'a Expr>; 3], scope: ScopeId) -> Value {
        let marker = match entity {
            Entity::Point(m) => m,
            Entity::Body(b) => self.part_marker(b),
            _ => return Value::Poison,
        };
        if axes.iter().all(Option::is_none) {
            return Value::Entity(Entity::Point(marker));
        }
        match self.frame(marker.frame.point, axes, scope) {
            Some(frame) => Value::Entity(Entity::Point(Marker { frame, ..marker })),
            None => Value::Poison,
        }
    }

    /// The marker a part stands for: its shape's origin, or a point mass itself.
    pub fn part_marker(&self, body: usize) -> Marker {
        Marker { body: Some(body), frame: Frame::at(self.bodies[body].center.map(|c| 0.0 - c)) }
    }

    /// A frame at `point` with axes as given.
    pub fn frame(
        &mut self,
        point: [f64; 3],
        [axis, zero, turned]: [Option<&'a Expr>; 3],
        scope: ScopeId,
    ) -> Option<Frame> {
        let mut frame = Frame::at(point);
        match self.space {
            SpaceKind::Planar => {
                if let Some(zero) = zero {
                    self.report(
                        Diagnostic::error("E0508", zero.span, "`zero` belongs to spatial scenes")
                            .help("in the plane a point's frame is an angle: `turned 30 deg`"),
                    );
                    return None;
                }
                if let Some(axis) = axis {
                    let value = self.eval(axis, scope);
                    let v = self.known_vector(&value, None, axis.span, "the axis")?;
                    if v[0] == 0.0 && v[1] == 0.0 {
                        self.report(
                            Diagnostic::error("E0508", axis.span, "an axis without length has no direction")
                                .help("write a direction such as `(1, 0)`"),
                        );
                        return None;
                    }
                    frame.angle = libm::atan2(v[1], v[0]);
                }
                if let Some(turned) = turned {
                    let value = self.eval(turned, scope);
                    frame.angle += self.constant(&value, Dimension::NONE, turned.span, "the angle")?;
                }
            }
            SpaceKind::Spatial => {
                if let Some(turned) = turned {
                    self.report(
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
                self.known_vector(&value, None, a.span, "the axis")?
            }
            None => [0.0, 0.0, 1.0],
        };
        let x = match zero {
            Some(a) => {
                let value = self.eval(a, scope);
                Some(self.known_vector(&value, None, a.span, "the zero direction")?)
            }
            None => None,
        };
        let found = axes_from(z, x);
        if found.is_none() {
            let span = axis.or(zero).map_or(Span::NOWHERE, |e| e.span);
            self.report(
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
            self.known_vector(&place, Some(Dimension::LENGTH), span, "a point of the ground")
        };
        let names: &[&str] = if self.space == SpaceKind::Planar { &["axis", "angle"] } else { &["axis", "zero"] };
        let Some(slots) = self.slots("ground", named, names) else { return Value::Poison };
        let exprs: Vec<Option<&'a Expr>> = slots.iter().map(|s| s.map(|a| &a.value)).collect();
        let options = match self.space {
            SpaceKind::Planar => [exprs[0], None, exprs[1]],
            SpaceKind::Spatial => [exprs[0], exprs[1], None],
        };
        match point.and_then(|p| self.frame(p, options, scope)) {
            Some(frame) => Value::Entity(Entity::Point(Marker { body: None, frame })),
            None => Value::Poison,
        }
    }

    /// A value bound as a plain name in a scope, for the names that options may use of their own joint or spring.
    pub fn scope_with(&mut self, scope: ScopeId, names: Vec<(&'a str, Value)>) -> ScopeId {
        let members = self.scopes[scope].members;
        let room = self.scopes[scope].room;
        let inner = self.open_scope(Some(scope), Some(members), room);
        for (name, value) in names {
            self.scopes[inner].names.insert(name, Box::new((Binding::Value(value), Span::NOWHERE)));
        }
        inner
    }
}

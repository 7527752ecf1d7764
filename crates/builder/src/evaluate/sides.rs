//! What a joint, spring, drive or start names: a point of a part, a joint, a coordinate.

use crate::context::value::{Entity, Number, ScopeId, Value};
use crate::evaluate::evaluator::Evaluator;
use mainspring_definition::{Diagnostic, Dimension, Expr, Path, Span};
use mainspring_model::{Coordinate, JointId, Marker};

impl<'a> Evaluator<'_, 'a> {
    /// The side of a joint or spring an expression names.
    pub fn marker(&mut self, expr: &'a Expr, scope: ScopeId) -> Option<Marker> {
        match self.eval(expr, scope) {
            Value::Entity(Entity::Point(m)) => Some(m),
            Value::Entity(Entity::Body(b)) => Some(self.known.parts.part_marker(b)),
            Value::Poison => None,
            Value::Entity(Entity::Group(s)) => {
                let name = self.cx.names.scopes[s].prefix.trim_end_matches('.').to_owned();
                self.cx.findings.report(
                    Diagnostic::error(
                        "E0207",
                        expr.span,
                        format!("`{name}` is a composite; a joint needs a point of a part"),
                    )
                    .help(format!("name a part or a point in it, such as `{name}.…`")),
                );
                None
            }
            other => {
                let what = other.describe();
                let finding = Diagnostic::error(
                    "E0207",
                    expr.span,
                    format!("expected a point of a part or of the ground, found {what}"),
                );
                self.cx.findings.report(match other {
                    Value::Tuple(_) => finding.help("a place in the world is written `ground (x, y)`"),
                    _ => finding.help("name a point, such as `crank.a` or `ground (0, 0)`"),
                });
                None
            }
        }
    }

    /// The coordinate that a gear, drive, start or spring means: the only one, or the first.
    pub fn coordinate(&mut self, joint: JointId, index: usize, span: Span, want: &str) -> Option<Coordinate> {
        let kinds = self.known.joints.list[joint].kind.coordinates();
        let path = self.known.joints.list[joint].path.clone();
        if kinds.is_empty() {
            let word = self.known.joints.list[joint].kind.word();
            self.cx.findings.report(
                Diagnostic::error("E0507", span, format!("`{path}` is a {word} joint and has no coordinate to {want}"))
                    .help("revolute, prismatic, slot, cylindrical and universal joints have coordinates"),
            );
            return None;
        }
        let ends = [self.known.joints.list[joint].a.body, self.known.joints.list[joint].b.body];
        if kinds[index] && ends.into_iter().flatten().any(|b| self.known.parts.is_point_mass(b)) {
            self.cx.findings.report(
                Diagnostic::error("E0504", span, format!("`{path}` holds a point mass, which has no angle to {want}"))
                    .help("use a part with a shape"),
            );
            return None;
        }
        Some(Coordinate { joint, index })
    }

    /// The joint a path names.
    pub fn joint_named(&mut self, path: &'a Path, scope: ScopeId) -> Option<JointId> {
        match self.entity(path, scope, "a joint")? {
            Entity::Joint(j) => Some(j),
            other => {
                self.cx.wrong_thing(other.word(), "a joint", path.span);
                None
            }
        }
    }

    /// The coordinate of a joint whose `order`-th derivative has the dimension of a value.
    pub fn coordinate_for(
        &mut self,
        joint: JointId,
        value: &Value,
        order: i32,
        span: Span,
        what: &str,
    ) -> Option<(Coordinate, Number)> {
        let first = self.coordinate(joint, 0, span, what)?;
        let kinds = self.known.joints.list[joint].kind.coordinates();
        let per_time = Dimension::TIME.power(-order)?;
        let dimension = |turns: bool| if turns { Some(per_time) } else { Dimension::LENGTH.times(per_time) };
        let index = match value {
            Value::Number(n) if !n.is_open_zero() => {
                kinds.iter().position(|turns| dimension(*turns) == Some(n.dimension)).unwrap_or(0)
            }
            _ => 0,
        };
        let number = self.cx.number(
            value,
            dimension(kinds[index])?,
            span,
            &format!("what `{}` is to {what}", self.known.joints.list[joint].path.clone()),
        )?;
        let coordinate = if index == 0 { first } else { self.coordinate(joint, index, span, what)? };
        Some((coordinate, number))
    }
}

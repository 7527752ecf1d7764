//! What acts on the mechanism from outside: fixed parts, starts, drives, forces, constraints.

use crate::Domain;
use crate::build::Builder;
use crate::elaborate::coerce::article;
use crate::elaborate::value::{Entity, Number, Scalar, ScopeId, Value};
use crate::model::{BodyKind, Constraint, Coordinate, Drive, DriveKind, Force, JointId, Start};
use crate::probe::Level;
use mainspring_definition::{
    Declarator, Diagnostic, Dimension, DriveKind as Said, Expr, Path, SpaceKind, Span, Statement, StatementKind,
};
use std::collections::BTreeMap;

impl<'a> Builder<'a> {
    /// `fix` and `base` lines.
    pub fn fix_and_base(&mut self, deferred: &[(ScopeId, &'a Statement)]) {
        for &(scope, statement) in deferred {
            match &statement.kind {
                StatementKind::Fix(paths) => {
                    for path in paths {
                        match self.entity(path, scope, "a part") {
                            Some(e @ (Entity::Body(_) | Entity::Group(_))) => {
                                for b in self.bodies_of(e) {
                                    self.bodies[b].kind = BodyKind::Fixed;
                                }
                            }
                            Some(other) => self.wrong_thing(other.word(), "a part", path.span),
                            None => {}
                        }
                    }
                }
                StatementKind::Base(path) => {
                    let base = match self.entity(path, scope, "a part") {
                        Some(Entity::Body(b)) => Some(self.parts[b].place),
                        Some(Entity::Group(s)) => self.scopes[s].place,
                        Some(other) => {
                            self.wrong_thing(other.word(), "a part", path.span);
                            None
                        }
                        None => None,
                    };
                    let members = self.scopes[scope].members;
                    let (Some(base), Some(own)) = (base, self.scopes[members].place) else { continue };
                    let mut at = Some(base);
                    while let Some(p) = at {
                        if p == own {
                            break;
                        }
                        at = self.places[p].parent;
                    }
                    if at.is_none() || base == own {
                        self.wrong_thing("a part from elsewhere", "a part of this composite", path.span);
                        continue;
                    }
                    self.places[own].base = Some(base);
                }
                _ => {}
            }
        }
    }

    /// The joint a path names.
    fn joint_named(&mut self, path: &'a Path, scope: ScopeId) -> Option<JointId> {
        match self.entity(path, scope, "a joint")? {
            Entity::Joint(j) => Some(j),
            other => {
                self.wrong_thing(other.word(), "a joint", path.span);
                None
            }
        }
    }

    /// The coordinate of a joint whose `order`-th derivative has the dimension of a value.
    fn coordinate_for(
        &mut self,
        joint: JointId,
        value: &Value,
        order: i32,
        span: Span,
        what: &str,
    ) -> Option<(Coordinate, Number)> {
        let first = self.coordinate(joint, 0, span, what)?;
        let kinds = self.joints[joint].kind.coordinates();
        let per_time = Dimension::TIME.power(-order)?;
        let dimension = |turns: bool| if turns { Some(per_time) } else { Dimension::LENGTH.times(per_time) };
        let index = match value {
            Value::Number(n) if !n.is_open_zero() => {
                kinds.iter().position(|turns| dimension(*turns) == Some(n.dimension)).unwrap_or(0)
            }
            _ => 0,
        };
        let number = self.number(
            value,
            dimension(kinds[index])?,
            span,
            &format!("what `{}` is to {what}", self.joints[joint].path.clone()),
        )?;
        let coordinate = if index == 0 { first } else { self.coordinate(joint, index, span, what)? };
        Some((coordinate, number))
    }

    /// `guess` and `start` lines.
    pub fn collect_starts(&mut self, deferred: &[(ScopeId, &'a Statement)]) {
        let mut said: BTreeMap<(JointId, usize, bool), Span> = BTreeMap::new();
        for &(scope, statement) in deferred {
            let StatementKind::Start { joint, value, rate, exact } = &statement.kind else { continue };
            let Some(j) = self.joint_named(joint, scope) else { continue };
            let path = self.joints[j].path.clone();
            let word = if *exact { "start" } else { "guess" };
            let mut start: Option<Start> = None;
            for (expr, order, key) in [(value, 0, word), (rate, 1, "rate")] {
                let Some(expr) = expr else { continue };
                let expr = self.overriding(&format!("{path}.{key}"), expr);
                let worth = self.eval(expr, scope);
                let Some((coordinate, n)) = self.coordinate_for(j, &worth, order, expr.span, word) else { continue };
                let Some(v) = self.known(n.scalar, expr.span, &format!("the {word} of a joint")) else { continue };
                let entry = start.get_or_insert(Start {
                    coordinate,
                    span: statement.span,
                    value: None,
                    rate: None,
                    exact: *exact,
                });
                if order == 0 {
                    entry.value = Some(v);
                } else {
                    entry.rate = Some(v);
                }
            }
            let Some(start) = start else { continue };
            let key = (start.coordinate.joint, start.coordinate.index, start.exact);
            if let Some(first) = said.insert(key, statement.span) {
                self.report(
                    Diagnostic::error("E0216", statement.span, format!("the {word} of `{path}` is said twice"))
                        .also(first, "first said here")
                        .help("leave one line out"),
                );
                continue;
            }
            self.starts.push(start);
        }
    }

    /// Drives, forces, torques and constraints.
    pub fn collect_loads(&mut self, deferred: &[(ScopeId, &'a Statement)]) {
        for &(scope, statement) in deferred {
            match &statement.kind {
                StatementKind::Drive { joint, kind, value } => self.drive(joint, *kind, value, scope, statement.span),
                StatementKind::Force { name, on, value, along } => {
                    self.force_or_torque(name, on, value, along.as_ref(), scope, false);
                }
                StatementKind::Torque { name, on, value, along } => {
                    self.force_or_torque(name, on, value, along.as_ref(), scope, true);
                }
                StatementKind::Constraint { name, left, right } => self.constraint(name, left, right, scope),
                _ => {}
            }
        }
    }

    fn drive(&mut self, joint: &'a Path, kind: Said, value: &'a Expr, scope: ScopeId, span: Span) {
        let Some(j) = self.joint_named(joint, scope) else { return };
        let path = self.joints[j].path.clone();
        let (model, order, words): (_, _, &[&str]) = match kind {
            Said::Position => (DriveKind::Position, 0, &["position", "angle", "travel"]),
            Said::Speed => (DriveKind::Speed, 1, &["speed", "rate"]),
            Said::Acceleration => (DriveKind::Acceleration, 2, &["acceleration"]),
            Said::Effort => (DriveKind::Effort, 0, &["effort", "torque", "force"]),
        };
        let mut expr = value;
        for word in words {
            expr = self.overriding(&format!("{path}.{word}"), expr);
        }
        let worth = self.eval(expr, scope);
        let (coordinate, number) = if kind == Said::Effort {
            let Some(first) = self.coordinate(j, 0, joint.span, "drive") else { return };
            let kinds = self.joints[j].kind.coordinates();
            let effort = |turns: bool| if turns { Dimension::TORQUE } else { Dimension::FORCE };
            let index = match &worth {
                Value::Number(n) => kinds.iter().position(|t| effort(*t) == n.dimension).unwrap_or(0),
                _ => 0,
            };
            let Some(n) = self.number(&worth, effort(kinds[index]), expr.span, &format!("the effort on `{path}`"))
            else {
                return;
            };
            (Coordinate { index, ..first }, n)
        } else {
            match self.coordinate_for(j, &worth, order, expr.span, "drive") {
                Some(found) => found,
                None => return,
            }
        };
        let (most, what) =
            if kind == Said::Effort { (Level::Rate, "an actuator") } else { (Level::Time, "a prescribed motion") };
        if !self.check_level(number.scalar, most, expr.span, what) {
            return;
        }
        if model != DriveKind::Effort
            && let Some(first) = self.prescribed.insert((coordinate.joint, coordinate.index), span)
        {
            self.report(
                Diagnostic::error("E0512", span, format!("the motion of `{path}` is prescribed twice"))
                    .also(first, "first prescribed here")
                    .help("leave one drive out"),
            );
            return;
        }
        let drives = self.driven.entry(j).or_default();
        if self.options.without.contains(&Domain::Control) {
            return;
        }
        drives.push(self.drives.len());
        let value = self.node(number.scalar);
        self.drives.push(Drive { path, span, coordinate, kind: model, value });
    }

    fn force_or_torque(
        &mut self,
        name: &'a Declarator,
        on: &'a Path,
        value: &'a Expr,
        along: Option<&'a Path>,
        scope: ScopeId,
        torque: bool,
    ) {
        let word = if torque { "a torque" } else { "a force" };
        for index in self.indices(name, scope) {
            self.bind(scope, name, index, Value::Entity(Entity::Load(self.forces.len())));
            let path = self.path_of(scope, name, index);
            let target = match self.entity(on, scope, "a point or part") {
                Some(Entity::Point(m)) => m.body.map(|b| (b, m.frame.point)),
                Some(Entity::Body(b)) => Some((b, [0.0; 3])),
                Some(other) => {
                    self.wrong_thing(other.word(), "a point or part", on.span);
                    continue;
                }
                None => continue,
            };
            let Some((body, point)) = target else {
                self.wrong_thing("the ground", "a part that can move", on.span);
                continue;
            };
            if torque && self.is_point_mass(body) {
                self.report(
                    Diagnostic::error("E0504", on.span, "a torque does nothing to a point mass")
                        .help("use a force, or a part with a shape"),
                );
                continue;
            }
            let along = match along {
                None => None,
                Some(p) => match self.entity(p, scope, "a part") {
                    Some(Entity::Body(b)) if !self.is_point_mass(b) => Some(b),
                    Some(Entity::Body(_)) => {
                        self.wrong_thing("a point mass, which has no axes", "a part", p.span);
                        continue;
                    }
                    Some(other) => {
                        self.wrong_thing(other.word(), "a part", p.span);
                        continue;
                    }
                    None => continue,
                },
            };
            let expr = self.overriding(&path, value);
            let worth = self.eval(expr, scope);
            let scalars = if torque && self.space == SpaceKind::Planar {
                self.number(&worth, Dimension::TORQUE, expr.span, word)
                    .map(|n| [Scalar::Known(0.0), Scalar::Known(0.0), n.scalar])
            } else {
                let dimension = if torque { Dimension::TORQUE } else { Dimension::FORCE };
                self.vector(&worth, Some(dimension), expr.span, word)
            };
            let Some(scalars) = scalars else { continue };
            if !scalars.into_iter().all(|s| self.check_level(s, Level::Rate, expr.span, word)) {
                continue;
            }
            let nodes = scalars.map(|s| self.node(s));
            self.forces.push(Force { path, span: name.name.span, body, point, value: nodes, torque, along });
        }
    }

    fn constraint(&mut self, name: &'a Declarator, left: &'a Expr, right: &'a Expr, scope: ScopeId) {
        let span = left.span.to(right.span);
        for index in self.indices(name, scope) {
            let id = self.constraint_rows.len();
            let first = self.constraints.len();
            self.constraint_rows.push(first..first);
            self.bind(scope, name, index, Value::Entity(Entity::Constraint(id)));
            let path = self.path_of(scope, name, index);
            let (a, b) = (self.eval(left, scope), self.eval(right, scope));
            let difference =
                self.arithmetic(crate::elaborate::arithmetic::Arithmetic::Subtract, a.clone(), b.clone(), span);
            let rows: Vec<(String, Number)> = match difference {
                Value::Poison => continue,
                Value::Number(n) => vec![(path, n)],
                Value::Tuple(items) => items
                    .into_iter()
                    .zip(["x", "y", "z"])
                    .filter_map(|(v, axis)| match v {
                        Value::Number(n) => Some((format!("{path}.{axis}"), n)),
                        _ => None,
                    })
                    .collect(),
                other => {
                    let what = other.describe();
                    self.wrong_thing(&what, &article(Dimension::LENGTH), span);
                    continue;
                }
            };
            for (path, n) in rows {
                if !self.check_level(n.scalar, Level::Position, span, "a constraint") {
                    continue;
                }
                if self.level(n.scalar) <= Level::Time {
                    self.report(
                        Diagnostic::error("E0515", span, format!("`{path}` holds nothing: it reads no position"))
                            .help("a constraint relates positions or angles of parts"),
                    );
                    continue;
                }
                let value = self.node(n.scalar);
                self.constraints.push(Constraint { path, span: name.name.span, value, dimension: n.dimension });
            }
            self.constraint_rows[id].end = self.constraints.len();
        }
    }
}

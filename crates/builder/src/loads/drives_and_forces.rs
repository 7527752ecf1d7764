//! Drives, forces, torques and constraints.

use crate::context::arithmetic::Arithmetic;
use crate::context::coerce::article;
use crate::context::value::{Entity, Number, Scalar, ScopeId, Value};
use crate::elaborate::elaboration::Deferred;
use crate::limits;
use crate::loads::force_laws::{FORCE_LAWS, ForceLaw, MovingPoint};
use crate::loads::phase::LoadPhase;
use crate::options::Domain;
use crate::results::loads::Prescription;
use mainspring_definition::{
    Argument, Declarator, Diagnostic, Dimension, DriveKind as Said, Expr, ExprKind, Field, Path, SpaceKind, Span,
    StatementKind,
};
use mainspring_model::Level;
use mainspring_model::{Constraint, Coordinate, Drive, DriveKind, Force};

impl<'a> LoadPhase<'_, 'a> {
    /// Drives, forces, torques and constraints.
    pub fn collect_loads(&mut self, deferred: &[Deferred<'a>]) {
        for &(scope, statement) in deferred {
            match &statement.kind {
                StatementKind::Drive { joint, kind, value, options } => {
                    self.drive(joint, *kind, value, options, scope, statement.span);
                }
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

    fn drive(&mut self, joint: &'a Path, kind: Said, value: &'a Expr, fields: &'a [Field], scope: ScopeId, span: Span) {
        let Some(j) = self.at().joint_named(joint, scope) else { return };
        let path = self.known.joints.list[j].path.clone();
        // one with a mistake in it is a drive too: what reads its work need not be told
        self.loads.driven.entry(j).or_default();
        let (model, order, words): (_, _, &[&str]) = match kind {
            Said::Position => (DriveKind::Position, 0, &["position", "angle", "travel"]),
            Said::Speed => (DriveKind::Speed, 1, &["speed", "rate"]),
            Said::Acceleration => (DriveKind::Acceleration, 2, &["acceleration"]),
            Said::Effort => (DriveKind::Effort, 0, &["effort", "torque", "force"]),
        };
        let mut expr = value;
        for word in words {
            expr = self.cx.overrides.overriding(&format!("{path}.{word}"), expr);
        }
        let worth = self.at().eval(expr, scope);
        if kind == Said::Position {
            self.cx.note_bare_angle(&worth, expr.span, &format!("the angle that `{path}` is driven to"));
        }
        let (coordinate, number) = if kind == Said::Effort {
            let Some(first) = self.at().coordinate(j, 0, joint.span, "drive") else { return };
            let kinds = self.known.joints.list[j].kind.coordinates();
            let effort = |turns: bool| if turns { Dimension::TORQUE } else { Dimension::FORCE };
            let index = match &worth {
                Value::Number(n) => kinds.iter().position(|t| effort(*t) == n.dimension).unwrap_or(0),
                _ => 0,
            };
            let Some(n) = self.cx.number(&worth, effort(kinds[index]), expr.span, &format!("the effort on `{path}`"))
            else {
                return;
            };
            (Coordinate { index, ..first }, n)
        } else {
            match self.at().coordinate_for(j, &worth, order, expr.span, "drive") {
                Some(found) => found,
                None => return,
            }
        };
        let Ok(limit) = self.drive_limit(&path, coordinate, kind, fields, scope) else { return };
        let (most, what) =
            if kind == Said::Effort { (Level::Rate, "an actuator") } else { (Level::Time, "a prescribed motion") };
        if !self.cx.check_level(number.scalar, most, expr.span, what) {
            return;
        }
        if model != DriveKind::Effort
            && let Some(Prescription { span: first, .. }) = self
                .loads
                .prescribed
                .insert((coordinate.joint, coordinate.index), Prescription { span, limited: limit.is_some() })
        {
            self.cx.findings.report(
                Diagnostic::error("E0512", span, format!("the motion of `{path}` is prescribed twice"))
                    .also(first, "first prescribed here")
                    .help("leave one drive out"),
            );
            return;
        }
        let drives = self.loads.driven.entry(j).or_default();
        if self.cx.input.options.without.contains(&Domain::Control) {
            return;
        }
        drives.push(self.loads.drives.len());
        let value = self.cx.node(number.scalar);
        self.loads.drives.push(Drive { path, span, coordinate, kind: model, value, limit });
    }

    /// The largest effort of a drive, where one is given; an error has been reported.
    fn drive_limit(
        &mut self,
        path: &str,
        coordinate: Coordinate,
        kind: Said,
        fields: &'a [Field],
        scope: ScopeId,
    ) -> Result<Option<f64>, ()> {
        let Some(mut options) = self.at().options(path, &[], &[], fields) else { return Err(()) };
        let turns = self.known.joints.list[coordinate.joint].kind.coordinates()[coordinate.index];
        let effort = if turns { Dimension::TORQUE } else { Dimension::FORCE };
        let given = fields.iter().find(|f| f.name.text == "limit");
        let limit = options.take("limit").and_then(|given| {
            let value = self.at().eval(given.expr, scope);
            self.cx.positive(&value, effort, given.expr.span, "`limit`", "E0506")
        });
        if self.at().check_unused(options, "drive") {
            return Err(());
        }
        match (given, limit, kind) {
            (Some(field), _, Said::Effort | Said::Acceleration) => {
                let finding =
                    Diagnostic::error("E0528", field.name.span, "only a position or a speed has an effort limit");
                self.cx.findings.report(finding.help(if kind == Said::Effort {
                    "limit the effort itself: `min(max(…, -5 N*m), 5 N*m)`"
                } else {
                    "prescribe the position or the speed"
                }));
                Err(())
            }
            (Some(_), None, _) => Err(()),
            (_, limit, _) => Ok(limit),
        }
    }

    fn force_or_torque(
        &mut self,
        name: &'a Declarator,
        on: &'a Path,
        value: &'a Expr,
        along_path: Option<&'a Path>,
        scope: ScopeId,
        torque: bool,
    ) {
        let word = if torque { "a torque" } else { "a force" };
        for index in self.at().indices(name, scope) {
            self.cx.bind(scope, name, index, Value::Entity(Entity::Load(self.loads.forces.len())));
            let path = self.cx.names.path_of(scope, name, index);
            let target = match self.at().entity(on, scope, "a point or part") {
                Some(Entity::Point(m)) => m.body.map(|b| (b, m.frame.point)),
                Some(Entity::Body(b)) => Some((b, [0.0; 3])),
                Some(other) => {
                    self.cx.wrong_thing(other.word(), "a point or part", on.span);
                    continue;
                }
                None => continue,
            };
            let Some((body, point)) = target else {
                self.cx.wrong_thing("the ground", "a part that can move", on.span);
                continue;
            };
            if torque && self.known.parts.is_point_mass(body) {
                self.cx.findings.report(
                    Diagnostic::error("E0504", on.span, "a torque does nothing to a point mass")
                        .help("use a force, or a part with a shape"),
                );
                continue;
            }
            let along = match along_path {
                None => None,
                Some(p) => match self.at().entity(p, scope, "a part") {
                    Some(Entity::Body(b)) if !self.known.parts.is_point_mass(b) => Some(b),
                    Some(Entity::Body(_)) => {
                        self.cx.wrong_thing("a point mass, which has no axes", "a part", p.span);
                        continue;
                    }
                    Some(other) => {
                        self.cx.wrong_thing(other.word(), "a part", p.span);
                        continue;
                    }
                    None => continue,
                },
            };
            let expr = self.cx.overrides.overriding(&path, value);
            let law = if torque { None } else { law_of(expr) };
            if let (Some(_), Some(axes)) = (&law, along_path) {
                self.cx.findings.report(
                    Diagnostic::error("E0217", axes.span, "a force law has its own direction")
                        .help("leave `along …` out"),
                );
                continue;
            }
            let worth = if law.is_some() { Value::Poison } else { self.at().eval(expr, scope) };
            let scalars = if let Some((law, arguments)) = law {
                self.force_of_law(law, arguments, MovingPoint { body, point }, scope, expr.span)
            } else if torque && self.cx.input.space == SpaceKind::Planar {
                self.cx
                    .number(&worth, Dimension::TORQUE, expr.span, word)
                    .map(|n| [Scalar::Known(0.0), Scalar::Known(0.0), n.scalar])
            } else {
                let dimension = if torque { Dimension::TORQUE } else { Dimension::FORCE };
                self.cx.vector(&worth, Some(dimension), expr.span, word)
            };
            let Some(scalars) = scalars else { continue };
            if !scalars.into_iter().all(|s| self.cx.check_level(s, Level::Rate, expr.span, word)) {
                continue;
            }
            let nodes = scalars.map(|s| self.cx.node(s));
            self.loads.forces.push(Force { path, span: name.name.span, body, point, value: nodes, torque, along });
        }
    }

    /// The force of a law on a point of a body.
    fn force_of_law(
        &mut self,
        law: &ForceLaw,
        arguments: &'a [Argument],
        on: MovingPoint,
        scope: ScopeId,
        span: Span,
    ) -> Option<[Scalar; 3]> {
        let names: Vec<&str> = law.parameters.iter().map(|parameter| parameter.name).collect();
        let slots = self.cx.slots(law.word, arguments, &names)?;
        let given = self.at().slot_values(&slots, scope, None);
        let mut parameters = Vec::new();
        for (parameter, given) in law.parameters.iter().zip(given) {
            let what = format!("`{}`", parameter.name);
            let value = match (given, parameter.default) {
                (Some(given), _) => {
                    let number = self.cx.number(&given.value, parameter.dimension, given.span, &what);
                    match number.map(|n| n.scalar) {
                        // what varies can only be checked while it runs: the ledger then shows the energy it brings
                        Some(Scalar::Known(_)) if !parameter.may_be_negative => (self.cx)
                            .not_negative(&given.value, parameter.dimension, given.span, &what, "E0506")
                            .map(Scalar::Known),
                        scalar => scalar,
                    }
                }
                (None, Some(default)) => Some(Scalar::Known(default)),
                (None, None) => {
                    self.cx.findings.report(
                        Diagnostic::error("E0210", span, format!("`{}` needs {what}", law.word))
                            .help(format!("write `{}`", law.example)),
                    );
                    None
                }
            };
            parameters.push(value);
        }
        let parameters: Vec<Scalar> = parameters.into_iter().collect::<Option<_>>()?;
        Some((law.force)(self.cx, &parameters, &on))
    }

    fn constraint(&mut self, name: &'a Declarator, left: &'a Expr, right: &'a Expr, scope: ScopeId) {
        let span = left.span.to(right.span);
        for index in self.at().indices(name, scope) {
            let id = self.loads.constraint_rows.len();
            let first = self.loads.constraints.len();
            self.loads.constraint_rows.push(first..first);
            self.cx.bind(scope, name, index, Value::Entity(Entity::Constraint(id)));
            let path = self.cx.names.path_of(scope, name, index);
            let (a, b) = (self.at().eval(left, scope), self.at().eval(right, scope));
            let difference = self.cx.arithmetic(Arithmetic::Subtract, a.clone(), b.clone(), span);
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
                    self.cx.wrong_thing(&what, &article(Dimension::LENGTH), span);
                    continue;
                }
            };
            for (path, n) in rows {
                if !self.cx.check_level(n.scalar, Level::Position, span, "a constraint") {
                    continue;
                }
                if self.cx.level(n.scalar) <= Level::Time {
                    self.cx.findings.report(
                        Diagnostic::error("E0515", span, format!("`{path}` holds nothing: it reads no position"))
                            .help("a constraint relates positions or angles of parts"),
                    );
                    continue;
                }
                if self.loads.constraints.len() >= limits::CONSTRAINTS {
                    self.cx.findings.report_limit(span, &format!("more than {} constraints", limits::CONSTRAINTS));
                    break;
                }
                let value = self.cx.node(n.scalar);
                self.loads.constraints.push(Constraint { path, span: name.name.span, value, dimension: n.dimension });
            }
            self.loads.constraint_rows[id].end = self.loads.constraints.len();
        }
    }
}

/// The force law that an expression calls, with what it is called with.
fn law_of(expr: &Expr) -> Option<(&'static ForceLaw, &[Argument])> {
    let ExprKind::Call { function, arguments } = &expr.kind else { return None };
    let law = FORCE_LAWS.iter().find(|law| law.word == function.text)?;
    Some((law, arguments))
}

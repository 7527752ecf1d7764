//! Parts: primitives become bodies, composites become scopes full of them.

use crate::context::complaints::listed;
use crate::context::names::{Binding, Room};
use crate::context::units::SiUnit;
use crate::context::value::{Entity, Placed, ScopeId, Value};
use crate::elaborate::elaboration::{Draft, Elaboration};
use crate::elaborate::mass::{MassProperties, mass_properties};
use crate::limits;
use crate::results::part_coefficients::PartCoefficients;
use crate::results::parts::PartInfo;
use crate::shapes::checks::shape_of;
use mainspring_definition::words::{PRIMITIVE_FIELDS, is_shape};
use mainspring_definition::{
    Argument, Declarator, Diagnostic, Dimension, Expr, ExprKind, Field, Name, Placement, SpaceKind, Span, Statement,
    StatementKind,
};
use mainspring_geometry::{Region, Solid};
use mainspring_model::{Body, BodyKind, Marker, Obstacle, Pose, Shape};

impl<'a> Elaboration<'_, 'a> {
    /// `part a, b = bar(…) at …`.
    pub fn part(&mut self, names: &'a [Declarator], value: &'a Expr, placement: &'a Placement, scope: ScopeId) {
        for declarator in names {
            for index in self.indices(declarator, scope) {
                let path = self.made.cx.names.path_of(scope, declarator, index);
                let made = self.instance(value, placement, &path, declarator.name.span, scope);
                let place = match &made {
                    Value::Entity(Entity::Body(b)) => Some(self.made.parts.info[*b].place),
                    Value::Entity(Entity::Group(s)) => self.made.cx.names.scopes[*s].place,
                    _ => None,
                };
                if let Value::Entity(entity) = made {
                    self.note_coming(entity, &path, placement, scope);
                }
                if !self.made.cx.bind(scope, declarator, index, made) {
                    self.made.parts.clashed.extend(place);
                }
                if self.made.cx.findings.stopped {
                    return;
                }
            }
        }
    }

    fn instance(
        &mut self,
        value: &'a Expr,
        placement: &'a Placement,
        path: &str,
        name_span: Span,
        scope: ScopeId,
    ) -> Value {
        let Some((function, arguments, unit)) = self.recipe_call(value) else {
            self.made.cx.findings.report(
                Diagnostic::error("E0207", value.span, "a part is made by a primitive or composite")
                    .help("write `part … = name(arguments)`"),
            );
            return Value::Poison;
        };
        let Some((recipe, home)) = self.made.cx.names.lookup_recipe(scope, &function.text) else {
            self.unknown_recipe(scope, function);
            return Value::Poison;
        };
        if self.made.parts.bodies.len() >= limits::PARTS {
            self.made.cx.findings.report_limit(value.span, &format!("more than {} parts", limits::PARTS));
            return Value::Poison;
        }
        if self.nested.len() >= limits::NESTING {
            let mut names: Vec<&str> = self.nested.iter().rev().take(6).rev().copied().collect();
            names.push(&function.text);
            self.made.cx.findings.report(
                Diagnostic::error(
                    "E0208",
                    value.span,
                    format!("composites nest more than {} deep: … {}", limits::NESTING, names.join(" → ")),
                )
                .help("a composite that contains itself never ends; stop it with an `if`"),
            );
            self.made.cx.findings.stopped = true;
            return Value::Poison;
        }
        let place = self.place_part(placement, scope, path, name_span);
        match &recipe.kind {
            StatementKind::Primitive { name, parameters, body } => {
                let inner = self.made.cx.names.open_scope(Some(home), None, Room::Primitive);
                self.made.cx.names.scopes[inner].prefix = format!("{path}.");
                self.made.at().bind_parameters(name, parameters, arguments, (scope, unit), inner, value.span);
                let outer = std::mem::take(&mut self.draft);
                self.nested.push(&function.text);
                self.block(body, inner);
                self.nested.pop();
                let draft = std::mem::replace(&mut self.draft, outer);
                self.finish_primitive(draft, inner, place, path, name_span, recipe, value.span)
            }
            StatementKind::Composite { name, parameters, body } => {
                let inner = self.made.cx.names.open_scope(Some(home), None, Room::Composite);
                self.made.cx.names.scopes[inner].prefix = format!("{path}.");
                self.made.cx.names.scopes[inner].place = Some(place);
                self.made.at().bind_parameters(name, parameters, arguments, (scope, unit), inner, value.span);
                self.nested.push(&function.text);
                self.block(body, inner);
                self.nested.pop();
                Value::Entity(Entity::Group(inner))
            }
            _ => Value::Poison,
        }
    }

    fn recipe_call(&mut self, value: &'a Expr) -> Option<(&'a Name, &'a [Argument], Option<SiUnit>)> {
        match &value.kind {
            ExprKind::Call { function, arguments } => Some((function, arguments, None)),
            ExprKind::Path(path) => match path.segments.as_slice() {
                [segment] if segment.index.is_none() => Some((&segment.name, &[], None)),
                _ => None,
            },
            ExprKind::WithUnit(inner, written) => {
                let unit = self.made.cx.unit(written);
                self.recipe_call(inner).map(|(f, a, _)| (f, a, unit))
            }
            _ => None,
        }
    }

    fn unknown_recipe(&mut self, scope: ScopeId, function: &Name) {
        let mut known = Vec::new();
        let mut at = Some(scope);
        while let Some(s) = at {
            known.extend(
                self.made.cx.names.scopes[s]
                    .names
                    .iter()
                    .filter(|(_, b)| matches!(b.0, Binding::Recipe(..)))
                    .map(|(n, _)| *n),
            );
            at = self.made.cx.names.scopes[s].parent;
        }
        let finding =
            Diagnostic::error("E0201", function.span, format!("no primitive or composite `{}`", function.text));
        self.made.cx.findings.report(
            match mainspring_definition::did_you_mean(&function.text, known.iter().copied()) {
                Some(s) => finding.help(format!("did you mean `{s}`?")),
                None if is_shape(&function.text) => finding.help(format!(
                    "`{0}` is a shape: `primitive name {{ shape = {0}(…); … }}` makes a body of it",
                    function.text
                )),
                None if known.is_empty() => finding.help("declare it: `primitive name(…) { shape = …; density = … }`"),
                None => finding.help(format!("there are {}", listed(&known))),
            },
        );
    }

    /// `shape = …` in a primitive.
    pub fn set_field(&mut self, field: &'a Field, expr: &'a Expr, scope: ScopeId) {
        let name = &field.name;
        if !PRIMITIVE_FIELDS.contains(&name.text.as_str()) {
            let finding = Diagnostic::error("E0217", name.span, format!("a primitive has no field `{}`", name.text));
            self.made.cx.findings.report(
                match mainspring_definition::did_you_mean(&name.text, PRIMITIVE_FIELDS.iter().copied()) {
                    Some(s) => finding.help(format!("did you mean `{s}`?")),
                    None => finding.help(format!("it has {}", listed(PRIMITIVE_FIELDS))),
                },
            );
            return;
        }
        let value = self.made.at().eval(expr, scope);
        let placed = Placed { value, span: expr.span };
        if self.draft.fields.insert(&name.text, placed).is_some() {
            self.made.cx.findings.report(
                Diagnostic::error("E0202", name.span, format!("`{}` is given twice", name.text))
                    .help("leave one of them out"),
            );
        }
    }

    fn finish_primitive(
        &mut self,
        draft: Draft<'a>,
        scope: ScopeId,
        place: usize,
        path: &str,
        name_span: Span,
        recipe: &'a Statement,
        call_span: Span,
    ) -> Value {
        let recipe_span = match &recipe.kind {
            StatementKind::Primitive { name, .. } => name.span,
            _ => recipe.span,
        };
        let properties = mass_properties(self.made.cx, &draft.fields, path, recipe_span, call_span);
        // a body that is wrong keeps its points, so that joints to it add no errors of their own
        let broken = properties.is_none();
        let MassProperties { mass, inertia, center, shape, coefficients, drag } = properties.unwrap_or_default();
        self.made.parts.part_coefficients.push(PartCoefficients { broken, ..coefficients });
        let id = self.made.parts.bodies.len();
        let mut points = Vec::with_capacity(draft.points.len());
        for (name, index, mut frame) in draft.points {
            for (p, c) in frame.point.iter_mut().zip(center) {
                *p -= c;
            }
            let value = Value::Entity(Entity::Point(Marker { body: Some(id), frame }));
            match index {
                Some(i) => {
                    if let Some(Binding::Family(f)) =
                        self.made.cx.names.scopes[scope].names.get(name.text.as_str()).map(|b| &b.0)
                    {
                        self.made.cx.names.families[*f].insert(i, value);
                    }
                    points.push((format!("{}[{i}]", name.text), frame));
                }
                None => {
                    self.made.cx.names.scopes[scope]
                        .names
                        .insert(&name.text, Box::new((Binding::Value(value), name.span)));
                    points.push((name.text.clone(), frame));
                }
            }
        }
        self.made.parts.bodies.push(Body {
            path: path.to_owned(),
            span: name_span,
            kind: BodyKind::Rigid,
            mass,
            inertia,
            shape,
            center,
            points,
            pose: Pose::IDENTITY,
            velocity: [0.0; 3],
            spin: [0.0; 3],
            present: true,
            drag,
        });
        self.made.parts.info.push(PartInfo { scope, place, point_mass: false });
        self.made.parts.places[place].body = Some(id);
        Value::Entity(Entity::Body(id))
    }

    /// `mass bob = 50 g at … { radius = 1 cm }`.
    pub fn point_mass(
        &mut self,
        names: &'a [Declarator],
        value: &'a Expr,
        placement: &'a Placement,
        options: &'a [Field],
        scope: ScopeId,
    ) {
        for declarator in names {
            for index in self.indices(declarator, scope) {
                let path = self.made.cx.names.path_of(scope, declarator, index);
                if self.made.parts.bodies.len() >= limits::PARTS {
                    self.made.cx.findings.report_limit(value.span, &format!("more than {} parts", limits::PARTS));
                    return;
                }
                let expr = self.made.cx.overrides.overriding(&path, value);
                let expr = self.made.cx.overrides.overriding(&format!("{path}.mass"), expr);
                let worth = self.made.at().eval(expr, scope);
                let mass = self.made.cx.positive(&worth, Dimension::MASS, expr.span, "the mass", "E0403");
                let place = self.place_part(placement, scope, &path, declarator.name.span);
                if let Some(turned) = placement.turned.as_ref().or(placement.spinning.as_ref()) {
                    self.made.cx.findings.report(
                        Diagnostic::error("E0504", turned.span, "a point mass has no orientation")
                            .help("leave it out, or make a part with a shape"),
                    );
                }
                let (coefficients, radius) = self.made.at().mass_options(&path, options, scope);
                let inner = self.made.cx.names.open_scope(None, None, Room::Primitive);
                let id = self.made.parts.bodies.len();
                let shape = round_shape(self.made.cx.input.space, radius);
                self.made.parts.part_coefficients.push(coefficients);
                self.made.parts.bodies.push(Body {
                    path,
                    span: declarator.name.span,
                    kind: BodyKind::Point,
                    mass: mass.unwrap_or(1.0),
                    inertia: [[0.0; 3]; 3],
                    shape: Some(shape),
                    center: [0.0; 3],
                    points: Vec::new(),
                    pose: Pose::IDENTITY,
                    velocity: [0.0; 3],
                    spin: [0.0; 3],
                    present: true,
                    drag: None,
                });
                self.made.parts.info.push(PartInfo { scope: inner, place, point_mass: true });
                self.made.parts.places[place].body = Some(id);
                let path = self.made.parts.bodies[id].path.clone();
                self.note_coming(Entity::Body(id), &path, placement, scope);
                if !self.made.cx.bind(scope, declarator, index, Value::Entity(Entity::Body(id))) {
                    self.made.parts.clashed.insert(place);
                }
            }
        }
    }

    /// `obstacle stop = polygon(…) cm at …`.
    pub fn obstacle(
        &mut self,
        name: &'a Declarator,
        value: &'a Expr,
        placement: &'a Placement,
        options: &'a [Field],
        scope: ScopeId,
    ) {
        for index in self.indices(name, scope) {
            let path = self.made.cx.names.path_of(scope, name, index);
            let worth = self.made.at().eval(value, scope);
            let shape = match worth {
                Value::HalfSpace(point, normal) => Some(Shape::HalfSpace { point, normal }),
                other => shape_of(self.made.cx, &other, value.span),
            };
            if let Some(expr) = placement.arriving.as_ref().or(placement.leaving.as_ref()) {
                self.made.cx.findings.report(
                    Diagnostic::error("E0527", expr.span, "an obstacle is always there: parts arrive and leave")
                        .help("leave this clause out"),
                );
            }
            let coefficients = self.made.at().obstacle_coefficients(&path, options, scope);
            let place = self.place_part(placement, scope, &path, name.name.span);
            if self.made.parts.places[place].local.is_none() {
                self.made.parts.places[place].local = Some(Pose::IDENTITY);
            }
            let made = match shape {
                Some(shape) => {
                    self.made.parts.places[place].obstacle = Some(self.made.parts.obstacles.len());
                    self.made.parts.obstacle_coefficients.push(coefficients);
                    self.made.parts.obstacles.push(Obstacle {
                        path,
                        span: name.name.span,
                        shape,
                        pose: Pose::IDENTITY,
                    });
                    Value::Entity(Entity::Obstacle(self.made.parts.obstacles.len() - 1))
                }
                None => Value::Poison,
            };
            self.made.cx.bind(scope, name, index, made);
        }
    }
}

/// What a point mass touches with: a disc or ball of its radius, or a point, whose scale is settled with the places.
fn round_shape(space: SpaceKind, radius: Option<f64>) -> Shape {
    let round = radius.and_then(|r| match space {
        SpaceKind::Planar => Region::disc([0.0; 2], r).ok().map(Shape::Region),
        SpaceKind::Spatial => Solid::sphere(r).ok().map(Shape::Solid),
    });
    round.unwrap_or(Shape::Point { scale: 1.0 })
}

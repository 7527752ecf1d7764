//! Statements, block by block: what can be done at once is done, the rest is kept for when all names are there.

use crate::context::names::{Binding, LazyKind, Room};
use crate::context::value::{Number, ScopeId, Value};
use crate::elaborate::elaboration::Elaboration;
use crate::limits;
use mainspring_definition::grammar::Place;
use mainspring_definition::{Diagnostic, Expr, Name, Statement, StatementKind};

impl<'a> Elaboration<'_, 'a> {
    /// Carries out a block in its scope.
    pub fn block(&mut self, body: &'a [Statement], scope: ScopeId) {
        self.hoist(body, scope);
        for statement in body {
            if !self.count_statement(statement) {
                return;
            }
            self.statement(statement, scope);
        }
    }

    fn count_statement(&mut self, statement: &Statement) -> bool {
        self.statements += 1;
        if self.statements > limits::STATEMENTS {
            self.made
                .cx
                .findings
                .report_limit(statement.span, &format!("more than {} statements to carry out", limits::STATEMENTS));
        }
        if self.made.cx.names.scopes.len().max(self.made.cx.names.lazies.len()) > limits::KEPT {
            self.made
                .cx
                .findings
                .report_limit(statement.span, &format!("more than {} blocks or values of its own", limits::KEPT));
        }
        if self.made.cx.findings.full() {
            self.made.cx.findings.stopped = true;
        }
        !self.made.cx.findings.stopped
    }

    /// Names that may be used before their line: values, materials and recipes.
    fn hoist(&mut self, body: &'a [Statement], scope: ScopeId) {
        for statement in body {
            match &statement.kind {
                StatementKind::Let { name, value } => {
                    let id = self.made.cx.names.add_lazy(LazyKind::Let(value), scope, name);
                    self.made.cx.declare(scope, name, Binding::Value(Value::Lazy(id)));
                }
                StatementKind::Material { name, fields } => {
                    let id = self.made.cx.names.add_lazy(LazyKind::Material(fields), scope, name);
                    self.made.cx.declare(scope, name, Binding::Value(Value::Lazy(id)));
                }
                StatementKind::Primitive { name, .. } | StatementKind::Composite { name, .. } => {
                    self.made.cx.declare(scope, name, Binding::Recipe(statement, scope));
                }
                _ => {}
            }
        }
    }

    pub fn statement(&mut self, statement: &'a Statement, scope: ScopeId) {
        let room = self.made.cx.names.scopes[scope].room;
        if !self.may_stand(statement, room) {
            return;
        }
        if self.sweep_statement(statement, scope) {
            return;
        }
        match &statement.kind {
            StatementKind::Root { .. } | StatementKind::Pawl { .. } | StatementKind::Report(_) => {}
            StatementKind::Space(_)
            | StatementKind::Material { .. }
            | StatementKind::Primitive { .. }
            | StatementKind::Composite { .. } => {}
            StatementKind::Gravity(value) => {
                self.settings.set_gravity(&mut self.made.at(), value, scope, statement.span)
            }
            StatementKind::Method { name, options } => {
                self.settings.set_method(&mut self.made.at(), name, options, scope)
            }
            StatementKind::Impact(fields) => {
                self.settings.set_impact(&mut self.made.at(), fields, scope, statement.span)
            }
            StatementKind::Let { name, value } => {
                // in order where possible, so that chains of names stay shallow
                if self.made.cx.names.is_ready(value, scope)
                    && let Some(Binding::Value(Value::Lazy(id))) =
                        self.made.cx.names.scopes[scope].names.get(name.text.as_str()).map(|b| &b.0)
                {
                    let id = *id;
                    self.made.at().force(id);
                    self.sweep.exact_in_order(&mut self.made.at(), id);
                }
            }
            StatementKind::Part { names, value, placement } => self.part(names, value, placement, scope),
            StatementKind::Mass { names, value, placement, options } => {
                self.point_mass(names, value, placement, options, scope);
            }
            StatementKind::Obstacle { name, value, placement, options } => {
                self.obstacle(name, value, placement, options, scope);
            }
            StatementKind::Quantity { name, value } => {
                for index in self.indices(name, scope) {
                    let id = self.made.cx.names.add_lazy(LazyKind::Quantity(value), scope, &name.name);
                    let path = self.made.cx.names.path_of(scope, name, index);
                    self.quantities.push((path, id));
                    self.made.cx.bind(scope, name, index, Value::Lazy(id));
                }
            }
            StatementKind::For { variable, values, body } => self.repeat(variable, values, body, scope),
            StatementKind::If { condition, then, otherwise } => {
                let value = self.made.at().eval(condition, scope);
                self.sweep.note_choice(&mut self.made.at(), condition, scope);
                if let Some(c) = self.made.cx.known_flag(&value, condition.span, "the condition of `if`") {
                    let members = self.made.cx.names.scopes[scope].members;
                    let inner = self.made.cx.names.open_scope(Some(scope), Some(members), room);
                    self.block(if c { then } else { otherwise }, inner);
                }
            }
            StatementKind::Field(field) if room == Room::Group => self.group_option(field, scope),
            StatementKind::Field(field) => {
                let key = format!("{}{}", self.made.cx.names.scopes[scope].prefix, field.name.text);
                let expr = self.made.cx.overrides.overriding(&key, &field.value);
                self.set_field(field, expr, scope);
            }
            StatementKind::Point { name, value, axis, zero, turned } => {
                self.point(name, value, [axis.as_ref(), zero.as_ref(), turned.as_ref()], scope);
            }
            StatementKind::Run { duration, every, options } => {
                self.settings.set_run(&mut self.made.at(), duration, every.as_ref(), options, scope, statement.span);
            }
            StatementKind::Surface(_)
            | StatementKind::Window { .. }
            | StatementKind::Array { .. }
            | StatementKind::Group { .. }
            | StatementKind::Frame { .. }
            | StatementKind::Script { .. }
            | StatementKind::Bin { .. } => self.actuator_statement(statement, scope),
            StatementKind::Later { keyword } => {
                self.made.cx.findings.report(
                    Diagnostic::error(
                        "E0213",
                        keyword.span,
                        format!("`{}` is not available in this version", keyword.text),
                    )
                    .help("take this statement out to run the rest of the scene"),
                );
            }
            StatementKind::Fix(_)
            | StatementKind::Base(_)
            | StatementKind::Joint { .. }
            | StatementKind::Start { .. }
            | StatementKind::Drive { .. }
            | StatementKind::Spring { .. }
            | StatementKind::Force { .. }
            | StatementKind::Torque { .. }
            | StatementKind::Constraint { .. }
            | StatementKind::Switch { .. }
            | StatementKind::Stop(_)
            | StatementKind::Materials { .. }
            | StatementKind::Contact { .. }
            | StatementKind::Contacts(_)
            | StatementKind::Record(_)
            | StatementKind::Plot { .. } => self.deferred.push((scope, statement)),
        }
    }

    pub fn repeat(&mut self, variable: &'a Name, values: &'a Expr, body: &'a [Statement], scope: ScopeId) {
        let value = self.made.at().eval(values, scope);
        let room = self.made.cx.names.scopes[scope].room;
        let items: Box<dyn Iterator<Item = Value>> = match value {
            Value::Poison => return,
            Value::Range(from, to) => Box::new((from..to).map(|i| Value::Number(Number::bare(i as f64)))),
            Value::List(items) => Box::new((0..items.len()).map(move |i| items[i].clone())),
            other => {
                self.made.cx.findings.report(
                    Diagnostic::error(
                        "E0303",
                        values.span,
                        format!("`for` goes over a range or a list, found {}", other.describe()),
                    )
                    .help("write `for i in 0..4` or `for l in [1 cm, 2 cm]`"),
                );
                return;
            }
        };
        let members = self.made.cx.names.scopes[scope].members;
        let exact = self.sweep.exact_items(&mut self.made.at(), values, scope);
        if exact.is_none() {
            self.sweep.note_choice(&mut self.made.at(), values, scope);
        }
        for (turn, item) in items.enumerate() {
            // an empty body counts as well: a scene must not hang
            self.statements += 1;
            if self.statements > limits::STATEMENTS {
                self.made
                    .cx
                    .findings
                    .report_limit(values.span, &format!("more than {} statements to carry out", limits::STATEMENTS));
                return;
            }
            let inner = self.made.cx.names.open_scope(Some(scope), Some(members), room);
            self.made.cx.names.scopes[inner].repeated = true;
            self.made.cx.declare(inner, variable, Binding::Value(item));
            if let Some(worth) = exact.as_ref().and_then(|items| items.get(turn)) {
                self.sweep.set_exact_variable(inner, &variable.text, worth.clone());
            }
            let before = (self.made.cx.names.lazies.len(), self.deferred.len(), self.made.table.waiting());
            self.block(body, inner);
            if self.made.cx.findings.stopped {
                return;
            }
            // nothing remembers this turn's names
            if before == (self.made.cx.names.lazies.len(), self.deferred.len(), self.made.table.waiting())
                && self.made.cx.names.scopes.len() == inner + 1
            {
                self.sweep.forget_exact_variable(inner, &variable.text);
                self.made.cx.names.scopes.pop();
            }
        }
    }

    /// Whether a statement may stand in a block of this kind; reports if not.
    fn may_stand(&mut self, statement: &Statement, room: Room) -> bool {
        let (place, where_is_it, fix) = match room {
            Room::Scene => (Place::Scene, "at the top of a scene", "it belongs into a composite"),
            Room::Group => (Place::Group, "in a group", "a group holds windows and arrays, and the options they share"),
            Room::Composite => (Place::Composite, "in a composite", "move it to the top level of the scene"),
            Room::Primitive => (
                Place::Primitive,
                "in a primitive",
                "a primitive is one rigid body: fields and points; a composite holds parts and joints",
            ),
        };
        let entry = match (&statement.kind, statement.kind.form()) {
            (_, Some(form)) => form.entry(),
            (StatementKind::Field(f), None) if matches!(room, Room::Scene | Room::Composite) => {
                let name = &f.name;
                self.made.cx.findings.report(
                    Diagnostic::error("E0204", name.span, format!("`{} = …` stands on its own here", name.text))
                        .help("fields belong into a primitive; a value of your own is declared with `let`"),
                );
                return false;
            }
            (_, None) => return true,
        };
        let fine = entry.stands_in(place);
        if !fine {
            let word = entry.words.join("` or `");
            let message = format!("`{word}` cannot stand {where_is_it}");
            self.made.cx.findings.report(Diagnostic::error("E0204", statement.span, message).help(fix));
        }
        fine
    }
}

//! Statements about the surface and its actuators, kept as declared.

use crate::context::complaints::listed;
use crate::context::names::{Binding, Room};
use crate::context::value::{Entity, ScopeId, Value};
use crate::elaborate::elaboration::Elaboration;
use crate::limits;
use crate::results::drafts::{
    ArrayDraft, BinDraft, Coming, FrameDraft, GroupDraft, ScriptDraft, SurfaceDraft, WindowDraft,
};
use mainspring_definition::words::{ARRAY_OPTIONS, WINDOW_OPTIONS};
use mainspring_definition::{
    Declarator, Diagnostic, Expr, Field, Name, Placement, SpaceKind, Span, Statement, StatementKind, did_you_mean,
};

impl<'a> Elaboration<'_, 'a> {
    /// A bin as declared.
    pub fn bin_statement(&mut self, name: &'a Declarator, value: &'a Expr, placement: &'a Placement, scope: ScopeId) {
        for index in self.indices(name, scope) {
            let path = self.made.cx.names.path_of(scope, name, index);
            let expr = self.made.cx.overrides.overriding(&format!("{path}.region"), value);
            let made = match self.made.at().region_of(expr, scope) {
                Some(region) => {
                    let id = self.made.table.bins.len();
                    self.made.table.bins.push(BinDraft { path, span: name.name.span, region, placement, scope });
                    Value::Entity(Entity::Bin(id))
                }
                None => Value::Poison,
            };
            self.made.cx.bind(scope, name, index, made);
        }
    }

    /// `priority = 3` in a group.
    pub fn group_option(&mut self, field: &'a Field, scope: ScopeId) {
        let name = &field.name;
        let known: Vec<&str> = WINDOW_OPTIONS
            .iter()
            .chain(ARRAY_OPTIONS.iter().filter(|w| !WINDOW_OPTIONS.contains(w)))
            .copied()
            .collect();
        if !known.contains(&name.text.as_str()) {
            let finding = Diagnostic::error("E0217", name.span, format!("a group has no option `{}`", name.text));
            self.made.cx.findings.report(match did_you_mean(&name.text, known.iter().copied()) {
                Some(s) => finding.help(format!("did you mean `{s}`?")),
                None => finding.help(format!("its members take {} from it", listed(&known))),
            });
            return;
        }
        let members = self.made.cx.names.scopes[scope].members;
        let Some(group) = self.made.table.groups.get_mut(&members) else { return };
        let twice = group.options.iter().any(|f| f.name.text == name.text);
        group.options.push(field);
        if twice {
            self.made.cx.findings.report(
                Diagnostic::error("E0202", name.span, format!("`{}` is given twice", name.text))
                    .help("leave one of them out"),
            );
        }
    }

    /// A statement about the surface and its actuators.
    pub fn actuator_statement(&mut self, statement: &'a Statement, scope: ScopeId) {
        if self.made.cx.input.space == SpaceKind::Spatial {
            let word = statement.kind.form().and_then(|form| form.entry().words.first()).copied().unwrap_or("this");
            let message = format!("`{word}` belongs to planar scenes: parts lie on the plane and are pushed in it");
            self.made.cx.findings.report(
                Diagnostic::error("E0520", statement.span, message)
                    .help("write `space planar`, or leave surfaces, windows, arrays, frames, scripts and bins out"),
            );
            self.bind_nothing(statement, scope);
            return;
        }
        match &statement.kind {
            StatementKind::Surface(fields) => self.surface_statement(fields, scope, statement.span),
            StatementKind::Window { name, value, placement, options } => {
                self.window_statement(name, value, placement, options, scope);
            }
            StatementKind::Array { name, value, placement, options } => {
                for index in self.indices(name, scope) {
                    let id = self.made.table.arrays.len();
                    let (path, span) = (self.made.cx.names.path_of(scope, name, index), name.name.span);
                    self.made.table.arrays.push(ArrayDraft { path, span, value, placement, options, scope });
                    self.made.cx.bind(scope, name, index, Value::Entity(Entity::Array(id)));
                }
            }
            StatementKind::Group { name, body } => self.group_statement(name, body, scope),
            StatementKind::Frame { name, members } => {
                for index in self.indices(name, scope) {
                    let id = self.made.table.frames.len();
                    let (path, span) = (self.made.cx.names.path_of(scope, name, index), name.name.span);
                    self.made.table.frames.push(FrameDraft { path, span, members, scope });
                    self.made.cx.bind(scope, name, index, Value::Entity(Entity::Frame(id)));
                }
            }
            StatementKind::Script { name, steps } => {
                let id = self.made.table.scripts.len();
                let path = format!("{}{}", self.made.cx.names.scopes[scope].prefix, name.text);
                self.made.table.scripts.push(ScriptDraft { path, span: name.span, steps, scope });
                let members = self.made.cx.names.scopes[scope].members;
                self.made.cx.declare(members, name, Binding::Value(Value::Entity(Entity::Script(id))));
            }
            StatementKind::Bin { name, value, placement } => self.bin_statement(name, value, placement, scope),
            _ => {}
        }
    }

    /// The names of what cannot be, so that reading them adds no errors of its own.
    fn bind_nothing(&mut self, statement: &'a Statement, scope: ScopeId) {
        match &statement.kind {
            StatementKind::Window { name, .. }
            | StatementKind::Array { name, .. }
            | StatementKind::Frame { name, .. }
            | StatementKind::Bin { name, .. } => {
                for index in self.indices(name, scope) {
                    self.made.cx.bind(scope, name, index, Value::Poison);
                }
            }
            StatementKind::Group { name, .. } | StatementKind::Script { name, .. } => {
                let members = self.made.cx.names.scopes[scope].members;
                self.made.cx.declare(members, name, Binding::Value(Value::Poison));
            }
            _ => {}
        }
    }

    fn surface_statement(&mut self, fields: &'a [Field], scope: ScopeId, span: Span) {
        if let Some(first) = &self.made.table.surface {
            let first = first.span;
            self.made.cx.findings.report(
                Diagnostic::error("E0216", span, "the surface is said twice")
                    .also(first, "first said here")
                    .help("a scene has one surface; say everything of it in one block"),
            );
            return;
        }
        self.made.table.surface = Some(SurfaceDraft { fields, scope, span });
    }

    fn window_statement(
        &mut self,
        name: &'a Declarator,
        value: &'a Expr,
        placement: &'a Placement,
        options: &'a [Field],
        scope: ScopeId,
    ) {
        for index in self.indices(name, scope) {
            if self.made.table.windows.len() >= limits::WINDOWS {
                self.made.cx.findings.report_limit(name.name.span, &format!("more than {} windows", limits::WINDOWS));
                return;
            }
            let path = self.made.cx.names.path_of(scope, name, index);
            let expr = self.made.cx.overrides.overriding(&format!("{path}.region"), value);
            let made = match self.made.at().region_of(expr, scope) {
                Some(region) => {
                    let id = self.made.table.windows.len();
                    let span = name.name.span;
                    self.made.table.windows.push(WindowDraft { path, span, region, placement, options, scope });
                    Value::Entity(Entity::Window(id))
                }
                None => Value::Poison,
            };
            self.made.cx.bind(scope, name, index, made);
        }
    }

    fn group_statement(&mut self, name: &'a Name, body: &'a [Statement], scope: ScopeId) {
        let members = self.made.cx.names.scopes[scope].members;
        let inner = self.made.cx.names.open_scope(Some(scope), None, Room::Group);
        self.made.cx.names.scopes[inner].prefix = format!("{}{}.", self.made.cx.names.scopes[scope].prefix, name.text);
        self.made.cx.names.scopes[inner].place = self.made.cx.names.scopes[members].place;
        let parent = self.made.table.groups.contains_key(&members).then_some(members);
        self.made.table.groups.insert(inner, GroupDraft { parent, options: Vec::new() });
        self.made.cx.declare(members, name, Binding::Value(Value::Entity(Entity::Windows(inner))));
        self.block(body, inner);
    }

    /// Keeps what a part's line says of arriving and leaving.
    pub fn note_coming(&mut self, entity: Entity, path: &str, placement: &'a Placement, scope: ScopeId) {
        if placement.arriving.is_some() || placement.leaving.is_some() {
            let path = path.to_owned();
            self.made.table.comings.push(Coming { entity, path, placement, scope });
        }
    }
}

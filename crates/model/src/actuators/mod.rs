//! Surfaces, windows, arrays, frames, scripts and bins: gathered in the order they are declared, worked out once all
//! parts have their names and places, because what they do may be read off the motion.

mod arrays;
mod bins;
mod cells;
mod dependence;
mod frames;
mod measure;
mod options;
mod overlapping;
mod place;
mod presence;
mod scripts;
mod surface;
mod windows;

pub use measure::ON_SURFACE;

use crate::build::Builder;
use crate::elaborate::scope::{Binding, Room};
use crate::elaborate::value::{Entity, ScopeId, Value};
use crate::fields::Fields;
use crate::limits;
use dependence::Dependence;
use mainspring_definition::{
    Declarator, Diagnostic, Expr, Field, Name, Path, Placement, ScriptStep, SpaceKind, Span, Statement, StatementKind,
};
use mainspring_geometry::Region;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Everything said so far of the surface and its actuators.
#[derive(Default)]
pub struct Actuators<'a> {
    surface: Option<SurfaceDraft<'a>>,
    windows: Vec<WindowDraft<'a>>,
    arrays: Vec<ArrayDraft<'a>>,
    frames: Vec<FrameDraft<'a>>,
    scripts: Vec<ScriptDraft<'a>>,
    bins: Vec<BinDraft<'a>>,
    /// by the scope that holds their members
    groups: BTreeMap<ScopeId, GroupDraft<'a>>,
    comings: Vec<presence::Coming<'a>>,
    /// of each node so far
    dependences: Vec<Dependence>,
    /// what the model gets
    pub fields: Fields,
}

struct SurfaceDraft<'a> {
    fields: &'a [Field],
    scope: ScopeId,
    span: Span,
}

struct WindowDraft<'a> {
    path: String,
    span: Span,
    region: Rc<Region>,
    placement: &'a Placement,
    options: &'a [Field],
    scope: ScopeId,
}

struct ArrayDraft<'a> {
    path: String,
    span: Span,
    value: &'a Expr,
    placement: &'a Placement,
    options: &'a [Field],
    scope: ScopeId,
}

struct FrameDraft<'a> {
    path: String,
    span: Span,
    members: &'a [Path],
    scope: ScopeId,
}

struct ScriptDraft<'a> {
    path: String,
    span: Span,
    steps: &'a [ScriptStep],
    scope: ScopeId,
}

struct BinDraft<'a> {
    path: String,
    span: Span,
    region: Rc<Region>,
    placement: &'a Placement,
    scope: ScopeId,
}

struct GroupDraft<'a> {
    /// the group round it
    parent: Option<ScopeId>,
    options: Vec<&'a Field>,
}

impl Actuators<'_> {
    /// How many things wait to be worked out in the scopes they stand in.
    pub fn waiting(&self) -> usize {
        let Self { windows, arrays, frames, scripts, bins, comings, .. } = self;
        windows.len() + arrays.len() + frames.len() + scripts.len() + bins.len() + comings.len()
    }

    /// Whether the scene has a surface, or what may draw power above one.
    pub fn has_table(&self) -> bool {
        let Self { windows, arrays, fields, .. } = self;
        let drawers = [windows.len(), arrays.len(), fields.windows.len(), fields.arrays.len()];
        self.surface.is_some() || drawers.iter().any(|n| *n > 0)
    }
}

impl<'a> Builder<'a> {
    /// A statement about the surface and its actuators.
    pub fn actuator_statement(&mut self, statement: &'a Statement, scope: ScopeId) {
        if self.space == SpaceKind::Spatial {
            self.report(
                Diagnostic::error("E0520", statement.span, "actuator arrays live in the plane")
                    .help("write `space planar`, or leave surfaces, windows, arrays, scripts and bins out"),
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
                    let id = self.actuators.arrays.len();
                    let (path, span) = (self.path_of(scope, name, index), name.name.span);
                    self.actuators.arrays.push(ArrayDraft { path, span, value, placement, options, scope });
                    self.bind(scope, name, index, Value::Entity(Entity::Array(id)));
                }
            }
            StatementKind::Group { name, body } => self.group_statement(name, body, scope),
            StatementKind::Frame { name, members } => {
                for index in self.indices(name, scope) {
                    let id = self.actuators.frames.len();
                    let (path, span) = (self.path_of(scope, name, index), name.name.span);
                    self.actuators.frames.push(FrameDraft { path, span, members, scope });
                    self.bind(scope, name, index, Value::Entity(Entity::Frame(id)));
                }
            }
            StatementKind::Script { name, steps } => {
                let id = self.actuators.scripts.len();
                let path = format!("{}{}", self.scopes[scope].prefix, name.text);
                self.actuators.scripts.push(ScriptDraft { path, span: name.span, steps, scope });
                let members = self.scopes[scope].members;
                self.declare(members, name, Binding::Value(Value::Entity(Entity::Script(id))));
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
                    self.bind(scope, name, index, Value::Poison);
                }
            }
            StatementKind::Group { name, .. } | StatementKind::Script { name, .. } => {
                let members = self.scopes[scope].members;
                self.declare(members, name, Binding::Value(Value::Poison));
            }
            _ => {}
        }
    }

    fn surface_statement(&mut self, fields: &'a [Field], scope: ScopeId, span: Span) {
        if let Some(first) = &self.actuators.surface {
            let first = first.span;
            self.report(
                Diagnostic::error("E0216", span, "the surface is said twice")
                    .also(first, "first said here")
                    .help("a scene has one surface; say everything of it in one block"),
            );
            return;
        }
        self.actuators.surface = Some(SurfaceDraft { fields, scope, span });
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
            if self.actuators.windows.len() >= limits::WINDOWS {
                self.report_limit(name.name.span, &format!("more than {} windows", limits::WINDOWS));
                return;
            }
            let path = self.path_of(scope, name, index);
            let expr = self.overriding(&format!("{path}.region"), value);
            let made = match self.region_of(expr, scope) {
                Some(region) => {
                    let id = self.actuators.windows.len();
                    let span = name.name.span;
                    self.actuators.windows.push(WindowDraft { path, span, region, placement, options, scope });
                    Value::Entity(Entity::Window(id))
                }
                None => Value::Poison,
            };
            self.bind(scope, name, index, made);
        }
    }

    /// The region an expression gives; None after a report.
    fn region_of(&mut self, expr: &'a Expr, scope: ScopeId) -> Option<Rc<Region>> {
        match self.eval(expr, scope) {
            Value::Region(region) => Some(region),
            Value::Poison => None,
            Value::HalfSpace(..) => {
                self.report(
                    Diagnostic::error("E0405", expr.span, "a half-plane has no end; a region of finite size is wanted")
                        .help("write a region such as `rect((0, 0) cm, (20, 30) cm)`, or `cut(region, point, normal)`"),
                );
                None
            }
            other => {
                self.report(
                    Diagnostic::error("E0303", expr.span, format!("a region is wanted, found {}", other.describe()))
                        .help("write a region such as `rect((0, 0) cm, (20, 30) cm)`"),
                );
                None
            }
        }
    }

    fn group_statement(&mut self, name: &'a Name, body: &'a [Statement], scope: ScopeId) {
        let members = self.scopes[scope].members;
        let inner = self.open_scope(Some(scope), None, Room::Group);
        self.scopes[inner].prefix = format!("{}{}.", self.scopes[scope].prefix, name.text);
        self.scopes[inner].place = self.scopes[members].place;
        let parent = self.actuators.groups.contains_key(&members).then_some(members);
        self.actuators.groups.insert(inner, GroupDraft { parent, options: Vec::new() });
        self.declare(members, name, Binding::Value(Value::Entity(Entity::Windows(inner))));
        self.block(body, inner);
    }

    /// Works out everything said, now that all names and places are known.
    pub fn collect_actuators(&mut self) {
        self.collect_surface();
        self.collect_windows();
        self.collect_arrays();
        self.collect_bins();
        self.collect_frames();
        self.collect_scripts();
        self.collect_presence();
        self.check_velocity_windows();
        self.check_outlines();
        if self.leaves_out(crate::Domain::Control) {
            let Fields { windows, arrays, frames, scripts, .. } = &mut self.actuators.fields;
            windows.clear();
            arrays.clear();
            frames.clear();
            scripts.clear();
        }
    }

    /// Parts that have no outline lie on nothing.
    fn check_outlines(&mut self) {
        let acts =
            self.actuators.surface.is_some() || !self.actuators.windows.is_empty() || !self.actuators.arrays.is_empty();
        if !acts {
            return;
        }
        let bare = self.bodies.iter().find(|b| b.shape.is_none() && b.kind != crate::model::BodyKind::Fixed);
        if let Some(body) = bare {
            let (span, path) = (body.span, body.path.clone());
            let message = format!("`{path}` has no outline, so neither the surface nor windows act on it");
            self.warn_once("W0614", span, &message, "give it a shape, such as `shape = disc(1 cm)`");
        }
    }
}

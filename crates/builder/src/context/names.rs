//! Scopes: which names are visible where, and what they stand for.

use crate::context::value::{LazyId, PlaceId, ScopeId, Value};
use mainspring_definition::{Declarator, Expr, ExprKind, Field, Name, Span, Statement, did_you_mean};
use std::collections::BTreeMap;

/// What a name stands for.
#[derive(Clone, Debug)]
pub enum Binding<'a> {
    Value(Value),
    /// index into `Names::families`
    Family(usize),
    /// a primitive or composite and the scope it was written in
    Recipe(&'a Statement, ScopeId),
}

/// One level of names.
#[derive(Debug)]
pub struct Scope<'a> {
    pub parent: Option<ScopeId>,
    /// where parts, joints … declared here go: itself, or the scope round a `for` or `if`
    pub members: ScopeId,
    /// in front of the names declared here: `hand.`
    pub prefix: String,
    /// boxed: most scopes hold one name, and a tree node has room for eleven
    pub names: BTreeMap<&'a str, Box<(Binding<'a>, Span)>>,
    /// the frame that `at` inside is relative to; None is the world
    pub place: Option<PlaceId>,
    /// a turn of a `for`: one text, many meanings
    pub repeated: bool,
    /// what is written here
    pub room: Room,
}

/// Which statements may stand in a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    Scene,
    Composite,
    Primitive,
    /// windows and arrays that share options
    Group,
}

/// A value worked out when first needed, so that names may be used before they are declared.
#[derive(Debug)]
pub struct Lazy<'a> {
    pub what: LazyKind<'a>,
    pub scope: ScopeId,
    /// path for over-rides
    pub key: String,
    pub name: &'a str,
    pub span: Span,
    pub state: LazyState,
}

#[derive(Clone, Copy, Debug)]
pub enum LazyKind<'a> {
    Let(&'a Expr),
    Quantity(&'a Expr),
    Material(&'a [Field]),
}

#[derive(Clone, Debug)]
pub enum LazyState {
    Waiting,
    Running,
    Done(Value),
}

/// All names of a scene: scopes, families and values not evaluated yet.
#[derive(Default)]
pub struct Names<'a> {
    pub scopes: Vec<Scope<'a>>,
    /// members of each family by their index
    pub families: Vec<BTreeMap<i64, Value>>,
    pub lazies: Vec<Lazy<'a>>,
}

impl<'a> Names<'a> {
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

    /// Whether an expression rests only on names whose values are there already.
    pub fn is_ready(&self, expr: &Expr, scope: ScopeId) -> bool {
        match &expr.kind {
            ExprKind::Number(_) | ExprKind::Text(_) | ExprKind::Bool(_) => true,
            ExprKind::WithUnit(e, _) | ExprKind::Unary(_, e) => self.is_ready(e, scope),
            ExprKind::Path(p) => p.segments.first().is_none_or(|s| {
                s.index.as_ref().is_none_or(|i| self.is_ready(i, scope))
                    && match self.lookup(scope, &s.name.text) {
                        Some(Binding::Value(Value::Lazy(l))) => matches!(self.lazies[l].state, LazyState::Done(_)),
                        Some(Binding::Value(v)) => !matches!(v, Value::Entity(_)),
                        Some(_) => false,
                        None => ["pi", "e", "tau"].contains(&s.name.text.as_str()),
                    }
            }),
            ExprKind::Tuple(items) | ExprKind::List(items) => items.iter().all(|i| self.is_ready(i, scope)),
            ExprKind::Member(..) | ExprKind::Ask { .. } => false,
            ExprKind::Call { arguments, .. } => arguments.iter().all(|a| self.is_ready(&a.value, scope)),
            ExprKind::Binary(_, a, b) | ExprKind::Range(a, b, _) => self.is_ready(a, scope) && self.is_ready(b, scope),
            ExprKind::If(a, b, c) => [a, b, c].into_iter().all(|e| self.is_ready(e, scope)),
        }
    }

    /// A scope inside another; `members` None makes it hold its own parts.
    pub fn open_scope(&mut self, parent: Option<ScopeId>, members: Option<ScopeId>, room: Room) -> ScopeId {
        let id = self.scopes.len();
        let (prefix, place) = match members {
            Some(m) => (self.scopes[m].prefix.clone(), self.scopes[m].place),
            None => (String::new(), None),
        };
        let repeated = members.is_some() && parent.is_some_and(|p| self.scopes[p].repeated);
        self.scopes.push(Scope {
            parent,
            members: members.unwrap_or(id),
            prefix,
            names: BTreeMap::new(),
            place,
            repeated,
            room,
        });
        id
    }

    /// Looks a name up from the inside out.
    pub fn lookup(&self, scope: ScopeId, name: &str) -> Option<Binding<'a>> {
        let mut at = Some(scope);
        while let Some(id) = at {
            if let Some(bound) = self.scopes[id].names.get(name) {
                return Some(bound.0.clone());
            }
            at = self.scopes[id].parent;
        }
        None
    }

    /// The primitive or composite of a name; a part may have the name of what it is made by.
    pub fn lookup_recipe(&self, scope: ScopeId, name: &str) -> Option<(&'a Statement, ScopeId)> {
        let mut at = Some(scope);
        while let Some(id) = at {
            if let Some(Binding::Recipe(statement, home)) = self.scopes[id].names.get(name).map(|b| &b.0) {
                return Some((statement, *home));
            }
            at = self.scopes[id].parent;
        }
        None
    }

    /// The visible name nearest to a mistyped one.
    pub fn suggest(&self, scope: ScopeId, name: &str, extra: &[&'static str]) -> Option<String> {
        let mut candidates: Vec<&str> = extra.to_vec();
        let mut at = Some(scope);
        while let Some(id) = at {
            candidates.extend(self.scopes[id].names.keys().copied());
            at = self.scopes[id].parent;
        }
        did_you_mean(name, candidates).map(str::to_owned)
    }

    /// A new value to be worked out when needed.
    pub fn add_lazy(&mut self, what: LazyKind<'a>, scope: ScopeId, name: &'a Name) -> LazyId {
        let key = format!("{}{}", self.scopes[scope].prefix, name.text);
        self.lazies.push(Lazy { what, scope, key, name: &name.text, span: name.span, state: LazyState::Waiting });
        self.lazies.len() - 1
    }

    /// The path of a declared thing: `hand.finger[2]`.
    pub fn path_of(&self, scope: ScopeId, declarator: &Declarator, index: Option<i64>) -> String {
        let prefix = &self.scopes[scope].prefix;
        match index {
            Some(i) => format!("{prefix}{}[{i}]", declarator.name.text),
            None => format!("{prefix}{}", declarator.name.text),
        }
    }
}

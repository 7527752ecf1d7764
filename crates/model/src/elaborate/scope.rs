//! Scopes: which names are visible where, and what they stand for.

use super::value::{Entity, LazyId, ScopeId, Value};
use crate::build::Builder;
use crate::place::PlaceId;
use mainspring_definition::{Diagnostic, Expr, Field, Name, Span, Statement, did_you_mean};
use std::collections::BTreeMap;

/// What a name stands for.
#[derive(Clone, Debug)]
pub enum Binding<'a> {
    Value(Value),
    /// index into `Builder::families`
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

/// Names that always mean the same.
pub const RESERVED: &[&str] = &["t", "ground", "last", "true", "false"];

impl<'a> Builder<'a> {
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

    /// Binds a name; a second declaration is an error, leaves the first and gives false.
    pub fn declare(&mut self, scope: ScopeId, name: &'a Name, binding: Binding<'a>) -> bool {
        self.declare_text(scope, &name.text, name.span, binding)
    }

    pub fn declare_text(&mut self, scope: ScopeId, text: &'a str, span: Span, binding: Binding<'a>) -> bool {
        if RESERVED.contains(&text) {
            self.report(
                Diagnostic::error("E0203", span, format!("`{text}` has a meaning of its own and cannot be declared"))
                    .help("choose another name"),
            );
            return false;
        }
        if let Some(first) = self.scopes[scope].names.get(text).map(|b| b.1) {
            // values and recipes are declared ahead of their lines
            let (earlier, later) = in_text_order(first, span);
            let mut finding = Diagnostic::error("E0202", later, format!("`{text}` is declared twice"))
                .also(earlier, "first declared here");
            if first == span && span != Span::NOWHERE {
                finding = finding.help(format!("give it an index, `{text}[i]`, so that each turn makes its own"));
            } else {
                finding = finding.help("rename one of them");
            }
            self.report(finding);
            return false;
        }
        self.scopes[scope].names.insert(text, Box::new((binding, span)));
        true
    }

    /// Binds one member of a family: `l[2]`; false after a report.
    pub fn declare_indexed(&mut self, scope: ScopeId, name: &'a Name, index: i64, value: Value) -> bool {
        let family = match self.scopes[scope].names.get(name.text.as_str()).map(|b| (&b.0, b.1)) {
            Some((Binding::Family(f), _)) => *f,
            Some((_, first)) => {
                let (earlier, later) = in_text_order(first, name.span);
                let message = format!("`{}` is declared both with and without an index", name.text);
                self.report(
                    Diagnostic::error("E0202", later, message)
                        .also(earlier, "first declared here")
                        .help("rename one of them"),
                );
                return false;
            }
            None => {
                let f = self.families.len();
                self.families.push(BTreeMap::new());
                if !self.declare(scope, name, Binding::Family(f)) {
                    return false;
                }
                f
            }
        };
        if self.families[family].contains_key(&index) {
            self.report(
                Diagnostic::error("E0202", name.span, format!("`{}[{index}]` is declared twice", name.text))
                    .help("each member of a family needs an index of its own"),
            );
            return false;
        }
        self.families[family].insert(index, value);
        true
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

    /// Reports an unknown name.
    pub fn unknown_name(&mut self, scope: ScopeId, name: &Name, what: &str) {
        let suggestion = self.suggest(scope, &name.text, &["t", "pi", "e", "tau", "ground", "energy"]);
        let mut finding = Diagnostic::error("E0201", name.span, format!("no {what} `{}` here", name.text));
        finding = match self.of_what_in_sweep(&name.text).or(suggestion) {
            Some(s) => finding.help(format!("did you mean `{s}`?")),
            None if mainspring_definition::find_unit(&name.text).is_some() => {
                finding.help(format!("`{}` is a unit; write it right after a number, as in `2 {0}`", name.text))
            }
            None => match mainspring_definition::units::unit_alias(&name.text) {
                Some(unit) => finding.help(format!("for the unit, write `{unit}` right after a number")),
                None => finding.help("declare it, or check its spelling"),
            },
        };
        self.report(finding);
    }

    /// The scope that holds what can be reached by a dot from an entity.
    pub fn scope_of(&self, entity: Entity) -> Option<ScopeId> {
        match entity {
            Entity::Group(s) | Entity::Windows(s) => Some(s),
            Entity::Body(b) => Some(self.parts[b].scope),
            _ => None,
        }
    }

    /// A new value to be worked out when needed.
    pub fn add_lazy(&mut self, what: LazyKind<'a>, scope: ScopeId, name: &'a Name) -> LazyId {
        let key = format!("{}{}", self.scopes[scope].prefix, name.text);
        self.lazies.push(Lazy { what, scope, key, name: &name.text, span: name.span, state: LazyState::Waiting });
        self.lazies.len() - 1
    }
}

/// The earlier of two places, and the later; places in different files stay as given.
fn in_text_order(first: Span, second: Span) -> (Span, Span) {
    if first.source == second.source && second.start < first.start { (second, first) } else { (first, second) }
}

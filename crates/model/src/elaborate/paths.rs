//! Dotted paths: from names to values, things and measurements.

use super::scope::{Binding, LazyKind, LazyState, Room};
use super::value::{Entity, LazyId, Number, ScopeId, Value};
use crate::build::Builder;
use crate::model::{Frame, Marker};
use crate::program::Node;
use mainspring_definition::{Diagnostic, Dimension, Expr, ExprKind, Name, Path, Segment, did_you_mean};

impl<'a> Builder<'a> {
    /// What a path leads to.
    pub fn eval_path(&mut self, path: &'a Path, scope: ScopeId) -> Value {
        self.eval_segments(&path.segments, scope)
    }

    /// What the names of a path, or of its beginning, lead to.
    pub fn eval_segments(&mut self, segments: &'a [Segment], scope: ScopeId) -> Value {
        let Some((first, rest)) = segments.split_first() else { return Value::Poison };
        let value = match self.lookup(scope, &first.name.text) {
            Some(binding) => self.bound(binding, first, scope),
            None => match self.built_in(&first.name.text) {
                Some(v) => self.indexed(v, first, scope),
                None => {
                    self.unknown_name(scope, &first.name, "name");
                    Value::Poison
                }
            },
        };
        self.walk(value, rest, scope)
    }

    /// From a value on by dots.
    pub fn walk(&mut self, mut value: Value, segments: &'a [Segment], scope: ScopeId) -> Value {
        for segment in segments {
            value = self.step_into(value, segment, scope);
            if value.is_poison() {
                return Value::Poison;
            }
        }
        value
    }

    fn built_in(&mut self, name: &str) -> Option<Value> {
        let plain = |v: f64| Value::known(v, Dimension::NONE);
        Some(match name {
            "pi" => plain(std::f64::consts::PI),
            "tau" => plain(std::f64::consts::TAU),
            "e" => plain(std::f64::consts::E),
            "t" => Value::Number(Number::node(self.push(Node::Time), Dimension::TIME, false)),
            "ground" => Value::Entity(Entity::Point(Marker { body: None, frame: Frame::at([0.0; 3]) })),
            "energy" => Value::Entity(Entity::Energy),
            "surface" if self.actuators.has_surface() => Value::Entity(Entity::Surface),
            _ => return None,
        })
    }

    /// What a binding is worth at a segment, its index applied.
    fn bound(&mut self, binding: Binding<'a>, segment: &'a Segment, scope: ScopeId) -> Value {
        match binding {
            Binding::Value(v) => {
                let v = self.forced(v);
                self.indexed(v, segment, scope)
            }
            Binding::Family(f) => self.family_member(f, segment, scope),
            Binding::Recipe(..) => {
                let name = &segment.name;
                self.report(
                    Diagnostic::error("E0207", name.span, format!("`{}` is a recipe for parts, not a part", name.text))
                        .help(format!("write `part … = {}(…)` and use the part's name", name.text)),
                );
                Value::Poison
            }
        }
    }

    fn family_member(&mut self, family: usize, segment: &'a Segment, scope: ScopeId) -> Value {
        let name = &segment.name;
        let last = self.families[family].keys().next_back().copied().unwrap_or(0);
        let first = self.families[family].keys().next().copied().unwrap_or(0);
        let Some(index) = &segment.index else {
            self.report(
                Diagnostic::error("E0206", name.span, format!("`{}` is a family; an index is missing", name.text))
                    .help(format!("write `{0}[{first}]` to `{0}[{last}]`", name.text)),
            );
            return Value::Poison;
        };
        let Some(i) = self.eval_index(index, scope, last) else { return Value::Poison };
        match self.families[family].get(&i).cloned() {
            Some(v) => self.forced(v),
            None => {
                self.report(
                    Diagnostic::error("E0206", index.span, format!("no `{}[{i}]`", name.text))
                        .help(format!("there are `{0}[{first}]` to `{0}[{last}]`", name.text)),
                );
                Value::Poison
            }
        }
    }

    fn indexed(&mut self, value: Value, segment: &'a Segment, scope: ScopeId) -> Value {
        let Some(index) = &segment.index else { return value };
        let items: Vec<Value> = match &value {
            Value::Poison => return Value::Poison,
            Value::List(items) => items.to_vec(),
            Value::Tuple(items) => items.clone(),
            other => {
                self.report(
                    Diagnostic::error(
                        "E0206",
                        segment.name.span,
                        format!("`{}` is {} and has no index", segment.name.text, other.describe()),
                    )
                    .help("leave the index out"),
                );
                return Value::Poison;
            }
        };
        let last = i64::try_from(items.len()).unwrap_or(i64::MAX) - 1;
        let Some(i) = self.eval_index(index, scope, last) else { return Value::Poison };
        match usize::try_from(i).ok().and_then(|i| items.get(i)) {
            Some(v) => v.clone(),
            None => {
                self.report(
                    Diagnostic::error("E0206", index.span, format!("no element {i} in a list of {}", items.len()))
                        .help(format!("elements are counted from 0 to {last}")),
                );
                Value::Poison
            }
        }
    }

    pub fn eval_index(&mut self, index: &'a Expr, scope: ScopeId, last: i64) -> Option<i64> {
        let value = if matches!(index.kind, ExprKind::Number(_)) {
            self.eval(index, scope)
        } else {
            let members = self.scopes[scope].members;
            let inner = self.open_scope(Some(scope), Some(members), Room::Scene);
            let value = Value::Number(Number::bare(last as f64));
            self.scopes[inner].names.insert("last", Box::new((Binding::Value(value), index.span)));
            let value = self.eval(index, inner);
            if self.scopes.len() == inner + 1 {
                self.scopes.pop();
            }
            value
        };
        self.whole(&value, index.span, "an index")
    }

    /// One dot further.
    fn step_into(&mut self, value: Value, segment: &'a Segment, scope: ScopeId) -> Value {
        let name = &segment.name;
        match &value {
            Value::Poison => Value::Poison,
            Value::Entity(entity) => {
                // a parameter called `angle` must not hide the part's angle
                let measured = matches!(entity, Entity::Body(_)) && crate::measure::is_body_word(&name.text);
                if !measured
                    && let Some(inside) = self.scope_of(*entity)
                    && let Some(bound) = self.scopes[inside].names.get(name.text.as_str())
                {
                    let binding = bound.0.clone();
                    return self.bound(binding, segment, scope);
                }
                let measured = self.measure(*entity, name);
                self.indexed(measured, segment, scope)
            }
            Value::Tuple(items) => {
                let at = ["x", "y", "z"].iter().position(|n| *n == name.text);
                match at.and_then(|i| items.get(i)) {
                    Some(v) => v.clone(),
                    None => self.no_measure("a vector", name, &["x", "y", "z"][..items.len().min(3)]),
                }
            }
            other => {
                let what = other.describe();
                self.no_measure(&what, name, &[])
            }
        }
    }

    /// Reports that a thing has no such quantity or member.
    pub fn no_measure(&mut self, what: &str, name: &Name, known: &[&str]) -> Value {
        let finding = Diagnostic::error("E0308", name.span, format!("{what} has no `{}`", name.text));
        self.report(match did_you_mean(&name.text, known.iter().copied()) {
            Some(s) => finding.help(format!("did you mean `{s}`?")),
            None if known.is_empty() => finding.help("nothing can be reached through it"),
            None => finding.help(format!("it has {}", listed(known))),
        });
        Value::Poison
    }

    /// A value, worked out now if it was not yet.
    pub fn forced(&mut self, value: Value) -> Value {
        match value {
            Value::Lazy(id) => self.force(id),
            other => other,
        }
    }

    /// Works a lazy value out, once.
    pub fn force(&mut self, id: LazyId) -> Value {
        let (what, scope, name, span) = {
            let l = &self.lazies[id];
            (l.what, l.scope, l.name, l.span)
        };
        match self.lazies[id].state.clone() {
            LazyState::Done(v) => return v,
            LazyState::Running => {
                self.report(
                    Diagnostic::error("E0212", span, format!("`{name}` is defined through itself"))
                        .help("break the circle: one of the names must not need the others"),
                );
                self.lazies[id].state = LazyState::Done(Value::Poison);
                return Value::Poison;
            }
            LazyState::Waiting => {}
        }
        self.lazies[id].state = LazyState::Running;
        let value = match what {
            LazyKind::Let(expr) => {
                let key = self.lazies[id].key.clone();
                let chosen = self.overriding(&key, expr);
                let value = self.eval(chosen, scope).named();
                if std::ptr::eq(chosen, expr) {
                    value
                } else {
                    let original = self.eval(expr, scope).named();
                    self.check_override(&key, &original, value, chosen.span)
                }
            }
            LazyKind::Quantity(expr) => {
                let value = self.eval(expr, scope);
                let value = self.as_vector(value).named();
                match value {
                    Value::Number(_) | Value::Tuple(_) | Value::Flag(_) | Value::Poison => value,
                    other => {
                        self.report(
                            Diagnostic::error(
                                "E0303",
                                expr.span,
                                format!("a quantity is a number or a vector, found {}", other.describe()),
                            )
                            .help("measure something, such as `.position` or `.angle`"),
                        );
                        Value::Poison
                    }
                }
            }
            LazyKind::Material(fields) => self.material(id, fields, scope),
        };
        // a circle found on the way has settled it already
        if let LazyState::Done(v) = &self.lazies[id].state {
            return v.clone();
        }
        self.lazies[id].state = LazyState::Done(value.clone());
        value
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

    /// The thing a path names; reports and gives None for anything else.
    pub fn entity(&mut self, path: &'a Path, scope: ScopeId, what: &str) -> Option<Entity> {
        match self.eval_path(path, scope) {
            Value::Entity(e) => Some(e),
            Value::Poison => None,
            other => {
                self.report(
                    Diagnostic::error("E0207", path.span, format!("expected {what}, found {}", other.describe()))
                        .help(format!("name {what}")),
                );
                None
            }
        }
    }

    /// Reports that a thing is of another kind than wanted.
    pub fn wrong_thing(&mut self, found: &str, want: &str, span: mainspring_definition::Span) {
        self.report(
            Diagnostic::error("E0207", span, format!("expected {want}, found {found}")).help(format!("name {want}")),
        );
    }
}

/// `a`, `b` and `c`.
pub fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => format!("`{one}`"),
        [front @ .., last] => {
            let front: Vec<String> = front.iter().map(|n| format!("`{n}`")).collect();
            format!("{} and `{last}`", front.join(", "))
        }
    }
}

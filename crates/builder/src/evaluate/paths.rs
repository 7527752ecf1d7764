//! Dotted paths: from names to values, things and measurements.

use crate::context::complaints::listed;
use crate::context::names::{Binding, LazyKind, LazyState, Room};
use crate::context::value::{Entity, LazyId, Number, ScopeId, Value};
use crate::evaluate::evaluator::Evaluator;
use crate::measure::entity::is_body_word;
use mainspring_definition::{Diagnostic, Dimension, Expr, ExprKind, Name, Path, Segment};
use mainspring_model::Node;
use mainspring_model::{Frame, JointId, Marker};

impl<'a> Evaluator<'_, 'a> {
    /// What a path leads to.
    pub fn eval_path(&mut self, path: &'a Path, scope: ScopeId) -> Value {
        self.eval_segments(&path.segments, scope)
    }

    /// What the names of a path, or of its beginning, lead to.
    pub fn eval_segments(&mut self, segments: &'a [Segment], scope: ScopeId) -> Value {
        let Some((first, rest)) = segments.split_first() else { return Value::Poison };
        let value = match self.cx.names.lookup(scope, &first.name.text) {
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
        for (i, segment) in segments.iter().enumerate() {
            if let (Value::Entity(Entity::Joint(joint)), Some(next)) = (&value, segments.get(i + 1))
                && self.places_a_joint(*joint, segment, next)
            {
                return Value::Poison;
            }
            value = self.step_into(value, segment, scope);
            if value.is_poison() {
                return Value::Poison;
            }
        }
        value
    }

    /// Reports `joint.position.x`: a joint has coordinates, and its points have places.
    fn places_a_joint(&mut self, joint: JointId, segment: &Segment, next: &Segment) -> bool {
        let asked = ["position", "velocity", "acceleration"].contains(&segment.name.text.as_str());
        if !asked || !["x", "y", "z"].contains(&next.name.text.as_str()) {
            return false;
        }
        let path = self.known.joints.list[joint].path.clone();
        let words: Vec<&str> = self.measuring().coordinate_words(joint).into_iter().map(|(word, ..)| word).collect();
        let has = if words.is_empty() { String::new() } else { format!("it has {}; ", listed(&words)) };
        let own = match words.contains(&segment.name.text.as_str()) {
            true => format!(", its `{}` is a single number", segment.name.text),
            false => String::new(),
        };
        let message = format!("joint `{path}` has no place with `{}`{own}", next.name.text);
        self.cx.findings.report(Diagnostic::error("E0308", next.name.span, message).help(format!(
            "{has}the point of a part that it joins has a place: `part.point.{}.{}`",
            segment.name.text, next.name.text
        )));
        true
    }

    fn built_in(&mut self, name: &str) -> Option<Value> {
        let plain = |v: f64| Value::known(v, Dimension::NONE);
        Some(match name {
            "pi" => plain(std::f64::consts::PI),
            "tau" => plain(std::f64::consts::TAU),
            "e" => plain(std::f64::consts::E),
            "t" => Value::Number(Number::node(self.cx.push(Node::Time), Dimension::TIME, false)),
            "ground" => Value::Entity(Entity::Point(Marker { body: None, frame: Frame::at([0.0; 3]) })),
            "energy" => Value::Entity(Entity::Energy),
            "run" => Value::Entity(Entity::Run),
            "surface" if self.known.table.has_table() => Value::Entity(Entity::Surface),
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
                self.cx.findings.report(
                    Diagnostic::error("E0207", name.span, format!("`{}` is a recipe for parts, not a part", name.text))
                        .help(format!("write `part … = {}(…)` and use the part's name", name.text)),
                );
                Value::Poison
            }
        }
    }

    fn family_member(&mut self, family: usize, segment: &'a Segment, scope: ScopeId) -> Value {
        let name = &segment.name;
        let last = self.cx.names.families[family].keys().next_back().copied().unwrap_or(0);
        let first = self.cx.names.families[family].keys().next().copied().unwrap_or(0);
        let Some(index) = &segment.index else {
            self.cx.findings.report(
                Diagnostic::error("E0206", name.span, format!("`{}` is a family; an index is missing", name.text))
                    .help(format!("write `{0}[{first}]` to `{0}[{last}]`", name.text)),
            );
            return Value::Poison;
        };
        let Some(i) = self.eval_index(index, scope, last) else { return Value::Poison };
        match self.cx.names.families[family].get(&i).cloned() {
            Some(v) => self.forced(v),
            None => {
                self.cx.findings.report(
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
                self.cx.findings.report(
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
                self.cx.findings.report(
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
            let members = self.cx.names.scopes[scope].members;
            let inner = self.cx.names.open_scope(Some(scope), Some(members), Room::Scene);
            let value = Value::Number(Number::bare(last as f64));
            self.cx.names.scopes[inner].names.insert("last", Box::new((Binding::Value(value), index.span)));
            let value = self.eval(index, inner);
            if self.cx.names.scopes.len() == inner + 1 {
                self.cx.names.scopes.pop();
            }
            value
        };
        self.cx.whole(&value, index.span, "an index")
    }

    /// One dot further.
    fn step_into(&mut self, value: Value, segment: &'a Segment, scope: ScopeId) -> Value {
        let name = &segment.name;
        match &value {
            Value::Poison => Value::Poison,
            Value::Entity(entity) => {
                // a parameter called `angle` must not hide the part's angle
                let measured = matches!(entity, Entity::Body(_)) && is_body_word(&name.text);
                if !measured
                    && let Some(inside) = self.scope_of(*entity)
                    && let Some(bound) = self.cx.names.scopes[inside].names.get(name.text.as_str())
                {
                    let binding = bound.0.clone();
                    return self.bound(binding, segment, scope);
                }
                let measured = match *entity {
                    Entity::Window(w) if name.text == "region" => self.window_region(w, name),
                    entity => self.measuring().measure(entity, name),
                };
                self.indexed(measured, segment, scope)
            }
            Value::Tuple(items) => {
                let at = ["x", "y", "z"].iter().position(|n| *n == name.text);
                match at.and_then(|i| items.get(i)) {
                    Some(v) => v.clone(),
                    None => self.cx.no_measure("a vector", name, &["x", "y", "z"][..items.len().min(3)]),
                }
            }
            other => {
                let what = other.describe();
                self.cx.no_measure(&what, name, &[])
            }
        }
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
            let l = &self.cx.names.lazies[id];
            (l.what, l.scope, l.name, l.span)
        };
        match self.cx.names.lazies[id].state.clone() {
            LazyState::Done(v) => return v,
            LazyState::Running => {
                self.cx.findings.report(
                    Diagnostic::error("E0212", span, format!("`{name}` is defined through itself"))
                        .help("break the circle: one of the names must not need the others"),
                );
                self.cx.names.lazies[id].state = LazyState::Done(Value::Poison);
                return Value::Poison;
            }
            LazyState::Waiting => {}
        }
        self.cx.names.lazies[id].state = LazyState::Running;
        let value = match what {
            LazyKind::Let(expr) => {
                let key = self.cx.names.lazies[id].key.clone();
                let chosen = self.cx.overrides.overriding(&key, expr);
                let value = self.eval(chosen, scope).named();
                if std::ptr::eq(chosen, expr) {
                    value
                } else {
                    let original = self.eval(expr, scope).named();
                    self.cx.check_override(&key, &original, value, chosen.span)
                }
            }
            LazyKind::Quantity(expr) => {
                let value = self.eval(expr, scope);
                let value = self.cx.as_vector(value).named();
                match value {
                    Value::Number(_) | Value::Tuple(_) | Value::Flag(_) | Value::Poison => value,
                    other => {
                        self.cx.findings.report(
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
        if let LazyState::Done(v) = &self.cx.names.lazies[id].state {
            return v.clone();
        }
        self.cx.names.lazies[id].state = LazyState::Done(value.clone());
        value
    }

    /// The thing a path names; reports and gives None for anything else.
    pub fn entity(&mut self, path: &'a Path, scope: ScopeId, what: &str) -> Option<Entity> {
        match self.eval_path(path, scope) {
            Value::Entity(e) => Some(e),
            Value::Poison => None,
            other => {
                self.cx.findings.report(
                    Diagnostic::error("E0207", path.span, format!("expected {what}, found {}", other.describe()))
                        .help(format!("name {what}")),
                );
                None
            }
        }
    }

    /// Reports an unknown name.
    pub fn unknown_name(&mut self, scope: ScopeId, name: &Name, what: &str) {
        let suggestion = self.cx.names.suggest(scope, &name.text, &["t", "pi", "e", "tau", "ground", "energy", "run"]);
        let mut finding = Diagnostic::error("E0201", name.span, format!("no {what} `{}` here", name.text));
        finding = match self.measuring().of_what_in_sweep(&name.text).or(suggestion) {
            Some(s) => finding.help(format!("did you mean `{s}`?")),
            None if mainspring_definition::find_unit(&name.text).is_some() => {
                finding.help(format!("`{}` is a unit; write it right after a number, as in `2 {0}`", name.text))
            }
            None => match mainspring_definition::units::unit_alias(&name.text) {
                Some(unit) => finding.help(format!("for the unit, write `{unit}` right after a number")),
                None => finding.help("declare it, or check its spelling"),
            },
        };
        self.cx.findings.report(finding);
    }

    /// The scope that holds what can be reached by a dot from an entity.
    pub fn scope_of(&self, entity: Entity) -> Option<ScopeId> {
        match entity {
            Entity::Group(s) | Entity::Windows(s) => Some(s),
            Entity::Body(b) => Some(self.known.parts.info[b].scope),
            _ => None,
        }
    }
}

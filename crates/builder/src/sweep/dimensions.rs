//! Which `let` lines are dimensions, and where the way from one to the drawing is lost.

use crate::context::names::Binding;
use crate::context::value::{LazyId, ScopeId, Value};
use crate::evaluate::evaluator::Evaluator;
use crate::sweep::draft::Sweep;
use crate::sweep::number::Number;
use crate::sweep::worth::Worth;
use mainspring_definition::{Declarator, Expr, ExprKind, Segment, StatementKind, UnaryOp, UnitExpr};
use mainspring_model::Exact;
use mainspring_model::SweepLet;
use mainspring_model::{Formula, Loss};

/// The scope of a scene's own lines.
const SCENE: ScopeId = 0;

impl<'a> Sweep<'a> {
    /// Whether ways from dimensions are kept.
    pub fn follows_dimensions(&self, ev: &mut Evaluator<'_, 'a>) -> bool {
        !ev.cx.input.options.dimensions.is_empty()
    }

    /// A `let` under its name; one of the dimensions follows from itself. Its unit is that of the scene's own line, whatever
    /// is set in its place.
    pub fn as_dimension(&mut self, ev: &mut Evaluator<'_, 'a>, id: LazyId, value: &'a Expr, worth: Worth) -> Worth {
        let (key, home, span) =
            (&ev.cx.names.lazies[id].key, ev.cx.names.lazies[id].scope, ev.cx.names.lazies[id].span);
        let Some(at) = ev.cx.input.options.dimensions.iter().position(|d| d == key) else { return worth };
        if home != SCENE {
            return worth.lost(span, "this is another line of the same name");
        }
        let factor = match unit_of(value) {
            Some(unit) => self.factor_of(ev, unit),
            // no single literal: SI
            None => Some(Exact::ONE),
        };
        match (factor, worth) {
            (Some(factor), Worth::Number(n)) if n.is_rational() => {
                Worth::Number(Number { follows: Formula::dimension(at, factor), ..n })
            }
            (_, worth) => worth.lost(value.span, "it is an angle, and corners turned by one are no fractions of it"),
        }
    }

    /// What numbers of a unit, or without one, are multiplied by; none for angles.
    fn factor_of(&mut self, ev: &mut Evaluator<'_, 'a>, unit: Option<&UnitExpr>) -> Option<Exact> {
        unit.map_or(Some(Exact::ONE), |unit| self.exact_factor(ev, unit))
    }

    /// Whether an expression rests on a dimension, in whatever way.
    pub fn rests_on_dimension(&mut self, ev: &mut Evaluator<'_, 'a>, expr: &'a Expr, scope: ScopeId) -> bool {
        self.follows_dimensions(ev) && names_in(expr).into_iter().any(|name| self.name_mentions(ev, name, scope))
    }

    fn name_mentions(&mut self, ev: &mut Evaluator<'_, 'a>, name: &str, scope: ScopeId) -> bool {
        let mut at = Some(scope);
        while let Some(id) = at {
            if let Some(bound) = ev.cx.names.scopes[id].names.get(name) {
                let worth = match &bound.0 {
                    Binding::Value(Value::Lazy(lazy)) => {
                        let lazy = *lazy;
                        self.exact_let(ev, lazy)
                    }
                    _ => self.exact_variable(id, name),
                };
                return worth.is_some_and(|w| w.any(&Option::is_some));
            }
            at = ev.cx.names.scopes[id].parent;
        }
        false
    }

    /// The scene's own `let` lines.
    pub fn scene_lets(&mut self, ev: &mut Evaluator<'_, 'a>) -> Vec<SweepLet> {
        let mut all = Vec::new();
        for statement in &ev.cx.input.definition.statements {
            let StatementKind::Let { name, value } = &statement.kind else { continue };
            let bound = ev.cx.names.scopes[SCENE].names.get(name.text.as_str()).map(|bound| bound.0.clone());
            let Some(Binding::Value(Value::Lazy(id))) = bound else { continue };
            let dimension = match ev.force(id) {
                Value::Number(number) => Some(number.dimension),
                _ => None,
            };
            let worth = self.exact_let(ev, id);
            let rational = worth.and_then(|w| if let Worth::Number(n) = w { Some(n) } else { None });
            let factor = unit_of(value).and_then(|unit| self.factor_of(ev, unit));
            let chosen = ev.cx.overrides.overriding(&name.text, value);
            let made_of = names_in(chosen).into_iter().filter(|n| ev.cx.names.scopes[SCENE].names.contains_key(n));
            all.push(SweepLet {
                name: name.text.clone(),
                span: name.span,
                value: rational.filter(Number::is_rational).map(|n| n.plain),
                dimension,
                factor,
                made_of: made_of.map(str::to_owned).collect(),
            });
        }
        all
    }

    /// Notes that items of a `for` are known for single values of dimensions only, and so perhaps their number.
    pub fn note_lost(&mut self, items: &[Worth]) {
        for worth in items {
            let loss = std::cell::RefCell::new(None);
            worth.any(&|follows| {
                if let Some(Formula::Lost(found)) = follows.as_deref() {
                    *loss.borrow_mut() = Some(found.clone());
                }
                loss.borrow().is_some()
            });
            if let (None, Some(found)) = (&self.lost, loss.into_inner()) {
                self.lost = Some(found);
            }
        }
    }

    /// The indices a declared name stands for: one None without an index. They decide what there is in the drawing.
    pub fn indices(
        &mut self,
        ev: &mut Evaluator<'_, 'a>,
        declarator: &'a Declarator,
        scope: ScopeId,
    ) -> Vec<Option<i64>> {
        let found = ev.indices(declarator, scope);
        if let Some(index) = &declarator.index {
            self.note_choice(ev, index, scope);
        }
        found
    }

    /// Notes that an expression decides what the drawing is made of, if it rests on a dimension.
    pub fn note_choice(&mut self, ev: &mut Evaluator<'_, 'a>, expr: &'a Expr, scope: ScopeId) {
        if ev.cx.input.sweep && self.lost.is_none() && self.rests_on_dimension(ev, expr, scope) {
            let why = "it decides what there is in the drawing".to_owned();
            self.lost = Some(Loss { span: expr.span, why });
        }
    }
}

/// First words of all paths in an expression, as they come.
fn names_in(expr: &Expr) -> Vec<&str> {
    let mut names = Vec::new();
    let mut open = vec![expr];
    while let Some(expr) = open.pop() {
        match &expr.kind {
            ExprKind::Number(_) | ExprKind::Text(_) | ExprKind::Bool(_) => {}
            ExprKind::WithUnit(e, _) | ExprKind::Unary(_, e) => open.push(e),
            ExprKind::Path(of) => {
                names.extend(of.segments.first().map(|s| s.name.text.as_str()));
                open.extend(indices(&of.segments));
            }
            ExprKind::Tuple(items) | ExprKind::List(items) => open.extend(items),
            ExprKind::Member(of, segments) => {
                open.push(of);
                open.extend(indices(segments));
            }
            ExprKind::Ask { of, arguments, .. } => {
                names.extend(of.segments.first().map(|s| s.name.text.as_str()));
                open.extend(indices(&of.segments));
                open.extend(arguments.iter().map(|a| &a.value));
            }
            ExprKind::Call { arguments, .. } => open.extend(arguments.iter().map(|a| &a.value)),
            ExprKind::Binary(_, a, b) | ExprKind::Range(a, b, _) => open.extend([&**a, &**b]),
            ExprKind::If(a, b, c) => open.extend([&**a, &**b, &**c]),
        }
    }
    names
}

fn indices(segments: &[Segment]) -> impl Iterator<Item = &Expr> {
    segments.iter().filter_map(|s| s.index.as_deref())
}

/// The unit of an expression that is one literal, whatever its sign.
fn unit_of(value: &Expr) -> Option<Option<&UnitExpr>> {
    match &value.kind {
        ExprKind::Number(_) => Some(None),
        ExprKind::Unary(UnaryOp::Minus, inner) => unit_of(inner),
        ExprKind::WithUnit(inner, unit) => match unit_of(inner)? {
            None => Some(Some(unit)),
            Some(_) => None,
        },
        _ => None,
    }
}

//! Which `let` lines are dimensions, and where the way from one to the drawing is lost.

use super::evaluate::Worth;
use super::follow::{Follows, Formula, Loss};
use super::model::{Exact, SweepLet};
use super::number::Number;
use super::outline::Outline;
use crate::build::Builder;
use crate::elaborate::scope::Binding;
use crate::elaborate::value::{LazyId, ScopeId, Value};
use mainspring_definition::{Expr, ExprKind, Segment, Span, StatementKind, UnaryOp, UnitExpr};
use std::rc::Rc;
use std::sync::Arc;

/// The scope of a scene's own lines.
const SCENE: ScopeId = 0;

impl Worth {
    /// Changes how every number follows from dimensions.
    fn refollow(self, change: &dyn Fn(Follows) -> Follows) -> Self {
        match self {
            Self::Number(n) => Self::Number(Number { follows: change(n.follows.clone()), ..n }),
            Self::Tuple(items) => Self::Tuple(items.into_iter().map(|w| w.refollow(change)).collect()),
            Self::List(items) => Self::List(Rc::new(items.iter().map(|w| w.clone().refollow(change)).collect())),
            Self::Region(outline) => {
                let mut rings = outline.rings.clone();
                for follows in rings.iter_mut().flat_map(|r| r.follows.iter_mut().flatten()) {
                    *follows = change(follows.take());
                }
                Self::Region(Rc::new(Outline { rings }))
            }
            Self::Other => Self::Other,
        }
    }

    /// The same, known for single values of dimensions only.
    pub(super) fn lost(self, span: Span, why: &str) -> Self {
        let loss = Loss::follows(span, why);
        self.refollow(&|_| loss.clone())
    }

    /// The same, what is lost without a place told to be lost here.
    pub(super) fn lost_at(self, span: Span) -> Self {
        let nowhere = |f: &Formula| matches!(f, Formula::Lost(loss) if loss.span == Span::NOWHERE);
        if !self.any(&|f| f.as_deref().is_some_and(nowhere)) {
            return self;
        }
        self.refollow(&|f| match f.as_deref() {
            Some(Formula::Lost(loss)) if loss.span == Span::NOWHERE => {
                Some(Arc::new(Formula::Lost(Loss { span, why: loss.why.clone() })))
            }
            _ => f,
        })
    }

    fn any(&self, is: &dyn Fn(&Follows) -> bool) -> bool {
        match self {
            Self::Number(n) => is(&n.follows),
            Self::Tuple(items) => items.iter().any(|w| w.any(is)),
            Self::List(items) => items.iter().any(|w| w.any(is)),
            Self::Region(outline) => outline.rings.iter().flat_map(|r| r.follows.iter().flatten()).any(is),
            Self::Other => false,
        }
    }
}

impl<'a> Builder<'a> {
    /// Whether ways from dimensions are kept.
    pub(super) fn follows_dimensions(&self) -> bool {
        !self.options.dimensions.is_empty()
    }

    /// A `let` under its name; one of the dimensions follows from itself. Its unit is that of the scene's own line, whatever
    /// is set in its place.
    pub(super) fn as_dimension(&mut self, id: LazyId, value: &'a Expr, worth: Worth) -> Worth {
        let (key, home, span) = (&self.lazies[id].key, self.lazies[id].scope, self.lazies[id].span);
        let Some(at) = self.options.dimensions.iter().position(|d| d == key) else { return worth };
        if home != SCENE {
            return worth.lost(span, "this is another line of the same name");
        }
        let factor = match unit_of(value) {
            Some(unit) => self.factor_of(unit),
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
    fn factor_of(&mut self, unit: Option<&UnitExpr>) -> Option<Exact> {
        unit.map_or(Some(Exact::ONE), |unit| self.exact_factor(unit))
    }

    /// Whether an expression rests on a dimension, in whatever way.
    pub(super) fn rests_on_dimension(&mut self, expr: &'a Expr, scope: ScopeId) -> bool {
        self.follows_dimensions() && names_in(expr).into_iter().any(|name| self.name_mentions(name, scope))
    }

    fn name_mentions(&mut self, name: &str, scope: ScopeId) -> bool {
        let mut at = Some(scope);
        while let Some(id) = at {
            if let Some(bound) = self.scopes[id].names.get(name) {
                let worth = match &bound.0 {
                    Binding::Value(Value::Lazy(lazy)) => {
                        let lazy = *lazy;
                        self.exact_let(lazy)
                    }
                    _ => self.exact_variable(id, name),
                };
                return worth.is_some_and(|w| w.any(&Option::is_some));
            }
            at = self.scopes[id].parent;
        }
        false
    }

    /// The scene's own `let` lines.
    pub(super) fn scene_lets(&mut self) -> Vec<SweepLet> {
        let mut all = Vec::new();
        for statement in &self.definition.statements {
            let StatementKind::Let { name, value } = &statement.kind else { continue };
            let bound = self.scopes[SCENE].names.get(name.text.as_str()).map(|bound| bound.0.clone());
            let Some(Binding::Value(Value::Lazy(id))) = bound else { continue };
            let dimension = match self.force(id) {
                Value::Number(number) => Some(number.dimension),
                _ => None,
            };
            let worth = self.exact_let(id);
            let rational = worth.and_then(|w| if let Worth::Number(n) = w { Some(n) } else { None });
            let factor = unit_of(value).and_then(|unit| self.factor_of(unit));
            let chosen = self.overriding(&name.text, value);
            let made_of = names_in(chosen).into_iter().filter(|n| self.scopes[SCENE].names.contains_key(n));
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
    pub(super) fn note_lost(&mut self, items: &[Worth]) {
        for worth in items {
            let loss = std::cell::RefCell::new(None);
            worth.any(&|follows| {
                if let Some(Formula::Lost(found)) = follows.as_deref() {
                    *loss.borrow_mut() = Some(found.clone());
                }
                loss.borrow().is_some()
            });
            if let (None, Some(found)) = (&self.sweep.lost, loss.into_inner()) {
                self.sweep.lost = Some(found);
            }
        }
    }

    /// Notes that an expression decides what the drawing is made of, if it rests on a dimension.
    pub(crate) fn note_choice(&mut self, expr: &'a Expr, scope: ScopeId) {
        if self.sweep.on && self.sweep.lost.is_none() && self.rests_on_dimension(expr, scope) {
            let why = "it decides what there is in the drawing".to_owned();
            self.sweep.lost = Some(Loss { span: expr.span, why });
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

//! Expressions worked out exactly, beside their ordinary worth.
//!
//! Whoever asks has already had the ordinary worth, so dimensions fit and mistakes are reported. Here literals, `let`
//! names with what `--set` puts in their place, `+ - * /`, whole powers, minus, units, tuples, lists and `if` keep their
//! rationals; everything else (`sqrt`, `sin`, tables …) is worth the float it ordinarily has, taken as the rational it
//! is, subexpression by subexpression. Bare numbers take a following unit just as they ordinarily do.

use crate::context::names::{Binding, LazyKind};
use crate::context::value::{LazyId, Scalar, ScopeId, Value};
use crate::evaluate::evaluator::Evaluator;
use crate::limits;
use crate::sweep::draft::Sweep;
use crate::sweep::number::{Number, of_decimal};
use crate::sweep::worth::{ExactUnit, Worth, combine, from_value, given, given_all, negated};
use mainspring_definition::words::is_shape;
use mainspring_definition::{
    BinaryOp, Decimal, Expr, ExprKind, Name, Path, Segment, Span, UnaryOp, UnitExpr, find_unit,
};
use mainspring_model::Exact;
use mainspring_model::Loss;
use std::rc::Rc;

impl<'a> Sweep<'a> {
    /// What an expression is worth exactly; ask only for what has an ordinary worth.
    pub fn exactly(&mut self, ev: &mut Evaluator<'_, 'a>, expr: &'a Expr, scope: ScopeId) -> Worth {
        self.exactly_under(ev, expr, scope, None)
    }

    /// The same with a unit that goes to every bare number inside.
    pub fn exactly_under(
        &mut self,
        ev: &mut Evaluator<'_, 'a>,
        expr: &'a Expr,
        scope: ScopeId,
        unit: Option<&ExactUnit>,
    ) -> Worth {
        if ev.cx.findings.stopped {
            return Worth::Other;
        }
        if ev.cx.depth >= limits::DEPTH {
            return self.as_float(ev, expr, scope, unit);
        }
        ev.cx.depth += 1;
        let worth = self.exact_kind(ev, expr, scope, unit);
        ev.cx.depth -= 1;
        let worth = worth.unwrap_or_else(|| self.as_float(ev, expr, scope, unit));
        if self.follows_dimensions(ev) { worth.lost_at(expr.span) } else { worth }
    }

    /// The ordinary worth, its floats taken as the rationals they are.
    fn as_float(
        &mut self,
        ev: &mut Evaluator<'_, 'a>,
        expr: &'a Expr,
        scope: ScopeId,
        unit: Option<&ExactUnit>,
    ) -> Worth {
        // the names it rests on have their worth already, so it is not deep however deep we are
        let depth = std::mem::take(&mut ev.cx.depth);
        let value = ev.eval_under(expr, scope, unit.map(|u| u.si));
        let worth = from_value(&value, expr.span);
        let worth = if self.rests_on_dimension(ev, expr, scope) {
            worth.lost(expr.span, "what is done to it here is no sum, product or quotient")
        } else {
            worth
        };
        ev.cx.depth = depth;
        worth
    }

    /// None where only the ordinary worth is known.
    fn exact_kind(
        &mut self,
        ev: &mut Evaluator<'_, 'a>,
        expr: &'a Expr,
        scope: ScopeId,
        unit: Option<&ExactUnit>,
    ) -> Option<Worth> {
        match &expr.kind {
            ExprKind::Number(decimal) => {
                let number = Number::rational(of_decimal(decimal)?, true);
                given(number, unit).map(Worth::Number)
            }
            ExprKind::WithUnit(inner, written) => {
                let unit = self.exact_unit(ev, written)?;
                if let ExprKind::Path(_) = inner.kind {
                    // after a name the unit multiplies
                    let factor = given(Number::rational(Exact::ONE, true), Some(&unit))?;
                    let worth = self.exactly(ev, inner, scope);
                    return combine(BinaryOp::Multiply, &worth, &Worth::Number(factor));
                }
                Some(self.exactly_under(ev, inner, scope, Some(&unit)))
            }
            ExprKind::Path(path) => {
                let worth = self.exact_path(ev, path, scope)?;
                given_all(worth, unit)
            }
            ExprKind::Tuple(items) => {
                Some(Worth::Tuple(items.iter().map(|i| self.exactly_under(ev, i, scope, unit)).collect()))
            }
            ExprKind::List(items) => {
                Some(Worth::List(Rc::new(items.iter().map(|i| self.exactly_under(ev, i, scope, unit)).collect())))
            }
            ExprKind::Unary(UnaryOp::Minus, inner) => negated(self.exactly_under(ev, inner, scope, unit)),
            ExprKind::Binary(op, left, right) => {
                let (a, b) = (self.exactly(ev, left, scope), self.exactly(ev, right, scope));
                given_all(combine(*op, &a, &b)?, unit)
            }
            ExprKind::If(condition, then, otherwise) => match ev.eval(condition, scope) {
                Value::Flag(Scalar::Known(c)) => {
                    let chosen = self.exactly_under(ev, if c == 0.0 { otherwise } else { then }, scope, unit);
                    let decides = self.rests_on_dimension(ev, condition, scope);
                    Some(if decides { chosen.lost(condition.span, "it decides which of two is taken") } else { chosen })
                }
                _ => None,
            },
            ExprKind::Call { function, arguments } => match function.text.as_str() {
                "abs" | "min" | "max" | "atan" => {
                    let worths: Vec<Worth> = arguments.iter().map(|a| self.exactly(ev, &a.value, scope)).collect();
                    given_all(Worth::Number(function_of(&function.text, &worths)?), unit)
                }
                word if is_shape(word) => {
                    self.exact_shape(ev, word, arguments, scope, unit).map(|outline| Worth::Region(Rc::new(outline)))
                }
                // only the function is rounded, not its unit
                _ => given_all(self.as_float(ev, expr, scope, None), unit),
            },
            _ => None,
        }
    }

    fn exact_path(&mut self, ev: &mut Evaluator<'_, 'a>, path: &'a Path, scope: ScopeId) -> Option<Worth> {
        let (first, rest) = path.segments.split_first()?;
        let mut worth = self.exact_name(ev, &first.name, scope)?;
        worth = self.exact_index(ev, worth, first, scope)?;
        for segment in rest {
            let Worth::Tuple(items) = &worth else { return None };
            let at = ["x", "y", "z"].iter().position(|n| *n == segment.name.text)?;
            worth = items.get(at)?.clone();
            worth = self.exact_index(ev, worth, segment, scope)?;
        }
        Some(worth)
    }

    fn exact_name(&mut self, ev: &mut Evaluator<'_, 'a>, name: &'a Name, scope: ScopeId) -> Option<Worth> {
        let mut at = Some(scope);
        let found = loop {
            let Some(id) = at else { break None };
            if let Some(bound) = ev.cx.names.scopes[id].names.get(name.text.as_str()) {
                break Some((id, bound.0.clone()));
            }
            at = ev.cx.names.scopes[id].parent;
        };
        match found {
            Some((_, Binding::Value(Value::Lazy(id)))) => self.exact_let(ev, id),
            Some((id, Binding::Value(value))) => match self.exact_variable(id, &name.text) {
                Some(worth) => Some(worth),
                None => Some(from_value(&value, name.span)),
            },
            Some(_) => None,
            None => {
                let turns = match name.text.as_str() {
                    "pi" => 1,
                    "tau" => 2,
                    _ => return None,
                };
                Some(Worth::Number(Number { pi: Exact::from(turns), ..Number::rational(Exact::ZERO, false) }))
            }
        }
    }

    /// What a `for`'s variable over a list is worth, by the scope of its turn.
    pub fn exact_variable(&self, scope: ScopeId, name: &str) -> Option<Worth> {
        self.names.variables.get(&(scope, name)).cloned()
    }

    pub fn exact_let(&mut self, ev: &mut Evaluator<'_, 'a>, id: LazyId) -> Option<Worth> {
        if let Some(worth) = self.names.lets.get(&id) {
            return Some(worth.clone());
        }
        // circles are found, and a value set from outside is checked, on the ordinary way
        if ev.force(id).is_poison() {
            return Some(Worth::Other);
        }
        let LazyKind::Let(expr) = ev.cx.names.lazies[id].what else { return None };
        let (key, home) = (ev.cx.names.lazies[id].key.clone(), ev.cx.names.lazies[id].scope);
        let chosen = ev.cx.overrides.overriding(&key, expr);
        let worth = self.exactly(ev, chosen, home).named();
        let worth = self.as_dimension(ev, id, expr, worth);
        self.names.lets.insert(id, worth.clone());
        Some(worth)
    }

    /// Works a `let` out exactly where it stands, so that chains of names stay shallow.
    pub fn exact_in_order(&mut self, ev: &mut Evaluator<'_, 'a>, id: LazyId) {
        if ev.cx.input.sweep {
            self.exact_let(ev, id);
        }
    }

    fn exact_index(
        &mut self,
        ev: &mut Evaluator<'_, 'a>,
        worth: Worth,
        segment: &'a Segment,
        scope: ScopeId,
    ) -> Option<Worth> {
        let Some(index) = &segment.index else { return Some(worth) };
        let items: &[Worth] = match &worth {
            Worth::List(items) => items,
            Worth::Tuple(items) => items,
            _ => return None,
        };
        let last = i64::try_from(items.len()).ok()? - 1;
        let at = ev.eval_index(index, scope, last)?;
        let item = items.get(usize::try_from(at).ok()?)?.clone();
        let decides = self.rests_on_dimension(ev, index, scope);
        Some(if decides { item.lost(index.span, "it decides which element is taken") } else { item })
    }

    /// Exact items of what a `for` goes over, one for each of its values; None for a range, whose numbers are whole.
    pub fn exact_items(
        &mut self,
        ev: &mut Evaluator<'_, 'a>,
        values: &'a Expr,
        scope: ScopeId,
    ) -> Option<Rc<Vec<Worth>>> {
        if !ev.cx.input.sweep {
            return None;
        }
        match self.exactly(ev, values, scope) {
            Worth::List(items) => {
                self.note_lost(&items);
                Some(items)
            }
            _ => None,
        }
    }

    /// What a `for`'s variable is worth in one turn.
    pub fn set_exact_variable(&mut self, scope: ScopeId, name: &'a str, worth: Worth) {
        self.names.variables.insert((scope, name), worth);
    }

    /// Forgets it: the turn's scope may be used again.
    pub fn forget_exact_variable(&mut self, scope: ScopeId, name: &'a str) {
        self.names.variables.remove(&(scope, name));
    }

    /// The factor of a unit; None where it is an angle's.
    pub fn exact_factor(&mut self, ev: &mut Evaluator<'_, 'a>, written: &UnitExpr) -> Option<Exact> {
        self.exact_unit(ev, written).filter(|unit| unit.turns == 0).map(|unit| unit.factor)
    }

    fn exact_unit(&mut self, ev: &mut Evaluator<'_, 'a>, written: &UnitExpr) -> Option<ExactUnit> {
        let si = ev.cx.unit(written)?;
        let (mut factor, mut turns) = (Exact::ONE, 0);
        for written in written.factors.iter().filter(|f| f.name.text != "1") {
            let found = find_unit(&written.name.text)?;
            // shortest decimals: the factor as it is defined, not as its float
            let (top, whole_turns) = match found.numerator {
                n if n == std::f64::consts::PI => (Exact::ONE, 1),
                n if n == std::f64::consts::TAU => (Exact::from(2), 1),
                n => (of_decimal(&Decimal::from_f64(n)?)?, 0),
            };
            let one = top / of_decimal(&Decimal::from_f64(found.denominator)?)?;
            for _ in 0..written.power.unsigned_abs() {
                factor = if written.power < 0 { factor / &one } else { factor * &one };
            }
            turns += whole_turns * written.power;
        }
        Some(ExactUnit { si, factor, turns })
    }
}

/// Functions whose worth is known without rounding.
fn function_of(name: &str, arguments: &[Worth]) -> Option<Number> {
    let numbers: Vec<&Number> =
        arguments.iter().map(|w| if let Worth::Number(n) = w { Some(n) } else { None }).collect::<Option<_>>()?;
    let (first, rest) = numbers.split_first()?;
    // how it follows from dimensions, where it does
    let follows = || {
        let any = numbers.iter().any(|n| n.follows.is_some());
        any.then(|| Loss::follows(Span::NOWHERE, format!("`{name}` is no sum, product or quotient"))).flatten()
    };
    match name {
        "atan" if rest.is_empty() && first.is_rational() => {
            let arc = Some((1, first.plain.clone())).filter(|(_, of)| !of.is_zero());
            Some(Number { arc, follows: follows(), ..Number::rational(Exact::ZERO, false) })
        }
        "abs" if rest.is_empty() && first.is_rational() => {
            let negative = first.plain < Exact::ZERO;
            let size = if negative { (*first).clone().negated() } else { (*first).clone() };
            Some(Number { follows: follows(), ..size })
        }
        "min" | "max" if numbers.iter().all(|n| n.is_rational()) => {
            let bare = numbers.iter().all(|n| n.bare);
            let values = numbers.iter().map(|n| n.plain.clone());
            let chosen = if name == "min" { values.min() } else { values.max() };
            Some(Number { follows: follows(), ..Number::rational(chosen?, bare) })
        }
        _ => None,
    }
}

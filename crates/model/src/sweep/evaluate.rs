//! Expressions worked out exactly, beside their ordinary worth.
//!
//! Whoever asks has already had the ordinary worth, so dimensions fit and mistakes are reported. Here literals, `let`
//! names with what `--set` puts in their place, `+ - * /`, whole powers, minus, units, tuples, lists and `if` keep their
//! rationals; everything else (`sqrt`, `sin`, tables …) is worth the float it ordinarily has, taken as the rational it
//! is, subexpression by subexpression. Bare numbers take a following unit just as they ordinarily do.

use super::follow::{Loss, Traced};
use super::model::Exact;
use super::number::{Number, of_decimal, of_float};
use super::outline::Outline;
use crate::build::Builder;
use crate::elaborate::scope::{Binding, LazyKind};
use crate::elaborate::units::SiUnit;
use crate::elaborate::value::{LazyId, Scalar, ScopeId, Value};
use crate::limits;
use crate::shapes::SHAPES;
use mainspring_definition::{
    BinaryOp, Decimal, Expr, ExprKind, Name, Path, Segment, Span, UnaryOp, UnitExpr, find_unit,
};
use std::collections::BTreeMap;
use std::rc::Rc;

/// What an expression is worth, exactly.
#[derive(Clone, Debug)]
pub(crate) enum Worth {
    Number(Number),
    Tuple(Vec<Worth>),
    List(Rc<Vec<Worth>>),
    Region(Rc<Outline>),
    /// anything that has no numbers a sweep could want
    Other,
}

/// Exact worths of names.
#[derive(Debug, Default)]
pub(crate) struct ExactNames<'a> {
    lets: BTreeMap<LazyId, Worth>,
    /// variables of `for` over lists
    variables: BTreeMap<(ScopeId, &'a str), Worth>,
}

/// A unit: SI value = written × factor × π^turns.
#[derive(Clone, Debug)]
pub(crate) struct ExactUnit {
    si: SiUnit,
    factor: Exact,
    turns: i32,
}

impl ExactUnit {
    /// As ordinary worths take it.
    pub(super) fn si(&self) -> SiUnit {
        self.si
    }
}

impl Worth {
    /// The same under a name: its numbers are no longer literals.
    fn named(self) -> Self {
        match self {
            Self::Number(n) => Self::Number(Number { bare: false, ..n }),
            Self::Tuple(items) => Self::Tuple(items.into_iter().map(Self::named).collect()),
            other => other,
        }
    }

    /// A pair of rationals.
    pub(super) fn pair(&self) -> Option<[Traced; 2]> {
        match self {
            Self::Tuple(items) => match items.as_slice() {
                [Self::Number(x), Self::Number(y)] => Some([x.traced()?, y.traced()?]),
                _ => None,
            },
            _ => None,
        }
    }

    /// One rational.
    pub(super) fn single(&self) -> Option<Traced> {
        if let Self::Number(n) = self { n.traced() } else { None }
    }
}

impl<'a> Builder<'a> {
    /// What an expression is worth exactly; ask only for what has an ordinary worth.
    pub(super) fn exactly(&mut self, expr: &'a Expr, scope: ScopeId) -> Worth {
        self.exactly_under(expr, scope, None)
    }

    /// The same with a unit that goes to every bare number inside.
    pub(super) fn exactly_under(&mut self, expr: &'a Expr, scope: ScopeId, unit: Option<&ExactUnit>) -> Worth {
        if self.stopped {
            return Worth::Other;
        }
        if self.depth >= limits::DEPTH {
            return self.as_float(expr, scope, unit);
        }
        self.depth += 1;
        let worth = self.exact_kind(expr, scope, unit);
        self.depth -= 1;
        let worth = worth.unwrap_or_else(|| self.as_float(expr, scope, unit));
        if self.follows_dimensions() { worth.lost_at(expr.span) } else { worth }
    }

    /// The ordinary worth, its floats taken as the rationals they are.
    fn as_float(&mut self, expr: &'a Expr, scope: ScopeId, unit: Option<&ExactUnit>) -> Worth {
        // the names it rests on have their worth already, so it is not deep however deep we are
        let depth = std::mem::take(&mut self.depth);
        let value = self.eval_under(expr, scope, unit.map(|u| u.si));
        let worth = from_value(&value, expr.span);
        let worth = if self.rests_on_dimension(expr, scope) {
            worth.lost(expr.span, "what is done to it here is no sum, product or quotient")
        } else {
            worth
        };
        self.depth = depth;
        worth
    }

    /// None where only the ordinary worth is known.
    fn exact_kind(&mut self, expr: &'a Expr, scope: ScopeId, unit: Option<&ExactUnit>) -> Option<Worth> {
        match &expr.kind {
            ExprKind::Number(decimal) => {
                let number = Number::rational(of_decimal(decimal)?, true);
                given(number, unit).map(Worth::Number)
            }
            ExprKind::WithUnit(inner, written) => {
                let unit = self.exact_unit(written)?;
                if let ExprKind::Path(_) = inner.kind {
                    // after a name the unit multiplies
                    let factor = given(Number::rational(Exact::ONE, true), Some(&unit))?;
                    let worth = self.exactly(inner, scope);
                    return combine(BinaryOp::Multiply, &worth, &Worth::Number(factor));
                }
                Some(self.exactly_under(inner, scope, Some(&unit)))
            }
            ExprKind::Path(path) => {
                let worth = self.exact_path(path, scope)?;
                given_all(worth, unit)
            }
            ExprKind::Tuple(items) => {
                Some(Worth::Tuple(items.iter().map(|i| self.exactly_under(i, scope, unit)).collect()))
            }
            ExprKind::List(items) => {
                Some(Worth::List(Rc::new(items.iter().map(|i| self.exactly_under(i, scope, unit)).collect())))
            }
            ExprKind::Unary(UnaryOp::Minus, inner) => negated(self.exactly_under(inner, scope, unit)),
            ExprKind::Binary(op, left, right) => {
                let (a, b) = (self.exactly(left, scope), self.exactly(right, scope));
                given_all(combine(*op, &a, &b)?, unit)
            }
            ExprKind::If(condition, then, otherwise) => match self.eval(condition, scope) {
                Value::Flag(Scalar::Known(c)) => {
                    let chosen = self.exactly_under(if c == 0.0 { otherwise } else { then }, scope, unit);
                    let decides = self.rests_on_dimension(condition, scope);
                    Some(if decides { chosen.lost(condition.span, "it decides which of two is taken") } else { chosen })
                }
                _ => None,
            },
            ExprKind::Call { function, arguments } => match function.text.as_str() {
                "abs" | "min" | "max" | "atan" => {
                    let worths: Vec<Worth> = arguments.iter().map(|a| self.exactly(&a.value, scope)).collect();
                    given_all(Worth::Number(function_of(&function.text, &worths)?), unit)
                }
                word if SHAPES.contains(&word) => {
                    self.exact_shape(word, arguments, scope, unit).map(|outline| Worth::Region(Rc::new(outline)))
                }
                // only the function is rounded, not its unit
                _ => given_all(self.as_float(expr, scope, None), unit),
            },
            _ => None,
        }
    }

    fn exact_path(&mut self, path: &'a Path, scope: ScopeId) -> Option<Worth> {
        let (first, rest) = path.segments.split_first()?;
        let mut worth = self.exact_name(&first.name, scope)?;
        worth = self.exact_index(worth, first, scope)?;
        for segment in rest {
            let Worth::Tuple(items) = &worth else { return None };
            let at = ["x", "y", "z"].iter().position(|n| *n == segment.name.text)?;
            worth = items.get(at)?.clone();
            worth = self.exact_index(worth, segment, scope)?;
        }
        Some(worth)
    }

    fn exact_name(&mut self, name: &'a Name, scope: ScopeId) -> Option<Worth> {
        let mut at = Some(scope);
        let found = loop {
            let Some(id) = at else { break None };
            if let Some(bound) = self.scopes[id].names.get(name.text.as_str()) {
                break Some((id, bound.0.clone()));
            }
            at = self.scopes[id].parent;
        };
        match found {
            Some((_, Binding::Value(Value::Lazy(id)))) => self.exact_let(id),
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
    pub(super) fn exact_variable(&self, scope: ScopeId, name: &str) -> Option<Worth> {
        self.sweep.names.variables.get(&(scope, name)).cloned()
    }

    pub(super) fn exact_let(&mut self, id: LazyId) -> Option<Worth> {
        if let Some(worth) = self.sweep.names.lets.get(&id) {
            return Some(worth.clone());
        }
        // circles are found, and a value set from outside is checked, on the ordinary way
        if self.force(id).is_poison() {
            return Some(Worth::Other);
        }
        let LazyKind::Let(expr) = self.lazies[id].what else { return None };
        let (key, home) = (self.lazies[id].key.clone(), self.lazies[id].scope);
        let chosen = self.overriding(&key, expr);
        let worth = self.exactly(chosen, home).named();
        let worth = self.as_dimension(id, expr, worth);
        self.sweep.names.lets.insert(id, worth.clone());
        Some(worth)
    }

    /// Works a `let` out exactly where it stands, so that chains of names stay shallow.
    pub(crate) fn exact_in_order(&mut self, id: LazyId) {
        if self.sweep.on {
            self.exact_let(id);
        }
    }

    fn exact_index(&mut self, worth: Worth, segment: &'a Segment, scope: ScopeId) -> Option<Worth> {
        let Some(index) = &segment.index else { return Some(worth) };
        let items: &[Worth] = match &worth {
            Worth::List(items) => items,
            Worth::Tuple(items) => items,
            _ => return None,
        };
        let last = i64::try_from(items.len()).ok()? - 1;
        let at = self.eval_index(index, scope, last)?;
        let item = items.get(usize::try_from(at).ok()?)?.clone();
        let decides = self.rests_on_dimension(index, scope);
        Some(if decides { item.lost(index.span, "it decides which element is taken") } else { item })
    }

    /// Exact items of what a `for` goes over, one for each of its values; None for a range, whose numbers are whole.
    pub(crate) fn exact_items(&mut self, values: &'a Expr, scope: ScopeId) -> Option<Rc<Vec<Worth>>> {
        if !self.sweep.on {
            return None;
        }
        match self.exactly(values, scope) {
            Worth::List(items) => {
                self.note_lost(&items);
                Some(items)
            }
            _ => None,
        }
    }

    /// What a `for`'s variable is worth in one turn.
    pub(crate) fn set_exact_variable(&mut self, scope: ScopeId, name: &'a str, worth: Worth) {
        self.sweep.names.variables.insert((scope, name), worth);
    }

    /// Forgets it: the turn's scope may be used again.
    pub(crate) fn forget_exact_variable(&mut self, scope: ScopeId, name: &'a str) {
        self.sweep.names.variables.remove(&(scope, name));
    }

    /// The factor of a unit; None where it is an angle's.
    pub(super) fn exact_factor(&mut self, written: &UnitExpr) -> Option<Exact> {
        self.exact_unit(written).filter(|unit| unit.turns == 0).map(|unit| unit.factor)
    }

    fn exact_unit(&mut self, written: &UnitExpr) -> Option<ExactUnit> {
        let si = self.unit(written)?;
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

/// A bare number under a unit; others have said what they are.
fn given(number: Number, unit: Option<&ExactUnit>) -> Option<Number> {
    let Some(unit) = unit.filter(|_| number.bare) else { return Some(number) };
    let scaled = match unit.turns {
        0 => number.scaled(&unit.factor)?,
        1 if number.is_rational() && number.follows.is_none() => {
            Number { pi: number.plain * &unit.factor, ..Number::rational(Exact::ZERO, false) }
        }
        turns => {
            let pi = of_float(std::f64::consts::PI)?;
            let power = (0..turns.unsigned_abs()).fold(Exact::ONE, |p, _| p * &pi);
            let power = if turns < 0 { Exact::ONE / power } else { power };
            number.scaled(&(&unit.factor * power))?
        }
    };
    Some(Number { bare: false, ..scaled })
}

fn given_all(worth: Worth, unit: Option<&ExactUnit>) -> Option<Worth> {
    match worth {
        Worth::Number(n) => given(n, unit).map(Worth::Number),
        Worth::Tuple(items) => {
            Some(Worth::Tuple(items.into_iter().map(|w| given_all(w, unit)).collect::<Option<_>>()?))
        }
        other => Some(other),
    }
}

fn negated(worth: Worth) -> Option<Worth> {
    match worth {
        Worth::Number(n) => Some(Worth::Number(n.negated())),
        Worth::Tuple(items) => Some(Worth::Tuple(items.into_iter().map(negated).collect::<Option<_>>()?)),
        _ => None,
    }
}

/// a op b; None where it is not arithmetic, or not exact.
fn combine(op: BinaryOp, a: &Worth, b: &Worth) -> Option<Worth> {
    use BinaryOp::{Add, Divide, Multiply, Power, Subtract};
    match (op, a, b) {
        (_, Worth::Number(x), Worth::Number(y)) => Some(Worth::Number(match op {
            Add => x.plus(y)?,
            Subtract => x.plus(&y.clone().negated())?,
            Multiply => x.times(y)?,
            Divide => x.over(y)?,
            Power => x.power(y)?,
            _ => return None,
        })),
        (Add | Subtract, Worth::Tuple(x), Worth::Tuple(y)) if x.len() == y.len() => {
            Some(Worth::Tuple(x.iter().zip(y).map(|(x, y)| combine(op, x, y)).collect::<Option<_>>()?))
        }
        (Multiply | Divide, Worth::Tuple(x), y @ Worth::Number(_)) => {
            Some(Worth::Tuple(x.iter().map(|x| combine(op, x, y)).collect::<Option<_>>()?))
        }
        (Multiply, x @ Worth::Number(_), Worth::Tuple(y)) => {
            Some(Worth::Tuple(y.iter().map(|y| combine(op, x, y)).collect::<Option<_>>()?))
        }
        (Subtract, Worth::Region(outer), Worth::Region(hole)) => Some(Worth::Region(Rc::new(outer.pierced(hole)?))),
        _ => None,
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

/// An ordinary worth, its floats taken as the rationals they are.
fn from_value(value: &Value, span: Span) -> Worth {
    let all = |items: &[Value]| items.iter().map(|v| from_value(v, span)).collect::<Vec<_>>();
    match value {
        Value::Number(n) => match n.scalar {
            Scalar::Known(v) => of_float(v).map_or(Worth::Other, |v| Worth::Number(Number::rational(v, n.bare))),
            Scalar::Node(_) => Worth::Other,
        },
        Value::Tuple(items) => Worth::Tuple(all(items)),
        Value::List(items) => Worth::List(Rc::new(all(items))),
        Value::Region(region) => Outline::of(region, span).map_or(Worth::Other, |o| Worth::Region(Rc::new(o))),
        _ => Worth::Other,
    }
}

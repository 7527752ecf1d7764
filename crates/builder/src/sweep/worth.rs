//! Exact worths of expressions, and their arithmetic.

use crate::context::units::SiUnit;
use crate::context::value::{Scalar, Value};
use crate::sweep::number::{Number, of_float};
use crate::sweep::outline::Outline;
use mainspring_definition::{BinaryOp, Span};
use mainspring_model::Exact;
use mainspring_model::{Follows, Formula, Loss, Traced};
use std::rc::Rc;
use std::sync::Arc;

/// What an expression is worth, exactly.
#[derive(Clone, Debug)]
pub enum Worth {
    Number(Number),
    Tuple(Vec<Worth>),
    List(Rc<Vec<Worth>>),
    Region(Rc<Outline>),
    /// anything that has no numbers a sweep could want
    Other,
}

/// A unit: SI value = written × factor × π^turns.
#[derive(Clone, Debug)]
pub struct ExactUnit {
    pub si: SiUnit,
    pub factor: Exact,
    pub turns: i32,
}

impl ExactUnit {
    /// As ordinary worths take it.
    pub fn si(&self) -> SiUnit {
        self.si
    }
}

impl Worth {
    /// The same under a name: its numbers are no longer literals.
    pub fn named(self) -> Self {
        match self {
            Self::Number(n) => Self::Number(Number { bare: false, ..n }),
            Self::Tuple(items) => Self::Tuple(items.into_iter().map(Self::named).collect()),
            other => other,
        }
    }

    /// A pair of rationals.
    pub fn pair(&self) -> Option<[Traced; 2]> {
        match self {
            Self::Tuple(items) => match items.as_slice() {
                [Self::Number(x), Self::Number(y)] => Some([x.traced()?, y.traced()?]),
                _ => None,
            },
            _ => None,
        }
    }

    /// One rational.
    pub fn single(&self) -> Option<Traced> {
        if let Self::Number(n) = self { n.traced() } else { None }
    }
}

impl Worth {
    /// Changes how every number follows from dimensions.
    pub fn refollow(self, change: &dyn Fn(Follows) -> Follows) -> Self {
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
    pub fn lost(self, span: Span, why: &str) -> Self {
        let loss = Loss::follows(span, why);
        self.refollow(&|_| loss.clone())
    }

    /// The same, what is lost without a place told to be lost here.
    pub fn lost_at(self, span: Span) -> Self {
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

    pub fn any(&self, is: &dyn Fn(&Follows) -> bool) -> bool {
        match self {
            Self::Number(n) => is(&n.follows),
            Self::Tuple(items) => items.iter().any(|w| w.any(is)),
            Self::List(items) => items.iter().any(|w| w.any(is)),
            Self::Region(outline) => outline.rings.iter().flat_map(|r| r.follows.iter().flatten()).any(is),
            Self::Other => false,
        }
    }
}

/// A bare number under a unit; others have said what they are.
pub fn given(number: Number, unit: Option<&ExactUnit>) -> Option<Number> {
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

pub fn given_all(worth: Worth, unit: Option<&ExactUnit>) -> Option<Worth> {
    match worth {
        Worth::Number(n) => given(n, unit).map(Worth::Number),
        Worth::Tuple(items) => {
            Some(Worth::Tuple(items.into_iter().map(|w| given_all(w, unit)).collect::<Option<_>>()?))
        }
        other => Some(other),
    }
}

pub fn negated(worth: Worth) -> Option<Worth> {
    match worth {
        Worth::Number(n) => Some(Worth::Number(n.negated())),
        Worth::Tuple(items) => Some(Worth::Tuple(items.into_iter().map(negated).collect::<Option<_>>()?)),
        _ => None,
    }
}

/// a op b; None where it is not arithmetic, or not exact.
pub fn combine(op: BinaryOp, a: &Worth, b: &Worth) -> Option<Worth> {
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

/// An ordinary worth, its floats taken as the rationals they are.
pub fn from_value(value: &Value, span: Span) -> Worth {
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

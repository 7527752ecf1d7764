//! Expressions made in Rust.

use crate::{Argument, BinaryOp, Decimal, Dimension, Expr, ExprKind, Name, Path, Span, UnaryOp, UnitExpr, UnitFactor};

/// What a statement takes for a quantity: plain numbers (SI), tuples of them, or expressions with units of their own.
pub trait Value {
    /// As an expression; bare numbers get the SI unit of `dimension`.
    fn of(self, dimension: Dimension) -> Expr;
}

impl Value for Expr {
    fn of(self, _: Dimension) -> Expr {
        self
    }
}

impl Value for f64 {
    fn of(self, dimension: Dimension) -> Expr {
        number(self).with_unit(&dimension.si_unit())
    }
}

impl<const N: usize> Value for [f64; N] {
    fn of(self, dimension: Dimension) -> Expr {
        tuple(self.map(number)).with_unit(&dimension.si_unit())
    }
}

impl<const N: usize> Value for [Expr; N] {
    fn of(self, _: Dimension) -> Expr {
        tuple(self)
    }
}

/// `12.5`, bare. NaN and infinity become the names `NaN` and `inf`, which no scene knows: the model reports them.
#[must_use]
pub fn number(value: f64) -> Expr {
    match Decimal::from_f64(value.abs()) {
        Some(decimal) if value < 0.0 => -expr(ExprKind::Number(decimal)),
        Some(decimal) => expr(ExprKind::Number(decimal)),
        None => path(&value.to_string()),
    }
}

/// `2 cm`, `0.2 N*mm/rad`.
#[must_use]
pub fn quantity(value: f64, unit: &str) -> Expr {
    number(value).with_unit(unit)
}

/// `hand.finger[2].tip`
#[must_use]
pub fn path(text: &str) -> Expr {
    expr(ExprKind::Path(Path::from_text(text)))
}

/// `"text"`
#[must_use]
pub fn text(text: &str) -> Expr {
    expr(ExprKind::Text(text.to_owned()))
}

/// `(a, b)`
#[must_use]
pub fn tuple(elements: impl IntoIterator<Item = Expr>) -> Expr {
    expr(ExprKind::Tuple(elements.into_iter().collect()))
}

/// `function(a, b)`
#[must_use]
pub fn call(function: &str, arguments: impl IntoIterator<Item = Expr>) -> Expr {
    let arguments = arguments.into_iter().map(|value| Argument { name: None, value }).collect();
    expr(ExprKind::Call { function: Name::new(function), arguments })
}

/// `ground (x, y) m`: a fixed point.
#[must_use]
pub fn ground<const N: usize>(place: [f64; N]) -> Expr {
    call("ground", place.map(number)).with_unit("m")
}

impl Expr {
    /// With a unit for every bare number inside: `m/s^2`; empty leaves it as it is.
    #[must_use]
    pub fn with_unit(self, unit: &str) -> Self {
        let factors = unit_factors(unit);
        if factors.is_empty() {
            return self;
        }
        expr(ExprKind::WithUnit(Box::new(self), UnitExpr { factors, span: Span::NOWHERE }))
    }

    /// `self ^ power`
    #[must_use]
    pub fn power(self, power: impl Into<Self>) -> Self {
        binary(BinaryOp::Power, self, power.into())
    }

    /// `self < other`
    #[must_use]
    pub fn below(self, other: impl Into<Self>) -> Self {
        binary(BinaryOp::Less, self, other.into())
    }

    /// `self > other`
    #[must_use]
    pub fn above(self, other: impl Into<Self>) -> Self {
        binary(BinaryOp::Greater, self, other.into())
    }
}

impl From<f64> for Expr {
    fn from(value: f64) -> Self {
        number(value)
    }
}

impl<const N: usize> From<[Expr; N]> for Expr {
    fn from(elements: [Expr; N]) -> Self {
        tuple(elements)
    }
}

impl std::ops::Neg for Expr {
    type Output = Self;
    fn neg(self) -> Self {
        expr(ExprKind::Unary(UnaryOp::Minus, Box::new(self)))
    }
}

macro_rules! operator {
    ($($trait:ident $method:ident $op:ident),*) => {$(
        impl<E: Into<Expr>> std::ops::$trait<E> for Expr {
            type Output = Self;
            fn $method(self, other: E) -> Self {
                binary(BinaryOp::$op, self, other.into())
            }
        }
    )*};
}
operator!(Add add Add, Sub sub Subtract, Mul mul Multiply, Div div Divide);

fn binary(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    expr(ExprKind::Binary(op, Box::new(left), Box::new(right)))
}

fn expr(kind: ExprKind) -> Expr {
    Expr { kind, span: Span::NOWHERE }
}

/// `N*mm/rad` as factors; a power that is no number stays in the name, where the model finds no such unit.
fn unit_factors(unit: &str) -> Vec<UnitFactor> {
    let mut factors = Vec::new();
    let mut sign = 1;
    for (at, piece) in unit.split_inclusive(['*', '/']).enumerate() {
        let word = piece.trim_end_matches(['*', '/']).trim();
        if !(word.is_empty() && at == 0) {
            let split = word.split_once('^').and_then(|(n, p)| Some((n.trim(), p.trim().parse::<i32>().ok()?)));
            let (name, power) = split.unwrap_or((word, 1));
            factors.push(UnitFactor { name: Name::new(name), power: sign * power });
        }
        sign = if piece.ends_with('/') { -1 } else { 1 };
    }
    factors
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_have_the_factors_the_text_would_give() {
        let factors = |unit: &str| -> Vec<(String, i32)> {
            unit_factors(unit).into_iter().map(|f| (f.name.text, f.power)).collect()
        };
        let want = |list: &[(&str, i32)]| list.iter().map(|(n, p)| ((*n).to_owned(), *p)).collect::<Vec<_>>();
        assert_eq!(factors("N*mm/rad"), want(&[("N", 1), ("mm", 1), ("rad", -1)]));
        assert_eq!(factors("m/s^2"), want(&[("m", 1), ("s", -2)]));
        assert_eq!(factors("1/s"), want(&[("1", 1), ("s", -1)]));
        assert_eq!(factors("kg/m/s"), want(&[("kg", 1), ("m", -1), ("s", -1)]));
        assert_eq!(factors("s^-1"), want(&[("s", -1)]));
        assert_eq!(factors(""), want(&[]));
        for dimension in [Dimension::FORCE, Dimension::ACCELERATION, Dimension::INERTIA, Dimension::RATE] {
            let of = factors(&dimension.si_unit()).into_iter().filter(|(n, _)| n != "1");
            let product = of.fold(Dimension::NONE, |d, (name, power)| {
                d.times(crate::find_unit(&name).unwrap().dimension.power(power).unwrap()).unwrap()
            });
            assert_eq!(product, dimension);
        }
    }

    #[test]
    fn numbers_keep_their_value_and_sign() {
        let minus = number(-9.81);
        let ExprKind::Unary(UnaryOp::Minus, inner) = &minus.kind else { panic!("{minus:?}") };
        assert_eq!(inner.kind, ExprKind::Number(Decimal::parse("9.81").unwrap()));
        assert_eq!(number(-0.0).kind, ExprKind::Number(Decimal::parse("0").unwrap()));
        assert_eq!(number(f64::NAN).kind, ExprKind::Path(Path::from_text("NaN")));
        assert_eq!(number(1e-12).kind, ExprKind::Number(Decimal::parse("1e-12").unwrap()));
    }
}

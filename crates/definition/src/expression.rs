//! Expressions as written: numbers with units, paths, tuples, calls, operators.

use crate::diagnostic::Span;
use crate::name::Name;
use serde::{Deserialize, Serialize};

/// An expression with its place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Expr {
    /// what it is
    pub kind: ExprKind,
    /// where it stands
    pub span: Span,
}

/// What an expression can be.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ExprKind {
    /// `12.5`, exact
    Number(Decimal),
    /// `"text"`
    Text(String),
    /// `true`, `false`
    Bool(bool),
    /// `2 cm`, `(0, 1) m`, `polygon((0, 0), (1, 0), (0, 1)) cm`: the unit goes to every bare number inside
    /// (a literal without a unit of its own, in nested tuples, lists and call arguments); after a path it multiplies
    WithUnit(Box<Expr>, UnitExpr),
    /// `hand.finger[2].tip`; also plain names, `pi`, `t`
    Path(Path),
    /// `(a, b)` or `(a, b, c)`; one element in parentheses is not a tuple
    Tuple(Vec<Expr>),
    /// `[a, b, c]`
    List(Vec<Expr>),
    /// `rect(2 cm, height = 1 cm)`, `ground (0, 0)`
    Call {
        /// the function's or primitive's name
        function: Name,
        /// in order
        arguments: Vec<Argument>,
    },
    /// `contact(a, b).force.x`: what is reached by dots from a call
    Member(Box<Expr>, Vec<Segment>),
    /// `ball.touches(floor)`
    Ask {
        /// of what
        of: Path,
        /// the question
        question: Name,
        /// in order
        arguments: Vec<Argument>,
    },
    /// `-a`, `not a`
    Unary(UnaryOp, Box<Expr>),
    /// `a + b` …
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `if c then a else b`
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `0..4`: from the first up to, not including, the second; `0..=4` includes it (the bool)
    Range(Box<Expr>, Box<Expr>, bool),
}

/// `value` or `name = value` in a call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Argument {
    /// given by name
    pub name: Option<Name>,
    /// the value
    pub value: Expr,
}

/// A dotted path with optional indices.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Path {
    /// at least one
    pub segments: Vec<Segment>,
    /// the whole path
    pub span: Span,
}

/// One step of a path: `finger[2]`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Segment {
    /// the name
    pub name: Name,
    /// `[2]`, `[i + 1]`, `[last]` (a path named `last`)
    pub index: Option<Box<Expr>>,
}

impl Path {
    /// A path of plain names, made by the builder: `"hand.palm"`, indices as `finger[2]`.
    #[must_use]
    pub fn from_text(text: &str) -> Self {
        let segments = text
            .split('.')
            .map(|piece| match piece.strip_suffix(']').and_then(|p| p.split_once('[')) {
                Some((name, index)) => Segment {
                    name: Name::new(name),
                    index: Some(Box::new(Expr {
                        kind: match Decimal::parse(index) {
                            Some(d) => ExprKind::Number(d),
                            None => ExprKind::Path(Self::from_text(index)),
                        },
                        span: Span::NOWHERE,
                    })),
                },
                None => Segment { name: Name::new(piece), index: None },
            })
            .collect();
        Self { segments, span: Span::NOWHERE }
    }

    /// The single name of a path without dots or indices.
    #[must_use]
    pub fn as_name(&self) -> Option<&str> {
        match self.segments.as_slice() {
            [Segment { name, index: None }] => Some(&name.text),
            _ => None,
        }
    }
}

/// Prefix operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the operators themselves")]
pub enum UnaryOp {
    Minus,
    Not,
}

/// Infix operators; on regions `+ - & ^` are union, difference, intersection, symmetric difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the operators themselves")]
pub enum BinaryOp {
    Add,
    Subtract,
    Multiply,
    Divide,
    Power,
    Intersect,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
    And,
    Or,
}

/// A decimal literal, kept exactly: `digits × 10^exponent`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decimal {
    /// decimal digits without sign, point or leading zeros ("0" for zero)
    pub digits: String,
    /// power of ten
    pub exponent: i32,
}

impl Decimal {
    /// Reads `12`, `0.5`, `1e-3`, `7.25E6`, `1_000`; no sign. None if it is not such a literal.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.replace('_', "");
        let (mantissa, exponent) = match text.split_once(['e', 'E']) {
            Some((m, e)) => (m, e.parse::<i32>().ok().filter(|e| e.abs() <= 100_000)?),
            None => (text.as_str(), 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        if whole.is_empty() && fraction.is_empty()
            || !(whole.bytes().chain(fraction.bytes())).all(|b| b.is_ascii_digit())
        {
            return None;
        }
        let mut digits = format!("{whole}{fraction}");
        let mut exponent = exponent.checked_sub(i32::try_from(fraction.len()).ok()?)?;
        let kept = digits.trim_start_matches('0').len();
        digits = digits[digits.len() - kept..].to_owned();
        while digits.ends_with('0') {
            digits.pop();
            exponent += 1;
        }
        if digits.is_empty() {
            return Some(Self { digits: "0".to_owned(), exponent: 0 });
        }
        Some(Self { digits, exponent })
    }

    /// From a finite non-negative float, exactly as its shortest decimal form.
    #[must_use]
    pub fn from_f64(value: f64) -> Option<Self> {
        if !value.is_finite() || value < 0.0 { None } else { Self::parse(&format!("{value:e}")) }
    }

    /// The nearest float, correctly rounded.
    #[must_use]
    pub fn to_f64(&self) -> f64 {
        self.scaled(1.0, 1.0)
    }

    /// `self × numerator / denominator`, rounded once where the whole numbers involved fit 53 bits
    /// (so 12.3 mm is the same float as 0.0123 m).
    #[must_use]
    pub fn scaled(&self, numerator: f64, denominator: f64) -> f64 {
        // fold powers of ten of the unit into the literal and let the correctly rounded parser do the rest
        if numerator == 1.0 {
            let mut power = 0;
            let mut rest = denominator;
            while rest >= 10.0 && rest % 10.0 == 0.0 {
                rest /= 10.0;
                power += 1;
            }
            if rest == 1.0 {
                return self.parse_shifted(-power);
            }
        }
        if denominator == 1.0 {
            let mut power = 0;
            let mut rest = numerator;
            while rest >= 10.0 && rest % 10.0 == 0.0 {
                rest /= 10.0;
                power += 1;
            }
            if rest == 1.0 {
                return self.parse_shifted(power);
            }
        }
        self.parse_shifted(0) * numerator / denominator
    }

    fn parse_shifted(&self, shift: i32) -> f64 {
        // std's parser is correctly rounded on every platform; out of range gives inf or 0
        format!("{}e{}", self.digits, self.exponent.saturating_add(shift)).parse().unwrap_or(f64::NAN)
    }
}

/// `N*mm/rad`, `m/s^2`: factors with powers; a division is a negative power.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitExpr {
    /// in the order written
    pub factors: Vec<UnitFactor>,
    /// where
    pub span: Span,
}

/// One factor of a unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitFactor {
    /// `mm`; `1` is allowed first, as in `1/s`
    pub name: Name,
    /// negative after `/`
    pub power: i32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_round_once() {
        for (text, numerator, denominator, want) in [
            ("12.3", 1.0, 1000.0, 0.0123),
            ("0.1", 1.0, 1.0, 0.1),
            ("9.81", 1.0, 1.0, 9.81),
            ("1_000.50e-2", 1.0, 1.0, 10.005),
            ("7", 1000.0, 1.0, 7000.0),
        ] {
            assert_eq!(Decimal::parse(text).unwrap().scaled(numerator, denominator), want, "{text}");
        }
        assert_eq!(Decimal::parse(""), None);
        assert_eq!(Decimal::parse("."), None);
        assert_eq!(Decimal::parse("1e999999999999"), None);
        assert_eq!(Decimal::parse("000").unwrap().to_f64(), 0.0);
        assert_eq!(Decimal::from_f64(0.1).unwrap().to_f64(), 0.1);
    }
}

//! A number with its unit as people type it on a command line: `1 deg`, `40N/m^2`.

use crate::parse_values::expression;
use mainspring_definition::{Dimension, Expr, ExprKind, UnaryOp, find_unit};

/// Why a text is not the quantity that is asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QuantityError {
    /// does not read as a number with a unit
    #[error("a number with its unit is expected")]
    NoNumber,
    /// no unit where one is needed
    #[error("the unit is missing")]
    NoUnit,
    /// another dimension
    #[error("`{unit}` is a unit of {dimension}")]
    Dimension {
        /// as written
        unit: String,
        /// of it
        dimension: String,
    },
}

/// The SI value of a number with a unit of the given dimension; angles are of none, and still have a unit.
///
/// # Errors
/// The text is no number, has no unit, or one of another dimension.
///
/// ```
/// use mainspring_workbench::definition::Dimension;
/// assert_eq!(mainspring_workbench::quantity("40N/m^2", Dimension::PRESSURE), Ok(40.0));
/// assert!(mainspring_workbench::quantity("40 N", Dimension::PRESSURE).is_err());
/// ```
pub fn quantity(text: &str, dimension: Dimension) -> Result<f64, QuantityError> {
    let value = expression("quantity", text, 0, &mut Vec::new()).map_err(|_| QuantityError::NoNumber)?;
    worth(&value, dimension)
}

fn worth(value: &Expr, dimension: Dimension) -> Result<f64, QuantityError> {
    match &value.kind {
        ExprKind::Number(_) => Err(QuantityError::NoUnit),
        ExprKind::Unary(UnaryOp::Minus, inner) => worth(inner, dimension).map(|x| -x),
        ExprKind::WithUnit(inner, unit) => {
            let (number, sign) = match &inner.kind {
                ExprKind::Number(n) => (n, 1.0),
                ExprKind::Unary(UnaryOp::Minus, inner) => match &inner.kind {
                    ExprKind::Number(n) => (n, -1.0),
                    _ => return Err(QuantityError::NoNumber),
                },
                _ => return Err(QuantityError::NoNumber),
            };
            let (mut total, mut numerator, mut denominator) = (Dimension::NONE, 1.0, 1.0);
            for factor in unit.factors.iter().filter(|f| f.name.text != "1") {
                let found = find_unit(&factor.name.text).ok_or(QuantityError::NoNumber)?;
                let raised = found.dimension.power(factor.power).and_then(|d| total.times(d));
                total = raised.ok_or(QuantityError::NoNumber)?;
                // a power beyond any that a unit has is stopped by its dimension, or the unit has none
                for _ in 0..factor.power.unsigned_abs().min(64) {
                    let up = factor.power > 0;
                    numerator *= if up { found.numerator } else { found.denominator };
                    denominator *= if up { found.denominator } else { found.numerator };
                }
            }
            if total != dimension {
                let named = |f: &mainspring_definition::UnitFactor| match f.power {
                    1 => f.name.text.clone(),
                    power => format!("{}^{power}", f.name.text),
                };
                let unit = unit.factors.iter().map(named).collect::<Vec<_>>().join("*");
                return Err(QuantityError::Dimension { unit, dimension: total.to_string() });
            }
            Ok(sign * number.scaled(numerator, denominator))
        }
        _ => Err(QuantityError::NoNumber),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_make_numbers_comparable() {
        assert_eq!(quantity("40N/m^2", Dimension::PRESSURE), Ok(40.0));
        assert_eq!(quantity("0.04 kPa", Dimension::PRESSURE), Ok(40.0));
        assert_eq!(quantity("-3 mm", Dimension::LENGTH), Ok(-0.003));
        assert!((quantity("180deg", Dimension::NONE).unwrap() - std::f64::consts::PI).abs() < 1e-15);
        assert_eq!(quantity("5 mN/mm^2", Dimension::PRESSURE), Ok(5000.0));
        assert_eq!(quantity("5", Dimension::NONE), Err(QuantityError::NoUnit));
        for text in ["", "x", "1; 2", "(1, 2) N/m^2", "1 + 2 deg", "3 parsecs", "40 N"] {
            assert!(quantity(text, Dimension::PRESSURE).is_err(), "{text}");
        }
    }
}

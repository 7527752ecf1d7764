//! Units as written to SI factors.

use crate::context::state::Context;
use mainspring_definition::units::{unit_alias, unit_names};
use mainspring_definition::{Diagnostic, Dimension, UnitExpr, did_you_mean, find_unit};

const ANGLES: &[&str] = &["rad", "mrad", "deg", "turn", "rev", "rpm"];

/// A unit: SI value = written × numerator / denominator.
#[derive(Clone, Copy, Debug)]
pub struct SiUnit {
    pub dimension: Dimension,
    /// power of radian
    pub angle: i8,
    pub numerator: f64,
    pub denominator: f64,
}

impl Context<'_> {
    /// Works a unit out; None after reporting what is wrong with it.
    pub fn unit(&mut self, written: &UnitExpr) -> Option<SiUnit> {
        let mut unit = SiUnit { dimension: Dimension::NONE, angle: 0, numerator: 1.0, denominator: 1.0 };
        for factor in &written.factors {
            if factor.name.text == "1" {
                continue;
            }
            let Some(found) = find_unit(&factor.name.text) else {
                let finding = Diagnostic::error("E0302", factor.name.span, format!("no unit `{}`", factor.name.text));
                let meant = unit_alias(&factor.name.text);
                self.findings.report(match meant.or_else(|| did_you_mean(&factor.name.text, unit_names())) {
                    Some(s) => finding.help(format!("did you mean `{s}`?")),
                    None => finding.help("units are such as `mm`, `kg`, `deg`, `rpm`, `N*m`, `m/s^2`"),
                });
                return None;
            };
            let dimension = found.dimension.power(factor.power).and_then(|d| unit.dimension.times(d));
            let Some(dimension) = dimension.filter(|_| factor.power.abs() <= 32) else {
                self.findings.report(
                    Diagnostic::error("E0302", written.span, "the powers in this unit are too large")
                        .help("powers of a unit stay below 32"),
                );
                return None;
            };
            unit.dimension = dimension;
            let (top, bottom) = if factor.power < 0 {
                (found.denominator, found.numerator)
            } else {
                (found.numerator, found.denominator)
            };
            for _ in 0..factor.power.unsigned_abs() {
                unit.numerator *= top;
                unit.denominator *= bottom;
            }
            if ANGLES.contains(&factor.name.text.as_str()) {
                unit.angle = unit.angle.saturating_add(i8::try_from(factor.power).unwrap_or(0));
            }
        }
        // powers of ten cancel so that decimals under the unit are rounded once
        if unit.numerator % unit.denominator == 0.0 {
            (unit.numerator, unit.denominator) = (unit.numerator / unit.denominator, 1.0);
        } else if unit.denominator % unit.numerator == 0.0 {
            (unit.numerator, unit.denominator) = (1.0, unit.denominator / unit.numerator);
        }
        Some(unit)
    }
}

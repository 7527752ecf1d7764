//! A mechanism with dimensions that may differ: named numbers, and the problem they make.

use crate::fault::Fault;
use crate::numbers::Rational;
use crate::problem::Problem;

/// A number of the drawing that may differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dimension {
    /// Its name.
    pub name: String,
    /// Its unit, for tables; empty for a plain number.
    pub unit: String,
    /// Its value as drawn, in that unit.
    pub nominal: Rational,
}

/// A drawing that depends on dimensions.
pub trait Design: Sync {
    /// What may differ.
    fn dimensions(&self) -> &[Dimension];

    /// The problem for values of the dimensions, in their order.
    ///
    /// # Errors
    /// Why there is none.
    fn problem(&self, values: &[Rational]) -> Result<Problem, String>;
}

/// A design made of a closure.
pub struct Drawn<F> {
    /// What may differ.
    pub dimensions: Vec<Dimension>,
    /// The problem for values of them.
    pub draw: F,
}

impl<F: Fn(&[Rational]) -> Result<Problem, String> + Sync> Design for Drawn<F> {
    fn dimensions(&self) -> &[Dimension] {
        &self.dimensions
    }

    fn problem(&self, values: &[Rational]) -> Result<Problem, String> {
        (self.draw)(values)
    }
}

/// Why a design cannot be studied.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DesignFault {
    /// Values make no drawing.
    #[error("no drawing for {values}: {reason}")]
    NoDrawing {
        /// The values.
        values: String,
        /// Why.
        reason: String,
    },
    /// Values make a drawing the sweep cannot answer.
    #[error("for {values}: {fault}")]
    Fault {
        /// The values.
        values: String,
        /// What is wrong.
        fault: Fault,
    },
    /// What was given for the dimensions does not fit them.
    #[error("{0}")]
    Given(String),
}

/// The values as drawn.
pub(crate) fn nominal(design: &dyn Design) -> Vec<Rational> {
    design.dimensions().iter().map(|d| d.nominal.clone()).collect()
}

/// Values by name, for messages.
pub(crate) fn values_text(design: &dyn Design, values: &[Rational]) -> String {
    let one = |(d, v): (&Dimension, &Rational)| {
        let unit = if d.unit.is_empty() { String::new() } else { format!(" {}", d.unit) };
        format!("{} = {}{unit}", d.name, crate::numbers::to_f64(v))
    };
    design.dimensions().iter().zip(values).map(one).collect::<Vec<_>>().join(", ")
}

/// The problem for values, or what is wrong with them by name.
pub(crate) fn drawn(design: &dyn Design, values: &[Rational]) -> Result<Problem, DesignFault> {
    design.problem(values).map_err(|reason| DesignFault::NoDrawing { values: values_text(design, values), reason })
}

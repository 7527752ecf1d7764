//! Evaluating expressions: paths, calls, shapes, options.

pub mod arguments;
pub mod calls;
pub mod coefficients;
pub mod conditions;
pub mod evaluator;
pub mod expression;
pub mod families;
pub mod frames;
pub mod functions;
pub mod material;
pub mod momentum;
pub mod options;
pub mod parameters;
pub mod paths;
pub mod questions;
pub mod shapes;
pub mod sides;
pub mod vectors;
pub mod windows;

//! Elaboration: scopes, values and statements become flat lists of parts, joints and loads.

pub mod arithmetic;
pub mod coerce;
pub mod expression;
pub mod families;
pub mod functions;
pub mod instances;
pub mod parameters;
pub mod paths;
pub mod scope;
pub mod statements;
pub mod units;
pub mod value;
pub mod vectors;

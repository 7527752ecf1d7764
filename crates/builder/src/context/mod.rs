//! What every phase shares: names, values, the code of run-time expressions, over-rides and findings.

pub mod arithmetic;
pub mod code;
pub mod coefficients;
pub mod coerce;
pub mod combine;
pub mod complaints;
pub mod declare;
pub mod findings;
pub mod lower;
pub mod members;
pub mod names;
pub mod overrides;
pub mod parameters;
pub mod probes;
pub mod radians;
pub mod set_values;
pub mod state;
pub mod units;
pub mod value;

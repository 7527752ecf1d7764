//! Elaboration: statements become values, parts, settings and drafts.

pub mod actuators;
pub mod elaboration;
pub mod mass;
pub mod parts;
pub mod places;
pub mod points;
pub mod statements;
pub mod sweep;

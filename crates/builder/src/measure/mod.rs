//! Measuring: from a thing and the name of a quantity to a value.

pub mod actuators;
pub mod before;
pub mod contact;
pub mod entity;
pub mod joints;
pub mod ledger;
pub mod measuring;
pub mod sweep;

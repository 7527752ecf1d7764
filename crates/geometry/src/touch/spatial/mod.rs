//! Contact in space.

pub(crate) mod curves;

//! The book's Rust, compiled and run as documentation examples of this crate.

#[doc = include_str!("../../../book/src/run/from_programs.md")]
mod from_programs {}

#[doc = include_str!("../../../book/src/extend/integrator.md")]
mod integrator {}

#[doc = include_str!("../../../book/src/extend/sink.md")]
mod sink {}

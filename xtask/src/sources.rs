//! Our crates read as text: files, modules, and what a path names.

pub mod attributes;
pub mod module_tree;
pub mod package;
pub mod resolve;

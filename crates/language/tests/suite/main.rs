//! From text to definition and back.
//!
//! One program, because each one more has to be built and linked; what cannot share stands beside it.

mod codes;
mod folder;
mod formatting;
mod markdown;
mod mutated_scenes;
mod random_definitions;
mod shared;
mod word_lists;

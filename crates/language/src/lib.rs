//! The scene language: text to [`Definition`](mainspring_definition::Definition) and back, errors that help,
//! a formatter and text edits. Knows no physics.
//!
//! ```
//! use mainspring_language::{NoImports, load, render};
//!
//! let (definition, diagnostics) = load("arm.mech", "jont o = revolute(a.b, c.d)", &mut NoImports);
//! let message = render(&diagnostics, &definition.sources, false);
//! assert!(message.contains("did you mean `joint`?"));
//! ```
//!
//! The syntax tree is lossless (`rowan`): every byte of the text is in it, so the formatter and the text edits keep
//! comments. Lowering gives a definition with byte spans. Names, dimensions and structure are checked later, in the
//! model, where all errors of a scene are collected in one go. A statement of which only the syntax is defined
//! (`controller`, `study` …) parses and formats here and is refused when the model is built.

mod codes;
mod decode;
mod diagnostics;
pub mod edit;
mod edit_target;
mod folder;
mod format;
mod format_spacing;
mod imports;
mod lexer;
pub mod limits;
mod lower;
mod parser;
mod print;
mod print_expressions;
mod render;
mod suggestion;
pub mod syntax;
mod tree;

pub use codes::CODES;
pub use decode::decode;
pub use folder::FolderLoader;
pub use format::format;
pub use imports::{Loader, NoImports, load};
pub use parser::{Parse, parse};
pub use print::print;
pub use render::render;

//! The scene language: text to [`Definition`](mainspring_definition::Definition) and back, errors that help,
//! a formatter and text edits. Knows no physics.

mod decode;
mod findings;
mod folder;
mod imports;
mod lexer;
pub mod limits;
mod lower;
mod parser;
pub mod syntax;

pub use decode::decode;
pub use folder::FolderLoader;
pub use imports::{Loader, NoImports, load};
pub use parser::{Parse, parse};

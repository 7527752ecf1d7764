//! How much text is taken, so that no scene can exhaust time, memory or the stack.

/// Bytes in one file.
pub const FILE_BYTES: usize = 16 << 20;
/// Tokens in one file, white space and comments included.
pub const TOKENS: usize = 2_000_000;
/// Brackets, blocks and prefix operators inside one another.
pub const NESTING: u32 = 100;
/// Height of one expression's tree: operators in a row count too.
pub const HEIGHT: u32 = 256;
/// Errors reported before the rest are only counted.
pub const ERRORS: usize = 100;
/// Files that one scene may import.
pub const IMPORTS: usize = 256;
/// Bytes of all imported files together.
pub const IMPORT_BYTES: usize = 64 << 20;

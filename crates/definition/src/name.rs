//! Names and where they are written.

use crate::diagnostic::Span;
use serde::{Deserialize, Serialize};

/// A name with its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Name {
    /// the identifier
    pub text: String,
    /// where
    pub span: Span,
}

impl Name {
    /// A name that no text says.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self { text: text.to_owned(), span: Span::NOWHERE }
    }
}

//! A whole scene: its texts and its statements.

use crate::statement::Statement;
use serde::{Deserialize, Serialize};

/// A whole scene as said, imports already joined in.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Definition {
    /// texts that spans point into; the scene itself first
    pub sources: Vec<Source>,
    /// in the order written
    pub statements: Vec<Statement>,
}

/// One text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// file name as given
    pub name: String,
    /// the text
    pub text: String,
}

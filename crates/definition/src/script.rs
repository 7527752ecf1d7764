//! The steps of scripts.

use crate::{Expr, Name, Path, Span};
use serde::{Deserialize, Serialize};

/// One step of a script, with the name that jumps reach it by (`again: gather for 3 s`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ScriptStep {
    /// `again:`
    pub label: Option<Name>,
    /// what it does
    pub kind: ScriptStepKind,
    /// where
    pub span: Span,
}

/// What a step of a script does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "each variant shows its spelling, which names its fields")]
pub enum ScriptStepKind {
    /// `gather for 3 s`, `gather until good.position.x > 3 cm`, or both: whichever comes first; `when … -> again` lines
    /// under it leave it for another step as soon as they hold
    Show { frame: Path, duration: Option<Expr>, until: Option<Expr>, exits: Vec<ScriptExit> },
    /// `loop 3 { … }`; without a number: for ever
    Loop { times: Option<Expr>, steps: Vec<ScriptStep> },
    /// `repeat 4`: everything above it, so often in all; without a number: for ever
    Repeat(Option<Expr>),
    /// `jump again`
    Jump(Name),
}

/// `when bad.position.y > 20 cm -> again`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ScriptExit {
    /// as soon as this holds
    pub when: Expr,
    /// label of the step to go on with, or `end`
    pub to: Name,
}

//! What a scene says, as plain data.
//!
//! A [`Definition`] is made by the language crate from text or by the builder from Rust; the model crate turns it
//! into a checked model. Everything carries a [`Span`] so that an error found later can still point at the text.
//!
//! How statements are written stands in one table ([`STATEMENTS`]), from which the language takes its words, its
//! places and its lists of options.
//!
//! Errors of every layer are [`Diagnostic`]s: a stable code, spans, a cause, a likely fix. Each crate explains its
//! own codes (`mainspring explain`):
//!
//! * E00xx files and imports, E01xx syntax: `language`
//! * E02xx names, E03xx dimensions and expressions, E04xx shapes and masses, E05xx joints, loads and settings, W06xx:
//!   `model`; what a sweep cannot begin with, also E05xx: `sweep_run`
//! * E07xx assembly: `dynamics`
//! * E08xx runs: `engine`
//! * E09xx the command line and recordings: `workbench`

pub mod amount;
pub mod builder;
pub mod diagnostic;
pub mod expression;
pub mod grammar;
mod impact;
mod name;
mod pieces;
mod scene;
mod script;
pub mod space;
pub mod statement;
mod unit_aliases;
pub mod units;
mod values;
pub mod word_lists;
pub mod words;

pub use diagnostic::{Code, Diagnostic, Label, Severity, Span, did_you_mean};
pub use expression::{Argument, BinaryOp, Decimal, Expr, ExprKind, Path, Segment, UnaryOp, UnitExpr, UnitFactor};
pub use impact::{IMPACT_LAWS, IMPACT_TREATMENTS, ImpactLaw, Treatment};
pub use name::Name;
pub use pieces::{Contacts, Declarator, DriveKind, Field, Parameter, ParameterKind, Placement, Trigger};
pub use scene::{Definition, Source};
pub use script::{ScriptExit, ScriptStep, ScriptStepKind};
pub use space::SpaceKind;
pub use statement::{STATEMENTS, Statement, StatementEntry, StatementForm, StatementKind, Sweep};
pub use units::{Dimension, Unit, find_unit};

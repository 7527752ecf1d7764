//! What a scene says, as plain data.
//!
//! A [`Definition`] is made by the language crate from text or by the builder from Rust; the model crate turns it
//! into a checked model. Everything carries a [`Span`] so that an error found later can still point at the text.

pub mod builder;
pub mod diagnostic;
pub mod expression;
pub mod grammar;
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
pub use name::Name;
pub use pieces::{Contacts, Declarator, DriveKind, Field, Parameter, ParameterKind, Placement, Trigger};
pub use scene::{Definition, Source};
pub use script::{ScriptExit, ScriptStep, ScriptStepKind};
pub use space::SpaceKind;
pub use statement::{STATEMENTS, Statement, StatementEntry, StatementForm, StatementKind};
pub use units::{Dimension, Unit, find_unit};

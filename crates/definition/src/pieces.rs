//! What statements are made of: fields, declared names, parameters, placements.

use crate::{Expr, Name, Path, Span};
use serde::{Deserialize, Serialize};

/// `name = value`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Field {
    /// left of `=`; dotted for nested blocks (`compliant.stiffness`)
    pub name: Name,
    /// right of it
    pub value: Expr,
}

/// A declared name, with an index (`l[i]`) or a range of them (`l[0..4]`) for families.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Declarator {
    /// the name
    pub name: Name,
    /// `[i]` or `[0..4]`
    pub index: Option<Expr>,
}

/// A parameter of a primitive or composite.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Parameter {
    /// its name
    pub name: Name,
    /// what it may be
    pub kind: ParameterKind,
    /// where the kind is written
    pub kind_span: Span,
    /// used when the caller gives none
    pub default: Option<Expr>,
}

/// What a parameter may be: a word (`length`, `density`, `count`, `region` …), resolved when the model is built.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ParameterKind(pub String);

/// Where a part stands and how it moves at the start.
///
/// `at` and `turned` place the frame the shape is drawn in, or a composite's own frame (its base's). `moving` is the
/// velocity of a part's centre of mass, which is also what `part.velocity` measures. A composite has no single such
/// point: there `moving` is the velocity of its own frame's origin, and with `spinning` all its parts move as one
/// rigid body, each centre of mass with v + ω × r, r from that origin; a part's own `moving` or `spinning` comes first.
/// Velocities that joints do not allow are then made consistent.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Placement {
    /// `at (0, 1) m`
    pub at: Option<Expr>,
    /// `turned 30 deg`
    pub turned: Option<Expr>,
    /// `about (0, 0, 1)`: the axis of `turned`, spatial only, default z
    pub about: Option<Expr>,
    /// `moving (1, 0) m/s`: velocity of a part's centre of mass, or of the origin of a composite's frame
    pub moving: Option<Expr>,
    /// `spinning 3 rad/s` (planar) or a vector (spatial, world axes); of a composite: as one rigid body
    pub spinning: Option<Expr>,
    /// `arriving 10 s`: not there before
    pub arriving: Option<Expr>,
    /// `leaving when bad.position.y > 20 cm`: taken away then
    pub leaving: Option<Expr>,
}

/// What a drive prescribes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DriveKind {
    /// `angle`, `travel` or `position`: the joint coordinate as a function of time
    Position,
    /// `speed` or `rate`
    Speed,
    /// `acceleration`
    Acceleration,
    /// `torque`, `force` or `effort`: no row, a load on the joint coordinate
    Effort,
}

/// When a switch acts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Trigger {
    /// `at 2 s`
    At(Expr),
    /// `when a.position.y < 0 m`
    When(Expr),
}

/// `contacts …`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Contacts {
    /// every pair
    All,
    /// no pair
    None,
    /// pairs among these
    Among(Vec<Path>),
}

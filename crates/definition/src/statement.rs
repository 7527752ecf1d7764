//! Statements as written, with names still strings and quantities still with their units.

use crate::{Expr, Path, SpaceKind, Span};
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

/// A statement with its place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Statement {
    /// what it says
    pub kind: StatementKind,
    /// where
    pub span: Span,
}

/// What a statement can say. Scene, composite, primitive and option blocks share one list; which statements may
/// stand where is checked when the model is built (parse errors are for text that has no reading at all).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "each variant shows its spelling, which names its fields")]
pub enum StatementKind {
    /// `space planar`
    Space(SpaceKind),
    /// `gravity (0, -9.81) m/s^2`
    Gravity(Expr),
    /// `method event`, `method penalty { stiffness = 1e6 N/m }`
    Method { name: Name, options: Vec<Field> },
    /// `impact { law = coulomb; treatment = sequential }`
    Impact(Vec<Field>),
    /// `material steel { density = … }`
    Material { name: Name, fields: Vec<Field> },
    /// `materials steel, rubber { friction = 0.8 }`: how the two behave together
    Materials { names: Vec<Path>, fields: Vec<Field> },
    /// `primitive bar(l: length = 10 cm) { shape = …; point a = … }`: fields, points, lets, for, if
    Primitive { name: Name, parameters: Vec<Parameter>, body: Vec<Statement> },
    /// `composite hand(fingers: count) { … }`: any statements but space, gravity, method, run, plot, record
    Composite { name: Name, parameters: Vec<Parameter>, body: Vec<Statement> },
    /// `part l1, l2 = link(…) at (0, 1) m turned 30 deg`; the value is a call of a primitive or composite
    Part { names: Vec<Declarator>, value: Expr, placement: Placement },
    /// `mass bob = 50 g at (0, 1) m`: a point mass
    Mass { names: Vec<Declarator>, value: Expr, placement: Placement },
    /// `fix p.l0`: welds a part to the ground where it is placed
    Fix(Vec<Path>),
    /// `base l1` in a composite: whose frame `at` places
    Base(Path),
    /// `obstacle stop = polygon(…) cm at … { friction = 0.3 }`
    Obstacle { name: Declarator, value: Expr, placement: Placement, options: Vec<Field> },
    /// `joint o = revolute(ground (0, 0), crank.a) { stiffness = …; compliant { … } }`; options may nest one block deep,
    /// a nested block's fields being named `compliant.stiffness` …, a bare word `adapt` a field with value `true`
    Joint { name: Declarator, value: Expr, options: Vec<Field> },
    /// `guess o = 60 deg` (a hint for closing loops) or `start o = 60 deg rate 2 rad/s` (holds exactly at t = 0)
    Start { joint: Path, value: Option<Expr>, rate: Option<Expr>, exact: bool },
    /// `drive o speed = 2*pi rad/s`
    Drive { joint: Path, kind: DriveKind, value: Expr },
    /// `spring s = linear(a.p, b.q) { stiffness = …; damping = …; rest = …; force = … }`, `rotary(joint) { … }`
    Spring { name: Declarator, value: Expr, options: Vec<Field> },
    /// `force push on crank.b = (10, 0) N` in world axes, or `… along crank` in that part's axes
    Force { name: Declarator, on: Path, value: Expr, along: Option<Path> },
    /// `torque twist on crank = 2 N*m`, `… along crank`
    Torque { name: Declarator, on: Path, value: Expr, along: Option<Path> },
    /// `let h = 2 cm`
    Let { name: Name, value: Expr },
    /// `quantity reach = norm(tip.position)`: measured during the run
    Quantity { name: Declarator, value: Expr },
    /// `constraint level: a.position.y = b.position.y`
    Constraint { name: Declarator, left: Expr, right: Expr },
    /// `release j when …`, `attach j at 2 s`
    Switch { attach: bool, targets: Vec<Path>, trigger: Trigger },
    /// `for i in 0..4 { … }`
    For { variable: Name, values: Expr, body: Vec<Statement> },
    /// `if n > 3 { … } else { … }`
    If { condition: Expr, then: Vec<Statement>, otherwise: Vec<Statement> },
    /// `shape = rect(l, 1 cm)` in a primitive
    Field(Field),
    /// `point a = (0, 1) cm axis (0, 0, 1) zero (1, 0, 0)`, planar `… turned 30 deg`; in a composite the value may be
    /// a path to a part's point, which it then names
    Point { name: Declarator, value: Expr, axis: Option<Expr>, zero: Option<Expr>, turned: Option<Expr> },
    /// `contact rocker, stop { friction = 0.3 }`
    Contact { parts: Vec<Path>, options: Vec<Field> },
    /// `contacts all`
    Contacts(Contacts),
    /// `run 10 s every 10 ms { rtol = 1e-9; integrator = dop853 }`
    Run { duration: Expr, every: Option<Expr>, options: Vec<Field> },
    /// `record crank.angle, norm(o.force)`
    Record(Vec<Expr>),
    /// `plot "title" a, b against c`
    Plot { title: String, curves: Vec<Expr>, against: Option<Expr> },
    /// `surface { gravity = 9.81 m/s^2; static_friction = 0.4; law = hybrid }`: what parts lie on
    Surface(Vec<Field>),
    /// `window left = rect(…) at … turned … { force = (40, 0) N/m^2; priority = 1 }`; place and options may read `t`,
    /// densities also `x` and `y`
    Window { name: Declarator, value: Expr, placement: Placement, options: Vec<Field> },
    /// `array pads = grid(40, 30, pitch = 1 cm) at … { force = … }`
    Array { name: Declarator, value: Expr, placement: Placement, options: Vec<Field> },
    /// `group gates { priority = 3; window a = … }`: windows and arrays under one name that share options
    Group { name: Name, body: Vec<Statement> },
    /// `frame gather { left, right }`: windows, arrays and groups that are on together
    Frame { name: Declarator, members: Vec<Path> },
    /// `script sort { gather for 3 s; reject for 2 s; repeat 4 }`
    Script { name: Name, steps: Vec<ScriptStep> },
    /// `bin scrap = rect(…) at …`: a part whose centre comes in here leaves the array
    Bin { name: Declarator, value: Expr, placement: Placement },
    /// `root body = polygon(…) mm moves (1, 0) mm/s from (0, 0) mm until 40 mm`: what pawls are hinged on; an outline
    /// ends the run where it hits; `until` is a distance or a time; `spinning` has a reading only to be refused by name
    Root {
        name: Declarator,
        outline: Option<Expr>,
        moves: Expr,
        from: Option<Expr>,
        until: Option<Expr>,
        spinning: Option<Expr>,
    },
    /// `pawl hook on body at (0, 3) mm = polygon(…) mm { stiffness = 12 N*mm/rad; friction = 0.2 }`, its outline drawn
    /// round the hinge
    Pawl { name: Declarator, on: Path, at: Option<Expr>, value: Expr, options: Vec<Field> },
    /// `report events, contacts, insertion_force`: what a sweep tells
    Report(Vec<Path>),
    /// a construct whose physics comes with a later version: `controller`, `study` …
    Later { keyword: Name },
}

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

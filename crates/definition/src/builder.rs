//! Scenes made in Rust: the same statements the text would give, with no place in any text.
//!
//! Where a statement fixes the dimension (`gravity`, `at`, `run` …) plain numbers are SI; elsewhere say the unit.
//! Loops and conditions are Rust's own; a statement without a helper here goes in through [`Scene::with`].
//!
//! ```
//! use mainspring_definition::builder::{Scene, call, ground, joint, part, path, primitive, quantity};
//! let scene = Scene::planar()
//!     .gravity([0.0, -9.81])
//!     .with(
//!         primitive("bar")
//!             .parameter("l", "length")
//!             .field("shape", call("rect", [path("l"), quantity(1.0, "cm")]))
//!             .field("area_density", quantity(2.0, "kg/m^2"))
//!             .point("pin", [path("l") / 2.0, 0.0.into()]),
//!     )
//!     .with(part("pendulum", call("bar", [quantity(50.0, "cm")])))
//!     .with(joint("o", "revolute", [ground([0.0, 0.0]), path("pendulum.pin")]).option("damping", quantity(1.0, "N*mm*s")))
//!     .start("o", quantity(30.0, "deg"))
//!     .run(10.0, 0.01)
//!     .plot("swing", [path("o.angle")])
//!     .build();
//! assert_eq!(scene.statements.len(), 8);
//! ```

mod fields;
mod sweep;

pub use crate::values::{Value, call, ground, number, path, quantity, text, tuple};
pub use fields::{ActuatorBuilder, array, bin, frame, repeat, script, show, show_until, surface, window};
pub use sweep::{PawlBuilder, RootBuilder, method, pawl, report, root};

use crate::{
    Declarator, Definition, Dimension, DriveKind, Expr, Field, Name, Parameter, ParameterKind, Path, Placement,
    SpaceKind, Span, Statement, StatementKind, Trigger,
};

/// A whole scene in the making.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    statements: Vec<Statement>,
}

impl Scene {
    /// An empty scene in the plane.
    #[must_use]
    pub fn planar() -> Self {
        Self { statements: vec![StatementKind::Space(SpaceKind::Planar).into()] }
    }

    /// An empty scene in space.
    #[must_use]
    pub fn spatial() -> Self {
        Self { statements: vec![StatementKind::Space(SpaceKind::Spatial).into()] }
    }

    /// Adds any statement.
    #[must_use]
    pub fn with(mut self, statement: impl Into<Statement>) -> Self {
        self.statements.push(statement.into());
        self
    }

    /// `gravity (…)`, in m/s² unless the value says otherwise.
    #[must_use]
    pub fn gravity(self, value: impl Value) -> Self {
        self.with(StatementKind::Gravity(value.of(Dimension::ACCELERATION)))
    }

    /// `let name = …`
    #[must_use]
    pub fn define(self, name: &str, value: impl Into<Expr>) -> Self {
        self.with(StatementKind::Let { name: Name::new(name), value: value.into() })
    }

    /// `fix a, b`
    #[must_use]
    pub fn fix<'a>(self, parts: impl IntoIterator<Item = &'a str>) -> Self {
        self.with(StatementKind::Fix(parts.into_iter().map(Path::from_text).collect()))
    }

    /// `start joint = value`: holds exactly at t = 0.
    #[must_use]
    pub fn start(self, joint: &str, value: impl Into<Expr>) -> Self {
        let value = Some(value.into());
        self.with(StatementKind::Start { joint: Path::from_text(joint), value, rate: None, exact: true })
    }

    /// `guess joint = value`: where to look when closing loops.
    #[must_use]
    pub fn guess(self, joint: &str, value: impl Into<Expr>) -> Self {
        let value = Some(value.into());
        self.with(StatementKind::Start { joint: Path::from_text(joint), value, rate: None, exact: false })
    }

    /// `drive joint speed = …` and its kin.
    #[must_use]
    pub fn drive(self, joint: &str, kind: DriveKind, value: impl Into<Expr>) -> Self {
        self.with(StatementKind::Drive {
            joint: Path::from_text(joint),
            kind,
            value: value.into(),
            options: Vec::new(),
        })
    }

    /// `quantity name = …`: measured during the run.
    #[must_use]
    pub fn measure(self, name: &str, value: impl Into<Expr>) -> Self {
        self.with(StatementKind::Quantity { name: declarator(name), value: value.into() })
    }

    /// `release a when …`
    #[must_use]
    pub fn release(self, target: &str, trigger: Trigger) -> Self {
        self.with(StatementKind::Switch { attach: false, targets: vec![Path::from_text(target)], trigger })
    }

    /// `attach a when …`
    #[must_use]
    pub fn attach(self, target: &str, trigger: Trigger) -> Self {
        self.with(StatementKind::Switch { attach: true, targets: vec![Path::from_text(target)], trigger })
    }

    /// `run duration every interval`, in seconds unless the values say otherwise.
    #[must_use]
    pub fn run(self, duration: impl Value, every: impl Value) -> Self {
        let (duration, every) = (duration.of(Dimension::TIME), Some(every.of(Dimension::TIME)));
        self.with(StatementKind::Run { duration, every, options: Vec::new() })
    }

    /// `record a, b`
    #[must_use]
    pub fn record(self, values: impl IntoIterator<Item = Expr>) -> Self {
        self.with(StatementKind::Record(values.into_iter().collect()))
    }

    /// `plot "title" a, b`
    #[must_use]
    pub fn plot(self, title: &str, curves: impl IntoIterator<Item = Expr>) -> Self {
        let (title, curves) = (title.to_owned(), curves.into_iter().collect());
        self.with(StatementKind::Plot { title, curves, against: None })
    }

    /// The finished definition.
    #[must_use]
    pub fn build(self) -> Definition {
        Definition { sources: Vec::new(), statements: self.statements }
    }
}

/// A part, mass or obstacle with its place.
#[derive(Clone, Debug)]
pub struct PlacedBuilder {
    kind: fn(Declarator, Expr, Placement) -> StatementKind,
    name: Declarator,
    value: Expr,
    placement: Placement,
}

/// `part name = primitive(…)`
#[must_use]
pub fn part(name: &str, value: Expr) -> PlacedBuilder {
    let kind = |name, value, placement| StatementKind::Part { names: vec![name], value, placement };
    PlacedBuilder { kind, name: declarator(name), value, placement: Placement::default() }
}

/// `mass name = 50 g`, in kg unless the value says otherwise
#[must_use]
pub fn mass(name: &str, value: impl Value) -> PlacedBuilder {
    let kind =
        |name, value, placement| StatementKind::Mass { names: vec![name], value, placement, options: Vec::new() };
    PlacedBuilder { kind, name: declarator(name), value: value.of(Dimension::MASS), placement: Placement::default() }
}

/// `obstacle name = region`
#[must_use]
pub fn obstacle(name: &str, value: Expr) -> PlacedBuilder {
    let kind = |name, value, placement| StatementKind::Obstacle { name, value, placement, options: Vec::new() };
    PlacedBuilder { kind, name: declarator(name), value, placement: Placement::default() }
}

impl PlacedBuilder {
    /// `at (…)`, in metres unless the value says otherwise.
    #[must_use]
    pub fn at(mut self, place: impl Value) -> Self {
        self.placement.at = Some(place.of(Dimension::LENGTH));
        self
    }

    /// `turned …`, in radians unless the value says otherwise; about z.
    #[must_use]
    pub fn turned(mut self, angle: impl Value) -> Self {
        self.placement.turned = Some(angle.of(Dimension::NONE));
        self
    }

    /// `turned … about (…)`, spatial.
    #[must_use]
    pub fn turned_about(mut self, angle: impl Value, axis: impl Value) -> Self {
        self.placement.about = Some(axis.of(Dimension::NONE));
        self.turned(angle)
    }

    /// `moving (…)`, in m/s unless the value says otherwise.
    #[must_use]
    pub fn moving(mut self, velocity: impl Value) -> Self {
        self.placement.moving = Some(velocity.of(Dimension::SPEED));
        self
    }

    /// `spinning …`, in rad/s unless the value says otherwise.
    #[must_use]
    pub fn spinning(mut self, rate: impl Value) -> Self {
        self.placement.spinning = Some(rate.of(Dimension::RATE));
        self
    }
}

impl From<PlacedBuilder> for Statement {
    fn from(p: PlacedBuilder) -> Self {
        (p.kind)(p.name, p.value, p.placement).into()
    }
}

/// A joint or spring with its options.
#[derive(Clone, Debug)]
pub struct ConnectionBuilder {
    kind: fn(Declarator, Expr, Vec<Field>) -> StatementKind,
    name: Declarator,
    value: Expr,
    options: Vec<Field>,
}

/// `joint name = revolute(a.p, b.q)`
#[must_use]
pub fn joint(name: &str, kind: &str, ends: impl IntoIterator<Item = Expr>) -> ConnectionBuilder {
    let statement = |name, value, options| StatementKind::Joint { name, value, options };
    ConnectionBuilder { kind: statement, name: declarator(name), value: call(kind, ends), options: Vec::new() }
}

/// `spring name = linear(a.p, b.q)`
#[must_use]
pub fn spring(name: &str, kind: &str, ends: impl IntoIterator<Item = Expr>) -> ConnectionBuilder {
    let statement = |name, value, options| StatementKind::Spring { name, value, options };
    ConnectionBuilder { kind: statement, name: declarator(name), value: call(kind, ends), options: Vec::new() }
}

impl ConnectionBuilder {
    /// `{ name = value }`; a nested block's fields are dotted, `compliant.stiffness`.
    #[must_use]
    pub fn option(mut self, name: &str, value: impl Into<Expr>) -> Self {
        self.options.push(Field { name: Name::new(name), value: value.into() });
        self
    }
}

impl From<ConnectionBuilder> for Statement {
    fn from(c: ConnectionBuilder) -> Self {
        (c.kind)(c.name, c.value, c.options).into()
    }
}

/// A primitive or composite in the making.
#[derive(Clone, Debug)]
pub struct Template {
    kind: fn(Name, Vec<Parameter>, Vec<Statement>) -> StatementKind,
    name: Name,
    parameters: Vec<Parameter>,
    body: Vec<Statement>,
}

/// `primitive name { … }`: one rigid body.
#[must_use]
pub fn primitive(name: &str) -> Template {
    let kind = |name, parameters, body| StatementKind::Primitive { name, parameters, body };
    Template { kind, name: Name::new(name), parameters: Vec::new(), body: Vec::new() }
}

/// `composite name { … }`: parts and joints under one name.
#[must_use]
pub fn composite(name: &str) -> Template {
    let kind = |name, parameters, body| StatementKind::Composite { name, parameters, body };
    Template { kind, name: Name::new(name), parameters: Vec::new(), body: Vec::new() }
}

impl Template {
    /// `name: kind`
    #[must_use]
    pub fn parameter(mut self, name: &str, kind: &str) -> Self {
        let kind = ParameterKind(kind.to_owned());
        self.parameters.push(Parameter { name: Name::new(name), kind, kind_span: Span::NOWHERE, default: None });
        self
    }

    /// `name: kind = default`
    #[must_use]
    pub fn parameter_or(mut self, name: &str, kind: &str, default: impl Into<Expr>) -> Self {
        let (kind, default) = (ParameterKind(kind.to_owned()), Some(default.into()));
        self.parameters.push(Parameter { name: Name::new(name), kind, kind_span: Span::NOWHERE, default });
        self
    }

    /// `name = value`
    #[must_use]
    pub fn field(self, name: &str, value: impl Into<Expr>) -> Self {
        self.with(StatementKind::Field(Field { name: Name::new(name), value: value.into() }))
    }

    /// `point name = (…)`, in metres unless the value says otherwise.
    #[must_use]
    pub fn point(self, name: &str, place: impl Value) -> Self {
        let (name, value) = (declarator(name), place.of(Dimension::LENGTH));
        self.with(StatementKind::Point { name, value, axis: None, zero: None, turned: None })
    }

    /// Adds any statement.
    #[must_use]
    pub fn with(mut self, statement: impl Into<Statement>) -> Self {
        self.body.push(statement.into());
        self
    }
}

impl From<Template> for Statement {
    fn from(t: Template) -> Self {
        (t.kind)(t.name, t.parameters, t.body).into()
    }
}

impl From<StatementKind> for Statement {
    fn from(kind: StatementKind) -> Self {
        Self { kind, span: Span::NOWHERE }
    }
}

/// `force name on a.p = (…)` in world axes, in newtons unless the value says otherwise.
#[must_use]
pub fn force(name: &str, on: &str, value: impl Value) -> StatementKind {
    let value = value.of(Dimension::FORCE);
    StatementKind::Force { name: declarator(name), on: Path::from_text(on), value, along: None }
}

/// `torque name on a = …` in world axes, in N·m unless the value says otherwise.
#[must_use]
pub fn torque(name: &str, on: &str, value: impl Value) -> StatementKind {
    let value = value.of(Dimension::TORQUE);
    StatementKind::Torque { name: declarator(name), on: Path::from_text(on), value, along: None }
}

fn declarator(text: &str) -> Declarator {
    let path = Path::from_text(text);
    match path.segments.into_iter().next() {
        Some(segment) => Declarator { name: segment.name, index: segment.index.map(|i| *i) },
        None => Declarator { name: Name::new(text), index: None },
    }
}

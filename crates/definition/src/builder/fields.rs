//! Surfaces, windows, arrays, frames, scripts and bins made in Rust.

use super::{PlacedBuilder, Value, declarator};
use crate::{
    Declarator, Dimension, Expr, Field, Name, Path, Placement, ScriptStep, ScriptStepKind, Span, Statement,
    StatementKind,
};

/// `surface { friction = 0.3 }`: what parts lie on.
#[must_use]
pub fn surface<'a>(options: impl IntoIterator<Item = (&'a str, Expr)>) -> StatementKind {
    let field = |(name, value): (&str, Expr)| Field { name: Name::new(name), value };
    StatementKind::Surface(options.into_iter().map(field).collect())
}

/// A window or array with its place and options.
#[derive(Clone, Debug)]
pub struct ActuatorBuilder {
    kind: fn(Declarator, Expr, Placement, Vec<Field>) -> StatementKind,
    name: Declarator,
    value: Expr,
    placement: Placement,
    options: Vec<Field>,
}

/// `window name = region { force = … }`
#[must_use]
pub fn window(name: &str, region: Expr) -> ActuatorBuilder {
    let kind = |name, value, placement, options| StatementKind::Window { name, value, placement, options };
    ActuatorBuilder {
        kind,
        name: declarator(name),
        value: region,
        placement: Placement::default(),
        options: Vec::new(),
    }
}

/// `array name = grid(…) { force = … }`
#[must_use]
pub fn array(name: &str, grid: Expr) -> ActuatorBuilder {
    let kind = |name, value, placement, options| StatementKind::Array { name, value, placement, options };
    ActuatorBuilder { kind, name: declarator(name), value: grid, placement: Placement::default(), options: Vec::new() }
}

impl ActuatorBuilder {
    /// `at (…)`, in metres unless the value says otherwise.
    #[must_use]
    pub fn at(mut self, place: impl Value) -> Self {
        self.placement.at = Some(place.of(Dimension::LENGTH));
        self
    }

    /// `turned …`, in radians unless the value says otherwise.
    #[must_use]
    pub fn turned(mut self, angle: impl Value) -> Self {
        self.placement.turned = Some(angle.of(Dimension::NONE));
        self
    }

    /// `{ name = value }`
    #[must_use]
    pub fn option(mut self, name: &str, value: impl Into<Expr>) -> Self {
        self.options.push(Field { name: Name::new(name), value: value.into() });
        self
    }
}

impl From<ActuatorBuilder> for Statement {
    fn from(a: ActuatorBuilder) -> Self {
        (a.kind)(a.name, a.value, a.placement, a.options).into()
    }
}

/// `bin name = region`: where parts leave.
#[must_use]
pub fn bin(name: &str, region: Expr) -> PlacedBuilder {
    let kind = |name, value, placement| StatementKind::Bin { name, value, placement };
    PlacedBuilder { kind, name: declarator(name), value: region, placement: Placement::default() }
}

/// `frame name { a, b }`: what is on together.
#[must_use]
pub fn frame<'a>(name: &str, members: impl IntoIterator<Item = &'a str>) -> StatementKind {
    StatementKind::Frame { name: declarator(name), members: members.into_iter().map(Path::from_text).collect() }
}

/// `script name { … }`: which frames follow each other.
#[must_use]
pub fn script(name: &str, steps: impl IntoIterator<Item = ScriptStep>) -> StatementKind {
    StatementKind::Script { name: Name::new(name), steps: steps.into_iter().collect() }
}

fn step(kind: ScriptStepKind) -> ScriptStep {
    ScriptStep { label: None, kind, span: Span::NOWHERE }
}

/// `frame for 3 s`, in seconds unless the value says otherwise.
#[must_use]
pub fn show(frame: &str, duration: impl Value) -> ScriptStep {
    let duration = Some(duration.of(Dimension::TIME));
    step(ScriptStepKind::Show { frame: Path::from_text(frame), duration, until: None, exits: Vec::new() })
}

/// `frame until condition`
#[must_use]
pub fn show_until(frame: &str, condition: Expr) -> ScriptStep {
    let until = Some(condition);
    step(ScriptStepKind::Show { frame: Path::from_text(frame), duration: None, until, exits: Vec::new() })
}

/// `repeat 4`: everything above it, so often in all; None: for ever.
#[must_use]
pub fn repeat(times: Option<Expr>) -> ScriptStep {
    step(ScriptStepKind::Repeat(times))
}

impl PlacedBuilder {
    /// `arriving 10 s`, in seconds unless the value says otherwise.
    #[must_use]
    pub fn arriving(mut self, time: impl Value) -> Self {
        self.placement.arriving = Some(time.of(Dimension::TIME));
        self
    }

    /// `leaving when condition`
    #[must_use]
    pub fn leaving(mut self, condition: Expr) -> Self {
        self.placement.leaving = Some(condition);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Scene, call, number, part, primitive, quantity};
    use super::*;

    #[test]
    fn statements_are_those_of_the_text() {
        let region = || call("rect", [quantity(2.0, "cm"), quantity(1.0, "cm")]);
        let scene = Scene::planar()
            .with(surface([("friction", number(0.3))]))
            .with(primitive("plate").field("shape", region()).field("area_density", quantity(1.0, "kg/m^2")))
            .with(window("w[2]", region()).at([0.0, 1.0]).turned(0.5).option("priority", number(2.0)))
            .with(frame("f", ["w[2]"]))
            .with(script("s", [show("f", 3.0), repeat(Some(number(2.0)))]))
            .with(bin("b", region()).at([1.0, 0.0]))
            .with(part("p", call("plate", [])).at([0.0, 0.0]).arriving(2.0))
            .build();
        let [_, _, _, w, f, s, b, p] = scene.statements.as_slice() else { panic!("{scene:?}") };
        let StatementKind::Window { name, placement, options, .. } = &w.kind else { panic!("{w:?}") };
        assert!(name.index.is_some() && placement.at.is_some() && placement.turned.is_some());
        assert_eq!(options[0].name.text, "priority");
        assert!(matches!(&f.kind, StatementKind::Frame { members, .. } if members.len() == 1));
        let StatementKind::Script { steps, .. } = &s.kind else { panic!("{s:?}") };
        assert!(matches!(&steps[0].kind, ScriptStepKind::Show { duration: Some(_), until: None, .. }));
        assert!(matches!(&steps[1].kind, ScriptStepKind::Repeat(Some(_))));
        assert!(matches!(&b.kind, StatementKind::Bin { placement, .. } if placement.at.is_some()));
        assert!(matches!(&p.kind, StatementKind::Part { placement, .. } if placement.arriving.is_some()));
    }
}

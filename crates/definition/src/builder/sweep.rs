//! The method, the root, the pawls and the report of an exact sweep, made in Rust.

use super::{Value, declarator};
use crate::{Declarator, Dimension, Expr, Field, Name, Path, Statement, StatementKind};

/// `method name`
#[must_use]
pub fn method(name: &str) -> StatementKind {
    StatementKind::Method { name: Name::new(name), options: Vec::new() }
}

/// What pawls are hinged on.
#[derive(Clone, Debug)]
pub struct RootBuilder {
    name: Declarator,
    moves: Expr,
    outline: Option<Expr>,
    from: Option<Expr>,
    until: Option<Expr>,
}

/// `root name moves velocity`, in m/s unless the value says otherwise.
#[must_use]
pub fn root(name: &str, velocity: impl Value) -> RootBuilder {
    let moves = velocity.of(Dimension::SPEED);
    RootBuilder { name: declarator(name), moves, outline: None, from: None, until: None }
}

impl RootBuilder {
    /// `= region`: an outline that ends the run where it hits.
    #[must_use]
    pub fn outline(mut self, region: Expr) -> Self {
        self.outline = Some(region);
        self
    }

    /// `from (…)`, in metres unless the value says otherwise.
    #[must_use]
    pub fn from(mut self, place: impl Value) -> Self {
        self.from = Some(place.of(Dimension::LENGTH));
        self
    }

    /// `until 40 mm`, in metres unless the value says otherwise; a time must say its unit.
    #[must_use]
    pub fn until(mut self, end: impl Value) -> Self {
        self.until = Some(end.of(Dimension::LENGTH));
        self
    }
}

impl From<RootBuilder> for Statement {
    fn from(c: RootBuilder) -> Self {
        let RootBuilder { name, moves, outline, from, until } = c;
        StatementKind::Root { name, outline, moves, from, until, spinning: None }.into()
    }
}

/// A pawl with its hinge and options.
#[derive(Clone, Debug)]
pub struct PawlBuilder {
    name: Declarator,
    on: Path,
    at: Option<Expr>,
    value: Expr,
    options: Vec<Field>,
}

/// `pawl name on root = region`, drawn round the hinge.
#[must_use]
pub fn pawl(name: &str, on: &str, region: Expr) -> PawlBuilder {
    PawlBuilder { name: declarator(name), on: Path::from_text(on), at: None, value: region, options: Vec::new() }
}

impl PawlBuilder {
    /// `at (…)`: the hinge in the root's frame, in metres unless the value says otherwise.
    #[must_use]
    pub fn at(mut self, place: impl Value) -> Self {
        self.at = Some(place.of(Dimension::LENGTH));
        self
    }

    /// `{ name = value }`
    #[must_use]
    pub fn option(mut self, name: &str, value: impl Into<Expr>) -> Self {
        self.options.push(Field { name: Name::new(name), value: value.into() });
        self
    }
}

impl From<PawlBuilder> for Statement {
    fn from(h: PawlBuilder) -> Self {
        let PawlBuilder { name, on, at, value, options } = h;
        StatementKind::Pawl { name, on, at, value, options }.into()
    }
}

/// `report events, contacts`: what a sweep reports.
#[must_use]
pub fn report<'a>(what: impl IntoIterator<Item = &'a str>) -> StatementKind {
    StatementKind::Report(what.into_iter().map(Path::from_text).collect())
}

#[cfg(test)]
mod tests {
    use super::super::{Scene, call, obstacle, quantity, tuple};
    use super::*;

    #[test]
    fn statements_are_those_of_the_text() {
        let region = || call("rect", [quantity(2.0, "mm"), quantity(1.0, "mm")]);
        let scene = Scene::planar()
            .with(method("sweep"))
            .with(obstacle("plate", region()))
            .with(root("body", [0.001, 0.0]).outline(region()).from([0.0, 0.0]).until(0.04))
            .with(
                pawl("hook", "body", region())
                    .at(tuple([0.0.into(), 3.0.into()]).with_unit("mm"))
                    .option("stiffness", quantity(12.0, "N*mm/rad")),
            )
            .with(report(["events"]))
            .build();
        let [_, m, _, r, p, told] = scene.statements.as_slice() else { panic!("{scene:?}") };
        assert!(matches!(&m.kind, StatementKind::Method { name, .. } if name.text == "sweep"));
        let StatementKind::Root { outline, from, until, spinning, .. } = &r.kind else { panic!("{r:?}") };
        assert!(outline.is_some() && from.is_some() && until.is_some() && spinning.is_none());
        let StatementKind::Pawl { on, at, options, .. } = &p.kind else { panic!("{p:?}") };
        assert_eq!((on.as_name(), options[0].name.text.as_str()), (Some("body"), "stiffness"));
        assert!(at.is_some());
        assert!(matches!(&told.kind, StatementKind::Report(paths) if paths.len() == 1));
    }
}

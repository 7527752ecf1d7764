//! `method sweep`: a root that translates among polygons and pawls hinged on it, kept exactly as written.
//!
//! The ordinary builder still works every expression out, which finds what is misspelt or has the wrong dimension;
//! [`evaluate`] then gives the same value without rounding. A sweep has statements of its own and none of the others'.

mod angle;
mod dimensions;
mod evaluate;
mod follow;
mod measure;
mod model;
mod number;
mod outline;
mod pawls;
mod range;
mod refusals;
mod root;
mod run;
mod simple;
mod touching;

pub(crate) use evaluate::Worth;
pub use follow::{Follows, Formula, Loss, Operation};
pub use model::*;

use crate::build::Builder;
use crate::elaborate::paths::listed;
use crate::elaborate::value::{Entity, ScopeId, Value};
use crate::{Domain, Model, limits};
use evaluate::ExactNames;
use follow::Traced;
use mainspring_definition::{
    Declarator, Diagnostic, Dimension, Expr, ExprKind, Field, Path, Placement, SpaceKind, Span, Statement,
    StatementKind, did_you_mean,
};
use outline::Outline;
use root::Root;

/// What is said of a sweep.
#[derive(Default)]
pub(crate) struct Sweep<'a> {
    /// whether the scene is one
    pub(crate) on: bool,
    /// where it says so
    said: Option<Span>,
    names: ExactNames<'a>,
    root: Option<Root>,
    /// a root line was there, right or wrong
    root_said: Option<Span>,
    obstacles: Vec<SweepObstacle>,
    pawls: Vec<SweepPawl>,
    pawl_said: bool,
    /// pawls that have a name already
    named: usize,
    report: Vec<SweepReport>,
    /// what decides by a dimension what there is in the drawing
    lost: Option<Loss>,
}

/// What a name of a sweep stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Swept {
    Root,
    /// by its number among those declared
    Pawl(usize),
    Obstacle,
}

impl Swept {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Root => "the root",
            Self::Pawl(_) => "a pawl",
            Self::Obstacle => "an obstacle",
        }
    }
}

impl Model {
    /// What `method sweep` runs; None for every other scene.
    #[must_use]
    pub fn sweep(&self) -> Option<&SweepModel> {
        self.sweep.as_ref()
    }
}

impl<'a> Builder<'a> {
    /// Finds out, before anything else is done, whether the scene is a sweep.
    pub(crate) fn find_sweep(&mut self) {
        let set = self.options.overrides.iter().rev().find(|(path, _)| path == "method").map(|(_, expr)| expr);
        let said = self.definition.statements.iter().find_map(|s| match &s.kind {
            StatementKind::Method { name, .. } => Some((name.text == "sweep", name.span)),
            _ => None,
        });
        let (on, span) = match set {
            Some(expr) => {
                let word = match &expr.kind {
                    ExprKind::Path(path) => path.as_name(),
                    ExprKind::Text(text) => Some(text.as_str()),
                    _ => None,
                };
                (word == Some("sweep"), expr.span)
            }
            None => said.unwrap_or((false, Span::NOWHERE)),
        };
        (self.sweep.on, self.sweep.said) = (on, Some(span));
        if on && self.space == SpaceKind::Spatial {
            self.report(
                Diagnostic::error("E0531", span, "an exact sweep is planar, this scene is spatial")
                    .help("write `space planar`; in space, `method event` moves parts that touch"),
            );
            // every tuple would have a component too many
            self.stopped = true;
        }
    }

    /// The rest of a sweep, once all statements have been read.
    pub(crate) fn collect_sweep(&mut self, deferred: &[(ScopeId, &'a Statement)], scene: ScopeId) {
        self.collect_pawls(deferred);
        self.sweep_run(scene);
        // the method has been looked up already, which counts as used
        self.override_of("method");
        self.sweep_channels(deferred, scene);
        if self.leaves_out(Domain::Contacts) {
            self.report(
                Diagnostic::error(
                    "E0531",
                    self.sweep.said.unwrap_or(Span::NOWHERE),
                    "a sweep without contacts would find nothing",
                )
                .help("leave `--without contacts` out"),
            );
        }
        if self.stopped {
            return;
        }
        let last = self.definition.statements.last().map_or(Span::NOWHERE, |s| s.span);
        if self.sweep.root_said.is_none() {
            self.report(
                Diagnostic::error("E0533", last, "the sweep has no root, so nothing moves")
                    .help("add `root body moves (1, 0) mm/s until 40 mm`"),
            );
        }
        if !self.sweep.pawl_said {
            self.report(
                Diagnostic::error("E0534", last, "the sweep has no pawl, so there is nothing to follow")
                    .help("add `pawl hook on body at (0, 0) mm = polygon(…) mm { stiffness = 12 N*mm/rad }`"),
            );
        }
    }

    /// The names of the root and of a pawl, or such as they might have.
    pub(crate) fn sweep_names(&self) -> (String, String) {
        let root = self.sweep.root.as_ref().map_or_else(|| "body".to_owned(), |root| root.name.clone());
        (root, self.sweep.pawls.first().map_or_else(|| "hook".to_owned(), |pawl| pawl.name.clone()))
    }

    /// What was gathered; None where something of it is wrong.
    pub(crate) fn swept(&mut self) -> Option<SweepModel> {
        let root = self.sweep.root.take()?;
        let mut report = std::mem::take(&mut self.sweep.report);
        if report.is_empty() {
            report = REPORTS.iter().map(|(_, r)| *r).collect();
        }
        let lets = self.scene_lets();
        let (velocity, velocity_follows) = apart(root.velocity);
        let (start, start_follows) = apart(root.start);
        let follows = RootFollows { velocity: velocity_follows, start: start_follows, until: root.until.follows };
        Some(SweepModel {
            root: root.name,
            root_span: root.span,
            velocity,
            start,
            until: root.until.value,
            root_outline: root.outline,
            lets,
            follows,
            lost: self.sweep.lost.take(),
            obstacles: std::mem::take(&mut self.sweep.obstacles),
            pawls: std::mem::take(&mut self.sweep.pawls),
            report,
        })
    }

    /// A statement of a sweep, or one that may stand in every scene; false for all others, after a report where the
    /// scene is a sweep.
    pub(crate) fn sweep_statement(&mut self, statement: &'a Statement, scope: ScopeId) -> bool {
        match &statement.kind {
            StatementKind::Root { .. } | StatementKind::Pawl { .. } | StatementKind::Report(_) if !self.sweep.on => {
                self.refuse_outside_sweep(statement);
                true
            }
            _ if !self.sweep.on => false,
            StatementKind::Root { name, outline, moves, from, until, spinning } => {
                let clauses = [from.as_ref(), until.as_ref(), spinning.as_ref()];
                self.sweep_root(name, outline.as_ref(), moves, clauses, scope);
                true
            }
            StatementKind::Pawl { name, .. } => {
                let indices = self.indices(name, scope);
                // an empty family is no pawl
                self.sweep.pawl_said |= !indices.is_empty() || self.findings.failed();
                for index in indices {
                    let pawl = Swept::Pawl(self.sweep.named);
                    self.sweep.named += 1;
                    self.bind(scope, name, index, Value::Entity(Entity::Swept(pawl)));
                }
                self.deferred.push((scope, statement));
                true
            }
            StatementKind::Report(paths) => {
                paths.iter().for_each(|path| self.sweep_report(path));
                true
            }
            StatementKind::Obstacle { name, value, placement, options } => {
                self.sweep_obstacle(name, value, placement, options, scope);
                true
            }
            _ => self.refuse_in_sweep(statement),
        }
    }

    fn sweep_report(&mut self, path: &'a Path) {
        let words: Vec<&str> = REPORTS.iter().map(|(word, _)| *word).collect();
        let said = path.as_name();
        match REPORTS.iter().find(|(word, _)| said == Some(word)) {
            Some((_, report)) if self.sweep.report.contains(report) => {
                let word = said.unwrap_or_default();
                self.report(
                    Diagnostic::error("E0202", path.span, format!("`{word}` is reported twice"))
                        .help("leave one of them out"),
                );
            }
            Some((_, report)) => self.sweep.report.push(*report),
            None => {
                let message = "a sweep has no such thing to report";
                let finding = Diagnostic::error("E0536", path.span, message);
                let near = said.and_then(|word| did_you_mean(word, words.iter().copied()));
                self.report(match near {
                    Some(near) => finding.help(format!("did you mean `{near}`?")),
                    None => finding.help(format!("there are {}", listed(&words))),
                });
            }
        }
    }

    fn sweep_obstacle(
        &mut self,
        name: &'a Declarator,
        value: &'a Expr,
        placement: &'a Placement,
        options: &'a [Field],
        scope: ScopeId,
    ) {
        let Placement { at, turned, about, moving, spinning, arriving, leaving } = placement;
        for clause in [about, moving, spinning, arriving, leaving].into_iter().flatten() {
            self.report(
                Diagnostic::error("E0531", clause.span, "obstacles of a sweep stand still")
                    .help("leave this clause out, or move parts with `method event`"),
            );
        }
        for option in options {
            let finding = Diagnostic::error(
                "E0217",
                option.name.span,
                format!("an obstacle of a sweep has no option `{}`", option.name.text),
            );
            self.report(finding.help("friction is said of the pawl: `pawl … { friction = 0.2 }`"));
        }
        for index in self.indices(name, scope) {
            if self.sweep.obstacles.len() >= limits::PARTS {
                self.report_limit(name.name.span, &format!("more than {} obstacles", limits::PARTS));
            }
            if self.stopped {
                return;
            }
            let path = self.path_of(scope, name, index);
            self.bind(scope, name, index, Value::Entity(Entity::Swept(Swept::Obstacle)));
            let at = self.override_of(&format!("{path}.at")).or(at.as_ref());
            let turned = self.override_of(&format!("{path}.turned")).or(turned.as_ref());
            self.findings.about(index.map(|_| path.clone()));
            let outline = self.sweep_region(value, scope, &format!("obstacle `{path}`"));
            let placed = outline.and_then(|outline| self.sweep_placed(outline, at, turned, scope));
            self.findings.about(None);
            let Some(outline) = placed else { continue };
            self.sweep.obstacles.push(SweepObstacle { name: path, span: name.name.span, rings: outline.rings });
        }
    }

    /// Where an obstacle stands.
    fn sweep_placed(
        &mut self,
        mut outline: Outline,
        at: Option<&'a Expr>,
        turned: Option<&'a Expr>,
        scope: ScopeId,
    ) -> Option<Outline> {
        if let Some(expr) = turned {
            let angle = self.eval(expr, scope);
            let radians = self.known_angle(&angle, expr.span, "turned", "turned 10 deg")?;
            let exact = self.exactly(expr, scope);
            outline = match right_angles_of(&exact) {
                Some(right) => outline.turned(right),
                None => outline.turned_by_float(radians, expr.span)?,
            };
            if self.rests_on_dimension(expr, scope) {
                outline = outline.lost(expr.span, "it is an angle, and corners turned by one are no fractions of it");
            }
        }
        if let Some(expr) = at {
            let by = self.exact_pair(expr, Dimension::LENGTH, scope, "`at`")?;
            outline = outline.moved(&by);
            if !self.sweep_sizes(&outline.rings, expr.span) {
                return None;
            }
        }
        Some(outline)
    }

    /// A region with straight edges that do not meet; None after a report.
    pub(super) fn sweep_region(&mut self, expr: &'a Expr, scope: ScopeId, whose: &str) -> Option<Outline> {
        let value = self.eval(expr, scope);
        let outline = match &value {
            Value::Poison => return None,
            Value::Region(region) if region.is_straight() => match self.exactly(expr, scope) {
                Worth::Region(outline) => (*outline).clone(),
                _ if self.rests_on_dimension(expr, scope) => {
                    Outline::of(region, expr.span)?.lost(expr.span, "the corners of this shape are rounded")
                }
                _ => Outline::of(region, expr.span)?,
            },
            Value::Region(_) => {
                self.report(
                    Diagnostic::error("E0535", expr.span, format!("the outline of {whose} has arcs"))
                        .help("a sweep knows straight edges only: write a polygon; `method event` knows arcs"),
                );
                return None;
            }
            other => {
                let message =
                    format!("the outline of {whose} is a region with straight edges, found {}", other.describe());
                self.report(
                    Diagnostic::error("E0535", expr.span, message).help("write `polygon((0, 0), (1, 0), (0, 1)) mm`"),
                );
                return None;
            }
        };
        if let Some((a, b)) = simple::meeting(&outline.rings) {
            self.report(touching::finding(&outline.rings, [a, b], expr.span, whose));
            return None;
        }
        self.sweep_sizes(&outline.rings, expr.span).then_some(outline)
    }

    /// One ring, for what turns or translates as one.
    pub(super) fn sweep_ring(&mut self, expr: &'a Expr, scope: ScopeId, whose: &str) -> Option<Ring> {
        let outline = self.sweep_region(expr, scope, whose)?;
        match <[Ring; 1]>::try_from(outline.rings) {
            Ok([ring]) => Some(ring),
            Err(rings) => {
                let message = format!("{whose} is one polygon without holes, found {} outlines", rings.len());
                self.report(
                    Diagnostic::error("E0535", expr.span, message)
                        .help("holes and pieces are for obstacles; `method event` moves parts with holes"),
                );
                None
            }
        }
    }

    /// Two components of a dimension, exactly; None after a report.
    pub(super) fn exact_pair(
        &mut self,
        expr: &'a Expr,
        want: Dimension,
        scope: ScopeId,
        what: &str,
    ) -> Option<[Traced; 2]> {
        let value = self.eval(expr, scope);
        let ordinary = self.known_vector(&value, Some(want), expr.span, what)?;
        match self.exactly(expr, scope).pair() {
            Some(pair) => Some(pair),
            None => Some([self.rounded(ordinary[0], expr, scope)?, self.rounded(ordinary[1], expr, scope)?]),
        }
    }

    /// The ordinary worth of an expression, as the rational its float is.
    pub(super) fn rounded(&mut self, ordinary: f64, expr: &'a Expr, scope: ScopeId) -> Option<Traced> {
        let mut rounded = Traced::from(number::of_float(ordinary)?);
        if self.rests_on_dimension(expr, scope) {
            rounded.follows = Loss::follows(expr.span, "it is rounded here");
        }
        Some(rounded)
    }
}

/// Values, and how they follow from dimensions.
fn apart([x, y]: [Traced; 2]) -> ([Exact; 2], [Follows; 2]) {
    ([x.value, y.value], [x.follows, y.follows])
}

/// Right angles, if the worth is that many exactly.
fn right_angles_of(worth: &Worth) -> Option<i64> {
    if let Worth::Number(number) = worth { angle::right_angles(number) } else { None }
}

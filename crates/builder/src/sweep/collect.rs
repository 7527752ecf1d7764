//! Statements of a sweep: obstacles and reports, and the finished drawing.

use crate::context::complaints::listed;
use crate::context::value::{Entity, ScopeId, Swept, Value};
use crate::evaluate::evaluator::Evaluator;
use crate::limits;
use crate::options::Domain;
use crate::sweep::draft::{Sweep, apart};
use mainspring_definition::{Declarator, Diagnostic, Expr, Field, Path, Placement, Span, did_you_mean};
use mainspring_model::{REPORTS, RootFollows, SweepModel, SweepObstacle};

impl<'a> Sweep<'a> {
    /// Checks of the whole, once everything has been read.
    pub fn check_sweep(&self, ev: &mut Evaluator<'_, 'a>) {
        if ev.cx.leaves_out(Domain::Contacts) {
            ev.cx.findings.report(
                Diagnostic::error(
                    "E0531",
                    self.said.unwrap_or(Span::NOWHERE),
                    "a sweep without contacts would find nothing",
                )
                .help("leave `--without contacts` out"),
            );
        }
        if ev.cx.findings.stopped {
            return;
        }
        let last = ev.cx.input.definition.statements.last().map_or(Span::NOWHERE, |s| s.span);
        if self.root_said.is_none() {
            ev.cx.findings.report(
                Diagnostic::error("E0533", last, "the sweep has no root, so nothing moves")
                    .help("add `root body moves (1, 0) mm/s until 40 mm`"),
            );
        }
        if !self.pawl_said {
            ev.cx.findings.report(
                Diagnostic::error("E0534", last, "the sweep has no pawl, so there is nothing to follow")
                    .help("add `pawl hook on body at (0, 0) mm = polygon(…) mm { stiffness = 12 N*mm/rad }`"),
            );
        }
    }

    /// What was gathered; None where something of it is wrong.
    pub fn swept(&mut self, ev: &mut Evaluator<'_, 'a>) -> Option<SweepModel> {
        let root = self.root.take()?;
        let mut report = std::mem::take(&mut self.report);
        if report.is_empty() {
            report = REPORTS.iter().map(|(_, r)| *r).collect();
        }
        let lets = self.scene_lets(ev);
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
            lost: self.lost.take(),
            obstacles: std::mem::take(&mut self.obstacles),
            pawls: std::mem::take(&mut self.pawls),
            report,
        })
    }

    pub fn sweep_report(&mut self, ev: &mut Evaluator<'_, 'a>, path: &'a Path) {
        let words: Vec<&str> = REPORTS.iter().map(|(word, _)| *word).collect();
        let said = path.as_name();
        match REPORTS.iter().find(|(word, _)| said == Some(word)) {
            Some((_, report)) if self.report.contains(report) => {
                let word = said.unwrap_or_default();
                ev.cx.findings.report(
                    Diagnostic::error("E0202", path.span, format!("`{word}` is reported twice"))
                        .help("leave one of them out"),
                );
            }
            Some((_, report)) => self.report.push(*report),
            None => {
                let message = "a sweep has no such thing to report";
                let finding = Diagnostic::error("E0536", path.span, message);
                let near = said.and_then(|word| did_you_mean(word, words.iter().copied()));
                ev.cx.findings.report(match near {
                    Some(near) => finding.help(format!("did you mean `{near}`?")),
                    None => finding.help(format!("there are {}", listed(&words))),
                });
            }
        }
    }

    pub fn sweep_obstacle(
        &mut self,
        ev: &mut Evaluator<'_, 'a>,
        name: &'a Declarator,
        value: &'a Expr,
        placement: &'a Placement,
        options: &'a [Field],
        scope: ScopeId,
    ) {
        let Placement { at, turned, about, moving, spinning, arriving, leaving } = placement;
        for clause in [about, moving, spinning, arriving, leaving].into_iter().flatten() {
            ev.cx.findings.report(
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
            ev.cx.findings.report(finding.help("friction is said of the pawl: `pawl … { friction = 0.2 }`"));
        }
        for index in self.indices(ev, name, scope) {
            if self.obstacles.len() >= limits::PARTS {
                ev.cx.findings.report_limit(name.name.span, &format!("more than {} obstacles", limits::PARTS));
            }
            if ev.cx.findings.stopped {
                return;
            }
            let path = ev.cx.names.path_of(scope, name, index);
            ev.cx.bind(scope, name, index, Value::Entity(Entity::Swept(Swept::Obstacle)));
            let at = ev.cx.overrides.override_of(&format!("{path}.at")).or(at.as_ref());
            let turned = ev.cx.overrides.override_of(&format!("{path}.turned")).or(turned.as_ref());
            ev.cx.findings.about(index.map(|_| path.clone()));
            let outline = self.sweep_region(ev, value, scope, &format!("obstacle `{path}`"));
            let placed = outline.and_then(|outline| self.sweep_placed(ev, outline, at, turned, scope));
            ev.cx.findings.about(None);
            let Some(outline) = placed else { continue };
            self.obstacles.push(SweepObstacle { name: path, span: name.name.span, rings: outline.rings });
        }
    }
}

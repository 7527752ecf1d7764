//! Springs of their own, and the actuators written inside springs and joints.

use crate::context::complaints::listed;
use crate::context::value::{Entity, ScopeId, Value};
use crate::elaborate::elaboration::Deferred;
use crate::joints::options::spring_dimensions;
use crate::loads::phase::LoadPhase;
use crate::options::Domain;
use crate::results::springs::{EffortTarget, PendingEffort};
use mainspring_definition::words::SPRINGS;
use mainspring_definition::{
    Argument, Diagnostic, Dimension, ExprKind, Field, Name, SpaceKind, Span, StatementKind, did_you_mean,
};
use mainspring_model::Level;
use mainspring_model::{Coordinate, Drive, DriveKind, Spring, SpringKind};

impl<'a> LoadPhase<'_, 'a> {
    /// Every `spring` line.
    pub fn collect_springs(&mut self, deferred: &[Deferred<'a>]) {
        for &(scope, statement) in deferred {
            let StatementKind::Spring { name, value, options } = &statement.kind else { continue };
            for index in self.at().indices(name, scope) {
                let path = self.cx.names.path_of(scope, name, index);
                let made = match &value.kind {
                    ExprKind::Call { function, arguments } => {
                        self.spring(function, arguments, options, scope, &path, name.name.span)
                    }
                    _ => {
                        self.cx.findings.report(
                            Diagnostic::error("E0513", value.span, "a spring is `linear(…)` or `rotary(…)`")
                                .help("write `spring name = linear(a.p, b.q) { stiffness = … }`"),
                        );
                        None
                    }
                };
                let bound = made.map_or(Value::Poison, |id| Value::Entity(Entity::Spring(id)));
                self.cx.bind(scope, name, index, bound);
            }
        }
    }

    pub fn spring(
        &mut self,
        word: &'a Name,
        arguments: &'a [Argument],
        fields: &'a [Field],
        scope: ScopeId,
        path: &str,
        span: Span,
    ) -> Option<usize> {
        if !SPRINGS.contains(&word.text.as_str()) {
            let finding = Diagnostic::error("E0513", word.span, format!("no kind of spring `{}`", word.text));
            self.cx.findings.report(match did_you_mean(&word.text, SPRINGS.iter().copied()) {
                Some(s) => finding.help(format!("did you mean `{s}`?")),
                None => finding.help(format!("there are {}", listed(SPRINGS))),
            });
            return None;
        }
        let rotary = word.text == "rotary";
        let mut options = self.at().options(path, arguments, &[], fields)?;
        // ends that are wrong leave the options to be checked all the same
        let kind = self.spring_kind(word, arguments, scope, path, span);
        let (k, b, x) = spring_dimensions(rotary);
        let stiffness = self.at().option_amount(&mut options, "stiffness", k, scope);
        let damping = self.at().option_amount(&mut options, "damping", b, scope);
        let rest = match options.take("rest") {
            Some(given) => {
                let value = self.at().eval(given.expr, scope);
                let what = "`rest`";
                if rotary {
                    self.cx.note_bare_angle(&value, given.expr.span, &format!("the rest of `{path}`"));
                    self.cx.constant(&value, x, given.expr.span, what)
                } else {
                    self.cx.not_negative(&value, x, given.expr.span, what, "E0506")
                }
            }
            None => None,
        };
        let mut acts = stiffness.is_some() || damping.is_some();
        let right = kind.is_some();
        let words: &[&'static str] = if rotary { &["torque", "effort"] } else { &["force", "effort"] };
        let id = self.springs.list.len();
        for w in words {
            if let Some(given) = options.take(w) {
                acts = true;
                if right {
                    self.springs.actuated.insert(id);
                    self.springs.efforts.push(PendingEffort {
                        target: EffortTarget::Spring(id),
                        expr: given.expr,
                        scope,
                    });
                }
            }
        }
        // an option that nobody knows is most likely the missing one, misspelt
        let unknown = self.at().check_unused(options, &word.text);
        if !acts && !unknown && !self.cx.findings.failed() {
            self.cx.findings.report(
                Diagnostic::error("E0513", span, format!("`{path}` has neither stiffness, damping nor an actuator"))
                    .help(if rotary { "add `stiffness = 2 N*m/rad`" } else { "add `stiffness = 400 N/m`" }),
            );
        }
        if rotary && stiffness.is_none() && damping.is_none() && self.springs.actuated.contains(&id) {
            self.note_mere_torque(path, span);
        }
        self.springs.list.push(Spring {
            path: path.to_owned(),
            span,
            kind: kind?,
            stiffness: stiffness.unwrap_or(0.0),
            damping: damping.unwrap_or(0.0),
            rest: rest.unwrap_or(0.0),
            effort: None,
            attached: true,
        });
        Some(id)
    }

    /// What a spring exerts resists its angle; a joint's own torque drives it.
    fn note_mere_torque(&mut self, path: &str, span: Span) {
        let message =
            format!("`{path}` is nothing but a torque, and that of a spring turns its joint back where it is positive");
        self.cx.findings.report(Diagnostic::note("N0619", span, message).help(
            "the torque of a joint turns it forth: `joint … { torque = … }`, `drive … torque = …`; change the sign if that was meant",
        ));
    }

    /// What a spring acts between.
    fn spring_kind(
        &mut self,
        word: &'a Name,
        arguments: &'a [Argument],
        scope: ScopeId,
        path: &str,
        span: Span,
    ) -> Option<SpringKind> {
        let rotary = word.text == "rotary";
        let sides: Vec<&'a Argument> = arguments.iter().filter(|a| a.name.is_none()).collect();
        Some(match sides.as_slice() {
            [one] => match self.at().eval(&one.value, scope) {
                Value::Entity(Entity::Joint(j)) => {
                    let kinds = self.known.joints.list[j].kind.coordinates();
                    let Some(index) = kinds.iter().position(|turns| *turns == rotary) else {
                        let path = self.known.joints.list[j].path.clone();
                        let what = if rotary { "turn" } else { "slide" };
                        self.cx.findings.report(
                            Diagnostic::error("E0507", one.value.span, format!("`{path}` does not {what}"))
                                .help("`rotary` goes on a joint that turns, `linear` on one that slides"),
                        );
                        return None;
                    };
                    SpringKind::Coordinate(self.at().coordinate(j, index, one.value.span, "put a spring on")?)
                }
                Value::Poison => return None,
                other => {
                    let what = other.describe();
                    let want = if rotary { "a joint, or two parts" } else { "two points" };
                    self.cx.wrong_thing(&what, want, one.value.span);
                    return None;
                }
            },
            [first, second] => {
                let (a, b) = (self.at().marker(&first.value, scope), self.at().marker(&second.value, scope));
                let (a, b) = (a?, b?);
                if a.body == b.body {
                    self.cx.findings.report(
                        Diagnostic::error("E0503", span, format!("both ends of `{path}` are on the same part"))
                            .help("a spring acts between two different parts, or a part and the ground"),
                    );
                    return None;
                }
                if rotary {
                    if self.cx.input.space == SpaceKind::Spatial {
                        self.cx.findings.report(
                            Diagnostic::error("E0513", span, "in space a rotary spring acts on a joint")
                                .help("write `rotary(joint)`"),
                        );
                        return None;
                    }
                    if [a.body, b.body].into_iter().flatten().any(|x| self.known.parts.is_point_mass(x)) {
                        self.cx.findings.report(
                            Diagnostic::error("E0504", span, "a point mass has no angle for a rotary spring")
                                .help("use a part with a shape"),
                        );
                        return None;
                    }
                    SpringKind::Angle { a, b }
                } else {
                    SpringKind::Linear { a, b }
                }
            }
            _ => {
                self.cx.findings.report(
                    Diagnostic::error("E0210", word.span, format!("a spring has two ends, found {}", sides.len()))
                        .help("write `linear(a.p, b.q)`, `rotary(joint)` or `rotary(a, b)`"),
                );
                return None;
            }
        })
    }

    /// Actuators inside joints and springs, which may measure anything declared.
    pub fn collect_efforts(&mut self) {
        for effort in std::mem::take(&mut self.springs.efforts) {
            let span = effort.expr.span;
            match effort.target {
                EffortTarget::Joint(joint) => {
                    let mut names: Vec<(&str, Value)> = Vec::new();
                    for (word, index, order) in self.at().measuring().coordinate_words(joint) {
                        if order < 2 {
                            names.push((
                                word,
                                self.at().measuring().coordinate_value(Coordinate { joint, index }, order),
                            ));
                        }
                    }
                    let scope = self.cx.names.scope_with(effort.scope, names);
                    let turns = self.known.joints.list[joint].kind.coordinates()[0];
                    let (dimension, what) =
                        if turns { (Dimension::TORQUE, "the torque") } else { (Dimension::FORCE, "the force") };
                    let value = self.at().eval(effort.expr, scope);
                    let Some(n) = self.cx.number(&value, dimension, span, what) else { continue };
                    if !self.cx.check_level(n.scalar, Level::Rate, span, "an actuator") {
                        continue;
                    }
                    let Some(coordinate) = self.at().coordinate(joint, 0, span, "drive") else { continue };
                    let drives = self.loads.driven.entry(joint).or_default();
                    if self.cx.input.options.without.contains(&Domain::Control) {
                        continue;
                    }
                    drives.push(self.loads.drives.len());
                    let node = self.cx.node(n.scalar);
                    let path = self.known.joints.list[joint].path.clone();
                    self.loads.drives.push(Drive {
                        path,
                        span,
                        coordinate,
                        kind: DriveKind::Effort,
                        value: node,
                        limit: None,
                    });
                }
                EffortTarget::Spring(spring) => {
                    if spring >= self.springs.list.len() {
                        continue;
                    }
                    let rotary = self.at().measuring().is_rotary(spring);
                    let (x, v) = (
                        self.at().measuring().spring_stretch(spring, 0),
                        self.at().measuring().spring_stretch(spring, 1),
                    );
                    let names = vec![(if rotary { "angle" } else { "length" }, x), ("rate", v)];
                    let scope = self.cx.names.scope_with(effort.scope, names);
                    let (dimension, what) =
                        if rotary { (Dimension::TORQUE, "the torque") } else { (Dimension::FORCE, "the force") };
                    let value = self.at().eval(effort.expr, scope);
                    let Some(n) = self.cx.number(&value, dimension, span, what) else { continue };
                    if self.cx.check_level(n.scalar, Level::Rate, span, "an actuator")
                        && !self.cx.leaves_out(Domain::Control)
                    {
                        self.springs.list[spring].effort = Some(self.cx.node(n.scalar));
                    }
                }
            }
        }
    }
}

//! The options of a joint: limits, friction, a spring, an actuator, compliance.

use crate::Domain;
use crate::build::Builder;
use crate::elaborate::paths::listed;
use crate::elaborate::value::{Placed, ScopeId, Value};
use crate::joints::{EffortTarget, PendingEffort};
use crate::model::{Compliance, Coordinate, JointId, JointKind, Spring, SpringKind};
use mainspring_definition::{Argument, Diagnostic, Dimension, Expr, Field, SpaceKind, Span, did_you_mean};

/// One option as written.
#[derive(Clone, Copy)]
pub struct Given<'a> {
    pub name: &'a str,
    pub span: Span,
    pub expr: &'a Expr,
}

/// Options not used yet.
#[derive(Default)]
pub struct Options<'a> {
    given: Vec<Given<'a>>,
    asked: Vec<&'static str>,
}

impl<'a> Options<'a> {
    /// Takes an option out, if it is there.
    pub fn take(&mut self, name: &'static str) -> Option<Given<'a>> {
        self.asked.push(name);
        let at = self.given.iter().position(|g| g.name == name)?;
        Some(self.given.remove(at))
    }

    /// Whether an option is given and not taken yet.
    pub fn has(&self, name: &str) -> bool {
        self.given.iter().any(|g| g.name == name)
    }

    /// Where an option that is given and not taken yet has its value.
    pub fn span_of(&self, name: &str) -> Option<Span> {
        self.given.iter().find(|g| g.name == name).map(|g| g.expr.span)
    }

    /// Gives an option from outside, in place of what the block says of it.
    pub fn put(&mut self, name: &'static str, expr: &'a Expr) {
        match self.given.iter_mut().find(|g| g.name == name) {
            Some(given) => given.expr = expr,
            None => self.given.push(Given { name, span: expr.span, expr }),
        }
    }
}

impl<'a> Builder<'a> {
    /// Options from the block and from named arguments, over-rides applied.
    pub fn options(
        &mut self,
        path: &str,
        arguments: &'a [Argument],
        skip: &[&str],
        fields: &'a [Field],
    ) -> Option<Options<'a>> {
        let named = arguments.iter().filter_map(|a| a.name.as_ref().map(|n| (n, &a.value)));
        let all =
            named.filter(|(n, _)| !skip.contains(&n.text.as_str())).chain(fields.iter().map(|f| (&f.name, &f.value)));
        let mut options = Options::default();
        for (name, expr) in all {
            if options.given.iter().any(|g| g.name == name.text) {
                self.report(
                    Diagnostic::error("E0202", name.span, format!("`{}` is given twice", name.text))
                        .help("leave one of them out"),
                );
                return None;
            }
            let expr = self.overriding(&format!("{path}.{}", name.text), expr);
            options.given.push(Given { name: &name.text, span: name.span, expr });
        }
        Some(options)
    }

    /// Reports options that nobody took; true if there were any.
    pub fn check_unused(&mut self, options: Options<'a>, word: &str) -> bool {
        for given in &options.given {
            let mut known = options.asked.clone();
            known.sort_unstable();
            known.dedup();
            let finding = Diagnostic::error("E0217", given.span, format!("`{word}` has no option `{}`", given.name));
            self.report(match did_you_mean(given.name, known.iter().copied()) {
                Some(s) => finding.help(format!("did you mean `{s}`?")),
                None => finding.help(format!("it has {}", listed(&known))),
            });
        }
        !options.given.is_empty()
    }

    /// A bare word in an option block; None after a report.
    pub fn option_flag(&mut self, options: &mut Options<'a>, name: &'static str, scope: ScopeId) -> Option<bool> {
        let Some(given) = options.take(name) else { return Some(false) };
        let value = self.eval(given.expr, scope);
        self.known_flag(&value, given.expr.span, &format!("`{name}`"))
    }

    /// A known number option ≥ 0.
    pub fn option_amount(
        &mut self,
        options: &mut Options<'a>,
        name: &'static str,
        dimension: Dimension,
        scope: ScopeId,
    ) -> Option<f64> {
        let given = options.take(name)?;
        let value = self.eval(given.expr, scope);
        self.not_negative(&value, dimension, given.expr.span, &format!("`{name}`"), "E0506")
    }

    /// Everything a joint's block may say.
    pub fn joint_options(&mut self, joint: JointId, options: &mut Options<'a>, scope: ScopeId) {
        let kinds = self.joints[joint].kind.coordinates();
        let span = self.joints[joint].span;
        let first = if kinds.is_empty() { None } else { Some(Coordinate { joint, index: 0 }) };
        self.limits(joint, options, scope);
        self.friction(joint, options, scope);
        if let Some(coordinate) = first {
            self.joint_spring(coordinate, options, scope);
            self.joint_actuator(joint, options, scope);
        }
        self.compliance(joint, options, scope, span);
    }

    fn limits(&mut self, joint: JointId, options: &mut Options<'a>, scope: ScopeId) {
        let kinds = self.joints[joint].kind.coordinates();
        let rebound = options.take("restitution");
        let Some(given) = options.take("limits") else {
            if let Some(rebound) = rebound {
                self.report(
                    Diagnostic::error("E0517", rebound.span, "`restitution` without `limits` says nothing")
                        .help("add `limits = (-30, 30) deg`, between which the joint then moves"),
                );
            }
            return;
        };
        let Some(&turns) = kinds.first() else {
            let word = self.joints[joint].kind.word();
            self.report(
                Diagnostic::error("E0507", given.span, format!("a {word} joint has no coordinate to limit"))
                    .help("leave `limits` out"),
            );
            return;
        };
        let dimension = if turns { Dimension::NONE } else { Dimension::LENGTH };
        let value = self.eval(given.expr, scope);
        let pair = match &value {
            Value::Tuple(v) if v.len() == 2 => v.clone(),
            Value::List(v) if v.len() == 2 => v.to_vec(),
            Value::Poison => return,
            other => {
                let what = other.describe();
                self.report(
                    Diagnostic::error("E0506", given.expr.span, format!("`limits` are two numbers, found {what}"))
                        .help("write `limits = (-30, 30) deg`"),
                );
                return;
            }
        };
        let low = self.constant(&pair[0], dimension, given.expr.span, "the lower limit");
        let high = self.constant(&pair[1], dimension, given.expr.span, "the upper limit");
        let (Some(low), Some(high)) = (low, high) else { return };
        if low >= high {
            self.report(
                Diagnostic::error(
                    "E0506",
                    given.expr.span,
                    format!("the lower limit {low} is not below the upper one {high}"),
                )
                .help("write the lower limit first"),
            );
            return;
        }
        self.joints[joint].limits = Some([low, high]);
        let restitution = match rebound {
            Some(given) => {
                let value = Placed { value: self.eval(given.expr, scope), span: given.expr.span };
                self.coefficient(&value, "restitution").unwrap_or(0.0)
            }
            None => 0.0,
        };
        self.joints[joint].stop = (!self.leaves_out(Domain::Contacts)).then_some(restitution);
    }

    /// A prescribed motion does not give way to a stop.
    pub fn check_stops(&mut self) {
        let driven: Vec<(JointId, Span)> =
            self.prescribed.iter().filter(|((_, index), _)| *index == 0).map(|((j, _), span)| (*j, *span)).collect();
        for (j, span) in driven {
            if self.joints[j].stop.is_some() {
                let (path, limits) = (self.joints[j].path.clone(), self.joints[j].span);
                self.report(
                    Diagnostic::warning(
                        "W0609",
                        span,
                        format!(
                            "the motion of `{path}` is prescribed, and it has stops; the run ends where it meets one"
                        ),
                    )
                    .also(limits, "its limits are said here")
                    .help("keep the motion within the limits, or drive it by a torque or force, which a stop can hold"),
                );
            }
        }
    }

    fn joint_spring(&mut self, coordinate: Coordinate, options: &mut Options<'a>, scope: ScopeId) {
        let turns = self.joints[coordinate.joint].kind.coordinates()[coordinate.index];
        let (k, b, x) = spring_dimensions(turns);
        let stiffness = self.option_amount(options, "stiffness", k, scope);
        let damping = self.option_amount(options, "damping", b, scope);
        let rest = options.take("rest");
        let rest_value = match rest {
            Some(given) => {
                let value = self.eval(given.expr, scope);
                self.constant(&value, x, given.expr.span, "`rest`")
            }
            None => None,
        };
        if stiffness.is_none() && damping.is_none() {
            if let Some(given) = rest
                && rest_value.is_some()
            {
                self.report(
                    Diagnostic::error("E0506", given.span, "`rest` without `stiffness` says nothing")
                        .help("add `stiffness = …`"),
                );
            }
            return;
        }
        let span = self.joints[coordinate.joint].span;
        if self.coordinate(coordinate.joint, coordinate.index, span, "put a spring on").is_none() {
            return;
        }
        let path = format!("{}.spring", self.joints[coordinate.joint].path);
        self.parts_of_joint.insert(coordinate.joint, self.springs.len());
        self.springs.push(Spring {
            path,
            span,
            kind: SpringKind::Coordinate(coordinate),
            stiffness: stiffness.unwrap_or(0.0),
            damping: damping.unwrap_or(0.0),
            rest: rest_value.unwrap_or(0.0),
            effort: None,
            attached: true,
        });
    }

    fn joint_actuator(&mut self, joint: JointId, options: &mut Options<'a>, scope: ScopeId) {
        let mut found: Option<Span> = None;
        for word in ["torque", "force", "effort", "actuator"] {
            let Some(given) = options.take(word) else { continue };
            let turns = self.joints[joint].kind.coordinates()[0];
            if (word == "torque") != turns && matches!(word, "torque" | "force") {
                let (what, other) = if turns { ("turns", "torque") } else { ("slides", "force") };
                self.report(
                    Diagnostic::error("E0506", given.span, format!("this joint {what}, so its actuator is a {other}"))
                        .help(format!("write `{other} = …`")),
                );
                continue;
            }
            if let Some(first) = found {
                self.report(
                    Diagnostic::error("E0202", given.span, "this joint has two actuators")
                        .also(first, "the first one")
                        .help("add them in one expression"),
                );
                continue;
            }
            found = Some(given.span);
            self.efforts.push(PendingEffort { target: EffortTarget::Joint(joint), expr: given.expr, scope });
        }
    }

    fn compliance(&mut self, joint: JointId, options: &mut Options<'a>, scope: ScopeId, span: Span) {
        let stiffness = self.option_amount(options, "compliant.stiffness", Dimension::STIFFNESS, scope);
        let damping = self.option_amount(options, "compliant.damping", Dimension::DAMPING, scope);
        let turning_stiffness =
            self.option_amount(options, "compliant.turning_stiffness", Dimension::TURNING_STIFFNESS, scope);
        let turning_damping =
            self.option_amount(options, "compliant.turning_damping", Dimension::TURNING_DAMPING, scope);
        let Some(adapt) = self.option_flag(options, "compliant.adapt", scope) else { return };
        let bare = options.take("compliant");
        let any = [stiffness, damping, turning_stiffness, turning_damping].iter().any(Option::is_some);
        if !any && !adapt && bare.is_none() {
            return;
        }
        let kind = self.joints[joint].kind;
        let planar = self.space == SpaceKind::Planar;
        let rolls = matches!(
            kind,
            JointKind::RollingOnLine { .. }
                | JointKind::RollingOnDisc { .. }
                | JointKind::RollingSphere { .. }
                | JointKind::RollingDisc { .. }
        );
        if rolls {
            self.report(
                Diagnostic::error("E0506", span, "a rolling joint cannot be compliant")
                    .help("it holds speeds, not places; leave `compliant` out"),
            );
            return;
        }
        // which rows are measured as angles
        let turning = match kind {
            JointKind::Weld
            | JointKind::Prismatic
            | JointKind::Planar
            | JointKind::Universal
            | JointKind::Cylindrical => true,
            JointKind::Revolute => !planar,
            _ => false,
        };
        let missing = match (stiffness.filter(|k| *k > 0.0), turning_stiffness.filter(|k| *k > 0.0)) {
            (None, _) => Some("stiffness"),
            (_, None) if turning => Some("turning_stiffness"),
            _ => None,
        };
        if let Some(word) = missing {
            self.report(
                Diagnostic::error(
                    "E0506",
                    span,
                    format!("a compliant {} joint needs a positive `{word}`", kind.word()),
                )
                .help(format!("add it: `compliant {{ {word} = … }}`")),
            );
            return;
        }
        self.joints[joint].compliant = Some(Compliance {
            stiffness: stiffness.unwrap_or(0.0),
            damping: damping.unwrap_or(0.0),
            turning_stiffness: turning_stiffness.unwrap_or(0.0),
            turning_damping: turning_damping.unwrap_or(0.0),
            adapt,
        });
    }
}

/// Dimensions of stiffness, damping and rest.
pub fn spring_dimensions(turns: bool) -> (Dimension, Dimension, Dimension) {
    if turns {
        (Dimension::TURNING_STIFFNESS, Dimension::TURNING_DAMPING, Dimension::NONE)
    } else {
        (Dimension::STIFFNESS, Dimension::DAMPING, Dimension::LENGTH)
    }
}

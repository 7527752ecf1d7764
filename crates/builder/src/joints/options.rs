//! The options of a joint: limits, friction, a spring, an actuator, compliance.

use crate::context::coerce::show;
use crate::context::value::{Placed, ScopeId, Value};
use crate::evaluate::options::Options;
use crate::joints::phase::JointPhase;
use crate::options::Domain;
use crate::results::springs::{EffortTarget, PendingEffort};
use mainspring_definition::{Diagnostic, Dimension, Span, amount};
use mainspring_joints::Rows;
use mainspring_model::{Compliance, Coordinate, JointId, Spring, SpringKind};

impl<'a> JointPhase<'_, 'a> {
    /// Everything a joint's block may say.
    pub fn joint_options(&mut self, joint: JointId, options: &mut Options<'a>, scope: ScopeId) {
        let kinds = self.joints.list[joint].kind.coordinates();
        let span = self.joints.list[joint].span;
        let first = if kinds.is_empty() { None } else { Some(Coordinate { joint, index: 0 }) };
        self.limits(joint, options, scope);
        self.friction(joint, options, scope);
        if let Some(coordinate) = first {
            self.joint_spring(coordinate, options, scope);
            self.joint_actuator(joint, options, scope);
        }
        self.compliance(joint, options, scope, span);
    }

    pub fn limits(&mut self, joint: JointId, options: &mut Options<'a>, scope: ScopeId) {
        let kinds = self.joints.list[joint].kind.coordinates();
        let rebound = options.take("restitution");
        let Some(given) = options.take("limits") else {
            if let Some(rebound) = rebound {
                self.cx.findings.report(
                    Diagnostic::error("E0517", rebound.span, "`restitution` without `limits` says nothing")
                        .help("add `limits = (-30, 30) deg`, between which the joint then moves"),
                );
            }
            return;
        };
        let Some(&turns) = kinds.first() else {
            let word = self.joints.list[joint].kind.word();
            self.cx.findings.report(
                Diagnostic::error("E0507", given.span, format!("a {word} joint has no coordinate to limit"))
                    .help("leave `limits` out"),
            );
            return;
        };
        let dimension = if turns { Dimension::NONE } else { Dimension::LENGTH };
        let value = self.at().eval(given.expr, scope);
        if turns {
            self.cx.note_bare_angle(&value, given.expr.span, "a limit");
        }
        let pair = match &value {
            Value::Tuple(v) if v.len() == 2 => v.clone(),
            Value::List(v) if v.len() == 2 => v.to_vec(),
            Value::Poison => return,
            other => {
                let what = other.describe();
                self.cx.findings.report(
                    Diagnostic::error("E0506", given.expr.span, format!("`limits` are two numbers, found {what}"))
                        .help("write `limits = (-30, 30) deg`"),
                );
                return;
            }
        };
        let low = self.cx.constant(&pair[0], dimension, given.expr.span, "the lower limit");
        let high = self.cx.constant(&pair[1], dimension, given.expr.span, "the upper limit");
        let (Some(low), Some(high)) = (low, high) else { return };
        if low >= high {
            let [low, high] = [low, high].map(|x| if turns { amount::angle(x) } else { show(x, dimension) });
            self.cx.findings.report(
                Diagnostic::error(
                    "E0506",
                    given.expr.span,
                    format!("the lower limit {low} is not below the upper one {high}"),
                )
                .help(if low == high {
                    "give the joint room between two limits, or hold it with `weld`"
                } else {
                    "write the lower limit first"
                }),
            );
            return;
        }
        self.joints.list[joint].limits = Some([low, high]);
        let restitution = match rebound {
            Some(given) => {
                let value = Placed { value: self.at().eval(given.expr, scope), span: given.expr.span };
                self.cx.coefficient(&value, "restitution").unwrap_or(0.0)
            }
            None => 0.0,
        };
        self.joints.list[joint].stop = (!self.cx.leaves_out(Domain::Contacts)).then_some(restitution);
    }

    fn joint_spring(&mut self, coordinate: Coordinate, options: &mut Options<'a>, scope: ScopeId) {
        let turns = self.joints.list[coordinate.joint].kind.coordinates()[coordinate.index];
        let (k, b, x) = spring_dimensions(turns);
        let stiffness = self.at().option_amount(options, "stiffness", k, scope);
        let damping = self.at().option_amount(options, "damping", b, scope);
        let rest = options.take("rest");
        let rest_value = match rest {
            Some(given) => {
                let value = self.at().eval(given.expr, scope);
                if x == Dimension::NONE {
                    self.cx.note_bare_angle(&value, given.expr.span, "`rest`");
                }
                self.cx.constant(&value, x, given.expr.span, "`rest`")
            }
            None => None,
        };
        if stiffness.is_none() && damping.is_none() {
            if let Some(given) = rest
                && rest_value.is_some()
            {
                self.cx.findings.report(
                    Diagnostic::error("E0506", given.span, "`rest` without `stiffness` says nothing")
                        .help("add `stiffness = …`"),
                );
            }
            return;
        }
        let span = self.joints.list[coordinate.joint].span;
        if self.at().coordinate(coordinate.joint, coordinate.index, span, "put a spring on").is_none() {
            return;
        }
        let path = format!("{}.spring", self.joints.list[coordinate.joint].path);
        self.springs.of_joint.insert(coordinate.joint, self.springs.list.len());
        self.springs.list.push(Spring {
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
            let turns = self.joints.list[joint].kind.coordinates()[0];
            if (word == "torque") != turns && matches!(word, "torque" | "force") {
                let (what, other) = if turns { ("turns", "torque") } else { ("slides", "force") };
                self.cx.findings.report(
                    Diagnostic::error("E0506", given.span, format!("this joint {what}, so its actuator is a {other}"))
                        .help(format!("write `{other} = …`")),
                );
                continue;
            }
            if let Some(first) = found {
                self.cx.findings.report(
                    Diagnostic::error("E0202", given.span, "this joint has two actuators")
                        .also(first, "the first one")
                        .help("add them in one expression"),
                );
                continue;
            }
            found = Some(given.span);
            self.springs.efforts.push(PendingEffort { target: EffortTarget::Joint(joint), expr: given.expr, scope });
        }
    }

    fn compliance(&mut self, joint: JointId, options: &mut Options<'a>, scope: ScopeId, span: Span) {
        let stiffness = self.at().option_amount(options, "compliant.stiffness", Dimension::STIFFNESS, scope);
        let damping = self.at().option_amount(options, "compliant.damping", Dimension::DAMPING, scope);
        let turning_stiffness =
            self.at().option_amount(options, "compliant.turning_stiffness", Dimension::TURNING_STIFFNESS, scope);
        let turning_damping =
            self.at().option_amount(options, "compliant.turning_damping", Dimension::TURNING_DAMPING, scope);
        let Some(adapt) = self.at().option_flag(options, "compliant.adapt", scope) else { return };
        let bare = options.take("compliant");
        let any = [stiffness, damping, turning_stiffness, turning_damping].iter().any(Option::is_some);
        if !any && !adapt && bare.is_none() {
            return;
        }
        let kind = self.joints.list[joint].kind;
        let rows = kind.rows(self.cx.input.space);
        let (lengths, angles) = match rows {
            Rows::Lengths => (true, false),
            Rows::Angles => (false, true),
            Rows::LengthsAndAngles => (true, true),
            Rows::Speeds => (false, false),
        };
        if !lengths && !angles {
            self.cx.findings.report(
                Diagnostic::error("E0506", span, "a rolling joint cannot be compliant")
                    .help("it holds speeds, not places; leave `compliant` out"),
            );
            return;
        }
        let given = |k: Option<f64>| k.is_some_and(|k| k > 0.0);
        let missing = if lengths && !given(stiffness) {
            Some("stiffness")
        } else if angles && !given(turning_stiffness) {
            Some("turning_stiffness")
        } else {
            None
        };
        if let Some(word) = missing {
            self.cx.findings.report(
                Diagnostic::error(
                    "E0506",
                    span,
                    format!("a compliant {} joint needs a positive `{word}`", kind.word()),
                )
                .help(format!("add it: `compliant {{ {word} = … }}`")),
            );
            return;
        }
        let sides = [self.joints.list[joint].a.body, self.joints.list[joint].b.body];
        let parts = &self.known.parts;
        let placed = sides.into_iter().flatten().all(|b| parts.places[parts.info[b].place].local.is_some());
        self.joints.list[joint].compliant = Some(Compliance {
            stiffness: stiffness.unwrap_or(0.0),
            damping: damping.unwrap_or(0.0),
            turning_stiffness: turning_stiffness.unwrap_or(0.0),
            turning_damping: turning_damping.unwrap_or(0.0),
            adapt,
            placed,
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

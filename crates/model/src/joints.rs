//! Joints between parts, and gears between joints.

use crate::build::Builder;
use crate::elaborate::paths::listed;
use crate::elaborate::value::{Entity, ScopeId, Value};
use crate::joint_options::Options;
use crate::model::{Coordinate, Frame, Joint, JointId, JointKind, Marker};
use mainspring_definition::{
    Argument, Declarator, Diagnostic, Dimension, Expr, ExprKind, Field, Name, SpaceKind, Span, Statement,
    StatementKind, did_you_mean,
};

/// An actuator written inside a joint or spring, worked out once everything is declared.
pub struct PendingEffort<'a> {
    pub target: EffortTarget,
    pub expr: &'a Expr,
    pub scope: ScopeId,
}

/// What an actuator acts on.
#[derive(Clone, Copy)]
pub enum EffortTarget {
    Joint(JointId),
    Spring(usize),
}

const PLANAR: &[&str] = &["revolute", "prismatic", "weld", "distance", "slot", "gear", "rack", "rolling"];
const SPATIAL: &[&str] = &[
    "spherical",
    "revolute",
    "prismatic",
    "cylindrical",
    "universal",
    "weld",
    "distance",
    "planar",
    "gear",
    "rack",
    "rolling",
];

/// Arguments that set directions; all other named arguments are options.
const DIRECTIONS: &[&str] = &["axis", "zero", "angle"];

impl<'a> Builder<'a> {
    /// Joints whose sides are points of parts.
    pub fn joints_between_parts(&mut self, deferred: &[(ScopeId, &'a Statement)]) {
        self.each_joint(deferred, false);
    }

    /// Gears and racks, whose sides are joints.
    pub fn joints_between_joints(&mut self, deferred: &[(ScopeId, &'a Statement)]) {
        self.each_joint(deferred, true);
    }

    fn each_joint(&mut self, deferred: &[(ScopeId, &'a Statement)], gears: bool) {
        for &(scope, statement) in deferred {
            let StatementKind::Joint { name, value, options } = &statement.kind else { continue };
            let ExprKind::Call { function, arguments } = &value.kind else {
                if !gears {
                    self.report(
                        Diagnostic::error("E0501", value.span, "a joint is made by a word such as `revolute(…)`")
                            .help("write `joint name = revolute(a.p, b.q)`"),
                    );
                    self.broken_joint(name, scope);
                }
                continue;
            };
            if matches!(function.text.as_str(), "gear" | "rack") != gears {
                continue;
            }
            if !self.is_joint_word(function) {
                self.broken_joint(name, scope);
                continue;
            }
            for index in self.indices(name, scope) {
                let path = self.path_of(scope, name, index);
                let made = if gears {
                    self.gear(function, arguments, options, scope, &path, name.name.span)
                } else {
                    self.joint(function, arguments, options, scope, &path, name.name.span, value.span)
                };
                let bound = match made {
                    Some(id) => Value::Entity(Entity::Joint(id)),
                    None => {
                        self.broken_joints = true;
                        Value::Poison
                    }
                };
                self.bind(scope, name, index, bound);
            }
        }
    }

    fn broken_joint(&mut self, name: &'a Declarator, scope: ScopeId) {
        self.broken_joints = true;
        for index in self.indices(name, scope) {
            self.bind(scope, name, index, Value::Poison);
        }
    }

    fn is_joint_word(&mut self, word: &Name) -> bool {
        let (here, there, space) = match self.space {
            SpaceKind::Planar => (PLANAR, SPATIAL, "planar"),
            SpaceKind::Spatial => (SPATIAL, PLANAR, "spatial"),
        };
        if here.contains(&word.text.as_str()) {
            return true;
        }
        if there.contains(&word.text.as_str()) {
            self.report(
                Diagnostic::error("E0502", word.span, format!("there is no `{}` joint in a {space} scene", word.text))
                    .help(format!("there are {}", listed(here))),
            );
            return false;
        }
        let finding = Diagnostic::error("E0501", word.span, format!("no kind of joint `{}`", word.text));
        self.report(match did_you_mean(&word.text, here.iter().copied()) {
            Some(s) => finding.help(format!("did you mean `{s}`?")),
            None => finding.help(format!("there are {}", listed(here))),
        });
        false
    }

    fn joint(
        &mut self,
        word: &'a Name,
        arguments: &'a [Argument],
        fields: &'a [Field],
        scope: ScopeId,
        path: &str,
        span: Span,
        call: Span,
    ) -> Option<JointId> {
        let mut options = self.options(path, arguments, DIRECTIONS, fields)?;
        let sides: Vec<&'a Argument> = arguments.iter().filter(|a| a.name.is_none()).collect();
        let [first, second] = sides.as_slice() else {
            self.report(
                Diagnostic::error("E0210", call, format!("a joint has two sides, found {}", sides.len()))
                    .help(format!("write `{}(a.p, b.q)`", word.text)),
            );
            return None;
        };
        let (a, b) = (self.marker(&first.value, scope), self.marker(&second.value, scope));
        let (mut a, mut b) = (a?, b?);
        if a.body == b.body {
            let what = match a.body {
                Some(body) => format!("both sides of `{path}` are on `{}`", self.bodies[body].path),
                None => format!("both sides of `{path}` are on the ground"),
            };
            self.report(
                Diagnostic::error("E0503", call, what)
                    .help("a joint connects two different parts, or a part and the ground"),
            );
            return None;
        }
        self.aim(arguments, scope, &mut a, &mut b)?;
        let kind = self.joint_kind(word, &mut options, scope, call)?;
        self.check_orientation(&kind, [&a, &b], call)?;
        let id = self.joints.len();
        let joint = Joint {
            path: path.to_owned(),
            span,
            kind,
            a,
            b,
            attached: true,
            compliant: None,
            limits: None,
            stop: None,
            friction: None,
            backlash: None,
        };
        self.joints.push(joint);
        // what is wrong with an option does not make the joint unknown
        self.joint_options(id, &mut options, scope);
        self.check_unused(options, &word.text);
        Some(id)
    }

    /// The side of a joint or spring an expression names.
    pub fn marker(&mut self, expr: &'a Expr, scope: ScopeId) -> Option<Marker> {
        match self.eval(expr, scope) {
            Value::Entity(Entity::Point(m)) => Some(m),
            Value::Entity(Entity::Body(b)) => Some(self.part_marker(b)),
            Value::Poison => None,
            Value::Entity(Entity::Group(s)) => {
                let name = self.scopes[s].prefix.trim_end_matches('.').to_owned();
                self.report(
                    Diagnostic::error(
                        "E0207",
                        expr.span,
                        format!("`{name}` is a composite; a joint needs a point of a part"),
                    )
                    .help(format!("name a part or a point in it, such as `{name}.…`")),
                );
                None
            }
            other => {
                let what = other.describe();
                let finding = Diagnostic::error(
                    "E0207",
                    expr.span,
                    format!("expected a point of a part or of the ground, found {what}"),
                );
                self.report(match other {
                    Value::Tuple(_) => finding.help("a place in the world is written `ground (x, y)`"),
                    _ => finding.help("name a point, such as `crank.a` or `ground (0, 0)`"),
                });
                None
            }
        }
    }

    /// `axis`, `zero`, `angle`: given in the first part's axes, and the same in the second's, so that the joint is at
    /// zero when both parts stand as drawn.
    fn aim(&mut self, arguments: &'a [Argument], scope: ScopeId, a: &mut Marker, b: &mut Marker) -> Option<()> {
        let named =
            |n: &str| arguments.iter().find(|x| x.name.as_ref().is_some_and(|name| name.text == n)).map(|x| &x.value);
        let [axis, zero, angle] = DIRECTIONS.iter().map(|n| named(n)).collect::<Vec<_>>()[..] else { return None };
        if axis.is_none() && zero.is_none() && angle.is_none() {
            return Some(());
        }
        let turned: Frame = self.frame(a.frame.point, [axis, zero, angle], scope)?;
        a.frame = turned;
        b.frame = Frame { point: b.frame.point, ..turned };
        Some(())
    }

    fn joint_kind(&mut self, word: &Name, options: &mut Options<'a>, scope: ScopeId, span: Span) -> Option<JointKind> {
        let planar = self.space == SpaceKind::Planar;
        Some(match word.text.as_str() {
            "revolute" => JointKind::Revolute,
            "prismatic" => JointKind::Prismatic,
            "weld" => JointKind::Weld,
            "spherical" => JointKind::Spherical,
            "cylindrical" => JointKind::Cylindrical,
            "universal" => JointKind::Universal,
            "planar" => JointKind::Planar,
            "distance" => match options.take("length") {
                // NaN until the parts are placed
                None => JointKind::Distance { length: f64::NAN },
                Some(o) => {
                    let value = self.eval(o.expr, scope);
                    JointKind::Distance {
                        length: self.positive(&value, Dimension::LENGTH, o.expr.span, "the length", "E0506")?,
                    }
                }
            },
            "slot" => match options.take("radius") {
                None => JointKind::Slot,
                Some(o) => {
                    let value = self.eval(o.expr, scope);
                    JointKind::Arc {
                        radius: self.positive(&value, Dimension::LENGTH, o.expr.span, "the radius", "E0506")?,
                    }
                }
            },
            _ => {
                let Some(o) = options.take("radius") else {
                    self.report(
                        Diagnostic::error("E0506", span, "a rolling joint needs the radius of what rolls")
                            .help("add `{ radius = 10 cm }`"),
                    );
                    return None;
                };
                let value = self.eval(o.expr, scope);
                let radius = self.positive(&value, Dimension::LENGTH, o.expr.span, "the radius", "E0506")?;
                if !planar {
                    let disc = self.option_flag(options, "disc", scope)?;
                    let sphere = self.option_flag(options, "sphere", scope)?;
                    if disc && sphere {
                        self.report(
                            Diagnostic::error("E0506", span, "what rolls is a disc or a sphere, not both")
                                .help("leave one of the words out"),
                        );
                        return None;
                    }
                    return Some(if disc {
                        JointKind::RollingDisc { radius }
                    } else {
                        JointKind::RollingSphere { radius }
                    });
                }
                let inside = self.option_flag(options, "inside", scope)?;
                match options.take("base") {
                    None => JointKind::RollingOnLine { radius },
                    Some(o) => {
                        let value = self.eval(o.expr, scope);
                        let given = self.constant(&value, Dimension::LENGTH, o.expr.span, "the base")?;
                        let base = if inside { -given.abs() } else { given };
                        if base == 0.0 || (base < 0.0 && base.abs() <= radius) {
                            self.report(
                                Diagnostic::error(
                                    "E0506",
                                    o.expr.span,
                                    "a disc of this radius cannot roll on this base",
                                )
                                .help("the base is not zero, and larger than the disc that rolls inside it"),
                            );
                            return None;
                        }
                        JointKind::RollingOnDisc { radius, base }
                    }
                }
            }
        })
    }

    /// A point mass has no orientation that a joint could hold.
    fn check_orientation(&mut self, kind: &JointKind, sides: [&Marker; 2], span: Span) -> Option<()> {
        let points: Vec<bool> = sides.iter().map(|m| m.body.is_some_and(|b| self.is_point_mass(b))).collect();
        let fine = match kind {
            JointKind::Distance { .. } | JointKind::Spherical => true,
            JointKind::Revolute => self.space == SpaceKind::Planar || !(points[0] || points[1]),
            JointKind::Slot | JointKind::Arc { .. } => !points[0],
            _ => !(points[0] || points[1]),
        };
        if fine {
            return Some(());
        }
        let which = if points[1] { sides[1] } else { sides[0] };
        let path = which.body.map_or_else(String::new, |b| self.bodies[b].path.clone());
        let fix = match self.space {
            SpaceKind::Planar => "use `revolute`, `distance` or `slot` (with the mass second), or a part with a shape",
            SpaceKind::Spatial => "use `spherical` or `distance`, or a part with a shape",
        };
        self.report(
            Diagnostic::error("E0504", span, format!("`{path}` is a point mass: it has no orientation to hold"))
                .help(fix),
        );
        None
    }

    /// The coordinate that a gear, drive, start or spring means: the only one, or the first.
    pub fn coordinate(&mut self, joint: JointId, index: usize, span: Span, want: &str) -> Option<Coordinate> {
        let kinds = self.joints[joint].kind.coordinates();
        let path = self.joints[joint].path.clone();
        if kinds.is_empty() {
            let word = self.joints[joint].kind.word();
            self.report(
                Diagnostic::error("E0507", span, format!("`{path}` is a {word} joint and has no coordinate to {want}"))
                    .help("revolute, prismatic, slot, cylindrical and universal joints have coordinates"),
            );
            return None;
        }
        let ends = [self.joints[joint].a.body, self.joints[joint].b.body];
        if kinds[index] && ends.into_iter().flatten().any(|b| self.is_point_mass(b)) {
            self.report(
                Diagnostic::error("E0504", span, format!("`{path}` holds a point mass, which has no angle to {want}"))
                    .help("use a part with a shape"),
            );
            return None;
        }
        Some(Coordinate { joint, index })
    }
}

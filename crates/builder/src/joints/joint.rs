//! Joints between parts, and gears between joints.

use crate::context::complaints::listed;
use crate::context::value::{Entity, ScopeId, Value};
use crate::elaborate::elaboration::Deferred;
use crate::evaluate::options::Options;
use crate::joints::kind_options::KindOptions;
use crate::joints::phase::JointPhase;
use mainspring_definition::{
    Argument, Declarator, Diagnostic, ExprKind, Field, Name, SpaceKind, Span, StatementKind, did_you_mean,
};
use mainspring_joints::KindEntry;
use mainspring_model::{Frame, Gear, Joint, JointId, JointKind, Marker};

/// Arguments that set directions; all other named arguments are options.
const DIRECTIONS: &[&str] = &["axis", "zero", "angle"];

/// What people look for that a gear does.
const BELTS: &[&str] = &["belt", "chain", "pulley", "timing_belt"];

/// What joints are called elsewhere, with the words of the plane and of space.
const OTHER_NAMES: &[(&str, [&str; 2])] = &[
    ("hinge", ["revolute"; 2]),
    ("pin", ["revolute"; 2]),
    ("pivot", ["revolute"; 2]),
    ("rotary", ["revolute"; 2]),
    ("axle", ["revolute"; 2]),
    ("slider", ["prismatic"; 2]),
    ("slide", ["prismatic"; 2]),
    ("linear", ["prismatic"; 2]),
    ("translation", ["prismatic"; 2]),
    ("ball", ["revolute", "spherical"]),
    ("socket", ["revolute", "spherical"]),
    ("spherical", ["revolute", "spherical"]),
    ("cylindrical", ["slot", "cylindrical"]),
    ("fixed", ["weld"; 2]),
    ("rigid", ["weld"; 2]),
    ("rod", ["distance"; 2]),
    ("rope", ["distance"; 2]),
    ("cardan", ["revolute", "universal"]),
    ("roll", ["rolling"; 2]),
    ("wheel", ["rolling"; 2]),
];

impl<'a> JointPhase<'_, 'a> {
    /// Joints whose sides are points of parts.
    pub fn joints_between_parts(&mut self, deferred: &[Deferred<'a>]) {
        self.each_joint(deferred, false);
    }

    /// Gears and racks, whose sides are joints.
    pub fn joints_between_joints(&mut self, deferred: &[Deferred<'a>]) {
        self.each_joint(deferred, true);
    }

    fn each_joint(&mut self, deferred: &[Deferred<'a>], gears: bool) {
        for &(scope, statement) in deferred {
            let StatementKind::Joint { name, value, options } = &statement.kind else { continue };
            let ExprKind::Call { function, arguments } = &value.kind else {
                if !gears {
                    self.cx.findings.report(
                        Diagnostic::error("E0501", value.span, "a joint is made by a word such as `revolute(…)`")
                            .help("write `joint name = revolute(a.p, b.q)`"),
                    );
                    self.broken_joint(name, scope);
                }
                continue;
            };
            if Gear::WORDS.contains(&function.text.as_str()) != gears {
                continue;
            }
            if !self.is_joint_word(function) {
                self.broken_joint(name, scope);
                continue;
            }
            for index in self.at().indices(name, scope) {
                let path = self.cx.names.path_of(scope, name, index);
                let made = if gears {
                    self.gear(function, arguments, options, scope, &path, name.name.span)
                } else {
                    self.joint(function, arguments, options, scope, &path, name.name.span, value.span)
                };
                let bound = match made {
                    Some(id) => Value::Entity(Entity::Joint(id)),
                    None => {
                        self.joints.broken = true;
                        Value::Poison
                    }
                };
                self.cx.bind(scope, name, index, bound);
            }
        }
    }

    fn broken_joint(&mut self, name: &'a Declarator, scope: ScopeId) {
        self.joints.broken = true;
        for index in self.at().indices(name, scope) {
            self.cx.bind(scope, name, index, Value::Poison);
        }
    }

    fn is_joint_word(&mut self, word: &Name) -> bool {
        let (other, space, which) = match self.cx.input.space {
            SpaceKind::Planar => (SpaceKind::Spatial, "planar", 0),
            SpaceKind::Spatial => (SpaceKind::Planar, "spatial", 1),
        };
        let called = OTHER_NAMES.iter().find(|(name, _)| *name == word.text).map(|(_, words)| words[which]);
        let here = mainspring_joints::words(self.cx.input.space);
        if here.contains(&word.text.as_str()) {
            return true;
        }
        if mainspring_joints::words(other).contains(&word.text.as_str()) {
            self.cx.findings.report(
                Diagnostic::error("E0502", word.span, format!("there is no `{}` joint in a {space} scene", word.text))
                    .help(match called {
                        Some(s) => format!("in a {space} scene `{s}` does this; there are {}", listed(&here)),
                        None => format!("there are {}", listed(&here)),
                    }),
            );
            return false;
        }
        let finding = Diagnostic::error("E0501", word.span, format!("no kind of joint `{}`", word.text));
        self.cx.findings.report(match did_you_mean(&word.text, here.iter().copied()) {
            _ if BELTS.contains(&word.text.as_str()) => finding.help(
                "a gear couples two wheels as a belt or chain does: `gear(j, k) { ratio = 0.5 }`, the joints about which they turn",
            ),
            _ if called.is_some() => finding.help(format!("here it is called `{}`", called.unwrap_or_default())),
            Some(s) => finding.help(format!("did you mean `{s}`?")),
            None => finding.help(format!("there are {}", listed(&here))),
        });
        false
    }

    pub fn joint(
        &mut self,
        word: &'a Name,
        arguments: &'a [Argument],
        fields: &'a [Field],
        scope: ScopeId,
        path: &str,
        span: Span,
        call: Span,
    ) -> Option<JointId> {
        let mut options = self.at().options(path, arguments, DIRECTIONS, fields)?;
        let sides: Vec<&'a Argument> = arguments.iter().filter(|a| a.name.is_none()).collect();
        let [first, second] = sides.as_slice() else {
            self.cx.findings.report(
                Diagnostic::error("E0210", call, format!("a joint has two sides, found {}", sides.len()))
                    .help(format!("write `{}(a.p, b.q)`", word.text)),
            );
            return None;
        };
        let (a, b) = (self.at().marker(&first.value, scope), self.at().marker(&second.value, scope));
        let (mut a, mut b) = (a?, b?);
        if a.body == b.body {
            let what = match a.body {
                Some(body) => format!("both sides of `{path}` are on `{}`", self.known.parts.bodies[body].path),
                None => format!("both sides of `{path}` are on the ground"),
            };
            self.cx.findings.report(
                Diagnostic::error("E0503", call, what)
                    .help("a joint connects two different parts, or a part and the ground"),
            );
            return None;
        }
        self.aim(arguments, scope, &mut a, &mut b)?;
        let kind = self.joint_kind(word, &mut options, scope, call)?;
        self.check_orientation(&kind, [&a, &b], call)?;
        let id = self.joints.list.len();
        let axis = arguments.iter().find(|x| x.name.as_ref().is_some_and(|name| name.text == "axis"));
        self.joints.aimed.extend(axis.map(|x| (id, x.value.span)));
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
        self.joints.list.push(joint);
        // what is wrong with an option does not make the joint unknown
        self.joint_options(id, &mut options, scope);
        self.at().check_unused(options, &word.text);
        Some(id)
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
        let turned: Frame = self.at().frame(a.frame.point, [axis, zero, angle], scope)?;
        a.frame = turned;
        b.frame = Frame { point: b.frame.point, ..turned };
        Some(())
    }

    fn joint_kind(&mut self, word: &Name, options: &mut Options<'a>, scope: ScopeId, span: Span) -> Option<JointKind> {
        let read = mainspring_joints::read(&word.text, &mut KindOptions::new(self, options, scope, span)).ok()?;
        if read.is_none() {
            let message = format!("these options describe no `{}` joint", word.text);
            self.cx.findings.report(Diagnostic::error("E0506", span, message).help("see its row in LANGUAGE.md"));
        }
        read
    }

    /// A point mass has no orientation that a joint could hold.
    fn check_orientation(&mut self, kind: &JointKind, sides: [&Marker; 2], span: Span) -> Option<()> {
        let points: Vec<bool> =
            sides.iter().map(|m| m.body.is_some_and(|b| self.known.parts.is_point_mass(b))).collect();
        let needed = kind.oriented_sides(self.cx.input.space);
        let fine = points.iter().zip(needed).all(|(point, needed)| !(*point && needed));
        if fine {
            return Some(());
        }
        let which = if points[1] { sides[1] } else { sides[0] };
        let path = which.body.map_or_else(String::new, |b| self.known.parts.bodies[b].path.clone());
        let fix = format!("use {}, or a part with a shape", words_for_point_masses(self.cx.input.space));
        self.cx.findings.report(
            Diagnostic::error("E0504", span, format!("`{path}` is a point mass: it has no orientation to hold"))
                .help(fix),
        );
        None
    }
}

/// The words of the joints that a point mass may have: `a`, `b` or `c`.
fn words_for_point_masses(space: SpaceKind) -> String {
    let kinds = mainspring_joints::kinds(space);
    let word = |kind: &KindEntry| match kind.oriented_sides {
        [false, false] => Some(format!("`{}`", kind.word)),
        [true, false] => Some(format!("`{}` (with the mass second)", kind.word)),
        [false, true] => Some(format!("`{}` (with the mass first)", kind.word)),
        [true, true] => None,
    };
    let mut words: Vec<String> = kinds.iter().filter_map(word).collect();
    words.dedup();
    match words.as_slice() {
        [front @ .., last] if !front.is_empty() => format!("{} or {last}", front.join(", ")),
        all => all.concat(),
    }
}

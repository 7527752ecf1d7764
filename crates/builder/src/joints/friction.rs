//! Friction in joints.

use crate::context::value::{ScopeId, Value};
use crate::evaluate::options::{Given, Options};
use crate::joints::phase::JointPhase;
use crate::options::Domain;
use mainspring_definition::{Diagnostic, Dimension, SpaceKind};
use mainspring_joints::FrictionArm;
use mainspring_model::{Friction, FrictionLaw, JointId};

/// How strong friction is said to be.
#[derive(Clone, Copy, PartialEq)]
enum Strength {
    Coefficient(f64),
    /// N or N·m
    Level(f64),
}

impl<'a> JointPhase<'_, 'a> {
    /// `friction`, `static_friction` and `pin_radius` of a joint.
    pub fn friction(&mut self, joint: JointId, options: &mut Options<'a>, scope: ScopeId) {
        let (friction, resting, radius) =
            (options.take("friction"), options.take("static_friction"), options.take("pin_radius"));
        let arm = match radius {
            Some(given) => {
                let value = self.at().eval(given.expr, scope);
                let radius = self.cx.positive(&value, Dimension::LENGTH, given.expr.span, "`pin_radius`", "E0506");
                let Some(radius) = radius else { return };
                Some(radius)
            }
            None => None,
        };
        let Some(given) = friction else {
            if let Some(given) = resting.or(radius) {
                self.cx.findings.report(
                    Diagnostic::error("E0517", given.span, format!("`{}` without `friction` says nothing", given.name))
                        .help("add `friction = …`"),
                );
            }
            return;
        };
        let Some(kinetic) = self.strength(joint, given, scope) else { return };
        let resting = match resting {
            Some(given) => match self.resting_strength(joint, given, kinetic, scope) {
                Some(resting) => resting,
                None => return,
            },
            None => kinetic,
        };
        if resting == Strength::Coefficient(0.0) || resting == Strength::Level(0.0) {
            return;
        }
        let kind = self.joints.list[joint].kind;
        let Some(form) = kind.friction() else {
            let message = format!("friction in a {} joint is not simulated", kind.word());
            let help = format!(
                "{} joints may have friction; a damper takes energy out of any coordinate",
                words_with_friction(self.cx.input.space)
            );
            self.cx.findings.report(Diagnostic::error("E0517", given.span, message).help(help));
            return;
        };
        if self.at().coordinate(joint, 0, given.span, "resist").is_none() {
            return;
        }
        let law = match (kinetic, form, arm) {
            (Strength::Level(_), ..) => FrictionLaw::Constant,
            (Strength::Coefficient(_), FrictionArm::Pin, Some(arm)) => FrictionLaw::Coulomb { arm },
            (Strength::Coefficient(_), FrictionArm::Pin, None) => {
                self.cx.findings.report(
                    Diagnostic::error(
                        "E0517",
                        given.span,
                        "a friction coefficient of a hinge needs the radius of its pin",
                    )
                    .help("add `pin_radius = 5 mm`, or give the friction as a torque: `friction = 0.1 N*m`"),
                );
                return;
            }
            (Strength::Coefficient(_), FrictionArm::Slide, _) => FrictionLaw::Coulomb { arm: 1.0 },
        };
        let needless = law == FrictionLaw::Constant || form == FrictionArm::Slide;
        if let (Some(radius), true) = (radius, needless) {
            self.cx.findings.report(
                Diagnostic::error("E0517", radius.span, "`pin_radius` says nothing here")
                    .help("it belongs to a hinge whose friction is a coefficient; leave it out"),
            );
            return;
        }
        if self.cx.leaves_out(Domain::Friction) {
            return;
        }
        let number = |s: Strength| match s {
            Strength::Coefficient(v) | Strength::Level(v) => v,
        };
        self.joints.list[joint].friction = Some(Friction { kinetic: number(kinetic), resting: number(resting), law });
    }

    /// A coefficient, or an effort of the dimension that fits the joint.
    fn strength(&mut self, joint: JointId, given: Given<'a>, scope: ScopeId) -> Option<Strength> {
        let value = self.at().eval(given.expr, scope);
        let turns = self.joints.list[joint].kind.coordinates().first().copied();
        let level = turns.map(|t| if t { Dimension::TORQUE } else { Dimension::FORCE });
        let what = format!("`{}`", given.name);
        // a plain number is a coefficient; anything else must be an effort
        let plain = matches!(&value, Value::Number(n) if n.dimension == Dimension::NONE);
        let (dimension, wrap): (_, fn(f64) -> Strength) = match level {
            Some(dimension) if !plain => (dimension, Strength::Level),
            _ => (Dimension::NONE, Strength::Coefficient),
        };
        self.cx.not_negative(&value, dimension, given.expr.span, &what, "E0408").map(wrap)
    }

    fn resting_strength(
        &mut self,
        joint: JointId,
        given: Given<'a>,
        kinetic: Strength,
        scope: ScopeId,
    ) -> Option<Strength> {
        let resting = self.strength(joint, given, scope)?;
        let fine = match (resting, kinetic) {
            (Strength::Coefficient(r), Strength::Coefficient(k)) | (Strength::Level(r), Strength::Level(k)) => r >= k,
            _ => {
                self.cx.findings.report(
                    Diagnostic::error("E0517", given.span, "`friction` and `static_friction` are not of one kind")
                        .help("give both as coefficients, or both as efforts"),
                );
                return None;
            }
        };
        if !fine {
            self.cx.findings.report(
                Diagnostic::error("E0517", given.span, "`static_friction` is less than `friction`")
                    .help("friction at rest is at least as large as in motion; leave it out if they are the same"),
            );
            return None;
        }
        Some(resting)
    }
}

/// The words of the joints in which friction is simulated: `a, b and c`.
fn words_with_friction(space: SpaceKind) -> String {
    let kinds = mainspring_joints::kinds(space);
    let mut words: Vec<&str> = kinds.iter().filter(|kind| kind.friction.is_some()).map(|kind| kind.word).collect();
    words.dedup();
    match words.as_slice() {
        [front @ .., last] if !front.is_empty() => format!("{} and {last}", front.join(", ")),
        all => all.concat(),
    }
}

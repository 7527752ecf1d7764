//! What two that touch are to each other: what materials, parts and pairs say of friction and rebound, brought together.
//!
//! Coefficients belong to pairs; what a part or material says is a share of one. Where only one of two says a
//! coefficient it holds for the pair; where both do it is their geometric mean √(ab): two of one kind keep their own
//! value, the result lies between the two, and a 0 (perfectly smooth, perfectly plastic) stays 0. `materials a, b`
//! comes before that unless a part says the coefficient itself, and the pair's own `contact` line before all.

use crate::Domain;
use crate::build::Builder;
use crate::elaborate::value::{Feel, Material, Placed, ScopeId, Value};
use crate::joint_options::Options;
use crate::touch::{ContactPair, Touched};
use mainspring_definition::{Diagnostic, Dimension, Field, SpaceKind, Span};
use std::collections::BTreeMap;
use std::rc::Rc;

/// What a `contact` or `materials` line may say.
pub const PAIR_OPTIONS: [&str; 5] = ["friction", "static_friction", "restitution", "rolling", "spinning"];

/// What a part or obstacle says of touching.
#[derive(Clone, Debug, Default)]
pub struct Felt {
    /// said by itself
    pub own: Feel,
    pub material: Option<Rc<Material>>,
    /// its shape is in error, which is reported already
    pub broken: bool,
}

impl Felt {
    fn friction(&self) -> Option<f64> {
        self.own.friction.or(self.of_material().friction)
    }

    /// At rest: where nothing is said, as in motion.
    fn static_friction(&self) -> Option<f64> {
        let material = self.of_material();
        self.own.static_friction.or(self.own.friction).or(material.static_friction).or(material.friction)
    }

    fn restitution(&self) -> Option<f64> {
        self.own.restitution.or(self.of_material().restitution)
    }

    fn of_material(&self) -> Feel {
        self.material.as_ref().map(|m| m.feel).unwrap_or_default()
    }
}

/// What a `contact` or `materials` line says of a pair.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PairSaid {
    pub feel: Feel,
    /// m
    pub rolling: Option<f64>,
    /// m
    pub spinning: Option<f64>,
}

impl PairSaid {
    fn static_friction(&self) -> Option<f64> {
        self.feel.static_friction.or(self.feel.friction)
    }
}

impl<'a> Builder<'a> {
    /// A coefficient in its range; None after a report.
    pub fn coefficient(&mut self, value: &Placed, word: &str) -> Option<f64> {
        let v = self.constant(&value.value, Dimension::NONE, value.span, &format!("`{word}`"))?;
        let fine = v >= 0.0 && (word != "restitution" || v <= 1.0);
        if !fine {
            let range = if word == "restitution" { "between 0 and 1" } else { "0 or more" };
            self.report(
                Diagnostic::error("E0408", value.span, format!("`{word}` is {range}, found {v}"))
                    .help("check its sign and size"),
            );
        }
        fine.then_some(v)
    }

    /// Friction at rest is not less than in motion, and is not said alone.
    pub fn check_feel(&mut self, feel: &Feel, span: Option<Span>) {
        let (Some(resting), Some(span)) = (feel.static_friction, span) else { return };
        let finding = match feel.friction {
            None => Diagnostic::error("E0408", span, "`static_friction` without `friction` says nothing")
                .help("add `friction = …`"),
            Some(moving) if resting < moving => {
                let message = format!("`static_friction` {resting} is less than `friction` {moving}");
                Diagnostic::error("E0408", span, message)
                    .help("friction at rest is at least as large as in motion; leave it out if they are the same")
            }
            Some(_) => return,
        };
        self.report(finding);
    }

    /// What the fields of a primitive say of touching.
    pub fn part_feel(&mut self, fields: &BTreeMap<&'a str, Placed>, material: Option<Rc<Material>>) -> Felt {
        let mut one = |word: &str| fields.get(word).and_then(|f| self.coefficient(f, word));
        let own = Feel {
            friction: one("friction"),
            static_friction: one("static_friction"),
            restitution: one("restitution"),
        };
        let felt = Felt { own, material, broken: false };
        self.check_feel(
            &Feel { friction: felt.friction(), ..own },
            fields.get("static_friction").filter(|f| !f.value.is_poison()).map(|f| f.span),
        );
        felt
    }

    /// The options of an obstacle.
    pub fn obstacle_feel(&mut self, path: &str, fields: &'a [Field], scope: ScopeId) -> Felt {
        let Some(mut options) = self.options(path, &[], &[], fields) else { return Felt::default() };
        let material = options.take("material").and_then(|given| match self.eval(given.expr, scope) {
            Value::Material(found) => Some(found),
            Value::Poison => None,
            other => {
                let what = other.describe();
                self.wrong_thing(&what, "a material", given.expr.span);
                None
            }
        });
        let (own, span) = self.feel_options(&mut options, scope);
        self.check_unused(options, "obstacle");
        let felt = Felt { own, material, broken: false };
        self.check_feel(&Feel { friction: felt.friction(), ..own }, span);
        felt
    }

    fn feel_options(&mut self, options: &mut Options<'a>, scope: ScopeId) -> (Feel, Option<Span>) {
        let mut resting_span = None;
        let mut one = |builder: &mut Self, word: &'static str| {
            let given = options.take(word)?;
            if word == "static_friction" {
                resting_span = Some(given.expr.span);
            }
            let value = Placed { value: builder.eval(given.expr, scope), span: given.expr.span };
            builder.coefficient(&value, word)
        };
        let feel = Feel {
            friction: one(self, "friction"),
            static_friction: one(self, "static_friction"),
            restitution: one(self, "restitution"),
        };
        (feel, resting_span)
    }

    /// What a `contact` or `materials` line says, or what is set from outside under one of `keys`; None after a report.
    pub fn pair_said(&mut self, keys: &[String], word: &str, fields: &'a [Field], scope: ScopeId) -> Option<PairSaid> {
        let mut options = self.options(keys.first().map_or(word, String::as_str), &[], &[], fields)?;
        for option in PAIR_OPTIONS {
            if let Some(expr) = self.override_of_pair(keys, option) {
                options.put(option, expr);
            }
        }
        let (feel, resting) = self.feel_options(&mut options, scope);
        if let (Some(_), Some(_), Some(span)) = (feel.friction, feel.static_friction, resting) {
            self.check_feel(&feel, Some(span));
        }
        let rolling = self.option_amount(&mut options, "rolling", Dimension::LENGTH, scope);
        let spinning = options.take("spinning");
        let amount = match spinning {
            Some(given) if self.space == SpaceKind::Planar => {
                self.report(
                    Diagnostic::error(
                        "E0518",
                        given.span,
                        "`spinning` is about a contact's normal, so it is for space",
                    )
                    .help("in the plane parts turn by rolling: `rolling = 0.1 mm`"),
                );
                None
            }
            Some(given) => {
                let value = self.eval(given.expr, scope);
                self.not_negative(&value, Dimension::LENGTH, given.expr.span, "`spinning`", "E0506")
            }
            None => None,
        };
        if self.check_unused(options, word) {
            return None;
        }
        Some(PairSaid { feel, rolling, spinning: amount })
    }

    /// One of the two materials of a `materials` line; None after a report.
    pub fn named_material(&mut self, value: &Value, span: Span) -> Option<Rc<Material>> {
        match value {
            Value::Material(found) => Some(Rc::clone(found)),
            Value::Poison => None,
            other => {
                let what = other.describe();
                self.wrong_thing(&what, "a material", span);
                None
            }
        }
    }

    fn felt(&self, touched: Touched) -> Felt {
        let found = match touched {
            Touched::Body(b) => self.touching.bodies.get(b),
            Touched::Obstacle(o) => self.touching.obstacles.get(o),
        };
        found.cloned().unwrap_or_default()
    }

    /// The pair with everything said of it put together, and whether anything was.
    pub fn resolved(&mut self, a: usize, b: Touched, line: PairSaid, span: Span) -> (ContactPair, bool) {
        let (x, y) = (self.felt(Touched::Body(a)), self.felt(b));
        let table = match (&x.material, &y.material) {
            (Some(m), Some(n)) => self.touching.materials.get(&material_key(m, n)).map(|t| t.0).unwrap_or_default(),
            _ => PairSaid::default(),
        };
        // a part that says the coefficient itself is not of its material in this
        let plain_friction = x.own.friction.is_none()
            && y.own.friction.is_none()
            && x.own.static_friction.is_none()
            && y.own.static_friction.is_none();
        let plain_rebound = x.own.restitution.is_none() && y.own.restitution.is_none();
        let friction = line
            .feel
            .friction
            .or(table.feel.friction.filter(|_| plain_friction))
            .or(combined(x.friction(), y.friction()));
        let resting = line
            .static_friction()
            .or(table.static_friction().filter(|_| plain_friction))
            .or(combined(x.static_friction(), y.static_friction()));
        let restitution = line
            .feel
            .restitution
            .or(table.feel.restitution.filter(|_| plain_rebound))
            .or(combined(x.restitution(), y.restitution()));
        let rolling = line.rolling.or(table.rolling);
        let spinning = line.spinning.or(table.spinning);
        let said = [friction, resting, restitution, rolling, spinning].iter().any(Option::is_some);
        let friction = friction.unwrap_or(0.0);
        let resting = resting.unwrap_or(friction);
        if resting < friction {
            let message = format!("`static_friction` {resting} of this pair is less than its `friction` {friction}");
            self.report(
                Diagnostic::error("E0408", span, message)
                    .help("friction at rest is at least as large as in motion; give both in one place"),
            );
        }
        let rubs = |v: f64| if self.leaves_out(Domain::Friction) { 0.0 } else { v };
        let pair = ContactPair {
            a,
            b,
            span,
            friction: rubs(friction),
            static_friction: rubs(resting),
            restitution: restitution.unwrap_or(0.0),
            rolling: rubs(rolling.unwrap_or(0.0)),
            spinning: rubs(spinning.unwrap_or(0.0)),
        };
        (pair, said)
    }
}

/// The two materials of a pair, in one order.
pub fn material_key(a: &Material, b: &Material) -> (usize, usize) {
    (a.id.min(b.id), a.id.max(b.id))
}

/// What two say together: the one that is said, or the geometric mean.
fn combined(a: Option<f64>, b: Option<f64>) -> Option<f64> {
    match (a, b) {
        // the root of a square is not always the number it was
        (Some(a), Some(b)) if a == b => Some(a),
        (Some(a), Some(b)) => Some((a * b).sqrt()),
        (one, other) => one.or(other),
    }
}

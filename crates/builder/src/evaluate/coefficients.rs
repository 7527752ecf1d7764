//! Friction and restitution as an obstacle, a point mass or a line about two states them.

use crate::context::value::{ContactCoefficients, Placed, ScopeId, Value};
use crate::evaluate::evaluator::Evaluator;
use crate::evaluate::options::Options;
use crate::results::part_coefficients::PAIR_OPTIONS;
use crate::results::part_coefficients::{PairCoefficients, PartCoefficients};
use mainspring_definition::{Diagnostic, Dimension, Field, SpaceKind, Span};
use mainspring_geometry::Region;

impl<'a> Evaluator<'_, 'a> {
    /// The options of an obstacle.
    pub fn obstacle_coefficients(&mut self, path: &str, fields: &'a [Field], scope: ScopeId) -> PartCoefficients {
        let Some(options) = self.options(path, &[], &[], fields) else { return PartCoefficients::default() };
        self.surface_options(options, "obstacle", scope)
    }

    /// The options of a point mass: what it says about touching, and its radius (m).
    pub fn mass_options(&mut self, path: &str, fields: &'a [Field], scope: ScopeId) -> (PartCoefficients, Option<f64>) {
        let Some(mut options) = self.options(path, &[], &[], fields) else {
            return (PartCoefficients { broken: true, ..PartCoefficients::default() }, None);
        };
        let radius = options.take("radius").map(|given| {
            let value = self.eval(given.expr, scope);
            let found = self.cx.positive(&value, Dimension::LENGTH, given.expr.span, "the radius", "E0403");
            let sound = found.filter(|r| Region::disc([0.0; 2], *r).is_ok());
            if let (Some(r), None) = (found, sound) {
                let message = format!("a radius of {r} m is too large or too small for a shape");
                self.cx.findings.report(Diagnostic::error("E0403", given.expr.span, message).help("check its unit"));
            }
            sound
        });
        let broken = radius == Some(None);
        (PartCoefficients { broken, ..self.surface_options(options, "mass", scope) }, radius.flatten())
    }

    /// Material, friction and restitution among the options of a thing that is named by `word`.
    fn surface_options(&mut self, mut options: Options<'a>, word: &str, scope: ScopeId) -> PartCoefficients {
        let material = options.take("material").and_then(|given| match self.eval(given.expr, scope) {
            Value::Material(found) => Some(found),
            Value::Poison => None,
            other => {
                let what = other.describe();
                self.cx.wrong_thing(&what, "a material", given.expr.span);
                None
            }
        });
        let (own, span) = self.coefficient_options(&mut options, scope);
        self.check_unused(options, word);
        let part_coefficients = PartCoefficients { own, material, broken: false };
        self.cx.check_coefficients(&ContactCoefficients { friction: part_coefficients.friction(), ..own }, span);
        part_coefficients
    }

    fn coefficient_options(
        &mut self,
        options: &mut Options<'a>,
        scope: ScopeId,
    ) -> (ContactCoefficients, Option<Span>) {
        let mut resting_span = None;
        let mut one = |builder: &mut Self, word: &'static str| {
            let given = options.take(word)?;
            if word == "static_friction" {
                resting_span = Some(given.expr.span);
            }
            let value = Placed { value: builder.eval(given.expr, scope), span: given.expr.span };
            builder.cx.coefficient(&value, word)
        };
        let coefficients = ContactCoefficients {
            friction: one(self, "friction"),
            static_friction: one(self, "static_friction"),
            restitution: one(self, "restitution"),
        };
        (coefficients, resting_span)
    }

    /// What a `contact` or `materials` line says, or what is set from outside under one of `keys`; None after a report.
    pub fn pair_said(
        &mut self,
        keys: &[String],
        word: &str,
        fields: &'a [Field],
        scope: ScopeId,
    ) -> Option<PairCoefficients> {
        let mut options = self.options(keys.first().map_or(word, String::as_str), &[], &[], fields)?;
        for option in PAIR_OPTIONS {
            if let Some(expr) = self.cx.overrides.override_of_pair(keys, option) {
                options.put(option, expr);
            }
        }
        let (coefficients, resting) = self.coefficient_options(&mut options, scope);
        if let (Some(_), Some(_), Some(span)) = (coefficients.friction, coefficients.static_friction, resting) {
            self.cx.check_coefficients(&coefficients, Some(span));
        }
        let rolling = self.option_amount(&mut options, "rolling", Dimension::LENGTH, scope);
        let spinning = options.take("spinning");
        let amount = match spinning {
            Some(given) if self.cx.input.space == SpaceKind::Planar => {
                self.cx.findings.report(
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
                self.cx.not_negative(&value, Dimension::LENGTH, given.expr.span, "`spinning`", "E0506")
            }
            None => None,
        };
        if self.check_unused(options, word) {
            return None;
        }
        Some(PairCoefficients { coefficients, rolling, spinning: amount })
    }
}

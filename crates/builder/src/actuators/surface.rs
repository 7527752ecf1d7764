//! `surface { gravity = 9.81 m/s^2; static_friction = 0.4; dynamic_friction = 0.3; law = hybrid }`.

use crate::actuators::phase::TablePhase;
use crate::context::complaints::listed;
use crate::context::value::ScopeId;
use crate::evaluate::options::Options;
use crate::options::Domain;
use crate::results::drafts::SurfaceDraft;
use mainspring_definition::words::SURFACE_OPTIONS;
use mainspring_definition::{Diagnostic, Dimension, did_you_mean};
use mainspring_model::{Grain, Surface, SurfaceLaw};

const LAWS: &[(&str, SurfaceLaw)] = &[
    ("hybrid", SurfaceLaw::Hybrid),
    ("pointwise", SurfaceLaw::Pointwise),
    ("coulomb", SurfaceLaw::Coulomb),
    ("viscous", SurfaceLaw::Viscous),
];

/// Standard fall on a table, m/s².
const GRAVITY: f64 = 9.81;

/// N·s/m³
const VISCOUS: Dimension = Dimension::new(-2, 1, -1);

impl<'a> TablePhase<'_, 'a> {
    /// Works the surface out.
    pub fn collect_surface(&mut self) {
        let Some(SurfaceDraft { fields, scope, span }) = self.ev.known.table.surface else {
            return;
        };
        let Some(mut options) = self.ev.options("surface", &[], &[], fields) else { return };
        for word in SURFACE_OPTIONS {
            if let Some(expr) = self.ev.cx.overrides.override_of(&format!("surface.{word}")) {
                options.put(word, expr);
            }
        }
        let gravity = self.surface_amount(&mut options, "gravity", Dimension::ACCELERATION, scope).unwrap_or(GRAVITY);
        let both = self.surface_amount(&mut options, "friction", Dimension::NONE, scope);
        let rest_span = options.span_of("static_friction");
        let at_rest = self.surface_amount(&mut options, "static_friction", Dimension::NONE, scope);
        let sliding = self.surface_amount(&mut options, "dynamic_friction", Dimension::NONE, scope);
        let viscous = self.surface_amount(&mut options, "viscous", VISCOUS, scope);
        let dragged = self.ev.known.parts.bodies.iter().any(|b| b.drag.is_some());
        let said = dragged || [both, at_rest, sliding, viscous].iter().any(Option::is_some);
        if !said && !self.ev.cx.findings.failed() {
            self.ev.cx.findings.report(
                Diagnostic::note(
                    "N0616",
                    span,
                    "nothing says how the surface rubs: friction 0 and viscous 0 are taken",
                )
                .help("add `friction = 0.3`, or `viscous = 500 N*s/m^3`"),
            );
        }
        let viscous = viscous.unwrap_or(0.0);
        // one coefficient given is both
        let dynamic_friction = sliding.or(both).or(at_rest).unwrap_or(0.0);
        let static_friction = at_rest.or(both).or(sliding).unwrap_or(0.0);
        if static_friction < dynamic_friction {
            let message =
                format!("static friction {static_friction} is less than friction while sliding, {dynamic_friction}");
            self.ev.cx.findings.report(
                Diagnostic::error("E0526", rest_span.unwrap_or(span), message)
                    .help("what is at rest holds at least as well as what slides; exchange the two"),
            );
        }
        let law = self.surface_law(&mut options, scope).unwrap_or_default();
        let grain = self.surface_grain(&mut options, scope);
        if grain.is_some() && law == SurfaceLaw::Pointwise {
            self.ev.cx.findings.report(
                Diagnostic::error("E0526", span, "a grain and the pointwise law do not go together")
                    .help("use `law = hybrid` or `law = coulomb`, or leave `grain` out"),
            );
        }
        let region = options.take("region").and_then(|given| self.ev.region_of(given.expr, scope));
        self.ev.check_unused(options, "surface");
        let rubs = !self.ev.cx.leaves_out(Domain::Friction);
        let kept = |value: f64| if rubs { value } else { 0.0 };
        self.fields.surface = Some(Surface {
            span,
            gravity: if self.ev.cx.leaves_out(Domain::Gravity) { 0.0 } else { gravity },
            static_friction: kept(static_friction),
            dynamic_friction: kept(dynamic_friction),
            viscous: kept(viscous),
            law,
            grain,
            region: region.map(|r| (*r).clone()),
        });
    }

    fn surface_amount(
        &mut self,
        options: &mut Options<'a>,
        name: &'static str,
        dimension: Dimension,
        scope: ScopeId,
    ) -> Option<f64> {
        let given = options.take(name)?;
        let value = self.ev.eval(given.expr, scope);
        self.ev.cx.not_negative(&value, dimension, given.expr.span, &format!("`{name}` of the surface"), "E0526")
    }

    fn surface_law(&mut self, options: &mut Options<'a>, scope: ScopeId) -> Option<SurfaceLaw> {
        let given = options.take("law")?;
        let word = self.ev.chosen_word(given.expr, scope)?;
        if let Some((_, law)) = LAWS.iter().find(|(name, _)| word.as_deref() == Some(*name)) {
            return Some(*law);
        }
        let shown = word.unwrap_or_else(|| "this".to_owned());
        let known: Vec<&str> = LAWS.iter().map(|(name, _)| *name).collect();
        let finding = Diagnostic::error("E0526", given.expr.span, format!("no law of friction `{shown}`"));
        self.ev.cx.findings.report(match did_you_mean(&shown, known.iter().copied()) {
            Some(s) => finding.help(format!("did you mean `{s}`?")),
            None => finding.help(format!("there are {}", listed(&known))),
        });
        None
    }

    /// `grain = 30 deg; across = 0.5`.
    fn surface_grain(&mut self, options: &mut Options<'a>, scope: ScopeId) -> Option<Grain> {
        let (grain, across) = (options.take("grain"), options.take("across"));
        let (given, missing) = match (grain, across) {
            (None, None) => return None,
            (Some(grain), Some(across)) => {
                let angle = self.ev.eval(grain.expr, scope);
                let angle = self.ev.cx.constant(&angle, Dimension::NONE, grain.expr.span, "the direction of the grain");
                let ratio = self.ev.eval(across.expr, scope);
                let what = "friction across the grain over that along it";
                let ratio = self.ev.cx.positive(&ratio, Dimension::NONE, across.expr.span, what, "E0526");
                return Some(Grain { angle: angle?, across: ratio? });
            }
            (Some(grain), None) => (grain, "across = 0.5"),
            (None, Some(across)) => (across, "grain = 30 deg"),
        };
        self.ev.cx.findings.report(
            Diagnostic::error("E0526", given.span, "`grain` and `across` go together").help(format!("add `{missing}`")),
        );
        None
    }
}

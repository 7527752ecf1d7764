//! `gravity (0, -9.81) m/s^2`.

use crate::context::value::ScopeId;
use crate::evaluate::evaluator::Evaluator;
use crate::settings::state::Settings;
use mainspring_definition::{Diagnostic, Expr, Span};

impl Settings {
    /// `gravity (0, -9.81) m/s^2`.
    pub fn set_gravity<'a>(&mut self, ev: &mut Evaluator<'_, 'a>, value: &'a Expr, scope: ScopeId, span: Span) {
        if let Some((_, first)) = self.gravity {
            ev.cx.findings.report(
                Diagnostic::error("E0216", span, "gravity is said twice")
                    .also(first, "first said here")
                    .help("leave one line out"),
            );
            return;
        }
        let expr = ev.cx.overrides.overriding("gravity", value);
        let worth = ev.eval(expr, scope);
        let vector =
            ev.cx.known_vector(&worth, Some(mainspring_definition::Dimension::ACCELERATION), expr.span, "gravity");
        self.gravity = Some((vector.unwrap_or([0.0; 3]), span));
    }

    /// Gravity set from outside in a scene that says nothing of it.
    pub fn gravity_override<'a>(&mut self, ev: &mut Evaluator<'_, 'a>, scene: ScopeId) {
        if self.gravity.is_none()
            && let Some(expr) = ev.cx.overrides.override_of("gravity")
        {
            self.set_gravity(ev, expr, scene, expr.span);
        }
    }
}

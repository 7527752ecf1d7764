//! What two that touch are to each other: what materials, parts and pairs say of friction and rebound, brought together.
//!
//! Coefficients belong to pairs; what a part or material says is a share of one. Where only one of two says a
//! coefficient it holds for the pair; where both do it is their geometric mean √(ab): two of one kind keep their own
//! value, the result lies between the two, and a 0 (perfectly smooth, perfectly plastic) stays 0. `materials a, b`
//! comes before that unless a part says the coefficient itself, and the pair's own `contact` line before all.

use crate::contacts::phase::ContactPhase;
use crate::context::value::Material;
use crate::options::Domain;
use crate::results::part_coefficients::PairCoefficients;
use mainspring_definition::{Diagnostic, Span};
use mainspring_model::{ContactPair, Touched};

impl ContactPhase<'_, '_> {
    /// The pair with everything said of it put together, and whether anything was.
    pub fn resolved(&mut self, a: usize, b: Touched, line: PairCoefficients, span: Span) -> (ContactPair, bool) {
        let (x, y) = (self.ev.known.parts.coefficients_of(Touched::Body(a)), self.ev.known.parts.coefficients_of(b));
        let table = match (&x.material, &y.material) {
            (Some(m), Some(n)) => self.materials.get(&material_key(m, n)).map(|t| t.0).unwrap_or_default(),
            _ => PairCoefficients::default(),
        };
        // a part that says the coefficient itself is not of its material in this
        let plain_friction = x.own.friction.is_none()
            && y.own.friction.is_none()
            && x.own.static_friction.is_none()
            && y.own.static_friction.is_none();
        let plain_rebound = x.own.restitution.is_none() && y.own.restitution.is_none();
        let friction = line
            .coefficients
            .friction
            .or(table.coefficients.friction.filter(|_| plain_friction))
            .or(combined(x.friction(), y.friction()));
        let resting = line
            .static_friction()
            .or(table.static_friction().filter(|_| plain_friction))
            .or(combined(x.static_friction(), y.static_friction()));
        let restitution = line
            .coefficients
            .restitution
            .or(table.coefficients.restitution.filter(|_| plain_rebound))
            .or(combined(x.restitution(), y.restitution()));
        let rolling = line.rolling.or(table.rolling);
        let spinning = line.spinning.or(table.spinning);
        let said = [friction, resting, restitution, rolling, spinning].iter().any(Option::is_some);
        let friction = friction.unwrap_or(0.0);
        let resting = resting.unwrap_or(friction);
        if resting < friction {
            let message = format!("`static_friction` {resting} of this pair is less than its `friction` {friction}");
            self.ev.cx.findings.report(
                Diagnostic::error("E0408", span, message)
                    .help("friction at rest is at least as large as in motion; give both in one place"),
            );
        }
        let kept = |v: f64| if self.ev.cx.leaves_out(Domain::Friction) { 0.0 } else { v };
        let pair = ContactPair {
            a,
            b,
            span,
            friction: kept(friction),
            static_friction: kept(resting),
            restitution: restitution.unwrap_or(0.0),
            rolling: kept(rolling.unwrap_or(0.0)),
            spinning: kept(spinning.unwrap_or(0.0)),
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

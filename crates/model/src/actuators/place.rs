//! Where windows, arrays and bins stand: `at` and `turned`, in the frame of the composite round them.

use crate::build::Builder;
use crate::elaborate::value::{Scalar, ScopeId};
use crate::functions::{BinaryFn, UnaryFn};
use crate::model::Pose;
use crate::probe::Level;
use mainspring_definition::{Diagnostic, Dimension, Placement, Span};
use mainspring_geometry::Region;

impl<'a> Builder<'a> {
    /// x, y and angle of something's frame in the world; None after a report.
    pub fn actuator_place(
        &mut self,
        placement: &'a Placement,
        scope: ScopeId,
        path: &str,
        span: Span,
        word: &str,
    ) -> Option<[Scalar; 3]> {
        let strange =
            [&placement.about, &placement.moving, &placement.spinning, &placement.arriving, &placement.leaving];
        if let Some(expr) = strange.into_iter().flatten().next() {
            self.report(
                Diagnostic::error("E0521", expr.span, format!("{word} is placed with `at` and `turned` alone"))
                    .help("what moves reads the time there: `at (t*(2 cm/s), 0)`; `on = …` switches it"),
            );
            return None;
        }
        let mut place = [Scalar::Known(0.0); 3];
        let at = self.override_of(&format!("{path}.at")).or(placement.at.as_ref());
        if let Some(expr) = at {
            let value = self.eval(expr, scope);
            let [x, y, _] = self.vector(&value, Some(Dimension::LENGTH), expr.span, "the place")?;
            (place[0], place[1]) = (x, y);
        }
        let turned = self.override_of(&format!("{path}.turned")).or(placement.turned.as_ref());
        if let Some(expr) = turned {
            let value = self.eval(expr, scope);
            place[2] = self.number(&value, Dimension::NONE, expr.span, "the angle")?.scalar;
        }
        let at_span = at.or(turned).map_or(span, |e| e.span);
        if !place.into_iter().all(|s| self.check_level(s, Level::Rate, at_span, &format!("the place of {word}"))) {
            return None;
        }
        let frame = self.frame_round(scope, span)?;
        Some(self.placed_in(&frame, place))
    }

    /// The frame of the composite round a scope.
    fn frame_round(&mut self, scope: ScopeId, span: Span) -> Option<Pose> {
        let Some(place) = self.scopes[self.scopes[scope].members].place else { return Some(Pose::IDENTITY) };
        let frame = self.places[place].frame;
        if frame.is_none() && !self.findings.failed() {
            let path = self.places[place].path.clone();
            self.report(
                Diagnostic::error("E0505", span, format!("nothing places `{path}`, in which this stands"))
                    .help("add `at (0, 0)` to it"),
            );
        }
        frame
    }

    fn placed_in(&mut self, frame: &Pose, [x, y, angle]: [Scalar; 3]) -> [Scalar; 3] {
        if *frame == Pose::IDENTITY {
            return [x, y, angle];
        }
        let (c, s) = (libm::cos(frame.angle), libm::sin(frame.angle));
        let row = |b: &mut Self, p: f64, q: f64, origin: f64| {
            let first = b.binary(BinaryFn::Mul, Scalar::Known(p), x);
            let second = b.binary(BinaryFn::Mul, Scalar::Known(q), y);
            let sum = b.binary(BinaryFn::Add, first, second);
            b.binary(BinaryFn::Add, Scalar::Known(origin), sum)
        };
        let (px, py) = (row(self, c, -s, frame.position[0]), row(self, s, c, frame.position[1]));
        [px, py, self.binary(BinaryFn::Add, Scalar::Known(frame.angle), angle)]
    }

    /// −a for the margin of leaving something.
    pub fn opposite_of(&mut self, a: Scalar) -> Scalar {
        self.unary(UnaryFn::Neg, a)
    }
}

/// A region where its frame stands; None where numbers leave all bounds.
pub fn standing(region: &Region, place: [f64; 3]) -> Option<Region> {
    let turned = if place[2] == 0.0 { region.clone() } else { region.turned(place[2]).ok()? };
    if place[0] == 0.0 && place[1] == 0.0 { Some(turned) } else { turned.moved([place[0], place[1]]).ok() }
}

/// The numbers of a place that stays.
pub fn known_place(place: [Scalar; 3]) -> Option<[f64; 3]> {
    match place {
        [Scalar::Known(x), Scalar::Known(y), Scalar::Known(a)] => Some([x, y, a]),
        _ => None,
    }
}

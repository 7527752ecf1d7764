//! Where windows, arrays and bins stand: `at` and `turned`, in the frame of the composite round them.

use crate::actuators::phase::TablePhase;
use crate::context::value::{Scalar, ScopeId};
use mainspring_definition::{Diagnostic, Placement, Span};
use mainspring_model::BinaryFn;
use mainspring_model::Pose;

impl<'a> TablePhase<'_, 'a> {
    /// x, y and angle of something's frame in the world; None after a report.
    pub fn actuator_place(
        &mut self,
        placement: &'a Placement,
        scope: ScopeId,
        path: &str,
        span: Span,
        word: &str,
    ) -> Option<[Scalar; 3]> {
        let place = self.ev.place_as_written(placement, scope, path, span, word)?;
        let frame = self.frame_round(scope, span)?;
        Some(self.placed_in(&frame, place))
    }

    /// The frame of the composite round a scope.
    fn frame_round(&mut self, scope: ScopeId, span: Span) -> Option<Pose> {
        let Some(place) = self.ev.cx.names.scopes[self.ev.cx.names.scopes[scope].members].place else {
            return Some(Pose::IDENTITY);
        };
        let frame = self.frames[place];
        if frame.is_none() && !self.ev.cx.findings.failed() {
            let path = self.ev.known.parts.places[place].path.clone();
            self.ev.cx.findings.report(
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
            let first = b.ev.cx.binary(BinaryFn::Mul, Scalar::Known(p), x);
            let second = b.ev.cx.binary(BinaryFn::Mul, Scalar::Known(q), y);
            let sum = b.ev.cx.binary(BinaryFn::Add, first, second);
            b.ev.cx.binary(BinaryFn::Add, Scalar::Known(origin), sum)
        };
        let (px, py) = (row(self, c, -s, frame.position[0]), row(self, s, c, frame.position[1]));
        [px, py, self.ev.cx.binary(BinaryFn::Add, Scalar::Known(frame.angle), angle)]
    }
}

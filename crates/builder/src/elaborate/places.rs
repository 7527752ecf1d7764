//! `at`, `turned`, `moving`, `spinning`: where a declaration puts a part.

use crate::context::value::{PlaceId, ScopeId};
use crate::elaborate::elaboration::Elaboration;
use crate::results::parts::Place;
use mainspring_definition::{Diagnostic, Dimension, Placement, SpaceKind, Span};
use mainspring_model::Pose;
use mainspring_model::rigid::quat_about;

impl<'a> Elaboration<'_, 'a> {
    /// A new frame for a part, with what its declaration says about place and motion.
    pub fn place_part(&mut self, placement: &'a Placement, scope: ScopeId, path: &str, span: Span) -> PlaceId {
        let parent = self.made.cx.names.scopes[self.made.cx.names.scopes[scope].members].place;
        let local = self.local_pose(placement, scope, path);
        let moving = placement.moving.as_ref().and_then(|e| {
            let value = self.made.at().eval(e, scope);
            self.made.cx.known_vector(&value, Some(Dimension::SPEED), e.span, "the velocity")
        });
        let spinning = placement.spinning.as_ref().and_then(|e| {
            let value = self.made.at().eval(e, scope);
            match self.made.cx.input.space {
                SpaceKind::Planar => self
                    .made
                    .cx
                    .constant(&value, Dimension::RATE, e.span, "the angular velocity")
                    .map(|w| [0.0, 0.0, w]),
                SpaceKind::Spatial => {
                    self.made.cx.known_vector(&value, Some(Dimension::RATE), e.span, "the angular velocity")
                }
            }
        });
        let id = self.made.parts.places.len();
        self.made.parts.places.push(Place {
            parent,
            base: None,
            local,
            moving,
            spinning,
            body: None,
            obstacle: None,
            path: path.to_owned(),
            span,
        });
        if let Some(p) = parent
            && self.made.parts.places[p].base.is_none()
        {
            self.made.parts.places[p].base = Some(id);
        }
        id
    }

    fn local_pose(&mut self, placement: &'a Placement, scope: ScopeId, path: &str) -> Option<Pose> {
        let mut pose = Pose::IDENTITY;
        let at = match (&placement.at, self.made.cx.overrides.override_of(&format!("{path}.at"))) {
            (_, Some(expr)) => Some(expr),
            (Some(expr), None) => Some(expr),
            (None, None) => None,
        };
        let Some(at) = at else {
            if let Some(t) = placement.turned.as_ref().or(placement.about.as_ref()) {
                self.made.cx.findings.report(
                    Diagnostic::error("E0514", t.span, "`turned` needs `at`: it turns a part where `at` puts it")
                        .help("add `at (…)`; a joint's angle is set with `start joint = …` or `guess joint = …`"),
                );
                return Some(pose);
            }
            return None;
        };
        let value = self.made.at().eval(at, scope);
        let position = self.made.cx.known_vector(&value, Some(Dimension::LENGTH), at.span, "the place");
        // a place in error still places, so that nothing else is called unplaced
        pose.position = position.unwrap_or([0.0; 3]);
        if let Some(turned) = &placement.turned {
            let expr = self.made.cx.overrides.overriding(&format!("{path}.turned"), turned);
            let value = self.made.at().eval(expr, scope);
            self.made.cx.note_bare_angle(&value, expr.span, "`turned`");
            match self.made.cx.constant(&value, Dimension::NONE, expr.span, "the angle") {
                Some(angle) if self.made.cx.input.space == SpaceKind::Planar => pose.angle = angle,
                Some(angle) => {
                    let axis = match &placement.about {
                        Some(about) => self.made.at().axes(Some(about), None, scope).map(|axes| axes[2]),
                        None => Some([0.0, 0.0, 1.0]),
                    };
                    if let Some(axis) = axis {
                        pose.orientation = quat_about(axis, angle);
                    }
                }
                None => {}
            }
        }
        if let (Some(about), SpaceKind::Planar) = (&placement.about, self.made.cx.input.space) {
            self.made.cx.findings.report(
                Diagnostic::error("E0508", about.span, "in the plane everything turns about z")
                    .help("leave `about` out"),
            );
        }
        Some(pose)
    }
}

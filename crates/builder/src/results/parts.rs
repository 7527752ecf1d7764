//! Result of elaboration: parts with their masses, shapes and places, and obstacles.

use crate::context::value::{PlaceId, ScopeId};
use crate::results::pairs::Key;
use crate::results::part_coefficients::PartCoefficients;
use mainspring_definition::Span;
use mainspring_model::Touched;
use mainspring_model::{Body, BodyId, BodyKind, Frame, Marker, Obstacle, Pose, Shape};
use std::collections::BTreeSet;

/// A frame that `at` and joints place: a part's shape frame or a composite's own.
#[derive(Debug)]
pub struct Place {
    /// the composite round it
    pub parent: Option<PlaceId>,
    /// a composite's base, whose frame is its own
    pub base: Option<PlaceId>,
    /// as `at` says, relative to the parent
    pub local: Option<Pose>,
    pub moving: Option<[f64; 3]>,
    pub spinning: Option<[f64; 3]>,
    pub body: Option<BodyId>,
    pub obstacle: Option<usize>,
    pub path: String,
    pub span: Span,
}

/// What the builder knows of a body beyond the model's part of it.
pub struct PartInfo {
    pub scope: ScopeId,
    pub place: PlaceId,
    pub point_mass: bool,
}

/// Parts and obstacles of a scene.
#[derive(Default)]
pub struct Parts {
    pub bodies: Vec<Body>,
    /// of each body
    pub info: Vec<PartInfo>,
    /// what each body says about touching
    pub part_coefficients: Vec<PartCoefficients>,
    pub obstacles: Vec<Obstacle>,
    /// what each obstacle says about touching
    pub obstacle_coefficients: Vec<PartCoefficients>,
    /// frames that `at` and joints place
    pub places: Vec<Place>,
    /// frames of parts whose name was taken, so that no joint can name them
    pub clashed: BTreeSet<PlaceId>,
}

impl Parts {
    /// What a body or obstacle says about touching.
    pub fn coefficients_of(&self, touched: Touched) -> PartCoefficients {
        let found = match touched {
            Touched::Body(b) => self.part_coefficients.get(b),
            Touched::Obstacle(o) => self.obstacle_coefficients.get(o),
        };
        found.cloned().unwrap_or_default()
    }

    /// Whether it can touch anything.
    pub fn has_shape(&self, touched: Touched) -> bool {
        match touched {
            Touched::Body(b) => self.bodies[b].shape.is_some(),
            Touched::Obstacle(_) => true,
        }
    }

    /// Whether it is a part with an outline of its own.
    pub fn has_outline(&self, body: BodyId) -> bool {
        !self.info[body].point_mass && self.bodies[body].shape.is_some()
    }

    /// Whether both are points: they have no size, so they never meet.
    pub fn are_points(&self, x: Touched, y: Touched) -> bool {
        [x, y]
            .iter()
            .all(|t| matches!(t, Touched::Body(b) if matches!(self.bodies[*b].shape, Some(Shape::Point { .. }))))
    }

    /// How a pair is kept; None if neither can move, both are the same or both are points.
    pub fn key(&self, x: Touched, y: Touched) -> Option<Key> {
        if self.are_points(x, y) {
            return None;
        }
        let moves = |b: BodyId| self.bodies[b].kind != BodyKind::Fixed;
        match (x, y) {
            (Touched::Body(a), Touched::Body(b)) => {
                let (low, high) = (a.min(b), a.max(b));
                match (moves(low), moves(high)) {
                    _ if a == b => None,
                    (true, _) => Some((low, false, high)),
                    (false, true) => Some((high, false, low)),
                    (false, false) => None,
                }
            }
            (Touched::Body(b), Touched::Obstacle(o)) | (Touched::Obstacle(o), Touched::Body(b)) => {
                moves(b).then_some((b, true, o))
            }
            (Touched::Obstacle(_), Touched::Obstacle(_)) => None,
        }
    }

    /// Its path.
    pub fn touched_path(&self, touched: Touched) -> &str {
        match touched {
            Touched::Body(b) => &self.bodies[b].path,
            Touched::Obstacle(o) => &self.obstacles[o].path,
        }
    }

    /// Whether a body has no orientation, fixed ones included.
    pub fn is_point_mass(&self, body: BodyId) -> bool {
        self.info[body].point_mass || self.bodies[body].kind == BodyKind::Point
    }

    /// The marker a part stands for: its shape's origin, or a point mass itself.
    pub fn part_marker(&self, body: usize) -> Marker {
        Marker { body: Some(body), frame: Frame::at(self.bodies[body].center.map(|c| 0.0 - c)) }
    }
}

//! Bodies and obstacles.

use crate::model::frame::Frame;
use mainspring_definition::Span;
use mainspring_geometry::{Region, Solid};
use mainspring_joints::Pose;

/// One rigid body or point mass.
#[derive(Clone, Debug)]
pub struct Body {
    /// `hand.finger[2].tip`
    pub path: String,
    /// where it is declared
    pub span: Span,
    /// rigid, a point, or fixed to the ground
    pub kind: BodyKind,
    /// kg
    pub mass: f64,
    /// kg·m² about the centre of mass in body axes; planar: only `[2][2]`; zero for points
    pub inertia: [[f64; 3]; 3],
    /// its shape in the shape's own frame, if it has one
    pub shape: Option<Shape>,
    /// centre of mass in the shape's frame, m
    pub center: [f64; 3],
    /// named points in the body frame, for reports: (name, frame)
    pub points: Vec<(String, Frame)>,
    /// pose of the body frame as placed by `at` and the joints, before loops are closed
    pub pose: Pose,
    /// velocity of the centre of mass as given, m/s
    pub velocity: [f64; 3],
    /// angular velocity as given, rad/s, world axes; planar: only `[2]`
    pub spin: [f64; 3],
    /// there from the start; otherwise a switch brings it
    pub present: bool,
    /// viscous constant of its friction on the surface, N·s/m; None: the surface's own, per area
    pub drag: Option<f64>,
}

/// How a body moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodyKind {
    /// 3 or 6 velocities
    Rigid,
    /// 2 or 3 velocities, no orientation
    Point,
    /// none: stays where it was placed
    Fixed,
}

/// A shape in its own frame.
#[derive(Clone, Debug)]
pub enum Shape {
    /// planar
    Region(Region),
    /// spatial
    Solid(Solid),
    /// everything behind a line (planar) or plane; obstacles only
    HalfSpace {
        /// on its face, m
        point: [f64; 3],
        /// out of it, unit length; planar: z is 0
        normal: [f64; 3],
    },
    /// a point mass without a radius; parts only
    Point {
        /// what it is measured by where its partner has no size either: the scene's extent, m
        scale: f64,
    },
}

/// A shape fixed in the world; felt once contact is simulated, drawn always.
#[derive(Clone, Debug)]
pub struct Obstacle {
    /// its path
    pub path: String,
    /// where
    pub span: Span,
    /// the shape in its own frame
    pub shape: Shape,
    /// where that frame stands
    pub pose: Pose,
}

//! Springs, forces, drives, starts and constraints.

use crate::model::frame::Marker;
use crate::model::ids::BodyId;
use crate::program::NodeId;
use mainspring_definition::{Dimension, Span};
use mainspring_joints::Coordinate;

/// A spring–damper–actuator. Linear: f = k(l − l₀) + b·l̇ + F pulls the ends together for f > 0.
/// Rotary or on a coordinate: τ = k(θ − θ₀) + b·θ̇ + N, −τ acts on the second part, +τ on the first.
#[derive(Clone, Debug)]
pub struct Spring {
    /// its path; springs written inside a joint are `joint.spring`
    pub path: String,
    /// where
    pub span: Span,
    /// between what
    pub kind: SpringKind,
    /// N/m or N·m/rad
    pub stiffness: f64,
    /// N·s/m or N·m·s/rad
    pub damping: f64,
    /// m or rad
    pub rest: f64,
    /// F or N: may read time and any position or rate
    pub effort: Option<NodeId>,
    /// acts at t = 0
    pub attached: bool,
}

/// What a spring stretches between.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SpringKind {
    /// two points
    Linear {
        /// first end
        a: Marker,
        /// second end
        b: Marker,
    },
    /// a joint's coordinate
    Coordinate(Coordinate),
    /// planar: the angle of b relative to a, without a joint between them
    Angle {
        /// first side
        a: Marker,
        /// second side
        b: Marker,
    },
}

/// A force at a point of a body or a torque on it.
#[derive(Clone, Debug)]
pub struct Force {
    /// its path
    pub path: String,
    /// where
    pub span: Span,
    /// on which body
    pub body: BodyId,
    /// body frame, m; unused for torques
    pub point: [f64; 3],
    /// N, or N·m if `torque`; in the plane a torque uses only `[2]`
    pub value: [NodeId; 3],
    /// a torque rather than a force
    pub torque: bool,
    /// components are along this body's axes; None: world axes
    pub along: Option<BodyId>,
}

/// What a drive does to a coordinate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DriveKind {
    /// coordinate = value(t)
    Position,
    /// its rate = value(t)
    Speed,
    /// its second derivative = value(t)
    Acceleration,
    /// a force or torque on it: + drives the coordinate up; may read positions and rates
    Effort,
}

/// A prescribed coordinate (its effort is solved for) or an actuator.
#[derive(Clone, Debug)]
pub struct Drive {
    /// the joint's path
    pub path: String,
    /// where
    pub span: Span,
    /// which coordinate
    pub coordinate: Coordinate,
    /// what is prescribed
    pub kind: DriveKind,
    /// the value; prescribed motion reads only time
    pub value: NodeId,
    /// largest effort of a prescribed motion, N or N·m; none: whatever it takes
    pub limit: Option<f64>,
}

/// Initial value or guess of a coordinate.
#[derive(Clone, Debug)]
pub struct Start {
    /// which
    pub coordinate: Coordinate,
    /// where
    pub span: Span,
    /// rad or m
    pub value: Option<f64>,
    /// rad/s or m/s
    pub rate: Option<f64>,
    /// must hold at t = 0; otherwise only a hint for closing loops
    pub exact: bool,
}

/// node = 0, a row of the user's own; reads positions and time only.
#[derive(Clone, Debug)]
pub struct Constraint {
    /// its path
    pub path: String,
    /// where
    pub span: Span,
    /// left − right
    pub value: NodeId,
    /// dimension of left and right
    pub dimension: Dimension,
}

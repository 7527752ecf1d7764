//! The model: bodies, joints, loads and what to measure, flat, in SI units, with paths kept for people.
//!
//! Ids are indices. Points and frames of a body are given in its body frame: origin at the centre of mass, axes as
//! the shape was drawn. In planar models the third component of every vector is zero and frames are angles.

use crate::fields::Fields;
use crate::program::{NodeId, Programs};
use crate::sweep::SweepModel;
use crate::switch::Switch;
use crate::touch::Contacts;
use mainspring_definition::{Diagnostic, Dimension, SpaceKind, Span};
use mainspring_geometry::{Region, Solid};

/// Index into [`Model::bodies`].
pub type BodyId = usize;
/// Index into [`Model::joints`].
pub type JointId = usize;
/// Index into [`Model::springs`].
pub type SpringId = usize;

/// Everything a method needs to run a scene.
#[derive(Clone, Debug)]
pub struct Model {
    /// file or scene name
    pub name: String,
    /// planar or spatial
    pub space: SpaceKind,
    /// m/s²
    pub gravity: [f64; 3],
    /// in the order they were declared
    pub bodies: Vec<Body>,
    /// in the order they were declared
    pub joints: Vec<Joint>,
    /// linear and rotary elements, those written inside joints too
    pub springs: Vec<Spring>,
    /// forces and torques on bodies
    pub forces: Vec<Force>,
    /// prescribed coordinates and efforts
    pub drives: Vec<Drive>,
    /// initial values of joint coordinates
    pub starts: Vec<Start>,
    /// rows of the user's own
    pub constraints: Vec<Constraint>,
    /// attach and release
    pub switches: Vec<Switch>,
    /// shapes that do not move
    pub obstacles: Vec<Obstacle>,
    /// what may touch what, and how that is treated
    pub contacts: Contacts,
    /// what parts lie on, and what pushes them there
    pub fields: Fields,
    /// what `method sweep` runs, instead of all the above
    pub sweep: Option<SweepModel>,
    /// every expression evaluated during a run
    pub programs: Programs,
    /// what is written to the recording: `record` lines, plotted curves, named quantities; no duplicates by name
    pub channels: Vec<Channel>,
    /// one per `plot` line
    pub plots: Vec<Plot>,
    /// asked for from outside the scene (`--probe`)
    pub probes: Vec<Channel>,
    /// how long and how finely
    pub run: RunSettings,
    /// warnings and notes found while building
    pub notes: Vec<Diagnostic>,
}

impl Model {
    /// What `method sweep` runs; None for every other scene.
    #[must_use]
    pub fn sweep(&self) -> Option<&SweepModel> {
        self.sweep.as_ref()
    }
}

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
}

/// Position and orientation in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// m
    pub position: [f64; 3],
    /// planar orientation, rad, any number of turns
    pub angle: f64,
    /// spatial orientation, unit quaternion (w, x, y, z); identity in the plane
    pub orientation: [f64; 4],
}

impl Pose {
    /// At the origin, not turned.
    pub const IDENTITY: Self = Self { position: [0.0; 3], angle: 0.0, orientation: [1.0, 0.0, 0.0, 0.0] };
}

/// A point with axes, in a body's frame (or the world's, for the ground).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// m
    pub point: [f64; 3],
    /// planar: direction of its x axis, rad
    pub angle: f64,
    /// spatial: columns are its x, y, z axes (`axes[column][component]`); z is the joint axis, x the zero of its angle
    pub axes: [[f64; 3]; 3],
}

impl Frame {
    /// At `point`, with the body's own axes.
    #[must_use]
    pub const fn at(point: [f64; 3]) -> Self {
        Self { point, angle: 0.0, axes: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]] }
    }
}

/// A frame on a body, or on the ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Marker {
    /// None is the ground
    pub body: Option<BodyId>,
    /// where on it
    pub frame: Frame,
}

/// A joint between `a` (first-named) and `b` (second-named).
#[derive(Clone, Debug)]
pub struct Joint {
    /// its path
    pub path: String,
    /// where it is declared
    pub span: Span,
    /// which
    pub kind: JointKind,
    /// first-named side
    pub a: Marker,
    /// second-named side
    pub b: Marker,
    /// holds at t = 0; false when an `attach` brings it later
    pub attached: bool,
    /// realised as a stiff spring–damper instead of rows
    pub compliant: Option<Compliance>,
    /// lowest and highest value of its first coordinate
    pub limits: Option<[f64; 2]>,
    /// the limits are rigid stops, with this restitution; None: passing them is only reported
    pub stop: Option<f64>,
    /// resists its first coordinate
    pub friction: Option<Friction>,
    /// play of a gear or rack
    pub backlash: Option<Backlash>,
}

/// Dry friction in a joint's coordinate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Friction {
    /// while it moves: N or N·m, or a coefficient, see `law`
    pub kinetic: f64,
    /// while it rests, ≥ `kinetic`
    pub resting: f64,
    /// what the two are
    pub law: FrictionLaw,
}

/// How large friction is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FrictionLaw {
    /// always the same effort, N or N·m
    Constant,
    /// coefficient × |reaction| × `arm`
    Coulomb {
        /// 1 for a joint that slides, the radius of the pin (m) for a hinge
        arm: f64,
    },
}

/// Play between the flanks of a gear or rack, in its second coordinate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Backlash {
    /// from one flank to the other, rad or m, > 0; the pair starts half way
    pub width: f64,
    /// rebound over approach, 0 to 1
    pub restitution: f64,
}

/// The kinds of joint. Coordinates, in order, stand in brackets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum JointKind {
    /// planar or spatial hinge \[angle\]
    Revolute,
    /// slides along a's x axis in the plane, a's z axis in space; does not turn \[travel\]
    Prismatic,
    /// no relative motion
    Weld,
    /// keeps the two points this far apart, m
    Distance {
        /// m, > 0
        length: f64,
    },
    /// planar: b's point stays on the line through a's point along a's x axis \[travel, angle\]
    Slot,
    /// planar: b's point stays on the circle of this radius round a's point
    Arc {
        /// m, > 0
        radius: f64,
    },
    /// planar: a disc of `radius` round b's point rolls without slip on the line through a's point along a's x axis
    /// (on its left, +y side) \[travel, angle\]
    RollingOnLine {
        /// m, > 0
        radius: f64,
    },
    /// planar: a disc of `radius` round b's point rolls without slip on a disc of `base` round a's point,
    /// outside it, or inside it if `base` is negative
    RollingOnDisc {
        /// radius of the disc on b, m, > 0
        radius: f64,
        /// radius of the disc on a, m; negative: b rolls inside
        base: f64,
    },
    /// spatial ball joint
    Spherical,
    /// spatial: slides along and turns about a's z axis \[travel, angle\]
    Cylindrical,
    /// spatial: turns about a's z axis and b's x axis \[angle about a's z, angle about b's x\]
    Universal,
    /// spatial: b's point stays in a's x–y plane, b's z stays parallel to a's z
    Planar,
    /// spatial: a sphere of `radius` round b's point rolls without slip on a's x–y plane (on the +z side)
    RollingSphere {
        /// m, > 0
        radius: f64,
    },
    /// spatial: a thin disc of `radius` round b's point, axis b's z, rolls without slip on a's x–y plane (+z side)
    RollingDisc {
        /// m, > 0
        radius: f64,
    },
    /// second − second₀ = ratio × (first − first₀), both joint coordinates; a rack has one angle and one travel
    Gear {
        /// driving coordinate
        first: Coordinate,
        /// driven coordinate
        second: Coordinate,
        /// 1, m or 1/m
        ratio: f64,
    },
}

/// One coordinate of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Coordinate {
    /// which joint
    pub joint: JointId,
    /// 0, or 1 for the second coordinate of a two-coordinate joint
    pub index: usize,
}

impl JointKind {
    /// What the coordinates are, in order: true for an angle (rad), false for a travel (m).
    #[must_use]
    pub const fn coordinates(&self) -> &'static [bool] {
        match self {
            Self::Revolute => &[true],
            Self::Prismatic => &[false],
            Self::Slot | Self::Cylindrical | Self::RollingOnLine { .. } => &[false, true],
            Self::Universal => &[true, true],
            Self::Weld
            | Self::Distance { .. }
            | Self::Arc { .. }
            | Self::RollingOnDisc { .. }
            | Self::Spherical
            | Self::Planar
            | Self::RollingSphere { .. }
            | Self::RollingDisc { .. }
            | Self::Gear { .. } => &[],
        }
    }

    /// The word for it in a scene.
    #[must_use]
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Revolute => "revolute",
            Self::Prismatic => "prismatic",
            Self::Weld => "weld",
            Self::Distance { .. } => "distance",
            Self::Slot | Self::Arc { .. } => "slot",
            Self::RollingOnLine { .. }
            | Self::RollingOnDisc { .. }
            | Self::RollingSphere { .. }
            | Self::RollingDisc { .. } => "rolling",
            Self::Spherical => "spherical",
            Self::Cylindrical => "cylindrical",
            Self::Universal => "universal",
            Self::Planar => "planar",
            Self::Gear { .. } => "gear",
        }
    }
}

/// Stiffness of a compliant joint; rows measured in metres use the first pair, rows measured as angles the second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Compliance {
    /// N/m
    pub stiffness: f64,
    /// N·s/m
    pub damping: f64,
    /// N·m/rad
    pub turning_stiffness: f64,
    /// N·m·s/rad
    pub turning_damping: f64,
    /// stiffness follows the step's error, up to what is given here
    pub adapt: bool,
}

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

/// A named, measured quantity: a scalar or a vector.
#[derive(Clone, Debug)]
pub struct Channel {
    /// as written in the scene: `p.bob.position.y`, `norm(p.j1.force)`
    pub name: String,
    /// its dimension
    pub dimension: Dimension,
    /// an angle, so that people may be shown degrees (dimension 1 alone does not tell)
    pub angle: bool,
    /// one node a component
    pub nodes: Vec<NodeId>,
}

/// One `plot` line.
#[derive(Clone, Debug)]
pub struct Plot {
    /// the title
    pub title: String,
    /// indices into [`Model::channels`]
    pub curves: Vec<usize>,
    /// index into [`Model::channels`] of the horizontal axis; None: time
    pub against: Option<usize>,
}

/// How to run.
#[derive(Clone, Debug, PartialEq)]
pub struct RunSettings {
    /// s
    pub duration: f64,
    /// recording step, s
    pub every: f64,
    /// `auto`, `dop853`, `dopri5`, `merson`, `radau`, `rk4`, `semi_implicit`, `symplectic`
    pub integrator: String,
    /// relative tolerance of adaptive methods
    pub rtol: f64,
    /// absolute tolerance, relative to each quantity's scale
    pub atol: f64,
    /// s; None: no limit, 10 ms for `merson`
    pub max_step: Option<f64>,
    /// s, of fixed-step methods; None: 1 ms
    pub step: Option<f64>,
    /// which unknowns describe the motion
    pub coordinates: Coordinates,
}

/// Which unknowns describe the motion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Coordinates {
    /// the joints' own where the mechanism is an open tree of joints, else maximal
    #[default]
    Auto,
    /// the joints' own, or an error
    Joint,
    /// positions and velocities of every body, joints as constraints
    Maximal,
}

impl Default for RunSettings {
    fn default() -> Self {
        Self {
            duration: 10.0,
            every: 0.01,
            integrator: "auto".to_owned(),
            rtol: 1e-9,
            atol: 1e-12,
            max_step: None,
            step: None,
            coordinates: Coordinates::Auto,
        }
    }
}

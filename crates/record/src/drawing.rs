//! What moves and how to draw it: enough for a viewer that knows nothing of models. SI units.

use serde::{Deserialize, Serialize};

/// Everything drawable of a scene.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Drawing {
    /// in space rather than in the plane
    pub spatial: bool,
    /// gravity, m/s²
    pub gravity: [f64; 3],
    /// largest extent of the mechanism, m
    pub length: f64,
    /// bodies, in the order of a frame's poses
    pub bodies: Vec<DrawnBody>,
    /// joints
    pub joints: Vec<DrawnJoint>,
    /// springs between two points
    pub springs: Vec<DrawnSpring>,
    /// forces, in the order of a frame's arrows
    pub arrows: Vec<DrawnArrow>,
    /// shapes that do not move
    pub obstacles: Vec<Obstacle>,
    /// windows and arrays of actuators, in the order of their priority, lowest first
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub windows: Vec<DrawnWindow>,
    /// what is on together, and which scripts show them; events `frame` say what is on from when
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scripts: Vec<DrawnScript>,
    /// where parts leave
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bins: Vec<Obstacle>,
    /// planes of angle over travel, of pawls that a sweep follows, where they are small enough to keep
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub planes: Vec<crate::plane::DrawnPlane>,
}

impl Drawing {
    /// How many poses a frame has: those of the bodies, then those of windows that move.
    #[must_use]
    pub fn poses(&self) -> usize {
        self.bodies.len() + self.windows.iter().filter(|w| w.moves).count()
    }
}

/// A window, or an array of actuators.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DrawnWindow {
    /// its path in the scene
    pub path: String,
    /// what it does
    pub kind: WindowKind,
    /// in the world; in its own frame if it moves
    pub shape: DrawnShape,
    /// its pose comes with every frame, after those of bodies, in the order of windows
    pub moves: bool,
    /// lines between cells worth drawing: columns and rows, as places in `shape`'s axes, m
    pub lines: [Vec<f64>; 2],
    /// what of every cell acts, about its middle: an outline, m; empty where that is all of it, or too small to be drawn
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pad: Vec<[f64; 2]>,
    /// arrows of the field at the start: places (m) and vectors (N/m² or m/s), in `shape`'s axes
    pub arrows: Vec<([f64; 2], [f64; 2])>,
    /// arrows that change: index of the first in [`Drawing::arrows`], as many as there are places in `arrows`; their
    /// places are those in `arrows`, and a frame's vectors are in `shape`'s axes too
    pub changing: Option<usize>,
    /// on whatever frames say
    pub always: bool,
}

/// What a window does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WindowKind {
    /// pushes what lies on it
    Force,
    /// its surface moves
    Velocity,
    /// a grid of cells or pads that push
    Array,
}

/// A script, and the frames it can show.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DrawnScript {
    /// its path in the scene
    pub path: String,
    /// frames: path, and indices into [`Drawing::windows`] of what is on in each
    pub frames: Vec<(String, Vec<usize>)>,
}

/// One body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DrawnBody {
    /// its path in the scene
    pub path: String,
    /// in the body frame, whose origin is the centre of mass
    pub shape: DrawnShape,
    /// named points in the body frame, m
    pub points: Vec<(String, [f64; 3])>,
    /// kg
    pub mass: f64,
    /// does not move
    pub fixed: bool,
    /// not there from the start: an event `arrive` brings it, an event `leave` takes it away
    #[serde(default)]
    pub arrives: bool,
}

/// How something looks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum DrawnShape {
    /// a point mass, or a body without a shape: a dot joined by lines to its points and joints
    Dot,
    /// planar: closed outlines to be filled by the even–odd rule
    Outline {
        /// loops of points, m
        loops: Vec<Vec<[f64; 2]>>,
    },
    /// spatial: a surface of triangles
    Mesh {
        /// m
        vertices: Vec<[f64; 3]>,
        /// corners, counter-clockwise seen from outside
        triangles: Vec<[u32; 3]>,
        /// sharp edges, worth drawing as lines
        edges: Vec<[u32; 2]>,
    },
    /// everything on one side of a plane, or of a line: ground without end
    HalfSpace {
        /// a point of its surface, m
        point: [f64; 3],
        /// unit, out of the material
        normal: [f64; 3],
    },
}

/// A point on a body, or of the world if `body` is none.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Place {
    /// index into [`Drawing::bodies`]
    pub body: Option<usize>,
    /// in the body frame, or in the world, m
    pub point: [f64; 3],
}

/// One joint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DrawnJoint {
    /// its path in the scene
    pub path: String,
    /// the scene's word for it: `revolute`, `prismatic` …
    pub kind: String,
    /// on the first part
    pub a: Place,
    /// on the second part
    pub b: Place,
    /// in the frame of `a`'s body: the direction of a slide or of the line rolled on, the axis of a hinge, the normal
    /// of a plane
    pub axis: [f64; 3],
    /// radius of what rolls or of an arc, length of a distance joint, m; otherwise 0
    pub size: f64,
    /// holds from the start; `attach` and `release` events say when that changes
    pub attached: bool,
}

/// One spring between two points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DrawnSpring {
    /// its path in the scene
    pub path: String,
    /// one end
    pub a: Place,
    /// the other end
    pub b: Place,
    /// length at rest, m
    pub rest: f64,
    /// acts from the start; `attach` and `release` events say when that changes
    pub attached: bool,
}

/// One force, drawn as an arrow whose vector comes with every frame.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DrawnArrow {
    /// path of the joint, force or spring
    pub path: String,
    /// what it is
    pub kind: ArrowKind,
    /// where it acts
    pub place: Place,
}

/// What an arrow shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ArrowKind {
    /// what a joint exerts on its second part
    Reaction,
    /// a force the scene applies
    Applied,
    /// what a spring exerts on its second end
    Spring,
    /// density of a window, N/m², or velocity of its surface, m/s
    Field,
}

/// A shape that does not move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Obstacle {
    /// its path in the scene
    pub path: String,
    /// in world axes
    pub shape: DrawnShape,
}

//! How to run, and what to record.

use crate::program::NodeId;
use mainspring_definition::Dimension;

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
    /// indices into [`crate::Model::channels`]
    pub curves: Vec<usize>,
    /// index into [`crate::Model::channels`] of the horizontal axis; None: time
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
    /// no step is longer than a frame or goes over one, as in cilia-1997
    pub frame_steps: bool,
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
            frame_steps: false,
            step: None,
            coordinates: Coordinates::Auto,
        }
    }
}

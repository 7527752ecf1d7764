//! Actuator arrays: what parts lie on, windows of force or velocity, grids of pads, frames and scripts.
//!
//! Expressions of a window or array may read time and what a load may read; those of a density also the place in the
//! world, [`Probe::FieldX`](crate::Probe::FieldX) and [`Probe::FieldY`](crate::Probe::FieldY).

use crate::program::NodeId;
use mainspring_definition::Span;
use mainspring_geometry::Region;

/// Everything said of the surface and its actuators.
#[derive(Clone, Debug, Default)]
pub struct Fields {
    /// what parts lie on; None: nothing presses them on anything
    pub surface: Option<Surface>,
    /// in the order they were declared
    pub windows: Vec<Window>,
    /// in the order they were declared
    pub arrays: Vec<Array>,
    /// what is on together
    pub frames: Vec<FieldFrame>,
    /// which frames follow each other
    pub scripts: Vec<Script>,
    /// where parts leave
    pub bins: Vec<Bin>,
}

impl Fields {
    /// Windows, then arrays counted on, in the order they are drawn: by priority, lowest first.
    #[must_use]
    pub fn drawn_order(&self) -> Vec<usize> {
        let count = self.windows.len();
        let priority = |i: usize| if i < count { self.windows[i].priority } else { self.arrays[i - count].priority };
        let mut order: Vec<usize> = (0..count + self.arrays.len()).collect();
        order.sort_by_key(|&i| (priority(i), i));
        order
    }
}

/// What parts lie on.
#[derive(Clone, Debug)]
pub struct Surface {
    /// where it is said
    pub span: Span,
    /// what presses parts on it, m/s²
    pub gravity: f64,
    /// coefficient at rest, ≥ `dynamic_friction`
    pub static_friction: f64,
    /// coefficient while sliding
    pub dynamic_friction: f64,
    /// viscous friction per area, N·s/m³
    pub viscous: f64,
    /// how the two are put together
    pub law: SurfaceLaw,
    /// friction that differs along and across a grain
    pub grain: Option<Grain>,
    /// a part whose centre of mass leaves this falls off; None: it has no edge
    pub region: Option<Region>,
}

/// How dry and viscous friction make up the friction of a part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SurfaceLaw {
    /// force and torque each the larger of both (cilia-1997)
    #[default]
    Hybrid,
    /// at every point the larger of both
    Pointwise,
    /// dry alone
    Coulomb,
    /// viscous alone: nothing ever sticks
    Viscous,
}

/// Dry friction that differs by direction: the coefficients given hold along the grain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grain {
    /// direction of the grain from the x axis, rad
    pub angle: f64,
    /// coefficients across it over those along it, > 0
    pub across: f64,
}

/// A region with a density of force, or a velocity of its surface.
#[derive(Clone, Debug)]
pub struct Window {
    /// its path
    pub path: String,
    /// where it is declared
    pub span: Span,
    /// in its own frame, m
    pub region: Region,
    /// x, y (m) and angle (rad) of its frame in the world
    pub place: [NodeId; 3],
    /// `place` depends on time or on the state
    pub moves: bool,
    /// what it does
    pub action: Action,
    /// where windows overlap the highest wins, equal ones add
    pub priority: i64,
    /// truth value over time; None: as frames say
    pub on: Option<NodeId>,
    /// power drawn where it is on and not covered, W/m²
    pub power: Option<NodeId>,
}

/// What a window does to parts over it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Action {
    /// N/m²
    Force {
        /// x and y component
        density: [NodeId; 2],
        /// in x and y a polynomial of degree one: exact from moments
        affine: bool,
        /// changes with time or state
        varies: bool,
    },
    /// the surface moves with this velocity, m/s; friction acts on what parts move against it
    Velocity([NodeId; 2]),
}

/// A grid of cells, each with its own density, or of pads with gaps between.
#[derive(Clone, Debug)]
pub struct Array {
    /// its path
    pub path: String,
    /// where it is declared
    pub span: Span,
    /// columns and rows
    pub cells: [usize; 2],
    /// width and height of a cell, m
    pub pitch: [f64; 2],
    /// lower left corner in the world, m
    pub corner: [f64; 2],
    /// what of each cell acts, about its middle; None: all of it
    pub pad: Option<Pad>,
    /// cells a side that push together as was asked: 2 with `directions = four`, else 1
    pub block: usize,
    /// density of each cell at level 1, N/m²; column by column within a row, rows from below; empty where `density`
    /// is given
    pub densities: Vec<[f64; 2]>,
    /// group of each cell, as `densities`; empty: all in group 0
    pub groups: Vec<u8>,
    /// level of each group over time, a plain number
    pub levels: Vec<NodeId>,
    /// density at level 1 of cells whose own changes: evaluated at the middle of each cell under a part, N/m²; the
    /// level of its group multiplies it as it does fixed ones
    pub density: Option<[NodeId; 2]>,
    /// as for windows
    pub priority: i64,
    /// as for windows
    pub on: Option<NodeId>,
    /// power a cell draws at level 1 and duty 1, W
    pub power: Option<f64>,
    /// duty of each cell, 0 to 1, as `densities`, those of the four directions included; empty: all 1
    pub duties: Vec<f64>,
}

/// What of a cell acts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pad {
    /// width and height, m, at most the pitch
    Rect([f64; 2]),
    /// radius, m, at most half the pitch
    Disc(f64),
}

/// Windows and arrays that are on together. What is in no frame is on whenever its own `on` says so.
#[derive(Clone, Debug)]
pub struct FieldFrame {
    /// its path
    pub path: String,
    /// where it is declared
    pub span: Span,
    /// indices into [`Fields::windows`], sorted
    pub windows: Vec<usize>,
    /// indices into [`Fields::arrays`], sorted
    pub arrays: Vec<usize>,
}

/// Which frames follow each other.
#[derive(Clone, Debug)]
pub struct Script {
    /// its path
    pub path: String,
    /// where it is declared
    pub span: Span,
    /// carried out from the first on; beyond the last the script is over and none of its frames is on
    pub steps: Vec<Step>,
    /// how many counters `Step::Again` uses
    pub counters: usize,
}

/// One step of a script.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// a frame is on
    Show {
        /// index into [`Fields::frames`]
        frame: usize,
        /// at most so long, s, > 0
        duration: Option<f64>,
        /// left for step `to` as soon as the node is > 0
        exits: Vec<Exit>,
    },
    /// back to step `to` until this has been reached `times` times; then on
    Again {
        /// index of a step
        to: usize,
        /// rounds in all; None: for ever
        times: Option<u32>,
        /// which counter
        counter: usize,
    },
    /// on with step `to`
    Jump {
        /// index of a step; one beyond the last ends the script
        to: usize,
    },
}

/// A condition that ends a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exit {
    /// > 0 once it holds
    pub when: NodeId,
    /// index of the step to go on with
    pub to: usize,
}

/// A part whose centre of mass comes in here leaves.
#[derive(Clone, Debug)]
pub struct Bin {
    /// its path
    pub path: String,
    /// where it is declared
    pub span: Span,
    /// in the world, m
    pub region: Region,
}

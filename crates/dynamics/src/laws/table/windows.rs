//! Windows and arrays as they stand: where each acts, and its cells.

use crate::multibody::assemble_error::AssembleError;
use mainspring_fields::{Grid, GridError, Lattice, Pads, Patch};
use mainspring_geometry::Region;
use mainspring_model::{Action, Array, Model, Pad, Tape, Window};

/// Where a window or array acts, as things are on now.
#[derive(Clone, Debug)]
pub enum Clear {
    /// everywhere on it
    Whole,
    /// on what is left of it
    Cut(Patch, f64),
    /// nowhere
    Gone,
    /// found anew for every part
    Layered,
}

/// A window during a run.
pub struct ActiveWindow {
    /// all of it, where it is now
    pub patch: Patch,
    /// of its whole region, m²
    pub area: f64,
    /// its region in the world, if it does not move
    pub standing: Option<Region>,
    pub clear: Clear,
    /// of its density
    pub tape: Tape,
    /// its density does not depend on the place
    pub uniform: bool,
    /// its density may jump or bend from place to place
    pub has_kink: bool,
    /// belongs to a frame: on only while one of these is
    pub framed: bool,
    /// x, y (m) and angle (rad) of its frame, at the time last evaluated
    pub place: [f64; 3],
    /// power it draws, W/m², at the time last evaluated
    pub power: f64,
}

impl ActiveWindow {
    pub fn of(model: &Model, window: &Window, framed: bool) -> Self {
        let programs = &model.programs;
        let (tape, uniform) = match window.action {
            Action::Force { density, .. } => {
                let tape = programs.tape(&density);
                let placed = |p: &usize| {
                    matches!(programs.probes[*p], mainspring_model::Probe::FieldX | mainspring_model::Probe::FieldY)
                };
                let uniform = !tape.probes.iter().any(placed);
                (tape, uniform)
            }
            Action::Velocity(_) => (Tape::default(), true),
        };
        let has_kink =
            !uniform && tape.order.iter().any(|&n| super::density_discontinuities::has_kink(&programs.nodes[n]));
        Self {
            patch: Patch::new(&window.region),
            area: window.region.moments().area,
            standing: None,
            clear: Clear::Whole,
            tape,
            uniform,
            has_kink,
            framed,
            place: [0.0; 3],
            power: 0.0,
        }
    }
}

/// An array during a run.
pub struct ActiveArray {
    /// what acts of it; None while it is being used
    pub cells: Option<Cells>,
    /// outline of all its cells
    pub region: Region,
    pub patch: Patch,
    pub clear: Clear,
    pub tape: Tape,
    pub levels: Vec<f64>,
    pub framed: bool,
    /// cells of each group, each by its duty
    pub counts: Vec<f64>,
}

impl ActiveArray {
    pub fn of(model: &Model, array: &Array, framed: bool) -> Result<Self, AssembleError> {
        let unusable = |why: String| AssembleError::NoCells { path: array.path.clone(), why, span: array.span };
        let region = array.outline().map_err(|e| unusable(e.to_string()))?;
        let groups = array.levels.len().max(1);
        let mut counts = vec![0.0; groups];
        for cell in 0..array.cells[0] * array.cells[1] {
            counts[array.group_of(cell).min(groups - 1)] += array.duties.get(cell).copied().unwrap_or(1.0);
        }
        Ok(Self {
            cells: Some(cells(array, groups).map_err(|e| unusable(e.to_string()))?),
            patch: Patch::new(&region),
            region,
            clear: Clear::Whole,
            tape: array.density.map_or_else(Tape::default, |d| model.programs.tape(&d)),
            levels: vec![1.0; groups],
            framed,
            counts,
        })
    }
}

/// What acts of an array.
pub enum Cells {
    /// cells, or rectangular pads with gaps between them as columns and rows of their own
    Grid(Grid),
    /// round pads
    Pads(Pads),
    /// as `Grid`, densities evaluated during the run; whether columns and rows have gaps
    Varying(Lattice, [bool; 2]),
    /// as `Pads`, densities evaluated during the run
    VaryingPads(Pads),
}

/// The column or row of an array that one of its lattice stands for; none for a gap.
pub fn cell_of(gaps: bool, k: usize) -> Option<usize> {
    if gaps { k.is_multiple_of(2).then_some(k / 2) } else { Some(k) }
}

fn cells(array: &Array, groups: usize) -> Result<Cells, GridError> {
    let varies = array.density.is_some();
    // densities of each group, at the cells `place` gives for columns and rows
    let densities = |size: [usize; 2], place: &dyn Fn(usize, usize) -> Option<usize>| {
        let mut out = vec![vec![[0.0; 2]; size[0] * size[1]]; groups];
        for j in 0..size[1] {
            for i in 0..size[0] {
                if let (Some(cell), false) = (place(i, j), varies) {
                    out[array.group_of(cell).min(groups - 1)][j * size[0] + i] = array.densities[cell];
                }
            }
        }
        out
    };
    let columns = array.cells[0];
    if let Some(Pad::Disc(radius)) = array.pad
        && let Ok(disc) = Region::disc([0.0; 2], radius)
    {
        let middles = [0, 1].map(|axis| {
            let at = |k: usize| array.corner[axis] + (k as f64 + 0.5) * array.pitch[axis];
            (0..array.cells[axis]).map(at).collect::<Vec<f64>>()
        });
        let pads = Pads::new(&disc, &middles[0], &middles[1], &densities(array.cells, &|i, j| Some(j * columns + i)))?;
        return Ok(if varies { Cells::VaryingPads(pads) } else { Cells::Pads(pads) });
    }
    let pad = if let Some(Pad::Rect(size)) = array.pad { size } else { array.pitch };
    let gaps = [0, 1].map(|axis| pad[axis] < array.pitch[axis]);
    let breaks = [0, 1].map(|axis| {
        let at = |k: f64| array.corner[axis] + k * array.pitch[axis];
        let half = 0.5 * (1.0 - pad[axis] / array.pitch[axis]);
        let count = array.cells[axis];
        if gaps[axis] {
            (0..count).flat_map(|k| [at(k as f64 + half), at((k + 1) as f64 - half)]).collect::<Vec<f64>>()
        } else {
            (0..=count).map(|k| at(k as f64)).collect()
        }
    });
    if varies {
        return Ok(Cells::Varying(Lattice::new(&breaks[0], &breaks[1])?, gaps));
    }
    let size = [breaks[0].len() - 1, breaks[1].len() - 1];
    let place = |i: usize, j: usize| Some(cell_of(gaps[1], j)? * columns + cell_of(gaps[0], i)?);
    Ok(Cells::Grid(Grid::new(&breaks[0], &breaks[1], &densities(size, &place))?))
}

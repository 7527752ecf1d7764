//! Windows and arrays during a run: which are on, where they stand, and where each acts under those above it.
//!
//! What is on changes with frames and at moments known in advance, never inside a step. Then, once, every window that stands
//! still loses what windows above it cover. Where something moves over something else, or curves cross, the parts are cut
//! instead, at every evaluation ([`Clear::Layered`]).

use crate::laws::table::Table;
use crate::multibody::assemble_error::AssembleError;
use crate::multibody::multibody::Multibody;
use crate::multibody::quantities::Probes;
use mainspring_fields::{Grid, GridError, Lattice, Pads, Patch};
use mainspring_geometry::{Region, RegionError};
use mainspring_model::{Action, Array, Model, Pad, Step, Tape, Window};

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
pub struct Pane {
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
    pub bends: bool,
    /// belongs to a frame: on only while one of these is
    pub framed: bool,
    /// x, y (m) and angle (rad) of its frame, at the time last evaluated
    pub place: [f64; 3],
    /// power it draws, W/m², at the time last evaluated
    pub power: f64,
}

impl Pane {
    pub fn of(model: &Model, window: &Window) -> Self {
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
        let index = model.fields.windows.iter().position(|w| w.path == window.path);
        let bends = !uniform && tape.order.iter().any(|&n| super::creases::bends(&programs.nodes[n]));
        Self {
            patch: Patch::new(&window.region),
            area: window.region.moments().area,
            standing: None,
            clear: Clear::Whole,
            tape,
            uniform,
            bends,
            framed: model.fields.frames.iter().any(|f| index.is_some_and(|i| f.windows.contains(&i))),
            place: [0.0; 3],
            power: 0.0,
        }
    }
}

/// An array during a run.
pub struct Bed {
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

impl Bed {
    pub fn of(model: &Model, array: &Array) -> Result<Self, AssembleError> {
        let unlaid = |why: String| AssembleError::NoCells { path: array.path.clone(), why, span: array.span };
        let region = array.outline().map_err(|e| unlaid(e.to_string()))?;
        let index = model.fields.arrays.iter().position(|a| a.path == array.path);
        let groups = array.levels.len().max(1);
        let mut counts = vec![0.0; groups];
        for cell in 0..array.cells[0] * array.cells[1] {
            counts[array.group_of(cell).min(groups - 1)] += array.duties.get(cell).copied().unwrap_or(1.0);
        }
        Ok(Self {
            cells: Some(cells(array, groups).map_err(|e| unlaid(e.to_string()))?),
            patch: Patch::new(&region),
            region,
            clear: Clear::Whole,
            tape: array.density.map_or_else(Tape::default, |d| model.programs.tape(&d)),
            levels: vec![1.0; groups],
            framed: model.fields.frames.iter().any(|f| index.is_some_and(|i| f.arrays.contains(&i))),
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

impl Table {
    /// Windows where they are at this moment; those that are on chosen anew if that has changed.
    pub fn move_windows(&mut self, bodies: &mut Multibody, others: &dyn Probes, time: f64) {
        let model = std::sync::Arc::clone(&bodies.model);
        let fields = &model.fields;
        if fields.windows.is_empty() && fields.arrays.is_empty() {
            return;
        }
        let tape = std::mem::take(&mut self.tape);
        self.evaluate_tape(bodies, others, &tape, time, bodies.state.switch_time);
        self.tape = tape;
        for (w, window) in fields.windows.iter().enumerate() {
            let pane = &mut self.panes[w];
            pane.power = window.power.map_or(0.0, |n| bodies.values[n]);
            if window.moves || pane.standing.is_none() {
                let [x, y, angle] = window.place.map(|n| bodies.values[n]);
                pane.place = [x, y, angle];
                pane.patch.lay(&window.region, [x, y], angle);
                if !window.moves {
                    pane.standing = window.region.turned(angle).and_then(|r| r.moved([x, y])).ok();
                }
            }
        }
        for (array, bed) in fields.arrays.iter().zip(&mut self.beds) {
            for (level, node) in bed.levels.iter_mut().zip(&array.levels) {
                *level = bodies.values[*node];
            }
        }
        bodies.move_belts(time);
        self.choose_windows(bodies);
    }

    /// Which windows and arrays are on, by frames and by their own conditions; if that has changed, where each acts.
    pub fn choose_windows(&mut self, bodies: &Multibody) {
        let model = std::sync::Arc::clone(&bodies.model);
        let fields = &model.fields;
        let mut shown = std::mem::take(&mut self.shown);
        shown.clear();
        shown.resize(fields.windows.len() + fields.arrays.len(), false);
        for (script, state) in fields.scripts.iter().zip(&self.state.scripts) {
            if let (Some(Step::Show { frame, .. }), true) = (script.steps.get(state.step), state.begun) {
                fields.frames[*frame].windows.iter().for_each(|w| shown[*w] = true);
                fields.frames[*frame].arrays.iter().for_each(|a| shown[fields.windows.len() + a] = true);
            }
        }
        let own = |on: Option<usize>| on.is_none_or(|n| bodies.values[n] != 0.0);
        for (w, window) in fields.windows.iter().enumerate() {
            shown[w] = (shown[w] || !self.panes[w].framed) && own(window.on);
        }
        for (a, array) in fields.arrays.iter().enumerate() {
            let at = fields.windows.len() + a;
            shown[at] = (shown[at] || !self.beds[a].framed) && own(array.on);
        }
        if shown == self.chosen {
            self.shown = shown;
        } else {
            self.shown = std::mem::replace(&mut self.chosen, shown);
            self.clear_windows(fields);
        }
    }

    /// Takes from everything that is on what lies under something of higher priority.
    fn clear_windows(&mut self, fields: &mainspring_model::Fields) {
        let count = fields.windows.len();
        let priority =
            |i: usize| if i < count { fields.windows[i].priority } else { fields.arrays[i - count].priority };
        let moves = |i: usize| i < count && fields.windows[i].moves;
        let on: Vec<usize> = (0..self.chosen.len()).filter(|&i| self.chosen[i]).collect();
        for &i in &on {
            let above: Vec<usize> = on
                .iter()
                .copied()
                .filter(|&j| priority(j) > priority(i) && (moves(i) || moves(j) || self.near(i, j)))
                .collect();
            let clear = if above.is_empty() {
                Clear::Whole
            } else if i >= count || moves(i) || above.iter().any(|&j| moves(j)) {
                Clear::Layered
            } else {
                self.left_of(i, &above)
            };
            if i < count {
                self.panes[i].clear = clear;
            } else {
                self.beds[i - count].clear = clear;
            }
        }
    }

    /// Its region in the world.
    fn standing(&self, i: usize) -> Option<&Region> {
        match i.checked_sub(self.panes.len()) {
            None => self.panes[i].standing.as_ref(),
            Some(a) => Some(&self.beds[a].region),
        }
    }

    /// Whether the boxes of two that stand still meet.
    fn near(&self, i: usize, j: usize) -> bool {
        let (Some(a), Some(b)) = (self.standing(i), self.standing(j)) else { return true };
        let ((low_a, high_a), (low_b, high_b)) = (a.bounds(), b.bounds());
        (0..2).all(|k| low_a[k] < high_b[k] && low_b[k] < high_a[k])
    }

    fn left_of(&self, i: usize, above: &[usize]) -> Clear {
        let Some(mut left) = self.standing(i).cloned() else { return Clear::Layered };
        for &j in above {
            let Some(other) = self.standing(j) else { return Clear::Layered };
            match left.difference(other) {
                Ok(rest) => left = rest,
                Err(RegionError::Empty) => return Clear::Gone,
                // curves that cross: cut part by part instead
                Err(_) => return Clear::Layered,
            }
        }
        Clear::Cut(Patch::new(&left), left.moments().area)
    }

    /// Whether window w pushes or carries anything now.
    pub fn window_acts(&self, w: usize) -> bool {
        self.chosen.get(w) == Some(&true) && !matches!(self.panes[w].clear, Clear::Gone)
    }

    /// Power drawn by window w or array a, W, at the time last evaluated.
    pub fn window_power(&self, bodies: &Multibody, w: usize) -> f64 {
        let pane = &self.panes[w];
        if pane.power == 0.0 || !self.window_acts(w) {
            return 0.0;
        }
        let area = match &pane.clear {
            Clear::Whole => pane.area,
            Clear::Cut(_, area) => *area,
            Clear::Gone => 0.0,
            Clear::Layered => self.layered_area(bodies, w),
        };
        pane.power * area
    }

    /// The same of an array: cells times their duty and level, less the share of it that windows above cover.
    pub fn array_power(&self, bodies: &Multibody, a: usize) -> f64 {
        let array = &bodies.model.fields.arrays[a];
        let (Some(power), true) = (array.power, self.chosen.get(self.panes.len() + a) == Some(&true)) else {
            return 0.0;
        };
        let bed = &self.beds[a];
        let open = if matches!(bed.clear, Clear::Layered) { self.open_share(bodies, a) } else { 1.0 };
        open * power * bed.counts.iter().zip(&bed.levels).map(|(n, level)| n * level.abs()).sum::<f64>()
    }
}

//! The wrench of windows and arrays on a part.
//!
//! An affine density over a window that nothing moves across is exact from the moments of the part under it; cells of an array
//! are summed in one sweep. Everything else goes through the part cut into trapezoids: fields given by functions, windows and
//! arrays under others in motion.

use crate::laws::table::density_discontinuities::Creases;
use crate::laws::table::intervals::{Range, may_bend, ranges};
use crate::laws::table::sliding_part::SlidingPart;
use crate::laws::table::table::Table;
use crate::laws::table::windows::{Cells, Clear, cell_of};
use crate::multibody::multibody::Multibody;
use crate::multibody::quantities::Probes;
use crate::tolerances::{LARGEST_QUADRATURE_ERROR, QUADRATURE_TOLERANCE};
use mainspring_fields::{Affine, Density, Integral, Layer, Patch, PlacedFootprint, Wrench, overlap, push, slabs_cut};
use mainspring_model::{Action, Array, Jet, NodeId, Probe, Tape};

/// A density given by a function, as it is at a moment.
pub struct Given<'a> {
    pub table: &'a Table,
    pub bodies: &'a mut Multibody,
    pub others: &'a dyn Probes,
    pub tape: &'a Tape,
    pub nodes: [NodeId; 2],
    pub time: f64,
    /// nodes that may jump or bend along curves
    pub curved: &'a [NodeId],
    pub ranges: &'a mut Vec<Range>,
}

impl Density for Given<'_> {
    fn at(&mut self, place: [f64; 2]) -> [f64; 2] {
        self.table.density_at(self.bodies, self.others, self.tape, self.nodes, place, self.time)
    }

    fn jump(&mut self, low: [f64; 2], high: [f64; 2]) -> f64 {
        if self.curved.is_empty() {
            return 0.0;
        }
        let programs = &self.bodies.model.programs;
        ranges(programs, self.tape, &self.bodies.values, [low, high], self.ranges);
        if !self.curved.iter().any(|&n| may_bend(programs, n, self.ranges)) {
            return 0.0;
        }
        self.nodes.map(|n| self.ranges[n][1] - self.ranges[n][0]).into_iter().fold(0.0, f64::max)
    }
}

impl Table {
    /// Force and torque of everything that is on, on a part, laid where it is.
    pub fn push_on(&mut self, bodies: &mut Multibody, others: &dyn Probes, part: &SlidingPart, time: f64) -> Wrench {
        let model = std::sync::Arc::clone(&bodies.model);
        let mut sum = Wrench::default();
        let (mut layered, placed) = (false, &part.placed);
        // a pose that is no number meets no window: its wrench is none either, lest a step over what has no answer is taken
        if !placed.position().iter().chain([&placed.angle()]).all(|x| x.is_finite()) {
            return Wrench { force: [f64::NAN; 2], torque: f64::NAN };
        }
        if let Some(what) = self.lost(&model.fields, &bodies.belts) {
            self.undefined = Some(what);
            return Wrench { force: [f64::NAN; 2], torque: f64::NAN };
        }
        for (w, window) in model.fields.windows.iter().enumerate() {
            let Action::Force { density, affine, .. } = window.action else { continue };
            if !self.window_acts(w) {
                continue;
            }
            if matches!(self.active_windows[w].clear, Clear::Layered) {
                layered = true;
                continue;
            }
            if !placed.bounds().meets(self.acting_patch(w).bounds(), placed.position()) {
                continue;
            }
            let tape = std::mem::take(&mut self.active_windows[w].tape);
            if affine {
                let moments = overlap(placed, self.acting_patch(w));
                if moments.area != 0.0 {
                    let density =
                        self.affine(bodies, others, &tape, density, self.active_windows[w].uniform, part, time);
                    let found = push(&moments, &density, placed.position());
                    sum = sum.plus(&self.known(&window.path, found));
                }
            } else {
                let found = self.integral(bodies, others, w, &tape, density, part, time);
                sum = sum.plus(&self.settled(bodies, w, &found));
            }
            self.active_windows[w].tape = tape;
        }
        for (a, array) in model.fields.arrays.iter().enumerate() {
            if self.chosen.get(model.fields.windows.len() + a) != Some(&true) {
                continue;
            }
            match self.active_arrays[a].clear {
                Clear::Layered => layered = true,
                Clear::Gone => {}
                _ => {
                    let found = self.push_of_array(bodies, others, a, array, placed, time);
                    sum = sum.plus(&self.known(&array.path, found));
                }
            }
        }
        if layered { sum.plus(&self.push_of_layers(bodies, others, part, time)) } else { sum }
    }

    /// Evaluates a tape into the bodies' `values` at the state of `kinematics`.
    pub fn evaluate_tape(&self, bodies: &mut Multibody, others: &dyn Probes, tape: &Tape, time: f64, switch_time: f64) {
        let mut values = std::mem::take(&mut bodies.values);
        let programs = &bodies.model.programs;
        programs.evaluate(tape, time, switch_time, |p| self.value_of(bodies, others, &programs.probes[p]), &mut values);
        bodies.values = values;
    }

    /// A quantity that an expression of the table reads: its own, or another law's.
    pub fn value_of(&self, bodies: &Multibody, others: &dyn Probes, probe: &Probe) -> f64 {
        match *probe {
            Probe::FieldLoad { body, friction, axis } => self.table_load(bodies, body, friction)[usize::from(axis)],
            Probe::Overlap { body, window } => self.overlap_area(bodies, body, window),
            Probe::Inside { body, bin } => self.inside(bodies, body, bin),
            Probe::Power(of) => self.power_of(bodies, of),
            Probe::Caught { bin } => f64::from(self.state.caught[bin]),
            Probe::ScriptStep { script } => self.script_step(bodies, script),
            ref other => others.value(bodies, other),
        }
    }

    /// Where a window that is not layered acts.
    pub fn acting_patch(&self, w: usize) -> &Patch {
        match &self.active_windows[w].clear {
            Clear::Cut(patch, _) => patch,
            _ => &self.active_windows[w].patch,
        }
    }

    /// A density at a place.
    pub fn density_at(
        &self,
        bodies: &mut Multibody,
        others: &dyn Probes,
        tape: &Tape,
        nodes: [NodeId; 2],
        at: [f64; 2],
        time: f64,
    ) -> [f64; 2] {
        let mut values = std::mem::take(&mut bodies.values);
        let programs = &bodies.model.programs;
        let probe = |p: usize| match programs.probes[p] {
            Probe::FieldX => at[0],
            Probe::FieldY => at[1],
            ref other => self.value_of(bodies, others, other),
        };
        programs.evaluate(tape, time, bodies.state.switch_time, probe, &mut values);
        let out = nodes.map(|n| values[n]);
        bodies.values = values;
        out
    }

    /// An affine density about a part: from its values at the part's origin and beside it.
    pub fn affine(
        &self,
        bodies: &mut Multibody,
        others: &dyn Probes,
        tape: &Tape,
        nodes: [NodeId; 2],
        uniform: bool,
        part: &SlidingPart,
        time: f64,
    ) -> Affine {
        let (at, far) = (part.placed.position(), part.footprint.radius());
        let value = self.density_at(bodies, others, tape, nodes, at, time);
        if uniform {
            return Affine { at, value, slope: [[0.0; 2]; 2] };
        }
        let x = self.density_at(bodies, others, tape, nodes, [at[0] + far, at[1]], time);
        let y = self.density_at(bodies, others, tape, nodes, [at[0], at[1] + far], time);
        let slope = [0, 1].map(|i| [(x[i] - value[i]) / far, (y[i] - value[i]) / far]);
        Affine { at, value, slope }
    }

    /// What an integral came to; nothing that can be gone on with where it is off by more than may be.
    pub fn settled(&mut self, bodies: &Multibody, window: usize, found: &Integral) -> Wrench {
        // a pole has a size without end, which no error exceeds
        if found.scale.is_finite() && found.error <= LARGEST_QUADRATURE_ERROR * found.scale {
            return found.wrench;
        }
        let path = &bodies.model.fields.windows[window].path;
        let why = if found.error.is_finite() && found.scale.is_finite() {
            "jumps or grows so steeply that its sum over a part is not known well enough"
        } else {
            "is not a finite number under a part"
        };
        self.undefined = Some(format!("the density of `{path}` {why}"));
        Wrench { force: [f64::NAN; 2], torque: f64::NAN }
    }

    /// What a density came to over a part; told where it is no number.
    pub fn known(&mut self, path: &str, found: Wrench) -> Wrench {
        if !found.force.iter().chain([&found.torque]).all(|x| x.is_finite()) {
            self.undefined = Some(format!("the density of `{path}` is not a finite number under a part"));
        }
        found
    }

    /// A density given by a function over what of a part lies on a patch.
    fn integral(
        &mut self,
        bodies: &mut Multibody,
        others: &dyn Probes,
        w: usize,
        tape: &Tape,
        nodes: [NodeId; 2],
        part: &SlidingPart,
        time: f64,
    ) -> Integral {
        let mut room = std::mem::take(&mut self.room);
        let mut scratch = std::mem::take(&mut self.scratch);
        let patch = self.lend_patch(w);
        room.creases.clear();
        self.crease(bodies, others, w, tape, nodes, &part.placed, time, &mut room.creases);
        let (creases, quadrature) = (&room.creases, &mut room.quadrature);
        let mut density =
            Given { table: self, bodies, others, tape, nodes, time, curved: &creases.curved, ranges: &mut room.ranges };
        quadrature.start(part.footprint.area(), QUADRATURE_TOLERANCE);
        let layer = |_| Layer { patch: &patch, priority: 0 };
        slabs_cut(&part.placed, 1, layer, &creases.lines, &mut scratch, |piece, acting| {
            if !acting.is_empty() {
                quadrature.add(piece, &mut density);
            }
        });
        let sum = quadrature.finish(&mut density);
        self.return_patch(w, patch);
        self.scratch = scratch;
        self.room = room;
        sum
    }

    /// Where the density of window w jumps or has a kink over a part, if it does.
    pub fn crease(
        &self,
        bodies: &mut Multibody,
        others: &dyn Probes,
        w: usize,
        tape: &Tape,
        nodes: [NodeId; 2],
        placed: &PlacedFootprint,
        time: f64,
        creases: &mut Creases,
    ) {
        if self.active_windows[w].has_kink {
            // what does not depend on the place is read there
            self.density_at(bodies, others, tape, nodes, placed.position(), time);
            let leaf = |n: NodeId| Jet::constant(bodies.values[n]);
            creases.add(&bodies.model.programs, tape, leaf, placed.bounds());
        }
    }

    /// The patch a window that is not layered acts on, taken out of its window for a while.
    fn lend_patch(&mut self, w: usize) -> Patch {
        match &mut self.active_windows[w].clear {
            Clear::Cut(patch, _) => std::mem::take(patch),
            _ => std::mem::take(&mut self.active_windows[w].patch),
        }
    }

    fn return_patch(&mut self, w: usize, lent: Patch) {
        match &mut self.active_windows[w].clear {
            Clear::Cut(patch, _) => *patch = lent,
            _ => self.active_windows[w].patch = lent,
        }
    }

    pub fn push_of_array(
        &mut self,
        bodies: &mut Multibody,
        others: &dyn Probes,
        a: usize,
        array: &Array,
        placed: &PlacedFootprint,
        time: f64,
    ) -> Wrench {
        let active = &mut self.active_arrays[a];
        let (cells, levels, tape) =
            (active.cells.take(), std::mem::take(&mut active.levels), std::mem::take(&mut active.tape));
        let mut fragments = std::mem::take(&mut self.fragments);
        let mut density = |column: usize, row: usize| {
            let nodes = array.density?;
            let level = levels.get(array.group_of(row * array.cells[0] + column)).copied().unwrap_or(1.0);
            Some(self.density_at(bodies, others, &tape, nodes, array.middle(column, row), time).map(|f| f * level))
        };
        let sum = match &cells {
            None => Wrench::default(),
            Some(Cells::Grid(grid)) => grid.wrench(placed, &levels, &mut fragments),
            Some(Cells::Pads(pads)) => pads.wrench(placed, &levels),
            Some(Cells::Varying(lattice, gaps)) => lattice.wrench_by(placed, &mut fragments, |column, row| {
                match (cell_of(gaps[0], column), cell_of(gaps[1], row)) {
                    (Some(column), Some(row)) => density(column, row).unwrap_or_default(),
                    _ => [0.0; 2],
                }
            }),
            Some(Cells::VaryingPads(pads)) => {
                let (mut sum, at) = (Wrench::default(), placed.position());
                pads.coverage(placed, |pad, moments| {
                    let value = density(pad % array.cells[0], pad / array.cells[0]).unwrap_or_default();
                    sum = sum.plus(&push(moments, &Affine { at, value, slope: [[0.0; 2]; 2] }, at));
                });
                sum
            }
        };
        self.fragments = fragments;
        let active = &mut self.active_arrays[a];
        (active.cells, active.levels, active.tape) = (cells, levels, tape);
        sum
    }
}

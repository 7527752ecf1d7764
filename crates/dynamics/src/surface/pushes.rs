//! The wrench of windows and arrays on a part.
//!
//! An affine density over a window that nothing moves across is exact from the moments of the part under it; cells of an array
//! are summed in one sweep. Everything else goes through the part cut into trapezoids: fields given by functions, windows and
//! arrays under others in motion.

use super::Sheet;
use super::panes::{Clear, pad_region};
use crate::core::Core;
use crate::space::Space;
use mainspring_fields::{Affine, Laid, Layer, Patch, Wrench, overlap, push, slabs};
use mainspring_model::{Action, Array, NodeId, Pad, Probe, Tape};

/// Share of the largest density times the area that an integral over a field given by a function may be off by.
pub(crate) const TOLERANCE: f64 = 1e-11;

impl<S: Space> Core<S> {
    /// Force and torque of everything that is on, on body b, laid where it is.
    pub(crate) fn push_on(&mut self, b: usize, sheet: &Sheet, time: f64) -> Wrench {
        let model = std::sync::Arc::clone(&self.model);
        let mut sum = Wrench::default();
        let (mut layered, laid) = (false, &sheet.laid);
        for (w, window) in model.fields.windows.iter().enumerate() {
            let Action::Force { density, affine, .. } = window.action else { continue };
            if !self.window_acts(w) {
                continue;
            }
            if matches!(self.table.panes[w].clear, Clear::Layered) {
                layered = true;
                continue;
            }
            if !laid.bounds().meets(self.acting_patch(w).bounds(), laid.position()) {
                continue;
            }
            let pane = std::mem::replace(&mut self.table.panes[w].tape, Tape::default());
            if affine {
                let moments = overlap(laid, self.acting_patch(w));
                if moments.area != 0.0 {
                    let density = self.affine(&pane, density, self.table.panes[w].uniform, sheet, time);
                    sum = sum.plus(&push(&moments, &density, laid.position()));
                }
            } else {
                let patch = self.acting_patch(w).clone();
                sum = sum.plus(&self.integral(&pane, density, laid, &patch, time));
            }
            self.table.panes[w].tape = pane;
        }
        for (a, array) in model.fields.arrays.iter().enumerate() {
            if self.table.chosen.get(model.fields.windows.len() + a) != Some(&true) {
                continue;
            }
            match self.table.beds[a].clear {
                Clear::Layered => layered = true,
                Clear::Gone => {}
                _ => sum = sum.plus(&self.push_of_array(a, array, laid, time)),
            }
        }
        if layered { sum.plus(&self.push_of_layers(b, sheet, time)) } else { sum }
    }

    /// Where a window that is not layered acts.
    pub(crate) fn acting_patch(&self, w: usize) -> &Patch {
        match &self.table.panes[w].clear {
            Clear::Cut(patch, _) => patch,
            _ => &self.table.panes[w].patch,
        }
    }

    /// A density at a place.
    pub(crate) fn density_at(&mut self, tape: &Tape, nodes: [NodeId; 2], at: [f64; 2], time: f64) -> [f64; 2] {
        let mut values = std::mem::take(&mut self.values);
        let programs = &self.model.programs;
        let probe = |p: usize| match programs.probes[p] {
            Probe::FieldX => at[0],
            Probe::FieldY => at[1],
            ref other => self.probe_value(other),
        };
        programs.evaluate(tape, time, self.mode.switch_time, probe, &mut values);
        let out = nodes.map(|n| values[n]);
        self.values = values;
        out
    }

    /// An affine density about a part: from its values at the part's origin and beside it.
    pub(crate) fn affine(
        &mut self,
        tape: &Tape,
        nodes: [NodeId; 2],
        uniform: bool,
        sheet: &Sheet,
        time: f64,
    ) -> Affine {
        let (at, far) = (sheet.laid.position(), sheet.footprint.radius());
        let value = self.density_at(tape, nodes, at, time);
        if uniform {
            return Affine { at, value, slope: [[0.0; 2]; 2] };
        }
        let x = self.density_at(tape, nodes, [at[0] + far, at[1]], time);
        let y = self.density_at(tape, nodes, [at[0], at[1] + far], time);
        let slope = [0, 1].map(|i| [(x[i] - value[i]) / far, (y[i] - value[i]) / far]);
        Affine { at, value, slope }
    }

    /// A density given by a function over what of a part lies on a patch.
    fn integral(&mut self, tape: &Tape, nodes: [NodeId; 2], laid: &Laid, patch: &Patch, time: f64) -> Wrench {
        let mut scratch = std::mem::take(&mut self.table.scratch);
        let mut sum = Wrench::default();
        let position = laid.position();
        slabs(laid, &[Layer { patch, priority: 0 }], &mut scratch, |piece, acting| {
            if !acting.is_empty() {
                let at = |r: [f64; 2]| self.density_at(tape, nodes, [position[0] + r[0], position[1] + r[1]], time);
                sum = sum.plus(&piece.integrate(at, TOLERANCE).wrench);
            }
        });
        self.table.scratch = scratch;
        sum
    }

    pub(crate) fn push_of_array(&mut self, a: usize, array: &Array, laid: &Laid, time: f64) -> Wrench {
        let round = matches!(array.pad, Some(Pad::Disc(_)));
        let bed = &self.table.beds[a];
        match &bed.grid {
            Some(grid) if !round => grid.wrench(laid, &bed.levels, &mut self.table.fragments),
            _ => self.push_of_pads(a, array, laid, time),
        }
    }

    /// Pads one by one: round ones, and those whose density is evaluated during the run.
    fn push_of_pads(&mut self, a: usize, array: &Array, laid: &Laid, time: f64) -> Wrench {
        let Ok(region) = pad_region(array.pad.unwrap_or(Pad::Rect(array.pitch))) else { return Wrench::default() };
        let tape = std::mem::take(&mut self.table.beds[a].tape);
        let mut patch = Patch::new(&region);
        let (position, bounds) = (laid.position(), *laid.bounds());
        let range = |axis: usize| {
            let place = |x: f64| (x + position[axis] - array.corner[axis]) / array.pitch[axis];
            let last = array.cells[axis] as f64;
            let (from, to) = (place(bounds.low[axis]).clamp(0.0, last), place(bounds.high[axis]).clamp(0.0, last));
            from.floor() as usize..to.ceil() as usize
        };
        let mut sum = Wrench::default();
        for j in range(1) {
            for i in range(0) {
                let cell = j * array.cells[0] + i;
                let middle = array.middle(i, j);
                patch.lay(&region, middle, 0.0);
                let moments = overlap(laid, &patch);
                if moments.area == 0.0 {
                    continue;
                }
                let group = array.group_of(cell);
                let level = self.table.beds[a].levels.get(group).copied().unwrap_or(1.0);
                let value = match array.density {
                    Some(nodes) => self.density_at(&tape, nodes, middle, time),
                    None => array.densities[cell],
                };
                let density = Affine { at: middle, value: value.map(|f| f * level), slope: [[0.0; 2]; 2] };
                sum = sum.plus(&push(&moments, &density, position));
            }
        }
        self.table.beds[a].tape = tape;
        sum
    }
}

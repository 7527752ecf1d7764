//! How the wrench on parts of a table changes with their poses and speeds, for implicit integrators.
//!
//! Exact for windows and arrays that act by themselves and for dry and viscous friction; layered windows, fields given by functions
//! and the pointwise law by central differences. A Newton iteration needs no more.

use crate::laws::table::area_friction::branch;
use crate::laws::table::sliding_part::SlidingPart;
use crate::laws::table::table::Table;
use crate::laws::table::windows::{Cells, Clear};
use crate::multibody::multibody::Multibody;
use crate::multibody::quantities::Probes;
use crate::multibody::support::Support;
use crate::tolerances::TABLE_DIFFERENCE_STEP;
use mainspring_fields::{Pair, Under, Wrench, friction_slopes, overlap_slopes, push_slopes};
use mainspring_model::Action;

fn rows(w: &Wrench) -> [f64; 3] {
    [w.force[0], w.force[1], w.torque]
}

impl Table {
    /// Calls `add(row, column, by position, by velocity)` for the block of every part that slides, at the state last solved for.
    pub fn table_slopes(
        &mut self,
        bodies: &mut Multibody,
        others: &dyn Probes,
        time: f64,
        mut add: impl FnMut(usize, usize, f64, f64),
    ) {
        for b in 0..self.sheets.len() {
            let Some(mut sheet) = self.sheets[b].take() else { continue };
            if bodies.present(b) && !bodies.is_held(b) {
                let at = bodies.spans[b].v;
                let position = self.field_slopes(bodies, others, &mut sheet, time);
                let velocity = self.table_friction_slopes(bodies, b, &mut sheet);
                for i in 0..3 {
                    for j in 0..3 {
                        add(at + i, at + j, position[j][i], velocity[j][i]);
                    }
                }
            }
            self.sheets[b] = Some(sheet);
        }
    }

    /// Derivatives of the wrench of windows and arrays by x, y and angle.
    fn field_slopes(
        &mut self,
        bodies: &mut Multibody,
        others: &dyn Probes,
        sheet: &mut SlidingPart,
        time: f64,
    ) -> [[f64; 3]; 3] {
        let model = std::sync::Arc::clone(&bodies.model);
        let count = model.fields.windows.len();
        let alone = |clear: &Clear| !matches!(clear, Clear::Layered);
        let exact = model.fields.windows.iter().enumerate().all(|(w, window)| {
            !self.window_acts(w)
                || match window.action {
                    Action::Force { affine, .. } => affine && alone(&self.panes[w].clear),
                    Action::Velocity(_) => true,
                }
        }) && (0..model.fields.arrays.len()).all(|a| {
            self.chosen.get(count + a) != Some(&true)
                || (matches!(self.beds[a].cells, Some(Cells::Grid(_) | Cells::Pads(_))) && alone(&self.beds[a].clear))
        });
        if !exact {
            return self.field_differences(bodies, others, sheet, time);
        }
        let mut sum = [Wrench::default(); 3];
        for (w, window) in model.fields.windows.iter().enumerate() {
            let Action::Force { density, .. } = window.action else { continue };
            if self.window_acts(w) {
                let (moments, slopes) = overlap_slopes(&sheet.laid, self.acting_patch(w));
                let tape = std::mem::take(&mut self.panes[w].tape);
                let density = self.affine(bodies, others, &tape, density, self.panes[w].uniform, sheet, time);
                self.panes[w].tape = tape;
                let by = push_slopes(&moments, &slopes, &density, sheet.laid.position());
                sum = [0, 1, 2].map(|k| sum[k].plus(&by[k]));
            }
        }
        for a in (0..model.fields.arrays.len()).filter(|a| self.chosen.get(count + a) == Some(&true)) {
            let bed = &self.beds[a];
            let (_, by) = match &bed.cells {
                Some(Cells::Grid(grid)) => grid.wrench_slopes(&sheet.laid, &bed.levels, &mut self.fragments),
                Some(Cells::Pads(pads)) => pads.wrench_slopes(&sheet.laid, &bed.levels),
                _ => continue,
            };
            if !matches!(bed.clear, Clear::Gone) {
                sum = [0, 1, 2].map(|k| sum[k].plus(&by[k]));
            }
        }
        sum.map(|w| rows(&w))
    }

    fn field_differences(
        &mut self,
        bodies: &mut Multibody,
        others: &dyn Probes,
        sheet: &mut SlidingPart,
        time: f64,
    ) -> [[f64; 3]; 3] {
        let (at, angle) = (sheet.laid.position(), sheet.laid.angle());
        let size = sheet.footprint.radius();
        let out = [0, 1, 2].map(|k| {
            let h = if k == 2 { TABLE_DIFFERENCE_STEP } else { TABLE_DIFFERENCE_STEP * size };
            let mut side = |sign: f64| {
                let mut pose = [at[0], at[1], angle];
                pose[k] += sign * h;
                sheet.laid.lay(&sheet.footprint, [pose[0], pose[1]], pose[2]);
                rows(&self.push_on(bodies, others, sheet, time))
            };
            let (high, low) = (side(1.0), side(-1.0));
            [0, 1, 2].map(|i| (high[i] - low[i]) / (2.0 * h))
        });
        sheet.laid.lay(&sheet.footprint, at, angle);
        out
    }

    /// Derivatives of friction by vx, vy and ω: rows by what changes, as those of the field.
    fn table_friction_slopes(&mut self, bodies: &mut Multibody, b: usize, sheet: &mut SlidingPart) -> [[f64; 3]; 3] {
        let (Support::Slide { way, viscous, .. }, Some(ground)) = (bodies.state.support[b], sheet.ground) else {
            return [[0.0; 3]; 3];
        };
        let twist = bodies.speeds_of(b);
        if way != [0.0; 3] {
            return [[0.0; 3]; 3];
        }
        let mut sum = [[0.0; 3]; 3];
        let mut add = |by: [[f64; 3]; 3]| {
            for i in 0..3 {
                for j in 0..3 {
                    sum[j][i] += by[i][j];
                }
            }
        };
        let branch = branch(viscous);
        if sheet.pieces.is_empty() {
            match friction_slopes(&ground, sheet.whole(), twist, branch) {
                Some(by) => add(by),
                None => return self.friction_differences(bodies, b, sheet, twist),
            }
        } else {
            for (rim, u) in &sheet.pieces {
                let against = [twist[0] - u[0], twist[1] - u[1], twist[2]];
                let larger = Pair::of(&ground, Under::Piece(rim), against).branch();
                match friction_slopes(&ground, Under::Piece(rim), against, larger) {
                    Some(by) => add(by),
                    None => return self.friction_differences(bodies, b, sheet, twist),
                }
            }
        }
        sum
    }

    fn friction_differences(
        &mut self,
        bodies: &mut Multibody,
        b: usize,
        sheet: &mut SlidingPart,
        twist: [f64; 3],
    ) -> [[f64; 3]; 3] {
        let size = sheet.footprint.radius();
        let pace = self
            .surfaces_under(bodies, sheet)
            .map(|on| Self::pace(sheet, self.against(bodies, twist, on)))
            .fold(f64::INFINITY, f64::min);
        let mut was = [0.0; 3];
        bodies.frames.velocities(b, &mut was);
        let out = [0, 1, 2].map(|k| {
            let h = 1e-4 * pace.max(sheet.slow) / if k == 2 { size } else { 1.0 };
            let mut side = |sign: f64| {
                let mut v = twist;
                v[k] += sign * h;
                bodies.frames.set_velocity(b, &v);
                self.rub(bodies, b, sheet);
                rows(&sheet.friction)
            };
            let (high, low) = (side(1.0), side(-1.0));
            [0, 1, 2].map(|i| (high[i] - low[i]) / (2.0 * h))
        });
        bodies.frames.set_velocity(b, &was);
        self.rub(bodies, b, sheet);
        out
    }
}

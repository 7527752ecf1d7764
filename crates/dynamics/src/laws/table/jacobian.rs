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
use crate::tolerances::{FRICTION_DIFFERENCE, TABLE_DIFFERENCE_STEP};
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
        for b in 0..self.sliding_parts.len() {
            let Some(mut part) = self.sliding_parts[b].take() else { continue };
            if bodies.present(b) && !bodies.is_held(b) {
                let at = bodies.spans[b].v;
                let position = self.field_slopes(bodies, others, &mut part, time);
                let velocity = self.table_friction_slopes(bodies, b, &mut part);
                for i in 0..3 {
                    for j in 0..3 {
                        add(at + i, at + j, position[j][i], velocity[j][i]);
                    }
                }
            }
            self.sliding_parts[b] = Some(part);
        }
    }

    /// Derivatives of the wrench of windows and arrays by x, y and angle.
    fn field_slopes(
        &mut self,
        bodies: &mut Multibody,
        others: &dyn Probes,
        part: &mut SlidingPart,
        time: f64,
    ) -> [[f64; 3]; 3] {
        let model = std::sync::Arc::clone(&bodies.model);
        let count = model.fields.windows.len();
        let alone = |clear: &Clear| !matches!(clear, Clear::Layered);
        let exact = model.fields.windows.iter().enumerate().all(|(w, window)| {
            !self.window_acts(w)
                || match window.action {
                    Action::Force { affine, .. } => affine && alone(&self.active_windows[w].clear),
                    Action::Velocity(_) => true,
                }
        }) && (0..model.fields.arrays.len()).all(|a| {
            self.chosen.get(count + a) != Some(&true)
                || (matches!(self.active_arrays[a].cells, Some(Cells::Grid(_) | Cells::Pads(_)))
                    && alone(&self.active_arrays[a].clear))
        });
        if !exact {
            return self.field_differences(bodies, others, part, time);
        }
        let mut sum = [Wrench::default(); 3];
        for (w, window) in model.fields.windows.iter().enumerate() {
            let Action::Force { density, .. } = window.action else { continue };
            if self.window_acts(w) {
                let (moments, slopes) = overlap_slopes(&part.placed, self.acting_patch(w));
                let tape = std::mem::take(&mut self.active_windows[w].tape);
                let density = self.affine(bodies, others, &tape, density, self.active_windows[w].uniform, part, time);
                self.active_windows[w].tape = tape;
                let by = push_slopes(&moments, &slopes, &density, part.placed.position());
                sum = [0, 1, 2].map(|k| sum[k].plus(&by[k]));
            }
        }
        for a in (0..model.fields.arrays.len()).filter(|a| self.chosen.get(count + a) == Some(&true)) {
            let active = &self.active_arrays[a];
            let (_, by) = match &active.cells {
                Some(Cells::Grid(grid)) => grid.wrench_slopes(&part.placed, &active.levels, &mut self.fragments),
                Some(Cells::Pads(pads)) => pads.wrench_slopes(&part.placed, &active.levels),
                _ => continue,
            };
            if !matches!(active.clear, Clear::Gone) {
                sum = [0, 1, 2].map(|k| sum[k].plus(&by[k]));
            }
        }
        sum.map(|w| rows(&w))
    }

    fn field_differences(
        &mut self,
        bodies: &mut Multibody,
        others: &dyn Probes,
        part: &mut SlidingPart,
        time: f64,
    ) -> [[f64; 3]; 3] {
        let (at, angle) = (part.placed.position(), part.placed.angle());
        let size = part.footprint.radius();
        let out = [0, 1, 2].map(|k| {
            let h = if k == 2 { TABLE_DIFFERENCE_STEP } else { TABLE_DIFFERENCE_STEP * size };
            let mut side = |sign: f64| {
                let mut pose = [at[0], at[1], angle];
                pose[k] += sign * h;
                part.placed.place(&part.footprint, [pose[0], pose[1]], pose[2]);
                rows(&self.push_on(bodies, others, part, time))
            };
            let (high, low) = (side(1.0), side(-1.0));
            [0, 1, 2].map(|i| (high[i] - low[i]) / (2.0 * h))
        });
        part.placed.place(&part.footprint, at, angle);
        out
    }

    /// Derivatives of friction by vx, vy and ω: rows by what changes, as those of the field.
    fn table_friction_slopes(&mut self, bodies: &mut Multibody, b: usize, part: &mut SlidingPart) -> [[f64; 3]; 3] {
        let (Support::Slide { way, viscous, .. }, Some(ground)) = (bodies.state.support[b], part.ground) else {
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
        if part.pieces.is_empty() {
            match friction_slopes(&ground, part.whole(), twist, branch) {
                Some(by) => add(by),
                None => return self.friction_differences(bodies, b, part, twist),
            }
        } else {
            for (rim, u) in &part.pieces {
                let against = [twist[0] - u[0], twist[1] - u[1], twist[2]];
                let larger = Pair::of(&ground, Under::Piece(rim), against).branch();
                match friction_slopes(&ground, Under::Piece(rim), against, larger) {
                    Some(by) => add(by),
                    None => return self.friction_differences(bodies, b, part, twist),
                }
            }
        }
        sum
    }

    fn friction_differences(
        &mut self,
        bodies: &mut Multibody,
        b: usize,
        part: &mut SlidingPart,
        twist: [f64; 3],
    ) -> [[f64; 3]; 3] {
        let size = part.footprint.radius();
        let pace = self
            .surfaces_under(bodies, part)
            .map(|on| Self::pace(part, self.against(bodies, twist, on)))
            .fold(f64::INFINITY, f64::min);
        let mut was = [0.0; 3];
        bodies.frames.velocities(b, &mut was);
        let out = [0, 1, 2].map(|k| {
            let h = FRICTION_DIFFERENCE * pace.max(part.slow) / if k == 2 { size } else { 1.0 };
            let mut side = |sign: f64| {
                let mut v = twist;
                v[k] += sign * h;
                bodies.frames.set_velocity(b, &v);
                self.area_friction(bodies, b, part);
                rows(&part.friction)
            };
            let (high, low) = (side(1.0), side(-1.0));
            [0, 1, 2].map(|i| (high[i] - low[i]) / (2.0 * h))
        });
        bodies.frames.set_velocity(b, &was);
        self.area_friction(bodies, b, part);
        out
    }
}

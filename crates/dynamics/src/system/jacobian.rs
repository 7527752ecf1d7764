//! Slopes of the accelerations, put together from those of the multibody equations and of every law.

use crate::system::mechanism::{Mechanism, Quantities};

impl Mechanism {
    /// ∂v̇ by displacement and by velocity at (t, y), nv×nv, row-major, with the directions of slips held.
    pub fn acceleration_slopes(&mut self, time: f64, y: &[f64], by_position: &mut [f64], by_velocity: &mut [f64]) {
        let (q, v, _) = self.bodies.split(y);
        self.solve(time, q, v);
        self.bodies.counters.jacobians += 1;
        let mut columns = std::mem::take(&mut self.columns);
        columns.clear(self.bodies.nv, self.bodies.pattern.unknowns);
        self.bodies.body_slopes(&mut columns);
        self.bodies.force_slopes(&mut columns);
        self.bodies.spring_slopes(&mut columns, v);
        self.bodies.drive_slopes(&mut columns, v);
        self.bodies.compliant_slopes(&mut columns, v);
        self.laws.penalty.penalty_slopes(&self.bodies, |i, j, by_position, by_velocity| {
            columns.position(i, j, by_position);
            columns.velocity(i, j, by_velocity);
        });
        self.table.table_slopes(&mut self.bodies, &self.laws, time, |i, j, by_position, by_velocity| {
            columns.position(i, j, by_position);
            columns.velocity(i, j, by_velocity);
        });
        let quantities = Quantities { laws: &self.laws, table: &self.table };
        self.bodies.expression_slopes(&quantities, &mut columns, time);
        self.bodies.row_slopes(&mut columns, v, time);
        let n = self.bodies.nv;
        let pairs = [(&mut columns.by_position, by_position), (&mut columns.by_velocity, by_velocity)];
        for (all, out) in pairs {
            for column in all.chunks_exact_mut(self.bodies.pattern.unknowns.max(1)) {
                // rows that do not act have unit pivots: nothing may stand there
                for (x, acts) in column[n..].iter_mut().zip(&self.bodies.masks.acceleration[n..]) {
                    if !acts {
                        *x = 0.0;
                    }
                }
                self.bodies.factor.solve(&self.bodies.pattern, column);
            }
            self.laws.touch.all_held_by_contacts(&self.bodies, all);
            for (j, column) in all.chunks_exact(self.bodies.pattern.unknowns.max(1)).enumerate() {
                for i in 0..n {
                    out[i * n + j] = column[i];
                }
            }
        }
        self.columns = columns;
    }
}

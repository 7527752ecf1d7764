//! Steps that end where the power drawn has a kink: where the outline of a window in motion reaches that of what it covers.
//!
//! What is covered draws nothing, so power is smooth in time between moments at which sides of the two boxes pass each other.
//! No part need be there to feel it, and what is drawn takes no part in the choice of steps, so steps end at these moments.

use crate::laws::table::table::Table;
use crate::laws::table::window_step_limit::time_for;
use crate::laws::table::windows::Clear;
use crate::multibody::multibody::Multibody;
use crate::tolerances::SIDES_MET;
use mainspring_fields::Bounds;

/// Least way along an axis between sides of two boxes that have not met, m.
fn nearest(i: usize, a: &Bounds, b: &Bounds) -> f64 {
    let size = (a.high[i] - a.low[i]).min(b.high[i] - b.low[i]);
    let gaps = [a.low[i], a.high[i]].into_iter().flat_map(|p| [b.low[i], b.high[i]].map(|q| (p - q).abs()));
    gaps.filter(|gap| *gap > SIDES_MET * size).fold(f64::INFINITY, f64::min)
}

impl Table {
    /// Longest such step at the time last evaluated, from the speeds of windows, s.
    pub fn meter_limit(&self, bodies: &Multibody) -> f64 {
        let fields = &bodies.model.fields;
        let count = fields.windows.len();
        let mut limit = f64::INFINITY;
        for (i, on) in self.chosen.iter().enumerate() {
            let (draws, clear, box_of, priority, moves) = match i.checked_sub(count) {
                None => {
                    let (window, active) = (&fields.windows[i], &self.active_windows[i]);
                    (window.power.is_some(), &active.clear, active.patch.bounds(), window.priority, self.side_speeds[i])
                }
                Some(a) => {
                    let (array, active) = (&fields.arrays[a], &self.active_arrays[a]);
                    (array.power.is_some(), &active.clear, active.patch.bounds(), array.priority, [[0.0; 2]; 2])
                }
            };
            if !on || !draws || !matches!(clear, Clear::Layered) {
                continue;
            }
            for (w, above) in fields.windows.iter().enumerate() {
                if w == i || !self.chosen[w] || above.priority <= priority {
                    continue;
                }
                for axis in 0..2 {
                    let [speed, gain] = [0, 1].map(|k| moves[axis][k] + self.side_speeds[w][axis][k]);
                    if speed + gain > 0.0 {
                        let way = nearest(axis, box_of, self.active_windows[w].patch.bounds());
                        limit = limit.min(time_for(way, speed, gain));
                    }
                }
            }
        }
        limit
    }
}

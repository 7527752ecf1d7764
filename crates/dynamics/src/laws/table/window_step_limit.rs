//! How long a step may be so that no part passes a window, and no window a part, without noticing.
//!
//! Forces begin and end where outlines meet. A step may take a part as far as the outline of the nearest window, and where it is
//! nearer than that a share of the smaller of both: what moves v and gains a goes the way L in h with v h + a h²/2 = L.

use crate::laws::table::table::Table;
use crate::multibody::multibody::Multibody;
use crate::multibody::quantities::Probes;
use crate::tolerances::WINDOW_STEP_SHARE;
use mainspring_model::Jet;

/// Time in which what moves with `speed` and gains `gain` goes `way`.
pub fn time_for(way: f64, speed: f64, gain: f64) -> f64 {
    let root = (speed * speed + 2.0 * gain * way).sqrt();
    2.0 * way / (speed + root)
}

impl Table {
    /// Longest such step from the rates `dy` at the state of `kinematics`, s.
    pub fn window_limit(&mut self, bodies: &mut Multibody, others: &dyn Probes, time: f64, dy: &[f64]) -> f64 {
        let mut limit = f64::INFINITY;
        if self.active_windows.is_empty() && self.active_arrays.is_empty() {
            return limit;
        }
        self.window_speeds(bodies, others, time, dy);
        limit = limit.min(self.crease_limit(bodies, others, time, dy)).min(self.meter_limit(bodies));
        let speeds = std::mem::take(&mut self.speeds);
        for (b, part) in self.sliding_parts.iter().enumerate() {
            let (Some(part), true) = (part, bodies.present(b)) else { continue };
            let (center, radius) = (bodies.frames.center(b), part.footprint.radius());
            let twist = bodies.speeds_of(b);
            let at = bodies.nq + bodies.spans[b].v;
            let held = bodies.is_held(b);
            let speed = libm::hypot(twist[0], twist[1]) + twist[2].abs() * radius;
            let gain = if held { 0.0 } else { libm::hypot(dy[at], dy[at + 1]) + dy[at + 2].abs() * radius };
            let place = [center[0], center[1]];
            let mut go = |way: f64, speed: f64, gain: f64| limit = limit.min(time_for(way, speed, gain));
            for (w, active) in self.active_windows.iter().enumerate() {
                if self.chosen.get(w) != Some(&true) || speed + speeds[w][0] + gain + speeds[w][1] == 0.0 {
                    continue;
                }
                let bounds = active.patch.bounds();
                let thin = (bounds.high[0] - bounds.low[0]).min(bounds.high[1] - bounds.low[1]);
                let depth = match &active.standing {
                    Some(region) => region.depth(place),
                    None => {
                        let [x, y, angle] = active.place;
                        let (sin, cos) = libm::sincos(angle);
                        let (dx, dy) = (place[0] - x, place[1] - y);
                        bodies.model.fields.windows[w].region.depth([cos * dx + sin * dy, cos * dy - sin * dx])
                    }
                };
                let way = (depth.abs() - radius).max(WINDOW_STEP_SHARE * thin.min(2.0 * radius));
                go(way, speed + speeds[w][0], gain + speeds[w][1]);
            }
            for (a, active) in self.active_arrays.iter().enumerate() {
                let array = &bodies.model.fields.arrays[a];
                if self.chosen.get(self.active_windows.len() + a) == Some(&true) {
                    // over the cells it goes no further than a cell, or than itself
                    let outside = -active.region.depth(place) - radius;
                    go(outside.max(array.pitch[0].min(array.pitch[1]).max(radius)), speed, gain);
                }
            }
        }
        self.speeds = speeds;
        limit
    }

    /// How fast any point of each window moves, m/s, and how fast that changes, m/s², by time and with the parts it follows.
    fn window_speeds(&mut self, bodies: &mut Multibody, others: &dyn Probes, time: f64, dy: &[f64]) {
        let model = std::sync::Arc::clone(&bodies.model);
        let windows = &model.fields.windows;
        self.speeds.clear();
        self.speeds.resize(windows.len(), [0.0; 2]);
        self.side_speeds.clear();
        self.side_speeds.resize(windows.len(), [[0.0; 2]; 2]);
        if !windows.iter().any(|w| w.moves) {
            return;
        }
        let along = Jet { value: time, first: 1.0, second: 0.0 };
        let mut jets = std::mem::take(&mut bodies.jets);
        let probe = |p: usize| self.probe_jet(bodies, others, &model.programs.probes[p], dy);
        model.programs.evaluate_jets(&self.tape, along, bodies.state.switch_time, probe, &mut jets);
        let speed = |w: &mainspring_model::Window| {
            let (low, high) = w.region.bounds();
            let reach = libm::hypot(low[0].abs().max(high[0].abs()), low[1].abs().max(high[1].abs()));
            let [x, y, angle] = w.place.map(|n| jets[n]);
            let size = |x: f64, y: f64, angle: f64| libm::hypot(x, y) + angle.abs() * reach;
            let all = [size(x.first, y.first, angle.first), size(x.second, y.second, angle.second)];
            (all, [x, y].map(|j| [size(j.first, 0.0, angle.first), size(j.second, 0.0, angle.second)]))
        };
        for (w, window) in windows.iter().enumerate().filter(|(_, w)| w.moves) {
            (self.speeds[w], self.side_speeds[w]) = speed(window);
        }
        bodies.jets = jets;
    }
}

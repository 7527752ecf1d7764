//! What people may read of a table: forces of fields and friction, areas, power; and what the ledger integrates.

use crate::laws::table::table::Table;
use crate::laws::table::windows::Clear;
use crate::multibody::multibody::Multibody;
use crate::multibody::support::Support;
use mainspring_fields::{Footprint, PlacedFootprint, overlap};
use mainspring_model::{BodyId, Drawer, Load, Pose};

impl Table {
    /// Powers of these, from place `at` of the ledger on, at the state last solved for.
    pub fn table_powers(&self, bodies: &mut Multibody, at: usize) {
        for place in at..bodies.places.ledger.len() {
            bodies.power[place] = match bodies.places.ledger[place] {
                Load::Field(b) => self.power_on(bodies, b, self.table_load(bodies, b, false)),
                Load::Surface(b) => -self.power_on(bodies, b, self.table_load(bodies, b, true)),
                Load::Drawn => self.power_of(bodies, Drawer::All),
                _ => 0.0,
            };
        }
    }

    fn power_on(&self, bodies: &Multibody, b: BodyId, load: [f64; 3]) -> f64 {
        let twist = bodies.speeds_of(b);
        (0..3).map(|i| load[i] * twist[i]).sum()
    }

    /// Force and torque of all windows and arrays on a body, or of the surface's friction.
    pub fn table_load(&self, bodies: &Multibody, body: BodyId, friction: bool) -> [f64; 3] {
        let Some(part) = &self.sliding_parts[body] else { return [0.0; 3] };
        if !friction {
            return [part.field.force[0], part.field.force[1], part.field.torque];
        }
        let slides = [part.friction.force[0], part.friction.force[1], part.friction.torque];
        match bodies.state.support[body] {
            Support::Rest { .. } => {
                let held = bodies.holding(body);
                [0, 1, 2].map(|i| held[i] + slides[i])
            }
            _ => slides,
        }
    }

    /// Area of a body over a window, where and while that acts, m², at the state of `kinematics`.
    pub fn overlap_area(&self, bodies: &Multibody, body: BodyId, window: usize) -> f64 {
        let Some(part) = &self.sliding_parts[body] else { return 0.0 };
        if !bodies.present(body) || !self.window_acts(window) {
            return 0.0;
        }
        let mut placed = part.placed.clone();
        let (at, angle) = (bodies.frames.center(body), bodies.frames.angle(body));
        placed.place(&part.footprint, [at[0], at[1]], angle);
        match &self.active_windows[window].clear {
            Clear::Whole => overlap(&placed, &self.active_windows[window].patch).area,
            Clear::Cut(patch, _) => overlap(&placed, patch).area,
            Clear::Gone => 0.0,
            Clear::Layered => self.layered_overlap(bodies, &placed, window),
        }
    }

    /// Area of a window that nothing above covers, m².
    pub fn layered_area(&self, bodies: &Multibody, window: usize) -> f64 {
        let region = &bodies.model.fields.windows[window].region;
        let footprint = Footprint::new(region, [0.0; 2]);
        let mut placed = PlacedFootprint::new(&footprint);
        let [x, y, angle] = self.active_windows[window].place;
        placed.place(&footprint, [x, y], angle);
        self.layered_overlap(bodies, &placed, window)
    }

    /// Share of an array that nothing above covers.
    pub fn open_share(&self, bodies: &Multibody, a: usize) -> f64 {
        let footprint = Footprint::new(&self.active_arrays[a].region, [0.0; 2]);
        self.layered_overlap(bodies, &PlacedFootprint::new(&footprint), self.active_windows.len() + a)
            / footprint.area()
    }

    /// Power drawn, W, at the time last evaluated.
    pub fn power_of(&self, bodies: &Multibody, drawer: Drawer) -> f64 {
        match drawer {
            Drawer::Window(w) => self.window_power(bodies, w),
            Drawer::Array(a) => self.array_power(bodies, a),
            Drawer::All => {
                let windows: f64 = (0..self.active_windows.len()).map(|w| self.window_power(bodies, w)).sum();
                windows + (0..self.active_arrays.len()).map(|a| self.array_power(bodies, a)).sum::<f64>()
            }
        }
    }

    /// Poses of windows that move, at the time last evaluated.
    pub fn moved_windows(&self, bodies: &Multibody, out: &mut Vec<Pose>) {
        let fields = &bodies.model.fields;
        for w in fields.drawn_order().into_iter().filter(|&i| i < fields.windows.len()) {
            if fields.windows[w].moves {
                let [x, y, angle] = self.active_windows[w].place;
                out.push(Pose { position: [x, y, 0.0], angle, ..Pose::IDENTITY });
            }
        }
    }
}

//! What people may read of a table: forces of fields and friction, areas, power; and what the ledger integrates.

use super::panes::Clear;
use super::{Lying, holds};
use crate::core::Core;
use mainspring_fields::{Footprint, Laid, overlap};
use mainspring_model::{BodyId, Drawer, Load, Model, Pose};

/// What the ledger integrates, in the order `table_powers` writes it.
pub(crate) fn ledger(model: &Model) -> Vec<Load> {
    let fields = &model.fields;
    let pushes = !fields.windows.is_empty() || !fields.arrays.is_empty();
    let mut out = Vec::new();
    for b in (0..model.bodies.len()).filter(|&b| holds::on_table(model, b)) {
        if pushes {
            out.push(Load::Field(b));
        }
        if fields.surface.is_some() {
            out.push(Load::Surface(b));
        }
    }
    if draws(model) {
        out.push(Load::Drawn);
    }
    out
}

/// Whether anything draws power.
fn draws(model: &Model) -> bool {
    model.fields.windows.iter().any(|w| w.power.is_some()) || model.fields.arrays.iter().any(|a| a.power.is_some())
}

impl Core {
    /// Powers of these, from place `at` of the ledger on, at the state last solved for.
    pub(crate) fn table_powers(&mut self, at: usize) {
        for place in at..self.places.ledger.len() {
            self.power[place] = match self.places.ledger[place] {
                Load::Field(b) => self.power_on(b, self.table_load(b, false)),
                Load::Surface(b) => -self.power_on(b, self.table_load(b, true)),
                Load::Drawn => self.power_of(Drawer::All),
                _ => 0.0,
            };
        }
    }

    fn power_on(&self, b: BodyId, load: [f64; 3]) -> f64 {
        let twist = self.speeds_of(b);
        (0..3).map(|i| load[i] * twist[i]).sum()
    }

    /// Force and torque of all windows and arrays on a body, or of the surface's friction.
    pub(crate) fn table_load(&self, body: BodyId, rubs: bool) -> [f64; 3] {
        let Some(sheet) = &self.table.sheets[body] else { return [0.0; 3] };
        if !rubs {
            return [sheet.field.force[0], sheet.field.force[1], sheet.field.torque];
        }
        let slides = [sheet.friction.force[0], sheet.friction.force[1], sheet.friction.torque];
        match self.mode.lying[body] {
            Lying::Rest { .. } => {
                let held = self.holding(body);
                [0, 1, 2].map(|i| held[i] + slides[i])
            }
            _ => slides,
        }
    }

    /// Area of a body over a window, where and while that acts, m², at the state of `kinematics`.
    pub(crate) fn overlap_area(&self, body: BodyId, window: usize) -> f64 {
        let Some(sheet) = &self.table.sheets[body] else { return 0.0 };
        if !self.present(body) || !self.window_acts(window) {
            return 0.0;
        }
        let mut laid = sheet.laid.clone();
        let (at, angle) = (self.frames.center(body), self.frames.angle(body));
        laid.lay(&sheet.footprint, [at[0], at[1]], angle);
        match &self.table.panes[window].clear {
            Clear::Whole => overlap(&laid, &self.table.panes[window].patch).area,
            Clear::Cut(patch, _) => overlap(&laid, patch).area,
            Clear::Gone => 0.0,
            Clear::Layered => self.layered_overlap(&laid, window),
        }
    }

    /// Area of a window that nothing above covers, m².
    pub(crate) fn layered_area(&self, window: usize) -> f64 {
        let region = &self.model.fields.windows[window].region;
        let footprint = Footprint::new(region, [0.0; 2]);
        let mut laid = Laid::new(&footprint);
        let [x, y, angle] = self.table.panes[window].place;
        laid.lay(&footprint, [x, y], angle);
        self.layered_overlap(&laid, window)
    }

    /// Share of an array that nothing above covers.
    pub(crate) fn open_share(&self, a: usize) -> f64 {
        let footprint = Footprint::new(&self.table.beds[a].region, [0.0; 2]);
        self.layered_overlap(&Laid::new(&footprint), self.table.panes.len() + a) / footprint.area()
    }

    /// Power drawn, W, at the time last evaluated.
    pub(crate) fn power_of(&self, drawer: Drawer) -> f64 {
        match drawer {
            Drawer::Window(w) => self.window_power(w),
            Drawer::Array(a) => self.array_power(a),
            Drawer::All => {
                let windows: f64 = (0..self.table.panes.len()).map(|w| self.window_power(w)).sum();
                windows + (0..self.table.beds.len()).map(|a| self.array_power(a)).sum::<f64>()
            }
        }
    }

    /// Poses of windows that move, at the time last evaluated.
    pub(crate) fn moved_windows(&self, out: &mut Vec<Pose>) {
        let fields = &self.model.fields;
        for w in fields.drawn_order().into_iter().filter(|&i| i < fields.windows.len()) {
            if fields.windows[w].moves {
                let [x, y, angle] = self.table.panes[w].place;
                out.push(Pose { position: [x, y, 0.0], angle, ..Pose::IDENTITY });
            }
        }
    }
}

//! What parts lie on: windows, arrays, scripts, and the parts over them.

use crate::laws::table::changing_arrows::changing_arrows;
use crate::laws::table::rates_read::reads_rates;
use crate::laws::table::sliding_part::{CuttingScratch, SlidingPart, sliding_part};
use crate::laws::table::state::TableState;
use crate::laws::table::windows::{ActiveArray, ActiveWindow};
use crate::multibody::assemble_error::AssembleError;
use crate::multibody::multibody::Multibody;
use crate::multibody::quantities::Probes;
use crate::multibody::support::{Support, all_on_table, holdable};
use crate::tolerances::TABLE_WEAKENED;
use mainspring_fields::{GridScratch, SlabScratch, Wrench};
use mainspring_model::{Body, Model, Shape, Tape};

/// Everything about the table that is not in the mode.
pub struct Table {
    /// there is something to do
    pub any: bool,
    /// per body: what lies on it
    pub sliding_parts: Vec<Option<Box<SlidingPart>>>,
    /// per window
    pub active_windows: Vec<ActiveWindow>,
    /// per array
    pub active_arrays: Vec<ActiveArray>,
    /// places, switches, levels and velocities of windows and arrays
    pub tape: Tape,
    /// conditions that end steps of scripts
    pub exit_tape: Tape,
    /// these read what is known only after the equations are solved
    pub exits_need_solve: bool,
    /// windows, then arrays: which are on, as last chosen
    pub chosen: Vec<bool>,
    /// room to choose in
    pub shown: Vec<bool>,
    /// only guards ask: what pushes parts that slide is left out
    pub guards_only: bool,
    /// of cutting parts into trapezoids, and of sweeps over cells
    pub scratch: SlabScratch,
    pub fragments: GridScratch,
    pub room: CuttingScratch,
    /// per window, then per array: arrows that change, at the time last read
    pub changing: Vec<Vec<mainspring_numerics::vec3::Vec3>>,
    /// per window: how fast any point of it moves, m/s, and how fast that changes, m/s²
    pub speeds: Vec<[f64; 2]>,
    /// the same of the sides of its box, by axis
    pub side_speeds: Vec<[[f64; 2]; 2]>,
    /// places of windows, or lines in fields, read velocities
    pub reads_rates: bool,
    /// then: how accelerations change, per entry of v, at the state steps are limited from
    pub jerk: Vec<f64>,
    /// what has no finite value, in words, since the last accepted state: reported where the run stops
    pub undefined: Option<String>,
    /// share of its strength by which a part that came to its limit is taken to be weaker
    pub weaker: f64,
    /// parts that were decided together with their contacts at the last event
    pub decided: Vec<usize>,
    /// arrays whose cells have no place
    pub unusable_arrays: Vec<AssembleError>,
    /// arrows that change: window or array, and place
    pub changing_arrows: Vec<(usize, [f64; 2])>,
    /// remembered between steps
    pub state: TableState,
}

/// Outlines that are looked at for one like that of the next part.
const RECENT: usize = 8;

fn same_outline(one: &Body, other: &Body) -> bool {
    match (&one.shape, &other.shape) {
        (Some(Shape::Region(a)), Some(Shape::Region(b))) => a == b && one.center == other.center,
        _ => false,
    }
}

impl Table {
    pub fn of(model: &Model, length: f64) -> Self {
        let fields = &model.fields;
        let programs = &model.programs;
        let acts = fields.surface.is_some() || !fields.windows.is_empty() || !fields.arrays.is_empty();
        let on_table = all_on_table(model);
        let mut sliding_parts: Vec<Option<Box<SlidingPart>>> = Vec::with_capacity(model.bodies.len());
        // parts come by the thousand from a few recipes: the last ones of each are looked at
        let mut recent: Vec<usize> = Vec::new();
        for b in 0..model.bodies.len() {
            if !(acts && on_table[b]) {
                sliding_parts.push(None);
                continue;
            }
            let like = recent.iter().position(|&other| same_outline(&model.bodies[other], &model.bodies[b]));
            let known = like.and_then(|k| sliding_parts[recent[k]].as_deref());
            let part = sliding_part(model, b, length, known).map(Box::new);
            if like.is_none() {
                recent.insert(0, b);
                recent.truncate(RECENT);
            }
            sliding_parts.push(part);
        }
        let mut roots = Vec::new();
        for w in &fields.windows {
            roots.extend(w.place);
            roots.extend(w.on);
            roots.extend(w.power);
        }
        for a in &fields.arrays {
            roots.extend(a.levels.iter().copied());
            roots.extend(a.on);
        }
        let exits: Vec<_> = fields
            .scripts
            .iter()
            .flat_map(|s| &s.steps)
            .flat_map(|s| match s {
                mainspring_model::Step::Show { exits, .. } => exits.as_slice(),
                _ => &[],
            })
            .map(|e| e.when)
            .collect();
        let mut unusable_arrays = Vec::new();
        let mut active_arrays = Vec::new();
        let (mut window_framed, mut array_framed) =
            (vec![false; fields.windows.len()], vec![false; fields.arrays.len()]);
        for frame in &fields.frames {
            frame.windows.iter().for_each(|w| window_framed[*w] = true);
            frame.arrays.iter().for_each(|a| array_framed[*a] = true);
        }
        for (array, framed) in fields.arrays.iter().zip(array_framed) {
            match ActiveArray::of(model, array, framed) {
                Ok(active) => active_arrays.push(active),
                Err(error) => unusable_arrays.push(error),
            }
        }
        Self {
            any: acts || holdable(model).next().is_some(),
            sliding_parts,
            active_windows: (fields.windows.iter().zip(window_framed))
                .map(|(w, framed)| ActiveWindow::of(model, w, framed))
                .collect(),
            active_arrays,
            tape: programs.tape(&roots),
            exits_need_solve: exits.iter().any(|&n| programs.level(n) == mainspring_model::Level::Force),
            exit_tape: programs.tape(&exits),
            chosen: Vec::new(),
            shown: Vec::new(),
            guards_only: false,
            scratch: SlabScratch::default(),
            fragments: GridScratch::default(),
            room: CuttingScratch::default(),
            changing: Vec::new(),
            speeds: Vec::new(),
            side_speeds: Vec::new(),
            reads_rates: reads_rates(model),
            jerk: Vec::new(),
            undefined: None,
            weaker: TABLE_WEAKENED[0],
            decided: Vec::new(),
            unusable_arrays,
            changing_arrows: changing_arrows(model),
            state: TableState::of(model),
        }
    }
}

impl Table {
    /// Everything the table does at the state of `kinematics`: windows moved and chosen, wrenches on parts, friction of those that
    /// slide, onto `force`.
    pub fn table_loads(&mut self, bodies: &mut Multibody, others: &dyn Probes, time: f64) {
        if !self.any {
            return;
        }
        self.move_windows(bodies, others, time);
        // what lies over moving surfaces is cut where it lies
        let guards_only = self.guards_only && bodies.belt_tape.order.is_empty();
        for b in 0..self.sliding_parts.len() {
            let Some(mut part) = self.sliding_parts[b].take() else { continue };
            if bodies.present(b) {
                let (at, angle) = (bodies.frames.center(b), bodies.frames.angle(b));
                let (sin, cos) = libm::sincos(angle);
                part.heading = [cos, sin];
                if guards_only && matches!(bodies.state.support[b], Support::Slide { .. }) {
                    self.area_friction(bodies, b, &mut part);
                    self.sliding_parts[b] = Some(part);
                    continue;
                }
                part.placed.place(&part.footprint, [at[0], at[1]], angle);
                part.field = self.push_on(bodies, others, &part, time);
                self.area_friction(bodies, b, &mut part);
                let sum = [0, 1].map(|i| part.field.force[i] + part.friction.force[i]);
                let span = bodies.spans[b];
                bodies.force[span.v] += sum[0];
                bodies.force[span.v + 1] += sum[1];
                bodies.force[span.v + 2] += part.field.torque + part.friction.torque;
            } else {
                (part.field, part.friction) = (Wrench::default(), Wrench::default());
            }
            self.sliding_parts[b] = Some(part);
        }
    }
}

//! Windows and arrays during a run: which are on, where they stand, and where each acts under those above it.
//!
//! What is on changes with frames and at moments known in advance, never inside a step. Then, once, every window that stands
//! still loses what windows above it cover. Where something moves over something else, or curves cross, the parts are cut
//! instead, at every evaluation ([`Clear::Layered`]).

use crate::laws::table::table::Table;
use crate::laws::table::windows::Clear;
use crate::multibody::multibody::Multibody;
use crate::multibody::quantities::Probes;
use mainspring_fields::Patch;
use mainspring_geometry::{Region, RegionError};
use mainspring_model::Step;

/// Lowest and highest corner of a box.
type Box2 = ([f64; 2], [f64; 2]);

/// How many of these boxes a line across an axis meets on average.
fn crowding(boxes: &[(Box2, usize)], axis: usize) -> f64 {
    let widths: f64 = boxes.iter().map(|((low, high), _)| high[axis] - low[axis]).sum();
    let low = boxes.iter().map(|((low, _), _)| low[axis]).fold(f64::INFINITY, f64::min);
    let high = boxes.iter().map(|((_, high), _)| high[axis]).fold(f64::NEG_INFINITY, f64::max);
    widths / (high - low)
}

/// Whether two boxes meet.
fn meet((low_a, high_a): &Box2, (low_b, high_b): &Box2) -> bool {
    (0..2).all(|k| low_a[k] < high_b[k] && low_b[k] < high_a[k])
}

impl Table {
    /// Windows where they are at this moment; those that are on chosen anew if that has changed.
    pub fn move_windows(&mut self, bodies: &mut Multibody, others: &dyn Probes, time: f64) {
        let model = std::sync::Arc::clone(&bodies.model);
        let fields = &model.fields;
        if fields.windows.is_empty() && fields.arrays.is_empty() {
            return;
        }
        let tape = std::mem::take(&mut self.tape);
        self.evaluate_tape(bodies, others, &tape, time, bodies.state.switch_time);
        self.tape = tape;
        for (w, window) in fields.windows.iter().enumerate() {
            let active = &mut self.active_windows[w];
            active.power = window.power.map_or(0.0, |n| bodies.values[n]);
            if window.moves || active.standing.is_none() {
                let [x, y, angle] = window.place.map(|n| bodies.values[n]);
                active.place = [x, y, angle];
                active.patch.place(&window.region, [x, y], angle);
                if !window.moves {
                    active.standing = window.region.turned(angle).and_then(|r| r.moved([x, y])).ok();
                }
            }
        }
        for (array, active) in fields.arrays.iter().zip(&mut self.active_arrays) {
            for (level, node) in active.levels.iter_mut().zip(&array.levels) {
                *level = bodies.values[*node];
            }
        }
        bodies.move_belts(time);
        self.choose_windows(bodies);
    }

    /// Which windows and arrays are on, by frames and by their own conditions; if that has changed, where each acts.
    pub fn choose_windows(&mut self, bodies: &Multibody) {
        let model = std::sync::Arc::clone(&bodies.model);
        let fields = &model.fields;
        let mut shown = std::mem::take(&mut self.shown);
        shown.clear();
        shown.resize(fields.windows.len() + fields.arrays.len(), false);
        for (script, state) in fields.scripts.iter().zip(&self.state.scripts) {
            if let (Some(Step::Show { frame, .. }), true) = (script.steps.get(state.step), state.begun) {
                fields.frames[*frame].windows.iter().for_each(|w| shown[*w] = true);
                fields.frames[*frame].arrays.iter().for_each(|a| shown[fields.windows.len() + a] = true);
            }
        }
        let own = |on: Option<usize>| on.is_none_or(|n| bodies.values[n] != 0.0);
        for (w, window) in fields.windows.iter().enumerate() {
            shown[w] = (shown[w] || !self.active_windows[w].framed) && own(window.on);
        }
        for (a, array) in fields.arrays.iter().enumerate() {
            let at = fields.windows.len() + a;
            shown[at] = (shown[at] || !self.active_arrays[a].framed) && own(array.on);
        }
        if shown == self.chosen {
            self.shown = shown;
        } else {
            self.shown = std::mem::replace(&mut self.chosen, shown);
            self.clear_windows(fields);
        }
    }

    /// Takes from everything that is on what lies under something of higher priority.
    fn clear_windows(&mut self, fields: &mainspring_model::Fields) {
        let count = fields.windows.len();
        let priority =
            |i: usize| if i < count { fields.windows[i].priority } else { fields.arrays[i - count].priority };
        let on: Vec<usize> = (0..self.chosen.len()).filter(|&i| self.chosen[i]).collect();
        // what moves may be anywhere, over or under everything else
        let roams: Vec<bool> =
            on.iter().map(|&i| (i < count && fields.windows[i].moves) || self.standing(i).is_none()).collect();
        let over_all = on.iter().map(|&i| priority(i)).max();
        let roaming = on.iter().zip(&roams).filter(|(_, roams)| **roams).map(|(&i, _)| priority(i)).max();
        let above = self.above_each(&on, &roams, priority);
        for ((&i, above), roams) in on.iter().zip(above).zip(roams) {
            let crossed = (if roams { over_all } else { roaming }) > Some(priority(i));
            let clear = if above.is_empty() && !crossed {
                Clear::Whole
            } else if i >= count || crossed {
                Clear::Layered
            } else {
                self.left_of(i, &above)
            };
            if i < count {
                self.active_windows[i].clear = clear;
            } else {
                self.active_arrays[i - count].clear = clear;
            }
        }
    }

    /// Of each of these that stands still, those of higher priority that stand still and may cover it, in order.
    fn above_each(&self, on: &[usize], roams: &[bool], priority: impl Fn(usize) -> i64) -> Vec<Vec<usize>> {
        let mut above = vec![Vec::new(); on.len()];
        let standing = on.iter().enumerate().filter(|(p, _)| !roams[*p]);
        let mut stand: Vec<(Box2, usize)> =
            standing.filter_map(|(p, &i)| Some((self.standing(i)?.bounds(), p))).collect();
        // swept along the axis on which fewer of them are beside each other
        let [x, y] = [0, 1].map(|axis| crowding(&stand, axis));
        let axis = usize::from(y < x);
        stand.sort_by(|(a, p), (b, q)| a.0[axis].total_cmp(&b.0[axis]).then(p.cmp(q)));
        let mut active: Vec<(Box2, usize)> = Vec::new();
        for &(bounds, p) in &stand {
            active.retain(|((_, high), _)| high[axis] > bounds.0[axis]);
            for &(_, q) in active.iter().filter(|(other, _)| meet(&bounds, other)) {
                let (low, high) = if priority(on[p]) < priority(on[q]) { (p, q) } else { (q, p) };
                if priority(on[low]) < priority(on[high]) {
                    above[low].push(on[high]);
                }
            }
            active.push((bounds, p));
        }
        above.iter_mut().for_each(|list| list.sort_unstable());
        above
    }

    /// Its region in the world.
    fn standing(&self, i: usize) -> Option<&Region> {
        match i.checked_sub(self.active_windows.len()) {
            None => self.active_windows[i].standing.as_ref(),
            Some(a) => Some(&self.active_arrays[a].region),
        }
    }

    fn left_of(&self, i: usize, above: &[usize]) -> Clear {
        let Some(mut left) = self.standing(i).cloned() else { return Clear::Layered };
        for &j in above {
            let Some(other) = self.standing(j) else { return Clear::Layered };
            match left.difference(other) {
                Ok(rest) => left = rest,
                Err(RegionError::Empty) => return Clear::Gone,
                // curves that cross: cut part by part instead
                Err(_) => return Clear::Layered,
            }
        }
        Clear::Cut(Patch::new(&left), left.moments().area)
    }

    /// Whether window w pushes or carries anything now.
    pub fn window_acts(&self, w: usize) -> bool {
        self.chosen.get(w) == Some(&true) && !matches!(self.active_windows[w].clear, Clear::Gone)
    }

    /// Power drawn by window w or array a, W, at the time last evaluated.
    pub fn window_power(&self, bodies: &Multibody, w: usize) -> f64 {
        let active = &self.active_windows[w];
        if active.power == 0.0 || !self.window_acts(w) {
            return 0.0;
        }
        let area = match &active.clear {
            Clear::Whole => active.area,
            Clear::Cut(_, area) => *area,
            Clear::Gone => 0.0,
            Clear::Layered => self.layered_area(bodies, w),
        };
        active.power * area
    }

    /// The same of an array: cells times their duty and level, less the share of it that windows above cover.
    pub fn array_power(&self, bodies: &Multibody, a: usize) -> f64 {
        let array = &bodies.model.fields.arrays[a];
        let (Some(power), true) = (array.power, self.chosen.get(self.active_windows.len() + a) == Some(&true)) else {
            return 0.0;
        };
        let active = &self.active_arrays[a];
        let open = if matches!(active.clear, Clear::Layered) { self.open_share(bodies, a) } else { 1.0 };
        open * power * active.counts.iter().zip(&active.levels).map(|(n, level)| n * level.abs()).sum::<f64>()
    }
}

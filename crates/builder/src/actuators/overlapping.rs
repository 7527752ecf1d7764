//! One velocity window at every point: two of equal priority that lie over each other and can be on together are an
//! error. Windows that move, or whose `on` depends on the time, are looked at during the run.

use crate::actuators::phase::TablePhase;
use crate::evaluate::windows::standing;
use crate::tolerances::WINDOWS_OVERLAP;
use mainspring_definition::Diagnostic;
use mainspring_geometry::Region;
use mainspring_model::{Action, Step};
use std::collections::BTreeSet;

struct Still {
    window: usize,
    region: Region,
    low: [f64; 2],
    high: [f64; 2],
}

impl TablePhase<'_, '_> {
    /// Reports velocity windows that contradict each other.
    pub fn check_velocity_windows(&mut self) {
        let mut still: Vec<Still> = Vec::new();
        for (id, window) in self.fields.windows.iter().enumerate() {
            if !matches!(window.action, Action::Velocity(_)) || window.on.is_some() {
                continue;
            }
            let Some(region) = self.window_stays(window).and_then(|place| standing(&window.region, place)) else {
                continue;
            };
            let (low, high) = region.bounds();
            still.push(Still { window: id, region, low, high });
        }
        if self.ev.cx.findings.failed() || still.len() < 2 {
            return;
        }
        // along the axis on which fewer are beside each other, each with those whose nearer edge it reaches
        let axis = usize::from(crowding(&still, 1) < crowding(&still, 0));
        let across = 1 - axis;
        still.sort_by(|a, b| a.low[axis].total_cmp(&b.low[axis]));
        let shows = self.shows();
        let mut found = Vec::new();
        for (i, a) in still.iter().enumerate() {
            for b in still[i + 1..].iter().take_while(|b| b.low[axis] < a.high[axis]) {
                let apart = b.low[across] >= a.high[across] || a.low[across] >= b.high[across];
                if !apart && self.priority_of(a) == self.priority_of(b) && together(&shows, a, b) && meet(a, b) {
                    found.push((a.window.min(b.window), a.window.max(b.window)));
                }
            }
        }
        for (first, second) in found {
            let windows = &self.fields.windows;
            let (a, b) = (&windows[first], &windows[second]);
            let message = format!(
                "`{}` and `{}` overlap with the same priority {}: which way would the surface move there?",
                a.path, b.path, a.priority
            );
            let finding = Diagnostic::error("E0525", b.span, message)
                .also(a.span, "the other one")
                .help("give one of them a higher `priority`, or cut it: `a - b.region`");
            self.ev.cx.findings.report(finding);
        }
    }

    fn priority_of(&self, still: &Still) -> i64 {
        self.fields.windows[still.window].priority
    }

    /// The (frame, script) pairs in which each window is shown; None: in no frame at all.
    fn shows(&self) -> Vec<Option<BTreeSet<(usize, usize)>>> {
        let fields = &self.fields;
        let mut shows: Vec<Option<BTreeSet<(usize, usize)>>> = vec![None; fields.windows.len()];
        for frame in &fields.frames {
            for &w in &frame.windows {
                if let Some(slot) = shows.get_mut(w) {
                    slot.get_or_insert_with(BTreeSet::new);
                }
            }
        }
        for (s, script) in fields.scripts.iter().enumerate() {
            for step in &script.steps {
                let Step::Show { frame, .. } = step else { continue };
                for &w in fields.frames.get(*frame).map_or(&[][..], |f| &f.windows) {
                    if let Some(slot) = shows.get_mut(w) {
                        slot.get_or_insert_with(BTreeSet::new).insert((*frame, s));
                    }
                }
            }
        }
        shows
    }
}

/// How many of these a line across an axis meets on average.
fn crowding(still: &[Still], axis: usize) -> f64 {
    let widths: f64 = still.iter().map(|s| s.high[axis] - s.low[axis]).sum();
    let low = still.iter().map(|s| s.low[axis]).fold(f64::INFINITY, f64::min);
    let high = still.iter().map(|s| s.high[axis]).fold(f64::NEG_INFINITY, f64::max);
    widths / (high - low)
}

/// Whether two windows can be on at one time: what is in no frame always is; frames of one script follow each other.
fn together(shows: &[Option<BTreeSet<(usize, usize)>>], a: &Still, b: &Still) -> bool {
    match (&shows[a.window], &shows[b.window]) {
        (None, None) => true,
        (None, Some(some)) | (Some(some), None) => !some.is_empty(),
        (Some(x), Some(y)) => x.iter().any(|(f, s)| y.iter().any(|(g, r)| f == g || s != r)),
    }
}

/// Whether two regions share more than an edge; curves that cross are left to the run.
fn meet(a: &Still, b: &Still) -> bool {
    let least = a.region.moments().area.min(b.region.moments().area);
    a.region.intersection(&b.region).is_ok_and(|both| both.moments().area > WINDOWS_OVERLAP * least)
}

//! Places of what flies are counted from where it is; speeds from how fast a mechanism is.

use crate::multibody::origins::coarse;
use crate::system::component_scales::{EntryGroup, EntryKind, entry_groups};
use crate::system::mechanism::Mechanism;
use crate::tolerances::{FAR, HANDY_PACE};
use mainspring_numerics::vec3::{Vec3, add, norm, scale};

/// What was taken from a state, and from where it was counted before.
pub struct Moved {
    by: Vec<f64>,
    origins: Vec<Vec3>,
    speeds: Vec<Vec3>,
}

impl Mechanism {
    /// Velocity of the middle of what flies, by masses; none of what the ground has a part in.
    pub fn middle_velocity(&self, component: usize, v: &[f64]) -> Vec3 {
        if !self.scales[component].free {
            return [0.0; 3];
        }
        let axes = self.bodies.model.space.components();
        let (mut sum, mut mass) = ([0.0; 3], 0.0);
        for (b, span) in self.bodies.spans.iter().enumerate().filter(|(_, span)| span.v_len > 0) {
            if self.components.of_body[b] == Some(component) {
                let own = self.bodies.model.bodies[b].mass;
                mass += own;
                sum.iter_mut().zip(&v[span.v..span.v + axes]).for_each(|(s, v)| *s += own * v);
            }
        }
        if mass > 0.0 { scale(sum, 1.0 / mass) } else { sum }
    }

    /// Velocities, those of what flies beside its middle.
    pub fn beside_middles(&self, v: &[f64]) -> Vec<f64> {
        let mut own = v.to_vec();
        let axes = self.bodies.model.space.components();
        let middles: Vec<Vec3> = (0..self.components.count).map(|c| self.middle_velocity(c, v)).collect();
        for (b, span) in self.bodies.spans.iter().enumerate().filter(|(_, span)| span.v_len > 0) {
            if let Some(c) = self.components.of_body[b] {
                own[span.v..span.v + axes].iter_mut().zip(&middles[c]).for_each(|(x, by)| *x -= by);
            }
        }
        own
    }

    /// From the state at the start, where it was last solved: what counts as no speed of a mechanism that is far slower or faster
    /// than a hand moves.
    pub fn set_clock(&mut self, start: &[f64]) {
        let (_, v, _) = self.bodies.split(start);
        let axes = self.bodies.model.space.components();
        let weight = norm(self.bodies.model.gravity);
        // what gets nowhere within the run may still be pushed later on
        let run = self.bodies.model.run.duration;
        let least = if run > 0.0 { 1.0 / run } else { 0.0 };
        let mut pace = self.scales.iter().map(|s| (weight / s.length).sqrt()).fold(least, f64::max);
        for (b, span) in self.bodies.spans.iter().enumerate().filter(|(_, span)| span.v_len > 0) {
            let Some(c) = self.components.of_body[b] else { continue };
            let (body, middle) = (&self.bodies.model.bodies[b], self.middle_velocity(c, v));
            let turning = body.inertia[0][0].max(body.inertia[1][1]).max(body.inertia[2][2]);
            for i in 0..span.v_len {
                let (beside, size, inert) =
                    if i < axes { (middle[i], self.scales[c].length, body.mass) } else { (0.0, 1.0, turning) };
                let speed = (v[span.v + i] - beside).abs() / size;
                let begins = (self.bodies.force[span.v + i].abs() / inert / size).sqrt();
                pace = [speed, begins].into_iter().filter(|x| x.is_finite()).fold(pace, f64::max);
            }
        }
        let [slow, fast] = HANDY_PACE;
        let clock = if pace > 0.0 { pace / pace.clamp(slow, fast) } else { 1.0 };
        (self.bodies.clock, self.laws.touch.clock) = (clock, clock);
        if self.laws.touch.rest_by_load {
            self.laws.touch.rest_speed *= clock;
        }
    }

    /// Counts places of components that have gone far, held by nothing, from new origins, and velocities of what flies fast beside how it moves
    /// within from that of its middle. What was taken from each entry of y comes back in `by`; false: nothing was.
    pub fn follow(&mut self, groups: &[EntryGroup], y: &mut [f64], by: &mut Vec<f64>) -> bool {
        let mut any = false;
        for c in (0..self.components.count).filter(|&c| self.scales[c].adrift) {
            for kind in [EntryKind::Place, EntryKind::Velocity] {
                let own = || groups.iter().filter(|g| g.component == Some(c));
                let vectors = || own().filter(|g| g.kind == kind);
                let (mut sum, mut mass) = ([0.0; 3], 0.0);
                for g in vectors() {
                    sum.iter_mut().zip(&y[g.entries.clone()]).for_each(|(s, x)| *s += g.mass * x);
                    mass += g.mass;
                }
                let middle = scale(sum, 1.0 / mass);
                let length = self.scales[c].length;
                // how far, or how fast, anything in it is beside the middle
                let within = own().map(|g| {
                    let size = || y[g.entries.clone()].iter().map(|x| x * x).sum::<f64>().sqrt();
                    match (kind, g.kind) {
                        (EntryKind::Velocity, EntryKind::Slide) => size(),
                        (EntryKind::Velocity, EntryKind::Spin) => length * size(),
                        _ if g.kind == kind => {
                            let mut beside = middle;
                            beside.iter_mut().zip(&y[g.entries.clone()]).for_each(|(m, x)| *m = x - *m);
                            norm(beside)
                        }
                        _ => 0.0,
                    }
                });
                let least = if kind == EntryKind::Place { length } else { 0.0 };
                let within = within.fold(least, f64::max);
                let flies = kind == EntryKind::Place || self.scales[c].coasts;
                if !(flies && within > 0.0 && norm(middle) > FAR[0] * within && norm(middle).is_finite()) {
                    continue;
                }
                let shift = coarse(middle, within);
                if !any {
                    by.clear();
                    by.resize(y.len(), 0.0);
                    any = true;
                }
                for g in vectors() {
                    for (i, x) in g.entries.clone().zip(&shift) {
                        y[i] -= x;
                        by[i] = *x;
                    }
                }
                let Mechanism { components, bodies, .. } = self;
                let state = &mut bodies.state;
                let from = if kind == EntryKind::Place { &mut state.origins } else { &mut state.speeds };
                for (_, from) in from.iter_mut().enumerate().filter(|(b, _)| components.of_body[*b] == Some(c)) {
                    *from = add(*from, shift);
                }
            }
        }
        any
    }

    /// For a while, the places of what flies counted from where it is: what has to be undone after.
    pub fn near_to_zero(&mut self, y: &mut [f64]) -> Option<Moved> {
        if !self.scales.iter().any(|s| s.coasts) {
            return None;
        }
        let (origins, speeds) = (self.bodies.state.origins.clone(), self.bodies.state.speeds.clone());
        let (groups, mut by) = (entry_groups(&self.bodies, &self.components), Vec::new());
        self.follow(&groups, y, &mut by).then_some(Moved { by, origins, speeds })
    }

    /// Undoes it.
    pub fn back_from_zero(&mut self, y: &mut [f64], from: Moved) {
        y.iter_mut().zip(&from.by).for_each(|(x, by)| *x += by);
        (self.bodies.state.origins, self.bodies.state.speeds) = (from.origins, from.speeds);
    }

    /// How fast places of bodies, from these entries of y on, move beside what their velocities say.
    pub fn list_speeds(&self, sizes: [usize; 3], places: impl Iterator<Item = (usize, usize)>, out: &mut Vec<f64>) {
        out.clear();
        if self.bodies.state.speeds.iter().all(|speed| *speed == [0.0; 3]) {
            return;
        }
        out.resize(sizes.iter().sum(), 0.0);
        let axes = self.bodies.model.space.components();
        for (at, body) in places {
            out[at..at + axes].copy_from_slice(&self.bodies.state.speeds[body][..axes]);
        }
    }
}

//! What an error is measured by.
//!
//! The same motion has the same errors wherever it takes place, however it is turned, however fast the whole of it flies, and
//! whatever time is counted in. So an error counts against sizes that know nothing of these:
//!
//! ```text
//! place, travel     (atol + rtol) L/4       L: the component's extent, a quarter of it about the mean distance from its middle
//! angle, rotation   (atol + rtol)
//! velocity          atol L R + rtol |v|     R: a rate of the component's own
//! of what flies     atol L R + rtol V       V: the fastest in it, beside the middle of its masses
//! angular velocity  atol R + rtol |ω|
//! ```
//!
//! Vectors count as a whole. R is a tenth of the pace of the component: how fast it has moved or begun to so far, the largest of |ω|, |v|/L,
//! √|α|, √(|v̇|/L), and of what its loads would do by themselves. It only grows: what comes to rest is not measured ever finer.
//! And the pace is at least 1/T, T the length of the run: what rests under loads that begin with nothing, or moves so slowly that
//! it gets nowhere, needs no steps that resolve how it does. What flies is held by nothing but itself: of it v is taken beside the
//! middle, and v̇ beside gravity. Nothing is measured by its own rounding: that of its size, and of velocities that of the swings of
//! springs, which are never still.

use crate::tolerances::{ERROR_ROUNDING, PACE_SHARE, PLACE_SHARE};
use mainspring_dynamics::{ComponentScale, EntryGroup, EntryKind, System};
use mainspring_numerics::vec3::{Vec3, norm, scale, sub};

/// Weights of errors at the present pace of a motion.
#[derive(Clone, Debug)]
pub struct Tolerance {
    /// relative
    pub relative: f64,
    /// absolute, times each entry's scale
    pub absolute: f64,
    /// size of each entry at the present pace; infinite: it does not count
    pub scales: Vec<f64>,
    /// what entries are
    groups: Vec<EntryGroup>,
    components: Vec<ComponentScale>,
    /// of each component the fastest so far, 1/s
    paces: Vec<f64>,
    /// the least that counts, 1/s
    slowest: f64,
    /// per group: it does not count
    left_out: Vec<bool>,
    /// scale of work, kg·m²; none: it does not count
    works: Vec<f64>,
    /// m/s²
    gravity: Vec3,
    /// of everything that moves, kg
    mass: f64,
}

/// Length of a vector, or size of a single entry.
fn size(y: &[f64]) -> f64 {
    if let [x] = y { x.abs() } else { y.iter().map(|x| x * x).sum::<f64>().sqrt() }
}

fn vector(y: &[f64]) -> Vec3 {
    let mut out = [0.0; 3];
    out.iter_mut().zip(y).for_each(|(o, x)| *o = *x);
    out
}

/// What is no number is no pace: such a step fails by itself.
fn grow(pace: &mut f64, to: f64) {
    if to > *pace && to.is_finite() {
        *pace = to;
    }
}

impl Tolerance {
    /// Of a system at the start of a run of `duration` seconds, nothing yet known of its pace.
    #[must_use]
    pub fn new(relative: f64, absolute: f64, system: &dyn System, duration: f64) -> Self {
        let groups = system.entry_groups();
        let components = system.component_scales().to_vec();
        let works = groups.iter().map(|g| system.scales()[g.entries.start]).collect();
        let mass = components.iter().map(|c| c.mass).sum();
        let mut out = Self {
            relative,
            absolute,
            scales: system.scales().to_vec(),
            left_out: vec![false; groups.len()],
            paces: vec![0.0; components.len()],
            slowest: if duration > 0.0 { 1.0 / duration } else { 1.0 },
            works,
            gravity: system.model().gravity,
            mass,
            groups,
            components,
        };
        out.rescale();
        out
    }

    /// Entries of components that are stepped do not count.
    pub(crate) fn leave_out(&mut self, stepped: &dyn Fn(usize) -> bool) {
        for (out, group) in self.left_out.iter_mut().zip(&self.groups) {
            *out = group.component.is_some_and(stepped);
        }
        self.rescale();
    }

    /// The largest pace of each component so far, for a checkpoint.
    pub(crate) fn fastest(&self) -> Vec<f64> {
        self.paces.clone()
    }

    /// Restores it.
    pub(crate) fn set_fastest(&mut self, fastest: &[f64]) {
        self.paces.copy_from_slice(fastest);
        self.rescale();
    }

    /// The fastest pace of a component that counts, 1/s.
    pub(crate) fn pace(&self) -> f64 {
        let counted = self.groups.iter().zip(&self.left_out).filter(|(_, out)| !**out);
        counted.filter_map(|(group, _)| Some(self.paces[group.component?])).fold(self.slowest, f64::max)
    }

    /// Whether a group belongs to what flies.
    fn flies(&self, group: &EntryGroup) -> Option<usize> {
        group.component.filter(|&c| self.components[c].free)
    }

    /// Velocity of the middle of each component that flies, from the velocities in y, or the rates of places in its derivative.
    fn middles(&self, y: &[f64], kind: EntryKind) -> Vec<Vec3> {
        let mut out = vec![([0.0; 3], 0.0); self.components.len()];
        for group in self.groups.iter().filter(|g| g.kind == kind) {
            if let Some(c) = self.flies(group) {
                let (sum, mass) = &mut out[c];
                *mass += group.mass;
                sum.iter_mut().zip(&y[group.entries.clone()]).for_each(|(s, v)| *s += group.mass * v);
            }
        }
        out.into_iter().map(|(sum, mass)| if mass > 0.0 { scale(sum, 1.0 / mass) } else { [0.0; 3] }).collect()
    }

    /// Speed of a group, that of what flies beside its middle.
    fn speed(&self, group: &EntryGroup, y: &[f64], middles: &[Vec3]) -> f64 {
        let v = &y[group.entries.clone()];
        match (group.kind, self.flies(group)) {
            (EntryKind::Velocity, Some(c)) => norm(sub(vector(v), middles[c])),
            _ => size(v),
        }
    }

    /// Sees how fast everything moves at y, and begins to by its derivative, under loads of that size (N).
    pub(crate) fn follow(&mut self, y: &[f64], f: &[f64], load: f64) {
        let middles = self.middles(y, EntryKind::Velocity);
        let pushed = if self.mass > 0.0 { load / self.mass } else { 0.0 };
        for (pace, c) in self.paces.iter_mut().zip(&self.components) {
            let weight = if c.free { 0.0 } else { norm(self.gravity) };
            grow(pace, (weight.max(pushed) / c.length).sqrt());
        }
        for group in &self.groups {
            let Some(c) = group.component else { continue };
            let (length, rate) = (self.components[c].length, &f[group.entries.clone()]);
            let (speed, begins) = match group.kind {
                EntryKind::Velocity if self.components[c].free => {
                    (self.speed(group, y, &middles) / length, norm(sub(vector(rate), self.gravity)) / length)
                }
                EntryKind::Velocity | EntryKind::Slide => {
                    (size(&y[group.entries.clone()]) / length, size(rate) / length)
                }
                EntryKind::Spin => (size(&y[group.entries.clone()]), size(rate)),
                EntryKind::Place | EntryKind::Travel | EntryKind::Turn | EntryKind::Work => continue,
            };
            grow(&mut self.paces[c], speed);
            grow(&mut self.paces[c], begins.sqrt());
        }
        self.rescale();
    }

    /// R of a component, 1/s.
    fn rate(&self, component: usize) -> f64 {
        PACE_SHARE * self.paces[component].max(self.slowest)
    }

    fn rescale(&mut self) {
        let fastest = (0..self.paces.len()).map(|c| self.rate(c)).fold(PACE_SHARE * self.slowest, f64::max);
        for (k, group) in self.groups.iter().enumerate() {
            let (length, rate) = group.component.map_or((1.0, fastest), |c| (self.components[c].length, self.rate(c)));
            let own = match group.kind {
                _ if self.left_out[k] => f64::INFINITY,
                EntryKind::Place | EntryKind::Travel => PLACE_SHARE * length,
                EntryKind::Turn => 1.0,
                EntryKind::Velocity | EntryKind::Slide => length * rate,
                EntryKind::Spin => rate,
                EntryKind::Work if self.works[k].is_finite() => self.works[k] * fastest * fastest,
                EntryKind::Work => f64::INFINITY,
            };
            self.scales[group.entries.clone()].fill(own);
        }
    }

    /// What `relative` is taken of, per group: the size of the whole vector.
    fn wholes(&self, y: &[f64]) -> Vec<f64> {
        let middles = self.middles(y, EntryKind::Velocity);
        let mut fastest = vec![0.0_f64; self.components.len()];
        for group in &self.groups {
            if let Some(c) = self.flies(group) {
                let speed = match group.kind {
                    EntryKind::Velocity | EntryKind::Slide => self.speed(group, y, &middles),
                    EntryKind::Spin => self.components[c].length * size(&y[group.entries.clone()]),
                    _ => 0.0,
                };
                fastest[c] = fastest[c].max(speed);
            }
        }
        let whole = |group: &EntryGroup| match (group.kind, self.flies(group)) {
            (EntryKind::Place | EntryKind::Travel, _) => self.scales[group.entries.start],
            (EntryKind::Turn, _) => 1.0,
            (EntryKind::Velocity, Some(c)) => fastest[c],
            _ => size(&y[group.entries.clone()]),
        };
        self.groups.iter().map(whole).collect()
    }

    /// How fast the swings of springs would move what the group is.
    fn swing(&self, group: &EntryGroup) -> f64 {
        let swing = group.component.map_or(0.0, |c| self.components[c].swing);
        match (group.kind, group.component) {
            (EntryKind::Velocity | EntryKind::Slide, Some(c)) => swing * self.components[c].length,
            (EntryKind::Spin, _) => swing,
            _ => 0.0,
        }
    }

    fn counted(&self) -> impl Iterator<Item = (usize, &EntryGroup)> + '_ {
        self.groups.iter().enumerate().filter(|(_, group)| self.scales[group.entries.start].is_finite())
    }

    /// Largest difference of two states, each entry over its size.
    pub(crate) fn largest_change(&self, from: &[f64], to: &[f64]) -> f64 {
        let wholes = self.wholes(from);
        let mut largest = 0.0f64;
        for (k, group) in self.counted() {
            for i in group.entries.clone() {
                let of = (self.scales[i] + wholes[k]).max(f64::MIN_POSITIVE);
                largest = largest.max((to[i] - from[i]).abs() / of);
            }
        }
        largest
    }

    /// Tells what an error in each entry that counts is divided by.
    pub(super) fn weights(&self, y0: &[f64], y1: &[f64], mut tell: impl FnMut(usize, f64)) {
        let (wholes, others) = (self.wholes(y0), self.wholes(y1));
        for (k, group) in self.counted() {
            let own = group.entries.clone();
            let exact = ERROR_ROUNDING[0] * size(&y0[own.clone()]).max(size(&y1[own.clone()]));
            let exact = exact.max(ERROR_ROUNDING[1] * self.swing(group));
            let weight = self.absolute * self.scales[own.start] + self.relative * wholes[k].max(others[k]);
            let weight = weight.max(exact).max(f64::MIN_POSITIVE);
            own.for_each(|i| tell(i, weight));
        }
    }

    /// Root mean square of `error(i)` over its weight.
    pub(crate) fn norm(&self, y0: &[f64], y1: &[f64], mut error: impl FnMut(usize) -> f64) -> f64 {
        let (mut sum, mut count) = (0.0, 0);
        self.weights(y0, y1, |i, weight| {
            let e = error(i) / weight;
            sum += e * e;
            count += 1;
        });
        if count == 0 { 0.0 } else { (sum / f64::from(count)).sqrt() }
    }

    /// The same of the sizes of all entries.
    pub(crate) fn norm_of_sizes(&self, y: &[f64]) -> f64 {
        let wholes = self.wholes(y);
        let mut sizes = self.scales.clone();
        for (k, group) in self.counted() {
            group.entries.clone().for_each(|i| sizes[i] += wholes[k]);
        }
        self.norm(y, y, |i| sizes[i])
    }

    /// The same of a derivative, that of the places of what flies beside its middle.
    pub(crate) fn norm_of_rates(&self, y: &[f64], f: &[f64]) -> f64 {
        let (middles, mut rates) = (self.middles(f, EntryKind::Place), f.to_vec());
        for group in self.groups.iter().filter(|g| g.kind == EntryKind::Place) {
            if let Some(c) = self.flies(group) {
                rates[group.entries.clone()].iter_mut().zip(&middles[c]).for_each(|(x, by)| *x -= by);
            }
        }
        self.norm(y, y, |i| rates[i])
    }

    /// Index of the entry with the largest error over its weight.
    pub(crate) fn worst(&self, y0: &[f64], y1: &[f64]) -> usize {
        let mut worst = (0.0, 0);
        self.weights(y0, y1, |i, weight| {
            let change = ((y1[i] - y0[i]) / weight).abs();
            if change > worst.0 || change.is_nan() {
                worst = (change, i);
            }
        });
        worst.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two parts in the plane, in flight or not: places, velocities.
    fn two(free: bool) -> Tolerance {
        let group = |first: usize, kind| EntryGroup { entries: first..first + 2, kind, component: Some(0), mass: 1.0 };
        let kinds = [EntryKind::Place, EntryKind::Place, EntryKind::Velocity, EntryKind::Velocity];
        let mut out = Tolerance {
            relative: 1e-6,
            absolute: 1e-9,
            scales: vec![1.0; 8],
            groups: kinds.into_iter().enumerate().map(|(k, kind)| group(2 * k, kind)).collect(),
            components: vec![ComponentScale { length: 0.5, mass: 2.0, free, ..ComponentScale::default() }],
            paces: vec![0.0],
            slowest: 0.01,
            left_out: vec![false; 4],
            works: vec![f64::INFINITY; 4],
            gravity: [0.0; 3],
            mass: 2.0,
        };
        out.follow(&[0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 2.0], &[0.0; 8], 0.0);
        out
    }

    fn norm(of: &Tolerance, y: [f64; 8], e: [f64; 8]) -> f64 {
        of.norm(&y, &y, |i| e[i])
    }

    #[test]
    fn an_error_counts_the_same_in_every_direction_and_place() {
        let of = two(false);
        let e = [1e-7, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 3e-7];
        let one = norm(&of, [0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 2.0], e);
        let turned = norm(&of, [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, -2.0, 0.0], [0.0, 1e-7, 0.0, 0.0, 0.0, 0.0, -3e-7, 0.0]);
        let moved = norm(&of, [40.0, 7.0, 41.0, 7.0, 0.0, 0.0, 0.0, 2.0], e);
        assert!(one > 0.0 && (turned - one).abs() < 1e-12 * one && (moved - one).abs() < 1e-12 * one);
        // by hand: a place against a quarter of 0.5 m, a velocity against 2 m/s and a tenth of 4/s · 0.5 m
        let by_hand = [1e-7 / (1.001e-6 * 0.125), 3e-7 / (2e-6 + 0.2e-9)].map(|x: f64| x * x).iter().sum::<f64>() / 8.0;
        assert!((one - by_hand.sqrt()).abs() < 1e-12 * one, "{one}");
    }

    #[test]
    fn what_flies_is_measured_beside_its_middle() {
        let e = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 3e-7];
        let [at_rest, flying] = [0.0, 100.0].map(|v| [0.0, 0.0, 1.0, 0.0, v, 0.0, v, 2.0]);
        let (free, held) = (two(true), two(false));
        assert!((norm(&free, at_rest, e) - norm(&free, flying, e)).abs() < 1e-9 * norm(&free, at_rest, e));
        assert!(norm(&held, flying, e) < 0.1 * norm(&held, at_rest, e));
    }

    #[test]
    fn what_comes_to_rest_keeps_its_pace_and_what_never_moves_has_that_of_the_run() {
        let mut of = two(false);
        assert_eq!(of.pace(), 4.0);
        of.follow(&[0.0; 8], &[0.0; 8], 0.0);
        assert_eq!((of.pace(), of.fastest()), (4.0, vec![4.0]));
        of.set_fastest(&[0.0]);
        assert_eq!(of.pace(), 0.01);
        // by hand: a velocity against a tenth of 0.5 m in the hundred seconds of the run
        let off = norm(&of, [0.0; 8], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1e-12]);
        assert!((off - 1e-12 / (1e-10 * 0.5 * 0.01) / 8.0_f64.sqrt()).abs() < 1e-12 * off, "{off}");
    }
}

//! What reached a session from outside, in order: from it and the scene the session is repeated to the same bits.

use crate::hand::{Grab, HandId};
use mainspring_workbench::Scene;
use std::sync::Arc;

/// Ends of steps at one distance, to the bit: as multiples of it, or as a sum of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Ends {
    first: f64,
    every: f64,
    count: u64,
    last: f64,
    /// the times are first + k · every
    multiples: bool,
    /// each time is the one before it + every
    sums: bool,
}

impl Ends {
    fn one(first: f64) -> Self {
        Self { first, every: 0.0, count: 1, last: first, multiples: true, sums: true }
    }

    /// These and one more, where that is at the same distance.
    fn with(&self, time: f64) -> Self {
        let every = if self.count == 1 { time - self.first } else { self.every };
        let multiples = self.multiples && self.first + self.count as f64 * every == time;
        let sums = self.sums && self.last + every == time;
        Self { every, multiples, sums, count: self.count + 1, last: time, ..*self }
    }

    /// Whether one more would be at the same distance.
    fn continues(&self, time: f64) -> bool {
        let with = self.with(time);
        with.multiples || with.sums
    }

    fn push(&mut self, time: f64) {
        *self = self.with(time);
    }

    /// All of them, s.
    pub fn times(&self) -> impl Iterator<Item = f64> + use<> {
        let (first, every, multiples) = (self.first, self.every, self.multiples);
        let mut sum = first - every;
        let mut k = 0;
        std::iter::repeat_with(move || {
            let by_sum = if k == 0 { first } else { sum + every };
            sum = by_sum;
            let time = if multiples { first + k as f64 * every } else { by_sum };
            k += 1;
            time
        })
        .take(usize::try_from(self.count).unwrap_or(usize::MAX))
    }

    /// Forgets those after `time`; false where none is left.
    fn cut_after(&mut self, time: f64) -> bool {
        let mut kept = self.times().take_while(|t| *t <= time).peekable();
        let Some(&first) = kept.peek() else { return false };
        let (count, last) = kept.fold((0, first), |(n, _), t| (n + 1, t));
        (self.count, self.last) = (count, last);
        true
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count
    }
}

/// Something that reached a session.
#[derive(Clone, Debug)]
pub enum Input {
    /// steps were taken, none of them beyond `hold`, until one ended at `until`, s
    Ran {
        /// s; infinite: where steps end was left to the engine
        hold: f64,
        /// s
        until: f64,
    },
    /// steps ended because they were told to
    Ends(Ends),
    /// a part was taken hold of
    Grab(Grab),
    /// a hand was moved
    Drag {
        /// which
        hand: HandId,
        /// where to, m, world axes
        target: [f64; 3],
        /// and how fast it moves on from there, m/s
        velocity: [f64; 3],
    },
    /// a hand let go
    Release(HandId),
    /// a value was set
    Set {
        /// as `--set` takes it
        path: String,
        /// likewise
        value: String,
    },
    /// the text was replaced
    Replace(Arc<Scene>),
}

/// All of them, with the time at which they acted, s.
#[derive(Clone, Debug, Default)]
pub struct InputLog {
    entries: Vec<(f64, Input)>,
    /// first entry since the run last began at t = 0
    story: usize,
}

impl InputLog {
    /// In order, each with the time at which it acted, s; that of ends of steps is their first.
    pub fn entries(&self) -> impl Iterator<Item = (f64, &Input)> {
        self.entries.iter().map(|(time, input)| (*time, input))
    }

    /// How many entries there are; ends at equal distances are one.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether nothing has reached the session.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub(crate) fn push(&mut self, time: f64, input: Input) {
        self.entries.push((time, input));
    }

    /// Steps were taken from `from` until `until`, none of them beyond `hold`, s. Ends that go on at one distance, to the bit, are one
    /// entry, and so is what goes on under one hold.
    pub(crate) fn push_run(&mut self, from: f64, until: f64, hold: f64) {
        if until != hold {
            match self.entries[self.story..].last_mut() {
                Some((_, Input::Ran { hold: known, until: to })) if *known == hold => *to = until,
                _ => self.entries.push((from, Input::Ran { hold, until })),
            }
            return;
        }
        // the rest of a run under this hold
        if matches!(self.entries[self.story..].last(), Some((_, Input::Ran { hold: known, .. })) if *known == hold) {
            self.entries.pop();
        }
        match self.entries[self.story..].last_mut() {
            Some((_, Input::Ends(ends))) if ends.continues(until) => ends.push(until),
            _ => self.entries.push((from, Input::Ends(Ends::one(until)))),
        }
    }

    /// Entries, and ends of the last of them, so far.
    pub(crate) fn done(&self) -> (usize, u64) {
        let ends = if let Some((_, Input::Ends(ends))) = self.entries[self.story..].last() { ends.count } else { 0 };
        (self.entries.len(), ends)
    }

    /// From here on time begins at 0 again.
    pub(crate) fn restart(&mut self) {
        self.story = self.entries.len();
    }

    /// Up to when the log goes, s.
    pub(crate) fn reach(&self) -> f64 {
        let end = |(at, input): &(f64, Input)| match input {
            Input::Ran { until, .. } => *until,
            Input::Ends(ends) => ends.last,
            _ => *at,
        };
        self.entries[self.story..].iter().map(end).fold(0.0, f64::max)
    }

    /// Forgets what came after `time`, s: steps, and inputs. Those at that moment stay.
    pub(crate) fn cut_after(&mut self, time: f64) {
        let mut later = self.entries.split_off(self.story);
        later.retain_mut(|(from, input)| match input {
            Input::Ends(ends) => ends.cut_after(time),
            Input::Ran { until, .. } => {
                *until = until.min(time);
                *from < *until
            }
            _ => *from <= time,
        });
        self.entries.append(&mut later);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends(log: &InputLog) -> Vec<f64> {
        let of = |input: &Input| if let Input::Ends(ends) = input { ends.times().collect() } else { Vec::new() };
        log.entries().flat_map(|(_, input)| of(input)).collect()
    }

    #[test]
    fn ends_at_one_distance_are_one_entry_and_keep_their_bits() {
        let mut log = InputLog::default();
        let all: Vec<f64> = (0..1000).map(|k| 0.25 + f64::from(k) * 0.015_625).collect();
        let mut from = 0.0;
        for &t in &all {
            log.push_run(from, t, t);
            from = t;
        }
        assert_eq!(ends(&log), all);
        assert_eq!(log.len(), 1);
        log.cut_after(all[499]);
        assert_eq!(ends(&log), all[..500]);
        // so are sums; and distances that differ in their last bits keep them too
        let mut summed = InputLog::default();
        let mut t = 0.0;
        let sums: Vec<f64> = std::iter::repeat_with(|| {
            t += 1.0 / 60.0;
            t
        })
        .take(1000)
        .collect();
        sums.iter().for_each(|t| summed.push_run(0.0, *t, *t));
        assert_eq!((ends(&summed), summed.len()), (sums, 1));
        let mut uneven = InputLog::default();
        let all: Vec<f64> = (1..200).map(|k| f64::from(k) / 60.0).collect();
        all.iter().for_each(|t| uneven.push_run(0.0, *t, *t));
        assert_eq!(ends(&uneven), all);
    }

    #[test]
    fn a_run_that_was_stopped_on_its_way_is_one_with_its_rest() {
        let mut log = InputLog::default();
        log.push_run(0.0, 0.3, f64::INFINITY);
        log.push_run(0.3, 0.7, f64::INFINITY);
        assert!(matches!(log.entries[..], [(_, Input::Ran { until, .. })] if until == 0.7));
        log.push_run(0.7, 0.8, 1.0);
        log.push_run(0.8, 1.0, 1.0);
        assert_eq!(log.len(), 2);
        assert_eq!(ends(&log), [1.0]);
        log.cut_after(0.5);
        assert!(matches!(log.entries[..], [(_, Input::Ran { until, .. })] if until == 0.5));
    }
}

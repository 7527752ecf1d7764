//! Checkpoints of a session, so many that going back is quick, so few that memory does not grow.

use crate::version::Version;
use mainspring_engine::Checkpoint;
use std::sync::Arc;

/// How much of the past is kept at hand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HistoryLimits {
    /// time between checkpoints at first, s; it doubles whenever they become too many
    pub every: f64,
    /// memory they may take together, bytes
    pub bytes: usize,
}

impl Default for HistoryLimits {
    fn default() -> Self {
        Self { every: 0.25, bytes: 16 << 20 }
    }
}

/// A moment that can be gone back to.
#[derive(Clone, Debug)]
pub(crate) struct Moment {
    pub time: f64,
    pub state: Vec<u8>,
    pub version: Arc<Version>,
    /// entries of the log, and ends of the last one, that were done by then
    pub done: (usize, u64),
}

/// Moments that can be gone back to, in order; the first is the start.
#[derive(Clone, Debug)]
pub(crate) struct History {
    limits: HistoryLimits,
    every: f64,
    moments: Vec<Moment>,
}

impl History {
    pub(crate) fn new(limits: HistoryLimits) -> Self {
        Self { limits, every: limits.every, moments: Vec::new() }
    }

    /// Whether it is time for another one.
    pub(crate) fn wants(&self, time: f64) -> bool {
        self.moments.last().is_none_or(|last| time - last.time >= self.every)
    }

    pub(crate) fn keep(&mut self, state: &Checkpoint, version: &Arc<Version>, done: (usize, u64)) {
        let (time, state) = (state.time(), state.to_bytes());
        self.moments.push(Moment { time, state, version: Arc::clone(version), done });
        while self.moments.len() > 2 && self.bytes() > self.limits.bytes {
            // every other one of the older half is let go, never the start
            let half = self.moments.len().div_ceil(2).max(2);
            let mut place = 0;
            self.moments.retain(|_| {
                place += 1;
                place == 1 || place > half || place % 2 == 1
            });
            self.every *= 2.0;
        }
    }

    fn bytes(&self) -> usize {
        self.moments.iter().map(|m| m.state.len()).sum()
    }

    /// The last moment not after a time.
    pub(crate) fn before(&self, time: f64) -> Option<&Moment> {
        self.moments.iter().rev().find(|m| m.time <= time)
    }

    /// Forgets what came after a time.
    pub(crate) fn cut_after(&mut self, time: f64) {
        self.moments.retain(|m| m.time <= time);
    }

    /// How many moments, and how large the largest is, bytes.
    pub(crate) fn size(&self) -> (usize, usize) {
        (self.moments.len(), self.moments.iter().map(|m| m.state.len()).max().unwrap_or(0))
    }
}

//! How long something takes: CPU time of this thread, best of several batches.

use crate::clock::Clock;

/// Least CPU time of a batch, s: the system brings its count up to date every few milliseconds.
const LEAST: f64 = 0.05;

/// Nanoseconds a call, best of `repeat` batches; every call gets the next number.
pub fn nanoseconds(repeat: usize, mut call: impl FnMut(usize)) -> f64 {
    let mut next = 0;
    let mut batch = |count: usize| {
        let clock = Clock::start();
        for _ in 0..count {
            call(next);
            next += 1;
        }
        clock.elapsed()
    };
    // as many calls as fill a batch; the search warms up
    let mut count = 1;
    while batch(count) < LEAST {
        count *= 2;
    }
    let best = (0..repeat).map(|_| batch(count)).fold(f64::INFINITY, f64::min);
    1e9 * best / count as f64
}

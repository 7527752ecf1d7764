//! CPU time of this thread, so that what else the machine does counts as little as can be.

use std::fs;
use std::time::Instant;

/// A moment.
pub struct Clock {
    cpu: Option<f64>,
    wall: Instant,
}

impl Clock {
    pub fn start() -> Self {
        Self { cpu: cpu(), wall: Instant::now() }
    }

    /// CPU time since, s; where the system does not tell, time on the wall.
    pub fn elapsed(&self) -> f64 {
        match (self.cpu, cpu()) {
            (Some(from), Some(to)) => to - from,
            _ => self.wall.elapsed().as_secs_f64(),
        }
    }
}

/// Linux counts the nanoseconds a thread ran; it brings the count up to date every few milliseconds, and when a thread lets
/// others go first.
fn cpu() -> Option<f64> {
    std::thread::yield_now();
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(1e-9 * text.split_whitespace().next()?.parse::<f64>().ok()?)
}

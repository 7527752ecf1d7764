//! Which frames a page keeps: enough for smooth motion when watched, and those about events.

use crate::unit;
use mainspring_record::Memory;

/// A run is watched for about so long, s, where its own duration is too short or too long to watch.
const WATCHED: f64 = 8.0;
/// Frames kept however little room there is.
const FEWEST: usize = 240;
/// Frames kept where each is so large that `FEWEST` would take more than `LARGE` bytes together.
const SCARCE: usize = 40;
const LARGE: usize = 420_000;
/// Events whose neighbouring frames are kept.
const EVENTS: usize = 500;

/// How fast the run is shown at first: 1, or 1, 2, 5 × 10ⁿ for runs shorter than 2 s or longer than 2 min.
pub fn speed(duration: f64) -> f64 {
    if !(duration > 0.0 && duration.is_finite()) || (2.0..=120.0).contains(&duration) {
        return 1.0;
    }
    let wanted = duration / WATCHED;
    let power = libm::floor(libm::log10(wanted)) as i32;
    let ten = unit::ten_to(power);
    let factor = [5.0, 2.0, 1.0].into_iter().find(|f| f * ten <= wanted * 1.001).unwrap_or(1.0);
    factor * ten
}

/// Frames kept however little room there is, each of so many bytes: fewer where a thousand parts move.
pub fn fewest(bytes: usize) -> usize {
    FEWEST.min((LARGE / bytes.max(1)).max(SCARCE))
}

/// Indices of the frames to keep, in order; about `room` at most, and about `fewest` at least.
pub fn kept(run: &Memory, fps: f64, room: usize, fewest: usize) -> Vec<usize> {
    let times = &run.times;
    let (first, last) = (times[0], times[times.len() - 1]);
    let duration = last - first;
    let wanted = fps * duration / speed(duration);
    let wanted = if wanted.is_finite() { wanted.clamp(2.0, 1e7) as usize } else { FEWEST };
    let count = (wanted + 1).min(room.max(fewest));
    if times.len() <= count {
        return (0..times.len()).collect();
    }
    let nearest = |t: f64| {
        let after = times.partition_point(|x| *x < t).min(times.len() - 1);
        if after > 0 && t - times[after - 1] < times[after] - t { after - 1 } else { after }
    };
    let even = (0..count).map(|i| nearest(first + duration * i as f64 / (count - 1) as f64));
    let events = if fewest < FEWEST { count / 4 } else { EVENTS };
    let about = run.events.iter().take(events).flat_map(|e| {
        let after = times.partition_point(|x| *x < e.time).min(times.len() - 1);
        [after.saturating_sub(1), after]
    });
    let mut kept: Vec<usize> = even.chain(about).chain([0, times.len() - 1]).collect();
    kept.sort_unstable();
    kept.dedup();
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use mainspring_record::Event;

    fn run(frames: usize, every: f64) -> Memory {
        let times: Vec<f64> = (0..frames).map(|i| i as f64 * every).collect();
        Memory { balance: vec![[0.0; 9]; frames], times, ..Memory::default() }
    }

    #[test]
    fn short_runs_are_slowed_and_long_ones_hurried() {
        for (duration, want) in [(10.0, 1.0), (60.0, 1.0), (0.03, 0.002), (0.3, 0.02), (1.0, 0.1), (3600.0, 200.0)] {
            assert!((speed(duration) / want - 1.0).abs() < 1e-9, "{duration}: {}", speed(duration));
        }
        for odd in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e300, 1e-300] {
            assert!(speed(odd) > 0.0);
        }
    }

    #[test]
    fn enough_frames_for_the_eye_and_those_about_events() {
        assert_eq!(kept(&run(301, 1e-4), 60.0, 10_000, FEWEST).len(), 301);
        let mut long = run(10_001, 1e-3);
        assert_eq!(kept(&long, 60.0, 10_000, FEWEST).len(), 601);
        long.events.push(Event {
            time: 5.000_5,
            order: 0,
            kind: "release".to_owned(),
            who: Vec::new(),
            numbers: Vec::new(),
            text: String::new(),
        });
        let some = kept(&long, 60.0, 10_000, FEWEST);
        assert!(some.contains(&5000) && some.contains(&5001) && some.contains(&10_000));
        assert!(kept(&long, 60.0, 1, FEWEST).len() <= FEWEST + 4);
        // a thousand parts: 2,000 events do not bring 4,000 frames
        long.events = vec![long.events[0].clone(); 2000];
        assert!(kept(&long, 60.0, 1, fewest(8_000)).len() <= 80 && fewest(100) == FEWEST && fewest(1 << 20) == SCARCE);
        assert_eq!(kept(&run(1, 0.1), 60.0, 100, FEWEST), [0]);
    }
}

//! The largest forces of a motion, and its contacts in order.
//!
//! Forces of several pawls add. Between the ends of all their sliding_intervals each force is smooth; there the sum is sampled,
//! closer towards the ends, and its largest value is closed in on by golden sections. Ends are limits from inside.

use crate::contact::Contact;
use crate::sliding_interval::SlidingInterval;
use crate::solve::Motion;
use crate::tolerances::{BESIDE_END, EQUAL_FORCE, PEAK_TIME};
use crate::trajectory::Trajectory;
use mainspring_numerics::golden_section::{GOLDEN, GoldenSection};

/// A largest force.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Peak {
    /// Force, N; infinite where it grows without bound.
    pub force: f64,
    /// When, s.
    pub time: f64,
    /// The pawl that has most of it.
    pub pawl: usize,
    /// What touches there.
    pub contact: Option<Contact>,
}

/// A stretch of time under one contact.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Touching {
    /// From when, s.
    pub start: f64,
    /// Until when, s.
    pub end: f64,
    /// What touches.
    pub contact: Contact,
}

impl Motion {
    /// The largest force that pushes the root along until a time; `None` where nothing need push.
    #[must_use]
    pub fn largest_push(&self, until: f64) -> Option<Peak> {
        peak(&self.pawls, 1.0, until)
    }

    /// The largest force with which the root is pulled along, and must be held back, until a time.
    #[must_use]
    pub fn largest_pull(&self, until: f64) -> Option<Peak> {
        peak(&self.pawls, -1.0, until)
    }
}

impl Trajectory {
    /// The contacts in order; contacts on the same features that follow each other are one.
    #[must_use]
    pub fn contacts(&self) -> Vec<Touching> {
        let mut all: Vec<Touching> = Vec::new();
        for piece in &self.pieces {
            let Some(contact) = piece.contact else { continue };
            match all.last_mut() {
                Some(last) if last.contact == contact && last.end == piece.start => last.end = piece.end,
                _ => all.push(Touching { start: piece.start, end: piece.end, contact }),
            }
        }
        all
    }
}

/// Samples of one interval.
const SAMPLES: usize = 16;
/// The largest of ± the insertion force, for the sign given; `None` where it is never above 0.
fn peak(pawls: &[Trajectory], sign: f64, until: f64) -> Option<Peak> {
    let mut coming: Vec<_> =
        pawls.iter().map(|p| p.pieces.iter().flat_map(|x| x.sliding_intervals()).peekable()).collect();
    let mut best: Option<Peak> = None;
    let mut from = f64::NEG_INFINITY;
    loop {
        // the next time at which a stretch begins or ends
        let mut to = f64::INFINITY;
        for list in &mut coming {
            while list.next_if(|s| s.end.time <= from).is_some() {}
            if let Some(stretch) = list.peek() {
                to = to.min(if stretch.start.time > from { stretch.start.time } else { stretch.end.time });
            }
        }
        if to.is_infinite() || from >= until {
            return best;
        }
        let here: Vec<(usize, SlidingInterval<'_>)> = coming
            .iter_mut()
            .enumerate()
            .filter_map(|(n, list)| list.peek().filter(|s| s.start.time <= from).map(|s| (n, s.clone())))
            .collect();
        if !here.is_empty() {
            consider(&here, [from, to.min(until)], sign, &mut best);
        }
        from = to;
    }
}

/// Looks at the sum of some forces between two times.
fn consider(here: &[(usize, SlidingInterval<'_>)], [a, b]: [f64; 2], sign: f64, best: &mut Option<Peak>) {
    let force = |t: f64| sign * here.iter().map(|(_, s)| s.insertion(t)).sum::<f64>();
    let place = |k: usize| {
        let s = k as f64 / SAMPLES as f64;
        if k == SAMPLES { b } else { a + (b - a) * (s * s * (3.0 - 2.0 * s)) }
    };
    let (mut time, mut most, mut index) = (a, force(a), 0);
    for k in 1..=SAMPLES {
        let (t, f) = (place(k), force(place(k)));
        if f > most || most.is_nan() {
            (time, most, index) = (t, f, k);
        }
    }
    // a top at an end is one unless the force still rises from there
    let rises = |from: usize, to: usize| force(place(from) + BESIDE_END * (place(to) - place(from))) > most;
    let inside = match index {
        0 => rises(0, 1),
        SAMPLES => rises(SAMPLES, SAMPLES - 1),
        _ => true,
    };
    if most.is_finite() && inside {
        let beside = [index.saturating_sub(1), (index + 1).min(SAMPLES)];
        (time, most) = close_in(&force, place(beside[0]), place(beside[1]), (time, most));
    }
    // a sum that is +∞ and −∞ at once tells nothing
    if most > best.map_or(0.0, |p| p.force * (1.0 + EQUAL_FORCE)) {
        let share = |s: &SlidingInterval<'_>| sign * s.insertion(time);
        let mut most_of: Option<(f64, usize, Option<Contact>)> = None;
        for (n, stretch) in here {
            let share = share(stretch);
            if most_of.is_none_or(|(held, ..)| share > held + EQUAL_FORCE * held.abs()) {
                most_of = Some((share, *n, stretch.contact));
            }
        }
        let (pawl, contact) = most_of.map_or((0, None), |(_, n, contact)| (n, contact));
        *best = Some(Peak { force: most, time, pawl, contact });
    }
}

/// The largest value between two times, from one that is near it.
fn close_in(f: &impl Fn(f64) -> f64, lo: f64, hi: f64, held: (f64, f64)) -> (f64, f64) {
    let mut below = |t: f64| -f(t);
    let mut section = GoldenSection::new(lo, hi, GOLDEN, &mut below);
    for _ in 0..80 {
        if section.high - section.low <= PEAK_TIME * section.high.abs().max(section.low.abs()) {
            break;
        }
        section.narrow(&mut below);
    }
    [section.near, section.far]
        .into_iter()
        .fold(held, |best, (t, value)| if -value > best.1 { (t, -value) } else { best })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_top_is_closed_in_on() {
        let (time, most) = close_in(&libm::sin, 0.3, 3.0, (0.3, libm::sin(0.3)));
        assert!((most - 1.0).abs() < 1e-15 && (time - std::f64::consts::FRAC_PI_2).abs() < 1e-7);
    }
}

//! The largest insertion force of a motion, and the largest pull the other way.
//!
//! Forces of several pawls add. Between the ends of all their stretches each force is smooth; there the sum is sampled,
//! closer towards the ends, and its largest value is closed in on by golden sections. Ends are limits from inside.

use super::stretch::{Stretch, stretches};
use crate::solve::Motion;
use crate::trajectory::Contact;

/// An extreme force.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Peak {
    /// Force, N; infinite where it grows without bound.
    pub force: f64,
    /// When, s.
    pub time: f64,
    /// After how much travel of the root, m.
    pub travel: f64,
    /// The pawl that has most of it.
    pub pawl: usize,
    /// What touches there.
    pub contact: Option<Contact>,
}

/// Samples of one interval.
const SAMPLES: usize = 16;
/// (√5 − 1)/2.
const GOLDEN: f64 = 0.618_033_988_749_894_9;

/// The largest of ± the insertion force, for the sign given; `None` where it is never above 0.
pub(crate) fn peak(motion: &Motion, sign: f64, speed: f64) -> Option<Peak> {
    let all: Vec<Vec<Stretch<'_>>> = motion.pawls.iter().map(stretches).collect();
    let mut ends: Vec<f64> = all.iter().flatten().flat_map(|s| [s.start, s.end]).collect();
    ends.sort_by(f64::total_cmp);
    ends.dedup();
    let mut at = vec![0usize; all.len()];
    let mut best: Option<Peak> = None;
    for pair in ends.windows(2) {
        let (a, b) = (pair[0], pair[1]);
        let mut here: Vec<(usize, Stretch<'_>)> = Vec::new();
        for (n, list) in all.iter().enumerate() {
            while list.get(at[n]).is_some_and(|s| s.end <= a) {
                at[n] += 1;
            }
            if let Some(stretch) = list.get(at[n])
                && stretch.start <= a
            {
                here.push((n, *stretch));
            }
        }
        if here.is_empty() {
            continue;
        }
        let force = |t: f64| sign * here.iter().map(|(_, s)| s.forces(t).1).sum::<f64>();
        let place = |k: f64| {
            let s = (k / SAMPLES as f64).clamp(0.0, 1.0);
            a + (b - a) * (s * s * (3.0 - 2.0 * s))
        };
        let (mut time, mut most, mut index) = (a, force(a), 0);
        for k in 1..=SAMPLES {
            let t = if k == SAMPLES { b } else { place(k as f64) };
            let f = force(t);
            if f > most {
                (time, most, index) = (t, f, k);
            }
        }
        if most.is_finite() && index > 0 && index < SAMPLES {
            (time, most) = close_in(&force, place(index as f64 - 1.0), place(index as f64 + 1.0), (time, most));
        }
        // of equal teeth the first has it; a sum that is +∞ and −∞ at once tells nothing
        if most > best.map_or(0.0, |p| p.force * (1.0 + 1e-12)) {
            let share = |s: &Stretch<'_>| sign * s.forces(time).1;
            let most_of = here.iter().max_by(|x, y| share(&x.1).total_cmp(&share(&y.1)).then(y.0.cmp(&x.0)));
            let (pawl, contact) = most_of.map_or((0, None), |(n, s)| (*n, s.contact));
            best = Some(Peak { force: most, time, travel: speed * time, pawl, contact });
        }
    }
    best
}

/// The largest value between two times, from one that is near it.
fn close_in(f: &impl Fn(f64) -> f64, mut lo: f64, mut hi: f64, held: (f64, f64)) -> (f64, f64) {
    let (mut x, mut y) = (hi - GOLDEN * (hi - lo), lo + GOLDEN * (hi - lo));
    let (mut fx, mut fy) = (f(x), f(y));
    for _ in 0..80 {
        if hi - lo <= 1e-12 * hi.abs().max(lo.abs()) {
            break;
        }
        if fx > fy {
            hi = y;
            (y, fy) = (x, fx);
            x = hi - GOLDEN * (hi - lo);
            fx = f(x);
        } else {
            lo = x;
            (x, fx) = (y, fy);
            y = lo + GOLDEN * (hi - lo);
            fy = f(y);
        }
    }
    [(x, fx), (y, fy)].into_iter().fold(held, |best, next| if next.1 > best.1 { next } else { best })
}

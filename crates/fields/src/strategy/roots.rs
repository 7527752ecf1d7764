//! Every direction at which the moment of a squeeze field has a given value.
//!
//! A range of directions is left alone when the bounds of the slope show that the value cannot occur in it, searched by
//! Newton's method within a bracket when they show that it occurs at most once, and halved otherwise. What resists
//! down to `SMALLEST_RANGE` is a kink (the line passes along an edge: the sign decides), a value only touched, or one held over a
//! whole range.

use super::StrategyError;
use super::bisector::{Scratch, bisect, slope_bounds};
use super::contour::Contour;
use crate::tolerances::{ANGLE_ROUNDING, ANGLE_SETTLED, SEARCH_START, SMALLEST_RANGE, TOUCHED_RANGE};
use std::f64::consts::PI;

/// Ranges to begin with.
const COARSE: usize = 64;
/// Work allowed: edges looked at, over all ranges.
const MOST: usize = 5_000_000;

/// Where the value occurs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Root {
    /// passed or touched at one direction (rad)
    At(f64),
    /// held from one direction to another (rad)
    Held(f64, f64),
}

/// Directions ψ (rad, one half turn from some start on, ascending) with g(ψ) = `level`.
pub(super) fn roots(contour: &Contour, level: f64, scratch: &mut Scratch) -> Result<Vec<Root>, StrategyError> {
    let floor = 8.0 * contour.noise;
    let value = |angle: f64, scratch: &mut Scratch| bisect(contour, angle, scratch).g - level;
    let mut found: Vec<Root> = Vec::new();
    let mut held: Vec<[f64; 2]> = Vec::new();
    let step = PI / COARSE as f64;
    let edge_at = |i: usize| SEARCH_START + step * i as f64;
    let mut work = 0;
    for i in 0..COARSE {
        let mut waiting = vec![[edge_at(i), edge_at(i + 1)]];
        while let Some([from, to]) = waiting.pop() {
            work += contour.edges();
            if work > MOST {
                return Err(StrategyError::TooRound);
            }
            let (at, reach) = (0.5 * (from + to), 0.5 * (to - from));
            let cut = bisect(contour, at, scratch);
            let here = cut.g - level;
            let [low, high] = slope_bounds(contour, &cut, reach, scratch);
            if here.abs() > low.abs().max(high.abs()) * reach + contour.noise {
                continue;
            }
            let monotone = low > 0.0 || high < 0.0;
            if monotone || reach < SMALLEST_RANGE {
                let (first, last) = (value(from, scratch), value(to, scratch));
                if first == 0.0 {
                    found.push(Root::At(from));
                } else if first * last < 0.0 {
                    found.push(Root::At(refine(contour, level, [from, to], first > 0.0, scratch)));
                } else if !monotone && here.abs().min(first.abs()).min(last.abs()) <= floor {
                    held.push([from, to]);
                }
                continue;
            }
            let flat = here.abs() <= floor
                && [-0.77, -0.31, 0.29, 0.83].iter().all(|x| value(at + x * reach, scratch).abs() <= floor);
            if flat {
                held.push([from, to]);
                continue;
            }
            waiting.push([at, to]);
            waiting.push([from, at]);
        }
    }
    add_held(&mut found, &held);
    found.sort_by(|a, b| a.start().total_cmp(&b.start()));
    Ok(found)
}

impl Root {
    pub fn start(&self) -> f64 {
        match *self {
            Self::At(angle) | Self::Held(angle, _) => angle,
        }
    }

    pub fn end(&self) -> f64 {
        match *self {
            Self::At(angle) | Self::Held(_, angle) => angle,
        }
    }
}

/// Ranges in which the value is held, joined where they meet (also across the end of the half turn).
fn add_held(found: &mut Vec<Root>, held: &[[f64; 2]]) {
    let mut joined: Vec<[f64; 2]> = Vec::new();
    for range in held {
        match joined.last_mut() {
            Some(last) if range[0] - last[1] < SMALLEST_RANGE => last[1] = range[1],
            _ => joined.push(*range),
        }
    }
    if let [first, .., last] = joined[..]
        && first[0] + PI - last[1] < SMALLEST_RANGE
    {
        joined.remove(0);
        let end = joined.len() - 1;
        joined[end][1] = first[1] + PI;
    }
    // a crossing within a held range is rounding
    found.retain(|root| !joined.iter().any(|r| root.start() >= r[0] && root.start() <= r[1]));
    found.extend(
        joined
            .iter()
            .map(|r| if r[1] - r[0] < TOUCHED_RANGE { Root::At(0.5 * (r[0] + r[1])) } else { Root::Held(r[0], r[1]) }),
    );
}

/// The one crossing within a bracket whose ends have different signs.
fn refine(contour: &Contour, level: f64, bracket: [f64; 2], falls: bool, scratch: &mut Scratch) -> f64 {
    let [mut low, mut high] = bracket;
    let mut angle = 0.5 * (low + high);
    let mut wide = high - low;
    for _ in 0..120 {
        let cut = bisect(contour, angle, scratch);
        let over = cut.g - level;
        if over == 0.0 {
            return angle;
        }
        if (over > 0.0) == falls {
            low = angle;
        } else {
            high = angle;
        }
        let newton = angle - over / cut.slope;
        if (newton - angle).abs() <= ANGLE_SETTLED {
            return newton;
        }
        // a Newton step must halve the last one, else the bracket is halved
        let next = if newton > low && newton < high && (newton - angle).abs() < 0.5 * wide {
            newton
        } else {
            0.5 * (low + high)
        };
        wide = (next - angle).abs();
        if high - low <= ANGLE_ROUNDING {
            return next;
        }
        angle = next;
    }
    angle
}

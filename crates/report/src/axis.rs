//! One axis: its range, ticks and label.

use crate::unit::{self, Shown};

/// Numbers beyond this are gaps: ranges must not overflow.
pub const LARGEST: f64 = 1e300;

/// Numbers that differ by less than this, relative to their size, are one number with round-off.
const CONSTANT: f64 = 1e-9;

/// An axis in SI with ticks at round numbers of the unit shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// SI
    pub low: f64,
    /// SI
    pub high: f64,
    /// SI value and what stands beside it
    pub ticks: Vec<(f64, String)>,
    /// unit shown; empty for plain numbers
    pub unit: String,
    /// taken off every tick label because the numbers are nearly the same
    pub offset: Option<String>,
}

impl Axis {
    /// For data from `low` to `high` (SI, any order of magnitude), with room of `margin` of the range on both sides
    /// and at most `most` ticks.
    pub fn new(low: f64, high: f64, unit: &str, margin: f64, most: f64) -> Self {
        let (low, high) = spread(low, high);
        let margin = margin * (high - low);
        Self::over(low - margin, high + margin, unit, most)
    }

    /// Over exactly this range.
    pub fn over(low: f64, high: f64, unit: &str, most: f64) -> Self {
        // labels of more than seven digits say nothing: take a common round number off and show what is beyond it
        let width = high - low;
        let nearly_equal = low.abs().max(high.abs()) > 1e6 * width;
        let (base, shared) = if nearly_equal { round_to(0.5 * (low + high), width) } else { (0.0, String::new()) };
        let Shown { text, size } = unit::shown(unit, (low - base).abs().max((high - base).abs()));
        let (from, to) = ((low - base) / size, (high - base) / size);
        let (step, decimals) = round_step((to - from) / most.max(1.0));
        let first = libm::ceil(from / step - 1e-9);
        let count = (libm::floor(to / step + 1e-9) - first).clamp(0.0, 1000.0) as usize;
        let label = |n: f64| minus(&format!("{:.decimals$}", n * step));
        let ticks = (0..=count).map(|i| first + i as f64).map(|n| (base + n * step * size, label(n))).collect();
        let offset = (base != 0.0).then(|| format!("{} {}", minus(&shared), unit::pretty(unit)).trim().to_owned());
        Self { low, high, ticks, unit: text, offset }
    }

    /// 0 at the low end, 1 at the high end.
    pub fn fraction(&self, value: f64) -> f64 {
        (value - self.low) / (self.high - self.low)
    }

    /// `name (unit)`, less the offset where there is one.
    pub fn label(&self, name: &str) -> String {
        let name = match &self.offset {
            Some(offset) if name.is_empty() => format!("less {offset}"),
            Some(offset) => format!("{name} less {offset}"),
            None => name.to_owned(),
        };
        match (name.is_empty(), self.unit.is_empty()) {
            (_, true) => name,
            (true, false) => self.unit.clone(),
            (false, false) => format!("{name} ({})", self.unit),
        }
    }
}

/// A range with some width: a constant gets room about it.
fn spread(low: f64, high: f64) -> (f64, f64) {
    let largest = low.abs().max(high.abs());
    if high - low > CONSTANT * largest {
        return (low, high);
    }
    let room = if largest == 0.0 { 1.0 } else { 0.1 * largest };
    (low - room, high + room)
}

/// `value` with no more decimals than a range of `width` can tell apart, and how it is written.
fn round_to(value: f64, width: f64) -> (f64, String) {
    let decimals = usize::try_from(-(libm::floor(libm::log10(width)) as i32)).unwrap_or(0).min(300);
    let text = format!("{value:.decimals$}");
    let short = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    (short.parse().unwrap_or(value), short.to_owned())
}

/// The smallest of 1, 2, 5 × 10ⁿ that is at least `rough`, and the decimals its multiples have.
fn round_step(rough: f64) -> (f64, usize) {
    let power = libm::floor(libm::log10(rough)) as i32;
    for (factor, shift) in [(1, 0), (2, 0), (5, 0), (1, 1)] {
        let step = f64::from(factor) * unit::ten_to(power + shift);
        if step >= rough * (1.0 - 1e-9) {
            return (step, usize::try_from(-(power + shift)).unwrap_or(0).min(300));
        }
    }
    (rough, 3)
}

/// With a true minus sign, and none on zero.
fn minus(number: &str) -> String {
    match number.strip_prefix('-') {
        Some(rest) if rest.chars().all(|c| c == '0' || c == '.') => rest.to_owned(),
        Some(rest) => format!("−{rest}"),
        None => number.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(axis: &Axis) -> Vec<&str> {
        axis.ticks.iter().map(|(_, l)| l.as_str()).collect()
    }

    #[test]
    fn ticks_are_round() {
        assert_eq!(labels(&Axis::new(0.0, 10.0, "s", 0.0, 6.0)), ["0", "2", "4", "6", "8", "10"]);
        assert_eq!(labels(&Axis::new(-0.5, 0.5, "m", 0.0, 4.0)), ["−0.5", "0.0", "0.5"]);
        let small = Axis::new(0.0, 0.03, "s", 0.0, 4.0);
        assert_eq!((labels(&small), small.unit.as_str()), (vec!["0", "10", "20", "30"], "ms"));
        assert!((small.ticks[3].0 - 0.03).abs() < 1e-16);
    }

    #[test]
    fn nearly_equal_numbers_are_shown_beyond_what_they_share() {
        let axis = Axis::new(9.809_999_976, 9.810_000_024, "m", 0.0, 5.0);
        assert_eq!(labels(&axis), ["−20", "−10", "0", "10", "20"]);
        assert_eq!(axis.label("height"), "height less 9.81 m (nm)");
        assert_eq!(
            Axis::new(981.0 - 1e-6, 981.0 + 1e-6, "N*m", 0.0, 5.0).label("energy"),
            "energy less 981 N·m (µN·m)"
        );
    }

    #[test]
    fn round_off_about_a_constant_is_not_magnified() {
        let axis = Axis::new(981.0 - 1e-9, 981.0 + 1e-9, "N*m", 0.06, 6.0);
        assert_eq!((axis.label("energy"), axis.offset), ("energy (N·m)".to_owned(), None));
        assert!(axis.high - axis.low > 100.0);
        // a curve about zero has no size of its own to compare with
        let small = Axis::new(-1e-15, 1e-15, "m", 0.06, 6.0);
        assert!(small.high - small.low < 1e-14);
    }

    #[test]
    fn every_range_gives_some_ticks() {
        for (low, high) in
            [(0.0, 0.0), (5.0, 5.0), (-3.0, -3.0), (1.0, 1.0 + 1e-16), (-1e300, 1e300), (0.0, 1e-300), (1e-320, 2e-320)]
        {
            let axis = Axis::new(low, high, "N", 0.05, 6.0);
            assert!(axis.low < axis.high && axis.ticks.len() <= 8, "{low} {high} {axis:?}");
            assert!(
                axis.ticks.iter().all(|(v, _)| (-0.01..=1.01).contains(&axis.fraction(*v))),
                "{low} {high} {axis:?}"
            );
        }
    }
}

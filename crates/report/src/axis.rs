//! One axis: its range, ticks and label.

use crate::tolerances::{CONSTANT, LARGEST, SMALLEST, STEP_ROUNDING, TICK_ROUNDING};
use crate::unit::{self, Shown};

/// The SI unit of angles.
pub const RADIANS: &str = "rad";
const DEGREES: &str = "deg";

/// How angles stand on axes that are not logarithmic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Angles {
    Radians,
    Degrees,
}

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
    /// equal factors are equally long; the range is positive
    pub log: bool,
}

impl Axis {
    /// For data from `low` to `high` (SI, any order of magnitude), with room of `margin` of the range on both sides
    /// and at most `most` ticks.
    pub fn new(low: f64, high: f64, unit: &str, margin: f64, most: f64) -> Self {
        let (low, high) = spread(low, high);
        let margin = margin * (high - low);
        Self::over(low - margin, high + margin, unit, most)
    }

    /// For angles in rad, with ticks at round numbers of degrees.
    pub fn in_degrees(low: f64, high: f64, margin: f64, most: f64) -> Self {
        let mut axis = Self::new(low.to_degrees(), high.to_degrees(), DEGREES, margin, most);
        (axis.low, axis.high) = (axis.low.to_radians(), axis.high.to_radians());
        axis.ticks.iter_mut().for_each(|(value, _)| *value = value.to_radians());
        axis
    }

    /// Whether values of an SI unit stand on it in degrees.
    pub fn shows_degrees(&self, unit: &str) -> bool {
        unit == RADIANS && self.unit.ends_with(DEGREES)
    }

    /// For positive data from `low` to `high` on a log axis, with room of `margin` of the range on both sides and at
    /// most about `most` ticks.
    pub fn logarithmic(low: f64, high: f64, unit: &str, margin: f64, most: f64) -> Self {
        let (from, to) = (libm::log10(low), libm::log10(high));
        let (from, to) = if to - from > CONSTANT { (from, to) } else { (from - 0.5, to + 0.5) };
        let room = margin * (to - from);
        let ends = [from - room, to + room].map(|e| libm::exp10(e.clamp(-305.0, 305.0)));
        let ticks = match log_ticks(ends, most.max(2.0)) {
            ticks if ticks.len() >= 2 => ticks,
            // less than a decade: round numbers do as well as on any other axis
            _ => {
                let plain = Self::over(ends[0], ends[1], "", most);
                let shown = |v: f64| minus(&plain_number(v, ends[1] - ends[0]));
                plain.ticks.iter().filter(|(v, _)| *v >= ends[0]).map(|(v, _)| (*v, shown(*v))).collect()
            }
        };
        Self { low: ends[0], high: ends[1], ticks, unit: unit::pretty(unit), offset: None, log: true }
    }

    /// Over exactly this range, with two ticks at least.
    pub fn over(low: f64, high: f64, unit: &str, most: f64) -> Self {
        let axis = Self::with_ticks(low, high, unit, most);
        if axis.ticks.len() < 2 { Self::with_ticks(low, high, unit, 2.5 * most.max(1.0)) } else { axis }
    }

    fn with_ticks(low: f64, high: f64, unit: &str, most: f64) -> Self {
        // labels of more than seven digits say nothing: take a common round number off and show what is beyond it
        let width = high - low;
        let nearly_equal = low.abs().max(high.abs()) > 1e6 * width;
        let (base, shared) = if nearly_equal { round_to(0.5 * (low + high), width) } else { (0.0, String::new()) };
        let Shown { text, size } = unit::shown(unit, (low - base).abs().max((high - base).abs()));
        let (from, to) = ((low - base) / size, (high - base) / size);
        let (step, decimals) = round_step((to - from) / most.max(1.0));
        let first = libm::ceil(from / step - STEP_ROUNDING);
        let count = (libm::floor(to / step + STEP_ROUNDING) - first).clamp(0.0, 1000.0) as usize;
        let label = |n: f64| minus(&format!("{:.decimals$}", n * step));
        let ticks = (0..=count).map(|i| first + i as f64).map(|n| (base + n * step * size, label(n))).collect();
        let offset = (base != 0.0).then(|| format!("{} {}", minus(&shared), unit::pretty(unit)).trim().to_owned());
        Self { low, high, ticks, unit: text, offset, log: false }
    }

    /// 0 at the low end, 1 at the high end.
    pub fn fraction(&self, value: f64) -> f64 {
        if self.log {
            let [low, high, at] = [self.low, self.high, value].map(libm::log10);
            return (at - low) / (high - low);
        }
        (value - self.low) / (self.high - self.low)
    }

    /// Values for fine lines between the powers of ten of a log axis; none where they would be too many to see.
    pub fn between(&self) -> Vec<f64> {
        if !self.log || self.high > 1e6 * self.low {
            return Vec::new();
        }
        let powers = libm::floor(libm::log10(self.low)) as i32..=libm::floor(libm::log10(self.high)) as i32;
        powers
            .flat_map(|power| (2..10).map(move |factor| f64::from(factor) * unit::ten_to(power)))
            .filter(|value| (self.low..=self.high).contains(value))
            .collect()
    }

    /// Whether a value has a place on some such axis.
    pub fn takes(log: bool, value: f64) -> bool {
        value.abs() <= LARGEST && (!log || value >= SMALLEST)
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

/// Powers of ten, with twos and fives between where there is room.
fn log_ticks([low, high]: [f64; 2], most: f64) -> Vec<(f64, String)> {
    let first = libm::floor(libm::log10(low)) as i32;
    let last = libm::ceil(libm::log10(high)) as i32;
    let decades = libm::log10(high) - libm::log10(low);
    let step = (libm::ceil(decades / most) as i32).max(1);
    let factors: &[i32] = if 3.0 * decades <= most { &[1, 2, 5] } else { &[1] };
    let plain = first >= -4 && last <= 5;
    let label = |factor: i32, power: i32| match (plain, factor) {
        (true, _) => format!("{:.*}", usize::try_from(-power).unwrap_or(0), f64::from(factor) * unit::ten_to(power)),
        (false, 1) => format!("10{}", unit::superscript(power)),
        (false, _) => format!("{factor}·10{}", unit::superscript(power)),
    };
    (first..=last)
        .filter(|power| power.rem_euclid(step) == 0)
        .flat_map(|power| factors.iter().map(move |f| (*f, power)))
        .map(|(f, power)| (f64::from(f) * unit::ten_to(power), label(f, power)))
        .filter(|(v, _)| (low * (1.0 - TICK_ROUNDING)..=high * (1.0 + TICK_ROUNDING)).contains(v))
        .collect()
}

/// With as many digits as distinguish tenths of `width`.
fn plain_number(value: f64, width: f64) -> String {
    let decimals = 1 - libm::floor(libm::log10(width)) as i32;
    if (1e-4..1e6).contains(&value) {
        let text = format!("{value:.*}", usize::try_from(decimals).unwrap_or(0).min(12));
        return unit::without_trailing_zeros(&text).to_owned();
    }
    let power = libm::floor(libm::log10(value)) as i32;
    let mantissa =
        format!("{:.*}", usize::try_from(decimals + power).unwrap_or(0).min(12), value / unit::ten_to(power));
    let mantissa = unit::without_trailing_zeros(&mantissa);
    format!("{mantissa}·10{}", unit::superscript(power))
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

/// `value` with no more decimals than a range of `width` can distinguish, and how it is written.
fn round_to(value: f64, width: f64) -> (f64, String) {
    let decimals = usize::try_from(-(libm::floor(libm::log10(width)) as i32)).unwrap_or(0).min(300);
    let text = format!("{value:.decimals$}");
    let short = unit::without_trailing_zeros(&text);
    (short.parse().unwrap_or(value), short.to_owned())
}

/// The smallest of 1, 2, 5 × 10ⁿ that is at least `rough`, and the decimals its multiples have.
fn round_step(rough: f64) -> (f64, usize) {
    let power = libm::floor(libm::log10(rough)) as i32;
    for (factor, shift) in [(1, 0), (2, 0), (5, 0), (1, 1)] {
        let step = f64::from(factor) * unit::ten_to(power + shift);
        if step >= rough * (1.0 - STEP_ROUNDING) {
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
    fn angles_may_have_round_degrees() {
        let axis = Axis::in_degrees(0.0, std::f64::consts::PI, 0.0, 5.0);
        assert_eq!((labels(&axis), axis.unit.as_str()), (vec!["0", "50", "100", "150"], "deg"));
        assert!(
            (axis.high - std::f64::consts::PI).abs() < 1e-15 && (axis.ticks[1].0 - 50f64.to_radians()).abs() < 1e-15
        );
        assert!(axis.shows_degrees("rad") && !axis.shows_degrees("deg") && !axis.shows_degrees("m"));
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
    fn log_axes_have_powers_of_ten() {
        assert_eq!(labels(&Axis::logarithmic(0.01, 100.0, "N", 0.0, 6.0)), ["0.01", "0.1", "1", "10", "100"]);
        assert_eq!(labels(&Axis::logarithmic(1e-9, 1.0, "N", 0.0, 5.0)), ["10⁻⁸", "10⁻⁶", "10⁻⁴", "10⁻²", "10⁰"]);
        assert_eq!(labels(&Axis::logarithmic(1.0, 10.0, "N", 0.0, 6.0)), ["1", "2", "5", "10"]);
        assert!(labels(&Axis::logarithmic(3.1, 3.9, "N", 0.0, 6.0)).len() >= 3);
        assert_eq!(Axis::logarithmic(1.0, 10.0, "N", 0.0, 6.0).between(), [2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]);
        let axis = Axis::logarithmic(1e-3, 10.0, "N", 0.0, 6.0);
        assert!((axis.fraction(0.1) - 0.5).abs() < 1e-12 && axis.log);
        for (low, high) in [(1e-300, 1e300), (5.0, 5.0), (1e300, 1e300), (1e-300, 1e-300), (7.0, 7.000_001)] {
            let axis = Axis::logarithmic(low, high, "N", 0.06, 6.0);
            assert!(axis.low < axis.high && axis.low > 0.0 && axis.high.is_finite(), "{axis:?}");
            assert!((1..=12).contains(&axis.ticks.len()), "{axis:?}");
            assert!(axis.ticks.iter().all(|(v, _)| (-1e-9..=1.0 + 1e-9).contains(&axis.fraction(*v))), "{axis:?}");
        }
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

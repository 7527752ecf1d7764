//! Round lengths and forces for scales: 1, 2 or 5 times a power of ten, with the unit people use.

use crate::tolerances::STEP_ROUNDING;
use crate::unit;

/// The largest round number not above `most`, which is positive and finite.
pub(crate) fn round_below(most: f64) -> f64 {
    let power = libm::floor(libm::log10(most)) as i32;
    for shift in [power + 1, power, power - 1] {
        for first in [5.0, 2.0, 1.0] {
            let round = first * unit::ten_to(shift);
            if round <= most * (1.0 + STEP_ROUNDING) && round > 0.0 {
                return round;
            }
        }
    }
    most
}

/// The largest number of one digit not above `most`, which is positive and finite: 40 for 46.
pub(crate) fn digit_below(most: f64) -> f64 {
    let ten = unit::ten_to(libm::floor(libm::log10(most * (1.0 + STEP_ROUNDING))) as i32);
    let digit = libm::floor(most / ten * (1.0 + STEP_ROUNDING)).clamp(1.0, 9.0);
    if ten > 0.0 && ten.is_finite() { digit * ten } else { most }
}

/// A round length as people say it: `10 cm`, `2 µm`, `5 km`.
pub(crate) fn length(metres: f64) -> String {
    let units = [
        (1e3, "km", 1e6),
        (1.0, "m", 1e3),
        (1e-2, "cm", 1.0),
        (1e-3, "mm", 1e-2),
        (1e-6, "µm", 1e-3),
        (1e-9, "nm", 1e-6),
    ];
    let fits = |size: f64, end: f64| metres > 0.999 * size && metres < 0.999 * end;
    match units.iter().find(|(size, _, end)| fits(*size, *end)) {
        Some((size, name, _)) => format!("{} {name}", libm::round(metres / size)),
        None => powered(metres, "m"),
    }
}

/// A round force as people say it: `50 N`, `2 kN`.
pub(crate) fn force(newtons: f64) -> String {
    let shown = unit::shown("N", newtons);
    let number = newtons / shown.size;
    if shown.text.starts_with("10") {
        return powered(newtons, "N");
    }
    let tenths = libm::round(number * 10.0) / 10.0;
    format!("{tenths} {}", shown.text)
}

/// A round force per area as people say it: `40 N/m²`.
pub(crate) fn density(newtons: f64) -> String {
    format!("{}/m²", force(newtons))
}

/// A round speed as people say it: `2 cm/s`.
pub(crate) fn speed(metres: f64) -> String {
    format!("{}/s", length(metres))
}

fn powered(value: f64, name: &str) -> String {
    let shown = unit::shown("", value);
    let number = libm::round(value / shown.size * 1000.0) / 1000.0;
    format!("{number}·{} {name}", shown.text).replace("· ", " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_are_round_and_named() {
        let words = |most: f64| length(round_below(most));
        assert_eq!(words(0.13), "10 cm");
        assert_eq!(words(0.99), "50 cm");
        assert_eq!(words(1.0), "1 m");
        assert_eq!(words(0.007), "5 mm");
        assert_eq!(words(0.02), "2 cm");
        assert_eq!(words(2.3e-6), "2 µm");
        assert_eq!(words(6e-9), "5 nm");
        assert_eq!(words(7_000.0), "5 km");
        assert_eq!(words(3e9), "2·10⁹ m");
        assert_eq!(force(round_below(60.0)), "50 N");
        assert_eq!(force(round_below(3e4)), "20 kN");
        assert_eq!(force(round_below(0.3)), "0.2 N");
        assert_eq!(force(round_below(0.03)), "20 mN");
        assert_eq!(density(digit_below(46.0)), "40 N/m²");
        assert_eq!(density(digit_below(40.0)), "40 N/m²");
        assert_eq!(density(digit_below(0.3)), "0.3 N/m²");
        assert_eq!(speed(digit_below(0.023)), "2 cm/s");
        assert!(digit_below(1e-320) > 0.0 && digit_below(f64::MAX).is_finite());
    }
}

//! Round lengths and forces for scales: 1, 2 or 5 times a power of ten, with the unit people use.

use crate::unit;

/// The largest round number not above `most`, which is positive and finite.
pub(crate) fn round_below(most: f64) -> f64 {
    let power = libm::floor(libm::log10(most)) as i32;
    for shift in [power + 1, power, power - 1] {
        for first in [5.0, 2.0, 1.0] {
            let round = first * unit::ten_to(shift);
            if round <= most * (1.0 + 1e-9) && round > 0.0 {
                return round;
            }
        }
    }
    most
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
    }
}

//! Amounts as people say them: in the unit that fits, with the digits that matter.

/// A length: `12.3 mm`, `4.5 cm`, `2 m`.
#[must_use]
pub fn length(metres: f64) -> String {
    let (factor, unit) = match metres.abs() {
        m if m >= 1.0 => (1.0, "m"),
        m if m >= 0.01 => (100.0, "cm"),
        _ => (1000.0, "mm"),
    };
    format!("{} {unit}", number(metres * factor))
}

/// An angle in degrees.
#[must_use]
pub fn angle(radians: f64) -> String {
    format!("{} deg", number(radians.to_degrees()))
}

/// A length, or an angle.
#[must_use]
pub fn either(value: f64, turns: bool) -> String {
    if turns { angle(value) } else { length(value) }
}

/// Four digits at most behind the point, no zeros at the end.
#[must_use]
pub fn number(x: f64) -> String {
    match x.abs() {
        0.0 => "0".to_owned(),
        size if !(1e-3..1e6).contains(&size) => format!("{x:.2e}"),
        size if size >= 1000.0 => format!("{x:.0}"),
        _ => format!("{x:.3}").trim_end_matches('0').trim_end_matches('.').to_owned(),
    }
}

/// A time in seconds to nine digits: enough to find the place, short enough to read.
#[must_use]
pub fn instant(seconds: f64) -> String {
    let rounded = format!("{seconds:.8e}").parse().unwrap_or(seconds);
    if rounded == 0.0 || (1e-4..1e9).contains(&rounded) { format!("{rounded}") } else { format!("{rounded:e}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_fit() {
        let said = [2.5, 0.0456, 0.0012, -0.3, 0.0, 3e-9, 1e7, f64::NAN].map(length);
        assert_eq!(said, ["2.5 m", "4.56 cm", "1.2 mm", "-30 cm", "0 mm", "3.00e-6 mm", "1.00e7 m", "NaN mm"]);
        assert_eq!([0.5, -1e-9].map(angle), ["28.648 deg", "-5.73e-8 deg"]);
        let said = [0.0, 0.1 + 0.2, 1.000_000_000_000_936_5e-7, 12_345.678_912_345, 1e300].map(instant);
        assert_eq!(said, ["0", "0.3", "1e-7", "12345.6789", "1e300"]);
    }
}

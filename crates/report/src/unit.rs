//! Units as they stand on an axis: a prefix where numbers would be long, real superscripts.

/// A unit for display and how many SI units one of it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    pub text: String,
    pub size: f64,
}

/// The unit for numbers up to `largest` (SI): `0.004 m` is shown in mm, `2e-6 m^2` in 10⁻⁶ m².
pub fn shown(unit: &str, largest: f64) -> Shown {
    let plain = Shown { text: pretty(unit), size: 1.0 };
    if largest == 0.0 || (0.1..1e4).contains(&largest) || !largest.is_finite() {
        return plain;
    }
    // so that the largest number lies between 1 and 1000, slightly below 1 counting as 1
    let power = 3 * libm::floor(libm::log10(largest * 1.002) / 3.0) as i32;
    let prefixed = |prefix: &str, rest: &str| Shown { text: pretty(&format!("{prefix}{rest}")), size: ten_to(power) };
    let (first, rest) = unit.split_at(unit.find(['*', '/']).unwrap_or(unit.len()));
    let prefix = match power {
        -9 => "n",
        -6 => "µ",
        -3 => "m",
        3 => "k",
        6 => "M",
        9 => "G",
        _ => "",
    };
    match first {
        // nobody says kiloseconds
        "s" if power < 0 && !prefix.is_empty() => prefixed(prefix, unit),
        "m" | "N" | "J" | "W" | "Pa" if !prefix.is_empty() => prefixed(prefix, unit),
        "rad" if power == -3 || power == -6 => prefixed(prefix, unit),
        "kg" if power == -3 => prefixed("g", rest),
        "kg" if power == -6 => prefixed("mg", rest),
        _ if power == 0 => plain,
        _ => Shown { text: format!("10{} {}", superscript(power), plain.text).trim().to_owned(), size: ten_to(power) },
    }
}

/// `N*m/s^2` as N·m/s².
pub fn pretty(unit: &str) -> String {
    let mut text = String::new();
    let mut raised = false;
    for c in unit.chars() {
        match c {
            '^' => raised = true,
            '*' => text.push('·'),
            '0'..='9' | '-' if raised => text.push_str(&superscript_of(c)),
            c => {
                raised = false;
                text.push(c);
            }
        }
        raised &= c != '*';
    }
    text
}

/// 10ⁿ, correctly rounded.
pub fn ten_to(power: i32) -> f64 {
    format!("1e{power}").parse().unwrap_or(f64::NAN)
}

/// A decimal without zeros, and without a point, at its end.
pub fn without_trailing_zeros(text: &str) -> &str {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text }
}

/// So many decimals, without needless zeros and without a minus on zero.
pub fn decimal(value: f64, places: usize) -> String {
    let text = format!("{value:.places$}");
    let short = without_trailing_zeros(&text);
    if short == "-0" { "0".to_owned() } else { short.to_owned() }
}

/// ⁻³ for −3.
pub fn superscript(power: i32) -> String {
    power.to_string().chars().map(superscript_of).collect()
}

fn superscript_of(c: char) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    c.to_digit(10).map_or('⁻', |d| DIGITS[d as usize]).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes_help_and_stay_away_otherwise() {
        for (unit, largest, text, size) in [
            ("m", 0.004, "mm", 1e-3),
            ("m", 0.5, "m", 1.0),
            ("m", 0.05, "mm", 1e-3),
            ("m", 25_000.0, "km", 1e3),
            ("s", 0.03, "ms", 1e-3),
            ("s", 20_000.0, "10³ s", 1e3),
            ("N*m", 0.02, "mN·m", 1e-3),
            ("m/s^2", 2e-5, "µm/s²", 1e-6),
            ("kg", 0.02, "g", 1e-3),
            ("kg*m/s", 2e-5, "mg·m/s", 1e-6),
            ("m^2", 2e-6, "10⁻⁶ m²", 1e-6),
            ("kg*m^2", 3e-4, "mg·m²", 1e-6),
            ("", 1e7, "10⁶", 1e6),
            ("rad", 0.002, "mrad", 1e-3),
            ("1/s", 5e5, "10³ 1/s", 1e3),
            ("N", 1e-13, "10⁻¹⁵ N", 1e-15),
            ("m", 0.0, "m", 1.0),
        ] {
            assert_eq!(shown(unit, largest), Shown { text: text.to_owned(), size }, "{unit} {largest}");
        }
    }
}

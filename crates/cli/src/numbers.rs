//! Numbers for people.

use crate::tolerances::ROUNDING;

/// Six digits at most, an exponent where it is shorter.
pub fn number(value: f64) -> String {
    rounded(value, 6)
}

/// Six digits, or as many as it takes to read the same number again.
pub fn whole(value: f64) -> String {
    let text = number(value);
    if text.parse() == Ok(value) { text } else { value.to_string() }
}

/// Three digits at most.
pub fn short(value: f64) -> String {
    rounded(value, 3)
}

/// Numbers below 1e-12 of their scale are rounding, where the true one is 0.
pub fn cleaned(value: f64, scale: f64) -> f64 {
    if value.abs() <= ROUNDING * scale { 0.0 } else { value }
}

/// Six digits that are not below the value: what is proved must not be rounded away.
pub fn above(value: f64) -> String {
    outward(value, 1.0)
}

/// Six digits that are not above the value.
pub fn below(value: f64) -> String {
    outward(value, -1.0)
}

fn outward(value: f64, way: f64) -> String {
    let read = |text: &str| text.parse::<f64>().unwrap_or(value);
    let mut text = number(value);
    let mut step = value.abs() * 1e-6;
    while value.is_finite() && (read(&text) - value) * way < 0.0 {
        text = number(value + way * step);
        step *= 2.0;
    }
    text
}

fn rounded(value: f64, digits: usize) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    if !value.is_finite() {
        return value.to_string();
    }
    let scientific = format!("{value:.*e}", digits - 1);
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let trimmed = |text: &str| match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text.to_owned(),
    };
    if (-4..7).contains(&exponent) {
        let decimals = usize::try_from(digits as i32 - 1 - exponent).unwrap_or(0);
        trimmed(&format!("{value:.decimals$}"))
    } else {
        format!("{}e{exponent}", trimmed(mantissa))
    }
}

/// Scalars plain, vectors in parentheses.
pub fn vector(values: &[f64]) -> String {
    match values {
        [one] => number(*one),
        many => format!("({})", many.iter().map(|v| number(*v)).collect::<Vec<_>>().join(", ")),
    }
}

/// Metres in the unit fit for them: `12.5 mm`, from a metre on `1.5 m`.
pub fn length(metres: f64) -> String {
    if metres.abs() < 1.0 { format!("{} mm", number(1e3 * metres)) } else { format!("{} m", number(metres)) }
}

/// "1 body", "2 bodies".
pub fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_right() {
        for (value, text) in [
            (0.0, "0"),
            (10.0, "10"),
            (0.1 + 0.2, "0.3"),
            (-9.81, "-9.81"),
            (1234567.0, "1234567"),
            (12345678.0, "1.23457e7"),
            (3.2e-13, "3.2e-13"),
            (0.000123, "0.000123"),
            (f64::NAN, "NaN"),
        ] {
            assert_eq!(number(value), text);
        }
        for (value, over, under) in [
            (1.234_567_4, "1.23457", "1.23456"),
            (2.5, "2.5", "2.5"),
            (-0.000_012_345_64, "-1.23456e-5", "-1.23457e-5"),
        ] {
            assert_eq!((above(value), below(value)), (over.to_owned(), under.to_owned()));
        }
        assert_eq!((cleaned(8.7e-19, 2.0), cleaned(-3e-9, 2.0), cleaned(1e-300, 0.0)), (0.0, -3e-9, 1e-300));
        assert_eq!((above(f64::INFINITY), below(0.0)), ("inf".to_owned(), "0".to_owned()));
        assert_eq!((whole(0.25), whole(1.506_250_000_000_1)), ("0.25".to_owned(), "1.5062500000001".to_owned()));
        assert_eq!(short(812.7), "813");
        let lengths = [0.0, 0.006_853_731, 1.25].map(length);
        assert_eq!(lengths, ["0 mm", "6.85373 mm", "1.25 m"]);
        assert_eq!(vector(&[1.0, -0.5]), "(1, -0.5)");
    }
}

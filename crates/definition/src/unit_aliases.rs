//! Everyday spellings of units, for suggestions.

use crate::units::{find_unit, unit_names};

/// What people write for units in everyday life, and what a scene says instead.
const ALIASES: &[(&str, &str)] = &[
    ("h", "hour"),
    ("hr", "hour"),
    ("hrs", "hour"),
    ("hours", "hour"),
    ("sec", "s"),
    ("secs", "s"),
    ("second", "s"),
    ("seconds", "s"),
    ("minute", "min"),
    ("minutes", "min"),
    ("mins", "min"),
    ("msec", "ms"),
    ("meter", "m"),
    ("meters", "m"),
    ("metre", "m"),
    ("metres", "m"),
    ("millimeter", "mm"),
    ("millimeters", "mm"),
    ("millimetre", "mm"),
    ("millimetres", "mm"),
    ("centimeter", "cm"),
    ("centimeters", "cm"),
    ("centimetre", "cm"),
    ("centimetres", "cm"),
    ("micron", "um"),
    ("microns", "um"),
    ("inch", "in"),
    ("inches", "in"),
    ("foot", "ft"),
    ("feet", "ft"),
    ("kilo", "kg"),
    ("kilos", "kg"),
    ("kgs", "kg"),
    ("kilogram", "kg"),
    ("kilograms", "kg"),
    ("gram", "g"),
    ("grams", "g"),
    ("gr", "g"),
    ("ton", "1000 kg"),
    ("tons", "1000 kg"),
    ("tonne", "1000 kg"),
    ("tonnes", "1000 kg"),
    ("lbs", "lb"),
    ("pound", "lb"),
    ("pounds", "lb"),
    ("ounce", "oz"),
    ("ounces", "oz"),
    ("degree", "deg"),
    ("degrees", "deg"),
    ("degs", "deg"),
    ("°", "deg"),
    ("radian", "rad"),
    ("radians", "rad"),
    ("rads", "rad"),
    ("turns", "turn"),
    ("revolution", "rev"),
    ("revolutions", "rev"),
    ("revs", "rev"),
    ("newton", "N"),
    ("newtons", "N"),
    ("nm", "N*m"),
    ("nmm", "N*mm"),
    ("joule", "J"),
    ("joules", "J"),
    ("watt", "W"),
    ("watts", "W"),
    ("hp", "W"),
    ("horsepower", "W"),
    ("pascal", "Pa"),
    ("pascals", "Pa"),
    ("hertz", "Hz"),
    ("kph", "km/hour"),
    ("kmh", "km/hour"),
    ("mph", "ft/s"),
    ("%", "percent"),
];

/// What a scene writes for an everyday spelling of a unit: `hour` for `h`, `N*m` for `Nm`, `1000 kg` for `tonne`;
/// None for a word without one, and for what is a unit already.
#[must_use]
pub fn unit_alias(name: &str) -> Option<&'static str> {
    if find_unit(name).is_some() {
        return None;
    }
    let small = name.to_lowercase();
    if let Some((_, meant)) = ALIASES.iter().find(|(n, _)| *n == small) {
        return Some(meant);
    }
    // a unit but for its case, if only one is: `Kg`, `MM`, `DEG`
    let mut same = unit_names().filter(|u| u.eq_ignore_ascii_case(name));
    match (same.next(), same.next()) {
        (Some(one), None) => Some(one),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everyday_spellings_lead_to_units() {
        for (said, meant) in [
            ("h", "hour"),
            ("Nm", "N*m"),
            ("ton", "1000 kg"),
            ("tonne", "1000 kg"),
            ("hp", "W"),
            ("%", "percent"),
            ("Kg", "kg"),
            ("KG", "kg"),
            ("sec", "s"),
            ("degrees", "deg"),
            ("meter", "m"),
            ("inch", "in"),
            ("lbs", "lb"),
            ("radian", "rad"),
            ("radians", "rad"),
            ("Newton", "N"),
        ] {
            assert_eq!(unit_alias(said), Some(meant), "{said}");
        }
        // nanometres are a unit, and nobody knows what a furlong was meant to be
        assert_eq!((unit_alias("nm"), unit_alias("mm"), unit_alias("furlong")), (None, None, None));
        for (said, meant) in ALIASES {
            let units: Vec<&str> = meant.split(['*', '/', ' ']).filter(|w| *w != "1000").collect();
            assert!(units.iter().all(|u| find_unit(u).is_some()), "{said}: {meant}");
        }
    }
}

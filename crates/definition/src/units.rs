//! Dimensions and the units people write.

pub use crate::unit_aliases::unit_alias;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Powers of metre, kilogram and second; an angle counts as 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Dimension {
    /// power of length
    pub length: i8,
    /// power of mass
    pub mass: i8,
    /// power of time
    pub time: i8,
}

#[expect(missing_docs, reason = "each constant is the dimension it is named after")]
impl Dimension {
    pub const NONE: Self = Self::new(0, 0, 0);
    pub const LENGTH: Self = Self::new(1, 0, 0);
    pub const MASS: Self = Self::new(0, 1, 0);
    pub const TIME: Self = Self::new(0, 0, 1);
    pub const AREA: Self = Self::new(2, 0, 0);
    pub const VOLUME: Self = Self::new(3, 0, 0);
    pub const SPEED: Self = Self::new(1, 0, -1);
    pub const RATE: Self = Self::new(0, 0, -1);
    pub const ACCELERATION: Self = Self::new(1, 0, -2);
    pub const ANGULAR_ACCELERATION: Self = Self::new(0, 0, -2);
    pub const FORCE: Self = Self::new(1, 1, -2);
    pub const TORQUE: Self = Self::new(2, 1, -2);
    pub const ENERGY: Self = Self::new(2, 1, -2);
    pub const POWER: Self = Self::new(2, 1, -3);
    pub const PRESSURE: Self = Self::new(-1, 1, -2);
    pub const DENSITY: Self = Self::new(-3, 1, 0);
    pub const AREA_DENSITY: Self = Self::new(-2, 1, 0);
    pub const INERTIA: Self = Self::new(2, 1, 0);
    pub const STIFFNESS: Self = Self::new(0, 1, -2);
    pub const DAMPING: Self = Self::new(0, 1, -1);
    pub const TURNING_STIFFNESS: Self = Self::new(2, 1, -2);
    pub const TURNING_DAMPING: Self = Self::new(2, 1, -1);
    pub const MOMENTUM: Self = Self::new(1, 1, -1);
    pub const ANGULAR_MOMENTUM: Self = Self::new(2, 1, -1);

    /// Powers of metre, kilogram, second.
    #[must_use]
    pub const fn new(length: i8, mass: i8, time: i8) -> Self {
        Self { length, mass, time }
    }

    /// Product; None when a power leaves ±100.
    #[must_use]
    pub fn times(self, other: Self) -> Option<Self> {
        let add = |a: i8, b: i8| a.checked_add(b).filter(|p| p.abs() <= 100);
        Some(Self::new(add(self.length, other.length)?, add(self.mass, other.mass)?, add(self.time, other.time)?))
    }

    /// Whole power; None when a power leaves ±100.
    #[must_use]
    pub fn power(self, n: i32) -> Option<Self> {
        let mul = |a: i8| i32::from(a).checked_mul(n).filter(|p| p.abs() <= 100).and_then(|p| i8::try_from(p).ok());
        Some(Self::new(mul(self.length)?, mul(self.mass)?, mul(self.time)?))
    }

    /// Square root, if every power is even.
    #[must_use]
    pub fn root(self) -> Option<Self> {
        let half = |a: i8| (a % 2 == 0).then_some(a / 2);
        Some(Self::new(half(self.length)?, half(self.mass)?, half(self.time)?))
    }

    /// 1/self.
    #[must_use]
    pub fn inverse(self) -> Self {
        Self::new(-self.length, -self.mass, -self.time)
    }

    /// The SI unit people would write for it: `N`, `N*m`, `m/s^2`, `kg*m^2` …; empty for a pure number.
    #[must_use]
    pub fn si_unit(self) -> String {
        for (dimension, unit) in [
            (Self::FORCE, "N"),
            (Self::TORQUE, "N*m"),
            (Self::POWER, "W"),
            (Self::PRESSURE, "Pa"),
            (Self::STIFFNESS, "N/m"),
            (Self::DAMPING, "N*s/m"),
            (Self::TURNING_DAMPING, "N*m*s"),
            (Self::MOMENTUM, "kg*m/s"),
        ] {
            if dimension == self {
                return unit.to_owned();
            }
        }
        let mut above = Vec::new();
        let mut below = Vec::new();
        for (power, name) in [(self.mass, "kg"), (self.length, "m"), (self.time, "s")] {
            let text = |p: i8| if p == 1 { name.to_owned() } else { format!("{name}^{p}") };
            match power {
                0 => {}
                p if p > 0 => above.push(text(p)),
                p => below.push(text(-p)),
            }
        }
        match (above.is_empty(), below.is_empty()) {
            (true, true) => String::new(),
            (false, true) => above.join("*"),
            (_, false) => {
                let top = if above.is_empty() { "1".to_owned() } else { above.join("*") };
                format!("{top}/{}", below.join("/"))
            }
        }
    }

    /// What people call it, if it has a name: "length", "force" …
    #[must_use]
    pub fn name(self) -> Option<&'static str> {
        NAMED.iter().find(|(_, d)| *d == self).map(|(n, _)| *n)
    }

    /// The dimension a parameter kind such as `length` or `density` names.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        NAMED.iter().find(|(n, _)| *n == name).map(|(_, d)| *d)
    }

    /// All names `named` knows.
    pub fn names() -> impl Iterator<Item = &'static str> {
        NAMED.iter().map(|(n, _)| *n)
    }
}

impl fmt::Display for Dimension {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.name(), *self) {
            (_, Self::NONE) => f.write_str("a plain number"),
            (Some(name), d) => write!(f, "{name} ({})", d.si_unit()),
            (None, d) => write!(f, "{}", d.si_unit()),
        }
    }
}

const NAMED: &[(&str, Dimension)] = &[
    ("number", Dimension::NONE),
    ("angle", Dimension::NONE),
    ("length", Dimension::LENGTH),
    ("mass", Dimension::MASS),
    ("time", Dimension::TIME),
    ("area", Dimension::AREA),
    ("volume", Dimension::VOLUME),
    ("speed", Dimension::SPEED),
    ("rate", Dimension::RATE),
    ("acceleration", Dimension::ACCELERATION),
    ("angular_acceleration", Dimension::ANGULAR_ACCELERATION),
    ("force", Dimension::FORCE),
    ("torque", Dimension::TORQUE),
    ("energy", Dimension::ENERGY),
    ("power", Dimension::POWER),
    ("pressure", Dimension::PRESSURE),
    ("density", Dimension::DENSITY),
    ("area_density", Dimension::AREA_DENSITY),
    ("inertia", Dimension::INERTIA),
    ("stiffness", Dimension::STIFFNESS),
    ("damping", Dimension::DAMPING),
    ("turning_stiffness", Dimension::TURNING_STIFFNESS),
    ("turning_damping", Dimension::TURNING_DAMPING),
    ("momentum", Dimension::MOMENTUM),
    ("angular_momentum", Dimension::ANGULAR_MOMENTUM),
];

/// A unit: its dimension and `numerator / denominator` to SI, kept apart so that decimal units stay exact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unit {
    /// the dimension
    pub dimension: Dimension,
    /// SI value = written × numerator / denominator
    pub numerator: f64,
    /// see `numerator`
    pub denominator: f64,
}

impl Unit {
    const fn new(dimension: Dimension, numerator: f64, denominator: f64) -> Self {
        Self { dimension, numerator, denominator }
    }

    /// The factor to SI as one float.
    #[must_use]
    pub fn factor(self) -> f64 {
        self.numerator / self.denominator
    }
}

const PREFIXES: &[(&str, f64, f64)] = &[
    ("n", 1.0, 1e9),
    ("u", 1.0, 1e6),
    ("µ", 1.0, 1e6),
    ("m", 1.0, 1e3),
    ("c", 1.0, 1e2),
    ("d", 1.0, 1e1),
    ("k", 1e3, 1.0),
    ("M", 1e6, 1.0),
    ("G", 1e9, 1.0),
];

/// Name, unit, and what it measures where it takes no SI prefixes.
const UNITS: &[(&str, Unit, Option<&str>)] = &[
    ("m", Unit::new(Dimension::LENGTH, 1.0, 1.0), None),
    ("g", Unit::new(Dimension::MASS, 1.0, 1e3), None),
    ("s", Unit::new(Dimension::TIME, 1.0, 1.0), None),
    ("N", Unit::new(Dimension::FORCE, 1.0, 1.0), None),
    ("J", Unit::new(Dimension::ENERGY, 1.0, 1.0), None),
    ("W", Unit::new(Dimension::POWER, 1.0, 1.0), None),
    ("Pa", Unit::new(Dimension::PRESSURE, 1.0, 1.0), None),
    ("Hz", Unit::new(Dimension::RATE, 1.0, 1.0), None),
    ("rad", Unit::new(Dimension::NONE, 1.0, 1.0), None),
    ("bar", Unit::new(Dimension::PRESSURE, 1e5, 1.0), None),
    ("deg", Unit::new(Dimension::NONE, std::f64::consts::PI, 180.0), Some("angle")),
    ("turn", Unit::new(Dimension::NONE, 2.0 * std::f64::consts::PI, 1.0), Some("angle")),
    ("rev", Unit::new(Dimension::NONE, 2.0 * std::f64::consts::PI, 1.0), Some("angle")),
    (
        "rpm",
        Unit::new(Dimension::RATE, std::f64::consts::PI, 30.0),
        Some("rate (2π/60 per second); `Hz` is 1/s, without the 2π"),
    ),
    ("min", Unit::new(Dimension::TIME, 60.0, 1.0), Some("time")),
    ("hour", Unit::new(Dimension::TIME, 3600.0, 1.0), Some("time")),
    ("in", Unit::new(Dimension::LENGTH, 254.0, 1e4), Some("length")),
    ("ft", Unit::new(Dimension::LENGTH, 3048.0, 1e4), Some("length")),
    ("mil", Unit::new(Dimension::LENGTH, 254.0, 1e7), Some("length")),
    ("lb", Unit::new(Dimension::MASS, 45_359_237.0, 1e8), Some("mass")),
    ("oz", Unit::new(Dimension::MASS, 45_359_237.0, 16e8), Some("mass")),
    ("slug", Unit::new(Dimension::MASS, 4.448_221_615_260_5, 0.3048), Some("mass")),
    ("lbf", Unit::new(Dimension::FORCE, 44_482_216_152_605.0, 1e13), Some("force")),
    ("ozf", Unit::new(Dimension::FORCE, 44_482_216_152_605.0, 16e13), Some("force")),
    ("kgf", Unit::new(Dimension::FORCE, 980_665.0, 1e5), Some("force")),
    ("psi", Unit::new(Dimension::PRESSURE, 4.448_221_615_260_5, 0.000_645_16), Some("pressure")),
    ("percent", Unit::new(Dimension::NONE, 1.0, 100.0), Some("1/100")),
];

/// The unit called `name`, prefixed ones included; None if there is none.
#[must_use]
pub fn find_unit(name: &str) -> Option<Unit> {
    if let Some((_, unit, _)) = UNITS.iter().find(|(n, _, _)| *n == name) {
        return Some(*unit);
    }
    for (prefix, numerator, denominator) in PREFIXES {
        if let Some(rest) = name.strip_prefix(prefix)
            && let Some((_, unit, None)) = UNITS.iter().find(|(n, _, _)| *n == rest)
        {
            // powers of ten cancel exactly: kg is 1e3/1e3
            let (n, d) = (unit.numerator * numerator, unit.denominator * denominator);
            let common = if n >= d { d } else { n };
            let exact = common.max(1.0);
            let (n, d) = if n % exact == 0.0 && d % exact == 0.0 { (n / exact, d / exact) } else { (n, d) };
            return Some(Unit::new(unit.dimension, n, d));
        }
    }
    None
}

/// The prefixes of units.
pub fn prefixes() -> impl Iterator<Item = &'static str> {
    PREFIXES.iter().map(|(prefix, _, _)| *prefix)
}

/// The units that take prefixes.
pub fn prefixed_units() -> impl Iterator<Item = &'static str> {
    UNITS.iter().filter(|(_, _, measure)| measure.is_none()).map(|(name, _, _)| *name)
}

/// The units that take none, each with what it measures.
pub fn other_units() -> impl Iterator<Item = (&'static str, &'static str)> {
    UNITS.iter().filter_map(|(name, _, measure)| measure.map(|measure| (*name, measure)))
}

/// Unprefixed unit names plus the usual prefixed ones, for suggestions.
pub fn unit_names() -> impl Iterator<Item = &'static str> {
    UNITS.iter().map(|(n, _, _)| *n).chain([
        "mm", "cm", "km", "um", "kg", "mg", "ms", "us", "kN", "mN", "kPa", "MPa", "GPa", "kHz", "mrad", "kJ", "mJ",
        "kW", "mW",
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_have_their_values() {
        for (name, want, dimension) in [
            ("mm", 1e-3, Dimension::LENGTH),
            ("kg", 1.0, Dimension::MASS),
            ("g", 1e-3, Dimension::MASS),
            ("ms", 1e-3, Dimension::TIME),
            ("deg", std::f64::consts::PI / 180.0, Dimension::NONE),
            ("rpm", std::f64::consts::PI / 30.0, Dimension::RATE),
            ("in", 0.0254, Dimension::LENGTH),
            ("lbf", 4.448_221_615_260_5, Dimension::FORCE),
            ("psi", 6_894.757_293_168_361, Dimension::PRESSURE),
            ("MPa", 1e6, Dimension::PRESSURE),
        ] {
            let unit = find_unit(name).unwrap();
            assert!((unit.factor() / want - 1.0).abs() < 1e-15, "{name}: {}", unit.factor());
            assert_eq!(unit.dimension, dimension, "{name}");
        }
        assert!(find_unit("t").is_none() && find_unit("l").is_none() && find_unit("mdeg").is_none());
        for name in unit_names() {
            assert!(find_unit(name).is_some(), "{name}");
        }
    }

    #[test]
    fn dimensions_print_as_people_write_them() {
        assert_eq!(Dimension::FORCE.si_unit(), "N");
        assert_eq!(Dimension::ACCELERATION.si_unit(), "m/s^2");
        assert_eq!(Dimension::RATE.si_unit(), "1/s");
        assert_eq!(Dimension::new(2, 1, 0).si_unit(), "kg*m^2");
        assert_eq!(Dimension::LENGTH.to_string(), "length (m)");
    }
}

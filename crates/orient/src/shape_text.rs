//! An outline as a scene writes it.
//!
//! Straight loops are polygons. The language has curved loops of three kinds, discs, capsules and sectors, and they are known by
//! their edges: one full circle; two half circles and two lines; an arc and two lines that meet in its centre.

use crate::tolerances::ALIKE;
use mainspring_geometry::{Region, Segment};
use std::f64::consts::{PI, TAU};

/// Digits of coordinates, of which the part's radius has these many.
const DIGITS: i32 = 7;

/// A region, moved by −`center` (m), as an expression of the scene language; coordinates have seven digits of the largest.
/// None if it has curved loops that scenes have no shape for.
#[must_use]
pub fn shape_text(region: &Region, center: [f64; 2]) -> Option<String> {
    let (low, high) = region.bounds();
    let reach = (0..2).map(|i| (high[i] - center[i]).abs().max((low[i] - center[i]).abs())).fold(0.0, f64::max);
    let numbers = Numbers::of(reach);
    let mut text = String::new();
    for (i, segments) in region.loops().iter().enumerate() {
        // outer loops run counter-clockwise, holes clockwise
        let hole = signed_area(segments) < 0.0;
        let written = numbers.filled(segments, center, hole)?;
        match (i, hole) {
            (0, _) => text = written,
            (_, true) => text = format!("{text} - {written}"),
            (_, false) => text = format!("{text} + {written}"),
        }
    }
    Some(text)
}

/// Twice the area a loop encloses, positive if counter-clockwise.
fn signed_area(segments: &[Segment]) -> f64 {
    let cross = |a: [f64; 2], b: [f64; 2]| a[0] * b[1] - a[1] * b[0];
    let twice = |segment: &Segment| match *segment {
        Segment::Line { from, to } => cross(from, to),
        Segment::Arc { from, to, center, sweep } => {
            let spoke = [from[0] - center[0], from[1] - center[1]];
            let square = spoke[0] * spoke[0] + spoke[1] * spoke[1];
            cross(from, to) + square * (sweep - libm::sin(sweep))
        }
    };
    segments.iter().map(twice).sum()
}

/// A length (m) with four digits and a unit that suits.
pub fn length_text(value: f64) -> String {
    let numbers = Numbers::of(value.abs());
    let decimals = numbers.decimals.saturating_sub(3);
    format!("{} {}", trimmed(value * numbers.scale, decimals), numbers.unit)
}

/// So many decimals at most.
pub fn trimmed(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// Lengths in a unit that suits.
struct Numbers {
    unit: &'static str,
    /// units in a metre
    scale: f64,
    decimals: usize,
}

impl Numbers {
    fn of(reach: f64) -> Self {
        let (unit, scale) = match reach {
            r if r >= 1.0 => ("m", 1.0),
            r if r >= 1e-3 => ("mm", 1e3),
            r if r >= 1e-6 => ("um", 1e6),
            _ => ("nm", 1e9),
        };
        let whole = libm::floor(libm::log10((reach * scale).max(f64::MIN_POSITIVE))) as i32;
        Self { unit, scale, decimals: usize::try_from(DIGITS - 1 - whole).unwrap_or(0) }
    }

    fn number(&self, value: f64) -> String {
        trimmed(value * self.scale, self.decimals)
    }

    fn point(&self, p: [f64; 2], center: [f64; 2]) -> String {
        format!("({}, {})", self.number(p[0] - center[0]), self.number(p[1] - center[1]))
    }

    /// What a loop encloses; `hole`: it runs clockwise.
    fn filled(&self, segments: &[Segment], center: [f64; 2], hole: bool) -> Option<String> {
        let unit = self.unit;
        let point = |p: [f64; 2]| format!("{} {unit}", self.point(p, center));
        let length = |l: f64| format!("{} {unit}", self.number(l));
        let straight: Vec<&Segment> = segments.iter().filter(|s| matches!(s, Segment::Line { .. })).collect();
        let arcs: Vec<Bow> = segments.iter().filter_map(Bow::of).collect();
        match arcs.as_slice() {
            [] => {
                let mut corners: Vec<String> = segments.iter().map(|s| self.point(s.from(), center)).collect();
                if hole {
                    corners.reverse();
                }
                Some(format!("polygon({}) {unit}", corners.join(", ")))
            }
            [one] if one.sweep.abs() >= TAU - ALIKE && straight.is_empty() => {
                Some(format!("disc({}, {})", point(one.center), length(one.radius)))
            }
            [one] => {
                let apart = |p: [f64; 2]| libm::hypot(p[0] - one.center[0], p[1] - one.center[1]);
                let pie = straight.len() == 2 && segments.iter().any(|s| apart(s.from()) < ALIKE * one.radius);
                // of a hole the arc runs the other way
                let start = if hole { one.start + one.sweep } else { one.start };
                pie.then(|| {
                    let (start, sweep) = (start.to_degrees(), one.sweep.abs().to_degrees());
                    let radius = length(one.radius);
                    let (start, sweep) = (trimmed(start, 10), trimmed(sweep, 10));
                    format!("move(sector({radius}, {start} deg, {sweep} deg), {})", point(one.center))
                })
            }
            [a, b] => {
                let half = |bow: &Bow| (bow.sweep.abs() - PI).abs() < ALIKE;
                let same = (a.radius - b.radius).abs() < ALIKE * a.radius;
                let capsule = straight.len() == 2 && half(a) && half(b) && same;
                capsule.then(|| format!("capsule({}, {}, {})", point(a.center), point(b.center), length(a.radius)))
            }
            _ => None,
        }
    }
}

/// An arc of a loop.
struct Bow {
    center: [f64; 2],
    radius: f64,
    start: f64,
    sweep: f64,
}

impl Bow {
    fn of(segment: &Segment) -> Option<Self> {
        let Segment::Arc { from, center, sweep, .. } = *segment else { return None };
        let spoke = [from[0] - center[0], from[1] - center[1]];
        let (radius, start) = (libm::hypot(spoke[0], spoke[1]), libm::atan2(spoke[1], spoke[0]));
        Some(Self { center, radius, start, sweep })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read_back::read_back;

    #[test]
    fn every_shape_of_scenes_is_read_back() {
        for shape in [
            "polygon((0, 0), (3, 0), (1, 2)) mm",
            "rect(3 um, 2 um)",
            "capsule((1, 2) m, (3, 3) m, 0.2 m)",
            "turn(sector(1 cm, 20 deg, 200 deg), 30 deg)",
            "pierced(rect(40 mm, 20 mm), disc((10, 3) mm, 5 mm), rect((-12, -4) mm, (-8, 4) mm))",
            "ring(3 cm, 1 cm)",
            "rect(4 cm, 4 cm) - move(sector(1 cm, 0 deg, 90 deg), (2, 3) mm)",
            "group(rect(1 cm, 1 cm), move(rect(1 cm, 2 cm), (3, 0) cm))",
        ] {
            let read = |shape: &str| {
                let text = format!(
                    "space planar\nprimitive p {{ shape = {shape}; area_density = 1 kg/m^2 }}\npart a = p() at (0, 0)\nrun 1 s"
                );
                let model = read_back("a", &text).unwrap_or_else(|e| panic!("{shape}: {e}"));
                match model.bodies[0].shape.clone() {
                    Some(mainspring_model::Shape::Region(region)) => region,
                    other => panic!("{other:?}"),
                }
            };
            let region = read(shape);
            let (center, want) = region.central_moments();
            let text = shape_text(&region, center).expect("a shape of scenes");
            let (middle, found) = read(&text).central_moments();
            let size = want.area.sqrt();
            assert!(libm::hypot(middle[0], middle[1]) < 1e-6 * size, "{text}");
            assert!((found.area / want.area - 1.0).abs() < 1e-6, "{text}");
            for i in 0..3 {
                assert!((found.second[i] - want.second[i]).abs() < 1e-6 * want.polar(), "{text}");
            }
        }
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!(length_text(0.0123456), "12.35 mm");
        assert_eq!(length_text(2.0), "2 m");
        assert_eq!(length_text(2.9e-4), "290 um");
        assert_eq!(trimmed(-1e-12, 3), "0");
    }
}

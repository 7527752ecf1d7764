//! An outline as a scene writes it.
//!
//! Straight loops are polygons. An arc is its chord and its cap, a piece of a disc cut off along the chord: caps that bulge
//! out of the polygon of chords are added to it, those that bulge into it are taken away. Holes are taken away at the end.

use mainspring_geometry::{Region, Segment};
use std::f64::consts::TAU;

/// Digits of coordinates, of which the part's radius has these many.
const DIGITS: i32 = 7;

/// A region, moved by −`center` (m), as an expression of the scene language; coordinates have seven digits of the largest.
#[must_use]
pub fn shape_text(region: &Region, center: [f64; 2]) -> String {
    let (low, high) = region.bounds();
    let reach = (0..2).map(|i| (high[i] - center[i]).abs().max((low[i] - center[i]).abs())).fold(0.0, f64::max);
    let numbers = Numbers::of(reach);
    let mut text = String::new();
    for (i, segments) in region.loops().iter().enumerate() {
        // outer loops run counter-clockwise, holes clockwise
        let hole = signed_area(segments) < 0.0;
        let written = numbers.filled(segments, center, hole);
        match (i, hole) {
            (0, _) => text = written,
            (_, true) => text = format!("{text} - ({written})"),
            (_, false) => text = format!("{text} + ({written})"),
        }
    }
    text
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
        let text = format!("{:.*}", self.decimals, value * self.scale);
        let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
        if text == "-0" { "0".to_owned() } else { text.to_owned() }
    }

    fn point(&self, p: [f64; 2], center: [f64; 2]) -> String {
        format!("({}, {})", self.number(p[0] - center[0]), self.number(p[1] - center[1]))
    }

    /// What a loop encloses; `hole`: it runs clockwise.
    fn filled(&self, segments: &[Segment], center: [f64; 2], hole: bool) -> String {
        let unit = self.unit;
        if let [Segment::Arc { center: middle, sweep, from, .. }] = segments
            && sweep.abs() >= TAU * (1.0 - 1e-12)
        {
            let radius = libm::hypot(from[0] - middle[0], from[1] - middle[1]);
            return format!("disc({} {unit}, {} {unit})", self.point(*middle, center), self.number(radius));
        }
        let mut corners: Vec<String> = segments.iter().map(|s| self.point(s.from(), center)).collect();
        if hole {
            corners.reverse();
        }
        // of two corners the chords enclose nothing
        let mut text = if corners.len() > 2 { format!("polygon({}) {unit}", corners.join(", ")) } else { String::new() };
        for segment in segments {
            let Segment::Arc { from, to, center: middle, sweep } = *segment else { continue };
            let radius = libm::hypot(from[0] - middle[0], from[1] - middle[1]);
            let chord = [to[0] - from[0], to[1] - from[1]];
            // behind the chord as seen along the normal: on the right of it for an arc that turns left
            let normal = if sweep > 0.0 { [-chord[1], chord[0]] } else { [chord[1], -chord[0]] };
            let long = libm::hypot(normal[0], normal[1]);
            let cap = format!(
                "cut(disc({} {unit}, {} {unit}), {} {unit}, ({:.9}, {:.9}))",
                self.point(middle, center),
                self.number(radius),
                self.point(from, center),
                normal[0] / long,
                normal[1] / long,
            );
            let outwards = (sweep > 0.0) != hole;
            text = match (text.is_empty(), outwards) {
                (true, _) => cap,
                (false, true) => format!("{text} + {cap}"),
                (false, false) => format!("{text} - {cap}"),
            };
        }
        text
    }
}

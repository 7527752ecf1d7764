//! Union, difference, intersection and symmetric difference of regions.
//!
//! Where the outlines stay apart every loop lies wholly inside or outside the other region, and the result is a choice
//! of loops: exact, arcs included. Straight outlines that cross go through integer overlay on a grid of at least 48 bits
//! across; corners of the operands come back as the very numbers that went in. Crossing curves are refused.

use crate::meet::meetings;
use crate::region::{Region, RegionError, reversed};
use crate::segment::{Segment, length, sub};
use crate::size::{is_coordinate, is_size};
use i_overlay::core::{fill_rule::FillRule, overlay::Overlay, overlay_rule::OverlayRule};
use i_overlay::i_float::int::point::IntPoint;
use std::collections::HashMap;

impl Region {
    /// Points in either.
    ///
    /// # Errors
    /// Curved outlines that cross or touch.
    pub fn union(&self, other: &Self) -> Result<Self, RegionError> {
        combine(self, other, OverlayRule::Union)
    }

    /// Points of `self` that are not in `other`.
    ///
    /// # Errors
    /// Curved outlines that cross or touch; nothing left.
    pub fn difference(&self, other: &Self) -> Result<Self, RegionError> {
        combine(self, other, OverlayRule::Difference)
    }

    /// Points in both.
    ///
    /// # Errors
    /// Curved outlines that cross or touch; nothing left.
    pub fn intersection(&self, other: &Self) -> Result<Self, RegionError> {
        combine(self, other, OverlayRule::Intersect)
    }

    /// Points in exactly one of the two.
    ///
    /// # Errors
    /// Curved outlines that cross or touch; nothing left.
    pub fn xor(&self, other: &Self) -> Result<Self, RegionError> {
        combine(self, other, OverlayRule::Xor)
    }

    /// What lies behind the line through `point`: the side `normal` points away from.
    ///
    /// # Errors
    /// No direction in `normal`; a curved outline that the line crosses; nothing left.
    pub fn cut(&self, point: [f64; 2], normal: [f64; 2]) -> Result<Self, RegionError> {
        let long = length(normal);
        if !is_size(long) || !point.into_iter().all(is_coordinate) {
            return Err(RegionError::Size { what: "length of the normal", value: long });
        }
        let n = [normal[0] / long, normal[1] / long];
        // a rectangle on the line that reaches past the region on its other three sides
        let (low, high) = self.bounds();
        let reach = 2.0 * (length(sub(point, low)) + length(sub(point, high)) + length(sub(high, low)));
        let at = |along: f64, back: f64| [point[0] - along * n[1] - back * n[0], point[1] + along * n[0] - back * n[1]];
        let half_plane = [at(reach, 0.0), at(reach, reach), at(-reach, reach), at(-reach, 0.0)];
        self.intersection(&Self::polygon(&half_plane)?.0)
    }
}

fn combine(a: &Region, b: &Region, rule: OverlayRule) -> Result<Region, RegionError> {
    // looking at all pairs of edges costs more than overlay once there are many
    if a.is_straight() && b.is_straight() && a.segments().count() * b.segments().count() > 1_000_000 {
        return overlay(a, b, rule);
    }
    match first_meeting(a, b) {
        None => choose_loops(a, b, rule),
        Some(_) if a.is_straight() && b.is_straight() => overlay(a, b, rule),
        Some(at) => Err(RegionError::CurvesMeet { at }),
    }
}

fn first_meeting(a: &Region, b: &Region) -> Option<[f64; 2]> {
    let ((al, ah), (bl, bh)) = (a.bounds(), b.bounds());
    if [0, 1].into_iter().any(|i| al[i] > bh[i] || bl[i] > ah[i]) {
        return None;
    }
    a.segments().find_map(|s| b.segments().find_map(|t| meetings(s, t).first().copied()))
}

fn choose_loops(a: &Region, b: &Region, rule: OverlayRule) -> Result<Region, RegionError> {
    // no outline meets another: any one point of a loop speaks for all of it
    let pick = |of: &Region, other: &Region, inside: bool, turn: bool| -> Vec<Vec<Segment>> {
        (of.loops().iter().filter(|l| other.contains(l[0].from()) == inside))
            .map(|l| if turn { reversed(l) } else { l.clone() })
            .collect()
    };
    let chosen = match rule {
        OverlayRule::Union => [pick(a, b, false, false), pick(b, a, false, false)].concat(),
        OverlayRule::Intersect => [pick(a, b, true, false), pick(b, a, true, false)].concat(),
        OverlayRule::Difference => [pick(a, b, false, false), pick(b, a, true, true)].concat(),
        _ => [pick(a, b, false, false), pick(b, a, true, true), pick(b, a, false, false), pick(a, b, true, true)]
            .concat(),
    };
    Region::from_loops(chosen)
}

fn overlay(a: &Region, b: &Region, rule: OverlayRule) -> Result<Region, RegionError> {
    let largest = a.segments().chain(b.segments()).flat_map(|s| s.from()).fold(0.0_f64, |m, x| m.max(x.abs()));
    // a power of two, so that scaling is exact; the same one for all regions within a factor of 4096 in size, so that
    // a corner cut in two operations is the same corner
    let band = libm::ceil(libm::log2(largest) / 12.0) * 12.0;
    let scale = libm::exp2(60.0 - band);
    let mut corners: HashMap<(i64, i64), [f64; 2]> = HashMap::new();
    let mut to_grid = |region: &Region| -> Vec<Vec<IntPoint<i64>>> {
        let mut point = |s: &Segment| {
            let p = s.from();
            let [x, y] = p.map(|v| (v * scale).round() as i64);
            corners.insert((x, y), p);
            IntPoint::new(x, y)
        };
        region.loops().iter().map(|l| l.iter().map(&mut point).collect()).collect()
    };
    let (subject, clip) = (to_grid(a), to_grid(b));
    let shapes = Overlay::<i64>::from_subj_and_clip(&subject, &clip).overlay(rule, FillRule::NonZero);
    let from_grid = |p: &IntPoint<i64>| {
        corners.get(&(p.x, p.y)).copied().unwrap_or_else(|| [p.x as f64 / scale, p.y as f64 / scale])
    };
    let loops = shapes
        .iter()
        .flatten()
        .map(|contour| {
            let points: Vec<[f64; 2]> = contour.iter().map(from_grid).collect();
            let next = |i: usize| points[(i + 1) % points.len()];
            (0..points.len()).map(|i| Segment::Line { from: points[i], to: next(i) }).collect()
        })
        .collect();
    Region::from_loops(loops)
}

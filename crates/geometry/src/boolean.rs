//! Union, difference, intersection and symmetric difference of regions.
//!
//! Where the outlines stay apart every loop lies wholly inside or outside the other region, and the result is a choice
//! of loops: exact, arcs included. Straight outlines that cross go through integer overlay on a grid of at least 48 bits
//! across; those with arcs are cut into pieces where they meet (`arrangement`). Either way corners of the operands come back
//! as the very numbers that went in.

use crate::arrangement::{Belongs, combined};
use crate::region::{Region, reversed};
use crate::region_error::RegionError;
use crate::segment::Segment;
use crate::segment_intersections::{boxes_meet, meetings};
use crate::tolerances::HOLE_INSIDE;
use i_overlay::core::{fill_rule::FillRule, overlay::Overlay, overlay_rule::OverlayRule};
use i_overlay::i_float::int::point::IntPoint;
use std::collections::HashMap;

impl Region {
    /// Points in either.
    ///
    /// # Errors
    /// Curved outlines too close for rounding to tell what is inside.
    #[inline]
    pub fn union(&self, other: &Self) -> Result<Self, RegionError> {
        combine(self, other, OverlayRule::Union)
    }

    /// Points of `self` that are not in `other`.
    ///
    /// # Errors
    /// Curved outlines too close for rounding to tell what is inside; nothing left.
    #[inline]
    pub fn difference(&self, other: &Self) -> Result<Self, RegionError> {
        combine(self, other, OverlayRule::Difference)
    }

    /// Points in both.
    ///
    /// # Errors
    /// Curved outlines too close for rounding to tell what is inside; nothing left.
    #[inline]
    pub fn intersection(&self, other: &Self) -> Result<Self, RegionError> {
        combine(self, other, OverlayRule::Intersect)
    }

    /// Points in exactly one of the two.
    ///
    /// # Errors
    /// Curved outlines too close for rounding to tell what is inside; nothing left.
    #[inline]
    pub fn xor(&self, other: &Self) -> Result<Self, RegionError> {
        combine(self, other, OverlayRule::Xor)
    }

    /// The region with `holes` taken out, each of which must lie inside it and apart from the others.
    ///
    /// # Errors
    /// A hole that is not inside the region, holes that overlap, curved outlines too close for rounding to tell what is
    /// inside; nothing left.
    pub fn with_holes(&self, holes: &[Self]) -> Result<Self, RegionError> {
        let mut region = self.clone();
        let size = |r: &Self| r.central_moments().1.area;
        let mut left = size(self);
        for (index, hole) in holes.iter().enumerate() {
            let rest = region.difference(hole)?;
            // what is gone must be the whole hole
            let (gone, whole) = (left - size(&rest), size(hole));
            if (gone - whole).abs() > HOLE_INSIDE * whole {
                let other = holes[..index].iter().position(|h| h.intersection(hole).is_ok());
                return Err(other.map_or(RegionError::HoleOutside { hole: index }, |first| {
                    RegionError::HolesOverlap { first, second: index }
                }));
            }
            left -= whole;
            region = rest;
        }
        Ok(region)
    }
}

fn combine(a: &Region, b: &Region, rule: OverlayRule) -> Result<Region, RegionError> {
    let straight = a.is_straight() && b.is_straight();
    // looking at all pairs of edges costs more than cutting them once there are many
    let many = a.segments().count() * b.segments().count() > 1_000_000;
    match many || outlines_meet(a, b) {
        false => choose_loops(a, b, rule),
        true if straight => overlay(a, b, rule),
        true => combined(a, b, belongs(rule)),
    }
}

fn belongs(rule: OverlayRule) -> Belongs {
    match rule {
        OverlayRule::Union => |a, b| a || b,
        OverlayRule::Intersect => |a, b| a && b,
        OverlayRule::Difference => |a, b| a && !b,
        _ => |a, b| a != b,
    }
}

fn outlines_meet(a: &Region, b: &Region) -> bool {
    let ((al, ah), (bl, bh)) = (a.bounds(), b.bounds());
    if [0, 1].into_iter().any(|i| al[i] > bh[i] || bl[i] > ah[i]) {
        return false;
    }
    let boxed =
        |r: &Region| -> Vec<(Segment, ([f64; 2], [f64; 2]))> { r.segments().map(|s| (*s, s.bounds())).collect() };
    let (of_a, of_b) = (boxed(a), boxed(b));
    of_a.iter().any(|(s, one)| of_b.iter().any(|(t, two)| boxes_meet(*one, *two) && !meetings(s, t).is_empty()))
}

fn choose_loops(a: &Region, b: &Region, rule: OverlayRule) -> Result<Region, RegionError> {
    // no outline meets another: any one point of a loop speaks for all of it
    let pick = |of: &Region, other: &Region, inside: bool, turn: bool| -> Vec<Vec<Segment>> {
        let (low, high) = other.bounds();
        let holds = |p: [f64; 2]| (0..2).all(|i| low[i] <= p[i] && p[i] <= high[i]) && other.contains(p);
        (of.loops().iter().filter(|l| holds(l[0].from()) == inside))
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

pub fn overlay(a: &Region, b: &Region, rule: OverlayRule) -> Result<Region, RegionError> {
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

//! Checking a closed outline before it becomes part of a region.

use crate::region_error::RegionError;
use crate::segment::Segment;
use crate::segment_intersections::meetings;
use crate::tolerances::{CLOSED, NO_AREA, SMOOTH_JOINT};
use mainspring_numerics::vec2::{cross, hypot, rotate_by, sub};

/// The segments between `points`, repeated ones skipped, each with the index of the point it starts at.
pub fn segments_of(points: &[[f64; 2]]) -> Result<(Vec<Segment>, Vec<usize>), RegionError> {
    if let Some(index) = points.iter().position(|p| !p.iter().all(|x| crate::limits::is_coordinate(*x))) {
        return Err(RegionError::Coordinate { point: index });
    }
    let mut kept: Vec<usize> = Vec::with_capacity(points.len());
    for (i, point) in points.iter().enumerate() {
        if kept.last().is_none_or(|&last| points[last] != *point) {
            kept.push(i);
        }
    }
    while kept.len() > 1 && points[kept[0]] == points[kept[kept.len() - 1]] {
        kept.pop();
    }
    if kept.len() < 3 {
        return Err(RegionError::TooFewPoints { distinct: kept.len() });
    }
    let next = |i: usize| points[kept[(i + 1) % kept.len()]];
    let segments = (0..kept.len()).map(|i| Segment::Line { from: points[kept[i]], to: next(i) }).collect();
    Ok((segments, kept))
}

/// Numbers finite, arcs round, ends joined; arcs' ends are not moved, so they may miss by a rounding.
pub fn check_closed(segments: &[Segment]) -> Result<(), RegionError> {
    if let Some(edge) = segments.iter().position(|s| !s.is_finite()) {
        return Err(RegionError::Coordinate { point: edge });
    }
    let size = size_of(segments);
    for (edge, segment) in segments.iter().enumerate() {
        let next = &segments[(edge + 1) % segments.len()];
        if hypot(sub(segment.to(), next.from())) > CLOSED * size {
            return Err(RegionError::Open { edge, end: segment.to(), start: next.from() });
        }
        if let Segment::Arc { from, to, center, sweep } = *segment {
            let radius = hypot(sub(from, center));
            let swept = rotate_by(sub(from, center), sweep);
            let sound = crate::limits::is_size(radius)
                && sweep != 0.0
                && sweep.abs() <= std::f64::consts::TAU * (1.0 + CLOSED)
                && hypot(sub(swept, sub(to, center))) <= CLOSED * radius;
            if !sound {
                return Err(RegionError::Arc { edge });
            }
        } else if segment.from() == segment.to() {
            return Err(RegionError::ZeroLength { edge });
        }
    }
    Ok(())
}

/// Refuses outlines that cross, touch or double back on themselves; `name(i)` is how people know edge `i`.
pub fn check_simple(segments: &[Segment], name: impl Fn(usize) -> usize) -> Result<(), RegionError> {
    let n = segments.len();
    let size = size_of(segments);
    let low = |s: &Segment| -s.extent([-1.0, 0.0]);
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|&a, &b| low(&segments[a]).total_cmp(&low(&segments[b])).then(a.cmp(&b)));
    // sweep along x: an edge is compared with those whose x range it enters
    let mut active: Vec<usize> = Vec::new();
    for &i in &order {
        let start = low(&segments[i]);
        active.retain(|&j| segments[j].extent([1.0, 0.0]) >= start);
        for &j in &active {
            let (first, second) = (i.min(j), i.max(j));
            // neighbours share a corner (two edges alone, both of theirs) and nothing else
            let after = |a: usize, b: usize| (a + 1) % n == b;
            let corners = [(first, second), (second, first)].into_iter().filter(|&(a, b)| after(a, b));
            let corners: Vec<[f64; 2]> = corners.map(|(a, _)| segments[a].to()).collect();
            let smooth = [(first, second), (second, first)].into_iter().any(|(a, b)| {
                after(a, b) && cross(segments[a].tangent(true), segments[b].tangent(false)).abs() < CLOSED
            });
            let slack = match segments[i].is_straight() && segments[j].is_straight() {
                true => 0.0,
                // where curves run along each other a rounding error moves their meeting by its square root
                false if smooth => SMOOTH_JOINT * size,
                false => CLOSED * size,
            };
            let met = (meetings(&segments[first], &segments[second]).into_iter())
                .find(|at| corners.iter().all(|c| hypot(sub(*at, *c)) > slack));
            if let Some(at) = met {
                return Err(RegionError::SelfIntersecting { first: name(first), second: name(second), at });
            }
        }
        active.push(i);
    }
    let area: f64 =
        segments.iter().map(|s| crate::plane_moments::PlaneMoments::of_segment(s, segments[0].from()).area).sum();
    if area.abs() > NO_AREA * size * size { Ok(()) } else { Err(RegionError::NoArea) }
}

fn size_of(segments: &[Segment]) -> f64 {
    let extent = |d| segments.iter().map(|s| s.extent(d)).fold(f64::NEG_INFINITY, f64::max);
    (extent([1.0, 0.0]) + extent([-1.0, 0.0])).max(extent([0.0, 1.0]) + extent([0.0, -1.0]))
}

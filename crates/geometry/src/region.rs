//! A planar region: what outlines enclose.

use crate::limits::is_size;
use crate::outline_checks::{check_closed, check_simple, segments_of};
use crate::plane_moments::PlaneMoments;
use crate::region_error::RegionError;
use crate::segment::Segment;
use crate::segment_intersections::orientation;
use mainspring_numerics::vec2::{hypot, rotate_by, sub};
use std::f64::consts::{PI, TAU};

/// A bounded part of the plane: outer loops counter-clockwise, holes clockwise, made of lines and arcs.
#[derive(Clone, Debug, PartialEq)]
pub struct Region {
    loops: Vec<Vec<Segment>>,
}

impl Region {
    /// From corner points in order, and whether they were clockwise and have been turned.
    ///
    /// # Errors
    /// Fewer than three distinct points, numbers that are none, no area, edges that meet.
    pub fn polygon(points: &[[f64; 2]]) -> Result<(Self, bool), RegionError> {
        let (segments, start_points) = segments_of(points)?;
        check_simple(&segments, |edge| start_points[edge])?;
        Ok(Self::oriented(segments))
    }

    /// From lines and arcs in order, and whether they were clockwise and have been turned.
    ///
    /// # Errors
    /// As `polygon`; also gaps between the pieces and arcs whose numbers disagree.
    pub fn closed(segments: Vec<Segment>) -> Result<(Self, bool), RegionError> {
        if segments.is_empty() {
            return Err(RegionError::TooFewPoints { distinct: 0 });
        }
        check_closed(&segments)?;
        check_simple(&segments, |edge| edge)?;
        Ok(Self::oriented(segments))
    }

    /// A rectangle about the origin.
    ///
    /// # Errors
    /// Sizes that are not positive.
    pub fn rect(width: f64, height: f64) -> Result<Self, RegionError> {
        size("width", width)?;
        size("height", height)?;
        Self::rect_corners([-width / 2.0, -height / 2.0], [width / 2.0, height / 2.0])
    }

    /// A rectangle from two opposite corners, in any order.
    ///
    /// # Errors
    /// Corners that share a coordinate.
    pub fn rect_corners(a: [f64; 2], b: [f64; 2]) -> Result<Self, RegionError> {
        size("width", (b[0] - a[0]).abs())?;
        size("height", (b[1] - a[1]).abs())?;
        let (low, high) = ([a[0].min(b[0]), a[1].min(b[1])], [a[0].max(b[0]), a[1].max(b[1])]);
        Ok(Self::polygon(&[low, [high[0], low[1]], high, [low[0], high[1]]])?.0)
    }

    /// A full circle.
    ///
    /// # Errors
    /// A radius that is not positive.
    pub fn disc(center: [f64; 2], radius: f64) -> Result<Self, RegionError> {
        size("radius", radius)?;
        Ok(Self::closed(vec![Segment::arc(center, radius, 0.0, TAU)])?.0)
    }

    /// All points within `radius` of the straight line from `a` to `b`: a bar with round ends.
    ///
    /// # Errors
    /// A radius or distance that is not positive.
    pub fn capsule(a: [f64; 2], b: [f64; 2], radius: f64) -> Result<Self, RegionError> {
        size("radius", radius)?;
        let along = sub(b, a);
        let long = hypot(along);
        size("distance between the ends", long)?;
        let side = [along[1] / long * radius, -along[0] / long * radius];
        let at = |p: [f64; 2], sign: f64| [p[0] + sign * side[0], p[1] + sign * side[1]];
        Ok(Self::closed(vec![
            Segment::Line { from: at(a, 1.0), to: at(b, 1.0) },
            Segment::Arc { from: at(b, 1.0), to: at(b, -1.0), center: b, sweep: PI },
            Segment::Line { from: at(b, -1.0), to: at(a, -1.0) },
            Segment::Arc { from: at(a, -1.0), to: at(a, 1.0), center: a, sweep: PI },
        ])?
        .0)
    }

    /// A slice of a circle from angle `start`, opening counter-clockwise by `sweep` (rad, below a full turn).
    ///
    /// # Errors
    /// A radius or sweep that is not positive, a sweep of a full turn or more.
    pub fn sector(center: [f64; 2], radius: f64, start: f64, sweep: f64) -> Result<Self, RegionError> {
        size("radius", radius)?;
        if !(sweep > 0.0 && sweep < TAU && start.is_finite()) {
            return Err(RegionError::Size { what: "angle of a sector, less than a full turn,", value: sweep });
        }
        let arc = Segment::arc(center, radius, start, sweep);
        let out = Segment::Line { from: center, to: arc.from() };
        let back = Segment::Line { from: arc.to(), to: center };
        Ok(Self::closed(vec![out, arc, back])?.0)
    }

    /// Loops already known to be sound.
    #[inline]
    pub(crate) fn from_loops(loops: Vec<Vec<Segment>>) -> Result<Self, RegionError> {
        if loops.is_empty() { Err(RegionError::Empty) } else { Ok(Self { loops }) }
    }

    fn oriented(segments: Vec<Segment>) -> (Self, bool) {
        let reference = segments[0].from();
        let area: f64 = segments.iter().map(|s| PlaneMoments::of_segment(s, reference).area).sum();
        let clockwise = area < 0.0;
        let segments = if clockwise { reversed(&segments) } else { segments };
        (Self { loops: vec![segments] }, clockwise)
    }

    /// The outlines: outer ones counter-clockwise, holes clockwise.
    #[inline]
    #[must_use]
    pub fn loops(&self) -> &[Vec<Segment>] {
        &self.loops
    }

    /// Whether every edge is a line.
    #[inline]
    #[must_use]
    pub fn is_straight(&self) -> bool {
        self.segments().all(Segment::is_straight)
    }

    #[inline]
    pub(crate) fn segments(&self) -> impl Iterator<Item = &Segment> {
        self.loops.iter().flatten()
    }

    /// Moved by `by`.
    ///
    /// # Errors
    /// Coordinates leave the range of sensible numbers.
    #[inline]
    pub fn moved(&self, by: [f64; 2]) -> Result<Self, RegionError> {
        self.mapped(1.0, |p| [p[0] + by[0], p[1] + by[1]])
    }

    /// Turned counter-clockwise about the origin (rad).
    ///
    /// # Errors
    /// The angle is not a number.
    #[inline]
    pub fn turned(&self, angle: f64) -> Result<Self, RegionError> {
        self.mapped(1.0, |p| rotate_by(p, angle))
    }

    /// Scaled about the origin.
    ///
    /// # Errors
    /// The factor is not positive, or coordinates leave the range of sensible numbers.
    pub fn scaled(&self, factor: f64) -> Result<Self, RegionError> {
        size("scale", factor)?;
        self.mapped(1.0, |p| [p[0] * factor, p[1] * factor])
    }

    /// Mirrored in the line through the origin at `angle` from the x axis (rad).
    ///
    /// # Errors
    /// The angle is not a number.
    pub fn mirrored(&self, angle: f64) -> Result<Self, RegionError> {
        let [c, s] = rotate_by([1.0, 0.0], 2.0 * angle);
        let mut mirrored = self.mapped(-1.0, |p| [c * p[0] + s * p[1], s * p[0] - c * p[1]])?;
        mirrored.loops = mirrored.loops.iter().map(|l| reversed(l)).collect();
        Ok(mirrored)
    }

    fn mapped(&self, turns: f64, f: impl Fn([f64; 2]) -> [f64; 2]) -> Result<Self, RegionError> {
        let loops: Vec<Vec<Segment>> =
            self.loops.iter().map(|l| l.iter().map(|s| s.map(turns, &f)).collect()).collect();
        match loops.iter().flatten().position(|s| !s.is_finite()) {
            Some(point) => Err(RegionError::Coordinate { point }),
            None => Ok(Self { loops }),
        }
    }

    /// Area, first and second moments about the origin.
    #[must_use]
    pub fn moments(&self) -> PlaneMoments {
        // summed about the middle of the box, then moved: a small region far out loses nothing on the way
        let (low, high) = self.bounds();
        let middle = [0, 1].map(|i| 0.5 * (low[i] + high[i]));
        self.moments_about(middle).moved(middle)
    }

    /// The centre of area, and the moments about it (its `first` is a rounding error from zero).
    #[must_use]
    pub fn central_moments(&self) -> ([f64; 2], PlaneMoments) {
        let (low, high) = self.bounds();
        let middle = [0, 1].map(|i| 0.5 * (low[i] + high[i]));
        let offset = self.moments_about(middle).center();
        let center = [middle[0] + offset[0], middle[1] + offset[1]];
        (center, self.moments_about(center))
    }

    /// Moments about `reference`, summed there.
    #[inline]
    #[must_use]
    pub fn moments_about(&self, reference: [f64; 2]) -> PlaneMoments {
        self.segments().fold(PlaneMoments::default(), |sum, s| sum.plus(&PlaneMoments::of_segment(s, reference)))
    }

    /// Lower left and upper right corner of the box around it.
    #[inline]
    #[must_use]
    pub fn bounds(&self) -> ([f64; 2], [f64; 2]) {
        ([-self.extent([-1.0, 0.0]), -self.extent([0.0, -1.0])], [self.extent([1.0, 0.0]), self.extent([0.0, 1.0])])
    }

    /// The largest `direction · p` over its points.
    #[inline]
    #[must_use]
    pub fn extent(&self, direction: [f64; 2]) -> f64 {
        self.segments().map(|s| s.extent(direction)).fold(f64::NEG_INFINITY, f64::max)
    }

    /// Whether `point` is inside; a point of the outline itself may count either way.
    #[inline]
    #[must_use]
    pub fn contains(&self, point: [f64; 2]) -> bool {
        self.segments().map(|s| turns_about(s, point)).sum::<i32>() > 0
    }

    /// The outlines as polygons for drawing, nowhere further than `tolerance` from the curves.
    #[must_use]
    pub fn outline(&self, tolerance: f64) -> Vec<Vec<[f64; 2]>> {
        let points = |segments: &Vec<Segment>| {
            let mut points = Vec::new();
            segments.iter().for_each(|s| s.points(tolerance, &mut points));
            points
        };
        self.loops.iter().map(points).collect()
    }
}

#[inline]
pub fn reversed(segments: &[Segment]) -> Vec<Segment> {
    segments.iter().rev().map(Segment::reversed).collect()
}

fn size(what: &'static str, value: f64) -> Result<(), RegionError> {
    if is_size(value) { Ok(()) } else { Err(RegionError::Size { what, value }) }
}

/// What one edge adds to the winding number: the chord by the crossing rule, an arc's cap as a whole. A point on the
/// chord itself must fall on the same side for both, hence the exact predicate and the shared rule for ties.
fn turns_about(segment: &Segment, point: [f64; 2]) -> i32 {
    let (from, to) = (segment.from(), segment.to());
    let up = from[1] <= point[1] && point[1] < to[1];
    let down = to[1] <= point[1] && point[1] < from[1];
    let line = matches!(segment, Segment::Line { .. });
    if line && !up && !down {
        return 0;
    }
    let side = orientation(from, to, point);
    let chord = i32::from(up && side > 0.0) - i32::from(down && side < 0.0);
    let Segment::Arc { center, sweep, .. } = *segment else { return chord };
    let on_right = to[1] > from[1] || (to[1] == from[1] && to[0] < from[0]);
    let right = side < 0.0 || (side == 0.0 && on_right);
    let beyond = from == to || if sweep > 0.0 { right } else { !right };
    let inside = beyond && hypot(sub(point, center)) < hypot(sub(from, center));
    chord + if inside { sweep.signum() as i32 } else { 0 }
}

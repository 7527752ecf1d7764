//! How deep a point is inside a region.

use crate::region::Region;
use crate::segment::Segment;
use mainspring_numerics::vec2::{dot, hypot, sub};

impl Region {
    /// Distance of `point` from the outline, positive inside and negative outside (m).
    #[must_use]
    pub fn depth(&self, point: [f64; 2]) -> f64 {
        let nearest = self.segments().map(|s| distance(s, point)).fold(f64::INFINITY, f64::min);
        if self.contains(point) { nearest } else { -nearest }
    }
}

/// Distance of `point` from a piece of an outline.
pub fn distance(segment: &Segment, point: [f64; 2]) -> f64 {
    let ends = hypot(sub(point, segment.from())).min(hypot(sub(point, segment.to())));
    match (segment, segment.cap()) {
        (_, Some(cap)) => {
            let spoke = sub(point, cap.center);
            if cap.spans(spoke) { (hypot(spoke) - cap.radius).abs().min(ends) } else { ends }
        }
        (_, None) => {
            let (from, along) = (segment.from(), sub(segment.to(), segment.from()));
            let share = dot(sub(point, from), along) / dot(along, along);
            if (0.0..=1.0).contains(&share) {
                hypot(sub(point, [from[0] + share * along[0], from[1] + share * along[1]]))
            } else {
                ends
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depth_of_rectangle_disc_and_ring() {
        let rect = Region::rect(4.0, 2.0).unwrap();
        for (p, d) in [([0.0, 0.0], 1.0), ([1.5, 0.0], 0.5), ([3.0, 0.0], -1.0), ([5.0, 5.0], -5.0), ([0.0, 1.0], 0.0)]
        {
            assert!((rect.depth(p) - d).abs() < 1e-15, "{p:?}");
        }
        let ring = Region::disc([1.0, 0.0], 2.0).unwrap().difference(&Region::disc([1.0, 0.0], 1.0).unwrap()).unwrap();
        for (p, d) in [([1.0, 0.0], -1.0), ([2.25, 0.0], 0.25), ([1.0, 1.5], 0.5), ([1.0, -4.0], -2.0)] {
            assert!((ring.depth(p) - d).abs() < 1e-14, "{p:?}");
        }
    }

    #[test]
    fn depth_agrees_with_points_of_the_outline() {
        let shape = Region::capsule([0.0, 0.0], [3.0, 1.0], 0.5).unwrap();
        // the outline as many short chords
        let mut points = Vec::new();
        for corners in shape.outline(1e-6) {
            for (i, p) in corners.iter().enumerate() {
                let q = corners[(i + 1) % corners.len()];
                points.extend((0..200).map(|k| [0, 1].map(|a| p[a] + (q[a] - p[a]) * f64::from(k) / 200.0)));
            }
        }
        for i in 0..40 {
            let p = [f64::from(i % 8) * 0.6 - 1.0, f64::from(i / 8) * 0.5 - 0.8];
            let near = points.iter().map(|q| hypot(sub(*q, p))).fold(f64::INFINITY, f64::min);
            assert!((shape.depth(p).abs() - near).abs() < 1e-2, "{p:?}");
            assert_eq!(shape.depth(p) > 0.0, shape.contains(p));
        }
    }
}

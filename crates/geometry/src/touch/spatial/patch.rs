//! A bounded piece of a plane: the extent of a flat face, with its holes.

use crate::region::Region;
use crate::segment::Segment;
use mainspring_numerics::vec2::{dot as dot2, hypot, sub as sub2};
use mainspring_numerics::vec3::{cross, dot, norm, sub};

/// A region in the coordinates x, y of a plane.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Patch {
    pub origin: [f64; 3],
    pub x: [f64; 3],
    pub y: [f64; 3],
    pub region: Region,
}

impl Patch {
    /// A polygon through corners that lie in one plane with this normal.
    pub fn polygon(corners: &[[f64; 3]], normal: [f64; 3]) -> Self {
        let origin = corners[0];
        let along = sub(corners[1], origin);
        let size = norm(along);
        let x = along.map(|c| c / size);
        let y = cross(normal, x);
        let flat: Vec<[f64; 2]> = corners
            .iter()
            .map(|c| {
                let d = sub(*c, origin);
                [dot(d, x), dot(d, y)]
            })
            .collect();
        let next = |i: usize| flat[(i + 1) % flat.len()];
        let sides = (0..flat.len()).map(|i| Segment::Line { from: flat[i], to: next(i) }).collect();
        let region = Region::from_loops(vec![sides]).expect("one loop was given");
        Self { origin, x, y, region }
    }

    /// How far inside the outline the foot of a point is; negative outside.
    pub fn depth(&self, point: [f64; 3]) -> f64 {
        let d = sub(point, self.origin);
        depth(&self.region, [dot(d, self.x), dot(d, self.y)])
    }

    /// The place of it nearest to a point.
    pub fn foot(&self, point: [f64; 3]) -> [f64; 3] {
        let d = sub(point, self.origin);
        let mut at = [dot(d, self.x), dot(d, self.y)];
        if !self.region.contains(at) {
            let feet = self.region.segments().map(|s| s.foot(at));
            let apart = |p: &[f64; 2]| hypot(sub2(*p, at));
            at = feet.min_by(|p, q| apart(p).total_cmp(&apart(q))).unwrap_or(at);
        }
        [0, 1, 2].map(|i| self.origin[i] + at[0] * self.x[i] + at[1] * self.y[i])
    }

    /// Middle and half the diagonal of the box around it.
    pub fn ball(&self) -> ([f64; 3], f64) {
        let (low, high) = self.region.bounds();
        let middle = [0, 1].map(|i| 0.5 * (low[i] + high[i]));
        let center = [0, 1, 2].map(|i| self.origin[i] + middle[0] * self.x[i] + middle[1] * self.y[i]);
        (center, 0.5 * hypot(sub2(high, low)))
    }
}

/// Distance of a point from outlines, positive inside.
pub(crate) fn depth(region: &Region, at: [f64; 2]) -> f64 {
    let nearest = region.segments().map(|s| from_segment(s, at)).fold(f64::INFINITY, f64::min);
    if region.contains(at) { nearest } else { -nearest }
}

fn from_segment(segment: &Segment, at: [f64; 2]) -> f64 {
    match *segment {
        Segment::Line { from, to } => {
            let (along, d) = (sub2(to, from), sub2(at, from));
            let t = (dot2(along, d) / dot2(along, along)).clamp(0.0, 1.0);
            hypot(sub2(d, [t * along[0], t * along[1]]))
        }
        Segment::Arc { from, to, .. } => {
            let ends = hypot(sub2(at, from)).min(hypot(sub2(at, to)));
            match segment.cap() {
                Some(cap) if cap.spans(sub2(at, cap.center)) => (hypot(sub2(at, cap.center)) - cap.radius).abs(),
                _ => ends,
            }
        }
    }
}

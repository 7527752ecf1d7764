//! How deep two convex pieces are inside each other.

use super::candidates::try_directions;
use super::growing_hull::GrowingHull;
use super::nearest::nearest;
use super::piece::Piece;
use crate::place::Place;
use crate::tolerances::{ASIDE, MOST_CORNERS, PROVEN, ROUNDING, TOUCHING};
use mainspring_numerics::vec3::{Vec3, add_scaled, cross, dot, norm, scale, sub, unit};

/// Two pieces where they stand.
pub(crate) struct Pair<'a> {
    pub a: &'a Piece,
    pub b: &'a Piece,
    /// axes of the world, origin anywhere near
    pub at_a: Place,
    pub at_b: Place,
    /// from the origin of `a` to that of `b`
    pub apart: Vec3,
}

/// The direction that decided last, in the frames of both; zero where there is none.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Direction {
    in_a: Vec3,
    in_b: Vec3,
}

impl<'a> Pair<'a> {
    pub fn new(a: &'a Piece, at_a: Place, b: &'a Piece, at_b: Place) -> Self {
        let apart = sub(at_b.position, at_a.position);
        Self { a, b, at_a, at_b, apart }
    }

    /// Overlap along a unit direction; no depth is larger.
    #[inline]
    pub fn overlap(&self, n: Vec3) -> f64 {
        let in_a = self.at_a.turned_back(n);
        let in_b = self.at_b.turned_back([-n[0], -n[1], -n[2]]);
        self.a.form.reach(in_a) + self.b.form.reach(in_b) - dot(n, self.apart)
    }

    /// The place of A − B furthest along `n`, both without their thickness.
    #[inline]
    pub fn furthest(&self, n: Vec3) -> Vec3 {
        let in_a = self.at_a.turned_back(n);
        let in_b = self.at_b.turned_back([-n[0], -n[1], -n[2]]);
        let (one, two) = (self.a.form.furthest(in_a), self.b.form.furthest(in_b));
        sub(sub(self.at_a.turned(one), self.at_b.turned(two)), self.apart)
    }

    fn thickness(&self) -> f64 {
        self.a.form.thickness() + self.b.form.thickness()
    }

    /// Depth, m; at most 0 when they are apart.
    pub fn depth(&self, last: &mut Direction) -> f64 {
        let floor = TOUCHING * self.a.size.min(self.b.size);
        let mut best = Best { overlap: f64::INFINITY, direction: [0.0, 0.0, 1.0] };
        if last.in_a != [0.0; 3] {
            for n in [self.at_a.turned(last.in_a), self.at_b.turned(last.in_b)] {
                if best.take(self.overlap(n), n) <= floor {
                    return best.overlap;
                }
            }
        }
        let found = self.search(&mut best, floor);
        let n = best.direction;
        *last = Direction { in_a: self.at_a.turned_back(n), in_b: self.at_b.turned_back(n) };
        found
    }

    fn search(&self, best: &mut Best, floor: f64) -> f64 {
        if let Some(n) = unit(self.apart) {
            best.take(self.overlap(n), n);
        }
        if best.overlap <= floor {
            return best.overlap;
        }
        let (a, b) = ((self.a, &self.at_a), (self.b, &self.at_b));
        let all = try_directions(a, b, self.apart, |n| best.take(self.overlap(n), n) <= floor);
        if all || best.overlap <= floor {
            return best.overlap;
        }
        if self.thickness() > 0.0
            && let Some((n, distance)) = nearest(self.a.radius + self.b.radius, unit(self.apart), |n| self.furthest(n))
        {
            best.take(self.overlap(n), n);
            // the places found prove a depth; where rounding kept them apart from the direction, the hull goes on from it
            let proven = self.thickness() - distance;
            if best.overlap <= floor || best.overlap - proven <= floor.max((1.0 - PROVEN) * proven) {
                return best.overlap;
            }
        }
        // places close together settle soon; where rounding tears their hull, others take longer
        self.grow(best, floor, &ASIDE).or_else(|| self.grow(best, floor, &[])).unwrap_or(0.0)
    }

    /// The place of A − B furthest along a unit vector.
    fn outermost(&self, n: Vec3) -> Vec3 {
        add_scaled(self.furthest(n), self.thickness(), n)
    }

    /// Grows a hull inside A − B towards its face nearest to the origin; none if rounding tears it.
    fn grow(&self, best: &mut Best, floor: f64, aside: &[f64]) -> Option<f64> {
        let extent = self.a.radius + self.b.radius;
        let rounding = ROUNDING * (extent + norm(self.apart));
        let mut hull = GrowingHull::new(&self.first_places(best.direction, aside), rounding)?;
        while hull.corners() < MOST_CORNERS {
            let (face, n, level) = hull.nearest_face()?;
            let overlap = best.take(self.overlap(n), n);
            // the last: a face of the solids' own, nothing is beyond it
            if best.overlap <= floor || level >= PROVEN * best.overlap || overlap - level <= rounding {
                return Some(best.overlap);
            }
            if !hull.add(self.outermost(n)) {
                hull.settle(face, overlap);
            }
            if hull.torn() {
                return None;
            }
        }
        // not settled: what is proven
        hull.nearest_face().map(|(_, _, level)| level.clamp(0.0, best.overlap))
    }

    /// Places all around, and some turned `aside` from the best direction so far.
    fn first_places(&self, n: Vec3, aside: &[f64]) -> Vec<Vec3> {
        let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let mut places: Vec<Vec3> =
            axes.iter().flat_map(|e| [*e, scale(*e, -1.0)]).map(|e| self.outermost(e)).collect();
        let least = (0..3).fold(0, |k, i| if n[i].abs() < n[k].abs() { i } else { k });
        let Some(x) = unit(cross(n, axes[least])) else { return places };
        let y = cross(n, x);
        places.push(self.outermost(n));
        for angle in aside {
            for side in [x, scale(x, -1.0), y, scale(y, -1.0)] {
                places.extend(unit(add_scaled(n, *angle, side)).map(|d| self.outermost(d)));
            }
        }
        places
    }
}

/// The least overlap so far.
struct Best {
    overlap: f64,
    direction: Vec3,
}

impl Best {
    #[inline]
    fn take(&mut self, overlap: f64, direction: Vec3) -> f64 {
        if overlap < self.overlap {
            *self = Self { overlap, direction };
        }
        overlap
    }
}

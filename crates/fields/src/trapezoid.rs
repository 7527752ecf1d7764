//! A stretch of a slab between two edges: its moments and its outline. What integrates fields over it is `quadrature.rs`.

use crate::footprint::Piece;
use crate::overlap::add_under;
use mainspring_geometry::{PlaneMoments, Segment};

/// What lies between two edges over a stretch of x, relative to the part's origin (m).
#[derive(Clone, Copy, Debug)]
pub struct Trapezoid {
    pub(crate) position: [f64; 2],
    pub(crate) x: [f64; 2],
    pub(crate) lower: Piece,
    pub(crate) upper: Piece,
}

impl Trapezoid {
    #[inline]
    pub(crate) fn new(position: [f64; 2], x: [f64; 2], lower: Piece, upper: Piece) -> Self {
        Self { position, x, lower, upper }
    }

    /// Left and right end (m), relative to the part's origin.
    #[inline]
    #[must_use]
    pub fn x(&self) -> [f64; 2] {
        self.x
    }

    /// A point inside, relative to the part's origin (m).
    #[must_use]
    pub fn middle(&self) -> [f64; 2] {
        let x = 0.5 * (self.x[0] + self.x[1]);
        [x, 0.5 * (self.lower.height(x) + self.upper.height(x))]
    }

    /// Area, first and second moments about the part's origin, in world axes (m², m³, m⁴).
    #[must_use]
    pub fn moments(&self) -> PlaneMoments {
        let [l, r] = self.x;
        let (a, b) = (self.lower.height(l), self.lower.height(r));
        let (c, d) = (self.upper.height(l), self.upper.height(r));
        let base = a.min(b);
        let mut sum = PlaneMoments::default();
        add_under(&mut sum, &self.upper, [l, c], [r, d], base, 1.0);
        add_under(&mut sum, &self.lower, [l, a], [r, b], base, -1.0);
        sum.moved([0.0, base])
    }

    /// Its outline counter-clockwise, edges without length left out, relative to the part's origin (m).
    pub fn edges(&self, mut visit: impl FnMut(&Segment)) {
        let [l, r] = self.x;
        let corners = [
            [l, self.lower.height(l)],
            [r, self.lower.height(r)],
            [r, self.upper.height(r)],
            [l, self.upper.height(l)],
        ];
        visit(&stretch(&self.lower, corners[0], corners[1]));
        if corners[1] != corners[2] {
            visit(&Segment::Line { from: corners[1], to: corners[2] });
        }
        visit(&stretch(&self.upper, corners[2], corners[3]));
        if corners[3] != corners[0] {
            visit(&Segment::Line { from: corners[3], to: corners[0] });
        }
    }
}

/// A piece between two of its points, as an edge run from `from` to `to`.
fn stretch(piece: &Piece, from: [f64; 2], to: [f64; 2]) -> Segment {
    let Some(bend) = &piece.bend else { return Segment::Line { from, to } };
    let [u, v] = [from, to].map(|p| [p[0] - bend.center[0], p[1] - bend.center[1]]);
    let sweep = libm::atan2(u[0] * v[1] - u[1] * v[0], u[0] * v[0] + u[1] * v[1]);
    Segment::Arc { from, to, center: bend.center, sweep }
}

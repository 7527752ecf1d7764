//! A part's outline on the surface: prepared once in body axes, laid down at a pose as often as needed.
//!
//! Everything laid is *relative to the part's origin*, in world axes, so that a part far from the world's origin loses
//! no digits. Beside its edges a laid part keeps them as pieces monotone in x and in y (arcs split where they are
//! level or upright): what sweeps along the axes need.

use crate::tolerances::QUARTER_ROUNDING;
use mainspring_geometry::{PlaneMoments, Region, Segment};
use std::f64::consts::{FRAC_PI_2, TAU};

/// A part's outline, prepared once: edges in body axes about its origin, lengths in metres.
#[derive(Clone, Debug)]
pub struct Footprint {
    edges: Vec<Segment>,
    moments: PlaneMoments,
    radius: f64,
}

impl Footprint {
    /// Of a region whose point `origin` (the centre of mass, in the region's frame) the part's pose places.
    #[must_use]
    pub fn new(region: &Region, origin: [f64; 2]) -> Self {
        let edges: Vec<Segment> =
            region.loops().iter().flatten().map(|s| mapped(s, |p| [p[0] - origin[0], p[1] - origin[1]])).collect();
        let radius = edges.iter().map(reach).fold(0.0, f64::max);
        Self { edges, moments: region.moments_about(origin), radius }
    }

    /// Area (m²).
    #[inline]
    #[must_use]
    pub fn area(&self) -> f64 {
        self.moments.area
    }

    /// Largest distance of its points from the origin (m).
    #[inline]
    #[must_use]
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// Area, first and second moments about the origin in body axes (m², m³, m⁴).
    #[inline]
    #[must_use]
    pub fn moments(&self) -> &PlaneMoments {
        &self.moments
    }

    /// Whether every edge is a line.
    #[inline]
    #[must_use]
    pub fn is_straight(&self) -> bool {
        self.edges.iter().all(Segment::is_straight)
    }

    /// The edges in body axes about the origin, outer loops counter-clockwise and holes clockwise.
    #[inline]
    #[must_use]
    pub fn edges(&self) -> &[Segment] {
        &self.edges
    }
}

/// A footprint at a pose: edges in world axes relative to the part's origin.
#[derive(Clone, Debug, Default)]
pub struct PlacedFootprint {
    position: [f64; 2],
    angle: f64,
    edges: Vec<Segment>,
    pieces: Vec<Piece>,
    bounds: Bounds,
    body: PlaneMoments,
}

impl PlacedFootprint {
    /// At the world's origin, not turned.
    #[must_use]
    pub fn new(footprint: &Footprint) -> Self {
        let arcs = footprint.edges.iter().filter(|e| !e.is_straight()).count();
        let mut placed = Self {
            position: [0.0; 2],
            angle: 0.0,
            edges: Vec::with_capacity(footprint.edges.len()),
            pieces: Vec::with_capacity(footprint.edges.len() + 5 * arcs),
            bounds: Bounds::NONE,
            body: footprint.moments,
        };
        placed.place(footprint, [0.0; 2], 0.0);
        placed
    }

    /// From edges of closed loops in world axes relative to a point at `position`, outer loops counter-clockwise, in any order.
    pub fn place_edges(&mut self, position: [f64; 2], edges: &[Segment]) {
        (self.position, self.angle, self.bounds) = (position, 0.0, Bounds::NONE);
        self.body = edges.iter().fold(PlaneMoments::default(), |sum, e| sum.plus(&PlaneMoments::of_edge(e)));
        self.edges.clear();
        self.edges.extend_from_slice(edges);
        self.pieces.clear();
        for edge in edges {
            pieces_of(edge, |piece| {
                self.bounds.include(piece.from);
                self.bounds.include(piece.to);
                self.pieces.push(piece);
            });
        }
    }

    /// Puts the part's origin at `position` (m) in the world, turned by `angle` (rad).
    pub fn place(&mut self, footprint: &Footprint, position: [f64; 2], angle: f64) {
        (self.position, self.angle, self.body) = (position, angle, footprint.moments);
        let (s, c) = libm::sincos(angle);
        self.edges.clear();
        self.pieces.clear();
        self.bounds = Bounds::NONE;
        for edge in &footprint.edges {
            let edge = mapped(edge, |p| [c * p[0] - s * p[1], s * p[0] + c * p[1]]);
            self.edges.push(edge);
            pieces_of(&edge, |piece| {
                self.bounds.include(piece.from);
                self.bounds.include(piece.to);
                self.pieces.push(piece);
            });
        }
    }

    /// Where the part's origin is in the world (m).
    #[inline]
    #[must_use]
    pub fn position(&self) -> [f64; 2] {
        self.position
    }

    /// How far the part is turned (rad).
    #[inline]
    #[must_use]
    pub fn angle(&self) -> f64 {
        self.angle
    }

    /// The edges in world axes relative to the part's origin (m).
    #[inline]
    #[must_use]
    pub fn edges(&self) -> &[Segment] {
        &self.edges
    }

    /// The edges as pieces monotone in x and y, relative to the part's origin (m).
    #[inline]
    #[must_use]
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// Whether every edge is a line.
    #[inline]
    #[must_use]
    pub fn is_straight(&self) -> bool {
        self.edges.len() == self.pieces.len() && self.pieces.iter().all(|p| p.bend.is_none())
    }

    /// Whether a point, relative to the part's origin (m), is inside; one of the outline itself may count either way.
    #[inline]
    #[must_use]
    pub fn contains(&self, point: [f64; 2]) -> bool {
        inside(&self.pieces, point)
    }

    /// The box around it, relative to the part's origin (m).
    #[inline]
    #[must_use]
    pub fn bounds(&self) -> &Bounds {
        &self.bounds
    }

    /// Moments of the whole part about its origin in world axes.
    #[inline]
    #[must_use]
    pub fn moments(&self) -> PlaneMoments {
        self.body.turned(self.angle)
    }
}

/// An axis-parallel box (m).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// lower left corner
    pub low: [f64; 2],
    /// upper right corner
    pub high: [f64; 2],
}

impl Default for Bounds {
    fn default() -> Self {
        Self::NONE
    }
}

impl Bounds {
    /// Around nothing.
    pub const NONE: Self = Self { low: [f64::INFINITY; 2], high: [f64::NEG_INFINITY; 2] };

    /// Grown to hold `point`.
    pub fn include(&mut self, point: [f64; 2]) {
        for i in 0..2 {
            self.low[i] = if point[i] < self.low[i] { point[i] } else { self.low[i] };
            self.high[i] = if point[i] > self.high[i] { point[i] } else { self.high[i] };
        }
    }

    /// Whether the two have a point in common once the other is moved by `−by`.
    #[inline]
    #[must_use]
    pub fn meets(&self, other: &Self, by: [f64; 2]) -> bool {
        (0..2).all(|i| other.low[i] - by[i] <= self.high[i] && other.high[i] - by[i] >= self.low[i])
    }
}

/// A directed piece of an outline, monotone in x and in y: a line, or at most a quarter of a circle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Piece {
    /// start (m)
    pub from: [f64; 2],
    /// end (m)
    pub to: [f64; 2],
    /// dy/dx of a line, 0 for an arc and an upright line
    pub slope: f64,
    /// the circle it is a piece of, none for a line
    pub bend: Option<Bend>,
}

impl Piece {
    /// A straight piece.
    #[must_use]
    pub fn line(from: [f64; 2], to: [f64; 2]) -> Self {
        let dx = to[0] - from[0];
        Self { from, to, slope: if dx == 0.0 { 0.0 } else { (to[1] - from[1]) / dx }, bend: None }
    }

    /// The same moved by `−by`.
    #[inline]
    #[must_use]
    pub fn seen_from(&self, by: [f64; 2]) -> Self {
        let moved = |p: [f64; 2]| [p[0] - by[0], p[1] - by[1]];
        Self {
            from: moved(self.from),
            to: moved(self.to),
            slope: self.slope,
            bend: self.bend.map(|bend| Bend { center: moved(bend.center), ..bend }),
        }
    }

    /// Its ends from left to right, and +1 where the region lies below it (it is run leftwards), −1 above.
    #[inline]
    #[must_use]
    pub fn rightwards(&self) -> ([f64; 2], [f64; 2], f64) {
        if self.from[0] <= self.to[0] { (self.from, self.to, -1.0) } else { (self.to, self.from, 1.0) }
    }

    /// Its height at `x`, within the heights of its ends.
    #[inline]
    #[must_use]
    pub fn height(&self, x: f64) -> f64 {
        let (p, q) = (self.from, self.to);
        if x == p[0] {
            return p[1];
        }
        if x == q[0] {
            return q[1];
        }
        let y = match &self.bend {
            None => p[1] + (x - p[0]) * self.slope,
            Some(bend) => bend.other(0, x),
        };
        let (low, high) = if p[1] < q[1] { (p[1], q[1]) } else { (q[1], p[1]) };
        if y < low {
            low
        } else if y > high {
            high
        } else {
            y
        }
    }

    /// Where it passes height `y`, which lies between those of its ends.
    #[must_use]
    pub fn reaches(&self, y: f64) -> f64 {
        let (p, q) = (self.from, self.to);
        let x = match &self.bend {
            None => p[0] + (q[0] - p[0]) * ((y - p[1]) / (q[1] - p[1])),
            Some(bend) => bend.other(1, y),
        };
        if x.is_nan() { p[0] } else { x.clamp(p[0].min(q[0]), p[0].max(q[0])) }
    }
}

/// The circle an arc is part of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bend {
    /// centre (m)
    pub center: [f64; 2],
    /// radius (m)
    pub radius: f64,
    /// +1 where the arc lies right of (above) the centre, −1 left of (below) it
    pub side: [f64; 2],
    /// +1 if it is run counter-clockwise, −1 clockwise
    pub sign: f64,
}

impl Bend {
    /// The point of the arc's half at coordinate `at` of axis `axis`: the other coordinate.
    #[must_use]
    pub fn other(&self, axis: usize, at: f64) -> f64 {
        let off = at - self.center[axis];
        let rest = ((self.radius - off) * (self.radius + off)).max(0.0).sqrt();
        self.center[1 - axis] + self.side[1 - axis] * rest
    }

    /// Moments of the cap between the arc from `p` to `q`, both on it, and its chord, always positive.
    #[must_use]
    pub fn cap(&self, p: [f64; 2], q: [f64; 2]) -> PlaneMoments {
        let u = [p[0] - self.center[0], p[1] - self.center[1]];
        let v = [q[0] - self.center[0], q[1] - self.center[1]];
        let sum = [u[0] + v[0], u[1] + v[1]];
        let size = (sum[0] * sum[0] + sum[1] * sum[1]).sqrt();
        if size == 0.0 {
            return PlaneMoments::default();
        }
        // at most a quarter of a circle: the sum of the spokes is never short
        let half = 0.5 * libm::atan2((u[0] * v[1] - u[1] * v[0]).abs(), u[0] * v[0] + u[1] * v[1]);
        PlaneMoments::cap(self.center, self.radius, [sum[0] / size, sum[1] / size], half)
    }
}

/// Whether `point` is inside an outline: the edges above it, by their sign.
pub(crate) fn inside(pieces: &[Piece], point: [f64; 2]) -> bool {
    let above = pieces.iter().map(|piece| {
        let (a, b, sign) = piece.rightwards();
        if a[0] <= point[0] && point[0] < b[0] && piece.height(point[0]) > point[1] { sign } else { 0.0 }
    });
    above.sum::<f64>() > 0.5
}

/// Splits an edge into monotone pieces, in order.
pub(crate) fn pieces_of(edge: &Segment, mut each: impl FnMut(Piece)) {
    let Segment::Arc { from, to, center, sweep } = *edge else {
        return each(Piece::line(edge.from(), edge.to()));
    };
    let spoke = [from[0] - center[0], from[1] - center[1]];
    let radius = libm::hypot(spoke[0], spoke[1]);
    let (start, sign) = (libm::atan2(spoke[1], spoke[0]), sweep.signum());
    // axis directions strictly between the ends; nearer to an end than a rounding they are the end
    let quarter = start / FRAC_PI_2;
    let (end, near) = (quarter + sweep / FRAC_PI_2, QUARTER_ROUNDING);
    let mut axis = if sign > 0.0 { quarter.floor() + 1.0 } else { quarter.ceil() - 1.0 };
    let (mut at, mut here) = (quarter, from);
    let mut piece = |here: [f64; 2], there: [f64; 2], middle: f64| {
        let (s, c) = libm::sincos(middle * FRAC_PI_2);
        let side = [1f64.copysign(c), 1f64.copysign(s)];
        each(Piece { from: here, to: there, slope: 0.0, bend: Some(Bend { center, radius, side, sign }) });
    };
    // a full turn passes four axes, five pieces
    for _ in 0..5 {
        if (end - axis) * sign <= near {
            break;
        }
        if (axis - at) * sign > near {
            let (dx, dy) = match (axis as i64).rem_euclid(4) {
                0 => (radius, 0.0),
                1 => (0.0, radius),
                2 => (-radius, 0.0),
                _ => (0.0, -radius),
            };
            let there = [center[0] + dx, center[1] + dy];
            piece(here, there, 0.5 * (at + axis));
            (at, here) = (axis, there);
        }
        axis += sign;
    }
    piece(here, to, 0.5 * (at + end));
}

fn mapped(segment: &Segment, f: impl Fn([f64; 2]) -> [f64; 2]) -> Segment {
    match *segment {
        Segment::Line { from, to } => Segment::Line { from: f(from), to: f(to) },
        Segment::Arc { from, to, center, sweep } => Segment::Arc { from: f(from), to: f(to), center: f(center), sweep },
    }
}

/// Largest distance of an edge's points from the origin.
fn reach(segment: &Segment) -> f64 {
    let far = |p: [f64; 2]| libm::hypot(p[0], p[1]);
    let ends = far(segment.from()).max(far(segment.to()));
    let Segment::Arc { from, center, sweep, .. } = *segment else { return ends };
    let spoke = [from[0] - center[0], from[1] - center[1]];
    // the furthest point of the circle lies straight out from the centre
    let out = libm::atan2(center[1], center[0]) - libm::atan2(spoke[1], spoke[0]);
    let turned = (out * sweep.signum()).rem_euclid(TAU);
    if turned <= sweep.abs() { far(center) + far(spoke) } else { ends }
}

//! The rim of a piece of a part: closed loops of lines and arcs, prepared for sums along them.
//!
//! Coordinates are about the middle of the box round the piece, so that a piece away from the part's origin loses
//! nothing. By Euler's theorem on homogeneous functions, ∫f dA = 1/(n + 2) ∮ f (q·n) ds for f of degree n: every
//! integral over the piece is one along its rim, weighted by q·n ds = q × dq.

use crate::tolerances::{MOMENT_PANEL, MOST_PANELS, ROUND_ARC};
use mainspring_geometry::Segment;
use mainspring_numerics::quadrature::GAUSS_16;
use mainspring_numerics::vec2::{cross, dot};
use std::f64::consts::PI;

/// A straight edge: points h n + s t, s from `start` over `length`, t = n turned by +90°, the piece on the left.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    /// unit vector out of the piece
    pub normal: [f64; 2],
    /// signed distance of the line along the normal (m)
    pub offset: f64,
    /// s where it starts (m)
    pub start: f64,
    /// (m)
    pub length: f64,
}

impl Line {
    fn between(from: [f64; 2], to: [f64; 2]) -> Option<Self> {
        let way = [to[0] - from[0], to[1] - from[1]];
        let length = libm::hypot(way[0], way[1]);
        let along = [way[0] / length, way[1] / length];
        let normal = [along[1], -along[0]];
        (length > 0.0).then(|| Self { normal, offset: dot(from, normal), start: dot(from, along), length })
    }

    #[inline]
    pub fn along(&self) -> [f64; 2] {
        [-self.normal[1], self.normal[0]]
    }

    /// The point s from where it starts.
    pub fn at(&self, s: f64) -> [f64; 2] {
        let (n, t, s) = (self.normal, self.along(), self.start + s);
        [self.offset * n[0] + s * t[0], self.offset * n[1] + s * t[1]]
    }
}

/// A curved edge: points middle + cosine cos θ + sine sin θ, θ from 0 to `sweep`; an arc of an ellipse in general.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arc {
    pub middle: [f64; 2],
    pub cosine: [f64; 2],
    pub sine: [f64; 2],
    /// signed (rad)
    pub sweep: f64,
    /// whether it is an arc of a circle
    pub round: bool,
}

impl Arc {
    /// Of a curved edge, points passed through a linear map.
    fn mapped(edge: &Segment, put: impl Fn([f64; 2]) -> [f64; 2]) -> Option<Self> {
        let Segment::Arc { from, center, sweep, .. } = *edge else { return None };
        let spoke = [from[0] - center[0], from[1] - center[1]];
        let (cosine, sine) = (put(spoke), put([-spoke[1], spoke[0]]));
        let (a, b) = (dot(cosine, cosine), dot(sine, sine));
        let round = (a - b).abs() + dot(cosine, sine).abs() <= ROUND_ARC * (a + b);
        Some(Self { middle: put(center), cosine, sine, sweep, round })
    }

    /// Visits points where x or y is largest or smallest along it.
    fn extremes(&self, visit: &mut impl FnMut([f64; 2])) {
        for i in 0..2 {
            let level = libm::atan2(self.sine[i], self.cosine[i]);
            for k in [-2.0, -1.0, 0.0, 1.0, 2.0] {
                let angle = level + k * PI;
                if angle * self.sweep.signum() > 0.0 && angle.abs() < self.sweep.abs() {
                    visit(self.at(angle).0);
                }
            }
        }
    }

    /// The largest half axis of its ellipse.
    fn half_axis(&self) -> f64 {
        let (a, b) = (dot(self.cosine, self.cosine), dot(self.sine, self.sine));
        let (half, slant) = (0.5 * (a - b), dot(self.cosine, self.sine));
        (0.5 * (a + b) + (half * half + slant * slant).sqrt()).sqrt()
    }

    /// The point at θ and its derivative.
    pub fn at(&self, angle: f64) -> ([f64; 2], [f64; 2]) {
        let (s, c) = libm::sincos(angle);
        let (a, b) = (self.cosine, self.sine);
        ([0, 1].map(|i| self.middle[i] + a[i] * c + b[i] * s), [0, 1].map(|i| b[i] * c - a[i] * s))
    }

    /// Angles in whose direction from its middle the point lies; exact for a point of the arc.
    pub fn towards(&self, point: [f64; 2]) -> [f64; 3] {
        let p = [point[0] - self.middle[0], point[1] - self.middle[1]];
        let angle = libm::atan2(cross(self.cosine, p), cross(p, self.sine));
        [angle, angle + 2.0 * PI, angle - 2.0 * PI]
    }

    /// Calls `visit` with ends of panels not wider than `widest` (rad).
    pub fn panels(&self, widest: f64, mut visit: impl FnMut(f64, f64)) {
        let count = libm::ceil(self.sweep.abs() / widest).clamp(1.0, MOST_PANELS);
        for i in 0..count as usize {
            visit(self.sweep * i as f64 / count, self.sweep * (i + 1) as f64 / count);
        }
    }
}

/// Closed loops of edges of a part or of a piece of it, relative to the part's origin (m).
#[derive(Clone, Debug, Default)]
pub struct BoundaryCurve {
    /// middle of the box round all edges, from the part's origin
    pub(crate) middle: [f64; 2],
    /// no point of the piece is further from `middle`
    pub(crate) radius: f64,
    /// about `middle`
    pub(crate) lines: Vec<Line>,
    /// about `middle`
    pub(crate) arcs: Vec<Arc>,
}

impl BoundaryCurve {
    /// Of edges that make up closed loops, outer ones counter-clockwise, in any order.
    #[must_use]
    pub fn new(edges: &[Segment]) -> Self {
        let mut rim = Self::default();
        rim.trace(edges);
        rim
    }

    /// Whether it has no edges.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty() && self.arcs.is_empty()
    }

    /// The same for other edges; buffers are kept.
    #[inline]
    pub fn trace(&mut self, edges: &[Segment]) {
        self.trace_mapped(edges, [[1.0, 0.0], [0.0, 1.0]]);
    }

    /// Of the edges with every point multiplied by a matrix of positive determinant.
    pub(crate) fn trace_mapped(&mut self, edges: &[Segment], map: [[f64; 2]; 2]) {
        let put = |p: [f64; 2]| [dot(map[0], p), dot(map[1], p)];
        let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        let mut include = |p: [f64; 2]| {
            for i in 0..2 {
                low[i] = low[i].min(p[i]);
                high[i] = high[i].max(p[i]);
            }
        };
        for edge in edges {
            include(put(edge.from()));
            include(put(edge.to()));
            if let Some(arc) = Arc::mapped(edge, put) {
                arc.extremes(&mut include);
            }
        }
        self.lines.clear();
        self.arcs.clear();
        if edges.is_empty() {
            (self.middle, self.radius) = ([0.0; 2], 0.0);
            return;
        }
        self.middle = [0, 1].map(|i| 0.5 * (low[i] + high[i]));
        let middle = self.middle;
        let put_here = |p: [f64; 2]| {
            let p = put(p);
            [p[0] - middle[0], p[1] - middle[1]]
        };
        let mut radius = 0.0_f64;
        for edge in edges {
            let from = put_here(edge.from());
            radius = radius.max(libm::hypot(from[0], from[1]));
            if let Some(arc) = Arc::mapped(edge, put) {
                let arc = Arc { middle: [0, 1].map(|i| arc.middle[i] - middle[i]), ..arc };
                radius = radius.max(libm::hypot(arc.middle[0], arc.middle[1]) + arc.half_axis());
                self.arcs.push(arc);
            } else {
                self.lines.extend(Line::between(from, put_here(edge.to())));
            }
        }
        // a flat arc's whole circle says little of the piece; the box always holds it
        self.radius = radius.min(0.5 * libm::hypot(high[0] - low[0], high[1] - low[1]));
    }

    /// Of another rim with every point multiplied by a matrix of positive determinant.
    pub(crate) fn stretch(&mut self, other: &Self, map: [[f64; 2]; 2]) {
        let edges: Vec<Segment> = other
            .lines
            .iter()
            .map(|line| Segment::Line { from: line.at(0.0), to: line.at(line.length) })
            .chain(other.arcs.iter().map(|arc| Segment::Arc {
                from: arc.at(0.0).0,
                to: arc.at(arc.sweep).0,
                center: arc.middle,
                sweep: arc.sweep,
            }))
            .collect();
        self.trace_mapped(&edges, map);
        let by = [dot(map[0], other.middle), dot(map[1], other.middle)];
        self.middle = [self.middle[0] + by[0], self.middle[1] + by[1]];
    }

    /// ∫dA, ∫r dA and ∫r² dA about the part's origin.
    pub(crate) fn moments(&self) -> Sums {
        let (mut area, mut first, mut polar) = (0.0, [0.0; 2], 0.0);
        for line in &self.lines {
            let (h, n, t, a, l) = (line.offset, line.normal, line.along(), line.start, line.length);
            let b = a + l;
            area += 0.5 * h * l;
            let (across, along) = (h * l, 0.5 * l * (a + b));
            for i in 0..2 {
                first[i] += h / 3.0 * (n[i] * across + t[i] * along);
            }
            polar += h / 4.0 * (h * h * l + l * (a * a + a * b + b * b) / 3.0);
        }
        for arc in &self.arcs {
            arc.panels(MOMENT_PANEL, |from, to| {
                for [at, weight] in GAUSS_16 {
                    let (q, dq) = arc.at(from + (to - from) * at);
                    let g = weight * (to - from) * cross(q, dq);
                    area += 0.5 * g;
                    first = [0, 1].map(|i| first[i] + g / 3.0 * q[i]);
                    polar += 0.25 * g * dot(q, q);
                }
            });
        }
        let m = self.middle;
        Sums {
            area,
            first: [0, 1].map(|i| first[i] + area * m[i]),
            polar: polar + 2.0 * dot(m, first) + area * dot(m, m),
        }
    }
}

/// ∫dA, ∫r dA, ∫r² dA.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Sums {
    pub area: f64,
    pub first: [f64; 2],
    pub polar: f64,
}

//! One piece of an outline: a straight line or a circular arc.
//!
//! An arc keeps its end points as well as its centre, so that neighbours share the very same corner, and its signed
//! sweep, so that a full circle (start = end) is one segment. The *cap* of an arc is the area between chord and arc:
//! with the polygon of the chords it makes up any region, which is how moments and containment are found.

use crate::limits::is_coordinate;
use crate::tolerances::FINEST_SAGITTA;
use mainspring_numerics::vec2::{cross, dot, hypot, rotate_by, sub};

/// A directed piece of an outline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Segment {
    /// straight
    Line {
        /// start
        from: [f64; 2],
        /// end
        to: [f64; 2],
    },
    /// circular
    Arc {
        /// start
        from: [f64; 2],
        /// end; equal to `from` for a full circle
        to: [f64; 2],
        /// centre of the circle
        center: [f64; 2],
        /// angle swept, counter-clockwise positive, at most a full turn (rad)
        sweep: f64,
    },
}

/// The circle side of an arc: the area between chord and arc.
pub(crate) struct Cap {
    pub center: [f64; 2],
    pub radius: f64,
    /// unit vector from the centre to the middle of the arc
    pub middle: [f64; 2],
    /// half the swept angle, 0..=π
    pub half: f64,
    /// +1 counter-clockwise, −1 clockwise
    pub sign: f64,
}

impl Segment {
    /// An arc from its centre, radius, starting angle and signed sweep (rad).
    #[must_use]
    pub fn arc(center: [f64; 2], radius: f64, start: f64, sweep: f64) -> Self {
        let at = |angle| {
            let v = rotate_by([radius, 0.0], angle);
            [center[0] + v[0], center[1] + v[1]]
        };
        let from = at(start);
        let full = sweep.abs() == std::f64::consts::TAU;
        Self::Arc { from, to: if full { from } else { at(start + sweep) }, center, sweep }
    }

    /// Where it starts.
    #[must_use]
    pub fn from(&self) -> [f64; 2] {
        match *self {
            Self::Line { from, .. } | Self::Arc { from, .. } => from,
        }
    }

    /// Where it ends.
    #[must_use]
    pub fn to(&self) -> [f64; 2] {
        match *self {
            Self::Line { to, .. } | Self::Arc { to, .. } => to,
        }
    }

    /// The same piece run the other way.
    #[must_use]
    pub fn reversed(&self) -> Self {
        match *self {
            Self::Line { from, to } => Self::Line { from: to, to: from },
            Self::Arc { from, to, center, sweep } => Self::Arc { from: to, to: from, center, sweep: -sweep },
        }
    }

    /// Whether it is a line.
    #[inline]
    #[must_use]
    pub fn is_straight(&self) -> bool {
        matches!(self, Self::Line { .. })
    }

    /// With every point passed through `f`, sweeps multiplied by `turns` (−1 for a mirror).
    pub(crate) fn map(&self, turns: f64, f: impl Fn([f64; 2]) -> [f64; 2]) -> Self {
        match *self {
            Self::Line { from, to } => Self::Line { from: f(from), to: f(to) },
            Self::Arc { from, to, center, sweep } => {
                Self::Arc { from: f(from), to: f(to), center: f(center), sweep: sweep * turns }
            }
        }
    }

    /// Unit vector along it where it starts or ends.
    pub(crate) fn tangent(&self, at_end: bool) -> [f64; 2] {
        let way = match *self {
            Self::Line { from, to } => sub(to, from),
            Self::Arc { from, to, center, sweep } => {
                let [x, y] = sub(if at_end { to } else { from }, center);
                if sweep > 0.0 { [-y, x] } else { [y, -x] }
            }
        };
        let size = hypot(way);
        [way[0] / size, way[1] / size]
    }

    /// The point at a share of the way along it.
    pub(crate) fn point_at(&self, share: f64) -> [f64; 2] {
        match *self {
            Self::Line { from, to } => [0, 1].map(|i| from[i] + share * (to[i] - from[i])),
            Self::Arc { from, center, sweep, .. } => {
                let v = rotate_by(sub(from, center), share * sweep);
                [center[0] + v[0], center[1] + v[1]]
            }
        }
    }

    pub(crate) fn cap(&self) -> Option<Cap> {
        match *self {
            Self::Line { .. } => None,
            Self::Arc { from, center, sweep, .. } => {
                let spoke = sub(from, center);
                let radius = hypot(spoke);
                let middle = rotate_by([spoke[0] / radius, spoke[1] / radius], sweep / 2.0);
                Some(Cap { center, radius, middle, half: sweep.abs() / 2.0, sign: sweep.signum() })
            }
        }
    }

    /// Whether every number in it can be a coordinate.
    pub(crate) fn is_finite(&self) -> bool {
        let all = |p: [f64; 2]| p.into_iter().all(is_coordinate);
        match *self {
            Self::Line { from, to } => all(from) && all(to),
            Self::Arc { from, to, center, sweep } => all(from) && all(to) && all(center) && sweep.is_finite(),
        }
    }

    /// The largest `direction · p` over its points.
    pub(crate) fn extent(&self, direction: [f64; 2]) -> f64 {
        self.extent_of(self.cap().as_ref(), direction)
    }

    fn extent_of(&self, cap: Option<&Cap>, direction: [f64; 2]) -> f64 {
        let ends = dot(direction, self.from()).max(dot(direction, self.to()));
        match cap {
            Some(cap) if cap.spans(direction) => ends.max(dot(direction, cap.center) + cap.radius * hypot(direction)),
            _ => ends,
        }
    }

    /// Lower left and upper right corner of the box around it.
    pub(crate) fn bounds(&self) -> ([f64; 2], [f64; 2]) {
        let cap = self.cap();
        let [left, down, right, up] =
            [[-1.0, 0.0], [0.0, -1.0], [1.0, 0.0], [0.0, 1.0]].map(|d| self.extent_of(cap.as_ref(), d));
        ([-left, -down], [right, up])
    }

    /// The place of it nearest to a point; of a circle about the point, its start.
    pub(crate) fn foot(&self, point: [f64; 2]) -> [f64; 2] {
        let (from, to) = (self.from(), self.to());
        match self.cap() {
            None => {
                let (d, p) = (sub(to, from), sub(point, from));
                let square = dot(d, d);
                let t = if square > 0.0 { (dot(p, d) / square).clamp(0.0, 1.0) } else { 0.0 };
                [0, 1].map(|i| from[i] + t * d[i])
            }
            Some(cap) => {
                let d = sub(point, cap.center);
                let size = hypot(d);
                if size > 0.0 && (from == to || cap.spans(d)) {
                    return [0, 1].map(|i| cap.center[i] + cap.radius * d[i] / size);
                }
                if hypot(sub(point, from)) <= hypot(sub(point, to)) { from } else { to }
            }
        }
    }

    /// Starting point and points between, at most `tolerance` off the curve, without the end point.
    pub(crate) fn points(&self, tolerance: f64, into: &mut Vec<[f64; 2]>) {
        into.push(self.from());
        let Self::Arc { from, center, sweep, .. } = *self else { return };
        let spoke = sub(from, center);
        // the sagitta of a step of angle a is r (1 − cos a/2)
        let ratio = (tolerance / hypot(spoke)).clamp(FINEST_SAGITTA, 0.5);
        let step = 2.0 * libm::acos(1.0 - ratio);
        let pieces = libm::ceil(sweep.abs() / step).clamp(1.0, 10_000.0);
        for i in 1..pieces as usize {
            let v = rotate_by(spoke, sweep * i as f64 / pieces);
            into.push([center[0] + v[0], center[1] + v[1]]);
        }
    }
}

impl Cap {
    /// Whether the ray from the centre along `direction` hits the arc.
    pub(crate) fn spans(&self, direction: [f64; 2]) -> bool {
        let angle = libm::atan2(cross(self.middle, direction), dot(self.middle, direction));
        angle.abs() <= self.half
    }
}

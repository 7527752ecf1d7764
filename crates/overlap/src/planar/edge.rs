//! One edge of an outline, made ready: a line or an arc with the material on its left.

use super::motion::Motion;
use mainspring_geometry::Segment;
use mainspring_numerics::vec2::{Vec2, add_scaled, cross, dot, norm, perp, rotate, rotate_by, scale, sub};
use std::f64::consts::{PI, TAU};

/// A directed edge.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    pub from: Vec2,
    pub to: Vec2,
    pub curve: Curve,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Curve {
    Line {
        /// unit
        along: Vec2,
        length: f64,
    },
    Arc(Arc),
}

/// A piece of a circle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arc {
    pub center: Vec2,
    pub radius: f64,
    /// +1 counter-clockwise, material inside the circle; −1 clockwise, material outside
    pub way: f64,
    /// from the centre to where it starts and ends
    pub start: Vec2,
    pub end: Vec2,
    /// unit, from the centre to its middle
    pub middle: Vec2,
    /// size of the angle swept, 0..=2π
    pub angle: f64,
}

impl Arc {
    /// Whether the ray from the centre along `v` hits it.
    #[inline]
    pub fn spans(&self, v: Vec2) -> bool {
        if self.angle >= TAU {
            return true;
        }
        let after_start = self.way * cross(self.start, v) >= 0.0;
        let before_end = self.way * cross(v, self.end) >= 0.0;
        if self.angle <= PI {
            after_start && before_end && dot(v, self.middle) >= 0.0
        } else {
            after_start || before_end
        }
    }

    /// Its place in the direction of `v` from the centre, if it spans that.
    #[inline]
    pub fn toward(&self, v: Vec2) -> Option<Vec2> {
        let long = norm(v);
        (long > 0.0 && self.spans(v)).then(|| add_scaled(self.center, self.radius / long, v))
    }

    /// Share of the arc before the ray along `v`.
    fn share(&self, v: Vec2) -> f64 {
        let angle = libm::atan2(self.way * cross(self.start, v), dot(self.start, v));
        (if angle < 0.0 { angle + TAU } else { angle }) / self.angle
    }
}

impl Edge {
    /// An edge of a segment moved by −`center`; none without length.
    pub fn of(segment: &Segment, center: Vec2) -> Option<Self> {
        let (from, to) = (sub(segment.from(), center), sub(segment.to(), center));
        match *segment {
            Segment::Line { .. } => Self::line(from, to),
            Segment::Arc { center: middle, sweep, .. } => Self::arc(from, to, sub(middle, center), sweep),
        }
    }

    pub fn line(from: Vec2, to: Vec2) -> Option<Self> {
        let way = sub(to, from);
        let length = norm(way);
        let curve = Curve::Line { along: scale(way, 1.0 / length), length };
        (length > 0.0).then_some(Self { from, to, curve })
    }

    pub fn arc(from: Vec2, to: Vec2, center: Vec2, sweep: f64) -> Option<Self> {
        let start = sub(from, center);
        let radius = norm(start);
        let arc = Arc {
            center,
            radius,
            way: sweep.signum(),
            start,
            end: sub(to, center),
            middle: rotate_by(scale(start, 1.0 / radius), sweep / 2.0),
            angle: sweep.abs(),
        };
        (radius > 0.0 && sweep != 0.0).then_some(Self { from, to, curve: Curve::Arc(arc) })
    }

    /// Seen from another frame.
    #[inline]
    pub fn moved(&self, motion: &Motion) -> Self {
        let turned = |v| rotate(motion.turn, v);
        let curve = match self.curve {
            Curve::Line { along, length } => Curve::Line { along: turned(along), length },
            Curve::Arc(arc) => Curve::Arc(Arc {
                center: motion.point(arc.center),
                start: turned(arc.start),
                end: turned(arc.end),
                middle: turned(arc.middle),
                ..arc
            }),
        };
        Self { from: motion.point(self.from), to: motion.point(self.to), curve }
    }

    /// Unit vector along it where it starts or ends.
    pub fn tangent(&self, at_end: bool) -> Vec2 {
        match &self.curve {
            Curve::Line { along, .. } => *along,
            Curve::Arc(arc) => {
                let spoke = if at_end { arc.end } else { arc.start };
                scale(perp(spoke), arc.way / norm(spoke))
            }
        }
    }

    /// Curvature, positive to the left.
    pub fn curvature(&self) -> f64 {
        match &self.curve {
            Curve::Line { .. } => 0.0,
            Curve::Arc(arc) => arc.way / arc.radius,
        }
    }

    /// Its place at a share of its length.
    #[inline]
    pub fn at(&self, share: f64) -> Vec2 {
        match &self.curve {
            Curve::Line { .. } => add_scaled(self.from, share, sub(self.to, self.from)),
            Curve::Arc(arc) if share == 0.5 => add_scaled(arc.center, arc.radius, arc.middle),
            Curve::Arc(arc) => {
                let spoke = rotate_by(arc.start, arc.way * arc.angle * share);
                [arc.center[0] + spoke[0], arc.center[1] + spoke[1]]
            }
        }
    }

    /// Unit normal into the material in its middle.
    pub fn inward(&self) -> Vec2 {
        match &self.curve {
            Curve::Line { along, .. } => perp(*along),
            Curve::Arc(arc) => scale(arc.middle, -arc.way),
        }
    }

    /// Share of it before a place on it (line: its foot).
    pub fn share(&self, place: Vec2) -> f64 {
        match &self.curve {
            Curve::Line { along, length } => dot(sub(place, self.from), *along) / length,
            Curve::Arc(arc) => arc.share(sub(place, arc.center)),
        }
    }

    /// Distance of a place whose foot is on the edge, positive on the left.
    #[inline]
    pub fn height(&self, place: Vec2) -> Option<f64> {
        match &self.curve {
            Curve::Line { along, length } => {
                let v = sub(place, self.from);
                let s = dot(v, *along);
                (s >= 0.0 && s <= *length).then(|| cross(*along, v))
            }
            Curve::Arc(arc) => {
                let v = sub(place, arc.center);
                arc.spans(v).then(|| arc.way * (arc.radius - norm(v)))
            }
        }
    }

    /// Largest `direction · p` over its places, the direction a unit vector.
    #[inline]
    pub fn extent(&self, direction: Vec2) -> f64 {
        let ends = dot(direction, self.from).max(dot(direction, self.to));
        match &self.curve {
            Curve::Arc(arc) if arc.spans(direction) => ends.max(dot(direction, arc.center) + arc.radius),
            _ => ends,
        }
    }

    /// Lowest and highest corner of the box around it.
    pub fn bounds(&self) -> [Vec2; 2] {
        match &self.curve {
            Curve::Line { .. } => {
                let (a, b) = (self.from, self.to);
                [[a[0].min(b[0]), a[1].min(b[1])], [a[0].max(b[0]), a[1].max(b[1])]]
            }
            Curve::Arc(_) => [
                [-self.extent([-1.0, 0.0]), -self.extent([0.0, -1.0])],
                [self.extent([1.0, 0.0]), self.extent([0.0, 1.0])],
            ],
        }
    }

    /// What it adds to twice the area of its loop.
    pub fn double_area(&self) -> f64 {
        let cap = match &self.curve {
            Curve::Line { .. } => 0.0,
            Curve::Arc(arc) => arc.way * arc.radius * arc.radius * (arc.angle - libm::sin(arc.angle)),
        };
        cross(self.from, self.to) + cap
    }
}

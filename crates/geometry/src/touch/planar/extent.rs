//! How far a piece of an outline reaches.

use crate::segment::Segment;
use mainspring_numerics::vec2::{cross, dot, hypot, sub};

/// A feature with its ends, in the body's frame.
#[derive(Clone, Copy, Debug)]
pub(super) enum PlanarExtent {
    /// a point by itself
    Point { at: [f64; 2] },
    Corner {
        at: [f64; 2],
        /// unit vectors along both sides, away from the corner
        leaving: [[f64; 2]; 2],
        /// of both sides
        lengths: [f64; 2],
    },
    Edge {
        from: [f64; 2],
        along: [f64; 2],
        normal: [f64; 2],
        long: f64,
        /// how far it goes on beyond both ends, under the outline's next piece where that turns towards it, m
        under: [f64; 2],
    },
    Arc {
        center: [f64; 2],
        /// negative if hollow
        radius: f64,
        middle: [f64; 2],
        half: f64,
        full: bool,
    },
}

impl PlanarExtent {
    /// Of a piece of outline, its points moved by `shift`.
    pub fn of(piece: &Segment, shift: impl Fn([f64; 2]) -> [f64; 2]) -> Self {
        match piece.cap() {
            None => {
                let way = sub(piece.to(), piece.from());
                let long = hypot(way);
                let along = [way[0] / long, way[1] / long];
                Self::Edge { from: shift(piece.from()), along, normal: [along[1], -along[0]], long, under: [0.0; 2] }
            }
            // an arc that runs clockwise has the material outside
            Some(cap) => Self::Arc {
                center: shift(cap.center),
                radius: cap.sign * cap.radius,
                middle: cap.middle,
                half: cap.half,
                full: piece.from() == piece.to(),
            },
        }
    }

    /// With its ends going on under its neighbours.
    pub fn going_under(self, by: [f64; 2]) -> Self {
        match self {
            Self::Edge { from, along, normal, long, .. } => Self::Edge { from, along, normal, long, under: by },
            other => other,
        }
    }

    /// The point that stands for it, with the radius around it.
    pub fn round(&self) -> Option<([f64; 2], f64)> {
        match *self {
            Self::Corner { at, .. } | Self::Point { at } => Some((at, 0.0)),
            Self::Arc { center, radius, .. } => Some((center, radius)),
            Self::Edge { .. } => None,
        }
    }

    /// How far inside an edge's ends the foot of `point` lies; an edge only.
    pub fn inside_edge(&self, point: [f64; 2]) -> f64 {
        match *self {
            Self::Edge { from, along, long, under, .. } => {
                let s = dot(sub(point, from), along);
                (s + under[0]).min(long + under[1] - s)
            }
            _ => f64::INFINITY,
        }
    }

    /// How far inside an arc's ends, along it, the place in `direction` from its centre lies.
    pub fn inside_arc(&self, direction: [f64; 2]) -> f64 {
        match *self {
            Self::Arc { radius, middle, half, full, .. } if !full => {
                let angle = libm::atan2(cross(middle, direction), dot(middle, direction));
                (half - angle.abs()) * radius.abs()
            }
            _ => f64::INFINITY,
        }
    }

    /// How far the foot of a point, seen from a corner, is from being on either of its sides.
    pub fn inside_cone(&self, point: [f64; 2]) -> f64 {
        match *self {
            Self::Corner { leaving, .. } => -dot(leaving[0], point).max(dot(leaving[1], point)),
            _ => f64::INFINITY,
        }
    }

    /// A circle around it: centre and radius.
    pub fn around(&self) -> ([f64; 2], f64) {
        match *self {
            Self::Corner { at, .. } | Self::Point { at } => (at, 0.0),
            Self::Edge { from, along, long, under, .. } => {
                ([0, 1].map(|i| from[i] + 0.5 * long * along[i]), 0.5 * long + under[0].max(under[1]))
            }
            Self::Arc { center, radius, middle, half, full } => {
                if full || half >= std::f64::consts::FRAC_PI_2 {
                    return (center, radius.abs());
                }
                // about the middle of the chord
                let (s, c) = libm::sincos(half);
                ([0, 1].map(|i| center[i] + radius.abs() * c * middle[i]), radius.abs() * s)
            }
        }
    }
}

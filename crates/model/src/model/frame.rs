//! Frames and markers.

use crate::model::ids::BodyId;

/// A point with axes, in a body's frame (or the world's, for the ground).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// m
    pub point: [f64; 3],
    /// planar: direction of its x axis, rad
    pub angle: f64,
    /// spatial: columns are its x, y, z axes (`axes[column][component]`); z is the joint axis, x the zero of its angle
    pub axes: [[f64; 3]; 3],
}

impl Frame {
    /// At `point`, with the body's own axes.
    #[must_use]
    pub const fn at(point: [f64; 3]) -> Self {
        Self { point, angle: 0.0, axes: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]] }
    }
}

/// A frame on a body, or on the ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Marker {
    /// None is the ground
    pub body: Option<BodyId>,
    /// where on it
    pub frame: Frame,
}

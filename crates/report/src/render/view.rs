//! From the world to pixels: the plane straight on, space in perspective; each framed so that everything is in view.

use super::style::{Camera, RenderError};
use crate::tolerances::{NEAREST, SAME_POINT, SMALLEST, VANISHING};

/// A view of the plane.
#[derive(Clone, Debug, PartialEq)]
pub struct Plane {
    /// shown at `centre`, m
    pub middle: [f64; 2],
    /// px per m
    pub scale: f64,
    /// px
    pub centre: [f64; 2],
}

impl Plane {
    /// All points within the box `inner` (left, top, right, bottom, px), as large as may be.
    pub(crate) fn framing(
        points: &[[f64; 3]],
        camera: Option<Camera>,
        inner: [f64; 4],
        size: [u32; 2],
    ) -> Result<Self, RenderError> {
        let [left, top, right, bottom] = inner;
        let centre = [0.5 * (left + right), 0.5 * (top + bottom)];
        if let Some(camera) = camera {
            let (middle, width) = camera.in_plane()?;
            return Ok(Self { middle, scale: f64::from(size[0]) / width, centre });
        }
        let (low, high) = bounds(points.iter().map(|p| [p[0], p[1], 0.0]));
        let (width, height) = (high[0] - low[0], high[1] - low[1]);
        let size = width.max(height);
        // a point that stands still has no size of its own: a metre round it
        let smallest = SAME_POINT * low.iter().chain(&high).fold(0.0, |m: f64, c| m.max(c.abs()));
        let scale = if size > smallest {
            ((right - left).max(1.0) / width.max(SMALLEST)).min((bottom - top).max(1.0) / height.max(SMALLEST))
        } else {
            (right - left).max(1.0)
        };
        Ok(Self { middle: [0.5 * (low[0] + high[0]), 0.5 * (low[1] + high[1])], scale, centre })
    }

    /// Where a point is, px.
    #[must_use]
    pub fn at(&self, p: [f64; 3]) -> [f64; 2] {
        let [x, y] = [self.scale * (p[0] - self.middle[0]), self.scale * (p[1] - self.middle[1])];
        [self.centre[0] + x, self.centre[1] - y]
    }
}

/// A view of space in perspective.
#[derive(Clone, Debug, PartialEq)]
pub struct Space {
    /// shown at `centre`, m
    pub target: [f64; 3],
    /// of the picture, in world axes
    pub right: [f64; 3],
    /// of the picture, in world axes
    pub up: [f64; 3],
    /// to the viewer, in world axes
    pub toward: [f64; 3],
    /// of the viewer from the target, m
    pub distance: f64,
    /// px
    pub focal: f64,
    /// px
    pub centre: [f64; 2],
    /// against gravity
    pub sky: [f64; 3],
    /// height of the ground along `sky`, m
    pub ground: f64,
    /// middle of what stands on it, m
    pub footprint: [f64; 3],
    /// largest extent of what is framed, m
    pub extent: f64,
}

impl Space {
    /// All points within the box `inner` (left, top, right, bottom, px), as near as may be.
    pub(crate) fn framing(
        points: &[[f64; 3]],
        gravity: [f64; 3],
        camera: Option<Camera>,
        inner: [f64; 4],
        _size: [u32; 2],
    ) -> Result<Self, RenderError> {
        let (azimuth, elevation, distance) = camera.unwrap_or(Camera::ISO).in_space()?;
        let sky = unit(gravity.map(|g| -g)).unwrap_or([0.0, 0.0, 1.0]);
        let [left, top, right, bottom] = inner;
        let centre = [0.5 * (left + right), 0.5 * (top + bottom)];
        let half = [0.5 * (right - left).max(1.0), 0.5 * (bottom - top).max(1.0)];
        let focal = 4.0 * half[1];
        let (right, toward) = directions(sky, azimuth, elevation);
        let up = cross(toward, right);
        let (low, high) = bounds(points.iter().copied());
        let largest = (0..3).map(|i| high[i] - low[i]).fold(0.0, f64::max);
        let smallest = SAME_POINT * low.iter().chain(&high).fold(0.0, |m: f64, c| m.max(c.abs()));
        let extent = if largest > smallest { largest } else { 1.0 };
        let target = [0, 1, 2].map(|i| 0.5 * (low[i] + high[i]));
        let ground = points.iter().map(|p| dot(*p, sky)).fold(f64::INFINITY, f64::min);
        let mut view =
            Self { target, right, up, toward, distance: 1.0, focal, centre, sky, ground, footprint: target, extent };
        for _ in 0..6 {
            view.distance = points.iter().map(|p| view.needed(*p, half)).fold(0.6 * extent, f64::max);
            // the middle of what is seen to the middle of the picture
            let (low, high) = bounds(points.iter().filter_map(|p| view.at(*p)));
            let shift = [0, 1].map(|i| (0.5 * (low[i] + high[i]) - centre[i]) * view.distance / focal);
            view.target = [0, 1, 2].map(|i| view.target[i] + shift[0] * right[i] - shift[1] * up[i]);
        }
        view.distance = points.iter().map(|p| view.needed(*p, half)).fold(0.6 * extent, f64::max);
        if let Some(distance) = distance {
            view.distance = distance;
        }
        Ok(view)
    }

    /// How far away a viewer must be to have a point within half a picture of this size, m.
    fn needed(&self, p: [f64; 3], half: [f64; 2]) -> f64 {
        let [x, y, z] = self.seen(p);
        z + (x.abs() * self.focal / half[0]).max(y.abs() * self.focal / half[1])
    }

    /// In the picture's axes from the target, m: right, up, to the viewer.
    fn seen(&self, p: [f64; 3]) -> [f64; 3] {
        let d = [0, 1, 2].map(|i| p[i] - self.target[i]);
        [dot(d, self.right), dot(d, self.up), dot(d, self.toward)]
    }

    /// Where a point is, px, and one over its distance, 1/m; none if it is behind the viewer.
    #[must_use]
    pub fn at(&self, p: [f64; 3]) -> Option<[f64; 3]> {
        let [x, y, z] = self.seen(p);
        let away = self.distance - z;
        if away.is_nan() || away <= NEAREST * self.distance {
            return None;
        }
        Some([self.centre[0] + self.focal * x / away, self.centre[1] - self.focal * y / away, 1.0 / away])
    }

    /// Metres that a pixel is wide at a point.
    #[must_use]
    pub fn metres(&self, p: [f64; 3]) -> f64 {
        (self.distance - self.seen(p)[2]).max(NEAREST * self.distance) / self.focal
    }

    /// The point of the ground below or above a point.
    #[must_use]
    pub fn grounded(&self, p: [f64; 3]) -> [f64; 3] {
        let over = dot(p, self.sky) - self.ground;
        [0, 1, 2].map(|i| p[i] - over * self.sky[i])
    }
}

/// The picture's right and the direction to the viewer.
fn directions(sky: [f64; 3], azimuth: f64, elevation: f64) -> ([f64; 3], [f64; 3]) {
    // from the front x points right, unless x points up
    let across = if sky[0].abs() > 0.9 { [0.0, 1.0, 0.0] } else { [1.0, 0.0, 0.0] };
    let lean = dot(across, sky);
    let level = unit([0, 1, 2].map(|i| across[i] - lean * sky[i])).unwrap_or([1.0, 0.0, 0.0]);
    let back = cross(level, sky);
    let (sin, cos) = (libm::sin(azimuth), libm::cos(azimuth));
    let right = [0, 1, 2].map(|i| cos * level[i] - sin * back[i]);
    let (rise, out) = (libm::sin(elevation), libm::cos(elevation));
    let toward = [0, 1, 2].map(|i| out * (cos * back[i] + sin * level[i]) + rise * sky[i]);
    (right, toward)
}

fn bounds(points: impl Iterator<Item = [f64; 3]>) -> ([f64; 3], [f64; 3]) {
    let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
    for p in points {
        for i in 0..3 {
            (low[i], high[i]) = (low[i].min(p[i]), high[i].max(p[i]));
        }
    }
    (low, high)
}

pub(crate) fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(crate) fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// Of length one; none for a vector too short or not finite.
pub(crate) fn unit(a: [f64; 3]) -> Option<[f64; 3]> {
    let largest = a.iter().fold(0.0, |m: f64, c| m.max(c.abs()));
    if !largest.is_finite() || largest < VANISHING {
        return None;
    }
    let a = a.map(|c| c / largest);
    let length = dot(a, a).sqrt();
    Some(a.map(|c| c / length))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const INNER: [f64; 4] = [40.0, 60.0, 600.0, 430.0];

    fn cloud() -> impl Strategy<Value = Vec<[f64; 3]>> {
        (-9.0..9.0_f64, prop::collection::vec(prop::array::uniform3(-1.0..1.0_f64), 2..40)).prop_map(
            |(power, points)| {
                let size = libm::exp10(power);
                points.into_iter().map(|p| p.map(|c| size * c)).collect()
            },
        )
    }

    proptest! {
        /// In the plane everything is within the box and at least one side of it is touched.
        #[test]
        fn the_plane_is_framed_tightly(points in cloud()) {
            let view = Plane::framing(&points, None, INNER, [640, 480]).unwrap();
            let seen: Vec<[f64; 2]> = points.iter().map(|p| view.at(*p)).collect();
            let [left, top, right, bottom] = INNER;
            for [x, y] in &seen {
                prop_assert!(*x > left - 1e-6 && *x < right + 1e-6 && *y > top - 1e-6 && *y < bottom + 1e-6);
            }
            let width = |i: usize| {
                seen.iter().map(|p| p[i]).fold(f64::NEG_INFINITY, f64::max)
                    - seen.iter().map(|p| p[i]).fold(f64::INFINITY, f64::min)
            };
            prop_assert!((width(0) - (right - left)).abs() < 1e-6 || (width(1) - (bottom - top)).abs() < 1e-6);
        }

        /// In space everything is within the box, from any direction, and fills at least 6/10 of it one way.
        #[test]
        fn space_is_framed(points in cloud(), azimuth in -4.0..4.0_f64, elevation in -1.5..1.5_f64) {
            let camera = Camera::Around { azimuth, elevation, distance: None };
            let view = Space::framing(&points, [0.0, 0.0, -9.81], Some(camera), INNER, [640, 480]).unwrap();
            let seen: Vec<[f64; 3]> = points.iter().map(|p| view.at(*p).unwrap()).collect();
            let [left, top, right, bottom] = INNER;
            for [x, y, near] in &seen {
                prop_assert!(*x > left - 0.1 && *x < right + 0.1 && *y > top - 0.1 && *y < bottom + 0.1);
                prop_assert!(*near > 0.0);
            }
        }

        /// Seen from anywhere the axes of the picture are square to each other and right-handed.
        #[test]
        fn views_are_right_handed(sky in prop::array::uniform3(-1.0..1.0_f64), azimuth in -4.0..4.0_f64, elevation in -1.57..1.57_f64) {
            prop_assume!(dot(sky, sky) > 0.01);
            let sky = unit(sky).unwrap();
            let (right, toward) = directions(sky, azimuth, elevation);
            let up = cross(toward, right);
            prop_assert!(dot(right, toward).abs() < 1e-12 && (dot(right, right) - 1.0).abs() < 1e-12);
            prop_assert!((dot(up, up) - 1.0).abs() < 1e-12 && dot(up, sky) > -1e-12);
            prop_assert!(dot(cross(right, up), toward) > 0.999);
        }
    }

    #[test]
    fn front_shows_x_to_the_right_and_the_sky_above() {
        for (gravity, up) in [([0.0, 0.0, -9.81], [0.0, 0.0, 1.0]), ([0.0, -9.81, 0.0], [0.0, 1.0, 0.0])] {
            let points = [[-1.0; 3], [1.0; 3]];
            let camera = "front".parse().unwrap();
            let view = Space::framing(&points, gravity, Some(camera), INNER, [640, 480]).unwrap();
            let [o, x, y] = [[0.0; 3], [0.5, 0.0, 0.0], up.map(|c: f64| 0.5 * c)].map(|p| view.at(p).unwrap());
            assert!(x[0] > o[0] + 10.0 && (x[1] - o[1]).abs() < 1e-9);
            assert!(y[1] < o[1] - 10.0 && (y[0] - o[0]).abs() < 1e-9);
        }
    }
}

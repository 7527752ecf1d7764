//! What the caller chooses about a picture, and what can be wrong with it.

use std::str::FromStr;

/// Choices; `default()` is a light picture of 960 × 720 pixels with title and grid.
#[derive(Clone, Debug, PartialEq)]
pub struct PictureStyle {
    /// width and height, px; 16 to 8192
    pub size: [u32; 2],
    /// light on dark
    pub dark: bool,
    /// no paper behind the mechanism
    pub transparent: bool,
    /// scene name at the top
    pub title: bool,
    /// grid and its scale
    pub grid: bool,
    /// time stamp
    pub clock: bool,
    /// force arrows with their scale
    pub forces: bool,
    /// points to trace: `body` (its centre of mass) or `body.point`
    pub traces: Vec<String>,
    /// none: everything in view
    pub camera: Option<Camera>,
    /// first moment shown, s; none: the run's first
    pub from: Option<f64>,
    /// last moment shown, s; none: the run's last
    pub to: Option<f64>,
}

impl Default for PictureStyle {
    fn default() -> Self {
        Self {
            size: [960, 720],
            dark: false,
            transparent: false,
            title: true,
            grid: true,
            clock: true,
            forces: false,
            traces: Vec::new(),
            camera: None,
            from: None,
            to: None,
        }
    }
}

/// From where a mechanism is seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Camera {
    /// the plane, with this point (m) in the middle and so many metres across
    Plane {
        /// m
        middle: [f64; 2],
        /// m
        width: f64,
    },
    /// space, from this direction
    Around {
        /// about the upward axis, from the front to the right, rad
        azimuth: f64,
        /// above the ground, rad
        elevation: f64,
        /// from the middle of the mechanism, m; none: everything in view
        distance: Option<f64>,
    },
}

impl Camera {
    /// From the front left and above: the usual view of a solid.
    pub const ISO: Self = Self::Around { azimuth: -0.6, elevation: 0.42, distance: None };
}

impl FromStr for Camera {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        use core::f64::consts::FRAC_PI_2;
        let around = |azimuth, elevation| Ok(Self::Around { azimuth, elevation, distance: None });
        match text.trim() {
            "iso" => return Ok(Self::ISO),
            "front" => return around(0.0, 0.0),
            "side" => return around(FRAC_PI_2, 0.0),
            "top" => return around(0.0, FRAC_PI_2),
            _ => {}
        }
        let wrong = || {
            format!(
                "`{text}` is no camera: it is `iso`, `front`, `side` or `top`, or `x,y,width` in metres in the plane, \
                 or `azimuth,elevation[,distance]` in degrees and metres in space"
            )
        };
        let numbers: Result<Vec<f64>, _> = text.split(',').map(|n| n.trim().parse::<f64>()).collect();
        let numbers = numbers.map_err(|_| wrong())?;
        if numbers.iter().any(|n| !n.is_finite() || n.abs() > 1e15) {
            return Err(wrong());
        }
        match numbers.as_slice() {
            // which of the two is meant is known when the scene is: see `in_plane` and `in_space`
            [x, y, width] if *width > 0.0 => Ok(Self::Plane { middle: [*x, *y], width: *width }),
            [azimuth, elevation] if elevation.abs() <= 90.0 => around(azimuth.to_radians(), elevation.to_radians()),
            _ => Err(wrong()),
        }
    }
}

impl Camera {
    /// As meant for a planar scene: middle and width, m.
    pub(crate) fn in_plane(self) -> Result<([f64; 2], f64), RenderError> {
        match self {
            Self::Plane { middle, width } => Ok((middle, width)),
            Self::Around { .. } => Err(RenderError::Camera {
                given: "a direction",
                space: "planar",
                fix: "`x,y,width` in metres, as in `0,-0.5,2`",
            }),
        }
    }

    /// As meant for a spatial scene: azimuth and elevation, rad, and distance, m. Three numbers are a direction here.
    pub(crate) fn in_space(self) -> Result<(f64, f64, Option<f64>), RenderError> {
        match self {
            Self::Around { azimuth, elevation, distance } => Ok((azimuth, elevation, distance)),
            Self::Plane { middle: [azimuth, elevation], width } if elevation.abs() <= 90.0 => {
                Ok((azimuth.to_radians(), elevation.to_radians(), Some(width)))
            }
            Self::Plane { .. } => Err(RenderError::Camera {
                given: "an elevation beyond 90°",
                space: "spatial",
                fix: "`azimuth,elevation,distance`, as in `30,20,1.5`",
            }),
        }
    }
}

/// Why there is no picture.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RenderError {
    /// nothing was recorded to draw
    #[error("there is nothing to draw: {0}")]
    Nothing(&'static str),
    /// a picture of no size, or too large
    #[error("a picture of {0}×{1} pixels cannot be made: width and height must lie between 16 and 8192")]
    Size(u32, u32),
    /// a traced point is not there
    #[error("there is no point `{wanted}` to trace; {known}")]
    Trace {
        /// as requested
        wanted: String,
        /// what there is
        known: String,
    },
    /// the camera does not go with the scene
    #[error("the camera is given as {given}, but the scene is {space}: give {fix}")]
    Camera {
        /// what was given
        given: &'static str,
        /// `planar` or `spatial`
        space: &'static str,
        /// what would do
        fix: &'static str,
    },
    /// the span requested is empty or not in the run
    #[error("the run goes from {first} s to {last} s, and the span asked for from {from} s to {to} s: {cause}")]
    Span {
        /// of the run, s
        first: f64,
        /// of the run, s
        last: f64,
        /// requested, s
        from: f64,
        /// requested, s
        to: f64,
        /// what is wrong with it
        cause: &'static str,
    },
    /// too long a movie
    #[error("the movie would have {frames} frames of {width}×{height} pixels: {fix}")]
    TooLong {
        /// how many
        frames: f64,
        /// px
        width: u32,
        /// px
        height: u32,
        /// what to do
        fix: &'static str,
    },
    /// an encoder or file failed
    #[error("cannot write the picture: {0}")]
    Write(String),
    /// asked to stop
    #[error("stopped")]
    Stopped,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cameras_are_read() {
        assert_eq!("iso".parse(), Ok(Camera::ISO));
        assert_eq!("0, -0.5,2".parse(), Ok(Camera::Plane { middle: [0.0, -0.5], width: 2.0 }));
        let Ok((azimuth, elevation, None)) = "90,45".parse::<Camera>().unwrap().in_space() else { panic!() };
        assert!((azimuth - core::f64::consts::FRAC_PI_2).abs() < 1e-15);
        assert!((elevation - core::f64::consts::FRAC_PI_4).abs() < 1e-15);
        let three = "90,45,3".parse::<Camera>().unwrap();
        assert_eq!(three.in_space().unwrap().2, Some(3.0));
        for wrong in ["", "1", "1,2,3,4", "a,b", "nan,0", "0,0,0", "0,0,-1", "0,91", "inf,1,1", "isometric"] {
            assert!(wrong.parse::<Camera>().is_err(), "{wrong}");
        }
        assert!("front".parse::<Camera>().unwrap().in_plane().is_err());
        assert!("0,91,1".parse::<Camera>().unwrap().in_space().is_err());
    }
}

//! A part in a squeeze field: halving lines, moment and potential at every orientation.

use super::StrategyError;
use super::bisector::{Scratch, bisect};
use super::contour::Contour;
use mainspring_geometry::Region;

/// A part in a squeeze field; made once for each shape.
#[derive(Clone, Debug)]
pub struct Squeeze {
    pub(super) contour: Contour,
}

/// The line that halves a part's area, where the squeeze line lies when the part is in translational equilibrium. All
/// points are in the frame of the part's region.
#[derive(Clone, Debug, PartialEq)]
pub struct Bisector {
    /// direction of the line in the region's frame (rad)
    pub direction: f64,
    /// the pieces of the line inside the part, in its direction (m)
    pub chord: Vec<[[f64; 2]; 2]>,
    /// centres of area left and right of the line (m)
    pub centers: [[f64; 2]; 2],
}

impl Squeeze {
    /// The part with this outline and uniform density; its centre of area is where moments are taken.
    ///
    /// # Errors
    /// A part without sensible size, or so thin that its area drowns in rounding.
    pub fn of(region: &Region) -> Result<Self, StrategyError> {
        Ok(Self { contour: Contour::of(region)? })
    }

    /// Centre of area in the region's frame (m).
    #[must_use]
    pub fn center(&self) -> [f64; 2] {
        self.contour.center
    }

    /// Area (m²).
    #[must_use]
    pub fn area(&self) -> f64 {
        self.contour.area * self.square()
    }

    /// Moment about the centre at an orientation (rad), per unit of the field's density (m³), counter-clockwise.
    #[must_use]
    pub fn moment(&self, angle: f64) -> f64 {
        -2.0 * bisect(&self.contour, -angle, &mut Scratch::default()).g * self.cube()
    }

    /// Derivative of the moment with respect to orientation (m³/rad).
    #[must_use]
    pub fn moment_slope(&self, angle: f64) -> f64 {
        2.0 * bisect(&self.contour, -angle, &mut Scratch::default()).slope * self.cube()
    }

    /// Potential at an orientation in translational equilibrium (m³): ∫ distance from the line over the part. The moment
    /// is its negative derivative.
    #[must_use]
    pub fn potential(&self, angle: f64) -> f64 {
        2.0 * bisect(&self.contour, -angle, &mut Scratch::default()).h * self.cube()
    }

    /// The halving line at an orientation (rad).
    #[must_use]
    pub fn bisector(&self, angle: f64) -> Bisector {
        let mut scratch = Scratch::default();
        let cut = bisect(&self.contour, -angle, &mut scratch);
        let place = |p: [f64; 2]| {
            let p = cut.axes.back(p);
            [0, 1].map(|i| self.contour.center[i] + self.contour.radius * p[i])
        };
        let half = 0.5 * self.contour.area;
        let left = [cut.g / half, cut.h / half];
        Bisector {
            direction: -angle,
            chord: scratch.chord().iter().map(|s| [place([s[0], cut.offset]), place([s[1], cut.offset])]).collect(),
            centers: [place(left), place([-left[0], -left[1]])],
        }
    }

    fn square(&self) -> f64 {
        self.contour.radius * self.contour.radius
    }

    pub(super) fn cube(&self) -> f64 {
        self.square() * self.contour.radius
    }
}

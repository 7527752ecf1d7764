//! What the sweep is asked: a root that translates, pawls hinged on it, polygons in the way; all of it exact.

use crate::numbers::Rational;

/// A point or vector with exact coordinates.
pub type Place = [Rational; 2];

/// An angle through its half-angle tangent: θ = π · sheet + 2 atan(half), with |half| ≤ 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Angle {
    /// How many half turns the angle is nearest to.
    pub sheet: i32,
    /// tan((θ − π · sheet)/2).
    pub half: Rational,
}

impl Angle {
    /// No turn at all.
    #[must_use]
    pub fn zero() -> Self {
        Self { sheet: 0, half: Rational::ZERO }
    }

    /// An angle in radians, by the number nearest to its half-angle tangent.
    ///
    /// # Panics
    /// Never for a finite angle below 10⁹ rad.
    #[must_use]
    pub fn radians(angle: f64) -> Self {
        let sheet = libm::rint(angle / std::f64::consts::PI);
        let rest = angle - sheet * std::f64::consts::PI;
        #[expect(clippy::cast_possible_truncation, reason = "an angle of some turns")]
        Self { sheet: sheet as i32, half: crate::numbers::rational(libm::tan(rest / 2.0)) }
    }

    /// The angle in radians.
    #[must_use]
    pub fn to_radians(&self) -> f64 {
        f64::from(self.sheet) * std::f64::consts::PI + 2.0 * libm::atan(crate::numbers::to_interval(&self.half).mid())
    }

    /// cos and sin, exactly.
    #[must_use]
    pub fn cos_sin(&self) -> Place {
        let square = &self.half * &self.half;
        let below = Rational::ONE + &square;
        let sign = Rational::from(if self.sheet.rem_euclid(2) == 1 { -1 } else { 1 });
        let cos = &sign * (Rational::ONE - square) / &below;
        let sin = sign * Rational::from(2) * &self.half / below;
        [cos, sin]
    }
}

/// A polygon that stands still, with any number of holes; polygons may overlap.
#[derive(Clone, Debug)]
pub struct Obstacle {
    /// Its name in the scene.
    pub name: String,
    /// Its outline first, then its holes; either sense of turning.
    pub rings: Vec<Vec<Place>>,
}

/// A rigid pawl on a torsion spring at a hinge of the root.
#[derive(Clone, Debug)]
pub struct Pawl {
    /// Its name in the scene.
    pub name: String,
    /// The hinge at the start, in the fixed frame.
    pub hinge: Place,
    /// Its outline in the frame of the hinge, drawn where the spring is relaxed (θ = 0).
    pub outline: Vec<Place>,
    /// Torque of the spring over angle, N·m/rad; above 0.
    pub stiffness: f64,
    /// Coefficient of friction with the obstacles; 0 or more.
    pub friction: Rational,
    /// θ at the start.
    pub start: Angle,
}

/// One question: what happens while the root translates.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Velocity of the root; not zero.
    pub velocity: Place,
    /// What stands in the way.
    pub obstacles: Vec<Obstacle>,
    /// What is hinged on the root; they do not touch each other.
    pub pawls: Vec<Pawl>,
    /// Outline of the root at the start, in the fixed frame, if the root's own hit is to end the motion.
    pub root: Option<Vec<Place>>,
    /// How long the root moves; above 0.
    pub end: Rational,
}

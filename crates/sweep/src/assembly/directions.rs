//! How far the direction of approach may be off.
//!
//! A direction turned by φ is one more dimension, u = tan(φ/2): v cos φ + Jv sin φ with cos φ = (1 − u²)/(1 + u²) and
//! sin φ = 2u/(1 + u²), all rational. The worst case over it says for which directions the mechanism surely goes through.

use super::affine::{Affine, Scalar};
use super::design::{Design, DesignFault, Dimension};
use super::sketch::{Bounded, Sketch};
use super::worst::{Effort, Verdict, Worst, worst_case};
use crate::numbers::{Rational, rational, to_f64};
use crate::problem::Problem;

/// What is proved of directions of approach.
#[derive(Clone, Debug, PartialEq)]
pub struct Directions {
    /// Ranges of directions against the one drawn, rad, all of which are proved to go all the way; ascending. At a
    /// direction along an edge that is slid on a sliver is left between two of them.
    pub proved: Vec<(f64, f64)>,
    /// The whole study; its dimension is tan(φ/2).
    pub worst: Worst,
}

struct Turned<'a> {
    drawn: &'a Problem,
    sketch: Sketch<Rational>,
    dimensions: Vec<Dimension>,
}

/// A velocity turned by the angle whose half has the tangent u.
fn turned<S: Scalar>(velocity: &[Rational; 2], u: &S) -> Option<[S; 2]> {
    let one = S::number(Rational::ONE);
    let square = u.times(u);
    let below = one.plus(&square);
    let (c, s) = (one.minus(&square).over(&below)?, u.plus(u).over(&below)?);
    let v = [S::number(velocity[0].clone()), S::number(velocity[1].clone())];
    Some([v[0].times(&c).minus(&v[1].times(&s)), v[1].times(&c).plus(&v[0].times(&s))])
}

impl Design for Turned<'_> {
    fn dimensions(&self) -> &[Dimension] {
        &self.dimensions
    }

    fn problem(&self, values: &[Rational]) -> Result<Problem, String> {
        let mut problem = self.drawn.clone();
        let u = values.first().ok_or("no direction")?;
        problem.velocity = turned(&self.drawn.velocity, u).ok_or("no direction")?;
        Ok(problem)
    }
}

impl Bounded for Turned<'_> {
    fn sketch(&self, values: &[Affine]) -> Result<Sketch<Affine>, String> {
        let mut sketch = self.sketch.map(|x| Affine::number(x.clone()));
        let u = values.first().ok_or("no direction")?;
        sketch.velocity = turned(&self.drawn.velocity, u).ok_or("a range of directions that is too wide")?;
        Ok(sketch)
    }
}

/// Which directions within `half_angle` (rad) of the one drawn go all the way for certain.
///
/// # Errors
/// An angle that is not between 0 and a quarter turn, or a pawl that does not start relaxed.
pub fn directions_proved(problem: &Problem, half_angle: f64, effort: Effort) -> Result<Directions, DesignFault> {
    if !(half_angle > 0.0 && half_angle < std::f64::consts::FRAC_PI_2) {
        let text = "the half angle of the directions must be above 0 and below a quarter turn";
        return Err(DesignFault::Given(text.to_owned()));
    }
    let relaxed =
        || DesignFault::Given("directions are proved for pawls that start relaxed (start angle 0)".to_owned());
    let sketch = Sketch::of(problem).ok_or_else(relaxed)?;
    let name = "tan(φ/2) of the direction".to_owned();
    let dimensions = vec![Dimension { name, unit: String::new(), nominal: Rational::ZERO }];
    let limit = rational(libm::tan(0.5 * half_angle));
    let design = Turned { drawn: problem, sketch, dimensions };
    let worst = worst_case(&design, &[(-&limit, limit)], effort)?;
    let mut ranges: Vec<(Rational, Rational)> = Vec::new();
    for cell in worst.cells.iter().filter(|c| matches!(c.verdict, Verdict::Passes(_))) {
        let (lo, hi) = cell.ranges[0].clone();
        match ranges.last_mut() {
            Some(last) if last.1 == lo => last.1 = hi,
            _ => ranges.push((lo, hi)),
        }
    }
    let angle = |u: &Rational| 2.0 * libm::atan(to_f64(u));
    Ok(Directions { proved: ranges.iter().map(|(lo, hi)| (angle(lo), angle(hi))).collect(), worst })
}

//! What static friction makes of equilibria: ranges of orientations in which a part stays.
//!
//! A part in translational equilibrium feels a moment alone. It stays put iff the wrench (0, 0, M) lies inside the static
//! limit surface. For friction that is alike in all directions and of uniform traction τ = μ_s p this means |M| ≤ τ min D,
//! D the integral of the distance from a point over the part (see `distance`): the same bound at every orientation, so that
//! the ends of the ranges are again roots of the moment less a constant, all of which are found.

use super::StrategyError;
use super::bisector::Scratch;
use super::distance::Distances;
use super::equilibria::{Equilibrium, Stability, half_turn};
use super::roots::roots;
use super::squeeze::Squeeze;
use crate::footprint::Footprint;
use crate::friction::{Ground, Under};
use crate::friction_footprint::FrictionFootprint;
use crate::limit_surface::limit_surface_load;
use crate::tolerances::REST_END;
use crate::wrench::Wrench;
use mainspring_numerics::roots::bisect_to_width;
use std::f64::consts::PI;

/// Steps of a half turn in which ranges are looked for when what friction holds depends on orientation.
const STEPS: usize = 1440;

/// A range of orientations in which friction holds the part against the field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rest {
    /// first (rad, 0 ≤ from < π)
    pub from: f64,
    /// last (rad, from ≤ to, may exceed π)
    pub to: f64,
    /// stable: parts turn into it at both ends; unstable: only parts that start in it stay; passing: into it at one end and
    /// away at the other; neutral: every orientation
    pub stability: Stability,
}

impl Squeeze {
    /// The largest moment (N·m) that dry friction of the given traction μ_s·p (N/m²) holds without a force.
    ///
    /// # Errors
    /// A traction that is no number or negative.
    pub fn holding_moment(&self, traction: f64) -> Result<f64, StrategyError> {
        let traction = checked("friction traction", traction, 0.0)?;
        Ok(traction * Distances::of(&self.region)?.median().1)
    }

    /// Orientations in which the part stays on `ground` in a field of density `density` (N/m²), the squeeze
    /// line at angle `line` (rad) in the world, which matters if the ground has a grain.
    ///
    /// # Errors
    /// A ground or other arguments out of range, a part too nearly round.
    pub fn rest_on(&self, ground: &Ground, density: f64, line: f64) -> Result<Vec<Rest>, StrategyError> {
        ground.check()?;
        if !line.is_finite() {
            return Err(StrategyError::Argument { what: "angle of the line", must: "a finite number", value: line });
        }
        let sole = FrictionFootprint::new(&Footprint::new(&self.region, self.center()));
        let gauge = |angle: f64, moment: f64| {
            let (sin, cos) = libm::sincos(line + angle);
            let under = Under::Whole { footprint: &sole, heading: [cos, sin] };
            limit_surface_load(ground, under, Wrench { force: [0.0; 2], torque: moment }).0
        };
        // the gauge is of degree one; without dry friction it is infinite
        if ground.grain.is_none() {
            self.rest_intervals(density, 1.0 / gauge(0.0, 1.0))
        } else {
            self.rest_intervals_where(density, gauge)
        }
    }

    /// Orientations in which a moment of up to `held` (N·m) is held in a field of density `density` (N/m²), in order.
    ///
    /// # Errors
    /// Arguments that are no numbers or have the wrong sign, a part too nearly round.
    pub fn rest_intervals(&self, density: f64, held: f64) -> Result<Vec<Rest>, StrategyError> {
        let density = checked("field density", density, f64::MIN_POSITIVE)?;
        let held = checked("moment held", held, 0.0)?;
        if held == 0.0 {
            let range = |e: &Equilibrium| {
                let from = half_turn(e.angle - 0.5 * e.width);
                Rest { from, to: from + e.width, stability: e.stability }
            };
            return Ok(self.equilibria()?.iter().map(range).collect());
        }
        let level = held / (2.0 * density * self.cube());
        let mut scratch = Scratch::default();
        let mut ends: Vec<f64> = Vec::new();
        for level in [level, -level] {
            for root in roots(&self.contour, level, &mut scratch)? {
                ends.extend([-root.start(), -root.end()]);
            }
        }
        let gauge = |_: f64, moment: f64| moment.abs() / held;
        Ok(self.between(ends, density, &gauge))
    }

    /// As [`Squeeze::rest_intervals`] where what friction holds depends on orientation: `gauge(orientation, moment)` is at
    /// most 1 where the moment (N·m) is held. Ranges are looked for at every equilibrium and every eighth of a degree; one
    /// narrower than that and away from equilibria may be missed.
    ///
    /// # Errors
    /// A density that is no number or not positive, a part too nearly round.
    pub fn rest_intervals_where(
        &self,
        density: f64,
        gauge: impl Fn(f64, f64) -> f64,
    ) -> Result<Vec<Rest>, StrategyError> {
        let density = checked("field density", density, f64::MIN_POSITIVE)?;
        let holds = |angle: f64| gauge(angle, density * self.moment(angle)) <= 1.0;
        let mut marks: Vec<f64> = (0..STEPS).map(|i| PI * i as f64 / STEPS as f64).collect();
        marks.extend(self.equilibria()?.iter().map(|e| e.angle));
        marks.sort_by(f64::total_cmp);
        let mut ends = Vec::new();
        for i in 0..marks.len() {
            let (low, high) = (marks[i], if i + 1 < marks.len() { marks[i + 1] } else { marks[0] + PI });
            let before = holds(low);
            if before == holds(high) {
                continue;
            }
            let [low, high] = bisect_to_width(low, high, REST_END, |middle| holds(middle) == before);
            ends.push(0.5 * (low + high));
        }
        Ok(self.between(ends, density, &gauge))
    }

    /// The ranges between neighbouring `ends` in whose middle the moment is held.
    fn between(&self, ends: Vec<f64>, density: f64, gauge: &dyn Fn(f64, f64) -> f64) -> Vec<Rest> {
        let mut ends: Vec<f64> = ends.into_iter().map(half_turn).collect();
        ends.sort_by(f64::total_cmp);
        ends.dedup_by(|a, b| (*a - *b).abs() < REST_END);
        let holds = |angle: f64| gauge(angle, density * self.moment(angle)) <= 1.0;
        if ends.is_empty() {
            let everywhere = Rest { from: 0.0, to: PI, stability: Stability::Neutral };
            return if holds(1.0) { vec![everywhere] } else { Vec::new() };
        }
        let mut rests = Vec::new();
        for i in 0..ends.len() {
            let (from, to) = (ends[i], if i + 1 < ends.len() { ends[i + 1] } else { ends[0] + PI });
            if !holds(0.5 * (from + to)) {
                continue;
            }
            let stability = match (self.moment(from) > 0.0, self.moment(to) > 0.0) {
                (true, false) => Stability::Stable,
                (false, true) => Stability::Unstable,
                _ => Stability::Passing,
            };
            rests.push(Rest { from, to, stability });
        }
        rests
    }
}

fn checked(what: &'static str, value: f64, least: f64) -> Result<f64, StrategyError> {
    if value.is_finite() && value >= least {
        return Ok(value);
    }
    let must = if least > 0.0 { "a positive finite number" } else { "a finite number, not negative" };
    Err(StrategyError::Argument { what, must, value })
}

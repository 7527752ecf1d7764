//! How viscous a surface makes a part settle without swinging, and how long a squeeze then takes.
//!
//! On a viscous surface (c per area and speed) a part of area A, polar second moment J and mass ρ per area moves by
//!   ρ J θ'' + c J θ' = f M(θ),   ρ A y'' + c A y' = −2 f L y,
//! f the density of the field, M its moment (per unit of density), y the distance from translational equilibrium, L the
//! length of the halving line's chord. Neither swings past where (c/ρ)² ≥ 4 k/m with k/m the larger of f|M'|/(ρJ) and
//! 2fL/(ρA) at any orientation: the c taken damps the stiffest of these motions critically, all others more. Where damping
//! rules
//!   θ' = f M(θ)/(c J),
//! and the time from one orientation to another is ∫ c J/(f M) dθ: logarithms at both ends, where the moment is zero, so the
//! integral is taken over the logarithm of the distance from each end.

use crate::tolerances::{CRITICAL_DAMPING, DURATION_MARGIN, SETTLED};
use mainspring_fields::strategy::{Basin, Plan, Squeeze, StrategyError, TurnFunction};
use mainspring_geometry::Region;
use std::f64::consts::PI;

/// Orientations of a half turn that are looked at for the longest chord and the largest moment.
const TURNS: usize = 360;
/// Places at which the moment is looked at towards each end of a way.
const LOOKS: usize = 160;

/// A part that settles in a squeeze field on a viscous surface.
#[derive(Clone, Debug)]
pub struct Settling<'a> {
    squeeze: &'a Squeeze,
    /// viscous friction of the surface per area (N·s/m³)
    pub viscous: f64,
    /// largest distance of its box from its centre (m)
    pub radius: f64,
    /// density of the field (N/m²)
    density: f64,
    /// polar second moment of area (m⁴)
    polar: f64,
    largest: f64,
}

impl<'a> Settling<'a> {
    /// On a surface just viscous enough, for a part of `area_density` (kg/m²) in a field of `density` (N/m²).
    ///
    /// # Errors
    /// A part too nearly round to tell its equilibria apart.
    pub fn of(squeeze: &'a Squeeze, region: &Region, density: f64, area_density: f64) -> Result<Self, StrategyError> {
        let (center, moments) = region.central_moments();
        let (low, high) = region.bounds();
        let reach = |i: usize| (high[i] - center[i]).max(center[i] - low[i]);
        let radius = libm::hypot(reach(0), reach(1));
        let polar = moments.polar();
        let steepest = squeeze.equilibria()?.iter().map(|e| e.slope.abs()).fold(0.0, f64::max);
        let turns = || (0..TURNS).map(|i| PI * i as f64 / TURNS as f64);
        let length = |piece: &[[f64; 2]; 2]| libm::hypot(piece[1][0] - piece[0][0], piece[1][1] - piece[0][1]);
        let chord = turns().map(|a| squeeze.bisector(a).chord.iter().map(length).sum()).fold(0.0, f64::max);
        let stiff = (steepest / polar).max(2.0 * chord / moments.area);
        let largest = turns().map(|a| squeeze.moment(a).abs()).fold(0.0, f64::max);
        let viscous = (CRITICAL_DAMPING * area_density * density * stiff).sqrt();
        Ok(Self { squeeze, viscous, radius, density, polar, largest })
    }

    /// How long it takes to move to the line and be held there (s): its own radius at full push, and five times the time in
    /// which the distance from the line falls by e with the shortest chord that a part as wide as it is long may have.
    #[must_use]
    pub fn moving_time(&self) -> f64 {
        6.0 * self.viscous * self.radius / self.density
    }

    /// How long it takes to turn from `away` (rad) beside the unstable end of a basin to its rest (s): `up` from its first
    /// end, else from its last.
    #[must_use]
    pub fn turning_time(&self, basin: &Basin, up: bool, away: f64) -> f64 {
        let (end, sign) = if up { (basin.from, 1.0) } else { (basin.to, -1.0) };
        let way = (basin.rest - end) * sign;
        let middle = 0.5 * way;
        // what the moment only touches is passed, slowly
        let slowest = 1e-6 * self.largest;
        let rate = |from_end: f64| self.squeeze.moment(end + sign * from_end).abs().max(slowest);
        let over = |near: f64, far: f64, rate: &dyn Fn(f64) -> f64| {
            if far <= near {
                return 0.0;
            }
            let step = libm::log(far / near) / LOOKS as f64;
            let look = |i: usize| near * libm::exp(step * i as f64);
            let height = |i: usize| look(i) / rate(look(i));
            let ends = 0.5 * (height(0) + height(LOOKS));
            step * (ends + (1..LOOKS).map(height).sum::<f64>())
        };
        let first = over(away.max(1e-9), middle, &rate);
        let left = (way - away).min(middle);
        let last = over(SETTLED, left, &|from_rest| rate(way - from_rest));
        self.viscous * self.polar / self.density * (first + last)
    }

    /// How long each squeeze of a plan lasts (s), if no start is nearer than `nearest` (rad) to an unstable equilibrium of
    /// the first.
    #[must_use]
    pub fn durations(&self, function: &TurnFunction, plan: &Plan, nearest: f64) -> Vec<f64> {
        // every orientation that a part may have before a squeeze, relative to its line; none yet: any
        let mut arriving: Vec<f64> = Vec::new();
        let mut durations = Vec::with_capacity(plan.stages.len());
        let mut line = 0.0;
        for (i, stage) in plan.stages.iter().enumerate() {
            let mut slowest = 0.0f64;
            if i == 0 {
                for basin in &function.basins {
                    let sides = [true, false].map(|up| self.turning_time(basin, up, nearest));
                    slowest = slowest.max(sides[0]).max(sides[1]);
                }
                arriving = function.basins.iter().map(|b| b.rest).collect();
            } else {
                for angle in &mut arriving {
                    let relative = *angle + line - stage.angle;
                    if let Some((basin, up, away)) = side(function, relative) {
                        slowest = slowest.max(self.turning_time(&basin, up, (0.5 * away).max(SETTLED)));
                    }
                    *angle = function.at(relative);
                }
            }
            line = stage.angle;
            durations.push(rounded_up(DURATION_MARGIN * slowest + self.moving_time()));
        }
        durations
    }
}

/// The basin an orientation lies in, from which end it turns, and how far it is from there.
fn side(function: &TurnFunction, angle: f64) -> Option<(Basin, bool, f64)> {
    function.basins.iter().find_map(|basin| {
        let inside = angle - PI * libm::floor((angle - basin.from) / PI);
        let up = inside < basin.rest;
        let away = if up { inside - basin.from } else { basin.to - inside };
        (inside < basin.to).then_some((*basin, up, away))
    })
}

/// To two digits, upwards.
fn rounded_up(time: f64) -> f64 {
    if !(time > 0.0 && time.is_finite()) {
        return time;
    }
    let power = libm::floor(libm::log10(time)) as i32 - 1;
    // a power of ten as a quotient or a product has all its digits
    let ten = libm::pow(10.0, f64::from(power.abs()));
    if power < 0 { libm::ceil(time * ten) / ten } else { libm::ceil(time / ten) * ten }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rectangle_turns_in_the_time_of_a_fine_sum() {
        let region = Region::rect(3.0, 2.0).unwrap();
        let squeeze = Squeeze::of(&region).unwrap();
        let settling = Settling::of(&squeeze, &region, 40.0, 1.0).unwrap();
        let function = squeeze.turn_function().unwrap();
        let basin = function.basins[0];
        for (up, away) in [(true, 0.01), (false, 0.3), (true, 1.0)] {
            let time = settling.turning_time(&basin, up, away);
            let (end, sign) = if up { (basin.from, 1.0) } else { (basin.to, -1.0) };
            let way = (basin.rest - end).abs() - away - SETTLED;
            let count = 100_000;
            let step = way / f64::from(count);
            let sum: f64 = (0..count)
                .map(|i| step / squeeze.moment(end + sign * (away + step * (f64::from(i) + 0.5))).abs())
                .sum();
            let fine = settling.viscous * settling.polar / settling.density * sum;
            assert!((time / fine - 1.0).abs() < 2e-3, "{up} {away}: {time} {fine}");
        }
    }

    #[test]
    fn times_are_rounded_upwards() {
        for (time, want) in [(0.0123, 0.013), (1.0, 1.0), (1.234, 1.3), (99.1, 100.0), (1234.0, 1300.0)] {
            assert!((rounded_up(time) - want).abs() < 1e-12 * want, "{time}: {}", rounded_up(time));
        }
    }

    #[test]
    fn every_orientation_has_a_side() {
        let region = Region::polygon(&[[0.0, 0.0], [3.0, 0.0], [2.0, 2.0], [0.5, 2.2]]).unwrap().0;
        let function = Squeeze::of(&region).unwrap().turn_function().unwrap();
        for i in -100..400 {
            let angle = 0.0173 * f64::from(i);
            let (basin, _, away) = side(&function, angle).unwrap();
            assert!(away >= 0.0 && away <= basin.to - basin.from);
            let off = (basin.rest - function.at(angle)) / PI;
            assert!((off - libm::round(off)).abs() < 1e-9, "{angle}");
        }
    }
}

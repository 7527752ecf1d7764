//! The turn function: where a squeeze takes a part, by the orientation it starts with.
//!
//! Overdamped motion goes with the sign of the moment, so every start between two neighbouring unstable equilibria ends at
//! the stable one between them. An equilibrium the moment only touches (`Passing`) holds nothing up for long: the part is
//! taken to go on through it.

use super::StrategyError;
use super::equilibria::{Stability, half_turn};
use super::squeeze::Squeeze;
use crate::tolerances::ALIKE;
use std::f64::consts::PI;

/// Starts that end at one stable orientation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Basin {
    /// first start, an unstable equilibrium (rad, 0 ≤ from < π)
    pub from: f64,
    /// last start, the next unstable equilibrium (rad, from < to, may exceed π)
    pub to: f64,
    /// the stable orientation between (rad, from < rest < to)
    pub rest: f64,
}

/// Where every start goes, over one half turn.
#[derive(Clone, Debug, PartialEq)]
pub struct TurnFunction {
    /// in order of `from`; each begins where the one before ends
    pub basins: Vec<Basin>,
    /// how often the function repeats itself in a half turn: 3 for an equilateral triangle, whose orientations 60° apart
    /// no sequence of squeezes tells from each other
    pub symmetry: usize,
}

impl TurnFunction {
    /// Where a start goes (rad, 0 ≤ angle < π).
    #[must_use]
    pub fn at(&self, angle: f64) -> f64 {
        let angle = half_turn(angle);
        let holds = |b: &&Basin| (b.from <= angle && angle < b.to) || (b.from <= angle + PI && angle + PI < b.to);
        // the basins cover the half turn but for rounding at its seam
        half_turn(self.basins.iter().find(holds).or(self.basins.last()).map_or(angle, |b| b.rest))
    }

    /// The function repeats itself after this angle (rad).
    #[must_use]
    pub fn period(&self) -> f64 {
        PI / self.symmetry as f64
    }
}

impl Squeeze {
    /// Where the field takes the part from every orientation.
    ///
    /// # Errors
    /// A part that the field leaves alone over a range of orientations, or too nearly round to say.
    pub fn turn_function(&self) -> Result<TurnFunction, StrategyError> {
        let equilibria = self.equilibria()?;
        let width: f64 = equilibria.iter().map(|e| e.width).sum();
        let angles = |kind| equilibria.iter().filter(move |e| e.stability == kind).map(|e| e.angle);
        let (stable, unstable): (Vec<f64>, Vec<f64>) =
            (angles(Stability::Stable).collect(), angles(Stability::Unstable).collect());
        if width > 0.0 {
            return Err(StrategyError::Neutral { width });
        }
        // signs alternate between zeros, so these do as well; anything else is noise
        if stable.is_empty() || stable.len() != unstable.len() {
            return Err(StrategyError::TooRound);
        }
        let count = unstable.len();
        let mut basins = Vec::with_capacity(count);
        for (i, from) in unstable.iter().copied().enumerate() {
            let to = if i + 1 < count { unstable[i + 1] } else { unstable[0] + PI };
            let inside = |s: f64| s > from && s < to;
            let rest = stable.iter().flat_map(|s| [*s, *s + PI]).find(|s| inside(*s));
            let Some(rest) = rest else { return Err(StrategyError::TooRound) };
            basins.push(Basin { from, to, rest });
        }
        let symmetry = (1..=count).rev().find(|k| count.is_multiple_of(*k) && repeats(&basins, *k)).unwrap_or(1);
        Ok(TurnFunction { basins, symmetry })
    }
}

/// Whether the function is the same after a `times`-th of a half turn.
fn repeats(basins: &[Basin], times: usize) -> bool {
    let count = basins.len();
    let (step, shift) = (count / times, PI / times as f64);
    (0..count).all(|i| {
        let turns = ((i + step) / count) as f64;
        let (here, there) = (basins[i], basins[(i + step) % count]);
        (there.from + PI * turns - here.from - shift).abs() < ALIKE
            && (there.rest + PI * turns - here.rest - shift).abs() < ALIKE
    })
}

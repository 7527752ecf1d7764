//! How large and how small the numbers of a sweep may be.
//!
//! Fractions have no end, but everything shown of them is a float: what is beyond these has a unit that was not meant.

use super::model::{Exact, Ring};
use super::number::to_float;
use crate::build::Builder;
use crate::run::short;
use dashu_int::{IBig, UBig};
use mainspring_definition::{Diagnostic, Span};

/// Lengths (m), speeds (m/s) and times (s) are between 10⁻³⁰ and 10³⁰.
const POWER: usize = 30;
const FIX: &str = "check its unit; nothing depends on the scale, so draw it in a size nearer to a metre";

fn most() -> Exact {
    Exact::from(IBig::from(UBig::from(10u8).pow(POWER)))
}

fn least() -> Exact {
    Exact::from_parts(1.into(), UBig::from(10u8).pow(POWER))
}

fn size(x: &Exact) -> Exact {
    if *x < Exact::ZERO { -x } else { x.clone() }
}

impl Builder<'_> {
    fn out_of_range(&mut self, span: Span, [what, unit]: [&str; 2], found: &Exact, code: &str) {
        let message = format!(
            "{what} is between 1e-{POWER} and 1e{POWER} {unit} in a sweep, found {} {unit}",
            short(to_float(found))
        );
        self.report(Diagnostic::error(code, span, message).help(FIX));
    }

    /// Whether an amount above 0 is one of a sensible size; reports if not.
    pub(super) fn sweep_amount(&mut self, amount: &Exact, span: Span, what: [&str; 2], code: &str) -> bool {
        let fits = *amount >= least() && *amount <= most();
        if !fits {
            self.out_of_range(span, what, amount, code);
        }
        fits
    }

    /// Whether a velocity that is not zero has a speed of sensible size; reports if not.
    pub(super) fn sweep_speed(&mut self, velocity: &[Exact; 2], span: Span) -> bool {
        let [x, y] = velocity.each_ref().map(size);
        // the larger component is within a factor of 1.5 of the speed
        self.sweep_amount(if x > y { &x } else { &y }, span, ["the speed of the root", "m/s"], "E0533")
    }

    /// Whether a place is not absurdly far away; reports if it is.
    pub(super) fn sweep_places(&mut self, place: &[Exact; 2], span: Span, what: &str, code: &str) -> bool {
        match place.iter().map(size).find(|x| *x > most()) {
            Some(far) => {
                let message = format!("{what} is up to 1e{POWER} m away in a sweep, found {} m", short(to_float(&far)));
                self.report(Diagnostic::error(code, span, message).help(FIX));
                false
            }
            None => true,
        }
    }

    /// Whether outlines are of a sensible size and place; reports if not.
    pub(super) fn sweep_sizes(&mut self, rings: &[Ring], span: Span) -> bool {
        for ring in rings {
            if !ring.points.iter().all(|p| self.sweep_places(p, span, "a corner", "E0535")) {
                return false;
            }
            let extent = |k: usize| {
                let all = || ring.points.iter().map(move |p| &p[k]);
                all().max().zip(all().min()).map_or(Exact::ZERO, |(high, low)| high - low)
            };
            let (wide, high) = (extent(0), extent(1));
            let larger = if wide > high { wide } else { high };
            if larger < least() {
                self.out_of_range(span, ["the size of an outline", "m"], &larger, "E0535");
                return false;
            }
        }
        true
    }
}

//! How large and how small the numbers of a sweep may be.
//!
//! Fractions have no end, but everything shown of them is a float: what is beyond these has a unit that was not meant.

use crate::context::state::Context;
use crate::settings::run::short;
use crate::sweep::number::to_float;
use dashu_int::{IBig, UBig};
use mainspring_definition::{Diagnostic, Span};
use mainspring_model::Exact;
use mainspring_model::Ring;

/// Lengths (m), speeds (m/s) and times (s) are between 10⁻³⁰ and 10³⁰.
const POWER: usize = 30;

const FIX: &str = "check its unit; nothing depends on the scale, so draw it in a size nearer to a metre";

fn out_of_range(cx: &mut Context<'_>, span: Span, [what, unit]: [&str; 2], found: &Exact, code: &str) {
    let message = format!(
        "{what} is between 1e-{POWER} and 1e{POWER} {unit} in a sweep, found {} {unit}",
        short(to_float(found))
    );
    cx.findings.report(Diagnostic::error(code, span, message).help(FIX));
}

/// Whether an amount above 0 is one of a sensible size; reports if not.
pub fn sweep_amount(cx: &mut Context<'_>, amount: &Exact, span: Span, what: [&str; 2], code: &str) -> bool {
    let fits = *amount >= least() && *amount <= most();
    if !fits {
        out_of_range(cx, span, what, amount, code);
    }
    fits
}

/// Whether a velocity that is not zero has a speed of sensible size; reports if not.
pub fn sweep_speed(cx: &mut Context<'_>, velocity: &[Exact; 2], span: Span) -> bool {
    let [x, y] = velocity.each_ref().map(size);
    // the larger component is within a factor of 1.5 of the speed
    sweep_amount(cx, if x > y { &x } else { &y }, span, ["the speed of the root", "m/s"], "E0533")
}

/// Whether a place is not absurdly far away; reports if it is.
pub fn sweep_places(cx: &mut Context<'_>, place: &[Exact; 2], span: Span, what: &str, code: &str) -> bool {
    match place.iter().map(size).find(|x| *x > most()) {
        Some(far) => {
            let message = format!("{what} is up to 1e{POWER} m away in a sweep, found {} m", short(to_float(&far)));
            cx.findings.report(Diagnostic::error(code, span, message).help(FIX));
            false
        }
        None => true,
    }
}

/// Whether outlines are of a sensible size and place; reports if not.
pub fn sweep_sizes(cx: &mut Context<'_>, rings: &[Ring], span: Span) -> bool {
    for ring in rings {
        if !ring.points.iter().all(|p| sweep_places(cx, p, span, "a corner", "E0535")) {
            return false;
        }
        let extent = |k: usize| {
            let all = || ring.points.iter().map(move |p| &p[k]);
            all().max().zip(all().min()).map_or(Exact::ZERO, |(high, low)| high - low)
        };
        let (wide, high) = (extent(0), extent(1));
        let larger = if wide > high { wide } else { high };
        if larger < least() {
            out_of_range(cx, span, ["the size of an outline", "m"], &larger, "E0535");
            return false;
        }
    }
    true
}

fn most() -> Exact {
    Exact::from(IBig::from(UBig::from(10u8).pow(POWER)))
}

fn least() -> Exact {
    Exact::from_parts(1.into(), UBig::from(10u8).pow(POWER))
}

fn size(x: &Exact) -> Exact {
    if *x < Exact::ZERO { -x } else { x.clone() }
}

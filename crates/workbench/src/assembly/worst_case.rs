//! What is proved for every value of dimensions within ranges, and for every direction of approach within one.

use super::course_report::course_report;
use super::ranged_drawing::RangedDrawing;
use super::report::{ApproachReport, CaseReport, PeakReport, RangeReport, WorstCaseReport, WorstWay};
use super::request::{AssemblyError, AssemblySettings};
use super::scene_design::{SceneDesign, exact};
use crate::prepare::check;
use crate::settings::Settings;
use mainspring_sweep::assembly::{
    Design, Directions, Effort, Report, Spread, Verdict, Way, Worst, directions_proved, study, worst_case,
};
use mainspring_sweep::{Kind, Problem, Rational};
use mainspring_sweep_run::{ContactNames, pose};

/// The nearest float.
fn float(x: &Rational) -> f64 {
    x.to_f64().value()
}

/// Proves what it can for all values of the spread dimensions together.
pub fn over_dimensions(
    design: &SceneDesign<'_>,
    asked: &AssemblySettings,
    drawn: &Report,
) -> Result<WorstCaseReport, AssemblyError> {
    let mut chosen: Vec<(usize, (Rational, Rational))> = Vec::new();
    for (at, spread) in design.spreads(asked)? {
        let ends = match spread {
            Spread::Uniform { lo, hi } | Spread::Triangular { lo, hi, .. } => (lo, hi),
            Spread::Normal { .. } | Spread::Fixed => {
                let name = &design.dimensions[at].name;
                let message =
                    format!("`{name}`: a bell curve has no ends; for `--worst` give some: `{name}=9.9..10.1`");
                return Err(AssemblyError::Asked(message));
            }
        };
        chosen.push((at, ends));
    }
    chosen.sort_by_key(|(at, _)| *at);
    let (places, ends): (Vec<usize>, Vec<_>) = chosen.into_iter().unzip();
    let dimensions: Vec<_> = places.iter().map(|&at| design.dimensions[at].clone()).collect();
    let followed = dimensions.iter().map(|d| d.name.clone()).collect();
    let checked = check(design.scene, &Settings { dimensions: followed, ..design.settings.clone() })?;
    let sweep = checked.model.sweep().ok_or(AssemblyError::NoSweep)?;
    let ranged = match RangedDrawing::of(sweep, dimensions) {
        Ok(ranged) => ranged,
        Err(finding) => return Err(checked.errors(finding).into()),
    };
    check_corners(&ranged, &ends)?;
    let posed = pose(sweep);
    let names = ContactNames { sweep, posed: &posed };
    let mut report = WorstCaseReport { ranges: Vec::new(), ways: Vec::new(), withdrawal_fault: None };
    for (dimension, (least, largest)) in ranged.dimensions().iter().zip(&ends) {
        let (dimension, unit) = (dimension.name.clone(), dimension.unit.clone());
        report.ranges.push(RangeReport { dimension, unit, least: float(least), largest: float(largest) });
    }
    let mut ways = vec![Way::In];
    let relaxed = drawn.insertion.pawls.iter().all(|p| p.final_contact.is_none());
    match (drawn.assembles, drawn.insertion.cause == Kind::End, relaxed) {
        (true, true, true) => ways.push(Way::Out),
        (true, false, _) => {
            report.withdrawal_fault = Some(format!(
                "the way out is proved from the end of the way, and as drawn `{}` comes to rest before it",
                sweep.root
            ));
        }
        (true, true, false) => {
            report.withdrawal_fault =
                Some("the way out is proved from relaxed pawls, and as drawn one ends in contact".to_owned());
        }
        (false, ..) => report.withdrawal_fault = Some("as drawn it does not get in".to_owned()),
    }
    for way in ways {
        if way == Way::Out && report.ways.iter().any(|inward| inward.passes < 1.0) {
            report.withdrawal_fault = Some("not every case is proved to get in; give narrower ranges".to_owned());
            continue;
        }
        let effort = Effort { way, boxes: asked.boxes, ..Effort::default() };
        let worst = worst_case(&ranged, &ends, effort)?;
        let place = |values: &[Rational]| {
            let case = ranged.problem(values).ok().and_then(|problem| study(&problem).ok())?;
            let course_of = if way == Way::In { Some(&case.insertion) } else { case.withdrawal.as_ref().ok() };
            course_report(course_of?, names).peak
        };
        report.ways.push(way_report(way, &worst, float, place));
    }
    Ok(report)
}

/// Dimensions of a box whose corners are looked at one by one.
const CORNERS: usize = 12;

/// Refuses a box at a corner of which a pawl's friction is below 0 or its stiffness not above.
fn check_corners(ranged: &RangedDrawing<'_>, ends: &[(Rational, Rational)]) -> Result<(), AssemblyError> {
    let dimensions = ranged.dimensions();
    for corner in 0..1u32 << ends.len().min(CORNERS) {
        let end = |(k, (lo, hi)): (usize, &(Rational, Rational))| {
            if k < CORNERS && corner >> k & 1 == 1 { hi.clone() } else { lo.clone() }
        };
        let values: Vec<Rational> = ends.iter().enumerate().map(end).collect();
        let Ok(problem) = ranged.problem(&values) else { continue };
        let wrong = problem.pawls.iter().find_map(|pawl| {
            if pawl.friction < Rational::ZERO {
                return Some(format!("the friction of `{}` would be {}", pawl.name, float(&pawl.friction)));
            }
            let small = pawl.stiffness <= 0.0;
            small.then(|| format!("the stiffness of `{}` would be {} N*m/rad", pawl.name, pawl.stiffness))
        });
        if let Some(wrong) = wrong {
            let one = |(d, v): (&mainspring_sweep::assembly::Dimension, &Rational)| {
                let space = if d.unit.is_empty() { "" } else { " " };
                format!("{} = {}{space}{}", d.name, float(v), d.unit)
            };
            let case: Vec<String> = dimensions.iter().zip(&values).map(one).collect();
            return Err(AssemblyError::Asked(format!("the ranges go too far: for {} {wrong}", case.join(", "))));
        }
    }
    Ok(())
}

/// Proves for which directions near the drawn one it goes all the way in.
pub fn over_directions(text: &str, drawn: &Problem, boxes: usize) -> Result<ApproachReport, AssemblyError> {
    let within = angle(text)?;
    let effort = Effort { boxes, ..Effort::default() };
    let Directions { proved, worst } = directions_proved(drawn, within, effort)?;
    // the dimension is the tangent of half the angle
    let turned = |u: &Rational| 2.0 * libm::atan(float(u));
    let way = way_report(Way::In, &worst, turned, |_| None);
    Ok(ApproachReport { within, proved: proved.into_iter().map(|(lo, hi)| [lo, hi]).collect(), way })
}

/// A proof in numbers; `value` of a dimension, and the `place` of a case's peak.
fn way_report(
    way: Way,
    worst: &Worst,
    value: impl Fn(&Rational) -> f64,
    place: impl Fn(&[Rational]) -> Option<PeakReport>,
) -> WorstWay {
    let open = worst.cells.iter().filter(|c| c.verdict == Verdict::Undecided);
    let values = |at: &[Rational]| at.iter().map(&value).collect();
    WorstWay {
        way: if way == Way::In { "insertion" } else { "withdrawal" },
        passes: worst.passes,
        fails: worst.fails,
        undecided: worst.undecided,
        found: worst.found.as_ref().map(|(force, at)| CaseReport {
            values: values(at),
            cause: Kind::End.name(),
            force: Some(*force),
            peak: place(at),
        }),
        bound: worst.bound,
        failing: worst.failing.as_ref().map(|(at, kind)| CaseReport {
            values: values(at),
            cause: kind.name(),
            force: None,
            peak: None,
        }),
        asked: worst.asked,
        boxes: worst.cells.len(),
        open: open.map(|c| c.ranges.iter().map(|(lo, hi)| [value(lo), value(hi)]).collect()).collect(),
    }
}

/// `2 deg` or `0.03 rad`, rad.
fn angle(text: &str) -> Result<f64, AssemblyError> {
    let wrong = || AssemblyError::Asked(format!("`{text}` is no angle: expected `2 deg` or `0.03 rad`"));
    let (number, degrees) = match (text.trim().strip_suffix("deg"), text.trim().strip_suffix("rad")) {
        (Some(number), _) => (number, true),
        (_, Some(number)) => (number, false),
        _ => return Err(wrong()),
    };
    let value = float(&exact(number.trim()).ok_or_else(wrong)?);
    Ok(if degrees { value.to_radians() } else { value })
}

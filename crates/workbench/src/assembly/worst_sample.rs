//! The sample with the largest force, so that what a proof calls the largest found is not below what samples found.

use super::course_report::course_report;
use super::report::{CaseReport, WorstCaseReport};
use super::request::{AssemblyError, AssemblySettings};
use super::scene_design::SceneDesign;
use mainspring_sweep::assembly::{Design, Dimension, study, tolerance};
use mainspring_sweep::{Kind, Method, Problem, Rational, solve};
use mainspring_sweep_run::ContactNames;
use std::sync::{Mutex, PoisonError};

/// A design that remembers the values with the largest push of those it was asked for.
struct Watching<'d> {
    design: &'d SceneDesign<'d>,
    most: Mutex<Option<(f64, Vec<Rational>)>>,
}

impl Design for Watching<'_> {
    fn dimensions(&self) -> &[Dimension] {
        self.design.dimensions()
    }

    fn problem(&self, values: &[Rational]) -> Result<Problem, String> {
        let motion = solve(&self.design.problem(values)?, Method::Lazy).map_err(|fault| fault.to_string())?;
        let push = motion.largest_push(motion.end).map(|p| p.force).filter(|f| f.is_finite());
        if let (true, Some(push)) = (motion.assembles(), push) {
            let mut most = self.most.lock().unwrap_or_else(PoisonError::into_inner);
            // of equal forces the one of smaller values, whichever thread comes first
            if most.as_ref().is_none_or(|(force, at)| push > *force || push == *force && values < at.as_slice()) {
                *most = Some((push, values.to_vec()));
            }
        }
        Err("it has been traced".to_owned())
    }
}

/// Puts the sample with the `largest` push in the place of the case found on the way in, where that is smaller.
pub fn use_largest_sample(
    worst: &mut WorstCaseReport,
    largest: f64,
    design: &SceneDesign<'_>,
    asked: &AssemblySettings,
    names: ContactNames<'_>,
) -> Result<(), AssemblyError> {
    let Some(way) = worst.ways.iter_mut().find(|way| way.way == "insertion") else { return Ok(()) };
    if way.found.as_ref().and_then(|case| case.force).is_some_and(|force| force >= largest) {
        return Ok(());
    }
    let watching = Watching { design, most: Mutex::new(None) };
    tolerance(&watching, &design.sampling(asked)?)?;
    let most = watching.most.into_inner().unwrap_or_else(PoisonError::into_inner);
    let Some((force, values)) = most.filter(|(force, _)| *force > 0.0) else { return Ok(()) };
    let place = |name: &String| design.dimensions.iter().position(|d| d.name == *name);
    let report = design.problem(&values).ok().and_then(|problem| study(&problem).ok());
    way.found = Some(CaseReport {
        values: worst.ranges.iter().filter_map(|r| place(&r.dimension)).map(|at| values[at].to_f64().value()).collect(),
        cause: report.as_ref().map_or(Kind::End, |report| report.insertion.cause).name(),
        force: Some(force),
        peak: report.and_then(|report| course_report(&report.insertion, names).peak),
    });
    Ok(())
}

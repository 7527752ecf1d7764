//! Design for assembly: a sweep pushed in and pulled out again, what its dimensions do to the force, and how sure it is.

use super::course_report::course_report;
use super::report::{Assembly, CourseReport};
use super::request::{AssemblyError, AssemblySettings};
use super::scene_design::SceneDesign;
use super::worst_case::{over_dimensions, over_directions};
use super::worst_sample::use_largest_sample;
use crate::prepare::prepare;
use crate::scene::Scene;
use mainspring_sweep::assembly::{Course, Way, study};
use mainspring_sweep::{Fault, Kind};
use mainspring_sweep_run::{ContactNames, pose, withdrawal_fault};

/// Pushes a sweep in and pulls it out, and studies what was asked.
///
/// # Errors
/// The scene is wrong or no sweep, or a spread does not fit it.
pub fn assemble(scene: &Scene, asked: &AssemblySettings) -> Result<Assembly, AssemblyError> {
    let prepared = prepare(scene, &asked.settings)?;
    let sweep = prepared.model.sweep().ok_or(AssemblyError::NoSweep)?;
    let posed = pose(sweep);
    let names = ContactNames { sweep, posed: &posed };
    let report = study(&posed.problem).map_err(|fault| AssemblyError::Asked(fault.to_string()))?;
    let mut design = SceneDesign::of(scene, &asked.settings, sweep);
    let mut sensitivities = Vec::new();
    for (way, name, there) in [
        (Way::In, "insertion", report.insertion.peak.is_some()),
        (Way::Out, "withdrawal", report.withdrawal.as_ref().is_ok_and(|c| c.peak.is_some())),
    ] {
        if there && !design.dimensions.is_empty() {
            sensitivities.extend(design.slopes(way, name)?);
        }
    }
    design.leave_out_idle(&mut sensitivities);
    let tolerance = if asked.spreads.is_empty() { None } else { Some(design.sampled(asked)?) };
    let mut worst = if asked.worst { Some(over_dimensions(&design, asked, &report)?) } else { None };
    if let (Some(worst), Some(tolerance)) = (&mut worst, &tolerance) {
        use_largest_sample(worst, tolerance.peak[3], &design, asked, names)?;
    }
    let approach = match &asked.approach {
        Some(text) => Some(over_directions(text, &posed.problem, asked.boxes)?),
        None => None,
    };
    Ok(Assembly {
        scene: scene.name.clone(),
        root: sweep.root.clone(),
        assembles: report.assembles,
        locks: report.locks,
        insertion: CourseReport { hits: hits(&report.insertion, names), ..course_report(&report.insertion, names) },
        withdrawal: report.withdrawal.as_ref().ok().map(|c| course_report(c, names)),
        withdrawal_fault: report.withdrawal.as_ref().err().map(|fault| match fault {
            Fault::NoTime => "the way in ends where it begins, so there is nothing to pull out".to_owned(),
            fault => withdrawal_fault(fault, sweep, &posed),
        }),
        sensitivity: sensitivities,
        left_out: design.left_out.clone(),
        crossings: prepared.crossings().to_vec(),
        tolerance,
        worst,
        approach,
    })
}

/// What the root runs into at the end of the way in.
fn hits(insertion: &Course, names: ContactNames<'_>) -> Vec<String> {
    let last = insertion.motion.pawls.iter().map(mainspring_sweep::Trajectory::last).enumerate();
    let hit = last
        .filter(|(_, event)| event.kind == Kind::RootHit)
        .map(|(pawl, event)| names.obstructions(pawl, event))
        .next();
    hit.unwrap_or_default().into_iter().map(str::to_owned).collect()
}

//! Design for assembly: a sweep pushed in and pulled out again, what its dimensions do to the force, and how sure it is.

use super::crossing::Crossing;
use super::faults;
use super::problem;
use super::scene_design::SceneDesign;
use super::words::{Words, rounded};
use super::worst::{self, ApproachTold, WorstTold};
use super::worst_sample;
use crate::prepare::prepare;
use crate::run::Wrong;
use crate::{Scene, Settings};
use mainspring_sweep::assembly::{Course, DesignFault, Margin, Way, study};
use mainspring_sweep::{Fault, Kind};
use serde::Serialize;
use std::collections::BTreeMap;

/// What is asked besides the two ways.
#[derive(Clone, Debug, Default)]
pub struct AssemblySettings {
    /// as for a run
    pub settings: Settings,
    /// `name=9.9..10.1`, `name=10+-0.05` or `name=9.9..10..10.1`, in the unit of the scene's own number
    pub spreads: Vec<String>,
    /// how many samples of spread dimensions
    pub samples: u64,
    /// another seed, other samples
    pub seed: u64,
    /// threads to use for samples
    pub threads: usize,
    /// whether to prove what holds for every value of the spread dimensions
    pub worst: bool,
    /// half the range of directions of approach to prove, `2 deg` or `0.03 rad`
    pub approach: Option<String>,
    /// boxes to ask at most, of each proof
    pub boxes: usize,
}

/// What came of a study. SI units; angles as drawn.
#[derive(Clone, Debug, Serialize)]
pub struct Assembly {
    /// name of the scene
    pub scene: String,
    /// name of its root
    pub root: String,
    /// whether the root gets all the way in, or comes to rest on something after a pawl has clicked
    pub assembles: bool,
    /// whether the pawls hold it from being pulled out
    pub locks: bool,
    /// the way in
    pub insertion: CourseTold,
    /// the way out; none where it cannot be asked
    pub withdrawal: Option<CourseTold>,
    /// why not, then
    #[serde(skip_serializing_if = "Option::is_none")]
    pub withdrawal_fault: Option<String>,
    /// what dimensions do to the peak force, by way; those that do nothing are left out
    pub sensitivity: Vec<SensitivityTold>,
    /// `let` lines that are not among them, and why
    pub left_out: Vec<LeftOut>,
    /// what samples of spread dimensions say
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tolerance: Option<ToleranceTold>,
    /// what is proved for every value of the spread dimensions
    #[serde(skip_serializing_if = "Option::is_none")]
    pub worst: Option<WorstTold>,
    /// pawls that pass through each other on the way in, which a sweep does not keep apart
    pub crossings: Vec<Crossing>,
    /// what is proved for directions of approach
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approach: Option<ApproachTold>,
}

/// A `let` line that is no dimension of the study.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LeftOut {
    /// its name
    pub name: String,
    /// why
    pub why: String,
}

/// One way.
#[derive(Clone, Debug, Serialize)]
pub struct CourseTold {
    /// why it ended
    pub cause: &'static str,
    /// whether the root got all the way
    pub completes: bool,
    /// obstacles that the root runs into on the way in, if that ends it
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hits: Vec<String>,
    /// way of the root, m
    pub travel: f64,
    /// largest push
    pub peak: Option<PeakTold>,
    /// largest pull
    pub pull: Option<PeakTold>,
    /// of the root, and where it goes
    pub work: WorkTold,
    /// the most that the springs hold on the way, J
    #[serde(skip)]
    pub held: f64,
    /// how often pawls let go
    pub clicks: usize,
    /// friction below which it works; none if any does or none
    pub friction_limit: Option<f64>,
    /// that in words
    pub margin: String,
    /// in words without the place, and the way there, m, and what touches
    #[serde(skip)]
    pub margin_words: (String, Option<(f64, String)>),
    /// pawl by pawl
    pub pawls: Vec<PawlTold>,
}

/// Work of the root, J.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct WorkTold {
    /// all of it
    pub total: f64,
    /// in the springs at the end, less that at the start
    pub stored: f64,
    /// lost in snaps
    pub lost: f64,
    /// turned to heat by friction; infinite, and null in files, towards a stick
    pub rubbed: f64,
}

/// What one pawl does on one way.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PawlTold {
    /// its name
    pub name: String,
    /// how often it lets go
    pub clicks: usize,
    /// its largest deflection, with its sign, rad
    pub deflection: f64,
}

/// A largest force.
#[derive(Clone, Debug, Serialize)]
pub struct PeakTold {
    /// N; infinite, and null in files, where it grows without bound
    pub force: f64,
    /// s
    pub time: f64,
    /// m
    pub travel: f64,
    /// pawl and contact
    pub contact: String,
}

/// What a dimension does to a peak force.
#[derive(Clone, Debug, Serialize)]
pub struct SensitivityTold {
    /// `insertion` or `withdrawal`
    pub way: &'static str,
    /// name in the scene
    pub dimension: String,
    /// its unit, as written
    pub unit: String,
    /// as drawn, in that unit
    pub value: f64,
    /// N over the unit; none where other contacts lead to the peak on both sides
    pub slope: Option<f64>,
    /// how far off the slope may be
    pub error: f64,
    /// per cent of force for each per cent of it
    pub relative: Option<f64>,
    /// `both`, `above`, `below` or `neither`: from where it was taken
    pub side: String,
    /// why there is no slope, then
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// What samples say.
#[derive(Clone, Debug, Serialize)]
pub struct ToleranceTold {
    /// how many
    pub samples: u64,
    /// of the sound drawings among them the share that assembles, and where its probability lies with 95 % confidence; the
    /// share is NaN, and null in files, where none is sound
    pub assembles: [f64; 3],
    /// share of those that assembles and is held
    pub retained: [f64; 3],
    /// samples that make no sound drawing, which are left out of all shares and forces
    pub unsound: u64,
    /// the first of them
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unsound_case: Option<UnsoundTold>,
    /// how often each cause ended the way in
    pub causes: BTreeMap<&'static str, u64>,
    /// of the way in, N: mean, standard deviation, least, largest
    pub peak: [f64; 4],
    /// 5 %, 50 % and 95 % of samples are not above these, N
    pub quantiles: [f64; 3],
}

/// A sample that makes no sound drawing.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct UnsoundTold {
    /// the spread dimensions and their values, each in its unit
    pub values: BTreeMap<String, f64>,
    /// what is wrong then
    pub why: String,
}

/// Why there is no study.
#[derive(Debug, thiserror::Error)]
pub enum AssemblyError {
    /// the scene is wrong
    #[error(transparent)]
    Scene(#[from] Wrong),
    /// another method
    #[error("only scenes of `method sweep` are pushed in and pulled out")]
    NoSweep,
    /// what was asked does not fit the scene
    #[error("{0}")]
    Asked(String),
}

impl From<DesignFault> for AssemblyError {
    fn from(fault: DesignFault) -> Self {
        Self::Asked(fault.to_string())
    }
}

/// Pushes a sweep in and pulls it out, and studies what was asked.
///
/// # Errors
/// The scene is wrong or no sweep, or a spread does not fit it.
pub fn assemble(scene: &Scene, asked: &AssemblySettings) -> Result<Assembly, AssemblyError> {
    let prepared = prepare(scene, &asked.settings)?;
    let sweep = prepared.model.sweep().ok_or(AssemblyError::NoSweep)?;
    let posed = problem::pose(sweep);
    let words = Words { sweep, posed: &posed };
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
    let mut worst = if asked.worst { Some(worst::of_dimensions(&design, asked, &report)?) } else { None };
    if let (Some(worst), Some(tolerance)) = (&mut worst, &tolerance) {
        worst_sample::fed_in(worst, tolerance.peak[3], &design, asked, words)?;
    }
    let approach = match &asked.approach {
        Some(text) => Some(worst::of_directions(text, &posed.problem, asked.boxes)?),
        None => None,
    };
    Ok(Assembly {
        scene: scene.name.clone(),
        root: sweep.root.clone(),
        assembles: report.assembles,
        locks: report.locks,
        insertion: CourseTold { hits: hits(&report.insertion, words), ..course(&report.insertion, words) },
        withdrawal: report.withdrawal.as_ref().ok().map(|c| course(c, words)),
        withdrawal_fault: report.withdrawal.as_ref().err().map(|fault| match fault {
            Fault::NoTime => "the way in ends where it begins, so there is nothing to pull out".to_owned(),
            fault => faults::on_the_way_out(fault, sweep, &posed),
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
fn hits(insertion: &Course, words: Words<'_>) -> Vec<String> {
    let last = insertion.motion.pawls.iter().map(mainspring_sweep::Trajectory::last).enumerate();
    let hit = last.filter(|(_, event)| event.kind == Kind::RootHit).map(|(pawl, event)| words.hit(pawl, event)).next();
    hit.unwrap_or_default().into_iter().map(str::to_owned).collect()
}

pub(super) fn course(course: &Course, words: Words<'_>) -> CourseTold {
    let pawls = &words.sweep.pawls;
    let touching = |pawl: usize, contact: Option<mainspring_sweep::Contact>| {
        contact.map_or_else(
            || format!("`{}`", pawls[pawl].name),
            |c| format!("`{}`, {}", pawls[pawl].name, words.contact(pawl, c)),
        )
    };
    let peak = |peak: &mainspring_sweep::Peak| PeakTold {
        force: peak.force,
        time: peak.time,
        travel: peak.time * course.speed,
        contact: touching(peak.pawl, peak.contact),
    };
    let work = &course.work;
    let margin_words = match course.margin {
        Margin::Any => ("no friction makes it stick".to_owned(), None),
        Margin::Below { friction, time, pawl, contact } => {
            let from = if friction > 1e-12 {
                format!("sticks from a friction of {} on", rounded(friction))
            } else {
                "any friction makes it stick".to_owned()
            };
            (from, Some((time * course.speed, touching(pawl, contact))))
        }
        Margin::Fails(kind) => (format!("does not go through even without friction: {}", kind.name()), None),
    };
    let held =
        course.problem.pawls.iter().zip(&course.pawls).map(|(p, c)| 0.5 * p.stiffness * c.deflection * c.deflection);
    CourseTold {
        held: held.sum(),
        cause: course.cause.name(),
        completes: course.completes,
        travel: course.travel,
        peak: course.peak.as_ref().map(peak),
        pull: course.pull.as_ref().map(peak),
        work: WorkTold { total: work.total, stored: work.stored, lost: work.lost, rubbed: work.rubbed },
        clicks: course.clicks,
        friction_limit: match course.margin {
            Margin::Below { friction, .. } => Some(friction),
            Margin::Any | Margin::Fails(_) => None,
        },
        margin: match &margin_words {
            (words, Some((travel, contact))) => format!("{words}, at travel {} m: {contact}", rounded(*travel)),
            (words, None) => words.clone(),
        },
        margin_words,
        hits: Vec::new(),
        pawls: (course.pawls.iter())
            .map(|p| PawlTold { name: p.name.clone(), clicks: p.clicks, deflection: p.deflection })
            .collect(),
    }
}

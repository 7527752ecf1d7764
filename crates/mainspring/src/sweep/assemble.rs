//! Design for assembly: a sweep pushed in and pulled out again, what its dimensions do to the force, and how sure it is.
//!
//! The dimensions of a scene are its `let` lines with a number of their own. A study with other values of them is the
//! scene itself with these values set, as `--set` does, worked out exactly again.

use super::problem::{self, Posed};
use super::words::Words;
use crate::prepare::{check, prepare};
use crate::run::Wrong;
use crate::{Scene, Settings};
use mainspring_definition::{Decimal, Expr, ExprKind, Source, StatementKind, UnaryOp};
use mainspring_model::SweepModel;
use mainspring_sweep::assembly::{
    Course, Design, DesignFault, Dimension, Margin, Sampling, Spread, Way, sensitivity, study, tolerance,
};
use mainspring_sweep::{Problem, Rational};
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
}

/// What came of a study. SI units; angles as drawn.
#[derive(Clone, Debug, Serialize)]
pub struct Assembly {
    /// name of the scene
    pub scene: String,
    /// whether the root gets all the way in
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
    /// what samples of spread dimensions say
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tolerance: Option<ToleranceTold>,
}

/// One way.
#[derive(Clone, Debug, Serialize)]
pub struct CourseTold {
    /// why it ended
    pub cause: &'static str,
    /// whether the root got all the way
    pub completes: bool,
    /// way of the root, m
    pub travel: f64,
    /// largest push
    pub peak: Option<PeakTold>,
    /// largest pull
    pub pull: Option<PeakTold>,
    /// of the root, and where it goes
    pub work: WorkTold,
    /// how often pawls let go
    pub clicks: usize,
    /// friction below which it works; none if any does or none
    pub friction_limit: Option<f64>,
    /// that in words
    pub margin: String,
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
}

/// What samples say.
#[derive(Clone, Debug, Serialize)]
pub struct ToleranceTold {
    /// how many
    pub samples: u64,
    /// share that assembles, and where its probability lies with 95 % confidence
    pub assembles: [f64; 3],
    /// share that assembles and is held
    pub retained: [f64; 3],
    /// samples that make no sound drawing
    pub unsound: u64,
    /// how often each cause ended the way in
    pub causes: BTreeMap<&'static str, u64>,
    /// of the way in, N: mean, standard deviation, least, largest
    pub peak: [f64; 4],
    /// 5 %, 50 % and 95 % of samples are not above these, N
    pub quantiles: [f64; 3],
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
    let design = SceneDesign::of(scene, &asked.settings);
    let mut sensitivities = Vec::new();
    for (way, name, there) in [
        (Way::In, "insertion", report.insertion.peak.is_some()),
        (Way::Out, "withdrawal", report.withdrawal.as_ref().is_ok_and(|c| c.peak.is_some())),
    ] {
        if there && !design.dimensions.is_empty() {
            sensitivities.extend(design.slopes(way, name)?);
        }
    }
    Ok(Assembly {
        scene: scene.name.clone(),
        assembles: report.assembles,
        locks: report.locks,
        insertion: course(&report.insertion, words),
        withdrawal: report.withdrawal.as_ref().ok().map(|c| course(c, words)),
        withdrawal_fault: report.withdrawal.as_ref().err().map(ToString::to_string),
        sensitivity: sensitivities,
        tolerance: if asked.spreads.is_empty() { None } else { Some(design.sampled(asked)?) },
    })
}

fn course(course: &Course, words: Words<'_>) -> CourseTold {
    let pawls = &words.sweep.pawls;
    let touching = |pawl: usize, contact: Option<mainspring_sweep::Contact>| {
        contact.map_or_else(
            || format!("`{}`", pawls[pawl].name),
            |c| format!("`{}`, {}", pawls[pawl].name, words.contact(c)),
        )
    };
    let peak = |peak: &mainspring_sweep::assembly::Peak| PeakTold {
        force: peak.force,
        time: peak.time,
        travel: peak.travel,
        contact: touching(peak.pawl, peak.contact),
    };
    let work = &course.work;
    CourseTold {
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
        margin: match course.margin {
            Margin::Any => "no friction makes it stick".to_owned(),
            Margin::Below { friction, time, pawl, contact } => {
                format!("sticks from a friction of {friction:.6} on, at {time:.6} s: {}", touching(pawl, contact))
            }
            Margin::Fails(kind) => format!("does not go through even without friction: {}", kind.name()),
        },
        pawls: (course.pawls.iter())
            .map(|p| PawlTold { name: p.name.clone(), clicks: p.clicks, deflection: p.deflection })
            .collect(),
    }
}

/// A scene with its `let` lines as dimensions.
struct SceneDesign<'a> {
    scene: &'a Scene,
    settings: &'a Settings,
    dimensions: Vec<Dimension>,
}

impl Design for SceneDesign<'_> {
    fn dimensions(&self) -> &[Dimension] {
        &self.dimensions
    }

    fn problem(&self, values: &[Rational]) -> Result<Problem, String> {
        let mut settings = self.settings.clone();
        for (dimension, value) in self.dimensions.iter().zip(values) {
            // the scene's own line is exact already
            if *value != dimension.nominal {
                let (p, q) = (value.numerator(), value.denominator());
                settings.set.push(format!("{}=({p}/{q}) {}", dimension.name, dimension.unit));
            }
        }
        let checked = check(self.scene, &settings).map_err(|wrong| first_error(&wrong))?;
        checked.model.sweep().map(posed).ok_or_else(|| "it is no sweep".to_owned())
    }
}

fn posed(sweep: &SweepModel) -> Problem {
    let Posed { problem, .. } = problem::pose(sweep);
    problem
}

fn first_error(wrong: &Wrong) -> String {
    wrong.findings.iter().find(|d| d.is_error()).map_or_else(|| "it is wrong".to_owned(), |d| d.message.clone())
}

impl<'a> SceneDesign<'a> {
    fn of(scene: &'a Scene, settings: &'a Settings) -> Self {
        let set = |name: &str| settings.set.iter().any(|s| s.split('=').next().is_some_and(|n| n.trim() == name));
        let dimension = |statement: &mainspring_definition::Statement| {
            let StatementKind::Let { name, value } = &statement.kind else { return None };
            let (nominal, unit) = literal(value, &scene.definition.sources)?;
            (!set(&name.text)).then(|| Dimension { name: name.text.clone(), unit, nominal })
        };
        let dimensions = scene.definition.statements.iter().filter_map(dimension).collect();
        Self { scene, settings, dimensions }
    }

    fn slopes(&self, way: Way, name: &'static str) -> Result<Vec<SensitivityTold>, AssemblyError> {
        let told = |s: mainspring_sweep::assembly::Sensitivity| {
            let dimension = &self.dimensions[s.dimension];
            SensitivityTold {
                way: name,
                dimension: dimension.name.clone(),
                unit: dimension.unit.clone(),
                value: dimension.nominal.to_f64().value(),
                slope: s.slope,
                error: s.error,
                relative: s.relative,
                side: format!("{:?}", s.side).to_lowercase(),
            }
        };
        let all = sensitivity(self, way)?;
        Ok(all.into_iter().filter(|s| s.slope != Some(0.0)).map(told).collect())
    }

    fn sampled(&self, asked: &AssemblySettings) -> Result<ToleranceTold, AssemblyError> {
        let mut spreads = vec![Spread::Fixed; self.dimensions.len()];
        for text in &asked.spreads {
            let (at, spread) = self.spread(text).map_err(AssemblyError::Asked)?;
            spreads[at] = spread;
        }
        let sampling = Sampling { spreads, samples: asked.samples, seed: asked.seed, threads: asked.threads };
        let found = tolerance(self, &sampling)?;
        let share = |p: &mainspring_sweep::assembly::Probability| [p.share, p.lo, p.hi];
        let forces = &found.insertion;
        Ok(ToleranceTold {
            samples: found.samples,
            assembles: share(&found.assembles),
            retained: share(&found.retained),
            unsound: found.unsound,
            peak: [forces.mean, forces.deviation, forces.least, forces.largest],
            quantiles: forces.quantiles,
            causes: found.causes,
        })
    }

    /// `name=9.9..10.1`, `name=10+-0.05`, `name=9.9..10..10.1`.
    fn spread(&self, text: &str) -> Result<(usize, Spread), String> {
        let how =
            "`name=9.9..10.1` (anything between), `name=10+-0.05` (a bell curve) or `name=9.9..10..10.1` (a triangle)";
        let (name, rest) = text.split_once('=').ok_or_else(|| format!("`{text}`: expected {how}"))?;
        let name = name.trim();
        let Some(at) = self.dimensions.iter().position(|d| d.name == name) else {
            let known: Vec<String> = self.dimensions.iter().take(12).map(|d| format!("`{}`", d.name)).collect();
            return Err(match known.as_slice() {
                [] => format!("`{name}`: the scene has no dimension; write one as `let {name} = 10 mm`"),
                _ => format!(
                    "the scene has no dimension `{name}`; its `let` lines with a number are {}",
                    known.join(", ")
                ),
            });
        };
        let unit = &self.dimensions[at].unit;
        let rest = rest.trim().strip_suffix(unit.as_str()).unwrap_or(rest).trim();
        let number = |part: &str| {
            exact(part.trim())
                .ok_or_else(|| format!("`{}` in `{text}` is no number; expected {how}, in {unit}", part.trim()))
        };
        let spread = match rest.split_once("+-") {
            Some((mean, deviation)) => Spread::Normal { mean: number(mean)?, deviation: number(deviation)? },
            None => match rest.split("..").collect::<Vec<_>>().as_slice() {
                [lo, hi] => Spread::Uniform { lo: number(lo)?, hi: number(hi)? },
                [lo, mode, hi] => Spread::Triangular { lo: number(lo)?, mode: number(mode)?, hi: number(hi)? },
                _ => return Err(format!("`{text}`: expected {how}")),
            },
        };
        Ok((at, spread))
    }
}

/// A number with a sign, exactly.
fn exact(text: &str) -> Option<Rational> {
    match text.strip_prefix('-') {
        Some(rest) => exact(rest.trim()).map(|x| -x),
        None => decimal(&Decimal::parse(text)?),
    }
}

/// Digits × 10^exponent; None where that is unreasonably long.
fn decimal(literal: &Decimal) -> Option<Rational> {
    let zeros = "0".repeat(usize::try_from(literal.exponent.unsigned_abs()).ok().filter(|n| *n <= 400)?);
    let text = if literal.exponent < 0 {
        format!("{}/1{zeros}", literal.digits)
    } else {
        format!("{}{zeros}/1", literal.digits)
    };
    text.parse().ok()
}

/// The number and the unit of an expression that is one literal.
fn literal(value: &Expr, sources: &[Source]) -> Option<(Rational, String)> {
    match &value.kind {
        ExprKind::Number(number) => Some((decimal(number)?, String::new())),
        ExprKind::Unary(UnaryOp::Minus, inner) => literal(inner, sources).map(|(x, unit)| (-x, unit)),
        ExprKind::WithUnit(inner, unit) => {
            let (x, none) = literal(inner, sources)?;
            let text =
                sources.get(unit.span.source as usize)?.text.get(unit.span.start as usize..unit.span.end as usize)?;
            none.is_empty().then(|| (x, text.trim().to_owned()))
        }
        _ => None,
    }
}
